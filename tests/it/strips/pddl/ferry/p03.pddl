; A car that nobody can bring: no ferry anywhere. Unsolvable.
(define (problem no-ferry)
  (:domain ferry)
  (:objects dover calais - port mini - car)
  (:init (at mini dover))
  (:goal (at mini calais)))
