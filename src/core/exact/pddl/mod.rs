//! Positions as PDDL problems, and plans of any planner as moves. Input: areas and a position. Output: a problem of a
//! domain in `domains/`, and for a plan of that problem the moves of the player. Only walks, and pushes that a plan
//! leaves open, are searched here; whether the plan and the solution are valid is checked elsewhere. Problems of
//! `sokoban-moves.pddl` and `sokoban-pushes.pddl` leave out pushes that make a lone box dead, and squares that no box can come to.

mod problem;
mod rooms;

use crate::level::{Board, Direction, Position, Square};
use crate::maze::{Areas, Maze, components};
use crate::planner::PlanningContext;
use crate::push::{Push, walk_and_push};
use crate::run::{Meter, Stop};
use problem::{Draft, each, place_name, read_square, square_name};
pub use problem::{FollowError, LevelProblem, Model};

impl Model {
    /// Returns the problem of solving a level from a position; `local_states` limits each table of [`Model::Rooms`].
    pub fn export(
        self,
        context: &PlanningContext<'_>,
        start: &Position,
        local_states: usize,
        meter: &mut Meter,
    ) -> Result<LevelProblem, Stop> {
        match self {
            Self::Moves | Self::Pushes => squares(self, context, start, meter),
            Self::Rooms => rooms::export(context, start, local_states, meter),
        }
    }
}

/// Returns the moves, in LURD notation, of a plan that any planner found for an exported problem, not checked. `areas` are the
/// areas of the [`LevelProblem`], for [`Model::Rooms`].
pub fn follow(
    model: Model,
    context: &PlanningContext<'_>,
    areas: Option<&Areas>,
    start: &Position,
    steps: &[&str],
    meter: &mut Meter,
) -> Result<String, FollowError> {
    let board = context.maze.board;
    let pushes = match model {
        Model::Moves => return follow_moves(board, start, steps),
        Model::Pushes => {
            let push = |words: &[&str]| match words {
                ["walk", _, _] => Some(None),
                ["push", _, from, to] => read_push(board, from, to).map(Some),
                _ => None,
            };
            each(steps, push)?.into_iter().flatten().collect()
        }
        Model::Rooms => rooms::follow(context, areas.unwrap_or(context.areas), start, steps, meter)?,
    };
    walk_and_push(board, start, &pushes).map(|(lurd, _)| lurd).ok_or(FollowError::NoWay)
}

/// Returns the squares that boxes come to, and the pushes, as squares of player, box and target and sorted by box, that some box
/// can make alone on the board: a superset of the pushes of all solutions.
fn lone_pushes(maze: &Maze<'_>, start: &Position) -> (Vec<bool>, Vec<[Square; 3]>) {
    let mut pushes: Vec<[Square; 3]> = Vec::new();
    let found = maze.board.spread(start.boxes.iter().copied(), |from| {
        let first = pushes.len();
        pushes.extend(Direction::ALL.into_iter().filter_map(|direction| live_push(maze, from, direction)));
        pushes[first..].iter().map(|push| push[2]).collect::<Vec<_>>()
    });
    let mut comes = vec![false; maze.board.len()];
    found.into_iter().for_each(|square| comes[square.index()] = true);
    pushes.sort_by_key(|&[behind, from, to]| (from, to, behind));
    (comes, pushes)
}

/// Returns the squares of player, box and target of a push; `None` if a wall blocks the push or the box is then dead.
fn live_push(maze: &Maze<'_>, from: Square, direction: Direction) -> Option<[Square; 3]> {
    let behind = maze.board.next(from, direction.opposite())?;
    let to = maze.board.next(from, direction)?;
    (!maze.distances.is_dead_place(maze.place_pushed(to, direction))).then_some([behind, from, to])
}

/// Returns the problem; in [`Model::Pushes`] connected squares that no box can reach are one player region.
fn squares(model: Model, context: &PlanningContext<'_>, start: &Position, meter: &Meter) -> Result<LevelProblem, Stop> {
    let board = context.maze.board;
    let (comes, pushes) = lone_pushes(context.maze, start);
    let is_free = |s: Square| model == Model::Pushes && !comes[s.index()] && !board.is_goal(s);
    // The first square of the region of each square; a square that is not free is a region by itself.
    let first = components(board, |from, _, to| is_free(from) && is_free(to));
    let name = |s: Square| match is_free(s) {
        true => format!("region-{}", place_name(board, Square::from_index(first[s.index()]))),
        false => square_name(board, s),
    };
    let mut draft = Draft::new(model);
    draft.fact(if model == Model::Moves { "player-at" } else { "player-in" }, [&name(start.player)]);
    for square in board.squares().filter(|s| first[s.index()] == s.index()) {
        draft.object(name(square), if is_free(square) { "region" } else { "square" });
        draft.fact(if start.has_box(square) { "box-at" } else { "clear" }, [&name(square)]);
        meter.check()?;
    }
    let mut steps: Vec<[String; 2]> = Vec::new();
    for square in board.squares() {
        meter.check()?;
        let pairs = board.neighbours(square).map(|neighbour| [name(square), name(neighbour)]);
        steps.extend(pairs.filter(|[from, to]| from != to));
    }
    steps.sort_unstable();
    steps.dedup();
    for [from, to] in &steps {
        draft.fact("next-to", [from, to]);
        meter.check()?;
    }
    for [behind, from, to] in &pushes {
        draft.fact("in-line", [&name(*behind), &name(*from), &name(*to)]);
        meter.check()?;
    }
    board.goals().iter().for_each(|&goal| draft.goal("box-at", [&name(goal)]));
    Ok(draft.finish(Vec::new(), None))
}

/// Returns the moves, in LURD notation, of a plan of [`Model::Moves`]; each step is one move.
fn follow_moves(board: &Board, start: &Position, steps: &[&str]) -> Result<String, FollowError> {
    let mut player = start.player;
    let one = |words: &[&str]| match words {
        ["step", from, to] => read_push(board, from, to).map(|push| (push.direction, false)),
        ["push", _, from, to] => read_push(board, from, to).map(|push| (push.direction, true)),
        _ => None,
    };
    let mut lurd = String::new();
    for (direction, is_push) in each(steps, one)? {
        player = board.next(player, direction).ok_or(FollowError::NoWay)?;
        lurd.push(direction.letter(is_push));
    }
    Ok(lurd)
}

fn read_push(board: &Board, from: &str, to: &str) -> Option<Push> {
    let (from, to) = (read_square(board, from)?, read_square(board, to)?);
    Some(Push { from, direction: board.direction(from, to)? })
}
