//! Options of several subcommands: `--strategy` (groups and names of strategies) and `--leave-out`, the definition of rooms, and
//! files of patterns. A wrong word gets a suggestion of the most similar one.

use crate::cli::io::files::text;
use crate::cli::io::{Failure, Result, reading_unlimited};
use crate::deadlock::DeadlockPatterns;
use crate::level::Board;
use crate::maze::{AreaPatterns, Areas, RoomsBy};
use crate::run::{Meter, Stop};
use crate::search::optimal::Metric;
use crate::solve::{Options, Part, Strategy};
use crate::textbook::Setup;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use similar::TextDiff;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A subcommand with modes; without the word of one, the arguments are of the `default`.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Modes<M: clap::Subcommand, A: clap::Args> {
    #[command(subcommand)]
    pub(super) mode: Option<M>,
    #[command(flatten)]
    pub(super) default: A,
}

/// Word of `--leave-out` for all deadlock rules of a textbook search.
const RULES: &str = "rules";

fn is_textbook_part(word: &str) -> bool {
    word == RULES || Setup::parts().contains(&word)
}

fn part(word: &str) -> Result<String, String> {
    if is_textbook_part(word) {
        return Ok(word.to_owned());
    }
    word.parse::<Part>().map(|_| word.to_owned())
}

/// The strategies, their objective, and the parts that they use.
#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct SideArgs {
    /// Run these strategies: all, plans, pushes, lean, ...
    ///
    /// Separate several by commas, e.g. lean,plans; add settings of textbook searches after colons, e.g. a-star:h2. See `help
    /// strategies`.
    #[arg(help_heading = "Search", long, value_name = "NAMES", value_delimiter = ',', value_parser = read)]
    pub(super) strategy: Vec<String>,
    /// Find a solution with proved fewest pushes or moves
    ///
    /// METRIC is pushes, moves, pushes-moves (fewest moves among solutions with fewest pushes) or moves-pushes (the reverse). The
    /// search is A*. For pushes, the strategies of the default run look for a solution meanwhile; it is shortened like by
    /// --improve, and ends the search once no shorter solution can exist.
    #[arg(help_heading = "Search", long, value_name = "METRIC")]
    #[arg(conflicts_with = "strategy", hide_possible_values = true)]
    #[arg(value_parser = word_parser::<Metric>(Metric::ALL.map(Metric::word)))]
    optimal: Option<Metric>,
    /// Disable these parts; see `help parts`
    #[arg(help_heading = "Search", long, value_name = "PARTS", value_delimiter = ',')]
    #[arg(value_parser = part, hide_short_help = true)]
    leave_out: Vec<String>,
    #[command(flatten)]
    areas: AreaArgs,
}

impl SideArgs {
    /// Returns the options for a run of all strategies that are named, by default all.
    pub(super) fn options(&self) -> Result<Options> {
        let is_textbook = self.strategy.iter().any(|word| is_textbook(word));
        self.without_effect(is_textbook, !is_textbook)?;
        self.together(&self.strategy, self.unchosen()?)
    }

    /// Returns the options for each strategy alone, with its name: its word, and the settings of a textbook search.
    pub(super) fn each(&self, words: &[String]) -> Result<Vec<(String, Options)>> {
        let of_textbooks = words.iter().filter(|word| is_textbook(word)).count();
        self.without_effect(of_textbooks > 0, of_textbooks < words.len())?;
        let unchosen = self.unchosen()?;
        let alone = |word: &String| {
            let options = self.together(std::slice::from_ref(word), unchosen.clone())?;
            Ok((options.textbook.as_ref().map_or_else(|| word.clone(), ToString::to_string), options))
        };
        words.iter().map(alone).collect()
    }

    fn unchosen(&self) -> Result<Options> {
        let cutter = self.areas.cutter()?;
        Ok(Options { rooms_by: cutter.by, patterns: cutter.patterns, optimal: self.optimal, ..Options::default() })
    }

    pub(super) fn paths(&self) -> impl Iterator<Item = &Path> + Clone {
        self.areas.path().into_iter()
    }

    /// Returns an error if an option has no effect, since no search of the run has the part.
    fn without_effect(&self, has_textbook: bool, has_ours: bool) -> Result<()> {
        let is_known =
            |word: &str| (has_textbook && is_textbook_part(word)) || (has_ours && word.parse::<Part>().is_ok());
        let Some(word) = self.leave_out.iter().find(|word| !is_known(word)) else { return Ok(()) };
        let of = if has_ours { "search" } else { "textbook search" };
        Err(Failure::message(format!("--leave-out {word} has no effect: no {of} of this run has this part")))
    }

    /// Returns the textbook search that a word names, with its settings; settings in the word override `--leave-out`.
    fn setup(&self, word: &str) -> Result<Setup> {
        let mut own = word.split(':').map(str::to_owned);
        let name = own.next().unwrap_or_default();
        let left_out = self.leave_out.iter().filter(|word| is_textbook_part(word)).map(|word| format!("no-{word}"));
        let words: Vec<String> = [name].into_iter().chain(left_out).chain(own).collect();
        words.join(":").parse().map_err(Failure::message)
    }

    /// Adds the strategies that `words` name to options; an empty list means all.
    fn together(&self, words: &[String], mut options: Options) -> Result<Options> {
        if let Some(alone) = words.iter().find(|word| words.len() > 1 && is_textbook(word)) {
            let name = alone.split(':').next().unwrap_or_default();
            return Err(Failure::message(format!("--strategy: {name} cannot be combined with others")));
        }
        if let Some(word) = words.first().filter(|word| is_textbook(word)) {
            return Ok(Options { textbook: Some(self.setup(word)?), ..options });
        }
        if !words.is_empty() {
            options = options.with_strategies(words.iter().filter_map(|word| Strategy::named(word)).flatten());
            if options.takes_over() && options.plans().next().is_none() {
                return Err(Failure::message("--strategy: takeover needs plans, e.g. plans,takeover"));
            }
        }
        self.leave_out.iter().filter_map(|word| word.parse().ok()).for_each(|part| options.leave_out(part));
        Ok(options)
    }
}

pub(super) fn read(text: &str) -> Result<String, String> {
    if text.contains(':') || Strategy::named(text).is_none() {
        text.parse::<Setup>().map_err(|error| match text.contains(':') {
            true => error,
            false => {
                let all = words().collect::<Vec<_>>().join(", ");
                suggestion(text, words()) + "expected one of " + &all
            }
        })?;
    }
    Ok(text.to_owned())
}

pub(super) fn words() -> impl Iterator<Item = &'static str> {
    Strategy::groups().map(|(word, _)| word).chain(Strategy::all().map(Strategy::word))
}

fn is_textbook(word: &str) -> bool {
    word.split(':').next().is_some_and(|name| name.parse().is_ok_and(Strategy::is_textbook))
}

pub(super) fn word_parser<T>(words: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = String> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words).try_map(|word| word.parse())
}

/// Returns the question whether the word most similar to a text was meant; an empty text if no word is similar.
pub(super) fn suggestion<'w>(text: &str, words: impl IntoIterator<Item = &'w str>) -> String {
    let plain = |text: &str| text.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let likeness = |word: &str| TextDiff::from_chars(&plain(text), &plain(word)).ratio();
    let best = words.into_iter().map(|word| (word, likeness(word))).max_by(|(_, a), (_, b)| a.total_cmp(b));
    let similar = best.filter(|(_, likeness)| *likeness > 0.7);
    similar.map_or_else(String::new, |(word, _)| format!("did you mean {word}? "))
}

/// Returns the patterns of a file, or the built-in ones.
pub(super) fn deadlock_patterns(file: Option<&Path>) -> Result<DeadlockPatterns> {
    file.map_or_else(|| Ok(DeadlockPatterns::default()), |path| parsed(path, DeadlockPatterns::parse))
}

fn parsed<T, E: Display>(path: &Path, parse: impl FnOnce(&str) -> Result<T, E>) -> Result<T> {
    let text = text(path, &reading_unlimited())?;
    parse(&text).map_err(|fault| Failure::message(format!("{}:{fault}", path.display())))
}

#[derive(Clone, Debug, Default, clap::Args)]
pub(super) struct AreaArgs {
    /// Definition of rooms; see `help areas`
    ///
    /// One of width, lisa, blocks, none and random.
    #[arg(help_heading = "Rooms", long, default_value_t, value_name = "WORD", hide_short_help = true)]
    rooms_by: RoomsBy,
    /// Area patterns for `lisa` [default: built-in ones]
    #[arg(help_heading = "Rooms", long, value_name = "FILE", hide_short_help = true)]
    area_patterns: Option<PathBuf>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Cutter {
    pub(super) by: RoomsBy,
    pub(super) patterns: AreaPatterns,
}

impl AreaArgs {
    pub(super) fn path(&self) -> Option<&Path> {
        self.area_patterns.as_deref()
    }

    /// Returns the definition of rooms, with its pattern file read; an error if the definition uses no such file.
    pub(super) fn cutter(&self) -> Result<Cutter> {
        if self.area_patterns.is_some() && self.rooms_by != RoomsBy::Lisa {
            return Err(Failure::message("--area-patterns has no effect: it is for --rooms-by lisa"));
        }
        let patterns = self.path().map(|path| parsed(path, AreaPatterns::parse)).transpose()?;
        Ok(Cutter { by: self.rooms_by, patterns: patterns.unwrap_or_default() })
    }
}

impl Cutter {
    pub(super) fn areas(&self, board: &Board, meter: &Meter) -> Result<Areas, Stop> {
        Areas::within(board, self.by, &self.patterns, meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(words: &str) -> Options {
        let words: Vec<String> = words.split_terminator(',').map(|word| read(word).expect("a word")).collect();
        SideArgs::default().together(&words, Options::default()).expect("they go together")
    }

    #[test]
    fn each_word_adds_what_it_names() {
        let same = |one: &str, other: &str| assert_eq!(chosen(one).strategies, chosen(other).strategies);
        same("", "plans,takeover,pushes");
        same("all", "plans,takeover,pushes");
        same("pushes,lean", "pushes");
        let counts = |words: &str| (chosen(words).pushes().count(), chosen(words).plans().count());
        assert_eq!((counts("plans"), counts("plans,takeover"), counts("pushes")), ((0, 4), (0, 4), (4, 0)));
        assert_eq!((counts("fess"), counts("lean,plans"), counts("events")), ((1, 0), (1, 4), (0, 1)));
        let takes_over = ["plans", "plans,takeover", "all", "lean,plans"].map(|words| chosen(words).takes_over());
        assert_eq!(takes_over, [false, true, true, false]);
    }
}
