//! The search of one group in its window, by the push searches that there are.

use super::flow::flow;
use super::window::Window;
use crate::deadlock::Purposes;
use crate::level::Square;
use crate::maze::Maze;
use crate::packing::BackwardPacking;
use crate::push::Push;
use crate::run::{Meter, Search, SearchEnd, Stop, drive};
use crate::search::{Fess, LeanSetting, Moves, Perimeter, Prunings, Setting, lean};

/// Settings of the searches of groups.
#[derive(Clone, Debug)]
pub struct AgendaSetting {
    /// Deadlock rules and corrals of the search by single pushes.
    pub prunings: Prunings,
    /// Components, rules and advisers of the feature-space search.
    pub setting: Setting,
}

impl Default for AgendaSetting {
    fn default() -> Self {
        Self { prunings: Prunings::all(Purposes::FAST_SEARCHES), setting: Setting::default() }
    }
}

/// Result of an attempt to solve a group in a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum GroupResult<T> {
    Solved(T),
    /// No pushes were found; `is_proved`: whether none exist in the window, which `is_whole` if it has all squares.
    Refused {
        is_proved: bool,
        is_whole: bool,
    },
}

/// Nodes of the two searches in the first attempt of a group; each further attempt has four times the nodes. A node of the
/// feature-space search costs about 50 nodes of the other; the first attempt is made without it.
const LEAN_NODES: u64 = 2_000;
const FESS_NODES: u64 = 25;

/// Tables of lost pairs and threes cost more than the first attempt, which solves most groups.
const TABLES_LATE: LeanSetting =
    LeanSetting { moves: Moves::BothWays, pairs_after: LEAN_NODES, threes_after: 8 * LEAN_NODES, end: None };

/// Searches the level of a window. Returns the first result of `accept`, which judges pushes; `room` returns the number of a
/// square's room. The player must be able to walk to `end`; `attempts` were made before; with `flow_only` only the flow is tried.
pub(super) fn realise<T>(
    (window, end): (&Window, Option<Square>),
    (attempts, flow_only): (u32, bool),
    room: impl Fn(Square) -> usize,
    accept: impl Fn(&[Push]) -> Option<T>,
    setting: &AgendaSetting,
    meter: &mut Meter,
) -> Result<GroupResult<T>, Stop> {
    let level = &window.level;
    let refused = |is_proved| GroupResult::Refused { is_proved, is_whole: window.is_whole };
    let maze = Maze::new(&level.board, meter)?;
    let factor = 4_u64.saturating_pow(attempts);
    // 1. One box after the other.
    if attempts == 0
        && let Some(pushes) = flow(&maze, &level.start, room, meter)?
        && let Some(accepted) = accept(&pushes)
    {
        return Ok(GroupResult::Solved(accepted));
    }
    if flow_only {
        return Ok(refused(false));
    }
    // 2. Single pushes and pulls. No symmetry if the player must end in one region, which it would map to another.
    let prunings = Prunings { symmetry: end.is_none() && setting.prunings.symmetry, ..setting.prunings.clone() };
    let by_lean = within(LEAN_NODES * factor, meter, |meter| {
        let mut search = lean(&maze, &level.start, &prunings, LeanSetting { end, ..TABLES_LATE }, meter)?;
        Ok((drive(&mut search, meter), search.is_complete()))
    })?;
    match by_lean {
        Some((SearchEnd::Found(pushes), _)) => return Ok(accept(&pushes).map_or(refused(false), GroupResult::Solved)),
        Some((SearchEnd::Exhausted, true)) => return Ok(refused(true)),
        _ => {}
    }
    // 3. Features.
    if attempts == 0 {
        return Ok(refused(false));
    }
    let by_fess = within(FESS_NODES * factor, meter, |meter| {
        let packing = BackwardPacking::new(&maze, &level.start, meter)?;
        let mut search = Fess::by_sinks(packing, setting.setting.clone(), Perimeter::new(level.board.len()));
        let ended = drive(&mut search, meter);
        Ok((ended, search.is_complete()))
    })?;
    Ok(match by_fess {
        Some((SearchEnd::Found(pushes), _)) => accept(&pushes).map_or(refused(false), GroupResult::Solved),
        Some((SearchEnd::Exhausted, true)) => refused(true),
        _ => refused(false),
    })
}

/// How a search ended, and whether what it exhausted were all positions.
type Searched = (SearchEnd<Vec<Push>>, bool);

/// Runs a search within a number of nodes; `None` if these, or memory, did not suffice to begin it.
fn within(
    nodes: u64,
    meter: &mut Meter,
    search: impl FnOnce(&mut Meter) -> Result<Searched, Stop>,
) -> Result<Option<Searched>, Stop> {
    let result = meter.within(Some(nodes), None, search);
    let stop = match &result {
        Ok((SearchEnd::Stopped(stop), _)) | Err(stop) => Some(*stop),
        Ok(_) => None,
    };
    // Of the limits only that on the nodes of the attempt leaves others going.
    match stop {
        Some(Stop::NodeLimit) => meter.exhausted()?,
        Some(Stop::MemoryLimit) | None => {}
        Some(stop) => return Err(stop),
    }
    Ok(result.ok())
}
