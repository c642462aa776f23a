//! The k best abstract plans from a position. Each plan has the contents of the areas before its steps. On exact rungs
//! it has its pushes; on the others it is a proposal, whose steps are not carried out here.

use super::by_counts::ByCounts;
use super::by_exact::ByClasses;
use super::by_transfers::explore_transfers;
use super::diverse_plans::{BestPlanOracle, DiversePlans};
use super::{PlanQuery, PlanSelection};
use crate::abstraction::{Counts, Label, LabelCounts, Rung};
use crate::level::{Position, Square};
use crate::packing::PackingMove;
use crate::planner::Abstraction;
use crate::planner::{PlanningContext, Realised, Step, TraceEvent};
use crate::push::Push;
use crate::run::{Ended, Meter, Stop};
use crate::strips::{KBest, Plan, Task};

/// The contents of all areas at one point of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Number of boxes in each area at this point of the plan.
    pub counts: Counts,
    /// On the rungs `classes` and `sets` the class of each area, as an index into [`Explored::classes`]; else `None`.
    pub classes: Option<Vec<usize>>,
}

/// A plan step with the contents of all areas before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedStep {
    /// Step of the abstract plan.
    pub step: Step,
    /// Label of the step: how certain its outcome is.
    pub label: Label,
    /// Cost of the step: the number of borders that boxes cross; 1 for a settle on coarse rungs; for a transfer along a
    /// packing plan, the number of pushes of its box with only the packed boxes on the board.
    pub cost: u64,
    /// Contents of the areas before the step; [`AbstractPlan::after`] returns those after it.
    pub before: Kept,
    /// Pushes that carry out the step; `None` except on the rungs `classes` and `sets`.
    pub pushes: Option<Vec<Push>>,
    /// Packing step that the transfer carries out, with the index in the packing plan; `None` without a packing plan.
    pub packs: Option<(usize, PackingMove)>,
}

/// One plan found, with the contents of all areas before and after each step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractPlan {
    /// Steps of the plan, in order.
    pub steps: Vec<PlannedStep>,
    /// Contents of the areas after the last step.
    pub end: Kept,
    /// Cost of the plan: the sum of the costs of its steps.
    pub cost: u64,
}

impl AbstractPlan {
    /// Returns the steps with their pushes; empty except on the rungs `classes` and `sets`.
    pub fn realised(&self) -> Vec<Realised> {
        let steps = self.steps.iter().enumerate();
        let realised = steps.filter_map(|(position, step)| {
            Some(Realised::by_table(step.step.clone(), step.pushes.clone()?, position, step.label))
        });
        realised.collect()
    }

    /// Returns the contents of the areas after the step with this index.
    pub fn after(&self, index: usize) -> &Kept {
        self.steps.get(index + 1).map_or(&self.end, |next| &next.before)
    }
}

/// A class of local states that occurs in a plan; for areas without the player, a set of placements of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassMet {
    /// Number of local states in the class.
    pub states: usize,
    /// Squares of the boxes in one of the local states of the class.
    pub example: Vec<Square>,
}

/// The plans that a query found, and how good they are known to be.
#[derive(Clone, Debug)]
pub struct Explored {
    /// Kind of abstraction on which the plans were made.
    pub space: Abstraction,
    /// Whether the plans are diverse or simply the cheapest ones.
    pub selection: PlanSelection,
    /// Plans found, best first; plans of transfers in the order in which the search makes them.
    pub plans: Vec<AbstractPlan>,
    /// For each area, by its number, the classes that occur in the plans, in the order of first occurrence; empty except
    /// on the rungs `classes` and `sets`.
    pub classes: Vec<Vec<ClassMet>>,
    /// Whether [`Self::plans`] has all plans that exist.
    pub is_all: bool,
    /// Whether no plan is better than the first. Always true on coarse rungs and for the cheapest plans of transfers;
    /// on the rungs `classes` and `sets` only if no search inside an area was ended by its budget.
    pub is_best: bool,
    /// Limit that ended the search early; `None` if the search ended by itself.
    pub stop: Option<Stop>,
    /// Trace of the search on the rung `classes` or `sets`; empty unless [`PlanQuery::is_traced`].
    pub events: Vec<TraceEvent>,
    /// Number of operators generated, by label (the certainty of an outcome).
    pub labels: LabelCounts,
}

/// Returns the best plans from a position. For transfers they are the plans that the planner makes there, unless the
/// query wants the cheapest ones or has conditions. On exact rungs the areas must be small enough for local states; if
/// half of the limits yields no plan, the other half is spent on finding any plan.
///
/// ```
/// use sokoplan::{Areas, Level};
/// use sokoplan::abstraction::Rung;
/// use sokoplan::maze::Maze;
/// use sokoplan::planner::{PlanQuery, PlanningContext, explore};
/// use sokoplan::run::Meter;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
/// let level = Level::from_xsb("two rooms and a tunnel", text)?;
/// let areas = Areas::of(&level.board);
/// let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
/// let context = PlanningContext::new(&maze, &areas);
/// let explored = explore(Rung::Sets, &context, &level.start, &PlanQuery::diverse(1), &mut Meter::unlimited());
/// assert_eq!(explored.plans[0].cost, 2); // into the tunnel, and out of it
/// # Ok(())
/// # }
/// ```
pub fn explore(
    space: impl Into<Abstraction>,
    context: &PlanningContext<'_>,
    start: &Position,
    query: &PlanQuery,
    meter: &mut Meter,
) -> Explored {
    let rung = match space.into() {
        Abstraction::Rung(rung) => rung,
        Abstraction::Transfers => return explore_transfers(context, start, query, meter),
        Abstraction::Parts => {
            let explored = by_counts(Rung::Counts, (context, start), query, meter);
            return Explored { space: Abstraction::Parts, ..explored };
        }
    };
    if !rung.is_exact() {
        return by_counts(rung, (context, start), query, meter);
    }
    let mut finder = match ByClasses::new(rung, context, start, query, meter) {
        Ok(finder) => finder,
        Err(stop) => return Explored { stop: Some(stop), ..nothing(rung.into(), query) },
    };
    let (nodes, time) = (meter.nodes_left().map(|n| n / 2), meter.time_left().map(|t| t / 2));
    let mut explored;
    (explored, finder) = meter.within(nodes, time, |meter| match query.selection {
        PlanSelection::Diverse => take(rung, finder, query, meter, ByClasses::described),
        PlanSelection::Top => {
            let mut explored = nothing(rung.into(), query);
            explored.stop = finder.cheapest(&mut explored, query, meter).err();
            (explored, finder)
        }
    });
    // Plans may be missing where a closure was cut by its budget.
    explored.is_all &= finder.is_exact();
    explored.is_best = finder.is_exact() && (explored.stop.is_none() || !explored.plans.is_empty());
    // The search for any plan ignores conditions.
    if explored.plans.is_empty() && explored.stop.is_some() && !query.has_conditions() {
        let plan;
        (finder, plan) = finder.any(meter);
        explored.plans.extend(plan.map(|plan| finder.described(plan)));
    }
    finder.record(&mut explored);
    explored
}

fn by_counts(
    rung: Rung,
    (context, start): (&PlanningContext<'_>, &Position),
    query: &PlanQuery,
    meter: &mut Meter,
) -> Explored {
    let mut explored = nothing(rung.into(), query);
    let finder = match ByCounts::new(context, start, &query.forced, meter) {
        Ok(finder) => finder,
        Err(stop) => return Explored { stop: Some(stop), ..explored },
    };
    if query.selection == PlanSelection::Top {
        explored.stop = finder.cheapest(&mut explored, (context, start), query, meter).err();
        return explored;
    }
    take(rung, finder, query, meter, |finder, plan| finder.described(context, start, plan)).0
}

pub(super) fn nothing(space: Abstraction, query: &PlanQuery) -> Explored {
    let selection = match space {
        Abstraction::Transfers if query.has_conditions() => PlanSelection::Top,
        _ => query.selection,
    };
    let (plans, classes, events) = (Vec::new(), Vec::new(), Vec::new());
    let is_best = space != Abstraction::Transfers || selection == PlanSelection::Top;
    let labels = LabelCounts::default();
    Explored { space, selection, plans, classes, is_all: false, is_best, stop: None, events, labels }
}

/// Adds the cheapest plans of a STRIPS task to `explored`, each as `described` returns it.
///
/// # Errors
/// A limit of the meter.
pub(super) fn take_cheapest(
    explored: &mut Explored,
    task: &Task,
    query: &PlanQuery,
    meter: &mut Meter,
    mut described: impl FnMut(Plan) -> AbstractPlan,
) -> Result<(), Stop> {
    let mut stream = KBest::new(task);
    while explored.plans.len() < query.count && !explored.is_all {
        match stream.next(meter) {
            Ended::Found(plan) => {
                let plan = described(plan);
                // Different hops may merge into equal transfers, which make one plan.
                if !explored.plans.contains(&plan) {
                    explored.plans.push(plan);
                }
            }
            Ended::Exhausted => explored.is_all = true,
            Ended::Stopped(stop) => return Err(stop),
        }
    }
    Ok(())
}

fn take<F: BestPlanOracle>(
    rung: Rung,
    finder: F,
    query: &PlanQuery,
    meter: &mut Meter,
    mut described: impl FnMut(&mut F, F::Plan) -> AbstractPlan,
) -> (Explored, F) {
    let mut diverse = DiversePlans::new(finder, query.forbidden.clone());
    let mut explored = nothing(rung.into(), query);
    while explored.plans.len() < query.count && !explored.is_all {
        match diverse.next(meter) {
            Ok(Some(best)) => explored.plans.push(described(&mut diverse.finder, best.plan)),
            Ok(None) => explored.is_all = true,
            Err(stop) => {
                explored.stop = Some(stop);
                break;
            }
        }
    }
    (explored, diverse.finder)
}
