//! The checker of proofs: accepted statements are true, one by one; a second reader agrees; the prover finds proofs.

mod mutants;
mod text;
mod truth;

use crate::common::command::skipped;
use crate::common::judged::Judged;
use crate::common::small_levels::{self, LARGE_SIDE, SIDE};
use sokoplan::maze::Maze;
use sokoplan::proof::{Prover, ProverAnswer};
use sokoplan::run::{Meter, Random};
use sokoplan::search::optimal::goal_room;
use sokoplan::sokoproof::{check, position};
use std::io::Write;
use std::process::{Command, Stdio};

/// More than any proof of a small level needs.
const STEPS: u64 = 1 << 24;

/// Verdict of the second reader on each proof; `None` without Python (PYTHON names another than `python3`).
fn second_reader(proofs: &[String]) -> Option<Vec<bool>> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/proofs/check.py");
    let child = Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = child else {
        skipped("no python3");
        return None;
    };
    let (mut stdin, text) = (child.stdin.take().unwrap(), proofs.concat());
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let said: Vec<bool> = String::from_utf8_lossy(&output.stdout).lines().map(|line| line == "ok").collect();
    assert_eq!(said.len(), proofs.len(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(said)
}

/// Asserts that both readers agree on each proof; returns the verdicts.
fn both_say(proofs: &[String]) -> Vec<bool> {
    let first: Vec<bool> = proofs.iter().map(|proof| check(proof, STEPS).is_ok()).collect();
    for ((proof, first), second) in proofs.iter().zip(&first).zip(second_reader(proofs).into_iter().flatten()) {
        assert_eq!(*first, second, "{:?}\n{proof}", check(proof, STEPS));
    }
    first
}

on_few_and_on_all!(unsolvable_levels_have_a_proof_and_solvable_ones_none, 10);
/// Of 3,000 levels, against exhaustive search.
fn unsolvable_levels_have_a_proof_and_solvable_ones_none(percent: u64) {
    let (mut proofs, mut solvable) = (Vec::new(), 0);
    for judged in Judged::of_seeds(0..30 * percent, 200_000) {
        let (Judged { text, level, .. }, is_dead) = (&judged, !judged.is_solvable());
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        match Prover::new(&maze).dead("unsolvable", &level.start, &[], &mut Meter::unlimited()).unwrap() {
            ProverAnswer::Proved(proof) => {
                assert!(is_dead, "{text}");
                assert_eq!(position(text), Some(check(&proof.text, STEPS).unwrap().position), "{text}");
                proofs.push(proof.text);
            }
            ProverAnswer::Solvable => {
                assert!(!is_dead, "{text}");
                solvable += 1;
            }
            ProverAnswer::Open(why) => panic!("{why}: {text}"),
        }
    }
    assert!(both_say(&proofs).into_iter().all(|is_accepted| is_accepted));
    assert!(proofs.len() as u64 > 7 * percent && solvable > 7 * percent, "{} {solvable}", proofs.len());
}

on_few_and_on_all!(the_fewest_pushes_are_a_bound_and_more_are_none, 5);
/// From the starts of levels, and from every twentieth position of boards of two sizes.
fn the_fewest_pushes_are_a_bound_and_more_are_none(percent: u64) {
    let mut proofs = Vec::new();
    for Judged { text, pushes, .. } in Judged::of_seeds(0..20 * percent, 5_000) {
        for claimed in pushes.into_iter().flat_map(|pushes| [pushes, pushes + 1]) {
            proofs.push(format!("sokoproof 1\nclaim bound {claimed}\n{text}"));
        }
    }
    let said = both_say(&proofs);
    assert!(said.iter().enumerate().all(|(at, &is_accepted)| is_accepted == (at % 2 == 0)), "{said:?}");
    assert!(proofs.len() as u64 > 10 * percent);
    for (side, most) in [(SIDE, 4_000), (SIDE + 2, 20_000)] {
        for seed in 19_000..19_000 + 10 * percent {
            let Some(judged) = Judged::of_side(side, small_levels::of_side(side, seed), most) else { continue };
            let mut states: Vec<_> =
                judged.rest.iter().filter_map(|(state, pushes)| Some((state, (*pushes)?))).collect();
            states.sort_unstable();
            for (state, pushes) in states.into_iter().step_by(20) {
                let picture = judged.drawn.picture(*state);
                for more in [0, 1, 5] {
                    let proof = format!("sokoproof 1\nclaim bound {}\n{picture}", pushes + more);
                    match check(&proof, STEPS) {
                        Ok(_) if more == 0 => {}
                        Err(refused) if more > 0 && refused.limit.is_none() => {}
                        wrong => panic!("{wrong:?}\n{proof}"),
                    }
                }
            }
        }
    }
}

/// With all pushes tried they are 319.
#[test]
fn stubborn_sets_of_pushes_leave_out_most_of_the_positions_of_a_list() {
    let level = "\
###### #####
#@   ###   #
#   $$     #
#    ##### #
#   $##### #
## # #     #
# ...#     #
#    #     #
#    #     #
############
";
    let proved = check(&format!("sokoproof 1\nclaim bound 38\n{level}"), STEPS).unwrap();
    assert_eq!(proved.positions, 127);
}

/// The left door comes first, and costs two pushes more inside. Box 2 comes to a door after box 1 alone.
#[test]
fn a_position_that_a_later_way_reaches_with_fewer_pushes_is_listed_again() {
    let level = "\
############
#@       ###
# $ $    ###
##### ## ###
####  #  ###
####  #  ..#
####       #
#####      #
############
";
    let room = "\
############
#        ###
#        ###
#####x##x###
####xx#xx###
####xx#xxXX#
####xxxxxxx#
#####xxxxxx#
############
";
    let claims = [19, 20, 21].map(|pushes| format!("sokoproof 1\nclaim bound {pushes}\n{level}\nroom\n{room}"));
    assert_eq!(both_say(&claims), [true, false, false]);
}

on_few_and_on_all!(goal_rooms_that_are_accepted_keep_bounds_true, 20);
/// Of drawn rooms, and of rooms with a square more or less.
fn goal_rooms_that_are_accepted_keep_bounds_true(percent: u64) {
    let (mut proofs, mut claims) = (Vec::new(), Vec::new());
    for seed in 18_000..18_000 + 5 * percent {
        let Some(judged) = Judged::of_side(LARGE_SIDE, small_levels::with_goal_room(seed), 2_000) else { continue };
        let (Some(pushes), level, meter) = (judged.pushes, &judged.level, &mut Meter::unlimited()) else { continue };
        let maze = Maze::new(&level.board, meter).unwrap();
        let room = goal_room(&maze, &level.start, meter).unwrap();
        let text = match Prover::new(&maze).bound(pushes, None, &level.start, &room, meter).unwrap() {
            ProverAnswer::Proved(proof) if !room.is_empty() => proof.text,
            ProverAnswer::Proved(_) => continue,
            refused => panic!("{refused:?}\n{}", judged.text),
        };
        let (head, picture) = text.split_once("\nroom\n").unwrap();
        let mut random = Random::new(seed);
        let cells: Vec<usize> = (0..picture.len()).filter(|&at| " .xX".contains(&picture[at..=at])).collect();
        for mutant in 0..3 {
            let mut room = picture.as_bytes().to_vec();
            let at = cells[random.below(cells.len())];
            let other = b"xX .".iter().zip(b" .xX").find(|(one, _)| **one == room[at]).unwrap().1;
            room[at] = if mutant > 0 { *other } else { room[at] };
            for more in [0, 1] {
                let head = head.replace(&format!("bound {pushes}"), &format!("bound {}", pushes + more));
                proofs.push(format!("{head}\nroom\n{}", String::from_utf8_lossy(&room)));
                claims.push((mutant == 0, more == 0));
            }
        }
    }
    let accepted = both_say(&proofs);
    for ((proof, (is_room, is_true)), is_accepted) in proofs.iter().zip(&claims).zip(&accepted) {
        assert!(!is_accepted || *is_true, "{proof}");
        assert!(*is_accepted || !is_room || !is_true, "{proof}");
    }
    assert!(claims.len() as u64 > percent, "{}", claims.len());
}
