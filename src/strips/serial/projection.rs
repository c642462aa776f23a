//! Projections for readers of tasks: the quotient, grounded with all that holds at the start.

use super::subjects::Subjects;
use crate::ground::{Constant, GroundError, ground_with};
use crate::pddl::{Domain, Problem};
use crate::run::Meter;
use crate::task::Task;
use rustc_hash::FxHashMap;

/// A task in which one subject of each class stands for all, at all their places at once: what the others are named, the operators
/// do the same to them.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// The grounded task; facts that never change but by their addition are kept.
    pub task: Task,
    /// For each subject the one that stands for it.
    pub stands_in: FxHashMap<String, String>,
}

impl Projection {
    /// Grounds the projection of a problem; without subjects this is the problem itself.
    pub fn new(domain: &Domain, problem: &Problem, meter: &mut Meter) -> Result<Self, GroundError> {
        let Some(subjects) = Subjects::of(domain, problem) else {
            return Ok(Self { task: ground_with(domain, problem, Constant::Kept, meter)?, ..Self::default() });
        };
        let task = ground_with(domain, &subjects.quotient(problem), Constant::Kept, meter)?;
        let members =
            subjects.classes.iter().flat_map(|class| class.iter().map(|name| (name.clone(), class[0].clone())));
        Ok(Self { task, stands_in: members.collect() })
    }
}
