//! In which order are goals filled, and which boxes must be parked meanwhile? Input: the maze and the start. Output: an order
//! of goals or a plan of box sets, and the progress of a position along it. After the packing plan of Festival (Shoham and
//! Schaeffer, "The FESS Algorithm", 2020): from the filled goals backwards by pulls.

mod backward;
mod parking;
mod plan;

pub use backward::{AlongPacking, BackwardPacking};
pub use plan::{PackingMove, PackingPlan, PackingPlans};
