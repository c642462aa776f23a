//! Explored plans, closed borders, guides and dead rooms against exhaustive search, on random small levels cut at
//! random.

use super::exact::{exhaustive, positions, random_level};
use itertools::Itertools;
use sokoplan::abstraction::{Borders, ClosureBudget, DeadRoom, Exact, LocalArea, Rung, Supply};
use sokoplan::deadlock::{AskedBy, RuleSet};
use sokoplan::level::{Level, Position};
use sokoplan::maze::{Areas, Maze};
use sokoplan::planner::{
    AbstractPlan, Abstraction, ExactSearch, Explored, Packed, PlanQuery, PlanSelection, PlanningContext, RoomGuide,
    SearchWeights, Step, explore,
};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::Random;
use sokoplan::run::{Ended, Limits, Meter, Search, StopFlag, drive};
use std::collections::BTreeSet;

fn maze(level: &Level) -> Maze<'_> {
    Maze::new(&level.board, &mut Meter::unlimited()).unwrap()
}

/// The plans that are found within some nodes.
fn explored(
    space: impl Into<Abstraction>,
    context: &PlanningContext<'_>,
    level: &Level,
    query: &PlanQuery,
) -> Explored {
    let limits = Limits { nodes: Some(5_000), ..Limits::default() };
    explore(space, context, &level.start, query, &mut Meter::new(limits, StopFlag::default()))
}

/// Plans of the exact rungs replay, come in the order of their cost, and of diverse ones none crosses all the borders of
/// one before.
fn check_plans(level: &Level, explored: &Explored) {
    let mut crossed: Vec<BTreeSet<_>> = Vec::new();
    assert!(explored.plans.is_sorted_by_key(|plan| plan.cost));
    for plan in &explored.plans {
        let pushes: Vec<Push> = plan.realised().into_iter().flat_map(|step| step.pushes).collect();
        let (_, end) = walk_and_push(&level.board, &level.start, &pushes).expect("a plan that replays");
        assert!(end.is_solved(&level.board));
        let borders = plan.steps.iter().filter_map(|step| match &step.step {
            Step::Transfer(route) => Some((route[0], route[1])),
            Step::Settle(_) | Step::Arrange(_) | Step::Takeover => None,
        });
        let borders: BTreeSet<_> = borders.collect();
        let is_other = !crossed.iter().any(|other| borders.is_superset(other));
        assert!(is_other || explored.selection == PlanSelection::Top, "a plan with all the borders of a better one");
        crossed.push(borders);
        // What a step leaves is what the next one begins with, and the counts tell of each transfer.
        for (index, step) in plan.steps.iter().enumerate() {
            if let Step::Transfer(route) = &step.step {
                let (before, after) = (&step.before.counts, &plan.after(index).counts);
                assert_eq!(after, &before.moved(route[0], route[1]));
            }
        }
    }
}

#[test]
fn the_best_plans_on_the_exact_rungs_are_real_and_there_exactly_where_the_level_can_be_solved() {
    let mut random = Random::new(7);
    let (mut solvable, mut compared) = (0, 0);
    for number in 0..120 {
        let (level, label) = random_level(&mut random);
        let (areas, maze) = (Areas::from_cut(&level.board, &label), maze(&level));
        let (context, truth) = (PlanningContext::new(&maze, &areas), exhaustive(&level));
        solvable += usize::from(truth);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let [classes, sets] = [Rung::Classes, Rung::Sets].map(|rung| {
            let mut meter = Meter::new(limits, StopFlag::default());
            explore(rung, &context, &level.start, &PlanQuery::diverse(2), &mut meter)
        });
        for explored in [&classes, &sets] {
            check_plans(&level, explored);
            let is_told = !explored.plans.is_empty() || explored.stop.is_none();
            assert!(!is_told || explored.plans.is_empty() != truth, "level {number}, {:?}, {label:?}", explored.space);
        }
        if let (true, true, Some(one), Some(other)) =
            (classes.is_best, sets.is_best, classes.plans.first(), sets.plans.first())
        {
            assert_eq!(one.cost, other.cost, "level {number}: exact rungs agree on what is best");
            compared += 1;
        }
    }
    assert!((30..90).contains(&solvable) && compared > 20, "{solvable} solvable, {compared} compared");
}

#[test]
fn the_cheapest_plans_on_the_exact_rungs_are_real_and_none_that_is_cheaper_is_left_out() {
    let mut random = Random::new(31);
    let (mut plans, mut looked_for) = (0, 0);
    for number in 0..80 {
        let (level, label) = random_level(&mut random);
        let (areas, maze) = (Areas::from_cut(&level.board, &label), maze(&level));
        let context = PlanningContext::new(&maze, &areas);
        let steps = |plan: &AbstractPlan| plan.steps.iter().map(|step| step.step.clone()).collect::<Vec<_>>();
        for rung in [Rung::Classes, Rung::Sets] {
            let explored = |query: &PlanQuery| explored(rung, &context, &level, query);
            let diverse = explored(&PlanQuery::diverse(6));
            let top = explored(&PlanQuery { selection: PlanSelection::Top, ..PlanQuery::diverse(6) });
            check_plans(&level, &top);
            assert!(top.plans.windows(2).all(|pair| pair[0].cost <= pair[1].cost), "level {number}");
            assert!(top.plans.iter().map(steps).all_unique(), "level {number}");
            if !diverse.is_best || !top.is_best {
                continue;
            }
            assert_eq!(top.plans.first().map(|plan| plan.cost), diverse.plans.first().map(|plan| plan.cost));
            plans += top.plans.len();
            let last = top.plans.last().map_or(0, |plan| plan.cost);
            for other in diverse.plans.iter().filter(|other| other.cost < last) {
                let is_there = top.plans.iter().any(|plan| plan.cost == other.cost);
                assert!(is_there, "level {number} on {rung}: {:?}", steps(other));
                looked_for += 1;
            }
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
        for space in [Abstraction::Rung(Rung::Counts), Abstraction::Rung(Rung::Sets), Abstraction::Transfers] {
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
fn a_guided_search_proves_unsolvable_only_what_is_and_finds_only_real_plans() {
    let mut random = Random::new(3);
    let (mut proved, mut found) = (0, 0);
    for number in 0..1500 {
        let (level, label) = random_level(&mut random);
        let (areas, maze) = (Areas::from_cut(&level.board, &label), maze(&level));
        let truth = exhaustive(&level);
        for (rung, loose, packed, most) in [
            (Rung::Sets, None, Packed::Prefix, None),
            (Rung::Classes, None, Packed::Consistent, None),
            (Rung::Sets, Some(2), Packed::Prefix, Some(300)),
            (Rung::Sets, Some(1), Packed::Consistent, Some(20)),
        ] {
            let (rules, meter) = (RuleSet::of(AskedBy::ONE_AREA), Meter::unlimited());
            let guide = RoomGuide::new(&maze, &areas, &level.start, loose, packed, &rules, &meter).unwrap();
            let exact = Exact::new(&level.board, &areas, ClosureBudget { rung, most_members: most }, Box::new(guide));
            let taste = SearchWeights { weight: 4, revisit_penalty: 50 };
            let mut search = ExactSearch::new(exact, &level.board, level.start.clone(), taste);
            match drive(&mut search, &mut Meter::unlimited()) {
                Ended::Found(pushes) => {
                    let (_, end) = walk_and_push(&level.board, &level.start, &pushes).expect("it replays");
                    assert!(end.is_solved(&level.board));
                    found += 1;
                }
                Ended::Exhausted if search.is_complete() => {
                    assert!(!truth, "level {number}, {rung:?}, {loose:?}, {packed:?}, {label:?}\n{:?}", level.grid);
                    proved += 1;
                }
                Ended::Exhausted => {}
                Ended::Stopped(stop) => panic!("{stop}"),
            }
        }
    }
    assert!(proved > 1000 && found > 1000, "{proved} proved, {found} found");
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
        let all = positions(&level);
        let lives = living(&level, &all);
        for ((position, _), lives) in all.iter().zip(lives) {
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

/// Which positions can be solved: a fixpoint over what follows each.
fn living(level: &Level, all: &[(Position, Vec<usize>)]) -> Vec<bool> {
    let mut lives: Vec<bool> = all.iter().map(|(position, _)| position.is_solved(&level.board)).collect();
    loop {
        let newly: Vec<usize> =
            (0..all.len()).filter(|&n| !lives[n] && all[n].1.iter().any(|&next| lives[next])).collect();
        if newly.is_empty() {
            return lives;
        }
        newly.into_iter().for_each(|n| lives[n] = true);
    }
}

#[test]
fn what_a_search_for_the_best_plans_held_is_given_back_where_a_limit_ends_it_too() {
    let mut random = Random::new(17);
    let mut stopped = 0;
    for _ in 0..20 {
        let (level, label) = random_level(&mut random);
        let areas = Areas::from_cut(&level.board, &label);
        for nodes in [1, 10, 100, 10_000] {
            let mut meter = Meter::new(Limits { nodes: Some(nodes), ..Limits::default() }, StopFlag::default());
            let maze = maze(&level);
            let context = PlanningContext::new(&maze, &areas);
            let explored = explore(Rung::Classes, &context, &level.start, &PlanQuery::diverse(3), &mut meter);
            stopped += usize::from(explored.stop.is_some());
            assert_eq!(meter.bytes(), 0);
        }
    }
    assert!(stopped > 20, "only {stopped}");
}

/// A room without pillars, whose local states are more than a closure may have.
fn open_room(random: &mut Random) -> Level {
    let (height, width) = (random.between(6, 7), 5);
    let mut cells: Vec<(usize, usize)> =
        (0..height).flat_map(|row| (0..width).map(move |column| (row, column))).collect();
    random.shuffle(&mut cells);
    let (goals, rest) = cells.split_at(4);
    // Boxes off the walls, so that most rooms can be solved.
    let is_inner =
        |&&(row, column): &&(usize, usize)| (1..height - 1).contains(&row) && (1..width - 1).contains(&column);
    let boxes: Vec<(usize, usize)> = rest.iter().filter(is_inner).take(4).copied().collect();
    let player = rest.iter().find(|cell| !boxes.contains(cell)).copied();
    let letter = |cell: (usize, usize)| match cell {
        _ if Some(cell) == player => '@',
        _ if boxes.contains(&cell) => '$',
        _ if goals.contains(&cell) => '.',
        _ => ' ',
    };
    let rows =
        (0..height).map(|row| format!("#{}#\n", (0..width).map(|column| letter((row, column))).collect::<String>()));
    let rim = "#".repeat(width + 2) + "\n";
    Level::from_xsb("", &(rim.clone() + &rows.collect::<String>() + &rim)).unwrap()
}

#[test]
fn plans_are_called_all_only_where_no_table_was_cut() {
    let (mut random, mut cut, mut misleading) = (Random::new(11), 0, 0);
    for _ in 0..12 {
        let level = open_room(&mut random);
        let (areas, maze) = (Areas::of(&level.board), maze(&level));
        let context = PlanningContext::new(&maze, &areas);
        for selection in [PlanSelection::Diverse, PlanSelection::Top] {
            let query = PlanQuery { selection, ..PlanQuery::diverse(3) };
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let explored =
                explore(Rung::Classes, &context, &level.start, &query, &mut Meter::new(limits, StopFlag::default()));
            let report = sokoplan::Solver::new(&level).solve();
            let is_solvable = report.solution().is_some();
            assert!(!explored.is_all || explored.is_best, "what was cut may hold others\n{}", level.grid);
            assert!(!explored.is_all || !explored.plans.is_empty() || !is_solvable, "{}", level.grid);
            cut += usize::from(!explored.is_best);
            misleading += usize::from(explored.plans.is_empty() && explored.stop.is_none() && is_solvable);
        }
    }
    assert!(cut > 0 && misleading > 0, "{cut} cut, {misleading} without a plan that there is: the rooms are too small");
}
