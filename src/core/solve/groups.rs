//! The groups of boxes of a level, for the agenda.

use super::options::Options;
use super::strategy::Needs;
use crate::level::{Board, Level};
use crate::maze::{Areas, Maze};
use crate::planner::agenda::{Commit, Group};
use crate::run::{Meter, Stop};
use itertools::Itertools;
use std::sync::Mutex;

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
pub(super) struct Groups {
    pub(super) groups: Vec<Group>,
    /// Commits of an earlier run of the schedule.
    pub(super) commits: Mutex<Vec<Commit>>,
}

impl Groups {
    /// Divides a level into groups; `None` if no strategy needs them, or the level is one group.
    pub(super) fn new(
        level: &Level,
        maze: &Maze<'_>,
        areas: &Areas,
        options: &Options,
        meter: &Meter,
    ) -> Result<Option<Self>, Stop> {
        // Conditions hold for the plan of the whole level, which a plan of groups would not see.
        if options.textbook.is_some() || !options.need(Needs::Groups) || !options.conditions.is_empty() {
            return Ok(None);
        }
        let groups = options.groups_by.groups(maze, &level.start, meter)?;
        let left = || groups.iter().filter(|group| !group.is_solved());
        let is_divided = left().count() >= FEWEST || left().filter(|group| group.boxes.len() > 1).count() > 1;
        // One group may flow to its goals room by room, if it is large and the goals are spread.
        let may_flow = || level.start.boxes.len() >= FEWEST_OF_FLOW && has_goal_rooms(&level.board, areas);
        Ok((is_divided || may_flow()).then(|| Self { groups, commits: Mutex::default() }))
    }
}
