; One package, one city: drive to it, load, drive back, unload. Best cost 2 + 1 + 3 + 1 = 7.
(define (problem one-city)
  (:domain logistics)
  (:objects paris - city orly - airport louvre - place lorry - truck letter - package)
  (:init
    (in-city orly paris) (in-city louvre paris) (at lorry orly) (at letter louvre)
    (= (total-cost) 0) (= (flight) 20)
    (= (road orly orly) 0) (= (road louvre louvre) 0) (= (road orly louvre) 2) (= (road louvre orly) 3))
  (:goal (at letter orly))
  (:metric minimize (total-cost)))
