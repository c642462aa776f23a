//! Is a position lost? Each [`Rule`] is a sound test: a position that it calls lost has no solution; other positions are undecided.
//! The built-in rules are in one registry, [`RuleSet::all`]. Searches, the assistant and benchmarks apply a [`RuleSet`] through a
//! [`Detector`], so every rule is counted, disabled, explained and displayed in the same way. A new rule is a file in `rules/` and
//! a line in its list; [`RuleSet::with`] adds rules from outside the crate.

mod corral;
mod detector;
mod frozen_boxes;
mod lost_sets;
pub mod patterns;
mod retrograde;
mod rule;
pub mod rules;

pub use detector::{Detector, Refusals};
pub use frozen_boxes::{FrozenBoxes, GridForm, GridFreeze};
pub use lost_sets::LostSets;
pub use patterns::{DeadlockPatterns, Match};
pub use retrograde::Lost;
pub use rule::{About, CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance, RuleSet, Verdict, View, Witness};
