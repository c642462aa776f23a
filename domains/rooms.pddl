; Sokoban by rooms and tunnels: which box crosses which border, exactly.
;
; Models every area as a finite table, made beforehand by moving boxes inside it alone. The area that holds the player
; is active: its part of the state is a class, that is boxes and player's part of the area, as far as they can be
; pushed back and forth into each other. Every other area is suspended: its part is the box sets that it may still
; have, of which a later crossing settles which it was; these objects are called options.
; A crossing is a step or push whose squares lie in more than one area:
;   slide                         pushes inside the active area that cannot be undone
;   walk-out, enter               walk
;   push-out, receive             push out: player and box in the active area, the target in another
;   push-in, enter                push in: the box in another area, and the target there too, or in the player's old area
;   push-through, receive, enter  push through: player, box and target in three areas
; An operator falls into these halves because the table of an area knows nothing of the other's; nothing else can be
; done between them.
; Leaves out the pushes inside areas: any choice of crossings that is a plan can be filled in. The cost of a plan is
; the number of pushes over borders. Of a table only what matters for the crossings is kept: classes and options that
; allow the same crossings until the area is home are one object, and those that never come home are left out. A problem
; has a plan exactly when its level has a solution; where tables miss something, the problem says so.
;
; Areas are a0, a1, ...; classes are named by area and number, a0-class-3, options too, a0-options-2; crossings by the
; player's square, row and column from 0, and the way he goes: walk-3-4-right, push-3-4-right.
(define (domain sokoban-rooms)
  (:requirements :strips :typing :action-costs)
  (:types
    area crossing - object
    part - object
    class options - part
    step inward outward through - crossing
  )
  (:predicates
    (in ?a - area ?p - part)
    ; no half of an operator is still to be done
    (idle)
    ; the player, or a box, is on its way over a border
    (player-over ?x - crossing)
    (box-over ?x - crossing)
    (finished ?a - area)
    ; fixed, of the active area: silent pushes; the player goes, and leaves these options; a box goes
    (slides ?a - area ?from ?to - class)
    (leaves ?a - area ?c - class ?x - crossing ?o - options)
    (gives ?a - area ?from - class ?x - outward ?to - class)
    ; fixed, of a suspended area: the player comes; a box comes
    (lets-in ?a - area ?o - options ?x - crossing ?c - class)
    (takes ?a - area ?from - options ?x - crossing ?to - options)
    ; fixed: boxes exactly on the area's goals
    (home ?a - area ?p - part)
  )
  (:functions
    (total-cost) - number
  )
  (:action slide
    :parameters (?a - area ?from ?to - class)
    :precondition (and (idle) (in ?a ?from) (slides ?a ?from ?to))
    :effect (and (not (in ?a ?from)) (in ?a ?to) (increase (total-cost) 0)))
  (:action walk-out
    :parameters (?a - area ?c - class ?x - step ?o - options)
    :precondition (and (idle) (in ?a ?c) (leaves ?a ?c ?x ?o))
    :effect (and (not (in ?a ?c)) (in ?a ?o) (player-over ?x) (increase (total-cost) 0)))
  (:action push-in
    :parameters (?a - area ?c - class ?x - inward ?o - options)
    :precondition (and (idle) (in ?a ?c) (leaves ?a ?c ?x ?o))
    :effect (and (not (in ?a ?c)) (in ?a ?o) (player-over ?x) (increase (total-cost) 1)))
  (:action push-out
    :parameters (?a - area ?from - class ?x - outward ?to - class)
    :precondition (and (idle) (in ?a ?from) (gives ?a ?from ?x ?to))
    :effect (and (not (in ?a ?from)) (in ?a ?to) (not (idle)) (box-over ?x) (increase (total-cost) 1)))
  (:action push-through
    :parameters (?a - area ?c - class ?x - through ?o - options)
    :precondition (and (idle) (in ?a ?c) (leaves ?a ?c ?x ?o))
    :effect (and (not (in ?a ?c)) (in ?a ?o) (player-over ?x) (not (idle)) (box-over ?x) (increase (total-cost) 1)))
  (:action receive
    :parameters (?a - area ?from - options ?x - crossing ?to - options)
    :precondition (and (box-over ?x) (in ?a ?from) (takes ?a ?from ?x ?to))
    :effect (and (not (in ?a ?from)) (in ?a ?to) (not (box-over ?x)) (idle) (increase (total-cost) 0)))
  (:action enter
    :parameters (?a - area ?o - options ?x - crossing ?c - class)
    :precondition (and (idle) (player-over ?x) (in ?a ?o) (lets-in ?a ?o ?x ?c))
    :effect (and (not (in ?a ?o)) (in ?a ?c) (not (player-over ?x)) (increase (total-cost) 0)))
  ; a finished area is out of the game
  (:action finish
    :parameters (?a - area ?p - part)
    :precondition (and (idle) (in ?a ?p) (home ?a ?p))
    :effect (and (not (in ?a ?p)) (finished ?a) (increase (total-cost) 0)))
)
