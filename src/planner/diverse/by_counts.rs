//! Best plans on `counts`, by the STRIPS planner. Input: a position and a family of plans (those that avoid some
//! borders). Output: the best plan of the family.

use super::diverse_plans::{Best, BestPlanOracle, Border, Borders};
use super::explore::take_cheapest;
use super::{AbstractPlan, Explored, Kept, PlanQuery, PlannedStep};
use crate::abstraction::{Counts, Label};
use crate::level::Position;
use crate::planner::{AbstractTask, PlanningContext, Step};
use crate::run::{Ended, Meter, Stop};
use crate::strips::{Fact, Options, Plan, Task, plan};

pub(in crate::planner) struct ByCounts {
    task: AbstractTask,
    /// Borders that some box must cross in every plan.
    forced: Borders,
}

impl ByCounts {
    pub(in crate::planner) fn new(
        context: &PlanningContext<'_>,
        start: &Position,
        forced: &Borders,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        Ok(Self { task: AbstractTask::new(context, start, &[], meter)?, forced: forced.clone() })
    }

    /// Returns the task in which no box may cross an excluded border, and some box must cross each forced one. Its
    /// operators have the numbers that they have in `task`.
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

    /// Adds the cheapest plans to `explored`; no two have equal transfers in equal order.
    ///
    /// # Errors
    /// A limit of the meter.
    pub(super) fn cheapest(
        &self,
        explored: &mut Explored,
        (context, start): (&PlanningContext<'_>, &Position),
        query: &PlanQuery,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        take_cheapest(explored, &self.restricted(&query.forbidden), query, meter, |plan| {
            self.described(context, start, plan)
        })
    }

    /// Returns a STRIPS plan as steps, with the box counts before each.
    pub(in crate::planner) fn described(
        &self,
        context: &PlanningContext<'_>,
        start: &Position,
        plan: Plan,
    ) -> AbstractPlan {
        let first = Counts::of(context.areas, start.boxes.iter().copied());
        // Merged hops may take a box out before it came in; such a plan is given hop by hop.
        let merged = counted(&first, self.task.steps(context, start, &plan));
        let (steps, end) = merged.or_else(|| counted(&first, self.task.hops(&plan))).unwrap_or((Vec::new(), first));
        AbstractPlan { steps, end: kept(end), cost: plan.cost }
    }
}

impl BestPlanOracle for ByCounts {
    type Plan = Plan;

    fn best(&mut self, excluded: &Borders, meter: &mut Meter) -> Result<Option<Best<Plan>>, Stop> {
        match plan(&self.restricted(excluded), &Options::OPTIMAL, meter) {
            Ended::Found(plan) => {
                let used = plan.operators.iter().filter_map(|&o| self.task.border(o)).collect();
                Ok(Some(Best { cost: plan.cost, used, plan }))
            }
            Ended::Exhausted => Ok(None),
            Ended::Stopped(stop) => Err(stop),
        }
    }
}

const fn kept(counts: Counts) -> Kept {
    Kept { counts, classes: None }
}

/// Returns the steps with the box counts before each, and the last counts; `None` if a step finds no box in its area.
fn counted(first: &Counts, steps: Vec<Step>) -> Option<(Vec<PlannedStep>, Counts)> {
    let mut counts = first.clone();
    let mut planned = Vec::new();
    for step in steps {
        let before = kept(counts.clone());
        let mut cost = 1;
        if let Step::Transfer(route) = &step {
            (counts.get(route[0]) > 0).then_some(())?;
            counts = counts.moved(route[0], route[route.len() - 1]);
            cost = route.len() as u64 - 1;
        }
        planned.push(PlannedStep { step, label: Label::Context, cost, before, pushes: None, packs: None });
    }
    Some((planned, counts))
}
