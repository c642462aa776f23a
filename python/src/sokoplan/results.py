"""Results: the rows of the program, which have their keys as fields (see :mod:`sokoplan.rows`), with further methods."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Optional, TypeVar

from . import rows
from .reading import OfLevel, Result, Row

if TYPE_CHECKING:
    import pandas

    from .levels import Level


@dataclass(frozen=True, repr=False)
class Solution(rows.SolveRow):
    """The result of solving a level, with its steps: transfers between areas, and arrangements."""

    @property
    def is_solved(self) -> bool:
        return self.lurd is not None

    def __str__(self) -> str:
        if self.lurd is None:
            return self.answer.replace("_", " ")
        return f"{_count(self.moves, 'move')}, {_count(self.pushes, 'push')}, by {self.solved_by}"

    def _repr_svg_(self) -> str:
        if self.lurd is None:
            return self.level._repr_svg_()
        return self.level._picture("replay", solution=self.lurd)


@dataclass(frozen=True, repr=False)
class Proof(rows.ProofRow):
    """The result of proving a claim about a level."""

    @property
    def is_proved(self) -> bool:
        return self.text is not None

    def __str__(self) -> str:
        return f"{self.claim}: " + ("proved" if self.is_proved else f"not proved, {self.unproved}")


@dataclass(frozen=True, repr=False)
class CheckedProof(rows.CheckRow):
    """The verdict of the checker on a proof."""

    #: The level of the proof; ``None`` if no levels were given, or the proof is about another level.
    level: Optional[Level]

    def __str__(self) -> str:
        return f"{self.claim}: holds" if self.holds else f"refused, {self.reason}"


@dataclass(frozen=True, repr=False)
class Rescue(rows.RescueRow):
    """Which push lost a level, and how many to take back."""

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True, repr=False)
class Rooms(rows.RoomsRow):
    """A level as rooms and tunnels."""

    def __getitem__(self, name: str) -> rows.RoomsAreaRow:
        for area in self.areas:
            if area.name == name:
                return area
        raise KeyError(name)

    def __str__(self) -> str:
        kinds = [area.kind for area in self.areas]
        return ", ".join(_count(kinds.count(kind), kind) for kind in ("room", "tunnel"))

    def _repr_svg_(self) -> str:
        return self.level._picture("rooms", rooms_by=self.rooms_by)


@dataclass(frozen=True, repr=False)
class Plans(rows.PlanRow):
    """The plans of a level, and their fate."""

    def __str__(self) -> str:
        plans = (f"{_count(len(plan.slots), 'slot')}, {plan.answer.replace('_', ' ')}" for plan in self.plans)
        return "; ".join(plans) or self.answer.replace("_", " ")

    def _repr_svg_(self) -> str:
        return self.level._picture("plan")


@dataclass(frozen=True, repr=False)
class Layers(OfLevel):
    """Help for a player: each layer by its name."""

    layers: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.layers[name]

    def __str__(self) -> str:
        return ", ".join(self.layers)

    def _repr_svg_(self) -> str:
        return self.level._picture("layers", layer=list(self.layers))


@dataclass(frozen=True, repr=False)
class Explanation(rows.ExplainRow):
    """A solution as steps."""

    def __str__(self) -> str:
        return "\n".join(sentence.words for sentence in self.story.sentences)

    def to_pandas(self) -> pandas.DataFrame:
        """Return a table with a row per step; needs pandas."""
        return _table(self.row["steps"])


@dataclass(frozen=True)
class Task:
    """A level as a planning task, for any planner."""

    level: Level
    #: The name of the domain.
    name: str
    domain: str = field(repr=False)
    problem: str = field(repr=False)

    def __str__(self) -> str:
        return f"{self.level.name}: task of the domain {self.name}, {_count(len(self.problem.splitlines()), 'line')}"


@dataclass(frozen=True)
class Bench:
    """The rows of ``bench``."""

    #: A row per level and run.
    levels: tuple[Row, ...] = field(repr=False)
    #: The sums, by file or by run.
    sums: tuple[Row, ...] = field(repr=False)
    #: The other rows, e.g. the differences of ``ablate``.
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

    def __str__(self) -> str:
        solved = sum(row["answer"] == "solved" for row in self.levels)
        return f"{solved} of {_count(len(self.levels), 'run')} solved"

    def to_pandas(self) -> pandas.DataFrame:
        """Return a table with a row per level and run, nested figures as ``search.expanded``; needs pandas."""
        return _table(self.levels)

    def sums_to_pandas(self) -> pandas.DataFrame:
        """Return a table with a row per file, or per run; needs pandas."""
        return _table(self.sums)


R = TypeVar("R", bound=Result)


class Results(list[R], Generic[R]):
    """Results in the order of the levels."""

    def __str__(self) -> str:
        return "\n".join(map(str, self))

    def to_pandas(self) -> pandas.DataFrame:
        """Return a table with a row per level, nested figures as ``labels.choice``; needs pandas."""
        return _table(result.row for result in self)


def _count(number: Optional[int], noun: str) -> str:
    plural = "es" if noun.endswith("sh") else "s"
    return f"{number} {noun}{'' if number == 1 else plural}"


def _table(rows: Iterable[Row]) -> pandas.DataFrame:
    import pandas

    return pandas.json_normalize(list(rows))
