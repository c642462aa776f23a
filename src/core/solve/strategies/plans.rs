//! The strategies that make plans. No single one solves all levels.

use crate::deadlock::AskedBy;
use crate::level::{Level, Position, Square};
use crate::maze::Areas;
use crate::packing::{BackwardPacking, PackingPlans};
use crate::planner::{
    Abstraction, CoarseSearch, EventSearch, EventSetting, ExactSearch, Fallback, PlanningContext, Proposal, Proposals,
    TableBounds, TraceEntry,
};
use crate::run::Meter;
use crate::search::Components;
use crate::solve::registry::{Entry, Make, MakePlan};
use crate::solve::schedule::{Begun, Member, Scheduled, Turn};
use crate::solve::{Options, PlanReport, Strategy};

/// Entry of `events`. Plans come first: their first turn is short where they find nothing, and in the second they solve
/// most levels that they solve at all, before any push search begins.
pub(in crate::solve) static EVENTS: Entry = Entry {
    word: "events",
    says: "plans of room events along a packing plan in which boxes may be parked; where a label is \
           `unknown`, the pushes of the full push search are tried too",
    turns: [Turn::new(50, 2), Turn::new(300, 60)],
    share: 1,
    make: Make::Plan(events),
};

pub(in crate::solve) static EVENTS_BY_STARTS: Entry = Entry {
    word: "events-by-starts",
    says: "as `events`, along a packing plan in which boxes come directly from their starts",
    turns: [Turn::new(50, 2), Turn::new(300, 60)],
    share: 1,
    make: Make::Plan(events_by_starts),
};

/// Entry of `exact-plans`, which solves levels of few boxes in several rooms at once, and seldom others: on XSokoban 6
/// levels within 10,000 nodes and 11 within 30,000, most of which room events solve with fewer nodes.
pub(in crate::solve) static EXACT_PLANS: Entry = Entry {
    word: "exact-plans",
    says: "plans on `sets`, whose steps need no search in the position",
    turns: [Turn::new(100, 2), Turn::new(1_000, 500)],
    share: 1,
    make: Make::Plan(exact_plans),
};

pub(in crate::solve) static COARSE_PLANS: Entry = Entry {
    word: "coarse-plans",
    says: "plans on `counts`, whose steps are realised as they are planned; not part of `all`",
    turns: [Turn::new(1_000, 100), Turn::new(1_000, 100).doubled()],
    share: 1,
    make: Make::Plan(coarse_plans),
};

/// First turn of searches with unusual table bounds, which solve few further levels.
const SHORT: Turn = Turn::new(250, 250);

/// A strategy that makes plans, with the areas and bounds of its plans.
pub(super) struct PlanSetup {
    strategy: Strategy,
    make: MakePlan,
    /// Kind of abstract plans.
    abstraction: Abstraction,
    /// Size limits of the tables on `sets`; `None` for other kinds.
    bounds: Option<TableBounds>,
    /// Lengths of the first and second turn.
    turns: [Turn; 2],
    pub(super) areas: Areas,
}

/// Returns the setups of the chosen strategies, in the order of their turns.
pub(super) fn plan_setups(level: &Level, options: &Options) -> Vec<PlanSetup> {
    let setup = |strategy: Strategy, abstraction: Abstraction, bounds: Option<TableBounds>| {
        let &Entry { turns, make: Make::Plan(make), .. } = strategy.entry() else { return None };
        let is_usual = bounds.is_none_or(|bounds| bounds == TableBounds::USUAL);
        let turns = if is_usual { turns } else { [SHORT, SHORT.doubled()] };
        let merging = options.merging.map(|merging| bounds.map_or(merging, |bounds| bounds.merging(merging)));
        let areas = abstraction.areas(level, options.rooms_by, &options.patterns, merging);
        Some(PlanSetup { strategy, make, abstraction, bounds, turns, areas })
    };
    let usual = |strategy: Strategy| match strategy {
        _ if strategy == Strategy::EXACT_PLANS => setup(strategy, Abstraction::Sets, Some(TableBounds::USUAL)),
        _ if strategy == Strategy::COARSE_PLANS => setup(strategy, Abstraction::Counts, None),
        _ => setup(strategy, Abstraction::Transfers, None),
    };
    let mut chosen = options.choice.plans().peekable();
    match options.abstraction {
        Some(Abstraction::Sets) if chosen.peek().is_some() => {
            let with = |bounds| setup(Strategy::EXACT_PLANS, Abstraction::Sets, Some(bounds));
            TableBounds::ALL.into_iter().filter_map(with).collect()
        }
        Some(Abstraction::Counts) if chosen.peek().is_some() => {
            setup(Strategy::COARSE_PLANS, Abstraction::Counts, None).into_iter().collect()
        }
        abstraction => chosen.filter(|one| one.plans_on(abstraction)).filter_map(usual).collect(),
    }
}

fn events<'a>(side: &'a PlanSide<'a>, meter: &mut Meter) -> Begun<'a> {
    let PlanSide { context, level, packing, .. } = side;
    if !side.packs() {
        return Ok(Box::new(EventSearch::without_plan(context, &level.start, side.setting())));
    }
    let packing = BackwardPacking::new(context.maze, &level.start, meter)?.shared(packing);
    Ok(Box::new(EventSearch::by_sinks(context, packing, side.setting())))
}

fn events_by_starts<'a>(side: &'a PlanSide<'a>, _: &mut Meter) -> Begun<'a> {
    let PlanSide { context, level, packing, .. } = side;
    if !side.packs() {
        return Ok(Box::new(EventSearch::without_plan(context, &level.start, side.setting())));
    }
    Ok(Box::new(EventSearch::by_starts(context, &level.start, packing, side.setting())))
}

fn coarse_plans<'a>(side: &'a PlanSide<'a>, meter: &mut Meter) -> Begun<'a> {
    let PlanSide { context, level, options, .. } = side;
    let setting = side.setting();
    Ok(Box::new(CoarseSearch::new(context, &level.start, options.node_cap, setting, meter)?))
}

/// Creates the search on `sets`.
fn exact_plans<'a>(side: &'a PlanSide<'a>, meter: &mut Meter) -> Begun<'a> {
    let PlanSide { context, level, options, setup, .. } = side;
    let bounds = setup.bounds.unwrap_or(TableBounds::USUAL);
    let rules = options.rules.asked_by(AskedBy::ONE_AREA);
    Ok(Box::new(ExactSearch::guided(context, &level.start, &bounds, &rules, meter)?))
}

/// A strategy that makes plans, prepared for a level.
pub(in crate::solve) struct PlanSide<'a> {
    pub(super) setup: &'a PlanSetup,
    pub(super) context: PlanningContext<'a>,
    pub(super) level: &'a Level,
    pub(super) options: &'a Options,
    pub(super) packing: &'a PackingPlans,
}

impl PlanSide<'_> {
    /// Returns the strategy for the schedule.
    pub(super) fn member(&self) -> Member<'_> {
        let PlanSetup { strategy, abstraction, bounds, turns, make, .. } = *self.setup;
        let plan = PlanReport { bounds, ..PlanReport::new(self.context.areas.clone(), strategy, abstraction) };
        Member { turns, plan: Some(plan), ..Member::new(strategy, move |meter| make(self, meter)) }
    }

    /// Returns the setting of the planner of room events.
    fn setting(&self) -> EventSetting {
        let setting = self.options.setting();
        let has = |component| self.options.components.contains(component);
        let fallback = match (has(Components::LABELS), has(Components::FALLBACK)) {
            (false, _) => Fallback::Always,
            (true, true) => Fallback::ByLabel,
            (true, false) => Fallback::Never,
        };
        let takes_over = self.options.choice.takes_over();
        EventSetting { setting, takes_over, fallback, ..EventSetting::default() }
    }

    /// Returns whether plans follow a packing plan.
    const fn packs(&self) -> bool {
        self.options.components.contains(Components::PACKING)
    }
}

fn first_plan(trace: &[TraceEntry]) -> Option<Vec<Proposal>> {
    trace.iter().find_map(|entry| match entry {
        TraceEntry::Planned { plan, .. } => {
            plan.as_ref().map(|plan| plan.iter().cloned().map(Proposal::from).collect())
        }
        _ => None,
    })
}

impl Scheduled for CoarseSearch<'_> {
    fn report(&mut self, report: &mut PlanReport) {
        let (tally, trace) = self.finish();
        report.steps = self.take_steps();
        report.first_plan = first_plan(&trace);
        report.proposals = Proposals { tried: tally.proposed, realised: tally.realised, known: tally.known };
        report.labels = tally.labels;
        report.trace = Some(trace);
    }

    fn nearest(&self) -> Option<Position> {
        self.nearest()
    }

    fn steps_to_nearest(&mut self) -> Vec<Vec<Square>> {
        Self::steps_to_nearest(self)
    }
}

impl Scheduled for EventSearch<'_> {
    fn report(&mut self, report: &mut PlanReport) {
        let tally = self.tally();
        report.steps = self.take_steps();
        (report.first_plan, report.packed) = (self.plan(), self.packed());
        report.labels = tally.labels();
        report.tally = Some(tally);
        report.trace = Some(self.trace());
    }

    fn nearest(&self) -> Option<Position> {
        self.nearest()
    }

    fn steps_to_nearest(&mut self) -> Vec<Vec<Square>> {
        self.steps_to_nearest()
    }
}

impl Scheduled for ExactSearch<'_> {
    fn report(&mut self, report: &mut PlanReport) {
        report.steps = self.take_steps(&report.areas);
        report.labels = self.labels;
        report.trace = Some(Vec::new());
    }
}
