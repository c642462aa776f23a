//! Which pushes are worth a try at once?
//!
//! In come a position as it was surveyed and its candidates, each with the features that it leads to; out come
//! their weights, nothing for those that an adviser proposes, at most one each. Advice cuts nothing: what is advised weighs nothing, and all else waits behind it.

use super::{FeatureVector, Features};
use crate::level::Square;
use crate::maze::AreaId;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A macro push as its position sees it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Where its box stands.
    pub from: Square,
    /// Its number among the macro pushes of the box.
    pub number: u16,
    /// Where its box goes.
    pub to: Square,
    /// The features afterwards.
    pub features: Features,
    /// Pushes that are needed afterwards at least.
    pub estimate: u32,
}

impl Candidate {
    /// Good for packing comes first.
    pub const fn packs(&self) -> (u16, Reverse<u16>, u16, u16, u32) {
        let f = self.features;
        (f.stranded, Reverse(f.packed), f.regions, f.closed, self.estimate)
    }
}

/// The places of the proposed candidates, each once, in the order of the advisers: who packs a box, joins regions, opens
/// a way between areas, brings boxes nearer to goals, clears the way of the next box, goes its way, eases the
/// jam, saves a stranded one.
fn advised(vector: &FeatureVector, candidates: &[Candidate]) -> Vec<usize> {
    let now = vector.features;
    let keeps = |c: &Candidate| c.features.packed >= now.packed;
    let proposed = [
        best(candidates, |c| c.features.packed > now.packed, Candidate::packs),
        best(
            candidates,
            |c| c.features.regions < now.regions,
            |c| (c.features.stranded, c.features.regions, c.packs()),
        ),
        best(
            candidates,
            |c| c.features.closed < now.closed && keeps(c),
            |c| (c.features.stranded, c.features.closed, c.features.regions, c.estimate),
        ),
        best(candidates, keeps, |c| (c.features.stranded, c.estimate, c.features.regions)),
        best(
            candidates,
            |c| c.features.obstacles < now.obstacles,
            |c| (c.features.stranded, c.features.obstacles, c.packs()),
        ),
        goes(vector, candidates),
        best(
            candidates,
            |c| c.features.jam < now.jam && keeps(c),
            |c| (c.features.stranded, c.features.jam, c.packs()),
        ),
        best(
            candidates,
            |c| c.features.stranded < now.stranded,
            |c| (c.features.stranded, Reverse(c.features.packed), c.features.regions, c.estimate),
        ),
    ];
    let mut advised: Vec<usize> = Vec::new();
    for place in proposed.into_iter().flatten() {
        if !advised.contains(&place) {
            advised.push(place);
        }
    }
    advised
}

/// All candidates with what they weigh, the lightest first. Advised ones weigh nothing; any other its rank among those
/// that bring a box from the same area to the same area: so every transfer has its best outcome tried before one has
/// its second.
pub fn weighed(
    vector: &FeatureVector,
    candidates: &[Candidate],
    area_of: impl Fn(Square) -> AreaId,
) -> Vec<(u32, usize)> {
    let advised = advised(vector, candidates);
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|&place| (candidates[place].packs(), candidates[place].from, candidates[place].number));
    let mut tried: FxHashMap<(AreaId, AreaId), u32> = FxHashMap::default();
    let mut weighed: Vec<(u32, usize)> = Vec::with_capacity(order.len());
    for place in order {
        let Candidate { from, to, .. } = candidates[place];
        let weight = if advised.contains(&place) {
            0
        } else {
            let rank = tried.entry((area_of(from), area_of(to))).or_default();
            *rank += 1;
            *rank
        };
        weighed.push((weight, place));
    }
    weighed.sort_by_key(|&(weight, _)| weight);
    weighed
}

/// The first of the best that fit.
fn best<K: Ord>(
    candidates: &[Candidate],
    fits: impl Fn(&Candidate) -> bool,
    key: impl Fn(&Candidate) -> K,
) -> Option<usize> {
    (0..candidates.len()).filter(|&place| fits(&candidates[place])).min_by_key(|&place| key(&candidates[place]))
}

/// The next box as far along its route as it can go now.
fn goes(vector: &FeatureVector, candidates: &[Candidate]) -> Option<usize> {
    let route = vector.route.as_ref()?;
    let along = candidates.iter().enumerate().filter(|(_, c)| c.from == route.from);
    let far = along.filter_map(|(place, c)| Some((route.stations.iter().position(|&s| s == c.to)?, place)));
    far.max_by_key(|&(station, place)| (station, Reverse(candidates[place].features.regions))).map(|(_, place)| place)
}
