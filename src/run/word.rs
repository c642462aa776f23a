//! Parsing of enumerations that users write as words.

/// Implements `FromStr` for an enumeration with a constant `ALL` and a method `word`. The error lists all words.
///
/// ```
/// #[derive(Clone, Copy)]
/// enum Side {
///     Left,
/// }
///
/// impl Side {
///     const ALL: [Self; 1] = [Self::Left];
///
///     fn word(self) -> &'static str {
///         "left"
///     }
/// }
/// sokoplan_run::from_word!(Side);
///
/// assert!("left".parse::<Side>().is_ok() && "right".parse::<Side>().is_err());
/// ```
#[macro_export]
macro_rules! from_word {
    ($type:ty) => {
        impl std::str::FromStr for $type {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, String> {
                let found = Self::ALL.into_iter().find(|value| value.word() == text);
                found.ok_or_else(|| format!("expected one of {}", Self::ALL.map(Self::word).join(", ")))
            }
        }
    };
}
