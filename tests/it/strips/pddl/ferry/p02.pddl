; Four cars between three ports; the ferry must end empty and away from ostend. Best cost 13: 8 for the cars, 5 sails.
(define (problem three-ports)
  (:domain ferry)
  (:objects dover calais ostend - port mini deux-chevaux beetle fiat - car)
  (:init (ferry-at ostend) (at mini dover) (at deux-chevaux calais) (at beetle ostend) (at fiat dover))
  (:goal (and (at mini calais) (at deux-chevaux dover) (at beetle dover) (at fiat ostend)
              (not (full)) (not (ferry-at ostend)))))
