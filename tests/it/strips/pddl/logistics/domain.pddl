; Packages travel by truck within a city and by aeroplane between airports. Driving and flying cost what the static
; functions say, loading and unloading cost one. Leaves out capacity and fuel.
(define (domain logistics)
  (:requirements :strips :typing :action-costs)
  (:types
    package vehicle - thing
    truck aeroplane - vehicle
    airport - place
    thing place city)
  (:predicates
    (at ?t - thing ?p - place)
    (in ?p - package ?v - (either truck aeroplane))
    (in-city ?p - place ?c - city))
  (:functions
    (total-cost) - number
    (road ?from ?to - place) - number
    (flight) - number)
  (:action load
    :parameters (?p - package ?v - vehicle ?at - place)
    :precondition (and (at ?v ?at) (at ?p ?at))
    :effect (and (in ?p ?v) (not (at ?p ?at)) (increase (total-cost) 1)))
  (:action unload
    :parameters (?p - package ?v - vehicle ?at - place)
    :precondition (and (at ?v ?at) (in ?p ?v))
    :effect (and (at ?p ?at) (not (in ?p ?v)) (increase (total-cost) 1)))
  (:action drive
    :parameters (?t - truck ?from ?to - place ?c - city)
    :precondition (and (at ?t ?from) (in-city ?from ?c) (in-city ?to ?c))
    :effect (and (at ?t ?to) (not (at ?t ?from)) (increase (total-cost) (road ?from ?to))))
  (:action fly
    :parameters (?a - aeroplane ?from ?to - airport)
    :precondition (at ?a ?from)
    :effect (and (at ?a ?to) (not (at ?a ?from)) (increase (total-cost) (flight)))))
