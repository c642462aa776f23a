"""The rows of the program: made by generate_rows.py from ``sokoplan help json schema``. ``sokoplan help json`` has the meanings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from .reading import OfLevel, Result

#: The version of the rows.
SCHEMA = 3


@dataclass(frozen=True)
class RacerRow:
    """JSON object of one of several threads that search a level."""

    what: str
    plan_nodes: int
    push_nodes: int
    seconds: float
    ended: str


@dataclass(frozen=True)
class LabelCounts:
    """The number of operators of each `Label`."""

    deterministic: int
    choice: int
    unknown: int


@dataclass(frozen=True)
class AgreementRow:
    """JSON object."""

    agree: int
    all: int
    chance: float


@dataclass(frozen=True)
class FidelityRow:
    """JSON object."""

    slots: int
    filled: int
    added: int
    order: AgreementRow
    suppliers: AgreementRow
    parks_made: AgreementRow
    parks_proposed: AgreementRow
    exact: int


@dataclass(frozen=True)
class ImprovedRow:
    """Metrics of a solution before it was shortened, and the work of shortening it."""

    by: str
    moves_before: int
    pushes_before: int
    nodes: int
    seconds: float
    stop: str


@dataclass(frozen=True)
class AreaRow:
    """JSON row of an area."""

    name: str
    kind: str
    squares: int
    places: tuple[tuple[int, int], ...]
    goals: int
    boxes: int
    next_to: tuple[str, ...]


@dataclass(frozen=True)
class SentenceRow:
    """JSON row of a sentence or a chapter of a story."""

    first: int
    last: int
    words: str


@dataclass(frozen=True)
class SourceRow:
    """JSON row of an area that supplies boxes to another."""

    area: str
    boxes: int


@dataclass(frozen=True)
class FilledRow:
    """JSON row of an area whose goals are filled."""

    area: str
    goals: tuple[tuple[int, int], ...]
    from_: tuple[SourceRow, ...]
    words: str


@dataclass(frozen=True)
class StoryRow:
    """JSON row of the story of a solution."""

    filled: tuple[FilledRow, ...]
    sentences: tuple[SentenceRow, ...]
    groups: tuple[str, ...] = ()
    hard: Optional[str] = None
    chapters: tuple[SentenceRow, ...] = ()


@dataclass(frozen=True)
class RealisedRow:
    """JSON row of a step that a planner carried out, in the order of execution."""

    words: str
    kind: str
    boxes: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    areas: tuple[str, ...]
    act: str
    label: Optional[str]
    pushes: int


@dataclass(frozen=True)
class GroupRow:
    """JSON row of a group of boxes that was solved."""

    areas: tuple[str, ...]
    boxes: int
    nodes: int


@dataclass(frozen=True)
class StepRow:
    """JSON row of a step of a solution."""

    kind: str
    words: str
    from_: tuple[int, int]
    to: tuple[int, int]
    areas: tuple[str, ...]
    lurd: str
    pushes: int
    purpose: str
    label: Optional[str]


@dataclass(frozen=True, repr=False)
class SolveRow(OfLevel):
    """JSON row of one level that was solved or tried."""

    title: str
    answer: str
    lurd: Optional[str]
    moves: Optional[int]
    pushes: Optional[int]
    plan_nodes: int
    push_nodes: int
    solved_by: Optional[str]
    labels: LabelCounts
    hierarchical: Optional[bool]
    pushes_by: dict[str, int]
    seconds: float
    peak_bytes: int
    optimal: Optional[bool] = None
    metric: Optional[str] = None
    lower_bound: Optional[int] = None
    shortest_known: Optional[str] = None
    push_nodes_by: Optional[dict[str, int]] = None
    refused_by: Optional[dict[str, int]] = None
    side_by_side: tuple[RacerRow, ...] = ()
    fidelity: Optional[FidelityRow] = None
    improved: Optional[ImprovedRow] = None
    unsolved: tuple[str, ...] = ()
    areas: tuple[AreaRow, ...] = ()
    story: Optional[StoryRow] = None
    realised: tuple[RealisedRow, ...] = ()
    groups: tuple[GroupRow, ...] = ()
    steps: tuple[StepRow, ...] = ()


@dataclass(frozen=True, repr=False)
class ExplainRow(OfLevel):
    """JSON row of an explained solution."""

    title: str
    line: int
    lurd: str
    moves: int
    pushes: int
    solves: bool
    areas: tuple[AreaRow, ...]
    story: StoryRow
    steps: tuple[StepRow, ...]


@dataclass(frozen=True)
class TunnelRow:
    """JSON object of the figures of a tunnel."""

    length: int
    bent: bool
    box_use: str


@dataclass(frozen=True)
class RoomsAreaRow:
    """JSON object of a room or tunnel."""

    name: str
    kind: str
    squares: tuple[tuple[int, int], ...]
    dead: tuple[tuple[int, int], ...]
    goals: int
    boxes: int
    player: bool
    passage: str
    next_to: tuple[str, ...]
    tunnel: Optional[TunnelRow] = None


@dataclass(frozen=True)
class OpeningRow:
    """JSON object of two areas that touch."""

    areas: tuple[str, str]
    door: bool
    boxes: tuple[bool, bool]
    steps: tuple[tuple[tuple[int, int], tuple[int, int]], ...]


@dataclass(frozen=True, repr=False)
class RoomsRow(OfLevel):
    """JSON dump of the areas of one level."""

    title: str
    rooms_by: str
    width: int
    height: int
    areas: tuple[RoomsAreaRow, ...]
    openings: tuple[OpeningRow, ...]


@dataclass(frozen=True)
class SupplierRow:
    """JSON object of an area from which a slot can be filled."""

    from_: tuple[int, int]
    areas: tuple[str, ...]


@dataclass(frozen=True)
class SlotRow:
    """JSON object of a slot."""

    words: str
    to: tuple[int, int]
    fills: bool
    stage: int
    suppliers: tuple[SupplierRow, ...]
    forced: bool


@dataclass(frozen=True)
class MadeRow:
    """JSON object of a transfer that was made."""

    words: str
    from_: tuple[int, int]
    to: tuple[int, int]
    areas: tuple[str, ...]
    fills: bool
    pushes: int
    label: Optional[str]
    slot: Optional[int]
    supplied: bool
    reason: Optional[str] = None


@dataclass(frozen=True)
class PlannedRow:
    """JSON object of a plan, and its result."""

    answer: str
    strategy: Optional[str]
    variation: str
    fidelity: FidelityRow
    pushes_by: dict[str, int]
    slots: tuple[SlotRow, ...]
    made: tuple[MadeRow, ...]
    realised: tuple[RealisedRow, ...]
    lurd: Optional[str]


@dataclass(frozen=True)
class TraceRow:
    """JSON row of an entry of the trace."""

    number: int
    position: int
    step: str
    act: str
    label: Optional[str]
    moved: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
    player: tuple[int, int]
    outcome: Optional[int]
    refused: Optional[str]
    chosen: bool


@dataclass(frozen=True, repr=False)
class PlanRow(OfLevel):
    """JSON row of a level with its plans."""

    title: str
    answer: str
    areas: tuple[AreaRow, ...]
    plans: tuple[PlannedRow, ...]
    lurd: Optional[str]
    plan_nodes: int
    push_nodes: int
    story: Optional[StoryRow] = None
    steps: tuple[StepRow, ...] = ()
    trace: tuple[TraceRow, ...] = ()


@dataclass(frozen=True)
class Proof:
    """A proof that the checker has accepted."""

    kind: str
    pictures: int
    patterns: int
    bytes: int
    checked: bool


@dataclass(frozen=True, repr=False)
class ProofRow(OfLevel):
    """JSON row of a level with the result of an attempt to prove that it has no solution."""

    title: str
    claim: Optional[str]
    rule: Optional[str]
    proof: Optional[Proof]
    unproved: Optional[str]
    text: Optional[str]


@dataclass(frozen=True)
class About:
    """File and number of the level that a proof is about."""

    file: str
    level: int


@dataclass(frozen=True, repr=False)
class CheckRow(Result):
    """JSON row of one checked proof."""

    file: str
    line: int
    holds: bool
    claim: Optional[str]
    pushes: Optional[int]
    about: Optional[About]
    pictures: Optional[int]
    patterns: Optional[int]
    positions: Optional[int]
    reason: Optional[str]


@dataclass(frozen=True, repr=False)
class RescueRow(OfLevel):
    """JSON object of the push that lost a level."""

    pushes: int
    solvable: Optional[int]
    lost: Optional[int]
    take_back: Optional[int]
    moves: Optional[int]
    why: Optional[str]
    boxes: tuple[tuple[int, int], ...]
    words: str
