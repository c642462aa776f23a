//! Is a position lost? Each [`Rule`] is a sound test: a position that it calls lost has no solution; other positions are undecided.
//! The built-in rules are in one registry, [`RuleSet::all`]. Searches, the assistant and benchmarks apply a [`RuleSet`] through a
//! [`Detector`], so every rule is counted, disabled, explained and displayed in the same way. A new rule is a file in `rules/` and
//! a line in its list; [`RuleSet::with`] adds rules from outside the crate.

mod corral;
mod frozen_boxes;
mod lost_sets;
pub mod patterns;
mod retrograde;
mod rule;
pub mod rules;

use crate::level::{Direction, Square};
use crate::push::{BoxSet, Push};
use crate::run::{Meter, Stop};
pub use frozen_boxes::GridForm;
pub(crate) use frozen_boxes::{FrozenBoxes, GridFreeze};
use itertools::Itertools;
pub(crate) use lost_sets::LostSets;
pub use patterns::{DeadlockPatterns, Match};
pub(crate) use retrograde::Lost;
pub use rule::{About, CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance, RuleSet, Verdict, View, Witness};
use serde::{Serialize, Serializer};

/// The rules of a [`RuleSet`], each as an instance for one search of one level, with counts of refusals.
#[derive(Debug)]
pub struct Detector<'a> {
    /// Rules by class of cost, within each class in the order of the set.
    rules: Vec<ActiveRule<'a>>,
    /// Index of the first rule of class [`CostClass::Child`], about the boxes after a push.
    children: usize,
    /// Index of the first rule of class [`CostClass::Position`], about whole positions.
    positions: usize,
}

#[derive(Debug)]
struct ActiveRule<'a> {
    id: RuleId,
    refused: u64,
    instance: Box<dyn RuleInstance + 'a>,
}

impl<'a> Detector<'a> {
    /// Creates the detector for a search by pushes, or for tests of single positions.
    pub fn new(rules: &RuleSet, known: &RuleInput<'a>) -> Self {
        Self::of(rules, |rule| Some(rule.instance(known)))
    }

    /// Creates the detector for a search by pulls; boxes on `dead` squares can be pulled to no square of a box at the start.
    pub fn backward(rules: &RuleSet, dead: &[bool]) -> Self {
        Self::of(rules, |rule| rule.backward(dead).map(|instance| instance as Box<dyn RuleInstance + 'a>))
    }

    fn of(rules: &RuleSet, instance: impl Fn(&dyn Rule) -> Option<Box<dyn RuleInstance + 'a>>) -> Self {
        let mut all: Vec<(CostClass, ActiveRule<'a>)> = Vec::new();
        for rule in rules.iter() {
            let about = rule.about();
            if let Some(instance) = instance(&**rule) {
                all.push((about.cost, ActiveRule { id: about.id, refused: 0, instance }));
            }
        }
        all.sort_by_key(|&(cost, _)| cost);
        let before = |cost| all.partition_point(|&(other, _)| other < cost);
        let (children, positions) = (before(CostClass::Child), before(CostClass::Position));
        Self { rules: all.into_iter().map(|(_, rule)| rule).collect(), children, positions }
    }

    /// True if a rule refuses a push in `direction` that brings the box to `to`, for any other boxes.
    #[inline]
    pub fn refuses_push(&mut self, to: Square, direction: Direction) -> bool {
        let found = self.rules[..self.children]
            .iter_mut()
            .find_map(|rule| rule.instance.refuses(to, direction).then_some(rule));
        found.map(|rule| rule.refused += 1).is_some()
    }

    /// True if a rule of class [`CostClass::Child`] proves the position after a push lost.
    #[inline]
    pub fn refuses_child(&mut self, view: &View<'_>) -> bool {
        let rules = &mut self.rules[self.children..self.positions];
        let found = rules.iter_mut().find_map(|rule| rule.instance.is_dead(view).then_some(rule));
        found.map(|rule| rule.refused += 1).is_some()
    }

    /// True if cheap rules refuse the push that brought a box to `to`; more `boxes`, as of other areas, change no refusal.
    pub fn refuses(&mut self, boxes: &BoxSet, push: Push, to: Square) -> bool {
        let view = View { boxes, player: push.from, pushed: Some(to), is_matched: None };
        self.refuses_push(to, push.direction) || self.refuses_child(&view)
    }

    /// True if a rule of class [`CostClass::Position`] proves a position lost.
    pub fn is_lost(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<bool, Stop> {
        for rule in &mut self.rules[self.positions..] {
            if rule.instance.judge(view, meter)? != Verdict::Unknown {
                rule.refused += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts a refusal by a rule that the search tests itself; false if the rule is not in the set: then it must not refuse.
    #[inline]
    pub fn refuse(&mut self, id: RuleId) -> bool {
        let found = self.rules.iter_mut().find(|rule| rule.id == id);
        found.map(|rule| rule.refused += 1).is_some()
    }

    /// True if the rule with this identity is in the set.
    pub fn has(&self, id: RuleId) -> bool {
        self.rules.iter().any(|rule| rule.id == id)
    }

    /// Returns the deadlocks of a position that the rule with this identity finds; empty if the rule is not in the set.
    pub fn witnesses(&mut self, id: RuleId, view: &View<'_>, meter: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let Some(rule) = self.rules.iter_mut().find(|rule| rule.id == id) else { return Ok(Vec::new()) };
        rule.instance.witnesses(view, meter)
    }

    /// Returns how many pushes and positions each rule has refused.
    pub fn refused(&self) -> Refusals {
        Refusals::of(self.rules.iter().map(|rule| (rule.id, rule.refused)))
    }

    /// Returns how many pushes and positions all rules together have refused.
    pub fn total(&self) -> u64 {
        self.rules.iter().map(|rule| rule.refused).sum()
    }
}

/// Number of pushes and positions refused by each rule, in the order of rule identities.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refusals(Vec<(RuleId, u64)>);

impl Refusals {
    /// Creates the value from the numbers of refusals of one or more searches; numbers of one rule are added.
    pub fn of(counts: impl IntoIterator<Item = (RuleId, u64)>) -> Self {
        let sums = counts.into_iter().into_grouping_map().sum();
        Self(sums.into_iter().sorted_by_key(|(rule, _)| (rule.index(), rule.name())).collect())
    }

    /// Returns each rule with at least one refusal, with the number of refusals, in the order of rule identities.
    pub fn by_rule(&self) -> impl Iterator<Item = (RuleId, u64)> {
        self.0.iter().copied().filter(|&(_, count)| count > 0)
    }
}

impl Serialize for Refusals {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.by_rule().map(|(rule, count)| (rule.name(), count)))
    }
}
