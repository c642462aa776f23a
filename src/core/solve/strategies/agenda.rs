//! The agenda of box groups, on levels that fall into groups.

use crate::deadlock::Purposes;
use crate::level::{Board, Level};
use crate::maze::{Areas, Maze};
use crate::planner::agenda::{Agenda, AgendaSetting, Commit, Group};
use crate::push::Push;
use crate::run::{Meter, Progress, Search, Status, Stop};
use crate::solve::registry::{Entry, Kind};
use crate::solve::schedule::{Begun, ScheduledSearch, Turn};
use crate::solve::strategies::Context;
use crate::solve::{Options, PlanReport, Strategy};
use itertools::Itertools;
use std::sync::Mutex;
use std::time::Duration;

/// Entry of `agenda`, which has the first long turn on levels that fall into groups, and no turn on others.
pub(in crate::solve) static AGENDA: Entry = Entry {
    word: "agenda",
    sentence: "groups of boxes, one after the other; boxes whose paths touch are one group",
    turns: [Turn::new(20_000, 2), Turn::new(40_000, 70)],
    share: 8,
    kind: Kind::Plan,
    start,
};

/// Additional time of the first turn: a hundred rooms take half of it.
pub(in crate::solve) const HEAD_START: Duration = Duration::from_secs(1);

/// Minimum number of groups of one box into which a level is divided; of groups of several boxes two suffice.
const FEWEST: usize = 4;
/// Minimum number of boxes, and of rooms with goals, of a level of one group whose boxes may flow to their goals.
const FEWEST_OF_FLOW: usize = 12;
const FEWEST_GOAL_ROOMS: usize = 4;

/// The goals lie in several rooms, and no room has more than half of them.
fn has_goal_rooms(board: &Board, areas: &Areas) -> bool {
    let counts = board.goals().iter().counts_by(|&goal| areas.area_of(goal));
    counts.len() >= FEWEST_GOAL_ROOMS && counts.values().all(|&count| 2 * count <= board.goals().len())
}

/// True if the strategy `agenda` has a turn on a level.
pub fn is_divided(level: &Level, options: &Options) -> bool {
    let mut meter = Meter::unlimited();
    let maze = Maze::new(&level.board, &mut meter);
    let areas = Areas::new(&level.board, options.rooms_by, &options.patterns);
    maze.is_ok_and(|maze| Groups::new(level, &maze, &areas, options, &meter).is_ok_and(|groups| groups.is_some()))
}

/// The groups of a level.
pub(in crate::solve) struct Groups {
    groups: Vec<Group>,
    /// Commits of an earlier run of the schedule.
    commits: Mutex<Vec<Commit>>,
}

impl Groups {
    /// Divides a level into groups; `None` if the options leave the strategy out, or the level is one group.
    pub(in crate::solve) fn new(
        level: &Level,
        maze: &Maze<'_>,
        areas: &Areas,
        options: &Options,
        meter: &Meter,
    ) -> Result<Option<Self>, Stop> {
        let is_asked = options.strategies.contains(&Strategy::AGENDA) && options.conditions.is_empty();
        if options.textbook.is_some() || !is_asked {
            return Ok(None);
        }
        let groups = options.groups_by.groups(maze, &level.start, meter)?;
        let left = || groups.iter().filter(|group| !group.is_solved());
        let is_divided = left().count() >= FEWEST || left().filter(|group| group.boxes.len() > 1).count() > 1;
        if !is_divided && level.start.boxes.len() < FEWEST_OF_FLOW {
            return Ok(None);
        }
        if !is_divided && !has_goal_rooms(&level.board, areas) {
            return Ok(None);
        }
        Ok(Some(Self { groups, commits: Mutex::default() }))
    }
}

fn start<'a>(context: &'a Context<'a>, meter: &mut Meter) -> Begun<'a> {
    let Context { level, maze, options, .. } = context;
    let Some(groups) = &context.groups else { return Err(Stop::Interrupted) };
    let setting = AgendaSetting { prunings: options.prunings(Purposes::FAST_SEARCHES), setting: options.setting() };
    let agenda = Agenda::new(maze, context.rooms.areas, &level.start, groups.groups.clone(), setting);
    let commits = groups.commits.lock().map(|commits| commits.clone()).unwrap_or_default();
    let agenda = agenda.with_commits(commits, meter)?;
    Ok(Box::new(AgendaTurns { agenda, maze, groups }))
}

/// The agenda in the schedule.
struct AgendaTurns<'a> {
    agenda: Agenda<'a>,
    maze: &'a Maze<'a>,
    groups: &'a Groups,
}

impl Search for AgendaTurns<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        self.agenda.step(meter)
    }

    fn is_complete(&self) -> bool {
        self.agenda.is_complete()
    }

    fn progress(&self) -> Progress {
        self.agenda.progress()
    }
}

impl ScheduledSearch for AgendaTurns<'_> {
    fn gains(&self) -> usize {
        self.agenda.commits().len()
    }

    fn report(&mut self, report: &mut PlanReport) {
        if let Ok(mut commits) = self.groups.commits.lock() {
            *commits = self.agenda.commits_of(&self.groups.groups);
        }
        report.groups = Some(self.agenda.report());
        report.attempts = self.agenda.attempts(self.maze.board);
    }
}
