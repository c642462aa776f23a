//! Chapters of a long story: boxes are moved out of the way, or goals of an area are filled.
//!
//! ```text
//!   sentences    1 2 3 4 5    6 7 8    9 10    11 12 13 14         a number: no goal is filled
//!                . . . . .    C C .    C .     D  D  .  D          a letter: goals of this area are filled
//!   chapters     1            2                3
//! ```

use super::story::{Deed, Sentence};
use super::{SolutionStep, Supply};
use crate::maze::{AreaId, Areas};
use itertools::Itertools;
use std::ops::Range;

/// Consecutive sentences of one matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// Range of indices of the sentences.
    pub sentences: Range<usize>,
    /// Areas whose goals are filled, each with the range of indices among the goals of its supply.
    pub fills: Vec<(AreaId, Range<usize>)>,
}

/// Maximum number of sentences of a story without chapters.
const SHORT: usize = 12;
/// Maximum number of chapters.
const MOST: usize = 7;
/// Minimum number of sentences in a row without a filled goal that are a chapter; the next one is tried if no chapter results.
const PREPARATION: [usize; 3] = [3, 2, 1];

/// Returns the chapters of a story, at most seven; none if the story is short or of one matter.
pub(super) fn chapters(
    sentences: &[Sentence],
    supplies: &[Supply],
    steps: &[SolutionStep],
    areas: &Areas,
) -> Vec<Chapter> {
    if sentences.len() <= SHORT {
        return Vec::new();
    }
    let filled = |sentence: &Sentence| {
        matches!(sentence.deed, Deed::Fill { .. }).then(|| areas.area_of(steps[sentence.steps.start].to()))
    };
    // 1. Sentences in a row that fill the same area, or no area.
    let mut runs: Vec<(usize, Option<AreaId>)> = Vec::new();
    for (area, run) in &sentences.iter().map(filled).chunk_by(|area| *area) {
        runs.push((run.count(), area));
    }
    // 2. A short preparation belongs to what follows, or to the last chapter.
    let tried = PREPARATION.map(|minimum| joined(&runs, minimum));
    let Some(mut parts) = tried.into_iter().find(|parts| parts.len() > 1) else { return Vec::new() };
    // 3. Of too many parts the two neighbours with the fewest sentences are joined.
    while parts.len() > MOST {
        let Some(at) = (1..parts.len()).min_by_key(|&at| parts[at - 1].0 + parts[at].0) else { break };
        parts[at - 1].0 += parts.remove(at).0;
    }
    let mut done = vec![0; supplies.len()];
    let mut first = 0;
    let chapter = |(count, _): (usize, Option<AreaId>)| {
        let range = first..first + count;
        first = range.end;
        let steps = &steps[sentences[range.start].steps.start..sentences[range.end - 1].steps.end];
        let mut fills = Vec::new();
        for (supply, done) in supplies.iter().zip(&mut done) {
            let is_here = |step: &&SolutionStep| step.fills() && areas.area_of(step.to()) == supply.area;
            let before = *done;
            *done += steps.iter().filter(is_here).count();
            if *done > before {
                fills.push((supply.area, before..*done));
            }
        }
        Chapter { sentences: range, fills }
    };
    parts.into_iter().map(chapter).collect()
}

/// Returns runs with each preparation of fewer than `minimum` sentences joined to what follows.
fn joined(runs: &[(usize, Option<AreaId>)], minimum: usize) -> Vec<(usize, Option<AreaId>)> {
    let mut parts: Vec<(usize, Option<AreaId>)> = Vec::new();
    let mut before = 0;
    for &(count, area) in runs {
        if area.is_none() && count < minimum {
            before += count;
            continue;
        }
        let count = count + std::mem::take(&mut before);
        match parts.last_mut() {
            Some(last) if last.1 == area => last.0 += count,
            _ => parts.push((count, area)),
        }
    }
    if let Some(last) = parts.last_mut() {
        last.0 += before;
    }
    parts
}
