; Two balls, one trip: best cost 5.
(define (problem gripper-two)
  (:domain gripper)
  (:objects here there ball1 ball2 left right)
  (:init (room here) (room there) (ball ball1) (ball ball2) (gripper left) (gripper right)
         (at-robot here) (free left) (free right) (at ball1 here) (at ball2 here))
  (:goal (and (at ball1 there) (at ball2 there))))
