//! The topics of `sokoplan help TOPIC`: texts that several subcommands share; among them `json`, all rows of JSON Lines with their
//! keys, from the schemas of the row types, or as one JSON Schema.

use crate::cli::io::row::Counts;
use crate::cli::{explain, improve, layers, list, pddl, plan, prove, rooms, solve, verify};
use crate::deadlock::{About, RuleSet};
use crate::render::{
    LayersRow, NoAnswerRow, PlanRow, ProofRow, RoomsRow, SCHEMA, SolveRow, TraceRow, VerifyRow, wrapped,
};
use crate::search::Components;
use crate::solve::{Part, Strategy};
use crate::study::{Assignment, Comparison, Difference, Finding, Group, Row, RunSetting};
use indexmap::IndexMap;
use itertools::Itertools;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::fmt::Write;

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
    topic("json", &["json"], || kinds_of_rows().into()),
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

/// Column of the sentences of strategies.
const STRATEGY: usize = 23;
/// Column of the sentences of deadlock rules.
const RULE: usize = 15;
/// Column of the meanings of keys.
const KEY: usize = 20;

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
    entries.map(|(word, sentence)| row(word, STRATEGY, sentence)).collect()
}

struct Rows {
    rows: Vec<(&'static str, Value)>,
    definitions: Map<String, Value>,
}

impl Rows {
    /// Returns all rows that the program writes, as `SUBCOMMAND: TYPE`.
    fn all() -> Self {
        // Validators need not know the sizes of integers.
        let plain = RecursiveTransform(|schema: &mut Schema| _ = schema.remove("format"));
        let mut generator = SchemaSettings::draft2020_12().for_serialize().with_transform(plain).into_generator();
        macro_rules! rows {
            ($($row:literal: $of:ty,)*) => { vec![$(($row, generator.subschema_for::<$of>().to_value()),)*] };
        }
        let rows = rows! {
            "level without figures: level": NoAnswerRow,
            "solve: level": SolveRow,
            "solve --proof: level": solve::LevelRow<'_>,
            "solve: summary": solve::Summary,
            "improve: level": SolveRow,
            "improve: summary": improve::Summary,
            "explain: level": explain::ExplainRow<'_>,
            "explain: summary": Counts<explain::Summary>,
            "plan: level": PlanRow,
            "plan: summary": Counts<plan::PlanSummary>,
            "plan follow: level": plan::FollowRow<'_>,
            "plan --trace: trace": TraceRow,
            "rooms: level": RoomsRow<'_>,
            "rooms stats: level": rooms::StatsRow<'_>,
            "rooms: summary": rooms::Summary,
            "layers: level": LayersRow,
            "layers: summary": Counts<layers::Deadlocks>,
            "list: level": list::ListRow<'_>,
            "list: summary": list::Summary,
            "verify: level": VerifyRow<'_>,
            "verify: proof": verify::CheckRow<'_>,
            "verify: summary": verify::Summary,
            "prove: level": ProofRow,
            "prove: summary": Counts<prove::Proved>,
            "prove patterns: pattern": prove::PatternRow<'_>,
            "prove patterns: summary": prove::PatternSummary,
            "bench: level": Row,
            "bench: setting": RunSetting,
            "bench: file": Group,
            "bench: run": Group,
            "bench: summary": Group,
            "bench --shard: shard": Assignment,
            "bench merge: missing, twice, contradictory": Finding,
            "bench compare: gained, lost": Difference,
            "bench compare: summary": Comparison,
            "pddl check: plan": pddl::CheckRow,
            "pddl solve: plan": pddl::PlanRow<'_>,
            "pddl solve: summary": pddl::Summary,
        };
        Self { rows, definitions: generator.take_definitions(true) }
    }

    fn referred(&self, schema: &Value) -> Option<&Value> {
        self.definitions.get(schema["$ref"].as_str()?.strip_prefix("#/$defs/")?)
    }

    /// Returns the schema of the objects in a value: the value itself, one that may be null, or the items of a list or map.
    fn object<'s>(&'s self, schema: &'s Value) -> Option<&'s Value> {
        if let Some(of) = self.referred(schema) {
            return self.object(of);
        }
        if schema["properties"].is_object() || schema["oneOf"][0]["properties"].is_object() {
            return Some(schema);
        }
        let inner = ["items", "additionalProperties"].into_iter().filter_map(|key| schema.get(key));
        let either = schema["anyOf"].as_array().into_iter().flatten();
        inner.chain(either).find_map(|schema| self.object(schema))
    }

    fn words(&self, schema: &Value) -> Vec<String> {
        if let Some(of) = self.referred(schema) {
            return self.words(of);
        }
        let word = |schema: &Value| Some(schema["const"].as_str()?.to_owned());
        let listed = schema["enum"].as_array().into_iter().flatten().filter_map(|word| Some(word.as_str()?.to_owned()));
        let each = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
        word(schema).into_iter().chain(listed).chain(each.flat_map(|one| self.words(one))).collect()
    }

    /// Returns a line for each key of an object, with its meaning; the keys of inner objects are indented.
    fn keys(&self, schema: &Value, depth: usize) -> String {
        let mut text = String::new();
        for (key, value) in schema["properties"].as_object().into_iter().flatten() {
            let words = self.words(value);
            let says = value["description"].as_str().unwrap_or_default().replace("`None`", "`null`");
            let says = match words.join(", ") {
                one if value.get("const").is_some() => one,
                all if words.is_empty() => says + &all,
                all => format!("{says} One of: {all}."),
            };
            text += &row(&format!("{}{key}", "  ".repeat(depth)), KEY, &says);
            text += &self.object(value).map_or_else(String::new, |object| self.keys(object, depth + 1));
        }
        let variants = schema["oneOf"].as_array().into_iter().flatten();
        text + &variants.map(|variant| self.keys(variant, depth)).collect::<String>()
    }

    /// Returns the rows whose name passes a filter, each with its keys; equal rows together.
    fn text(&self, is_wanted: impl Fn(&str) -> bool) -> String {
        let wanted = self.rows.iter().filter(|(name, _)| is_wanted(name));
        let mut text = String::new();
        for (schema, same) in &wanted.chunk_by(|(_, schema)| schema) {
            let names = same.map(|(name, _)| *name).join("; ");
            let schema = self.referred(schema).unwrap_or(schema);
            text += &format!("{}{names}\n{}", if text.is_empty() { "" } else { "\n" }, self.keys(schema, 0));
        }
        text
    }
}

/// Returns the kinds of rows, without their keys.
fn kinds_of_rows() -> String {
    let mut forms: IndexMap<&str, Vec<&str>> = IndexMap::new();
    let rows = Rows::all().rows;
    rows.iter()
        .filter_map(|(row, _)| row.split_once(": "))
        .for_each(|(form, of)| forms.entry(form).or_default().push(of));
    let lines: String = forms.iter().map(|(form, types)| row(form, 24, &types.join(", "))).collect();
    format!(
        "Rows of JSON Lines (--json): one object a line\n\n\
         `help json COMMAND` explains the keys, e.g. `help json solve --proof`;\n\
         `help json schema` prints one JSON Schema of all rows.\n\n\
         Each row has `type` and `schema`. The schema, now {SCHEMA}, is raised when a key is\n\
         removed or changes its meaning. Rows of levels also have `file` and `level`,\n\
         counted from 1. A square is [row, column], counted from 0. Indented keys belong\n\
         to the object above them, or to each object of the list.\n\n  \
         command               types of rows\n{lines}"
    )
}

/// Returns a subcommand without its default mode: `rooms` for `rooms show`.
fn plain(form: &str) -> &str {
    [" show", " run", " level"].iter().find_map(|mode| form.strip_suffix(mode)).unwrap_or(form)
}

/// Returns the keys of the rows of a subcommand, e.g. `solve --proof`; `None` for other words.
pub(super) fn keys_of(form: &str) -> Option<String> {
    let form = plain(form);
    let text = Rows::all().text(|name| name.split_once(": ").is_some_and(|(of, _)| of == form));
    Some(text).filter(|text| !text.is_empty())
}

/// Returns the JSON Schema of a row: any of the kinds `SUBCOMMAND: TYPE`.
pub(super) fn schema() -> String {
    let Rows { rows, definitions } = Rows::all();
    let kind = |(row, schema): (&str, Value)| {
        let types: Vec<&str> = row.split(": ").skip(1).flat_map(|types| types.split(", ")).collect();
        json!({ "title": row, "properties": { "type": { "enum": types } }, "allOf": [schema] })
    };
    let kinds: Vec<Value> = rows.into_iter().map(kind).collect();
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Row of sokoplan",
        "type": "object",
        "required": ["type", "schema"],
        "properties": { "schema": { "const": SCHEMA } },
        "anyOf": kinds,
        "$defs": definitions,
    });
    format!("{schema:#}\n")
}

/// Returns lines with a word and, beside it from column `indent`, its description.
pub(super) fn row(word: &str, indent: usize, sentence: &str) -> String {
    let mut text = String::new();
    let lines = paragraph(sentence, 80 - indent);
    for (number, line) in lines.lines().enumerate() {
        let head = if number == 0 { word } else { "" };
        if head.chars().count() + 3 > indent {
            _ = writeln!(text, "  {head}\n{:indent$}{line}", "");
        } else {
            _ = writeln!(text, "  {head:width$}{line}", width = indent - 2);
        }
    }
    text
}

/// Returns a text in lines of at most `width` columns, a little narrower where one word would be left for the last line.
pub(super) fn paragraph(text: &str, width: usize) -> String {
    const NARROWER: usize = 16;
    let at = |width| wrapped(text, Some(width));
    let is_fine = |lines: &String| lines.lines().last().is_some_and(|last| last.contains(' '));
    let most = at(width);
    if most.lines().count() == 1 {
        return most;
    }
    let narrower = (width.saturating_sub(NARROWER)..=width).rev().map(at);
    narrower.take_while(|lines| lines.lines().count() == most.lines().count()).find(is_fine).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstraction::Label;
    use crate::cli::{command, strategy};
    use crate::level::InputFormat;
    use crate::maze::RoomsBy;
    use crate::run::Answer;
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

    #[test]
    fn every_subcommand_with_json_has_a_row() {
        let rows = Rows::all().rows;
        let is_told = |form: &str| rows.iter().any(|(row, _)| row.starts_with(&format!("{form}:")));
        for one in command().get_subcommands() {
            let below = one.get_subcommands().map(|below| (format!("{} {}", one.get_name(), below.get_name()), below));
            for (form, command) in below.chain([(one.get_name().to_owned(), one)]) {
                let has_json = command.get_arguments().any(|arg| arg.get_id() == "json");
                assert!(!has_json || is_told(plain(&form)), "{form} writes rows that `help json` does not name");
            }
        }
    }

    #[test]
    fn every_key_has_its_meaning_in_plain_words() {
        let text = Rows::all().text(|_| true);
        let keys =
            text.lines().filter(|line| line.starts_with("  ") && !line.contains("   ") && !line.trim().contains(' '));
        let long = |key: &&str| key.len() < KEY;
        assert_eq!(keys.filter(long).collect::<Vec<_>>(), [""; 0]);
        assert!(!text.contains("[`") && !text.contains("`None`"), "links and words of Rust");
    }
}
