//! Evaluation of the constant parts of conditions. A condition with its arguments becomes a formula over numbered
//! facts: quantifiers are expanded over their objects, comparisons and constant atoms are evaluated. The caller
//! evaluates atoms.

use super::condition::Condition;
use super::relation::Object;
use super::vocabulary::{Allowed, Key};
use crate::run::{Held, Meter, Stop};
use std::rc::Rc;

/// Number of evaluated parts between two readings of the clock: trades the delay of the time limit against time.
const PATIENCE: u32 = 4096;

/// Formula over facts: the empty `All` is true, the empty `Any` false, and neither stands within another formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Residual {
    /// A fact holds (true) or does not hold.
    Fact(bool, u32),
    All(Vec<Self>),
    Any(Vec<Self>),
}

impl Residual {
    pub(super) const TRUE: Self = Self::All(Vec::new());
    pub(super) const FALSE: Self = Self::Any(Vec::new());

    pub(super) const fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    pub(super) fn negated(&self) -> Self {
        let all = |parts: &[Self]| parts.iter().map(Self::negated).collect();
        match self {
            Self::Fact(positive, fact) => Self::Fact(!positive, *fact),
            Self::All(parts) => Self::Any(all(parts)),
            Self::Any(parts) => Self::All(all(parts)),
        }
    }
}

/// Callback of [`Expander::each`]; its second argument is the objects in all slots.
type Visit<'v, 'a, E> = &'v mut dyn FnMut(&mut Expander<'a>, &mut Vec<Object>) -> Result<(), E>;

/// Evaluates conditions under a meter, and holds the claim on memory for the results.
pub(super) struct Expander<'a> {
    meter: &'a Meter,
    held: Held,
    calls: u32,
}

impl<'a> Expander<'a> {
    pub(super) fn new(meter: &'a Meter) -> Self {
        Self { meter, held: Held::default(), calls: 0 }
    }

    /// Returns the formula that a condition becomes with the objects bound so far; `atom` evaluates a signed atom. The
    /// bytes of the result are claimed for the life of the expander.
    pub(super) fn residual(
        &mut self,
        condition: &Condition,
        bound: &mut Vec<Object>,
        atom: &dyn Fn(bool, &Key) -> Residual,
    ) -> Result<Residual, Stop> {
        self.pause()?;
        Ok(match condition {
            Condition::Holds(positive, pattern) => atom(*positive, &pattern.key(bound)),
            Condition::Equal(equal, left, right) => Residual::constant((left.of(bound) == right.of(bound)) == *equal),
            Condition::Fits(fits, allowed, term) => {
                Residual::constant(allowed.set.contains(term.of(bound) as usize) == *fits)
            }
            Condition::All(parts) | Condition::Any(parts) => {
                let mut join = Join::new(matches!(condition, Condition::All(_)));
                for part in parts {
                    if join.is_decided(self.residual(part, bound, atom)?, self)? {
                        break;
                    }
                }
                join.result()
            }
            Condition::Each(allowed, inner) | Condition::Some(allowed, inner) => {
                let mut join = Join::new(matches!(condition, Condition::Each(..)));
                for &object in &allowed.list {
                    bound.push(object);
                    let part = self.residual(inner, bound, atom)?;
                    bound.pop();
                    if join.is_decided(part, self)? {
                        break;
                    }
                }
                join.result()
            }
        })
    }

    /// Calls `visit` with each combination of objects for these variables in the next slots.
    pub(super) fn each<E: From<Stop>>(
        &mut self,
        variables: &[Rc<Allowed>],
        bound: &mut Vec<Object>,
        visit: Visit<'_, 'a, E>,
    ) -> Result<(), E> {
        self.pause()?;
        let Some((first, rest)) = variables.split_first() else { return visit(self, bound) };
        for &object in &first.list {
            bound.push(object);
            self.each(rest, bound, visit)?;
            bound.pop();
        }
        Ok(())
    }

    /// Claims bytes for the storage of the expander's results.
    pub(super) fn claim(&mut self, bytes: usize) -> Result<(), Stop> {
        self.held.grow(bytes, self.meter)
    }

    fn pause(&mut self) -> Result<(), Stop> {
        self.calls += 1;
        if self.calls.is_multiple_of(PATIENCE) { self.meter.check() } else { Ok(()) }
    }
}

/// A conjunction or disjunction under construction.
struct Join {
    is_all: bool,
    parts: Vec<Residual>,
    decided: bool,
}

impl Join {
    const fn new(is_all: bool) -> Self {
        Self { is_all, parts: Vec::new(), decided: false }
    }

    /// Adds a part; returns whether the result is decided, whatever parts follow.
    fn is_decided(&mut self, part: Residual, expander: &mut Expander<'_>) -> Result<bool, Stop> {
        match part {
            Residual::All(parts) if self.is_all => self.parts.extend(parts),
            Residual::Any(parts) if !self.is_all => self.parts.extend(parts),
            Residual::All(parts) | Residual::Any(parts) if parts.is_empty() => self.decided = true,
            part => {
                expander.claim(2 * size_of::<Residual>())?;
                self.parts.push(part);
            }
        }
        Ok(self.decided)
    }

    fn result(mut self) -> Residual {
        if self.decided {
            return Residual::constant(!self.is_all);
        }
        match self.parts.len() {
            1 => self.parts.swap_remove(0),
            _ if self.is_all => Residual::All(self.parts),
            _ => Residual::Any(self.parts),
        }
    }
}
