"""The package over the real program: run by ``python -m unittest discover -s tests`` with ``PYTHONPATH=src``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import sokoplan
from sokoplan.process import options

ROOT = Path(__file__).resolve().parents[2]
LISA = ROOT / "levels" / "6-lisa.xsb"


def has(module: str) -> bool:
    try:
        __import__(module)
    except ImportError:
        return False
    return True


class Loading(unittest.TestCase):
    def test_levels_keep_title_number_and_board(self) -> None:
        levels = sokoplan.load(LISA)
        self.assertEqual([level.number for level in levels], [1, 2])
        self.assertTrue(levels[0].title.startswith("LISA's Figure 1"))
        self.assertEqual(str(levels[0]).splitlines()[0], "#############")
        self.assertEqual(sokoplan.loads(levels.text), levels, "what is written is read back")
        self.assertIs(type(levels[:1]), sokoplan.Levels)
        self.assertEqual(levels.titled(levels[1].title), levels[1])

    def test_a_fault_says_where_it_is(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            broken = Path(folder) / "broken.xsb"
            broken.write_text("#####\n#@$ #\n#####\n")
            with self.assertRaisesRegex(sokoplan.SokoplanError, r"broken\.xsb:\d: 1 box but 0 goals"):
                sokoplan.load(broken)
        with self.assertRaises(FileNotFoundError):
            sokoplan.load("nowhere.xsb")

    def test_boards_of_other_games_raise_and_other_letters_are_named(self) -> None:
        with self.assertRaisesRegex(sokoplan.SokoplanError, "a board of Trioban; sokoplan reads Sokoban"):
            sokoplan.loads("#####\n#@$.#\n#####\nGame: Trioban\n")
        levels = sokoplan.loads("+++++\n+*@X+\n+++++\n", alphabet="+*?@&X ")
        self.assertEqual(levels[0].rows, ("#####", "#@$.#", "#####"))

    def test_options_are_those_of_the_command_line(self) -> None:
        self.assertEqual(
            options({"wide_board": True, "nodes": 5, "k": 2, "level": [1, 3], "time": None, "no": False}),
            ["--wide-board", "--nodes", "5", "-k", "2", "--level", "1,3"],
        )
        with self.assertRaisesRegex(sokoplan.SokoplanError, "no keyword no_where: "):
            sokoplan.load(LISA)[0].solve(no_where=1)
        with self.assertRaisesRegex(sokoplan.SokoplanError, "no keyword nodse: do you mean nodes"):
            sokoplan.load(LISA)[0].solve(nodse=1)


class Asking(unittest.TestCase):
    level = sokoplan.load(LISA)[0]

    def test_a_solution_solves_the_level(self) -> None:
        solution = self.level.solve(nodes=20_000)
        assert solution.lurd is not None
        self.assertEqual((solution.answer, solution.is_solved), ("solved", True))
        self.assertEqual("".join(step.lurd for step in solution.steps), solution.lurd)
        moved = solution.steps[0]
        self.assertEqual(len(moved.from_), 2)
        self.assertGreater(len(moved.areas), 0)
        self.assertEqual(len(solution.lurd), solution.moves)
        self.assertEqual(sum(letter.isupper() for letter in solution.lurd), solution.pushes)
        self.assertNotIn("$", str(self.level.after(solution.lurd)), "all boxes stand on goals")
        self.assertIn("<animate", solution._repr_svg_())

    def test_a_level_without_solution_is_an_answer_and_no_error(self) -> None:
        lost = sokoplan.loads("#####\n#$@.#\n#####\n")[0].solve()
        self.assertEqual((lost.answer, lost.is_solved, lost.lurd), ("unsolvable", False, None))
        self.assertIn("<svg", lost._repr_svg_())

    def test_a_proof_is_a_text_that_the_checker_accepts_of_its_level_alone(self) -> None:
        lost, easy = sokoplan.loads("#####\n#$@.#\n#####\n\n######\n#@$ .#\n######\n")
        proof = lost.prove()
        assert proof.text is not None
        assert proof.proof is not None
        self.assertEqual((proof.claim, proof.proof.kind, proof.unproved), ("unsolvable", "dead_squares", None))
        both = sokoplan.Levels([easy, lost])
        (checked,) = sokoplan.check(proof.text, both)
        self.assertEqual((checked.holds, checked.claim, checked.level), (True, "unsolvable", lost))
        (other,) = sokoplan.check(proof.text, both[:1])
        self.assertEqual((other.holds, other.level), (False, None))
        self.assertIn("none of these levels", other.reason or "")
        forged = proof.text.replace("$@.", "@$.")
        self.assertEqual([checked.holds for checked in sokoplan.check(proof.text + forged)], [True, False])
        bound = easy.prove(bound=2)
        self.assertEqual((bound.claim, bound.is_proved), ("bound 2", True))
        none = both.prove()[0]
        self.assertEqual((none.is_proved, none.text, none.unproved), (False, None, "it has a solution"))

    def test_rooms_have_names_squares_and_openings(self) -> None:
        rooms = self.level.rooms()
        self.assertEqual([area.name for area in rooms.areas], ["A", "a", "B", "b", "C"])
        self.assertEqual((rooms["A"].boxes, rooms["A"].player, rooms["B"].goals), (2, True, 1))
        self.assertIn(("A", "b"), [opening.areas for opening in rooms.openings])
        self.assertEqual(self.level.rooms(rooms_by="lisa").rooms_by, "lisa")
        self.assertIn("<svg", rooms._repr_svg_())

    def test_plans_say_their_transfers_and_what_became_of_them(self) -> None:
        plans = self.level.plan(k=2)
        first = plans.plans[0]
        self.assertEqual((plans.answer, first.answer, first.fidelity.slots), ("solved", "solved", len(first.slots)))
        self.assertTrue(first.slots[0].words.startswith("fill "))
        self.assertEqual(first.fidelity.filled, sum(made.slot is not None for made in first.made))
        self.assertIn("<svg", plans._repr_svg_())

    def test_any_solution_is_explained(self) -> None:
        solution = self.level.solve(nodes=20_000)
        assert solution.lurd is not None
        explained = self.level.explain(solution.lurd)
        self.assertEqual("".join(step.lurd for step in explained.steps), solution.lurd)
        self.assertEqual([step.lurd for step in explained.steps], [step.lurd for step in solution.steps])
        with self.assertRaises(sokoplan.SokoplanError):
            self.level.explain("lll")

    def test_tasks_are_solved_by_any_planner(self) -> None:
        task = self.level.pddl("rooms")
        self.assertIn("(define (domain sokoban-rooms)", task.domain)
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder) / name for name in ("domain.pddl", "problem.pddl", "plan")]
            for file, text in zip(files, (task.domain, task.problem)):
                file.write_text(text, encoding="utf-8")
            domain, problem, plan = map(str, files)
            sokoplan.run("pddl", "solve", domain, problem, "-o", plan)
            self.assertIn("valid", sokoplan.run("pddl", "check", domain, problem, plan))
        with self.assertRaisesRegex(sokoplan.SokoplanError, "nowhere"):
            self.level.pddl("nowhere")

    def test_collections_are_run_and_strategies_compared(self) -> None:
        levels = sokoplan.load(LISA)
        bench = levels.bench(nodes=2_000)
        self.assertEqual(([row["answer"] for row in bench.levels], bench.summary["solved"]), (["solved"] * 2, 2))
        self.assertEqual([row["levels"] for row in bench.sums], [2])
        parts = levels.bench(nodes=2_000, ablate="rooms", controls=True)
        self.assertEqual(len(parts.levels), 2 * sum(row["runs"] for row in parts.sums))
        self.assertIn("all parts", [row["run"] for row in parts.sums])
        compared = levels.bench(nodes=2_000, strategies=["lean", "a-star:h2"])
        self.assertEqual([row["run"] for row in compared.sums], ["lean", "a-star:h2"])
        self.assertEqual((len(compared.levels), compared.summary["runs"]), (4, 2))

    def test_layers_are_named(self) -> None:
        layers = self.level.layers(layer=["pushes", "alert"])
        self.assertEqual(layers["alert"], [])
        self.assertEqual(len(layers["pushes"]), 4)

    def test_the_push_that_lost_a_level_is_named(self) -> None:
        level = sokoplan.loads("########\n#      #\n#@$    #\n#    . #\n########\n")[0]
        rescue = level.rescue("RRRRllll")
        self.assertEqual((rescue.solvable, rescue.lost, rescue.take_back, rescue.boxes), (3, 4, 1, ((2, 6),)))
        self.assertEqual(str(rescue), "lost since push 4: the box at (2,6) can reach no goal, even alone; take back 1 push")

    def test_solutions_are_shortened(self) -> None:
        level = sokoplan.loads("#######\n#@$  .#\n#     #\n#######\n")[0]
        shorter = level.improve("duRRR", by="moves", nodes=1000)
        self.assertEqual((shorter.lurd, str(shorter)), ("RRR", "3 moves, 3 pushes, by improve"))
        with self.assertRaises(sokoplan.SokoplanError):
            level.improve("R")

    def test_results_print_as_a_line(self) -> None:
        level = sokoplan.load(LISA)[0]
        self.assertRegex(str(level.solve(nodes=20_000)), r"^22 moves, 11 pushes, by [a-z-]+$")
        self.assertEqual(str(level.rooms()), "3 rooms, 2 tunnels")
        self.assertRegex(str(sokoplan.load(LISA)), r"^1 LISA.*\n2 LISA.*$")
        self.assertRegex(str(level.pddl("rooms")), "^LISA.*: task of the domain rooms, [0-9]+ lines$")
        self.assertRegex(repr(level.plan()), r"^Plans\([0-9] slots, solved\)$")
        self.assertEqual(repr(level.rooms()), "Rooms(3 rooms, 2 tunnels)")
        self.assertEqual(str(level.prove()), "unsolvable: not proved, it has a solution")
        self.assertEqual(str(sokoplan.load(LISA).bench(nodes=2_000)), "2 of 2 runs solved")

    def test_solutions_come_as_they_are_found_and_a_reader_may_stop(self) -> None:
        found = sokoplan.load(LISA).iter_solve(nodes=20_000)
        self.assertTrue(next(found).is_solved)
        del found  # Ends the program.

    def test_answers_stand_in_the_order_of_the_levels(self) -> None:
        levels = sokoplan.load([LISA, ROOT / "levels" / "1-one-room.xsb"])
        solutions = levels.solve(nodes=20_000)
        self.assertEqual([solution.level for solution in solutions], levels)
        self.assertEqual(sokoplan.Levels().solve(), [])

    @unittest.skipUnless(has("pandas"), "no pandas")
    def test_tables_have_a_row_a_level(self) -> None:
        table = sokoplan.load(LISA).solve(nodes=20_000).to_pandas()
        self.assertEqual(list(table["answer"]), ["solved", "solved"])
        self.assertIn("labels.choice", table.columns)

    @unittest.skipUnless(has("pandas"), "no pandas")
    def test_tables_have_a_row_a_step_an_operator_a_run(self) -> None:
        solution = self.level.solve(nodes=20_000)
        explained = self.level.explain(solution.lurd or "")
        self.assertEqual("".join(explained.to_pandas()["lurd"]), solution.lurd)
        bench = sokoplan.load(LISA).bench(nodes=2_000)
        self.assertIn("search.expanded", bench.to_pandas().columns)
        self.assertEqual(list(bench.sums_to_pandas()["solved"]), [2])


class Page(unittest.TestCase):
    """The README of the package."""

    page = (ROOT / "python" / "README.md").read_text(encoding="utf-8")

    @unittest.skipUnless(has("pandas"), "no pandas")
    def test_its_first_program_runs(self) -> None:
        program = self.page.split("```python\n")[1].split("```")[0]
        where = {**os.environ, "PYTHONPATH": str(Path(sokoplan.__file__).parents[1])}
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=where, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_its_options_are_those_that_the_help_shows(self) -> None:
        commands = re.findall(r"^  (\w+)  +[A-Z]", sokoplan.run("--help"), re.MULTILINE)
        shown = "".join(sokoplan.run(command, "--help") for command in commands if command != "help")
        for option in re.findall(r"`(--[a-z-]+)", self.page):
            with self.subTest(option):
                self.assertIn(option, re.findall(r"--[a-z-]+", shown))


if __name__ == "__main__":
    unittest.main()
