//! One setting of the plan side, and the search it starts.
//!
//! In come a level and the options; out come the attempts to be made, in the order of their turns. When each has its
//! turn, and for how long, is the plan side's business.

use super::{Abstraction, Options};
use crate::abstraction::{Exact, LocalArea, Rung, Shape};
use crate::level::Level;
use crate::maze::{Areas, Merging, RoomsBy};
use crate::planner::{BorderWatch, ExactSearch, Ground, Packed, PlanSearch, RoomGuide, Taste, TransferSearch};
use crate::run::{Meter, Stop};
use crate::search::{Layout, Stages};

/// A setting. On XSokoban nearly all that one of them solves is solved by [`TRANSFERS`]; plans on sets come first since
/// they say more of themselves and, where they are found, are found at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attempt {
    how: How,
    /// What a room is, where that is not left to the options.
    by: Option<RoomsBy>,
    /// Areas of at most so many squares are joined to neighbours.
    tiny: usize,
    /// Nodes of the first turn.
    pub(super) nodes: u64,
}

/// What is searched.
#[derive(Clone, Copy, Debug)]
enum How {
    /// Plans on a rung that is not exact, whose steps are realised as they are planned.
    Proposals(Rung),
    /// Plans on an exact rung, realised from the end.
    Exact(Cut),
    /// Transfers that are realised at once.
    Transfers(Layout),
}

/// How the tables of an exact rung are cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    rung: Rung,
    /// The most local states of a closed set.
    members: usize,
    /// The most loose boxes of a goal room.
    loose: Option<u32>,
    packed: Packed,
    weariness: u32,
}

/// A search that an attempt has started.
pub(super) enum Planner<'a> {
    Proposals(Box<PlanSearch<'a>>),
    Exact(Box<ExactSearch<'a>>),
    Transfers(Box<TransferSearch<'a>>),
}

const SETS: Cut = Cut { rung: Rung::Sets, members: 300, loose: Some(2), packed: Packed::Prefix, weariness: 50 };

const COUNTS: Attempt = Attempt { how: How::Proposals(Rung::Counts), by: None, tiny: 4, nodes: 3_000 };
const EXACT: Attempt = Attempt { how: How::Exact(SETS), by: None, tiny: 4, nodes: 10_000 };
const TRANSFERS: Attempt = Attempt { how: How::Transfers(Layout::Coarse), by: None, tiny: 4, nodes: 2_500 };

/// In the order of their turns.
const ATTEMPTS: [Attempt; 7] = [
    EXACT,
    TRANSFERS,
    COUNTS,
    Attempt { how: How::Transfers(Layout::Fine), ..TRANSFERS },
    Attempt { how: How::Exact(Cut { packed: Packed::Consistent, loose: Some(3), weariness: 8, ..SETS }), ..EXACT },
    Attempt { by: Some(RoomsBy::Articulation), ..EXACT },
    Attempt { how: How::Exact(Cut { members: 1000, loose: None, weariness: 8, ..SETS }), tiny: 1, ..EXACT },
];

/// The attempts for a level.
pub(super) fn attempts(level: &Level, options: &Options) -> Vec<Attempt> {
    if !RoomGuide::can_guide(&level.board) {
        return vec![COUNTS];
    }
    let mut attempts = asked(options);
    attempts.retain(|attempt| !matches!(attempt.how, How::Transfers(_)) || Stages::suit(&level.board));
    attempts
}

fn asked(options: &Options) -> Vec<Attempt> {
    match options.abstraction {
        Abstraction::Auto => ATTEMPTS.to_vec(),
        Abstraction::Transfers => ATTEMPTS.into_iter().filter(|a| matches!(a.how, How::Transfers(_))).collect(),
        Abstraction::On(rung) if !rung.is_exact() => vec![Attempt { how: How::Proposals(rung), ..COUNTS }],
        Abstraction::On(rung) => ATTEMPTS.into_iter().filter_map(|attempt| attempt.on(rung)).collect(),
    }
}

impl Attempt {
    /// The same on another exact rung.
    const fn on(self, rung: Rung) -> Option<Self> {
        match self.how {
            How::Exact(cut) => Some(Self { how: How::Exact(Cut { rung, ..cut }), ..self }),
            How::Proposals(_) | How::Transfers(_) => None,
        }
    }

    /// The areas to plan on.
    pub(super) fn areas(self, level: &Level, options: &Options) -> Areas {
        let board = &level.board;
        let areas = Areas::new(board, self.by.unwrap_or(options.rooms_by), &options.patterns);
        let Some(merging) = options.merging else { return areas.cut_to(board, LocalArea::MOST_SQUARES) };
        if matches!(self.how, How::Proposals(_)) {
            return areas.merged(board, merging);
        }
        let merging = Merging { tiny_tunnel: self.tiny, tiny_room: self.tiny.max(merging.tiny_room), ..merging };
        areas.merged(board, merging).cut_to(board, LocalArea::MOST_SQUARES)
    }

    /// Starts the search: orders and distances are worked out here.
    pub(super) fn start<'a>(
        self,
        level: &'a Level,
        ground: &'a Ground<'a>,
        options: &Options,
        meter: &mut Meter,
    ) -> Result<Planner<'a>, Stop> {
        let (maze, areas, start) = (ground.maze, ground.areas, &level.start);
        Ok(match self.how {
            How::Proposals(rung) => {
                let mut search =
                    PlanSearch::new(ground, start.clone(), options.node_cap, &options.rules.realisation, meter)?;
                search.watch = (rung == Rung::Exits).then(|| BorderWatch::of_all(ground));
                Planner::Proposals(Box::new(search))
            }
            How::Transfers(layout) => {
                let setting = options.setting(layout);
                Planner::Transfers(Box::new(TransferSearch::new(ground, start, setting, meter)?))
            }
            How::Exact(Cut { rung, members, loose, packed, weariness }) => {
                let guide = RoomGuide::new(maze, areas, start, loose, packed, &options.rules.areas);
                let shape = Shape { rung, most_members: Some((members, 1)) };
                let exact = Exact::new(&level.board, areas, shape, Box::new(guide));
                let taste = Taste { weight: 4, weariness };
                Planner::Exact(Box::new(ExactSearch::new(exact, &level.board, start.clone(), taste)))
            }
        })
    }

    /// As explanations name it.
    pub(super) fn words(self) -> String {
        let by = self.by.map_or(String::new(), |by| format!(", rooms by {by}"));
        match self.how {
            How::Proposals(rung) => rung.word().to_owned(),
            How::Transfers(_) => format!("transfers realised at once{by}"),
            How::Exact(Cut { rung, members, loose, .. }) => {
                let loose = loose.map_or(String::new(), |n| format!(", {n} loose boxes"));
                format!("{} of at most {members} states{loose}{by}", rung.word())
            }
        }
    }
}
