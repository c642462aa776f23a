//! Plans of a level: the plan that the plan strategies follow, alternatives to it, and what became of each.

use super::explained::Explanation;
use super::options::Options;
use super::outcome::decide;
use super::report::{PlanReport, Report};
use super::solver::{LevelMaze, solve_observed};
use super::strategy::{Needs, Strategy};
use crate::level::Level;
use crate::maze::{AreaId, Areas};
use crate::packing::{BackwardPacking, PackingPlan, PackingPlans};
use crate::planner::agenda::{self, GroupsBy};
use crate::planner::{
    Conditions, EventSearch, EventSetting, Fidelity, Obstacle, Plan, PlanningContext, Proposal, Slot, complete,
    obstacle, propose, pushes,
};
use crate::run::{Meter, SearchEnd, Stop, drive};
use itertools::Itertools;

/// Which plans are made of a level.
#[derive(Clone, Debug)]
pub struct Planning {
    /// Options of the solver: rooms and conditions of the plans.
    pub options: Options,
    /// Maximum number of plans.
    pub count: usize,
}

/// A plan of a level, and what became of it.
#[derive(Clone, Debug)]
pub struct PlanOutcome {
    /// Report of carrying the plan out, with the plan and its fidelity.
    pub report: Report,
    /// How the plan was made to differ from the first one.
    pub variation: Variation,
    /// Pushes that the plan has made so far as steps, labelled in this order; `None` if it made none.
    pub steps: Option<Explanation>,
}

impl PlanOutcome {
    fn new(level: &Level, report: Report, variation: Variation, meter: &Meter) -> Self {
        let mut steps = report.plan.as_ref().and_then(|plan| Explanation::of_plan(level, plan));
        if let Some(steps) = &mut steps {
            // A limit leaves the last steps without labels.
            _ = steps.label(level, &meter.after_search());
        }
        Self { report, variation, steps }
    }
}

/// How a plan is made to differ from the first plan.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Variation {
    /// It is the first plan.
    #[default]
    First,
    /// Goals are filled, and boxes parked, in another order.
    Order,
    /// The first box comes from another area.
    Source(AreaId),
    /// No box crosses this border.
    Border((AreaId, AreaId)),
}

impl Planning {
    /// Returns the plans, first that of the plan strategies; each other is made under an equal share of what is left.
    pub fn plan(&self, level: &Level, meter: &mut Meter) -> Vec<PlanOutcome> {
        let mut maze = LevelMaze::default();
        let report = solve_observed(level, &mut maze, &self.options, &|_| {}, meter);
        let report = propose_plan(level, &mut maze, report, &self.options.conditions, meter);
        let mut plans = vec![PlanOutcome::new(level, report, Variation::First, meter)];
        // A limit ends the list of plans early.
        _ = self.add_alternatives(level, &mut maze, &mut plans, meter);
        plans
    }

    fn add_alternatives<'l>(
        &self,
        level: &'l Level,
        maze: &mut LevelMaze<'l>,
        plans: &mut Vec<PlanOutcome>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let Some(first) = plans[0].report.plan.clone() else { return Ok(()) };
        // Borders of small areas are no borders of rooms.
        let is_of_rooms = first.strategy.needs() != Needs::SmallAreas;
        let Some(plan) = first.plan.as_ref().filter(|_| is_of_rooms) else { return Ok(()) };
        if self.count <= 1 || level.start.is_solved(&level.board) {
            return Ok(());
        }
        let maze = maze.of(level, meter)?;
        let areas = Areas::within(&level.board, self.options.rooms_by, &self.options.patterns, meter)?;
        let context = PlanningContext::new(maze, &areas);
        let orders = packing_plans(&context, level, meter)?;
        let along = first.packing.as_ref().or_else(|| orders.first());
        for (variation, packing) in variations(plan, along, &orders) {
            if plans.len() >= self.count {
                break;
            }
            let mut conditions = self.options.conditions.clone();
            let mut avoided = Vec::new();
            match variation {
                Variation::First | Variation::Order => {}
                Variation::Source(area) => avoided.push(area),
                Variation::Border(border) => {
                    conditions.forbidden.insert(border);
                }
            }
            let proposal = Proposal { packing, conditions: &conditions, avoided: &avoided };
            let Some(proposed) = propose(&context, &level.start, proposal, meter)? else { continue };
            let proposed = complete(&context, &level.start, proposal, proposed, meter)?;
            let is_known = |other: &PlanOutcome| {
                let plan = other.report.plan.as_ref().and_then(|report| report.plan.as_ref());
                plan.is_some_and(|plan| is_same(plan, &proposed))
            };
            if plans.iter().any(is_known) {
                continue;
            }
            let left = u32::try_from(self.count - plans.len()).unwrap_or(u32::MAX);
            let nodes = meter.nodes_left().map(|nodes| nodes / u64::from(left));
            let time = meter.time_left().map(|time| time / left);
            plans.push(meter.within(nodes, time, |meter| {
                let report = self.carry_out(level, &context, packing, proposed, conditions, meter);
                PlanOutcome::new(level, report, variation, meter)
            }));
            meter.exhausted()?;
        }
        Ok(())
    }

    /// Carries a plan out: a search of room events along its packing plan, which tries its transfers first.
    fn carry_out(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        packing: &PackingPlan,
        plan: Plan,
        conditions: Conditions,
        meter: &mut Meter,
    ) -> Report {
        let (plan_nodes, push_nodes) = (meter.plan_nodes(), meter.push_nodes());
        let followed = Some(plan.clone());
        let setting =
            EventSetting { setting: self.options.setting(), conditions, plan: followed, ..EventSetting::default() };
        let mut made = PlanReport::new(context.areas.clone(), Strategy::Events);
        (made.packing, made.plan) = (Some(packing.clone()), Some(plan.clone()));
        let ended = match EventSearch::new(context, &level.start, made.packing.clone(), setting, meter) {
            Ok(mut search) => {
                let ended = drive(&mut search, meter);
                (made.attempts, made.tally) = (search.attempts(), Some(search.tally()));
                ended
            }
            Err(stop) => SearchEnd::Stopped(stop),
        };
        made.fidelity = Some(Fidelity::of(&level.board, context.areas, &level.start, &plan, &pushes(&made.attempts)));
        let outcome = decide(level, Strategy::Events.into(), ended, false);
        let report = Report::new(outcome, Strategy::Events.into()).counted(meter);
        // The meter counts the nodes of all plans.
        Report {
            plan: Some(made),
            plan_nodes: report.plan_nodes - plan_nodes,
            push_nodes: report.push_nodes - push_nodes,
            ..report
        }
    }
}

/// Returns the packing plans of a level: from the end, and with boxes that come directly from their starts.
fn packing_plans(context: &PlanningContext<'_>, level: &Level, meter: &mut Meter) -> Result<Vec<PackingPlan>, Stop> {
    let backward = match drive(&mut BackwardPacking::new(context.maze, &level.start, meter)?, meter) {
        SearchEnd::Found(plan) => Some(plan),
        SearchEnd::Exhausted => None,
        SearchEnd::Stopped(stop) => return Err(stop),
    };
    let by_starts = PackingPlans::default().by_starts(context.maze, &level.start, meter)?;
    Ok(by_starts.into_iter().chain(backward).collect())
}

/// Returns how further plans may differ from the first one, each with the packing plan along which it is made.
fn variations<'p>(
    first: &Plan,
    along: Option<&'p PackingPlan>,
    orders: &'p [PackingPlan],
) -> Vec<(Variation, &'p PackingPlan)> {
    let others = orders.iter().filter(|order| Some(*order) != along).map(|order| (Variation::Order, order));
    let source = first.slots.first().map(|slot| slot.first().area());
    let borders = first.slots.iter().flat_map(|slot| slot.first().route.iter().copied().tuple_windows()).unique();
    let same = source.map(Variation::Source).into_iter().chain(borders.map(Variation::Border));
    let same = same.filter_map(|variation| Some((variation, along?)));
    others.chain(same).collect()
}

/// True if a person would call two plans the same: the same slots in the same stages, each first supplied along the same areas.
fn is_same(one: &Plan, other: &Plan) -> bool {
    let sorted = |plan: &Plan| {
        let slot = |slot: &Slot| (slot.stage, slot.to, slot.first().route.clone());
        plan.slots.iter().map(slot).sorted().collect_vec()
    };
    sorted(one) == sorted(other)
}

/// Returns a report with its plan and fidelity. Without a packing plan, and for groups, the plan is a matching of boxes
/// and goals, by the level alone. A plan against the conditions is empty; a limit changes nothing.
pub(super) fn propose_plan<'l>(
    level: &'l Level,
    maze: &mut LevelMaze<'l>,
    report: Report,
    conditions: &Conditions,
    meter: &Meter,
) -> Report {
    let Report { plan: Some(made), .. } = &report else { return report };
    // The proposal counts no nodes of the search.
    let meter = meter.after_search();
    let proposed = match (&made.packing, &made.plan) {
        (Some(packing), Some(followed)) => {
            let proposal = Proposal { packing, conditions, avoided: &[] };
            // Without time for all suppliers the plan names those that the search followed.
            Ok(completed(level, maze, made, proposal, followed, &meter).unwrap_or_else(|_| followed.clone()))
        }
        (None, Some(fixed)) => Ok(fixed.clone()),
        (None, None) if conditions.is_empty() => matching(level, maze, made, &meter),
        // No plan along the packing plan, or none that meets the conditions.
        (_, None) => Ok(Plan::default()),
    };
    let Ok(proposed) = proposed else { return report };
    let fidelity = Fidelity::of(&level.board, &made.areas, &level.start, &proposed, &pushes(&made.attempts));
    let is_refused = proposed.slots.is_empty() && !conditions.is_empty();
    let made = PlanReport { plan: Some(proposed), is_refused, fidelity: Some(fidelity), ..made.clone() };
    let obstacle = match report.solution() {
        Some(_) => None,
        None => first_obstacle(level, maze, &made, conditions, &meter).ok().flatten(),
    };
    Report { plan: Some(PlanReport { obstacle, ..made }), ..report }
}

/// Returns what keeps the first open slot from being filled in the best position; `None` without one along a packing plan.
fn first_obstacle<'l>(
    level: &'l Level,
    maze: &mut LevelMaze<'l>,
    made: &PlanReport,
    conditions: &Conditions,
    meter: &Meter,
) -> Result<Option<Obstacle>, Stop> {
    let (Some(packing), Some(plan), Some(open)) = (&made.packing, &made.plan, made.open_slot()) else {
        return Ok(None);
    };
    let mut meter = meter.aside();
    let context = PlanningContext::new(maze.of(level, &mut meter)?, &made.areas);
    let proposal = Proposal { packing, conditions, avoided: &[] };
    obstacle(&context, &made.best_position(level), proposal, &plan.slots[open], &mut meter).map(Some)
}

fn completed<'l>(
    level: &'l Level,
    maze: &mut LevelMaze<'l>,
    made: &PlanReport,
    proposal: Proposal<'_>,
    followed: &Plan,
    meter: &Meter,
) -> Result<Plan, Stop> {
    let maze = maze.of(level, &mut meter.aside())?;
    complete(&PlanningContext::new(maze, &made.areas), &level.start, proposal, followed.clone(), meter)
}

fn matching<'l>(level: &'l Level, maze: &mut LevelMaze<'l>, made: &PlanReport, meter: &Meter) -> Result<Plan, Stop> {
    let maze = maze.of(level, &mut meter.aside())?;
    let by = if made.strategy.needs() == Needs::Groups { GroupsBy::Paths } else { GroupsBy::One };
    agenda::propose(maze, &made.areas, &level.start, by, meter)
}
