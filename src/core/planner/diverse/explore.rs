//! The best abstract plans from a position. Each plan has the box counts before its steps. On `sets` one plan is found,
//! with its pushes; on the other kinds a plan is a proposal, whose steps are not carried out here.

use super::by_counts::explore_counts;
use super::{PlanQuery, PlanSelection};
use crate::abstraction::{Counts, Label, LabelCounts};
use crate::deadlock::{AskedBy, RuleSet};
use crate::level::Position;
use crate::packing::PackingMove;
use crate::planner::sources::{FirstPlans, PlannedTransfer};
use crate::planner::{Abstraction, ExactSearch, PlanningContext, Realisation, Step, TableBounds};
use crate::run::{Ended, Meter, Search, Stop, drive};
use crate::strips::{KBest, Plan, Task};

/// A plan step with the number of boxes in each area before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedStep {
    /// Step of the abstract plan.
    pub step: Step,
    /// Label of the step: how certain its outcome is.
    pub label: Label,
    /// Cost of the step: the number of borders that boxes cross; 1 for a settle on `counts`; for a transfer along a
    /// packing plan, the number of pushes of its box with only the packed boxes on the board.
    pub cost: u64,
    /// Number of boxes in each area before the step; [`AbstractPlan::after`] returns those after it.
    pub before: Counts,
    /// Packing step that the transfer carries out, with the index in the packing plan; `None` without a packing plan.
    pub packs: Option<(usize, PackingMove)>,
}

/// One plan found, with the number of boxes in each area before and after each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractPlan {
    /// Steps of the plan, in order.
    pub steps: Vec<PlannedStep>,
    /// Number of boxes in each area after the last step.
    pub end: Counts,
    /// Cost of the plan: the sum of the costs of its steps.
    pub cost: u64,
}

impl AbstractPlan {
    /// Creates a plan from box counts and the steps from there on, whose own counts are replaced.
    pub(super) fn new(mut counts: Counts, mut steps: Vec<PlannedStep>) -> Self {
        for planned in &mut steps {
            let after = match planned.step.ends()[..] {
                [from, to] if from != to && counts.get(from) > 0 => counts.moved(from, to),
                _ => counts.clone(),
            };
            planned.before = std::mem::replace(&mut counts, after);
        }
        let cost = steps.iter().map(|planned| planned.cost).sum();
        Self { steps, end: counts, cost }
    }

    /// Returns the number of boxes in each area after the step with this index.
    pub fn after(&self, index: usize) -> &Counts {
        self.steps.get(index + 1).map_or(&self.end, |next| &next.before)
    }
}

/// The plans that a query found, and how good they are known to be.
#[derive(Clone, Debug)]
pub struct AbstractPlans {
    /// Kind of abstraction on which the plans were made.
    pub space: Abstraction,
    /// Whether the plans are diverse or simply the cheapest ones.
    pub selection: PlanSelection,
    /// Plans found, best first; plans of transfers in the order in which the search makes them.
    pub plans: Vec<AbstractPlan>,
    /// Whether [`Self::plans`] has all plans that exist.
    pub is_all: bool,
    /// Whether no plan is better than the first: true on `counts`, and for the cheapest plans of transfers.
    pub is_best: bool,
    /// Limit that ended the search early; `None` if the search ended by itself.
    pub stop: Option<Stop>,
    /// Steps of the first plan with their pushes; `None` except on `sets`.
    pub realised: Option<Vec<Realisation>>,
    /// Number of operators generated, by label (the certainty of an outcome).
    pub labels: LabelCounts,
}

impl AbstractPlans {
    pub(super) fn new(space: Abstraction, query: &PlanQuery) -> Self {
        let selection = match space {
            Abstraction::Transfers if query.has_conditions() => PlanSelection::Top,
            _ => query.selection,
        };
        let is_best = match space {
            Abstraction::Transfers => selection == PlanSelection::Top,
            _ => space != Abstraction::Sets,
        };
        let (plans, labels) = (Vec::new(), LabelCounts::default());
        Self { space, selection, plans, is_all: false, is_best, stop: None, realised: None, labels }
    }

    /// Adds the cheapest plans of a STRIPS task, each as `described` returns it.
    pub(super) fn take_cheapest(
        &mut self,
        task: &Task,
        query: &PlanQuery,
        meter: &mut Meter,
        mut described: impl FnMut(Plan) -> AbstractPlan,
    ) -> Result<(), Stop> {
        let mut stream = KBest::new(task);
        while self.plans.len() < query.count && !self.is_all {
            match stream.next(meter) {
                Ended::Found(plan) => {
                    let plan = described(plan);
                    // Different hops may merge into equal transfers, which make one plan.
                    if !self.plans.contains(&plan) {
                        self.plans.push(plan);
                    }
                }
                Ended::Exhausted => self.is_all = true,
                Ended::Stopped(stop) => return Err(stop),
            }
        }
        Ok(())
    }
}

/// Returns the best plans from a position. For transfers they are the plans that the planner makes there, unless the
/// query wants the cheapest ones or has conditions. On `sets` it is the first plan found, whatever the query wants, and
/// the areas must be small enough for local states.
///
/// ```
/// use sokoplan_core::{Areas, Level};
/// use sokoplan_core::maze::Maze;
/// use sokoplan_core::planner::{Abstraction, PlanQuery, PlanningContext, explore};
/// use sokoplan_core::run::Meter;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
/// let level = Level::from_xsb("two rooms and a tunnel", text)?;
/// let areas = Areas::of(&level.board);
/// let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
/// let context = PlanningContext::new(&maze, &areas);
/// let explored = explore(Abstraction::Sets, &context, &level.start, &PlanQuery::diverse(1), &mut Meter::unlimited());
/// assert_eq!(explored.plans[0].cost, 2); // into the tunnel, and out of it
/// # Ok(())
/// # }
/// ```
pub fn explore(
    space: Abstraction,
    context: &PlanningContext<'_>,
    start: &Position,
    query: &PlanQuery,
    meter: &mut Meter,
) -> AbstractPlans {
    let mut explored = AbstractPlans::new(space, query);
    let filled = match space {
        Abstraction::Transfers => explore_transfers(&mut explored, context, start, query, meter),
        Abstraction::Sets => explore_sets(&mut explored, context, start, meter),
        Abstraction::Counts => explore_counts(&mut explored, context, start, query, meter),
    };
    explored.stop = filled.err();
    explored
}

fn explore_sets(
    explored: &mut AbstractPlans,
    context: &PlanningContext<'_>,
    start: &Position,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let rules = RuleSet::of(AskedBy::ONE_AREA);
    let mut search = ExactSearch::guided(context, start, &TableBounds::WIDE, &rules, meter)?;
    let ended = drive(&mut search, meter);
    explored.labels = search.labels;
    match ended {
        Ended::Found(_) => {
            let realised = search.take_steps(context.areas).unwrap_or_default();
            let counts = Counts::of(context.areas, start.boxes.iter().copied());
            let planned = |Realisation { step, label, .. }: &Realisation| PlannedStep {
                cost: u64::from(matches!(step, Step::Transfer(_))),
                step: step.clone(),
                label: *label,
                before: counts.clone(),
                packs: None,
            };
            let steps = realised.iter().map(planned).collect();
            explored.plans.push(AbstractPlan::new(counts.clone(), steps));
            explored.realised = Some(realised);
        }
        Ended::Exhausted => explored.is_all = search.is_complete(),
        Ended::Stopped(stop) => return Err(stop),
    }
    Ok(())
}

fn explore_transfers(
    explored: &mut AbstractPlans,
    context: &PlanningContext<'_>,
    start: &Position,
    query: &PlanQuery,
    meter: &mut Meter,
) -> Result<(), Stop> {
    let Some(mut plans) = FirstPlans::new(context, start, meter)? else {
        explored.is_all = true;
        return Ok(());
    };
    let counts = Counts::of(context.areas, start.boxes.iter().copied());
    if explored.selection == PlanSelection::Top {
        let task = plans.task(&query.forced, &query.forbidden);
        return explored
            .take_cheapest(&task.task, query, meter, |plan| described(&counts, plans.transfers(&task.plan(&plan))));
    }
    while explored.plans.len() < query.count && !explored.is_all {
        match plans.next(meter)? {
            Some(transfers) => explored.plans.push(described(&counts, transfers)),
            None => explored.is_all = true,
        }
    }
    Ok(())
}

fn described(counts: &Counts, transfers: Vec<PlannedTransfer>) -> AbstractPlan {
    let planned = |PlannedTransfer { number, packs, route, pushes }: PlannedTransfer| PlannedStep {
        step: Step::along(&route),
        label: Label::Context,
        cost: pushes.into(),
        before: counts.clone(),
        packs: Some((number, packs)),
    };
    AbstractPlan::new(counts.clone(), transfers.into_iter().map(planned).collect())
}
