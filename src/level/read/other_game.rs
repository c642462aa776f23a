//! Boards of other games, like Hexoban, that are written like those of Sokoban. SOK files name the game of a board, or
//! of all boards, in a line `Game: NAME`. Read as Sokoban, a board of another game is another puzzle, with another
//! answer.

use crate::level::Note;

/// Names of Sokoban itself, reduced to letters and digits.
const SOKOBAN: [&str; 9] = [
    "",
    "sokoban",
    "soukoban",
    "xsokoban",
    "classicsokoban",
    "standardsokoban",
    "warehouse",
    "warehousekeeper",
    "warehouseman",
];

/// Returns whether a note names a game.
pub(super) fn is_game(note: &Note) -> bool {
    note.key.eq_ignore_ascii_case("game")
}

/// Returns the name of the game in the last note that names one; `None` if this is Sokoban, or no note names a game.
pub(super) fn other_game(notes: &[Note]) -> Option<String> {
    let game = notes.iter().rev().find(|note| is_game(note))?.value.trim_matches(['"', '\'', ' ']);
    let letters = game.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect::<String>();
    (!SOKOBAN.contains(&letters.as_str())).then(|| game.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sokoban_is_known_under_all_its_names() {
        let other = |game: &str| other_game(&[Note::new("GAME", game)]);
        for game in ["", "Sokoban", "SOKOBAN", "Soko-Ban", "Warehouse", "warehouse keeper", "\"Sokoban\""] {
            assert_eq!(other(game), None, "{game}");
        }
        for game in ["Trioban", "hexoban", "Octoban", "Multiban", "Modern Sokoban", "Numban", "Block-o-mania", "??"] {
            assert!(game == "??" || other(game).as_deref() == Some(game), "{game}");
        }
        assert_eq!(other_game(&[Note::new("Title", "Hexoban"), Note::text("Game")]), None);
    }
}
