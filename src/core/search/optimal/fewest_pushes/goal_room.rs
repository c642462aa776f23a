//! A goal room that is filled in one order: each box that enters goes to its goal at once.
//!
//! ```text
//!   ###########      Each box enters by the push from d to i. Alone it needs the same pushes from i to a goal whichever box it
//!   #     #4321#     is, so the sum over all goals is the same for every solution. If the goals can be filled in some order
//!   # $ $ di  5#     with no more pushes, the player coming back to d each time, no solution needs another order, and none
//!   #   @ #    #     needs boxes that wait inside: boxes are at goals 1 to k, for some k, whenever the player is outside.
//!   ###########
//! ```
//! A room may have two doors if the ways from both to the goals differ by a constant, and the player can always walk from door to
//! door inside.
//!
//! # Why a shortest solution is kept
//!
//! Take a shortest solution from a position with boxes inside at goals 1 to k alone. Leave out all pushes of these boxes, and of each
//! other box all pushes after the one with which it first enters; instead it goes to the next goal at once. This needs no more
//! pushes: a box needs at least its pushes alone, to its goal of the solution, and the sum of these over all goals is the same. And
//! all pushes stay possible: outside there is at no time a box that was not there before, and where the player walked inside, or
//! pushed a box that is left out, it now walks as well: inside from door to door, with one door it waits on the door, for a box there
//! would have kept it from coming in. A box that enters can reach no goal outside, so just these boxes fill the goals inside.
//!
//! The reductions of pushes only reorder the pushes of a solution, so they hold beside this one: a solution without pushes of boxes
//! inside becomes another one without such pushes. Goal macros (Junghanns and Schaeffer 2001) do the same, but not for shortest
//! solutions; Pereira, Ritt and Buriol (2015) divide a level into a maze and a goal zone.

use crate::level::{Direction, Position, Square};
use crate::maze::{Maze, PushDistances};
use crate::push::{BoxSet, Macros, Play, Push, Region};
use crate::run::{Meter, Stop};

/// A goal room; see the module.
#[derive(Clone, Debug)]
pub(super) struct GoalRoom {
    /// The pushes with which boxes enter.
    entries: Vec<Push>,
    pub(super) squares: Vec<Square>,
    /// For each entry the pushes of each box in turn, from its entry to its goal.
    fills: Vec<Vec<Vec<Push>>>,
}

/// Squares behind doors, before it is known whether the goals there can be filled in some order.
#[derive(Debug)]
struct Candidate {
    entries: Vec<Push>,
    /// The square behind each door.
    inner: Vec<Square>,
    squares: Vec<Square>,
}

/// Returns the squares of the goal room of a level, ascending; none if it has no such room. `sokoproof` checks rooms for itself.
pub fn goal_room(maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<Vec<Square>, Stop> {
    Ok(GoalRoom::new(maze, start, meter)?.map_or_else(Vec::new, |room| room.squares))
}

impl GoalRoom {
    /// Greatest number of squares of a board, and of its goals, for which rooms are looked for.
    const SQUARES: usize = 1_000;
    const GOALS: usize = 100;
    /// Greatest number of squares of a board for which rooms with two doors are looked for: all pairs of squares are tried.
    const OF_PAIRS: usize = 200;

    /// Returns the largest goal room of a level; `None` if it has none.
    pub(super) fn new(maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<Option<Self>, Stop> {
        let board = maze.board;
        if start.boxes.len() != board.goals().len() || board.goals().len() > Self::GOALS || board.len() > Self::SQUARES
        {
            return Ok(None);
        }
        let mut rooms = Vec::new();
        for door in board.squares() {
            meter.check_time()?;
            if maze.sides.groups(door) > 1 {
                rooms.extend(board.neighbours(door).filter_map(|first| Candidate::new(maze, start, &[door], first)));
            }
            let others = board.squares().filter(|&other| other > door && board.len() <= Self::OF_PAIRS);
            rooms.extend(others.filter_map(|other| {
                // All goals are behind both doors, so one of them says which side is meant.
                Candidate::new(maze, start, &[door, other], *board.goals().first()?)
            }));
        }
        rooms.sort_by_key(|room| (std::cmp::Reverse(room.squares.len()), room.inner.len()));
        for room in rooms {
            if let Some(fills) = room.fills(maze, meter)? {
                let Candidate { entries, squares, .. } = room;
                return Ok(Some(Self { entries, squares, fills }));
            }
        }
        Ok(None)
    }

    pub(super) fn is_entry(&self, push: Push) -> bool {
        self.entries.contains(&push)
    }

    /// Returns the pushes that begin with `push` if it is an entry and `filled` boxes are inside; else none.
    pub(super) fn fill(&self, push: Push, filled: usize) -> &[Push] {
        let fills = self.entries.iter().position(|&entry| entry == push).map(|entry| &self.fills[entry]);
        fills.and_then(|fills| fills.get(filled)).map_or(&[], Vec::as_slice)
    }
}

impl Candidate {
    /// Returns the squares that are connected with `first` behind doors, if no box is inside, each door is beside one of them, and
    /// boxes that enter can reach all goals inside, two at least, and none outside, with a constant difference between doors.
    fn new(maze: &Maze<'_>, start: &Position, doors: &[Square], first: Square) -> Option<Self> {
        let board = maze.board;
        if doors.contains(&first) {
            return None;
        }
        let region = board.region(first, |square| doors.contains(&square));
        let is_inside = |square: Square| region[square.index()];
        let goals = board.goals().iter().filter(|&&goal| is_inside(goal)).count();
        if goals < 2 || start.boxes.iter().any(|&b| is_inside(b)) {
            return None;
        }
        let (mut entries, mut inner) = (Vec::new(), Vec::new());
        let mut least: Option<&[u16]> = None;
        for &from in doors {
            let into = |direction: &Direction| board.next(from, *direction).is_some_and(is_inside);
            let direction = Direction::ALL.into_iter().find(into)?;
            if Direction::ALL.iter().filter(|direction| into(direction)).count() > 1 {
                return None;
            }
            let behind = board.next(from, direction)?;
            inner.push(behind);
            let pushes = maze.distances.to_goals(maze.place_pushed(behind, direction));
            // Without room for the player, or if it is lost, no box enters.
            let is_dead = pushes.iter().all(|&pushes| pushes == PushDistances::NEVER);
            if is_dead || board.next(from, direction.opposite()).is_none() {
                continue;
            }
            let fits = |(&goal, &pushes): (&Square, &u16)| is_inside(goal) == (pushes != PushDistances::NEVER);
            let least = *least.get_or_insert(pushes);
            let more: Vec<i32> = (board.goals().iter().zip(pushes).zip(least))
                .filter(|((goal, _), _)| is_inside(**goal))
                .map(|((_, &pushes), &least)| i32::from(pushes) - i32::from(least))
                .collect();
            if !board.goals().iter().zip(pushes).all(fits) || more.iter().any(|&one| one != more[0]) {
                return None;
            }
            entries.push(Push { from, direction });
        }
        let squares = board.squares().filter(|&square| is_inside(square)).collect();
        (!entries.is_empty()).then_some(Self { entries, inner, squares })
    }

    /// Returns for each entry the pushes that bring box after box to the goals; `None` if some goal would need more pushes than for a
    /// lone box.
    fn fills(&self, maze: &Maze<'_>, meter: &Meter) -> Result<Option<Vec<Vec<Vec<Push>>>>, Stop> {
        let board = maze.board;
        let (mut macros, mut region) = (Macros::new(board.len()), Region::new(board.len()));
        // What is outside may be full of boxes.
        let mut boxes = BoxSet::of(board.len(), board.squares());
        self.squares.iter().filter(|&&square| !board.is_goal(square)).for_each(|&square| boxes.remove(square));
        let mut goals: Vec<Square> =
            board.goals().iter().copied().filter(|goal| self.squares.binary_search(goal).is_ok()).collect();
        let mut fills = vec![Vec::with_capacity(goals.len()); self.entries.len()];
        // From the last goal back to the first: with a box less, all that was possible before stays possible, so that any goal that
        // can be the last may be taken.
        while !goals.is_empty() && self.is_open(maze, &boxes, &mut region) {
            meter.check_time()?;
            let mut found = None;
            for (at, &goal) in goals.iter().enumerate() {
                boxes.remove(goal);
                let entries = self.entries.iter();
                let all: Option<Vec<_>> =
                    entries.map(|&entry| fill(maze, entry, goal, &boxes, &mut macros, &mut region)).collect();
                found = all.map(|all| (at, all));
                if found.is_some() {
                    break;
                }
                boxes.insert(goal);
            }
            let Some((at, all)) = found else { return Ok(None) };
            goals.swap_remove(at);
            fills.iter_mut().zip(all).for_each(|(fills, fill)| fills.push(fill));
        }
        fills.iter_mut().for_each(|fills| fills.reverse());
        Ok(goals.is_empty().then_some(fills))
    }

    /// True if the player can walk between all doors inside, whatever is outside.
    fn is_open(&self, maze: &Maze<'_>, boxes: &BoxSet, region: &mut Region) -> bool {
        let [first, others @ ..] = &*self.inner else { return false };
        if others.is_empty() {
            return true;
        }
        region.flood(maze.board, *first, |square| boxes.has(square));
        self.inner.iter().all(|&square| region.has(square) && !boxes.has(square))
    }
}

/// Returns the pushes of a box from a door to a goal, as few as those of a lone box, after which the player comes back.
fn fill(
    maze: &Maze<'_>,
    entry: Push,
    goal: Square,
    boxes: &BoxSet,
    macros: &mut Macros,
    region: &mut Region,
) -> Option<Vec<Push>> {
    let (board, door) = (maze.board, entry.from);
    let stand = board.next(door, entry.direction.opposite())?;
    let column = board.goals().binary_search(&goal).ok()?;
    let behind = board.next(door, entry.direction)?;
    let alone = 1 + usize::from(maze.distances.to_goals(maze.place_pushed(behind, entry.direction))[column]);
    // The box itself is on the door.
    let boxes = boxes.clone().without(stand);
    let ends = macros.of_box(maze, &boxes, door, |square| square == stand, Play::Push).len();
    (0..ends).find_map(|index| {
        let end = macros.found(index).filter(|end| end.to == goal && macros.length(index) == alone)?;
        let after = boxes.shifted(door, goal);
        region.flood(board, end.player(board, false), |square| after.has(square));
        region.has(stand).then(|| macros.pushes(board, index))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// Returns the numbers of squares and of entries of the room of a level.
    fn room(rows: &str) -> Option<(usize, usize)> {
        let level = Level::from_xsb("", &rows.replace('/', "\n")).unwrap();
        let meter = &mut Meter::unlimited();
        let maze = Maze::new(&level.board, meter).unwrap();
        let room = GoalRoom::new(&maze, &level.start, meter).unwrap();
        room.map(|room| (room.squares.len(), room.entries.len()))
    }

    #[test]
    fn rooms_have_one_door_or_two_at_an_equal_distance_from_all_goals() {
        let one = "#########/#   #  .#/# $$   .#/# @ #  .#/# $ #####/#########";
        let two = "##########/#   #  ..#/# $$     #/# @      #/#   #    #/##########";
        let uneven = "##########/#   #   .#/# $$     #/# @      #/#   #   .#/##########";
        let open = "##########/#.  #   .#/# $$     #/# @ #    #/#   #    #/##########";
        // The box on the way to the farther goal stops at the nearer one.
        let narrow = "##########/#   #    #/# $$   ..#/# @ #    #/#   #    #/##########";
        let rooms = [one, two, uneven, open, narrow].map(room);
        assert_eq!(rooms, [Some((10, 1)), Some((18, 2)), None, None, Some((17, 1))]);
    }
}
