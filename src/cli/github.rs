//! Annotations of GitHub: lines that its runners show beside a file.

use super::select::PickedLevel;

/// Returns the annotation of a level, of the kind `error`, `warning` or `notice`.
pub(super) fn of_level(kind: &str, picked: &PickedLevel, words: &str) -> String {
    let (file, line) = (property(&picked.file), picked.entry.line);
    format!("::{kind} file={file},line={line},title={}::{}\n", property(&picked.heading()), message(words))
}

/// Returns the annotation of a file that is an error.
pub(super) fn of_file(file: &str, title: &str, words: &str) -> String {
    format!("::error file={},title={title}::{}\n", property(file), message(words))
}

fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
