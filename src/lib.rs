//! A planning toolkit for Sokoban.
//!
//! Levels are solved by push searches, and by abstract plans: a level is split into rooms and tunnels, a plan lists the room and
//! the target of each box, and each step is realised in pushes. The items at the crate's root are enough to read, solve and
//! decompose levels:
//!
//! ```
//! use sokoplan::{Areas, Level, Outcome, Solver};
//! use std::time::Duration;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Read a level; files of levels are read by `Collection::parse`.
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
//! let areas = Areas::of(&level.board);
//! let rooms = areas.areas().iter().filter(|area| area.is_room()).count();
//! assert_eq!((rooms, areas.areas().len()), (2, 3));
//!
//! // Solve it by abstract plans. Without `plans_only`, push searches take turns with them.
//! let report = Solver::new(&level).plans_only().time(Duration::from_secs(10)).solve();
//! for realised in report.steps().into_iter().flatten() {
//!     println!("{:?} takes {} pushes", realised.step, realised.pushes.len());
//! }
//! match &report.outcome {
//!     // Replayed by code that shares no line with the searches.
//!     Outcome::Solved(solution) => assert_eq!(solution.metrics.pushes, 6),
//!     Outcome::Unsolvable => println!("proved to have no solution"),
//!     other => println!("not decided: {other:?}"),
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The folder `examples/` has programs of 10 to 60 lines: solving, stories, hints, decompositions, abstract plans, a new
//! deadlock rule, PDDL.
//!
//! # Modules
//!
//! Items below the root are public for research and documented, but may change with every release. Each module uses only modules
//! before it in this list:
//!
//! ```text
//! run → level → maze → push → abstraction → steps → heuristic → deadlock → proof → feature_space → packing → search →
//!     textbook → planner → exact → solve → assist → generate → files → render → study → answers → serve → cli
//!     strips uses run alone, sokoproof only the standard library
//! ```
//!
//! Modules from `level` to `generate` are in the package `sokoplan-core`, which is optimised for searches; the rest is the program.
//!
//! The theory of the abstraction is in [`exact::theory`]; `ARCHITECTURE.md` lists how to add parts.
//!
//! # Features
//!
//! `cli` (the program, with `web`: answers to pages) and `serve` (the page in a browser) are on by default.

#[cfg(feature = "web")]
pub mod answers;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "web")]
pub mod files;
pub mod render;
#[cfg(feature = "serve")]
pub mod serve;
pub mod study;

pub use render::TellStory;
#[doc(inline)]
pub use sokoplan_core::*;
