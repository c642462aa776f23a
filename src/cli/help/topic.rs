//! The topics of `sokoplan help TOPIC`: texts that several subcommands share.

use super::json::{self, row};
use crate::deadlock::{About, RuleSet};
use crate::search::Components;
use crate::solve::{Part, Strategy};
use itertools::Itertools;
use std::borrow::Cow;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Levels,
    Limits,
    Strategies,
    Textbook,
    Parts,
    Rules,
    Proofs,
    ProofRules,
    BoundRules,
    Plans,
    Areas,
    Formats,
    Json,
    Words,
    ExitCodes,
}

crate::run::from_word!(pub(crate) Topic {
    Levels = "levels", Limits = "limits", Strategies = "strategies", Textbook = "textbook", Parts = "parts",
    Rules = "rules", Proofs = "proofs", ProofRules = "proof-rules", BoundRules = "bound-rules", Plans = "plans", Areas = "areas",
    Formats = "formats", Json = "json", Words = "words", ExitCodes = "exit-codes"
});

impl Topic {
    /// Returns the text of the topic: a title, a blank line and the content, in lines of at most 80 characters.
    pub(crate) fn text(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Levels => include_str!("levels.txt"),
            Self::Limits => include_str!("limits.txt"),
            Self::Strategies => return Cow::Owned(strategies()),
            Self::Textbook => return Cow::Owned(textbook()),
            Self::Parts => return Cow::Owned(include_str!("parts.txt").replace("{left_out}\n", &left_out())),
            Self::Rules => return Cow::Owned(include_str!("rules.txt").replace("{rules}\n", &rules())),
            Self::Proofs => include_str!("proofs.txt"),
            Self::ProofRules => include_str!("proof-rules.txt"),
            Self::BoundRules => include_str!("bound-rules.txt"),
            Self::Plans => include_str!("plans.txt"),
            Self::Areas => include_str!("areas.txt"),
            Self::Formats => include_str!("formats.txt"),
            Self::Json => return Cow::Owned(json::text()),
            Self::Words => include_str!("words.txt"),
            Self::ExitCodes => include_str!("exit-codes.txt"),
        })
    }

    /// Returns the topics that explain options of a subcommand; all topics for the whole command.
    pub(crate) fn of(command: &clap::Command) -> Vec<Self> {
        let has = |id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
        let explains = |topic: &Self| match topic {
            Self::Levels => has("level"),
            Self::Limits => has("time"),
            Self::Strategies | Self::Textbook => has("strategy"),
            Self::Rules | Self::Parts => has("leave_out"),
            Self::BoundRules => has("bound"),
            Self::Proofs | Self::ProofRules => has("proof") || has("bound") || has("steps"),
            Self::Plans | Self::Words => has("exact") || has("strategy"),
            Self::Areas => has("rooms_by"),
            Self::Formats => has("input_format") || has("format"),
            Self::Json => has("json"),
            Self::ExitCodes => !command.has_subcommands(),
        };
        let is_whole = command.find_subcommand("help").is_some();
        Self::ALL.into_iter().filter(|topic| is_whole || explains(topic)).collect()
    }
}

const INDENT: usize = 23;
/// Column of the sentences of deadlock rules.
const RULE: usize = 15;

fn strategies() -> String {
    include_str!("strategies.txt")
        .replace("{groups}\n", &rows(Strategy::groups()))
        .replace("{pushes}\n", &listed(Strategy::pushes()))
        .replace("{plans}\n", &listed(Strategy::plans().chain([Strategy::Takeover])))
}

fn textbook() -> String {
    include_str!("textbook.txt").replace("{textbooks}\n", &listed(Strategy::textbooks()))
}

fn listed(strategies: impl Iterator<Item = Strategy>) -> String {
    rows(strategies.map(|one| (one.word(), one.sentence())))
}

fn left_out() -> String {
    const KINDS: [&str; 5] = ["deadlock rules", "of lean", "of fess", "of events", "strategies"];
    let kind = |part: Part| match part {
        Part::Rule(_) | Part::Component(Components::PI_CORRAL) => KINDS[0],
        Part::Component(Components::SYMMETRY) => KINDS[1],
        Part::Component(Components::FALLBACK | Components::LABELS) => KINDS[3],
        Part::Component(_) | Part::Adviser(_) => KINDS[2],
        Part::Strategy(_) => KINDS[4],
    };
    let words = Part::words();
    let of = |name: &str| words.iter().filter(|&&(_, part)| kind(part) == name).map(|&(word, _)| word).join(", ");
    KINDS.map(|name| row(name, 18, &of(name))).concat()
}

fn rules() -> String {
    let of = |about: &About| {
        let users = format!("used by {}; source: {}", about.purposes.words().join(", "), about.source);
        row(about.id.name(), RULE, about.sentence) + &row("", RULE, &users)
    };
    RuleSet::all().iter().map(|rule| of(rule.about())).collect()
}

fn rows(entries: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    entries.map(|(word, sentence)| row(word, INDENT, sentence)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstraction::Label;
    use crate::cli::strategy;
    use crate::level::InputFormat;
    use crate::maze::RoomsBy;
    use crate::run::Answer;
    use crate::solve::Part;
    use crate::textbook::Setup;
    use clap::ValueEnum;

    fn all_in(topic: Topic, words: impl IntoIterator<Item = impl AsRef<str>>) {
        let is_sign = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
        let text = topic.text();
        let known: Vec<&str> = text.split(is_sign).collect();
        for word in words {
            assert!(known.contains(&word.as_ref()), "{}: {}", topic.word(), word.as_ref());
        }
    }

    #[test]
    fn every_word_of_an_option_is_in_its_topic() {
        all_in(Topic::Strategies, strategy::words().filter(|word| !textbook().contains(word)));
        all_in(Topic::Textbook, Strategy::textbooks().map(Strategy::word));
        all_in(Topic::Textbook, Setup::heuristics().words());
        all_in(Topic::Parts, Part::words().into_iter().map(|(word, _)| word));
        all_in(Topic::Parts, Setup::parts());
        all_in(Topic::Plans, Label::ALL.map(Label::word));
        all_in(Topic::Areas, RoomsBy::ALL.map(RoomsBy::word));
        let formats = InputFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        all_in(Topic::Formats, formats.map(|format| format.get_name().to_owned()));
        let answers = [Answer::Solved, Answer::TimeLimit, Answer::GaveUp, Answer::Invalid, Answer::InternalError];
        all_in(Topic::ExitCodes, answers.map(Answer::word));
    }

    #[test]
    fn texts_fit_a_screen_of_80_columns_and_40_lines() {
        for topic in Topic::ALL {
            let text = topic.text();
            let mut lines = text.lines();
            assert!(lines.next().is_some_and(|title| !title.is_empty()) && lines.next() == Some(""), "{topic:?}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{topic:?}");
            assert!(text.lines().count() <= 40, "{topic:?}: {} lines", text.lines().count());
        }
    }
}
