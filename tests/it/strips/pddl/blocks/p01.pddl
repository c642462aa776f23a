; Sussman's anomaly: the two goals cannot be reached one after the other. Best cost 6.
(define (problem sussman)
  (:domain blocks)
  (:objects a b c - block)
  (:init (on-table a) (on-table b) (on c a) (clear c) (clear b) (hand-empty))
  (:goal (and (on a b) (on b c))))
