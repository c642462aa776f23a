"""A planning toolkit for Sokoban: rooms and tunnels, abstract plans, and pushes that realise them.

The package runs the program ``sokoplan`` and reads its rows: see :func:`load`, and the methods of :class:`Level`.
"""

from .levels import Level, Levels, check, load, loads
from .process import SokoplanError, find_program, run
from .results import (
    Bench,
    CheckedProof,
    Explanation,
    Layers,
    Plans,
    Proof,
    Results,
    Rooms,
    Solution,
    Task,
)

__all__ = [
    "Bench",
    "CheckedProof",
    "Explanation",
    "Layers",
    "Level",
    "Levels",
    "Plans",
    "Proof",
    "Results",
    "Rooms",
    "SokoplanError",
    "Solution",
    "Task",
    "check",
    "find_program",
    "load",
    "loads",
    "run",
]
