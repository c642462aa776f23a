"""The program as a process: its path, its arguments and its rows."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sysconfig
from collections.abc import Generator
from pathlib import Path
from typing import Union

from .reading import Row
from .rows import SCHEMA

Option = Union[str, int, float, bool, "list[str]", "list[int]", "tuple[str, ...]", None]

#: Exit codes with results: success, and success with the answer no for some level.
_ANSWERED = (0, 1)


class SokoplanError(Exception):
    """The program failed; this is its message."""


def find_program() -> str:
    """Return the path of the program: of ``$SOKOPLAN``, of this installation, or of the ``PATH``.

    :raises SokoplanError: if there is no program.
    """
    named = os.environ.get("SOKOPLAN")
    if named:
        return named
    name = "sokoplan.exe" if os.name == "nt" else "sokoplan"
    for scheme in {sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user")}:
        installed = Path(sysconfig.get_path("scripts", scheme)) / name
        if installed.is_file():
            return str(installed)
    found = shutil.which("sokoplan")
    if found is None:
        raise SokoplanError("the program sokoplan was not found: install it (cargo install --path .), or set SOKOPLAN to its path")
    return found


def options(given: dict[str, Option]) -> list[str]:
    """Return keywords as options of the command line.

    >>> options({"improve_by": "moves", "nodes": 2000, "level": [1, 3], "time": None})
    ['--improve-by', 'moves', '--nodes', '2000', '--level', '1,3']
    """
    words: list[str] = []
    for name, value in given.items():
        flag = ("-" if len(name) == 1 else "--") + name.replace("_", "-")
        if value is True:
            words.append(flag)
        elif isinstance(value, (list, tuple)):
            words += [flag, ",".join(str(part) for part in value)]
        elif value is not None and value is not False:
            words += [flag, str(value)]
    return words


def run(*arguments: str, text: str = "") -> str:
    """Run the program with these arguments and ``text`` as its standard input, and return its standard output.

    :raises SokoplanError: with the message of the program, if it fails.
    """
    done = subprocess.run([find_program(), *arguments], input=text, capture_output=True, encoding="utf-8", check=False)
    if done.returncode not in _ANSWERED:
        raise SokoplanError(_message(done.stderr, done.returncode))
    return done.stdout


def rows(*arguments: str, text: str = "") -> Generator[Row, None, None]:
    """Yield the rows of a command with ``--json`` as they come, the summary included. A reader that stops early ends the program.

    :raises SokoplanError: if the program fails, or writes rows of another schema.
    """
    process = subprocess.Popen(
        [find_program(), *arguments, "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    try:
        # The program reads all levels before it writes a row, so neither waits for the other.
        try:
            process.stdin.write(text)
            process.stdin.close()
        except BrokenPipeError:
            pass  # It failed before it read; the message follows.
        for line in process.stdout:
            row: Row = json.loads(line)
            if row.get("schema") != SCHEMA:
                raise SokoplanError(f"rows of schema {row.get('schema')}, expected {SCHEMA}: versions do not fit")
            yield row
        message = process.stderr.read()
        if process.wait() not in _ANSWERED:
            raise SokoplanError(_message(message, process.returncode))
    finally:
        if process.poll() is None:
            process.terminate()
        process.wait()
        process.stdout.close()
        process.stderr.close()


def _message(message: str, code: int) -> str:
    # The message is about the command line, but the reader has written keywords.
    unknown = re.search(r"unexpected argument '-+([\w-]+)' found(?:.*similar argument exists: '-+([\w-]+)')?", message, re.DOTALL)
    if unknown:
        name, similar = ((word or "").replace("-", "_") for word in unknown.groups())
        return f"there is no keyword {name}: " + (f"do you mean {similar}?" if similar else "keywords are the options of the command line")
    return message.strip().removeprefix("sokoplan: ") or f"the program ended with code {code}"
