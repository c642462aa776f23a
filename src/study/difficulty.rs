//! Estimates of the difficulty of a level for a person.
//!
//! [`Difficulty::of`] solves a level under fixed settings, shortens the solution a little, and keeps the parts of the rating, so
//! that users may weigh them differently. The rating is the mean of three binary logarithms: of the moves of the solution, of its
//! box lines (consecutive pushes of one box in one direction count once), and of the nodes of the searches. A rating greater by 1
//! means double values. Its rank correlation with the place of a level in its collection is 0.73 for Microban, 0.69 for Microban II
//! and 0.50 for Sasquatch; the median ratings are 5.9, 6.4 and 8.5.

use crate::level::{Level, Metrics};
use crate::maze::{Maze, PlayerSides, PushDistances};
use crate::packing::PackingPlan;
use crate::push::BoxSet;
use crate::run::{Answer, Limits, Meter, Stop, StopFlag};
use crate::search::Measure;
use crate::solve::{Options, Solution, Solver, improve};
use serde::Serialize;

/// Rating of a level's difficulty for a person, and the figures that it is computed from.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize)]
pub struct Difficulty {
    /// Rating, at least 0, with one decimal; `None` if no solution was found.
    pub rating: Option<f64>,
    /// Metrics of the solution after it was shortened a little; `None` if no solution was found.
    pub solution: Option<Metrics>,
    /// Number of nodes that the solver expanded under default settings, at most 50,000.
    pub nodes: u64,
    /// Share of squares, from 0 to 1, that a box cannot leave for any goal.
    pub dead_share: f64,
    /// Number of boxes that are parked in the packing order, or moved out of the way of another box. `None` if no
    /// packing order was found.
    pub boxes_aside: Option<usize>,
    /// Answer of the search: the reason if there is no rating.
    #[serde(skip)]
    pub answer: Answer,
}

/// Maximum number of nodes for finding a solution: about a second.
const NODES: u64 = 50_000;
const SHORTENING: u64 = 2_000;

impl Difficulty {
    /// Greatest number of pushes of a solution that is shortened: the windows of longer ones take seconds, whatever the nodes.
    pub const LONG: usize = 1_000;

    /// Returns the word for a rating: easy up to 5, medium up to 7, hard up to 9, else very hard. The medians of collections
    /// for beginners are about 6, of hard ones 8.5.
    pub const fn word(rating: f64) -> &'static str {
        match rating {
            ..=5.0 => "easy",
            ..=7.0 => "medium",
            ..=9.0 => "hard",
            _ => "very hard",
        }
    }

    /// Rates a level. The time limit is for all parts together; the node limit is for each part, in addition to the
    /// constant limit of the part. A limit that is met may leave figures `None`.
    pub fn of(level: &Level, limits: Limits, stop: &StopFlag) -> Self {
        Self::with_solution(level, limits, stop).0
    }

    /// Rates a level, and returns the shortened solution that was found for it.
    pub fn with_solution(level: &Level, limits: Limits, stop: &StopFlag) -> (Self, Option<Solution>) {
        let options = Options::default();
        let clock = Meter::new(limits, stop.clone());
        let within = |nodes: u64| {
            let nodes = limits.nodes.map_or(nodes, |most| most.min(nodes));
            Limits { nodes: Some(nodes), time: clock.time_left(), ..limits }
        };
        let mut report = Solver::new(level).options(options.clone()).limits(within(NODES)).stop(stop.clone()).solve();
        let nodes = report.plan_nodes + report.push_nodes;
        let mut meter = Meter::new(within(SHORTENING), stop.clone());
        if report.solution().is_some_and(|solution| solution.pushes.len() <= Self::LONG) {
            report = improve(level, report, Measure::Pushes, &options, &mut meter);
        }
        let solution = report.solution().map(|solution| solution.metrics);
        let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
        let dead_share = dead.iter().filter(|dead| **dead).count() as f64 / dead.len().max(1) as f64;
        let meter = |nodes: u64| Meter::new(within(nodes), stop.clone());
        let maze = Maze::new(&level.board, &mut meter(SHORTENING)).ok();
        let maze = maze.as_ref();
        let boxes_aside = maze.and_then(|maze| boxes_aside(level, maze, &mut meter(SHORTENING)).ok().flatten());
        let rating = solution.map(|solution| rating(&solution, nodes));
        let rated = Self { rating, solution, nodes, dead_share, boxes_aside, answer: report.answer() };
        (rated, report.solution().cloned())
    }
}

/// Returns the mean of the binary logarithms of moves, box lines and nodes, each plus 1, with one decimal.
fn rating(solution: &Metrics, nodes: u64) -> f64 {
    let parts = [solution.moves as f64, solution.box_lines as f64, nodes as f64];
    let mean = parts.iter().map(|part| (1.0 + part).log2()).sum::<f64>() / 3.0;
    (mean * 10.0).round() / 10.0
}

fn boxes_aside(level: &Level, maze: &Maze<'_>, meter: &mut Meter) -> Result<Option<usize>, Stop> {
    let boxes = BoxSet::of(level.board.len(), level.start.boxes.iter().copied());
    Ok(PackingPlan::by_starts(maze, &level.start, meter)?.map(|plan| plan.boxes_aside(&boxes)))
}
