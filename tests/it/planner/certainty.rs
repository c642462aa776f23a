//! The labels that are proved for the steps of a plan, against the plain definition, and on the level of LISA's figure.

use crate::common::small_levels::level;
use sokoplan::abstraction::Label;
use sokoplan::level::{Board, Collection, Direction, Level, Square};
use sokoplan::maze::{Areas, Maze};
use sokoplan::planner::{PlanningContext, Realised, TransferRecord, TransferSearch, prove_labels};
use sokoplan::push::walk_and_push;
use sokoplan::run::{Ended, Limits, Meter, StopFlag, drive};
use sokoplan::search::Setting;
use sokoplan::solve::{Abstraction, Group, Options, Solver};
use std::collections::{BTreeMap, BTreeSet};

type Squares = BTreeSet<Square>;
/// Boxes, and all squares that the player reaches.
type Plain = (Squares, Squares);

fn reached(board: &Board, boxes: &Squares, from: Square) -> Squares {
    let (mut seen, mut stack) = (Squares::from([from]), vec![from]);
    while let Some(at) = stack.pop() {
        stack.extend(board.neighbours(at).filter(|s| !boxes.contains(s) && seen.insert(*s)));
    }
    seen
}

/// The positions after each push from and to `inside`, boxes on `stay` and pushes to dead squares apart.
fn next(maze: &Maze<'_>, (boxes, region): &Plain, inside: &Squares, stay: &Squares) -> Vec<Plain> {
    let board = maze.board;
    let mut all = Vec::new();
    for &from in boxes.iter().filter(|b| inside.contains(b) && !stay.contains(b)) {
        for direction in Direction::ALL {
            let behind = board.next(from, direction.opposite()).filter(|s| region.contains(s));
            let to = board.next(from, direction).filter(|s| inside.contains(s) && !boxes.contains(s));
            if let (Some(_), Some(to)) = (behind, to.filter(|&s| !maze.distances.is_dead(s))) {
                let mut after = boxes.clone();
                after.remove(&from);
                after.insert(to);
                let region = reached(board, &after, from);
                all.push((after, region));
            }
        }
    }
    all
}

/// All positions reached from one, itself included; `None` if there are many.
fn closure(start: &Plain, next: impl Fn(&Plain) -> Vec<Plain>) -> Option<BTreeSet<Plain>> {
    let (mut seen, mut stack) = (BTreeSet::from([start.clone()]), vec![start.clone()]);
    while let Some(at) = stack.pop() {
        stack.extend(next(&at).into_iter().filter(|after| seen.insert(after.clone())));
        if seen.len() > 300 {
            return None;
        }
    }
    Some(seen)
}

/// The label of a step by its definition; `None` if too many positions are to be looked at.
fn by_definition(maze: &Maze<'_>, areas: &Areas, before: &Plain, step: &Realised, after: &Squares) -> Option<Label> {
    let board = maze.board;
    let moved: Squares = step.pushes.iter().map(|push| push.from).collect();
    let ends = step.pushes.iter().flat_map(|push| [Some(push.from), board.next(push.from, push.direction)]).flatten();
    let touched: BTreeSet<_> = ends.map(|s| areas.area_of(s)).collect();
    let inside: Squares = board.squares().filter(|&s| touched.contains(&areas.area_of(s))).collect();
    let full: Squares = after.iter().copied().filter(|&s| board.is_goal(s) && inside.contains(&s)).collect();
    let stay: Squares = full.iter().copied().filter(|s| before.0.contains(s) && !moved.contains(s)).collect();
    let counts = |boxes: &Squares| {
        let mut counts = BTreeMap::new();
        boxes.iter().for_each(|&b| *counts.entry(areas.area_of(b)).or_insert(0) += 1);
        counts
    };
    let next = |plain: &Plain| next(maze, plain, &inside, &stay);
    let is_outcome = |boxes: &Squares| full.is_subset(boxes) && counts(boxes) == counts(after);
    let outcomes: Vec<Plain> = closure(before, next)?.into_iter().filter(|(boxes, _)| is_outcome(boxes)).collect();
    let reaches: Vec<BTreeSet<Plain>> = outcomes.iter().map(|outcome| closure(outcome, next)).collect::<Option<_>>()?;
    let leads = |a: usize, b: usize| reaches[a].contains(&outcomes[b]);
    let all = 0..outcomes.len();
    let is_first = |&b: &usize| all.clone().all(|a| !leads(a, b) || leads(b, a));
    let first: Vec<usize> = all.clone().filter(is_first).collect();
    let classes = first.iter().filter(|&&b| !first.iter().any(|&a| a < b && leads(a, b))).count();
    Some(if classes == 1 { Label::Deterministic } else { Label::Choice })
}

#[test]
fn a_proved_label_is_that_of_the_definition() {
    let mut seen = BTreeMap::new();
    for seed in 91_000..92_000 {
        let level = Level::from_xsb("", &level(seed)).unwrap();
        let meter = &mut Meter::new(Limits { nodes: Some(600), ..Limits::default() }, StopFlag::default());
        let areas = Areas::by_patterns(&level.board).cut_to(&level.board, 10);
        let maze = Maze::new(&level.board, meter).unwrap();
        let context = PlanningContext::new(&maze, &areas);
        let mut search = if seed % 2 == 0 {
            TransferSearch::new(&context, &level.start, Setting::default(), true, meter).unwrap()
        } else {
            TransferSearch::by_starts(&context, &level.start, Setting::default(), true)
        };
        let Ended::Found(found) = drive(&mut search, meter) else { continue };
        let unproved = |record: TransferRecord| Realised {
            step: record.proposal.step(),
            pushes: record.pushes,
            position: record.position,
            label: Label::Unknown,
        };
        let mut steps: Vec<Realised> = found.into_iter().map(unproved).collect();
        prove_labels(&maze, &areas, &level.start, &mut steps, &Meter::unlimited()).unwrap();
        let mut position = level.start.clone();
        for step in &steps {
            let boxes: Squares = position.boxes.iter().copied().collect();
            let region = reached(&level.board, &boxes, position.player);
            (_, position) = walk_and_push(&level.board, &position, &step.pushes).unwrap();
            let after: Squares = position.boxes.iter().copied().collect();
            if let Some(label) = by_definition(&maze, &areas, &(boxes, region), step, &after) {
                assert_eq!(step.label, label, "{}, {:?}", level.grid, step.pushes);
                *seen.entry(label).or_insert(0) += 1;
            }
        }
    }
    assert!(seen[&Label::Deterministic] > 700 && seen[&Label::Choice] > 3, "{seen:?}");
}

#[test]
fn on_the_level_of_lisas_figure_it_is_a_choice_which_box_goes_first() {
    let collection = Collection::parse(include_bytes!("../../../levels/6-lisa.xsb"));
    let level = collection.levels().next().unwrap();
    let mut options =
        Options::default().with_choice(Group::Plans).with_abstraction(Abstraction::Transfers).with_proved_labels(true);
    options.leave_out("transfers-by-starts".parse().unwrap());
    let report = Solver::new(level).options(options).nodes(1_000).solve();
    let labels: Vec<Label> = report.steps().unwrap().iter().map(|step| step.label).collect();
    assert_eq!(labels, [Label::Choice, Label::Deterministic]);
}
