//! The letters of each format, and the tiles that they stand for.
//!
//! Maps letters to tiles and back. Formats differ mostly in their letters, and give the same letter different meanings.
//! Rows and files are left to `read` and `write`.
//!
//! | tile | XSB | SokoBOT | letters | LISA |
//! |---|---|---|---|---|
//! | floor | space `-` `_` | `E` | space (`-` `_`) | `.` (space) |
//! | wall | `#` `w` `W` | `W` | `O` | `X` |
//! | goal | `.` | `G` | `S` | `*` |
//! | box | `$` `b` | `B` | `B` | `#` |
//! | box on a goal | `*` `B` | (`b`) | `*` | (`%`) |
//! | player | `@` `p` | `S` | `R` | `O` |
//! | player on a goal | `+` `P` | (`s`) | `.` | (`+`) |
//!
//! Letters in brackets are extensions of sokoplan, where the authors gave none: strict reading and writing refuse them.

use super::Tile;

/// The letters of one format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// The common one, in all its dialects.
    Xsb,
    /// SokoBOT's JSON cells.
    Sokobot,
    /// The assignment's letters `O R S B . *`.
    Letters,
    /// LISA's letters `X O * # .`.
    Lisa,
}

impl Alphabet {
    /// Returns the tile of a letter, extensions included.
    pub const fn tile(self, letter: char) -> Option<Tile> {
        match self {
            Self::Xsb => xsb(letter),
            Self::Sokobot => sokobot(letter),
            Self::Letters => letters(letter),
            Self::Lisa => lisa(letter),
        }
    }

    /// Returns the letter of a tile.
    pub const fn letter(self, tile: Tile) -> char {
        // In the order in which the tiles are declared.
        let row: [char; 7] = match self {
            Self::Xsb => [' ', '#', '.', '$', '*', '@', '+'],
            Self::Sokobot => ['E', 'W', 'G', 'B', 'b', 'S', 's'],
            Self::Letters => [' ', 'O', 'S', 'B', '*', 'R', '.'],
            Self::Lisa => ['.', 'X', '*', '#', '%', 'O', '+'],
        };
        row[tile as usize]
    }

    /// Returns whether the letter is an extension of sokoplan.
    pub const fn is_extension(self, letter: char) -> bool {
        match self {
            Self::Xsb => false,
            Self::Sokobot => matches!(letter, 'b' | 's'),
            Self::Letters => matches!(letter, '-' | '_'),
            Self::Lisa => matches!(letter, '%' | '+' | ' ' | '-' | '_'),
        }
    }
}

const fn xsb(letter: char) -> Option<Tile> {
    Some(match letter {
        ' ' | '-' | '_' | '\t' => Tile::Floor,
        '#' | 'w' | 'W' => Tile::Wall,
        '.' => Tile::Goal,
        '$' | 'b' => Tile::Box,
        '*' | 'B' => Tile::BoxOnGoal,
        '@' | 'p' => Tile::Player,
        '+' | 'P' => Tile::PlayerOnGoal,
        _ => return None,
    })
}

const fn sokobot(letter: char) -> Option<Tile> {
    Some(match letter {
        'E' => Tile::Floor,
        'W' => Tile::Wall,
        'G' => Tile::Goal,
        'B' => Tile::Box,
        'b' => Tile::BoxOnGoal,
        'S' => Tile::Player,
        's' => Tile::PlayerOnGoal,
        _ => return None,
    })
}

const fn letters(letter: char) -> Option<Tile> {
    Some(match letter {
        ' ' | '-' | '_' | '\t' => Tile::Floor,
        'O' => Tile::Wall,
        'S' => Tile::Goal,
        'B' => Tile::Box,
        '*' => Tile::BoxOnGoal,
        'R' => Tile::Player,
        '.' => Tile::PlayerOnGoal,
        _ => return None,
    })
}

const fn lisa(letter: char) -> Option<Tile> {
    Some(match letter {
        '.' | ' ' | '-' | '_' | '\t' => Tile::Floor,
        'X' => Tile::Wall,
        '*' => Tile::Goal,
        '#' => Tile::Box,
        '%' => Tile::BoxOnGoal,
        'O' => Tile::Player,
        '+' => Tile::PlayerOnGoal,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_has_a_letter_that_means_it_in_every_alphabet() {
        use Tile::{Box, BoxOnGoal, Floor, Goal, Player, PlayerOnGoal, Wall};
        for alphabet in [Alphabet::Xsb, Alphabet::Sokobot, Alphabet::Letters, Alphabet::Lisa] {
            for tile in [Floor, Wall, Goal, Box, BoxOnGoal, Player, PlayerOnGoal] {
                assert_eq!(alphabet.tile(alphabet.letter(tile)), Some(tile), "{alphabet:?}");
            }
        }
    }
}
