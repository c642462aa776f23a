//! Prunings of a search by pushes.
//!
//! Switches of the components of a search, deadlock rules excepted.

use crate::deadlock::{AskedBy, RuleSet};
use bitflags::bitflags;

/// What a search by pushes leaves out: pushes that deadlock rules refuse, pushes outside a corral, and symmetric positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prunings {
    /// Deadlock rules; the pushes that they refuse are left out.
    pub rules: RuleSet,
    /// Whether only the boxes of a corral that must be worked on first are pushed; see [`super::PiCorral`].
    pub pi_corral: bool,
    /// Whether a position is skipped once its image under a symmetry of the level was expanded.
    pub symmetry: bool,
}

impl Prunings {
    /// Returns all prunings: the rules for searches of `purpose`, PI-corrals and symmetries.
    pub fn all(purpose: AskedBy) -> Self {
        Self { rules: RuleSet::of(purpose), pi_corral: true, symmetry: true }
    }

    /// Returns the setting without any pruning.
    pub const fn none() -> Self {
        Self { rules: RuleSet::none(), pi_corral: false, symmetry: false }
    }
}

bitflags! {
    /// A set of components of a search; leaving one out measures the effect of that component. Unless noted, a
    /// component changes the number of nodes, but no answer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Components: u16 {
        /// PI-corral pruning: in a corral that must be worked on first only the boxes of the corral are pushed.
        const PI_CORRAL = 1;
        /// Goals are filled in the order of a packing plan, so that boxes can still reach the later goals.
        const PACKING = 1 << 1;
        /// Feature: the number of hotspots, boxes that keep other boxes from goals.
        const HOTSPOTS = 1 << 3;
        /// Feature: the number of boxes on squares that the packing plan is about to close off.
        const OUT_OF_PLAN = 1 << 4;
        /// Transposition table: a state that is stored already is not expanded again.
        const TRANSPOSITIONS = 1 << 5;
        /// Pushes of the box pushed last come first, in the order of moves and among nodes of equal rating.
        const INERTIA = 1 << 6;
        /// In the strategy `kth` a push into a tunnel is continued to the end of the tunnel; solutions may be missed.
        const TUNNELS = 1 << 7;
        /// A position is skipped once its image under a symmetry of the level was expanded.
        const SYMMETRY = 1 << 8;
        /// Room events: in an area whose list of events was cut short by a budget, macro pushes are moves too.
        const FALLBACK = 1 << 9;
        /// Room events: macro pushes are moves only in positions that labels select; without this component, in all.
        const LABELS = 1 << 10;
    }
}

impl Components {
    /// Components of the feature-space searches.
    pub const FEATURE_SPACE: Self = Self::PI_CORRAL.union(Self::PACKING).union(Self::HOTSPOTS).union(Self::OUT_OF_PLAN);
    /// Components of the planner of room events, in addition to [`Self::FEATURE_SPACE`].
    pub const EVENTS: Self = Self::FALLBACK.union(Self::LABELS);
    /// Components of all searches except the textbook searches.
    pub const SOLVING: Self = Self::FEATURE_SPACE.union(Self::EVENTS).union(Self::SYMMETRY);
    /// Components of the textbook searches.
    pub const TEXTBOOK: Self = Self::TRANSPOSITIONS.union(Self::INERTIA).union(Self::TUNNELS);

    /// The word of each component on the command line.
    const WORDS: [(&'static str, Self); 10] = [
        ("pi-corral", Self::PI_CORRAL),
        ("packing", Self::PACKING),
        ("hotspots", Self::HOTSPOTS),
        ("out-of-plan", Self::OUT_OF_PLAN),
        ("transpositions", Self::TRANSPOSITIONS),
        ("inertia", Self::INERTIA),
        ("tunnels", Self::TUNNELS),
        ("fallback", Self::FALLBACK),
        ("labels", Self::LABELS),
        ("symmetry", Self::SYMMETRY),
    ];

    /// Returns the command-line word and the value of each component in this set.
    pub fn words(self) -> impl Iterator<Item = (&'static str, Self)> {
        Self::WORDS.into_iter().filter(move |&(_, component)| self.contains(component))
    }

    /// Returns the component with a command-line word; `None` if this set does not contain such a component.
    pub fn named(self, word: &str) -> Option<Self> {
        self.words().find(|&(known, _)| known == word).map(|(_, component)| component)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_their_components_where_these_are_among_them() {
        for (word, component) in Components::all().words() {
            assert_eq!(Components::all().named(word), Some(component));
            assert_eq!((Components::all() - component).named(word), None);
        }
    }
}
