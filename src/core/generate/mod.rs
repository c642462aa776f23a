//! How are levels with a known solution made? A seed and a [`Recipe`] determine levels, with equal bytes for equal seeds on every
//! machine. Levels are made by pulls from a solved position, without a solver. A [`Building`] joins rooms to levels of any size.

mod pulls;
mod recipe;

use crate::level::{Grid, Level, Lurd, Square, Symmetry, Tile};
use crate::run::{Meter, Random, Stop, counted};
pub use recipe::{GeneratedLevel, Generator, Misfit, Recipe};
use std::collections::BTreeMap;

/// Arrangement of the rooms of a building: a level of any number of rooms, solvable by construction.
///
/// ```text
///   tree, ring      puzzles above streets, each joined to its street       store, hub     a store of boxes, rooms in
///                   by a shaft; in a ring the streets meet on both                        a row or in two, a goal
///                   sides, and each puzzle has two shafts                                 room beside each
///       ┌──┐┌───┐┌──┐     grid        rooms with doors to all neighbours;  shunting       a line with passing rooms,
///       │  ││   ││  │                 half hold two boxes, half two goals                 a box before each, goals at
///     ══╧══╧╧═══╧╧══╧══                                                                   its end
/// ```
/// A puzzle is a level of [`Generator`] with its known solution. The player reaches its shafts before and after that
/// solution, so that the puzzles are solved one after the other, in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Building {
    /// Puzzles above streets that meet on the left.
    Tree,
    /// Puzzles above streets that meet on both sides.
    Ring,
    /// Rooms in a grid, with doors to all neighbours.
    Grid,
    /// A store, a row of rooms, and a goal room below each.
    Store,
    /// A store, two rows of rooms with doors between all, and a goal room beside each.
    Hub,
    /// A line with passing rooms, a box before each, and all goals at one end.
    Shunting,
}

/// Row and column; they may be negative until the level is made.
type Place = (isize, isize);

#[derive(Default)]
struct Floor(BTreeMap<Place, Tile>);

/// A puzzle: its floor, its size, and the squares where a shaft down may begin.
struct Puzzle {
    cells: Vec<(Place, Tile)>,
    height: isize,
    width: isize,
    ways_out: Vec<Place>,
}

crate::run::from_word!(pub Building {
    Tree = "tree", Ring = "ring", Grid = "grid", Store = "store", Hub = "hub", Shunting = "shunting"
});

impl Building {
    /// True if doors and streets can be two squares wide.
    pub const fn has_wide_doors(self) -> bool {
        matches!(self, Self::Tree | Self::Ring | Self::Grid)
    }

    /// Returns a building of `rooms` puzzles, rooms, goal rooms (of six goals each) or passing rooms, turned at random; doors and
    /// streets of trees, rings and grids are `doors` squares wide, 1 or 2. `None` if the board is too large for a level.
    pub fn level(self, rooms: usize, doors: usize, seed: u64, meter: &Meter) -> Result<Option<Level>, Stop> {
        let mut random = Random::new(seed);
        let (rooms, doors) = (rooms.cast_signed().max(1), if doors > 1 { 2 } else { 1 });
        let mut floor = Floor::default();
        match self {
            Self::Tree => floor.puzzles(rooms, 1, doors, false, &mut random, meter)?,
            Self::Ring => floor.puzzles(rooms, 2, doors, true, &mut random, meter)?,
            Self::Grid => floor.grid(rooms.max(2), doors, &mut random),
            Self::Store => floor.store(rooms),
            Self::Hub => floor.hub(rooms),
            Self::Shunting => floor.shunting(rooms),
        }
        meter.check()?;
        let symmetry = random.pick(&Symmetry::all().collect::<Vec<_>>());
        let doors = if self.has_wide_doors() { format!(", doors of width {doors}") } else { String::new() };
        let title = format!("{}: {}{doors}, seed {seed}", self.word(), counted(rooms, "room"));
        Ok(floor.level(title).map(|level| level.turned(symmetry)))
    }
}

/// Returns the number of columns of an arrangement of `count` items that is nearly square.
fn columns(count: isize) -> isize {
    (1..).find(|side| side * side >= count).unwrap_or(1)
}

impl Floor {
    fn rectangle(&mut self, (top, left): Place, height: isize, width: isize) {
        for row in top..top + height {
            (left..left + width).for_each(|column| _ = self.0.entry((row, column)).or_insert(Tile::Floor));
        }
    }

    fn set(&mut self, place: Place, tile: Tile) {
        self.0.insert(place, tile);
    }

    fn level(&self, title: String) -> Option<Level> {
        let rows = self.0.keys().map(|place| place.0);
        let columns = self.0.keys().map(|place| place.1);
        let (top, left) = (rows.clone().min()? - 1, columns.clone().min()? - 1);
        let [height, width] = [rows.max()? - top + 2, columns.max()? - left + 2];
        let at = |row: isize, column: isize| *self.0.get(&(row + top, column + left)).unwrap_or(&Tile::Wall);
        let tiles: Vec<Vec<Tile>> = (0..height).map(|row| (0..width).map(|column| at(row, column)).collect()).collect();
        Level::from_grid(title, Grid::new(&tiles)).ok()
    }

    /// Puts `count` puzzles above streets of this width, each with this number of shafts.
    fn puzzles(
        &mut self,
        count: isize,
        shafts: usize,
        wide: isize,
        is_ring: bool,
        random: &mut Random,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let columns = columns(count);
        let (mut top, mut left, mut streets, mut right) = (0, 2 * wide, Vec::new(), 0);
        let mut row: Vec<(Puzzle, Vec<Place>)> = Vec::new();
        for number in 0..count {
            row.push(Puzzle::with_shafts(shafts, wide, random, meter)?);
            // Puzzles of a row stand on one street, so its height is known only once the row is full.
            if row.len().cast_signed() < columns && number + 1 < count {
                continue;
            }
            let height = row.iter().map(|(puzzle, _)| puzzle.height).max().unwrap_or(0);
            let street = top + height + 1;
            for (puzzle, ways) in row.drain(..) {
                let down = top + height - puzzle.height;
                puzzle.cells.iter().for_each(|&((row, column), tile)| self.set((row + down, column + left), tile));
                for (_, column) in ways {
                    for column in column..column + wide {
                        let lowest = puzzle.ways_out.iter().filter(|way| way.1 == column).map(|way| way.0).max();
                        let from = lowest.unwrap_or(puzzle.height) + down + 1;
                        self.rectangle((from, column + left), street - from, 1);
                    }
                }
                left += puzzle.width + 1;
            }
            streets.push(street);
            right = right.max(left);
            (top, left) = (street + wide + 1, 2 * wide);
        }
        let (Some(&first), Some(&last)) = (streets.first(), streets.last()) else { return Ok(()) };
        streets.iter().for_each(|&street| self.rectangle((street, 0), wide, right + wide));
        self.rectangle((first, 0), last - first + wide, wide);
        if is_ring {
            self.rectangle((first, right), last - first + wide, wide);
        }
        self.set((first, 0), Tile::Player);
        Ok(())
    }

    /// Puts rooms of 5 x 5, or 6 x 6 with doors of width 2, into a grid; half hold two boxes, half two goals.
    fn grid(&mut self, count: isize, door: isize, random: &mut Random) {
        let (side, columns) = (4 + door, columns(count));
        let corner = |room: isize| ((room / columns) * (side + 1), (room % columns) * (side + 1));
        let before = (side - door) / 2;
        for room in 0..count {
            let (top, left) = corner(room);
            self.rectangle((top, left), side, side);
            if room % columns + 1 < columns && room + 1 < count {
                self.rectangle((top + before, left + side), door, 1);
            }
            if room + columns < count {
                self.rectangle((top + side, left + before), 1, door);
            }
        }
        let mut kinds: Vec<Tile> =
            (0..count / 2 * 2).map(|n| if n % 2 == 0 { Tile::Box } else { Tile::Goal }).collect();
        random.shuffle(&mut kinds);
        for (room, kind) in (0..count).zip(kinds) {
            let (top, left) = corner(room);
            [1, side - 2].into_iter().for_each(|inner| self.set((top + inner, left + inner), kind));
        }
        self.set((0, 0), Tile::Player);
    }

    /// Adds a store of `boxes` boxes with aisles between all; returns the row of its door and the column right of it.
    fn stock(&mut self, boxes: isize) -> Place {
        let high = columns(boxes).max(3);
        let wide = (boxes + high - 1) / high;
        let (height, width) = (2 * high + 1, 2 * wide + 1);
        self.rectangle((0, 0), height, width);
        for number in 0..boxes {
            self.set((2 * (number % high) + 1, 2 * (wide - 1 - number / high) + 1), Tile::Box);
        }
        self.set((0, 0), Tile::Player);
        self.rectangle((height / 2, width), 1, 1);
        (height / 2, width + 1)
    }

    /// Adds a room of 5 x 5 and, beyond its door, a goal room of 4 x 5 with six goals farthest from the door.
    fn goal_room(&mut self, (top, left): Place, is_below: bool) {
        self.rectangle((top, left), 5, 5);
        let (door, goal_room, goals) = if is_below { (top + 5, top + 6, top + 8) } else { (top - 1, top - 5, top - 5) };
        self.rectangle((door, left + 2), 1, 1);
        self.rectangle((goal_room, left), 4, 5);
        for row in [goals, goals + 1] {
            (1..4).for_each(|column| self.set((row, left + column), Tile::Goal));
        }
    }

    fn store(&mut self, rooms: isize) {
        let (middle, mut left) = self.stock(6 * rooms);
        for room in 0..rooms {
            self.goal_room((middle - 2, left), true);
            if room + 1 < rooms {
                self.rectangle((middle, left + 5), 1, 1);
            }
            left += 6;
        }
    }

    fn hub(&mut self, rooms: isize) {
        let pairs = (rooms + 1) / 2;
        let (middle, mut left) = self.stock(12 * pairs);
        let (upper, lower) = (middle - 2, middle + 4);
        for pair in 0..pairs {
            self.goal_room((upper, left), false);
            self.goal_room((lower, left), true);
            self.rectangle((upper + 5, left + 2), 1, 1);
            if pair + 1 < pairs {
                [upper, lower].into_iter().for_each(|top| self.rectangle((top + 2, left + 5), 1, 1));
            }
            left += 6;
        }
    }

    fn shunting(&mut self, rooms: isize) {
        /// Length of the line between two passing rooms.
        const LINE: isize = 6;
        self.rectangle((0, 0), 3, 3);
        (0..rooms).for_each(|goal| self.set((3 + goal, 1), Tile::Goal));
        for room in 0..rooms {
            let left = 3 + room * (LINE + 3);
            self.rectangle((1, left), 1, LINE);
            self.set((1, left + LINE / 2), Tile::Box);
            self.rectangle((0, left + LINE), 3, 3);
        }
        self.set((0, 0), Tile::Player);
    }
}

impl Puzzle {
    /// Draws a puzzle that has places for this number of shafts of this width, and returns it with the places.
    fn with_shafts(shafts: usize, wide: isize, random: &mut Random, meter: &Meter) -> Result<(Self, Vec<Place>), Stop> {
        loop {
            let recipe = Recipe { seed: random.bits(), rooms: 1, boxes: random.between(2, 4), ..Recipe::default() };
            let mut generator = Generator::new(recipe);
            let Ok(made) = generator.attempt(meter, |_| true)? else { continue };
            let Some(puzzle) = made.lurd.parse().ok().and_then(|lurd| Self::of(&made.level, &lurd)) else { continue };
            let is_way = |&(_, column): &Place| {
                (column..column + wide).all(|column| puzzle.ways_out.iter().any(|way| way.1 == column))
            };
            let ways: Vec<Place> = puzzle.ways_out.iter().copied().filter(is_way).collect();
            let first = ways.first().copied();
            // Between two shafts there is a wall.
            let second = ways.last().copied().filter(|last| first.is_some_and(|first| last.1 > first.1 + wide));
            let chosen: Vec<Place> = match shafts {
                1 if !ways.is_empty() => vec![random.pick(&ways)],
                // This puzzle has no place for a shaft: another is drawn.
                1 => continue,
                _ => first.into_iter().chain(second).collect(),
            };
            if chosen.len() == shafts {
                return Ok((puzzle, chosen));
            }
        }
    }

    /// Returns the floor of a level without its player, whose known solution is `lurd`; `None` if the moves break a rule.
    fn of(level: &Level, lurd: &Lurd) -> Option<Self> {
        let board = &level.board;
        let region = |level: &Level| board.region(level.start.player, |square| level.start.has_box(square));
        let (before, after) = (region(level), region(&level.after(lurd).ok()?));
        let place = |square: Square| {
            let (row, column) = board.row_column(square);
            (row.cast_signed(), column.cast_signed())
        };
        let tile = |square| Tile::floor_with(board.is_goal(square), level.start.has_box(square), false);
        let cells: Vec<(Place, Tile)> = board.squares().map(|square| (place(square), tile(square))).collect();
        // Below the lowest square of a column there is only wall, through which a shaft can be dug.
        let lowest = |&square: &Square| cells.iter().all(|(at, _)| at.1 != place(square).1 || at.0 <= place(square).0);
        // A shaft must be open to the player before and after the puzzle is solved, as he comes and goes by it.
        let is_reached = |square: &Square| before[square.index()] && after[square.index()];
        let ways_out = board.squares().filter(is_reached).filter(lowest).map(place).collect();
        let [height, width] = [level.grid.height(), level.grid.width()].map(usize::cast_signed);
        Some(Self { cells, height, width, ways_out })
    }
}
