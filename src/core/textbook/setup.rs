//! A textbook search with all its settings, and its name, e.g. `a-star:h2:moves:no-freeze`.

use super::Metric;
use crate::deadlock::rules::{DeadSquares, Freeze};
use crate::deadlock::{Purposes, RuleSet};
use crate::heuristic::estimates::BuiltIn;
use crate::heuristic::{BoxDistance, Heuristic, HeuristicSet};
use crate::search::Components;
use std::fmt::{self, Display, Formatter};
use std::str::FromStr;
use std::sync::Arc;

/// A textbook search and its settings, written as words with colons: the strategy, then what differs from defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Search algorithm, e.g. A*.
    pub strategy: Strategy,
    /// Whether pushes or all moves are counted as steps.
    pub metric: Metric,
    /// Whether the search makes pulls, from the solved board to the start.
    pub by_pulls: bool,
    /// Heuristic of the estimate; `None` for the default heuristic of the strategy.
    pub heuristic: Option<Arc<dyn Heuristic>>,
    /// Factor of the estimate in weighted A*, in tenths.
    pub weight: u16,
    /// Number of steps below which depth-first search does not go.
    pub depth: u32,
    /// Deadlock rules that the search uses.
    pub rules: RuleSet,
    /// Components that the search uses.
    pub components: Components,
}

impl Setup {
    /// Word that turns off all deadlock rules.
    pub const NO_RULES: &'static str = "no-rules";
    /// Inertia is off, since only SokoBOT has it.
    const USUAL_COMPONENTS: Components = Components::TEXTBOOK.difference(Components::INERTIA);
    const PULLS: &'static str = "pulls";
    const WEIGHT: &'static str = "weight=";
    pub(super) const TENTHS: u16 = 10;
    /// Default weight, a factor of two, which trades the length of solutions against time.
    const USUAL_WEIGHT: u16 = 2 * Self::TENTHS;
    const DEPTH: &'static str = "depth=";
    /// Default depth limit: enough for levels of beginners.
    const USUAL_DEPTH: u32 = 100;
    /// Other words of heuristics: the third estimate of the assignment on Sokoban as state-space search is a matching.
    const ALIASES: [(&'static str, &'static str); 1] = [("h3", "matching-manhattan")];

    /// Creates the setup of a strategy with default settings.
    pub fn new(strategy: Strategy) -> Self {
        Self {
            strategy,
            metric: Metric::default(),
            by_pulls: false,
            heuristic: None,
            weight: Self::USUAL_WEIGHT,
            depth: Self::USUAL_DEPTH,
            rules: Self::all_rules(),
            components: Self::USUAL_COMPONENTS,
        }
    }

    /// Returns the heuristics that setups can name: all but that of the optimal search, which needs tables of pairs.
    pub fn heuristics() -> HeuristicSet {
        HeuristicSet::all().without(BuiltIn::TwoBoxBound.about().word)
    }

    /// Returns the heuristic in use: the chosen one, else the default of the strategy; the constant 0 if it uses none.
    pub fn working_heuristic(&self) -> Arc<dyn Heuristic> {
        let usual = self.strategy.usual();
        let chosen = usual.map(|usual| self.heuristic.clone().unwrap_or(usual));
        chosen.unwrap_or_else(|| Arc::new(BuiltIn::Zero))
    }

    /// Returns the setup with the setting that a word names; the error names the expected words.
    pub fn with(self, word: &str) -> Result<Self, String> {
        if let Some(weight) = word.strip_prefix(Self::WEIGHT) {
            return Ok(Self { weight: read_weight(weight)?, ..self });
        }
        if let Some(depth) = word.strip_prefix(Self::DEPTH) {
            let depth = depth.parse().map_err(|_| format!("depth `{depth}`: expected a number of steps"))?;
            return Ok(Self { depth, ..self });
        }
        let word = Self::ALIASES.iter().find(|(alias, _)| *alias == word).map_or(word, |(_, known)| known);
        if word == Self::PULLS {
            return Ok(Self { by_pulls: true, ..self });
        }
        if let Ok(known) = word.parse() {
            return Ok(Self { metric: known, ..self });
        }
        if let Some(known) = Self::heuristics().named(word) {
            return Ok(Self { heuristic: Some(Arc::clone(known)), ..self });
        }
        if word == Self::NO_RULES {
            return Ok(Self { rules: RuleSet::none(), ..self });
        }
        let (name, is_on) = word.strip_prefix("no-").map_or((word, true), |name| (name, false));
        if let Some(rule) = Self::all_rules().named(name) {
            // The rules that stay on, in the order of all rules.
            let id = rule.about().id;
            let stays = |other| if other == id { is_on } else { self.rules.has(other) };
            let all = Self::all_rules();
            let rules = all.ids().filter(|&other| !stays(other)).fold(all.clone(), RuleSet::without);
            return Ok(Self { rules, ..self });
        }
        if let Some((_, component)) = Components::TEXTBOOK.words().find(|&(known, _)| known == name) {
            let mut components = self.components;
            components.set(component, is_on);
            return Ok(Self { components, ..self });
        }
        let heuristics = Self::heuristics().words().join(", ");
        let parts = Self::parts().join(", ");
        Err(format!(
            "`{word}`: expected pushes, moves, pulls, weight=NUMBER, depth=NUMBER, a heuristic ({heuristics}), or a switch \
             ({parts}), with no- before it to turn it off; no-rules turns off all deadlock rules"
        ))
    }

    /// Returns all deadlock rules of textbook searches.
    pub fn all_rules() -> RuleSet {
        RuleSet::of(Purposes::TEXTBOOK)
    }

    /// Returns the words of all rules and components, rules first.
    pub fn parts() -> Vec<&'static str> {
        let rules = Self::all_rules();
        let rules = rules.iter().map(|rule| rule.about().id.name());
        rules.chain(Components::TEXTBOOK.words().map(|(word, _)| word)).collect()
    }

    /// Returns the rules as searches apply them: without the rule of dead squares, the freeze rule uses none.
    pub(super) fn working_rules(&self) -> RuleSet {
        let rules = self.rules.clone();
        let has_dead_squares = !rules.has(Freeze::ID) || rules.has(DeadSquares::ID);
        if has_dead_squares { rules } else { rules.with(Freeze { by_dead_squares: false }) }
    }

    pub(super) const fn has(&self, component: Components) -> bool {
        self.components.contains(component)
    }

    /// Returns words that change the default to the rules and components of the setup: as few as possible.
    fn part_words(&self) -> Vec<String> {
        let all = Self::all_rules();
        let off: Vec<&str> = all.ids().filter(|&id| !self.rules.has(id)).map(|id| id.name()).collect();
        let mut words: Vec<String> = if off.len() * 2 <= all.iter().count() {
            off.iter().map(|name| format!("no-{name}")).collect()
        } else {
            let on = self.rules.ids().map(|id| id.name());
            std::iter::once(Self::NO_RULES).chain(on).map(str::to_owned).collect()
        };
        for (word, component) in self.components.symmetric_difference(Self::USUAL_COMPONENTS).words() {
            words.push(if self.has(component) { word.to_owned() } else { format!("no-{word}") });
        }
        words
    }

    /// Returns the setup with defaults for settings not used by the strategy, so that equal searches have one name.
    #[must_use]
    pub fn normal(self) -> Self {
        let usual = Self::new(self.strategy);
        let is_kth = self.strategy == Strategy::Kth;
        let mut components = self.components;
        if matches!(self.strategy, Strategy::Kth | Strategy::Bidirectional) {
            components |= Components::TRANSPOSITIONS;
        }
        if !is_kth {
            components |= Components::TUNNELS;
        }
        let chosen = self.heuristic.filter(|_| self.strategy.is_informed());
        Self {
            metric: if is_kth { usual.metric } else { self.metric },
            by_pulls: self.by_pulls && !is_kth && self.strategy != Strategy::Bidirectional,
            heuristic: chosen.filter(|chosen| self.strategy.usual().as_ref() != Some(chosen)),
            weight: if self.strategy == Strategy::WeightedAStar { self.weight } else { usual.weight },
            depth: if self.strategy == Strategy::DepthFirst { self.depth } else { usual.depth },
            components,
            ..self
        }
    }

    /// True if an exhausted search always proves that no solution exists. Pushes through tunnels can lose solutions, and
    /// depth-first search proves it only if no state lies below its limit.
    pub fn is_complete(&self) -> bool {
        match self.strategy {
            Strategy::DepthFirst => false,
            Strategy::Kth => !self.has(Components::TUNNELS),
            _ => true,
        }
    }

    /// True if the first solution has the fewest steps in the metric.
    pub fn is_optimal(&self) -> bool {
        self.strategy.is_optimal() && self.working_heuristic().about().is_lower_bound_on(self.metric.unit())
    }
}

impl Display for Setup {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let setup = self.clone().normal();
        let parts = setup.part_words();
        let Self { strategy, metric, by_pulls, heuristic, weight, depth, .. } = setup;
        f.write_str(strategy.word())?;
        let factor = f64::from(weight) / f64::from(Self::TENTHS);
        let weight = (weight != Self::USUAL_WEIGHT).then(|| format!("{}{factor}", Self::WEIGHT));
        let words = [
            by_pulls.then(|| Self::PULLS.to_owned()),
            heuristic.map(|heuristic| heuristic.about().word.to_owned()),
            weight,
            (depth != Self::USUAL_DEPTH).then(|| format!("{}{depth}", Self::DEPTH)),
            (metric != Metric::default()).then(|| metric.word().to_owned()),
        ];
        words.into_iter().flatten().chain(parts).try_for_each(|word| write!(f, ":{word}"))
    }
}

impl FromStr for Setup {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(':');
        let strategy = words.next().unwrap_or_default();
        // The SokoBOT report proposes A* by pulls under this name.
        let first = match strategy {
            "backward" => Self { by_pulls: true, ..Self::new(Strategy::AStar) },
            word => Self::new(word.parse().map_err(|expected| format!("`{word}`: {expected}, backward"))?),
        };
        Ok(words.try_fold(first, |setup, word| setup.with(word))?.normal())
    }
}

/// Reads a factor of weighted A*, in tenths.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked first")]
fn read_weight(text: &str) -> Result<u16, String> {
    let tenths = text.parse::<f64>().ok().map(|weight| (weight * f64::from(Setup::TENTHS)).round());
    let tenths = tenths.filter(|tenths| (10.0..=10_000.0).contains(tenths));
    tenths.map(|tenths| tenths as u16).ok_or_else(|| format!("weight `{text}`: expected 1 to 1000, e.g. 1.5"))
}

/// The algorithm of a textbook search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Breadth-first search: all states of one depth before any state of the next depth.
    BreadthFirst,
    /// Depth-first search down to a limit.
    DepthFirst,
    /// Iterative deepening: depth first below a growing bound, with a saved frontier.
    IterativeDeepening,
    /// A*: in the order of steps made plus steps estimated.
    AStar,
    /// Weighted A*: as A*, with a greater weight of the estimate.
    WeightedAStar,
    /// IDA*: iterative deepening on steps made plus steps estimated, with a saved frontier.
    IdaStar,
    /// SMA*: A* that drops the worst leaves when memory is full.
    SmaStar,
    /// Greedy best-first search: in the order of the estimate.
    GreedyBestFirst,
    /// Bidirectional search: pushes from the start and pulls from the solved board.
    Bidirectional,
    /// Search of the agent of the KTH report.
    Kth,
}

impl Strategy {
    /// Returns the default heuristic; `None` if the strategy uses none.
    pub fn usual(self) -> Option<Arc<dyn Heuristic>> {
        match self {
            Self::BreadthFirst | Self::DepthFirst | Self::IterativeDeepening | Self::Kth => None,
            Self::Bidirectional => Some(Arc::new(BuiltIn::MobilityOnGoals)),
            _ => Some(Arc::new(BuiltIn::Matching(BoxDistance::Pushes))),
        }
    }

    /// True if the strategy uses a heuristic.
    pub fn is_informed(self) -> bool {
        self.usual().is_some()
    }

    /// True if the first solution has the fewest steps, given an admissible heuristic.
    pub const fn is_optimal(self) -> bool {
        matches!(self, Self::BreadthFirst | Self::IterativeDeepening | Self::AStar | Self::IdaStar | Self::SmaStar)
    }
}

crate::run::from_word!(pub Strategy {
    BreadthFirst = "breadth-first",
    DepthFirst = "depth-first",
    IterativeDeepening = "iterative-deepening",
    AStar = "a-star",
    WeightedAStar = "weighted-a-star",
    IdaStar = "ida-star",
    SmaStar = "sma-star",
    GreedyBestFirst = "greedy-best-first",
    Bidirectional = "bidirectional",
    Kth = "kth",
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_is_read_back_from_its_name() {
        for name in [
            "breadth-first",
            "breadth-first:pulls:moves",
            "a-star:h2:moves:no-rules:corner:line",
            "weighted-a-star:weight=1.5",
            "ida-star:matching-manhattan:no-freeze:inertia",
            "kth:no-tunnels",
            "depth-first:depth=20:moves",
        ] {
            assert_eq!(name.parse::<Setup>().map(|setup| setup.to_string()), Ok(name.to_owned()));
        }
        assert_eq!("backward".parse::<Setup>().map(|setup| setup.to_string()), Ok("a-star:pulls".to_owned()));
        assert_eq!(
            "a-star:h3".parse::<Setup>().map(|setup| setup.to_string()),
            Ok("a-star:matching-manhattan".to_owned())
        );
        assert_eq!("breadth-first:h1:weight=9".parse(), Ok(Setup::new(Strategy::BreadthFirst)), "uses neither");
    }
}
