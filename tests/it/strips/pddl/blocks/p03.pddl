; Two towers of three exchange their middle blocks. Best cost 14.
(define (problem exchange)
  (:domain blocks)
  (:objects a b c d e f - block)
  (:init (clear a) (on a b) (on b c) (on-table c)
         (clear d) (on d e) (on e f) (on-table f) (hand-empty))
  (:goal (and (on a e) (on e c) (on d b) (on b f))))
