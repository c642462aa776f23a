//! What happened in a solution? Its moves as steps, each with its box, and its story.
//!
//! ```text
//!   step          one box is pushed without a break, from a square to another
//!     transfer      .. over borders, into another area:  A > b > C
//!     arrangement   .. inside its area
//!   sentence      steps that a person would describe as one: boxes that go the same way onto goals
//! ```
//! Input: a board, a position, moves from any source, and areas. Output: steps that divide these moves, each with its box, its
//! purpose, and the labels of the areas that the box leaves; and the story of the solution. Boxes are identified by replay. Neither
//! a search nor a plan is used, so steps do not depend on the source of the solution.

mod read;
mod story;

pub use read::{Purpose, SolutionStep, StepKind, label_steps, lines, read};
pub use story::{Chapter, Closing, Deed, Sentence, Story, Supply};
