//! `sokoplan compare`

use super::destination::distinct;
use super::output::{FormatArgs, Output, OutputFile, OutputFormat};
use super::progress::{Progress, name};
use super::select::{LevelArgs, Picked};
use super::settings::SettingArgs;
use super::solving::LimitArgs;
use super::strategy::{is_textbook, read, together};
use super::{ExitStatus, Failure, message, row};
use crate::level::Level;
use crate::render::Look;
use crate::run::{Answer, Limits, StopFlag};
use crate::solve::{Options, Outcome, Solver, Strategy};
use crate::study::{Preset, Run, Sheet, Standing, Trial, chart, disputes};
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
use serde::Serialize;
use std::io::Write;

/// Compare strategies, of the textbooks and ours
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan compare levels/*.xsb
  sokoplan compare levels/*.xsb --preset assignment --format markdown
  sokoplan compare set.xsb --strategy a-star,a-star:h1,ida-star --settings moves
  sokoplan compare set.xsb --strategy breadth-first,breadth-first:no-freeze,fess
  sokoplan compare set.xsb --preset sokobot --format svg -o sokobot.svg

Strategies are those of solve, settings after colons, as in a-star:h2:moves; without names, all
of the textbooks are compared. `all` is our solver with its plans.

Presets make the comparisons of four reports again: assignment (breadth-first search and A*
with three estimates), sokobot (blind and informed, by moves and by pushes), kth (the agent
with and without its parts), reverse (forwards, backwards and both). They and the strategies
have 20k nodes each on each level, unless --nodes says otherwise.

Expanded are nodes, generated their successors that no rule refused, kept the different
states; branching is the mean and the largest number of successors. Each row is written as
soon as it is known.")]
pub(super) struct Args {
    #[command(flatten)]
    levels: LevelArgs,
    /// Those to compare, as in lean,a-star:h2
    ///
    /// All of the textbooks where none is named. See `help strategies`.
    #[arg(help_heading = "Search", long, value_name = "NAMES", value_delimiter = ',', conflicts_with = "preset")]
    #[arg(value_parser = read)]
    strategy: Vec<String>,
    /// Of a report: assignment, sokobot, kth or reverse
    #[arg(help_heading = "Search", long, value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(Preset::ALL.map(Preset::word)))]
    preset: Option<String>,
    #[command(flatten)]
    settings: SettingArgs,
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
    /// Charts of the number of levels solved, against nodes and against seconds
    Svg,
    /// The chart as PNG
    Png,
}

impl OutputFormat for Form {
    const JSON: Self = Self::Json;

    fn is_png(self) -> bool {
        self == Self::Png
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
    distinct(args.levels.paths(), [args.file.destination()])?;
    let selection = args.levels.load_beside(args.limits.budget())?;
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
    let driver = args.limits.driver(Progress::line("comparing on ", bouts.len(), args.file.is_quiet()))?;
    let mut reporter = Reporter::new(args, &entered)?;
    let mut is_broken = ExitStatus::Done;
    driver.side_by_side(
        &bouts,
        |bout| {
            driver.progress.began(&format!("{}: {}", name(bout.picked), bout.name));
            bout.run(limits, &driver.stop)
        },
        |bout, (trial, outcome)| {
            is_broken = is_broken.and(bout.picked.report_internal_error(&outcome));
            reporter.report(trial)
        },
    )?;
    exit = exit.and(is_broken);
    if driver.stop.is_raised() {
        exit = exit.and(ExitStatus::Interrupted);
        message::note(&format!("interrupted: {} of {} trials", reporter.trials.len(), bouts.len()));
    }
    Ok(exit.and(reporter.conclude(driver.stop.is_raised())?))
}

/// Returns the displayed names of the strategies, and their options.
fn entered(args: &Args) -> Result<Vec<(String, Options)>, Failure> {
    let searchers: Vec<String> = match args.preset.as_deref().and_then(Preset::named) {
        Some(preset) => preset.setups().iter().map(ToString::to_string).collect(),
        None if args.strategy.is_empty() => Strategy::textbooks().map(|one| one.word().to_owned()).collect(),
        None => args.strategy.clone(),
    };
    let of_textbooks = searchers.iter().filter(|word| is_textbook(word)).count();
    args.settings.without_effect(of_textbooks > 0, of_textbooks < searchers.len())?;
    let enter = |searcher: &String| {
        let options = together(std::slice::from_ref(searcher), &args.settings, Options::default())?;
        let name = options.textbook.as_ref().map_or_else(|| searcher.clone(), ToString::to_string);
        Ok((name, options))
    };
    searchers.iter().map(enter).collect()
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
        let sheet = Sheet::new(look, entered.iter().map(|(name, _)| name.as_str()), args.file.width());
        Ok(Self {
            form: args.form.format(),
            sheet,
            out: args.file.open_for(args.form.format(), args.limits.limits())?,
            trials: Vec::new(),
        })
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
                writer.serialize(trial.as_cells()).map_err(|error| Failure::message(error.to_string()))?;
            }
            Form::Svg | Form::Png => {}
        }
        self.out.flush()?;
        self.trials.push(trial);
        Ok(())
    }

    fn conclude(mut self, interrupted: bool) -> Result<ExitStatus, Failure> {
        match self.form {
            Form::Text | Form::Markdown => self.out.write_all(self.sheet.end(&self.trials).as_bytes())?,
            Form::Svg | Form::Png => self.out.write_all(chart(&Run::of_trials(&self.trials)).as_bytes())?,
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
