"""The engines ``sokoplan`` (any plan, better plans in time, a plan validator) and ``sokoplan-optimal`` of unified-planning.

Importing it adds the engines.
"""

from __future__ import annotations

import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from unified_planning.engines import Credits, Engine, PlanGenerationResult, ValidationResult, ValidationResultStatus
from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin, PlanValidatorMixin
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import LogLevel, LogMessage, PlanGenerationResultStatus
from unified_planning.environment import get_environment
from unified_planning.io import PDDLReader, PDDLWriter
from unified_planning.model import AbstractProblem, ProblemKind
from unified_planning.plans import Plan, PlanKind

from .process import Option, Row, SokoplanError, options, rows, run

_CREDITS = Credits(
    name="sokoplan",
    author="the developers of sokoplan",
    contact="",
    website="",
    license="MIT OR Apache-2.0",
    short_description="The STRIPS planner of a planning toolkit for Sokoban.",
    long_description="Goal by goal, greedy best-first search with FF, and A* with LM-cut.",
)
#: Names of the program's answers in unified-planning; any other answer means that no plan was found.
_STATUS = {
    "solved": PlanGenerationResultStatus.SOLVED_SATISFICING,
    "unsolvable": PlanGenerationResultStatus.UNSOLVABLE_PROVEN,
    "time_limit": PlanGenerationResultStatus.TIMEOUT,
    "memory_limit": PlanGenerationResultStatus.MEMOUT,
}
#: Why there is no plan.
_REASONS = {
    "unsolvable": "no plan exists: all states were tried, or the goal cannot be reached",
    "time_limit": "no plan: the time limit was met",
    "node_limit": "no plan: the limit of nodes was met",
    "memory_limit": "no plan: the memory limit was met",
}


class SokoplanEngine(Engine, OneshotPlannerMixin, AnytimePlannerMixin, PlanValidatorMixin):  # type: ignore[misc]
    """Parameters are options of ``sokoplan pddl solve``: ``OneshotPlanner(name="sokoplan", params={"optimal": True})``.

    A ``timeout`` is its ``--time``. Without one, and without limits among the parameters, its own limits hold. As an anytime
    planner it gives the first plan at once, and then a cheapest one.
    """

    def __init__(self, **given: Option) -> None:
        Engine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        AnytimePlannerMixin.__init__(self)
        PlanValidatorMixin.__init__(self)
        self._given = given

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
        kind.set_quality_metrics("ACTIONS_COST")
        kind.set_quality_metrics("PLAN_LENGTH")
        kind.set_actions_cost_kind("STATIC_FLUENTS_IN_ACTIONS_COST")
        kind.set_actions_cost_kind("INT_NUMBERS_IN_ACTIONS_COST")
        return kind

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return bool(optimality_guarantee == OptimalityGuarantee.SATISFICING)

    @staticmethod
    def ensures(anytime_guarantee: AnytimeGuarantee) -> bool:
        return bool(anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY)

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        return bool(problem_kind <= SokoplanEngine.supported_kind())

    @staticmethod
    def supports_plan(plan_kind: PlanKind) -> bool:
        return bool(plan_kind == PlanKind.SEQUENTIAL_PLAN)

    def _solve(
        self,
        problem: AbstractProblem,
        heuristic: Any = None,
        timeout: float | None = None,
        output_stream: IO[str] | None = None,
    ) -> PlanGenerationResult:
        if heuristic is not None:
            warnings.warn("sokoplan has heuristics of its own and asks no other", stacklevel=3)
        return self._planned(problem, self._given, timeout, output_stream)

    def _get_solutions(
        self, problem: AbstractProblem, timeout: float | None = None, output_stream: IO[str] | None = None
    ) -> Iterator[PlanGenerationResult]:
        began = time.monotonic()
        first = self._planned(problem, {**self._given, "optimal": None}, timeout, output_stream)
        if first.plan is None:
            yield first
            return
        yield replace(first, status=PlanGenerationResultStatus.INTERMEDIATE)
        left = None if timeout is None else max(0.001, timeout - (time.monotonic() - began))
        best = self._planned(problem, {**self._given, "optimal": True}, left, output_stream)
        # Where a limit is met, the first plan stays the best, and the log says which limit.
        yield best if best.plan is not None else replace(first, log_messages=best.log_messages)

    def _planned(
        self, problem: AbstractProblem, given: dict[str, Option], timeout: float | None, output_stream: IO[str] | None
    ) -> PlanGenerationResult:
        limit = {} if timeout is None else {"time": f"{max(1, round(timeout * 1000))}ms"}
        # A pair is a stream for each of the two that a process has.
        stream = output_stream[0] if isinstance(output_stream, tuple) else output_stream
        writer, plan = PDDLWriter(problem, True), None
        with tempfile.TemporaryDirectory() as folder:
            try:
                words = options({**given, **limit})
                with closing(rows("pddl", "solve", *_write(writer, folder), *words)) as found:
                    for row in found:
                        if stream is not None:
                            stream.write(f"{_words(row)}\n")
                        if row["type"] == "summary":
                            return self._result(row, plan, bool(given.get("optimal")))
                        if plan is None:
                            steps = "\n".join(f"({step})" for step in row["steps"])
                            reader = PDDLReader(problem.environment)
                            plan = reader.parse_plan_string(problem, steps, writer.get_item_named)
                error = SokoplanError("the program gave no summary")
            except SokoplanError as refusal:
                error = refusal
        refused = [LogMessage(LogLevel.ERROR, str(error))]
        return PlanGenerationResult(
            PlanGenerationResultStatus.INTERNAL_ERROR, plan, self.name, log_messages=refused
        )

    def _result(self, summary: Row, plan: Plan | None, optimal: bool) -> PlanGenerationResult:
        status = _STATUS.get(summary["answer"], PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY)
        if plan is not None and optimal:
            status = PlanGenerationResultStatus.SOLVED_OPTIMALLY
        metrics = {"engine_internal_time": str(summary["seconds"]), "plan_nodes": str(summary["plan_nodes"])}
        return PlanGenerationResult(status, plan, self.name, metrics, [LogMessage(LogLevel.INFO, _words(summary))])

    def _validate(self, problem: AbstractProblem, plan: Plan) -> ValidationResult:
        writer = PDDLWriter(problem, True)
        with tempfile.TemporaryDirectory() as folder:
            steps = str(Path(folder) / "plan")
            files = _write(writer, folder)
            writer.write_plan(plan, steps)
            try:
                said = run("pddl", "check", *files, steps)
                status = ValidationResultStatus.VALID if said.startswith("valid") else ValidationResultStatus.INVALID
            except SokoplanError as error:
                said, status = str(error), ValidationResultStatus.INVALID
        return ValidationResult(status, self.name, [LogMessage(LogLevel.INFO, said)])


def _write(writer: PDDLWriter, folder: str) -> tuple[str, str]:
    """Write the domain and the problem, and return their files."""
    domain, task = (str(Path(folder) / name) for name in ("domain.pddl", "problem.pddl"))
    writer.write_domain(domain)
    writer.write_problem(task)
    return domain, task


def _words(row: Row) -> str:
    if row["type"] == "plan":
        return f"plan {row['number']}: {len(row['steps'])} steps, cost {row['cost']}"
    counts = f"{row['facts']} facts, {row['operators']} operators, {row['plan_nodes']} nodes, {row['seconds']:.2f} s"
    return f"{_REASONS.get(row['answer'], row['answer'])}; {counts}"


class SokoplanOptimalEngine(SokoplanEngine):
    """The same, whose plans are cheapest ones."""

    def __init__(self, **given: Option) -> None:
        super().__init__(**{**given, "optimal": True})

    @property
    def name(self) -> str:
        return "sokoplan-optimal"

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return True


get_environment().factory.add_engine("sokoplan", __name__, "SokoplanEngine")
get_environment().factory.add_engine("sokoplan-optimal", __name__, "SokoplanOptimalEngine")
