//! The subcommand `sokoplan man`, for packagers: writes the help of all subcommands and topics as manual pages.

use super::destination::Destination;
use super::help::Topic;
use super::saved::Saved;
use super::{ExitStatus, Failure, command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

/// Write the manual pages of all subcommands and topics into a folder
#[derive(Debug, clap::Args)]
#[command(
    hide = true,
    after_help = "\
Examples:
  sokoplan man target/man"
)]
pub(super) struct Args {
    /// The folder
    #[arg(value_name = "FOLDER")]
    folder: Destination,
}

/// Section of the manual for topics; commands are in section 1.
const SECTION: &str = "7";

pub(super) fn run(args: &Args) -> Result<ExitStatus, Failure> {
    let mut root = command().disable_help_subcommand(true);
    root.build();
    let mut pages = Vec::new();
    collect(&root, &mut pages)?;
    pages.extend(Topic::ALL.map(topic));
    args.folder.save(&pages)?;
    Ok(ExitStatus::Done)
}

/// Adds the page of a command and those of its subcommands.
fn collect(command: &clap::Command, pages: &mut Vec<Saved>) -> Result<(), Failure> {
    pages.push(page(command)?);
    command.get_subcommands().filter(|one| !one.is_hide_set()).try_for_each(|one| collect(one, pages))
}

fn page(command: &clap::Command) -> Result<Saved, Failure> {
    // A page shows all options, also those that the short help hides.
    let command = command.clone().mut_args(|arg| arg.hide_short_help(false));
    let after = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.get_subcommands().any(|one| !one.is_hide_set()) {
        man.render_subcommands_section(&mut text)?;
    }
    let mut roff = Roff::new();
    roff.control("SH", ["EXAMPLES AND REMARKS"]);
    as_it_stands(&mut roff, &after);
    roff.to_writer(&mut text)?;
    Ok(Saved { name: man.get_filename(), content: text })
}

fn topic(topic: Topic) -> Saved {
    let name = format!("sokoplan-{}", topic.word());
    let mut roff = Roff::new();
    roff.control("TH", [name.as_str(), SECTION, "", concat!("sokoplan ", env!("CARGO_PKG_VERSION")), ""]);
    roff.control("SH", ["NAME"]);
    roff.text([roman(format!("{name} - {}", topic.title()))]);
    roff.control("SH", ["DESCRIPTION"]);
    as_it_stands(&mut roff, &topic.text());
    Saved { name: format!("{name}.{}", SECTION), content: roff.render().into_bytes() }
}

/// Adds lines as they are, not filled, since they hold tables and examples.
fn as_it_stands(roff: &mut Roff, text: &str) {
    roff.control("nf", []);
    text.lines().for_each(|line| {
        roff.text([roman(line)]);
    });
    roff.control("fi", []);
}
