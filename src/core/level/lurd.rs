//! The four directions, and moves in LURD notation: letters l, u, r, d, upper case for pushes. Run lengths of moves and
//! boards: `3#2(-$)` stands for `###-$-$`.

use itertools::Itertools;
use serde::Serialize;
use std::fmt;
use std::str::FromStr;

/// A direction on the board; row numbers grow downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards column 0.
    Left,
    /// Away from row 0.
    Down,
    /// Away from column 0.
    Right,
}

impl Direction {
    /// All four directions, in the order of their indices; opposite directions differ by 2.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Down, Self::Right];

    /// Returns the index of the direction in [`Self::ALL`], 0 to 3.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opposite direction.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// Returns the change of row and of column by a step in this direction.
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Left => (0, -1),
            Self::Down => (1, 0),
            Self::Right => (0, 1),
        }
    }

    /// Returns the LURD letter of a step in this direction: lower case for a move, upper case for a push.
    pub const fn letter(self, push: bool) -> char {
        let letter = match self {
            Self::Up => 'u',
            Self::Left => 'l',
            Self::Down => 'd',
            Self::Right => 'r',
        };
        if push { letter.to_ascii_uppercase() } else { letter }
    }

    /// Returns the direction of a LURD letter, in either case; `None` for other letters.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter(false) == letter.to_ascii_lowercase())
    }
}

/// A sequence of moves. Only a replay shows which moves are pushes, so the case of letters is not kept.
///
/// ```
/// use sokoplan_core::{Level, Lurd};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// let moves: Lurd = "R".parse()?;
/// let metrics = sokoplan_core::level::verify(&level.board, &level.start, &moves)?;
/// assert_eq!((metrics.moves, metrics.pushes), (1, 1));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Lurd(pub Vec<Direction>);

/// Reason why a text is not in LURD notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column {}: {what}: expected {expected}", column + 1)]
pub struct LurdError {
    /// Column of the fault in the text, from 0; blanks are not counted.
    pub column: usize,
    /// Description of the fault.
    pub what: String,
    /// Description of the text that was expected here.
    pub expected: String,
    /// Whether the text records moves of reverse mode or of several players, as SOK allows; sokoplan does not.
    pub is_unsupported: bool,
}

impl LurdError {
    fn new(column: usize, what: impl Into<String>, expected: &str) -> Self {
        Self { column, what: what.into(), expected: expected.to_owned(), is_unsupported: false }
    }
}

impl Lurd {
    /// Greatest number of moves in a text; it bounds the expansion of run lengths.
    const MOST_MOVES: usize = 1 << 22;

    /// Returns the number of moves.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// True if the sequence has no moves.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns for each move of a text whether its letter is a capital, as the letters of pushes should be.
    pub fn capitals(text: &str) -> Result<Vec<bool>, LurdError> {
        expanded(text, |letter| letter.is_ascii_uppercase())
    }
}

impl FromStr for Lurd {
    type Err = LurdError;

    /// Reads letters in either case, with blanks, breaks and run lengths, e.g. `2l3u2R` or `2(rdL)`; also arrows, letters of
    /// double width, and signs between moves. One `*` may mark the last position of a game: SOK defines it.
    fn from_str(text: &str) -> Result<Self, LurdError> {
        Ok(Self(expanded(text, Direction::from_letter)?.into_iter().flatten().collect()))
    }
}

/// Signs that people write between or around moves, and signs without width.
const BETWEEN: &str = ",;.:'\"`-|/،؛、。・·•“”„‘’«»‹›「」『』【】〔〕〈〉《》—–…\u{200b}\u{fe0e}\u{fe0f}";

/// Arrows to the left, up, to the right, down.
const ARROWS: [(&str, char); 4] =
    [("←⇐⇠⇦↞￩⭠⬅◀◄🡐👈", 'l'), ("↑⇑⇡⇧↟￪⭡⬆▲🡑👆", 'u'), ("→⇒⇢⇨↠￫⭢➡⮕➔▶►🡒👉", 'r'), ("↓⇓⇣⇩↡￬⭣⬇▼🡓👇", 'd')];

/// True for a sign that people write between moves, which is no move.
pub(super) fn is_between(letter: char) -> bool {
    BETWEEN.contains(plain(letter))
}

/// True for letters, counts and signs of moves.
pub(super) fn is_sign(letter: char) -> bool {
    let letter = plain(letter);
    "lurdLURD0123456789()*[]{}".contains(letter) || letter.is_whitespace() || BETWEEN.contains(letter)
}

/// Returns the letter of LURD that an arrow stands for, or the letter of ASCII of which another is a form in double width.
pub(super) fn plain(letter: char) -> char {
    match letter {
        letter if letter.is_ascii() => letter,
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => ARROWS.iter().find(|(arrows, _)| arrows.contains(letter)).map_or(letter, |(_, move_letter)| *move_letter),
    }
}

/// Returns the letters of moves, counts and groups with their columns, blanks not counted. Signs between moves are left out, but
/// not after a count, as in `2. R`; so are the brackets of a list.
fn signs(text: &str, is_list: bool) -> impl Iterator<Item = (usize, char)> {
    let (mut before, mut marks) = (' ', 0);
    let is_kept = move |&(_, letter): &(usize, char)| {
        let is_after_count = std::mem::replace(&mut before, letter).is_ascii_digit();
        marks += usize::from(letter == '*');
        let is_left_out = is_list && is_bracket(letter) || !is_after_count && BETWEEN.contains(letter);
        let is_mark = letter == '*' && marks == 1;
        !(is_mark || is_left_out)
    };
    text.chars().filter(|c| !c.is_whitespace()).map(plain).enumerate().filter(is_kept)
}

fn expanded<T: Clone>(text: &str, item: impl Fn(char) -> T) -> Result<Vec<T>, LurdError> {
    let (brackets, shown) = (text.chars().map(plain).filter(|c| is_bracket(*c)).count(), text.trim_matches(is_between));
    let is_around = |end: Option<char>| end.is_some_and(|end| is_bracket(plain(end)));
    let is_separated = shown.contains(is_between) || brackets == 2 && is_around(shown.chars().next_back());
    // A jump of reverse mode has moves beside it, and no signs between its moves.
    let is_list = is_around(shown.chars().next()) && is_separated;
    let signs: Vec<(usize, char)> = signs(text, is_list).collect();
    if let Some((column, _)) = signs.iter().find(|(_, letter)| is_bracket(*letter)) {
        let what = "a record of reverse mode or of several players, which is not supported";
        return Err(LurdError {
            is_unsupported: true,
            ..LurdError::new(*column, what, "moves forward, of one player")
        });
    }
    let is_run = |letter: char| letter.is_ascii_digit() || matches!(letter, '(' | ')');
    let is_known = |letter: char| is_run(letter) || Direction::from_letter(letter).is_some();
    let alone = text.chars().find(|letter| is_between(*letter)).filter(|_| signs.is_empty()).map(|sign| (0, sign));
    if let Some((column, letter)) = alone.or_else(|| signs.iter().copied().find(|(_, letter)| !is_known(*letter))) {
        let what = format!("`{}` is not a move", letter.escape_debug());
        return Err(LurdError::new(column, what, "the letters l, u, r, d"));
    }
    expand(signs, Lurd::MOST_MOVES, FEWER, |letter, _| item(letter)).map_err(|bad| {
        let is_long = bad.expected == FEWER;
        let (what, expected) =
            if is_long { ("too many moves", FEWER) } else { (&*bad.what, "moves, e.g. rrDL or 2r2D") };
        LurdError::new(bad.column, what, expected)
    })
}

const FEWER: &str = "at most 4,194,304 moves";

/// Brackets of SOK for moves that are not supported: `[ ]` a jump of reverse mode, `{ }` another player.
const fn is_bracket(letter: char) -> bool {
    matches!(letter, '[' | ']' | '{' | '}')
}

impl fmt::Display for Lurd {
    /// Writes all moves in lower case; [`super::Replay::lurd`] has pushes in upper case.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|direction| write!(f, "{}", direction.letter(false)))
    }
}

/// Expands counts and groups of letters, each with its column, to at most `most` items; else the fault expects `fewer`.
pub(super) fn expand<T: Clone>(
    letters: impl IntoIterator<Item = (usize, char)>,
    most: usize,
    fewer: &str,
    item: impl Fn(char, usize) -> T,
) -> Result<Vec<T>, LurdError> {
    let bad = |column: usize, what: &str, expected: &str| Err(LurdError::new(column, what, expected));
    let (mut out, mut count, mut before) = (Vec::new(), None, 0);
    // Open groups: index of the first item, and count. A list, so that deep nesting cannot overflow the stack.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (column, letter) in letters {
        let above = std::mem::replace(&mut before, column);
        if let Some(digit) = letter.to_digit(10) {
            count = Some(count.unwrap_or(0_usize).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let (start, times) = match (letter, count.take().unwrap_or(1)) {
            (_, 0) => return bad(above, "a count of zero", "a count of one or more"),
            ('(', _) if open.len() == most => return bad(column, "groups nested too deeply", fewer),
            ('(', times) => {
                open.push((out.len(), times));
                continue;
            }
            (')', _) => open.pop().ok_or_else(|| LurdError::new(column, "a `)` without its `(`", GROUPS))?,
            (_, times) => {
                out.push(item(letter, column));
                (out.len() - 1, times)
            }
        };
        let end = out.len();
        if (end - start).saturating_mul(times).saturating_add(start) > most {
            return bad(column, "a run that is too long", fewer);
        }
        // An empty group stays empty, however large its count.
        (1..if end > start { times } else { 1 }).for_each(|_| out.extend_from_within(start..end));
    }
    match (count, open.is_empty()) {
        (Some(_), _) => bad(before, "a count at the end", "a letter after a count"),
        (None, false) => bad(before, "a `(` without its `)`", GROUPS),
        (None, true) => Ok(out),
    }
}

const GROUPS: &str = "groups, e.g. 2(3#-)";

/// Returns the letters as run lengths: a count before each repeated letter, no groups.
pub(super) fn compress(letters: impl Iterator<Item = char>) -> String {
    let run = |(count, letter)| if count > 1 { format!("{count}{letter}") } else { String::from(letter) };
    letters.dedup_with_count().map(run).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_any_case_blanks_breaks_and_run_lengths_are_read() {
        for text in ["lluuurr", "LLuuUrr", "2l3u2R", "ll uuu\r\n\trr", "2l 3 u 2(R)"] {
            assert_eq!(text.parse::<Lurd>().map(|l| l.to_string()), Ok("lluuurr".to_owned()), "{text}");
        }
        assert_eq!("".parse(), Ok(Lurd::default()));
        for text in ["lluu*urr", "*lluuurr", "2l3u*2R", "2l3u\n*2R"] {
            assert_eq!(text.parse::<Lurd>().map(|l| l.to_string()), Ok("lluuurr".to_owned()), "{text}");
        }
        assert!("l*l*".parse::<Lurd>().is_err(), "one position is the last");
    }

    #[test]
    fn other_letters_are_refused_with_their_column() {
        assert_eq!("llx".parse::<Lurd>().map_err(|e| e.column), Err(2));
        assert!("3".parse::<Lurd>().is_err() && "999999999999l".parse::<Lurd>().is_err());
        assert!("l\u{0}".parse::<Lurd>().is_err());
        for text in ["4194305l", "2(2097153r)", &"l".repeat(4_194_305)] {
            let fault = text.parse::<Lurd>().map_err(|error| (error.what, error.expected));
            assert_eq!(fault, Err(("too many moves".to_owned(), "at most 4,194,304 moves".to_owned())));
        }
        assert_eq!("4194304l".parse::<Lurd>().map(|moves| moves.len()), Ok(1 << 22));
        for (text, is_unsupported) in [("[ll]R", true), ("l{2}R", true), ("llx", false)] {
            assert_eq!(text.parse::<Lurd>().map_err(|e| e.is_unsupported), Err(is_unsupported), "{text}");
        }
    }

    fn expanded(text: &str) -> Result<String, LurdError> {
        expand(text.chars().enumerate(), 1000, "at most 1,000", |letter, _| letter).map(String::from_iter)
    }

    #[test]
    fn counts_and_groups_are_expanded() {
        assert_eq!(expanded("3#2(-$)2(2(ab)c)"), Ok("###-$-$ababcababc".to_owned()));
        assert!(expanded("0#a").is_err() && expanded("2(0#a)").is_err());
        assert_eq!(expanded("999999999()a"), Ok("a".to_owned()));
    }

    #[test]
    fn huge_counts_and_deep_groups_are_refused_not_carried_out() {
        let deep = [&"(".repeat(100_000), &format!("{}#{}", "9(".repeat(50_000), ")".repeat(50_000))];
        let huge = ["999999999#", "99999999999999999999999999#", "999(999(999(#)))", "#)", "#3"];
        assert!(deep.into_iter().map(String::as_str).chain(huge).all(|text| expanded(text).is_err()));
    }
}
