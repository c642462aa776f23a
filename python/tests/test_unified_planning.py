"""The engine of unified-planning on small problems of its own."""

from __future__ import annotations

import io
import subprocess
import sys
import unittest
from importlib.util import find_spec
from typing import Any
from unittest import mock

up: Any = None
if find_spec("unified_planning") is not None:
    import sokoplan.unified_planning  # isort: skip - before unified_planning, as the page says
    import unified_planning.shortcuts as up
    from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
    from unified_planning.engines.results import LogLevel, PlanGenerationResultStatus, ValidationResultStatus
    from unified_planning.plans import SequentialPlan

TIMED_OUT = {"type": "summary", "answer": "time_limit", "facts": 1, "operators": 1, "plan_nodes": 1, "seconds": 0.25}


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


def detour() -> up.Problem:
    """The goal is one action away at a cost of 9, and two cheap ones at a cost of 2."""
    near, there = up.Fluent("near"), up.Fluent("there")
    jump, step, arrive = (up.InstantaneousAction(name) for name in ("jump", "step", "arrive"))
    jump.add_effect(there, True)
    step.add_effect(near, True)
    arrive.add_precondition(near)
    arrive.add_effect(there, True)
    problem = up.Problem("detour")
    problem.add_fluents([near, there])
    problem.set_initial_value(near, False)
    problem.set_initial_value(there, False)
    problem.add_actions([jump, step, arrive])
    problem.add_goal(there)
    problem.add_quality_metric(up.MinimizeActionCosts({jump: up.Int(9), step: up.Int(1), arrive: up.Int(1)}))
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

    def test_the_engine_is_there_after_its_import_alone(self) -> None:
        for first in ("sokoplan.unified_planning", "unified_planning.shortcuts"):
            code = f"""
import {first}
import sokoplan.unified_planning
from unified_planning.shortcuts import AnytimePlanner, OneshotPlanner, PlanValidator, get_environment
get_environment().credits_stream = None
for mode in (OneshotPlanner, AnytimePlanner, PlanValidator):
    assert mode(name="sokoplan").name == "sokoplan"
"""
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), first)

    def test_an_anytime_planner_yields_cheaper_and_cheaper_plans_and_says_that_the_last_is_cheapest(self) -> None:
        for problem, number, cost in ((errands(reachable=True), 1, 6), (detour(), 2, 2)):
            metric = problem.quality_metrics[0]
            with up.AnytimePlanner(name="sokoplan", params={"nodes": 1000}) as planner:
                *plans, last = planner.get_solutions(problem)
            self.assertEqual(len(plans), number)
            self.assertEqual({result.status for result in plans}, {PlanGenerationResultStatus.INTERMEDIATE})
            self.assertEqual(last.status, PlanGenerationResultStatus.SOLVED_OPTIMALLY)
            self.assertEqual(last.plan, plans[-1].plan)
            costs = [sum(metric.costs[step.action].constant_value() for step in one.plan.actions) for one in plans]
            self.assertEqual(costs, sorted(set(costs), reverse=True), "each is cheaper than the one before")
            self.assertEqual(costs[-1], cost)
            with up.PlanValidator(name="sokoplan") as validator:
                valid = [validator.validate(problem, one.plan).status for one in plans]
            self.assertEqual(set(valid), {ValidationResultStatus.VALID})

    def test_an_anytime_planner_can_be_left_early_and_may_find_nothing(self) -> None:
        engine = sokoplan.unified_planning.SokoplanEngine
        self.assertTrue(engine.ensures(AnytimeGuarantee.INCREASING_QUALITY))
        self.assertFalse(engine.ensures(AnytimeGuarantee.OPTIMAL_PLANS))
        with up.AnytimePlanner(name="sokoplan") as planner:
            found = planner.get_solutions(detour())
            self.assertEqual(next(found).status, PlanGenerationResultStatus.INTERMEDIATE)
            found.close()
            (none,) = planner.get_solutions(errands(reachable=False))
        self.assertEqual((none.status, none.plan), (PlanGenerationResultStatus.UNSOLVABLE_PROVEN, None))

    def test_a_summary_is_information_and_a_refusal_an_error(self) -> None:
        problem, said = errands(reachable=True), io.StringIO()
        with up.OneshotPlanner(name="sokoplan") as planner:
            result = planner.solve(problem, output_stream=said)
        self.assertEqual([log.level for log in result.log_messages], [LogLevel.INFO])
        self.assertRegex(result.log_messages[0].message, r"^solved; \d+ facts, ")
        self.assertEqual(said.getvalue(), f"plan 1: 3 steps, cost 6\n{result.log_messages[0].message}\n")
        with up.OneshotPlanner(name="sokoplan", params={"search": "no-such"}) as planner:
            result = planner.solve(problem)
        self.assertEqual(result.status, PlanGenerationResultStatus.INTERNAL_ERROR)
        self.assertEqual([log.level for log in result.log_messages], [LogLevel.ERROR])
        self.assertIn("no-such", result.log_messages[0].message)

    def test_a_limit_that_is_met_is_no_proof(self) -> None:
        problem = errands(reachable=True)
        with up.OneshotPlanner(name="sokoplan", params={"nodes": 1}) as planner:
            self.assertEqual(planner.solve(problem).status, PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY)
        asked = mock.Mock(return_value=(row for row in [TIMED_OUT]))
        with mock.patch("sokoplan.unified_planning.rows", asked), up.OneshotPlanner(name="sokoplan") as planner:
            self.assertEqual(planner.solve(problem, timeout=0.25).status, PlanGenerationResultStatus.TIMEOUT)
        self.assertIn("250ms", asked.call_args.args)

    def test_the_engine_is_chosen_by_the_kind_of_a_problem(self) -> None:
        self.assertTrue(sokoplan.unified_planning.SokoplanEngine.supports(errands(True).kind))


if __name__ == "__main__":
    unittest.main()
