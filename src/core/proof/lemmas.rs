//! The lemmas proved so far for a level: patterns and zones without a solution.

use super::pattern_space::{Key, Pattern, PatternSpace, Step};
use super::zone::{Walls, Zone};
use crate::level::Square;
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

/// The statement that covers a pattern: its index among the zones or patterns of [`Lemmas`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    Zone(usize),
    Pattern(usize),
}

#[derive(Debug)]
pub(super) struct Lemmas<'a> {
    pub(super) space: PatternSpace<'a>,
    pub(super) patterns: Vec<Pattern>,
    pub(super) zones: Vec<Zone>,
    /// For each square, the indices of the patterns with a box on it; patterns of large closures are left out.
    on: Vec<Vec<usize>>,
    places: FxHashMap<Key, usize>,
    /// Frozen boxes last used as walls, and the squares that other boxes reach among these walls.
    walls: Walls,
}

impl<'a> Lemmas<'a> {
    /// Maximum number of patterns of a closure that are listed by box; patterns of larger closures are only compared for equality.
    const MOST_LISTED: usize = 3000;
    /// Maximum number of boxes that are matched to goals: more take too long without a check of the clock.
    const MOST_MATCHED: usize = 128;

    pub(super) fn new(maze: &'a Maze<'a>) -> Self {
        let mut space = PatternSpace::new(maze);
        let dead = Zone::of_dead_places(&space);
        space.dead = dead.squares.clone();
        let on = vec![Vec::new(); space.maze.board.len()];
        let (patterns, places, walls) = (Vec::new(), FxHashMap::default(), Walls::new(&space));
        Self { space, patterns, zones: vec![dead], on, places, walls }
    }

    pub(super) fn add(&mut self, patterns: Vec<Pattern>) {
        let is_listed = patterns.len() <= Self::MOST_LISTED;
        for pattern in patterns {
            let key = pattern.key();
            if self.places.contains_key(&key) {
                continue;
            }
            self.places.insert(key, self.patterns.len());
            if is_listed {
                pattern.boxes.iter().for_each(|square| self.on[square.index()].push(self.patterns.len()));
            }
            self.patterns.push(pattern);
        }
    }

    pub(super) fn add_zone(&mut self, zone: Zone) {
        if !self.zones.contains(&zone) {
            self.zones.push(zone);
        }
    }

    /// Returns the index of the first zone that covers these boxes with the player on `player`; `None` if no zone does.
    pub(super) fn zone(&self, boxes: &BoxSet, player: Square) -> Option<usize> {
        self.zones.iter().position(|zone| zone.covers(&self.space, boxes, player))
    }

    /// Returns the statement that covers a pattern with the player on `player`: a zone, else of the patterns with a box
    /// on `to` the one of fewest boxes, else an equal pattern; `None` if no statement does.
    pub(super) fn cover(&self, pattern: &Pattern, player: Square, to: Square) -> Option<Cover> {
        let zone = self.zone(&pattern.boxes, player).map(Cover::Zone);
        zone.or_else(|| self.listed(pattern, player, to).or_else(|| self.equal(pattern)).map(Cover::Pattern))
    }

    /// Returns the statement that covers a pattern: a zone, or the pattern of fewest boxes; `None` if none does.
    pub(super) fn cover_of_any(&self, pattern: &Pattern, player: Square) -> Option<Cover> {
        if let Some(zone) = self.zone(&pattern.boxes, player) {
            return Some(Cover::Zone(zone));
        }
        let equal = self.equal(pattern);
        let covers = pattern.boxes.iter().filter_map(|to| self.listed(pattern, player, to).or(equal));
        covers.min_by_key(|&at| self.patterns[at].boxes.len()).map(Cover::Pattern)
    }

    /// Returns the pattern of fewest boxes that has a box on `to` and covers a pattern.
    fn listed(&self, pattern: &Pattern, player: Square, to: Square) -> Option<usize> {
        let covers = |at: &usize| self.patterns[*at].covers(&pattern.boxes, &pattern.empty, player);
        self.on[to.index()].iter().copied().filter(covers).min_by_key(|&at| self.patterns[at].boxes.len())
    }

    fn equal(&self, pattern: &Pattern) -> Option<usize> {
        self.places.get(&pattern.key()).copied()
    }

    /// True if a pattern is covered by a zone, an equal pattern or one with a box on `to`, or [`Self::is_stuck`].
    pub(super) fn is_cut(
        &mut self,
        pattern: &Pattern,
        player: Square,
        to: Square,
        meter: &Meter,
    ) -> Result<bool, Stop> {
        Ok(self.is_covered(pattern, player, [to].into_iter()) || self.is_stuck(pattern, player, meter)?)
    }

    /// True if [`Lemmas::is_cut`] is true with some box of the pattern as `to`.
    pub(super) fn is_cut_by_any(&mut self, pattern: &Pattern, player: Square, meter: &Meter) -> Result<bool, Stop> {
        Ok(self.is_covered(pattern, player, pattern.boxes.iter()) || self.is_stuck(pattern, player, meter)?)
    }

    /// True if boxes of a pattern are frozen off goal, or reach too few goals; adds the lemma that proves it.
    fn is_stuck(&mut self, pattern: &Pattern, player: Square, meter: &Meter) -> Result<bool, Stop> {
        // Frozen boxes are looked for first: they need no matching, and their lemma is a single picture.
        let frozen = self.space.frozen(&pattern.boxes);
        if !frozen.is_subset(&self.space.goals) {
            let boxes = self.fewest_frozen(frozen, meter)?;
            let pattern = self.space.pattern(boxes, self.space.none(), player);
            self.add(vec![pattern]);
            return Ok(true);
        }
        if pattern.boxes.len() > Self::MOST_MATCHED {
            return Ok(false);
        }
        // A matching without walls makes a zone that holds for more positions than one with frozen boxes.
        let mut zone = Zone::of_matching(&self.space, &pattern.boxes, player);
        if zone.is_none() && !frozen.is_empty() {
            self.walls.stand(&self.space, frozen, &pattern.boxes);
            zone = Zone::around(&self.space, &pattern.boxes, &self.walls, meter)?;
        }
        let is_stuck = zone.is_some();
        zone.into_iter().for_each(|zone| self.add_zone(zone));
        Ok(is_stuck)
    }

    /// True if a pattern is covered by a zone, an equal pattern, or a pattern with a box on one of `places`.
    fn is_covered(&self, pattern: &Pattern, player: Square, mut places: impl Iterator<Item = Square>) -> bool {
        let covers = |&at: &usize| self.patterns[at].covers(&pattern.boxes, &pattern.empty, player);
        self.zone(&pattern.boxes, player).is_some()
            || places.any(|to| self.on[to.index()].iter().any(covers))
            || self.places.contains_key(&pattern.key())
    }

    /// Returns a minimal subset of frozen boxes whose boxes are still frozen, and not all on goals.
    fn fewest_frozen(&self, mut frozen: BoxSet, meter: &Meter) -> Result<BoxSet, Stop> {
        for square in frozen.clone().iter() {
            meter.check()?;
            let rest = self.space.frozen(&frozen.clone().without(square));
            // A box may have gone with an earlier one that it leaned on.
            if frozen.has(square) && !rest.is_subset(&self.space.goals) {
                frozen = rest;
            }
        }
        Ok(frozen)
    }
}

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
            // Fewer boxes mean fewer pushes to cover, and so fewer statements that the proof depends on.
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
            // A pattern without boxes, or one that may be solved, would not be dead.
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
