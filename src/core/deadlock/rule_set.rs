//! Sets of deadlock rules.

use super::{CostClass, Purposes, Rule, RuleId};
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

/// Set of deadlock rules, in the order of application within each [`super::CostClass`].
///
/// ```
/// use sokoplan_core::RuleSet;
/// use sokoplan_core::deadlock::rules::Freeze;
/// let rules = RuleSet::all().without(Freeze::ID);
/// assert!(RuleSet::all().has(Freeze::ID) && !rules.has(Freeze::ID));
/// for rule in rules.iter() {
///     println!("{}: {}", rule.about().id.name(), rule.about().sentence);
/// }
/// ```
#[derive(Clone, Default)]
pub struct RuleSet(Vec<Arc<dyn Rule>>);

impl RuleSet {
    /// Returns the empty set.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Returns the set with one more rule, which replaces a rule of equal identity.
    #[must_use]
    pub fn with(self, rule: impl Rule + 'static) -> Self {
        self.with_shared(Arc::new(rule))
    }

    /// Returns the set with a rule that is shared with other sets; it replaces a rule of equal identity.
    #[must_use]
    pub fn with_shared(mut self, rule: Arc<dyn Rule>) -> Self {
        match self.0.iter_mut().find(|known| known.about().id == rule.about().id) {
            Some(known) => *known = rule,
            None => self.0.push(rule),
        }
        self
    }

    /// Returns the set without the rule with this identity.
    #[must_use]
    pub fn without(mut self, id: RuleId) -> Self {
        self.0.retain(|rule| rule.about().id != id);
        self
    }

    /// Returns the rules applied for a purpose in `purpose`. For one area and for textbook searches, rules are taken in
    /// the form that does not use the player's square, if they have one; for one area, rules that use the player's
    /// square or are of class [`super::CostClass::Position`] are left out.
    #[must_use]
    pub fn purposes(&self, purpose: Purposes) -> Self {
        let asked = self.iter().filter(|rule| rule.about().purposes.intersects(purpose));
        Self(asked.filter_map(|rule| form(rule, purpose)).collect())
    }

    /// True if the rule with this identity is in the set.
    pub fn has(&self, id: RuleId) -> bool {
        self.iter().any(|rule| rule.about().id == id)
    }

    /// Returns the rule with this name; `None` if it is not in the set.
    pub fn named(&self, name: &str) -> Option<&Arc<dyn Rule>> {
        self.0.iter().find(|rule| rule.about().id.name() == name)
    }

    /// Returns the rules in the order of the set.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Rule>> {
        self.0.iter()
    }

    /// Returns the identities of the rules in the order of the set.
    pub fn ids(&self) -> impl Iterator<Item = RuleId> {
        self.iter().map(|rule| rule.about().id)
    }
}

fn form(rule: &Arc<dyn Rule>, purpose: Purposes) -> Option<Arc<dyn Rule>> {
    let form =
        if Purposes::ONE_AREA.union(Purposes::TEXTBOOK).contains(purpose) { rule.without_player() } else { None };
    let about = rule.about();
    let fits =
        purpose != Purposes::ONE_AREA || (form.is_some() || !about.uses_player) && about.cost != CostClass::Position;
    fits.then(|| form.unwrap_or_else(|| Arc::clone(rule)))
}

impl Debug for RuleSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.ids().map(RuleId::name)).finish()
    }
}

impl PartialEq for RuleSet {
    /// Equal sets have rules with equal identities, in any order.
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.ids().all(|id| other.has(id))
    }
}

impl Eq for RuleSet {}
