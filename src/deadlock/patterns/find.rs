//! Enumeration of all minimal deadlock pictures of a size. Input: a size. Output: pictures, the most general first,
//! that cover every dead picture of that size; no picture is covered by an earlier one. A picture is more general if it
//! has a box in place of a wall, or nothing in place of a box.

use super::{Picture, Proof};
use crate::level::{Grid, Tile};
use crate::run::{Meter, NodeKind, Stop};

/// A minimal deadlock picture, with its proof.
#[derive(Clone, Debug)]
pub struct Found {
    /// Dead picture; outer rows and columns that require nothing are removed if the smaller picture is dead too.
    pub picture: Picture,
    /// Proof that the picture is dead.
    pub proof: Proof,
}

/// A found picture, turned or mirrored, at a place in the frame; the masks have one bit for each place.
struct Placed {
    walls: u32,
    boxes: u32,
    /// Minimal sets of places on which boxes remain after any pushes, if the player begins outside.
    left: Vec<u32>,
}

const TILES: [Tile; 3] = [Tile::Floor, Tile::Box, Tile::Wall];

/// Returns the minimal deadlocks on a frame of `height` rows and `width` columns. Exponential in the number of places.
///
/// # Errors
/// A limit of the meter: a frame of 12 places has half a million pictures, and each further place triples them.
pub fn find(height: usize, width: usize, meter: &mut Meter) -> Result<Vec<Found>, Stop> {
    let places = height * width;
    let mut by_weight: Vec<Vec<u32>> = vec![Vec::new(); 2 * places];
    for number in 0..3u32.pow(u32::try_from(places).unwrap_or(0)) {
        if number.is_multiple_of(4096) {
            meter.check()?;
        }
        let digits = digits(number, places);
        if digits.contains(&1) && is_least_turned(&digits, height, width) {
            by_weight[digits.iter().map(|&d| usize::from(d)).sum::<usize>()].push(number);
        }
    }
    let (mut found, mut placed) = (Vec::new(), Vec::new());
    for number in by_weight.into_iter().flatten() {
        meter.tick(NodeKind::Push)?;
        let digits = digits(number, places);
        let mask = |digit| (0..places).filter(|&p| digits[p] == digit).fold(0u32, |set, p| set | 1 << p);
        let (boxes, walls) = (mask(1), mask(2));
        if placed.iter().any(|placed: &Placed| placed.covers(boxes, walls)) {
            continue;
        }
        let picture = picture(&digits, width);
        let Some(proof) = Proof::of(&picture).filter(Proof::is_sound) else { continue };
        let (picture, proof) = smallest(picture, proof);
        for form in picture.forms() {
            placed.extend(Proof::of(&form).map(|proof| everywhere(&form, &proof, height, width)).unwrap_or_default());
        }
        found.push(Found { picture, proof });
    }
    Ok(found)
}

fn digits(number: u32, places: usize) -> Vec<u8> {
    let mut rest = number;
    let digit = |_| {
        let digit = u8::try_from(rest % 3).unwrap_or(0);
        rest /= 3;
        digit
    };
    (0..places).map(digit).collect()
}

/// Returns whether the digits of a picture are the least among the digits of its symmetric copies of equal size.
fn is_least_turned(digits: &[u8], height: usize, width: usize) -> bool {
    let turned = |symmetry: u8| {
        let at = move |row: usize, column: usize| {
            let row = if symmetry & 1 == 0 { row } else { height - 1 - row };
            let column = if symmetry & 2 == 0 { column } else { width - 1 - column };
            digits[if symmetry & 4 == 0 { row * width + column } else { column * width + row }]
        };
        (0..height).flat_map(move |row| (0..width).map(move |column| at(row, column)))
    };
    let symmetries = if height == width { 8 } else { 4 };
    (1..symmetries).all(|symmetry| digits.iter().copied().le(turned(symmetry)))
}

fn picture(digits: &[u8], width: usize) -> Picture {
    let row = |row: &[u8]| row.iter().map(|&digit| TILES[usize::from(digit)]).collect();
    Picture::new(Grid::new(&digits.chunks(width).map(row).collect::<Vec<Vec<Tile>>>()))
}

/// Returns the picture without outer rows and columns that require nothing, with a proof, if this smaller picture is
/// dead too; else the given picture and proof. (A box pushed off the smaller picture is gone earlier.)
fn smallest(picture: Picture, proof: Proof) -> (Picture, Proof) {
    let trimmed = picture.trimmed();
    match Proof::of(&trimmed).filter(Proof::is_sound) {
        Some(proof) => (trimmed, proof),
        None => (picture, proof),
    }
}

/// Returns the picture once for each place of the frame at which all its boxes and walls fit.
fn everywhere(picture: &Picture, proof: &Proof, height: usize, width: usize) -> Vec<Placed> {
    let trimmed = picture.trimmed();
    let (Some(down), Some(right)) = (height.checked_sub(trimmed.height()), width.checked_sub(trimmed.width())) else {
        return Vec::new();
    };
    // Rows and columns of the picture before its first boxes and walls.
    let top = picture.demands().map(|((row, _), _)| row).min().unwrap_or(0);
    let left = picture.demands().map(|((_, column), _)| column).min().unwrap_or(0);
    let at = |row: usize, column: usize, down: usize, right: usize| -> u32 {
        match (row + down).checked_sub(top).zip((column + right).checked_sub(left)) {
            Some((r, c)) if r < height && c < width => 1 << (r * width + c),
            // Off the frame: a box can be left there, and never stands on a goal.
            _ => 1 << 31,
        }
    };
    let placed = |down, right| {
        let mask = |tile| {
            let demanded = picture.demands().filter(|(_, demanded)| *demanded == tile);
            demanded.fold(0, |set, ((row, column), _)| set | at(row, column, down, right))
        };
        let places = || (0..picture.height()).flat_map(|row| (0..picture.width()).map(move |column| (row, column)));
        let of = |set: u64| {
            places().filter(|&(r, c)| proof.place(r, c) & set != 0).fold(0, |all, (r, c)| all | at(r, c, down, right))
        };
        Placed {
            walls: mask(Tile::Wall),
            boxes: mask(Tile::Box),
            left: proof.cases[0].left.iter().map(|&set| of(set)).collect(),
        }
    };
    (0..=down).flat_map(|down| (0..=right).map(move |right| (down, right))).map(|(d, r)| placed(d, r)).collect()
}

impl Placed {
    fn covers(&self, boxes: u32, walls: u32) -> bool {
        let home = self.boxes & walls;
        self.walls & !walls == 0 && self.boxes & !(walls | boxes) == 0 && self.left.iter().all(|left| left & !home != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(height: usize, width: usize) -> Vec<String> {
        find(height, width, &mut Meter::unlimited()).unwrap().iter().map(|f| f.picture.to_string()).collect()
    }

    #[test]
    fn two_by_two_has_the_block_and_the_corner() {
        assert_eq!(found(1, 3), Vec::<String>::new());
        assert_eq!(found(2, 2), ["$$\n$$\n", "-#\n#$\n"]);
    }

    /// The numbers of symmetry classes of 3^9 pictures and of 2^9 without boxes, by Burnside's lemma.
    #[test]
    fn each_picture_is_tried_in_one_of_its_symmetric_forms() {
        let tried = |height, width| {
            let mut meter = Meter::unlimited();
            find(height, width, &mut meter).unwrap();
            meter.plan_nodes() + meter.push_nodes()
        };
        assert_eq!([tried(3, 3), tried(2, 3)], [2_862 - 102, 216 - 24]);
    }

    /// Then any table of dead pictures of this size is covered.
    #[test]
    fn every_dead_picture_of_nine_places_is_covered() {
        let found = find(3, 3, &mut Meter::unlimited()).unwrap();
        let forms = found.iter().flat_map(|found| found.picture.forms());
        let placed: Vec<Placed> = forms.flat_map(|form| everywhere(&form, &Proof::of(&form).unwrap(), 3, 3)).collect();
        let mut dead = 0;
        for number in 1..3u32.pow(9) {
            let digits = digits(number, 9);
            let mask = |digit| (0..9).filter(|&p| digits[p] == digit).fold(0u32, |set, p| set | 1 << p);
            let is_covered = placed.iter().any(|placed| placed.covers(mask(1), mask(2)));
            let is_dead = Proof::of(&picture(&digits, 3)).unwrap().is_sound();
            assert!(is_covered || !is_dead, "{}", picture(&digits, 3));
            dead += usize::from(is_dead);
        }
        assert!(dead > 5_000, "{dead}");
    }
}
