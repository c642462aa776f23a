//! A PDDL problem under construction.

use super::Model;
use crate::strips::pddl::{Atom, Literal, Problem, Typed};

/// A problem, and what it leaves out beside what its domain does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// For any planner.
    pub problem: Problem,
    /// One item a line; empty if the problem has a plan exactly when the level has a solution.
    pub missing: Vec<String>,
}

impl Exported {
    /// The same without costs, for planners that do not support them.
    #[must_use]
    pub fn without_costs(self) -> Self {
        Self { problem: self.problem.without_costs(), ..self }
    }
}

/// Collects objects and facts.
#[derive(Debug)]
pub(super) struct Draft {
    problem: Problem,
}

impl Draft {
    /// Empty.
    pub(super) fn new(model: Model) -> Self {
        let total = (Atom { name: "total-cost".to_owned(), arguments: Vec::new() }, 0);
        Self {
            problem: Problem {
                name: "level".to_owned(),
                domain: model.domain_name().to_owned(),
                values: vec![total],
                minimises_cost: true,
                ..Problem::default()
            },
        }
    }

    pub(super) fn object(&mut self, name: impl Into<String>, kind: &str) {
        self.problem.objects.push(Typed::new(name, kind));
    }

    pub(super) fn fact<const N: usize>(&mut self, name: &str, arguments: [&str; N]) {
        self.problem.init.push(Atom::new(name, arguments));
    }

    pub(super) fn value<const N: usize>(&mut self, name: &str, arguments: [&str; N], value: u32) {
        self.problem.values.push((Atom::new(name, arguments), value));
    }

    pub(super) fn goal<const N: usize>(&mut self, name: &str, arguments: [&str; N]) {
        self.problem.goal.push(Literal::positive(Atom::new(name, arguments)));
    }

    pub(super) fn finish(self, missing: Vec<String>) -> Exported {
        Exported { problem: self.problem, missing }
    }
}
