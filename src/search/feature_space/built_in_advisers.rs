//! The advisers of the search itself. Each compares the features of the candidates with those of the position.
//!
//! Which key breaks ties was not tuned.

use super::{AdviceContext, Adviser, Candidate};
use std::cmp::Reverse;

/// Packs a box.
#[derive(Debug)]
pub(super) struct Packing;

impl Adviser for Packing {
    fn name(&self) -> &'static str {
        "packing"
    }

    fn advise(&self, position: &AdviceContext<'_>) -> Option<usize> {
        position.best(|c| c.features.packed > position.features().packed, Candidate::packing_rank)
    }
}

/// Joins regions of the player.
#[derive(Debug)]
pub(super) struct Connectivity;

impl Adviser for Connectivity {
    fn name(&self) -> &'static str {
        "connectivity"
    }

    fn advise(&self, position: &AdviceContext<'_>) -> Option<usize> {
        position.best(
            |c| c.features.regions < position.features().regions,
            |c| (c.features.stranded, c.features.regions, c.packing_rank()),
        )
    }
}

/// Opens a passage between areas.
#[derive(Debug)]
pub(super) struct RoomConnectivity;

impl Adviser for RoomConnectivity {
    fn name(&self) -> &'static str {
        "room connectivity"
    }

    fn advise(&self, position: &AdviceContext<'_>) -> Option<usize> {
        position.best(
            |c| c.features.closed < position.features().closed && keeps_packed(position, c),
            |c| (c.features.stranded, c.features.closed, c.features.regions, c.estimate),
        )
    }
}

/// Brings boxes nearer to goals.
#[derive(Debug)]
pub(super) struct Approach;

impl Adviser for Approach {
    fn name(&self) -> &'static str {
        "approach"
    }

    fn advise(&self, position: &AdviceContext<'_>) -> Option<usize> {
        position.best(|c| keeps_packed(position, c), |c| (c.features.stranded, c.estimate, c.features.regions))
    }
}

/// Clears the route of the next box.
#[derive(Debug)]
pub(super) struct Obstacles;

impl Adviser for Obstacles {
    fn name(&self) -> &'static str {
        "obstacles"
    }

    fn advise(&self, position: &AdviceContext<'_>) -> Option<usize> {
        position.best(
            |c| c.features.obstacles < position.features().obstacles,
            |c| (c.features.stranded, c.features.obstacles, c.packing_rank()),
        )
    }
}

/// Pushes the next box along its route, as far as it can go now.
#[derive(Debug)]
pub(super) struct BoxRoute;

impl Adviser for BoxRoute {
    fn name(&self) -> &'static str {
        "route"
    }

    fn advise(&self, position: &AdviceContext<'_>) -> Option<usize> {
        let (route, candidates) = (position.vector.route.as_ref()?, position.candidates);
        let station = |c: &Candidate| route.stations.iter().position(|&s| s == c.to);
        let along = candidates.iter().enumerate().filter(|(_, c)| c.from == route.from);
        let reached = along.filter_map(|(place, c)| Some((station(c)?, place)));
        let last = reached.max_by_key(|&(station, place)| (station, Reverse(candidates[place].features.regions)));
        last.map(|(_, place)| place)
    }
}

/// Lessens the congestion: the boxes in the way of all that may go next.
#[derive(Debug)]
pub(super) struct Congestion;

impl Adviser for Congestion {
    fn name(&self) -> &'static str {
        "congestion"
    }

    fn advise(&self, position: &AdviceContext<'_>) -> Option<usize> {
        position.best(
            |c| c.features.jam < position.features().jam && keeps_packed(position, c),
            |c| (c.features.stranded, c.features.jam, c.packing_rank()),
        )
    }
}

/// Gives a box that had no goal left a goal again.
#[derive(Debug)]
pub(super) struct UnmatchedBoxes;

impl Adviser for UnmatchedBoxes {
    fn name(&self) -> &'static str {
        "unmatched boxes"
    }

    fn advise(&self, position: &AdviceContext<'_>) -> Option<usize> {
        position.best(
            |c| c.features.stranded < position.features().stranded,
            |c| (c.features.stranded, Reverse(c.features.packed), c.features.regions, c.estimate),
        )
    }
}

/// Returns whether no fewer boxes are packed afterwards.
fn keeps_packed(position: &AdviceContext<'_>, candidate: &Candidate) -> bool {
    candidate.features.packed >= position.features().packed
}
