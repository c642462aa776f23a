//! The purposes of a step, derived from the rest of the solution.
//!
//! ```text
//!   #########      Box 1 goes down by one: it stood on the way of box 2, so the step clears its square. Had it stood
//!   #@ 1    #      beside the player's only way to box 2, the step would open that way. Box 2 then goes to the goal,
//!   #2     .#      and stays there: the step fills it.
//!   #########
//! ```

use super::SolutionStep;
use crate::level::{Board, Position, Square};
use crate::push::{BoxSet, Region};

/// What a step of a solution is good for, seen from the later steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// A box is brought to this goal and is not pushed again.
    Fills(Square),
    /// A box leaves this square, over which a box is pushed in the next step.
    Clears(Square),
    /// The player can now walk to this square, from which he makes the first push of the next step.
    Opens(Square),
    /// The box of a transfer is brought to this square, but is pushed again later, or does not stand on a goal.
    Parks(Square),
    /// A box is moved that the step with this index moves again, and no other purpose applies.
    Readies(usize),
}

/// Returns the purposes of each step of a solution, in the order of [`Purpose`].
pub(super) fn purposes(board: &Board, start: &Position, steps: &[SolutionStep]) -> Vec<Vec<Purpose>> {
    let mut boxes = BoxSet::of(board.len(), start.boxes.iter().copied());
    let mut player = start.player;
    let mut region = Region::new(board.len());
    let mut all = Vec::with_capacity(steps.len());
    for (index, step) in steps.iter().enumerate() {
        let (before, stood) = (boxes.clone(), player);
        for push in &step.pushes {
            if let Some(to) = board.next(push.from, push.direction) {
                boxes.shift(push.from, to);
            }
            player = push.from;
        }
        let rest = &steps[index + 1..];
        let mut purposes: Vec<Purpose> = fills(board, step, rest).collect();
        if let Some(next) = rest.first() {
            purposes.extend(clears(step, &boxes, next).map(Purpose::Clears));
            region.flood(board, stood, |s| before.has(s));
            purposes.extend(opens(board, step, &region, next).map(Purpose::Opens));
        }
        let fills = |to: Square| purposes.contains(&Purpose::Fills(to));
        if let [trip] = step.trips.as_slice()
            && trip.changes_area()
            && !fills(trip.to())
        {
            purposes.push(Purpose::Parks(trip.to()));
        }
        if purposes.is_empty() {
            let moves_on = |later: &SolutionStep| step.trips.iter().any(|trip| is_moved(trip.number, later));
            purposes.extend(rest.iter().position(moves_on).map(|later| Purpose::Readies(index + 1 + later)));
        }
        all.push(purposes);
    }
    all
}

fn is_moved(number: usize, step: &SolutionStep) -> bool {
    step.trips.iter().any(|trip| trip.number == number)
}

/// Returns as purposes the goals to which a step brings boxes that no later step moves.
fn fills<'s>(board: &'s Board, step: &'s SolutionStep, rest: &'s [SolutionStep]) -> impl Iterator<Item = Purpose> + 's {
    let stays = |number: usize| !rest.iter().any(|later| is_moved(number, later));
    let filled = step.trips.iter().filter(move |trip| board.is_goal(trip.to()) && stays(trip.number));
    filled.map(|trip| Purpose::Fills(trip.to()))
}

/// Returns the first square over which a box is pushed in the next step and from which this step moved another box.
fn clears(step: &SolutionStep, after: &BoxSet, next: &SolutionStep) -> Option<Square> {
    let others = step.trips.iter().filter(|trip| !is_moved(trip.number, next));
    let left: Vec<Square> = others.map(super::Trip::from).filter(|&square| !after.has(square)).collect();
    let mut on_ways = next.trips.iter().flat_map(|trip| trip.way.iter().skip(1).copied());
    on_ways.find(|square| left.contains(square))
}

/// Returns the square from which the player makes the first push of the next step; `None` if he could reach it before
/// this step, or this step moved the box of that push.
fn opens(board: &Board, step: &SolutionStep, before: &Region, next: &SolutionStep) -> Option<Square> {
    let (first, trip) = (next.pushes.first()?, next.trips.first()?);
    let behind = board.next(first.from, first.direction.opposite())?;
    (!is_moved(trip.number, step) && !before.has(behind)).then_some(behind)
}
