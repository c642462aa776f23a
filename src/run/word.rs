//! Enumerations that users write as words.

/// Implements `FromStr` for an enumeration with `ALL` and `word`. The error lists the words.
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

pub(crate) use from_word;
