//! Plans of transfers: what they realise is real, stays within its areas, and goes on after a takeover.

use crate::common::small_levels::level;
use sokoplan::level::{Level, Square};
use sokoplan::maze::{AreaId, Areas, Maze};
use sokoplan::packing::{BackwardPacking, PackingPlans, Waiting};
use sokoplan::planner::{Extent, PlanningContext, Realised, Realising, Step, Tally, TraceEvent, TransferSearch};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Limits, Meter, Search, Status, StopFlag};
use sokoplan::solve::{Abstraction, Outcome, Solver};
use std::collections::BTreeSet;

/// The steps of a solution, if one is found within some nodes, and what is told of the search.
fn search(
    level: &Level,
    areas: &Areas,
    by_starts: bool,
    takes_over: bool,
) -> (Option<Vec<Realised>>, Tally, Vec<TraceEvent>) {
    let limits = Limits { nodes: Some(600), ..Limits::default() };
    let meter = &mut Meter::new(limits, StopFlag::default());
    let maze = Maze::new(&level.board, meter).unwrap();
    let context = PlanningContext::new(&maze, areas);
    let realising = Realising { takes_over, ..Realising::default() };
    let mut search = if by_starts {
        TransferSearch::by_starts(&context, &level.start, &PackingPlans::default(), realising)
    } else {
        let packing = BackwardPacking::new(&maze, &level.start, Waiting::AtStarts, meter).unwrap();
        TransferSearch::by_sinks(&context, packing, realising)
    };
    let found = loop {
        match search.step(meter) {
            Ok(Status::Running) => {}
            Ok(Status::Found(steps)) => break Some(steps),
            Ok(Status::Exhausted) | Err(_) => break None,
        }
    };
    let (tally, events) = search.finish();
    (found, tally, events)
}

/// The areas within so many rings of neighbours around these.
fn around(areas: &Areas, inner: &[AreaId], rings: usize) -> BTreeSet<AreaId> {
    let mut all: BTreeSet<AreaId> = inner.iter().copied().collect();
    for _ in 0..rings {
        let ring: Vec<AreaId> = all.iter().flat_map(|&area| areas.neighbours(area)).collect();
        all.extend(ring);
    }
    all
}

/// Solves small random levels cut into areas; calls back with each level, its areas, and what was found.
fn on_random_levels(
    takes_over: bool,
    mut check: impl FnMut(&Level, &Areas, Option<Vec<Realised>>, Tally, Vec<TraceEvent>),
) {
    for seed in 91_000..91_150 {
        let level = Level::from_xsb("", &level(seed)).unwrap();
        if level.start.is_solved(&level.board) {
            continue;
        }
        let areas = Areas::by_patterns(&level.board).cut_to(&level.board, 10);
        for by_starts in [false, true] {
            let (found, tally, events) = search(&level, &areas, by_starts, takes_over);
            check(&level, &areas, found, tally, events);
        }
    }
}

#[test]
fn each_step_of_a_plan_moves_boxes_from_and_to_its_areas_and_all_together_solve_the_level() {
    let (mut solved, mut by_plan, mut remembered) = (0, 0, 0);
    on_random_levels(true, |level, areas, found, tally, _| {
        remembered += tally.remembered;
        let Some(steps) = found else { return };
        let pushes: Vec<Push> = steps.iter().flat_map(|step| step.pushes.iter().copied()).collect();
        let (_, end) = walk_and_push(&level.board, &level.start, &pushes).expect("pushes that can be made");
        assert!(end.is_solved(&level.board));
        solved += 1;
        let mut position = level.start.clone();
        for step in steps {
            // A clearing may be of more areas than the one that names it.
            let rings = step.extent.filter(|_| !matches!(step.step, Step::Arrange(_)));
            let Some(Extent::Rings(rings)) = rings else {
                (_, position) = walk_and_push(&level.board, &position, &step.pushes).unwrap();
                continue;
            };
            let scope = around(areas, step.step.areas(), rings);
            let before: BTreeSet<Square> = position.boxes.iter().copied().collect();
            (_, position) = walk_and_push(&level.board, &position, &step.pushes).unwrap();
            let after: BTreeSet<Square> = position.boxes.iter().copied().collect();
            let changed = before.symmetric_difference(&after);
            let outside: Vec<&Square> = changed.filter(|&&s| !scope.contains(&areas.area_of(s))).collect();
            assert!(outside.is_empty(), "{}", level.grid);
            by_plan += 1;
        }
    });
    assert!(solved > 30 && by_plan > 60 && remembered > 0, "{solved} levels, {by_plan} steps, {remembered} remembered");
}

#[test]
fn a_level_that_is_solved_at_the_start_takes_no_steps() {
    let level = Level::from_xsb("", "#####\n#@* #\n#####").unwrap();
    let (found, ..) = search(&level, &Areas::by_patterns(&level.board), false, true);
    assert_eq!(found, Some(Vec::new()));
}

#[test]
fn a_plan_is_made_before_the_first_step_is_realised() {
    on_random_levels(false, |_, _, _, _, events| {
        let first = |wanted: fn(&TraceEvent) -> bool| events.iter().position(wanted);
        let planned = first(|event| matches!(event, TraceEvent::Planned { .. }));
        let realised = first(|event| matches!(event, TraceEvent::Realised { .. }));
        assert!(realised.is_none() || planned.is_some() && planned < realised);
    });
}

#[test]
fn push_search_takes_over_only_where_a_label_leaves_open_what_is_possible() {
    on_random_levels(true, |_, _, _, tally, _| {
        assert!(tally.takeovers.iter().all(|takeover| ["unknown", "context"].contains(&takeover.label.word())));
    });
    on_random_levels(false, |_, _, _, tally, _| assert_eq!(tally.takeovers, []));
}

#[test]
fn without_push_search_a_level_of_two_rooms_is_solved_by_transfers_from_one_to_the_other() {
    let text = "###########\n#   ###   #\n# $@   .  #\n# $ ###.  #\n#   ###   #\n###########\n";
    let level = Level::from_xsb("two rooms", text).unwrap();
    let report = Solver::new(&level).plans_only().abstraction(Abstraction::Transfers).nodes(1_000).solve();
    assert!(matches!(report.outcome, Outcome::Solved(_)), "{:?}", report.outcome);
    let steps: Vec<String> = report.steps().unwrap().iter().map(|step| step.step.to_string()).collect();
    assert!(steps.iter().any(|step| step.starts_with("a0 > ") && step.ends_with("a1")), "{steps:?}");
}
