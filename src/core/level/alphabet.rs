//! Tiles of a picture; alphabets, the letters of each format for them; and the formats of files of levels.
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
//! Letters in brackets are extensions of sokoplan for tiles that a format does not have: strict reading and writing refuse them.

use crate::run::counted;
use std::str::FromStr;
use thiserror::Error;

/// Tile at one place of a picture. Floor and the outside are one tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// Floor, or the outside.
    #[default]
    Floor,
    /// A wall.
    Wall,
    /// An empty goal.
    Goal,
    /// A box off goal.
    Box,
    /// A box on a goal.
    BoxOnGoal,
    /// The player off goal.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Tile {
    /// All tiles, in the order of declaration.
    pub const ALL: [Self; 7] =
        [Self::Floor, Self::Wall, Self::Goal, Self::Box, Self::BoxOnGoal, Self::Player, Self::PlayerOnGoal];

    /// Returns the XSB letter of the tile.
    pub const fn xsb(self) -> char {
        Alphabet::Xsb.letter(self)
    }

    /// True if the tile shows a goal.
    pub const fn has_goal(self) -> bool {
        matches!(self, Self::Goal | Self::BoxOnGoal | Self::PlayerOnGoal)
    }

    /// True if the tile shows a box.
    pub const fn has_box(self) -> bool {
        matches!(self, Self::Box | Self::BoxOnGoal)
    }

    /// True if the tile shows the player.
    pub const fn has_player(self) -> bool {
        matches!(self, Self::Player | Self::PlayerOnGoal)
    }

    /// Returns the tile of a floor square with these contents; a box hides the player.
    pub const fn floor_with(goal: bool, has_box: bool, player: bool) -> Self {
        match (goal, has_box, player) {
            (false, false, false) => Self::Floor,
            (true, false, false) => Self::Goal,
            (false, true, _) => Self::Box,
            (true, true, _) => Self::BoxOnGoal,
            (false, false, true) => Self::Player,
            (true, false, true) => Self::PlayerOnGoal,
        }
    }
}

/// Alphabet of a format: which letter stands for which tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// Letters of XSB, in all its dialects.
    Xsb,
    /// Cells of SokoBOT's JSON.
    Sokobot,
    /// Letters `O R S B . *`.
    Letters,
    /// Letters of LISA, `X O * # .`.
    Lisa,
    /// Letters given by the user.
    Own(Letters),
}

/// Letters given by the user: wall, player, player on goal, box, box on goal, goal, floor, and optionally the outside, which is
/// read as floor. A blank is floor too, except if it is one of these letters.
///
/// ```
/// use sokoplan_core::level::{InputFormat, Letters, ReadOptions, read};
/// # fn main() -> Result<(), sokoplan_core::level::BadLetters> {
/// let letters: Letters = "+*?@&X ".parse()?;
/// let options = ReadOptions { format: InputFormat::Own(letters), strict: false };
/// let collection = read(b"+++++\n+*@X+\n+++++\n", options);
/// assert_eq!(collection.levels().next().map(|level| level.grid.to_string()).as_deref(), Some("#####\n#@$.#\n#####\n"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters {
    tiles: [char; 7],
    outside: Option<char>,
}

/// Error: a text is not seven or eight different letters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0}: expected seven characters: wall, player, player on goal, box, box on goal, goal, floor, as in '#@+$*. '; the letter \
     of a tile that no board has may be any other character; an eighth is the outside"
)]
pub struct BadLetters(String);

const NAMES: [&str; 7] = ["wall", "player", "player on goal", "box", "box on goal", "goal", "floor"];

impl FromStr for Letters {
    type Err = BadLetters;

    fn from_str(text: &str) -> Result<Self, BadLetters> {
        let letters: Vec<char> = letters(text).map(|(_, letter)| letter).collect();
        let Some(&tiles) = letters.first_chunk().filter(|_| letters.len() < 9) else {
            let found = counted(letters.len(), "character");
            return Err(BadLetters(format!("{found} in '{}'", text.escape_debug())));
        };
        for (at, letter) in letters.iter().enumerate() {
            let name = |at: usize| NAMES.get(at).copied().unwrap_or("outside");
            if letter.is_control() {
                return Err(BadLetters(format!("a control character as {}", name(at))));
            }
            if let Some(before) = letters[..at].iter().position(|before| before == letter) {
                return Err(BadLetters(format!("`{letter}` is both {} and {}", name(before), name(at))));
            }
        }
        Ok(Self { tiles, outside: letters.get(7).copied() })
    }
}

impl Alphabet {
    /// Returns the tile of a letter, extensions included; `None` if the alphabet does not contain it.
    pub fn tile(self, letter: char) -> Option<Tile> {
        use Tile::{Box, BoxOnGoal, Floor, Player, PlayerOnGoal, Wall};
        if let Some(at) = self.row().iter().position(|own| *own == letter) {
            return Some(Tile::ALL[at]);
        }
        Some(match (self, letter) {
            (Self::Sokobot, _) => return None,
            (Self::Xsb, 'w' | 'W') => Wall,
            (Self::Xsb, 'b') => Box,
            (Self::Xsb, 'B') => BoxOnGoal,
            (Self::Xsb, 'p') => Player,
            (Self::Xsb, 'P') => PlayerOnGoal,
            (Self::Xsb | Self::Letters | Self::Lisa, '-' | '_') => Floor,
            (Self::Own(Letters { outside: Some(outside), .. }), _) if outside == letter => Floor,
            _ if is_blank(letter) => Floor,
            _ => return None,
        })
    }

    /// True if a line shows only the outside, by the eighth of the user's letters.
    pub(super) fn is_outside(self, line: &str) -> bool {
        let Self::Own(Letters { outside: Some(outside), .. }) = self else { return false };
        line.contains(outside) && line.chars().all(|letter| letter == outside || letter.is_whitespace())
    }

    /// Returns the letter of a tile; the letter may be an extension of sokoplan.
    pub const fn letter(self, tile: Tile) -> char {
        self.row()[tile as usize]
    }

    /// Letters in the order of declaration of the tiles.
    const fn row(self) -> [char; 7] {
        match self {
            Self::Xsb => [' ', '#', '.', '$', '*', '@', '+'],
            Self::Sokobot => ['E', 'W', 'G', 'B', 'b', 'S', 's'],
            Self::Letters => [' ', 'O', 'S', 'B', '*', 'R', '.'],
            Self::Lisa => ['.', 'X', '*', '#', '%', 'O', '+'],
            Self::Own(Letters { tiles: [wall, player, player_on_goal, a_box, box_on_goal, goal, floor], .. }) => {
                [floor, wall, goal, a_box, box_on_goal, player, player_on_goal]
            }
        }
    }

    /// True if a letter is an extension of sokoplan to the alphabet.
    pub const fn is_extension(self, letter: char) -> bool {
        match self {
            Self::Xsb | Self::Own(_) => false,
            Self::Sokobot => matches!(letter, 'b' | 's'),
            Self::Letters => matches!(letter, '-' | '_'),
            Self::Lisa => matches!(letter, '%' | '+' | ' ' | '-' | '_'),
        }
    }
}

/// Tabs and blanks of any width, which pages and word processors write, but no ends of lines.
const fn is_blank(letter: char) -> bool {
    letter.is_whitespace() && !matches!(letter, '\n'..='\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// Returns the letters of a text with their columns, without the selectors and skin colours that may follow an emoji.
pub(super) fn letters(text: &str) -> impl Iterator<Item = (usize, char)> {
    let is_selector = |letter: char| matches!(letter, '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}');
    text.chars().enumerate().filter(move |(_, letter)| !is_selector(*letter))
}

/// Format that a file is read as. `Auto` detects XSB, SOK, JSON and XML by the content; `Letters`, `Lisa` and `Own`
/// give other meanings to letters, so the user must name these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum InputFormat {
    /// XSB or SOK, rows plain or run-length encoded, JSON, or Sokoban XML: detected by the content
    #[default]
    Auto,
    /// XSB or SOK, rows plain
    Xsb,
    /// XSB or SOK, rows run-length encoded
    Rle,
    /// JSON with W, E, S, B, G
    Sokobot,
    /// Sokoban XML: a `<Level>` of `<L>` rows for each board
    Slc,
    /// O wall, R player, S goal, B box, `.` player on goal, `*` box on goal
    Letters,
    /// X wall, O player, * goal, # box, `.` floor
    Lisa,
    /// XSB or SOK, rows plain, in letters given by the user
    #[cfg_attr(feature = "cli", value(skip))]
    Own(Letters),
}

impl InputFormat {
    /// Returns the alphabet of the boards in this format.
    pub const fn alphabet(self) -> Alphabet {
        match self {
            Self::Auto | Self::Xsb | Self::Rle | Self::Slc => Alphabet::Xsb,
            Self::Sokobot => Alphabet::Sokobot,
            Self::Letters => Alphabet::Letters,
            Self::Lisa => Alphabet::Lisa,
            Self::Own(letters) => Alphabet::Own(letters),
        }
    }
}

/// Format that a file is written as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Format {
    /// Boards under their titles
    #[default]
    Xsb,
    /// Boards with all their notes and solutions
    Sok,
    /// Boards in one line each, run-length encoded
    Rle,
    /// JSON with W, E, S, B, G
    Sokobot,
    /// Sokoban XML: a `<Level>` of `<L>` rows for each board
    Slc,
    /// O wall, R player, S goal, B box, `.` player on goal, `*` box on goal
    Letters,
    /// X wall, O player, * goal, # box, `.` floor
    Lisa,
}

impl Format {
    /// Returns the format to read files with that were written in this format.
    pub const fn input(self) -> InputFormat {
        match self {
            Self::Xsb | Self::Sok => InputFormat::Xsb,
            Self::Rle => InputFormat::Rle,
            Self::Sokobot => InputFormat::Sokobot,
            Self::Slc => InputFormat::Slc,
            Self::Letters => InputFormat::Letters,
            Self::Lisa => InputFormat::Lisa,
        }
    }
}
