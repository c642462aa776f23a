"""A planning toolkit for Sokoban: rooms and tunnels, abstract plans, and pushes that realise them.

The package runs the program ``sokoplan`` and reads its rows: see :func:`load`, and the methods of :class:`Level`.
"""

from .levels import Level, Levels, check, load, loads
from .process import SokoplanError, find_program, run
from .results import (
    Area,
    Bench,
    CheckedProof,
    Explanation,
    Layers,
    MovedBox,
    Opening,
    Plan,
    Plans,
    Proof,
    Results,
    Rooms,
    Solution,
    SolutionStep,
    Step,
    Task,
)

__all__ = [
    "Area",
    "Bench",
    "CheckedProof",
    "Explanation",
    "Layers",
    "Level",
    "Levels",
    "MovedBox",
    "Opening",
    "Plan",
    "Plans",
    "Proof",
    "Results",
    "Rooms",
    "SokoplanError",
    "Solution",
    "SolutionStep",
    "Step",
    "Task",
    "check",
    "find_program",
    "load",
    "loads",
    "run",
]
