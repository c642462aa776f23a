//! Layers without proofs, against plain searches on small random levels; and the others on drawn levels.

use crate::common::exhaustive::{Drawn, has};
use crate::common::judged::Judged;
use crate::common::{small_levels, stops, views};
use sokoplan::assist::{Assistant, Global, Hint, Layer, LayerData, LayerInput, Layers};
use sokoplan::deadlock::DeadlockPatterns;
use sokoplan::level::{Level, Square};
use sokoplan::maze::{Areas, Maze};
use sokoplan::push::walk_and_push;
use sokoplan::run::Meter;
use std::collections::{BTreeMap, VecDeque};

fn with_assistant<T>(level: &Level, ask: impl FnOnce(&mut Assistant<'_>) -> T) -> T {
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limits");
    let (areas, patterns) = (Areas::by_patterns(&level.board), DeadlockPatterns::default());
    ask(&mut Assistant::new(&maze, &areas, &patterns, &level.start))
}

fn levels(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (String, Level)> {
    seeds.map(|seed| {
        let text = small_levels::level(seed);
        let level = Level::from_xsb("", &text).expect("a level");
        (text, level)
    })
}

/// The squares that a box can be pushed to while the others are fixed, with the fewest pushes: every push of that box, tried.
fn by_single_pushes(drawn: &Drawn, from: usize) -> BTreeMap<usize, usize> {
    let mut least = BTreeMap::new();
    let mut seen = std::collections::HashSet::new();
    let mut queue = VecDeque::from([(drawn.state(drawn.boxes, drawn.player), from, 0)]);
    while let Some((state, at, pushes)) = queue.pop_front() {
        for next in drawn.next(state).into_iter().filter(|next| !has(next.0, at)) {
            let to = (next.0 & !state.0).trailing_zeros() as usize;
            if seen.insert((next, to)) {
                least.entry(to).or_insert(pushes + 1);
                queue.push_back((next, to, pushes + 1));
            }
        }
    }
    least.remove(&from);
    least
}

on_few_and_on_all!(box_reach_and_goal_paths_are_what_single_pushes_reach_and_say_how, 6);
fn box_reach_and_goal_paths_are_what_single_pushes_reach_and_say_how(percent: u64) {
    let mut reached = 0;
    for (text, level) in levels(0..3 * percent) {
        let drawn = Drawn::new(&text);
        for &b in &level.start.boxes {
            let reach = with_assistant(&level, |assistant| assistant.box_reach(Some(b), &Meter::unlimited()))
                .unwrap()
                .expect("a box");
            assert_eq!(reach.of, b);
            let found: BTreeMap<usize, usize> =
                reach.squares.iter().map(|(s, pushes)| (views::cell(&level.board, *s), pushes.len())).collect();
            let expected = by_single_pushes(&drawn, views::cell(&level.board, b));
            assert_eq!(found, expected, "{b:?} in\n{text}");
            for (to, pushes) in &reach.squares {
                let (_, end) = walk_and_push(&level.board, &level.start, pushes).expect("good pushes");
                assert!(end.has_box(*to), "{to:?} in\n{text}");
            }
            reached += found.len();
        }
        let paths = with_assistant(&level, |assistant| assistant.goal_paths(&Meter::unlimited()).unwrap());
        for &b in level.start.boxes.iter().filter(|b| !level.board.is_goal(**b)) {
            let reached = by_single_pushes(&drawn, views::cell(&level.board, b));
            let least = reached.iter().filter(|(at, _)| has(drawn.goals, **at)).map(|(_, pushes)| *pushes).min();
            let path = paths.iter().find(|path| path.from == b);
            assert_eq!(path.map(|path| path.pushes.len()), least, "{b:?} in\n{text}");
        }
        for path in &paths {
            let (_, end) = walk_and_push(&level.board, &level.start, &path.pushes).expect("good pushes");
            assert!(level.board.is_goal(path.to) && end.has_box(path.to));
        }
    }
    assert!(reached > 20 * percent as usize, "{reached}");
}

on_few_and_on_all!(a_parked_box_parts_nobody_from_what_is_needed_and_can_still_go_home, 25);
fn a_parked_box_parts_nobody_from_what_is_needed_and_can_still_go_home(percent: u64) {
    let mut parked = 0;
    for (text, level) in levels(0..3 * percent) {
        let (board, start) = (&level.board, &level.start);
        let parking = with_assistant(&level, |assistant| assistant.parking(None, &Meter::unlimited()).unwrap());
        let maze = Maze::new(board, &mut Meter::unlimited()).expect("no limits");
        for &spot in &parking.squares {
            assert!(!parking.routes.contains(&spot) && !board.is_goal(spot) && !maze.distances.is_dead(spot));
            let wanted = |s: Square| board.is_goal(s) != start.has_box(s) || s == start.player;
            let needed: Vec<Square> =
                board.squares().filter(|&s| s != spot && (wanted(s) || parking.routes.contains(&s))).collect();
            if let Some(&first) = needed.first() {
                let region = board.region(first, |s| s == spot);
                assert!(needed.iter().all(|s| region[s.index()]), "{spot:?} in\n{text}");
            }
            parked += 1;
        }
    }
    assert!(parked > 3 * percent, "{parked}");
}

/// The niche beside the corridor keeps one box, the large room many.
#[test]
fn a_room_that_keeps_one_box_is_told_from_one_that_keeps_many() {
    let text =
        "##############\n#      ###   #\n# $@        .#\n#      ###   #\n#      ###  .#\n# $    #######\n########";
    let level = Level::from_xsb("", text).expect("a level");
    let areas = Areas::by_patterns(&level.board);
    let parking = with_assistant(&level, |assistant| assistant.parking(None, &Meter::unlimited()).unwrap());
    let large = areas.area_of(level.start.player);
    assert!(!parking.single.contains(&large), "{parking:?}");
    assert!(parking.squares.iter().any(|&s| areas.area_of(s) == large));
}

#[test]
fn a_hint_that_is_called_part_of_a_solution_leads_to_one_and_every_step_can_be_made() {
    let (mut solutions, mut lost, mut solved) = (0, 0, 0);
    for judged in Judged::of_seeds(0..60, 100_000) {
        let (Judged { text, level, .. }, is_solvable) = (&judged, judged.is_solvable());
        let mut meter = stops::nodes(20_000);
        match with_assistant(level, |assistant| Hint::make(level, assistant, &mut meter)).expect("no fault") {
            Hint::Next(next) => {
                let pushes: Vec<_> = next.steps.iter().flat_map(|step| step.pushes.iter().copied()).collect();
                let (_, end) = walk_and_push(&level.board, &level.start, &pushes).expect("pushes that can be made");
                assert!(!next.is_solution || end.is_solved(&level.board), "{text}");
                assert!(is_solvable, "a hint, and no solution\n{text}");
                solutions += usize::from(next.is_solution);
            }
            Hint::Solved => {
                assert!(level.start.is_solved(&level.board), "{text}");
                solved += 1;
            }
            Hint::Lost(why) => {
                assert!(!is_solvable && !why.is_empty(), "{why}\n{text}");
                lost += 1;
            }
            Hint::NotFound => panic!("a small level is decided\n{text}"),
        }
    }
    assert!(solutions > 20 && lost > 5, "{solutions} solutions, {lost} lost, {solved} solved");
}

#[test]
fn the_search_behind_global_says_dead_only_where_it_is() {
    let mut said = [0; 3];
    for judged in Judged::of_seeds(0..60, 5_000) {
        let (Judged { text, level, .. }, is_solvable) = (&judged, judged.is_solvable());
        match Global::ask(level, &mut Meter::unlimited()).expect("no fault") {
            Global::Alive(_) => assert!(is_solvable),
            Global::Dead => assert!(!is_solvable, "{text}"),
            Global::Unknown => said[2] += 1,
        }
        said[usize::from(!is_solvable)] += 1;
    }
    assert!(said[0] > 10 && said[1] > 5 && said[2] == 0, "{said:?}");
}

#[test]
fn every_layer_answers_on_every_level_and_focus_hides_what_is_far() {
    for (_, level) in levels(0..25) {
        with_assistant(&level, |assistant| {
            let mut input = LayerInput { level: &level, selected: None, past: None, hint: None };
            let mut layers = Layers::default();
            for layer in Layer::ALL {
                let mut meter = stops::nodes(5_000);
                layers.add(layer, assistant, &mut input, &mut meter).expect("in time");
            }
            let Some(LayerData::Pushes(pushes)) = layers.get(Layer::Pushes) else { panic!("no pushes") };
            let Some(LayerData::LosingPushes(losing)) = layers.get(Layer::Prevention) else { panic!("no prevention") };
            assert!(losing.iter().all(|losing| pushes.contains(&losing.push)));
            if let Some(LayerData::Focus(Some(focus))) = layers.get(Layer::Focus) {
                assert!(level.board.squares().all(|s| layers.shows(s) == focus.has(s)));
                let next = &input.hint.as_ref().and_then(Hint::steps).expect("a next step").steps[0];
                assert!(next.pushes.iter().filter(|p| level.start.has_box(p.from)).all(|p| layers.shows(p.from)));
            }
        });
    }
}
