//! The plan side: attempts on several rungs, in turn.
//!
//! In come a level, its maze and the options; out comes what the first successful attempt found. No single setting
//! serves all levels: each attempt runs until its nodes are used up, and goes on with more of them at its next turn.
//! Nodes are counted, not time, so that the same attempt finds the same plan on every machine.

use super::solver::Found;
use super::{Abstraction, Explanation, Options, Sides};
use crate::abstraction::{Exact, LocalArea, Rung, Shape};
use crate::level::Level;
use crate::maze::{Areas, Maze, Merging, RoomsBy};
use crate::planner::{BorderWatch, ExactSearch, Ground, Packed, PlanSearch, Proposals, RoomGuide, Taste};
use crate::push::Push;
use crate::run::{Ended, Meter, Search, Stop, drive};

/// One setting of the plan side. Measured on XSokoban: the best of these settings alone solves 15 of 90, each other adds
/// levels that it does not solve.
#[derive(Clone, Copy, Debug)]
struct Attempt {
    rung: Rung,
    /// What a room is, where that is not left to the options.
    by: Option<RoomsBy>,
    /// The most local states of a closed set.
    members: usize,
    /// The most loose boxes of a goal room.
    loose: Option<u32>,
    packed: Packed,
    weariness: u32,
    /// Areas of at most so many squares are joined to neighbours.
    tiny: usize,
    /// Nodes of the first turn.
    nodes: u64,
}

const EXACT: Attempt = Attempt {
    rung: Rung::Sets,
    by: None,
    members: 300,
    loose: Some(2),
    packed: Packed::Prefix,
    weariness: 50,
    tiny: 4,
    nodes: 400_000,
};

/// In the order of their turns.
const ATTEMPTS: [Attempt; 8] = [
    EXACT,
    Attempt { rung: Rung::Counts, nodes: 50_000, ..EXACT },
    Attempt { packed: Packed::Consistent, loose: Some(3), weariness: 8, ..EXACT },
    Attempt { by: Some(RoomsBy::Blocks), ..EXACT },
    Attempt { by: Some(RoomsBy::Articulation), ..EXACT },
    Attempt { weariness: 8, tiny: 1, ..EXACT },
    Attempt { loose: None, weariness: 8, ..EXACT },
    Attempt { members: 1000, loose: Some(3), weariness: 8, ..EXACT },
];

/// How much more an attempt gets at its next turn.
const MORE: u64 = 3;

enum Planner<'a> {
    Counts(Box<PlanSearch<'a>>),
    Exact(Box<ExactSearch<'a>>),
}

/// An attempt under way.
struct Running<'a> {
    attempt: Attempt,
    areas: &'a Areas,
    planner: Planner<'a>,
    nodes: u64,
    bytes: u64,
}

/// The plan side, under its share of the limits.
pub(super) fn plan_side(
    level: &Level,
    maze: &Maze<'_>,
    options: &Options,
    explanation: &mut Explanation,
    meter: &mut Meter,
) -> Found {
    let attempts = attempts(level, options);
    let areas: Vec<Areas> = attempts.iter().map(|attempt| attempt.areas(level, options)).collect();
    let grounds: Vec<Ground<'_>> = areas.iter().map(|areas| Ground::new(maze, areas)).collect();
    let before = meter.bytes();
    let running =
        attempts.iter().zip(&grounds).map(|(&attempt, ground)| attempt.start(level, ground, options)).collect();
    let found = if options.sides == Sides::PlanOnly {
        take_turns(level, running, explanation, meter)
    } else {
        let share = options.plan_share.clamp(0.0, 1.0);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "a share"
        )]
        let nodes = meter.nodes_left().map_or(options.plan_nodes, |n| (n as f64 * share) as u64);
        let time = meter.time_left().map(|t| t.mul_f64(share));
        let nodes = nodes.min(options.plan_nodes);
        meter.within(Some(nodes), time, |meter| take_turns(level, running, explanation, meter))
    };
    meter.release_to(before);
    found
}

fn attempts(level: &Level, options: &Options) -> Vec<Attempt> {
    if !RoomGuide::can_guide(&level.board) {
        return vec![Attempt { rung: Rung::Counts, ..EXACT }];
    }
    match options.abstraction {
        Abstraction::Auto => ATTEMPTS.to_vec(),
        Abstraction::On(rung) if !rung.is_exact() => vec![Attempt { rung, ..EXACT }],
        Abstraction::On(rung) => {
            ATTEMPTS.into_iter().filter(|a| a.rung.is_exact()).map(|a| Attempt { rung, ..a }).collect()
        }
    }
}

/// Round by round, until one finds something, none is left, or the limits are met.
fn take_turns(level: &Level, mut running: Vec<Running<'_>>, explanation: &mut Explanation, meter: &mut Meter) -> Found {
    let found = |ended, proves| Found { ended, by: "plan", proves };
    loop {
        let mut going = Vec::new();
        for mut attempt in running {
            let ended = attempt.turn(level, meter);
            attempt.tell(explanation, &ended);
            match ended {
                Ended::Found((pushes, _)) => return found(Ended::Found(pushes), false),
                Ended::Exhausted if attempt.proves() => return found(Ended::Exhausted, true),
                Ended::Exhausted => meter.release(attempt.bytes),
                // Memory is given back and the others go on; the inner node limit only ends the turn.
                Ended::Stopped(Stop::MemoryLimit) => meter.release(attempt.bytes),
                Ended::Stopped(_) => match meter.exhausted() {
                    Err(stop) => return found(Ended::Stopped(stop), false),
                    Ok(()) => going.push(attempt),
                },
            }
        }
        if going.is_empty() {
            return found(Ended::Exhausted, false);
        }
        running = going;
    }
}

impl Attempt {
    fn areas(self, level: &Level, options: &Options) -> Areas {
        let board = &level.board;
        let areas = Areas::new(board, self.by.unwrap_or(options.rooms_by), &options.patterns);
        let Some(merging) = options.merging else { return areas.cut_to(board, LocalArea::MOST_SQUARES) };
        if !self.rung.is_exact() {
            return areas.merged(board, merging);
        }
        let merging = Merging { tiny_tunnel: self.tiny, tiny_room: self.tiny.max(merging.tiny_room), ..merging };
        areas.merged(board, merging).cut_to(board, LocalArea::MOST_SQUARES)
    }

    fn start<'a>(self, level: &'a Level, ground: &'a Ground<'a>, options: &Options) -> Running<'a> {
        let (maze, areas) = (ground.maze, ground.areas);
        let planner = if !self.rung.is_exact() {
            let mut search = PlanSearch::new(ground, level.start.clone(), options.node_cap);
            search.watch = (self.rung == Rung::Exits).then(|| BorderWatch::of_all(ground));
            Planner::Counts(Box::new(search))
        } else {
            let guide = RoomGuide::new(maze, areas, &level.start, self.loose, self.packed);
            let shape = Shape { rung: self.rung, most_members: Some((self.members, 1)) };
            let exact = Exact::new(&level.board, areas, shape, Box::new(guide));
            let taste = Taste { weight: 4, weariness: self.weariness };
            Planner::Exact(Box::new(ExactSearch::new(exact, &level.board, level.start.clone(), taste)))
        };
        Running { attempt: self, areas, planner, nodes: self.nodes, bytes: 0 }
    }

    fn words(self) -> String {
        if !self.rung.is_exact() {
            return self.rung.word().to_owned();
        }
        let loose = self.loose.map_or(String::new(), |n| format!(", {n} loose boxes"));
        let by = self.by.map_or(String::new(), |by| format!(", rooms by {by}"));
        format!("{} of at most {} states{loose}{by}", self.rung.word(), self.members)
    }
}

impl Running<'_> {
    fn turn(&mut self, level: &Level, meter: &mut Meter) -> Ended<(Vec<Push>, crate::planner::Solution)> {
        let before = meter.bytes();
        let ended = meter.within(Some(self.nodes), None, |meter| match &mut self.planner {
            Planner::Counts(search) => map(drive(&mut **search, meter), |steps| {
                (steps.iter().flat_map(|step| step.pushes.iter().copied()).collect(), steps)
            }),
            Planner::Exact(search) => {
                map(drive(&mut **search, meter), |plan| (plan.pushes(), plan.steps(&level.board, self.areas)))
            }
        });
        self.bytes += meter.bytes().saturating_sub(before);
        self.nodes = self.nodes.saturating_mul(MORE);
        ended
    }

    fn proves(&self) -> bool {
        matches!(&self.planner, Planner::Exact(search) if search.is_complete())
    }

    /// The story is that of the attempt that succeeded, or else of the last one that was not exact.
    fn tell(&mut self, explanation: &mut Explanation, ended: &Ended<(Vec<Push>, crate::planner::Solution)>) {
        explanation.areas = Some(self.areas.clone());
        explanation.attempt = self.attempt.words();
        match &mut self.planner {
            Planner::Counts(search) => {
                explanation.dearest = explanation.dearest.max(search.realiser.dearest);
                explanation.events = search.events.clone();
                explanation.proposals = Proposals::of(&search.events);
                explanation.labels = [0, 0, 0, explanation.proposals.made];
            }
            Planner::Exact(search) => {
                explanation.labels = search.labels;
                explanation.events.clear();
            }
        }
        if let Ended::Found((_, steps)) = ended {
            explanation.steps = Some(steps.clone());
        }
    }
}

fn map<S, T>(ended: Ended<S>, with: impl FnOnce(S) -> T) -> Ended<T> {
    match ended {
        Ended::Found(found) => Ended::Found(with(found)),
        Ended::Exhausted => Ended::Exhausted,
        Ended::Stopped(stop) => Ended::Stopped(stop),
    }
}
