//! Proofs that a position is lost.
//!
//! Each [`Rule`] is a sound test: a position that it calls lost has no solution, and other positions are undecided. The
//! built-in rules are in one registry, [`RuleSet::all`]. A search, the assistant or a bench applies a [`RuleSet`]
//! through a [`Detector`], so every rule is counted, left out, explained and displayed alike. A new rule is a file in
//! `rules/` and a line in its list; rules from outside the crate are added by [`RuleSet::with`].

mod corral;
mod detector;
mod frozen_boxes;
pub mod patterns;
mod rule;
mod rule_set;
pub mod rules;
mod tables;
mod view;

pub use detector::{Detector, Refused};
pub use frozen_boxes::{FrozenBoxes, GridForm, GridFreeze};
pub use patterns::{DeadlockPatterns, Match};
pub use rule::{About, AskedBy, CostClass, Known, Rule, RuleId, RuleInstance};
pub use rule_set::RuleSet;
pub use tables::{Lost, LostSets};
pub use view::{Verdict, View, Witness};
