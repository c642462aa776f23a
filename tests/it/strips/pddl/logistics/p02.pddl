; Two cities, two packages that cross: 12 times loading, two flights of 20, the lorry drives 3 + 2, and the camion
; waits for the letter, so that it drives 1 + 4 only. Best cost 62.
(define (problem two-cities)
  (:domain logistics)
  (:objects
    paris rome - city
    orly fiumicino - airport
    louvre forum - place
    lorry camion - truck
    jet - aeroplane
    letter parcel - package)
  (:init
    (in-city orly paris) (in-city louvre paris) (in-city fiumicino rome) (in-city forum rome)
    (at lorry louvre) (at camion fiumicino) (at jet orly) (at letter louvre) (at parcel forum)
    (= (total-cost) 0) (= (flight) 20)
    (= (road orly orly) 0) (= (road louvre louvre) 0) (= (road orly louvre) 2) (= (road louvre orly) 3)
    (= (road forum forum) 0) (= (road fiumicino fiumicino) 0) (= (road forum fiumicino) 4) (= (road fiumicino forum) 1))
  (:goal (and (at letter forum) (at parcel louvre)))
  (:metric minimize (total-cost)))
