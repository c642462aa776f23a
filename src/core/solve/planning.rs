//! Plans of a level: the plan that the plan strategies follow, alternatives to it, and what became of each.

use super::options::Options;
use super::outcome::decide;
use super::report::{PlanReport, Report};
use super::solver::solve;
use super::strategy::{Needs, Strategy};
use crate::level::Level;
use crate::maze::{AreaId, Areas, Maze};
use crate::packing::{BackwardPacking, PackingPlan, PackingPlans};
use crate::planner::agenda::{self, GroupsBy};
use crate::planner::{Conditions, EventSearch, EventSetting, Fidelity, Plan, PlanningContext, propose, pushes};
use crate::run::{Limits, Meter, SearchEnd, Stop, drive};
use itertools::Itertools;
use std::time::Duration;

/// Time for a proposal after a search that used all of its time.
const GRACE: Duration = Duration::from_millis(250);

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
    /// Returns the plans of a level, the plan that the plan strategies follow first. Each other plan is carried out under an
    /// equal share of the limits that are left.
    pub fn plan(&self, level: &Level, meter: &mut Meter) -> Vec<PlanOutcome> {
        let mut report = solve(level, &self.options, meter);
        // A limit leaves the report without a plan, or ends the list of plans early.
        _ = propose_plan(level, &mut report, meter);
        let mut plans = vec![PlanOutcome { report, variation: Variation::First }];
        _ = self.add_alternatives(level, &mut plans, meter);
        plans
    }

    fn add_alternatives(&self, level: &Level, plans: &mut Vec<PlanOutcome>, meter: &mut Meter) -> Result<(), Stop> {
        let Some(first) = plans[0].report.plan.clone() else { return Ok(()) };
        let Some(plan) = &first.plan else { return Ok(()) };
        if self.count <= 1 || level.start.is_solved(&level.board) {
            return Ok(());
        }
        let maze = Maze::new(&level.board, meter)?;
        let areas = Areas::within(&level.board, self.options.rooms_by, &self.options.patterns, meter)?;
        let context = PlanningContext::new(&maze, &areas);
        let orders = packing_plans(&context, level, meter)?;
        let along = first.packing.as_ref().or_else(|| orders.first());
        for (variation, packing) in variations(plan, &areas, along, &orders) {
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
            let Some(proposed) = propose(&context, &level.start, packing, &conditions, &avoided, meter)? else {
                continue;
            };
            let is_known = |other: &PlanOutcome| {
                let plan = other.report.plan.as_ref().and_then(|report| report.plan.as_ref());
                plan.is_some_and(|plan| is_same(plan, &proposed))
            };
            if plans.iter().any(is_known) {
                continue;
            }
            let left = u32::try_from(self.count - plans.len()).unwrap_or(u32::MAX);
            let (nodes, time) =
                (meter.nodes_left().map(|nodes| nodes / u64::from(left)), meter.time_left().map(|time| time / left));
            let outcome = meter.within(nodes, time, |meter| {
                self.carry_out(level, &context, (packing, proposed), conditions, variation, meter)
            });
            plans.push(outcome);
            meter.exhausted()?;
        }
        Ok(())
    }

    /// Carries a plan out: a search of room events along its packing plan, which tries its transfers first.
    fn carry_out(
        &self,
        level: &Level,
        context: &PlanningContext<'_>,
        (packing, plan): (&PackingPlan, Plan),
        conditions: Conditions,
        variation: Variation,
        meter: &mut Meter,
    ) -> PlanOutcome {
        let before = (meter.plan_nodes(), meter.push_nodes());
        let setting = EventSetting {
            setting: self.options.setting(),
            conditions,
            plan: Some(plan.clone()),
            ..EventSetting::default()
        };
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
        let (plan_nodes, push_nodes) = (report.plan_nodes - before.0, report.push_nodes - before.1);
        PlanOutcome { report: Report { plan: Some(made), plan_nodes, push_nodes, ..report }, variation }
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
    areas: &Areas,
    along: Option<&'p PackingPlan>,
    orders: &'p [PackingPlan],
) -> Vec<(Variation, &'p PackingPlan)> {
    let others = orders.iter().filter(|order| Some(*order) != along).map(|order| (Variation::Order, order));
    let source = first.transfers.first().and_then(|step| step.ends()).map(|(from, _)| areas.area_of(from));
    let borders = first.transfers.iter().flat_map(|step| step.borders()).unique();
    let same = source.map(Variation::Source).into_iter().chain(borders.map(Variation::Border));
    let same = same.filter_map(|variation| Some((variation, along?)));
    others.chain(same).collect()
}

/// True if two plans have the same transfers, in any order.
fn is_same(one: &Plan, other: &Plan) -> bool {
    let sorted =
        |plan: &Plan| plan.transfers.iter().map(|step| (step.boxes.clone(), step.route.clone())).sorted().collect_vec();
    sorted(one) == sorted(other)
}

/// Adds to a report with plans its fidelity. Without a packing plan, and for groups, the plan is a matching of boxes and
/// goals, which depends on the level alone.
///
/// # Errors
/// The user asked to stop, or the time of the meter is over.
pub fn propose_plan(level: &Level, report: &mut Report, meter: &Meter) -> Result<(), Stop> {
    let Some(plan) = &mut report.plan else { return Ok(()) };
    let (board, start) = (&level.board, &level.start);
    let made = pushes(&plan.attempts);
    let proposed = match plan.plan.take() {
        Some(plan) => plan,
        None => {
            // The proposal counts no nodes of the search, and has some time after a search that used all of it.
            let time = meter.time_left().map(|left| left.max(GRACE));
            let limits = Limits { time, nodes: None, ..meter.limits() };
            let meter = Meter::new(limits, meter.stop_flag().clone());
            let maze = Maze::new(&level.board, &mut meter.aside())?;
            let by = if plan.strategy.needs() == Needs::Groups { GroupsBy::Paths } else { GroupsBy::One };
            agenda::propose(&maze, &plan.areas, &level.start, by, &meter)?
        }
    };
    plan.fidelity = Some(Fidelity::of(board, &plan.areas, start, &proposed, &made));
    plan.plan = Some(proposed);
    Ok(())
}
