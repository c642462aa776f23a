//! The help topic `rules`: a row for each deadlock rule of the registry.

use super::topic::row;
use crate::deadlock::{About, RuleSet};
use itertools::Itertools;

const INDENT: usize = 15;

pub(super) fn text() -> String {
    text_of(&RuleSet::all())
}

fn text_of(rules: &RuleSet) -> String {
    let of = |about: &About| {
        let users = format!("used by {}; source: {}", about.purposes.words().join(", "), about.source);
        row(about.id.name(), INDENT, about.sentence) + &row("", INDENT, &users)
    };
    let rows: String = rules.iter().map(|rule| of(rule.about())).collect();
    format!(
        "Deadlock rules; `refused_by` of rows counts their refusals\n\n\
         If the sentence of a rule is true, the position has no solution.\n\n{rows}\n\
         Users: fast (lean), thorough (fess, target, plans, hints), shortest (--optimal,\n\
         --improve), area (exact plans), player (layers, serve), textbook (its searches).\n\
         `help parts` lists the rules that --leave-out disables.\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::{CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance, View};

    #[derive(Debug)]
    struct Toy;

    impl Rule for Toy {
        fn about(&self) -> &'static About {
            const {
                &About {
                    id: RuleId::new("toy"),
                    deadlock: "toy",
                    sentence: "a toy rule",
                    source: "this test",
                    cost: CostClass::Child,
                    uses_player: false,
                    purposes: Purposes::ONE_AREA.union(Purposes::TEXTBOOK),
                }
            }
        }

        fn instance<'a>(&self, _: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
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
        assert!(added[0].contains("toy") && added[0].contains("a toy rule"), "{added:?}");
        assert!(added[1].contains("used by area, textbook; source: this test"), "{added:?}");
    }
}
