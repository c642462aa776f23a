//! Proofs that a picture is dead in all surroundings.
//!
//! ```text
//!   .......      The picture is in the middle of open floor. The player walks everywhere around it. A box that is pushed off
//!   .##-...      the picture is gone, and blocks no push. No real surroundings allow more than that. If a real game could
//!   .$$-...      bring the boxes home, then the boxes that it leaves on the picture are all on goals, and include the boxes
//!   .......      that some line of this search leaves.
//! ```
//! A proof holds, for each region where the player may begin, the minimal sets of places that boxes remain on after any pushes. A
//! set of places is a number with one bit for each place of the picture and of the rim around it.

use crate::level::{Direction, Fault, Grid, Symmetry, Tile};
use crate::maze::read_picture;
use rustc_hash::FxHashMap;
use std::fmt;

/// Set of places of a picture and the rim around it, one bit for each place.
type Places = u64;

/// A region where the player may begin, and the sets of places that boxes can then remain on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofCase {
    /// Player's region at the start, as a set of places.
    pub region: Places,
    /// Minimal sets of places where boxes remain after some pushes; only an empty set if all can be pushed off the picture.
    pub left: Vec<Places>,
}

/// Proof about a picture, case by case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureProof {
    width: usize,
    boxes: Places,
    /// One case for each region where the player may begin: the region outside is the first.
    pub cases: Vec<ProofCase>,
    /// Number of positions searched.
    pub positions: usize,
}

struct World {
    width: usize,
    walls: Places,
    rim: Places,
    all: Places,
}

/// Places of the boxes, and number of the lowest place of the player's region.
type State = (Places, u32);

impl PictureProof {
    const MOST_POSITIONS: usize = 300_000;

    /// Returns the proof from a search of all positions of a picture; `None` if they are more than 300,000.
    pub fn of(picture: &Picture) -> Option<Self> {
        let world = World::around(picture);
        let boxes = picture.boxes().map(|(row, column)| world.place(row, column)).fold(0, |set, p| set | 1 << p);
        let mut proof = Self { width: world.width, boxes, cases: Vec::new(), positions: 0 };
        let mut free = world.all & !world.walls & !boxes;
        let mut from = 0;
        while free != 0 {
            let region = world.region(boxes, from);
            let left = world.search(boxes, region, &mut proof.positions)?;
            proof.cases.push(ProofCase { region, left });
            free &= !region;
            from = free.trailing_zeros();
        }
        Some(proof)
    }

    /// Returns the place of a row and column of the picture, as a set of one place.
    pub const fn place(&self, row: usize, column: usize) -> Places {
        1 << ((row + 1) * self.width + column + 1)
    }

    /// True if after any pushes a box is on a place outside `home`; `player` is the place of a player inside the picture.
    pub fn is_dead(&self, player: Option<Places>, home: Places) -> bool {
        let inside = |place| self.cases.iter().skip(1).find(|case| case.region & place != 0);
        let case = player.and_then(inside).or_else(|| self.cases.first());
        case.is_some_and(|case| case.left.iter().all(|left| left & !home != 0))
    }

    /// True if the picture is dead with the player outside and without goals.
    pub fn is_sound(&self) -> bool {
        self.is_dead(None, 0)
    }

    /// True if the picture is dead without goals, for any place of the player.
    pub fn is_sound_inside(&self) -> bool {
        self.cases.iter().all(|case| case.left.iter().all(|left| *left != 0))
    }

    /// True if no box of the picture can ever be moved, with the player outside.
    pub fn is_stuck(&self) -> bool {
        self.cases.first().is_some_and(|case| case.left == [self.boxes])
    }
}

impl World {
    fn around(picture: &Picture) -> Self {
        let (width, height) = (picture.width() + 2, picture.height() + 2);
        let all = if width * height == 64 { Places::MAX } else { (1 << (width * height)) - 1 };
        let mut world = Self { width, walls: 0, rim: all, all };
        for row in 0..picture.height() {
            for column in 0..picture.width() {
                let place = world.place(row, column);
                world.rim &= !(1 << place);
                world.walls |= Places::from(picture.at(row, column) == Tile::Wall) << place;
            }
        }
        world
    }

    const fn place(&self, row: usize, column: usize) -> usize {
        (row + 1) * self.width + column + 1
    }

    /// Returns the set `places` with each place moved by one step. A step off a row leads to the rim: one region.
    const fn stepped(&self, places: Places, direction: Direction) -> Places {
        let moved = match direction {
            Direction::Up => places >> self.width,
            Direction::Left => places >> 1,
            Direction::Down => places << self.width,
            Direction::Right => places << 1,
        };
        moved & self.all
    }

    fn region(&self, boxes: Places, from: u32) -> Places {
        let free = self.all & !self.walls & !boxes;
        let mut region = 1 << from;
        loop {
            let grown =
                Direction::ALL.into_iter().fold(region, |all, direction| all | self.stepped(region, direction)) & free;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Returns the minimal sets of places where boxes remain; `None` if `positions`, those searched, become too many.
    fn search(&self, boxes: Places, region: Places, positions: &mut usize) -> Option<Vec<Places>> {
        let start: State = (boxes, region.trailing_zeros());
        let mut regions = FxHashMap::from_iter([(start, region)]);
        let mut left = Vec::new();
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            keep_minimal(&mut left, state.0);
            // No box need stay: no further position changes that.
            if left == [0] {
                break;
            }
            let region = regions[&state];
            for direction in Direction::ALL {
                // Boxes with the player's region behind them and a free place before them.
                let blocked = self.walls | state.0;
                let mut pushed =
                    self.stepped(region, direction) & state.0 & self.stepped(!blocked & self.all, direction.opposite());
                while pushed != 0 {
                    let from = pushed & pushed.wrapping_neg();
                    pushed ^= from;
                    // A box on the rim is outside the picture, which says nothing about its further way: it is out of
                    // the proof.
                    let after = state.0 & !from | self.stepped(from, direction) & !self.rim;
                    let region = self.region(after, from.trailing_zeros());
                    let next = (after, region.trailing_zeros());
                    if regions.insert(next, region).is_none() {
                        stack.push(next);
                    }
                }
            }
            *positions += 1;
            if *positions > PictureProof::MOST_POSITIONS {
                return None;
            }
        }
        left.sort_unstable();
        Some(left)
    }
}

fn keep_minimal(sets: &mut Vec<Places>, new: Places) {
    if sets.iter().all(|set| set & !new != 0) {
        sets.retain(|set| new & !set != 0);
        sets.push(new);
    }
}

/// A picture of boxes and walls; floor matches any tile. Rows and columns are limited to [`Picture::MOST`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Picture(Grid);

impl Picture {
    /// Greatest number of rows and of columns, so that a picture with a rim fits into 64 bits.
    pub const MOST: usize = 6;

    /// Reads the lines of a picture below the line with its name, each with its number in the file.
    pub(super) fn parse(entry: &[(usize, &str)]) -> Result<Self, Fault> {
        let ((line, head), lines) = (entry[0], &entry[1..]);
        let fault = |what: &str, expected| Err(Fault::at(head, line - 1, 0, what, expected));
        let width = lines.first().map_or(0, |(_, row)| row.chars().count());
        if lines.len() > Self::MOST || width > Self::MOST {
            return fault(&format!("{} rows of {width}", lines.len()), "at most 6 rows of 6");
        }
        let tile = |letter| match letter {
            '#' => Some(Tile::Wall),
            '$' => Some(Tile::Box),
            '-' => Some(Tile::Floor),
            _ => None,
        };
        let rows = read_picture(lines, tile, "#, $ or -")?;
        let picture = Self(Grid::new(&rows));
        if picture.boxes().next().is_none() {
            return fault("a picture without a box", "at least one `$`");
        }
        Ok(picture)
    }

    /// Returns the number of rows.
    pub const fn height(&self) -> usize {
        self.0.height()
    }

    /// Returns the number of columns.
    pub const fn width(&self) -> usize {
        self.0.width()
    }

    /// Returns the tile that the picture requires at a row and column; floor matches any tile.
    pub fn at(&self, row: usize, column: usize) -> Tile {
        self.0.at(row, column)
    }

    fn places(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let width = self.width();
        (0..self.height()).flat_map(move |row| (0..width).map(move |column| (row, column)))
    }

    /// Returns the places that require a box or a wall, each with the required tile.
    pub fn demands(&self) -> impl Iterator<Item = ((usize, usize), Tile)> + '_ {
        self.places().map(|(row, column)| ((row, column), self.at(row, column))).filter(|(_, t)| *t != Tile::Floor)
    }

    /// Returns the places of the boxes, as row and column.
    pub fn boxes(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.demands().filter(|(_, tile)| tile.has_box()).map(|(place, _)| place)
    }

    /// Returns this picture and its rotations and reflections, equal pictures once: at most eight.
    pub fn forms(&self) -> Vec<Self> {
        let mut forms: Vec<Self> = Symmetry::all().map(|symmetry| Self(symmetry.of_grid(&self.0))).collect();
        forms.sort();
        forms.dedup();
        forms
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.0.rows() {
            let letter = |tile: &Tile| if *tile == Tile::Floor { '-' } else { tile.xsb() };
            writeln!(f, "{}", row.iter().map(letter).collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(text: &str) -> PictureProof {
        let lines: Vec<(usize, &str)> = (1..).zip(["deadlock"].into_iter().chain(text.lines())).collect();
        PictureProof::of(&Picture::parse(&lines).unwrap()).unwrap()
    }

    #[test]
    fn boxes_that_block_each_other_are_stuck_wherever_the_player_is() {
        for text in ["$$\n$$", "##\n$$", "#-\n$$\n-#", "##\n#$"] {
            let proof = proof(text);
            assert!(proof.is_sound() && proof.is_stuck() && proof.is_sound_inside(), "{text}");
        }
    }

    #[test]
    fn a_player_inside_may_push_his_way_out() {
        // The closed diagonal: from outside both boxes can only be pushed in, from inside they are pushed out.
        let diagonal = proof("-##-\n#-$-\n-$-#\n--##");
        assert!(diagonal.is_sound() && !diagonal.is_stuck() && !diagonal.is_sound_inside());
        let inside = Some(diagonal.place(1, 1));
        assert!(!diagonal.is_dead(inside, 0) && diagonal.is_dead(Some(diagonal.place(1, 3)), 0));
    }
}
