//! The strategies that make plans. No single one solves all levels.

use crate::abstraction::{Label, LabelCounts};
use crate::deadlock::AskedBy;
use crate::level::{Position, Square};
use crate::packing::BackwardPacking;
use crate::planner::{
    Abstraction, CoarseSearch, EventSearch, EventSetting, ExactSearch, Fallback, Proposal, TableBounds, TraceEntry,
};
use crate::run::Meter;
use crate::solve::registry::{Entry, Kind};
use crate::solve::schedule::{Begun, Scheduled, Slot, Turn};
use crate::solve::strategies::Context;
use crate::solve::{Part, PlanReport, Strategy};

/// Entry of `events`. Plans come first: their first turn is short where they find nothing, and in the second they solve
/// most levels that they solve at all, before any push search begins.
pub(in crate::solve) static EVENTS: Entry = Entry {
    word: "events",
    says: "plans of room events along a packing plan in which boxes may be parked; where a label is \
           `unknown`, the pushes of the full push search are tried too",
    turns: [Turn::new(50, 2), Turn::new(300, 60)],
    share: 1,
    kind: Kind::Plan(Abstraction::Transfers),
    start: Some(events),
};

pub(in crate::solve) static EVENTS_BY_STARTS: Entry = Entry {
    word: "events-by-starts",
    says: "as `events`, along a packing plan in which boxes come directly from their starts",
    turns: [Turn::new(50, 2), Turn::new(300, 60)],
    share: 1,
    kind: Kind::Plan(Abstraction::Transfers),
    start: Some(events_by_starts),
};

/// Entry of `exact-plans`, which solves levels of few boxes in several rooms at once, and seldom others: on XSokoban 6
/// levels within 10,000 nodes and 11 within 30,000, most of which room events solve with fewer nodes.
pub(in crate::solve) static EXACT_PLANS: Entry = Entry {
    word: "exact-plans",
    says: "plans on `sets`, whose steps need no search in the position",
    turns: [Turn::new(100, 2), Turn::new(1_000, 500)],
    share: 1,
    kind: Kind::Plan(Abstraction::Sets),
    start: Some(exact_plans),
};

pub(in crate::solve) static COARSE_PLANS: Entry = Entry {
    word: "coarse-plans",
    says: "plans on `counts`, whose steps are realised as they are planned; not part of `all`",
    turns: [Turn::new(1_000, 100), Turn::new(1_000, 100).doubled()],
    share: 1,
    kind: Kind::Plan(Abstraction::Counts),
    start: Some(coarse_plans),
};

fn events<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { rooms, level, packing, .. } = context;
    if !context.packs() {
        return Ok(Box::new(EventSearch::by_plan(rooms, &level.start, None, context.event_setting(), meter)?));
    }
    let packing = BackwardPacking::new(rooms.maze, &level.start, meter)?.shared(packing);
    Ok(Box::new(EventSearch::by_sinks(rooms, packing, context.event_setting())))
}

fn events_by_starts<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { rooms, level, packing, .. } = context;
    if !context.packs() {
        return Ok(Box::new(EventSearch::by_plan(rooms, &level.start, None, context.event_setting(), meter)?));
    }
    Ok(Box::new(EventSearch::by_starts(rooms, &level.start, packing, context.event_setting(), meter)?))
}

fn coarse_plans<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { rooms, level, options, .. } = context;
    Ok(Box::new(CoarseSearch::new(rooms, &level.start, options.node_cap, context.event_setting(), meter)?))
}

fn exact_plans<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { rooms, level, options, .. } = context;
    let rules = options.rules.asked_by(AskedBy::ONE_AREA);
    Ok(Box::new(ExactSearch::guided(rooms, &level.start, &TableBounds::USUAL, &rules, meter)?))
}

impl<'a> Context<'a> {
    /// Returns a strategy that makes plans, for the schedule.
    pub(super) fn plan_slot(&'a self, strategy: Strategy) -> Slot<'a> {
        Slot::new(strategy, self).with_plans_on(self.rooms.areas)
    }

    /// Returns the setting of the planner of room events.
    fn event_setting(&self) -> EventSetting {
        let has = |part| self.options.has(part);
        let fallback = match (has(Part::Labels), has(Part::Fallback)) {
            (false, _) => Fallback::Always,
            (true, true) => Fallback::ByLabel,
            (true, false) => Fallback::Never,
        };
        let takes_over = self.options.takes_over();
        EventSetting { setting: self.options.setting(), takes_over, fallback, ..EventSetting::default() }
    }

    /// Returns whether searches follow a packing plan.
    pub(super) fn packs(&self) -> bool {
        self.options.has(Part::Packing)
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
        let (proposals, trace) = self.finish();
        report.steps = self.take_steps();
        report.first_plan = first_plan(&trace);
        report.proposals = proposals;
        report.labels = LabelCounts::of(Label::Context, proposals.tried);
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
