//! The option `--leave-out`, which leaves out parts of searches.

use super::Failure;
use crate::solve::{Enhancement, Options};
use crate::textbook::{Ablation, Setup};

/// `--leave-out`.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct SettingArgs {
    /// Do without these parts, to see what they are worth; see `help strategies`
    #[arg(help_heading = "Search", long, value_name = "PARTS", value_delimiter = ',')]
    #[arg(value_parser = part, hide_short_help = true)]
    leave_out: Vec<String>,
}

/// Word of `--leave-out` for all deadlock rules of a textbook search.
const RULES: &str = "rules";

fn is_textbook_part(word: &str) -> bool {
    word == RULES || Ablation::all_words().contains(&word)
}

fn part(word: &str) -> Result<String, String> {
    if is_textbook_part(word) {
        return Ok(word.to_owned());
    }
    word.parse::<Enhancement>().map(|_| word.to_owned())
}

impl SettingArgs {
    /// Returns the textbook search that a word names, with its settings; settings in the word override `--leave-out`.
    pub(super) fn setup(&self, word: &str) -> Result<Setup, Failure> {
        let mut own = word.split(':').map(str::to_owned);
        let name = own.next().unwrap_or_default();
        let left_out = self.leave_out.iter().filter(|word| is_textbook_part(word)).map(|word| format!("no-{word}"));
        let words: Vec<String> = [name].into_iter().chain(left_out).chain(own).collect();
        words.join(":").parse().map_err(Failure::message)
    }

    /// Turns the left-out parts off in the options of our searches.
    pub(super) fn leave_out_of(&self, options: &mut Options) {
        self.leave_out.iter().filter_map(|word| word.parse().ok()).for_each(|part| options.leave_out(part));
    }

    /// Returns an error if an option has no effect, since no search of the run has the part.
    pub(super) fn without_effect(&self, has_textbook: bool, has_ours: bool) -> Result<(), Failure> {
        let is_known =
            |word: &str| (has_textbook && is_textbook_part(word)) || (has_ours && word.parse::<Enhancement>().is_ok());
        match self.leave_out.iter().find(|word| !is_known(word)) {
            None => Ok(()),
            Some(word) => {
                let of = if has_ours { "of our searches" } else { "of the searches of the textbooks" };
                Err(Failure::message(format!("--leave-out {word} has no effect: none {of} has this part")))
            }
        }
    }
}
