//! The abstract plan along a packing plan: for each packing step the source area of the box.
//!
//! ```text
//!   facts       done 4, holds A 3, holds b 1
//!   operator    fill 4 from A:  done 4, holds A 3  ->  done 5, holds A 2
//!   goal        done 7
//! ```
//! Input: the number of steps done, and the loose boxes with their areas. A step can be filled from an area only if a lone box has
//! a path from there past the boxes that the packing plan leaves in place. The plan is made by the STRIPS planner, which tries the
//! nearest areas first.

use super::ways::Ways;
use crate::abstraction::AreaCounts;
use crate::level::Square;
use crate::maze::{AreaId, Areas};
use crate::packing::PackingPlan;
use crate::run::{Meter, SearchEnd, Stop};
use crate::strips::{self, Fact, TaskBuilder};
use rustc_hash::FxHashMap;

/// For each packing step from `first` on, the source area of the box; `None` for a parked box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SourcePlan {
    first: usize,
    sources: Vec<Option<AreaId>>,
}

/// Facts of a position for a plan: the packing steps done, and the boxes not in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loose<'a> {
    pub(super) done: usize,
    /// Boxes on other squares than the packing plan leaves them on.
    pub(super) boxes: &'a [Square],
    pub(super) areas: &'a Areas,
}

impl SourcePlan {
    /// Maximum number of nodes for each step of a plan; the proof that no plan exists may take millions.
    const NODES: u64 = 4;

    /// Returns a plan whose first step takes no box from a `refused` area; `None` if none is found within the node limit.
    pub(super) fn new(
        loose: Loose<'_>,
        packing: &PackingPlan,
        ways: &mut Ways<'_>,
        refused: &[AreaId],
        meter: &mut Meter,
    ) -> Result<Option<Self>, Stop> {
        let mut draft = Draft::new(loose, packing);
        for step in loose.done..packing.steps().count() {
            draft.add(step, packing, ways, if step == loose.done { refused } else { &[] });
        }
        let Draft { mut builder, done, meaning, .. } = draft;
        builder.goal(done.last().copied());
        let task = builder.build();
        let nodes = Self::NODES * done.len() as u64;
        Ok(match meter.within(Some(nodes), None, |meter| strips::first_plan(&task, meter)) {
            SearchEnd::Found(plan) => {
                let sources = plan.operators.iter().map(|&operator| meaning[operator]).collect();
                Some(Self { first: loose.done, sources })
            }
            SearchEnd::Exhausted => None,
            SearchEnd::Stopped(Stop::NodeLimit) => {
                meter.exhausted()?;
                None
            }
            SearchEnd::Stopped(stop) => return Err(stop),
        })
    }

    /// Returns the source area of the box of a packing step; `None` for a parked box, or outside the plan.
    pub(super) fn source(&self, step: usize) -> Option<AreaId> {
        self.sources.get(step.checked_sub(self.first)?).copied().flatten()
    }
}

/// The STRIPS task of a position in the making.
struct Draft<'a> {
    loose: Loose<'a>,
    builder: TaskBuilder,
    /// Facts that a number of packing steps is done, from `loose.done` steps on.
    done: Vec<Fact>,
    /// Facts that an area holds a number of loose boxes.
    holds: FxHashMap<(AreaId, u16), Fact>,
    counts: AreaCounts,
    /// For each operator the source area of the box; `None` for a parked box.
    meaning: Vec<Option<AreaId>>,
}

impl<'a> Draft<'a> {
    fn new(loose: Loose<'a>, packing: &PackingPlan) -> Self {
        let mut builder = TaskBuilder::new();
        let done: Vec<Fact> =
            (loose.done..=packing.steps().count()).map(|step| builder.fact(&format!("done {step}"))).collect();
        let counts = AreaCounts::of(loose.areas, loose.boxes.iter().copied());
        let mut holds = FxHashMap::default();
        for area in loose.areas.areas().iter().map(|area| area.id) {
            for boxes in 0..=counts.get(area) {
                holds.insert((area, boxes), builder.fact(&format!("holds a{} {boxes}", area.0)));
            }
            builder.init([holds[&(area, counts.get(area))]]);
        }
        builder.init(done.first().copied());
        Self { loose, builder, done, holds, counts, meaning: Vec::new() }
    }

    /// Adds the operators that carry out a packing step, the nearest areas first.
    fn add(&mut self, step: usize, packing: &PackingPlan, ways: &mut Ways<'_>, refused: &[AreaId]) {
        let place = step - self.loose.done;
        let (before, after) = (self.done[place], self.done[place + 1]);
        if packing.next(step).is_some_and(|next| next.from.is_some()) {
            self.builder.operator(format!("move {step}"), vec![before], vec![after], vec![before], 1);
            self.meaning.push(None);
            return;
        }
        for (pushes, area) in ways.nearest(packing, step, self.loose.boxes, self.loose.areas) {
            if refused.contains(&area) {
                continue;
            }
            for boxes in 1..=self.counts.get(area) {
                let (held, left) = (self.holds[&(area, boxes)], self.holds[&(area, boxes - 1)]);
                let name = format!("fill {step} from a{} {boxes}", area.0);
                self.builder.operator(name, vec![before, held], vec![after, left], vec![before, held], pushes + 1);
                self.meaning.push(Some(area));
            }
        }
    }
}
