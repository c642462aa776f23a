//! Text: enumerations that users write as words, numbers with their nouns, and safe display of foreign text (titles, names of
//! files, words of bad input). A terminal obeys control characters, and reorders a line after some characters of Unicode. All text
//! from outside, except in JSON, is written through these functions.

use std::borrow::Cow;

/// Implements a constant `ALL`, a method `word` and `FromStr` for an enumeration with a word for each value. The error lists
/// all words.
///
/// ```
/// #[derive(Clone, Copy)]
/// enum Side {
///     Left,
/// }
///
/// sokoplan_run::from_word!(pub Side { Left = "left" });
///
/// assert!("left".parse::<Side>().is_ok() && "right".parse::<Side>().is_err());
/// ```
#[macro_export]
macro_rules! from_word {
    ($visible:vis $type:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        impl $type {
            /// All values, in the order of help and reports.
            $visible const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

            /// Returns the word of the value, as users write it.
            $visible const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)+
                }
            }
        }

        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let found = Self::ALL.into_iter().find(|value| value.word() == text);
                found.ok_or_else(|| format!("expected one of {}", Self::ALL.map(Self::word).join(", ")))
            }
        }
    };
}

/// Returns a number with its noun: `1 push`, `2 pushes`.
pub fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    match (number, noun.ends_with("sh") || noun.ends_with('x')) {
        (1, _) => format!("1 {noun}"),
        (_, true) => format!("{number} {noun}es"),
        (_, false) => format!("{number} {noun}s"),
    }
}

/// True if a character controls a terminal, a line or the direction of writing: C0, DEL, C1, the separators of lines and
/// paragraphs, and the marks, embeddings and isolates of bidirectional text (Unicode 15, chapters 23.1 and 23.2).
pub const fn is_unsafe(letter: char) -> bool {
    matches!(letter, '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
        || matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a text in one line, with unsafe characters escaped by the rules of Rust: `\n`, `\u{1b}`.
///
/// ```
/// use sokoplan_run::safe;
/// assert_eq!(safe("Möwe"), "Möwe");
/// assert_eq!(safe("a\u{1b}[31m\nb"), "a\\u{1b}[31m\\nb");
/// ```
pub fn safe(text: &str) -> Cow<'_, str> {
    escaped(text, is_unsafe)
}

/// Returns a text with all unsafe characters escaped except line feeds.
pub fn safe_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter != '\n' && is_unsafe(letter))
}

/// Returns a text for a cell of CSV, with an apostrophe in front if needed: spreadsheets evaluate a text that begins
/// with `=`, `+`, `-` or `@` (OWASP, CSV injection).
pub fn safe_cell(text: &str) -> Cow<'_, str> {
    let text = safe(text);
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}").into() } else { text }
}

fn escaped(text: &str, is_escaped: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&is_escaped) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_escaped(letter) { safe.extend(letter.escape_default()) } else { safe.push(letter) }
    }
    safe.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_character_is_shown_and_nothing_else_is_changed() {
        for letter in (0..=0x3000).filter_map(char::from_u32) {
            let text = letter.to_string();
            let shown = safe(&text);
            assert_eq!(shown == text, !is_unsafe(letter), "{letter:?}");
            assert!(!shown.contains(is_unsafe), "{letter:?}");
            assert!(!letter.is_control() || is_unsafe(letter), "{letter:?}");
        }
        assert_eq!(safe_lines("a\n\tb\u{9b}"), "a\n\\tb\\u{9b}");
    }

    #[test]
    fn no_cell_is_a_formula() {
        for text in ["=1", "+1", "-1", "@a"] {
            assert_eq!(safe_cell(text), format!("'{text}"));
        }
        assert_eq!((safe_cell("a=1"), safe_cell("\t=1")), ("a=1".into(), "\\t=1".into()));
    }
}
