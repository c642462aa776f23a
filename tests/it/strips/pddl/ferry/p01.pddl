; Two cars change places: board, sail, debark, board, sail, debark. Best cost 6.
(define (problem change-places)
  (:domain ferry)
  (:objects dover calais - port mini deux-chevaux - car)
  (:init (ferry-at dover) (at mini dover) (at deux-chevaux calais))
  (:goal (and (at mini calais) (at deux-chevaux dover))))
