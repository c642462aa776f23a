//! Data of a position that advisers use besides its features, and the squares that the packing plan is about to close off.
//! ```text
//!   ########      The plan fills a, then b. With a box on a, a box on x reaches no later target any more: x is in the
//!   #x a b @#     zone of the steps before that one. A box there is out of plan: it must leave before a is filled.
//!   ########
//! ```
//! A step closes off the squares that reach no later target, with the boxes in place by then as walls. The zone of a step is the
//! next of these sets that differs from the set of the step.

use crate::level::{Direction, Square};
use crate::maze::{Maze, Place};
use crate::packing::PackingPlan;
use crate::push::{BoxSet, Macro, Macros, Push, Region, State};
use crate::run::{Meter, Stop};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

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
    pub(super) fn can_undo(&self, before: Place, after: Place) -> bool {
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
    pub(super) fn can_undo(&self, state: &State, m: &Macro) -> bool {
        let before = self.maze.place(m.from, state.player);
        self.reversals.can_undo(before, self.maze.place_pushed(m.to, m.direction))
    }

    /// Returns for each square the mask of the directions of pushes of its box to live squares. Floods `region`.
    pub(super) fn pushes(&self, state: &State, region: &mut Region) -> Vec<u8> {
        let mut masks = vec![0; self.maze.board.len()];
        self.has_push(state, region, |push| {
            masks[push.from.index()] |= 1 << push.direction.index();
            false
        });
        masks
    }

    /// True if a move may enable a push that is not possible now; `reached` is the player's region and `masks` the result of
    /// [`Survey::pushes`] for `state`.
    ///
    /// ```text
    ///   # r #      The box leaves f. If all squares beside f are reached or taken by walls and boxes, the player reaches
    ///   r f b t    only f in addition. Only pushes of b to t with the player on f, and of b onto f from t, are new.
    ///   # r #
    /// ```
    pub(super) fn may_open(&self, state: &State, reached: &Region, masks: &[u8], m: &Macro) -> bool {
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
    pub(super) fn has_push(&self, state: &State, region: &mut Region, mut fits: impl FnMut(Push) -> bool) -> bool {
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

/// Returns for each number of steps done the zone that boxes must leave. Takes, for each step, time linear in the squares
/// times the machine words of a bit set of steps.
pub(super) fn zones(maze: &Maze<'_>, plan: &PackingPlan, meter: &Meter) -> Result<Vec<BoxSet>, Stop> {
    let targets: Vec<Square> = plan.steps().map(|(step, _)| step.to).collect();
    let mut macros = Macros::new(maze.board.len());
    let mut closed: Vec<BoxSet> = Vec::with_capacity(targets.len() + 1);
    for done in 0..=targets.len() {
        meter.check()?;
        closed.push(closed_off(maze, plan.settled(done), &targets[done..], &mut macros));
    }
    let mut zones = closed.clone();
    for done in (0..targets.len()).rev() {
        // Steps that close nothing off take the zone of the next step that does, so that boxes leave in time.
        let is_same = closed[done] == closed[done + 1];
        zones[done] = if is_same { zones[done + 1].clone() } else { closed[done + 1].clone() };
    }
    Ok(zones)
}

/// Returns the squares that reach no target of `targets` with walls on `walls`; empty if `targets` is empty.
fn closed_off(maze: &Maze<'_>, walls: &BoxSet, targets: &[Square], macros: &mut Macros) -> BoxSet {
    let squares = maze.board.len();
    // After the last step no box need go anywhere.
    if targets.is_empty() {
        return BoxSet::empty(squares);
    }
    let reach = macros.reach(maze.board, walls, targets);
    let is_closed = |&square: &Square| !walls.has(square) && reach.from(square).iter().all(|&word| word == 0);
    BoxSet::of(squares, maze.board.squares().filter(is_closed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::push::{Play, strewn};
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
