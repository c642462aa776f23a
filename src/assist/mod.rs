//! The assistant: layers of information over a position, each plain data on squares, boxes and pushes. The idea and the
//! first five layers are from the report on LISA (Stoeller and Kosteljik 2010), which proposes the other layers. A
//! position is called dead only if that is proved for the player's place; an unproved plan is called a hint.

mod alert;
mod assistant;
mod box_reach;
mod deadlock;
mod fault;
mod focus;
mod global;
mod goal_paths;
mod judge;
mod layer;
mod layers;
mod parking;
mod plan;
mod prevention;
mod pushes;
mod refutation;

pub use assistant::Assistant;
pub use box_reach::BoxReach;
pub use deadlock::Deadlock;
pub use fault::AskError;
pub use focus::Focus;
pub use global::Global;
pub use goal_paths::GoalPath;
pub use layer::Layer;
pub use layers::Layers;
pub use parking::Parking;
pub use plan::{Plan, PlanStep, Station};
pub use prevention::Prevented;
pub use refutation::refutation;
