//! The components of a search that can be left out, without deadlock rules.

use bitflags::bitflags;

bitflags! {
    /// Components that can be left out, so that the effect of each is measured. Unless noted, the number of nodes
    /// depends on them, but no answer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Components: u16 {
        /// If a corral must be worked on first, only its boxes are pushed.
        const PI_CORRAL = 1;
        /// Goals are filled in an order that leaves the others open.
        const PACKING = 1 << 1;
        /// The edges of the room graph that boxes break are counted.
        const ROOMS = 1 << 2;
        /// The boxes that keep others from goals are counted.
        const HOTSPOTS = 1 << 3;
        /// The boxes on squares that the packing plan is about to close off are counted.
        const OUT_OF_PLAN = 1 << 4;
        /// States that are stored are not expanded again.
        const TRANSPOSITIONS = 1 << 5;
        /// The box of the last push comes first, in the order of moves and among nodes of equal rating.
        const INERTIA = 1 << 6;
        /// Pushes into a tunnel go on to its end, in the strategy `kth`: solutions can be lost.
        const TUNNELS = 1 << 7;
        /// A position is passed over once its image under a symmetry of the level was expanded.
        const SYMMETRY = 1 << 8;
        /// Room events: if a closure was cut, the pushes of the full push search are moves too.
        const FALLBACK = 1 << 9;
        /// Room events: labels select the positions in which these pushes are moves; otherwise all positions.
        const LABELS = 1 << 10;
    }
}

impl Components {
    /// The components of the feature space.
    pub const FEATURE_SPACE: Self =
        Self::PI_CORRAL.union(Self::PACKING).union(Self::ROOMS).union(Self::HOTSPOTS).union(Self::OUT_OF_PLAN);
    /// The components of the planner of room events, in addition to those of the feature space.
    pub const EVENTS: Self = Self::FALLBACK.union(Self::LABELS);
    /// The components of all searches except textbook searches.
    pub const SOLVING: Self = Self::FEATURE_SPACE.union(Self::EVENTS).union(Self::SYMMETRY);
    /// The components of textbook searches.
    pub const TEXTBOOK: Self = Self::TRANSPOSITIONS.union(Self::INERTIA).union(Self::TUNNELS);

    /// The word of each component, as users write it.
    const WORDS: [(&'static str, Self); 11] = [
        ("pi-corral", Self::PI_CORRAL),
        ("packing", Self::PACKING),
        ("rooms", Self::ROOMS),
        ("hotspots", Self::HOTSPOTS),
        ("out-of-plan", Self::OUT_OF_PLAN),
        ("transpositions", Self::TRANSPOSITIONS),
        ("inertia", Self::INERTIA),
        ("tunnels", Self::TUNNELS),
        ("fallback", Self::FALLBACK),
        ("labels", Self::LABELS),
        ("symmetry", Self::SYMMETRY),
    ];

    /// Returns the word of each of these components, as users write it.
    pub fn words(self) -> impl Iterator<Item = (&'static str, Self)> {
        Self::WORDS.into_iter().filter(move |&(_, component)| self.contains(component))
    }

    /// Returns the component of a word, if it is among these.
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
