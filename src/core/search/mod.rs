//! Searches over pushes and pulls, each behind [`crate::run::Search`]. Input: a maze, a start and settings (deadlock
//! rules, packing order, advisers). Output: the pushes of a solution, or the proof that none exists. Textbook searches
//! are in [`crate::textbook`]; the division of time among strategies is left to [`crate::solve`].

mod engine;
mod fess;
mod improve;
mod lean;
mod macro_pushes;
pub mod optimal;
mod prunings;
mod target;

pub(crate) use fess::Pushes;
pub use fess::{Advice, Adviser, Advisers, Features, Fess, Setting};
pub use improve::{Improver, Joiner, Measure};
pub use lean::{Lean, LeanSetting, Moves, lean};
pub(crate) use macro_pushes::MacroPushes;
pub use macro_pushes::Perimeter;
pub use prunings::{Corrals, PiCorral, Prunings};
pub use target::{ByTarget, TargetSearch};

bitflags::bitflags! {
    /// Components of searches that can be left out, to measure their effect; see `FIGURES.md`, `Parts`. Unless noted, a component changes the number of nodes, but no answer.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Components: u16 {
        /// PI-corral pruning: in a corral that must be worked on first only the boxes of the corral are pushed.
        const PI_CORRAL = 1;
        /// Goals are filled in the order of a packing plan, so that boxes can still reach the later goals.
        const PACKING = 1 << 1;
        /// Feature: the number of hotspots, boxes that keep other boxes from goals.
        const HOTSPOTS = 1 << 2;
        /// Feature: the number of boxes on squares that the packing plan is about to close off.
        const OUT_OF_PLAN = 1 << 3;
        /// Room events: in an area whose list of events was cut short by a budget, macro pushes are moves too.
        const FALLBACK = 1 << 4;
        /// Room events: macro pushes are moves only in positions that labels select; without this part, in all.
        const LABELS = 1 << 5;
        /// A position is skipped once its image under a symmetry of the level was expanded.
        const SYMMETRY = 1 << 6;
        /// Textbook: a state that is stored already is not expanded again.
        const TRANSPOSITIONS = 1 << 7;
        /// Textbook: pushes of the box pushed last come first, in the order of moves and among nodes of equal rating.
        const INERTIA = 1 << 8;
        /// Textbook strategy `kth`: a push into a tunnel goes on to its end; solutions may be missed.
        const TUNNELS = 1 << 9;
    }
}

impl Components {
    /// Components of textbook searches.
    pub const TEXTBOOK: Self = Self::TRANSPOSITIONS.union(Self::INERTIA).union(Self::TUNNELS);

    /// Components of all other searches.
    pub const OTHERS: Self = Self::TEXTBOOK.complement();

    const WORDS: [(&'static str, Self); 10] = [
        ("pi-corral", Self::PI_CORRAL),
        ("packing", Self::PACKING),
        ("hotspots", Self::HOTSPOTS),
        ("out-of-plan", Self::OUT_OF_PLAN),
        ("fallback", Self::FALLBACK),
        ("labels", Self::LABELS),
        ("symmetry", Self::SYMMETRY),
        ("transpositions", Self::TRANSPOSITIONS),
        ("inertia", Self::INERTIA),
        ("tunnels", Self::TUNNELS),
    ];

    /// Returns these components one by one, each with its name on the command line.
    pub fn words(self) -> impl Iterator<Item = (&'static str, Self)> {
        Self::WORDS.into_iter().filter(move |&(_, one)| self.contains(one))
    }
}
