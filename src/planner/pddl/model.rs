//! The PDDL domains in which a level can be exported.

use super::{Exported, counts, moves, pushes, rooms, tunnels};
use crate::level::Position;
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};
use crate::strips::pddl::{Domain, Error};
use std::fmt;

/// A PDDL domain for levels: one of the files in `domains/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// Single steps and pushes of the player, square by square.
    Moves,
    /// Pushes alone; the player is in a region of squares.
    Pushes,
    /// Pushes between squares of rooms; each straight tunnel is one place.
    Tunnels,
    /// Each area is a finite table of the sets of local states that it can hold.
    Rooms,
    /// Each area is its number of boxes; a plan is only a proposal.
    Counts,
}

impl Model {
    /// All domains, the most detailed first.
    pub const ALL: [Self; 5] = [Self::Moves, Self::Pushes, Self::Tunnels, Self::Rooms, Self::Counts];

    /// Default of the maximum number of local states in the table of one area of [`Model::Rooms`]. Of 1k, 2k, 5k, 20k
    /// and 50k, 1k cuts an area of XSokoban 1, and Fast Downward then does not finish in 20 s; from 2k on it needs 0.5
    /// s. With 20k tables take ten times as long as with 5k.
    pub const LOCAL_STATES: usize = 5_000;

    /// Returns the name on the command line, which is the file name without `.pddl`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moves => "sokoban-moves",
            Self::Pushes => "sokoban-pushes",
            Self::Tunnels => "sokoban-tunnels",
            Self::Rooms => "rooms",
            Self::Counts => "rooms-counts",
        }
    }

    /// Returns the name that the domain has inside its file.
    pub(super) const fn domain_name(self) -> &'static str {
        match self {
            Self::Rooms => "sokoban-rooms",
            Self::Counts => "sokoban-counts",
            Self::Moves | Self::Pushes | Self::Tunnels => self.word(),
        }
    }

    /// Returns the text of the domain file, comments included.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Moves => include_str!("../../../domains/sokoban-moves.pddl"),
            Self::Pushes => include_str!("../../../domains/sokoban-pushes.pddl"),
            Self::Tunnels => include_str!("../../../domains/sokoban-tunnels.pddl"),
            Self::Rooms => include_str!("../../../domains/rooms.pddl"),
            Self::Counts => include_str!("../../../domains/rooms-counts.pddl"),
        }
    }

    /// Returns the domain, parsed from its file.
    ///
    /// # Errors
    /// Never: a test reads all of them.
    pub fn domain(self) -> Result<Domain, Error> {
        Domain::parse(self.text())
    }

    /// Returns the text of the domain without action costs, under the comments at the top of the file.
    ///
    /// # Errors
    /// Never: a test reads all of them.
    pub fn text_without_costs(self) -> Result<String, Error> {
        let head: String =
            self.text().lines().take_while(|line| line.starts_with(';')).map(|l| l.to_owned() + "\n").collect();
        Ok(format!(
            "{head}; Written without costs: costs mentioned above are left out.\n{}",
            self.domain()?.without_costs()
        ))
    }

    /// Returns the problem of solving a level from a position; `local_states` limits each table of [`Model::Rooms`].
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn export(
        self,
        context: &PlanningContext<'_>,
        start: &Position,
        local_states: usize,
        meter: &mut Meter,
    ) -> Result<Exported, Stop> {
        match self {
            Self::Moves => moves::export(context, start, meter),
            Self::Pushes => pushes::export(context, start, meter),
            Self::Tunnels => tunnels::export(context, start, meter),
            Self::Rooms => rooms::export(context, start, local_states, meter),
            Self::Counts => Ok(counts::export(context, start, &[])),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

crate::run::from_word!(Model);
