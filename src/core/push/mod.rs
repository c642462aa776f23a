//! What is a position, and how does it change? States (boxes and the player's region on a board), pushes, macro pushes, and the
//! stores of states. Searches with cheap nodes (lean, fewest pushes) use positions as sets of cells (`grid`); all others use
//! [`State`], with squares and macro pushes.

mod arena;
mod boxes;
mod grid;
mod macros;
mod reach;
mod region;

pub(crate) use arena::Arena;
pub use arena::NodeId;
pub(crate) use boxes::CellIterator;
pub use boxes::{BoxSet, Push, State, pushes_of, walk_and_push};
pub(crate) use grid::{CellSet, Grid, GridArena, GridNode, GridSize, Keys, Words, for_board};
pub use macros::{Macro, Macros, Play};
pub(crate) use reach::Reach;
pub use region::Region;
pub(crate) use region::{WalkDistances, steps_from};

/// Returns a level, if it is one, of `rows` times `columns` with `walls` percent of walls and these pieces at random places.
#[cfg(test)]
pub(crate) fn strewn(
    random: &mut crate::run::Random,
    rows: usize,
    columns: usize,
    walls: usize,
    pieces: &str,
) -> Option<crate::level::Level> {
    let mut picture = vec![vec!['#'; columns + 2]; rows + 2];
    for row in &mut picture[1..=rows] {
        row[1..=columns].fill_with(|| if random.chance(walls) { '#' } else { ' ' });
    }
    for piece in pieces.chars() {
        picture[1 + random.below(rows)][1 + random.below(columns)] = piece;
    }
    let text: Vec<String> = picture.into_iter().map(|row| row.into_iter().collect()).collect();
    crate::level::Level::from_xsb("", &text.join("\n")).ok()
}
