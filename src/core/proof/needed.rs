//! The lemmas on which a proof depends.

use super::lemmas::{Cover, Lemmas};
use super::pattern_space::{Pattern, Step};
use crate::level::Square;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use rustc_hash::FxHashSet;

/// Patterns that a proof needs, and indices of the zones that it needs; the last pattern covers the claim.
#[derive(Debug, Default)]
pub(super) struct ProofParts {
    pub(super) patterns: Vec<Pattern>,
    pub(super) zones: Vec<usize>,
}

impl Lemmas<'_> {
    /// Maximum number of patterns of the lemmas at which boxes are removed from patterns: more take too long.
    const MOST_THINNED: usize = 20_000;
    /// Maximum number of boxes of a pattern whose boxes are removed one by one.
    const MOST_BOXES: usize = 40;

    /// Returns the statement that covers these boxes and this player, and all that it depends on; `None` if one is
    /// missing.
    pub(super) fn needed(
        &self,
        boxes: &BoxSet,
        empty: &BoxSet,
        player: Square,
        meter: &Meter,
    ) -> Result<Option<ProofParts>, Stop> {
        let whole = self.space.pattern(boxes.clone(), empty.clone(), player);
        let mut needed = ProofParts::default();
        let root = match self.cover_of_any(&whole, player) {
            None => return Ok(None),
            Some(Cover::Zone(zone)) => {
                needed.zones.push(zone);
                return Ok(Some(needed));
            }
            Some(Cover::Pattern(at)) => at,
        };
        let (mut seen, mut stack) = (FxHashSet::default(), vec![root]);
        seen.insert(root);
        while let Some(at) = stack.pop() {
            meter.check()?;
            let pattern = self.thinned(&self.patterns[at], meter)?;
            for step in self.space.steps(&pattern) {
                let after = self.space.after(&pattern, step);
                if pattern.covers(&after.boxes, &after.empty, step.from) {
                    continue;
                }
                match self.cover(&after, step.from, step.to) {
                    None => return Ok(None),
                    Some(Cover::Zone(zone)) if !needed.zones.contains(&zone) => needed.zones.push(zone),
                    Some(Cover::Pattern(next)) if seen.insert(next) => stack.push(next),
                    Some(_) => {}
                }
            }
            needed.patterns.push(pattern);
        }
        // Statements with fewer boxes come first, so that later ones can depend on them.
        let root = needed.patterns.remove(0);
        needed.patterns.sort_by_key(|pattern| (pattern.boxes.len(), pattern.key()));
        needed.patterns.push(root);
        needed.zones.sort_unstable();
        Ok(Some(needed))
    }

    /// Returns the pattern without boxes that are not needed for lemmas to cover each push of the other boxes.
    fn thinned(&self, pattern: &Pattern, meter: &Meter) -> Result<Pattern, Stop> {
        let mut best = pattern.clone();
        if self.patterns.len() > Self::MOST_THINNED || pattern.boxes.len() > Self::MOST_BOXES {
            return Ok(best);
        }
        for square in pattern.boxes.iter() {
            meter.check()?;
            let fewer = best.boxes.clone().without(square);
            let fewer = self.space.pattern(fewer, best.empty.clone(), best.player());
            let is_kept = fewer.empty == best.empty && !fewer.boxes.is_empty() && !self.space.is_end(&fewer);
            if is_kept && self.space.steps(&fewer).into_iter().all(|step| self.is_closed(&fewer, step)) {
                best = fewer;
            }
        }
        Ok(best)
    }

    fn is_closed(&self, pattern: &Pattern, step: Step) -> bool {
        let after = self.space.after(pattern, step);
        pattern.covers(&after.boxes, &after.empty, step.from) || self.cover(&after, step.from, step.to).is_some()
    }
}
