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
//! Pushes that stay in the scope can be made again with the same boxes there, the same outlook and the player in the
//! same part. Whether the position that they lead to is lost depends on the boxes outside too, and is asked again. A
//! failure is remembered with the nodes that were spent on it, and is no proof: a box may pass through other areas on its
//! way, and the rules that refused moves have seen the boxes outside.

use super::proposal::Scope;
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

    /// The key of a subgoal in a state.
    pub(super) fn key(
        &mut self,
        maze: &Maze<'_>,
        areas: &Areas,
        state: &State,
        (subgoal, done): (Subgoal, u16),
        scope: &Scope,
    ) -> LocalKey {
        let (board, inside) = (maze.board, &scope.inside);
        let boxes = within(&state.boxes, inside);
        let mut steps_out: Vec<(Square, Square)> = scope.areas.iter().flat_map(|&area| areas.steps_out(area)).collect();
        steps_out.retain(|&(_, outer)| !inside.has(outer));
        let outlook = self.outlook(maze, state, inside, &steps_out);
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let player = match inside.iter().find(|&s| self.region.has(s)) {
            Some(square) => Whereabouts::Inside(square),
            None => steps_out
                .iter()
                .position(|&(_, outer)| self.region.has(outer))
                .map_or(Whereabouts::Nowhere, Whereabouts::Outside),
        };
        LocalKey { subgoal, done, scope: scope.areas.clone(), boxes, outlook, player }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Position};
    use crate::planner::transfers::{Extent, Proposal};
    use crate::run::Random;

    /// Two rooms with two openings between them, and boxes at random.
    fn positions(random: &mut Random, level: &Level) -> Position {
        let free: Vec<Square> = level.board.squares().collect();
        let mut boxes: Vec<Square> = (0..4).map(|_| free[random.below(free.len())]).collect();
        boxes.sort_unstable();
        boxes.dedup();
        let stands: Vec<Square> = free.into_iter().filter(|s| !boxes.contains(s)).collect();
        let player = stands[random.below(stands.len())];
        Position { boxes, player }
    }

    /// Pushes from and to squares of the scope, at random.
    fn walk(random: &mut Random, level: &Level, inside: &BoxSet, start: &State) -> Vec<Push> {
        let (board, mut region) = (&level.board, Region::new(level.board.len()));
        let (mut state, mut pushes) = (start.clone(), Vec::new());
        for _ in 0..4 {
            region.flood(board, state.player, |s| state.boxes.has(s));
            let stays = |push: &Push| {
                inside.has(push.from) && board.next(push.from, push.direction).is_some_and(|to| inside.has(to))
            };
            let all: Vec<Push> = state.pushes(board, &region).filter(stays).collect();
            let Some(&push) = all.get(random.below(all.len().max(1))) else { break };
            state = state.after(board, push, &mut region);
            pushes.push(push);
        }
        pushes
    }

    fn can_be_made(level: &Level, start: &State, pushes: &[Push]) -> bool {
        let (board, mut region) = (&level.board, Region::new(level.board.len()));
        let mut state = start.clone();
        pushes.iter().all(|&push| {
            region.flood(board, state.player, |s| state.boxes.has(s));
            let is_possible = state.pushes(board, &region).any(|other| other == push);
            state = state.after(board, push, &mut region);
            is_possible
        })
    }

    #[test]
    fn pushes_in_a_scope_can_be_made_wherever_its_key_is_the_same() {
        let text = "##########\n#   #    #\n#        #\n#   #    #\n##  # .. #\n#  $#$#  #\n# @      #\n##########\n";
        let level = Level::from_xsb("", text).unwrap();
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let label: Vec<usize> = level.board.squares().map(|s| usize::from(level.board.row_column(s).1 > 3)).collect();
        let areas = Areas::from_cut(&level.board, &label);
        let proposal = Proposal { areas: vec![AreaId(0)], subgoal: Subgoal::Opened, extent: Extent::Rings(0), cap: 1 };
        let scope = proposal.scope(&areas, level.board.len()).unwrap();
        let (mut memory, mut random) = (Memory::new(level.board.len()), Random::new(5));
        let mut by_key: FxHashMap<LocalKey, Vec<State>> = FxHashMap::default();
        for _ in 0..20_000 {
            let state = State::of(&level.board, &positions(&mut random, &level), &mut Region::new(level.board.len()));
            let key = memory.key(&maze, &areas, &state, (Subgoal::Opened, 0), &scope);
            by_key.entry(key).or_default().push(state);
        }
        let mut compared = 0;
        for states in by_key.values() {
            for pair in states.windows(2).filter(|pair| pair[0] != pair[1]) {
                let pushes = walk(&mut random, &level, &scope.inside, &pair[0]);
                assert!(can_be_made(&level, &pair[1], &pushes), "{:?}, {:?}, {pushes:?}", pair[0], pair[1]);
                compared += usize::from(!pushes.is_empty());
            }
        }
        assert!(compared > 3_000, "{compared}");
    }
}
