//! Which pictures of boxes and walls are lost, and does a box belong to one? Pictures are read from `domains/deadlocks.txt` or a
//! file of the user. Each is proved before it is used, also for goals and a player inside, and matched in its eight
//! symmetries, centred on each of its boxes (Stoeller and Kosteljik 2010, section 4.3).

mod proof;

use crate::level::{Board, Fault, Square, Tile};
use itertools::Itertools;
pub use proof::{Picture, PictureProof, ProofCase};

/// A named deadlock picture, with its proof.
#[derive(Clone, Debug)]
pub struct DeadlockPattern {
    /// Name of the pattern in the pattern file.
    pub name: String,
    /// Picture of the pattern, as it was read.
    pub picture: Picture,
    /// Proof of the picture; `None` if it is too large to search, so that the pattern is never matched.
    pub proof: Option<PictureProof>,
    /// Number of pictures to match: rotations and reflections not of earlier patterns, once for each box.
    pub centred: usize,
}

/// The picture of a pattern, turned or mirrored, with a proof.
#[derive(Clone, Debug)]
struct Form {
    pattern: usize,
    picture: Picture,
    proof: PictureProof,
}

/// Numbers of rows and columns from the box on which a picture is centred, negative upwards and to the left.
type Offset = (isize, isize);

/// A form centred on one of its boxes.
#[derive(Clone, Debug)]
struct Centred {
    form: usize,
    /// Row and column of the box in the form.
    centre: (usize, usize),
    /// Required tiles, the nearest first.
    demands: Vec<(Offset, Tile)>,
}

/// Set of deadlock patterns, which are matched around a box.
#[derive(Clone, Debug)]
pub struct DeadlockPatterns {
    patterns: Vec<DeadlockPattern>,
    forms: Vec<Form>,
    /// Forms around a box, by the distance of their farthest tile, smallest first.
    centred: Vec<Centred>,
}

/// A pattern found on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match<'s> {
    /// Name of the pattern.
    pub name: &'s str,
    /// Boxes of the pattern, ascending.
    pub boxes: Vec<Square>,
    /// Walls of the pattern on the board, as row and column from 0, with the walls in place of boxes.
    pub walls: Vec<(usize, usize)>,
}

impl DeadlockPatterns {
    /// Text of the built-in set.
    pub const BUILT_IN: &str = include_str!("../../../../domains/deadlocks.txt");

    /// Reads a set of patterns and proves the pictures; [`Self::BUILT_IN`] describes the format.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim_end)).collect();
        let entries = lines.split(|(_, line)| line.is_empty() || line.starts_with(';')).filter(|e| !e.is_empty());
        let named = entries.map(|entry| {
            let (line, head) = entry[0];
            let name = head.strip_prefix("deadlock ").map(str::trim).filter(|name| !name.is_empty());
            let fault = || Fault::at(head, line - 1, 0, &format!("`{head}`"), "`deadlock NAME`");
            Ok((name.ok_or_else(fault)?.to_owned(), Picture::parse(entry)?))
        });
        Ok(Self::new(named.collect::<Result<Vec<_>, _>>()?))
    }

    /// Creates the set of these named pictures, and searches for a proof of each picture.
    pub fn new(named: Vec<(String, Picture)>) -> Self {
        let (mut patterns, mut forms, mut centred) = (Vec::new(), Vec::new(), Vec::new());
        for (pattern, (name, picture)) in named.into_iter().enumerate() {
            let proof = PictureProof::of(&picture);
            let before = centred.len();
            // The smallest form represents all symmetric copies of a pattern.
            let own = picture.forms().into_iter().filter(|_| proof.is_some());
            for picture in
                own.filter(|picture| !forms.iter().any(|form: &Form| form.picture == *picture)).collect::<Vec<_>>()
            {
                let Some(proof) = PictureProof::of(&picture) else { continue };
                centred.extend(picture.boxes().map(|centre| {
                    let around = picture.demands().map(|(place, tile)| (offset(place, centre), tile));
                    let demands = around.sorted_unstable_by_key(|&(offset, _)| farness(offset)).collect();
                    Centred { form: forms.len(), centre, demands }
                }));
                forms.push(Form { pattern, picture, proof });
            }
            patterns.push(DeadlockPattern { name, picture, proof, centred: centred.len() - before });
        }
        centred.sort_by_key(|centred: &Centred| centred.demands.last().map(|&(offset, _)| farness(offset)));
        Self { patterns, forms, centred }
    }

    /// Returns the patterns, in the order of the text.
    pub fn patterns(&self) -> &[DeadlockPattern] {
        &self.patterns
    }

    /// Returns a pattern on the board that includes the box on `at` and is dead with these goals and this player, if there is one.
    pub fn find(
        &self,
        board: &Board,
        is_box: impl Fn(Square) -> bool,
        at: Square,
        player: Square,
    ) -> Option<Match<'_>> {
        let square = |offset: Offset| board.offset(at, offset);
        // A wall meets any demand.
        let meets = |&(offset, tile): &(Offset, Tile)| square(offset).is_none_or(|s| tile.has_box() && is_box(s));
        let fits = |centred: &&Centred| centred.demands.iter().all(meets) && self.is_dead(board, at, player, centred);
        let centred = self.centred.iter().find(fits)?;
        let (row, column) = board.row_column(at);
        let (mut boxes, mut walls) = (Vec::new(), Vec::new());
        for &(offset, _) in &centred.demands {
            match square(offset) {
                Some(square) => boxes.push(square),
                None => walls.extend(row.checked_add_signed(offset.0).zip(column.checked_add_signed(offset.1))),
            }
        }
        boxes.sort_unstable();
        walls.sort_unstable();
        Some(Match { name: &self.patterns[self.forms[centred.form].pattern].name, boxes, walls })
    }

    /// True if a centred picture is dead here: a box on a goal, or a wall instead of a box, may stay.
    fn is_dead(&self, board: &Board, at: Square, player: Square, centred: &Centred) -> bool {
        let Form { picture, proof, .. } = &self.forms[centred.form];
        let (mut home, mut inside) = (0, None);
        for (row, column) in (0..picture.height()).cartesian_product(0..picture.width()) {
            let square = board.offset(at, offset((row, column), centred.centre));
            let is_home = square.map_or(picture.at(row, column) == Tile::Box, |square| board.is_goal(square));
            let place = proof.place(row, column);
            home |= if is_home { place } else { 0 };
            inside = inside.or((square == Some(player)).then_some(place));
        }
        proof.is_dead(inside, home)
    }
}

impl Default for DeadlockPatterns {
    fn default() -> Self {
        // An empty set instead would hide the error.
        Self::parse(Self::BUILT_IN)
            .expect("invariant: the built-in deadlock patterns are well formed, as a test reads them")
    }
}

const fn offset(place: (usize, usize), centre: (usize, usize)) -> Offset {
    (place.0.cast_signed() - centre.0.cast_signed(), place.1.cast_signed() - centre.1.cast_signed())
}

/// Key that orders offsets by their distance.
const fn farness((row, column): Offset) -> (isize, isize, isize) {
    (row * row + column * column, row, column)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_set_is_read_and_each_of_its_pictures_is_proved() {
        let set = DeadlockPatterns::parse(DeadlockPatterns::BUILT_IN).unwrap();
        let entries = DeadlockPatterns::BUILT_IN.lines().filter(|line| line.starts_with("deadlock ")).count();
        assert_eq!(set.patterns().len(), entries);
        assert!(entries > 0 && set.patterns().iter().all(|pattern| pattern.proof.is_some()));
    }
}
