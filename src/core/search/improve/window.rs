//! A search for a cheaper path from one position of a solution to a later one.
//!
//! ```text
//!   solution   a A b a B b A c ..      Capitals and small letters are pushes of boxes a, b, c; the window is the part
//!   window       [b a B b A]           between the brackets, box a is free. The pushes of b are kept, in their order; pushes
//!   kept          b   B b              of a are searched again, before, between and after them.
//! ```
//! A* over positions: boxes, and the player's square after the last push. Output: pushes that cost less and end in an equal
//! position, if any are found. With all boxes free the cheapest path is found. With some kept a cheaper path may be missed, if
//! boxes exchange places: a position is stored once, with the kept pushes of its cheapest path.

use super::{Measure, Trail};
use crate::heuristic::Targets;
use crate::level::{Board, Direction, Square};
use crate::maze::PushDistances;
use crate::push::{Arena, BoxSet, NodeId, Push, State, WalkDistances, steps_from};
use crate::run::{Meter, NodeKind, Stop, count32};
use crate::search::optimal::Cost;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which results of a window count as a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Pass {
    /// Results with less of the minimised number.
    First,
    /// Results with any lower cost.
    Second,
}

#[derive(Clone, Copy, Debug)]
struct WindowNode {
    cost: Cost,
    /// Last push of the cheapest path to the position, and the node before that push; `None` for the first position.
    parent: Option<(NodeId, Push)>,
    done: usize,
}

#[derive(Debug)]
pub(super) struct SolutionWindow<'a> {
    board: &'a Board,
    measure: Measure,
    /// Pushes of boxes that are not free, in order.
    kept: Vec<Push>,
    /// Squares of the boxes that are not free, by the number of kept pushes made, as far as a path has made them.
    fixed: Vec<BoxSet>,
    start: State,
    end: BoxSet,
    /// Player's square at the end of the window; `None` for any square, if the solution ends there.
    player: Option<Square>,
    /// Cost below which a result is a gain.
    below: Cost,
    rest: Rest,
    arena: Arena,
    nodes: Vec<WindowNode>,
    /// Least sum of cost and estimate first, among equals the greatest cost.
    open: BinaryHeap<(Reverse<Cost>, Cost, NodeId)>,
}

impl<'a> SolutionWindow<'a> {
    /// Creates the search for cheaper pushes in place of the pushes in `from..to` of a solution.
    pub(super) fn new(
        board: &'a Board,
        trail: &Trail,
        (from, to): (usize, usize),
        (free, measure, pass): (&[bool], Measure, Pass),
        (walks, meter): (&mut WalkDistances, &Meter),
    ) -> Result<Self, Stop> {
        let now = trail.cost(measure, from, to);
        let squares = board.len();
        let kept: Vec<Push> = (from..to).filter(|&p| !free[trail.who[p]]).map(|p| trail.pushes[p]).collect();
        let (places, ends) = (trail.places(board, from), trail.places(board, to));
        let is_free = |(_, is_free): &(&Square, &bool)| **is_free;
        let free_ends: Vec<Square> = ends.iter().zip(free).filter(is_free).map(|(&s, _)| s).collect();
        let player = (to < trail.len()).then(|| trail.player(to));
        let rest = Rest::new(board, &kept, player, &free_ends, walks, meter)?;
        let held = places.iter().zip(free).filter(|place| !is_free(place)).map(|(&s, _)| s);
        let fixed = vec![BoxSet::of(squares, held)];
        Ok(Self {
            board,
            measure,
            kept,
            fixed,
            start: State { boxes: BoxSet::of(squares, places), player: trail.player(from) },
            end: BoxSet::of(squares, ends),
            player,
            below: if pass == Pass::First { now.floor() } else { now },
            rest,
            arena: Arena::new(squares),
            nodes: Vec::new(),
            open: BinaryHeap::new(),
        })
    }

    /// Returns the cheapest pushes that cost less than `below`, if they exist.
    pub(super) fn search(mut self, walks: &mut WalkDistances, meter: &mut Meter) -> Result<Option<Vec<Push>>, Stop> {
        // 1. Begin with the first position of the window.
        let free: Vec<Square> = self.start.boxes.iter().filter(|&b| !self.fixed[0].has(b)).collect();
        let start = self.start.clone();
        self.reach(&start, WindowNode { cost: Cost::default(), parent: None, done: 0 }, self.rest.of_boxes(&free))?;
        // 2. Take the node with the least estimate; skip it if a cheaper path to it was found since.
        while let Some((_, cost, id)) = self.open.pop() {
            if self.nodes[id.index()].cost != cost {
                continue;
            }
            let state = self.arena.state(id);
            // 3. At the last position of the window, return the path.
            if state.boxes == self.end && self.player.is_none_or(|player| player == state.player) {
                return Ok(Some(self.path(id)));
            }
            // 4. Add the next kept push, and all pushes of free boxes.
            meter.tick(NodeKind::Push)?;
            self.expand(id, &state, walks)?;
        }
        Ok(None)
    }

    fn expand(&mut self, id: NodeId, state: &State, walks: &mut WalkDistances) -> Result<(), Stop> {
        let board = self.board;
        let done = self.nodes[id.index()].done;
        walks.measure(board, state.player, |s| state.boxes.has(s));
        let mut free: Vec<Square> = state.boxes.iter().filter(|&b| !self.fixed[done].has(b)).collect();
        if let Some(&push) = self.kept.get(done) {
            // The first path that makes this kept push tells where the held boxes are for all others.
            if self.fixed.len() == done + 1 {
                let to = board.next(push.from, push.direction).unwrap_or(push.from);
                self.fixed.push(self.fixed[done].shifted(push.from, to));
            }
            self.push(id, state, push, done + 1, self.rest.of_boxes(&free), walks)?;
        }
        for place in 0..free.len() {
            let from = free[place];
            for direction in Direction::ALL {
                let Some(to) = board.next(from, direction) else { continue };
                // The list is changed and changed back, since the bound needs all free boxes.
                free[place] = to;
                let pushes = self.rest.of_boxes(&free);
                if pushes < Rest::NEVER {
                    self.push(id, state, Push { from, direction }, done, pushes, walks)?;
                }
            }
            free[place] = from;
        }
        Ok(())
    }

    fn push(
        &mut self,
        id: NodeId,
        state: &State,
        push: Push,
        done: usize,
        free: u32,
        walks: &WalkDistances,
    ) -> Result<(), Stop> {
        let Some(stand) = self.board.next(push.from, push.direction.opposite()) else { return Ok(()) };
        let Some(steps) = walks.to(stand) else { return Ok(()) };
        if self.board.next(push.from, push.direction).is_none_or(|to| state.boxes.has(to)) {
            return Ok(());
        }
        let cost = self.nodes[id.index()].cost + self.measure.cost(1, steps + 1);
        let after = State { boxes: state.boxes_after(self.board, push), player: push.from };
        self.reach(&after, WindowNode { cost, parent: Some((id, push)), done }, free)
    }

    /// Queues a position, unless it is stored at no more cost, or its cost plus estimate is not less than `below`.
    fn reach(&mut self, state: &State, node: WindowNode, free: u32) -> Result<(), Stop> {
        let (pushes, moves) = self.rest.least(self.board, node.done, state.player, free);
        let estimate = node.cost + self.measure.cost(pushes, moves);
        // It could not end below the cost of the window as it is.
        if estimate >= self.below {
            return Ok(());
        }
        let id = match self.arena.find(state) {
            Some(id) if self.nodes[id.index()].cost <= node.cost => return Ok(()),
            Some(id) => {
                self.nodes[id.index()] = node;
                id
            }
            None => {
                let Some(id) = self.arena.insert(state, None)? else { return Ok(()) };
                self.nodes.push(node);
                id
            }
        };
        self.open.push((Reverse(estimate), node.cost, id));
        Ok(())
    }

    fn path(&self, last: NodeId) -> Vec<Push> {
        let parent = |id: NodeId| self.nodes[id.index()].parent;
        let mut pushes: Vec<Push> =
            std::iter::successors(parent(last), |&(before, _)| parent(before)).map(|(_, push)| push).collect();
        pushes.reverse();
        pushes
    }
}

/// Lower bounds on what is left in a window: free boxes need at least the pushes of each alone, a few boxes each to an
/// end of its own, many each to the nearest end; the player makes all kept pushes in order, and walks between them.
#[derive(Debug)]
struct Rest {
    kept: u32,
    /// Tables with the number of pushes of a lone box from each square: one table for each end if there are at most
    /// [`Rest::FEW`] ends, else one table to the nearest end.
    pushes: Vec<Vec<u32>>,
    /// By the number of kept pushes made: the square that the player must reach next, and the moves needed from there on.
    next: Vec<(Square, u32)>,
    /// For each square that the player must reach, the steps to it from every square, computed on first use.
    steps: FxHashMap<Square, Vec<u32>>,
}

impl Rest {
    /// Stands for an unreachable end: larger than any number of pushes. Sums of a few hundred do not overflow.
    const NEVER: u32 = 1 << 24;
    /// Greatest number of free boxes for which all assignments to ends are tried.
    const FEW: usize = 3;

    /// Computes the bounds: free boxes end on `ends`, the player on `player`, or anywhere if `None`.
    fn new(
        board: &Board,
        kept: &[Push],
        player: Option<Square>,
        ends: &[Square],
        walks: &mut WalkDistances,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let stand = |push: &Push| board.next(push.from, push.direction.opposite()).unwrap_or(push.from);
        let stops: Vec<Square> = kept.iter().map(stand).chain(player).collect();
        let mut next = vec![(Square(0), 0); stops.len()];
        let mut after = 0;
        for (place, &stop) in stops.iter().enumerate().rev() {
            if let Some(push) = kept.get(place) {
                meter.check()?;
                let walk = stops.get(place + 1).and_then(|&stop| walks.between(board, push.from, stop, |_| false));
                after += 1 + walk.unwrap_or(0);
            }
            next[place] = (stop, after);
        }
        let kept = count32(kept.len());
        let targets = Targets::to_squares(board, ends, meter)?;
        let pushes = |entry: u16| if entry == PushDistances::NEVER { Self::NEVER } else { u32::from(entry) };
        let pushes = match ends.len() {
            // With few boxes each assignment is tried: that is exact, and six at most.
            few @ ..=Self::FEW => {
                (0..few).map(|end| board.squares().map(|square| pushes(targets.row(square)[end])).collect()).collect()
            }
            _ => {
                let nearest = |square| targets.row(square).iter().copied().min().map_or(Self::NEVER, pushes);
                vec![board.squares().map(nearest).collect()]
            }
        };
        Ok(Self { kept, pushes, next, steps: FxHashMap::default() })
    }

    /// Returns a lower bound on the pushes of free boxes; [`Rest::NEVER`] or more if a box can reach no end.
    fn of_boxes(&self, boxes: &[Square]) -> u32 {
        if boxes.len() <= Self::FEW {
            return self.paired(boxes, 0);
        }
        boxes.iter().fold(0, |sum, b| sum.saturating_add(self.pushes[0][b.index()]))
    }

    /// Returns the least sum of pushes for an assignment of `boxes` to the ends whose bits in `taken` are not set.
    fn paired(&self, boxes: &[Square], taken: u32) -> u32 {
        let Some((first, others)) = boxes.split_first() else { return 0 };
        let free = (0..boxes.len() + taken.count_ones() as usize).filter(|end| taken >> end & 1 == 0);
        let sums =
            free.map(|end| self.pushes[end][first.index()].saturating_add(self.paired(others, taken | 1 << end)));
        sums.min().unwrap_or(0)
    }

    /// Returns lower bounds on pushes and moves once `done` kept pushes are made, if the free boxes need `free` pushes.
    fn least(&mut self, board: &Board, done: usize, player: Square, free: u32) -> (u32, u32) {
        let pushes = self.kept - u32::try_from(done).unwrap_or(0) + free;
        let walk = self.next.get(done).map_or(0, |&(stop, after)| {
            let steps = self.steps.entry(stop).or_insert_with(|| steps_from(board, [stop]))[player.index()];
            after + if steps == u32::MAX { 0 } else { steps }
        });
        (pushes, walk.max(pushes))
    }
}
