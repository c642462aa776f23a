//! Parsing of enumerations that users write as words, and numbers with their nouns.

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
