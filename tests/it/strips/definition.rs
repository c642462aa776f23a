//! PDDL by its definition, as plain as can be: formulas, effects, derived predicates, and uniform-cost search.

use sokoplan::strips::pddl::{Action, Atom, Cost, Domain, Formula, Problem, Typed};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

pub(crate) type State = BTreeSet<Atom2>;

/// Name and arguments: atoms have no order.
pub(crate) type Atom2 = (String, Vec<String>);

type Bound = Vec<(String, String)>;

/// A domain and a problem whose types are one level below a root, `thing`.
pub(crate) struct Definition<'a> {
    pub domain: &'a Domain,
    pub problem: &'a Problem,
}

pub(crate) fn start(problem: &Problem) -> State {
    problem.init.iter().map(|atom| (atom.name.clone(), atom.arguments.clone())).collect()
}

fn instance(atom: &Atom, bound: &Bound) -> Atom2 {
    let value = |name: &String| {
        let last = bound.iter().rev().find(|(variable, _)| variable == name);
        last.map_or_else(|| name.clone(), |(_, object)| object.clone())
    };
    (atom.name.clone(), atom.arguments.iter().map(value).collect())
}

impl Definition<'_> {
    fn objects(&self, kind: &Typed) -> Vec<String> {
        let all = self.domain.constants.iter().chain(&self.problem.objects);
        let fits = |object: &&Typed| kind.kinds[0] == "thing" || object.kinds[0] == kind.kinds[0];
        all.filter(fits).map(|object| object.name.clone()).collect()
    }

    /// All ways to choose an object for each variable, behind what is bound.
    fn bindings(&self, variables: &[Typed], bound: &Bound) -> Vec<Bound> {
        let mut all = vec![bound.clone()];
        for variable in variables {
            let objects = self.objects(variable);
            let longer = |known: &Bound| {
                let with = |object: &String| [&known[..], &[(variable.name.clone(), object.clone())]].concat();
                objects.iter().map(with).collect::<Vec<Bound>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    pub(crate) fn holds(&self, formula: &Formula, bound: &Bound, state: &State) -> bool {
        match formula {
            Formula::Atom(atom) => {
                let (name, values) = instance(atom, bound);
                let mut rules = self.domain.derived.iter().filter(|rule| rule.head.name == name).peekable();
                if name == "=" {
                    values[0] == values[1]
                } else if rules.peek().is_none() {
                    state.contains(&(name, values))
                } else {
                    rules.any(|rule| {
                        let fits = rule.head.parameters.iter().zip(&values).all(|(p, v)| self.objects(p).contains(v));
                        let names = rule.head.parameters.iter().map(|p| p.name.clone());
                        fits && self.holds(&rule.condition, &names.zip(values.clone()).collect(), state)
                    })
                }
            }
            Formula::Not(inner) => !self.holds(inner, bound, state),
            Formula::And(parts) => parts.iter().all(|part| self.holds(part, bound, state)),
            Formula::Or(parts) => parts.iter().any(|part| self.holds(part, bound, state)),
            Formula::ForAll(variables, inner) => {
                self.bindings(variables, bound).iter().all(|bound| self.holds(inner, bound, state))
            }
            Formula::Exists(variables, inner) => {
                self.bindings(variables, bound).iter().any(|bound| self.holds(inner, bound, state))
            }
        }
    }

    fn after(&self, action: &Action, bound: &Bound, state: &State) -> State {
        let mut next = state.clone();
        for positive in [false, true] {
            for effect in action.effect.iter().filter(|effect| effect.literal.positive == positive) {
                for bound in self.bindings(&effect.variables, bound) {
                    if self.holds(&effect.condition, &bound, state) {
                        let atom = instance(&effect.literal.atom, &bound);
                        if positive {
                            next.insert(atom)
                        } else {
                            next.remove(&atom)
                        };
                    }
                }
            }
        }
        next
    }

    /// The states after one action, with its cost.
    pub(crate) fn successors(&self, state: &State) -> Vec<(State, u64)> {
        let mut found = Vec::new();
        for action in &self.domain.actions {
            for bound in self.bindings(&action.parameters, &Bound::new()) {
                if self.holds(&action.precondition, &bound, state) {
                    let cost = match (&action.cost, self.problem.minimises_cost) {
                        (_, false) => 1,
                        (Some(Cost::Fixed(cost)), true) => u64::from(*cost),
                        _ => 0,
                    };
                    found.push((self.after(action, &bound, state), cost));
                }
            }
        }
        found
    }

    /// The cost of a cheapest plan by uniform-cost search; `Err` if there are too many states to be sure.
    pub(crate) fn cheapest(&self) -> Result<Option<u64>, ()> {
        let mut closed: BTreeSet<State> = BTreeSet::new();
        let mut open = BinaryHeap::from([Reverse((0, start(self.problem)))]);
        while let Some(Reverse((cost, state))) = open.pop() {
            if !closed.insert(state.clone()) {
                continue;
            }
            if self.holds(&self.problem.goal, &Bound::new(), &state) {
                return Ok(Some(cost));
            }
            if closed.len() > 150 {
                return Err(());
            }
            open.extend(self.successors(&state).into_iter().map(|(next, more)| Reverse((cost + more, next))));
        }
        Ok(None)
    }
}
