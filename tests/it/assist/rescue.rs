//! The push that lost a level, against exhaustive search on drawn positions.

use crate::common::judged::Judged;
use crate::common::{small_levels, stops, views};
use sokoplan::assist::Rescue;
use sokoplan::level::{Direction, Level, Lurd};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Meter, Random};

/// Returns random pushes of a level, with their moves.
fn played(level: &Level, seed: u64) -> (Vec<Push>, Lurd) {
    let (mut random, mut pushes, mut made) = (Random::new(seed), Vec::new(), String::new());
    for _ in 0..1 + random.below(12) {
        let Some((lurd, position)) = walk_and_push(&level.board, &level.start, &pushes) else { break };
        let all = position.boxes.iter().flat_map(|&from| Direction::ALL.map(|direction| Push { from, direction }));
        let can = |push: &Push| walk_and_push(&level.board, &position, &[*push]).is_some();
        let can: Vec<Push> = all.filter(can).collect();
        made = lurd;
        if can.is_empty() {
            break;
        }
        pushes.push(can[random.below(can.len())]);
    }
    pushes.truncate(made.chars().filter(char::is_ascii_uppercase).count());
    (pushes, made.parse().expect("moves"))
}

/// Levels with random moves, and whether each position along the pushes has a solution.
fn games(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (Judged, Lurd, Vec<bool>)> {
    seeds.filter_map(|seed| {
        let judged = Judged::of(small_levels::level(seed), 20_000)?;
        let Level { board, start, .. } = &judged.level;
        let (pushes, moves) = played(&judged.level, seed);
        let solvable = |count: usize| {
            let (_, end) = walk_and_push(board, start, &pushes[..count]).expect("pushes that can be made");
            let boxes = end.boxes.iter().fold(0, |set, &square| set | 1 << views::cell(board, square));
            judged.rest[&judged.drawn.state(boxes, views::cell(board, end.player))].is_some()
        };
        let truth = (0..=pushes.len()).map(solvable).collect();
        Some((judged, moves, truth))
    })
}

on_few_and_on_all!(the_push_that_is_named_is_always_the_losing_push, 5);
fn the_push_that_is_named_is_always_the_losing_push(percent: u64) {
    let (mut lost, mut alive, mut never) = (0, 0, 0);
    for (Judged { text, level, .. }, moves, truth) in games(0..30 * percent) {
        let mut rescue = Rescue::new(&level, &moves).expect("moves that can be made");
        rescue.search(&mut Meter::unlimited()).expect("no limits");
        let first_lost = truth.iter().position(|is_solvable| !is_solvable);
        assert_eq!(rescue.lost().map(|loss| loss.pushes), first_lost, "{moves}\n{text}");
        let last_solvable = truth.iter().rposition(|is_solvable| *is_solvable);
        assert_eq!(rescue.solvable(), last_solvable, "{moves}\n{text}");
        assert!(rescue.is_decided() && rescue.lost().is_none_or(|loss| !loss.why.is_empty()));
        let kept = rescue.moves_to_keep().map(|kept| Lurd(moves.0[..kept].to_vec()));
        let kept = kept.map(|kept| Rescue::new(&level, &kept).expect("fewer moves").pushes());
        assert_eq!(kept, last_solvable, "{moves}\n{text}");
        match first_lost {
            None => alive += 1,
            Some(0) => never += 1,
            Some(_) => lost += 1,
        }
    }
    assert!(lost > 5 * percent && alive > percent && never > percent, "{lost} lost, {alive} alive, {never} unsolvable");
}

#[test]
fn a_limit_leaves_an_interval_that_holds_the_losing_push_and_can_be_narrowed_later() {
    for (Judged { text, level, .. }, moves, truth) in games(0..60) {
        let mut rescue = Rescue::new(&level, &moves).expect("moves that can be made");
        for nodes in [0, 3, 30] {
            let ended = rescue.search(&mut stops::nodes(nodes));
            assert!(ended.is_err() || rescue.is_decided(), "{moves}\n{text}");
            assert!(rescue.solvable().is_none_or(|count| truth[count]), "{moves}\n{text}");
            assert!(rescue.lost().is_none_or(|loss| !truth[loss.pushes]), "{moves}\n{text}");
        }
        rescue.search(&mut Meter::unlimited()).expect("no limits");
        assert!(rescue.is_decided(), "{moves}\n{text}");
    }
}
