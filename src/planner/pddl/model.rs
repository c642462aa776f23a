//! The domains for exported problems.

use super::{Exported, counts, moves, pushes, rooms, tunnels};
use crate::level::Position;
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};
use crate::strips::pddl::{Domain, Error};
use std::fmt;

/// The model of a level: one of the files in `domains/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Model {
    /// Steps and pushes.
    Moves,
    /// Pushes, with the player in regions.
    Pushes,
    /// Squares in rooms, tunnels as places.
    Tunnels,
    /// Areas as finite tables.
    Rooms,
    /// Numbers of boxes.
    Counts,
}

impl Model {
    /// All models, the most detailed first.
    pub const ALL: [Self; 5] = [Self::Moves, Self::Pushes, Self::Tunnels, Self::Rooms, Self::Counts];

    /// The default for the local states of one area in the tables of [`Model::Rooms`]. Of 1k, 2k, 5k, 20k and 50k, 1k
    /// cuts an area of XSokoban 1, and Fast Downward then does not finish in 20 s; from 2k on it needs 0.5 s. With 20k
    /// tables take ten times as long as with 5k.
    pub const LOCAL_STATES: usize = 5_000;

    /// Returns the name on the command line, which is the name of the file.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Moves => "sokoban-moves",
            Self::Pushes => "sokoban-pushes",
            Self::Tunnels => "sokoban-tunnels",
            Self::Rooms => "rooms",
            Self::Counts => "rooms-counts",
        }
    }

    /// Returns the name of the domain inside the file.
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

    /// Returns the domain of the file.
    ///
    /// # Errors
    /// Never: a test reads all of them.
    pub fn domain(self) -> Result<Domain, Error> {
        Domain::parse(self.text())
    }

    /// Returns the text of the file without costs, with the comments at the top.
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

    /// Returns the problem of solving a level from a position. `local_states` bounds the table of one area.
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
