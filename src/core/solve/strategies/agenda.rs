//! The agenda of box groups, on levels that fall into groups.

use crate::deadlock::AskedBy;
use crate::level::{Board, Level, Position};
use crate::maze::{Areas, Maze};
use crate::planner::Abstraction;
use crate::planner::agenda::{Agenda, AgendaSetting, Commit, Group};
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::solve::registry::{Entry, Make};
use crate::solve::schedule::{Member, Scheduled, Turn};
use crate::solve::{Options, PlanReport, Strategy};
use itertools::Itertools;
use std::sync::Mutex;
use std::time::Duration;

/// Entry of `agenda`, which has the first long turn on levels that fall into groups, and no turn on others.
pub(in crate::solve) static AGENDA: Entry = Entry {
    word: "agenda",
    says: "boxes whose paths to their goals touch are one group, and one group after the other is solved while all other \
           boxes stay in place",
    turns: [Turn::new(20_000, 2), Turn::new(40_000, 70)],
    share: 8,
    make: Make::Agenda,
};

/// Time by which the first turn is longer: a hundred rooms take half of it.
pub(in crate::solve) const HEAD_START: Duration = Duration::from_secs(1);

/// Minimum number of groups of one box into which a level is divided; of groups of several boxes two suffice.
const FEWEST: usize = 4;
/// Minimum number of boxes, and of rooms with goals, of a level of one group whose boxes may flow to their goals.
const FEWEST_OF_FLOW: usize = 12;
const FEWEST_GOAL_ROOMS: usize = 4;

/// Returns whether the goals lie in several rooms, none of which has more than half of them.
fn has_goal_rooms(board: &Board, areas: &Areas) -> bool {
    let counts = board.goals().iter().counts_by(|&goal| areas.area_of(goal));
    counts.len() >= FEWEST_GOAL_ROOMS && counts.values().all(|&count| 2 * count <= board.goals().len())
}

/// Returns whether the strategy `agenda` has a turn on a level.
pub fn is_divided(level: &Level, options: &Options) -> bool {
    let mut meter = Meter::unlimited();
    let maze = Maze::new(&level.board, &mut meter);
    maze.is_ok_and(|maze| Grouping::new(level, &maze, options, &meter).is_ok_and(|grouping| grouping.is_some()))
}

/// The groups of a level, and what their searches need.
pub(in crate::solve) struct Grouping<'a> {
    level: &'a Level,
    maze: &'a Maze<'a>,
    areas: Areas,
    groups: Vec<Group>,
    setting: AgendaSetting,
    /// What an earlier run of the schedule has committed.
    commits: Mutex<Vec<Commit>>,
}

impl<'a> Grouping<'a> {
    /// Divides a level into groups; `None` if the options leave the strategy out, or the level is one group.
    pub(in crate::solve) fn new(
        level: &'a Level,
        maze: &'a Maze<'a>,
        options: &Options,
        meter: &Meter,
    ) -> Result<Option<Self>, Stop> {
        let is_asked = options.choice.has(Strategy::AGENDA) && Strategy::AGENDA.plans_on(options.abstraction);
        if options.textbook.is_some() || !is_asked {
            return Ok(None);
        }
        let groups = options.groups_by.groups(maze, &level.start, meter)?;
        let left = || groups.iter().filter(|group| !group.is_solved());
        let is_divided = left().count() >= FEWEST || left().filter(|group| group.boxes.len() > 1).count() > 1;
        if !is_divided && level.start.boxes.len() < FEWEST_OF_FLOW {
            return Ok(None);
        }
        let areas = Areas::within(&level.board, options.rooms_by, &options.patterns, meter)?;
        if !is_divided && !has_goal_rooms(&level.board, &areas) {
            return Ok(None);
        }
        let prunings = options.prunings(AskedBy::FAST_SEARCHES);
        let setting = AgendaSetting { prunings, setting: options.setting() };
        Ok(Some(Self { level, maze, areas, groups, setting, commits: Mutex::default() }))
    }

    /// Returns the strategy for the schedule, which searches groups side by side on this number of threads.
    pub(super) fn member(&self, threads: usize) -> Member<'_> {
        let plan = Some(PlanReport::new(self.areas.clone(), Strategy::AGENDA, Abstraction::Transfers));
        let begin = move |meter: &mut Meter| {
            let Self { level, maze, areas, groups, setting, commits } = self;
            let agenda = Agenda::new(maze, areas, &level.start, groups.clone(), setting.clone());
            let commits = commits.lock().map(|commits| commits.clone()).unwrap_or_default();
            let agenda = agenda.with_commits(commits, meter)?.with_threads(threads);
            Ok(Box::new(Turns { agenda, maze, grouping: self, is_solved: false }) as Box<dyn Scheduled>)
        };
        Member { plan, head_start: HEAD_START, ..Member::new(Strategy::AGENDA, begin) }
    }
}

/// The agenda in the schedule.
struct Turns<'a> {
    agenda: Agenda<'a>,
    maze: &'a Maze<'a>,
    grouping: &'a Grouping<'a>,
    is_solved: bool,
}

impl Search for Turns<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let status = self.agenda.step(meter)?;
        self.is_solved |= matches!(status, Status::Found(_));
        Ok(status)
    }

    fn is_complete(&self) -> bool {
        self.agenda.is_complete()
    }

    fn progress(&self) -> Progress {
        self.agenda.progress()
    }
}

impl Scheduled for Turns<'_> {
    fn report(&mut self, report: &mut PlanReport) {
        if let Ok(mut commits) = self.grouping.commits.lock() {
            *commits = self.agenda.commits_of(&self.grouping.groups);
        }
        report.groups = Some(self.agenda.report());
        report.steps = self.is_solved.then(|| self.agenda.steps(self.maze.board));
    }

    fn nearest(&self) -> Option<Position> {
        Some(self.agenda.position())
    }
}
