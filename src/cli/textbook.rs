//! `--strategy`, `--metric`, `--heuristic` and the other options of the textbook searches.

use super::Failure;
use crate::solve::{Options, PushStrategy};
use crate::textbook::{Ablation, Metric, Setup, Weight};
use clap::builder::PossibleValuesParser;

/// What holds of every search of the textbooks that does not say otherwise itself.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Textbook searches")]
pub(super) struct TextbookArgs {
    /// What a step is, and so what a state is: pushes, or moves of the player
    #[arg(long, value_name = "METRIC", value_parser = PossibleValuesParser::new(Metric::ALL.map(Metric::word)))]
    metric: Option<String>,
    /// The estimate of what is still to be done
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Setup::heuristics().words()))]
    heuristic: Option<String>,
    /// What the estimate counts in weighted-a-star
    #[arg(long, value_name = "NUMBER")]
    weight: Option<Weight>,
    /// From the solved board to the start
    #[arg(long)]
    pulls: bool,
    /// Leave out parts, with commas between; rules are all that say that a position is dead
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = parts())]
    without: Vec<String>,
    /// Turn on parts that are usually off (inertia), or some after --without rules
    #[arg(long, value_name = "PART", value_delimiter = ',', value_parser = PossibleValuesParser::new(Ablation::all_words()))]
    with: Vec<String>,
}

fn parts() -> PossibleValuesParser {
    PossibleValuesParser::new(std::iter::once("rules").chain(Ablation::all_words()))
}

impl TextbookArgs {
    /// Returns the name of the first option that is given.
    pub(super) fn first(&self) -> Option<&'static str> {
        let given = [
            (self.metric.is_some(), "--metric"),
            (self.heuristic.is_some(), "--heuristic"),
            (self.weight.is_some(), "--weight"),
            (self.pulls, "--pulls"),
            (!self.without.is_empty(), "--without"),
            (!self.with.is_empty(), "--with"),
        ];
        given.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// Returns them as words of a setup.
    fn words(&self) -> Vec<String> {
        let weight = self.weight.map(|weight| format!("weight={weight}"));
        let pulls = self.pulls.then(|| "pulls".to_owned());
        let words = [self.metric.clone(), self.heuristic.clone(), weight, pulls];
        let without = self.without.iter().map(|part| format!("no-{part}"));
        words.into_iter().flatten().chain(without).chain(self.with.iter().cloned()).collect()
    }
}

/// A search that works alone.
#[derive(Clone, Debug)]
pub(super) enum Chosen {
    /// One of sokoplan's.
    Ours(PushStrategy),
    /// One of the textbooks': its strategy, and the words after it.
    Textbook(String, Vec<String>),
}

impl Chosen {
    /// Parses a name, as in `a-star:h2:no-freeze`.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        if let Ok(ours) = text.parse() {
            return Ok(Self::Ours(ours));
        }
        text.parse::<Setup>().map_err(|error| {
            let ours = PushStrategy::ALL.map(PushStrategy::word).join(", ");
            if text.contains(':') { error } else { format!("{error}, {ours}") }
        })?;
        let mut words = text.split(':').map(str::to_owned);
        Ok(Self::Textbook(words.next().unwrap_or_default(), words.collect()))
    }

    /// Returns whether it is one of the textbooks'.
    pub(super) const fn is_textbook(&self) -> bool {
        matches!(self, Self::Textbook(..))
    }

    /// Returns the options of this search alone. Its own settings prevail over the common ones.
    pub(super) fn alone(&self, args: &TextbookArgs, options: &Options) -> Result<Options, Failure> {
        Ok(match self {
            Self::Ours(strategy) => Options { strategy: Some(*strategy), ..options.clone() },
            Self::Textbook(strategy, words) => {
                let name = [strategy.clone()].into_iter().chain(args.words()).chain(words.iter().cloned());
                let setup = name.collect::<Vec<_>>().join(":").parse().map_err(Failure::message)?;
                Options { textbook: Some(setup), ..options.clone() }
            }
        })
    }
}
