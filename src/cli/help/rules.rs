//! The help topic `rules`: a row for each deadlock rule of the registry.

use super::topic::row;
use crate::deadlock::RuleSet;
use itertools::Itertools;
use std::fmt::Write;

const INDENT: usize = 16;

pub(super) fn text() -> String {
    text_of(&RuleSet::all())
}

fn text_of(rules: &RuleSet) -> String {
    let mut text = String::from(
        "Deadlock rules: what each recognises, who asks it, and its source.\n\n\
         Each is a proof: a position that it calls lost has no solution. A rule has one\n\
         name, in --leave-out, in `refused_by` of results and in explanations.\n\n",
    );
    for about in rules.iter().map(|rule| rule.about()) {
        let asked = about.asked_by.words().join(", ");
        text += &row(about.id.name(), INDENT, about.sentence);
        text += &row("", INDENT, &format!("asked by: {asked}"));
        text += &row("", INDENT, &format!("source: {}", about.source));
    }
    _ = write!(
        text,
        "\nAsked by: fast searches (lean), thorough searches (fess, target, steps of plans,\n\
         hints of the assistant), proofs of shortest (--optimal, --improve), one area\n\
         (exact plans), player (layers, serve), textbook (the searches of the textbooks).\n"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::{About, AskedBy, CostClass, Known, Rule, RuleId, RuleInstance, View};

    #[derive(Debug)]
    struct Toy;

    impl Rule for Toy {
        fn about(&self) -> &'static About {
            const {
                &About {
                    id: RuleId::new("toy"),
                    deadlock: "toy",
                    sentence: "nothing is lost",
                    source: "this test",
                    cost: CostClass::Child,
                    uses_player: false,
                    asked_by: AskedBy::ONE_AREA.union(AskedBy::TEXTBOOK),
                }
            }
        }

        fn instance<'a>(&self, _: &Known<'a>) -> Box<dyn RuleInstance + 'a> {
            Box::new(Never)
        }
    }

    #[derive(Debug)]
    struct Never;

    impl RuleInstance for Never {
        fn is_dead(&mut self, _: &View<'_>) -> bool {
            false
        }
    }

    #[test]
    fn a_rule_that_is_added_has_its_row() {
        let (all, more) = (text(), text_of(&RuleSet::all().with(Toy)));
        let added: Vec<&str> = more.lines().filter(|line| !all.contains(line)).collect();
        assert_eq!(added.len(), 3, "{added:?}");
        assert!(added[0].contains("toy") && added[0].contains("nothing is lost"), "{added:?}");
        assert!(
            added[1].contains("asked by: one area, textbook") && added[2].contains("source: this test"),
            "{added:?}"
        );
    }
}
