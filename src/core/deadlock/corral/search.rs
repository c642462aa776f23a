//! Enclosures: connected free squares that the player cannot reach, with the boxes around them. Reduced positions: only some boxes
//! of a position stay on the board. Their search; see the folder for its proof.
//!
//! Zone of closed squares: the surroundings whose boxes are kept.
//!
//! ```text
//!   ########     c are closed squares; the zone holds them and the squares around them, here the boxes 1, 2 and 3.
//!   #   4  #     Box 4 is behind box 1, so that 1 cannot be pushed in; neither can 1 be pushed sideways. Box 4 is
//!   # # 15 #     kept too: if it were left out, 1 could be pushed at once. Box 5 is beside 1 and is kept as it is
//!   # #2c3 #     around c.
//!   # ##c###
//! ```
//! Any zone is sound; boxes outside it are left out of the proof.

use crate::deadlock::FrozenBoxes;
use crate::level::{Board, Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macro, Macros, Play, Region};
use crate::run::{Meter, Stop};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Connected free squares that the player cannot reach, and the boxes around these squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::deadlock) struct Enclosure {
    pub(in crate::deadlock) squares: Vec<Square>,
    border: Vec<Square>,
}

impl Enclosure {
    /// Returns the squares of every two of these enclosures that share a box beside them, in their order.
    pub(in crate::deadlock) fn pairs(all: &[Self]) -> impl Iterator<Item = Vec<Square>> {
        let mut beside: FxHashMap<Square, Vec<usize>> = FxHashMap::default();
        for (number, one) in all.iter().enumerate() {
            one.border.iter().for_each(|&b| beside.entry(b).or_default().push(number));
        }
        all.iter().enumerate().flat_map(move |(number, one)| {
            let others = one.border.iter().flat_map(|b| &beside[b]).copied().filter(|&other| other > number);
            let others: BTreeSet<usize> = others.collect();
            others.into_iter().map(|other| [&one.squares[..], &all[other].squares].concat())
        })
    }
}

/// Returns all enclosures of a position, each by its first square in order. `region` must be the player's region.
pub(in crate::deadlock) fn enclosures(board: &Board, boxes: &BoxSet, region: &Region) -> Vec<Enclosure> {
    if region.size() + boxes.len() >= board.len() {
        return Vec::new();
    }
    let mut seen = BoxSet::empty(board.len());
    let mut found = Vec::new();
    for start in board.squares() {
        if !(seen.has(start) || region.has(start) || boxes.has(start)) {
            found.push(spread(board, boxes, start, &mut seen));
        }
    }
    found
}

/// Returns the enclosure of a square, and adds its squares to `seen`.
fn spread(board: &Board, boxes: &BoxSet, start: Square, seen: &mut BoxSet) -> Enclosure {
    let (mut squares, mut border) = (vec![start], Vec::new());
    seen.insert(start);
    let mut next = 0;
    while let Some(&at) = squares.get(next) {
        next += 1;
        for neighbour in board.neighbours(at) {
            if boxes.has(neighbour) {
                border.push(neighbour);
            } else if !seen.has(neighbour) {
                seen.insert(neighbour);
                squares.push(neighbour);
            }
        }
    }
    Enclosure { squares, border }
}

/// Some boxes of a position, the player's region with only these boxes on the board, and the owed goals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::deadlock) struct ReducedPosition {
    pub(in crate::deadlock) boxes: BoxSet,
    /// Lowest square of the player's region.
    pub(in crate::deadlock) player: Square,
    /// Owed goals: empty goals that no box, kept or not, can have reached.
    pub(in crate::deadlock) owed: BoxSet,
}

impl ReducedPosition {
    pub(in crate::deadlock) fn with(
        board: &Board,
        boxes: BoxSet,
        player: Square,
        owed: BoxSet,
        region: &mut Region,
    ) -> Self {
        region.flood(board, player, |s| boxes.has(s));
        Self { boxes, player: region.representative(), owed }
    }

    /// True if all boxes are on goals, and no goal is owed.
    fn is_done(&self, board: &Board) -> bool {
        self.owed.is_empty() && self.boxes.iter().all(|b| board.is_goal(b))
    }
}

pub(in crate::deadlock) fn retain(set: &mut BoxSet, is_kept: impl Fn(Square) -> bool) {
    for square in set.clone().iter().filter(|&s| !is_kept(s)) {
        set.remove(square);
    }
}

/// Returns the zone of the closed squares `closed`. `region` must be the player's region. Linear in `closed`.
pub(in crate::deadlock) fn zone_of(
    maze: &Maze<'_>,
    closed: impl IntoIterator<Item = Square>,
    boxes: &BoxSet,
    region: &Region,
) -> BoxSet {
    let board = maze.board;
    let mut zone = BoxSet::empty(board.len());
    for square in closed {
        board.around(square).for_each(|s| zone.insert(s));
        for direction in Direction::ALL {
            let Some(border) = board.next(square, direction).filter(|&b| boxes.has(b)) else { continue };
            let Some(behind) = board.next(border, direction).filter(|&b| boxes.has(b)) else { continue };
            if !can_be_pushed_across(maze, boxes, region, border, direction) {
                zone.insert(behind);
            }
        }
    }
    zone
}

fn can_be_pushed_across(maze: &Maze<'_>, boxes: &BoxSet, region: &Region, b: Square, along: Direction) -> bool {
    let mut across =
        Direction::ALL.into_iter().filter(|&direction| direction != along && direction != along.opposite());
    across.any(|direction| {
        let is_free = |to: Square| !boxes.has(to) && !maze.distances.is_dead(to);
        maze.board.next(b, direction).is_some_and(is_free)
            && maze.board.next(b, direction.opposite()).is_some_and(|stand| region.has(stand))
    })
}

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

/// Numbers of regions of the player, of boxes, and of closed squares; the node with the least rank is expanded first.
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

    /// Returns the verdict of a search that expands at most `budget` positions. All boxes of `start` must be in `zone`.
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
