//! Several plans of one level, each different from the others in the borders that boxes cross.

mod by_counts;
mod by_exact;
mod diverse_plans;
mod explore;

pub use explore::{AbstractPlan, ClassMet, Explored, Kept, PlannedStep, explore};
