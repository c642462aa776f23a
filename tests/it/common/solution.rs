//! A solution of a level, for tests of what is done with one.

use sokoplan::deadlock::Purposes;
use sokoplan::level::Position;
use sokoplan::maze::Maze;
use sokoplan::push::Push;
use sokoplan::run::{Meter, drive};
use sokoplan::search::{LeanSetting, Prunings, lean};

/// The solution that the lean search finds, if there is one.
pub(crate) fn solution(maze: &Maze<'_>, start: &Position) -> Option<Vec<Push>> {
    let meter = &mut Meter::unlimited();
    let mut search =
        lean(maze, start, &Prunings::all(Purposes::FAST_SEARCHES), LeanSetting::default(), meter).expect("no limit");
    drive(&mut search, meter).found()
}
