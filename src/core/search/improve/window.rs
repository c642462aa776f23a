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

use super::{Measure, Rest, Trail};
use crate::level::{Board, Direction, Square};
use crate::push::{Arena, BoxSet, NodeId, Push, State, WalkDistances};
use crate::run::{Meter, NodeKind, Stop};
use crate::search::optimal::Cost;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An open node: least sum of cost and estimate first, among equals the greatest cost.
type Waiting = (Reverse<Cost>, Cost, NodeId);

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
    /// Number of kept pushes on the cheapest path to the position.
    done: usize,
}

/// Search of one window of a solution; see the module.
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
    open: BinaryHeap<Waiting>,
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
