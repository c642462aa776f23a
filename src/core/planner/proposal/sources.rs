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

use crate::level::{Direction, Square};
use crate::maze::{AreaId, Areas};
use crate::packing::PackingPlan;
use crate::planner::{Conditions, PlanningContext};
use crate::push::BoxSet;
use crate::run::{Meter, SearchEnd, Stop};
use crate::strips::{self, Fact, Operator, TaskBuilder};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

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
        builder.goal.extend(done.last());
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

struct Draft<'a> {
    loose: Loose<'a>,
    builder: TaskBuilder,
    /// Facts that a number of packing steps is done, from `loose.done` steps on.
    done: Vec<Fact>,
    /// Facts that an area holds a number of loose boxes.
    holds: FxHashMap<(AreaId, u16), Fact>,
    counts: Vec<u16>,
    /// For each operator the source area of the box; `None` for a parked box.
    meaning: Vec<Option<AreaId>>,
}

impl<'a> Draft<'a> {
    fn new(loose: Loose<'a>, packing: &PackingPlan) -> Self {
        let mut builder = TaskBuilder::default();
        let done: Vec<Fact> =
            (loose.done..=packing.steps().count()).map(|step| builder.fact(&format!("done {step}"))).collect();
        let mut counts = vec![0; loose.areas.len()];
        loose.boxes.iter().for_each(|&b| counts[loose.areas.area_of(b).index()] += 1);
        let mut holds = FxHashMap::default();
        for area in loose.areas.areas().iter().map(|area| area.id) {
            for boxes in 0..=counts[area.index()] {
                holds.insert((area, boxes), builder.fact(&format!("holds a{} {boxes}", area.0)));
            }
            builder.init.push(holds[&(area, counts[area.index()])]);
        }
        builder.init.extend(done.first());
        Self { loose, builder, done, holds, counts, meaning: Vec::new() }
    }

    fn add(&mut self, step: usize, packing: &PackingPlan, ways: &mut Ways<'_>, refused: &[AreaId]) {
        let place = step - self.loose.done;
        let (before, after) = (self.done[place], self.done[place + 1]);
        if packing.next(step).is_some_and(|next| next.from.is_some()) {
            let operator = Operator::new(format!("move {step}"), vec![before], vec![after], vec![before], 1);
            self.builder.operators.push(operator);
            self.meaning.push(None);
            return;
        }
        for (pushes, area) in ways.nearest(step, self.loose.boxes) {
            if refused.contains(&area) {
                continue;
            }
            for boxes in 1..=self.counts[area.index()] {
                let (held, left) = (self.holds[&(area, boxes)], self.holds[&(area, boxes - 1)]);
                let name = format!("fill {step} from a{} {boxes}", area.0);
                let (needed, added) = (vec![before, held], vec![after, left]);
                self.builder.operators.push(Operator::new(name, needed.clone(), added, needed, pushes + 1));
                self.meaning.push(Some(area));
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Way {
    /// Number of pushes; `u32::MAX` without a path.
    pushes: u32,
    /// Direction of the first push; `None` at the end, and without a path.
    next: Option<Direction>,
}

/// Push distances of a lone box to the squares of packing steps, past boxes in place; each computed when first needed.
/// Only the box keeps the player from a square, so what has no path here has none in any position.
#[derive(Debug)]
pub(super) struct Ways<'a> {
    context: &'a PlanningContext<'a>,
    packing: &'a PackingPlan,
    conditions: &'a Conditions,
    /// For each packing step, the way from each place; computed when needed.
    by_step: Vec<Option<Vec<Way>>>,
}

impl<'a> Ways<'a> {
    pub(super) fn new(context: &'a PlanningContext<'a>, packing: &'a PackingPlan, conditions: &'a Conditions) -> Self {
        Self { context, packing, conditions, by_step: vec![None; packing.steps().count()] }
    }

    fn to(&mut self, step: usize) -> &[Way] {
        let Self { context, packing, conditions, .. } = *self;
        self.by_step[step].get_or_insert_with(|| match packing.next(step) {
            Some(next) => {
                let mut walls = packing.set(step).clone();
                next.from.into_iter().for_each(|from| walls.remove(from));
                ways_to(context, conditions, &walls, next.to)
            }
            None => Vec::new(),
        })
    }

    /// Returns the minimum pushes of a lone box to the square of a step; `None` without a way.
    pub(super) fn pushes(&mut self, step: usize, from: Square) -> Option<u32> {
        let distances = &self.context.maze.distances;
        let ways = self.to(step);
        distances.places(from).map(|place| ways[place].pushes).min().filter(|&pushes| pushes != u32::MAX)
    }

    /// Returns the areas of boxes with a path to the square of a step, each with its minimum pushes, nearest first.
    pub(super) fn nearest(&mut self, step: usize, boxes: &[Square]) -> Vec<(u32, AreaId)> {
        let areas = self.context.areas;
        let far = |&square: &Square| Some((self.pushes(step, square)?, areas.area_of(square)));
        let mut all: Vec<(u32, AreaId)> = boxes.iter().filter_map(far).collect();
        all.sort_unstable();
        let mut seen: Vec<AreaId> = Vec::new();
        all.retain(|(_, area)| {
            let is_new = !seen.contains(area);
            seen.push(*area);
            is_new
        });
        all
    }

    /// Returns the squares on the way of the nearest of these boxes to that of a step; `None` without a way.
    pub(super) fn path(&mut self, step: usize, boxes: &[Square]) -> Option<Vec<Square>> {
        let maze = self.context.maze;
        let ways = self.to(step);
        let placed = boxes.iter().flat_map(|&square| maze.distances.places(square).map(move |place| (place, square)));
        let (mut place, mut at) = placed.min_by_key(|&(place, _)| ways[place].pushes)?;
        if ways[place].pushes == u32::MAX {
            return None;
        }
        let mut path = vec![at];
        while let Some((direction, to)) = ways[place].next.and_then(|next| Some((next, maze.board.next(at, next)?))) {
            (place, at) = (maze.place_pushed(to, direction).index(), to);
            path.push(at);
        }
        Some(path)
    }
}

/// Returns for each place the way of a lone box to a square past boxes that stay (`walls`), over no forbidden border.
fn ways_to(context: &PlanningContext<'_>, conditions: &Conditions, walls: &BoxSet, to: Square) -> Vec<Way> {
    let PlanningContext { maze, areas } = *context;
    let board = maze.board;
    let mut ways = vec![Way { pushes: u32::MAX, next: None }; maze.distances.all_places()];
    let is_free = |square: &Square| !walls.has(*square);
    let mut queue: VecDeque<(usize, Square)> = maze.distances.places(to).map(|place| (place, to)).collect();
    queue.iter().for_each(|&(place, _)| ways[place].pushes = 0);
    while let Some((place, at)) = queue.pop_front() {
        let pushes = ways[place].pushes + 1;
        for direction in Direction::ALL.into_iter().filter(|&d| maze.place_pushed(at, d).index() == place) {
            // A box is pushed from `before` to `at`, with the player behind it.
            let Some(before) = board.next(at, direction.opposite()).filter(is_free) else { continue };
            let is_pushed = board.next(before, direction.opposite()).filter(is_free).is_some();
            let is_allowed = !conditions.forbids(&[areas.area_of(before), areas.area_of(at)]);
            let from = maze.place_pushed(before, direction).index();
            if is_pushed && is_allowed && ways[from].pushes == u32::MAX {
                ways[from] = Way { pushes, next: Some(direction) };
                queue.push_back((from, before));
            }
        }
    }
    ways
}

/// True if a lone box on a square has a way to another square past boxes that stay (`walls`), over no forbidden border.
pub(super) fn has_way(
    context: &PlanningContext<'_>,
    conditions: &Conditions,
    walls: &BoxSet,
    from: Square,
    to: Square,
) -> bool {
    let ways = ways_to(context, conditions, walls, to);
    context.maze.distances.places(from).any(|place| ways[place].pushes != u32::MAX)
}
