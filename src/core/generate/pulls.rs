//! Pulls from the solved position, breadth first. The result is a tree of positions in layers by the number of pulls;
//! the path back from a position is a solution. Of a layer with too many positions, a random part is kept; later
//! positions may then have shorter solutions.

use crate::level::{Board, Direction, Square};
use crate::push::{BoxSet, Push, Region};
use crate::run::{Meter, Random, Stop};
use rustc_hash::FxHashSet;
use std::ops::Range;

#[derive(Clone, Debug)]
pub(super) struct PullNode {
    pub(super) boxes: Vec<Square>,
    /// First square of the player's region.
    pub(super) player: Square,
    /// Index of the position before the pull, and square and direction of the push that leads back; `None` at a root.
    pub(super) back: Option<(usize, Push)>,
    /// Number of pushes of the path back to the solved position.
    pub(super) pushes: u32,
    /// Number of pushes of the path back that move another box than the push before.
    pub(super) box_changes: u32,
    pub(super) home: usize,
}

/// All positions found by pulls, with the tree of predecessors.
#[derive(Debug)]
pub(super) struct Pulls<'b> {
    board: &'b Board,
    meter: &'b Meter,
    pub(super) tree: Vec<PullNode>,
    /// Whether no layer was cut, so that [`PullNode::pushes`] is the fewest pushes of any solution.
    pub(super) exact: bool,
    /// Squares of the boxes, and first square of the player's region, of all positions found.
    seen: FxHashSet<(Vec<Square>, Square)>,
    goals: BoxSet,
    // Working memory: the boxes of a position, and the player's region before and after a pull.
    boxes: BoxSet,
    before: Region,
    after: Region,
}

impl<'b> Pulls<'b> {
    /// Makes pulls from the solved position until no new position is found, or `most` are; at most `widest` in a layer.
    pub(super) fn new(
        board: &'b Board,
        goals: &[Square],
        [widest, most]: [usize; 2],
        random: &mut Random,
        meter: &'b Meter,
    ) -> Result<Self, Stop> {
        let mut before = Region::new(board.len());
        let players = before.each(board, |square| goals.binary_search(&square).is_ok());
        let (boxes, home) = (goals.to_vec(), goals.len());
        let solved = |player| PullNode { boxes: boxes.clone(), player, back: None, pushes: 0, box_changes: 0, home };
        let tree: Vec<PullNode> = players.into_iter().map(solved).collect();
        let mut pulls = Self {
            board,
            meter,
            exact: true,
            seen: tree.iter().map(|p| (p.boxes.clone(), p.player)).collect(),
            tree,
            goals: BoxSet::of(board.len(), goals.iter().copied()),
            boxes: BoxSet::empty(board.len()),
            before,
            after: Region::new(board.len()),
        };
        pulls.grow(0..pulls.tree.len(), [widest, most], |next| random.shuffle(next))?;
        Ok(pulls)
    }

    /// Makes at least `most` further pulls, if there are so many. A layer that is cut keeps positions with few boxes on goals.
    pub(super) fn further(&mut self, from: usize, [widest, most]: [usize; 2], random: &mut Random) -> Result<(), Stop> {
        self.exact = false;
        self.grow(from..from + 1, [widest, self.tree.len() + most], |next| {
            random.shuffle(next);
            next.sort_by_key(|pulled| pulled.home);
        })
    }

    /// Makes pulls layer by layer. `order` moves the positions that are kept to the front of a layer of more than `widest`.
    fn grow(
        &mut self,
        mut layer: Range<usize>,
        [widest, most]: [usize; 2],
        mut order: impl FnMut(&mut [PullNode]),
    ) -> Result<(), Stop> {
        while !layer.is_empty() && self.tree.len() < most {
            // 1. Pull from each position of the layer.
            let mut next: Vec<PullNode> = Vec::new();
            for index in layer {
                self.pull(index, &mut next)?;
            }
            // 2. Keep new positions, up to the greatest width.
            next.retain(|p| self.seen.insert((p.boxes.clone(), p.player)));
            if next.len() > widest {
                self.exact = false;
                order(&mut next);
                next.truncate(widest);
            }
            // 3. They are the next layer.
            layer = self.tree.len()..self.tree.len() + next.len();
            self.tree.append(&mut next);
        }
        Ok(())
    }

    pub(super) fn way_back(&self, index: usize) -> Vec<Push> {
        let ways = std::iter::successors(self.tree[index].back, |&(before, _)| self.tree[before].back);
        ways.map(|(_, push)| push).collect()
    }

    /// Adds the positions after one pull to `next`, in constant time where the region is neither opened nor divided.
    fn pull(&mut self, index: usize, next: &mut Vec<PullNode>) -> Result<(), Stop> {
        let Self { board, meter, tree, goals, boxes, before, after, .. } = self;
        let from = &tree[index];
        from.boxes.iter().for_each(|&square| boxes.insert(square));
        before.flood(board, from.player, |square| boxes.has(square));
        let pulls = from.boxes.iter().flat_map(|&old| Direction::ALL.map(|direction| (old, direction)));
        for (old, direction) in pulls {
            let Some(new) = board.next(old, direction).filter(|&square| before.has(square)) else { continue };
            let Some(player) = board.next(new, direction).filter(|&square| !boxes.has(square)) else { continue };
            boxes.shift(old, new);
            let moved = boxes.iter().collect();
            let representative = if before.representative() != new && is_shifted(board, before, boxes, (old, new)) {
                before.representative().min(old)
            } else {
                after.flood(board, player, |square| boxes.has(square));
                after.representative()
            };
            boxes.shift(new, old);
            let same = from.back.is_none_or(|(_, last)| last.from == old);
            meter.check()?;
            next.push(PullNode {
                boxes: moved,
                player: representative,
                back: Some((index, Push { from: new, direction: direction.opposite() })),
                pushes: from.pushes + 1,
                box_changes: from.box_changes + u32::from(!same),
                home: from.home + usize::from(goals.has(new)) - usize::from(goals.has(old)),
            });
        }
        from.boxes.iter().for_each(|&square| boxes.remove(square));
        Ok(())
    }
}

/// True if a pull from `old` to `new` changes the player's region only by these two squares. `boxes` are the boxes after the pull.
///
/// ```text
///   abc    The box comes to n. The free squares among b, d, f and h stay joined if all corners between them but one are free:
///   dnf    c joins b and f. The player must have reached every free square beside `old`.
///   ghi
/// ```
fn is_shifted(board: &Board, region: &Region, boxes: &BoxSet, (old, new): (Square, Square)) -> bool {
    let is_free = |square: Square| square == old || square != new && region.has(square);
    let beside = Direction::ALL.map(|side| board.next(new, side).filter(|&square| is_free(square)));
    let corner = |side: usize, next: usize| {
        beside[next].and(board.next(beside[side]?, Direction::ALL[next])).filter(|&square| is_free(square))
    };
    let joined = (0..4).filter(|&side| corner(side, (side + 1) % 4).is_some()).count();
    let opens = board.neighbours(old).any(|square| !boxes.has(square) && !is_free(square));
    !opens && beside.iter().flatten().count() <= joined + 1
}
