//! Widths of text on a terminal: measuring, cutting and wrapping.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns the number of terminal columns that a text takes.
pub(super) fn width_of(text: &str) -> usize {
    text.width()
}

/// Returns the text if it takes at most `width` columns, else its beginning with `…`.
pub fn cut_to(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut used = 1;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= width
    };
    let start: String = text.chars().take_while(fits).collect();
    if width == 0 { String::new() } else { start.trim_end().to_owned() + "…" }
}

/// Returns the text in lines of at most `width` columns that end in line feeds, broken between words; a longer word has
/// a line of its own.
pub fn wrapped(text: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(usize::MAX);
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.width() + 1 + word.width() > width {
            lines += &std::mem::take(&mut line);
            lines.push('\n');
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_count_twice() {
        assert_eq!(
            (cut_to("倉庫番の本", 6), cut_to("ab", 2), cut_to("abc", 2)),
            ("倉庫…".into(), "ab".into(), "a…".into())
        );
        assert_eq!((cut_to("abc", 1), cut_to("abc", 0)), ("…".into(), String::new()));
    }

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(wrapped("one two  three", Some(7)), "one two\nthree\n");
        assert_eq!(wrapped("one two three", None), "one two three\n");
    }
}
