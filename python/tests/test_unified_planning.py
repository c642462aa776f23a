"""The engine of unified-planning on small problems of its own."""

from __future__ import annotations

import unittest

try:
    import unified_planning.shortcuts as up
    from unified_planning.engines.results import PlanGenerationResultStatus, ValidationResultStatus
    from unified_planning.plans import SequentialPlan

    import sokoplan.unified_planning
except ImportError:
    up = None


def errands(reachable: bool) -> up.Problem:
    """A walker on a line of four places, who can walk to the right, and wants to be on the last."""
    place = up.UserType("place")
    at = up.Fluent("at", up.BoolType(), here=place)
    road = up.Fluent("road", up.BoolType(), start=place, end=place)
    walk = up.InstantaneousAction("walk", start=place, end=place)
    walk.add_precondition(at(walk.start))
    walk.add_precondition(road(walk.start, walk.end))
    walk.add_effect(at(walk.start), False)
    walk.add_effect(at(walk.end), True)
    problem = up.Problem("errands")
    problem.add_fluent(at, default_initial_value=False)
    problem.add_fluent(road, default_initial_value=False)
    problem.add_action(walk)
    places = [problem.add_object(f"p{number}", place) for number in range(4)]
    problem.set_initial_value(at(places[0]), True)
    for start, end in zip(places, places[1:] if reachable else places[1:-1]):
        problem.set_initial_value(road(start, end), True)
    problem.add_goal(at(places[-1]))
    problem.add_quality_metric(up.MinimizeActionCosts({walk: up.Int(2)}))
    return problem


@unittest.skipIf(up is None, "no unified-planning")
class Engine(unittest.TestCase):
    def setUp(self) -> None:
        up.get_environment().credits_stream = None

    def test_a_plan_is_found_and_is_valid(self) -> None:
        problem = errands(reachable=True)
        for search in ({}, {"search": "astar"}):
            with up.OneshotPlanner(name="sokoplan", params=search) as planner:
                result = planner.solve(problem)
            self.assertEqual(result.status, PlanGenerationResultStatus.SOLVED_SATISFICING)
            self.assertEqual(len(result.plan.actions), 3)
            with up.PlanValidator(name="sokoplan") as validator:
                self.assertEqual(validator.validate(problem, result.plan).status, ValidationResultStatus.VALID)
                half = SequentialPlan(result.plan.actions[:1])
                self.assertEqual(validator.validate(problem, half).status, ValidationResultStatus.INVALID)

    def test_that_there_is_no_plan_is_proved(self) -> None:
        with up.OneshotPlanner(name="sokoplan") as planner:
            result = planner.solve(errands(reachable=False))
        self.assertEqual((result.status, result.plan), (PlanGenerationResultStatus.UNSOLVABLE_PROVEN, None))

    def test_conditions_with_or_and_effects_with_when_are_planned_for(self) -> None:
        problem = errands(reachable=True)
        lit, seen = up.Fluent("lit"), up.Fluent("seen")
        problem.add_fluent(lit, default_initial_value=False)
        problem.add_fluent(seen, default_initial_value=False)
        lamp, look = up.InstantaneousAction("lamp"), up.InstantaneousAction("look")
        lamp.add_effect(lit, True)
        last = problem.fluent("at")(problem.object("p3"))
        look.add_precondition(up.Or(last, problem.fluent("at")(problem.object("p2"))))
        look.add_effect(seen, True, lit)
        problem.add_actions([lamp, look])
        problem.clear_quality_metrics()
        problem.clear_goals()
        problem.add_goal(seen)
        with up.OneshotPlanner(name="sokoplan", params={"search": "astar"}) as planner:
            result = planner.solve(problem)
        self.assertEqual(len(result.plan.actions), 4, "two steps to p2, the lamp, and a look")
        with up.PlanValidator(name="sokoplan") as validator:
            self.assertEqual(validator.validate(problem, result.plan).status, ValidationResultStatus.VALID)

    def test_the_engine_is_chosen_by_the_kind_of_a_problem(self) -> None:
        self.assertTrue(sokoplan.unified_planning.SokoplanEngine.supports(errands(True).kind))


if __name__ == "__main__":
    unittest.main()
