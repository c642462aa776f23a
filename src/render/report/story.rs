//! The course of a search for pages: the turns of its strategies in order, and the proof that a level has no solution.

use crate::proof::Attempt;
use crate::solve::SolveProgress;
use serde::Serialize;

/// Consecutive turns (times when one strategy searches) of one strategy, taken together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportTurn {
    /// Name of the strategy.
    strategy: &'static str,
    /// Number of nodes that the strategy expanded in these turns.
    nodes: u64,
    /// Lowest estimate of the remaining pushes that the strategy reached up to the end of these turns, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimate: Option<u32>,
}

/// Collects the turns of the strategies of a search, from the progress of the solver.
#[derive(Clone, Debug, Default)]
pub struct ReportTurns {
    turns: Vec<ReportTurn>,
    /// Strategies in the order of their first turns, each with the number of nodes that it has expanded so far.
    spent: Vec<(&'static str, u64)>,
}

impl ReportTurns {
    /// Maximum number of turns; budgets grow, so that a search of hours has fewer.
    const MOST: usize = 400;

    /// Adds a turn that ended; other progress is ignored.
    pub fn note(&mut self, progress: &SolveProgress) {
        let SolveProgress::Turn { strategy, nodes, progress } = progress else { return };
        let strategy = strategy.word();
        let at = self.spent.iter().position(|(known, _)| *known == strategy).unwrap_or(self.spent.len());
        if at == self.spent.len() {
            self.spent.push((strategy, 0));
        }
        let before = std::mem::replace(&mut self.spent[at].1, *nodes);
        let (nodes, estimate) = (nodes.saturating_sub(before), progress.and_then(|progress| progress.best_estimate));
        match self.turns.last_mut() {
            Some(last) if last.strategy == strategy => (last.nodes, last.estimate) = (last.nodes + nodes, estimate),
            _ => self.turns.push(ReportTurn { strategy, nodes, estimate }),
        }
    }

    /// Returns the turns in order, at most 400.
    pub fn into_turns(mut self) -> Vec<ReportTurn> {
        self.turns.truncate(Self::MOST);
        self.turns
    }
}

/// Proof that a level has no solution, or the reason why none was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportProof {
    /// Text of a proof that the checker has accepted, which the page draws; `None` if none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Reason why no proof was found; `None` if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unproved: Option<String>,
}

impl From<Attempt> for ReportProof {
    fn from(Attempt { proof, unproved, .. }: Attempt) -> Self {
        Self { text: proof.map(|proof| proof.text), unproved }
    }
}
