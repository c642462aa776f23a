//! Search of reduced positions (positions with some boxes left out); see the folder for its proof.

use super::zone::retain;
use super::{Reduced, zone_of};
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
    /// The corral can be opened or solved: nothing is proved.
    Open,
    /// The budget was spent: nothing is proved.
    Spent,
}

/// Number of regions of the player, number of boxes, and number of closed squares of a position. The node with the
/// least rank is expanded first.
type Rank = (i64, usize, usize);

#[derive(Clone, Debug)]
struct Node {
    position: Reduced,
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
    seen: FxHashSet<Reduced>,
    nodes: Vec<Node>,
    zones: Vec<BoxSet>,
    queue: BinaryHeap<Reverse<(Rank, usize)>>,
    /// All macro pushes of the position that was reduced last, grouped by box.
    moves: Vec<Macro>,
}

impl<'a> CorralSearch<'a> {
    /// Number of expansions between two checks of the meter: a few milliseconds of work.
    const UNWATCHED: usize = 64;

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
        }
    }

    /// Returns the verdict of a search from the reduced position `start` that expands at most `budget` positions. All
    /// boxes of `start` must be in `zone`.
    pub(in crate::deadlock) fn search(
        &mut self,
        start: &Reduced,
        zone: &BoxSet,
        budget: usize,
        meter: &Meter,
    ) -> Result<SearchVerdict, Stop> {
        self.begin(start, zone);
        let mut expanded = 0;
        while let Some(Reverse((_, number))) = self.queue.pop() {
            if expanded == budget {
                return Ok(SearchVerdict::Spent);
            }
            if expanded % Self::UNWATCHED == 0 {
                meter.check_time()?;
            }
            expanded += 1;
            if self.is_open_after_expanding(number) {
                return Ok(SearchVerdict::Open);
            }
        }
        Ok(SearchVerdict::Lost)
    }

    fn begin(&mut self, start: &Reduced, zone: &BoxSet) {
        self.seen.clear();
        self.nodes.clear();
        self.zones.clear();
        self.queue.clear();
        self.zones.push(zone.clone());
        self.seen.insert(start.clone());
        self.nodes.push(Node { position: start.clone(), zone: 0, rank: (0, 0, 0) });
        self.queue.push(Reverse(((0, 0, 0), 0)));
    }

    /// Queues the successors of a node. Returns whether the corral is open in the node or in a successor.
    fn is_open_after_expanding(&mut self, number: usize) -> bool {
        let Node { mut position, zone, .. } = self.nodes[number].clone();
        let mut zone = self.zones[zone].clone();
        if !self.reduce(&mut position, &mut zone) {
            return true;
        }
        if position != self.nodes[number].position && !self.seen.insert(position.clone()) {
            return false;
        }
        let regions = self.regions.each(self.maze.board, |s| position.boxes.has(s)).len();
        self.zones.push(zone);
        let moves = std::mem::take(&mut self.moves);
        let is_open = moves.chunk_by(|one, other| one.from == other.from).any(|of_box| {
            let first = self.nodes.len();
            self.push_box(&position, regions, of_box);
            self.is_open_after_queueing(first)
        });
        self.moves = moves;
        is_open
    }

    /// Removes boxes until all boxes are in the zone and no box can be pushed out of it; then `region` and `moves`
    /// belong to the position. Returns false if no square is closed any more, or the position is solved.
    fn reduce(&mut self, position: &mut Reduced, zone: &mut BoxSet) -> bool {
        let board = self.maze.board;
        loop {
            let region = &mut self.region;
            region.flood(board, position.player, |s| position.boxes.has(s));
            position.player = region.representative();
            let mut closed = zone.clone();
            retain(&mut closed, |s| !region.has(s) && !position.boxes.has(s));
            retain(&mut position.owed, |goal| closed.has(goal));
            if closed.is_empty() || position.is_done(board) {
                return false;
            }
            *zone = zone_of(self.maze, &closed, &position.boxes, region);
            let before = position.boxes.len();
            retain(&mut position.boxes, |b| zone.has(b));
            if position.boxes.len() == before && !self.remove_leavers(position, zone) {
                return true;
            }
        }
    }

    /// Removes the boxes that can be pushed out of the zone while the other boxes stand still, and returns true; if no
    /// box can, returns false, and `moves` holds all macro pushes.
    fn remove_leavers(&mut self, position: &mut Reduced, zone: &BoxSet) -> bool {
        self.moves.clear();
        let mut leavers = BoxSet::empty(self.maze.board.len());
        for b in position.boxes.iter() {
            let region = &self.region;
            let found = self.macros.of_box(self.maze, &position.boxes, b, |s| region.has(s), Play::Push);
            if found.iter().any(|m| !zone.has(m.to)) {
                leavers.insert(b);
            }
            self.moves.extend_from_slice(found);
        }
        retain(&mut position.boxes, |b| !leavers.has(b));
        !leavers.is_empty()
    }

    /// Appends a node for each macro push of one box. `regions` is the number of regions before the push.
    fn push_box(&mut self, position: &Reduced, regions: usize, moves: &[Macro]) {
        let (board, first) = (self.maze.board, self.nodes.len());
        let (dead, zone) = (self.maze.distances.dead_squares(), self.zones.len() - 1);
        let mut owed = position.owed.clone();
        for m in moves {
            let boxes = position.boxes.shifted(m.from, m.to);
            if self.frozen.is_freeze_deadlock(board, dead, &boxes, m.to) {
                continue;
            }
            let position = Reduced::with(board, boxes, m.player(board, false), owed.clone(), &mut self.region);
            retain(&mut owed, |goal| !self.region.has(goal));
            let count = position.boxes.len();
            let closed = board.len() - self.region.size() - count;
            let regions = i64::try_from(regions).unwrap_or(i64::MAX) + i64::from(m.regions);
            self.nodes.push(Node { position, zone, rank: (regions, count, closed) });
        }
        for Node { position, .. } in &mut self.nodes[first..] {
            position.owed.clone_from(&owed);
            retain(&mut position.owed, |goal| !position.boxes.has(goal));
        }
    }

    fn is_open_after_queueing(&mut self, first: usize) -> bool {
        for (number, node) in self.nodes.iter().enumerate().skip(first) {
            if node.rank.2 == 0 || node.position.is_done(self.maze.board) {
                return true;
            }
            if self.seen.insert(node.position.clone()) {
                self.queue.push(Reverse((node.rank, number)));
            }
        }
        false
    }
}
