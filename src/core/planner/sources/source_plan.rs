//! The abstract plan along a packing plan: for each packing step the area from which the box comes.
//!
//! ```text
//!   facts       done 4, holds A 3, holds b 1
//!   operator    fill 4 from A:  done 4, holds A 3  ->  done 5, holds A 2
//!   goal        done 7
//! ```
//! Input: the number of steps done, and the loose boxes with their areas. A step can be filled from an area only if a
//! lone box has a path from there past the boxes that the packing plan leaves in place. The plan is made by the STRIPS
//! planner, which tries the nearest areas first.

use super::ways::Ways;
use crate::abstraction::Counts;
use crate::level::Square;
use crate::maze::{AreaId, Areas};
use crate::packing::PackingPlan;
use crate::run::{Ended, Meter, Stop};
use crate::strips::{self, Fact, Task, TaskBuilder};
use itertools::Itertools;
use rustc_hash::FxHashMap;

/// For each packing step from `first` on, the area from which the box comes; `None` for a parked box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourcePlan {
    first: usize,
    sources: Vec<Option<AreaId>>,
}

/// What a plan needs to know of a position: the packing steps done, and the boxes not in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loose<'a> {
    pub(super) done: usize,
    /// Boxes that do not stand where the packing plan leaves them.
    pub(super) boxes: &'a [Square],
    pub(super) areas: &'a Areas,
}

impl Loose<'_> {
    pub(super) fn counts(&self) -> Counts {
        Counts::of(self.areas, self.boxes.iter().copied())
    }
}

impl SourcePlan {
    /// Maximum number of nodes spent on a plan, for each of its steps. Most plans are found without a wrong step; the
    /// proof that none exists may take millions.
    const NODES: u64 = 4;

    /// Returns a plan of one step, with a box of the nearest area possible, for positions without a whole plan.
    pub(super) fn first_step(
        loose: Loose<'_>,
        packing: &PackingPlan,
        ways: &mut Ways<'_>,
        refused: &[AreaId],
    ) -> Option<Self> {
        let mut areas = ways.nearest(packing, loose.done, loose.boxes, loose.areas).into_iter().map(|(_, area)| area);
        let source = areas.find(|area| !refused.contains(area))?;
        Some(Self { first: loose.done, sources: vec![Some(source)] })
    }

    /// Returns a plan whose first step takes no box from a `refused` area; `None` if none is found in the node limit.
    pub(super) fn new(
        loose: Loose<'_>,
        packing: &PackingPlan,
        ways: &mut Ways<'_>,
        refused: &[AreaId],
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let task = SourceTask::new(loose, packing, ways, &Conditions { refused, ..Conditions::default() });
        let nodes = Self::NODES * (packing.steps().count() - loose.done + 1) as u64;
        Ok(match meter.within(Some(nodes), None, |meter| strips::first_plan(&task.task, meter)) {
            Ended::Found(plan) => Some(task.plan(&plan)),
            Ended::Exhausted => None,
            Ended::Stopped(Stop::NodeLimit) => {
                meter.exhausted()?;
                None
            }
            Ended::Stopped(stop) => return Err(stop),
        })
    }

    /// Returns the rest of this plan, repaired: the first step takes its box from an area that is not `refused`, and
    /// steps whose area has no box left take one from the nearest other area; `None` if a step finds none.
    pub(super) fn mended(
        &self,
        loose: Loose<'_>,
        packing: &PackingPlan,
        ways: &mut Ways<'_>,
        refused: &[AreaId],
    ) -> Option<Self> {
        let begun = loose.done.checked_sub(self.first)?;
        let mut plan = Self { first: loose.done, sources: self.sources.get(begun..)?.to_vec() };
        let counts = loose.counts();
        let mut taken: FxHashMap<AreaId, u16> = FxHashMap::default();
        let mut take = |area: AreaId| {
            let taken = taken.entry(area).or_default();
            let is_left = *taken < counts.get(area);
            *taken += u16::from(is_left);
            is_left
        };
        // 1. The first step chooses an area before the others do.
        let mut nearest =
            |step: usize| ways.nearest(packing, step, loose.boxes, loose.areas).into_iter().map(|near| near.1);
        if let Some(Some(source)) = plan.sources.first_mut()
            && refused.contains(source)
        {
            *source = nearest(loose.done).find(|area| !refused.contains(area))?;
        }
        // 2. A step keeps its area while there are boxes left in it.
        let is_kept: Vec<bool> = plan.sources.iter().map(|source| source.is_none_or(&mut take)).collect();
        // 3. The others take the boxes that are left.
        for place in is_kept.iter().positions(|is_kept| !is_kept) {
            let may_fill = |area: &AreaId| place > 0 || !refused.contains(area);
            plan.sources[place] = Some(nearest(loose.done + place).filter(may_fill).find(|&area| take(area))?);
        }
        Some(plan)
    }

    /// Returns whether the plan reaches the end of a packing plan of `steps` steps.
    pub(super) fn reaches(&self, steps: usize) -> bool {
        self.first + self.sources.len() >= steps
    }

    /// Returns the area from which the box of a packing step comes; `None` for a parked box, or outside the plan.
    pub(super) fn source(&self, step: usize) -> Option<AreaId> {
        self.sources.get(step.checked_sub(self.first)?).copied().flatten()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Conditions<'a> {
    /// Areas from which the first step may not take its box.
    pub(super) refused: &'a [AreaId],
    /// Borders (from, to) each of which the box of some step must cross.
    pub(super) forced: &'a [(AreaId, AreaId)],
    /// Borders (from, to) that no box may cross.
    pub(super) forbidden: &'a [(AreaId, AreaId)],
}

/// The STRIPS task of a position, and the area for which each operator stands.
#[derive(Clone, Debug)]
pub(crate) struct SourceTask {
    pub(crate) task: Task,
    first: usize,
    /// For each operator the area from which the box comes; `None` for a parked box.
    meaning: Vec<Option<AreaId>>,
}

impl SourceTask {
    pub(super) fn new(
        loose: Loose<'_>,
        packing: &PackingPlan,
        ways: &mut Ways<'_>,
        conditions: &Conditions<'_>,
    ) -> Self {
        let mut draft = Draft::new(loose, packing, conditions);
        for step in loose.done..packing.steps().count() {
            draft.add(step, packing, ways);
        }
        let Draft { mut builder, done, meaning, crossed, .. } = draft;
        builder.goal(done.last().copied().into_iter().chain(crossed));
        Self { task: builder.build(), first: loose.done, meaning }
    }

    pub(crate) fn plan(&self, plan: &strips::Plan) -> SourcePlan {
        let sources = plan.operators.iter().map(|&operator| self.meaning[operator]).collect();
        SourcePlan { first: self.first, sources }
    }
}

struct Draft<'a> {
    loose: Loose<'a>,
    conditions: &'a Conditions<'a>,
    /// For each forced border the fact that a box has crossed it.
    crossed: Vec<Fact>,
    builder: TaskBuilder,
    /// Facts that a number of packing steps is done, from `loose.done` steps on.
    done: Vec<Fact>,
    /// Facts that an area holds a number of loose boxes.
    holds: FxHashMap<(AreaId, u16), Fact>,
    counts: Counts,
    /// For each operator the area from which the box comes; `None` for a parked box.
    meaning: Vec<Option<AreaId>>,
}

impl<'a> Draft<'a> {
    fn new(loose: Loose<'a>, packing: &PackingPlan, conditions: &'a Conditions<'a>) -> Self {
        let mut builder = TaskBuilder::new();
        let forced = conditions.forced.iter();
        let crossed = forced.map(|(from, to)| builder.fact(&format!("crossed a{} a{}", from.0, to.0))).collect();
        let done: Vec<Fact> =
            (loose.done..=packing.steps().count()).map(|step| builder.fact(&format!("done {step}"))).collect();
        let counts = loose.counts();
        let mut holds = FxHashMap::default();
        for area in loose.areas.areas().iter().map(|area| area.id) {
            for boxes in 0..=counts.get(area) {
                holds.insert((area, boxes), builder.fact(&format!("holds a{} {boxes}", area.0)));
            }
            builder.init([holds[&(area, counts.get(area))]]);
        }
        builder.init(done.first().copied());
        Self { loose, conditions, crossed, builder, done, holds, counts, meaning: Vec::new() }
    }

    /// Adds the operators that carry out a packing step, those of the nearest areas first.
    fn add(&mut self, step: usize, packing: &PackingPlan, ways: &mut Ways<'_>) {
        let place = step - self.loose.done;
        let (before, after) = (self.done[place], self.done[place + 1]);
        if let Some(parked) = packing.next(step).and_then(|next| next.from) {
            if let Some(crossed) = self.crossed_on(step, packing, ways, std::iter::once(parked)) {
                let added = [&[after], crossed.as_slice()].concat();
                self.builder.operator(format!("move {step}"), vec![before], added, vec![before], 1);
                self.meaning.push(None);
            }
            return;
        }
        let refused = if place == 0 { self.conditions.refused } else { &[] };
        for (pushes, area) in ways.nearest(packing, step, self.loose.boxes, self.loose.areas) {
            if refused.contains(&area) {
                continue;
            }
            let Loose { boxes, areas, .. } = self.loose;
            let of_area = boxes.iter().copied().filter(|&b| areas.area_of(b) == area);
            let Some(crossed) = self.crossed_on(step, packing, ways, of_area) else { continue };
            for boxes in 1..=self.counts.get(area) {
                let (held, left) = (self.holds[&(area, boxes)], self.holds[&(area, boxes - 1)]);
                let name = format!("fill {step} from a{} {boxes}", area.0);
                let added = [&[after, left], crossed.as_slice()].concat();
                self.builder.operator(name, vec![before, held], added, vec![before, held], pushes + 1);
                self.meaning.push(Some(area));
            }
        }
    }

    /// Returns the facts of the forced borders that the nearest box crosses; `None` if it crosses a forbidden one.
    fn crossed_on(
        &self,
        step: usize,
        packing: &PackingPlan,
        ways: &mut Ways<'_>,
        boxes: impl Iterator<Item = Square>,
    ) -> Option<Vec<Fact>> {
        let Conditions { forced, forbidden, .. } = self.conditions;
        if forced.is_empty() && forbidden.is_empty() {
            return Some(Vec::new());
        }
        let route = ways.route(packing, step, boxes, self.loose.areas);
        let crosses = |border: &(AreaId, AreaId)| route.windows(2).any(|pair| (pair[0], pair[1]) == *border);
        let facts = forced.iter().zip(&self.crossed).filter(|(border, _)| crosses(border)).map(|(_, fact)| *fact);
        (!forbidden.iter().any(crosses)).then(|| facts.collect())
    }
}
