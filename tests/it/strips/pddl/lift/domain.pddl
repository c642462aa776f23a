(define (domain lift)
  (:requirements :adl :typing)
  (:types passenger floor)
  (:predicates
    (waits ?p - passenger ?f - floor) (wants ?p - passenger ?f - floor) (above ?f ?g - floor)
    (nervous ?p - passenger) (calming ?p - passenger)
    (lift-at ?f - floor) (boarded ?p - passenger) (served ?p - passenger))
  (:action go
    :parameters (?f ?g - floor)
    :precondition (and
      (lift-at ?f)
      (or (above ?f ?g) (above ?g ?f))
      (imply (exists (?p - passenger) (and (nervous ?p) (boarded ?p)))
             (exists (?p - passenger) (and (calming ?p) (boarded ?p)))))
    :effect (and (lift-at ?g) (not (lift-at ?f))))
  (:action stop
    :parameters (?f - floor)
    :precondition (lift-at ?f)
    :effect (and
      (forall (?p - passenger)
        (when (and (waits ?p ?f) (not (served ?p))) (boarded ?p)))
      (forall (?p - passenger)
        (when (and (boarded ?p) (wants ?p ?f)) (and (served ?p) (not (boarded ?p))))))))
