//! Positions as sets of cells of a grid, for searches whose nodes must be cheap. A board is laid out as a grid with a
//! wall column between rows; boxes, regions and pushes are then sets of bits, and a flood or all pushes in a direction
//! are a few shifts. The code is compiled for several numbers of words, and for any number on the heap.

mod arena;
mod cell_set;

use crate::level::{Board, Direction, Square, rectangle};
use crate::run::count32;
pub(crate) use arena::{GridArena, GridNode, Keys};
pub(crate) use cell_set::{CellSet, Words};
use cell_set::{flood, keeps};

/// Evaluates an expression with a type `W` as the fewest words into which a set of cells of the board fits. Sets are on the
/// heap for rows of 64 cells or more, and for more than 20 words. A lean search with the next larger number of words takes
/// 1.08 to 1.3 times as long; see `FIGURES.md`.
macro_rules! for_board {
    (@ $type:ty, $words:ident => $body:expr) => {{
        type $words = $type;
        $body
    }};
    ($board:expr, $words:ident => $body:expr) => {{
        let size = $crate::push::GridSize::of($board);
        match size.words() {
            _ if size.row >= 64 => $crate::push::for_board!(@ Box<[u64]>, $words => $body),
            0..=1 => $crate::push::for_board!(@ [u64; 1], $words => $body),
            2 => $crate::push::for_board!(@ [u64; 2], $words => $body),
            3 => $crate::push::for_board!(@ [u64; 3], $words => $body),
            4 => $crate::push::for_board!(@ [u64; 4], $words => $body),
            5..=6 => $crate::push::for_board!(@ [u64; 6], $words => $body),
            7..=8 => $crate::push::for_board!(@ [u64; 8], $words => $body),
            9..=12 => $crate::push::for_board!(@ [u64; 12], $words => $body),
            13..=20 => $crate::push::for_board!(@ [u64; 20], $words => $body),
            _ => $crate::push::for_board!(@ Box<[u64]>, $words => $body),
        }
    }};
}
pub(crate) use for_board;

/// Grid of a board, which maps numbers of cells to squares and back.
#[derive(Debug)]
pub(crate) struct Grid<W> {
    size: GridSize,
    cell_of: Vec<u32>,
    square_of: Vec<Square>,
    floor: CellSet<W>,
}

impl<W: Words> Grid<W> {
    /// Creates the grid of a board. `W` must have enough words for the board: see `for_board`.
    pub(crate) fn new(board: &Board) -> Self {
        let size = GridSize::of(board);
        let mut grid = Self {
            size,
            cell_of: Vec::with_capacity(board.len()),
            square_of: vec![Square(0); size.cells],
            floor: CellSet::empty(size.words()),
        };
        for square in board.squares() {
            let cell = size.cell(board.row_column(square));
            grid.floor.insert(cell);
            grid.square_of[cell] = square;
            grid.cell_of.push(count32(cell));
        }
        grid
    }

    /// Returns the number of cells, walls included.
    pub(crate) const fn cells(&self) -> usize {
        self.size.cells
    }

    pub(crate) const fn words(&self) -> usize {
        self.size.words()
    }

    #[inline(always)]
    pub(crate) const fn floor(&self) -> &CellSet<W> {
        &self.floor
    }

    #[inline(always)]
    pub(crate) fn none(&self) -> CellSet<W> {
        CellSet::empty(self.words())
    }

    pub(crate) fn set(&self, squares: impl IntoIterator<Item = Square>) -> CellSet<W> {
        let mut set = self.none();
        squares.into_iter().for_each(|square| set.insert(self.cell(square)));
        set
    }

    #[inline(always)]
    pub(crate) fn cell(&self, square: Square) -> usize {
        self.cell_of[square.index()] as usize
    }

    /// Returns the square of a cell of the floor: the lowest cell of a set is the lowest square.
    #[inline(always)]
    pub(crate) fn square(&self, cell: usize) -> Square {
        self.square_of[cell]
    }

    /// Returns the next cell in a direction; the cell must not be on the rim.
    #[inline(always)]
    pub(crate) const fn step(&self, cell: usize, direction: Direction) -> usize {
        match direction {
            Direction::Up => cell - self.size.row,
            Direction::Left => cell - 1,
            Direction::Down => cell + self.size.row,
            Direction::Right => cell + 1,
        }
    }

    /// Returns the set with each cell replaced by the next cell in a direction.
    #[inline(always)]
    pub(crate) fn moved(&self, set: &CellSet<W>, direction: Direction) -> CellSet<W> {
        match direction {
            Direction::Up => set.lowered(self.size.row),
            Direction::Left => set.lowered(1),
            Direction::Down => set.raised(self.size.row),
            Direction::Right => set.raised(1),
        }
    }

    /// Returns the neighbours of the cells of a set along the axis of a direction: above and below, or left and right.
    #[inline(always)]
    pub(crate) fn beside(&self, set: &CellSet<W>, direction: Direction) -> CellSet<W> {
        self.moved(set, direction).or(&self.moved(set, direction.opposite()))
    }

    #[inline(always)]
    pub(crate) fn around(&self, set: &CellSet<W>) -> CellSet<W> {
        self.beside(set, Direction::Up).or(&self.beside(set, Direction::Left))
    }

    /// Returns all cells of `free` that are connected with `seed` by cells of `free`. All cells of `seed` must be free.
    #[inline(always)]
    pub(crate) fn flood(&self, seed: &CellSet<W>, free: &CellSet<W>) -> CellSet<W> {
        flood(seed, free, self.size.row)
    }

    /// Returns the cells that a player on cell `player` reaches without a push.
    #[inline(always)]
    pub(crate) fn region(&self, player: usize, boxes: &CellSet<W>) -> CellSet<W> {
        self.flood(&CellSet::one(self.words(), player), &self.floor.minus(boxes))
    }

    /// Returns the region of a player on cell `player` after a box was moved to `to`. `walked` is the region before the move, with
    /// the cells over which the player followed the box; `freed` are the cells that the box left or passed.
    ///
    /// ```text
    ///   . . a #      Pushed from f to t, a box opens at most the cells beside f, here a and b, and closes at most ways
    ///   @ f t .      through t. If the cells around t show that the player still comes by, and a and b are reached or
    ///   . . b .      taken, no flood is needed.
    /// ```
    #[inline(always)]
    pub(crate) fn region_after(
        &self,
        walked: &CellSet<W>,
        freed: impl IntoIterator<Item = usize>,
        to: usize,
        player: usize,
        boxes: &CellSet<W>,
    ) -> CellSet<W> {
        let free = self.floor.minus(boxes);
        let mut region = walked.clone();
        if region.has(to) {
            region.remove(to);
            // The box may have cut the region where it came to stand.
            if !keeps(self.ring(walked, to)) {
                return self.flood(&CellSet::one(self.words(), player), &free);
            }
        }
        let mut opens = false;
        for freed in freed {
            let beside = Direction::ALL.map(|direction| self.step(freed, direction));
            if beside.into_iter().any(|cell| region.has(cell)) {
                region.insert(freed);
            }
            // Where the box stood, ways may be open to squares that were not reached before.
            opens |= region.has(freed) && beside.into_iter().any(|cell| free.has(cell) && !region.has(cell));
        }
        if opens { self.flood(&region, &free) } else { region }
    }

    /// Returns which of the eight cells around a cell are in a set, one bit each, clockwise from the cell above.
    #[inline(always)]
    fn ring(&self, set: &CellSet<W>, cell: usize) -> usize {
        let (above, below) = (cell - self.size.row, cell + self.size.row);
        let around = [above, above + 1, cell + 1, below + 1, below, below - 1, cell - 1, above - 1];
        around.into_iter().enumerate().fold(0, |ring, (at, cell)| ring | usize::from(set.has(cell)) << at)
    }

    /// Returns the boxes that a player in `region` can push in a direction onto a cell of `targets`.
    ///
    /// ```text
    ///   @ b t      @ in the region, b a box, t a target
    /// ```
    #[inline(always)]
    pub(crate) fn pushable(
        &self,
        boxes: &CellSet<W>,
        region: &CellSet<W>,
        targets: &CellSet<W>,
        direction: Direction,
    ) -> CellSet<W> {
        boxes.and(&self.moved(region, direction)).and(&self.moved(targets, direction.opposite()))
    }

    /// Returns the boxes that a player in `region` can pull in a direction onto a cell of `targets`.
    ///
    /// ```text
    ///   b @ +      b a box, @ a target in the region, + in the region: the player steps there
    /// ```
    #[inline(always)]
    pub(crate) fn pullable(
        &self,
        boxes: &CellSet<W>,
        region: &CellSet<W>,
        targets: &CellSet<W>,
        direction: Direction,
    ) -> CellSet<W> {
        let back = direction.opposite();
        let hand = region.and(targets).and(&self.moved(region, back));
        boxes.and(&self.moved(&hand, back))
    }
}

/// Size of the grid of a board, and the place of the board in it.
///
/// ```text
///   picture      grid, 4 cells a row      The part of the picture that holds squares, with a column of wall before
///   #####        ....                     each row, a row of wall above and below, and one more cell: no step of one
///   #   #        .123                     or two leads from the end of a row to the begin of another, and the eight
///   # # #        .4.5                     cells around a square are in the grid.
///   #   #        .678
///   #####        .....
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GridSize {
    /// Number of cells from one row to the next: one more than the columns with squares.
    pub(crate) row: usize,
    /// Number of all cells, walls included.
    pub(crate) cells: usize,
    /// First row, and first column, of the picture with a square.
    corner: (usize, usize),
}

impl GridSize {
    pub(crate) fn of(board: &Board) -> Self {
        let [top, left, height, width] = rectangle(board);
        let row = width + 1;
        Self { row, cells: (height + 2) * row + 1, corner: (top, left) }
    }

    pub(crate) const fn words(&self) -> usize {
        self.cells.div_ceil(64)
    }

    pub(super) fn cell(&self, (row, column): (usize, usize)) -> usize {
        (row - self.corner.0 + 1) * self.row + column - self.corner.1 + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::push::{Arena, BoxSet, NodeId, Push, Region, State, strewn};
    use crate::run::Random;

    /// Compares a random walk over pushes and pulls with the plain definitions.
    fn compare<W: Words>(level: &Level, random: &mut Random) {
        let board = &level.board;
        let grid = Grid::<W>::new(board);
        assert!(board.squares().all(|square| grid.square(grid.cell(square)) == square));
        let (keys, mut region) = (Keys::new(grid.cells()), Region::new(board.len()));
        let (mut packed, mut plain) = (GridArena::default(), Arena::new(board.len()));
        let mut state = State::of(board, &level.start, &mut region);
        for _ in 0..60 {
            let boxes = grid.set(state.boxes.iter());
            let walked = grid.region(grid.cell(state.player), &boxes);
            region.flood(board, state.player, |square| state.boxes.has(square));
            let squares: Vec<Square> = walked.iter().map(|cell| grid.square(cell)).collect();
            assert_eq!(squares, board.squares().filter(|&square| region.has(square)).collect::<Vec<_>>());
            assert_eq!(squares[0], state.player, "the lowest cell is the lowest square");

            let pushable = Direction::ALL.into_iter().flat_map(|direction| {
                let found = grid.pushable(&boxes, &walked, &grid.floor().minus(&boxes), direction);
                found.iter().map(|cell| Push { from: grid.square(cell), direction }).collect::<Vec<_>>()
            });
            let mut pushes: Vec<Push> = state.pushes(board, &region).collect();
            assert_eq!(sorted(pushable.collect()), sorted(pushes.clone()));
            let pullable = Direction::ALL.into_iter().flat_map(|direction| {
                let found = grid.pullable(&boxes, &walked, grid.floor(), direction.opposite());
                let from = |cell| grid.step(cell, direction.opposite());
                found.iter().map(|cell| Push { from: grid.square(from(cell)), direction }).collect::<Vec<_>>()
            });
            let pulls: Vec<Push> = state.pulls(board, &region).collect();
            assert_eq!(sorted(pullable.collect()), sorted(pulls.clone()));
            for Push { from, direction } in pulls {
                let (to, at) = (grid.cell(from), grid.step(grid.cell(from), direction));
                let (mut before, player) = (boxes.clone(), grid.step(to, direction.opposite()));
                before.remove(at);
                before.insert(to);
                let after_pull = grid.region_after(&walked, [at], to, player, &before);
                assert_eq!(after_pull, grid.region(player, &before));
            }

            let key = keys.of(&boxes) ^ keys.player(grid.cell(state.player));
            let found = packed.find(key, &boxes, state.player);
            assert_eq!(found, plain.find(&state));
            packed.reserve(1).unwrap();
            let link = Push { from: state.player, direction: random.pick(&Direction::ALL) };
            let node = match packed.len() {
                0 => GridNode::root(boxes.clone(), state.player),
                _ => GridNode::child(boxes.clone(), state.player, NodeId(0), link),
            };
            let parent = (plain.len() > 0).then_some((NodeId(0), link));
            assert_eq!(packed.insert(key, node), plain.insert(&state, parent).unwrap());
            let last = NodeId(u32::try_from(packed.len() - 1).unwrap());
            assert_eq!(packed.pushes_to_root(last), plain.path(last));

            if pushes.is_empty() {
                state = State::of(board, &level.start, &mut region);
                continue;
            }
            random.shuffle(&mut pushes);
            let to = board.next(pushes[0].from, pushes[0].direction).unwrap();
            let changed = keys.of(&boxes) ^ keys.moved(grid.cell(pushes[0].from), grid.cell(to));
            let after: BoxSet = state.boxes.shifted(pushes[0].from, to);
            assert_eq!(changed, keys.of(&grid.set(after.iter())));
            let player = grid.cell(pushes[0].from);
            let (mut forward, boxes) = (walked.clone(), grid.set(after.iter()));
            forward.insert(player);
            let after_push = grid.region_after(&forward, [player], grid.cell(to), player, &boxes);
            assert_eq!(after_push, grid.region(player, &boxes));
            state = State::with(board, after, pushes[0].from, &mut region);
        }
    }

    fn sorted(mut pushes: Vec<Push>) -> Vec<Push> {
        pushes.sort_unstable();
        pushes
    }

    #[test]
    fn regions_pushes_pulls_and_positions_of_every_width_are_those_of_the_plain_definitions() {
        let random = &mut Random::new(3);
        let sizes =
            [(5, 5), (4, 30), (9, 8), (12, 12), (14, 15), (17, 18), (20, 20), (22, 30), (30, 36), (40, 50), (5, 80)];
        for (height, width) in sizes {
            let levels = std::iter::from_fn(|| {
                let pieces = "@".to_owned() + &"$.".repeat(1 + random.below(8));
                Some(strewn(random, height, width, 20, &pieces))
            });
            let levels = levels.flatten().filter(|level| level.board.len() * 2 > height * width);
            for level in levels.take(2).collect::<Vec<_>>() {
                for_board!(&level.board, W => compare::<W>(&level, random));
                compare::<Box<[u64]>>(&level, random);
            }
        }
    }
}
