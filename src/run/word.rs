//! Parsing of enumerations that users write as words.

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
