//! The k best abstract plans from a position.
//!
//! Input: a position and a rung. Output: the k best plans on that rung, each with the contents of the areas before its
//! steps. On the exact rungs every plan has its pushes; on the others it is a proposal, and its steps are not realised
//! here.

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

/// The contents of the areas at one time of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The boxes of each area.
    pub counts: Counts,
    /// On the exact rungs the class of each area, as its place in [`Explored::classes`].
    pub classes: Option<Vec<usize>>,
}

/// A step with the contents of the areas before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedStep {
    /// The step.
    pub step: Step,
    /// The label of its outcome.
    pub label: Label,
    /// The number of borders that boxes cross; on the coarse rungs a settle costs 1. For a transfer along a packing
    /// plan, the pushes of its box without other boxes but those in place.
    pub cost: u64,
    /// The areas before the step; the areas after it are in the next step, or in [`AbstractPlan::end`].
    pub before: Kept,
    /// The pushes that realise it, on the exact rungs.
    pub pushes: Option<Vec<Push>>,
    /// The step of the packing plan, with its number from 0, for a transfer along a packing plan.
    pub packs: Option<(usize, PackingMove)>,
}

/// One of the best plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractPlan {
    /// Its steps.
    pub steps: Vec<PlannedStep>,
    /// The areas at its end.
    pub end: Kept,
    /// The sum of the costs of all steps.
    pub cost: u64,
}

impl AbstractPlan {
    /// Returns its steps with their pushes, on the exact rungs.
    pub fn realised(&self) -> Vec<Realised> {
        let steps = self.steps.iter().enumerate();
        let realised = steps.filter_map(|(position, step)| {
            Some(Realised::by_table(step.step.clone(), step.pushes.clone()?, position, step.label))
        });
        realised.collect()
    }

    /// Returns the areas after a step.
    pub fn after(&self, index: usize) -> &Kept {
        self.steps.get(index + 1).map_or(&self.end, |next| &next.before)
    }
}

/// A class (of the active area) or a set of box sets (of another) that occurs in a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassMet {
    /// The number of local states in it.
    pub states: usize,
    /// The boxes of one of these states.
    pub example: Vec<Square>,
}

/// The plans found.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The kind of abstraction.
    pub space: Abstraction,
    /// The way in which they were chosen.
    pub selection: PlanSelection,
    /// The plans, best first; plans of transfers in the order in which the search makes them.
    pub plans: Vec<AbstractPlan>,
    /// The classes of these plans, by area and in order of occurrence.
    pub classes: Vec<Vec<ClassMet>>,
    /// Whether no other plans exist.
    pub is_all: bool,
    /// Whether every closure was complete, so that no plan is better than the first. Always true on the coarse rungs,
    /// and for the cheapest plans of transfers.
    pub is_best: bool,
    /// The limit that ended the search early.
    pub stop: Option<Stop>,
    /// The events of the search on an exact rung, if [`PlanQuery::is_traced`].
    pub events: Vec<TraceEvent>,
    /// The number of operators made, by label.
    pub labels: LabelCounts,
}

/// Returns the best plans from a position; for transfers the plans that the search makes there, unless the query wants
/// the cheapest ones or has conditions. On the exact rungs the areas must be small enough for local states; if half of
/// the limits yields no plan there, the other half is spent on finding any plan.
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
    // Plans may be missing where a closure was cut.
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
    let finder = match ByCounts::new(rung, context, start, &query.forced, meter) {
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

/// Adds the cheapest plans of a task.
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
                // Hops that merge into equal transfers make one plan.
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
