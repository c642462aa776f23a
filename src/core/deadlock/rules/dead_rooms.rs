//! Areas that can never hold boxes on exactly their goals, for any pushes outside them; see [`DeadRoom`].
//!
//! ```text
//!   before           after
//!   ###########      ###########      The two boxes at the right wall of the right room never leave that wall, along which
//!   #   #     #      #   #     #      it has one goal.
//!   #   #  @$ #      #   #   @$#
//!   #.       .#      #.       .#
//!   #   #    $#      #   #    $#
//!   #   #     #      #   #     #
//!   ###########      ###########
//! ```
//!
//! # Why it is sound
//!
//! Outside the area everything is relaxed: the player there may come to any opening, push boxes in and push them through, up to the
//! number of boxes of the level. Every solution of the level solves this relaxed area too, but no solution of the area exists.
//!
//! Cost: for each area that the last push touched, a search over at most 1,000 local states; large areas are cut into smaller
//! areas, and a search that exceeds its budget has no result. Verdicts are cached by local state.
//! Source: after Botea, Mueller and Schaeffer 2002, section 4.2.

use crate::abstraction::{Borders, DeadRoom, LocalArea, Supply};
use crate::deadlock::{About, CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance, Verdict, View, Witness};
use crate::maze::{AreaId, Areas, Maze};
use crate::run::{Meter, Stop, count32};

/// Deadlock rule: rooms that are lost, among [`RuleInput::areas`] or else [`Areas::by_patterns`]; see the module.
#[derive(Clone, Copy, Debug)]
pub struct DeadRooms;

impl DeadRooms {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("dead-rooms");
}

impl Rule for DeadRooms {
    fn about(&self) -> &'static About {
        &About {
            id: Self::ID,
            deadlock: "room",
            sentence: "the boxes of an area can never be on exactly its goals",
            source: "Botea et al. 2002",
            cost: CostClass::Position,
            uses_player: true,
            purposes: Purposes::PLAYER,
        }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        let board = known.maze.board;
        let cut = |areas: &Areas| areas.cut_to(board, LocalArea::MOST_SQUARES);
        let areas = known.areas.map_or_else(|| cut(&Areas::by_patterns(board)), cut);
        let borders = Borders::new(board, &areas);
        let rooms = areas.areas().iter().map(|_| None).collect();
        Box::new(DeadRoomsInstance { maze: known.maze, areas, borders, rooms })
    }
}

/// The areas of a level, and for each area the search for verdicts, created when it is first needed.
#[derive(Debug)]
struct DeadRoomsInstance<'a> {
    maze: &'a Maze<'a>,
    areas: Areas,
    borders: Borders,
    rooms: Vec<Option<(LocalArea, DeadRoom)>>,
}

impl DeadRoomsInstance<'_> {
    /// Greatest number of local states in one search: trades proofs against time per position.
    const MOST_STATES: usize = 1_000;

    /// Returns the areas to test: the areas of the last pushed box and of the squares beside it; all areas without a push.
    fn areas_to_test(&self, view: &View<'_>) -> Vec<AreaId> {
        let Some(b) = view.pushed else { return self.areas.areas().iter().map(|area| area.id).collect() };
        let mut touched: Vec<AreaId> =
            self.maze.board.neighbours(b).chain([b]).map(|s| self.areas.area_of(s)).collect();
        touched.sort_unstable();
        touched.dedup();
        touched
    }

    fn is_dead(&mut self, area: AreaId, view: &View<'_>, meter: &mut Meter) -> Result<bool, Stop> {
        let most = count32(view.boxes.len());
        let (areas, borders) = (&self.areas, &self.borders);
        let (local, room) = self.rooms[area.index()].get_or_insert_with(|| {
            let local = LocalArea::new(self.maze.board, areas, areas.area(area));
            let room = DeadRoom::new(borders, areas, areas.area(area), local.clone(), Supply::Free(most));
            (local, room)
        });
        let here = local.boxes(view.boxes.iter());
        let inside = (areas.area_of(view.player) == area).then(|| local.number(view.player));
        // An area without boxes and goals cannot be lost.
        if here == 0 && local.goals == 0 {
            return Ok(false);
        }
        room.is_dead(room.state(here, inside), Self::MOST_STATES, |_| 0, |_, _| true, meter)
    }
}

impl RuleInstance for DeadRoomsInstance<'_> {
    fn judge(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Verdict, Stop> {
        for area in self.areas_to_test(view) {
            if self.is_dead(area, view, meter)? {
                return Ok(Verdict::Lost);
            }
        }
        Ok(Verdict::Unknown)
    }

    fn witnesses(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let mut found = Vec::new();
        for area in self.areas_to_test(view) {
            if self.is_dead(area, view, meter)? {
                let boxes = view.boxes.iter().filter(|&b| self.areas.area_of(b) == area).collect();
                let why = "can never fill exactly the goals of their part of the maze";
                found.push(Witness::of(boxes, why));
            }
        }
        Ok(found)
    }
}
