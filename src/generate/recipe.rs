//! The recipe of levels, and the generator.
//!
//! A [`Generator`] draws layouts for a [`Recipe`], pulls boxes on them, and returns the levels that fit, one after the
//! other. It never ends by itself: the caller limits the attempts.

use super::Made;
use super::layout::layout;
use super::pulls::Pulls;
use crate::level::{Board, Grid, Square, Tile};
use crate::maze::Areas;
use crate::run::Random;

/// The requirements of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The same seed gives the same levels.
    pub seed: u64,
    /// The most columns, outer walls included.
    pub width: usize,
    /// The most rows, outer walls included.
    pub height: usize,
    /// The number of rooms drawn; tunnels may join some of them to one.
    pub rooms: usize,
    /// The number of boxes.
    pub boxes: usize,
    /// The fewest pushes.
    pub min_pushes: u32,
    /// The fewest changes to another box.
    pub min_box_changes: u32,
}

impl Default for Recipe {
    fn default() -> Self {
        Self { seed: 1, width: 14, height: 11, rooms: 2, boxes: 3, min_pushes: 15, min_box_changes: 3 }
    }
}

/// Generates levels one after another.
#[derive(Clone, Debug)]
pub struct Generator {
    recipe: Recipe,
    random: Random,
    made: usize,
}

/// The most positions of a layer of pulls. Not tuned: more make the known solution shortest more often, at more time.
const WIDEST: usize = 1_000;
/// The most positions of a tree. Not tuned: a level takes about a tenth of a second.
const MOST: usize = 40_000;

impl Generator {
    /// Starts from the recipe's seed.
    pub const fn new(recipe: Recipe) -> Self {
        let random = Random::new(recipe.seed);
        Self { recipe, random, made: 0 }
    }

    /// Tries once; `None` where the attempt does not fit the recipe, or `worth` refuses it.
    ///
    /// `worth` is called on levels that fit the recipe by their own solution. A solver in it can refuse levels with a
    /// much shorter solution.
    pub fn attempt(&mut self, worth: impl Fn(&Made) -> bool) -> Option<Made> {
        let recipe = &self.recipe;
        let floor = layout(recipe.width, recipe.height, recipe.rooms, &mut self.random)?;
        let board = bare(&floor)?;
        let goals = goals(&board, recipe.boxes, &mut self.random)?;
        let pulls = Pulls::new(&board, &goals, WIDEST, MOST, &mut self.random);
        let best = (0..pulls.tree.len()).max_by_key(|&index| self.interest(&pulls, index))?;
        let title = format!("Generated {}.{}", recipe.seed, self.made + 1);
        let made = Made::new(title, &board, &floor, &pulls, best)?;
        let fits = made.pushes >= recipe.min_pushes && made.box_changes >= recipe.min_box_changes;
        let made = Some(made).filter(|made| fits && worth(made))?;
        self.made += 1;
        Some(made)
    }

    /// Returns the next level, within this number of attempts.
    pub fn next_within(&mut self, attempts: usize, worth: impl Fn(&Made) -> bool) -> Option<Made> {
        (0..attempts).find_map(|_| self.attempt(&worth))
    }

    /// Rates a position: many changes to another box are interesting, many pushes in one go are not, nor are boxes on
    /// goals from the start.
    fn interest(&self, pulls: &Pulls, index: usize) -> (bool, u32, usize) {
        let pulled = &pulls.tree[index];
        let home = pulled.boxes.iter().filter(|b| pulls.tree[0].boxes.contains(b)).count();
        let worth = (4 * pulled.box_changes + pulled.pushes).saturating_sub(6 * u32::try_from(home).unwrap_or(0));
        (pulled.pushes >= self.recipe.min_pushes, worth, usize::MAX - index)
    }
}

/// Returns the squares of a floor without anything on it.
fn bare(floor: &Grid) -> Option<Board> {
    let mut grid = floor.clone();
    let places = (0..grid.height()).flat_map(|row| (0..floor.width()).map(move |column| (row, column)));
    let (row, column) = places.into_iter().find(|&(row, column)| floor.at(row, column) == Tile::Floor)?;
    grid.set(row, column, Tile::Player);
    Board::from_grid(&grid).ok().map(|(board, _)| board)
}

/// Returns goals side by side in one room, the last ones elsewhere where it is too small.
fn goals(board: &Board, boxes: usize, random: &mut Random) -> Option<Vec<Square>> {
    let areas = Areas::by_patterns(board);
    let rooms: Vec<_> = areas.areas().iter().filter(|a| a.is_room() && a.squares.len() > boxes).collect();
    let room = rooms.get(random.below(rooms.len()))?;
    let first = room.squares[random.below(room.squares.len())];
    let (row, column) = board.row_column(first);
    let mut squares = room.squares.clone();
    squares.sort_by_key(|&s| {
        let place = board.row_column(s);
        (place.0.abs_diff(row) + place.1.abs_diff(column), s)
    });
    squares.truncate(boxes);
    squares.sort();
    (squares.len() == boxes && boxes > 0).then_some(squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Direction;

    fn made(recipe: &Recipe) -> Vec<Made> {
        let mut generator = Generator::new(recipe.clone());
        (0..5).filter_map(|_| generator.next_within(50, |_| true)).collect()
    }

    /// Replays the solution by the rules of the game.
    fn solves(made: &Made) -> bool {
        let (board, mut at) = (&made.level.board, made.level.start.clone());
        for letter in made.lurd.chars() {
            let Some(to) = Direction::from_letter(letter).and_then(|direction| board.next(at.player, direction)) else {
                return false;
            };
            if let Some(index) = at.boxes.iter().position(|&b| b == to) {
                let beyond = Direction::from_letter(letter).and_then(|direction| board.next(to, direction));
                let Some(free) = beyond.filter(|s| !at.boxes.contains(s)) else { return false };
                at.boxes[index] = free;
            }
            at.player = to;
        }
        at.is_solved(board)
    }

    #[test]
    fn what_is_made_is_solved_by_its_own_solution_and_fits_the_recipe() {
        for (seed, rooms, boxes) in [(1, 1, 2), (2, 2, 3), (3, 3, 4), (4, 4, 2)] {
            let recipe = Recipe { seed, rooms, boxes, width: 16, ..Recipe::default() };
            let levels = made(&recipe);
            assert!(!levels.is_empty());
            for made in levels {
                assert!(solves(&made), "{}\n{}", made.level.grid, made.lurd);
                assert_eq!(made.level.start.boxes.len(), boxes);
                assert!(made.pushes >= recipe.min_pushes && made.box_changes >= recipe.min_box_changes);
                let counted = made.lurd.chars().filter(char::is_ascii_uppercase).count();
                assert_eq!(counted, made.pushes as usize);
            }
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_levels() {
        let recipe = Recipe::default();
        assert_eq!(made(&recipe), made(&recipe));
        assert_ne!(made(&recipe), made(&Recipe { seed: 2, ..recipe }));
    }

    #[test]
    fn what_cannot_be_made_is_not_tried_for_ever() {
        let impossible = Recipe { width: 4, height: 4, rooms: 9, ..Recipe::default() };
        assert_eq!(Generator::new(impossible).next_within(10, |_| true), None);
    }
}
