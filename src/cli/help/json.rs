//! The help topic `json`: all rows of JSON Lines with their keys, from the schemas of the row types, or as one JSON Schema.

use crate::cli::io::row::Counts;
use crate::cli::{explain, improve, layers, list, pddl, plan, prove, rooms, solve, verify};
use crate::render::{
    LayersRow, NoAnswerRow, PlanRow, ProofRow, RoomsRow, SCHEMA, SolveRow, TraceRow, VerifyRow, wrapped,
};
use crate::study::{Assignment, Comparison, Difference, Finding, Group, Row, RunSetting};
use indexmap::IndexMap;
use itertools::Itertools;
use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Map, Value, json};
use std::fmt::Write;

const INDENT: usize = 20;

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

    /// Returns lines with the keys of an object and their meaning, those of inner objects indented.
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
            text += &row(&format!("{}{key}", "  ".repeat(depth)), INDENT, &says);
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
pub(super) fn text() -> String {
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
pub(super) fn of(form: &str) -> Option<String> {
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
    use crate::cli::command;

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
        let long = |key: &&str| key.len() < INDENT;
        assert_eq!(keys.filter(long).collect::<Vec<_>>(), [""; 0]);
        assert!(!text.contains("[`") && !text.contains("`None`"), "links and words of Rust");
    }
}
