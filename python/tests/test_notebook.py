"""The notebook is stored with its outputs, as people read it in a browser. ``INSTA_UPDATE=always`` renews them."""

from __future__ import annotations

import os
import unittest
from pathlib import Path
from unittest import mock

import sokoplan

try:
    import ipykernel  # noqa: F401
    import nbclient
    import nbformat
    import pandas  # noqa: F401
except ImportError:
    nbclient = None

NOTEBOOK = Path(__file__).resolve().parents[2] / "examples" / "notebook" / "non_determinism.ipynb"


def tidied(outputs: list) -> list:
    """Outputs with the lines of one stream together: a kernel hands them on in pieces as they come."""
    tidy: list = []
    for output in outputs:
        if tidy and output.output_type == "stream" == tidy[-1].output_type and output.name == tidy[-1].name:
            tidy[-1].text += output.text
        else:
            tidy.append(output)
    return tidy


def shown(output: dict) -> dict:
    """The text of an output, without the HTML of tables, which differs between versions of pandas."""
    if output.output_type == "stream":
        return {output.name: output.text}
    return {kind: value for kind, value in output.data.items() if kind != "text/html"}


@unittest.skipIf(nbclient is None, "no nbclient with ipykernel and pandas")
class Notebook(unittest.TestCase):
    def test_its_outputs_are_those_that_are_stored(self) -> None:
        stored = nbformat.read(NOTEBOOK, as_version=4)
        fresh = nbformat.from_dict(stored)
        where = {"PYTHONPATH": str(Path(sokoplan.__file__).parents[1]), "SOKOPLAN": sokoplan.find_program()}
        with mock.patch.dict(os.environ, where):
            client = nbclient.NotebookClient(
                fresh, record_timing=False, resources={"metadata": {"path": NOTEBOOK.parent}}
            )
            client.execute()
        # The version of Python that ran it is no part of it.
        fresh.metadata = stored.metadata
        for cell in fresh.cells:
            if cell.cell_type == "code":
                cell.outputs = tidied(cell.outputs)
        if os.environ.get("INSTA_UPDATE") == "always":
            nbformat.write(fresh, NOTEBOOK)
        pictures = 0
        for old, new in zip(stored.cells, fresh.cells):
            if old.cell_type == "code" and os.environ.get("INSTA_UPDATE") != "always":
                with self.subTest(old.source):
                    self.assertEqual([shown(one) for one in old.outputs], [shown(one) for one in new.outputs])
            pictures += sum("image/svg+xml" in shown(output) for output in new.get("outputs", []))
        self.assertEqual(pictures, 3, "the rooms, the plan over them, and the controls")


if __name__ == "__main__":
    unittest.main()
