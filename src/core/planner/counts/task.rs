//! The STRIPS task of a position, in which each area is its number of boxes. Facts: the number of boxes of an area, and
//! whether they stand on its goals. Operators: move a box over a border; push the boxes of an area onto its goals. The
//! player is not modelled: push search decides what he can reach.

use crate::abstraction::{Counts, lone_box_passes};
use crate::level::Position;
use crate::maze::{Area, AreaId};
use crate::planner::{PlanningContext, Step};
use crate::run::{Meter, Stop};
use crate::strips::{Fact, Plan, Task, TaskBuilder};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Hop(AreaId, AreaId),
    Settle(AreaId),
}

/// A STRIPS task in which each operator moves a box over a border (hop) or the boxes of an area onto goals (settle).
#[derive(Debug)]
pub struct AbstractTask {
    /// Planning task in the form that STRIPS planners take.
    pub task: Task,
    meaning: Vec<Meaning>,
}

struct TaskDraft<'g> {
    context: &'g PlanningContext<'g>,
    builder: TaskBuilder,
    meaning: Vec<Meaning>,
    /// For each area the facts "holds n boxes", by n.
    holds: Vec<Vec<Fact>>,
    settled: Vec<Option<Fact>>,
    /// Fact that some step was made: a step that failed in this position may be possible later.
    elsewhere: Fact,
}

impl AbstractTask {
    /// Boxes that an area may hold beyond those now and its goals: more allow more detours, but make the task larger.
    const SLACK: u16 = 1;

    /// Creates the task to fill all goals from a position. No plan begins with a step of `refused`.
    pub fn new(
        context: &PlanningContext<'_>,
        position: &Position,
        refused: &[Step],
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let counts = Counts::of(context.areas, position.boxes.iter().copied());
        let mut builder = TaskBuilder::new();
        let elsewhere = builder.fact("elsewhere");
        let (meaning, holds, settled) = (Vec::new(), Vec::new(), Vec::new());
        let mut draft = TaskDraft { context, builder, elsewhere, meaning, holds, settled };
        draft.name_facts(&counts);
        draft.add_start_and_goal(&counts, position);
        draft.add_hops(&counts, refused, meter)?;
        draft.add_settles(&counts, refused);
        Ok(Self { task: draft.builder.build(), meaning: draft.meaning })
    }

    /// Returns the maximum number of boxes that a plan may have in an area at any time.
    pub(crate) fn most(context: &PlanningContext<'_>, counts: &Counts, area: &Area) -> u16 {
        let (now, goals) = (counts.get(area.id), context.goals.get(area.id));
        let room = area.squares.iter().filter(|s| !context.maze.distances.is_dead(**s)).count();
        (now.max(goals) + Self::SLACK).min(u16::try_from(room).unwrap_or(u16::MAX)).max(now)
    }

    /// Returns whether an area has goals and its boxes stand exactly on them.
    pub(crate) fn is_settled(context: &PlanningContext<'_>, position: &Position, area: AreaId) -> bool {
        let (board, areas) = (context.maze.board, context.areas);
        let here: Vec<_> = position.boxes.iter().filter(|b| areas.area_of(**b) == area).collect();
        let goals = usize::from(context.goals.get(area));
        goals > 0 && here.len() == goals && here.iter().all(|b| board.is_goal(**b))
    }

    /// Returns the steps of a plan; hops of one box through areas that do not need it are merged into one transfer.
    pub fn steps(&self, context: &PlanningContext<'_>, position: &Position, plan: &Plan) -> Vec<Step> {
        let mut counts = Counts::of(context.areas, position.boxes.iter().copied());
        let mut rest: Vec<Meaning> = plan.operators.iter().map(|&o| self.meaning[o]).collect();
        rest.reverse();
        let mut steps = Vec::new();
        while let Some(meaning) = rest.pop() {
            match meaning {
                Meaning::Settle(area) => steps.push(Step::Settle(area)),
                Meaning::Hop(from, to) => {
                    let route = Self::route(context, &counts, from, to, &mut rest);
                    counts = counts.moved(from, route[route.len() - 1]);
                    steps.push(Step::Transfer(route));
                }
            }
        }
        steps
    }

    /// Returns the border (from, to) that a box crosses by an operator; `None` for a settle.
    pub(crate) fn border(&self, operator: usize) -> Option<(AreaId, AreaId)> {
        match self.meaning[operator] {
            Meaning::Hop(from, to) => Some((from, to)),
            Meaning::Settle(_) => None,
        }
    }

    /// Returns the steps of a plan without merging: every transfer crosses one border.
    pub fn hops(&self, plan: &Plan) -> Vec<Step> {
        let hop = |&operator: &usize| match self.meaning[operator] {
            Meaning::Settle(area) => Step::Settle(area),
            Meaning::Hop(from, to) => Step::Transfer(vec![from, to]),
        };
        plan.operators.iter().map(hop).collect()
    }

    /// Returns the route of a box, extended by hops that are removed from `rest`, while it enters areas that do not
    /// need it.
    fn route(
        context: &PlanningContext<'_>,
        counts: &Counts,
        from: AreaId,
        to: AreaId,
        rest: &mut Vec<Meaning>,
    ) -> Vec<AreaId> {
        let mut route = vec![from, to];
        while let Some(&at) = route.last().filter(|&&at| counts.get(at) >= context.goals.get(at)) {
            let passes = |to: AreaId| lone_box_passes(context.maze, context.areas, &[&route[..], &[to]].concat());
            let leads_on =
                |m: &Meaning| matches!(m, Meaning::Hop(f, t) if *f == at && !route.contains(t) && passes(*t));
            let on = rest.iter().rposition(leads_on);
            let Some(Meaning::Hop(_, next)) = on.map(|index| rest.remove(index)) else { break };
            route.push(next);
        }
        route
    }
}

impl TaskDraft<'_> {
    fn name_facts(&mut self, counts: &Counts) {
        for area in self.context.areas.areas() {
            let (id, goals) = (area.id, self.context.goals.get(area.id));
            let most = AbstractTask::most(self.context, counts, area);
            let facts = (0..=most).map(|n| self.builder.fact(&format!("holds a{} {n}", id.0))).collect();
            self.holds.push(facts);
            let settled = (goals > 0).then(|| self.builder.fact(&format!("settled a{}", id.0)));
            self.settled.push(settled);
        }
    }

    fn add_start_and_goal(&mut self, counts: &Counts, position: &Position) {
        for (index, holds) in self.holds.iter().enumerate() {
            let id = AreaId::from_index(index);
            self.builder.init([holds[usize::from(counts.get(id))]]);
            match self.settled[index] {
                Some(settled) => {
                    let is_settled = AbstractTask::is_settled(self.context, position, id);
                    self.builder.init(is_settled.then_some(settled));
                    self.builder.goal([settled]);
                }
                None => self.builder.goal([holds[0]]),
            }
        }
    }

    fn add_hops(&mut self, counts: &Counts, refused: &[Step], meter: &Meter) -> Result<(), Stop> {
        for area in self.context.areas.areas() {
            for (to, _) in self.context.crossings.from(area.id) {
                let is_refused = refused.contains(&Step::Transfer(vec![area.id, *to]));
                self.add_hop(area.id, *to, is_refused.then(|| (counts.get(area.id), counts.get(*to))), meter)?;
            }
        }
        Ok(())
    }

    /// Adds a hop operator for each pair of box counts; that of the `refused` pair needs the fact `elsewhere`.
    fn add_hop(&mut self, from: AreaId, to: AreaId, refused: Option<(u16, u16)>, meter: &Meter) -> Result<(), Stop> {
        let (f, t) = (from.index(), to.index());
        for i in 1..self.holds[f].len() {
            meter.check()?;
            for j in 0..self.holds[t].len() - 1 {
                let is_refused = refused.is_some_and(|(x, y)| (usize::from(x), usize::from(y)) == (i, j));
                let (before, after) =
                    ([self.holds[f][i], self.holds[t][j]], [self.holds[f][i - 1], self.holds[t][j + 1]]);
                let mut deleted = before.to_vec();
                deleted.extend([self.settled[f], self.settled[t]].into_iter().flatten());
                self.add(
                    Meaning::Hop(from, to),
                    format!("hop a{} a{} {i} {j}", from.0, to.0),
                    &before,
                    &after,
                    deleted,
                    is_refused,
                );
            }
        }
        Ok(())
    }

    fn add_settles(&mut self, counts: &Counts, refused: &[Step]) {
        for index in 0..self.settled.len() {
            let (Some(settled), id) = (self.settled[index], AreaId::from_index(index)) else { continue };
            let goals = self.context.goals.get(id);
            let is_refused = refused.contains(&Step::Settle(id)) && counts.get(id) == goals;
            let Some(&full) = self.holds[index].get(usize::from(goals)) else { continue };
            self.add(Meaning::Settle(id), format!("settle a{}", id.0), &[full], &[settled], Vec::new(), is_refused);
        }
    }

    fn add(&mut self, meaning: Meaning, name: String, pre: &[Fact], add: &[Fact], del: Vec<Fact>, is_refused: bool) {
        let (mut pre, mut add) = (pre.to_vec(), add.to_vec());
        if is_refused { &mut pre } else { &mut add }.push(self.elsewhere);
        self.builder.operator(name, pre, add, del, 1);
        self.meaning.push(meaning);
    }
}
