//! The topic `rules`: a row for each deadlock rule of the registry.

use super::strategies::row;
use crate::deadlock::RuleSet;
use itertools::Itertools;
use std::fmt::Write;

/// The columns before what a rule recognises.
const INDENT: usize = 16;

/// Returns the text of the topic.
pub(super) fn text() -> String {
    let mut text = String::from(
        "Deadlock rules: what each recognises, who asks it, and its source.\n\n\
         Each is a proof: a position that it calls lost has no solution. A rule has one\n\
         name, in --leave-out, in `refused_by` of results and in explanations.\n\n",
    );
    for about in RuleSet::all().iter().map(|rule| rule.about()) {
        let asked = about.asked_by.words().join(", ");
        text += &row(about.id.name(), INDENT, about.sentence);
        text += &row("", INDENT, &format!("asked by: {asked}"));
        text += &row("", INDENT, &format!("source: {}", about.source));
    }
    _ = write!(
        text,
        "\nAsked by: cheap nodes (lean), dear nodes (fess, target, steps of transfers),\n\
         proofs of shortest (--optimal, --improve), realisation (steps of coarse plans,\n\
         hints of the assistant), one area (exact plans), player (layers, play),\n\
         textbook (the searches of the textbooks), few boxes (the proof inside of\n\
         cluster).\n"
    );
    text
}
