; A tower of four is turned upside down. Best cost 8.
(define (problem upside-down)
  (:domain blocks)
  (:objects a b c d - block)
  (:init (clear a) (on a b) (on b c) (on c d) (on-table d) (hand-empty))
  (:goal (and (on d c) (on c b) (on b a))))
