"""Results as plain data. Squares are (row, column), from 0. Each result keeps the whole row of the program."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .process import Row

if TYPE_CHECKING:
    import pandas

    from .levels import Level

Square = tuple[int, int]


def _squares(pairs: Iterable[Iterable[int]]) -> tuple[Square, ...]:
    return tuple((row, column) for row, column in pairs)


@dataclass(frozen=True)
class MovedBox:
    """What a step of a solution did with one box."""

    #: Its square before and after the step.
    start: Square
    end: Square
    #: The areas that it was in, one after the other.
    areas: tuple[str, ...]


@dataclass(frozen=True)
class SolutionStep:
    """A step of a solution: what happened, whoever found it."""

    #: ``transfer`` (one box goes to another area) or ``arrangement`` (boxes end in their areas).
    kind: str
    #: As in ``A > b > C`` or ``arrange A``.
    words: str
    #: Its moves; one step after the other, they are the solution.
    lurd: str
    pushes: int
    #: Every box that it moved.
    boxes: tuple[MovedBox, ...]
    #: What it is good for, as in ``fills 6,1``.
    purpose: str
    #: Whether a plan proposed it before its pushes were searched.
    proposed: bool
    #: How certain a transfer was; ``None`` for an arrangement.
    label: str | None
    #: Push nodes spent on it; ``None`` where the solution was not planned.
    push_nodes: int | None

    @classmethod
    def of(cls, row: Row) -> SolutionStep:
        def moved(one: Row) -> MovedBox:
            start, end = _squares((one["from"], one["to"]))
            return MovedBox(start, end, tuple(one["areas"]))

        boxes = tuple(moved(one) for one in row["boxes"])
        counts = row["proposed"], row["label"], row["push_nodes"]
        return cls(row["kind"], row["words"], row["lurd"], row["pushes"], boxes, row["purpose"], *counts)


@dataclass(frozen=True)
class Solution:
    """What solving a level came to."""

    level: Level
    #: ``solved``, ``unsolvable``, or the limit that was met.
    answer: str
    #: The moves, pushes in capitals.
    lurd: str | None
    moves: int | None
    pushes: int | None
    seconds: float
    #: Its steps: transfers between areas, and arrangements.
    steps: tuple[SolutionStep, ...]
    row: Row = field(repr=False, compare=False)

    @classmethod
    def of(cls, level: Level, row: Row) -> Solution:
        steps = tuple(SolutionStep.of(step) for step in row.get("steps") or ())
        return cls(level, row["answer"], row["lurd"], row["moves"], row["pushes"], row["seconds"], steps, row)

    @property
    def is_solved(self) -> bool:
        return self.lurd is not None

    def _repr_svg_(self) -> str:
        if self.lurd is None:
            return self.level._repr_svg_()
        return self.level._picture("replay", lurd=self.lurd)


@dataclass(frozen=True)
class Proof:
    """What proving a claim about a level came to."""

    level: Level
    #: What was to be proved: ``unsolvable``, or ``bound 17``: every solution has at least 17 pushes.
    claim: str
    #: The proof, as ``sokoplan help proofs`` describes it; ``None`` where there is none.
    text: str | None = field(repr=False)
    #: ``dead_squares``, ``freeze``, ``matching``, ``frozen_walls``, ``corral``, ``boxes``, ``position`` or ``bound``.
    kind: str | None
    #: Its statements with a picture, and those of them that are patterns.
    pictures: int | None
    patterns: int | None
    #: The deadlock rule whose boxes it began with.
    rule: str | None
    #: Why there is no proof.
    unproved: str | None
    row: Row = field(repr=False, compare=False)

    @classmethod
    def of(cls, level: Level, row: Row) -> Proof:
        proof = row["proof"] or {}
        figures = proof.get("kind"), proof.get("pictures"), proof.get("patterns")
        return cls(level, row["claim"], row["text"], *figures, row["rule"], row["unproved"], row)

    @property
    def is_proved(self) -> bool:
        return self.text is not None


@dataclass(frozen=True)
class CheckedProof:
    """What the checker says about a proof."""

    holds: bool
    claim: str
    #: The level that it is about; ``None`` where no levels were given, or it is about none of them.
    level: Level | None
    #: Why it does not hold.
    reason: str | None
    row: Row = field(repr=False, compare=False)


@dataclass(frozen=True)
class Area:
    """A room or a tunnel."""

    name: str
    #: ``room`` or ``tunnel``.
    kind: str
    squares: tuple[Square, ...]
    dead: tuple[Square, ...]
    goals: int
    boxes: int
    #: Whether the player stands in it at the start.
    player: bool
    next_to: tuple[str, ...]


@dataclass(frozen=True)
class Opening:
    """Where two areas meet."""

    areas: tuple[str, str]
    #: Whether boxes can go from the first to the second, and back.
    boxes: tuple[bool, bool]
    steps: tuple[tuple[Square, ...], ...]


@dataclass(frozen=True)
class Rooms:
    """A level as rooms and tunnels."""

    level: Level
    rooms_by: str
    areas: tuple[Area, ...]
    openings: tuple[Opening, ...]
    row: Row = field(repr=False, compare=False)

    @classmethod
    def of(cls, level: Level, row: Row) -> Rooms:
        def area(one: Row) -> Area:
            squares, dead = _squares(one["squares"]), _squares(one["dead"])
            counts = one["goals"], one["boxes"], one["player"]
            return Area(one["name"], one["kind"], squares, dead, *counts, tuple(one["next_to"]))

        def opening(one: Row) -> Opening:
            areas, boxes = one["areas"], one["boxes"]
            return Opening((areas[0], areas[1]), (boxes[0], boxes[1]), tuple(_squares(step) for step in one["steps"]))

        areas = tuple(area(one) for one in row["areas"])
        return cls(level, row["rooms_by"], areas, tuple(opening(one) for one in row["openings"]), row)

    def __getitem__(self, name: str) -> Area:
        for area in self.areas:
            if area.name == name:
                return area
        raise KeyError(name)

    def _repr_svg_(self) -> str:
        return self.level._picture("rooms", rooms_by=self.rooms_by)


@dataclass(frozen=True)
class Step:
    """A step of an abstract plan."""

    #: As in ``A > b > C``.
    words: str
    #: How sure its outcome is.
    label: str
    cost: int
    #: What became of it when the plan was realised.
    fate: str | None


@dataclass(frozen=True)
class Plan:
    """An abstract plan."""

    cost: int
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        return "; ".join(step.words for step in self.steps)


@dataclass(frozen=True)
class Plans:
    """The abstract plans of a level, and what came of them."""

    level: Level
    abstraction: str
    plans: tuple[Plan, ...]
    #: ``solved`` where a plan was realised to the end.
    answer: str
    lurd: str | None
    row: Row = field(repr=False, compare=False)

    @classmethod
    def of(cls, level: Level, row: Row) -> Plans:
        def step(one: Row) -> Step:
            return Step(one["step"], one["label"], one["cost"], one.get("fate"))

        plans = tuple(Plan(one["cost"], tuple(step(part) for part in one["steps"])) for one in row["plans"])
        return cls(level, row["abstraction"], plans, row["answer"], row.get("lurd"), row)

    def _repr_svg_(self) -> str:
        return self.level._picture("plan", abstraction=self.abstraction)


@dataclass(frozen=True)
class Layers:
    """What would help a player: each layer by its name."""

    level: Level
    layers: dict[str, Any]
    row: Row = field(repr=False, compare=False)

    @classmethod
    def of(cls, level: Level, row: Row) -> Layers:
        return cls(level, row["layers"], row)

    def __getitem__(self, name: str) -> Any:
        return self.layers[name]

    def _repr_svg_(self) -> str:
        return self.level._picture("layers", layer=list(self.layers))


@dataclass(frozen=True)
class Explanation:
    """A solution as steps."""

    level: Level
    lurd: str
    steps: tuple[SolutionStep, ...]
    row: Row = field(repr=False, compare=False)

    @classmethod
    def of(cls, level: Level, row: Row) -> Explanation:
        return cls(level, row["lurd"], tuple(SolutionStep.of(step) for step in row["steps"]), row)

    def to_pandas(self) -> pandas.DataFrame:
        """Return a table with a row a step; needs pandas."""
        return _table(self.row["steps"])


@dataclass(frozen=True)
class Task:
    """A level as a planning task, for any planner."""

    level: Level
    #: The name of the domain.
    name: str
    domain: str = field(repr=False)
    problem: str = field(repr=False)


@dataclass(frozen=True)
class Bench:
    """The rows of ``bench``."""

    #: A row a level and run.
    levels: tuple[Row, ...] = field(repr=False)
    #: The sums: of each file, or of each run.
    sums: tuple[Row, ...] = field(repr=False)
    #: The other rows, as the differences of ``ablate``.
    others: tuple[Row, ...] = field(repr=False)
    summary: Row = field(repr=False)

    @classmethod
    def of(cls, rows: Iterable[Row]) -> Bench:
        kinds: dict[str, list[Row]] = {}
        for row in rows:
            kinds.setdefault(row["type"], []).append(row)
        levels, summary = kinds.pop("level", []), kinds.pop("summary", [{}])[-1]
        sums = kinds.pop("file", []) + kinds.pop("run", [])
        return cls(tuple(levels), tuple(sums), tuple(row for kind in kinds.values() for row in kind), summary)

    def to_pandas(self) -> pandas.DataFrame:
        """Return a table with a row a level and run, nested figures as ``search.expanded``; needs pandas."""
        return _table(self.levels)

    def sums_to_pandas(self) -> pandas.DataFrame:
        """Return a table with a row a file, or a run; needs pandas."""
        return _table(self.sums)


R = TypeVar("R", Solution, Proof, Rooms, Plans, Layers)


class Results(list[R], Generic[R]):
    """Results in the order of the levels."""

    def to_pandas(self) -> pandas.DataFrame:
        """Return a table with a row a level, nested figures as ``labels.choice``; needs pandas."""
        return _table(result.row for result in self)


def _table(rows: Iterable[Row]) -> pandas.DataFrame:
    import pandas

    return pandas.json_normalize(list(rows))
