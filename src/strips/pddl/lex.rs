//! Lexer: from text to nested lists of words, in lower case, with their places. Nesting is limited, so that neither the
//! parsers nor dropping a list can overflow the stack; and faults of texts.

use super::REQUIREMENTS;
use crate::run::{Meter, Stop, is_unsafe, safe};
use std::borrow::Cow;
use std::fmt;
use thiserror::Error;

/// Deepest nesting of lists: it bounds the stack that parsers and dropping need.
const DEEPEST: usize = 64;

/// A word or a list of words and lists.
#[derive(Clone, Debug)]
pub(super) enum Tree<'a> {
    Word(Word<'a>),
    List(List<'a>),
}

/// A word: lower-case text without blanks, and its place.
#[derive(Clone, Debug)]
pub(super) struct Word<'a> {
    pub text: Cow<'a, str>,
    pub place: Location,
}

/// A list: the items between two parentheses, and its place.
#[derive(Clone, Debug)]
pub(super) struct List<'a> {
    pub items: Vec<Tree<'a>>,
    pub place: Location,
    pub end: Location,
}

impl<'a> Tree<'a> {
    pub(super) const fn place(&self) -> Location {
        match self {
            Self::Word(word) => word.place,
            Self::List(list) => list.place,
        }
    }

    /// Returns the word, or the beginning of the list, in error messages.
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Word(word) => format!("`{}`", word.text),
            Self::List(List { items, .. }) => match items.first() {
                Some(Self::Word(head)) => format!("`({} ...)`", head.text),
                Some(Self::List(_)) => "`((...) ...)`".to_owned(),
                None => "`()`".to_owned(),
            },
        }
    }

    /// Returns the error for a tree in the place of what was expected.
    pub(super) fn instead_of(&self, expected: &str) -> Error {
        Error::new(self.place(), self.describe(), expected)
    }

    pub(super) fn list(&self, expected: &str) -> Result<&List<'a>, Error> {
        if let Self::List(list) = self { Ok(list) } else { Err(self.instead_of(expected)) }
    }

    pub(super) fn word(&self, expected: &str) -> Result<&Word<'a>, Error> {
        if let Self::Word(word) = self { Ok(word) } else { Err(self.instead_of(expected)) }
    }

    /// Returns the word if it may be a name; `expected` is used in the error.
    pub(super) fn name(&self, expected: &str) -> Result<&Word<'a>, Error> {
        let word = self.word(expected)?;
        if is_name(&word.text) { Ok(word) } else { Err(self.instead_of(expected)) }
    }
}

impl Word<'_> {
    pub(super) fn must_be(&self, text: &str, expected: &str) -> Result<(), Error> {
        if self.text == text { Ok(()) } else { Err(Error::new(self.place, format!("`{}`", self.text), expected)) }
    }
}

/// True if the text may name a type, predicate, action or object.
pub(super) fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

impl<'a> List<'a> {
    pub(super) fn head(&self, expected: &str) -> Result<&Word<'a>, Error> {
        match self.items.first() {
            Some(tree) => tree.word(expected),
            None => Err(Error::new(self.place, "`()`", expected)),
        }
    }

    /// Returns the item at an index; `expected` names it in the error for a list that is too short.
    pub(super) fn item(&self, index: usize, expected: &str) -> Result<&Tree<'a>, Error> {
        self.items.get(index).ok_or_else(|| Error::new(self.end, "`)`", expected))
    }

    pub(super) fn at_most(&self, count: usize) -> Result<(), Error> {
        self.items.get(count).map_or(Ok(()), |tree| Err(tree.instead_of("`)`")))
    }
}

/// Reads a text, which must be one list. The meter is checked at each word.
pub(super) fn read<'a>(text: &'a str, meter: &Meter) -> Result<List<'a>, ReadError> {
    let mut open: Vec<List<'_>> = Vec::new();
    let mut whole: Option<List<'_>> = None;
    let mut tokens = Tokens { rest: text, place: Location { line: 1, column: 1 } };
    let mut end = tokens.place;
    while let Some((token, at)) = tokens.next() {
        end = tokens.place;
        meter.check()?;
        if whole.is_some() {
            let problem = format!("`{}` after the end", safe(token));
            return Err(Error::new(at, problem, "the end of the file after the last `)`").into());
        }
        match token {
            "(" if open.len() == DEEPEST => {
                return Err(Error::new(at, format!("nested more than {DEEPEST} deep"), "fewer parentheses").into());
            }
            "(" => open.push(List { items: Vec::new(), place: at, end: at }),
            ")" => {
                let Some(mut list) = open.pop() else { return Err(Error::new(at, "`)`", "`(`").into()) };
                list.end = at;
                match open.last_mut() {
                    Some(outer) => outer.items.push(Tree::List(list)),
                    None => whole = Some(list),
                }
            }
            word => {
                check_word(word, at)?;
                let Some(list) = open.last_mut() else {
                    return Err(Error::new(at, format!("`{word}`"), "`(define`").into());
                };
                // Most words are in lower case already, and need no memory of their own.
                let is_lower = word.is_ascii() && !word.bytes().any(|b| b.is_ascii_uppercase());
                let text = if is_lower { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) };
                list.items.push(Tree::Word(Word { text, place: at }));
            }
        }
    }
    let ending = |expected: String| Error::new(end, "the text ends", expected).into();
    match (whole, open.last()) {
        (Some(list), _) => Ok(list),
        (None, Some(list)) => Err(ending(format!("`)` for the `(` at {}", list.place))),
        (None, None) => Err(ending("`(define`".to_owned())),
    }
}

fn check_word(word: &str, at: Location) -> Result<(), Error> {
    if word.contains(is_unsafe) {
        return Err(Error::new(at, format!("`{}`", safe(word)), "a word without control characters"));
    }
    let Some(before) = word.split_once(',').map(|(before, _)| before.chars().count()) else { return Ok(()) };
    let comma = Location { column: at.column + before as u32, ..at };
    Err(Error::new(comma, "a name cannot contain a comma", "blanks between names"))
}

/// The rest of a text after the last parenthesis or word, and its place.
struct Tokens<'a> {
    rest: &'a str,
    place: Location,
}

impl<'a> Tokens<'a> {
    fn skip(&mut self, bytes: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(bytes);
        for c in skipped.chars() {
            if c == '\n' {
                self.place = Location { line: self.place.line + 1, column: 1 };
            } else {
                self.place.column += 1;
            }
        }
        self.rest = rest;
        skipped
    }

    /// Returns the next parenthesis or word with its place; `None` at the end of the text.
    fn next(&mut self) -> Option<(&'a str, Location)> {
        loop {
            self.skip(self.rest.len() - self.rest.trim_start_matches(is_blank).len());
            if !self.rest.starts_with(';') {
                break;
            }
            self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
        let (at, mut characters) = (self.place, self.rest.chars());
        let first = characters.next()?;
        let is_end = |c| matches!(c, '(' | ')' | ';') || is_blank(c);
        let length = match first {
            '(' | ')' => 1,
            // No name begins with a dash: `?c -box`. Numbers do.
            '-' if characters.next().is_some_and(|c| !c.is_ascii_digit()) => 1,
            // A variable begins at its `?`, even without a blank before it: `(at aircraft?a)`.
            _ => {
                let rest = &self.rest[first.len_utf8()..];
                first.len_utf8() + rest.find(|c| c == '?' || is_end(c)).unwrap_or(rest.len())
            }
        };
        Some((self.skip(length), at))
    }
}

/// A byte order mark counts as blank, since editors leave it at the start.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Place in a text: line and column from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Location {
    /// Line in the text, from 1.
    pub line: u32,
    /// Column in the line, from 1.
    pub column: u32,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Fault of a PDDL text, with its place and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {problem}; expected {expected}")]
pub struct Error {
    /// Place of the fault.
    pub place: Location,
    /// Description of the fault.
    pub problem: String,
    /// Description of the text that was expected here.
    pub expected: String,
}

/// Reason why a PDDL text was not read completely.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The first fault of the text.
    #[error(transparent)]
    Fault(#[from] Error),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl Error {
    pub(super) fn new(place: Location, problem: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { place, problem: problem.into(), expected: expected.into() }
    }

    /// Returns the error for a word of a feature of PDDL that is not read; `None` for other words.
    pub(super) fn unread(word: &Word<'_>) -> Option<Self> {
        let text = word.text.as_ref();
        let has = |&&(feature, _, words): &&Feature| feature == text || words.contains(&text);
        FEATURES.iter().find(has).map(|(feature, ..)| Self::of_feature(word.place, text, feature))
    }

    /// Returns the error for text at a place that needs a requirement which is not read.
    pub(super) fn of_feature(place: Location, text: &str, feature: &str) -> Self {
        let brackets = if text == feature { String::new() } else { format!(" ({feature})") };
        let is_known = FEATURES.iter().any(|&(known, by_fast_downward, _)| known == feature && by_fast_downward);
        let reader =
            if is_known { "Fast Downward reads this" } else { "neither this planner nor Fast Downward reads this" };
        let expected = format!("{} at most; {reader}", REQUIREMENTS.join(" "));
        Self::new(place, format!("`{text}`{brackets} is not supported"), expected)
    }
}

/// A requirement that is not read, whether Fast Downward reads it, and the words that need it.
type Feature = (&'static str, bool, &'static [&'static str]);

const FEATURES: [Feature; 12] = [
    (":conditional-effects", true, &["when"]),
    (":disjunctive-preconditions", true, &["or", "imply"]),
    (":existential-preconditions", true, &["exists"]),
    (":universal-preconditions", true, &["forall"]),
    (":derived-predicates", true, &[":derived", ":axiom"]),
    (":numeric-fluents", false, &["<", "<=", ">", ">=", "+", "-", "*", "/", "assign", "decrease"]),
    (":fluents", false, &["scale-up", "scale-down"]),
    (":durative-actions", false, &[":durative-action", ":duration", "over"]),
    (":timed-initial-literals", false, &[]),
    (":preferences", false, &["preference", "is-violated"]),
    (":constraints", false, &["always", "sometime", "within", "at-most-once"]),
    (":non-deterministic", false, &["oneof", "probabilistic"]),
];
