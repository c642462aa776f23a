//! The reports of the strategies of a list, merged.

use crate::planner::TraceEvent;
use crate::run::Progress;
use crate::solve::{PlanReport, SearchReport};

/// The report of one strategy.
pub(in crate::solve) enum Account {
    /// An attempt of the plan side, with its events; `None` if its search was never made.
    Plan(Box<PlanReport>, Option<Vec<TraceEvent>>),
    /// A push search.
    Push(SearchReport, Progress),
    /// A search that reports its progress only.
    Other(Progress),
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
    /// Merges accounts, each given as `(place in the list, number of the last turn, account)`.
    pub(super) fn of(mut accounts: Vec<(usize, usize, Account)>) -> Self {
        let mut merged = Self::default();
        accounts.sort_by_key(|&(place, ..)| place);
        merged.searches.extend(accounts.iter().filter_map(|(.., account)| match account {
            Account::Push(report, _) => Some(report.clone()),
            Account::Plan(..) | Account::Other(_) => None,
        }));
        // The later its last turn, the more an account counts.
        accounts.sort_by_key(|&(_, turn, _)| turn);
        for (.., account) in accounts {
            match account {
                Account::Plan(plan, events) => merged.add_plan(*plan, events),
                Account::Push(_, progress) | Account::Other(progress) => merged.progress = progress,
            }
        }
        merged
    }

    fn add_plan(&mut self, plan: PlanReport, events: Option<Vec<TraceEvent>>) {
        self.plan = Some(match self.plan.take() {
            Some(before) => plan.after(before, events.is_some()),
            None => plan,
        });
        self.trace = events.unwrap_or_else(|| std::mem::take(&mut self.trace));
    }
}
