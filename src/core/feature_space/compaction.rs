//! Dropping of the least promising nodes of a search when memory is full. About half of the nodes stay, the first in the order of
//! turns. Ancestors of a kept node stay without moves, and so do the newest of the other nodes, so that they are not visited again.
//! The only solution may lead through a dropped node, so an exhausted search is then no proof.

use super::search::Key;
use super::{Domain, FeatureSpace, NodeId, Score};
use std::cmp::Reverse;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Dropped,
    /// The node stays without moves.
    Visited,
    /// The node stays with its moves.
    Open,
}

struct Selection {
    fates: Vec<Fate>,
    kept: usize,
}

/// A queued move, as the index of its cell and its key.
type Queued<D> = (usize, Key<<<D as Domain>::Score as Score>::Tie>);

impl<D: Domain> FeatureSpace<D> {
    /// Percentage of nodes with moves and their ancestors among the nodes that stay.
    const OPEN: usize = 75;

    /// Drops the least promising nodes; true if any node, or the moves of any, were dropped.
    pub(super) fn drop_half(&mut self) -> bool {
        let half = self.nodes.len().div_ceil(2);
        let mut selection = Selection { fates: vec![Fate::Dropped; self.nodes.len()], kept: 0 };
        let queued = self.choose(&mut selection, (half * Self::OPEN).div_ceil(100));
        self.fill(&mut selection, half);
        let has_dropped = self.rebuild(&selection.fates, queued);
        self.has_gaps |= has_dropped;
        has_dropped
    }

    /// Takes moves from the queues in the order of turns, until about `budget` nodes stay. Returns these moves.
    fn choose(&mut self, selection: &mut Selection, budget: usize) -> Vec<Queued<D>> {
        let mut queued = Vec::new();
        while selection.kept < budget {
            let best = self.best_cell();
            let Some((cell, key)) = self.cells.turn(best).and_then(|cell| Some((cell, self.cells.least(cell)?))) else {
                break;
            };
            self.cells.take(cell);
            let (.., id) = key;
            self.keep(selection, id, Fate::Open);
            queued.push((cell, key));
        }
        queued
    }

    fn fill(&self, selection: &mut Selection, budget: usize) {
        for id in (0..self.nodes.len()).rev() {
            if selection.kept >= budget {
                break;
            }
            if selection.fates[id] == Fate::Dropped {
                self.keep(selection, NodeId::try_from(id).unwrap_or(NodeId::MAX), Fate::Visited);
            }
        }
    }

    fn keep(&self, selection: &mut Selection, id: NodeId, fate: Fate) {
        selection.mark(id, fate);
        let mut way = self.parent(id);
        while let Some((id, _)) = way.filter(|&(id, _)| selection.fates[id as usize] == Fate::Dropped) {
            selection.mark(id, Fate::Visited);
            way = self.parent(id);
        }
    }

    /// Rebuilds the search from the nodes that stay, in their order, with these moves queued; true if a node or move was dropped.
    fn rebuild(&mut self, fates: &[Fate], queued: Vec<Queued<D>>) -> bool {
        let mut stays = 0;
        let number = |&fate: &Fate| {
            stays += NodeId::from(fate != Fate::Dropped);
            (fate != Fate::Dropped).then(|| stays - 1)
        };
        let numbers: Vec<Option<NodeId>> = fates.iter().map(number).collect();
        let renamed = |id: NodeId| numbers[id as usize];
        let mut old = 0..;
        self.nodes.retain(|_, _| old.next().is_some_and(|id: usize| fates[id] != Fate::Dropped));
        self.nodes.shrink_to_fit();
        let mut has_dropped = self.nodes.len() < fates.len();
        let staying = fates.iter().filter(|&&fate| fate != Fate::Dropped);
        for (node, &fate) in self.nodes.values_mut().zip(staying) {
            node.parent = node.parent.and_then(|(parent, by)| Some((renamed(parent)?, by)));
            if fate == Fate::Visited {
                has_dropped |= !std::mem::take(&mut node.moves).is_empty();
            }
        }
        self.cells.clear();
        for (cell, (weight, tie, order, id)) in queued {
            if let Some(id) = renamed(id) {
                self.cells.push(cell, (weight, tie, order, id));
            }
        }
        let scores = (0..).zip(self.nodes.values()).filter(|(_, node)| node.live > 0);
        self.best = scores.map(|(id, node)| (node.score, Reverse(id))).collect();
        self.dropped += (fates.len() - self.nodes.len()) as u64;
        has_dropped
    }
}

impl Selection {
    fn mark(&mut self, id: NodeId, fate: Fate) {
        let before = std::mem::replace(&mut self.fates[id as usize], fate);
        self.kept += usize::from(before == Fate::Dropped);
    }
}
