; Sokoban by numbers, with nogoods: steps that were refused, and when.
;
; Models what rooms-counts models, and that a step is not made while a nogood forbids it. A nogood names the numbers of
; boxes of some areas, and areas over whose borders no box has gone yet; it applies while all of this holds. To make a
; step, each nogood that forbids it must be cleared after the step before: by an area with another number of boxes, or
; one over whose border a box has gone. Those steps move nothing.
; Leaves out what rooms-counts leaves out. What a guess forbids may be possible, so that a plan may be missing.
;
; Areas are a0, a1, ... as the planner joins them; numbers are n0, n1, ...; nogoods are k0, k1, ...
(define (domain sokoban-counts)
  (:requirements :adl)
  (:types area number-of-boxes nogood)
  (:predicates
    (holds ?a - area ?n - number-of-boxes)
    (settled ?a - area)
    (touched ?a - area)
    (clear ?k - nogood)
    ; fixed: as in rooms-counts
    (one-more ?n ?more - number-of-boxes)
    (borders ?from ?to - area)
    (room-for ?a - area ?n - number-of-boxes)
    (goals-of ?a - area ?n - number-of-boxes)
    ; fixed: what a nogood forbids, and while what holds
    (forbids-hop ?k - nogood ?from ?to - area)
    (forbids-settle ?k - nogood ?a - area)
    (while-holds ?k - nogood ?a - area ?n - number-of-boxes)
    (while-untouched ?k - nogood ?a - area)
  )
  (:action hop
    :parameters (?from ?to - area ?i ?less ?j ?more - number-of-boxes)
    :precondition (and (borders ?from ?to) (holds ?from ?i) (one-more ?less ?i)
      (holds ?to ?j) (one-more ?j ?more) (room-for ?to ?more)
      (forall (?k - nogood) (imply (forbids-hop ?k ?from ?to) (clear ?k))))
    :effect (and (not (holds ?from ?i)) (holds ?from ?less) (not (holds ?to ?j)) (holds ?to ?more)
      (not (settled ?from)) (not (settled ?to)) (touched ?from) (touched ?to)
      (forall (?k - nogood) (not (clear ?k)))))
  (:action settle
    :parameters (?a - area ?n - number-of-boxes)
    :precondition (and (goals-of ?a ?n) (holds ?a ?n)
      (forall (?k - nogood) (imply (forbids-settle ?k ?a) (clear ?k))))
    :effect (settled ?a))
  (:action clear-by-number
    :parameters (?k - nogood ?a - area ?n ?m - number-of-boxes)
    :precondition (and (while-holds ?k ?a ?n) (holds ?a ?m) (not (= ?n ?m)))
    :effect (clear ?k))
  (:action clear-by-touch
    :parameters (?k - nogood ?a - area)
    :precondition (and (while-untouched ?k ?a) (touched ?a))
    :effect (clear ?k))
)
