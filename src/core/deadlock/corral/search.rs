//! Search of reduced positions (positions with some boxes left out); see the folder for its proof.

use super::zone::retain;
use super::{ReducedPosition, zone_of};
use crate::deadlock::FrozenBoxes;
use crate::maze::Maze;
use crate::push::{BoxSet, Macro, Macros, Play, Region};
use crate::run::{Meter, Stop};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::deadlock) enum SearchVerdict {
    Lost,
    /// The corral can be opened or solved: no proof.
    Open,
    /// The budget, or the memory, was spent: no proof.
    Spent,
}

/// Why a search ends before its queue is empty.
enum CorralEnd {
    Verdict(SearchVerdict),
    Stop(Stop),
}

/// Number of regions of the player, number of boxes, and number of closed squares of a position. The node with the
/// least rank is expanded first.
type Rank = (i64, usize, usize);

#[derive(Clone, Debug)]
struct CorralNode {
    position: ReducedPosition,
    zone: usize,
    rank: Rank,
}

/// Best-first search of reduced positions, with working memory.
#[derive(Debug)]
pub(in crate::deadlock) struct CorralSearch<'a> {
    maze: &'a Maze<'a>,
    region: Region,
    regions: Region,
    macros: Macros,
    frozen: FrozenBoxes,
    seen: FxHashSet<ReducedPosition>,
    nodes: Vec<CorralNode>,
    zones: Vec<BoxSet>,
    queue: BinaryHeap<Reverse<(Rank, usize)>>,
    /// All macro pushes of the position that was reduced last, grouped by box.
    moves: Vec<Macro>,
    /// Number of squares that the search may still visit.
    work: usize,
}

impl<'a> CorralSearch<'a> {
    /// Number of squares that may be visited for each position of the budget: far more than a board of people needs.
    const SQUARES: usize = 1 << 18;
    /// Number of squares between two checks of the meter, a power of two: a few milliseconds of work.
    const UNWATCHED: usize = 1 << 20;

    pub(in crate::deadlock) fn new(maze: &'a Maze<'a>) -> Self {
        let squares = maze.board.len();
        Self {
            maze,
            region: Region::new(squares),
            regions: Region::new(squares),
            macros: Macros::new(squares),
            frozen: FrozenBoxes::new(squares),
            seen: FxHashSet::default(),
            nodes: Vec::new(),
            zones: Vec::new(),
            queue: BinaryHeap::new(),
            moves: Vec::new(),
            work: 0,
        }
    }

    /// Returns the verdict of a search from the reduced position `start` that expands at most `budget` positions. All
    /// boxes of `start` must be in `zone`.
    pub(in crate::deadlock) fn search(
        &mut self,
        start: &ReducedPosition,
        zone: &BoxSet,
        budget: usize,
        meter: &Meter,
    ) -> Result<SearchVerdict, Stop> {
        self.begin(start, zone);
        self.work = budget.saturating_mul(Self::SQUARES);
        for _ in 0..budget {
            let Some(Reverse((_, number))) = self.queue.pop() else { return Ok(SearchVerdict::Lost) };
            match self.expand(number, meter) {
                Ok(()) => {}
                Err(CorralEnd::Verdict(verdict)) => return Ok(verdict),
                Err(CorralEnd::Stop(stop)) => return Err(stop),
            }
        }
        Ok(if self.queue.is_empty() { SearchVerdict::Lost } else { SearchVerdict::Spent })
    }

    fn spend(&mut self, squares: usize, meter: &Meter) -> Result<(), CorralEnd> {
        let before = self.work;
        self.work = before.saturating_sub(squares);
        // The clock is read where the work crosses a multiple, not after each flood.
        let is_due = before / Self::UNWATCHED != self.work / Self::UNWATCHED;
        if is_due {
            meter.check_time().map_err(CorralEnd::Stop)?;
        }
        // Without memory the corral stays unproved: a single rule that gives up must not end the whole run.
        let has_memory = !is_due || meter.check_memory().is_ok();
        if self.work > 0 && has_memory { Ok(()) } else { Err(CorralEnd::Verdict(SearchVerdict::Spent)) }
    }

    fn begin(&mut self, start: &ReducedPosition, zone: &BoxSet) {
        self.seen.clear();
        self.nodes.clear();
        self.zones.clear();
        self.queue.clear();
        self.zones.push(zone.clone());
        self.seen.insert(start.clone());
        self.nodes.push(CorralNode { position: start.clone(), zone: 0, rank: (0, 0, 0) });
        self.queue.push(Reverse(((0, 0, 0), 0)));
    }

    /// Queues the successors of a node. Ends the search if the corral is open in the node or in a successor.
    fn expand(&mut self, number: usize, meter: &Meter) -> Result<(), CorralEnd> {
        // 1. Leave out the boxes that can be pushed out of the zone; an open corral ends the search.
        let CorralNode { mut position, zone, .. } = self.nodes[number].clone();
        let mut zone = self.zones[zone].clone();
        self.reduce(&mut position, &mut zone, meter)?;
        // Different positions are often reduced to the same one, which is expanded once.
        if position != self.nodes[number].position && !self.seen.insert(position.clone()) {
            return Ok(());
        }
        // 2. Queue the positions after all macro pushes, box by box.
        let regions = self.regions.each(self.maze.board, |s| position.boxes.has(s)).len();
        self.zones.push(zone);
        // The moves are lent out while `push_box` changes the rest of the search.
        let moves = std::mem::take(&mut self.moves);
        let ended = moves.chunk_by(|one, other| one.from == other.from).try_for_each(|of_box| {
            let first = self.nodes.len();
            self.push_box(&position, regions, of_box, meter)?;
            self.queue(first)
        });
        self.moves = moves;
        ended
    }

    /// Removes boxes until all boxes are in the zone and no box can be pushed out of it; then `region` and `moves`
    /// belong to the position. Ends the search if no square is closed any more, or the position is solved.
    fn reduce(&mut self, position: &mut ReducedPosition, zone: &mut BoxSet, meter: &Meter) -> Result<(), CorralEnd> {
        let board = self.maze.board;
        loop {
            let region = &mut self.region;
            region.flood(board, position.player, |s| position.boxes.has(s));
            position.player = region.representative();
            let mut closed = zone.clone();
            retain(&mut closed, |s| !region.has(s) && !position.boxes.has(s));
            retain(&mut position.owed, |goal| closed.has(goal));
            if closed.is_empty() || position.is_done(board) {
                return Err(CorralEnd::Verdict(SearchVerdict::Open));
            }
            *zone = zone_of(self.maze, closed.iter(), &position.boxes, region);
            let before = position.boxes.len();
            retain(&mut position.boxes, |b| zone.has(b));
            self.spend(board.len(), meter)?;
            if position.boxes.len() == before && !self.remove_leavers(position, zone, meter)? {
                return Ok(());
            }
        }
    }

    /// Removes the boxes that can be pushed out of the zone while the other boxes stand still, and returns true; if no
    /// box can, returns false, and `moves` holds all macro pushes.
    fn remove_leavers(
        &mut self,
        position: &mut ReducedPosition,
        zone: &BoxSet,
        meter: &Meter,
    ) -> Result<bool, CorralEnd> {
        self.moves.clear();
        let mut leavers = BoxSet::empty(self.maze.board.len());
        for b in position.boxes.iter() {
            let region = &self.region;
            let found = self.macros.of_box(self.maze, &position.boxes, b, |s| region.has(s), Play::Push);
            let squares = found.len() + leavers.words().len();
            if found.iter().any(|m| !zone.has(m.to)) {
                leavers.insert(b);
            } else {
                self.moves.extend_from_slice(found);
            }
            self.spend(squares, meter)?;
        }
        // With fewer boxes more pushes are possible: what is lost without these boxes is lost with them.
        retain(&mut position.boxes, |b| !leavers.has(b));
        Ok(!leavers.is_empty())
    }

    /// Appends a node for each macro push of one box. `regions` is the number of regions before the push.
    fn push_box(
        &mut self,
        position: &ReducedPosition,
        regions: usize,
        moves: &[Macro],
        meter: &Meter,
    ) -> Result<(), CorralEnd> {
        let (board, first) = (self.maze.board, self.nodes.len());
        let (dead, zone) = (self.maze.distances.dead_squares(), self.zones.len() - 1);
        // Other boxes may have been pushed between two pushes of this one, so what the player could reach from any of
        // its squares counts for all of them.
        let mut owed = position.owed.clone();
        for m in moves {
            self.spend(board.len(), meter)?;
            let boxes = position.boxes.shifted(m.from, m.to);
            // Such a successor is lost for certain, so it cannot open the corral, and needs no place in the queue.
            if self.frozen.is_freeze_deadlock(board, dead, &boxes, m.to) {
                continue;
            }
            let position = ReducedPosition::with(board, boxes, m.player(board, false), owed.clone(), &mut self.region);
            retain(&mut owed, |goal| !self.region.has(goal));
            let count = position.boxes.len();
            let closed = board.len() - self.region.size() - count;
            let regions = i64::try_from(regions).unwrap_or(i64::MAX) + i64::from(m.regions);
            self.nodes.push(CorralNode { position, zone, rank: (regions, count, closed) });
        }
        for CorralNode { position, .. } in &mut self.nodes[first..] {
            position.owed.clone_from(&owed);
            retain(&mut position.owed, |goal| !position.boxes.has(goal));
        }
        Ok(())
    }

    fn queue(&mut self, first: usize) -> Result<(), CorralEnd> {
        for (number, node) in self.nodes.iter().enumerate().skip(first) {
            // The search is asked for a proof only: the first way out of the corral refutes it.
            if node.rank.2 == 0 || node.position.is_done(self.maze.board) {
                return Err(CorralEnd::Verdict(SearchVerdict::Open));
            }
            if self.seen.insert(node.position.clone()) {
                self.queue.push(Reverse((node.rank, number)));
            }
        }
        Ok(())
    }
}
