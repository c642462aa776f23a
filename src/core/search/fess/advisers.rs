//! Advisers, which propose the move to try first: the interface, the set that a search asks, and the built-in ones.
//! None of these proposes a move that unpacks a packed box. And the data of a position that they use besides its features.

use super::Features;
use crate::feature_space::Candidate;
use crate::level::{Direction, Square};
use crate::maze::{Maze, Place};
use crate::push::{Macro, Push, Region, State, steps_from};
use crate::run::Meter;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use std::cmp::Reverse;
use std::fmt::Debug;
use std::sync::Arc;

/// A position and its moves, as an adviser sees them.
#[derive(Clone, Copy, Debug)]
pub struct Advice<'a> {
    /// Boxes and player's region of the position.
    pub state: &'a State,
    /// The features of the position.
    pub features: Features,
    /// Macro pushes of the position, grouped by box, each with the features of the position after it.
    pub moves: &'a [Candidate<Macro, Features>],
    /// For each move whether its first push is possible in the position; `None` if all first pushes are.
    pub(super) is_first: Option<&'a [bool]>,
    pub(super) survey: Survey<'a>,
    pub(super) meter: &'a Meter,
}

impl Advice<'_> {
    /// True if a limit has ended the search: then no advice is used, and a slow adviser may stop.
    pub fn is_over(&self) -> bool {
        self.meter.check_time().is_err()
    }

    /// True if the first push of a move is possible in the position, without pushes of other boxes before it.
    pub fn is_first(&self, index: usize) -> bool {
        self.is_first.is_none_or(|first| first[index])
    }

    /// Returns the index of the fitting move with the best features, the first among equals; `None` if none fits.
    pub fn best(&self, fits: impl Fn(&Features) -> bool) -> Option<usize> {
        self.best_by(|m| fits(&m.score), |m| m.score)
    }

    /// Returns the index of the fitting move with the greatest key, the first among equals; `None` if no move fits.
    pub fn best_by<K: Ord>(
        &self,
        fits: impl Fn(&Candidate<Macro, Features>) -> bool,
        key: impl Fn(&Candidate<Macro, Features>) -> K,
    ) -> Option<usize> {
        let fitting = (0..self.moves.len()).rev().filter(|&index| fits(&self.moves[index]));
        fitting.max_by_key(|&index| key(&self.moves[index]))
    }
}

/// Proposes at most one move in each position (Shoham and Schaeffer, "The FESS Algorithm", 2020). Bad advice costs time
/// and loses no solution: it orders moves and removes none.
pub trait Adviser: Debug + Send + Sync {
    /// Returns the name of the adviser on the command line and in reports.
    fn name(&self) -> &'static str;

    /// Returns the move to try first, if any, by the position alone, so that equal runs have equal results.
    fn advise(&self, position: &Advice<'_>) -> Option<usize>;
}

/// Built-in advisers, and advisers added by the user.
#[derive(Clone, Debug)]
pub struct Advisers {
    added: Vec<Arc<dyn Adviser>>,
    built_in: Vec<Arc<dyn Adviser>>,
}

impl Default for Advisers {
    /// Returns all built-in advisers. Their order does not matter, since all proposals have equal weight.
    fn default() -> Self {
        let built_in = BUILT_IN.into_iter().map(|adviser| Arc::new(adviser) as Arc<dyn Adviser>).collect();
        Self { added: Vec::new(), built_in }
    }
}

impl Advisers {
    /// Adds an adviser. The moves of added advisers come before all others, in the order of their addition.
    #[must_use]
    pub fn with(mut self, adviser: impl Adviser + 'static) -> Self {
        self.added.push(Arc::new(adviser));
        self
    }

    /// Removes the advisers with this name.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.added.retain(|adviser| adviser.name() != name);
        self.built_in.retain(|adviser| adviser.name() != name);
        self
    }

    /// Returns the names of the advisers, added advisers first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.added.iter().chain(&self.built_in).map(|adviser| adviser.name())
    }

    /// Returns index and priority of each proposed move; the move of the first added adviser has the greatest priority.
    pub(super) fn ask(&self, position: &Advice<'_>) -> Vec<(usize, u32)> {
        let added = (2..).zip(self.added.iter().rev());
        let all = self.built_in.iter().map(|adviser| (1, adviser)).chain(added);
        all.filter_map(|(priority, adviser)| Some((adviser.advise(position)?, priority))).collect()
    }
}

#[derive(Debug)]
struct BuiltIn(&'static str, fn(&Advice<'_>) -> Option<usize>);

const BUILT_IN: [BuiltIn; 4] = [
    // Proposes a move that packs a box.
    BuiltIn("packing-adviser", |position| position.best(|f| f.packed > position.features.packed)),
    // Proposes a move after which fewer boxes keep other boxes from goals.
    BuiltIn("hotspots-adviser", |position| {
        position.best(|f| keeps_packed(position, f) && f.hotspots < position.features.hotspots)
    }),
    BuiltIn("opener-adviser", open),
    BuiltIn("explorer-adviser", explore),
];

impl Adviser for BuiltIn {
    fn name(&self) -> &'static str {
        self.0
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        self.1(position)
    }
}

/// If no box can be packed at once, proposes to move the box nearest to the next square of the plan, as far away from
/// that square as possible, without closing a region.
fn open(position: &Advice<'_>) -> Option<usize> {
    let next = position.survey.next?;
    // The way is free already.
    if position.moves.iter().any(|m| m.score.packed > position.features.packed) {
        return None;
    }
    let steps = steps_from(position.survey.maze.board, [next]);
    let fits = |m: &Candidate<Macro, Features>| {
        keeps_packed(position, &m.score)
            && m.score.regions <= position.features.regions
            && steps[m.by.to.index()] >= steps[m.by.from.index()]
    };
    position.best_by(fits, |m| (Reverse(steps[m.by.from.index()]), steps[m.by.to.index()], m.score))
}

/// Proposes a move that makes pushes of other boxes possible and can be undone.
fn explore(position: &Advice<'_>) -> Option<usize> {
    let Advice { state, survey, .. } = *position;
    let board = survey.maze.board;
    let mut region = Region::new(board.len());
    let mut order: Vec<usize> = (0..position.moves.len())
        .filter(|&index| {
            let m = &position.moves[index];
            position.is_first(index) && keeps_packed(position, &m.score) && survey.can_undo(state, &m.by)
        })
        .collect();
    // The first move that fits is advised, so the best come first.
    order.sort_by_key(|&index| Reverse(position.moves[index].score));
    let mut reached = Region::new(board.len());
    let before = survey.pushes(state, &mut reached);
    // Each try may flood the board.
    order.into_iter().take_while(|_| !position.is_over()).find(|&index| {
        let m = position.moves[index].by;
        // This looks at the squares beside the box alone, and saves the flood for most moves.
        if !survey.may_open(state, &reached, &before, &m) {
            return false;
        }
        let after = State { boxes: state.boxes.shifted(m.from, m.to), player: m.player(board, false) };
        let is_new = |push: Push| push.from != m.to && before[push.from.index()] >> push.direction.index() & 1 == 0;
        survey.has_push(&after, &mut region, is_new)
    })
}

fn keeps_packed(position: &Advice<'_>, after: &Features) -> bool {
    after.packed >= position.features.packed
}

/// Strongly connected components of the places of a lone box.
#[derive(Clone, Debug)]
pub(super) struct Reversals {
    component: Vec<u32>,
}

impl Reversals {
    pub(super) fn new(maze: &Maze<'_>) -> Self {
        let board = maze.board;
        let mut pushes: Vec<(u32, u32)> = Vec::new();
        for from in board.squares() {
            for direction in Direction::ALL {
                let behind = board.next(from, direction.opposite());
                if let (Some(behind), Some(to)) = (behind, board.next(from, direction)) {
                    pushes.push((maze.place(from, behind).0, maze.place_pushed(to, direction).0));
                }
            }
        }
        let graph: DiGraph<(), ()> = DiGraph::from_edges(&pushes);
        let mut component = vec![u32::MAX; graph.node_count()];
        for (number, places) in (0..).zip(kosaraju_scc(&graph)) {
            places.into_iter().for_each(|place| component[place.index()] = number);
        }
        Self { component }
    }

    /// True if a lone box pushed from place `before` to place `after` can be brought back.
    fn can_undo(&self, before: Place, after: Place) -> bool {
        let component = |place: Place| self.component.get(place.0 as usize);
        component(before).is_some_and(|found| component(after) == Some(found))
    }
}

/// The level, and the squares of the next steps of the packing plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Survey<'a> {
    pub(super) maze: &'a Maze<'a>,
    pub(super) reversals: &'a Reversals,
    /// Square that the next step of the plan fills; `None` without a next step.
    pub(super) next: Option<Square>,
}

impl Survey<'_> {
    /// True if a move in `state` could be undone if its box were alone on the board.
    fn can_undo(&self, state: &State, m: &Macro) -> bool {
        let before = self.maze.place(m.from, state.player);
        self.reversals.can_undo(before, self.maze.place_pushed(m.to, m.direction))
    }

    /// Returns for each square the mask of the directions of pushes of its box to live squares. Floods `region`.
    fn pushes(&self, state: &State, region: &mut Region) -> Vec<u8> {
        let mut masks = vec![0; self.maze.board.len()];
        self.has_push(state, region, |push| {
            masks[push.from.index()] |= 1 << push.direction.index();
            false
        });
        masks
    }

    /// True if a move may enable a push that is not possible now; `masks` is the result of [`Survey::pushes`].
    ///
    /// ```text
    ///   # r #      The box leaves f. If all squares beside f are reached or taken by walls and boxes, the player reaches
    ///   r f b t    only f in addition. Only pushes of b to t with the player on f, and of b onto f from t, are new.
    ///   # r #
    /// ```
    fn may_open(&self, state: &State, reached: &Region, masks: &[u8], m: &Macro) -> bool {
        let Maze { board, distances, .. } = self.maze;
        let is_new = |b: Square, direction: Direction| masks[b.index()] >> direction.index() & 1 == 0;
        Direction::ALL.into_iter().any(|direction| {
            let Some(beside) = board.next(m.from, direction) else { return false };
            if !state.boxes.has(beside) {
                return !reached.has(beside);
            }
            let Some(beyond) = board.next(beside, direction).filter(|&s| !state.boxes.has(s)) else { return false };
            let onto = reached.has(beyond) && !distances.is_dead(m.from) && is_new(beside, direction.opposite());
            onto || !distances.is_dead(beyond) && is_new(beside, direction)
        })
    }

    /// True if a possible push to a live square satisfies `fits`. `region` is set to the player's region.
    fn has_push(&self, state: &State, region: &mut Region, mut fits: impl FnMut(Push) -> bool) -> bool {
        let Maze { board, distances, .. } = self.maze;
        region.flood(board, state.player, |s| state.boxes.has(s));
        let is_open = |to: Square| !state.boxes.has(to) && !distances.is_dead(to);
        state.boxes.iter().any(|from| {
            Direction::ALL.into_iter().any(|direction| {
                board.next(from, direction.opposite()).is_some_and(|behind| region.has(behind))
                    && board.next(from, direction).is_some_and(is_open)
                    && fits(Push { from, direction })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::{Macros, Play, strewn};
    use crate::run::Random;

    #[test]
    fn a_move_that_makes_a_push_possible_is_one_that_may() {
        let random = &mut Random::new(11);
        let (mut opening, mut spared) = (0, 0);
        for _ in 0..3_000 {
            let pieces = "@".to_owned() + &"$.".repeat(1 + random.below(6));
            let Some(level) = strewn(random, 6, 7, 20, &pieces) else { continue };
            let (board, squares) = (&level.board, level.board.len());
            let maze = Maze::new(board, &mut Meter::unlimited()).unwrap();
            let reversals = Reversals::new(&maze);
            let survey = Survey { maze: &maze, reversals: &reversals, next: None };
            let (mut reached, mut region) = (Region::new(squares), Region::new(squares));
            let state = State::of(board, &level.start, &mut region);
            let masks = survey.pushes(&state, &mut reached);
            for from in state.boxes.iter() {
                let mut macros = Macros::new(squares);
                for m in macros.of_box(&maze, &state.boxes, from, |s| reached.has(s), Play::Push) {
                    let after = State { boxes: state.boxes.shifted(m.from, m.to), player: m.player(board, false) };
                    let is_new =
                        |push: Push| push.from != m.to && masks[push.from.index()] >> push.direction.index() & 1 == 0;
                    let opens = survey.has_push(&after, &mut region, is_new);
                    let may = survey.may_open(&state, &reached, &masks, m);
                    assert!(may || !opens, "{m:?} in {state:?}");
                    opening += usize::from(opens);
                    spared += usize::from(!may);
                }
            }
        }
        assert!(opening > 300 && spared > 300, "{opening} {spared}");
    }
}
