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
        "\nAsked by: cheap nodes (lean), dear nodes (fess and target), proofs of shortest\n\
         (--optimal, --improve), realisation (the steps of plans), one area (exact\n\
         plans), player (layers, play), textbook (the searches of the textbooks), few\n\
         boxes (the proofs inside of corral and cluster).\n"
    );
    text
}
