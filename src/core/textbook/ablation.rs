//! Deadlock rules and components that can be disabled in textbook searches, to measure the effect of each.

use crate::deadlock::rules::{DeadSquares, Freeze};
use crate::deadlock::{Purposes, RuleId, RuleSet};

/// Which deadlock rules and components a textbook search uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ablation {
    /// Deadlock rules that the search uses.
    pub rules: RuleSet,
    /// Transposition table: a state that is stored already is not expanded again.
    pub transpositions: bool,
    /// Pushes of the box pushed last come first, in the order of moves and among nodes of equal rating.
    pub inertia: bool,
    /// In the strategy `kth` a push into a tunnel is continued to the end of the tunnel; solutions may be missed.
    pub tunnels: bool,
}

/// The switch of a component.
type Switch = fn(&mut Ablation) -> &mut bool;

/// The word of each component, and its switch.
const COMPONENTS: [(&str, Switch); 3] = [
    ("transpositions", |ablation| &mut ablation.transpositions),
    ("inertia", |ablation| &mut ablation.inertia),
    ("tunnels", |ablation| &mut ablation.tunnels),
];

impl Ablation {
    /// Word in the name of a setup that turns off all deadlock rules.
    pub const NO_RULES: &'static str = "no-rules";

    /// Returns all deadlock rules of textbook searches.
    pub fn all_rules() -> RuleSet {
        RuleSet::of(Purposes::TEXTBOOK)
    }

    /// Returns the words of all rules and components, rules first.
    pub fn all_words() -> Vec<&'static str> {
        let rules = Self::all_rules();
        let rules = rules.iter().map(|rule| rule.about().id.name());
        rules.chain(COMPONENTS.map(|(word, _)| word)).collect()
    }

    /// Returns the rules as searches apply them: without the rule of dead squares, the freeze rule uses none.
    pub fn working_rules(&self) -> RuleSet {
        let rules = self.rules.clone();
        let has_dead_squares = !rules.has(Freeze::ID) || rules.has(DeadSquares::ID);
        if has_dead_squares { rules } else { rules.with(Freeze::by_walls()) }
    }

    /// Returns the value changed by a word: `freeze` turns the rule or component of this name on, `no-freeze` off, and
    /// `no-rules` turns off all rules. `None` for other words.
    pub fn with(&self, word: &str) -> Option<Self> {
        if word == Self::NO_RULES {
            return Some(Self { rules: RuleSet::none(), ..self.clone() });
        }
        let (name, on) = word.strip_prefix("no-").map_or((word, true), |name| (name, false));
        if let Some(rule) = Self::all_rules().named(name) {
            return Some(self.with_rule(rule.about().id, on));
        }
        let mut changed = self.clone();
        let (_, component) = COMPONENTS.iter().find(|(word, _)| *word == name)?;
        *component(&mut changed) = on;
        Some(changed)
    }

    /// Returns the value with one rule turned on or off; the order of the rules stays.
    fn with_rule(&self, id: RuleId, on: bool) -> Self {
        let all = Self::all_rules();
        let is_on = |other: RuleId| if other == id { on } else { self.rules.has(other) };
        let rules = all.ids().filter(|&other| !is_on(other)).fold(all.clone(), RuleSet::without);
        Self { rules, ..self.clone() }
    }

    /// Returns words that change the default to these rules and components: as few as possible.
    pub fn words(&self) -> Vec<String> {
        let all = Self::all_rules();
        let off = all.iter().filter(|rule| !self.rules.has(rule.about().id));
        let off: Vec<String> = off.map(|rule| format!("no-{}", rule.about().id.name())).collect();
        let (mut usual, mut own) = (Self::default(), self.clone());
        let others = COMPONENTS.into_iter().filter_map(|(word, component)| {
            let is_on = *component(&mut own);
            let prefix = if is_on { "" } else { "no-" };
            (is_on != *component(&mut usual)).then(|| format!("{prefix}{word}"))
        });
        if off.len() * 2 <= all.iter().count() {
            return off.into_iter().chain(others).collect();
        }
        let on = self.rules.iter().map(|rule| rule.about().id.name().to_owned());
        std::iter::once(Self::NO_RULES.to_owned()).chain(on).chain(others).collect()
    }
}

impl Default for Ablation {
    /// Returns all rules and components except inertia, which only SokoBOT has.
    fn default() -> Self {
        Self { rules: Self::all_rules(), transpositions: true, inertia: false, tunnels: true }
    }
}
