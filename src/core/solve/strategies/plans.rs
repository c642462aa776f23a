//! The strategies that make plans. No single one solves all levels.

use crate::deadlock::{Purposes, Refusals};
use crate::exact::{ExactSearch, TableBounds};
use crate::packing::{AlongPacking, BackwardPacking};
use crate::planner::{EventSearch, EventSetting, Fallback};
use crate::run::{Meter, Stop};
use crate::solve::registry::{Entry, Kind};
use crate::solve::schedule::{Begun, ScheduledSearch, Turn};
use crate::solve::strategies::Context;
use crate::solve::{Part, PlanReport};

/// Entry of `events`. Its first two turns come before any push search, and solve most levels that plans can solve.
pub(in crate::solve) static EVENTS: Entry = Entry {
    word: "events",
    sentence: "room events along a packing plan that may park boxes",
    turns: [Turn::new(50, 2), Turn::new(300, 60)],
    share: 1,
    kind: Kind::Plan,
    start: events,
};

pub(in crate::solve) static EVENTS_BY_STARTS: Entry = Entry {
    word: "events-by-starts",
    sentence: "`events` along a packing plan that takes boxes directly from their starts",
    turns: [Turn::new(50, 2), Turn::new(300, 60)],
    share: 1,
    kind: Kind::Plan,
    start: events_by_starts,
};

/// Entry of `exact-plans`, which solves levels of few boxes in several rooms at once, and seldom others.
pub(in crate::solve) static EXACT_PLANS: Entry = Entry {
    word: "exact-plans",
    sentence: "plans on local states of small areas, complete within their bounds; not part of `all`",
    turns: [Turn::new(100, 2), Turn::new(1_000, 500)],
    share: 1,
    kind: Kind::Plan,
    start: exact_plans,
};

fn events<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { rooms, level, packing, .. } = context;
    if !context.packs() {
        return Ok(Box::new(EventSearch::new(rooms, &level.start, None, context.event_setting(), meter)?));
    }
    let packing = BackwardPacking::new(rooms.maze, &level.start, meter)?.shared(packing);
    Ok(Box::new(EventSearch::by_sinks(rooms, packing, context.event_setting())))
}

fn events_by_starts<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { rooms, level, packing, .. } = context;
    let plan = if context.packs() { packing.by_starts(rooms.maze, &level.start, meter)? } else { None };
    Ok(Box::new(EventSearch::new(rooms, &level.start, plan, context.event_setting(), meter)?))
}

fn exact_plans<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { small, level, options, .. } = context;
    let Some(small) = small else { return Err(Stop::Interrupted) };
    let rules = options.rules.purposes(Purposes::ONE_AREA);
    Ok(Box::new(ExactSearch::guided(small, &level.start, &TableBounds::USUAL, &rules, meter)?))
}

impl Context<'_> {
    /// Returns the setting of the planner of room events.
    fn event_setting(&self) -> EventSetting {
        let has = |part| self.options.has(part);
        let fallback = match (has(Part::Labels), has(Part::Fallback)) {
            (false, _) => Fallback::Always,
            (true, true) => Fallback::ByLabel,
            (true, false) => Fallback::Never,
        };
        EventSetting {
            setting: self.options.setting(),
            takes_over: self.options.takes_over(),
            fallback,
            conditions: self.options.conditions.clone(),
            traces: self.options.traces,
            ..EventSetting::default()
        }
    }

    /// True if searches follow a packing plan.
    pub(super) fn packs(&self) -> bool {
        self.options.has(Part::Packing)
    }
}

impl ScheduledSearch for EventSearch<'_> {
    fn report(&mut self, report: &mut PlanReport) {
        let tally = self.tally();
        report.attempts = self.attempts();
        report.packing = self.packing().cloned();
        report.plan = self.plan().cloned();
        report.labels = tally.labels();
        report.tally = Some(tally);
        report.trace = self.trace();
    }
}

impl<S: ScheduledSearch> ScheduledSearch for AlongPacking<'_, S> {
    fn refused(&self) -> Refusals {
        self.search().map(ScheduledSearch::refused).unwrap_or_default()
    }

    fn report(&mut self, report: &mut PlanReport) {
        if let Some(search) = self.search_mut() {
            search.report(report);
        }
    }
}

impl ScheduledSearch for ExactSearch<'_> {
    fn report(&mut self, report: &mut PlanReport) {
        report.attempts = self.attempts(&report.areas).unwrap_or_default();
        report.labels = self.labels;
    }
}
