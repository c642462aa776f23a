"""The engine ``sokoplan`` of unified-planning: a planner and a plan validator. Importing it adds the engine."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import unified_planning as up
from unified_planning.engines import Credits, PDDLPlanner, ValidationResult, ValidationResultStatus
from unified_planning.engines.mixins import PlanValidatorMixin
from unified_planning.engines.results import LogLevel, LogMessage, PlanGenerationResultStatus
from unified_planning.io import PDDLWriter
from unified_planning.model import ProblemKind
from unified_planning.plans import PlanKind

from .process import SokoplanError, find_program, options, run

_CREDITS = Credits(
    name="sokoplan",
    author="the developers of sokoplan",
    contact="",
    website="",
    license="MIT OR Apache-2.0",
    short_description="The STRIPS planner of a planning toolkit for Sokoban.",
    long_description="Greedy and alternating best-first search, A* with LM-cut, and plans that become cheaper.",
)
#: Exit codes of the program: a plan, none within the limits.
_PLAN, _NONE = 0, 1


class SokoplanEngine(PDDLPlanner, PlanValidatorMixin):  # type: ignore[misc]
    """Options are those of ``sokoplan pddl solve``, as in ``OneshotPlanner(name="sokoplan", params={"search": "astar"})``."""

    def __init__(self, **given: Any) -> None:
        super().__init__(needs_requirements=True)
        self._given = options(given)

    @property
    def name(self) -> str:
        return "sokoplan"

    @staticmethod
    def get_credits(**_: Any) -> Credits:
        return _CREDITS

    @staticmethod
    def supported_kind() -> ProblemKind:
        kind = ProblemKind(version=2)
        kind.set_problem_class("ACTION_BASED")
        kind.set_typing("FLAT_TYPING")
        kind.set_typing("HIERARCHICAL_TYPING")
        kind.set_conditions_kind("NEGATIVE_CONDITIONS")
        kind.set_conditions_kind("EQUALITIES")
        kind.set_conditions_kind("DISJUNCTIVE_CONDITIONS")
        kind.set_conditions_kind("EXISTENTIAL_CONDITIONS")
        kind.set_conditions_kind("UNIVERSAL_CONDITIONS")
        kind.set_effects_kind("CONDITIONAL_EFFECTS")
        kind.set_effects_kind("FORALL_EFFECTS")
        kind.set_quality_metrics("ACTIONS_COST")
        kind.set_quality_metrics("PLAN_LENGTH")
        kind.set_actions_cost_kind("STATIC_FLUENTS_IN_ACTIONS_COST")
        kind.set_actions_cost_kind("INT_NUMBERS_IN_ACTIONS_COST")
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        return bool(problem_kind <= SokoplanEngine.supported_kind())

    @staticmethod
    def supports_plan(plan_kind: PlanKind) -> bool:
        return bool(plan_kind == PlanKind.SEQUENTIAL_PLAN)

    def _get_cmd(self, domain_filename: str, problem_filename: str, plan_filename: str) -> list[str]:
        command = [find_program(), "pddl", "solve", domain_filename, problem_filename, "-o", plan_filename]
        return command + self._given

    def _result_status(
        self,
        problem: up.model.Problem,
        plan: up.plans.Plan | None,
        retval: int,
        log_messages: list[LogMessage] | None = None,
    ) -> PlanGenerationResultStatus:
        if plan is not None:
            return PlanGenerationResultStatus.SOLVED_SATISFICING
        said = " ".join(log.message for log in log_messages or [])
        if retval == _NONE:
            proved = "unsolvable" in said
            status = PlanGenerationResultStatus
            return status.UNSOLVABLE_PROVEN if proved else status.UNSOLVABLE_INCOMPLETELY
        return PlanGenerationResultStatus.INTERNAL_ERROR

    def _validate(self, problem: up.model.AbstractProblem, plan: up.plans.Plan) -> ValidationResult:
        writer = PDDLWriter(problem, True)
        with tempfile.TemporaryDirectory() as folder:
            domain, task, steps = (str(Path(folder) / name) for name in ("domain.pddl", "problem.pddl", "plan"))
            writer.write_domain(domain)
            writer.write_problem(task)
            writer.write_plan(plan, steps)
            try:
                said = run("pddl", "check", domain, task, steps)
                status = ValidationResultStatus.VALID if said.startswith("valid") else ValidationResultStatus.INVALID
            except SokoplanError as error:
                said, status = str(error), ValidationResultStatus.INVALID
        return ValidationResult(status, self.name, [LogMessage(LogLevel.INFO, said)])


up.shortcuts.get_environment().factory.add_engine("sokoplan", __name__, "SokoplanEngine")
