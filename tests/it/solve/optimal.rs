//! Shortest solutions against plain searches, and every bound against the real distance.

use crate::common::exhaustive::shortest;
use crate::common::exhaustive::{State as Plain, explore_by, has};
use crate::common::judged::Judged;
use crate::common::small_levels::{self, LARGE_SIDE, SIDE};
use crate::common::views;
use sokoplan::deadlock::Purposes;
use sokoplan::heuristic::TwoBoxPatternDatabase;
use sokoplan::heuristic::{Bound, Detours};
use sokoplan::level::{Direction, Level, Metrics, Position, Square};
use sokoplan::maze::Maze;
use sokoplan::push::{BoxSet, Push, Region, State};
use sokoplan::run::{Answer, Limits, Meter, Search, SearchEnd, StopFlag, drive};
use sokoplan::search::optimal::{Metric, fewest_pushes, sufficient_runs};
use sokoplan::search::{Corrals, PiCorral, Prunings};
use sokoplan::solve::{Options, Report, solve};

fn solved(level: &Level, metric: Metric, limits: Limits) -> Report {
    let options = Options { optimal: Some(metric), ..Options::default() };
    solve(level, &options, &mut Meter::new(limits, StopFlag::default()))
}

/// The cost of a step, as a metric counts it.
fn counted(metric: Metric, pushes: bool) -> (usize, usize) {
    let push = usize::from(pushes);
    match metric {
        Metric::Pushes => (push, 0),
        Metric::Moves => (1, 0),
        Metric::PushesMoves => (push, 1),
        Metric::MovesPushes => (1, push),
    }
}

/// Cost of a solution in a metric.
pub(crate) fn cost_by(metric: Metric, of: Metrics) -> (usize, usize) {
    match metric {
        Metric::Pushes => (of.pushes, 0),
        Metric::Moves => (of.moves, 0),
        Metric::PushesMoves => (of.pushes, of.moves),
        Metric::MovesPushes => (of.moves, of.pushes),
    }
}

fn cost(metric: Metric, report: &Report) -> Option<(usize, usize)> {
    Some(cost_by(metric, report.solution()?.metrics))
}

on_few_and_on_all!(no_plain_search_finds_a_shorter_solution_in_any_metric, 20);
fn no_plain_search_finds_a_shorter_solution_in_any_metric(percent: u64) {
    let (mut yes, mut no) = (0, 0);
    for judged in Judged::of_seeds(10_000..10_000 + 5 * percent, 4_000) {
        let text = &judged.text;
        for metric in Metric::ALL {
            let least = shortest(&judged.drawn, |pushes| counted(metric, pushes));
            let report = solved(&judged.level, metric, Limits::default());
            judged.assert_true(&report, "optimal");
            assert_eq!(cost(metric, &report), least, "{metric:?}\n{text}");
            assert_eq!(report.is_optimal(), least.is_some());
            assert_eq!(report.lower_bound.map(|bound| bound as usize), least.map(|cost| cost.0), "{metric:?}\n{text}");
            assert_eq!(report.answer(), judged.answer(), "{text}");
        }
        *if judged.is_solvable() { &mut yes } else { &mut no } += 1;
    }
    assert!(yes >= 2 * percent && 2 * no >= percent, "too one-sided: {yes} solvable, {no} not");
}

on_few_and_on_all!(fewest_pushes_from_any_state_are_what_exhaustive_search_says, 6);
/// From every seventh state on the way, so that corrals and tunnels with boxes in them are met.
fn fewest_pushes_from_any_state_are_what_exhaustive_search_says(percent: u64) {
    let mut searches = 0;
    for Judged { text, level, rest, .. } in Judged::of_seeds(11_000..11_000 + 4 * percent, 4_000) {
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let pairs = TwoBoxPatternDatabase::new(&maze, &mut Meter::unlimited()).expect("no limit");
        let mut states: Vec<(Plain, Option<usize>)> = rest.into_iter().collect();
        states.sort_unstable();
        for &(plain, pushes) in states.iter().step_by(7).take(60) {
            let (state, _) = views::state(&level.board, plain);
            let start: Position = state.position();
            let meter = &mut Meter::unlimited();
            // Large boards have no table of pairs.
            let detours = match searches % 5 {
                0 => None,
                _ => Detours::new(&maze, pairs.as_ref(), meter).expect("no limit"),
            };
            for more in [None, Some(2), Some(8)] {
                let found = fewest(&maze, &start, detours.clone(), more.and_then(|more| Some(pushes? + more)));
                assert_eq!(found, pushes, "{more:?}, {plain:?}\n{text}");
            }
            searches += 1;
        }
    }
    assert!(searches > 40 * percent as usize, "only {searches} searches");
}

/// Returns the fewest pushes from a position; `None` without a solution. One with `known` pushes is said to be known.
fn fewest(maze: &Maze<'_>, start: &Position, detours: Option<Detours<'_>>, known: Option<usize>) -> Option<usize> {
    let meter = &mut Meter::unlimited();
    let mut search = fewest_pushes(maze, start, detours, &Prunings::all(Purposes::SHORTEST), meter).expect("no limit");
    assert!(search.is_complete());
    if let Some(known) = known {
        // No better solution may be missed, so that this one is never returned.
        search.offer(vec![Push { from: start.boxes[0], direction: Direction::Up }; known]);
    }
    match drive(&mut search, meter) {
        SearchEnd::Found(pushes) => Some(pushes.len()),
        SearchEnd::Exhausted => None,
        SearchEnd::Stopped(stop) => panic!("{stop}"),
    }
}

on_few_and_on_all!(one_order_of_filling_a_goal_room_costs_no_push, 20);
fn one_order_of_filling_a_goal_room_costs_no_push(percent: u64) {
    let (mut yes, mut no) = (0, 0);
    for seed in 18_000..18_000 + 5 * percent {
        let text = small_levels::with_goal_room(seed);
        let Some(judged) = Judged::of_side(LARGE_SIDE, text, 20_000) else { continue };
        let report = solved(&judged.level, Metric::Pushes, Limits::default());
        judged.assert_true(&report, "optimal");
        let pushes = report.solution().map(|solution| solution.metrics.pushes);
        assert_eq!((pushes, report.answer()), (judged.pushes, judged.answer()), "{seed}\n{}", judged.text);
        if let Some(pushes) = pushes {
            let maze = Maze::new(&judged.level.board, &mut Meter::unlimited()).expect("no limit");
            let found = fewest(&maze, &judged.level.start, None, Some(pushes + 2));
            assert_eq!(found, Some(pushes), "{seed}\n{}", judged.text);
        }
        *if judged.is_solvable() { &mut yes } else { &mut no } += 1;
    }
    assert!(yes > 2 * percent && no > percent, "too one-sided: {yes} solvable, {no} not");
}

on_few_and_on_all!(bounds_never_pass_what_is_left_and_pairs_that_are_lost_are_lost, 25);
fn bounds_never_pass_what_is_left_and_pairs_that_are_lost_are_lost(percent: u64) {
    let (mut positions, mut sharper) = (0, 0);
    for Judged { text, level, rest, .. } in Judged::of_seeds(12_000..12_000 + 6 * percent, 8_000) {
        let (board, meter) = (&level.board, &mut Meter::unlimited());
        let maze = Maze::new(board, meter).expect("no limit");
        let pairs = TwoBoxPatternDatabase::new(&maze, meter).expect("no limit");
        let mut bound = Bound::new(&maze, pairs.as_ref(), meter).expect("no limit");
        for (&plain, pushes) in &rest {
            let Some(pushes) = *pushes else { continue };
            let (state, region) = views::state(board, plain);
            let matched = bound.matched(&state.boxes, state.player, meter).expect("no limit").expect("solvable");
            let full = bound.of(&state.boxes, state.player, meter).expect("no limit").expect("solvable");
            assert!(matched <= full && full as usize <= pushes, "{matched}, {full}, {pushes}: {plain:?}\n{text}");
            assert!((pushes - full as usize).is_multiple_of(2), "{plain:?}\n{text}");
            positions += 1;
            sharper += usize::from(matched < full);
            let Some(pairs) = &pairs else { continue };
            for to in state.boxes.iter() {
                for direction in Direction::ALL {
                    let is_behind = board.next(to, direction.opposite()).is_some_and(|s| region.has(s));
                    assert!(!is_behind || !pairs.is_dead(&state.boxes, to, direction), "{plain:?}\n{text}");
                }
                for other in state.boxes.iter().filter(|&b| b > to) {
                    let place = pairs.place(to, other, state.player).expect("no dead square");
                    assert!(usize::from(pairs.pushes(place)) <= pushes, "{plain:?}\n{text}");
                }
            }
        }
    }
    assert!(
        positions > 100 * percent && sharper > 4 * percent as usize,
        "{sharper} of {positions} bounds were sharper than the matching"
    );
}

on_few_and_on_all!(the_pair_table_is_exact_on_levels_of_two_boxes, 25);
fn the_pair_table_is_exact_on_levels_of_two_boxes(percent: u64) {
    let (mut solvable, mut lost) = (0, 0);
    for Judged { text, level, drawn, rest, .. } in Judged::of_seeds(13_000..13_000 + 6 * percent, 8_000) {
        if drawn.boxes.count_ones() != 2 {
            continue;
        }
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let pairs = TwoBoxPatternDatabase::new(&maze, &mut Meter::unlimited()).expect("no limit").expect("small");
        for (&plain, &pushes) in &rest {
            let (state, _) = views::state(&level.board, plain);
            let two: Vec<_> = state.boxes.iter().collect();
            // Boxes on dead squares are no pair.
            let said = pairs.place(two[0], two[1], state.player).map(|place| pairs.pushes(place));
            let said = said.filter(|&pushes| pushes != TwoBoxPatternDatabase::NEVER);
            assert_eq!(said.map(usize::from), pushes, "{plain:?}\n{text}");
            *if pushes.is_some() { &mut solvable } else { &mut lost } += 1;
        }
    }
    assert!(solvable > 15 * percent && lost > 20 * percent, "{solvable} solvable pairs, {lost} lost");
}

on_few_and_on_all!(working_on_a_corral_first_costs_no_push, 25);
/// The argument of the module, checked in all positions of boards of several sizes: a push into the corral is the first
/// of some shortest solution.
fn working_on_a_corral_first_costs_no_push(percent: u64) {
    let mut pruned = 0;
    for (side, seeds, most) in [(SIDE, 10 * percent, 8_000), (SIDE + 1, 2 * percent, 30_000)] {
        for text in (14_000..14_000 + seeds).map(|seed| small_levels::of_side(side, seed)) {
            pruned += pruned_soundly(&text, most, 1, |maze, _| {
                let both = [Corrals::Single, Corrals::Growing].map(|corrals| PiCorral::new(maze, corrals));
                Box::new(move |state, _| {
                    let kept = both.each_ref().map(|corrals| corrals.pushes(state));
                    assert!(kept[1].len() <= kept[0].len());
                    kept.map(|kept| kept.into_iter().map(|push| vec![push]).collect()).into()
                })
            });
        }
    }
    assert!(pruned > 25 * percent as usize, "only {pruned} positions were pruned");
}

on_few_and_on_all!(stubborn_pushes_keep_a_shortest_of_all_better_solutions, 5);
/// In every fifth position, with none, two and more pushes to spare, with other prunings and without.
fn stubborn_pushes_keep_a_shortest_of_all_better_solutions(percent: u64) {
    let mut pruned = 0;
    for (side, seeds, most) in [(SIDE, 10 * percent, 4_000), (SIDE + 2, 10 * percent, 20_000)] {
        for text in (19_000..19_000 + seeds).map(|seed| small_levels::of_side(side, seed)) {
            pruned += pruned_soundly(&text, most, 5, |maze, pairs| {
                let detours = Detours::new(maze, pairs, &mut Meter::unlimited()).expect("no limit");
                Box::new(move |state, left| {
                    let runs = |prunings, detours, more| {
                        let (upper, meter) = (left as u32 + more, &mut Meter::unlimited());
                        sufficient_runs(maze, &state.position(), detours, &prunings, upper, meter).expect("no limit")
                    };
                    let all = Prunings::all(Purposes::SHORTEST);
                    let spared = [1, 3, 7].map(|more| runs(all.clone(), detours.clone(), more));
                    let plain = [None, detours.clone()].map(|detours| runs(Prunings::none(), detours, 1));
                    spared.into_iter().chain(plain).collect()
                })
            });
        }
    }
    assert!(pruned > 150 * percent as usize, "only {pruned} positions were pruned");
}

/// Returns sets of runs of pushes that suffice in a position which needs a number of pushes.
type Kept<'m> = Box<dyn Fn(&State, usize) -> Vec<Vec<Vec<Push>>> + 'm>;

/// Asserts in every `step`-th position of a level that each set of runs has a shortest way on. Returns the number of positions in
/// which the last set leaves pushes out; 0 if the level has more than `most` positions.
fn pruned_soundly(
    text: &str,
    most: usize,
    step: usize,
    kept: impl for<'m> Fn(&'m Maze<'m>, Option<&'m TwoBoxPatternDatabase>) -> Kept<'m>,
) -> usize {
    let level = Level::from_xsb("", text).expect("a level");
    let (board, meter) = (&level.board, &mut Meter::unlimited());
    let maze = Maze::new(board, meter).expect("no limit");
    let pairs = TwoBoxPatternDatabase::new(&maze, meter).expect("no limit");
    let kept = kept(&maze, pairs.as_ref());
    let squares = |set: &BoxSet| set.iter().fold(0, |bits, square| bits | 1 << square.index());
    let plain = |state: &State| (squares(&state.boxes), state.player.index());
    let state = |(boxes, player): Plain| {
        let boxes = board.squares().filter(|square| has(boxes, square.index()));
        State { boxes: BoxSet::of(board.len(), boxes), player: Square::from_index(player) }
    };
    let pushes = |state: &State| {
        let mut region = Region::new(board.len());
        region.flood(board, state.player, |square| state.boxes.has(square));
        state.pushes(board, &region).collect::<Vec<Push>>()
    };
    let after = |state: &State, push: &Push| {
        let to = board.next(push.from, push.direction).expect("a push ends on the floor");
        State::with(board, state.boxes.shifted(push.from, to), push.from, &mut Region::new(board.len()))
    };
    let all_after = |one: Plain| pushes(&state(one)).iter().map(|push| plain(&after(&state(one), push))).collect();
    let start = plain(&State::of(board, &level.start, &mut Region::new(board.len())));
    let goals = squares(&BoxSet::of(board.len(), board.goals().iter().copied()));
    let rest = explore_by(start, goals, most, all_after).unwrap_or_default();
    let is_pruned = |&(&one, left): &(&Plain, &Option<usize>)| {
        let (state, Some(left)) = (state(one), *left) else { return false };
        let sets = kept(&state, left);
        for kept in &sets {
            let on = |run: &Vec<Push>| {
                let end = run.iter().fold(state.clone(), |state, push| after(&state, push));
                Some(run.len() + rest[&plain(&end)]?)
            };
            assert_eq!(kept.iter().filter_map(on).min(), Some(left), "{state:?}\n{text}");
        }
        sets.last().is_some_and(|kept| kept.len() < pushes(&state).len())
    };
    let mut positions: Vec<_> = rest.iter().filter(|(_, left)| left.is_some_and(|left| left > 0)).collect();
    positions.sort_unstable();
    positions.into_iter().step_by(step).filter(is_pruned).count()
}

on_few_and_on_all!(limits_hold_and_the_bound_is_true_whenever_the_search_is_stopped, 20);
fn limits_hold_and_the_bound_is_true_whenever_the_search_is_stopped(percent: u64) {
    let (mut stopped, mut tight) = (0, 0);
    for Judged { text, level, drawn, .. } in Judged::of_seeds(16_000..16_000 + 3 * percent / 2, 4_000) {
        for metric in Metric::ALL {
            let least = shortest(&drawn, |pushes| counted(metric, pushes)).map(|cost| cost.0);
            for nodes in [0, 1, 5, 30, 200] {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let report = solved(&level, metric, limits);
                assert!(report.push_nodes <= nodes);
                let again = solved(&level, metric, limits);
                let results = |r: &Report| (r.answer(), r.solution().cloned(), r.lower_bound, r.push_nodes);
                assert_eq!(results(&report), results(&again), "{text}");
                match report.answer() {
                    Answer::Solved => assert_eq!(cost(metric, &report).map(|cost| cost.0), least),
                    Answer::Unsolvable => assert_eq!(least, None, "{text}"),
                    Answer::NodeLimit => {
                        let bound = report.lower_bound.expect("a bound") as usize;
                        assert!(least.is_none_or(|least| bound <= least), "{bound}, {least:?}, {metric:?}\n{text}");
                        stopped += 1;
                        tight += usize::from(least == Some(bound));
                    }
                    other => panic!("{other:?}\n{text}"),
                }
            }
        }
    }
    assert!(stopped > 10 * percent && tight > percent as usize, "{tight} of {stopped} bounds were tight");
}
