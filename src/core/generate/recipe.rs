//! Recipes of levels, and the generator, which draws layouts for a [`Recipe`], pulls boxes on these, and returns the
//! levels that fit, one after the other. It never ends by itself: the caller limits the attempts. Without a size in
//! the recipe, the first boards are as large as rooms and boxes usually need, and the caller may let the size grow.

use super::pulls::Pulls;
use crate::level::{Board, Grid, Level, Position, Square, Tile};
use crate::maze::Areas;
use crate::push::walk_and_push;
use crate::run::{Meter, Random, Stop};
use itertools::Itertools;
use std::cmp::{Ordering, Reverse};
use std::ops::Range;

/// A generated level with its known solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedLevel {
    /// The level, whose board was checked.
    pub level: Level,
    /// Moves of the known solution, pushes in upper case.
    pub lurd: String,
    /// Number of pushes of the known solution.
    pub pushes: u32,
    /// Number of pushes of the known solution that move another box than the push before.
    pub box_changes: u32,
    /// Whether the known solution is proved to have the fewest pushes.
    pub fewest: bool,
}

impl GeneratedLevel {
    /// Returns the level whose start is position number `index` of `pulls`; `None` if the picture is not a level.
    fn new(title: String, board: &Board, empty: &Grid, pulls: &Pulls<'_>, index: usize) -> Option<Self> {
        let pulled = &pulls.tree[index];
        let solved = &pulls.tree[0].boxes;
        let mut grid = empty.clone();
        for square in board.squares() {
            let (row, column) = board.row_column(square);
            let has_box = pulled.boxes.binary_search(&square).is_ok();
            grid.set(row, column, Tile::floor_with(solved.contains(&square), has_box, square == pulled.player));
        }
        let level = Level::from_grid(title, tidy(&grid)).ok()?;
        let start = Position { boxes: pulled.boxes.clone(), player: pulled.player };
        let (lurd, _) = walk_and_push(board, &start, &pulls.way_back(index))?;
        let fewest = pulls.exact;
        Some(Self { level, lurd, pushes: pulled.pushes, box_changes: pulled.box_changes, fewest })
    }
}

/// Requirements of generated levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Seed of the random numbers; equal seeds give equal levels.
    pub seed: u64,
    /// Greatest number of columns, outer walls included; `None` for no limit.
    pub width: Option<usize>,
    /// Greatest number of rows, outer walls included; `None` for no limit.
    pub height: Option<usize>,
    /// Number of rooms, as [`Areas::of`] divides the board.
    pub rooms: usize,
    /// Number of boxes.
    pub boxes: usize,
    /// Least number of pushes of the known solution.
    pub min_pushes: u32,
    /// Least number of pushes of the known solution that move another box than the push before.
    pub min_box_changes: u32,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { seed: 1, width: None, height: None, rooms: 2, boxes: 3, min_pushes: 15, min_box_changes: 3 }
    }
}

impl Recipe {
    /// Numbers of columns and rows of a board with two rooms and a few boxes, outer walls included.
    const SIZE: [usize; 2] = [14, 11];
    /// Greatest number of columns and greatest number of rows of a board.
    pub const MOST_SIDE: usize = 200;
    /// Greatest number of rooms and greatest number of boxes: the largest board has space for some hundreds of each.
    pub const MOST: usize = 1_000;

    /// Returns columns and rows of the first board: [`Self::SIZE`] for every two rooms, or for every six boxes if that is more.
    fn size(&self) -> [usize; 2] {
        let areas = self.rooms.div_ceil(2).max(self.boxes.div_ceil(6)).max(1);
        let needed = Self::SIZE.map(|side| (side * side * areas).isqrt().min(Self::MOST_SIDE));
        [self.width.unwrap_or(needed[0]), self.height.unwrap_or(needed[1])]
    }
}

/// Reason why an attempt made no level: the first requirement of the recipe that was not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Misfit {
    /// The rooms did not fit on the board, or tunnels joined or divided them in every layout.
    Rooms,
    /// No room has enough squares for the goals.
    Goals,
    /// The known solution has too few pushes; the value is the number of pushes.
    Pushes(u32),
    /// The known solution changes to another box too seldom; the value is the number of changes.
    BoxChanges(u32),
    /// More than half of the boxes would begin on goals.
    Home,
    /// The caller refused the level.
    Refused,
}

/// Generates levels for a recipe, one after another.
#[derive(Clone, Debug)]
pub struct Generator {
    recipe: Recipe,
    size: [usize; 2],
    /// Number of rooms to draw: tunnels join rooms and make others where they meet, so it may differ from the recipe's.
    drawn: usize,
    random: Random,
    made: usize,
}

/// Maximum number of layouts of an attempt: of 50 rooms, about one layout in twenty has the required number.
const LAYOUTS: usize = 100;
/// Greatest number of positions of a layer of pulls: with more, the known solution is shortest more often, but later.
const WIDEST: usize = 1_000;
/// Greatest number of positions of a tree of pulls: a level then takes about a tenth of a second.
const MOST: usize = 40_000;
/// Greatest number of positions of a layer, and of all positions added, in each further stage of sixty layers or more.
const FURTHER: [usize; 2] = [100, 6_000];
/// Greatest number of further stages; in each, some boxes are pulled off goals.
const STAGES: usize = 12;

/// A layout, the board that it makes, and the goals.
type Drawn = (Grid, Board, Vec<Square>);

impl Generator {
    /// Creates the generator, with the random numbers of the recipe's seed.
    pub fn new(recipe: Recipe) -> Self {
        let (size, random) = (recipe.size(), Random::new(recipe.seed));
        Self { size, drawn: recipe.rooms, recipe, random, made: 0 }
    }

    /// Returns columns and rows of the board, outer walls included.
    pub const fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Returns the number of boxes.
    pub const fn boxes(&self) -> usize {
        self.recipe.boxes
    }

    /// Makes the next levels with another number of boxes, on a board that is as large as they need.
    pub fn set_boxes(&mut self, boxes: usize) {
        self.recipe.boxes = boxes.clamp(1, Recipe::MOST);
        self.size = self.recipe.size();
    }

    /// Enlarges the board by a quarter; returns false if it has the largest size of the recipe, or of boards.
    pub fn grow(&mut self) -> bool {
        let given = [self.recipe.width, self.recipe.height];
        let before = self.size;
        for (side, given) in self.size.iter_mut().zip(given) {
            *side = given.unwrap_or_else(|| (*side + side.div_ceil(4)).min(Recipe::MOST_SIDE));
        }
        self.size != before
    }

    /// Makes one attempt; returns a level, or the requirement not met. `accepts` can refuse levels that fit, e.g. by a solver.
    pub fn attempt(
        &mut self,
        meter: &Meter,
        accepts: impl Fn(&GeneratedLevel) -> bool,
    ) -> Result<Result<GeneratedLevel, Misfit>, Stop> {
        let (floor, board, goals) = match self.drawn(meter)? {
            Ok(drawn) => drawn,
            Err(misfit) => return Ok(Err(misfit)),
        };
        let recipe = &self.recipe;
        let (pulls, best) = pulled(recipe, &board, &goals, &mut self.random, meter)?;
        let title = format!("Generated {}.{}", recipe.seed, self.made + 1);
        let Some(made) = GeneratedLevel::new(title, &board, &floor, &pulls, best) else {
            return Ok(Err(Misfit::Rooms));
        };
        let misfit = match &made {
            made if made.pushes < recipe.min_pushes => Misfit::Pushes(made.pushes),
            made if made.box_changes < recipe.min_box_changes => Misfit::BoxChanges(made.box_changes),
            _ if pulls.tree[best].home > recipe.boxes.div_ceil(2) => Misfit::Home,
            made if !accepts(made) => Misfit::Refused,
            _ => {
                self.made += 1;
                return Ok(Ok(made));
            }
        };
        // A limit may have interrupted a solver in `accepts`.
        meter.check().map(|()| Err(misfit))
    }

    /// Draws layouts until one has the rooms of the recipe; returns it with its goals.
    fn drawn(&mut self, meter: &Meter) -> Result<Result<Drawn, Misfit>, Stop> {
        let recipe = &self.recipe;
        for _ in 0..LAYOUTS {
            meter.check()?;
            let floor = layout(self.size, self.drawn, recipe.boxes, &mut self.random);
            let Some((floor, board)) = floor.and_then(|floor| bare(&floor).map(|board| (floor, board))) else {
                self.drawn = self.drawn.div_ceil(2);
                break;
            };
            let rooms = Areas::of(&board).areas().iter().filter(|area| area.is_room()).count();
            match rooms.cmp(&recipe.rooms) {
                Ordering::Less => self.drawn += 1,
                Ordering::Greater => self.drawn = self.drawn.max(2) - 1,
                Ordering::Equal => {
                    let goals = goals(&board, recipe.boxes, &mut self.random);
                    return Ok(goals.map(|goals| (floor, board, goals)).ok_or(Misfit::Goals));
                }
            }
        }
        Ok(Err(Misfit::Rooms))
    }

    /// Returns the next level; `None` if `attempts` attempts make no level.
    pub fn next_within(&mut self, attempts: usize) -> Option<GeneratedLevel> {
        let meter = Meter::unlimited();
        (0..attempts).find_map(|_| self.attempt(&meter, |_| true).ok()?.ok())
    }
}

/// Returns the positions found by pulls from the solved position, and the index of the most interesting position. While
/// that has too few pushes, or more than a third of its boxes on goals, further pulls are made from it.
fn pulled<'b>(
    recipe: &Recipe,
    board: &'b Board,
    goals: &[Square],
    random: &mut Random,
    meter: &'b Meter,
) -> Result<(Pulls<'b>, usize), Stop> {
    let mut pulls = Pulls::new(board, goals, [WIDEST, MOST], random, meter)?;
    let most_home = recipe.boxes / 3;
    let mut best = most_interesting(recipe, &pulls, 0);
    for _ in 0..STAGES {
        let at = &pulls.tree[best];
        if at.pushes >= recipe.min_pushes && at.home <= most_home {
            break;
        }
        let begun = pulls.tree.len();
        pulls.further(best, FURTHER, random)?;
        let next = most_interesting(recipe, &pulls, begun);
        if next == best || pulls.tree.len() == begun {
            break;
        }
        best = next;
    }
    Ok((pulls, best))
}

/// Returns the index of the best position from index `from` on: by enough pushes, few boxes on goals, then interest.
fn most_interesting(recipe: &Recipe, pulls: &Pulls<'_>, from: usize) -> usize {
    let most_home = recipe.boxes / 3;
    // Many changes to another box are interesting; long runs of pushes and boxes on goals at the start are not.
    let interest = |index: &usize| {
        let pulled = &pulls.tree[*index];
        let home = pulled.home;
        let value = (4 * pulled.box_changes + pulled.pushes).saturating_sub(6 * u32::try_from(home).unwrap_or(0));
        (pulled.pushes.min(recipe.min_pushes), Reverse(home.max(most_home)), value, usize::MAX - index)
    };
    (from..pulls.tree.len()).max_by_key(interest).unwrap_or_default()
}

fn bare(floor: &Grid) -> Option<Board> {
    let mut grid = floor.clone();
    let mut places = (0..grid.height()).cartesian_product(0..floor.width());
    let (row, column) = places.find(|&(row, column)| floor.at(row, column) == Tile::Floor)?;
    grid.set(row, column, Tile::Player);
    Board::from_grid(&grid).ok().map(|(board, _)| board)
}

/// Returns `boxes` squares for goals, side by side in one random room; `None` if no room is large enough.
fn goals(board: &Board, boxes: usize, random: &mut Random) -> Option<Vec<Square>> {
    let areas = Areas::by_patterns(board);
    let rooms: Vec<_> = areas.areas().iter().filter(|a| a.is_room() && a.squares.len() > boxes).collect();
    let room = rooms.get(random.below(rooms.len()))?;
    let first = room.squares[random.below(room.squares.len())];
    let mut squares = room.squares.clone();
    squares.sort_by_key(|&square| (board.apart(first, square), square));
    squares.truncate(boxes);
    squares.sort();
    (squares.len() == boxes && boxes > 0).then_some(squares)
}

/// A rectangular room: its upper left corner and its size, without walls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    row: usize,
    column: usize,
    height: usize,
    width: usize,
}

impl Block {
    const fn touches(&self, other: &Self) -> bool {
        self.row <= other.row + other.height
            && other.row <= self.row + self.height
            && self.column <= other.column + other.width
            && other.column <= self.column + self.width
    }

    const fn some_place(&self, random: &mut Random) -> (usize, usize) {
        (self.row + random.below(self.height), self.column + random.below(self.width))
    }
}

/// Returns a random layout; `None` if the rooms drawn did not fit. `width` and `height` include the outer walls; sides
/// of rooms are drawn up to a length at which a room holds `goals` goals.
fn layout([width, height]: [usize; 2], rooms: usize, goals: usize, random: &mut Random) -> Option<Grid> {
    let mut grid = Grid::new(&vec![vec![Tile::Wall; width]; height]);
    // Among many rooms, one of two squares' width looks like a corridor.
    let least = if rooms > 2 { 3 } else { 2 };
    let usual = if rooms == 1 { 7 } else { 5 };
    let most = [usual, goals.isqrt() + 2, width.min(height) / (2 + rooms.isqrt())].into_iter().max()?;
    let blocks = blocks([width, height], rooms, [least, most], random)?;
    for Block { row, column, height, width } in &blocks {
        dig(&mut grid, *row..row + height, *column..column + width);
    }
    for (index, block) in blocks.iter().enumerate().skip(1) {
        let other = random.below(index);
        dig_tunnel(&mut grid, block.some_place(random), blocks[other].some_place(random), random);
    }
    // Every other layout has a cycle.
    if rooms > 2 && random.below(2) == 0 {
        let (from, to) = (blocks[0].some_place(random), blocks[rooms - 1].some_place(random));
        dig_tunnel(&mut grid, from, to, random);
    }
    Some(grid)
}

/// Returns random rooms that do not touch, with sides of `sides[0]` to `sides[1]` squares; `None` if they do not fit.
fn blocks(size: [usize; 2], rooms: usize, sides: [usize; 2], random: &mut Random) -> Option<Vec<Block>> {
    let mut blocks: Vec<Block> = Vec::new();
    for _ in 0..rooms * 40 {
        let block = block(size, sides, random)?;
        if blocks.iter().all(|other| !block.touches(other)) {
            blocks.push(block);
        }
        if blocks.len() == rooms {
            return Some(blocks);
        }
    }
    None
}

fn block([width, height]: [usize; 2], [least, most]: [usize; 2], random: &mut Random) -> Option<Block> {
    let (high, wide) = (random.between(least, most), random.between(least, most));
    let row = height.checked_sub(high + 2)?;
    let column = width.checked_sub(wide + 2)?;
    Some(Block { row: random.between(1, row + 1), column: random.between(1, column + 1), height: high, width: wide })
}

fn dig(grid: &mut Grid, rows: Range<usize>, columns: Range<usize>) {
    for (row, column) in rows.cartesian_product(columns) {
        grid.set(row, column, Tile::Floor);
    }
}

fn dig_tunnel(grid: &mut Grid, from: (usize, usize), to: (usize, usize), random: &mut Random) {
    let corner = if random.below(2) == 0 { (from.0, to.1) } else { (to.0, from.1) };
    for (a, b) in [(from, corner), (corner, to)] {
        dig(grid, a.0.min(b.0)..a.0.max(b.0) + 1, a.1.min(b.1)..a.1.max(b.1) + 1);
    }
}

/// Returns the picture with walls that touch no floor removed, and without the margins that are then empty.
fn tidy(grid: &Grid) -> Grid {
    let (height, width) = (grid.height(), grid.width());
    let around = |row: usize, column: usize| {
        let rows = row.saturating_sub(1)..(row + 2).min(height);
        rows.flat_map(move |r| (column.saturating_sub(1)..(column + 2).min(width)).map(move |c| (r, c)))
    };
    let needed = |row, column| around(row, column).any(|(r, c)| grid.at(r, c) != Tile::Wall);
    let rows: Vec<usize> = (0..height).filter(|&row| (0..width).any(|column| needed(row, column))).collect();
    let columns: Vec<usize> = (0..width).filter(|&column| (0..height).any(|row| needed(row, column))).collect();
    let tile = |row, column| if needed(row, column) { grid.at(row, column) } else { Tile::Floor };
    // Only margins are empty: the floor is connected, so no inner row or column is.
    Grid::new(&rows.iter().map(|&row| columns.iter().map(|&column| tile(row, column)).collect()).collect::<Vec<_>>())
}
