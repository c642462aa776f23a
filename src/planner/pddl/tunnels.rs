//! Levels as problems of `sokoban-tunnels.pddl`.
//!
//! Input: a maze, areas and a position. Output: the problem with one object a room square and one a tunnel.

use super::contracted::{Lone, live_push};
use super::corridors::{Corridors, Run};
use super::draft::{Draft, Exported};
use super::{Model, names};
use crate::level::{Position, Square};
use crate::planner::PlanningContext;

pub(super) fn export(context: &PlanningContext<'_>, start: &Position) -> Exported {
    let lone = Lone::new(context.maze, start);
    let runs = Corridors::new(context, start, &lone);
    let mut maker = Maker { context, runs: &runs, draft: Draft::new(Model::Tunnels) };
    maker.add_places(start);
    maker.add_steps();
    maker.add_pushes(&lone);
    runs.runs.iter().for_each(|run| maker.add_run(run, &lone));
    let board = context.maze.board;
    board.goals().iter().for_each(|&goal| maker.draft.goal("box-at", [&names::square(board, goal)]));
    maker.draft.finish(Vec::new())
}

struct Maker<'a> {
    context: &'a PlanningContext<'a>,
    runs: &'a Corridors,
    draft: Draft,
}

impl Maker<'_> {
    fn name(&self, square: Square) -> String {
        let board = self.context.maze.board;
        match self.runs.first[square.index()] {
            Some(first) => format!("tunnel-{}", names::place(board, first)),
            None => names::square(board, square),
        }
    }

    /// Returns whether it is a place of its own, or the first of a tunnel.
    fn stands_for_its_place(&self, square: Square) -> bool {
        self.runs.first[square.index()].is_none_or(|first| first == square)
    }

    fn add_places(&mut self, start: &Position) {
        let squares: Vec<Square> =
            self.context.maze.board.squares().filter(|&s| self.stands_for_its_place(s)).collect();
        for square in squares {
            let (name, is_tunnel) = (self.name(square), self.runs.first[square.index()].is_some());
            self.draft.fact(if start.has_box(square) { "box-at" } else { "clear" }, [&name]);
            self.draft.object(name, if is_tunnel { "tunnel" } else { "square" });
        }
        let player = self.name(start.player);
        self.draft.fact("player-at", [&player]);
    }

    fn add_steps(&mut self) {
        let board = self.context.maze.board;
        let steps = board.squares().flat_map(|s| board.neighbours(s).map(move |near| (s, near)));
        let mut steps: Vec<[String; 2]> = steps.map(|(from, to)| [self.name(from), self.name(to)]).collect();
        steps.retain(|[from, to]| from != to);
        steps.sort();
        steps.dedup();
        steps.iter().for_each(|[from, to]| self.draft.fact("next-to", [from, to]));
    }

    /// Pushes from square to square; those into runs and out of them are added with the runs.
    fn add_pushes(&mut self, lone: &Lone) {
        let is_square = |s: Square| self.runs.first[s.index()].is_none();
        let between = lone.pushes.iter().filter(|[_, from, to]| is_square(*from) && is_square(*to));
        for [behind, from, to] in between.map(|push| push.map(|s| self.name(s))).collect::<Vec<_>>() {
            self.draft.fact("in-line", [&behind, &from, &to]);
        }
    }

    /// The pushes of a box that enters at either mouth.
    fn add_run(&mut self, run: &Run, lone: &Lone) {
        let name = self.name(run.squares[0]);
        self.draft.value("length-of", [&name], u32::try_from(run.squares.len()).unwrap_or(u32::MAX));
        let (first, last) = (run.squares[0], run.squares[run.squares.len() - 1]);
        for (direction, [near, far], [inner, outer]) in [
            (run.direction, run.mouths, [first, last]),
            (run.direction.opposite(), [run.mouths[1], run.mouths[0]], [last, first]),
        ] {
            let entering = live_push(self.context.maze, near, direction).filter(|_| lone.has(near));
            let Some([behind, ..]) = entering else { continue };
            let [behind, near_name, far_name] = [behind, near, far].map(|s| self.name(s));
            self.draft.fact("leads-in", [&behind, &near_name, &name]);
            if live_push(self.context.maze, outer, direction).is_some() {
                self.draft.fact("leads-through", [&name, &near_name, &far_name]);
            }
            if live_push(self.context.maze, inner, direction.opposite()).is_some() {
                self.draft.fact("leads-back", [&name, &near_name, &far_name]);
            }
        }
    }
}
