//! Several abstract plans of one level, which differ in the borders that boxes cross.

mod best_plans;
mod by_counts;
mod by_exact;
mod by_transfers;
mod crossings_left;
mod diverse_plans;
mod explore;
mod plan_query;

pub use explore::{AbstractPlan, ClassMet, Explored, Kept, PlannedStep, explore};
pub use plan_query::{PlanQuery, PlanSelection};
