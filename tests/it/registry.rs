//! The registries of strategies and of deadlock rules, the tables of README.md and the topics of help say the same.
//!
//! `INSTA_UPDATE=always cargo test --test it registry` writes the table of rules anew.

use crate::common::command::{out, sokoplan};
use sokoplan::deadlock::{About, RuleSet};
use sokoplan::solve::{Group, Strategy};
use std::fs;

fn entries() -> Vec<(&'static str, &'static str)> {
    let groups = Group::ALL.into_iter().map(|group| (group.word(), group.says()));
    groups.chain(Strategy::all().map(|strategy| (strategy.word(), strategy.says()))).collect()
}

#[test]
fn the_readme_has_a_row_for_each_word_and_no_other() {
    let readme = include_str!("../../README.md");
    let tables = readme.split("| word | search |").skip(1);
    let rows = tables.flat_map(|table| table.lines().skip(2).take_while(|line| line.starts_with('|')));
    let rows: Vec<&str> = rows.collect();
    assert_eq!(rows, entries().iter().map(|(word, says)| format!("| `{word}` | {says} |")).collect::<Vec<_>>());
}

/// The head of the table of rules in README.md.
const RULES: &str = "| rule | a position is lost where | asked by | source |\n|---|---|---|---|\n";

/// The rows of that table.
fn rule_rows() -> String {
    let row = |about: &About| {
        let asked = about.asked_by.words().collect::<Vec<_>>().join(", ");
        format!("| `{}` | {} | {asked} | {} |\n", about.id.name(), about.sentence, about.source)
    };
    RuleSet::all().iter().map(|rule| row(rule.about())).collect()
}

#[test]
fn the_table_of_deadlock_rules_is_what_the_registry_makes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = fs::read_to_string(path).unwrap();
    let (before, after) = readme.split_once(RULES).expect("the table of rules");
    let rows: String = after.split_inclusive('\n').take_while(|line| line.starts_with('|')).collect();
    if std::env::var("INSTA_UPDATE").is_ok_and(|asked| asked == "always") {
        fs::write(path, format!("{before}{RULES}{}{}", rule_rows(), &after[rows.len()..])).unwrap();
    } else {
        assert_eq!(rows, rule_rows());
    }
}

#[test]
fn help_has_a_line_for_each_word() {
    let help = out(&sokoplan("", &["help", "strategies"]));
    let words: Vec<&str> = help.split_whitespace().collect();
    for (word, says) in entries() {
        let row: Vec<&str> = std::iter::once(word).chain(says.split_whitespace()).collect();
        assert!(words.windows(row.len()).any(|window| window == row), "{word}");
    }
}

#[test]
fn help_has_a_row_for_each_deadlock_rule_which_says_who_asks_it() {
    let help = out(&sokoplan("", &["help", "rules"]));
    let text = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for about in RuleSet::all().iter().map(|rule| rule.about()) {
        let asked: Vec<&str> = about.asked_by.words().collect();
        assert!(!asked.is_empty(), "{about:?}");
        let row =
            format!("{} {} asked by: {} source: {}", about.id.name(), about.sentence, asked.join(", "), about.source);
        assert!(text.contains(&row), "{row}");
    }
}
