//! The best plans on `counts`, by the STRIPS planner: the cheapest ones, or diverse ones, of which none crosses all
//! borders of a better one.
//!
//! Diverse plans come in families: the plans that avoid some borders. After each plan the rest of its family is split by
//! which of the plan's borders is avoided, as conflicts are in diagnosis (Reiter 1987). So detours and other orders of
//! the same transfers, of which there are millions with ten boxes, are no separate plans.

use super::{AbstractPlan, AbstractPlans, Border, Borders, PlanQuery, PlanSelection, PlannedStep};
use crate::abstraction::{Counts, Label};
use crate::level::Position;
use crate::planner::{AbstractTask, PlanningContext, Step};
use crate::run::{Ended, Meter, Stop};
use crate::strips::{Fact, Plan, Task, cheapest_plan};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

pub(super) fn explore_counts(
    explored: &mut AbstractPlans,
    context: &PlanningContext<'_>,
    start: &Position,
    query: &PlanQuery,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let task = AbstractTask::new(context, start, &[], meter)?;
    let counts = CountsTask { context, start, task, forced: &query.forced };
    if explored.selection == PlanSelection::Top {
        let task = counts.restricted(&query.forbidden);
        return explored.take_cheapest(&task, query, meter, |plan| counts.described(&plan));
    }
    let mut diverse = DiversePlans::new(counts, query.forbidden.clone());
    while explored.plans.len() < query.count && !explored.is_all {
        match diverse.next(meter)? {
            Some(plan) => explored.plans.push(plan),
            None => explored.is_all = true,
        }
    }
    Ok(())
}

struct CountsTask<'a> {
    context: &'a PlanningContext<'a>,
    start: &'a Position,
    task: AbstractTask,
    forced: &'a Borders,
}

impl CountsTask<'_> {
    /// Returns the task that avoids excluded borders and crosses the forced ones; operators keep their numbers.
    fn restricted(&self, excluded: &Borders) -> Task {
        let mut task = self.task.task.clone();
        let mut fact = |name: String| {
            task.facts.push(name);
            Fact(u32::try_from(task.facts.len() - 1).unwrap_or(u32::MAX))
        };
        let never = fact("never".to_owned());
        let name = |(from, to): &Border| format!("crossed a{} a{}", from.0, to.0);
        let crossed: Vec<(Border, Fact)> = self.forced.iter().map(|border| (*border, fact(name(border)))).collect();
        for (number, operator) in task.operators.iter_mut().enumerate() {
            let border = self.task.border(number);
            let is_excluded = border.is_some_and(|border| excluded.contains(&border));
            operator.pre.extend(is_excluded.then_some(never));
            operator.add.extend(crossed.iter().filter(|(forced, _)| border == Some(*forced)).map(|(_, fact)| *fact));
        }
        task.goal.extend(crossed.iter().map(|(_, fact)| *fact));
        task
    }

    fn described(&self, plan: &Plan) -> AbstractPlan {
        let first = Counts::of(self.context.areas, self.start.boxes.iter().copied());
        let merged = self.task.steps(self.context, self.start, plan);
        // Merged hops may take a box out before it came in; such a plan is given hop by hop.
        let steps = if is_possible(&first, &merged) { merged } else { self.task.hops(plan) };
        let planned = |step: Step| {
            let cost = if let Step::Transfer(route) = &step { route.len() as u64 - 1 } else { 1 };
            PlannedStep { step, label: Label::Context, cost, before: first.clone(), packs: None }
        };
        AbstractPlan { cost: plan.cost, ..AbstractPlan::new(first.clone(), steps.into_iter().map(planned).collect()) }
    }
}

fn is_possible(first: &Counts, steps: &[Step]) -> bool {
    let mut counts = first.clone();
    steps.iter().all(|step| {
        let Step::Transfer(route) = step else { return true };
        let has_box = counts.get(route[0]) > 0;
        counts = counts.moved(route[0], route[route.len() - 1]);
        has_box
    })
}

/// Cost of the best plan, or of that before the split; whether the best plan is known; number in the order of arrival.
type Key = (u64, bool, usize);

/// Plans that avoid some borders, and the best of them once it is known, with the borders that it crosses.
type Family = (Borders, Option<(Borders, Plan)>);

struct DiversePlans<'a> {
    counts: CountsTask<'a>,
    queue: BinaryHeap<Reverse<Key>>,
    families: Vec<Family>,
    seen: BTreeSet<Borders>,
    given: Vec<Borders>,
}

impl<'a> DiversePlans<'a> {
    fn new(counts: CountsTask<'a>, excluded: Borders) -> Self {
        let (queue, families, seen, given) = (BinaryHeap::new(), Vec::new(), BTreeSet::new(), Vec::new());
        let mut all = Self { counts, queue, families, seen, given };
        all.add(0, (excluded, None));
        all
    }

    fn add(&mut self, cost: u64, family: Family) {
        self.queue.push(Reverse((cost, family.1.is_some(), self.families.len())));
        self.families.push(family);
    }

    fn next(&mut self, meter: &mut Meter) -> Result<Option<AbstractPlan>, Stop> {
        while let Some(Reverse((cost, _, arrival))) = self.queue.pop() {
            meter.check()?;
            let (excluded, known) = std::mem::take(&mut self.families[arrival]);
            // A given plan that belongs to the family is no worse than the best one of the family.
            if let Some(given) = self.given.iter().find(|used| used.is_disjoint(&excluded)).cloned() {
                self.split(cost, &excluded, &given);
            } else if let Some((used, best)) = known {
                self.split(cost, &excluded, &used);
                self.given.push(used);
                return Ok(Some(self.counts.described(&best)));
            } else {
                match cheapest_plan(&self.counts.restricted(&excluded), meter) {
                    Ended::Found(best) => {
                        let used = best.operators.iter().filter_map(|&o| self.counts.task.border(o)).collect();
                        self.add(best.cost, (excluded, Some((used, best))));
                    }
                    Ended::Exhausted => {}
                    Ended::Stopped(stop) => return Err(stop),
                }
            }
        }
        Ok(None)
    }

    fn split(&mut self, cost: u64, excluded: &Borders, used: &Borders) {
        for &border in used {
            let mut more = excluded.clone();
            more.insert(border);
            if self.seen.insert(more.clone()) {
                self.add(cost, (more, None));
            }
        }
    }
}
