//! A PDDL problem of a level, under construction.

use super::Model;
use crate::level::{Board, Square};
use crate::maze::Areas;
use crate::run::{Held, Meter, Stop};
use crate::strips::pddl::{Atom, Literal, Problem, Typed};

/// A PDDL problem made from a level, and which solutions of the level it lacks.
#[derive(Clone, Debug)]
pub struct Exported {
    /// PDDL problem, for any planner.
    pub problem: Problem,
    /// Which solutions of the level the problem lacks besides those that its domain lacks, one item a line; empty if
    /// the problem has a plan exactly when the level has a solution.
    pub missing: Vec<String>,
    /// Whether the level may have solutions although the problem has no plan. Its name then ends in `-restricted`.
    pub is_restricted: bool,
    /// Areas of the tables of [`Model::Rooms`], which may be smaller than the given areas; `None` for other models.
    pub areas: Option<Areas>,
}

impl Exported {
    /// Returns the problem without costs, for planners that do not support them.
    #[must_use]
    pub fn without_costs(self) -> Self {
        Self { problem: self.problem.without_costs(), ..self }
    }
}

/// Collects the objects, facts and goals of a problem.
#[derive(Debug)]
pub(super) struct Draft {
    problem: Problem,
    held: Held,
    /// Number of additions whose memory has not been claimed yet.
    unpaid: usize,
}

impl Draft {
    /// Creates a draft without objects, for the domain of a model.
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
            held: Held::default(),
            unpaid: 0,
        }
    }

    /// Estimated bytes of a fact with its names, also as text.
    const FACT: usize = size_of::<Atom>() + 3 * (size_of::<String>() + 16) + 64;

    /// Claims the memory of additions and checks the clock, once every 1,000 additions; to be called between additions.
    pub(super) fn pay(&mut self, meter: &Meter) -> Result<(), Stop> {
        // Only then, since reading the clock takes longer than adding a fact.
        if self.unpaid < 1_000 {
            return Ok(());
        }
        self.held.grow(std::mem::take(&mut self.unpaid) * Self::FACT, meter)?;
        meter.check()
    }

    pub(super) fn object(&mut self, name: impl Into<String>, kind: &str) {
        self.unpaid += 1;
        self.problem.objects.push(Typed::new(name, kind));
    }

    pub(super) fn fact<const N: usize>(&mut self, name: &str, arguments: [&str; N]) {
        self.unpaid += 1;
        self.problem.init.push(Atom::new(name, arguments));
    }

    pub(super) fn value<const N: usize>(&mut self, name: &str, arguments: [&str; N], value: u32) {
        self.problem.values.push((Atom::new(name, arguments), value));
    }

    pub(super) fn goal<const N: usize>(&mut self, name: &str, arguments: [&str; N]) {
        self.problem.goal.push(Literal::positive(Atom::new(name, arguments)));
    }

    /// Adds the fact `next-to` for the places of neighbouring squares, each pair once, sorted by name.
    pub(super) fn steps(&mut self, board: &Board, name: impl Fn(Square) -> String, meter: &Meter) -> Result<(), Stop> {
        let mut held = Held::default();
        let mut steps: Vec<[String; 2]> = Vec::new();
        for square in board.squares() {
            held.grow(board.neighbours(square).count() * (size_of::<[String; 2]>() + 32), meter)?;
            let pairs = board.neighbours(square).map(|neighbour| [name(square), name(neighbour)]);
            steps.extend(pairs.filter(|[from, to]| from != to));
            if steps.len().is_multiple_of(64) {
                meter.check()?;
            }
        }
        steps.sort_unstable();
        steps.dedup();
        for [from, to] in &steps {
            self.fact("next-to", [from, to]);
            self.pay(meter)?;
        }
        Ok(())
    }

    pub(super) fn finish(self, missing: Vec<String>) -> Exported {
        Exported { problem: self.problem, missing, is_restricted: false, areas: None }
    }

    /// Returns the problem, with a name that says that it lacks some solutions of the level.
    pub(super) fn finish_restricted(mut self, missing: Vec<String>) -> Exported {
        self.problem.name.push_str("-restricted");
        Exported { is_restricted: true, ..self.finish(missing) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_of_facts_are_claimed_by_the_thousand() {
        let (mut draft, meter) = (Draft::new(Model::Counts), Meter::unlimited());
        let mut claimed = Vec::new();
        for _ in 0..2_500 {
            draft.fact("handempty", []);
            draft.pay(&meter).unwrap();
            claimed.push(meter.bytes() as usize / Draft::FACT);
        }
        assert_eq!([998, 999, 1_998, 1_999, 2_499].map(|fact: usize| claimed[fact]), [0, 1_000, 1_000, 2_000, 2_000]);
    }
}
