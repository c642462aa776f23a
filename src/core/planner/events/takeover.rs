//! Full push searches that take over from a position of the planner and go on to a solution.

use super::search::EventSetting;
use crate::feature_space::NodeId;
use crate::maze::Maze;
use crate::packing::PackingPlan;
use crate::push::{Push, State};
use crate::run::{Meter, Search, Status, Stop};
use crate::search::{Fess, Perimeter};

/// The full push searches, kept from turn to turn, and whose turn it is.
#[derive(Debug)]
pub(super) struct Takeovers<'a> {
    /// Searches, each with its first position; the last in the list had the most recent turn.
    kept: Vec<(NodeId, Fess<'a>)>,
    /// Number of nodes left in the present turn of a takeover; 0 while the planner has its turn.
    pub(super) left: u64,
    next: u64,
    /// Positions that the planner has expanded since its last progress or the last takeover.
    since: u64,
    pub(super) begun: u64,
    pub(super) nodes: u64,
}

impl<'a> Takeovers<'a> {
    /// Number of positions without progress before the first takeover, and nodes of its first turn; later turns are longer.
    const FIRST: u64 = 100;
    const KEPT: usize = 3;

    pub(super) const fn new() -> Self {
        Self { kept: Vec::new(), left: 0, next: Self::FIRST, since: 0, begun: 0, nodes: 0 }
    }

    /// Counts positions that the planner expanded. `is_further`: whether these positions brought progress.
    pub(super) const fn visited(&mut self, positions: u64, is_further: bool) {
        self.since += positions;
        if is_further {
            (self.since, self.next) = (0, Self::FIRST);
        } else if self.since >= self.next {
            self.left = self.next;
        }
    }

    /// Gives all further turns to takeovers, since the planner has tried everything.
    pub(super) const fn go_on(&mut self) {
        self.left = u64::MAX;
    }

    /// Ends the turn of a takeover; the next one is three times as long.
    pub(super) fn end_turn(&mut self) {
        (self.left, self.since) = (0, 0);
        self.next = self.next.saturating_mul(3);
    }

    /// Makes one step of the full push search from a position; begins the search if none is kept for the position.
    pub(super) fn step(
        &mut self,
        (node, state): (NodeId, &State),
        maze: &'a Maze<'a>,
        plan: Option<&PackingPlan>,
        setting: &EventSetting,
        meter: &mut Meter,
    ) -> Result<Status<Vec<Push>>, Stop> {
        // 1. The search of this position, last in the list.
        match self.kept.iter().position(|&(of, _)| of == node) {
            Some(place) => self.kept[place..].rotate_left(1),
            None => {
                let perimeter = Perimeter::new(maze.board.len());
                let search =
                    Fess::new(maze, &state.position(), plan.cloned(), setting.setting.clone(), perimeter, meter)?;
                if self.kept.len() == Self::KEPT {
                    self.kept.remove(0);
                }
                self.kept.push((node, search));
                self.begun += 1;
            }
        }
        // 2. One step.
        let Some((_, search)) = self.kept.last_mut() else { return Ok(Status::Exhausted) };
        let before = search.progress().kept;
        let status = search.step(meter)?;
        let nodes = search.progress().kept.saturating_sub(before);
        self.nodes += nodes;
        self.left = self.left.saturating_sub(nodes);
        if self.left == 0 && status == Status::Running {
            self.end_turn();
        }
        Ok(status)
    }

    /// Drops all searches but the last one; true if any was dropped.
    pub(super) fn compact(&mut self) -> bool {
        let older = self.kept.len().saturating_sub(1);
        self.kept.drain(..older).count() > 0
    }
}
