//! Pictures of states of an area, as proofs that a rung is too coarse.

use crate::abstraction::{ClassOf, Table, Witness, each};
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::{Able, Seen, Split};
use serde::Serialize;
use std::collections::BTreeSet;

/// Picture of a state of one area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Picture {
    /// Rows of the board: walls `#`, boxes `$`, player `@`, squares of the area blank, the target area of the box `:`,
    /// other squares `-`.
    pub rows: String,
    /// Whether the state occurred in the search on the level; else it was found in the area by itself.
    pub is_met: bool,
}

/// Pictures that prove a block of states too coarse.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Drawn {
    /// Area whose states are drawn.
    pub area: AreaId,
    /// Area to which the step moves a box.
    pub to: AreaId,
    /// Two states of the block: one in which the step is possible, then one in which it is impossible; or, if the
    /// outcome of the step is uncertain, two states that can follow.
    pub pictures: [Picture; 2],
}

/// Block of states that refinement split, with pictures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SplitDrawn {
    /// Area whose states are drawn.
    pub area: AreaId,
    /// Number of boxes in the area; the area and this number identify the block.
    pub boxes: u16,
    /// Area to which a box can go in some states of the block and not in others.
    pub to: AreaId,
    /// Number of the search position in which the step was refused.
    pub position: usize,
    /// State in which the step is impossible.
    pub cannot: Picture,
    /// State in which the step is possible, if one was found.
    pub can: Option<Picture>,
}

/// Level and areas from which states are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Canvas<'a> {
    pub(super) board: &'a Board,
    pub(super) areas: &'a Areas,
}

impl Canvas<'_> {
    /// Draws a witness; `met` are the classes that occurred in the search on the level.
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
