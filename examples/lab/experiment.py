#!/usr/bin/env python3
"""Settings of sokoplan compared on collections of levels, with Downward Lab (https://lab.readthedocs.io).

    pip install lab
    examples/lab/experiment.py --all

Each level under each setting is a run of `bench`. Its rows become the properties of the run, with the version and the
revision of the program; Lab makes a table and a scatter plot of them. On a cluster, take Lab's SlurmEnvironment in the place of LocalEnvironment.

Three environment variables are read: SOKOPLAN (the program), SOKOPLAN_LEVELS (files of levels, separated by blanks),
LAB_FOLDER (where everything is written).
"""

import json
import os
import subprocess
from pathlib import Path

from downward.reports.absolute import AbsoluteReport
from downward.reports.scatter import ScatterPlotReport
from lab.environments import LocalEnvironment
from lab.experiment import Experiment
from lab.parser import Parser
from lab.reports import Attribute, geometric_mean

ROOT = Path(__file__).resolve().parents[2]
SOKOPLAN = os.environ.get("SOKOPLAN", "sokoplan")
LEVELS = os.environ.get("SOKOPLAN_LEVELS", f"{ROOT}/levels/6-lisa.xsb {ROOT}/levels/7-orders.xsb").split()
FOLDER = os.environ.get("LAB_FOLDER", "target/lab")

# A node limit makes the runs repeatable; for the times of the literature use --time 10m.
LIMITS = ["--nodes", "20k"]
SETTINGS = {
    "all": [],
    "pushes": ["--strategy", "pushes"],
    "plans": ["--strategy", "plans"],
}

ATTRIBUTES = [
    Attribute("coverage", absolute=True, min_wins=False, scale="linear"),
    Attribute("push_nodes", min_wins=True, function=geometric_mean, digits=0),
    Attribute("plan_nodes", min_wins=True, scale="linear"),
    Attribute("pushes", min_wins=True, scale="linear"),
    Attribute("moves", min_wins=True, scale="linear"),
    Attribute("seconds", min_wins=True, scale="log"),
    Attribute("peak_bytes", min_wins=True, scale="log"),
    "answer",
]


def levels(file):
    """Returns the numbers of the levels of a file, without faults."""
    listed = subprocess.run([SOKOPLAN, "list", "--json", file], stdout=subprocess.PIPE, text=True)
    rows = [json.loads(line) for line in listed.stdout.splitlines()]
    return [row["level"] for row in rows if row["type"] == "level" and row["fault"] is None]


def read_row(content, properties):
    """Takes the rows of the setting and of the level into the properties of the run."""
    rows = [json.loads(line) for line in content.splitlines()]
    for setting in [row for row in rows if row["type"] == "setting"]:
        for key in ["version", "revision", "machine"]:
            properties[key] = setting[key]
    rows = [row for row in rows if row["type"] == "level"]
    if not rows:
        properties["answer"] = "no_row"
        properties.setdefault("unexplained_errors", []).append("no row of a level")
        return
    row = rows[-1]
    for key in ["answer", "pushes", "moves", "plan_nodes", "push_nodes", "seconds", "peak_bytes", "solved_by"]:
        if row.get(key) is not None:
            properties[key] = row[key]
    properties["coverage"] = int(row["answer"] == "solved")
    # Lab lists runs with an unexplained internal error above its tables.
    if row["answer"] in ("internal_error", "invalid"):
        properties.setdefault("unexplained_errors", []).append(row["answer"])


parser = Parser()
parser.add_function(read_row, file="rows.jsonl")

experiment = Experiment(FOLDER, environment=LocalEnvironment(processes=1))
experiment.add_parser(parser)
for file in map(os.path.abspath, LEVELS):
    for number in levels(file):
        for name, options in SETTINGS.items():
            run = experiment.add_run()
            command = [SOKOPLAN, "bench", file, "--level", str(number), "-o", "rows.jsonl", *LIMITS, *options]
            run.add_command("bench", command)
            run.set_property("algorithm", name)
            run.set_property("domain", Path(file).stem)
            run.set_property("problem", f"{number:04}")
            run.set_property("id", [name, Path(file).stem, f"{number:04}"])

experiment.add_step("build", experiment.build)
experiment.add_step("start", experiment.start_runs)
experiment.add_step("parse", experiment.parse)
experiment.add_fetcher(name="fetch")
experiment.add_report(AbsoluteReport(attributes=ATTRIBUTES), outfile="table.html")
experiment.add_report(
    ScatterPlotReport(attributes=["push_nodes"], filter_algorithm=["pushes", "all"], format="png"),
    name="scatter",
    outfile="push-nodes.png",
)
experiment.run_steps()
