//! How an attempt to solve a level ended. Each result of a search is replayed here before it is reported: pushes are turned into
//! moves and replayed by [`crate::level::verify`], which shares no code with any search. Pushes that do not solve the level are a
//! fault of this program, reported as an [`InternalError`].

use super::strategy::Source;
use crate::level::{self, Level, Lurd, Metrics, Replay, ReplayError};
use crate::push::{Push, pushes_of, walk_and_push};
use crate::run::{Answer, SearchEnd, Stop};

/// A verified solution of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Pushes in order; empty if the level is solved at the start.
    pub pushes: Vec<Push>,
    /// Moves in LURD notation, with a shortest walk to each push.
    pub lurd: String,
    /// Pushes, moves and other metrics of the solution.
    pub metrics: Metrics,
}

/// How an attempt to solve a level ended.
///
/// ```
/// use sokoplan_core::{Level, Outcome, Solver};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("a box in a corner", "#####\n#$@.#\n#####")?;
/// match Solver::new(&level).solve().outcome {
///     Outcome::Unsolvable => {} // proved
///     other => panic!("{other:?}"),
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// A solution was found, and verified by a replay that shares no code with the search.
    Solved(Solution),
    /// It is proved that no solution exists.
    Unsolvable,
    /// All chosen strategies ended without a solution or a proof.
    #[default]
    GaveUp,
    /// A limit was reached, or the user asked to stop.
    Stopped(Stop),
    /// A search returned moves that do not solve the level.
    InternalError(InternalError),
}

impl Outcome {
    /// Returns the outcome without its data, e.g. [`Answer::Solved`].
    pub const fn answer(&self) -> Answer {
        match self {
            Self::Solved(_) => Answer::Solved,
            Self::Unsolvable => Answer::Unsolvable,
            Self::GaveUp => Answer::GaveUp,
            Self::Stopped(stop) => stop.answer(),
            Self::InternalError(_) => Answer::InternalError,
        }
    }

    /// Returns the solution; `None` if none was found.
    pub const fn solution(&self) -> Option<&Solution> {
        match self {
            Self::Solved(solution) => Some(solution),
            _ => None,
        }
    }
}

/// A fault of this program: moves found for a level do not solve it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "internal error: the solution of `{title}` by {} fails its replay, {why}; please report this with the level",
    by.word()
)]
pub struct InternalError {
    /// Title of the level.
    pub title: String,
    /// Source of the moves.
    pub by: Source,
    /// Why the moves do not solve the level.
    #[source]
    pub why: Refutation,
}

/// Why moves do not solve a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refutation {
    /// A push cannot be made, or the player cannot walk to it.
    #[error("a push cannot be made")]
    Push,
    /// The moves are not in LURD notation.
    #[error("the moves cannot be read")]
    Unreadable,
    /// A move cannot be made, or a box ends off the goals.
    #[error(transparent)]
    ReplayError(#[from] ReplayError),
}

/// Returns the solution with these pushes and shortest walks between them, after a replay on the board.
///
/// # Errors
/// A push cannot be made, or the pushes do not solve the level.
pub fn judge(level: &Level, by: Source, pushes: &[Push]) -> Result<Solution, InternalError> {
    let walked = walk_and_push(&level.board, &level.start, pushes).ok_or(Refutation::Push);
    let judged = walked.and_then(|(lurd, _)| {
        let (_, Replay { lurd, metrics, .. }) = verified(level, &lurd)?;
        Ok(Solution { pushes: pushes.to_vec(), lurd, metrics })
    });
    judged.map_err(|why| InternalError { title: level.title.clone(), by, why })
}

/// Returns the solution with these moves, after a replay on the board; capitals in `lurd` do not matter.
///
/// # Errors
/// A move cannot be made, or the moves do not solve the level.
pub fn judge_moves(level: &Level, by: Source, lurd: &str) -> Result<Solution, InternalError> {
    let (moves, Replay { lurd, metrics, .. }) =
        verified(level, lurd).map_err(|why| InternalError { title: level.title.clone(), by, why })?;
    Ok(Solution { pushes: pushes_of(&level.board, &level.start, &moves), lurd, metrics })
}

fn verified(level: &Level, lurd: &str) -> Result<(Lurd, Replay), Refutation> {
    let moves = lurd.parse::<Lurd>().map_err(|_| Refutation::Unreadable)?;
    let replay = level::verified(&level.board, &level.start, &moves)?;
    Ok((moves, replay))
}

/// Returns the outcome of a level, given the end of a search; with `proves`, exhaustion proves the level unsolvable.
pub(super) fn decide(level: &Level, by: Source, ended: SearchEnd<Vec<Push>>, proves: bool) -> Outcome {
    match ended {
        SearchEnd::Found(pushes) => judge(level, by, &pushes).map_or_else(Outcome::InternalError, Outcome::Solved),
        SearchEnd::Exhausted if proves => Outcome::Unsolvable,
        SearchEnd::Exhausted => Outcome::GaveUp,
        SearchEnd::Stopped(stop) => Outcome::Stopped(stop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Direction;
    use crate::solve::strategy::Strategy;

    const LEVEL: &str = "######\n#@$ .#\n#    #\n######";

    #[test]
    fn pushes_that_solve_nothing_are_an_internal_error_that_names_level_and_search() {
        let level = Level::from_xsb("a title", LEVEL).unwrap();
        let from = level.start.boxes[0];
        let push = |from, direction| Push { from, direction };
        let next = level.board.next(from, Direction::Right).unwrap();
        let solution = [push(from, Direction::Right), push(next, Direction::Right)];
        let judged = |pushes: &[Push]| decide(&level, Strategy::Events.into(), SearchEnd::Found(pushes.to_vec()), true);
        assert_eq!(judged(&solution).solution().map(|solution| solution.lurd.as_str()), Some("RR"));
        // One push is missing; a push of no box; a box pushed into the wall.
        for wrong in [&solution[..1], &solution[1..], &[push(from, Direction::Up), push(from, Direction::Up)]] {
            let Outcome::InternalError(error) = judged(wrong) else { panic!("{wrong:?}") };
            let words = error.to_string();
            assert!(
                ["internal error", "`a title`", "by events", "report"].iter().all(|w| words.contains(w)),
                "{words}"
            );
        }
    }
}
