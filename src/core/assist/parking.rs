//! The layers `box-reach` and `goal-paths`: where one box can be pushed while all other boxes stay in place. The layer `parking`:
//! squares where a box can wait without being in the way.
//!
//! ```text
//!   #########      The routes are the ways of boxes: the plan's pushes, or else a shortest way for each box to a goal, with the
//!   #   #p p#      squares behind the box where the player pushes from. A tunnel that leads on is a route too. A box may wait on
//!   # $ rrrr.      any other square that it can leave for a goal, if it cuts off no square that must be reached.
//!   #   #p p#
//!   #########
//! ```

use super::assistant::Assistant;
use super::hint::NextSteps;
use crate::level::{Board, Square};
use crate::maze::{Area, AreaId, Connectivity, PushDistances};
use crate::push::{BoxSet, Play, Push};
use crate::run::{Meter, Stop};
use itertools::Itertools;

/// Squares that one box can be pushed to while all other boxes stay in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxReach {
    /// Square of the box.
    pub of: Square,
    /// Squares that the box can be pushed to, ascending, each with a shortest sequence of pushes.
    pub squares: Vec<(Square, Vec<Push>)>,
}

/// Way of a box to a goal while all other boxes stay: often a good move, unless goals further in must be filled first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalPath {
    /// Square of the box, which is not on a goal.
    pub from: Square,
    /// Square of the goal.
    pub to: Square,
    /// Pushes of the box from its square to the goal.
    pub pushes: Vec<Push>,
}

/// Squares on which boxes can wait in a position, and routes that must stay free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parking {
    /// Squares that must stay free, ascending.
    pub routes: Vec<Square>,
    /// Squares on which a box can wait, ascending.
    pub squares: Vec<Square>,
    /// Rooms that have space for one waiting box, but not for two.
    pub single: Vec<AreaId>,
}

impl Assistant<'_> {
    /// Returns the reach of the box on `selected`, or else of the box nearest to the player; `None` if there is no box.
    pub fn box_reach(&mut self, selected: Option<Square>, meter: &Meter) -> Result<Option<BoxReach>, Stop> {
        let (board, region) = (self.maze.board, &self.region);
        let nearest_first = || board.spread([self.player], |at| board.neighbours(at)).into_iter();
        let nearest = || nearest_first().find(|&square| self.boxes.has(square));
        let Some(of) = selected.filter(|b| self.boxes.has(*b)).or_else(nearest) else { return Ok(None) };
        let found = self.macros.of_box(self.maze, &self.boxes, of, |s| region.has(s), Play::PushAnywhere);
        // A square occurs once for each side of the player, the shortest first.
        let ends = found.iter().enumerate().map(|(index, m)| (m.to, index)).filter(|&(to, _)| to != of);
        let first: Vec<(Square, usize)> = ends.sorted_unstable().dedup_by(|one, other| one.0 == other.0).collect();
        let mut squares = Vec::with_capacity(first.len());
        for (to, index) in first {
            meter.check()?;
            let mut pushes = self.macros.pushes(board, index);
            pushes.shrink_to_fit();
            squares.push((to, pushes));
        }
        Ok(Some(BoxReach { of, squares }))
    }

    /// Returns a shortest way to a goal for each box off goal that has such a way while all other boxes stay in place.
    pub fn goal_paths(&mut self, meter: &Meter) -> Result<Vec<GoalPath>, Stop> {
        let board = self.maze.board;
        let boxes: Vec<Square> = self.boxes.iter().filter(|&b| !board.is_goal(b)).collect();
        let mut path = |from| {
            let region = &self.region;
            let found = self.macros.of_box(self.maze, &self.boxes, from, |s| region.has(s), Play::Push);
            // Ways are in order of length.
            let index = found.iter().position(|m| board.is_goal(m.to))?;
            let to = found[index].to;
            Some(GoalPath { from, to, pushes: self.macros.pushes(board, index) })
        };
        let paths = boxes.into_iter().map(|from| meter.check().map(|()| path(from)));
        paths.filter_map(Result::transpose).collect()
    }

    /// Maximum number of squares of a room in which all pairs of boxes are tried: larger rooms hold more than one box.
    const MOST_PAIRED: usize = 40;

    /// Returns the parking squares. Routes are the next steps, or else shortest ways of boxes to goals.
    pub fn parking(&mut self, next: Option<&NextSteps>, meter: &Meter) -> Result<Parking, Stop> {
        let board = self.maze.board;
        let mut is_route = vec![false; board.len()];
        match next {
            Some(next) => next.steps.iter().for_each(|step| mark(board, &step.pushes, &mut is_route)),
            None => self.lone_ways(&mut is_route, meter)?,
        }
        for area in self.areas.areas().iter().filter(|a| a.is_tunnel() && a.passage != Connectivity::DeadEnd) {
            area.squares.iter().for_each(|s| is_route[s.index()] = true);
        }
        let needed: Vec<Square> = board.squares().filter(|s| is_route[s.index()] || self.is_wanted(*s)).collect();
        let mut squares = Vec::new();
        for s in board.squares() {
            let is_free = !is_route[s.index()] && !board.is_goal(s) && !self.maze.distances.is_dead(s);
            if is_free && self.maze.sides.groups(s) > 1 {
                meter.check()?;
            }
            if is_free && (self.maze.sides.groups(s) <= 1 || joins(board, &needed, &[s])) {
                squares.push(s);
            }
        }
        let mut single = Vec::new();
        for room in self.areas.areas().iter().filter(|area| area.is_room()) {
            if self.keeps_one(room, &squares, &needed, meter)? {
                single.push(room.id);
            }
        }
        Ok(Parking { routes: board.squares().filter(|s| is_route[s.index()]).collect(), squares, single })
    }

    /// Squares that must stay reachable: an empty goal, a box off goal, the player's square.
    fn is_wanted(&self, square: Square) -> bool {
        self.maze.board.is_goal(square) != self.boxes.has(square) || square == self.player
    }

    /// Marks as route a shortest way of each box off goal to its nearest goal, as if it were the only box.
    fn lone_ways(&mut self, is_route: &mut [bool], meter: &Meter) -> Result<(), Stop> {
        let board = self.maze.board;
        for from in self.boxes.iter().filter(|&b| !board.is_goal(b)) {
            meter.check()?;
            let alone = BoxSet::of(board.len(), [from]);
            let place = self.maze.place(from, self.player);
            if self.maze.distances.to_goals(place).iter().all(|d| *d == PushDistances::NEVER) {
                continue;
            }
            let region = board.region(self.player, |s| s == from);
            let found = self.macros.of_box(self.maze, &alone, from, |s| region[s.index()], Play::Push);
            if let Some(index) = found.iter().position(|m| board.is_goal(m.to)) {
                mark(board, &self.macros.pushes(board, index), is_route);
            }
        }
        Ok(())
    }

    /// True if one box can wait in a room, but not two. Two boxes can wait if they cut off no needed square, and one of them can be
    /// pushed out while the other stays.
    fn keeps_one(&mut self, room: &Area, squares: &[Square], needed: &[Square], meter: &Meter) -> Result<bool, Stop> {
        let spots: Vec<Square> = room.squares.iter().copied().filter(|s| squares.binary_search(s).is_ok()).collect();
        if spots.is_empty() || spots.len() > Self::MOST_PAIRED {
            return Ok(false);
        }
        for pair in spots.into_iter().array_combinations() {
            meter.check()?;
            if joins(self.maze.board, needed, &pair) && self.can_part(room.id, pair) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// True if one of two boxes can be pushed out of the room or to a goal, by a player who comes from outside.
    fn can_part(&mut self, room: AreaId, pair: [Square; 2]) -> bool {
        let board = self.maze.board;
        let both = BoxSet::of(board.len(), pair);
        let outside = board.squares().find(|&s| self.areas.area_of(s) != room && !both.has(s));
        let region = outside.map(|from| board.region(from, |s| both.has(s)));
        let Some(region) = region else { return true };
        pair.into_iter().any(|b| {
            let found = self.macros.of_box(self.maze, &both, b, |s| region[s.index()], Play::Push);
            found.iter().any(|m| self.areas.area_of(m.to) != room || board.is_goal(m.to))
        })
    }
}

/// Marks the squares of the box, and of the player behind it, during pushes.
fn mark(board: &Board, pushes: &[Push], is_route: &mut [bool]) {
    for push in pushes {
        let ends = [board.next(push.from, push.direction), board.next(push.from, push.direction.opposite())];
        ends.into_iter().flatten().chain([push.from]).for_each(|s| is_route[s.index()] = true);
    }
}

fn joins(board: &Board, needed: &[Square], taken: &[Square]) -> bool {
    let mut wanted = needed.iter().filter(|s| !taken.contains(s));
    let Some(&first) = wanted.next() else { return true };
    let region = board.region(first, |s| taken.contains(&s));
    wanted.all(|s| region[s.index()])
}
