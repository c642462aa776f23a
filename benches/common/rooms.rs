//! Levels of any size and similar density: rooms in a grid, joined by doors, boxes pulled from their goals.
//!
//! ```text
//!   #################     Rooms have seven by seven squares, a few pillars at their sides, and goals in the middle; a
//!   #      ##       #     door of one square joins neighbours. Boxes begin on the goals and are pulled at random, so
//!   #   ..     ..   #     that the level can be solved.
//!   #   ..  #  ..   #
//!   ##      #       #
//!   #################
//! ```

use sokoplan::level::{Board, Direction, Level, Position};
use sokoplan::run::Random;
use std::error::Error;

/// The side of a room, walls not included.
const SIDE: usize = 7;
/// Random pulls for each box: enough for boxes to leave their rooms.
const PULLS: usize = 60;

/// A level of a certain size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) boxes: usize,
}

impl Size {
    pub(crate) const fn rooms(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the level of a seed.
    pub(crate) fn level(self, seed: u64) -> Result<Level, Box<dyn Error>> {
        let mut random = Random::new(seed);
        let mut picture = self.floor(&mut random);
        self.fill_goals(&mut picture);
        let solved = Level::from_xsb("", &text(&picture))?;
        let start = pulled(&solved, PULLS * self.boxes, &mut random);
        draw(&mut picture, &solved.board, &start);
        Ok(Level::from_xsb(format!("{} rooms, {} boxes", self.rooms(), self.boxes), &text(&picture))?)
    }

    /// Walls and floor, with three pillars a room and a door between neighbours.
    fn floor(self, random: &mut Random) -> Vec<Vec<char>> {
        let stride = SIDE + 1;
        let mut picture = vec![vec!['#'; self.columns * stride + 1]; self.rows * stride + 1];
        for (row, column) in self.places() {
            let corner = (row * stride + 1, column * stride + 1);
            for place in 0..SIDE * SIDE {
                picture[corner.0 + place / SIDE][corner.1 + place % SIDE] = ' ';
            }
            for _ in 0..3 {
                picture[corner.0 + random.below(SIDE)][corner.1 + random.below(2) * (SIDE - 1)] = '#';
            }
            let door = 2 + random.below(SIDE - 4);
            if column > 0 {
                (0..3).for_each(|step| picture[corner.0 + door][corner.1 + step - 2] = ' ');
            }
            if row > 0 {
                (0..3).for_each(|step| picture[corner.0 + step - 2][corner.1 + door] = ' ');
            }
        }
        picture
    }

    fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| (row, column)))
    }

    /// Fills goals in the middle of the rooms, and puts the player into the corner of one.
    fn fill_goals(self, picture: &mut [Vec<char>]) {
        let middle = 1 + SIDE / 2;
        let around = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let rooms: Vec<(usize, usize)> = self.places().collect();
        for number in 0..self.boxes {
            let ((row, column), (down, right)) = (rooms[number % rooms.len()], around[number / rooms.len() % 4]);
            picture[row * (SIDE + 1) + middle + down][column * (SIDE + 1) + middle + right] = '*';
        }
        picture[2][2] = '@';
    }
}

fn text(picture: &[Vec<char>]) -> String {
    picture.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// Returns the position after random pulls.
fn pulled(level: &Level, pulls: usize, random: &mut Random) -> Position {
    let board = &level.board;
    let mut at = level.start.clone();
    for _ in 0..pulls {
        let reached = reached(board, &at);
        let number = random.below(at.boxes.len());
        let direction = Direction::ALL[random.below(4)];
        let Some(player) = board.next(at.boxes[number], direction).filter(|s| reached[s.index()]) else { continue };
        let Some(behind) = board.next(player, direction).filter(|s| !at.boxes.contains(s)) else { continue };
        (at.boxes[number], at.player) = (player, behind);
    }
    at.boxes.sort();
    at
}

/// Returns for each square whether the player can reach it.
fn reached(board: &Board, at: &Position) -> Vec<bool> {
    let mut reached = vec![false; board.len()];
    let mut stack = vec![at.player];
    at.boxes.iter().for_each(|b| reached[b.index()] = true);
    reached[at.player.index()] = true;
    while let Some(square) = stack.pop() {
        for next in board.neighbours(square) {
            if !std::mem::replace(&mut reached[next.index()], true) {
                stack.push(next);
            }
        }
    }
    at.boxes.iter().for_each(|b| reached[b.index()] = false);
    reached
}

/// Draws boxes and player at their present squares.
fn draw(picture: &mut [Vec<char>], board: &Board, at: &Position) {
    for square in board.squares() {
        let (row, column) = board.row_column(square);
        let has_box = at.boxes.contains(&square);
        picture[row][column] = letter(board.is_goal(square), has_box, at.player == square);
    }
}

const fn letter(is_goal: bool, has_box: bool, has_player: bool) -> char {
    match (is_goal, has_box, has_player) {
        (true, true, _) => '*',
        (true, _, true) => '+',
        (true, ..) => '.',
        (_, true, _) => '$',
        (_, _, true) => '@',
        _ => ' ',
    }
}
