//! The advisers of a search, and the weights that their advice gives to moves.

use super::built_in_advisers::{
    Approach, BoxRoute, Congestion, Connectivity, Obstacles, Packing, RoomConnectivity, UnmatchedBoxes,
};
use super::{AdviceContext, Adviser};
use crate::level::Square;
use crate::maze::AreaId;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The built-in advisers, and those that were added.
#[derive(Clone, Debug)]
pub struct Advisers {
    added: Vec<Arc<dyn Adviser>>,
    built_in: Vec<Arc<dyn Adviser>>,
}

impl Default for Advisers {
    /// The registry: every adviser of the search. Their order is of no account, for what they propose weighs the same.
    fn default() -> Self {
        let built_in: Vec<Arc<dyn Adviser>> = vec![
            Arc::new(Packing),
            Arc::new(Connectivity),
            Arc::new(RoomConnectivity),
            Arc::new(Approach),
            Arc::new(Obstacles),
            Arc::new(BoxRoute),
            Arc::new(Congestion),
            Arc::new(UnmatchedBoxes),
        ];
        Self { added: Vec::new(), built_in }
    }
}

impl Advisers {
    /// With an adviser more. The moves of added advisers come before all others of a position, in the order in which
    /// the advisers were added.
    #[must_use]
    pub fn with(mut self, adviser: impl Adviser + 'static) -> Self {
        self.added.push(Arc::new(adviser));
        self
    }

    /// The added advisers, then the built-in ones.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Adviser>> {
        self.added.iter().chain(&self.built_in)
    }

    /// The indices of all candidates with their weights, the lightest first.
    ///
    /// What is advised weighs 0. Any other candidate weighs its rank, from 1 on, among those that bring a box from the
    /// same area to the same area: so every transfer has its best outcome tried before one has its second.
    pub fn weigh(&self, position: &AdviceContext<'_>, area_of: impl Fn(Square) -> AreaId) -> Vec<(u32, usize)> {
        let candidates = position.candidates;
        let [first, others] = [&self.added, &self.built_in].map(|advisers| proposals(advisers, position));
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order
            .sort_by_key(|&place| (candidates[place].packing_rank(), candidates[place].from, candidates[place].number));
        let mut ranks: FxHashMap<(AreaId, AreaId), u32> = FxHashMap::default();
        let weight = |place: usize| {
            if first.contains(&place) || others.contains(&place) {
                return (0, place);
            }
            let rank = ranks.entry((area_of(candidates[place].from), area_of(candidates[place].to))).or_default();
            *rank += 1;
            (*rank, place)
        };
        let mut weighed: Vec<(u32, usize)> = order.into_iter().map(weight).collect();
        let turn = |place| first.iter().position(|&proposed| proposed == place).unwrap_or(first.len());
        weighed.sort_by_key(|&(weight, place)| (weight, turn(place)));
        weighed
    }
}

/// The candidates that advisers propose.
fn proposals(advisers: &[Arc<dyn Adviser>], position: &AdviceContext<'_>) -> Vec<usize> {
    advisers.iter().filter_map(|adviser| adviser.advise(position)).collect()
}
