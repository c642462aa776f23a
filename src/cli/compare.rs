//! `sokoplan compare`

use super::interruption::interruptible;
use super::output::{FormatArgs, Output, OutputFile, OutputFormat, distinct};
use super::select::{LevelArgs, Picked};
use super::solving::{LimitArgs, side_by_side};
use super::textbook::{Chosen, TextbookArgs};
use super::{ExitStatus, Failure, TABLE, message, row};
use crate::level::Level;
use crate::run::{Answer, Limits, StopFlag};
use crate::solve::{Options, Outcome, Sides, Solver};
use crate::study::{Look, Preset, Sheet, Standing, Trial, chart, disputes};
use crate::textbook::Strategy;
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::io::Write;

/// Compare strategies on the same levels: the searches of the textbooks, and ours
#[derive(Debug, clap::Args)]
#[command(after_help = format!("\
Examples:
  sokoplan compare levels/*.xsb
  sokoplan compare levels/*.xsb --preset assignment --format markdown
  sokoplan compare set.xsb --strategy a-star,a-star:h1,ida-star --metric moves
  sokoplan compare set.xsb --strategy breadth-first,breadth-first:no-freeze,fess
  sokoplan compare set.xsb --preset sokobot --format svg -o sokobot.svg

A strategy is a name of solve --strategy, with what is special about it after colons: a
heuristic, moves, pulls, weight=1.5, no-freeze (and so on, see --without), or no-rules
followed by the rules that stay, as in a-star:h2:moves:no-rules:corner:line. Without names,
all strategies of the textbooks are compared. `solver` is our solver with its plans.

Presets make the comparisons of four reports again: assignment (breadth-first search and A*
with three estimates), sokobot (blind and informed, by moves and by pushes), kth (the agent
with and without its parts), reverse (forwards, backwards and both). They and the strategies
have 20k nodes each on each level, unless --nodes says otherwise.

Expanded are nodes, generated their successors that no rule refused, kept the different
states; branching is the mean and the largest number of successors. Each row is written as
soon as it is known.

{TABLE}"))]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// The strategies, with commas between
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "preset", value_parser = Contender::read)]
    strategy: Vec<Contender>,
    /// The comparison of a report
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Preset::ALL.map(Preset::word)))]
    preset: Option<String>,
    #[command(flatten)]
    textbook: TextbookArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    form: FormatArgs<Form>,
    #[command(flatten)]
    file: OutputFile,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    #[default]
    Text,
    /// For documents
    Markdown,
    /// For spreadsheets
    Csv,
    /// JSON Lines, for programs
    Json,
    /// Charts of nodes, of time, and of levels solved by when
    Svg,
}

impl OutputFormat for Form {
    const JSON: Self = Self::Json;
}

/// A participant of the comparison.
#[derive(Clone, Debug)]
enum Contender {
    /// The solver with its usual settings.
    Solver,
    /// A search alone.
    Alone(String, Chosen),
}

impl Contender {
    fn read(text: &str) -> Result<Self, String> {
        if text == "solver" {
            return Ok(Self::Solver);
        }
        Chosen::read(text).map(|chosen| Self::Alone(text.to_owned(), chosen))
    }

    /// Returns its displayed name, and the options of the solver.
    fn entered(&self, args: &TextbookArgs) -> Result<(String, Options), Failure> {
        let pushes = Options { sides: Sides::PushOnly, ..Options::default() };
        Ok(match self {
            Self::Solver => ("solver".to_owned(), Options::default()),
            Self::Alone(name, chosen) => {
                let options = chosen.alone(args, &pushes)?;
                (options.textbook.as_ref().map_or_else(|| name.clone(), |setup| setup.to_string()), options)
            }
        })
    }
}

/// One strategy on one level, to be run.
struct Bout<'a> {
    picked: &'a Picked,
    level: &'a Level,
    name: &'a str,
    options: &'a Options,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), args.file.path())?;
    args.without_effect()?;
    let selection = args.levels.load()?;
    let entered = entered(args)?;
    let mut exit = selection.exit;
    let mut bouts = Vec::new();
    for picked in &selection.entries {
        exit = exit.and(picked.report_fault());
        let Ok(level) = &picked.entry.body else { continue };
        bouts.extend(entered.iter().map(|(name, options)| Bout { picked, level, name, options }));
    }
    let limits = args.limits.limits();
    let limits = Limits { nodes: limits.nodes.or(Some(Preset::NODES)), ..limits };
    let stop = interruptible()?;
    let mut reporter = Reporter::new(args, &entered)?;
    let mut is_broken = ExitStatus::Done;
    side_by_side(
        &bouts,
        &args.limits,
        &stop,
        |bout| bout.run(limits, &stop),
        |bout, (trial, outcome)| {
            is_broken = is_broken.and(bout.picked.report_internal_error(&outcome));
            reporter.report(trial)
        },
    )?;
    exit = exit.and(is_broken);
    if stop.is_raised() {
        exit = exit.and(ExitStatus::Interrupted);
        message::note(&format!("interrupted: {} of {} trials", reporter.trials.len(), bouts.len()));
    }
    Ok(exit.and(reporter.conclude(stop.is_raised())?))
}

impl Args {
    /// Refuses options for textbook searches where there is none.
    fn without_effect(&self) -> Result<(), Failure> {
        let is_textbook =
            |contender: &Contender| matches!(contender, Contender::Alone(_, chosen) if chosen.is_textbook());
        match self.textbook.first() {
            Some(option) if !self.strategy.is_empty() && !self.strategy.iter().any(is_textbook) => {
                Err(Failure::message(format!("{option} has no effect: no strategy is one of the textbooks")))
            }
            _ => Ok(()),
        }
    }
}

fn entered(args: &Args) -> Result<Vec<(String, Options)>, Failure> {
    let named = |names: Vec<String>| names.iter().map(|name| Contender::read(name)).collect::<Result<Vec<_>, _>>();
    let contenders = match args.preset.as_deref().and_then(Preset::named) {
        Some(preset) => named(preset.setups().iter().map(ToString::to_string).collect()).map_err(Failure::message)?,
        None if args.strategy.is_empty() => {
            let words = Strategy::ALL.map(Strategy::word).into_iter().chain(["backward"]);
            named(words.map(str::to_owned).collect()).map_err(Failure::message)?
        }
        None => args.strategy.clone(),
    };
    contenders.iter().map(|contender| contender.entered(&args.textbook)).collect()
}

impl Bout<'_> {
    fn run(&self, limits: Limits, stop: &StopFlag) -> (Trial, Outcome) {
        let solver = Solver::new(self.level).options(self.options.clone()).limits(limits).stop(stop.clone());
        let report = solver.solve();
        let entry = &self.picked.entry;
        (Trial::new(&self.picked.file, entry.number, &entry.title, self.name, &report), report.outcome)
    }
}

/// Writes the result of each trial at once.
struct Reporter {
    form: Form,
    sheet: Sheet,
    out: Output,
    trials: Vec<Trial>,
}

/// The last row of JSON Lines.
#[derive(Serialize)]
struct Summary {
    trials: usize,
    disputes: usize,
    interrupted: bool,
    strategies: Vec<Standing>,
}

impl Reporter {
    fn new(args: &Args, entered: &[(String, Options)]) -> Result<Self, Failure> {
        let look = if args.form.format() == Form::Markdown { Look::Markdown } else { Look::Text };
        let sheet = Sheet::new(look, entered.iter().map(|(name, _)| name.as_str()));
        Ok(Self { form: args.form.format(), sheet, out: args.file.open()?, trials: Vec::new() })
    }

    fn report(&mut self, trial: Trial) -> Result<(), Failure> {
        // An interrupted search is not reported.
        if trial.answer == Answer::Interrupted {
            return Ok(());
        }
        match self.form {
            Form::Text | Form::Markdown => self.out.write_all(self.sheet.row(&trial).as_bytes())?,
            Form::Json => row::row(&mut self.out, "trial", &trial)?,
            Form::Csv => {
                let is_first = self.trials.is_empty();
                let mut writer = csv::WriterBuilder::new().has_headers(is_first).from_writer(&mut self.out);
                writer.serialize(&trial).map_err(|error| Failure::message(error.to_string()))?;
            }
            Form::Svg => {}
        }
        self.out.flush()?;
        self.trials.push(trial);
        Ok(())
    }

    fn conclude(mut self, interrupted: bool) -> Result<ExitStatus, Failure> {
        match self.form {
            Form::Text | Form::Markdown => self.out.write_all(self.sheet.end(&self.trials).as_bytes())?,
            Form::Svg => self.out.write_all(chart(&self.trials).as_bytes())?,
            Form::Json => {
                let strategies = Standing::of(&self.trials);
                let disputes = disputes(&self.trials).len();
                row::summary(&mut self.out, Summary { trials: self.trials.len(), disputes, interrupted, strategies })?;
            }
            Form::Csv => {}
        }
        self.out.close()?;
        let disputed = disputes(&self.trials);
        for (solved, other) in &disputed {
            let Trial { file, level, strategy, .. } = solved;
            message::error(&format!(
                "{file}: level {level}: {strategy} solved what {} calls unsolvable",
                other.strategy
            ));
        }
        Ok(ExitStatus::from(disputed.is_empty()))
    }
}
