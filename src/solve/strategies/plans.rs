//! The attempts of the plan side. No single setting solves all levels.

use crate::abstraction::{ClosureBudget, Exact, Label, LocalArea, Rung};
use crate::deadlock::AskedBy;
use crate::level::{Level, Position, Square};
use crate::maze::{AreaId, Areas, Merging, RoomsBy};
use crate::planner::{
    BorderWatch, ExactPlan, ExactSearch, Packed, PlanSearch, PlanningContext, Proposals, Realised, RoomGuide,
    SearchWeights, Solution, Step, TraceEvent, TransferRecord, TransferSearch,
};
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::search::Setting;
use crate::solve::schedule::{Account, PlanAccount, Running, Strategy, Turn};
use crate::solve::{Abstraction, Engine, Options, PlanMethod, Sides};

/// A setting. The bounds and node numbers below are not tuned one by one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    how: How,
    /// The definition of rooms; `None` takes that of the options.
    by: Option<RoomsBy>,
    /// Areas of at most this number of squares are joined to neighbours.
    tiny: usize,
    turn: Turn,
}

/// The kind of search.
#[derive(Clone, Copy, Debug)]
enum How {
    /// Transfers along the packing plan by sinks.
    Transfers,
    /// Transfers along the packing plan by starts.
    TransfersByStarts,
    /// Plans on a rung that is not exact, whose steps are realised as they are planned.
    Proposals(Rung),
    /// Plans on an exact rung, realised from the end.
    Exact(Cut),
}

/// The bounds on the tables of an exact rung.
#[derive(Clone, Copy, Debug)]
struct Cut {
    rung: Rung,
    /// At most this number of local states in a closed set.
    members: usize,
    /// At most this number of loose boxes in a goal room.
    loose: Option<u32>,
    packed: Packed,
    revisit_penalty: u32,
}

const SETS: Cut = Cut { rung: Rung::Sets, members: 300, loose: Some(2), packed: Packed::Prefix, revisit_penalty: 50 };

/// Its first turn is short: most levels that it solves it solves at once.
const TRANSFERS: Attempt = Attempt { how: How::Transfers, by: None, tiny: 4, turn: Turn::new(300, 500) };
const TRANSFERS_BY_STARTS: Attempt = Attempt { how: How::TransfersByStarts, ..TRANSFERS };
const COUNTS: Attempt = Attempt { how: How::Proposals(Rung::Counts), by: None, tiny: 4, turn: Turn::new(1_000, 100) };
/// Few nodes at first: on XSokoban it solves nothing within 10,000 nodes, and 6 levels within 30,000, all of which transfers
/// solve with fewer.
const EXACT: Attempt = Attempt { how: How::Exact(SETS), by: None, tiny: 4, turn: Turn::new(1_000, 1_000) };

/// The first turn of attempts beside [`EXACT`]: they solve few levels that it does not.
const SHORT: Turn = Turn::new(250, 250);

/// The attempts on exact rungs, in the order of their turns. The first is tried beside other strategies too.
const EXACT_ATTEMPTS: [Attempt; 4] = [
    EXACT,
    Attempt {
        how: How::Exact(Cut { packed: Packed::Consistent, loose: Some(3), revisit_penalty: 8, ..SETS }),
        turn: SHORT,
        ..EXACT
    },
    Attempt { by: Some(RoomsBy::Articulation), turn: SHORT, ..EXACT },
    Attempt {
        how: How::Exact(Cut { members: 1000, loose: None, revisit_penalty: 8, ..SETS }),
        tiny: 1,
        turn: SHORT,
        ..EXACT
    },
];

/// The words of the attempts of the default run.
pub(in crate::solve) const PLANS: [&str; 3] = ["transfers-by-starts", "transfers", "exact-plans"];

/// The attempts for a level.
pub(super) fn attempts(level: &Level, options: &Options) -> Vec<Attempt> {
    let of_default = || {
        let all = PLANS.into_iter().zip([TRANSFERS_BY_STARTS, TRANSFERS, EXACT]);
        all.filter(|(word, _)| !options.without.contains(word)).map(|(_, attempt)| attempt)
    };
    match options.abstraction {
        Abstraction::Auto => of_default().filter(|a| !a.is_exact() || RoomGuide::can_guide(&level.board)).collect(),
        Abstraction::Transfers => of_default().filter(|a| !a.is_exact()).collect(),
        Abstraction::On(rung) if !rung.is_exact() => vec![Attempt { how: How::Proposals(rung), ..COUNTS }],
        Abstraction::On(_) if !RoomGuide::can_guide(&level.board) => vec![COUNTS],
        Abstraction::On(rung) => EXACT_ATTEMPTS.into_iter().filter_map(|attempt| attempt.on(rung)).collect(),
    }
}

impl Attempt {
    const fn is_exact(self) -> bool {
        matches!(self.how, How::Exact(_))
    }

    /// The same on another exact rung.
    const fn on(self, rung: Rung) -> Option<Self> {
        match self.how {
            How::Exact(cut) => Some(Self { how: How::Exact(Cut { rung, ..cut }), ..self }),
            How::Proposals(_) | How::Transfers | How::TransfersByStarts => None,
        }
    }

    /// The areas to plan on.
    pub(super) fn areas(self, level: &Level, options: &Options) -> Areas {
        let board = &level.board;
        let areas = Areas::new(board, self.by.unwrap_or(options.rooms_by), &options.patterns);
        let merging = match (options.merging, self.how) {
            // The others ask for no local states, so no area is too large for them.
            (None, How::Exact(_)) => return areas.cut_to(board, LocalArea::MOST_SQUARES),
            (Some(merging), How::Exact(_)) => merging,
            (None, _) => return areas,
            (Some(merging), _) => return areas.merged(board, merging),
        };
        let merging = Merging { tiny_tunnel: self.tiny, tiny_room: self.tiny.max(merging.tiny_room), ..merging };
        areas.merged(board, merging).cut_to(board, LocalArea::MOST_SQUARES)
    }

    const fn method(self) -> PlanMethod {
        let by = self.by;
        match self.how {
            How::Transfers => PlanMethod::Transfers,
            How::TransfersByStarts => PlanMethod::TransfersByStarts,
            How::Proposals(rung) => PlanMethod::Rung(rung),
            How::Exact(Cut { rung, members, loose, .. }) => PlanMethod::Cut { rung, members, loose, by },
        }
    }
}

/// An attempt on a level.
pub(super) struct Planned<'a> {
    pub(super) attempt: Attempt,
    pub(super) context: PlanningContext<'a>,
    pub(super) level: &'a Level,
    pub(super) options: &'a Options,
}

impl Planned<'_> {
    fn unbegun(&self) -> PlanAccount {
        PlanAccount::new(self.context.areas.clone(), self.attempt.method())
    }

    /// The setting of realisations, with the areas of this attempt.
    fn setting(&self) -> Setting {
        Setting { areas: Some(self.context.areas.clone()), ..self.options.setting() }
    }

    fn takes_over(&self) -> bool {
        self.options.sides != Sides::PlanOnly
    }

    fn run<'a, P: Planner + 'a>(&'a self, search: P) -> Box<dyn Running + 'a> {
        Box::new(PlanRun { planned: self, search, steps: None })
    }
}

impl Strategy for Planned<'_> {
    fn engine(&self) -> Engine {
        Engine::Plan
    }

    fn first_turn(&self) -> Turn {
        self.attempt.turn
    }

    /// Orders and distances are computed here.
    fn begin(&self, meter: &mut Meter) -> Result<Box<dyn Running + '_>, Stop> {
        let Self { context, level, options, .. } = self;
        let start = &level.start;
        Ok(match self.attempt.how {
            How::Transfers => self.run(TransferSearch::new(context, start, self.setting(), self.takes_over(), meter)?),
            How::TransfersByStarts => {
                self.run(TransferSearch::by_starts(context, start, self.setting(), self.takes_over()))
            }
            How::Proposals(rung) => {
                let mut search = PlanSearch::new(
                    context,
                    start.clone(),
                    options.node_cap,
                    &options.rules.asked_by(AskedBy::REALISATION),
                    meter,
                )?;
                search.watch = (rung == Rung::Exits).then(|| BorderWatch::of_all(context));
                self.run(search)
            }
            How::Exact(Cut { rung, members, loose, packed, revisit_penalty }) => {
                let guide = RoomGuide::new(
                    context.maze,
                    context.areas,
                    start,
                    loose,
                    packed,
                    &options.rules.asked_by(AskedBy::ONE_AREA),
                    meter,
                )?;
                let shape = ClosureBudget { rung, most_members: Some(members) };
                let exact = Exact::new(&level.board, context.areas, shape, Box::new(guide));
                let taste = SearchWeights { weight: 4, revisit_penalty };
                let search = ExactSearch::new(exact, &level.board, start.clone(), taste);
                self.run(search)
            }
        })
    }

    fn account(&self) -> Account {
        Account::Plan(Box::new(self.unbegun()))
    }
}

fn first_plan(events: &[TraceEvent]) -> Option<Vec<Step>> {
    events.iter().find_map(|event| match event {
        TraceEvent::Planned { plan, .. } => plan.clone(),
        _ => None,
    })
}

/// A search of the plan side.
trait Planner: Search {
    /// The steps of its solution, with their pushes.
    fn steps(planned: &Planned<'_>, found: Self::Solution) -> Solution;

    /// Adds to the account what it did.
    fn account(&mut self, account: &mut PlanAccount);

    /// The position that it holds for the nearest to the goals, where it keeps one at hand.
    fn nearest(&self) -> Option<Position> {
        None
    }

    /// The steps that led to it.
    fn steps_to_nearest(&self) -> Vec<Step> {
        Vec::new()
    }
}

impl Planner for PlanSearch<'_> {
    fn steps(_: &Planned<'_>, found: Solution) -> Solution {
        found
    }

    fn account(&mut self, account: &mut PlanAccount) {
        let events = std::mem::take(&mut self.events);
        let proposals = Proposals::of(&events);
        account.proposals = Some(proposals);
        account.labels = Some(Label::ALL.map(|label| if label == Label::Context { proposals.made } else { 0 }));
        account.max_realisation_nodes = self.realiser.max_realisation_nodes;
        account.first_plan = first_plan(&events);
        account.events = Some(events);
    }
}

impl Planner for TransferSearch<'_> {
    fn steps(_: &Planned<'_>, found: Vec<TransferRecord>) -> Solution {
        let realised = |record: TransferRecord| Realised {
            step: record.proposal.step(),
            pushes: record.pushes,
            position: record.position,
            label: record.label,
        };
        found.into_iter().map(realised).collect()
    }

    fn account(&mut self, account: &mut PlanAccount) {
        let (tally, events) = self.finish();
        account.first_plan = first_plan(&events);
        account.max_realisation_nodes = tally.most_realisation_nodes;
        account.proposals = Some(Proposals { made: tally.proposed, realised: tally.realised });
        account.labels = Some(tally.labels);
        account.tally = Some(tally);
        account.events = Some(events);
    }

    fn nearest(&self) -> Option<Position> {
        Self::nearest(self)
    }

    fn steps_to_nearest(&self) -> Vec<Step> {
        Self::steps_to_nearest(self)
    }
}

impl Planner for ExactSearch<'_> {
    fn steps(planned: &Planned<'_>, found: ExactPlan) -> Solution {
        found.steps(&planned.level.board, planned.context.areas)
    }

    fn account(&mut self, account: &mut PlanAccount) {
        account.labels = Some(self.labels);
        account.events = Some(Vec::new());
    }
}

struct PlanRun<'a, P> {
    planned: &'a Planned<'a>,
    search: P,
    /// The steps of the solution, once it is found.
    steps: Option<Solution>,
}

impl<P: Planner> Search for PlanRun<'_, P> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        Ok(match self.search.step(meter)? {
            Status::Running => Status::Running,
            Status::Exhausted => Status::Exhausted,
            Status::Found(found) => {
                let steps = self.steps.insert(P::steps(self.planned, found));
                Status::Found(steps.iter().flat_map(|step| step.pushes.iter().copied()).collect())
            }
        })
    }

    fn is_complete(&self) -> bool {
        self.search.is_complete()
    }

    fn progress(&self) -> Progress {
        self.search.progress()
    }
}

impl<P: Planner> Running for PlanRun<'_, P> {
    fn account(&mut self, _: u64) -> Account {
        let mut account = PlanAccount { steps: self.steps.take(), ..self.planned.unbegun() };
        self.search.account(&mut account);
        Account::Plan(Box::new(account))
    }

    fn nearest(&self) -> Option<Position> {
        self.search.nearest()
    }

    fn steps_to_nearest(&self) -> Vec<Vec<Square>> {
        let areas = self.planned.context.areas.areas();
        let first = |area: &AreaId| areas[area.index()].squares[0];
        self.search.steps_to_nearest().iter().map(|step| step.areas().iter().map(first).collect()).collect()
    }
}
