//! Several push searches in turn, under one budget.
//!
//! In comes a maze with a start; out come the pushes of whichever search finds a solution first, or a proof by one that
//! is complete. Levels differ in what they want, and run times have heavy tails: so each search gets a short turn, then
//! each a longer one, and none is run to the limit before the others had theirs. Turns are counted in nodes, so a run
//! under a node limit is repeatable.

use super::Options;
use crate::deadlock::Refused;
use crate::level::Position;
use crate::maze::{Areas, Maze};
use crate::push::Push;
use crate::run::{Ended, Meter, Progress, Status, Stop};
use crate::search::{FeatureSpace, Greedy, Layout, Order, Perimeter, Pulls, PushSearch, Stages, Surveyor};
use serde::Serialize;
use std::str::FromStr;

/// The push searches to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strategy {
    /// Greedy best-first over single pushes.
    Greedy,
    /// Feature-space search with few, large cells.
    Coarse,
    /// Feature-space search with more cells.
    Fine,
    /// Greedy best-first over single pulls, from the filled goals; the others see how far it came.
    Pulls,
}

impl Strategy {
    /// All, in the order of their turns.
    pub const ALL: [Self; 4] = [Self::Greedy, Self::Coarse, Self::Fine, Self::Pulls];

    /// The word that users write and reports use.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Greedy => "greedy",
            Self::Coarse => "coarse",
            Self::Fine => "fine",
            Self::Pulls => "pulls",
        }
    }

    /// Nodes of the first turn: a node of the feature space costs as much as some tens of the greedy search, and
    /// more than a hundred of those by pulls.
    const fn first_turn(self) -> u64 {
        match self {
            Self::Greedy => 10_000,
            Self::Coarse | Self::Fine => 1_000,
            Self::Pulls => 20_000,
        }
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|strategy| strategy.word() == word);
        found.ok_or_else(|| format!("expected one of {}", Self::ALL.map(Self::word).join(", ")))
    }
}

/// What a search did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Which search.
    pub strategy: Strategy,
    /// Its push nodes.
    pub nodes: u64,
    /// What each of its deadlock rules refused.
    pub refused: Refused,
}

/// A search that takes part.
struct Runner<'a> {
    share: Share,
    search: Box<dyn PushSearch + 'a>,
}

impl<'a> Runner<'a> {
    fn new(
        strategy: Strategy,
        maze: &'a Maze<'a>,
        start: &'a Position,
        areas: &Areas,
        options: &Options,
        perimeter: &Perimeter,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let perimeter = perimeter.clone();
        let mut cells = |layout, order| {
            let stages = Stages::new(maze, start, options.components.order(order), meter)?;
            let surveyor = Surveyor::new(maze, areas, stages, options.setting(layout));
            Ok(Box::new(FeatureSpace::new(maze, start, surveyor, perimeter.clone(), meter)?))
        };
        let search: Box<dyn PushSearch + 'a> = match strategy {
            Strategy::Greedy => Box::new(Greedy::new(maze, start, perimeter, &options.rules.greedy, meter)?),
            Strategy::Pulls => Box::new(Pulls::new(maze, start, perimeter, &options.rules.backward, meter)?),
            Strategy::Coarse => cells(Layout::Coarse, Order::Any)?,
            Strategy::Fine => cells(Layout::Fine, Order::One)?,
        };
        Ok(Self { share: Share { strategy, nodes: 0, refused: Refused::default() }, search })
    }

    /// Lets the search run for so many nodes; `None` when it is not done by then.
    fn turn(&mut self, nodes: u64, meter: &mut Meter) -> Result<Option<Ended<Vec<Push>>>, Stop> {
        let before = meter.push_nodes();
        let ended = loop {
            match self.search.step(meter) {
                Ok(Status::Running) if meter.push_nodes() - before >= nodes => break Ok(None),
                Ok(Status::Running) => {}
                Ok(Status::Found(pushes)) => break Ok(Some(Ended::Found(pushes))),
                Ok(Status::Exhausted) => break Ok(Some(Ended::Exhausted)),
                Err(stop) => break Err(stop),
            }
        };
        self.share.nodes += meter.push_nodes() - before;
        self.share.refused = self.search.refused();
        ended
    }
}

/// How a rotation ended.
#[derive(Debug)]
pub struct Rotated {
    /// The pushes, or why there are none.
    pub ended: Ended<Vec<Push>>,
    /// The search that ended it.
    pub by: Strategy,
    /// Is running dry a proof?
    pub proves: bool,
    /// What each search did.
    pub shares: Vec<Share>,
    /// What the last of them tells of itself.
    pub progress: Progress,
}

/// Runs these searches in turn, each turn twice as long as the one before.
pub fn rotate(
    strategies: &[Strategy],
    maze: &Maze<'_>,
    start: &Position,
    areas: &Areas,
    options: &Options,
    meter: &mut Meter,
) -> Rotated {
    let mut runners: Vec<Runner<'_>> = Vec::new();
    let mut last = strategies.first().copied().unwrap_or(Strategy::Greedy);
    let mut done = vec![false; strategies.len()];
    let perimeter = Perimeter::new(maze.board.len());
    let mut factor = 1;
    let (ended, proves) = 'rounds: loop {
        for (index, &strategy) in strategies.iter().enumerate() {
            if done[index] {
                continue;
            }
            if runners.len() <= index {
                match Runner::new(strategy, maze, start, areas, options, &perimeter, meter) {
                    Ok(runner) => runners.push(runner),
                    Err(stop) => break 'rounds (Ended::Stopped(stop), false),
                }
            }
            let runner = &mut runners[index];
            last = strategy;
            match runner.turn(strategy.first_turn() * factor, meter) {
                Ok(None) => {}
                Ok(Some(Ended::Exhausted)) if !runner.search.is_complete() => done[index] = true,
                Ok(Some(ended)) => break 'rounds (ended, true),
                Err(stop) => break 'rounds (Ended::Stopped(stop), false),
            }
        }
        if done.iter().all(|&d| d) {
            break (Ended::Exhausted, false);
        }
        factor *= 2;
    };
    let progress = runners.iter().find(|runner| runner.share.strategy == last).map(|runner| runner.search.progress());
    let shares = runners.iter().map(|runner| runner.share.clone()).collect();
    Rotated { ended, by: last, proves, shares, progress: progress.unwrap_or_default() }
}
