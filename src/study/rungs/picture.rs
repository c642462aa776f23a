//! Pictures of the proofs that a rung is too coarse.
//!
//! Draws two given states of an area that are in one block.

use crate::abstraction::{ClassOf, Table, Witness, each};
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{Able, Seen, Split};
use serde::Serialize;
use std::collections::BTreeSet;

/// A picture of one area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// The rows: walls `#`, boxes `$`, player `@`, the area blank, the target area of the box `:`, all else `-`.
    pub rows: String,
    /// Whether the search met the state in the level, not only in the area alone.
    pub is_met: bool,
}

/// Two states of one block, as the proof that it is too coarse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// The area.
    pub area: AreaId,
    /// The target area of the box.
    pub to: AreaId,
    /// The two witness states: for applicability one in which the step is possible and one in which it is not; for an
    /// outcome the two outcomes.
    pub pictures: [Picture; 2],
}

/// A block that was split, drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SplitDrawn {
    /// The area.
    pub area: AreaId,
    /// The number of boxes in the area, which together with the area names the block.
    pub boxes: u16,
    /// The area whose reachability by a box splits the block.
    pub to: AreaId,
    /// The position of the search in which the step was refused.
    pub position: usize,
    /// The state in which the step is impossible.
    pub cannot: Picture,
    /// A state in which the step is possible, if one was found.
    pub can: Option<Picture>,
}

/// The level and its areas.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas<'a> {
    pub(super) board: &'a Board,
    pub(super) areas: &'a Areas,
}

impl Canvas<'_> {
    /// Draws a witness; `met` holds the classes that the search met.
    pub(super) fn witness(self, tables: &[Table], met: &BTreeSet<ClassOf>, witness: Witness) -> Drawn {
        let Witness { area, to, one, other } = witness;
        let table = &tables[area.index()];
        let picture = |part| {
            let state = table.state(table.members(part)[0]);
            let boxes = each(state.boxes).map(|q| table.local.square(q)).collect();
            let player = (!state.is_suspended()).then(|| table.local.square(state.player));
            self.picture((area, to), &Seen { boxes, player }, met.contains(&(area, part)))
        };
        Drawn { area, to, pictures: [picture(one), picture(other)] }
    }

    pub(super) fn split(self, split: &Split) -> SplitDrawn {
        let exit = split.predicate;
        let picture = |seen: &Seen, is_met| self.picture((exit.area, exit.to), seen, is_met);
        SplitDrawn {
            area: exit.area,
            boxes: exit.boxes,
            to: exit.to,
            position: split.position,
            cannot: picture(&split.cannot, true),
            can: split.can.as_ref().map(|Able { state, is_met }| picture(state, *is_met)),
        }
    }

    fn picture(self, (area, to): (AreaId, AreaId), seen: &Seen, is_met: bool) -> Picture {
        let letter = |s: Square| match () {
            () if seen.boxes.contains(&s) => '$',
            () if seen.player == Some(s) => '@',
            () if self.areas.area_of(s) == area => ' ',
            () if self.areas.area_of(s) == to => ':',
            () => '-',
        };
        let at = |row, column| self.board.square(row, column).map_or('#', letter);
        let row = |row| (0..self.board.width()).map(|column| at(row, column)).collect::<String>() + "\n";
        Picture { rows: (0..self.board.height()).map(row).collect(), is_met }
    }
}
