//! Sokoban tasks of PDDL, in several vocabularies: read as levels by their structure, solved, and planned in their own actions.

use sokoplan::level::{Entry, ReadOptions, read};
use sokoplan::run::{Limits, Meter, Random};
use std::fmt::Write;

/// Stones on any goal, directions, free squares without the player: as in the competitions of 2008 and 2011.
const STONES: &str = "(define (domain stones) (:requirements :typing :action-costs)
(:types thing place way - object player stone - thing)
(:predicates (move-dir ?a ?b - place ?d - way) (is-goal ?a - place) (is-nongoal ?a - place) (clear ?a - place)
  (at ?t - thing ?a - place) (at-goal ?s - stone))
(:functions (total-cost) - number)
(:action move :parameters (?p - player ?a ?b - place ?d - way)
  :precondition (and (at ?p ?a) (clear ?b) (move-dir ?a ?b ?d))
  :effect (and (not (at ?p ?a)) (at ?p ?b) (not (clear ?b)) (clear ?a)))
(:action push-to-nongoal :parameters (?p - player ?s - stone ?a ?b ?c - place ?d - way)
  :precondition (and (at ?p ?a) (at ?s ?b) (clear ?c) (move-dir ?a ?b ?d) (move-dir ?b ?c ?d) (is-nongoal ?c))
  :effect (and (not (at ?p ?a)) (at ?p ?b) (not (at ?s ?b)) (at ?s ?c) (not (clear ?c)) (clear ?a)
    (not (at-goal ?s)) (increase (total-cost) 1)))
(:action push-to-goal :parameters (?p - player ?s - stone ?a ?b ?c - place ?d - way)
  :precondition (and (at ?p ?a) (at ?s ?b) (clear ?c) (move-dir ?a ?b ?d) (move-dir ?b ?c ?d) (is-goal ?c))
  :effect (and (not (at ?p ?a)) (at ?p ?b) (not (at ?s ?b)) (at ?s ?c) (not (clear ?c)) (clear ?a)
    (at-goal ?s) (increase (total-cost) 1))))";

/// A goal for each named crate: as in the learning tracks.
const CRATES: &str = "(define (domain crates) (:requirements :typing)
(:types place way crate)
(:predicates (me ?a - place) (on ?c - crate ?a - place) (free ?a - place) (next ?a ?b - place ?w - way))
(:action go :parameters (?a ?b - place ?w - way)
  :precondition (and (me ?a) (next ?a ?b ?w) (free ?b)) :effect (and (not (me ?a)) (me ?b)))
(:action shove :parameters (?a ?b ?c - place ?w - way ?x - crate)
  :precondition (and (me ?a) (on ?x ?b) (next ?a ?b ?w) (next ?b ?c ?w) (free ?c))
  :effect (and (not (me ?a)) (me ?b) (not (on ?x ?b)) (free ?b) (on ?x ?c) (not (free ?c)))))";

/// Equal balls without names and directions, in untyped actions with negative conditions.
const BALLS: &str = "(define (domain balls) (:requirements :strips :negative-preconditions)
(:predicates (me ?a) (ball ?a) (next ?a ?b) (row ?a ?b ?c))
(:action go :parameters (?a ?b)
  :precondition (and (me ?a) (next ?a ?b) (not (ball ?b))) :effect (and (not (me ?a)) (me ?b)))
(:action roll :parameters (?a ?b ?c)
  :precondition (and (me ?a) (ball ?b) (row ?a ?b ?c) (not (ball ?c)))
  :effect (and (not (me ?a)) (me ?b) (not (ball ?b)) (ball ?c))))";

type Cell = (usize, usize);

const WAYS: [(isize, isize, &str); 4] = [(-1, 0, "up"), (1, 0, "down"), (0, -1, "left"), (0, 1, "right")];

fn beside((row, column): Cell, (down, right, _): (isize, isize, &str)) -> Cell {
    (row.wrapping_add_signed(down), column.wrapping_add_signed(right))
}

/// A drawn board: its floor, boxes with the goal of each, and the player.
struct Drawn {
    floor: Vec<Cell>,
    boxes: Vec<(Cell, Cell)>,
    player: Cell,
}

impl Drawn {
    /// Draws walls, and pulls each box away from its goal, so that pushes lead back.
    fn new(size: usize, boxes: usize, walls: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut is_floor = vec![vec![false; size]; size];
        for row in &mut is_floor[1..size - 1] {
            row[1..size - 1].iter_mut().for_each(|cell| *cell = !random.chance(walls));
        }
        let start = (size / 2, size / 2);
        is_floor[start.0][start.1] = true;
        let reach = |from: Cell, is_free: &dyn Fn(Cell) -> bool| {
            let (mut found, mut at) = (vec![from], 0);
            let mut seen = vec![vec![false; size]; size];
            seen[from.0][from.1] = true;
            while let Some(&cell) = found.get(at) {
                let next = WAYS.map(|way| beside(cell, way));
                found.extend(next.iter().filter(|to| is_free(**to) && !std::mem::replace(&mut seen[to.0][to.1], true)));
                at += 1;
            }
            found
        };
        let floor = reach(start, &|cell: Cell| is_floor[cell.0][cell.1]);
        let mut cells = floor.clone();
        random.shuffle(&mut cells);
        let mut player = cells[boxes];
        let mut boxes: Vec<(Cell, Cell)> = cells[..boxes].iter().map(|&cell| (cell, cell)).collect();
        for number in 0..boxes.len() {
            for _ in 0..size {
                let (at, way) = (boxes[number].0, random.pick(&WAYS));
                let (to, end) = (beside(at, way), beside(beside(at, way), way));
                let is_free = |cell: Cell| floor.contains(&cell) && boxes.iter().all(|(at, _)| *at != cell);
                if is_free(to) && is_free(end) && reach(player, &is_free).contains(&to) {
                    (boxes[number].0, player) = (to, end);
                }
            }
        }
        Self { floor, boxes, player }
    }

    /// Writes the board as a task of one of the domains; `name` is how squares are called.
    fn task(&self, domain: &str, name: &dyn Fn(Cell) -> String) -> String {
        let Self { floor, boxes, player } = self;
        let (mut init, mut goal, mut objects) = (String::new(), String::new(), String::new());
        let has_box = |cell: Cell| boxes.iter().any(|(at, _)| *at == cell);
        let (kind, is_typed) = (domain[16..].split(')').next().unwrap(), domain != BALLS);
        for &cell in floor {
            let place = name(cell);
            write!(objects, "{place} {}", if is_typed { "- place " } else { "" }).unwrap();
            let is_goal = boxes.iter().any(|(_, goal)| *goal == cell);
            match kind {
                "stones" if !has_box(cell) && cell != *player => write!(init, "(clear {place})").unwrap(),
                "crates" if !has_box(cell) => write!(init, "(free {place})").unwrap(),
                "balls" if has_box(cell) => write!(init, "(ball {place})").unwrap(),
                _ => {}
            }
            match (kind, is_goal) {
                ("stones", true) => write!(init, "(is-goal {place})").unwrap(),
                ("stones", false) => write!(init, "(is-nongoal {place})").unwrap(),
                ("balls", true) => write!(goal, "(ball {place})").unwrap(),
                _ => {}
            }
            for way in WAYS {
                let (to, end) = (beside(cell, way), beside(beside(cell, way), way));
                if !floor.contains(&to) {
                    continue;
                }
                match kind {
                    "stones" => write!(init, "(move-dir {place} {} {})", name(to), way.2).unwrap(),
                    "crates" => write!(init, "(next {place} {} {})", name(to), way.2).unwrap(),
                    _ => write!(init, "(next {place} {})", name(to)).unwrap(),
                }
                if kind == "balls" && floor.contains(&end) {
                    write!(init, "(row {place} {} {})", name(to), name(end)).unwrap();
                }
            }
        }
        for (number, (at, end)) in boxes.iter().enumerate() {
            match kind {
                "stones" => {
                    write!(objects, "s{number} - stone ").unwrap();
                    write!(init, "(at s{number} {})", name(*at)).unwrap();
                    write!(goal, "(at-goal s{number})").unwrap();
                    if boxes.iter().any(|(_, goal)| goal == at) {
                        write!(init, "(at-goal s{number})").unwrap();
                    }
                }
                "crates" => {
                    write!(objects, "c{number} - crate ").unwrap();
                    write!(init, "(on c{number} {})", name(*at)).unwrap();
                    write!(goal, "(on c{number} {})", name(*end)).unwrap();
                }
                _ => {}
            }
        }
        if is_typed {
            objects += "up down left right - way ";
        }
        let place = name(*player);
        if kind == "stones" {
            objects += "p - player";
            write!(init, "(at p {place})(= (total-cost) 0)").unwrap();
        } else {
            write!(init, "(me {place})").unwrap();
        }
        let metric = if kind == "stones" { "(:metric minimize (total-cost))" } else { "" };
        format!(
            "(define (problem drawn) (:domain {kind}) (:objects {objects})\n(:init {init})\n(:goal (and {goal})){metric})\n"
        )
    }
}

/// Twelve tasks from 8x8 with a box to 60x60 with 50 named boxes. Where the last number is not 0, a box is put into a corner.
const TASKS: [(&str, usize, usize, usize, u64, usize); 12] = [
    (CRATES, 8, 1, 10, 1, 0),
    (STONES, 8, 1, 10, 2, 0),
    (BALLS, 8, 2, 0, 3, 0),
    (STONES, 10, 3, 15, 4, 0),
    (CRATES, 12, 4, 15, 5, 0),
    (BALLS, 12, 4, 15, 6, 0),
    (CRATES, 9, 2, 0, 7, 1),
    (STONES, 9, 2, 0, 8, 1),
    (BALLS, 9, 2, 0, 9, 1),
    (CRATES, 20, 10, 20, 10, 0),
    (STONES, 20, 6, 20, 11, 0),
    (CRATES, 60, 50, 10, 12, 0),
];

#[test]
fn tasks_in_any_words_are_levels_and_solutions_are_plans_of_theirs() {
    for (domain, size, boxes, walls, seed, corners) in TASKS {
        let mut drawn = Drawn::new(size, boxes, walls, seed);
        if corners > 0 {
            let is_free = |corner: &Cell| {
                *corner != drawn.player && drawn.boxes.iter().all(|(at, goal)| ![at, goal].contains(&corner))
            };
            drawn.boxes[0].0 =
                [(1, 1), (1, size - 2), (size - 2, 1), (size - 2, size - 2)].into_iter().find(is_free).unwrap();
        }
        let problem = drawn.task(domain, &|(row, column)| format!("q{row}-{column}"));
        let entries = read(format!("{problem}{domain}").as_bytes(), ReadOptions::default()).entries;
        let [Entry { body, task, .. }] = <[Entry; 1]>::try_from(entries).expect("one level");
        let (level, task) = (body.unwrap_or_else(|fault| panic!("{seed}: {fault}")), task.unwrap());
        assert_eq!((level.board.len(), level.start.boxes.len()), (drawn.floor.len(), boxes), "{seed}");
        assert_eq!(task.is_named, domain == CRATES, "{seed}");
        let moves = if task.is_named {
            task.by_name(&level, &mut Meter::unlimited()).unwrap()
        } else {
            let limits = Limits { nodes: Some(200_000), ..Limits::default() };
            level.solve(limits).solution().map(|solution| solution.lurd.parse().unwrap())
        };
        assert_eq!(moves.is_none(), corners > 0, "{seed}");
        // The plan is executed on the task itself.
        let plan = moves.map(|moves| task.plan(&level, &moves, &Meter::unlimited()));
        assert!(plan.is_none_or(|plan| plan.is_ok()), "{seed}");
    }
}
