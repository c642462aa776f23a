//! Macro pushes of a state that no deadlock rule refuses, the states after them, and their single pushes; and positions
//! whose pushes to the goals are known. Scores of moves are left to the domains of feature-space searches.

use super::prunings::{PiCorral, Prunings};
use crate::deadlock::{Detector, Refusals, RuleId, RuleInput, View};
use crate::feature_space::{Domain, FeatureSpace, NodeId};
use crate::heuristic::MinCostMatching;
use crate::level::{Board, Square};
use crate::maze::Maze;
use crate::push::{Arena, BoxSet, Macro, Macros, NodeId as Stored, Play, Push, Region, State};
use crate::run::{Meter, Stop};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Generates the macro pushes (pushes of one box in a row) of states; holds working memory.
#[derive(Debug)]
pub(crate) struct MacroPushes<'a> {
    maze: &'a Maze<'a>,
    rules: Detector<'a>,
    pi_corral: PiCorral,
    macros: Macros,
    region: Region,
    matching: MinCostMatching,
}

impl<'a> MacroPushes<'a> {
    /// Number of moves generated between two checks of the meter: a larger number saves time, but delays stops.
    const UNWATCHED: usize = 256;

    pub(crate) fn new(maze: &'a Maze<'a>, prunings: &Prunings) -> Self {
        let squares = maze.board.len();
        Self {
            maze,
            rules: Detector::new(&prunings.rules, &RuleInput::of(maze)),
            pi_corral: PiCorral::new(maze, prunings.corrals),
            macros: Macros::new(squares),
            region: Region::new(squares),
            matching: MinCostMatching::default(),
        }
    }

    pub(crate) fn refused(&self) -> Refusals {
        self.rules.refused()
    }

    pub(crate) fn pruned(&self) -> u64 {
        self.rules.total()
    }

    /// Returns the rules, for positions that are made elsewhere.
    pub(crate) const fn detector(&mut self) -> &mut Detector<'a> {
        &mut self.rules
    }

    /// Returns the moves of a state after the move `by` (`None` at the start); `None` if the rules prove it lost.
    pub(super) fn of(
        &mut self,
        state: &State,
        by: Option<Macro>,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Macro>>, Stop> {
        Ok(if self.is_lost(state, by, meter)? { None } else { Some(self.moves(state, meter)?) })
    }

    /// True if the rules prove a state lost; `by` is the move that led to the state, `None` for the start.
    pub(crate) fn is_lost(&mut self, state: &State, by: Option<Macro>, meter: &mut Meter) -> Result<bool, Stop> {
        let places = state.boxes.iter().map(|b| self.maze.place(b, state.player));
        let is_matched = self.matching.solve(&self.maze.distances, places, meter)?.is_some();
        let view = View { pushed: by.map(|m| m.to), is_matched: Some(is_matched), ..View::of(state) };
        self.rules.is_lost(&view, meter)
    }

    /// Returns all macro pushes of a state that the rules for new positions accept.
    pub(crate) fn moves(&mut self, state: &State, meter: &Meter) -> Result<Vec<Macro>, Stop> {
        let (maze, board) = (self.maze, self.maze.board);
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let mut moves = Vec::new();
        let mut after = state.boxes.clone();
        // If a corral must be worked on first, pushes of other boxes only delay it.
        for from in self.pi_corral.movers(maze, state).iter() {
            meter.check_time()?;
            let region = &self.region;
            after.remove(from);
            for &m in self.macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push) {
                if moves.len() % Self::UNWATCHED == 0 {
                    meter.check_time()?;
                }
                after.insert(m.to);
                if !refuses(&mut self.rules, board, &after, m) {
                    moves.push(m);
                }
                after.remove(m.to);
            }
            after.insert(from);
        }
        Ok(moves)
    }

    pub(crate) fn after(&mut self, state: &State, by: Macro) -> State {
        let (boxes, player) = (state.boxes.shifted(by.from, by.to), by.player(self.maze.board, false));
        State::with(self.maze.board, boxes, player, &mut self.region)
    }

    /// Returns the boxes whose pushes suffice: if a corral must be worked on first, only boxes of the corral.
    pub(crate) fn movers(&self, state: &State) -> BoxSet {
        self.pi_corral.movers(self.maze, state)
    }

    /// Calls `found` for each move of the box on `from`, with its index and the index of the move that is one push shorter.
    pub(crate) fn each_of(&mut self, state: &State, from: Square, mut found: impl FnMut(usize, Macro, Option<usize>)) {
        let (maze, board) = (self.maze, self.maze.board);
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let region = &self.region;
        let count = self.macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push).len();
        for index in 0..count {
            if let Some(one) = self.macros.found(index) {
                found(index, one, self.macros.before(index));
            }
        }
    }

    /// True if a rule for pushes or new positions refuses the move `by`, after which the boxes are `after`.
    pub(crate) fn refuses(&mut self, after: &BoxSet, by: Macro) -> bool {
        refuses(&mut self.rules, self.maze.board, after, by)
    }

    /// Returns the rule that refuses what `is_refused` judges by these moves; `None` if none does.
    pub(crate) fn rule_of(&mut self, mut is_refused: impl FnMut(&mut Self) -> bool) -> Option<RuleId> {
        // Most moves are not refused, and need no counts.
        let before = is_refused(self).then(|| self.refused())?;
        let refused = is_refused(self).then(|| self.refused())?;
        refused.by_rule().find(|counted| before.by_rule().all(|other| other != *counted)).map(|(rule, _)| rule)
    }

    pub(crate) fn pushes(&mut self, state: &State, by: Macro) -> Vec<Push> {
        let board = self.maze.board;
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let region = &self.region;
        // Single pushes are not stored with moves: they are found again for the few moves of a solution.
        let found = self.macros.of_box(self.maze, &state.boxes, by.from, |s| region.has(s), Play::Push);
        let number = found.iter().position(|&m| m == by);
        number.map_or_else(Vec::new, |number| self.macros.pushes(board, number))
    }
}

fn refuses(rules: &mut Detector<'_>, board: &Board, after: &BoxSet, by: Macro) -> bool {
    rules.refuses(after, Push { from: by.player(board, false), direction: by.direction }, by.to)
}

/// Returns the single pushes from the start to node `last`, then the pushes to the goals from `perimeter`.
pub(super) fn solution<'a, D: Domain<State = State, Move = Macro>>(
    space: &mut FeatureSpace<D>,
    last: NodeId,
    perimeter: &Perimeter,
    moves: impl FnOnce(&mut D) -> &mut MacroPushes<'a>,
) -> Vec<Push> {
    let (path, end) = (space.path(last), space.state(last).cloned());
    let moves = moves(&mut space.domain);
    let rest = end.and_then(|end| perimeter.rest(moves.maze.board, &end)).unwrap_or_default();
    path.iter().flat_map(|(_, state, by)| moves.pushes(state, *by)).chain(rest).collect()
}

/// Positions with known pushes to the goals, found by pulls.
///
/// ```text
///   start ──push──> ──push──> = ──known──> ──known──> all boxes on goals
/// ```
/// A search by pulls fills the perimeter; a search by pushes is done once it reaches one of these positions. Handles share it,
/// within one thread or between several. On one thread, or while no handle writes, no handle waits.
#[derive(Clone, Debug)]
pub struct Perimeter(Arc<RwLock<Arena>>);

impl Perimeter {
    /// Creates an empty perimeter, for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self(Arc::new(RwLock::new(Arena::new(squares))))
    }

    /// Adds a state, with a push from it and the state after the push; returns its number, `None` if it was known.
    pub fn insert(&self, state: &State, next: Option<(Stored, Push)>) -> Result<Option<Stored>, Stop> {
        self.write().insert(state, next)
    }

    /// Removes all states, and releases their memory.
    pub fn clear(&self) {
        self.write().clear();
    }

    /// Returns the number of a state; `None` if it is not stored.
    pub fn find(&self, state: &State) -> Option<Stored> {
        self.read().find(state)
    }

    /// Returns the state with this number.
    pub fn state(&self, id: Stored) -> State {
        self.read().state(id)
    }

    /// Returns the pushes from a state to the goals, an empty list if it is solved; `None` if the state is not stored.
    pub fn rest(&self, board: &Board, state: &State) -> Option<Vec<Push>> {
        if state.is_solved(board) {
            return Some(Vec::new());
        }
        let arena = self.read();
        let mut pushes = arena.path(arena.find(state)?);
        pushes.reverse();
        Some(pushes)
    }

    /// Locks for reading, also after a panic in a writer: a panic ends the solve, so its result is not reported.
    fn read(&self) -> RwLockReadGuard<'_, Arena> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Arena> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}
