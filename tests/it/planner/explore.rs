//! Explored plans, guides and dead rooms against exhaustive search, on random small levels cut at random.

use crate::common::exhaustive::{Drawn, explore as exhaust};
use crate::common::small_levels::{self, SIDE};
use crate::common::views;
use crate::solve::shortest::shortest;
use itertools::Itertools;
use sokoplan::abstraction::{Borders, DeadRoom, Exact, LocalArea, NoPruning, Supply};
use sokoplan::deadlock::{AskedBy, RuleSet};
use sokoplan::level::{Board, Level};
use sokoplan::maze::{Areas, Maze};
use sokoplan::planner::{
    AbstractPlan, AbstractPlans, Abstraction, ExactSearch, PlanQuery, PlanSelection, PlanningContext, RoomGuide, Step,
    explore, pushes,
};
use sokoplan::push::walk_and_push;
use sokoplan::run::Random;
use sokoplan::run::{Ended, Limits, Meter, Search, StopFlag, drive};
use std::collections::BTreeSet;

/// A level of 8 to 20 squares with 2 to 4 boxes, and one label a square; labels form odd areas.
fn random_level(random: &mut Random) -> (Level, Vec<usize>) {
    loop {
        let level = Level::from_xsb("", &small_levels::level(random.below(1 << 30) as u64)).unwrap();
        let is_fit = (8..=20).contains(&level.board.len()) && (2..=4).contains(&level.start.boxes.len());
        if is_fit && !level.start.is_solved(&level.board) {
            let labels = labels(random, &level.board, SIDE - 2);
            return (level, labels);
        }
    }
}

/// Vertical cuts, with a tenth of the squares thrown in anywhere; each connected part is an area.
fn labels(random: &mut Random, board: &Board, width: usize) -> Vec<usize> {
    let cuts = [1 + random.below(width - 1), 1 + random.below(width - 1)];
    let two = random.chance(50);
    let wish: Vec<usize> = board
        .squares()
        .map(|s| {
            let column = board.row_column(s).1 - 1;
            let side = usize::from(column >= cuts[0]) + usize::from(two && column >= cuts[1]);
            if random.chance(90) { side } else { random.below(3) }
        })
        .collect();
    let mut label = vec![usize::MAX; board.len()];
    for start in board.squares() {
        let region = board.region(start, |s| wish[s.index()] != wish[start.index()]);
        for s in board.squares().filter(|s| region[s.index()]) {
            label[s.index()] = label[s.index()].min(start.index());
        }
    }
    label
}

/// Returns whether exhaustive search finds a solution: the judge.
fn exhaustive(level: &Level) -> bool {
    let drawn = Drawn::new(&level.grid.to_string());
    shortest(&drawn, |_| (1, 0)).is_some()
}

fn maze(level: &Level) -> Maze<'_> {
    Maze::new(&level.board, &mut Meter::unlimited()).unwrap()
}

/// The plans that are found within some nodes.
fn explored(space: Abstraction, context: &PlanningContext<'_>, level: &Level, query: &PlanQuery) -> AbstractPlans {
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    explore(space, context, &level.start, query, &mut Meter::new(limits, StopFlag::default()))
}

/// Plans come in the order of their cost, and of diverse ones none crosses all the borders of one before; pushes replay.
fn check_plans(level: &Level, explored: &AbstractPlans) {
    let mut crossed: Vec<BTreeSet<_>> = Vec::new();
    assert!(explored.plans.is_sorted_by_key(|plan| plan.cost));
    for plan in &explored.plans {
        let borders: BTreeSet<_> =
            plan.steps.iter().flat_map(|step| step.step.areas().windows(2)).map(|pair| (pair[0], pair[1])).collect();
        let is_other = !crossed.iter().any(|other| borders.is_superset(other));
        assert!(is_other || explored.selection == PlanSelection::Top, "a plan with all the borders of a better one");
        crossed.push(borders);
        // What a step leaves is what the next one begins with, and the counts tell of each transfer.
        for (index, step) in plan.steps.iter().enumerate() {
            if let Step::Transfer(route) = &step.step {
                let (before, after) = (&step.before, plan.after(index));
                assert_eq!(after, &before.moved(route[0], route[route.len() - 1]));
            }
        }
    }
    if let Some(steps) = &explored.realised {
        let (_, end) = walk_and_push(&level.board, &level.start, &pushes(steps)).expect("a plan that replays");
        assert!(end.is_solved(&level.board));
    }
}

#[test]
fn a_plan_on_sets_is_real_and_there_exactly_where_the_level_can_be_solved() {
    let mut random = Random::new(7);
    let mut solvable = 0;
    for number in 0..120 {
        let (level, label) = random_level(&mut random);
        let (areas, maze) = (Areas::from_cut(&level.board, &label), maze(&level));
        let (context, truth) = (PlanningContext::new(&maze, &areas), exhaustive(&level));
        solvable += usize::from(truth);
        let explored =
            explore(Abstraction::Sets, &context, &level.start, &PlanQuery::diverse(2), &mut Meter::unlimited());
        check_plans(&level, &explored);
        assert_eq!(explored.realised.is_some(), truth, "level {number}, {label:?}");
        assert!(explored.is_all || truth, "level {number}, {label:?}");
    }
    assert!((30..90).contains(&solvable), "{solvable} solvable");
}

#[test]
fn of_plans_on_counts_the_cheapest_come_first_and_diverse_ones_cross_other_borders() {
    let mut random = Random::new(31);
    let (mut plans, mut looked_for) = (0, 0);
    for number in 0..80 {
        let (level, label) = random_level(&mut random);
        let (areas, maze) = (Areas::from_cut(&level.board, &label), maze(&level));
        let context = PlanningContext::new(&maze, &areas);
        let steps = |plan: &AbstractPlan| plan.steps.iter().map(|step| step.step.clone()).collect::<Vec<_>>();
        let diverse = explored(Abstraction::Counts, &context, &level, &PlanQuery::diverse(6));
        let query = PlanQuery { selection: PlanSelection::Top, ..PlanQuery::diverse(6) };
        let top = explored(Abstraction::Counts, &context, &level, &query);
        check_plans(&level, &diverse);
        check_plans(&level, &top);
        assert!(top.plans.iter().map(steps).all_unique(), "level {number}");
        assert_eq!(top.plans.first().map(|plan| plan.cost), diverse.plans.first().map(|plan| plan.cost));
        plans += top.plans.len();
        let last = top.plans.last().map_or(0, |plan| plan.cost);
        for other in diverse.plans.iter().filter(|other| other.cost < last) {
            let is_there = top.plans.iter().any(|plan| plan.cost == other.cost);
            assert!(is_there, "level {number}: {:?}", steps(other));
            looked_for += 1;
        }
    }
    assert!(plans > 100 && looked_for > 10, "{plans} plans, {looked_for} looked for");
}

#[test]
fn plans_under_conditions_keep_to_them_and_are_no_better_than_those_without() {
    let mut random = Random::new(23);
    let (mut forced_plans, mut forbidden_plans) = (0, 0);
    for number in 0..60 {
        let (level, label) = random_level(&mut random);
        let (areas, maze) = (Areas::from_cut(&level.board, &label), maze(&level));
        let context = PlanningContext::new(&maze, &areas);
        for space in [Abstraction::Counts, Abstraction::Transfers] {
            let explored = |query: &PlanQuery| explored(space, &context, &level, query);
            let top = PlanQuery { selection: PlanSelection::Top, ..PlanQuery::diverse(3) };
            let free = explored(&top);
            for (from, to) in areas.areas().iter().flat_map(|area| {
                context.crossings.from(area.id).iter().map(|&(to, _)| (area.id, to)).collect::<Vec<_>>()
            }) {
                let forced = PlanQuery { forced: [(from, to)].into(), ..top.clone() };
                let forbidden = PlanQuery { forbidden: [(from, to)].into(), ..top.clone() };
                for query in [&forced, &forbidden] {
                    let found = explored(query);
                    let keeps = |plan: &AbstractPlan| query.allows(plan.steps.iter().map(|step| &step.step));
                    assert!(found.plans.iter().all(keeps), "level {number} on {space}: {query:?}");
                    if let (Some(best), Some(other)) = (free.plans.first(), found.plans.first())
                        && free.is_best
                    {
                        assert!(best.cost <= other.cost, "level {number} on {space}: {query:?}");
                        let count = if query.forced.is_empty() { &mut forbidden_plans } else { &mut forced_plans };
                        *count += 1;
                    }
                }
            }
        }
    }
    assert!(forced_plans > 20 && forbidden_plans > 20, "{forced_plans} forced, {forbidden_plans} forbidden");
}

#[test]
fn a_search_on_sets_is_exact_and_a_guided_one_proves_only_what_is_and_finds_only_real_plans() {
    let mut random = Random::new(3);
    let (mut proved, mut found) = (0, 0);
    for number in 0..400 {
        let (level, label) = random_level(&mut random);
        let (areas, maze) = (Areas::from_cut(&level.board, &label), maze(&level));
        let truth = exhaustive(&level);
        let exact = Exact::new(&level.board, &areas, None, Box::new(NoPruning));
        let meter = &mut Meter::unlimited();
        let mut search = ExactSearch::new(exact, &level.board, level.start.clone(), meter).unwrap();
        assert_eq!(drive(&mut search, meter).found().is_some(), truth, "level {number}, {label:?}\n{:?}", level.grid);
        for (loose, most) in [(None, None), (Some(2), Some(300)), (Some(1), Some(20))] {
            let (rules, meter) = (RuleSet::of(AskedBy::ONE_AREA), &mut Meter::unlimited());
            let guide = RoomGuide::new(&maze, &areas, &level.start, loose, &rules, meter).unwrap();
            let exact = Exact::new(&level.board, &areas, most, Box::new(guide));
            let mut search = ExactSearch::new(exact, &level.board, level.start.clone(), meter).unwrap();
            match drive(&mut search, &mut Meter::unlimited()) {
                Ended::Found(pushes) => {
                    let (_, end) = walk_and_push(&level.board, &level.start, &pushes).expect("it replays");
                    assert!(end.is_solved(&level.board));
                    found += 1;
                }
                Ended::Exhausted if search.is_complete() => {
                    assert!(!truth, "level {number}, {loose:?}, {label:?}\n{:?}", level.grid);
                    proved += 1;
                }
                Ended::Exhausted => {}
                Ended::Stopped(stop) => panic!("{stop}"),
            }
        }
    }
    assert!(proved > 200 && found > 200, "{proved} proved, {found} found");
}

#[test]
fn no_position_that_can_be_solved_has_a_dead_room() {
    let mut random = Random::new(5);
    let (mut checked, mut dead) = (0, 0);
    for _ in 0..150 {
        let (level, label) = random_level(&mut random);
        let areas = Areas::from_cut(&level.board, &label);
        let borders = Borders::new(&level.board, &areas);
        let most = u32::try_from(level.start.boxes.len()).unwrap();
        let room = |area: &sokoplan::maze::Area| {
            let local = LocalArea::new(&level.board, &areas, area);
            [Supply::None, Supply::Free(most)]
                .map(|supply| DeadRoom::new(&borders, &areas, area, local.clone(), supply))
        };
        let mut rooms: Vec<_> = areas.areas().iter().map(room).collect();
        let all = exhaust(&Drawn::new(&level.grid.to_string()), usize::MAX).unwrap();
        for (&state, rest) in &all {
            let (position, lives) = (views::position(&level.board, state), rest.is_some());
            for (area, dead_rooms) in areas.areas().iter().zip(&mut rooms) {
                let local = LocalArea::new(&level.board, &areas, area);
                let player = (areas.area_of(position.player) == area.id).then(|| local.number(position.player));
                for room in dead_rooms {
                    let state = room.state(local.boxes(position.boxes.iter().copied()), player);
                    let meter = &mut Meter::unlimited();
                    let is_dead = room.is_dead(state, usize::MAX, |_| 0, |_, _| true, meter).unwrap();
                    assert!(!(is_dead && lives), "{position:?}, {label:?}\n{:?}", level.grid);
                    dead += usize::from(is_dead);
                    checked += usize::from(lives);
                }
            }
        }
    }
    assert!(checked > 1000 && dead > 1000, "{checked} of living positions, {dead} dead");
}
