#!/usr/bin/env python3
"""Writes src/sokoplan/rows.py, the rows of the program as data classes, from its ``sokoplan help json schema``.

    SOKOPLAN=../target/release/sokoplan python3 generate_rows.py
"""

from __future__ import annotations

import json
import keyword
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

#: The rows that the package returns, each with its base class.
ROWS = {
    "solve: level": "OfLevel",
    "explain: level": "OfLevel",
    "rooms: level": "OfLevel",
    "plan: level": "OfLevel",
    "prove: level": "OfLevel",
    "verify: proof": "Result",
}
#: Objects within rows that are handed on alone.
PARTS = {"RescueRow": "OfLevel"}
HEAD = '''"""The rows of the program: made by generate_rows.py from ``sokoplan help json schema``. ``sokoplan help json`` has the meanings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from .reading import OfLevel, Result

#: The version of the rows.
SCHEMA = {schema}
'''
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


class Types:
    """The classes of a document of schemas, each after the classes that it uses."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.document = document
        self.classes: dict[str, str] = {}

    def type_of(self, schema: dict[str, Any]) -> str:
        """Return a schema as a type of Python."""
        if "$ref" in schema:
            return self.class_of(schema["$ref"].split("/")[-1], "")
        kinds = schema.get("anyOf") or schema.get("oneOf")
        if kinds:
            names = {self.type_of(kind) for kind in kinds}
            (name,) = names - {"None"}
            return f"Optional[{name}]" if "None" in names else name
        kind = schema.get("type", "string" if "const" in schema or "enum" in schema else None)
        if isinstance(kind, list):
            name = self.type_of({**schema, "type": next(one for one in kind if one != "null")})
            return f"Optional[{name}]"
        if kind == "array":
            parts = schema.get("prefixItems") or [schema["items"]] * schema.get("maxItems", 0)
            names = [self.type_of(part) for part in parts] or [self.type_of(schema["items"]), "..."]
            return f"tuple[{', '.join(names)}]"
        if kind == "object":
            return f"dict[str, {self.type_of(schema['additionalProperties'])}]"
        return {**PLAIN, "null": "None"}.get(kind, "Any")

    def class_of(self, name: str, base: str) -> str:
        """Return the class of a definition; words are texts."""
        schema = self.document["$defs"][name]
        if "properties" not in schema:
            return self.type_of(schema)
        if name in self.classes:
            return name
        needed, optional = [], []
        for key, of in schema["properties"].items():
            kind = self.type_of(of)
            field = f"    {key}_" if keyword.iskeyword(key) else f"    {key}"
            if key in schema.get("required", []):
                needed.append(f"{field}: {kind}")
                continue
            # A list that is left out is empty; any other field that is left out is ``None``.
            plain = kind.removeprefix("Optional[").removesuffix("]") if kind.startswith("Optional[") else kind
            optional.append(f"{field}: {plain} = ()" if plain.startswith("tuple") else f"{field}: Optional[{plain}] = None")
        says = re.split(r"\.\s|:\s", re.sub(r"\[(`[^`]*`)\]|\n", r"\1 ", schema.get("description", name)))[0].strip(" .")
        head = f"@dataclass(frozen=True{', repr=False' if base else ''})\nclass {name}{f'({base})' if base else ''}:\n    \"\"\"{says}.\"\"\"\n\n"
        self.classes[name] = head + "\n".join(needed + optional) + "\n"
        return name


def module() -> str:
    """Return the text of the module."""
    command = [os.environ.get("SOKOPLAN", "sokoplan"), "help", "json", "schema"]
    document = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    types = Types(document)
    rows = {kind["title"]: kind["allOf"][0]["$ref"] for kind in document["anyOf"] if "$ref" in kind["allOf"][0]}
    for row, base in ROWS.items():
        types.class_of(rows[row].split("/")[-1], base)
    for part, base in PARTS.items():
        types.class_of(part, base)
    return HEAD.format(schema=document["properties"]["schema"]["const"]) + "".join(f"\n\n{one}" for one in types.classes.values())


if __name__ == "__main__":
    file = Path(__file__).parent / "src" / "sokoplan" / "rows.py"
    text = module()
    if sys.argv[1:] == ["--check"]:
        sys.exit(0 if file.read_text(encoding="utf-8") == text else f"{file} is not as the program says: run {__file__}")
    file.write_text(text, encoding="utf-8")
