(define (problem nervous-alone)
  (:domain lift)
  (:objects anna ben - passenger ground first top - floor)
  (:init
    (above first ground) (above top ground) (above top first) (lift-at first)
    (waits anna ground) (wants anna top) (nervous anna) (waits ben first) (wants ben top))
  (:goal (forall (?p - passenger) (served ?p))))
