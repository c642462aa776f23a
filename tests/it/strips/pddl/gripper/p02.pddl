; Five balls, three trips and two ways back: 10 for the balls, 5 for the ways, best cost 15.
(define (problem gripper-five)
  (:domain gripper)
  (:objects here there ball1 ball2 ball3 ball4 ball5 left right)
  (:init (room here) (room there) (gripper left) (gripper right)
         (ball ball1) (ball ball2) (ball ball3) (ball ball4) (ball ball5)
         (at-robot here) (free left) (free right)
         (at ball1 here) (at ball2 here) (at ball3 here) (at ball4 here) (at ball5 here))
  (:goal (and (at ball1 there) (at ball2 there) (at ball3 there) (at ball4 there) (at ball5 there))))
