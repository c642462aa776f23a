//! A group of boxes as a level of its own: a window of the board, in which all other boxes are walls.
//!
//! Every square of the level is a free square of the board, so that its pushes are pushes of the board. Of the floor
//! outside the window only walks between ports (squares of the window beside free floor outside) are kept: what was
//! joined outside stays joined.

use crate::level::{Board, Grid, Level, Square, Tile};
use crate::maze::Areas;
use crate::push::{BoxSet, Push};
use std::collections::VecDeque;

/// The level of a group, and how its squares lie on the board.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) level: Level,
    /// Row and column of the board at the upper left corner of the level.
    corner: (usize, usize),
    /// Whether the window has every square of the board.
    pub(super) is_whole: bool,
}

/// What a window is made of.
pub(super) struct Cut<'a> {
    pub(super) board: &'a Board,
    pub(super) areas: &'a Areas,
    /// Boxes that stay in place.
    pub(super) fixed: &'a BoxSet,
    pub(super) boxes: &'a [Square],
    pub(super) goals: &'a [Square],
    pub(super) near: &'a [Square],
    pub(super) player: Square,
}

impl Window {
    /// Draws the level with the areas of the group's paths, and the areas at most `steps` openings away from them;
    /// `None` if the player cannot reach a box or a goal of the group in it.
    pub(super) fn new(cut: &Cut<'_>, steps: usize) -> Option<Self> {
        let Cut { board, fixed, boxes, goals, player, .. } = *cut;
        let mut inside = cut.squares(steps);
        let is_whole = board.squares().all(|square| inside[square.index()]);
        fixed.iter().for_each(|square| inside[square.index()] = false);
        cut.add_walks(&mut inside);
        // The level, with a wall around.
        let places = || board.squares().filter(|square| inside[square.index()]).map(|square| board.row_column(square));
        let (top, bottom) = (places().map(|place| place.0).min()?, places().map(|place| place.0).max()?);
        let (left, right) = (places().map(|place| place.1).min()?, places().map(|place| place.1).max()?);
        let corner = (top.checked_sub(1)?, left.checked_sub(1)?);
        let mut grid = Grid::new(&vec![vec![Tile::Wall; right - left + 3]; bottom - top + 3]);
        for square in board.squares().filter(|square| inside[square.index()]) {
            let (row, column) = board.row_column(square);
            let tile = Tile::floor_with(goals.contains(&square), boxes.contains(&square), square == player);
            grid.set(row - corner.0, column - corner.1, tile);
        }
        let level = Level::from_grid(String::new(), grid).ok()?;
        (level.start.boxes.len() == boxes.len()).then_some(Self { level, corner, is_whole })
    }

    /// Returns pushes of the level as pushes of the board.
    pub(super) fn on_board(&self, board: &Board, pushes: &[Push]) -> Option<Vec<Push>> {
        let push = |push: &Push| {
            let (row, column) = self.level.board.row_column(push.from);
            let from = board.square(row + self.corner.0, column + self.corner.1)?;
            Some(Push { from, direction: push.direction })
        };
        pushes.iter().map(push).collect()
    }

    /// Returns the square of the level that is this square of the board; `None` if the level does not have it.
    pub(super) fn square(&self, board: &Board, square: Square) -> Option<Square> {
        let (row, column) = board.row_column(square);
        self.level.board.square(row.checked_sub(self.corner.0)?, column.checked_sub(self.corner.1)?)
    }
}

impl Cut<'_> {
    /// Returns for each square whether it is in the window, boxes included.
    fn squares(&self, steps: usize) -> Vec<bool> {
        let Self { board, areas, near, .. } = *self;
        let mut taken = vec![false; areas.len()];
        near.iter().for_each(|&square| taken[areas.area_of(square).index()] = true);
        for _ in 0..steps {
            let before = taken.clone();
            for opening in areas.openings() {
                let [a, b] = opening.areas.map(|area| area.index());
                (taken[a], taken[b]) = (taken[a] || before[b], taken[b] || before[a]);
            }
        }
        board.squares().map(|square| taken[areas.area_of(square).index()]).collect()
    }

    /// Adds to the window, for each free part of the floor outside, shortest walks from one of its ports, or from the
    /// player, to each other port.
    fn add_walks(&self, inside: &mut [bool]) {
        let Self { board, fixed, player, .. } = *self;
        let window = inside.to_vec();
        let is_free = |square: Square| !fixed.has(square) && !window[square.index()];
        let is_port = |square: Square| board.neighbours(square).any(|near| window[near.index()]);
        let mut from: Vec<Option<Square>> = vec![None; board.len()];
        // The part of the player first, so that the walks of that part begin where he is.
        for root in std::iter::once(player).chain(board.squares()) {
            let is_new = from[root.index()].is_none() && is_free(root) && (root == player || is_port(root));
            if !is_new {
                continue;
            }
            from[root.index()] = Some(root);
            let mut queue = VecDeque::from([root]);
            let mut ports = Vec::new();
            while let Some(at) = queue.pop_front() {
                if is_port(at) {
                    ports.push(at);
                }
                for near in board.neighbours(at).filter(|&near| is_free(near)) {
                    if from[near.index()].is_none() {
                        from[near.index()] = Some(at);
                        queue.push_back(near);
                    }
                }
            }
            if ports.len() < 2 && root != player {
                continue;
            }
            for port in ports {
                let mut at = port;
                while !std::mem::replace(&mut inside[at.index()], true) {
                    at = from[at.index()].unwrap_or(at);
                }
            }
            inside[root.index()] = true;
        }
    }
}

/// Returns the boxes and the player after pushes; `None` if one of them cannot be made.
pub(super) fn carried_out(
    board: &Board,
    boxes: &BoxSet,
    player: Square,
    pushes: &[Push],
) -> Option<(BoxSet, Square)> {
    let (mut boxes, mut player) = (boxes.clone(), player);
    for &Push { from, direction } in pushes {
        let behind = board.next(from, direction.opposite())?;
        let to = board.next(from, direction).filter(|&to| !boxes.has(to) && boxes.has(from))?;
        if behind != player && !board.region(player, |square| boxes.has(square))[behind.index()] {
            return None;
        }
        boxes.shift(from, to);
        player = from;
    }
    Some((boxes, player))
}
