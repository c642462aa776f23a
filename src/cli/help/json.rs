//! The help topic `json`: all rows of JSON Lines with their keys, from the schemas of the row types. `help json schema`
//! prints the schemas themselves.

use super::topic::row;
use crate::cli::row::Counts;
use crate::cli::{explain, improve, layers, list, patterns, pddl, plan, prove, rooms, solve, verify};
use crate::render::{LayersRow, NoAnswerRow, PlanRow, ProofRow, RoomsRow, SCHEMA, SolveRow, TraceRow, VerifyRow};
use crate::study::{Assignment, Comparison, Difference, Finding, Group, Row, RunSetting};
use indexmap::IndexMap;
use itertools::Itertools;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

const INDENT: usize = 20;

struct Rows {
    rows: Vec<(&'static str, Value)>,
    definitions: Map<String, Value>,
}

impl Rows {
    /// Returns all rows that the program writes, as `SUBCOMMAND: TYPE`.
    fn all() -> Self {
        let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
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
            "plan --from: level": plan::FromRow<'_>,
            "plan --trace: trace": TraceRow,
            "rooms: level": RoomsRow<'_>,
            "rooms --stats: level": rooms::StatsRow<'_>,
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
            "prove --patterns: pattern": patterns::PatternRow<'_>,
            "prove --patterns: summary": patterns::Summary,
            "bench: level": Row,
            "bench: setting": RunSetting,
            "bench: file": Group,
            "bench: run": Group,
            "bench: summary": Group,
            "bench --shard: shard": Assignment,
            "bench --merge: missing, twice, contradictory": Finding,
            "bench --compare: gained, lost": Difference,
            "bench --compare: summary": Comparison,
            "pddl check: plan": pddl::CheckRow,
            "pddl solve: plan": pddl::PlanRow<'_>,
            "pddl solve: summary": pddl::Summary,
        };
        Self { rows, definitions: generator.take_definitions(true) }
    }

    fn referred(&self, schema: &Value) -> Option<(&str, &Value)> {
        let name = schema["$ref"].as_str()?.strip_prefix("#/$defs/")?;
        self.definitions.get_key_value(name).map(|(name, of)| (name.as_str(), of))
    }

    /// Returns the schema of the objects in a value: the value itself, one that may be null, or the items of a list or map.
    fn object<'s>(&'s self, schema: &'s Value) -> Option<(Option<&'s str>, &'s Value)> {
        if let Some((name, of)) = self.referred(schema) {
            return self.object(of).map(|(inner, of)| (inner.or(Some(name)), of));
        }
        if schema["properties"].is_object() || schema["oneOf"][0]["properties"].is_object() {
            return Some((None, schema));
        }
        let inner = ["items", "additionalProperties"].into_iter().filter_map(|key| schema.get(key));
        let either = schema["anyOf"].as_array().into_iter().flatten();
        inner.chain(either).find_map(|schema| self.object(schema))
    }

    fn words(&self, schema: &Value) -> Vec<String> {
        if let Some((_, of)) = self.referred(schema) {
            return self.words(of);
        }
        let word = |schema: &Value| Some(schema["const"].as_str()?.to_owned());
        let listed = schema["enum"].as_array().into_iter().flatten().filter_map(|word| Some(word.as_str()?.to_owned()));
        let each = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema[key].as_array()).flatten();
        word(schema).into_iter().chain(listed).chain(each.flat_map(|one| self.words(one))).collect()
    }
}

struct Writer<'r> {
    rows: &'r Rows,
    /// Names of objects that several keys hold, each with the heading of its keys.
    shared: Vec<(String, String)>,
    text: String,
}

impl<'r> Writer<'r> {
    fn new(rows: &'r Rows) -> Self {
        let keys = rows.definitions.values().filter_map(|schema| schema["properties"].as_object()).flatten();
        // A key that several rows have from one struct is written once.
        let keys = keys.filter_map(|(key, value)| Some((rows.object(value)?.0?, key, value.to_string()))).unique();
        let counts = keys.counts_by(|(name, ..)| name);
        let root =
            |name: &str| rows.rows.iter().find(|(_, schema)| rows.referred(schema).is_some_and(|of| of.0 == name));
        let shared = rows.definitions.keys().filter_map(|name| {
            let (count, root) = (counts.get(name.as_str()).copied().unwrap_or(0), root(name).map(|(row, _)| *row));
            (count > 1 || count > 0 && root.is_some()).then(|| (name.clone(), root.unwrap_or(name).to_owned()))
        });
        Self { rows, shared: shared.collect(), text: String::new() }
    }

    /// Writes the keys of an object, `depth` objects deep, except the keys of `known`.
    fn keys(&mut self, schema: &Value, depth: usize, known: &Value) {
        let indent = "  ".repeat(depth);
        for (key, value) in schema["properties"].as_object().into_iter().flatten() {
            if known["properties"].get(key) == Some(value) {
                continue;
            }
            let mut says = value["description"].as_str().unwrap_or_default().replace("`None`", "`null`");
            let words = self.rows.words(value);
            if value.get("const").is_some() {
                says = words.join("");
            } else if !words.is_empty() {
                says += &format!(" One of: {}.", words.join(", "));
            }
            let mut object = self.rows.object(value);
            if let Some(heading) = object.and_then(|(name, _)| self.heading(name?)) {
                says += &format!(" Keys: as {heading}.");
                object = None;
            }
            let is_like = object.is_some_and(|(_, object)| has_all(schema, object));
            if is_like {
                says += " Other keys: as above.";
            }
            let key = format!("{indent}{key}");
            if key.len() + 3 > INDENT {
                self.text += &format!("  {key}\n");
                self.text += &row("", INDENT, &says);
            } else {
                self.text += &row(&key, INDENT, &says);
            }
            if let Some((_, object)) = object {
                self.keys(object, depth + 1, if is_like { schema } else { &Value::Null });
            }
        }
        for variant in schema["oneOf"].as_array().into_iter().flatten() {
            self.keys(variant, depth, &Value::Null);
        }
    }

    fn heading(&self, name: &str) -> Option<&str> {
        self.shared.iter().find(|(shared, _)| shared == name).map(|(_, heading)| heading.as_str())
    }

    fn write(mut self) -> String {
        let rows = self.rows;
        let mut told: Vec<(&str, &Value)> = Vec::new();
        for (schema, same) in &rows.rows.iter().chunk_by(|(_, schema)| schema) {
            let heads = same.map(|(row, _)| *row).join("; ");
            let schema = rows.referred(schema).map_or(schema, |(_, of)| of);
            let like = told.iter().find(|(_, known)| has_all(known, schema)).copied();
            let head = like.map_or(heads.clone(), |(head, _)| format!("{heads}, as {head}, and"));
            self.text += &format!("\n{head}\n");
            self.keys(schema, 0, like.map_or(&Value::Null, |(_, known)| known));
            told.extend(rows.rows.iter().find(|(row, _)| heads.starts_with(row)).map(|(row, _)| (*row, schema)));
        }
        let others: Vec<String> =
            self.shared.iter().filter(|(name, heading)| name == heading).map(|(name, _)| name.clone()).collect();
        for name in others {
            self.text += &format!("\n{name}\n");
            self.keys(&rows.definitions[name.as_str()], 0, &Value::Null);
        }
        self.text
    }
}

fn has_all(known: &Value, object: &Value) -> bool {
    const MANY: usize = 8;
    let properties = |schema: &'_ Value| schema["properties"].as_object().cloned().unwrap_or_default();
    let (known, own) = (properties(known), properties(object));
    own.len() > MANY && known.iter().filter(|&(key, value)| own.get(key) == Some(value)).count() > MANY
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
         `help json schema` prints all of them as JSON Schema.\n\n\
         Each row has `type` and `schema`. The schema, now {SCHEMA}, is raised when a key is\n\
         removed or changes its meaning. Rows of levels also have `file` and `level`,\n\
         counted from 1. A square is [row, column], counted from 0. Indented keys belong\n\
         to the object above them, or to each object of the list.\n\n  \
         command               types of rows\n{lines}"
    )
}

/// Returns the keys of the rows of a subcommand, e.g. `solve --proof`, then the keys that these refer to; `None` for other words.
pub(super) fn of(form: &str) -> Option<String> {
    let text = Writer::new(&Rows::all()).write();
    let sections: Vec<&str> = text.split("\n\n").map(|section| section.trim_matches('\n')).collect();
    let is_of = |section: &&str| heads(section).any(|head| head.split_once(": ").is_some_and(|(of, _)| of == form));
    let mut chosen: Vec<&str> = sections.iter().copied().filter(is_of).collect();
    let mut next = 0;
    while let Some(section) = chosen.get(next) {
        let is_referred = |other: &&str| heads(other).any(|head| section.contains(&format!("Keys: as {head}.")));
        let more: Vec<&str> = sections.iter().copied().filter(is_referred).collect();
        chosen.extend(more);
        chosen = chosen.into_iter().unique().collect();
        next += 1;
    }
    (!chosen.is_empty()).then(|| chosen.join("\n\n") + "\n")
}

fn heads(section: &str) -> impl Iterator<Item = &str> {
    section.lines().next().unwrap_or_default().split("; ")
}

/// Returns the schemas of all rows as JSON, by `SUBCOMMAND: TYPE`, without the keys that all rows have.
pub(super) fn schema() -> String {
    let Rows { rows, definitions } = Rows::all();
    let rows: Map<String, Value> = rows.into_iter().map(|(row, schema)| (row.to_owned(), schema)).collect();
    format!("{:#}\n", json!({ "schema": SCHEMA, "rows": rows, "$defs": definitions }))
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
                assert!(!has_json || is_told(&form), "{form} writes rows that `help json` does not name");
            }
        }
    }

    #[test]
    fn every_key_has_its_meaning_in_plain_words() {
        let text = Writer::new(&Rows::all()).write();
        let keys =
            text.lines().filter(|line| line.starts_with("  ") && !line.contains("   ") && !line.trim().contains(' '));
        let long = |key: &&str| key.len() < INDENT;
        assert_eq!(keys.filter(long).collect::<Vec<_>>(), [""; 0]);
        assert!(!text.contains("[`") && !text.contains("`None`"), "links and words of Rust");
    }
}
