//! Purposes for which deadlock rules are applied.

use bitflags::bitflags;

bitflags! {
    /// Set of purposes for which a deadlock rule is applied, distinguished by the cost of a node. Each rule lists its
    /// purposes in [`super::About::asked_by`]; [`super::RuleSet::asked_by`] selects the rules for a purpose.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct AskedBy: u16 {
        /// Searches whose nodes cost a few microseconds: only look-ups and operations on whole sets of squares.
        const FAST_SEARCHES = 1;
        /// Feature-space searches. A node costs 100 times as much as in a fast search; no move ends on a dead square.
        const THOROUGH_SEARCHES = 1 << 1;
        /// Searches that prove a solution to be shortest.
        const SHORTEST = 1 << 2;
        /// The planner of one area: it tests thousands of positions by cheap rules that do not use the player's square.
        const ONE_AREA = 1 << 3;
        /// The assistant of a player: rules that apply to boxes anywhere and give a reason.
        const PLAYER = 1 << 4;
        /// The textbook searches.
        const TEXTBOOK = 1 << 5;

        /// All searches that solve levels, except the textbook searches.
        const SOLVING = Self::FAST_SEARCHES.bits() | Self::THOROUGH_SEARCHES.bits() | Self::SHORTEST.bits()
            | Self::ONE_AREA.bits();
    }
}

impl AskedBy {
    /// Each purpose with its word in help texts and documents.
    pub const WORDS: [(Self, &'static str); 6] = [
        (Self::FAST_SEARCHES, "fast searches"),
        (Self::THOROUGH_SEARCHES, "thorough searches"),
        (Self::SHORTEST, "proofs of shortest"),
        (Self::ONE_AREA, "one area"),
        (Self::PLAYER, "player"),
        (Self::TEXTBOOK, "textbook"),
    ];

    /// Returns the word of each purpose in this set, in the order of [`AskedBy::WORDS`].
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Self::WORDS.into_iter().filter(move |&(purpose, _)| self.contains(purpose)).map(|(_, word)| word)
    }
}
