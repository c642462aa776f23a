//! Pulls from the solved position, breadth first.
//!
//! Computes from a board and its goals a tree of positions, layer by layer of pulls, each solved by the way back. A
//! layer that grows too wide is cut to a random part of it; positions found after that may have shorter solutions.

use crate::level::{Board, Direction, Square};
use crate::run::Random;
use rustc_hash::FxHashSet;
use std::ops::Range;

/// A position a number of pulls away from the solved one.
#[derive(Clone, Debug)]
pub(super) struct Pulled {
    /// The boxes, ascending.
    pub(super) boxes: Vec<Square>,
    /// The first square of the player's region.
    pub(super) player: Square,
    /// The predecessor, and the push that leads back to it: the box's square, and its direction.
    pub(super) back: Option<(usize, Square, Direction)>,
    /// The number of pushes of the way back.
    pub(super) pushes: u32,
    /// The number of changes to another box on the way back.
    pub(super) box_changes: u32,
}

/// All positions found, nearer ones first.
#[derive(Debug, Default)]
pub(super) struct Pulls {
    pub(super) tree: Vec<Pulled>,
    /// Whether no layer was cut: `pushes` is then the minimum.
    pub(super) exact: bool,
    /// Boxes and player of all positions.
    seen: FxHashSet<(Vec<Square>, Square)>,
}

impl Pulls {
    /// Pulls until nothing new is found, or the tree has `most` positions; layers are cut to `widest`.
    pub(super) fn new(board: &Board, goals: &[Square], widest: usize, most: usize, random: &mut Random) -> Self {
        let tree = solved(board, goals);
        let seen = tree.iter().map(|p| (p.boxes.clone(), p.player)).collect();
        let mut pulls = Self { tree, exact: true, seen };
        pulls.grow(board, 0..pulls.tree.len(), [widest, most], |_, next| random.shuffle(next));
        pulls
    }

    /// Pulls on from one position, until nothing new is found or there are `most` positions more; of a layer that is cut,
    /// those with few boxes on goals are kept. The pushes need not be the fewest then.
    pub(super) fn further(&mut self, board: &Board, from: usize, [widest, most]: [usize; 2], random: &mut Random) {
        self.exact = false;
        self.grow(board, from..from + 1, [widest, self.tree.len() + most], |pulls, next| {
            random.shuffle(next);
            next.sort_by_key(|pulled| pulls.home(pulled));
        });
    }

    /// Returns the number of boxes on goals.
    pub(super) fn home(&self, pulled: &Pulled) -> usize {
        pulled.boxes.iter().filter(|square| self.tree[0].boxes.binary_search(square).is_ok()).count()
    }

    /// Pulls from a layer; `order` says which positions of one that grows too wide come first, and are kept.
    fn grow(
        &mut self,
        board: &Board,
        mut layer: Range<usize>,
        [widest, most]: [usize; 2],
        mut order: impl FnMut(&Self, &mut [Pulled]),
    ) {
        while !layer.is_empty() && self.tree.len() < most {
            let mut next: Vec<Pulled> = layer.flat_map(|index| self.pulled_from(board, index)).collect();
            next.retain(|p| self.seen.insert((p.boxes.clone(), p.player)));
            if next.len() > widest {
                self.exact = false;
                order(self, &mut next);
                next.truncate(widest);
            }
            layer = self.tree.len()..self.tree.len() + next.len();
            self.tree.append(&mut next);
        }
    }

    fn pulled_from(&self, board: &Board, index: usize) -> Vec<Pulled> {
        let from = &self.tree[index];
        let is_box = |s: Square| from.boxes.binary_search(&s).is_ok();
        let region = board.region(from.player, is_box);
        let directions =
            from.boxes.iter().flat_map(|&b| Direction::ALL.into_iter().map(move |direction| (b, direction)));
        let pull = |(old, direction)| {
            let new = board.next(old, direction).filter(|s| region[s.index()])?;
            let player = board.next(new, direction).filter(|&s| !is_box(s))?;
            let boxes = with_moved(&from.boxes, old, new);
            let same = from.back.is_none_or(|(_, last, _)| last == old);
            let player = first_of_region(board, player, &boxes);
            let back = Some((index, new, direction.opposite()));
            Some(Pulled {
                boxes,
                player,
                back,
                pushes: from.pushes + 1,
                box_changes: from.box_changes + u32::from(!same),
            })
        };
        directions.filter_map(pull).collect()
    }

    /// Returns the positions and pushes from one back to the solved one.
    pub(super) fn way_back(&self, index: usize) -> Vec<(Square, Direction)> {
        std::iter::successors(self.tree[index].back, |&(before, _, _)| self.tree[before].back)
            .map(|(_, square, direction)| (square, direction))
            .collect()
    }
}

/// Returns the solved position, once for each region that the player may end in.
fn solved(board: &Board, goals: &[Square]) -> Vec<Pulled> {
    let is_box = |s: &Square| goals.contains(s);
    let mut players: Vec<Square> =
        board.squares().filter(|s| !is_box(s)).map(|s| first_of_region(board, s, goals)).collect();
    players.sort();
    players.dedup();
    let position = |player| Pulled { boxes: goals.to_vec(), player, back: None, pushes: 0, box_changes: 0 };
    players.into_iter().map(position).collect()
}

fn first_of_region(board: &Board, player: Square, boxes: &[Square]) -> Square {
    let region = board.region(player, |s| boxes.contains(&s));
    board.squares().find(|s| region[s.index()]).unwrap_or(player)
}

fn with_moved(boxes: &[Square], old: Square, new: Square) -> Vec<Square> {
    let mut moved: Vec<Square> = boxes.iter().map(|&b| if b == old { new } else { b }).collect();
    moved.sort();
    moved
}
