//! Planning with a chosen algorithm and heuristic, and a check of the plan.
//!
//! The search of [`Options`] is run on a task; the plan checker must accept the plan before it is returned.

use super::astar::AStar;
use super::check::check;
use super::heuristic::{Costs, HeuristicKind};
use super::lazy::Lazy;
use super::task::{Plan, Task};
use crate::run::{Ended, Meter, Stop, drive};
use std::fmt;
use std::str::FromStr;

/// Search algorithms. All are complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum SearchAlgorithm {
    /// Greedy best-first search, with the preferred operators of the heuristic.
    #[default]
    Greedy,
    /// Greedy best-first search, alternating between the heuristic and landmark counting, both with unit costs, like
    /// the first iteration of LAMA.
    Alternating,
    /// A*: finds a cheapest plan, if the heuristic is admissible.
    AStar,
    /// Weighted A*: with an admissible heuristic, plans cost at most this weight times the cheapest cost.
    WeightedAStar(u32),
}

impl fmt::Display for SearchAlgorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Greedy => f.write_str("greedy"),
            Self::Alternating => f.write_str("alternating"),
            Self::AStar => f.write_str("astar"),
            Self::WeightedAStar(weight) => write!(f, "wastar:{weight}"),
        }
    }
}

impl FromStr for SearchAlgorithm {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let unknown = || format!("unknown strategy `{text}`: expected greedy, alternating, astar or wastar:WEIGHT");
        match text {
            "greedy" => Ok(Self::Greedy),
            "alternating" => Ok(Self::Alternating),
            "astar" => Ok(Self::AStar),
            _ => {
                let weight = text.strip_prefix("wastar:").and_then(|weight| weight.parse().ok());
                weight.map(Self::WeightedAStar).ok_or_else(unknown)
            }
        }
    }
}

/// Settings of a plan search. The default is fast on small tasks, and gives no guarantee on the cost of the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// Algorithm of the search.
    pub algorithm: SearchAlgorithm,
    /// Heuristic of the search.
    pub heuristic: HeuristicKind,
}

impl Options {
    /// Greedy search with FF and landmark counting, which finds some plan of a large task.
    pub const FIRST: Self = Self { algorithm: SearchAlgorithm::Alternating, heuristic: HeuristicKind::Ff };

    /// A* with LM-cut, which finds cheapest plans.
    pub const OPTIMAL: Self = Self { algorithm: SearchAlgorithm::AStar, heuristic: HeuristicKind::LmCut };
}

/// Finds a plan of a task.
///
/// # Panics
/// If a search returned operators that are not a plan, which is an error of this program.
pub fn plan(task: &Task, options: &Options, meter: &mut Meter) -> Ended<Plan> {
    let ended = match options.algorithm {
        SearchAlgorithm::Greedy => greedy(task, &[options.heuristic], Costs::PlusOne, meter),
        SearchAlgorithm::Alternating => greedy(task, &[options.heuristic, HeuristicKind::Landmarks], Costs::One, meter),
        SearchAlgorithm::AStar => astar(task, options, 1, meter),
        SearchAlgorithm::WeightedAStar(weight) => astar(task, options, weight, meter),
    };
    let ended = ended.unwrap_or_else(Ended::Stopped);
    if let Ended::Found(plan) = &ended {
        check(task, plan).expect("searches only find plans");
    }
    ended
}

fn greedy(task: &Task, kinds: &[HeuristicKind], costs: Costs, meter: &mut Meter) -> Result<Ended<Plan>, Stop> {
    let heuristics = kinds.iter().map(|kind| kind.build(task, costs, meter)).collect::<Result<_, Stop>>()?;
    let mut search = Lazy::greedy(task, heuristics, kinds.contains(&HeuristicKind::Ff));
    Ok(drive(&mut search, meter))
}

fn astar(task: &Task, options: &Options, weight: u32, meter: &mut Meter) -> Result<Ended<Plan>, Stop> {
    let heuristic = options.heuristic.build(task, Costs::Plain, meter)?;
    Ok(drive(&mut AStar::new(task, heuristic, weight), meter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_and_heuristics_are_read_as_they_are_written() {
        let strategies = [
            SearchAlgorithm::Greedy,
            SearchAlgorithm::Alternating,
            SearchAlgorithm::AStar,
            SearchAlgorithm::WeightedAStar(5),
        ];
        strategies.iter().for_each(|strategy| assert_eq!(strategy.to_string().parse(), Ok(*strategy)));
        HeuristicKind::ALL.iter().for_each(|kind| assert_eq!(kind.to_string().parse(), Ok(*kind)));
        assert!("wastar:".parse::<SearchAlgorithm>().is_err() && "h_ff".parse::<HeuristicKind>().is_err());
    }
}
