//! How can a solution be made shorter?
//!
//! In come a board, a start and the pushes of a solution; out come others that cost less. Between two positions of the
//! solution a cheaper way is searched with some boxes free, while the others keep their pushes in their order: see
//! [`Window`]. Which windows are tried, in what order and how hard, is [`Improver`]'s.

mod improver;
mod measure;
mod rest;
mod trail;
mod window;

pub use improver::Improver;
pub use measure::Measure;

use measure::Cost;
use rest::Rest;
use trail::Trail;
use window::{Pass, Window};
