//! The plan side: attempts of several kinds, in turn.
//!
//! In come a level, its maze and the options; out comes what the first successful attempt found. No single setting
//! serves all levels: each attempt runs until its nodes are used up, and goes on with more of them at its next turn.
//! Nodes are counted, not time, so that the same attempt finds the same plan on every machine. Where the push search
//! waits for its share, an attempt that comes no nearer in a whole turn is given up.

use super::attempt::{Attempt, Planner, attempts};
use super::solver::Found;
use super::{Explanation, Options, Sides, Takeover};
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::planner::{Ground, Proposals, Solution};
use crate::push::Push;
use crate::run::{Ended, Meter, Search, Stop, drive};

/// How much more an attempt gets at its next turn.
const MORE: u64 = 2;

/// Pushes, and the steps that they carry out.
type Plan = (Vec<Push>, Solution);

/// An attempt under way.
struct Running<'a> {
    attempt: Attempt,
    ground: &'a Ground<'a>,
    /// None before the first turn: what it works out at the start is not worked out in vain.
    planner: Option<Planner<'a>>,
    nodes: u64,
    /// The best estimate that its search had at the end of the last turn.
    nearest: Option<u32>,
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
    let running = attempts.iter().zip(&grounds).map(|(&attempt, ground)| Running::new(attempt, ground)).collect();
    if options.sides == Sides::PlanOnly {
        take_turns(level, running, options, explanation, meter)
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
        meter.within(Some(nodes), time, |meter| take_turns(level, running, options, explanation, meter))
    }
}

/// Round by round, until one finds something, none is left, or the limits are met.
fn take_turns<'a>(
    level: &'a Level,
    mut running: Vec<Running<'a>>,
    options: &Options,
    explanation: &mut Explanation,
    meter: &mut Meter,
) -> Found {
    let found = |ended, proves| Found { ended, by: "plan", proves };
    let mut was_given_up = false;
    while !running.is_empty() {
        let mut going = Vec::new();
        for mut attempt in running {
            if let Err(stop) = meter.exhausted() {
                return found(Ended::Stopped(stop), false);
            }
            let ended = attempt.turn(level, options, meter);
            attempt.tell(explanation, &ended);
            match ended {
                Ended::Found((pushes, _)) => return found(Ended::Found(pushes), false),
                Ended::Exhausted if attempt.proves() => return found(Ended::Exhausted, true),
                // It gives its memory back and the others go on; the inner node limit only ends the turn.
                Ended::Exhausted | Ended::Stopped(Stop::MemoryLimit) => {}
                Ended::Stopped(_) => match meter.exhausted() {
                    Err(stop) => return found(Ended::Stopped(stop), false),
                    Ok(()) if options.sides == Sides::PlanOnly || attempt.came_nearer() => going.push(attempt),
                    Ok(()) => was_given_up = true,
                },
            }
        }
        running = going;
    }
    if was_given_up {
        explanation.takeover = Some(Takeover::NoNearer);
    }
    found(Ended::Exhausted, false)
}

impl<'a> Running<'a> {
    const fn new(attempt: Attempt, ground: &'a Ground<'a>) -> Self {
        Self { attempt, ground, planner: None, nodes: attempt.nodes, nearest: None }
    }

    fn turn(&mut self, level: &'a Level, options: &Options, meter: &mut Meter) -> Ended<Plan> {
        let planner = match self.planner.take() {
            Some(planner) => planner,
            None => match self.attempt.start(level, self.ground, options, meter) {
                Ok(planner) => planner,
                Err(stop) => return Ended::Stopped(stop),
            },
        };
        let planner = self.planner.insert(planner);
        let ended = meter.within(Some(self.nodes), None, |meter| match planner {
            Planner::Proposals(search) => map(drive(&mut **search, meter), of_steps),
            Planner::Transfers(search) => map(drive(&mut **search, meter), of_steps),
            Planner::Exact(search) => {
                map(drive(&mut **search, meter), |plan| (plan.pushes(), plan.steps(&level.board, self.ground.areas)))
            }
        });
        self.nodes = self.nodes.saturating_mul(MORE);
        ended
    }

    fn proves(&self) -> bool {
        matches!(&self.planner, Some(Planner::Exact(search)) if search.is_complete())
    }

    /// Is the best estimate better than at the end of the turn before?
    fn came_nearer(&mut self) -> bool {
        let progress = match &self.planner {
            Some(Planner::Proposals(search)) => search.progress(),
            Some(Planner::Exact(search)) => search.progress(),
            Some(Planner::Transfers(search)) => search.progress(),
            None => return true,
        };
        let now = progress.best_estimate.unwrap_or(u32::MAX);
        self.nearest.replace(now).is_none_or(|before| now < before)
    }

    /// The story is that of the attempt that succeeded, or else of the last one that was not exact.
    fn tell(&mut self, explanation: &mut Explanation, ended: &Ended<Plan>) {
        explanation.areas = Some(self.ground.areas.clone());
        explanation.attempt = self.attempt.words();
        match &mut self.planner {
            Some(Planner::Proposals(search)) => {
                explanation.dearest = explanation.dearest.max(search.realiser.dearest);
                explanation.events = search.events.clone();
                explanation.proposals = Proposals::of(&search.events);
                explanation.labels = [0, 0, 0, explanation.proposals.made];
            }
            Some(Planner::Exact(search)) => {
                explanation.labels = search.labels;
                explanation.events.clear();
            }
            Some(Planner::Transfers(_)) => {
                explanation.dearest = explanation.dearest.max(1);
                explanation.events.clear();
            }
            None => {}
        }
        if let Ended::Found((_, steps)) = ended {
            explanation.steps = Some(steps.clone());
        }
    }
}

fn of_steps(steps: Solution) -> Plan {
    (steps.iter().flat_map(|step| step.pushes.iter().copied()).collect(), steps)
}

fn map<S, T>(ended: Ended<S>, with: impl FnOnce(S) -> T) -> Ended<T> {
    match ended {
        Ended::Found(found) => Ended::Found(with(found)),
        Ended::Exhausted => Ended::Exhausted,
        Ended::Stopped(stop) => Ended::Stopped(stop),
    }
}
