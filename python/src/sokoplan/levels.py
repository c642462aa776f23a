"""Levels and their methods: each runs the program once."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import SupportsIndex, TypeVar, Union, overload

from .process import Option, SokoplanError, options, rows, run
from .reading import Row, read
from .results import (
    Bench,
    CheckedProof,
    Explanation,
    Layers,
    Plans,
    Proof,
    Rescue,
    Results,
    Rooms,
    Solution,
    Task,
)

T = TypeVar("T")
Name = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Level:
    """A level: its board as rows of XSB, and where it was read."""

    rows: tuple[str, ...] = field(repr=False)
    title: str = ""
    author: str = ""
    #: The file as it was named, and the level's number in it, from 1.
    file: str = field(default="", compare=False)
    number: int = field(default=1, compare=False)

    @property
    def text(self) -> str:
        """The level as XSB, ended by a blank line."""
        title = [f"Title: {self.title}"] if self.title else []
        return "\n".join([*self.rows, *title]) + "\n\n"

    @property
    def name(self) -> str:
        """The title, or the number where there is none."""
        return self.title or f"level {self.number}"

    def __str__(self) -> str:
        return "\n".join(self.rows)

    def _repr_svg_(self) -> str:
        return self._picture("layers", layer="dead-squares")

    def solve(self, *, time: str | None = None, **given: Option) -> Solution:
        """Solve it like ``sokoplan solve``; `answer` is ``solved``, ``unsolvable``, or the limit that was met."""
        return Levels([self]).solve(time=time, **given)[0]

    def prove(self, *, time: str | None = None, **given: Option) -> Proof:
        """Prove that it has no solution, or that every solution has at least ``bound`` pushes, like ``sokoplan prove``."""
        return Levels([self]).prove(time=time, **given)[0]

    def rooms(self, **given: Option) -> Rooms:
        """Return its rooms and tunnels, like ``sokoplan rooms`` (``rooms_by``, ...)."""
        return Levels([self]).rooms(**given)[0]

    def plan(self, **given: Option) -> Plans:
        """Return its plans and their fate, like ``sokoplan plan`` (``k``, ``exact``, ...).

        ``level.plan().plans[0].slots`` has what is planned, ``fidelity`` what became of it, beside chance.
        """
        return Levels([self]).plan(**given)[0]

    def layers(self, **given: Option) -> Layers:
        """Return help for a player, like ``sokoplan layers`` (``layer``, ``after``, ...)."""
        return Levels([self]).layers(**given)[0]

    def rescue(self, lurd: str, **given: Option) -> Rescue:
        """Return which of these moves' pushes lost the level, and how many to take back, as ``sokoplan layers`` does."""
        row = self.layers(layer="rescue", after=lurd, **given)["rescue"]
        rescue: Rescue = read(Rescue, row, level=self, row=row)
        return rescue

    def improve(self, lurd: str, **given: Option) -> Solution:
        """Return a shorter solution, as ``sokoplan improve`` does (``by``, ``time``, ...).

        :raises SokoplanError: where the moves do not solve the level.
        """
        for row in rows("improve", "-", "--solution", lurd, *options(given), text=self.text):
            if row["type"] == "level":
                solution: Solution = read(Solution, row, level=self, row=row)
                return solution
        raise SokoplanError(f"no solution of the level: {lurd}")

    def explain(self, lurd: str, **given: Option) -> Explanation:
        """Return a solution as steps, like ``sokoplan explain`` (``rooms_by``, ...).

        :raises SokoplanError: if the rules forbid a move, or the moves do not solve the level.
        """
        for row in rows("explain", "-", "--solution", lurd, *options(given), text=self.text):
            if row["type"] == "level" and row.get("steps") is not None:
                explanation: Explanation = read(Explanation, row, level=self, row=row)
                return explanation
        raise SokoplanError(f"no solution of the level: {lurd}")

    def pddl(self, domain: str, **given: Option) -> Task:
        """Return it as a planning task, like ``sokoplan pddl export``.

        ``domain`` is sokoban-moves, sokoban-pushes or rooms.
        """
        with tempfile.TemporaryDirectory() as folder:
            words = ["--domain", domain, "-o", folder, *options(given)]
            problem = Path(run("pddl", "export", "-", *words, text=self.text).splitlines()[-1])
            if not problem.is_file():
                raise SokoplanError(f"the level has no task of the domain {domain} within the limits")
            text = (Path(folder) / f"{domain}.pddl").read_text(encoding="utf-8")
            return Task(self, domain, text, problem.read_text(encoding="utf-8"))

    def after(self, lurd: str) -> Level:
        """Return the position after these moves.

        :raises SokoplanError: if the rules forbid a move.
        """
        return loads(run("convert", "-", "--after", lurd, text=self.text))[0]

    def _picture(self, command: str, *words: str, **given: Option) -> str:
        return run(command, "-", "--format", "svg", *words, *options(given), text=self.text)


class Levels(list[Level]):
    """Levels in order; each method runs the program once for all of them."""

    @property
    def text(self) -> str:
        """All levels as XSB."""
        return "".join(level.text for level in self)

    def __str__(self) -> str:
        return "\n".join(f"{level.number} {level.title}".rstrip() for level in self)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Level: ...
    @overload
    def __getitem__(self, index: slice) -> Levels: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Level | Levels:
        if isinstance(index, slice):
            return Levels(super().__getitem__(index))
        return super().__getitem__(index)

    def titled(self, title: str) -> Level:
        """Return the level with this title.

        :raises KeyError: if no level has it.
        """
        for level in self:
            if level.title == title:
                return level
        raise KeyError(title)

    def solve(self, *, time: str | None = None, **given: Option) -> Results[Solution]:
        """Solve all, with these limits for each; see :meth:`iter_solve` for results as they come."""
        return Results(self.iter_solve(time=time, **given))

    def iter_solve(self, *, time: str | None = None, **given: Option) -> Iterator[Solution]:
        """Yield each solution as soon as it is found."""
        return self._asked("solve", {"time": time, "explain": True, **given}, Solution)

    def prove(self, *, time: str | None = None, **given: Option) -> Results[Proof]:
        """Prove that each level has no solution, or that every solution has at least ``bound`` pushes; the checker accepts each proof."""
        return Results(self._asked("prove", {"time": time, **given}, Proof))

    def rooms(self, **given: Option) -> Results[Rooms]:
        """Return the rooms and tunnels of all."""
        return Results(self._asked("rooms", given, Rooms))

    def plan(self, **given: Option) -> Results[Plans]:
        """Return the plans of all."""
        return Results(self._asked("plan", given, Plans))

    def layers(self, **given: Option) -> Results[Layers]:
        """Return help for a player in each level."""
        return Results(self._asked("layers", given, Layers))

    def bench(self, **given: Option) -> Bench:
        """Run all levels under limits, like ``sokoplan bench`` (``nodes``, ``strategies=["lean", "a-star:h2"]``, ``ablate``, ...)."""
        return Bench.of(rows("bench", "-", *options(given), text=self.text))

    def _asked(self, command: str, given: dict[str, Option], kind: type[T]) -> Iterator[T]:
        if not self:
            return
        for row in rows(command, "-", *options(given), text=self.text):
            if row["type"] == "level":
                if "reason" in row:
                    raise SokoplanError(row["reason"])
                yield read(kind, row, level=self[row["level"] - 1], row=row)


def load(paths: Name | Iterable[Name], **given: Option) -> Levels:
    """Read levels from files, folders or archives, in any format that the program reads.

    Keywords are options of ``sokoplan list``, e.g. ``level="1-10"`` or ``alphabet="#@+$*. "``. Faulty levels raise an error that
    says where.
    """
    names = [os.fspath(path) for path in ([paths] if isinstance(paths, (str, os.PathLike)) else paths)]
    for name in names:
        if not Path(name).exists():
            raise FileNotFoundError(name)
    return _listed(rows("list", *names, *options(given)))


def loads(text: str, **given: Option) -> Levels:
    """Read levels from a text; with the keywords of :func:`load`."""
    return _listed(rows("list", "-", *options(given), text=text))


def check(proofs: str, levels: Levels | None = None, **given: Option) -> Results[CheckedProof]:
    """Check the proofs in a text, like ``sokoplan verify``; with ``levels``, each proof must be about one of these."""
    levels = levels or Levels()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "proofs.sokoproof"
        file.write_text(proofs, encoding="utf-8")
        files = [str(file), *(["-"] if levels else [])]
        return Results(
            read(CheckedProof, row, level=levels[row["about"]["level"] - 1] if row["about"] else None, row=row)
            for row in rows("verify", *files, *options(given), text=levels.text)
            if row["type"] == "proof"
        )


def _listed(rows: Iterable[Row]) -> Levels:
    levels = Levels()
    for row in rows:
        if row["type"] != "level":
            continue
        if row["fault"] is not None:
            fault = row["fault"]
            raise SokoplanError(f"{row['file']}:{fault['line']}: {fault['what']}")
        levels.append(Level(tuple(row["rows"]), row["title"], row["author"], row["file"], row["level"]))
    return levels
