; Sokoban by rooms and tunnels: which box crosses which border, exactly.
;
; Models every area as a finite table, made beforehand by moving boxes inside it alone. What an area holds is a set of
; local states (boxes, and the player's region if he is there); a later crossing settles which of them it was. The area
; of the player is active, every other one suspended.
; A crossing is a step or push whose squares lie in more than one area:
;   walk-out, enter               walk
;   push-out, receive             push out: player and box in the active area, the target in another
;   push-in, enter                push in: the box in another area, and the target there too, or in the player's old area
;   push-through, receive, enter  push through: player, box and target in three areas
; A crossing falls into these halves because the table of an area knows nothing of the other's; nothing else can be
; done between them.
; Leaves out the pushes inside areas: any choice of crossings that is a plan can be filled in. The cost of a plan is
; the number of pushes over borders. Sets that allow the same crossings until the area is home are one object, and those
; that never come home are left out. A problem has a plan exactly when its level has a solution; where tables miss
; something, the problem says so.
;
; Areas are a0, a1, ...; sets are named by area and number, a0-active-3, a0-suspended-2; crossings by the player's
; square, row and column from 0, and the way he goes: walk-3-4-right, push-3-4-right.
(define (domain sokoban-rooms)
  (:requirements :strips :typing :action-costs)
  (:types
    area crossing - object
    part - object
    active suspended - part
    step inward outward through - crossing
  )
  (:predicates
    (in ?a - area ?p - part)
    ; no half of a crossing is still to be done
    (idle)
    ; the player, or a box, is on its way over a border
    (player-over ?x - crossing)
    (box-over ?x - crossing)
    (finished ?a - area)
    ; fixed, of the active area: the player goes; a box goes
    (leaves ?a - area ?from - active ?x - crossing ?to - suspended)
    (gives ?a - area ?from - active ?x - outward ?to - active)
    ; fixed, of a suspended area: the player comes; a box comes
    (lets-in ?a - area ?from - suspended ?x - crossing ?to - active)
    (takes ?a - area ?from - suspended ?x - crossing ?to - suspended)
    ; fixed: boxes exactly on the area's goals
    (home ?a - area ?p - part)
  )
  (:functions
    (total-cost) - number
  )
  (:action walk-out
    :parameters (?a - area ?from - active ?x - step ?to - suspended)
    :precondition (and (idle) (in ?a ?from) (leaves ?a ?from ?x ?to))
    :effect (and (not (in ?a ?from)) (in ?a ?to) (player-over ?x) (increase (total-cost) 0)))
  (:action push-in
    :parameters (?a - area ?from - active ?x - inward ?to - suspended)
    :precondition (and (idle) (in ?a ?from) (leaves ?a ?from ?x ?to))
    :effect (and (not (in ?a ?from)) (in ?a ?to) (player-over ?x) (increase (total-cost) 1)))
  (:action push-out
    :parameters (?a - area ?from - active ?x - outward ?to - active)
    :precondition (and (idle) (in ?a ?from) (gives ?a ?from ?x ?to))
    :effect (and (not (in ?a ?from)) (in ?a ?to) (not (idle)) (box-over ?x) (increase (total-cost) 1)))
  (:action push-through
    :parameters (?a - area ?from - active ?x - through ?to - suspended)
    :precondition (and (idle) (in ?a ?from) (leaves ?a ?from ?x ?to))
    :effect (and (not (in ?a ?from)) (in ?a ?to) (player-over ?x) (not (idle)) (box-over ?x) (increase (total-cost) 1)))
  (:action receive
    :parameters (?a - area ?from - suspended ?x - crossing ?to - suspended)
    :precondition (and (box-over ?x) (in ?a ?from) (takes ?a ?from ?x ?to))
    :effect (and (not (in ?a ?from)) (in ?a ?to) (not (box-over ?x)) (idle) (increase (total-cost) 0)))
  (:action enter
    :parameters (?a - area ?from - suspended ?x - crossing ?to - active)
    :precondition (and (idle) (player-over ?x) (in ?a ?from) (lets-in ?a ?from ?x ?to))
    :effect (and (not (in ?a ?from)) (in ?a ?to) (not (player-over ?x)) (increase (total-cost) 0)))
  ; a finished area is out of the game
  (:action finish
    :parameters (?a - area ?p - part)
    :precondition (and (idle) (in ?a ?p) (home ?a ?p))
    :effect (and (not (in ?a ?p)) (finished ?a) (increase (total-cost) 0)))
)
