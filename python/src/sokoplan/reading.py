"""Values of JSON as data classes."""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Union, get_args, get_origin, get_type_hints

if TYPE_CHECKING:
    from .levels import Level

Row = dict[str, Any]


@dataclass(frozen=True, repr=False)
class Result:
    """A row of the program, with its keys as fields."""

    #: The whole row.
    row: Row = field(repr=False, compare=False)

    def __repr__(self) -> str:
        # The whole row fills pages of a notebook.
        return f"{type(self).__name__}({self})"


@dataclass(frozen=True, repr=False)
class OfLevel(Result):
    """A row about a level."""

    level: Level


def read(kind: Any, value: Any, **given: Any) -> Any:
    """Return a value of JSON as a value of this type, a data class with the fields that are given besides."""
    parts = get_args(kind)
    if get_origin(kind) is Union:
        return None if value is None else read(next(part for part in parts if part is not type(None)), value)
    if get_origin(kind) is tuple:
        return tuple(read(parts[0], one) for one in value or ())
    if get_origin(kind) is dict:
        return {key: read(parts[1], one) for key, one in value.items()}
    if not is_dataclass(kind):
        return value
    types = get_type_hints(kind, localns={"Level": object})
    for one in fields(kind):
        key = one.name.rstrip("_")
        if one.name not in given and (key in value or one.default is MISSING):
            given[one.name] = read(types[one.name], value[key])
    return kind(**given)
