//! `--strategy`: who searches.
//!
//! The words are the same on every subcommand: all searches, one of the two sides, or searches by name. Settings of
//! textbook searches are left to [`super::settings`].

use super::Failure;
use super::settings::SettingArgs;
use crate::solve::{Options, PushStrategy, Sides};
use crate::textbook::{Setup, Strategy};

/// One word of `--strategy`.
#[derive(Clone, Debug)]
pub(super) enum Searcher {
    /// Push searches and plans, in turn.
    All,
    /// Plans alone.
    Plans,
    /// Plans, and push searches from where they leave open what is possible.
    Takeovers,
    /// All push searches, without plans.
    Pushes,
    /// One push search.
    Push(PushStrategy),
    /// A search of the textbooks: its name, and the settings after it.
    Textbook(String, Vec<String>),
}

impl Searcher {
    /// The words of sides; `solver` is an older one.
    const SIDES: [(&'static str, Self); 5] = [
        ("all", Self::All),
        ("plans", Self::Plans),
        ("takeovers", Self::Takeovers),
        ("pushes", Self::Pushes),
        ("solver", Self::All),
    ];

    /// Parses a word, as in `plans`, `lean` or `a-star:h2:no-freeze`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        if let Some((_, side)) = Self::SIDES.iter().find(|(word, _)| *word == text) {
            return Ok(side.clone());
        }
        if let Ok(push) = text.parse() {
            return Ok(Self::Push(push));
        }
        text.parse::<Setup>().map_err(|error| {
            let known = || Self::words().collect::<Vec<_>>().join(", ");
            if text.contains(':') { error } else { format!("expected one of {}", known()) }
        })?;
        let mut words = text.split(':').map(str::to_owned);
        Ok(Self::Textbook(words.next().unwrap_or_default(), words.collect()))
    }

    /// Returns all words that are shown to users.
    pub(super) fn words() -> impl Iterator<Item = &'static str> {
        let sides = Self::SIDES.into_iter().map(|(word, _)| word).filter(|word| *word != "solver");
        let textbook = Strategy::ALL.map(Strategy::word).into_iter().chain(["backward"]);
        sides.chain(PushStrategy::ALL.map(PushStrategy::word)).chain(textbook)
    }

    /// Returns whether it is one of the textbooks'.
    pub(super) const fn is_textbook(&self) -> bool {
        matches!(self, Self::Textbook(..))
    }

    /// Returns whether it makes plans.
    pub(super) const fn plans(&self) -> bool {
        matches!(self, Self::All | Self::Plans | Self::Takeovers)
    }

    /// Returns the options of these together; none is all.
    pub(super) fn together(some: &[Self], args: &SettingArgs, mut options: Options) -> Result<Options, Failure> {
        if let Some(alone) = some.iter().find(|one| some.len() > 1 && one.goes_alone()) {
            return Err(Failure::message(format!("--strategy: {} goes with no other", alone.word())));
        }
        if let [Self::Textbook(name, words)] = some {
            options.textbook = Some(args.setup(name, words)?);
            return Ok(options);
        }
        args.leave_out_of(&mut options);
        let plans = some.is_empty() || some.iter().any(Self::plans);
        let named: Vec<&str> = some.iter().filter(|one| matches!(one, Self::Push(_))).map(Self::word).collect();
        let pushes =
            some.is_empty() || !named.is_empty() || some.iter().any(|one| matches!(one, Self::All | Self::Pushes));
        options.sides = match some {
            [Self::Takeovers] => Sides::PlanWithTakeovers,
            _ if plans && pushes => Sides::Both,
            _ if plans => Sides::PlanOnly,
            _ => Sides::PushOnly,
        };
        if !some.iter().any(|one| matches!(one, Self::All | Self::Pushes)) && !named.is_empty() {
            let others = PushStrategy::ALL.map(PushStrategy::word).into_iter().filter(|word| !named.contains(word));
            options.without.extend(others);
        }
        Ok(options)
    }

    const fn goes_alone(&self) -> bool {
        matches!(self, Self::Takeovers | Self::Textbook(..))
    }

    /// Returns the word, without settings.
    pub(super) fn word(&self) -> &str {
        match self {
            Self::All => "all",
            Self::Plans => "plans",
            Self::Takeovers => "takeovers",
            Self::Pushes => "pushes",
            Self::Push(push) => push.word(),
            Self::Textbook(name, _) => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn together(words: &str) -> Options {
        let some: Vec<Searcher> =
            words.split_terminator(',').map(|word| Searcher::read(word).expect("a word")).collect();
        Searcher::together(&some, &SettingArgs::default(), Options::default()).expect("they go together")
    }

    #[test]
    fn each_word_adds_what_it_names() {
        let sides = |words| together(words).sides;
        assert_eq!((sides(""), sides("all"), sides("plans,pushes")), (Sides::Both, Sides::Both, Sides::Both));
        assert_eq!((sides("plans"), sides("takeovers")), (Sides::PlanOnly, Sides::PlanWithTakeovers));
        let named = |words| (sides(words), together(words).strategies());
        assert_eq!(named("fess"), (Sides::PushOnly, vec![PushStrategy::Fess]));
        assert_eq!(named("lean,plans"), (Sides::Both, vec![PushStrategy::Lean]));
        assert_eq!(named("pushes,lean"), (Sides::PushOnly, PushStrategy::ALL.to_vec()));
        assert!(together("a-star:h2").textbook.is_some());
    }

    #[test]
    fn every_word_is_read_and_a_textbook_search_goes_alone() {
        assert!(Searcher::words().all(|word| Searcher::read(word).is_ok()));
        let both = ["a-star", "plans"].map(|word| Searcher::read(word).expect("a word"));
        assert!(Searcher::together(&both, &SettingArgs::default(), Options::default()).is_err());
    }
}
