//! Which deadlocks stand, by each rule.
//!
//! In comes the position that the assistant looks at; out come deadlocks of one kind. With a box given, only those that
//! its last push can have made are looked for, if the rule is about single boxes.

use super::{Assistant, Deadlock, Kind};
use crate::heuristic::hall_violator;
use crate::level::Square;
use crate::maze::{Place, PushDistances};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

impl Assistant<'_> {
    /// Deadlocks of a kind.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn judge(&mut self, kind: Kind, pushed: Option<Square>, meter: &mut Meter) -> Result<Vec<Deadlock>, Stop> {
        meter.check()?;
        Ok(match kind {
            Kind::DeadSquare => self.dead_squares(pushed),
            Kind::Freeze => self.frozen(pushed),
            Kind::Pattern => self.patterned(pushed),
            Kind::Matching => self.unmatched(meter)?,
            Kind::Corral => self.corralled(pushed),
            Kind::Room => self.dead_rooms(pushed, meter)?,
        })
    }

    fn asked(&self, pushed: Option<Square>) -> Vec<Square> {
        pushed.map_or_else(|| self.boxes.iter().collect(), |b| vec![b])
    }

    /// The walls beside the boxes are told too.
    fn told(&self, kind: Kind, boxes: Vec<Square>, why: impl Into<String>) -> Deadlock {
        Deadlock { kind, walls: self.walls_beside(&boxes), boxes, why: why.into() }
    }

    fn dead_squares(&self, pushed: Option<Square>) -> Vec<Deadlock> {
        let distances = &self.maze.distances;
        let is_lost = |b: &Square| distances.is_dead_place(self.maze.place(*b, self.player));
        let told = |b: Square| {
            let from_here = if distances.is_dead(b) { "" } else { " from the side where the player is" };
            self.told(Kind::DeadSquare, vec![b], format!("the box can reach no goal{from_here}, even alone"))
        };
        self.asked(pushed).into_iter().filter(is_lost).map(told).collect()
    }

    /// Boxes that hang together are one deadlock.
    fn frozen(&mut self, pushed: Option<Square>) -> Vec<Deadlock> {
        let (board, dead) = (self.maze.board, self.maze.distances.dead_squares());
        if let Some(b) = pushed
            && !self.freeze.is_dead(board, dead, &self.boxes, b)
        {
            return Vec::new();
        }
        let frozen = BoxSet::of(board.len(), self.freeze.frozen(board, dead, &self.boxes));
        let mut seen = BoxSet::empty(board.len());
        let mut found = Vec::new();
        for first in frozen.iter() {
            let mut group = Vec::new();
            let mut stack = vec![first];
            while let Some(b) = stack.pop() {
                if frozen.has(b) && !seen.has(b) {
                    seen.insert(b);
                    group.push(b);
                    stack.extend(board.near(b));
                }
            }
            group.sort_unstable();
            let is_asked = pushed.is_none_or(|b| group.contains(&b));
            if is_asked && group.iter().any(|&b| !board.is_goal(b)) {
                let off = group.iter().filter(|&&b| !board.is_goal(b)).count();
                let why = format!("nobody can move these boxes where they are still of use, and {off} stand off goal");
                found.push(self.told(Kind::Freeze, group, why));
            }
        }
        found
    }

    fn patterned(&self, pushed: Option<Square>) -> Vec<Deadlock> {
        let mut found: Vec<Deadlock> = Vec::new();
        for b in self.asked(pushed) {
            let is_box = |s: Square| self.boxes.has(s);
            let Some(matched) = self.patterns.find(self.maze.board, is_box, b, self.player) else { continue };
            if found.iter().all(|other| other.boxes != matched.boxes) {
                let why = format!("the pattern '{}'", matched.name);
                found.push(Deadlock { kind: Kind::Pattern, boxes: matched.boxes, walls: matched.walls, why });
            }
        }
        found
    }

    /// Boxes that compete for too few goals, as if each were alone on the board.
    fn unmatched(&mut self, meter: &Meter) -> Result<Vec<Deadlock>, Stop> {
        let (board, distances) = (self.maze.board, &self.maze.distances);
        let boxes: Vec<Square> = self.boxes.iter().collect();
        let places: Vec<Place> = boxes.iter().map(|&b| self.maze.place(b, self.player)).collect();
        if self.matching.solve(distances, &places, meter)?.is_none() {
            let can = |b: usize, goal: usize| distances.to_goals(places[b])[goal] != PushDistances::NEVER;
            let found = hall_violator(boxes.len(), board.goals().len(), can);
            let told = |(few, goals): (Vec<usize>, Vec<usize>)| {
                let why = format!("{} of the boxes can reach {} of the goals only", few.len(), goals.len());
                Deadlock {
                    kind: Kind::Matching,
                    boxes: few.into_iter().map(|b| boxes[b]).collect(),
                    walls: Vec::new(),
                    why,
                }
            };
            return Ok(found.map(told).into_iter().collect());
        }
        Ok(self.stranded())
    }

    /// Boxes that have no goal left, with frozen boxes as walls.
    pub(super) fn stranded(&mut self) -> Vec<Deadlock> {
        let (board, distances) = (self.maze.board, &self.maze.distances);
        let fixed = BoxSet::of(board.len(), self.freeze.frozen(board, distances.dead_squares(), &self.boxes));
        if fixed.is_empty()
            || fixed.iter().any(|b| !board.is_goal(b))
            || self.reach.fits(self.maze, &fixed, &self.boxes)
        {
            return Vec::new();
        }
        let why = "with the boxes on goals that can never be moved again, the others cannot all have a goal";
        let basins = self.reach.basins(self.maze, &fixed);
        let boxes: Vec<Square> = self.boxes.iter().collect();
        let lost: Vec<Square> = boxes.iter().copied().filter(|&b| !fixed.has(b) && !basins.any.has(b)).collect();
        let lost = if lost.is_empty() { boxes.into_iter().filter(|&b| !fixed.has(b)).collect() } else { lost };
        vec![Deadlock { kind: Kind::Matching, boxes: lost, walls: Vec::new(), why: why.to_owned() }]
    }

    fn corralled(&mut self, pushed: Option<Square>) -> Vec<Deadlock> {
        let state = self.state();
        let dead = self.corral.dead_corral(self.maze, &state, pushed);
        let why = "the boxes close off a part of the maze, and no way opens it";
        dead.map(|boxes| self.told(Kind::Corral, boxes.iter().collect(), why)).into_iter().collect()
    }

    /// With a box given, the areas that it was pushed over.
    fn dead_rooms(&mut self, pushed: Option<Square>, meter: &mut Meter) -> Result<Vec<Deadlock>, Stop> {
        let board = self.maze.board;
        let asked = match pushed {
            Some(b) => {
                let mut near: Vec<_> = board.near(b).chain([b]).map(|s| self.rooms.areas.area_of(s)).collect();
                near.sort_unstable();
                near.dedup();
                near
            }
            None => self.rooms.areas.areas().iter().map(|area| area.id).collect(),
        };
        let mut found = Vec::new();
        for area in asked {
            if self.rooms.is_dead(board, area, &self.boxes, self.player, meter)? {
                let boxes = self.boxes.iter().filter(|&b| self.rooms.areas.area_of(b) == area).collect();
                let why = "the part of the maze around these boxes can never come to hold just its goals";
                found.push(Deadlock { kind: Kind::Room, boxes, walls: Vec::new(), why: why.to_owned() });
            }
        }
        Ok(found)
    }
}
