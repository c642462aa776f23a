//! Goal rooms: squares behind doors, in which each box is pushed to its goal as soon as it enters.
//!
//! ```text
//!   ###########      A room is a part of the floor that has no box at the start. Through each door boxes can enter by one push
//!   #     #4321#     only; a lone box then reaches all goals of the room and no other goal. The pushes to a goal from two doors
//!   # $ $ d   5#     differ by a constant, so all solutions have the same sum of these pushes. The goals can be filled in some
//!   #   @ #    #     order: each box makes only the pushes of a lone box, even if boxes fill the floor outside, and then the
//!   ###########      player can return to the door. Between doors the player can always walk inside.
//! ```
//! *Why the checker may try only solutions of this kind.* Take a shortest solution from a position whose boxes in the room are on its
//! first k goals. Remove all pushes of these boxes. For each other box, replace the pushes after its first push into the room by the
//! pushes to the next goal. The number of pushes does not grow: a box that enters ends at a goal of the room, and makes at least the
//! pushes of a lone box to this goal; a box that was inside and changed its goal made at least the difference; and the sum over the
//! goals is equal. All pushes are possible: each box outside was there before too, and inside the player walks between doors, or waits
//! at the only door.

use super::board::{Board, Set};
use super::limits::{Left, Refusal};
use std::collections::BTreeSet;

pub(super) struct Room {
    pub(super) squares: Set,
    doors: Vec<Door>,
    /// Goals in the order in which they are filled.
    goals: Vec<usize>,
}

/// The push by which boxes enter.
struct Door {
    from: usize,
    to: usize,
    player: usize,
    /// For each goal of the room the pushes of a lone box from `to`.
    pushes: Vec<(usize, i64)>,
}

const FAULT: &str = "expected a goal room: as many boxes as goals, no box inside, one push into it at each door, and goals that can \
                     be filled in some order with the pushes of lone boxes";

impl Room {
    /// Finds the doors of a room and an order of its goals. `alone` returns the goals that a lone box on a cell reaches, with the
    /// player on another cell, each with the number of pushes.
    pub(super) fn new(
        (line, squares): (usize, &Set),
        (board, boxes): (&Board, &Set),
        alone: impl Fn(usize, usize) -> Vec<(usize, i64)>,
        left: &Left<'_>,
    ) -> Result<Self, Refusal> {
        let fault = || Refusal::at(line, FAULT);
        let is_full = boxes.len() == board.goals.len() && boxes.and(squares).len() == 0;
        let (doors, inner) = doors(board, squares, alone).filter(|_| is_full).ok_or_else(fault)?;
        let mut room = Self { squares: squares.clone(), doors, goals: Vec::new() };
        // From the last goal back: with a box less, all that was possible stays possible, so any goal may be the last.
        let mut filled = board.goals.and(squares);
        while filled.len() > 0 {
            left.spend(board.cells)?;
            let walk = board.within(squares.minus(&filled)).region(&Set::none(board.cells), inner[0]);
            let is_open = inner.len() == 1 || inner.iter().all(|&cell| walk.has(cell) && !filled.has(cell));
            let mut last = None;
            for goal in filled.iter().filter(|_| is_open) {
                let others = filled.clone().without(goal);
                let mut fills = true;
                for door in &room.doors {
                    fills = fills && room.fills(board, door, (goal, &others), left)?;
                }
                if fills {
                    last = Some((goal, others));
                    break;
                }
            }
            let goal;
            (goal, filled) = last.ok_or_else(fault)?;
            room.goals.insert(0, goal);
        }
        Ok(room)
    }

    /// True if a box that enters can be pushed to a goal with the pushes of a lone box, while boxes are on `others` and everywhere
    /// outside, and the player can return to the door.
    fn fills(
        &self,
        board: &Board,
        door: &Door,
        (goal, others): (usize, &Set),
        left: &Left<'_>,
    ) -> Result<bool, Refusal> {
        let floor = self.squares.minus(others).with(door.from).with(door.player);
        let (board, none) = (board.within(floor), Set::none(board.cells));
        let mut places = BTreeSet::from([(door.to, door.from)]);
        for _ in 0..door.pushes(goal) {
            let mut after = BTreeSet::new();
            for (cell, player) in places {
                left.spend(board.cells)?;
                let region = board.region(&none.clone().with(cell), player);
                after.extend(board.pushes(cell, &none).filter(|push| region.has(push.1)).map(|(to, _)| (to, cell)));
            }
            places = after;
        }
        let returns = |&(cell, player): &(usize, usize)| {
            cell == goal && board.region(&none.clone().with(cell), player).has(door.player)
        };
        Ok(places.iter().any(returns))
    }

    /// Returns the cell to which a box goes that is pushed from `from` into the room, with `filled` boxes inside, and the number of
    /// pushes; `None` if it is lost.
    pub(super) fn end(&self, from: usize, filled: usize) -> Option<(usize, i64)> {
        let door = self.doors.iter().find(|door| door.from == from)?;
        let goal = *self.goals.get(filled)?;
        Some((goal, 1 + door.pushes(goal)))
    }
}

impl Door {
    fn pushes(&self, goal: usize) -> i64 {
        self.pushes.iter().find(|pushes| pushes.0 == goal).map_or(0, |pushes| pushes.1)
    }
}

/// Returns the doors by which boxes enter, and the square behind each door; `None` if the squares are no room.
fn doors(
    board: &Board,
    squares: &Set,
    alone: impl Fn(usize, usize) -> Vec<(usize, i64)>,
) -> Option<(Vec<Door>, Vec<usize>)> {
    let (mut doors, mut inner): (Vec<Door>, _) = (Vec::new(), Vec::new());
    let goals: Vec<usize> = board.goals.and(squares).iter().collect();
    for from in board.floor.minus(squares).iter() {
        let mut into = board.steps().into_iter().filter(|&step| squares.has(from.wrapping_add(step)));
        let Some(step) = into.next() else { continue };
        if into.next().is_some() {
            return None;
        }
        let (to, player) = (from.wrapping_add(step), from.wrapping_sub(step));
        inner.push(to);
        let pushes = alone(to, from);
        // No box enters if the player has no square to push from, or if the box would be lost.
        if pushes.is_empty() || !board.floor.has(player) {
            continue;
        }
        if !pushes.iter().map(|pushes| pushes.0).eq(goals.iter().copied()) {
            return None;
        }
        let door = Door { from, to, player, pushes };
        let first = doors.first().unwrap_or(&door);
        let mut more = door.pushes.iter().zip(&first.pushes).map(|(pushes, first)| pushes.1 - first.1);
        let least = more.next();
        if !more.all(|more| Some(more) == least) {
            return None;
        }
        doors.push(door);
    }
    (!doors.is_empty()).then_some((doors, inner))
}
