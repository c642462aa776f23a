//! `--leave-out` and `--settings`: what holds of every search that does not say otherwise itself.

use super::Failure;
use crate::solve::{Options, Part};
use crate::textbook::{Ablation, Metric, Setup, Strategy, Weight};
use clap::builder::PossibleValuesParser;

/// The parts that are left out, and the settings of textbook searches. Older words for settings are hidden.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct SettingArgs {
    /// Do without these parts, to see what they are worth; see `help strategies`
    #[arg(help_heading = "Search", long, alias = "without", value_name = "PARTS", value_delimiter = ',')]
    #[arg(value_parser = part, hide_short_help = true)]
    leave_out: Vec<String>,
    /// Settings of all searches of the textbooks, as in moves,h2,no-freeze; see `help strategies`
    #[arg(help_heading = "Search", long, value_name = "WORDS", value_delimiter = ',')]
    #[arg(value_parser = setting, hide_short_help = true)]
    settings: Vec<String>,
    #[arg(long, hide = true, value_parser = PossibleValuesParser::new(Metric::ALL.map(Metric::word)))]
    metric: Option<String>,
    #[arg(long, hide = true, value_parser = PossibleValuesParser::new(Setup::heuristics().words()))]
    heuristic: Option<String>,
    #[arg(long, hide = true)]
    weight: Option<Weight>,
    #[arg(long, hide = true)]
    pulls: bool,
    #[arg(long, hide = true, value_delimiter = ',', value_parser = PossibleValuesParser::new(Ablation::all_words()))]
    with: Vec<String>,
}

/// The word for all deadlock rules of a textbook search.
const RULES: &str = "rules";

fn is_textbook_part(word: &str) -> bool {
    word == RULES || Ablation::all_words().contains(&word)
}

fn part(word: &str) -> Result<String, String> {
    if is_textbook_part(word) {
        return Ok(word.to_owned());
    }
    word.parse::<Part>().map(|_| word.to_owned())
}

fn setting(word: &str) -> Result<String, String> {
    Setup::new(Strategy::AStar).with(word).map(|_| word.to_owned())
}

impl SettingArgs {
    /// Returns the search of a word, whose own settings prevail.
    pub(super) fn setup(&self, word: &str) -> Result<Setup, Failure> {
        let mut own = word.split(':').map(str::to_owned);
        let name = own.next().unwrap_or_default();
        let weight = self.weight.map(|weight| format!("weight={weight}"));
        let pulls = self.pulls.then(|| "pulls".to_owned());
        let older = [self.metric.clone(), self.heuristic.clone(), weight, pulls].into_iter().flatten();
        let left_out = self.leave_out.iter().filter(|word| is_textbook_part(word)).map(|word| format!("no-{word}"));
        let common = older.chain(self.settings.iter().cloned()).chain(left_out).chain(self.with.iter().cloned());
        let words: Vec<String> = [name].into_iter().chain(common).chain(own).collect();
        words.join(":").parse().map_err(Failure::message)
    }

    /// Leaves the parts out of the options of our searches.
    pub(super) fn leave_out_of(&self, options: &mut Options) {
        self.leave_out.iter().filter_map(|word| word.parse().ok()).for_each(|part| options.leave_out(part));
    }

    /// Refuses what would change nothing, since no search that is run knows it.
    pub(super) fn without_effect(&self, has_textbook: bool, has_ours: bool) -> Result<(), Failure> {
        if let Some(option) = self.first_setting().filter(|_| !has_textbook) {
            return Err(Failure::message(format!(
                "{option} has no effect: it is for a --strategy of the textbooks, as in --strategy a-star"
            )));
        }
        let is_known =
            |word: &str| (has_textbook && is_textbook_part(word)) || (has_ours && word.parse::<Part>().is_ok());
        match self.leave_out.iter().find(|word| !is_known(word)) {
            None => Ok(()),
            Some(word) => {
                let of = if has_ours { "of our searches" } else { "of the searches of the textbooks" };
                Err(Failure::message(format!("--leave-out {word} has no effect: it is no part {of}")))
            }
        }
    }

    /// Returns the name of the first setting that is given.
    fn first_setting(&self) -> Option<&'static str> {
        let given = [
            (!self.settings.is_empty(), "--settings"),
            (self.metric.is_some(), "--metric"),
            (self.heuristic.is_some(), "--heuristic"),
            (self.weight.is_some(), "--weight"),
            (self.pulls, "--pulls"),
            (!self.with.is_empty(), "--with"),
        ];
        given.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }
}
