//! The command line. Each subcommand is one file with its `NAMEArgs` and its `run`; to add one, add the file, a
//! variant of `Command`, and an arm of its `run`.

mod bench;
mod convert;
mod explain;
mod generate;
mod help;
mod improve;
mod io;
mod layers;
mod list;
mod pddl;
mod plan;
mod prove;
mod release;
mod replay;
mod report;
mod rooms;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod strategy;
mod task;
mod verify;

use crate::run::safe;
use clap::error::{ContextKind, ErrorKind};
use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use io::Result;
pub use io::{ExitStatus, Failure};
use io::{Output, message, signals};
use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

/// A planning toolkit for Sokoban: rooms, abstract plans, pushes that realise them
#[derive(Debug, Parser)]
#[command(name = "sokoplan", version, args_override_self = true)]
#[command(arg_required_else_help = true, disable_help_subcommand = true, disable_help_flag = true)]
struct Cli {
    /// Use colour: auto, always or never
    #[arg(help_heading = "Output", long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    color: message::Colour,
    /// Print help: -h for the usual options, --help for all
    #[arg(short, long, global = true, action = ArgAction::Help, hide_short_help = true)]
    help: Option<bool>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::SolveArgs),
    Explain(explain::ExplainArgs),
    Improve(improve::ImproveArgs),
    /// Show the rooms and tunnels of a level; save and compare them
    Rooms(rooms::RoomsArgs),
    Generate(generate::GenerateArgs),
    Layers(layers::LayersArgs),
    List(list::ListArgs),
    Convert(convert::ConvertArgs),
    Verify(verify::VerifyArgs),
    /// Prove levels unsolvable, bounds on pushes, or deadlock patterns
    Prove(prove::ProveArgs),
    /// Show plans: which goal is filled when, and from which areas
    Plan(plan::PlanArgs),
    Pddl(pddl::PddlArgs),
    Replay(replay::ReplayArgs),
    Release(release::ReleaseArgs),
    Report(report::ReportArgs),
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    #[cfg(feature = "serve")]
    Page(serve::PageArgs),
    /// Run whole collections under limits; compare strategies and runs
    Bench(bench::BenchArgs),

    Completions(help::CompletionsArgs),
    Help(help::HelpArgs),
}

impl Command {
    fn run(self) -> Result<ExitStatus> {
        match self {
            Self::Solve(args) => solve::run(&args),
            Self::Explain(args) => explain::run(&args),
            Self::Improve(args) => improve::run(&args),
            Self::Rooms(args) => rooms::run(&args),
            Self::Generate(args) => generate::run(&args),
            Self::Layers(args) => layers::run(&args),
            Self::List(args) => list::run(args),
            Self::Convert(args) => convert::run(&args),
            Self::Verify(args) => verify::run(&args),
            Self::Prove(args) => prove::run(&args),
            Self::Plan(args) => plan::run(&args),
            Self::Pddl(args) => pddl::run(&args),
            Self::Replay(args) => replay::run(&args),
            Self::Release(args) => release::run(&args),
            Self::Report(args) => report::run(&args),
            #[cfg(feature = "serve")]
            Self::Serve(args) => serve::run(&args),
            #[cfg(feature = "serve")]
            Self::Page(args) => serve::page(&args),
            Self::Bench(args) => bench::run(&args),
            Self::Completions(args) => help::complete(&args, command()),
            Self::Help(args) => help::run(&args, command()),
        }
    }
}

/// Runs the command line of this process and returns its exit code.
pub fn main() -> ExitCode {
    let run = || -> Result<ExitStatus> {
        let Some(cli) = parsed()? else { return Ok(ExitStatus::Done) };
        cli.color.choose();
        cli.command.run()
    };
    let exit = match run() {
        Ok(exit) => exit,
        Err(Failure::BrokenPipe) => ExitStatus::Done,
        Err(Failure::Told(exit)) => exit,
        Err(failure @ Failure::Interrupted) => {
            message::note(&failure);
            ExitStatus::Interrupted
        }
        Err(failure) => {
            message::error(&failure);
            match failure {
                Failure::Internal(_) => ExitStatus::Internal,
                // The signal may have caused the failure.
                _ if signals::has_come() => ExitStatus::Interrupted,
                _ => ExitStatus::Failed,
            }
        }
    };
    ExitCode::from(exit.code(signals::code()))
}

/// Parses the arguments after the program's name, without a run. The error may be the requested help.
pub fn check(words: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    let words = std::iter::once(OsString::from("sokoplan")).chain(words);
    let matches = command().try_get_matches_from(words);
    matches.and_then(|matches| Cli::from_arg_matches(&matches)).map(drop).map_err(|error| error.to_string())
}

/// Returns the arguments; `None` if they requested help, which was written. Ends the process if the arguments are wrong.
fn parsed() -> Result<Option<Cli>> {
    match command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => Ok(Some(cli)),
        Err(error) if matches!(error.kind(), ErrorKind::InvalidSubcommand | ErrorKind::UnknownArgument) => {
            Err(unknown(&safely(error)))
        }
        Err(error) if error.use_stderr() => safely(error).exit(),
        Err(help) => {
            let mut out = Output::stdout();
            let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
            match help::page_of(command(), words) {
                Some(text) => write!(out, "{text}")?,
                None => write!(out, "{}", help.render().ansi())?,
            }
            out.close()?;
            Ok(None)
        }
    }
}

/// Returns the failure for an unknown subcommand or option; ends the process if nothing is known about the word.
fn unknown(error: &clap::Error) -> Failure {
    let of = |kind| error.get(kind).map(ToString::to_string);
    let word = of(ContextKind::InvalidSubcommand).or_else(|| of(ContextKind::InvalidArg)).unwrap_or_default();
    if let Some(answer) = help::meant(&word) {
        let kind = if word.starts_with('-') { "option" } else { "subcommand" };
        return Failure::message(format!("there is no {kind} {word} here: {answer}"));
    }
    if std::path::Path::new(&word).exists() {
        let word = safe(&word);
        return Failure::message(format!(
            "{word} is a file: `sokoplan solve {word}` solves it, `sokoplan --help` has more"
        ));
    }
    error.exit()
}

/// Returns the error without control characters: it may quote names of files that the user did not choose.
fn safely(error: clap::Error) -> clap::Error {
    let words: Vec<String> = std::env::args_os().map(|word| safe(&word.to_string_lossy()).into_owned()).collect();
    let again = command().try_get_matches_from(words).and_then(|matches| Cli::from_arg_matches(&matches));
    again.err().unwrap_or(error)
}

/// Returns the command line with its short and long help, for clap.
pub fn command() -> clap::Command {
    let command = Cli::command();
    let page = help::first_page(&command);
    help::laid_out(command).override_help(page)
}
