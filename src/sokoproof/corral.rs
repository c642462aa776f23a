//! Corrals: squares that boxes close off to the player, and whose boxes a solution may push first.
//!
//! ```text
//!   ######      The boxes of a corral include all boxes beside its squares. Suppose that every push of such a box, before any of
//!   #  $ #      them has moved, goes into the corral and is possible now. A solution that has to move one of them makes such a
//!   # @$.#      push first, and can as well begin with it: neither the player nor another box uses the new square before that
//!   #  $ #      push, since neither can enter the corral, and the old square becomes free. The solution keeps its length, so
//!   ######      only pushes into the corral must be tried.
//! ```
//! A box that blocks a push of the corral joins the corral, and so does a closed square that the player would push from. Pushes to
//! cells from which a lone box reaches no goal belong to no solution and do not count.

use super::board::{Board, Set};

/// A position, with the cells from which a lone box can reach a goal.
pub(super) struct Corrals<'p> {
    pub(super) board: &'p Board,
    pub(super) live: &'p Set,
    pub(super) boxes: &'p Set,
    pub(super) region: &'p Set,
}

impl Corrals<'_> {
    /// Returns the pushes to try, each as cells of the box before and after: the pushes into the corral that has the fewest, or all
    /// pushes without a corral.
    pub(super) fn pushes(&self) -> Vec<(usize, usize)> {
        let mut pushes = self.possible(self.boxes);
        let mut seen = self.region.clone();
        for cell in self.board.floor.minus(self.boxes).iter() {
            if seen.has(cell) {
                continue;
            }
            let corral = self.corral(cell);
            seen.put(cell);
            if let Some(corral) = corral {
                corral.iter().for_each(|cell| seen.put(cell));
                let inwards: Vec<_> =
                    self.possible(&corral.and(self.boxes)).into_iter().filter(|push| corral.has(push.1)).collect();
                if self.has_work(&corral) && inwards.len() < pushes.len() {
                    pushes = inwards;
                }
            }
        }
        pushes
    }

    fn possible(&self, of: &Set) -> Vec<(usize, usize)> {
        let pushes = |from| self.board.pushes(from, self.boxes).map(move |(to, player)| (from, to, player));
        let possible =
            of.iter().flat_map(pushes).filter(|&(_, to, player)| self.region.has(player) && self.live.has(to));
        possible.map(|(from, to, _)| (from, to)).collect()
    }

    /// True if a solution has to move a box of the corral: a box is off goal, or a goal in the corral is not filled yet.
    fn has_work(&self, corral: &Set) -> bool {
        let boxes = corral.and(self.boxes);
        !boxes.is_within(&self.board.goals)
            || self.boxes.len() == self.board.goals.len() && !corral.and(&self.board.goals).is_within(&boxes)
    }

    /// Returns the corral that grows from a closed cell; `None` if a push leads out of it.
    fn corral(&self, cell: usize) -> Option<Set> {
        let (mut corral, mut joins) = (Set::none(self.board.cells), vec![cell]);
        loop {
            while let Some(cell) = joins.pop() {
                if !corral.has(cell) {
                    corral.put(cell);
                    let is_box = self.boxes.has(cell);
                    let near = self.board.steps().map(|step| cell.wrapping_add(step));
                    joins.extend(near.into_iter().filter(|&near| !is_box && self.board.floor.has(near)));
                }
            }
            for from in corral.and(self.boxes).iter() {
                for step in self.board.steps() {
                    joins.extend(self.in_the_way(&corral, from.wrapping_add(step), from.wrapping_sub(step))?);
                }
            }
            if joins.is_empty() {
                return Some(corral);
            }
        }
    }

    /// Returns the cell that must join the corral because of a push of one of its boxes; `Some(None)` if no cell must, `None` if the
    /// push leads out of the corral.
    fn in_the_way(&self, corral: &Set, to: usize, player: usize) -> Option<Option<usize>> {
        let is_never = !self.live.has(to) || !self.board.floor.has(player);
        let is_later = corral.has(player) || corral.has(to) && self.boxes.has(to);
        let is_into = corral.has(to) && self.region.has(player);
        if is_never || is_later || is_into {
            return Some(None);
        }
        [to, player].into_iter().find(|&cell| !corral.has(cell) && !self.region.has(cell)).map(Some)
    }
}
