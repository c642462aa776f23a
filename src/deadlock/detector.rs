//! Applies the rules of a set in one search, the cheapest first, and counts their refusals.

use super::{CostClass, Known, RuleId, RuleInstance, RuleSet, Verdict, View, Witness};
use crate::level::{Direction, Square};
use crate::run::{Meter, Stop};
use serde::{Serialize, Serializer};

/// The rules of a [`RuleSet`] for one level.
#[derive(Debug)]
pub struct Detector<'a> {
    /// The rules by class of cost, within each in the order of the set.
    rules: Vec<Working<'a>>,
    /// The index of the first rule about the boxes after a push.
    children: usize,
    /// The index of the first rule about whole positions.
    positions: usize,
}

#[derive(Debug)]
struct Working<'a> {
    id: RuleId,
    sentence: &'static str,
    refused: u64,
    /// The count of refusals at the last mark.
    marked: u64,
    instance: Box<dyn RuleInstance + 'a>,
}

impl<'a> Detector<'a> {
    /// Makes the detector of a search by pushes, or of single positions.
    pub fn new(rules: &RuleSet, known: &Known<'a>) -> Self {
        Self::of(rules, |rule| Some(rule.instance(known)))
    }

    /// Makes the detector of a search by pulls, with the rules that apply there. `dead` marks the squares from which a
    /// box can be pulled to no square of the start.
    pub fn backward(rules: &RuleSet, dead: &[bool]) -> Self {
        Self::of(rules, |rule| rule.backward(dead).map(|instance| instance as Box<dyn RuleInstance + 'a>))
    }

    fn of(rules: &RuleSet, instance: impl Fn(&dyn super::Rule) -> Option<Box<dyn RuleInstance + 'a>>) -> Self {
        let mut all: Vec<(CostClass, Working<'a>)> = Vec::new();
        for rule in rules.iter() {
            let about = rule.about();
            if let Some(instance) = instance(&**rule) {
                let (id, sentence) = (about.id, about.sentence);
                all.push((about.cost, Working { id, sentence, refused: 0, marked: 0, instance }));
            }
        }
        all.sort_by_key(|&(cost, _)| cost);
        let before = |cost| all.partition_point(|&(other, _)| other < cost);
        let (children, positions) = (before(CostClass::Child), before(CostClass::Position));
        Self { rules: all.into_iter().map(|(_, rule)| rule).collect(), children, positions }
    }

    /// Returns whether a push is refused, for all places of the other boxes.
    #[inline]
    pub fn refuses_push(&mut self, to: Square, direction: Direction) -> bool {
        let found = self.rules[..self.children]
            .iter_mut()
            .find_map(|rule| rule.instance.refuses(to, direction).then_some(rule));
        found.map(|rule| rule.refused += 1).is_some()
    }

    /// Returns whether the position after a push is lost, by the rules that are cheap enough for every new position.
    #[inline]
    pub fn refuses_child(&mut self, view: &View<'_>) -> bool {
        let rules = &mut self.rules[self.children..self.positions];
        let found = rules.iter_mut().find_map(|rule| rule.instance.is_dead(view).then_some(rule));
        found.map(|rule| rule.refused += 1).is_some()
    }

    /// Returns whether a position is lost by the rules about whole positions.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn is_lost(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<bool, Stop> {
        for rule in &mut self.rules[self.positions..] {
            if rule.instance.judge(view, meter)? != Verdict::Unknown {
                rule.refused += 1;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Counts a refusal for a rule whose answer the search computes itself. Returns whether the rule is in the set;
    /// otherwise the search must not refuse.
    #[inline]
    pub fn refuse(&mut self, id: RuleId) -> bool {
        let found = self.rules.iter_mut().find(|rule| rule.id == id);
        found.map(|rule| rule.refused += 1).is_some()
    }

    /// Returns whether a rule is in the set.
    pub fn has(&self, id: RuleId) -> bool {
        self.rules.iter().any(|rule| rule.id == id)
    }

    /// Returns the deadlocks of a position that one of the rules finds.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn witnesses(&mut self, id: RuleId, view: &View<'_>, meter: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let Some(rule) = self.rules.iter_mut().find(|rule| rule.id == id) else { return Ok(Vec::new()) };
        let mut found = rule.instance.witnesses(view, meter)?;
        for witness in found.iter_mut().filter(|witness| witness.why.is_empty()) {
            witness.why = rule.sentence.to_owned();
        }
        Ok(found)
    }

    /// Saves the counts and the caches of the rules, so that they can be restored if a step is interrupted.
    #[inline]
    pub fn mark(&mut self) {
        for rule in &mut self.rules {
            rule.marked = rule.refused;
            rule.instance.mark();
        }
    }

    /// Restores the counts and the caches of the last mark.
    pub fn undo(&mut self) {
        for rule in &mut self.rules {
            rule.refused = rule.marked;
            rule.instance.undo();
        }
    }

    /// Returns the refusals so far, by rule.
    pub fn refused(&self) -> Refused {
        let mut counts: Vec<(RuleId, u64)> = self.rules.iter().map(|rule| (rule.id, rule.refused)).collect();
        counts.sort_unstable();
        Refused(counts)
    }

    /// Returns the number of refusals so far by all rules together.
    pub fn total(&self) -> u64 {
        self.rules.iter().map(|rule| rule.refused).sum()
    }
}

/// The numbers of pushes and positions refused by each rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused(Vec<(RuleId, u64)>);

impl Refused {
    /// Makes the refusals of a search that counts by itself.
    pub fn of(counts: impl IntoIterator<Item = (RuleId, u64)>) -> Self {
        let mut counts: Vec<(RuleId, u64)> = counts.into_iter().collect();
        counts.sort_unstable();
        Self(counts)
    }

    /// Returns the rules with refusals, and their counts, in the order of reports.
    pub fn by_rule(&self) -> impl Iterator<Item = (RuleId, u64)> {
        self.0.iter().copied().filter(|&(_, count)| count > 0)
    }
}

impl Serialize for Refused {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.by_rule().map(|(rule, count)| (rule.name(), count)))
    }
}
