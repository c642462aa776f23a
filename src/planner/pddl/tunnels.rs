//! Positions as problems of `sokoban-tunnels.pddl`, with one object for each square of a room and for each tunnel.

use super::contracted::{Lone, live_push};
use super::corridors::{Corridors, Run};
use super::draft::{Draft, Exported};
use super::{Model, names};
use crate::level::{Position, Square};
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};

pub(super) fn export(context: &PlanningContext<'_>, start: &Position, meter: &Meter) -> Result<Exported, Stop> {
    let lone = Lone::new(context.maze, start);
    let runs = Corridors::new(context, start, &lone);
    let mut builder = ProblemBuilder { context, runs: &runs, draft: Draft::new(Model::Tunnels), meter };
    meter.check()?;
    builder.add_places(start)?;
    let board = context.maze.board;
    builder.draft.steps(board, |square| place_name(context, &runs, square), meter)?;
    builder.add_pushes(&lone)?;
    runs.runs.iter().try_for_each(|run| builder.add_run(run, &lone))?;
    board.goals().iter().for_each(|&goal| builder.draft.goal("box-at", [&names::square(board, goal)]));
    Ok(builder.draft.finish(Vec::new()))
}

struct ProblemBuilder<'a> {
    context: &'a PlanningContext<'a>,
    runs: &'a Corridors,
    draft: Draft,
    meter: &'a Meter,
}

fn place_name(context: &PlanningContext<'_>, runs: &Corridors, square: Square) -> String {
    let board = context.maze.board;
    match runs.first[square.index()] {
        Some(first) => format!("tunnel-{}", names::place(board, first)),
        None => names::square(board, square),
    }
}

impl ProblemBuilder<'_> {
    fn name(&self, square: Square) -> String {
        place_name(self.context, self.runs, square)
    }

    /// Returns whether a square is a place of its own, or the first square of a tunnel.
    fn stands_for_its_place(&self, square: Square) -> bool {
        self.runs.first[square.index()].is_none_or(|first| first == square)
    }

    fn add_places(&mut self, start: &Position) -> Result<(), Stop> {
        let squares: Vec<Square> =
            self.context.maze.board.squares().filter(|&s| self.stands_for_its_place(s)).collect();
        for square in squares {
            let (name, is_tunnel) = (self.name(square), self.runs.first[square.index()].is_some());
            self.draft.fact(if start.has_box(square) { "box-at" } else { "clear" }, [&name]);
            self.draft.object(name, if is_tunnel { "tunnel" } else { "square" });
            self.draft.pay(self.meter)?;
        }
        let player = self.name(start.player);
        self.draft.fact("player-at", [&player]);
        Ok(())
    }

    /// Adds pushes from square to square; those into and out of tunnels are added by [`Self::add_run`].
    fn add_pushes(&mut self, lone: &Lone) -> Result<(), Stop> {
        let is_square = |s: Square| self.runs.first[s.index()].is_none();
        let between = lone.pushes.iter().filter(|[_, from, to]| is_square(*from) && is_square(*to));
        for push in between {
            let [behind, from, to] = push.map(|s| self.name(s));
            self.draft.fact("in-line", [&behind, &from, &to]);
            self.draft.pay(self.meter)?;
        }
        Ok(())
    }

    /// Adds the pushes of a box that enters a tunnel at either end.
    fn add_run(&mut self, run: &Run, lone: &Lone) -> Result<(), Stop> {
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
        self.draft.pay(self.meter)
    }
}
