//! A planning toolkit for Sokoban.
//!
//! Text becomes a level ([`level`]). What is known before the first push is worked out once ([`maze`]): dead squares,
//! push distances, and the rooms and tunnels that the board falls into. From these and the boxes a STRIPS task is made
//! and planned on ([`strips`], [`planner`]); each transfer of a plan is carried out by a small push search in the real
//! position ([`push`], [`deadlock`], [`search`]). [`solve`](mod@solve) joins both sides: plans first, then, by a stated
//! test, the full push search. All of them work under limits and can be stopped at any time ([`run`]). Whatever is
//! found is replayed by [`level::verify`], which uses the board alone, before anyone sees it.
//!
//! ```
//! use sokoplan::level::{Level, Lurd, verify};
//! use sokoplan::maze::Areas;
//! use sokoplan::run::Answer;
//! use sokoplan::solve::{Engine, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Read a level.
//! let text = [
//!     "###########",
//!     "#   ###   #",
//!     "# $@    . #",
//!     "#   ###   #",
//!     "###########",
//! ];
//! let level = Level::from_xsb("Two rooms and a tunnel", &text.join("\n"))?;
//!
//! // Decompose it.
//! let areas = Areas::by_patterns(&level.board);
//! let rooms = areas.areas().iter().filter(|area| area.is_room()).count();
//! assert_eq!((rooms, areas.areas().len()), (2, 3));
//!
//! // Plan, and solve: the plan's steps are carried out by push searches, here without help of a full one.
//! let report = Solver::new(&level).nodes(10_000).solve();
//! assert_eq!((report.answer(), report.solved_by()), (Answer::Solved, Some(Engine::Plan)));
//! for realised in report.steps().into_iter().flatten() {
//!     println!("{:?} took {} pushes", realised.step, realised.pushes.len());
//! }
//!
//! // Verify, although it was done before.
//! let solution = report.solution().ok_or("solved, but no solution")?;
//! let metrics = verify(&level.board, &level.start, &solution.lurd.parse::<Lurd>()?)?;
//! assert_eq!(metrics, solution.metrics);
//! # Ok(())
//! # }
//! ```
//!
//! Each folder stands on those before it and knows nothing of those after:
//!
//! ```text
//! run → strips ─────────────────────────────────────┐
//! run → level → maze → push → abstraction → heuristic → deadlock → search → planner → solve → assist → render
//!                                                  → play, study, generate → cli
//! ```

pub mod abstraction;
pub mod assist;
#[cfg(feature = "cli")]
pub mod cli;
pub mod deadlock;
pub mod generate;
pub mod heuristic;
pub mod level;
pub mod maze;
pub mod packing;
pub mod planner;
#[cfg(feature = "play")]
pub mod play;
pub mod push;
pub mod render;
pub mod run;
pub mod search;
pub mod solve;
pub mod strips;
pub mod study;
pub mod textbook;
