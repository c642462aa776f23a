//! A group of boxes as a level of its own: a window of the board with all other boxes as walls.
//!
//! Every square of the level is a free square of the board, so pushes are the same. Of the floor outside the window
//! only walks between ports (its squares beside free floor outside) are kept: squares joined outside stay joined.

use super::group::Group;
use crate::level::{Board, Grid, Level, Square, Tile};
use crate::maze::{Areas, components};
use crate::push::{BoxSet, Push};
use std::collections::{BTreeSet, VecDeque};

/// The level of a group, and how its squares lie on the board.
#[derive(Debug)]
pub(super) struct Window {
    pub(super) level: Level,
    /// Rows and columns of the board, for each row and column of the level within its outer wall.
    rows: Vec<usize>,
    columns: Vec<usize>,
    pub(super) is_whole: bool,
}

/// How far a window extends from the paths of the group.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    /// Number of openings between the areas of the paths and the farthest area of the window.
    openings: usize,
    /// Number of steps between the paths and the farthest square of the window.
    steps: usize,
}

impl Size {
    /// Returns the size for an attempt, numbered from 0; the fourth attempt has the whole board.
    pub(super) fn of_attempt(attempt: u32) -> Self {
        let [openings, steps] = match attempt {
            0 => [0, 8],
            1 => [1, 14],
            2 => [3, 28],
            _ => [usize::MAX; 2],
        };
        Self { openings, steps }
    }

    pub(super) const fn is_whole(self) -> bool {
        self.steps == usize::MAX
    }
}

pub(super) struct Cut<'a> {
    pub(super) board: &'a Board,
    pub(super) areas: &'a Areas,
    pub(super) fixed: &'a BoxSet,
    pub(super) group: &'a Group,
    pub(super) player: Square,
}

impl Window {
    /// Draws the level with a window of this size; `None` if the player cannot reach a box or a goal of the group in it.
    pub(super) fn new(cut: &Cut<'_>, size: Size) -> Option<Self> {
        let Cut { board, fixed, group: Group { boxes, goals, .. }, .. } = *cut;
        let mut inside = cut.squares(size);
        let is_whole = board.squares().all(|square| inside[square.index()]);
        fixed.iter().for_each(|square| inside[square.index()] = false);
        let player = cut.add_walks(&mut inside);
        // The level, with a wall around, without rows and columns that walks cross straight on.
        let has = |row: usize, column: usize| board.square(row, column).is_some_and(|square| inside[square.index()]);
        let places = || board.squares().filter(|square| inside[square.index()]).map(|square| board.row_column(square));
        let rows: Vec<usize> = (places().map(|place| place.0).min()?..=places().map(|place| place.0).max()?).collect();
        let columns = places().map(|place| place.1).min()?..=places().map(|place| place.1).max()?;
        let columns: Vec<usize> = columns.collect();
        let kept = || boxes.iter().chain(goals).chain([&player]).map(|&square| board.row_column(square));
        let kept_columns: BTreeSet<usize> = kept().map(|place| place.1).collect();
        let columns = shortened(&columns, &rows, &kept_columns, |column, row| has(row, column));
        let kept_rows: BTreeSet<usize> = kept().map(|place| place.0).collect();
        let rows = shortened(&rows, &columns, &kept_rows, has);
        let mut grid = Grid::new(&vec![vec![Tile::Wall; columns.len() + 2]; rows.len() + 2]);
        for (row, &above) in rows.iter().enumerate() {
            for (column, &left) in columns.iter().enumerate() {
                if let Some(square) = board.square(above, left).filter(|square| inside[square.index()]) {
                    let (is_goal, has_box) = (goals.contains(&square), boxes.contains(&square));
                    grid.set(row + 1, column + 1, Tile::floor_with(is_goal, has_box, square == player));
                }
            }
        }
        let level = Level::from_grid(String::new(), grid).ok()?;
        (level.start.boxes.len() == boxes.len()).then_some(Self { level, rows, columns, is_whole })
    }

    /// Returns pushes of the level as pushes of the board, where some of them are several in a row.
    pub(super) fn on_board(&self, board: &Board, pushes: &[Push]) -> Option<Vec<Push>> {
        let mut all = Vec::with_capacity(pushes.len());
        for &Push { from, direction } in pushes {
            let to = self.of_board(board, self.level.board.next(from, direction)?)?;
            let mut from = self.of_board(board, from)?;
            while from != to {
                all.push(Push { from, direction });
                from = board.next(from, direction)?;
            }
        }
        Some(all)
    }

    /// Returns the square of the board that is this square of the level.
    pub(super) fn of_board(&self, board: &Board, square: Square) -> Option<Square> {
        let (row, column) = self.level.board.row_column(square);
        board.square(*self.rows.get(row.checked_sub(1)?)?, *self.columns.get(column.checked_sub(1)?)?)
    }

    /// Returns the square of the level that is this square of the board; `None` if the level does not have it.
    pub(super) fn square(&self, board: &Board, square: Square) -> Option<Square> {
        let (row, column) = board.row_column(square);
        let (row, column) = (self.rows.binary_search(&row).ok()?, self.columns.binary_search(&column).ok()?);
        self.level.board.square(row + 1, column + 1)
    }
}

/// Returns the lines (rows, or columns) that cannot be left out. A line can be left out if every floor square of it has floor
/// beside it on both neighbouring lines and no floor beside it on its own, and if no two squares become new neighbours. A walk or a
/// push across such a line goes straight on.
///
/// ```text
///   ##########      ########
///   #   ##   #      #  #   #      of the corridor one column is left; more go where
///   #        #  ->  #      #      neither room has a square
///   ##########      ########
/// ```
fn shortened(
    lines: &[usize],
    across: &[usize],
    kept: &BTreeSet<usize>,
    has: impl Fn(usize, usize) -> bool,
) -> Vec<usize> {
    let mut left: Vec<usize> = Vec::with_capacity(lines.len());
    for pair in 0..lines.len() {
        let (line, next) = (lines[pair], lines.get(pair + 1).copied());
        let is_crossed = |before: usize, next: usize| {
            let mut was_floor = false;
            across.iter().all(|&at| {
                let is_floor = has(line, at);
                let is_between = has(before, at) && has(next, at);
                let is_straight = is_floor == is_between && !(is_floor && was_floor);
                was_floor = is_floor;
                is_straight
            })
        };
        let around = left.last().copied().zip(next);
        if kept.contains(&line) || !around.is_some_and(|(before, next)| is_crossed(before, next)) {
            left.push(line);
        }
    }
    left
}

impl Cut<'_> {
    fn squares(&self, Size { openings, steps }: Size) -> Vec<bool> {
        let Self { board, areas, group: Group { near, .. }, .. } = *self;
        let mut taken = vec![false; areas.len()];
        near.iter().for_each(|&square| taken[areas.area_of(square).index()] = true);
        for _ in 0..openings.min(areas.len()) {
            let before = taken.clone();
            for opening in areas.openings() {
                let [a, b] = opening.areas.map(|area| area.index());
                (taken[a], taken[b]) = (taken[a] || before[b], taken[b] || before[a]);
            }
        }
        let mut inside = vec![false; board.len()];
        near.iter().for_each(|square| inside[square.index()] = true);
        let mut border = near.clone();
        for _ in 0..steps.min(board.len()) {
            if border.is_empty() {
                break;
            }
            let beside = border.iter().flat_map(|&square| board.neighbours(square));
            border = beside.filter(|&square| taken[areas.area_of(square).index()]).collect();
            border.retain(|square| !std::mem::replace(&mut inside[square.index()], true));
        }
        inside
    }

    /// Adds, for each free part of the floor outside, shortest walks from its first port to its other ports. Returns the player's
    /// square: his own in the window, else the first port of his part.
    fn add_walks(&self, inside: &mut [bool]) -> Square {
        let Self { board, fixed, player, .. } = *self;
        let window = inside.to_vec();
        let is_free = |square: Square| !fixed.has(square) && !window[square.index()];
        let in_window = board.squares().filter(|square| window[square.index()]);
        let all_ports: BTreeSet<Square> =
            in_window.flat_map(|square| board.neighbours(square)).filter(|&near| is_free(near)).collect();
        let mut is_port = vec![false; board.len()];
        all_ports.iter().for_each(|port| is_port[port.index()] = true);
        let mut from: Vec<Option<Square>> = vec![None; board.len()];
        let mut stands = player;
        let (mut missing, is_in_window) = (all_ports.len(), window[player.index()]);
        for root in all_ports {
            if from[root.index()].is_some() {
                continue;
            }
            let had_player = from[player.index()].is_some();
            from[root.index()] = Some(root);
            missing -= 1;
            let mut queue = VecDeque::from([root]);
            let mut ports = Vec::new();
            while let Some(at) = queue.pop_front() {
                // The rest of a large board tells nothing more.
                if missing == 0 && (is_in_window || from[player.index()].is_some()) {
                    break;
                }
                for near in board.neighbours(at).filter(|&near| is_free(near)) {
                    if from[near.index()].is_none() {
                        from[near.index()] = Some(at);
                        queue.push_back(near);
                        if is_port[near.index()] {
                            missing -= 1;
                            ports.push(near);
                        }
                    }
                }
            }
            if !had_player && from[player.index()].is_some() {
                stands = root;
            } else if ports.is_empty() {
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
        stands
    }
}

/// Returns for each square the number of its connected part of the free floor; `None` for blocked squares.
pub(super) fn parts(board: &Board, blocked: impl Fn(Square) -> bool) -> Vec<Option<usize>> {
    let is_free: Vec<bool> = board.squares().map(|square| !blocked(square)).collect();
    let part = components(board, |from, _, to| is_free[from.index()] && is_free[to.index()]);
    part.into_iter().zip(is_free).map(|(part, is_free)| is_free.then_some(part)).collect()
}

/// True if each part of the free floor stays joined once `filled` is filled. Looks for ways around the filled squares, nearest
/// squares first, so if there is a short one, only the squares nearby are visited.
pub(super) fn stays_joined(board: &Board, is_free: impl Fn(Square) -> bool, filled: &[Square]) -> bool {
    let is_left = |square: Square| is_free(square) && filled.binary_search(&square).is_err();
    let mut seen = vec![false; board.len()];
    filled.iter().filter(|&&root| is_free(root)).all(|&root| {
        let mut around: Vec<Square> = Vec::new();
        let mut stack: Vec<Square> =
            (!std::mem::replace(&mut seen[root.index()], true)).then_some(root).into_iter().collect();
        while let Some(at) = stack.pop() {
            for near in board.neighbours(at).filter(|&near| is_free(near)) {
                if is_left(near) {
                    around.push(near);
                } else if !std::mem::replace(&mut seen[near.index()], true) {
                    stack.push(near);
                }
            }
        }
        are_joined(board, is_left, around)
    })
}

fn are_joined(board: &Board, is_free: impl Fn(Square) -> bool, mut squares: Vec<Square>) -> bool {
    squares.sort_unstable();
    squares.dedup();
    let Some(&first) = squares.first() else { return true };
    let mut left = squares.len() - 1;
    let mut seen = vec![false; board.len()];
    seen[first.index()] = true;
    let mut queue = VecDeque::from([first]);
    while let Some(at) = queue.pop_front().filter(|_| left > 0) {
        for near in board.neighbours(at).filter(|&near| is_free(near)) {
            if !std::mem::replace(&mut seen[near.index()], true) {
                left -= usize::from(squares.binary_search(&near).is_ok());
                queue.push_back(near);
            }
        }
    }
    left == 0
}
