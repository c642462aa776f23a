//! The subcommand `sokoplan compare`: compares search strategies.

use super::destination::distinct;
use super::output::{FormatArgs, OutputFile};
use super::progress::Progress;
use super::row::Counts;
use super::runs::{RowForm, RowSink, Variant, run_all};
use super::select::LevelArgs;
use super::settings::SettingArgs;
use super::solving::LimitArgs;
use super::strategy::{is_textbook, read, together};
use super::{ExitStatus, Failure, message};
use crate::render::Look;
use crate::run::Limits;
use crate::solve::{Options, Strategy};
use crate::study::{Group, Preset, Row, Run, Sheet, chart, disputes};
use clap::ValueEnum;
use clap::builder::PossibleValuesParser;
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
have 20k nodes each on each level, unless --nodes says otherwise; time and memory are limits
of each strategy on each level too.

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

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    distinct(args.levels.paths(), [args.file.destination()])?;
    let selection = args.levels.load_beside(args.limits.budget())?;
    let variants = variants(args)?;
    let exit = selection.exit.and(selection.report_faults());
    let limits = args.limits.limits();
    let limits = Limits { nodes: limits.nodes.or(Some(Preset::NODES)), ..limits };
    let trials = selection.entries.iter().filter(|picked| picked.entry.body.is_ok()).count() * variants.len();
    let driver = args.limits.driver(Progress::line("comparing on ", trials, args.file.is_quiet()))?;
    let mut reporter = Reporter::new(args, &variants)?;
    let broken = run_all(&driver, &selection.entries, &variants, limits, |row| reporter.report(row))?;
    let mut exit = exit.and(broken);
    if driver.stop.is_raised() {
        exit = exit.and(ExitStatus::Interrupted);
        message::note(&format!("interrupted: {} of {trials} trials", reporter.rows.len()));
    }
    Ok(exit.and(reporter.conclude(driver.stop.is_raised())?))
}

/// Returns the strategies to compare, each with its displayed name.
fn variants(args: &Args) -> Result<Vec<Variant>, Failure> {
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
        Ok(Variant { name: Some(name), options })
    };
    searchers.iter().map(enter).collect()
}

/// Collects the rows of runs of strategies on levels, and writes each row at once.
struct Reporter {
    form: Form,
    sheet: Sheet,
    sink: RowSink,
    rows: Vec<Row>,
}

impl Reporter {
    fn new(args: &Args, variants: &[Variant]) -> Result<Self, Failure> {
        let form = args.form.format();
        let look = if form == Form::Markdown { Look::Markdown } else { Look::Text };
        let names = variants.iter().filter_map(|variant| variant.name.as_deref());
        let rows = if form == Form::Csv { RowForm::Csv } else { RowForm::Lines };
        Ok(Self {
            form,
            sheet: Sheet::new(look, names, args.file.width()),
            sink: RowSink::new(args.file.open_for(form, args.limits.limits())?, rows)?,
            rows: Vec::new(),
        })
    }

    fn report(&mut self, row: Row) -> Result<(), Failure> {
        match self.form {
            Form::Text | Form::Markdown => {
                self.sink.out.write_all(self.sheet.row(&row).as_bytes())?;
                self.sink.out.flush()?;
            }
            Form::Json | Form::Csv => self.sink.level(&row)?,
            Form::Svg | Form::Png => {}
        }
        self.rows.push(row);
        Ok(())
    }

    fn conclude(mut self, interrupted: bool) -> Result<ExitStatus, Failure> {
        let disputed = disputes(&self.rows);
        let text = match self.form {
            Form::Text | Form::Markdown => self.sheet.end(&self.rows),
            Form::Svg | Form::Png => chart(&Run::of_rows("", &self.rows)),
            Form::Json | Form::Csv => String::new(),
        };
        if let Form::Json | Form::Csv = self.form {
            let counts = [("trials", self.rows.len()), ("disputes", disputed.len())];
            self.sink.conclude(&Group::by_run(&self.rows, false), Counts(&counts, Some(interrupted)), String::new)?;
        } else {
            self.sink.out.write_all(text.as_bytes())?;
            self.sink.out.close()?;
        }
        for (solved, other) in &disputed {
            let [by, against] = [solved, other].map(|row| row.run.as_deref().unwrap_or_default());
            message::error(&format!(
                "{}: level {}: {by} solved what {against} calls unsolvable",
                solved.file, solved.level
            ));
        }
        Ok(ExitStatus::from(disputed.is_empty()))
    }
}
