//! Textbook searches, to be compared with each other and with the searches of [`crate::search`], whose improvements are
//! left out on purpose. Each strategy has a file; all share the formulation (states, steps, estimates by a
//! [`crate::Heuristic`]), the rules and components in use, and the nodes, which store each state once.

mod best_first;
mod breadth_first;
mod deepening;
mod formulation;
mod kth;
mod nodes;
mod setup;
mod sma_star;

/// Which steps are counted; this defines what a state is.
pub use crate::search::Measure as Metric;
use formulation::{Child, Formulation};
pub use setup::{Setup, Strategy, Textbook};
