//! Lower bounds on pushes, by the list of all positions that can be reached with fewer pushes.
//!
//! The list begins with the position of the claim, with the bound `K`. A push of a position with the bound `v` leads to a position
//! with the bound `v - 1`. A statement of the proof covers this position, or its boxes cost at least `v - 1`, or it is added to the
//! list. If no position of the list with `v > 0` is solved then each bound holds, by induction over the length of the solution.
//! A position that is listed already is listed again if its bound is greater now.

use super::board::Set;
use super::corral::Corrals;
use super::costs::Costs;
use super::limits::Refusal;
use super::proof::Statements;
use super::room::Room;
use super::stubborn::Stubborn;
use std::collections::{BTreeMap, VecDeque};

/// Steps counted for each position added to the list: with these, a limit on steps also limits memory.
const LISTED: usize = 256;

/// Returns the number of positions in the list if every solution has at least `pushes` pushes; else the refusal.
pub(super) fn holds(
    proof: &Statements<'_>,
    (boxes, player): (&Set, usize),
    room: Option<(usize, Set)>,
    pushes: u32,
    line: usize,
) -> Result<usize, Refusal> {
    let board = &proof.board;
    let mut costs = Costs::new(proof, line)?;
    let alone = |cell, player| costs.alone(board, cell, player);
    let room =
        room.map(|(line, squares)| Room::new((line, &squares), (board, boxes), alone, &proof.left)).transpose()?;
    let none = Set::none(board.cells);
    let inside = room.as_ref().map_or(&none, |room| &room.squares);
    let mut seen = BTreeMap::new();
    let mut queue = VecDeque::from([(boxes.clone(), player, i64::from(pushes))]);
    while let Some((boxes, player, left)) = queue.pop_front() {
        let region = board.region(&boxes, player);
        proof.left.spend(board.cells + boxes.len() * boxes.len() * board.goals.len())?;
        let key = (boxes.clone(), region.iter().next());
        // Greater bounds come first, but not always where pushes into a room count for several.
        if seen.get(&key).is_some_and(|&seen| seen >= left) || left <= 0 {
            continue;
        }
        seen.insert(key, left);
        let Some(spare) = costs.spare(proof, &boxes, player, left)? else { continue };
        if boxes.is_within(&board.goals) {
            return Err(Refusal::at(line, format!("fewer pushes solve it: {}", i64::from(pushes) - left)));
        }
        let mut pushes = Corrals { board, live: &costs.live, boxes: &boxes, region: &region }.pushes();
        let stubborn = Stubborn::pushes(board, &costs, &proof.left, inside, (&boxes, player, &region), &spare)?;
        if let Some(fewer) = stubborn.filter(|stubborn| stubborn.len() < pushes.len()) {
            pushes = fewer;
        }
        for (from, to) in pushes {
            // Boxes in the room stay, and those that come in go to their goals at once.
            let end = match &room {
                Some(room) if room.squares.has(from) => None,
                Some(room) if room.squares.has(to) => room.end(from, boxes.and(&room.squares).len()),
                _ => Some((to, 1)),
            };
            let Some((to, made)) = end else { continue };
            let after = boxes.clone().without(from).with(to);
            if !proof.is_covered(&after, &board.floor.minus(&after), from, to)? {
                proof.left.spend(LISTED)?;
                queue.push_back((after, from, left - made));
            }
        }
    }
    Ok(seen.len())
}
