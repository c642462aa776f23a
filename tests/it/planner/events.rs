//! The planner of room events: closures and labels agree with their definitions, and each operator is the chosen one.

use crate::common::room_events::{Squares, closure, outcomes, reached};
use crate::common::small_levels::level;
use crate::common::stops;
use itertools::iproduct;
use sokoplan::abstraction::{Explorer, Label, Room, RoomView};
use sokoplan::level::{Level, Position};
use sokoplan::maze::{Areas, Maze};
use sokoplan::packing::{BackwardPacking, PackingPlans};
use sokoplan::planner::{Act, EventSearch, EventSetting, EventTally, Fallback, PlanningContext, StepResult, pushes};
use sokoplan::push::{Region, State, walk_and_push};
use sokoplan::run::{Meter, drive};
use std::collections::BTreeMap;

/// The areas of a level, cut small so that boxes cross borders.
fn areas_of(level: &Level, most: usize) -> Areas {
    Areas::by_patterns(&level.board).cut_to(&level.board, most)
}

/// The steps of a solution, if one is found within some nodes, and the counts.
fn search(
    level: &Level,
    areas: &Areas,
    by_starts: bool,
    setting: EventSetting,
) -> (Option<Vec<StepResult>>, EventTally) {
    let meter = &mut stops::nodes(600);
    let maze = Maze::new(&level.board, meter).unwrap();
    let context = PlanningContext::new(&maze, areas);
    let packing = match by_starts {
        true => PackingPlans::default().by_starts(&maze, &level.start, meter).expect("no limit"),
        false => drive(&mut BackwardPacking::new(&maze, &level.start, meter).expect("no limit"), meter).found(),
    };
    let mut search = EventSearch::new(&context, &level.start, packing, setting, meter).expect("no limit");
    let found = drive(&mut search, meter).found().map(|_| search.attempts());
    (found, search.tally())
}

#[test]
fn closures_and_labels_are_what_brute_force_finds() {
    let mut seen: BTreeMap<Option<Label>, usize> = BTreeMap::new();
    let (mut members, mut cut) = (0, 0);
    for seed in 40_000..40_500 {
        let level = Level::from_xsb("", &level(seed)).unwrap();
        let board = &level.board;
        let maze = Maze::new(board, &mut Meter::unlimited()).unwrap();
        let areas = areas_of(&level, 3 + seed as usize % 12);
        let state = State::of(&level.board, &level.start, &mut Region::new(level.board.len()));
        let squares = |position: &Position| -> (Squares, Squares) {
            let boxes: Squares = position.boxes.iter().copied().collect();
            let region = reached(board, &boxes, position.player);
            (boxes, region)
        };
        let start = squares(&level.start);
        let mut view = RoomView::new(board.len());
        let mut explorer = Explorer::default();
        for area in areas.areas() {
            let room = Room::new(&maze, &areas, area.id);
            let read = view.read(board, &room, &state);
            let found = explorer
                .explore(board, &room, &read, 500, &mut |_, _, _| false, &Meter::unlimited())
                .expect("no limit");
            let Some(expected) = closure(&maze, &areas, [area.id.0, u16::MAX], &start) else { continue };
            assert!(found.is_complete());
            assert_eq!(found.len(), expected.len(), "area {}\n{}", area.id.0, level.grid);
            members += found.len();
            // 1. Each member is reached by its pushes.
            for member in 0..found.len() {
                let made = found.pushes_to(u32::try_from(member).unwrap());
                let (_, end) = walk_and_push(board, &level.start, &made).expect("pushes that can be made");
                assert!(expected.contains(&squares(&end)), "area {}\n{}", area.id.0, level.grid);
            }
            // 2. Each border has its label.
            for to in areas.neighbours(area.id) {
                let Some(count) = outcomes(&maze, &areas, [area.id.0, to.0], &start) else { continue };
                let label = found.label(to);
                assert_eq!(label.map_or(0, |(_, outcomes)| outcomes), count, "{area:?} to {to:?}\n{}", level.grid);
                let expected = (count > 0).then(|| Label::of(count, false));
                assert_eq!(label.map(|(label, _)| label), expected, "{area:?} to {to:?}\n{}", level.grid);
                *seen.entry(label.map(|(label, _)| label)).or_default() += 1;
            }
            // 3. A closure that was cut knows no label, whatever it has seen.
            let most = found.len() / 2;
            let half = explorer
                .explore(board, &room, &read, most, &mut |_, _, _| false, &Meter::unlimited())
                .expect("no limit");
            let labels = areas.neighbours(area.id).into_iter().filter_map(|to| half.label(to));
            for (label, _) in labels.filter(|_| !half.is_complete()) {
                assert_eq!(label, Label::Unknown, "{area:?} with {most} positions\n{}", level.grid);
                cut += 1;
            }
        }
    }
    assert!(members > 3_000 && cut > 100, "{members}, {cut}");
    assert!(seen[&Some(Label::Deterministic)] > 300 && seen[&Some(Label::Choice)] > 3 && seen[&None] > 300, "{seen:?}");
}

on_few_and_on_all!(whatever_the_budget_solutions_are_real_and_a_takeover_ends_one, 2);
fn whatever_the_budget_solutions_are_real_and_a_takeover_ends_one(percent: u64) {
    let mut solved = BTreeMap::new();
    let mut taken_over = 0;
    let settings = [
        (1, Fallback::ByLabel),
        (3, Fallback::ByLabel),
        (100, Fallback::ByLabel),
        (1, Fallback::Never),
        (100, Fallback::Never),
        (3, Fallback::Always),
    ];
    for seed in 92_000..92_000 + 10 * percent {
        let level = Level::from_xsb("", &level(seed)).unwrap();
        if level.start.is_solved(&level.board) {
            continue;
        }
        let areas = areas_of(&level, 4 + seed as usize % 8);
        for ((most, fallback), takes_over, by_starts) in iproduct!(settings, [false, true], [false, true]) {
            let setting = EventSetting { most, fallback, takes_over, ..EventSetting::default() };
            let (found, tally) = search(&level, &areas, by_starts, setting);
            assert!(takes_over || tally.takeovers == 0);
            let Some(steps) = found else { continue };
            let (_, end) = walk_and_push(&level.board, &level.start, &pushes(&steps)).expect("pushes that can be made");
            assert!(end.is_solved(&level.board));
            let takeover = steps.iter().position(|step| step.act == Act::Takeover);
            assert!(takeover.is_none_or(|at| at + 1 == steps.len() && takes_over));
            taken_over += usize::from(takeover.is_some());
            *solved.entry((most, format!("{fallback:?}"), takes_over)).or_insert(0_u64) += 1;
        }
    }
    let of = |most, fallback: &str, takes_over| solved[&(most, fallback.to_owned(), takes_over)];
    // If closures are cut and there is no fallback, much is lost that a takeover finds.
    assert!(of(1, "Never", true) > of(1, "Never", false) && taken_over > 1, "{taken_over} {solved:?}");
    assert!(solved.iter().all(|((most, ..), &count)| *most == 1 || count > 6 * percent), "{solved:?}");
}
