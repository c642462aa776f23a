//! Words of options and topics: a wrong word gets a suggestion of the most similar one.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use similar::TextDiff;
use std::str::FromStr;

/// Returns the parser of a value that is one of these words.
pub(super) fn word_parser<T>(words: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = String> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse())
}

/// Returns the question whether the word most similar to a text was meant; an empty text if no word is similar.
pub(super) fn suggestion<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> String {
    let plain = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let likeness = |word: &str| TextDiff::from_chars(&plain(text), &plain(word)).ratio();
    let best = words.into_iter().map(|word| (word, likeness(word))).max_by(|(_, a), (_, b)| a.total_cmp(b));
    let similar = best.filter(|(_, likeness)| *likeness > 0.7);
    similar.map_or_else(String::new, |(word, _)| format!("did you mean {word}? "))
}

#[cfg(test)]
mod tests {
    use super::suggestion;
    use crate::cli::strategy::words;

    #[test]
    fn a_word_that_is_nearly_right_gets_a_suggestion() {
        let pairs =
            [("astar", "a-star"), ("A*star", "a-star"), ("Lean", "lean"), ("pushs", "pushes"), ("plan", "plans")];
        for (text, word) in pairs {
            assert_eq!(suggestion(text, words()), format!("did you mean {word}? "), "{text}");
        }
        assert_eq!(suggestion("xyz", words()), "");
    }
}
