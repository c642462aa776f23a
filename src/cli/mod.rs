//! The command line.
//!
//! Arguments are parsed, the subcommand writes text or JSON Lines, and an exit code is returned. Each subcommand is one
//! file with its `Args` and its `run`; to add one, add the file, a variant of `Command`, and an arm of its `run`.

mod ablate;
mod areas;
mod bench;
mod budget;
mod claims;
mod compare;
mod completions;
mod convert;
mod exit;
mod failure;
mod generate;
mod input;
mod interruption;
mod ladder;
mod layers;
mod list;
mod merge;
mod message;
mod output;
mod patterns;
mod pddl;
mod plan;
#[cfg(feature = "play")]
mod play;
mod replay;
mod rooms;
mod row;
mod saved;
mod select;
mod solve;
mod solving;
mod step_table;
mod textbook;
mod verify;

pub use exit::{ExitStatus, TABLE};
pub use failure::Failure;

use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// A planning toolkit for Sokoban: rooms and tunnels, abstract plans, and pushes that realise them.
#[derive(Debug, Parser)]
#[command(name = "sokoplan", version, args_override_self = true, after_help = TABLE)]
#[command(arg_required_else_help = true, propagate_version = true)]
struct Cli {
    /// When to use colour
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    color: message::Colour,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Rooms(rooms::Args),
    Generate(generate::Args),
    Ladder(ladder::Args),
    Layers(layers::Args),
    List(list::Args),
    Convert(convert::Args),
    Verify(verify::Args),
    Plan(plan::Args),
    #[cfg(feature = "play")]
    Play(play::Args),
    Pddl(pddl::Args),
    Patterns(patterns::Args),
    Replay(replay::Args),
    Bench(bench::Args),
    Compare(compare::Args),
    Completions(completions::Args),
}

impl Command {
    fn run(self) -> Result<ExitStatus, Failure> {
        match self {
            Self::Solve(args) => solve::run(&args),
            Self::Rooms(args) => rooms::run(&args),
            Self::Generate(args) => generate::run(&args),
            Self::Ladder(args) => ladder::run(&args),
            Self::Layers(args) => layers::run(&args),
            Self::List(args) => list::run(&args),
            Self::Convert(args) => convert::run(&args),
            Self::Verify(args) => verify::run(&args),
            Self::Plan(args) => plan::run(&args),
            #[cfg(feature = "play")]
            Self::Play(args) => play::run(&args),
            Self::Pddl(args) => pddl::run(&args),
            Self::Patterns(args) => patterns::run(&args),
            Self::Replay(args) => replay::run(&args),
            Self::Bench(args) => bench::run(&args),
            Self::Compare(args) => compare::run(&args),
            Self::Completions(args) => completions::run(&args),
        }
    }
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    cli.color.choose();
    let exit = match cli.command.run() {
        Ok(exit) => exit,
        Err(Failure::BrokenPipe) => ExitStatus::Done,
        Err(failure) => {
            message::error(&failure);
            if matches!(failure, Failure::Internal(_)) { ExitStatus::Internal } else { ExitStatus::Failed }
        }
    };
    exit.into()
}

/// Returns the command line for clap.
fn command() -> clap::Command {
    Cli::command()
}

#[cfg(test)]
mod tests {
    use super::{Cli, TABLE, command};
    use clap::Parser;

    /// Returns the commands among the examples of a help text, without remarks and pipes.
    fn examples(help: &str) -> impl Iterator<Item = Vec<String>> {
        let lines = help.lines().filter_map(|line| line.strip_prefix("  sokoplan "));
        let commands = lines.filter_map(|line| line.split("  ").next()?.split(['|', '>']).next());
        commands.map(|line| {
            let words = line.split_whitespace().map(|word| word.trim_matches('\'').to_owned());
            std::iter::once("sokoplan".to_owned()).chain(words).collect()
        })
    }

    #[test]
    fn the_command_line_is_well_formed() {
        command().debug_assert();
    }

    #[test]
    fn every_subcommand_has_examples_that_parse_and_the_exit_codes() {
        for subcommand in command().get_subcommands() {
            let help = subcommand.get_after_help().expect("a text after the options").to_string();
            assert!(help.contains(TABLE), "{}", subcommand.get_name());
            assert!(examples(&help).count() > 0, "{}", subcommand.get_name());
            for words in examples(&help) {
                let parsed = Cli::try_parse_from(&words);
                assert!(parsed.is_ok(), "{words:?}: {}", parsed.expect_err("bad"));
            }
        }
    }
}
