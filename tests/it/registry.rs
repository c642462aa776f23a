//! The registries of strategies and of deadlock rules, and the topics of help, say the same.

use crate::common::command::{out, sokoplan};
use sokoplan::deadlock::RuleSet;
use sokoplan::solve::{Part, Strategy};

#[test]
fn help_has_a_line_for_each_strategy_and_lists_exactly_the_parts_that_can_be_left_out() {
    let help = out(&sokoplan("", &["help", "strategies"]));
    let words: Vec<&str> = help.split_whitespace().collect();
    let strategies = Strategy::all().map(|strategy| (strategy.word(), strategy.says()));
    for (word, says) in Strategy::GROUPS.into_iter().chain(strategies) {
        let row: Vec<&str> = std::iter::once(word).chain(says.split_whitespace()).collect();
        assert!(words.windows(row.len()).any(|window| window == row), "{word}");
    }
    let listed = help.split("--leave-out PARTS").nth(1).unwrap();
    let listed = listed.split("of textbooks").next().unwrap();
    for (word, _) in Part::words() {
        assert!(listed.split([' ', ',', '\n']).any(|one| one == word), "{word}");
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
