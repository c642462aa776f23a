//! Accounts of the strategies of a list, merged for the report.

use crate::abstraction::{LabelCounts, Rung};
use crate::maze::Areas;
use crate::planner::{Proposals, Solution as Steps, Step, Tally, TraceEvent};
use crate::run::Progress;
use crate::solve::{PlanReport, SearchReport, Strategy, TableBounds};

/// The account of one strategy.
pub(in crate::solve) enum Account {
    /// An attempt of the plan side.
    Plan(Box<PlanAccount>),
    /// A push search.
    Push(SearchReport, Progress),
    /// A search that reports its progress only.
    Other(Progress),
}

/// The account of an attempt of the plan side.
pub(in crate::solve) struct PlanAccount {
    pub(in crate::solve) areas: Areas,
    pub(in crate::solve) strategy: Strategy,
    pub(in crate::solve) rung: Option<Rung>,
    pub(in crate::solve) bounds: Option<TableBounds>,
    pub(in crate::solve) steps: Option<Steps>,
    pub(in crate::solve) first_plan: Option<Vec<Step>>,
    /// `None` if it makes no operators.
    pub(in crate::solve) labels: Option<LabelCounts>,
    /// `None` if it makes no proposals.
    pub(in crate::solve) proposals: Option<Proposals>,
    pub(in crate::solve) max_realisation_nodes: u64,
    /// The counts of transfers along a packing plan.
    pub(in crate::solve) tally: Option<Tally>,
    /// `None` if its search was never made.
    pub(in crate::solve) events: Option<Vec<TraceEvent>>,
}

impl PlanAccount {
    /// The account of an attempt whose search was not made.
    pub(in crate::solve) const fn new(
        areas: Areas,
        strategy: Strategy,
        rung: Option<Rung>,
        bounds: Option<TableBounds>,
    ) -> Self {
        Self {
            areas,
            strategy,
            rung,
            bounds,
            steps: None,
            first_plan: None,
            labels: None,
            proposals: None,
            max_realisation_nodes: 0,
            tally: None,
            events: None,
        }
    }
}

/// The accounts of all strategies, merged.
#[derive(Default)]
pub(in crate::solve) struct Accounts {
    pub(in crate::solve) plan: Option<PlanReport>,
    pub(in crate::solve) searches: Vec<SearchReport>,
    pub(in crate::solve) progress: Progress,
    pub(in crate::solve) trace: Vec<TraceEvent>,
}

impl Accounts {
    /// Puts accounts together: `(place in the list, number of the last turn, account)`.
    pub(super) fn of(mut accounts: Vec<(usize, usize, Account)>) -> Self {
        let mut merged = Self::default();
        accounts.sort_by_key(|&(place, ..)| place);
        merged.searches.extend(accounts.iter().filter_map(|(.., account)| match account {
            Account::Push(report, _) => Some(report.clone()),
            Account::Plan(_) | Account::Other(_) => None,
        }));
        // The later its last turn, the more an account counts.
        accounts.sort_by_key(|&(_, turn, _)| turn);
        for (.., account) in accounts {
            match account {
                Account::Plan(plan) => merged.add_plan(*plan),
                Account::Push(_, progress) | Account::Other(progress) => merged.progress = progress,
            }
        }
        merged
    }

    fn add_plan(&mut self, account: PlanAccount) {
        let PlanAccount { areas, strategy, rung, bounds, steps, first_plan, labels, proposals, .. } = account;
        let PlanAccount { max_realisation_nodes, tally, events, .. } = account;
        let before = self.plan.take();
        let mut plan = PlanReport::new(areas, strategy, rung);
        plan.bounds = bounds;
        if let Some(before) = before {
            plan.labels = before.labels;
            plan.proposals = before.proposals;
            plan.max_realisation_nodes = before.max_realisation_nodes;
            plan.tally = before.tally;
        }
        (plan.steps, plan.first_plan) = (steps, first_plan);
        plan.labels = labels.unwrap_or(plan.labels);
        plan.proposals = proposals.unwrap_or(plan.proposals);
        plan.tally = tally.or(plan.tally);
        plan.max_realisation_nodes = plan.max_realisation_nodes.max(max_realisation_nodes);
        self.plan = Some(plan);
        if let Some(events) = events {
            self.trace = events;
        }
    }
}
