//! The assistant: layers of information over a position, each plain data on squares, boxes and pushes. The idea and the
//! first five layers are from the report on LISA (Stoeller and Kosteljik 2010), which proposes the other layers. A
//! position is called dead only if that is proved for the player's place.

mod assistant;
mod hint;
mod layers;
mod parking;
mod rescue;

pub use assistant::{AskError, Assistant, Deadlock, LosingPush, refutation};
pub use hint::{Focus, Global, Hint, NextSteps};
pub use layers::{Layer, LayerData, LayerInput, Layers};
pub use parking::{BoxReach, GoalPath, Parking};
pub use rescue::{Loss, Rescue};
