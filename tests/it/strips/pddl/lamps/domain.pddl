(define (domain lamps)
  (:requirements :strips :disjunctive-preconditions :existential-preconditions :conditional-effects :derived-predicates)
  (:predicates (at ?r) (next ?r ?s) (on ?r) (bright ?r) (neighbours ?r ?s))
  (:derived (neighbours ?r ?s) (or (next ?r ?s) (next ?s ?r)))
  (:derived (bright ?r) (on ?r))
  (:derived (bright ?s) (exists (?r) (and (neighbours ?r ?s) (on ?r))))
  (:action move
    :parameters (?r ?s)
    :precondition (and (at ?r) (neighbours ?r ?s) (bright ?s))
    :effect (and (at ?s) (not (at ?r))))
  (:action switch
    :parameters (?r)
    :precondition (at ?r)
    :effect (and (when (on ?r) (not (on ?r))) (when (not (on ?r)) (on ?r)))))
