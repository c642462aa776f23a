//! Finds a packing plan that may park boxes, by a search from the end with a budget.
//!
//! All goals are full, and boxes are pulled away. A box that reaches a start of its own is removed. If no box does, one is pulled
//! aside: played forwards, this box is parked until its goal is due.
//!
//! ```text
//!   #######      The boxes begin on x and y, the goals are a and b. In neither order can both boxes be pulled straight from
//!   # p a #      the goals to x and y; but the box on a can be pulled aside to p, then the box on b to x or y, then the box
//!   #  xy #      on p. Forwards: park a box on p, bring the other to b, then the parked one to a.
//!   # ##b #
//!   #  @  #
//!   #######
//! ```
//! Output: a chain of box sets from none to all goals, by single steps. It is advice and no proof: others are ignored.

use super::{PackingMove, PackingPlan};
use crate::heuristic::BipartiteMatching;
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macro, Macros, Play, Region};
use crate::run::{Meter, Stop};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::cmp::Reverse;
use std::collections::VecDeque;

#[derive(Clone, Debug)]
struct ParkingNode {
    boxes: BoxSet,
    player: Square,
    removed: Removed,
    parent: usize,
    steps: Vec<PackingMove>,
}

/// For each removed box, the starts that it could reach, in the order of removal.
#[derive(Clone, Debug)]
struct Removed {
    starts: Vec<BoxSet>,
    /// Start assigned to each box; `None` if boxes may share starts.
    pairing: Option<BipartiteMatching>,
}

/// A pull of a box to a start, where it is removed.
struct Removal {
    from: Square,
    player: Square,
    starts: BoxSet,
}

/// Class of a position: number of boxes left, of boxes on goals, and of regions of the player.
type Cell = (usize, usize, usize);

struct Parking<'a> {
    maze: &'a Maze<'a>,
    starts: &'a [Square],
    is_start: BoxSet,
    own_starts: bool,
    macros: Macros,
    region: Region,
    nodes: Vec<ParkingNode>,
    seen: FxHashSet<(BoxSet, Square)>,
    cells: IndexMap<Cell, VecDeque<usize>, FxBuildHasher>,
    visits: usize,
}

const BUDGET: usize = 6_000;

/// Maximum of squares times goals times goals of a board on which a plan is searched.
const LARGEST: usize = 2_000_000;

impl PackingPlan {
    /// Searches for a plan from the starts, with parking; `None` without one within the budget, or on large boards.
    pub fn by_starts(maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<Option<Self>, Stop> {
        if maze.board.len() * maze.board.goals().len().pow(2) > LARGEST {
            return Ok(None);
        }
        // Boxes that share a start cannot all come from it, so such a plan is second best.
        let own = find_with(maze, start, true, meter)?;
        if own.is_some() { Ok(own) } else { find_with(maze, start, false, meter) }
    }
}

/// Returns a plan that removes boxes on starts, each on its own if `own_starts`; `None` if no plan is found.
fn find_with(maze: &Maze<'_>, start: &Position, own_starts: bool, meter: &Meter) -> Result<Option<PackingPlan>, Stop> {
    let squares = maze.board.len();
    let mut parking = Parking {
        maze,
        starts: &start.boxes,
        is_start: BoxSet::of(squares, start.boxes.iter().copied()),
        own_starts,
        macros: Macros::new(squares),
        region: Region::new(squares),
        nodes: Vec::new(),
        seen: FxHashSet::default(),
        cells: IndexMap::default(),
        visits: 0,
    };
    let Some(last) = parking.search(meter)? else { return Ok(None) };
    let starts = parking.nodes[last].removed.starts.iter().rev().cloned();
    let plan = PackingPlan::new(squares, BoxSet::empty(squares), parking.steps_to(last), starts);
    plan.with_prospects(maze, meter).map(Some)
}

impl Parking<'_> {
    fn search(&mut self, meter: &Meter) -> Result<Option<usize>, Stop> {
        for root in self.roots() {
            if let Some(found) = self.add(root, meter)? {
                return Ok(Some(found));
            }
        }
        while let Some(parent) = self.next() {
            for (from, to, player) in self.pulls(parent) {
                meter.check()?;
                let mut child = ParkingNode {
                    parent,
                    steps: vec![PackingMove { from: Some(to), to: from }],
                    player,
                    ..self.nodes[parent].clone()
                };
                child.boxes.shift(from, to);
                if let Some(found) = self.add(child, meter)? {
                    return Ok(Some(found));
                }
                if self.nodes.len() > BUDGET {
                    return Ok(None);
                }
            }
        }
        Ok(None)
    }

    fn roots(&mut self) -> Vec<ParkingNode> {
        let board = self.maze.board;
        let boxes = BoxSet::of(board.len(), board.goals().iter().copied());
        // The player may stand anywhere at the end.
        let players = self.region.each(board, |s| boxes.has(s));
        let root = ParkingNode {
            boxes,
            player: Square(0),
            removed: Removed {
                starts: Vec::new(),
                pairing: self.own_starts.then(|| BipartiteMatching::new(self.starts.len())),
            },
            parent: usize::MAX,
            steps: Vec::new(),
        };
        players.into_iter().map(|player| ParkingNode { player, ..root.clone() }).collect()
    }

    /// Returns the oldest position, alternately of the best class and of each class in turn; `None` if none is left.
    fn next(&mut self) -> Option<usize> {
        self.visits += 1;
        let waiting = self.cells.iter().filter(|(_, queue)| !queue.is_empty());
        // Every second visit goes to the best class; the others see to it that no class waits for ever.
        let best = if self.visits.is_multiple_of(2) {
            waiting.map(|(&cell, _)| cell).min()
        } else {
            let waiting: Vec<Cell> = waiting.map(|(&cell, _)| cell).collect();
            waiting.get(self.visits / 2 % waiting.len().max(1)).copied()
        };
        self.cells.get_mut(&best?)?.pop_front()
    }

    /// Removes all boxes that can be removed, and queues the position; returns the index of a position without boxes.
    fn add(&mut self, mut node: ParkingNode, meter: &Meter) -> Result<Option<usize>, Stop> {
        self.vanish(&mut node, meter)?;
        // Removals in another order lead to the same boxes.
        if !self.seen.insert((node.boxes.clone(), self.region.representative())) {
            return Ok(None);
        }
        let number = self.nodes.len();
        if node.boxes.is_empty() {
            self.nodes.push(node);
            return Ok(Some(number));
        }
        let on_goals = node.boxes.iter().filter(|&b| self.maze.board.is_goal(b)).count();
        let cell = (node.boxes.len(), on_goals, self.region.each(self.maze.board, |s| node.boxes.has(s)).len());
        self.cells.entry(cell).or_default().push_back(number);
        self.nodes.push(node);
        Ok(None)
    }

    /// Removes boxes until none can be removed. `region` is then the player's region.
    fn vanish(&mut self, node: &mut ParkingNode, meter: &Meter) -> Result<(), Stop> {
        let mut first = 0;
        loop {
            self.region.flood(self.maze.board, node.player, |s| node.boxes.has(s));
            node.player = self.region.representative();
            let boxes: Vec<Square> = node.boxes.iter().collect();
            let waiting = (0..boxes.len()).map(|step| boxes[(first + step) % boxes.len()]);
            let Some(exit) = self.removal(&node.boxes, waiting, &mut node.removed, meter)? else { return Ok(()) };
            if exit.starts.len() == self.starts.len() {
                first = boxes.binary_search(&exit.from).unwrap_or(0);
            }
            node.boxes.remove(exit.from);
            node.player = exit.player;
            node.steps.push(PackingMove { from: None, to: exit.from });
        }
    }

    /// Returns the next box to be removed, and adds it to `removed`. A removal makes room, but takes a start from
    /// others: the box with most starts goes first, and none goes if a removed box is then without a start.
    fn removal(
        &mut self,
        boxes: &BoxSet,
        waiting: impl Iterator<Item = Square>,
        removed: &mut Removed,
        meter: &Meter,
    ) -> Result<Option<Removal>, Stop> {
        let mut removals: Vec<Removal> = Vec::new();
        for from in waiting {
            meter.check_time()?;
            removals.extend(self.removal_of(boxes, from));
            // A box that can be pulled to all starts takes none from others.
            if removals.last().is_some_and(|removal| removal.starts.len() == self.starts.len()) {
                break;
            }
        }
        removals.sort_by_key(|removal| Reverse(removal.starts.len()));
        Ok(removals.into_iter().find(|removal| removed.add(&removal.starts, self.starts)))
    }

    fn removal_of(&mut self, boxes: &BoxSet, from: Square) -> Option<Removal> {
        let Self { maze, is_start, macros, region, .. } = self;
        let mut starts = BoxSet::empty(maze.board.len());
        let mut player = None;
        if is_start.has(from) {
            // The box is on a start already, and the player does not move.
            starts.insert(from);
            player = maze.board.neighbours(from).find(|&s| region.has(s));
        }
        for m in macros.of_box(maze, boxes, from, |s| region.has(s), Play::Pull) {
            if is_start.has(m.to) {
                starts.insert(m.to);
                player = player.or_else(|| Some(m.player(maze.board, true)));
            }
        }
        Some(Removal { from, player: player?, starts })
    }

    fn pulls(&mut self, node: usize) -> Vec<(Square, Square, Square)> {
        let ParkingNode { boxes, player, .. } = self.nodes[node].clone();
        self.region.flood(self.maze.board, player, |s| boxes.has(s));
        let mut pulls = Vec::new();
        for from in boxes.iter() {
            let region = &self.region;
            let found = self.macros.of_box(self.maze, &boxes, from, |s| region.has(s), Play::Pull);
            let distance =
                |m: &&Macro| (0..self.starts.len()).map(|column| self.maze.distances.minimum(m.to, column)).min();
            let off_goal = |m: &&Macro| !self.maze.board.is_goal(m.to);
            let mut best: Vec<&Macro> = Vec::new();
            best.extend(found.iter().filter(off_goal).max_by_key(distance));
            best.extend(found.iter().find(off_goal));
            best.extend(found.iter().min_by_key(|m| m.regions));
            best.extend(found.iter().filter(off_goal).min_by_key(|m| m.regions));
            best.dedup();
            pulls.extend(best.iter().map(|m| (from, m.to, m.player(self.maze.board, true))));
        }
        pulls
    }

    fn steps_to(&self, last: usize) -> Vec<PackingMove> {
        let line = std::iter::successors(self.nodes.get(last), |node| self.nodes.get(node.parent));
        line.flat_map(|node| node.steps.iter().rev().copied()).collect()
    }
}

impl Removed {
    /// Adds a box with its starts; false if a box would then be without a start of its own.
    fn add(&mut self, reached: &BoxSet, starts: &[Square]) -> bool {
        self.starts.push(reached.clone());
        let (removed, last) = (&self.starts, self.starts.len() - 1);
        let fits = |thing: usize, start: usize| removed[thing].has(starts[start]);
        let is_fit = self.pairing.as_mut().is_none_or(|pairing| pairing.add(last, &fits));
        if !is_fit {
            self.starts.pop();
        }
        is_fit
    }
}
