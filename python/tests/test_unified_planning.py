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
        statuses = (PlanGenerationResultStatus.SOLVED_SATISFICING, PlanGenerationResultStatus.SOLVED_OPTIMALLY)
        for given, status in zip(({}, {"optimal": True}), statuses, strict=True):
            with up.OneshotPlanner(name="sokoplan", params=given) as planner:
                result = planner.solve(problem)
            self.assertEqual(result.status, status)
            self.assertEqual(len(result.plan.actions), 3)
            with up.PlanValidator(name="sokoplan") as validator:
                self.assertEqual(validator.validate(problem, result.plan).status, ValidationResultStatus.VALID)
                half = SequentialPlan(result.plan.actions[:1])
                self.assertEqual(validator.validate(problem, half).status, ValidationResultStatus.INVALID)

    def test_that_there_is_no_plan_is_proved(self) -> None:
        with up.OneshotPlanner(name="sokoplan") as planner:
            result = planner.solve(errands(reachable=False))
        self.assertEqual((result.status, result.plan), (PlanGenerationResultStatus.UNSOLVABLE_PROVEN, None))

    def test_a_cheapest_plan_is_found_if_asked_for(self) -> None:
        problem = detour()
        (metric,) = problem.quality_metrics
        with up.OneshotPlanner(name="sokoplan", params={"optimal": True}) as planner:
            result = planner.solve(problem)
        self.assertEqual(sum(metric.costs[step.action].constant_value() for step in result.plan.actions), 2)

    def test_plans_get_better_in_time_and_the_last_is_a_cheapest(self) -> None:
        problem = detour()
        (metric,) = problem.quality_metrics
        cost = lambda result: sum(metric.costs[step.action].constant_value() for step in result.plan.actions)  # noqa: E731
        with up.AnytimePlanner(problem_kind=problem.kind, anytime_guarantee="INCREASING_QUALITY") as planner:
            self.assertEqual(planner.name, "sokoplan")
            results = list(planner.get_solutions(problem, timeout=60.0))
        statuses = [PlanGenerationResultStatus.INTERMEDIATE, PlanGenerationResultStatus.SOLVED_OPTIMALLY]
        self.assertEqual([result.status for result in results], statuses)
        self.assertLessEqual(cost(results[1]), min(cost(results[0]), 2))
        with up.AnytimePlanner(name="sokoplan") as planner:
            (none,) = planner.get_solutions(errands(reachable=False))
        self.assertEqual(none.status, PlanGenerationResultStatus.UNSOLVABLE_PROVEN)
        with up.OneshotPlanner(problem_kind=problem.kind, optimality_guarantee="SOLVED_OPTIMALLY") as planner:
            self.assertEqual((planner.name, cost(planner.solve(problem))), ("sokoplan-optimal", 2))

    def test_the_engine_is_there_after_its_import_alone(self) -> None:
        for first in ("sokoplan.unified_planning", "unified_planning.shortcuts"):
            code = f"""
import {first}
import sokoplan.unified_planning
from unified_planning.shortcuts import OneshotPlanner, PlanValidator, get_environment
get_environment().credits_stream = None
for mode in (OneshotPlanner, PlanValidator):
    assert mode(name="sokoplan").name == "sokoplan"
"""
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), first)

    def test_a_summary_is_information_and_a_refusal_an_error(self) -> None:
        problem, said = errands(reachable=True), io.StringIO()
        with up.OneshotPlanner(name="sokoplan") as planner:
            result = planner.solve(problem, output_stream=said)
        self.assertEqual([log.level for log in result.log_messages], [LogLevel.INFO])
        self.assertRegex(result.log_messages[0].message, r"^solved; \d+ facts, ")
        self.assertEqual(said.getvalue(), f"plan 1: 3 steps, cost 6\n{result.log_messages[0].message}\n")
        with up.OneshotPlanner(name="sokoplan", params={"no_such": 1}) as planner:
            result = planner.solve(problem)
        self.assertEqual(result.status, PlanGenerationResultStatus.INTERNAL_ERROR)
        self.assertEqual([log.level for log in result.log_messages], [LogLevel.ERROR])
        self.assertIn("no_such", result.log_messages[0].message)

    def test_a_limit_that_is_met_is_no_proof(self) -> None:
        problem = errands(reachable=True)
        with up.OneshotPlanner(name="sokoplan", params={"nodes": 1}) as planner:
            result = planner.solve(problem)
        self.assertEqual(result.status, PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY)
        self.assertRegex(result.log_messages[0].message, "^no plan: the limit of nodes was met; ")
        asked = mock.Mock(return_value=(row for row in [TIMED_OUT]))
        with mock.patch("sokoplan.unified_planning.rows", asked), up.OneshotPlanner(name="sokoplan") as planner:
            self.assertEqual(planner.solve(problem, timeout=0.25).status, PlanGenerationResultStatus.TIMEOUT)
        self.assertIn("250ms", asked.call_args.args)

    def test_the_engine_is_chosen_by_the_kind_of_a_problem(self) -> None:
        self.assertTrue(sokoplan.unified_planning.SokoplanEngine.supports(errands(True).kind))


if __name__ == "__main__":
    unittest.main()
