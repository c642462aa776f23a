; A ferry carries one car at a time between ports. Uses negative preconditions and inequality: the ferry is not full,
; and it does not sail to where it is.
(define (domain ferry)
  (:requirements :strips :typing :negative-preconditions :equality)
  (:types port car)
  (:predicates (ferry-at ?p - port) (at ?c - car ?p - port) (aboard ?c - car) (full))
  (:action sail
    :parameters (?from ?to - port)
    :precondition (and (ferry-at ?from) (not (= ?from ?to)))
    :effect (and (ferry-at ?to) (not (ferry-at ?from))))
  (:action board
    :parameters (?c - car ?p - port)
    :precondition (and (at ?c ?p) (ferry-at ?p) (not (full)))
    :effect (and (aboard ?c) (full) (not (at ?c ?p))))
  (:action debark
    :parameters (?c - car ?p - port)
    :precondition (and (aboard ?c) (ferry-at ?p))
    :effect (and (at ?c ?p) (not (aboard ?c)) (not (full)))))
