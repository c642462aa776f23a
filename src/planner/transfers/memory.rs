//! Results of realisations, remembered by all that they depend on.
//!
//! ```text
//!   ##########      The scope is the room on the left. Outside it only this matters: which squares beside it are free
//!   #    |   #      (o, p), and which of them the player can walk between without entering the scope (o and p, if no
//!   #  $ |o  #      box stands between them).
//!   #    |   #
//!   # $  |p$ #
//!   ##########
//! ```
//! A realisation pushes boxes from and to squares of its scope only. With the same boxes there, the same outlook and
//! the player in the same part, the same pushes can be made. Whether the position that they lead to is lost depends on
//! the boxes outside too, and is asked again. A failure is remembered with the nodes that were spent on it, and is no
//! proof: the rules that refused moves have seen the boxes outside.

use super::Proposal;
use crate::abstraction::Label;
use crate::level::Square;
use crate::maze::{AreaId, Areas, Maze};
use crate::push::{BoxSet, Push, Region, State};
use crate::run::{Held, Meter, Stop};
use crate::search::Subgoal;
use rustc_hash::FxHashMap;

/// All that a realisation depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct LocalKey {
    subgoal: Subgoal,
    /// The steps of the packing plan that are done.
    done: u16,
    scope: Vec<AreaId>,
    /// The boxes in the scope.
    boxes: BoxSet,
    /// For each step out of the scope, the part that the outer square belongs to.
    outlook: Vec<Part>,
    /// Where the player can be.
    player: Whereabouts,
}

/// The part of an outer square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Part {
    Blocked,
    /// Parts are numbered in the order of the steps out of the scope.
    Free(u16),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Whereabouts {
    /// The lowest square of the scope that he reaches.
    Inside(Square),
    /// The first step out of the scope whose outer square he reaches.
    Outside(usize),
    Nowhere,
}

/// A way in which a step was realised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// The boxes in the scope afterwards.
    boxes: BoxSet,
    pub(super) pushes: Vec<Push>,
}

/// The result of a realisation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub(super) label: Label,
    /// The push nodes that it was allowed.
    pub(super) cap: u64,
    pub(super) ways: Vec<Way>,
}

/// The results so far.
#[derive(Debug)]
pub(super) struct Memory {
    known: FxHashMap<LocalKey, Known>,
    region: Region,
    held: Held,
}

impl Memory {
    pub(super) fn new(squares: usize) -> Self {
        Self { known: FxHashMap::default(), region: Region::new(squares), held: Held::default() }
    }

    /// The key of a proposal in a state; `None` where all boxes may be moved.
    pub(super) fn key(
        &mut self,
        maze: &Maze<'_>,
        areas: &Areas,
        state: &State,
        done: u16,
        proposal: &Proposal,
    ) -> Option<LocalKey> {
        let board = maze.board;
        let scope = proposal.scope(areas)?;
        let inside = super::proposal::squares(areas, &scope, board.len());
        let boxes = within(&state.boxes, &inside);
        let mut steps_out: Vec<(Square, Square)> = scope.iter().flat_map(|&area| areas.steps_out(area)).collect();
        steps_out.retain(|&(_, outer)| !inside.has(outer));
        let outlook = self.outlook(maze, state, &inside, &steps_out);
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let player = match inside.iter().find(|&s| self.region.has(s)) {
            Some(square) => Whereabouts::Inside(square),
            None => steps_out
                .iter()
                .position(|&(_, outer)| self.region.has(outer))
                .map_or(Whereabouts::Nowhere, Whereabouts::Outside),
        };
        Some(LocalKey { subgoal: proposal.subgoal, done, scope, boxes, outlook, player })
    }

    fn outlook(
        &mut self,
        maze: &Maze<'_>,
        state: &State,
        inside: &BoxSet,
        steps_out: &[(Square, Square)],
    ) -> Vec<Part> {
        let mut parts = Vec::with_capacity(steps_out.len());
        let mut count = 0;
        for (place, &(_, outer)) in steps_out.iter().enumerate() {
            if state.boxes.has(outer) {
                parts.push(Part::Blocked);
                continue;
            }
            self.region.flood(maze.board, outer, |s| state.boxes.has(s) || inside.has(s));
            let before = steps_out[..place].iter().position(|&(_, other)| self.region.has(other));
            parts.push(before.map_or(Part::Free(count), |before| parts[before]));
            count += u16::from(before.is_none());
        }
        parts
    }

    /// What is known of a key; a failure only if it was allowed as many nodes.
    pub(super) fn of(&self, key: &LocalKey, cap: u64) -> Option<&Known> {
        self.known.get(key).filter(|known| !known.ways.is_empty() || known.cap >= cap)
    }

    /// Remembers a result: the states that it led to, and the pushes.
    ///
    /// # Errors
    /// The memory limit; nothing is remembered then.
    pub(super) fn learn<'r>(
        &mut self,
        (key, cap, label): (LocalKey, u64, Label),
        reached: impl Iterator<Item = (&'r State, &'r [Push])>,
        inside: &BoxSet,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let ways = reached.map(|(state, pushes)| Way { boxes: within(&state.boxes, inside), pushes: pushes.to_vec() });
        let known = Known { label, cap, ways: ways.collect() };
        self.held.grow(bytes(&key, &known), meter)?;
        self.known.insert(key, known);
        Ok(())
    }

    /// The state that a way leads to from one with this key.
    pub(super) fn after(&mut self, maze: &Maze<'_>, state: &State, inside: &BoxSet, way: &Way) -> Option<State> {
        let board = maze.board;
        let outside = state.boxes.iter().filter(|&b| !inside.has(b));
        let boxes = BoxSet::of(board.len(), outside.chain(way.boxes.iter()));
        // After a push the player stands where the box was.
        let player = way.pushes.last()?.from;
        Some(State::with(board, boxes, player, &mut self.region))
    }
}

fn within(boxes: &BoxSet, inside: &BoxSet) -> BoxSet {
    let mut kept = boxes.clone();
    boxes.iter().filter(|&b| !inside.has(b)).for_each(|b| kept.remove(b));
    kept
}

fn bytes(key: &LocalKey, known: &Known) -> usize {
    let ways = known.ways.iter().map(|way| size_of_val(way) + way.boxes.bytes() + size_of_val(way.pushes.as_slice()));
    2 * (size_of_val(key) + size_of_val(known))
        + key.boxes.bytes()
        + size_of_val(key.scope.as_slice())
        + size_of_val(key.outlook.as_slice())
        + ways.sum::<usize>()
}
