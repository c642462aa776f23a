//! The topics of `sokoplan help TOPIC`: texts that several subcommands share.

use super::json::{self, row};
use crate::deadlock::{About, RuleSet};
use crate::search::Components;
use crate::solve::{Part, Strategy};
use itertools::Itertools;
use std::borrow::Cow;

pub(super) struct Topic {
    pub(super) word: &'static str,
    /// Options that it explains; without any it is a topic of each subcommand.
    options: &'static [&'static str],
    /// Its title, a blank line and the content, in lines of at most 80 characters.
    pub(super) text: fn() -> Cow<'static, str>,
}

const fn topic(word: &'static str, options: &'static [&'static str], text: fn() -> Cow<'static, str>) -> Topic {
    Topic { word, options, text }
}

pub(super) const TOPICS: [Topic; 15] = [
    topic("levels", &["level"], || include_str!("levels.txt").into()),
    topic("limits", &["time"], || include_str!("limits.txt").into()),
    topic("strategies", &["strategy"], || strategies().into()),
    topic("textbook", &["strategy"], || textbook().into()),
    topic("parts", &["leave_out"], || include_str!("parts.txt").replace("{left_out}\n", &left_out()).into()),
    topic("rules", &["leave_out"], || include_str!("rules.txt").replace("{rules}\n", &rules()).into()),
    topic("proofs", &["proof", "bound", "steps"], || include_str!("proofs.txt").into()),
    topic("proof-rules", &["proof", "bound", "steps"], || include_str!("proof-rules.txt").into()),
    topic("bound-rules", &["bound"], || include_str!("bound-rules.txt").into()),
    topic("plans", &["exact", "strategy"], || include_str!("plans.txt").into()),
    topic("areas", &["rooms_by"], || include_str!("areas.txt").into()),
    topic("formats", &["input_format", "format"], || include_str!("formats.txt").into()),
    topic("json", &["json"], || json::text().into()),
    topic("words", &["exact", "strategy"], || include_str!("words.txt").into()),
    topic("exit-codes", &[], || include_str!("exit-codes.txt").into()),
];

pub(super) fn words() -> [&'static str; 15] {
    TOPICS.map(|topic| topic.word)
}

/// Returns the words of the topics that explain options of a subcommand; of all topics for the whole command.
pub(super) fn words_of(command: &clap::Command) -> Vec<&'static str> {
    let has = |id: &&str| command.get_arguments().any(|arg| arg.get_id() == id);
    let is_whole = command.find_subcommand("help").is_some();
    let is_last = !command.has_subcommands();
    let explains = |topic: &Topic| topic.options.iter().any(has) || (topic.options.is_empty() && is_last);
    TOPICS.iter().filter(|topic| is_whole || explains(topic)).map(|topic| topic.word).collect()
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

    fn all_in(topic: &str, words: impl IntoIterator<Item = impl AsRef<str>>) {
        let is_sign = |c: char| !(c.is_alphanumeric() || c == '-' || c == '_');
        let text = (TOPICS.iter().find(|one| one.word == topic).expect("a topic").text)();
        let known: Vec<&str> = text.split(is_sign).collect();
        for word in words {
            assert!(known.contains(&word.as_ref()), "{topic}: {}", word.as_ref());
        }
    }

    #[test]
    fn every_word_of_an_option_is_in_its_topic() {
        all_in("strategies", strategy::words().filter(|word| !textbook().contains(word)));
        all_in("textbook", Strategy::textbooks().map(Strategy::word));
        all_in("textbook", Setup::heuristics().words());
        all_in("parts", Part::words().into_iter().map(|(word, _)| word));
        all_in("parts", Setup::parts());
        all_in("plans", Label::ALL.map(Label::word));
        all_in("areas", RoomsBy::ALL.map(RoomsBy::word));
        let formats = InputFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        all_in("formats", formats.map(|format| format.get_name().to_owned()));
        let answers = [Answer::Solved, Answer::TimeLimit, Answer::GaveUp, Answer::Invalid, Answer::InternalError];
        all_in("exit-codes", answers.map(Answer::word));
    }

    #[test]
    fn texts_fit_a_screen_of_80_columns_and_40_lines() {
        for Topic { word, text, .. } in TOPICS {
            let text = text();
            let mut lines = text.lines();
            assert!(lines.next().is_some_and(|title| !title.is_empty()) && lines.next() == Some(""), "{word}");
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{word}");
            assert!(text.lines().count() <= 40, "{word}: {} lines", text.lines().count());
        }
    }
}
