//! The subcommand `sokoplan help`, and the layout of the help of every subcommand: a short one (`-h`: the options
//! that most people need, three examples) and a long one (`--help`: all).

mod json;
mod topic;

pub(super) use topic::Topic;

use super::strategy::suggestion;
use super::{ExitStatus, Failure, command};
use crate::render::wrapped;
use std::io::Write;

/// Print the help of a subcommand, or of a shared topic
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan help solve
  sokoplan help limits
  sokoplan help words")]
pub(super) struct HelpArgs {
    /// A subcommand, or a topic: see `sokoplan --help`; `json ROW` explains one kind of row
    #[arg(value_name = "SUBCOMMAND|TOPIC")]
    words: Vec<String>,
}

const EXAMPLES: usize = 3;

const HEADING: &str = "Examples:";

/// The subcommands on the first page of help, by what people do with them.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Play and solve", &["solve", "improve", "explain", "serve", "layers", "replay", "report"]),
    ("Make and check levels", &["list", "convert", "generate", "verify", "prove"]),
    ("Study", &["rooms", "plan", "bench", "pddl"]),
];

/// Returns the first page of help: the subcommands in groups, in 24 lines of at most 80 columns.
fn first_page(command: &clap::Command) -> String {
    let about = |name: &&str| {
        let about = command.find_subcommand(name).and_then(clap::Command::get_about)?;
        Some(format!("  {name:9} {about}\n"))
    };
    let group =
        |(head, names): &(&str, &[&str])| format!("{head}:\n{}", names.iter().filter_map(about).collect::<String>());
    let groups: String = GROUPS.iter().map(group).collect();
    let topics = wrapped(&Topic::ALL.map(Topic::word).join(" "), Some(80));
    format!(
        "A planning toolkit for Sokoban. Usage: sokoplan COMMAND [OPTIONS] [FILE]...\n{groups}\
         Options: -h, --help; -V, --version; --color auto|always|never\n\
         More: `help COMMAND`, `completions SHELL`, `help TOPIC` on one of these topics:\n{}\n",
        topics.trim_end()
    )
}

pub(super) fn with_help(command: clap::Command) -> clap::Command {
    let page = first_page(&command);
    laid_out(command).override_help(page)
}

fn laid_out(command: clap::Command) -> clap::Command {
    let remarks = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let text = format!("{remarks}\n\n{}", topics_of(&command));
    command.after_help(text.trim_end().to_owned()).mut_subcommands(laid_out)
}

fn topics_of(command: &clap::Command) -> String {
    let topics: Vec<&str> = Topic::of(command).into_iter().map(Topic::word).collect();
    if topics.is_empty() { String::new() } else { format!("Topics of `sokoplan help`: {}", topics.join(", ")) }
}

/// Returns the short help of the subcommand in a command line with `-h`: at most 24 lines of 80 columns.
pub(super) fn short(words: impl IntoIterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.into_iter().collect();
    let mut root = command();
    root.build();
    let mut found = &root;
    for word in &words {
        found = found.find_subcommand(word).unwrap_or(found);
    }
    let is_root = found.get_name() == root.get_name();
    (words.iter().any(|word| word == "-h") && !is_root).then(|| short_of(found))
}

fn short_of(command: &clap::Command) -> String {
    let about = |of: Option<&clap::builder::StyledStr>| of.map(ToString::to_string).unwrap_or_default();
    let option = |arg: &clap::Arg| {
        let short = arg
            .get_short()
            .filter(|_| arg.get_long().is_some())
            .map_or_else(String::new, |letter| format!("-{letter}, "));
        (format!("{short}{}", arg.to_string().replace(['[', ']'], "")), about(arg.get_help()))
    };
    let shown = |arg: &&clap::Arg| !arg.is_hide_short_help_set() && !arg.is_hide_set();
    let below = command.get_subcommands().map(|one| (one.get_name().to_owned(), about(one.get_about())));
    let rows: Vec<(String, String)> = below.chain(command.get_arguments().filter(shown).map(option)).collect();
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let rows: String = rows.iter().map(|(name, help)| format!("  {name:width$}  {help}\n")).collect();
    let usage = command.clone().render_usage();
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let page =
        format!("{}\n{usage}\n\n{rows}\n{}\n\nAll options: --help\n", about(command.get_about()), shortened(&examples));
    page.lines().map(|line| fitted(line).to_owned() + "\n").collect()
}

/// Returns a line cut to 80 columns, at the end of a part and outside brackets.
fn fitted(line: &str) -> &str {
    if line.chars().count() <= 80 {
        return line;
    }
    let ends = ["  ", " [", " (", ": ", "; ", ", ", " | "].into_iter().flat_map(|mark| line.match_indices(mark));
    let is_whole = |at: usize| {
        let (opened, closed) = (line[..at].matches(['[', '(']).count(), line[..at].matches([']', ')']).count());
        line[..at].chars().count() <= 80 && opened == closed
    };
    ends.map(|(at, _)| at).filter(|&at| is_whole(at)).max().map_or(line, |at| line[..at].trim_end())
}

fn shortened(long: &str) -> String {
    let is_example = |line: &&str| *line == HEADING || line.starts_with("  ");
    long.lines().take_while(is_example).take(1 + EXAMPLES).collect::<Vec<_>>().join("\n")
}

pub(super) fn run(args: &HelpArgs) -> Result<ExitStatus, Failure> {
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    let mut out = anstream::stdout();
    if let ["json", row @ ..] = &words[..]
        && !row.is_empty()
    {
        let text = if row == ["schema"] { Some(json::schema()) } else { json::of(&row.join(" ")) };
        out.write_all(text.ok_or_else(|| unknown(&words))?.as_bytes())?;
        return Ok(ExitStatus::Done);
    }
    if let Some(topic) = words.first().filter(|_| words.len() == 1).and_then(|word| word.parse::<Topic>().ok()) {
        out.write_all(topic.text().as_bytes())?;
        return Ok(ExitStatus::Done);
    }
    let mut root = command();
    root.build();
    let mut found = &mut root;
    for word in &words {
        found = found.find_subcommand_mut(word).ok_or_else(|| unknown(&words))?;
    }
    let help = found.render_long_help();
    out.write_all(help.ansi().to_string().as_bytes())?;
    Ok(ExitStatus::Done)
}

fn unknown(words: &[&str]) -> Failure {
    let topics = Topic::ALL.map(Topic::word);
    let root = command();
    let known = root.get_subcommands().map(clap::Command::get_name).chain(topics);
    let (words, topics) = (words.join(" "), topics.join(", "));
    if let Some(answer) = super::meant(&words) {
        return Failure::message(format!("help {words}: {answer}"));
    }
    let meant = suggestion(&words, known);
    Failure::message(format!("help {words}: {meant}neither a subcommand nor a topic ({topics})"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use itertools::Itertools;

    fn each(command: &clap::Command, test: &mut impl FnMut(&clap::Command)) {
        test(command);
        command.get_subcommands().for_each(|subcommand| each(subcommand, test));
    }

    #[test]
    fn every_subcommand_is_in_one_group_or_below_the_groups() {
        let all: Vec<String> = command().get_subcommands().map(|one| one.get_name().to_owned()).collect();
        let mut named: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| *names).copied().chain(["completions", "help"]).collect();
        named.retain(|name| all.iter().any(|one| one == name) || cfg!(feature = "serve"));
        assert_eq!(
            named.iter().copied().sorted().collect::<Vec<_>>(),
            all.iter().map(String::as_str).sorted().collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_short_help_of_every_subcommand_fits_on_a_screen_of_80_by_24() {
        let mut built = command();
        built.build();
        each(&built, &mut |command| {
            let help = if command.get_name() == "sokoplan" { first_page(command) } else { short_of(command) };
            assert!(help.lines().count() <= 24, "{}: {}\n{help}", command.get_name(), help.lines().count());
            assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
            let mut options = help.lines().filter(|line| line.starts_with("  -"));
            assert!(options.all(|line| line.trim().contains("  ")), "an option without words: {help}");
        });
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(short(words("pddl solve -h")).is_some_and(|help| help.contains("sokoplan pddl solve")));
        assert!(short(words("solve --help")).is_none() && short(words("-h")).is_none());
    }
}
