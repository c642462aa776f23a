//! The words of `bench --ablate`: parts of the solver to leave out, and the runs to compare with (controls).

use super::runs::Variant;
use crate::maze::RoomsBy;
use crate::solve::{Enhancement, Options, Strategy};
use crate::study::DRAW;
use std::str::FromStr;

/// Part of the solver that a run of `bench --ablate` leaves out or replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ablated {
    Enhancement(Enhancement),
    /// Rooms by this definition instead of the chosen one.
    Rooms(RoomsBy),
    /// Levels cut at bridges that are drawn at random with this seed.
    Bridges(u64),
}

impl Ablated {
    /// Returns the controls: the level as one area; `draws` draws of random areas; and, if the options cut levels at
    /// bridges, the level uncut and `draws` draws of random bridges.
    fn controls(draws: u64, options: &Options) -> impl Iterator<Item = Self> {
        let parts = Strategy::PARTS;
        let is_cut = options.choice.has(parts) && parts.plans_on(options.abstraction);
        let cuts = is_cut.then(|| {
            let bridges = (1..=draws).map(Self::Bridges);
            std::iter::once(Self::Enhancement(Enhancement::Strategy(parts))).chain(bridges)
        });
        let random = (1..=draws).map(|seed| Self::Rooms(RoomsBy::Random(seed)));
        std::iter::once(Self::Rooms(RoomsBy::None)).chain(random).chain(cuts.into_iter().flatten())
    }

    fn name(self) -> String {
        match self {
            Self::Enhancement(part) => part.word().to_owned(),
            Self::Rooms(RoomsBy::None) => "rooms (one area)".to_owned(),
            Self::Rooms(RoomsBy::Random(seed)) => format!("rooms (random areas){DRAW}{seed}"),
            Self::Rooms(by) => format!("rooms ({by})"),
            Self::Bridges(seed) => format!("parts (random bridges){DRAW}{seed}"),
        }
    }

    fn without(self, whole: &Options) -> Options {
        let mut options = whole.clone();
        match self {
            Self::Enhancement(part) => options.leave_out(part),
            Self::Rooms(by) => options.rooms_by = by,
            Self::Bridges(seed) => options.random_cuts = Some(seed),
        }
        options
    }
}

impl FromStr for Ablated {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let by = RoomsBy::ALL.into_iter().find(|by| by.word() == text);
        match (text, by) {
            ("rooms", _) => Ok(Self::Rooms(RoomsBy::None)),
            (_, Some(by)) => Ok(Self::Rooms(by)),
            _ => text.parse().map(Self::Enhancement),
        }
    }
}

/// Returns the run with all parts, for each of `parts` a run without that part, and the controls if `draws` is given.
pub(super) fn variants(whole: &Options, parts: &[Ablated], draws: Option<u64>) -> Vec<Variant> {
    let controls = draws.into_iter().flat_map(|draws| Ablated::controls(draws, whole));
    let mut all: Vec<Ablated> = Vec::new();
    for one in parts.iter().copied().chain(controls) {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    let whole_run = Variant { name: Some("all parts".to_owned()), options: whole.clone() };
    let without = all.into_iter().map(|one| Variant { name: Some(one.name()), options: one.without(whole) });
    std::iter::once(whole_run).chain(without).collect()
}
