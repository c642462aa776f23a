//! The docs of every deadlock rule have the same headings, and say who asks it and where it comes from as the rule itself
//! does.

use super::snapshots::{files, folder};
use sokoplan::Level;
use sokoplan::deadlock::{Detector, Known, Rule, RuleSet, View};
use sokoplan::heuristic::TwoBoxPatternDatabase;
use sokoplan::level::Direction;
use sokoplan::maze::Maze;
use sokoplan::push::{Region, State};
use sokoplan::run::Meter;
use std::fs;
use std::sync::Arc;

const HEADINGS: [&str; 5] = ["What it recognises", "Why it is sound", "Cost", "Who asks it", "Source"];

/// The lines of the module docs of each rule's file, and the rule.
fn docs() -> Vec<(Arc<dyn Rule>, Vec<String>)> {
    let texts: Vec<String> =
        files(&folder("src/core/deadlock/rules"), "rs").iter().map(|file| fs::read_to_string(file).unwrap()).collect();
    let of = |rule: &Arc<dyn Rule>| {
        let name = format!(", \"{}\");", rule.about().id.name());
        let mut found = texts.iter().filter(|text| text.contains("RuleId::built_in(") && text.contains(&name));
        let text = found.next().unwrap_or_else(|| panic!("no file of {name}"));
        let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
        (rule.clone(), lines.map(|line| line.strip_prefix(' ').unwrap_or(line).to_owned()).collect())
    };
    RuleSet::all().iter().map(of).collect()
}

/// The text of each heading, in one line without double blanks.
fn sections(lines: &[String]) -> Vec<(&str, String)> {
    let mut all: Vec<(&str, String)> = Vec::new();
    for line in lines {
        match (line.strip_prefix("# "), all.last_mut()) {
            (Some(heading), _) => all.push((heading, String::new())),
            (None, Some((_, text))) => *text = format!("{text} {}", line.trim()),
            (None, None) => {}
        }
    }
    all.into_iter().map(|(heading, text)| (heading, text.split_whitespace().collect::<Vec<_>>().join(" "))).collect()
}

#[test]
fn every_rule_has_the_same_headings_after_a_sentence_that_says_what_it_finds() {
    for (rule, lines) in docs() {
        let name = rule.about().id.name();
        let sections = sections(&lines);
        let headings: Vec<&str> = sections.iter().map(|(heading, _)| *heading).collect();
        assert_eq!(headings, HEADINGS, "{name}");
        assert!(
            lines[0].contains(' ') && lines[1].is_empty() && lines[2].starts_with("# "),
            "{name}: one sentence first"
        );
        assert!(sections.iter().all(|(_, text)| text.len() > 5), "{name}: a section is empty");
    }
}

/// The pictures with the words above them; what stands beside the last one is left out.
fn pictures(lines: &[String]) -> Vec<(String, Vec<String>)> {
    let drawn = lines.iter().skip_while(|line| *line != "```text").skip(1).take_while(|line| *line != "```");
    let drawn: Vec<&str> = drawn.map(String::as_str).collect();
    let Some((heads, rows)) = drawn.split_first() else { return Vec::new() };
    let mut at = 0;
    let mut starts = Vec::new();
    for (place, letter) in heads.char_indices() {
        if letter != ' ' && place >= at {
            let head = heads[place..].split("   ").next().unwrap().trim_end();
            starts.push((place, head.to_owned()));
            at = place + head.len();
        }
    }
    // All are as wide as the first.
    let (first, second) = (starts[0].0, starts.get(1).map_or(usize::MAX, |second| second.0));
    let cut =
        |row: &str, from: usize, to: usize| row.get(from..row.len().min(to)).unwrap_or_default().trim_end().to_owned();
    let width = rows.iter().map(|row| cut(row, first, second).len()).max().unwrap_or_default();
    let picture = |from| rows.iter().map(|row| cut(row, from, from + width)).collect();
    starts.into_iter().map(|(from, head)| (head, picture(from))).collect()
}

/// Whether a rule says that the position of a picture is lost, whichever box beside the player was pushed last.
fn is_found(rule: &Arc<dyn Rule>, picture: &[String]) -> bool {
    let rows = picture.iter().filter(|row| row.starts_with('#')).map(|row| row.replace(['1', '2'], "$") + "\n");
    let level = Level::from_xsb("", &rows.collect::<String>()).unwrap();
    let (board, mut meter) = (&level.board, Meter::unlimited());
    let maze = Maze::new(board, &mut meter).unwrap();
    let state = State::of(board, &level.start, &mut Region::new(board.len()));
    let pairs = TwoBoxPatternDatabase::new(&maze, &mut meter).unwrap();
    let known = Known { pairs: pairs.as_ref(), ..Known::of(&maze) };
    let mut rules = Detector::new(&RuleSet::none().with_shared(Arc::clone(rule)), &known);
    let pushes = Direction::ALL.into_iter().filter_map(|d| Some((board.next(level.start.player, d)?, d)));
    let pushes: Vec<_> = pushes.filter(|(to, _)| state.boxes.has(*to)).collect();
    pushes.into_iter().any(|(to, direction)| {
        let view = View { pushed: Some(to), player: level.start.player, ..View::of(&state) };
        rules.refuses_push(to, direction) || rules.refuses_child(&view) || rules.is_lost(&view, &mut meter).unwrap()
    })
}

/// But for the diagonals, whose line is drawn without the walls and goals around it.
#[test]
fn every_rule_finds_what_is_drawn_after_the_push_and_not_before_it() {
    for (rule, lines) in docs() {
        let name = rule.about().id.name();
        let pictures = pictures(&lines);
        assert!(pictures.len() >= 2, "{name}: {pictures:?}");
        if name == "diagonals" {
            continue;
        }
        let heads = [0, 1].map(|at| pictures[at].0.as_str());
        let lost = usize::from(heads[0] == "before");
        assert!(is_found(&rule, &pictures[lost].1), "{name} does not find {:#?}", pictures[lost]);
        // Others are drawn in another way: before the pushes that are left.
        assert!(heads != ["before", "after"] || !is_found(&rule, &pictures[0].1), "{name} finds {:#?}", pictures[0]);
    }
}

#[test]
fn the_docs_of_every_rule_name_who_asks_it_and_its_source_as_the_rule_does() {
    for (rule, lines) in docs() {
        let about = rule.about();
        let name = about.id.name();
        let text = |heading: &str| sections(&lines).into_iter().find(|(h, _)| *h == heading).unwrap().1.to_lowercase();
        let asked = about.asked_by.words().collect::<Vec<_>>().join(", ");
        assert_eq!(text("Who asks it"), format!("{asked}."), "{name}");
        assert_eq!(text("Source"), format!("{}.", about.source.to_lowercase()), "{name}");
    }
}
