//! The subcommand `sokoplan help`, and the layout of the help of every subcommand: a short one (`-h`: the options
//! that most people need, three examples) and a long one (`--help`: all).

mod topic;

use super::strategy::{self, suggestion};
use crate::cli::io::{ExitStatus, Failure, Result};
use crate::render::wrapped;
use clap::builder::PossibleValuesParser;
use clap_complete::Shell;
use indexmap::IndexMap;
use itertools::Itertools;
use std::io::Write;
use std::path::PathBuf;
use topic::TOPICS;

/// Print the help of a subcommand, or of a shared topic
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan help solve               all details of a subcommand
  sokoplan help limits              a topic
  sokoplan help json solve --proof  the keys of rows")]
pub(super) struct HelpArgs {
    /// A subcommand or a topic; `json ROW` explains rows
    #[arg(value_name = "SUBCOMMAND|TOPIC", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
    /// Write a manual page of each subcommand into this folder; for releases
    #[arg(long, value_name = "FOLDER", hide = true, conflicts_with = "words")]
    man: Option<PathBuf>,
}

const EXAMPLES: usize = 3;

const HEADING: &str = "Examples:";

/// The subcommands on the first page of help, by what people do with them.
const GROUPS: [(&str, &[&str]); 3] = [
    ("Play and solve", &["solve", "improve", "explain", "serve", "page", "layers", "replay", "report"]),
    ("Make and check levels", &["list", "release", "convert", "generate", "verify", "prove"]),
    ("Study", &["rooms", "plan", "bench", "pddl"]),
];

/// Returns the first page of help: the subcommands in groups, in 24 lines of at most 80 columns.
pub(super) fn first_page(command: &clap::Command) -> String {
    let about = |name: &&str| {
        let about = command.find_subcommand(name).and_then(clap::Command::get_about)?;
        Some(format!("  {name:9} {about}\n"))
    };
    let group =
        |(head, names): &(&str, &[&str])| format!("{head}:\n{}", names.iter().filter_map(about).collect::<String>());
    let groups: String = GROUPS.iter().map(group).collect();
    let more = format!("Also: completions, -V; help TOPIC: {}", topic::words().join(" "));
    let more = wrapped(&more, Some(80));
    format!("A planning toolkit for Sokoban. Usage: sokoplan COMMAND [OPTIONS] [FILE]...\n{groups}{more}")
}

pub(super) fn laid_out(command: clap::Command) -> clap::Command {
    let remarks = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let text = format!("{remarks}\n\n{}", topics_of(&command));
    command.after_help(text.trim_end().to_owned()).mut_subcommands(laid_out)
}

const TOPICS_OF: &str = "Topics of `sokoplan help`: ";

fn topics_of(command: &clap::Command) -> String {
    let topics = topic::words_of(command);
    if topics.is_empty() { String::new() } else { format!("{TOPICS_OF}{}", topics.join(", ")) }
}

/// Returns the help of the subcommand in a command line, of at most 80 columns: for `-h` the usual options in 24 lines, for
/// `--help` all options in [`SCREEN`] lines. `None` for the program itself.
pub(super) fn page_of(mut root: clap::Command, words: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.collect();
    root.build();
    let mut found = &root;
    for word in &words {
        found = found.find_subcommand(word).unwrap_or(found);
    }
    let is_short = words.iter().any(|word| word == "-h");
    (found.get_name() != root.get_name()).then(|| if is_short { short(found) } else { long(found) })
}

const WIDTH: usize = 80;

/// Maximum number of lines of a page of `--help`.
const SCREEN: usize = 50;

/// Maximum number of columns of an option before its words begin on the next line.
const OPTION: usize = 24;

fn short(command: &clap::Command) -> String {
    let is_shown = |arg: &&clap::Arg| !arg.is_hide_short_help_set();
    let options = command.get_arguments().filter(is_shown).filter_map(|arg| Some((option(arg)?, words(arg, true))));
    let (rows, examples) = (rows(modes(command).chain(options)), examples(command).take(1 + EXAMPLES).join("\n"));
    format!("{}{rows}\n{examples}\n\nAll options: --help\n", head(command))
}

fn long(command: &clap::Command) -> String {
    let mut groups: IndexMap<&str, Vec<(String, String)>> = IndexMap::new();
    for arg in command.get_arguments() {
        let heading = arg.get_help_heading().unwrap_or(if arg.is_positional() { "" } else { "Options" });
        groups.entry(heading).or_default().extend(option(arg).map(|name| (name, words(arg, false))));
    }
    let mut page = head(command) + &rows(modes(command));
    for (heading, options) in groups.into_iter().filter(|(_, options)| !options.is_empty()) {
        let heading = if heading.is_empty() { String::new() } else { format!("{heading}:\n") };
        page += &(heading + &rows(options.into_iter()));
    }
    page += &format!("\n{}\n", examples(command).collect::<Vec<_>>().join("\n"));
    let path = command.get_bin_name().unwrap_or_default().trim_start_matches("sokoplan ");
    let more = format!("More by `sokoplan help`: {path}{}", topics_of(command).replace(TOPICS_OF, ", "));
    let more = topic::paragraph(&more, WIDTH);
    let remarks = remarks(command);
    for paragraph in remarks.split("\n\n").filter(|paragraph| !paragraph.is_empty()) {
        // Lines of a table are indented, and stay as they are.
        let (words, table) = paragraph.find("\n  ").map_or((paragraph, ""), |at| paragraph.split_at(at + 1));
        let table = if table.is_empty() { String::new() } else { format!("{table}\n") };
        let paragraph = format!("\n{}{table}", topic::paragraph(words, WIDTH));
        if [&page, &paragraph, &more].map(|text| text.lines().count()).iter().sum::<usize>() >= SCREEN {
            break;
        }
        page += &paragraph;
    }
    format!("{page}\n{more}")
}

fn head(command: &clap::Command) -> String {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    format!("{about}\n{}\n\n", command.clone().render_usage())
}

fn modes(command: &clap::Command) -> impl Iterator<Item = (String, String)> {
    let about = |one: &clap::Command| one.get_about().map(ToString::to_string).unwrap_or_default();
    command.get_subcommands().map(move |one| (one.get_name().to_owned(), about(one)))
}

/// Returns an option as it is typed, with the word for its value; `None` for `--help` and hidden options.
fn option(arg: &clap::Arg) -> Option<String> {
    let has_both = arg.get_short().is_some() && arg.get_long().is_some();
    let short = arg.get_short().filter(|_| has_both).map_or_else(String::new, |letter| format!("-{letter}, "));
    let is_shown = arg.get_id() != "help" && !arg.is_hide_set();
    is_shown.then(|| short + &arg.to_string().replace(['[', ']', '<', '>'], ""))
}

/// Returns the words on an option: for the short page without the part in brackets, else with its values and default.
fn words(arg: &clap::Arg, is_short: bool) -> String {
    let words = arg.get_help().map(ToString::to_string).unwrap_or_default();
    if is_short {
        return words.split(" [").next().unwrap_or_default().to_owned();
    }
    let has_values = arg.get_action().takes_values() && !arg.is_hide_possible_values_set();
    let values = arg.get_possible_values().into_iter().filter(|value| has_values && !value.is_hide_set());
    let values: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
    let values = if values.is_empty() { String::new() } else { format!(": {}", values.join(", ")) };
    let default = arg.get_default_values().first().filter(|_| arg.get_action().takes_values());
    let default = default.map_or_else(String::new, |value| format!(" [default: {}]", value.display()));
    // The values come before a default in words.
    let (words, rest) = words.split_at(words.find(" [").unwrap_or(words.len()));
    format!("{words}{values}{rest}{default}")
}

fn rows(rows: impl Iterator<Item = (String, String)>) -> String {
    let rows: Vec<(String, String)> = rows.collect();
    let lengths = rows.iter().map(|(name, _)| name.chars().count());
    let indent = 4 + lengths.filter(|length| *length <= OPTION).max().unwrap_or(0);
    rows.iter().map(|(name, words)| topic::row(name, indent, words)).collect()
}

fn examples(command: &clap::Command) -> impl Iterator<Item = String> {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let is_example = |line: &String| *line == HEADING || line.starts_with("  ");
    text.lines().map(str::to_owned).collect::<Vec<_>>().into_iter().take_while(is_example)
}

/// Returns the text below the examples, without the topics.
fn remarks(command: &clap::Command) -> String {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let text = text.split_once("\n\n").map_or("", |(_, remarks)| remarks);
    text.split(TOPICS_OF).next().unwrap_or_default().trim_end().to_owned()
}

pub(super) fn run(args: &HelpArgs, mut root: clap::Command) -> Result<ExitStatus> {
    if let Some(folder) = &args.man {
        clap_mangen::generate_to(root, folder).map_err(|error| Failure::io(folder, &error))?;
        return Ok(ExitStatus::Done);
    }
    let words: Vec<&str> = args.words.iter().map(String::as_str).collect();
    let mut out = anstream::stdout();
    if let ["json", row @ ..] = &words[..]
        && !row.is_empty()
    {
        let text = if row == ["schema"] { Some(topic::schema()) } else { topic::keys_of(&row.join(" ")) };
        out.write_all(text.ok_or_else(|| unknown(&root, &words))?.as_bytes())?;
        return Ok(ExitStatus::Done);
    }
    if let Some(topic) = TOPICS.iter().find(|topic| words == [topic.word]) {
        out.write_all((topic.text)().as_bytes())?;
        return Ok(ExitStatus::Done);
    }
    root.build();
    let mut found = &root;
    for word in &words {
        found = found.find_subcommand(word).ok_or_else(|| unknown(&root, &words))?;
    }
    out.write_all(found.clone().render_long_help().ansi().to_string().as_bytes())?;
    Ok(ExitStatus::Done)
}

fn unknown(root: &clap::Command, words: &[&str]) -> Failure {
    let topics = topic::words();
    let known = root.get_subcommands().map(clap::Command::get_name).chain(topics);
    let (words, topics) = (words.join(" "), topics.join(", "));
    if let Some(answer) = meant(&words) {
        return Failure::message(format!("help {words}: {answer}"));
    }
    let meant = suggestion(&words, known);
    Failure::message(format!("help {words}: {meant}neither a subcommand nor a topic ({topics})"))
}

/// Returns where the answer to a word is that people look for; `None` for words of no list.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    include_str!("meant.txt").lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(": "))
}

/// Print a script that completes this command in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan completions bash >> ~/.bash_completion
  sokoplan completions zsh > ~/.zfunc/_sokoplan")]
pub(super) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(super) fn complete(args: &CompletionsArgs, mut root: clap::Command) -> Result<ExitStatus> {
    let commands = GROUPS.iter().flat_map(|(_, names)| *names).copied();
    let helped: Vec<&str> = commands.chain(topic::words()).collect();
    let strategies: Vec<&str> = strategy::words().collect();
    let names = |arg: clap::Arg| match arg.get_id().as_str() {
        "words" => arg.value_parser(PossibleValuesParser::new(helped.clone())),
        "strategy" | "strategies" => arg.value_parser(PossibleValuesParser::new(strategies.clone())),
        _ => arg,
    };
    // Scripts offer only values that the command knows as a list.
    root = root.mut_subcommands(|one| one.mut_args(names).mut_subcommands(|below| below.mut_args(names)));
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut root, "sokoplan", &mut script);
    anstream::stdout().write_all(&script)?;
    Ok(ExitStatus::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command;

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
    fn the_help_of_every_subcommand_fits_on_a_screen() {
        let mut built = command();
        built.build();
        each(&built, &mut |command| {
            let is_root = command.get_name() == "sokoplan";
            let [short, long] =
                if is_root { [(); 2].map(|()| first_page(command)) } else { [short(command), long(command)] };
            for (help, most) in [(short, 24), (long, SCREEN)] {
                assert!(help.lines().count() <= most, "{}: {}\n{help}", command.get_name(), help.lines().count());
                let wide: Vec<&str> = help.lines().filter(|line| line.chars().count() > WIDTH).collect();
                assert!(wide.is_empty(), "{}: {wide:#?}", command.get_name());
                let lone = help.split("\n\n").filter(|part| part.lines().count() > 1 && !part.starts_with("  "));
                let lone: Vec<&str> =
                    lone.filter_map(|part| part.lines().last()).filter(|last| !last.trim().contains(' ')).collect();
                assert!(lone.is_empty() || is_root, "{}: a word alone on a line: {lone:?}", command.get_name());
                let mut options = help.lines().filter(|line| line.starts_with("  -"));
                assert!(options.all(|line| line.trim().contains("  ")), "an option without words: {help}");
            }
        });
        let words = |line: &'static str| line.split(' ').map(str::to_owned);
        assert!(page_of(command(), words("pddl solve -h")).is_some_and(|help| help.contains("sokoplan pddl solve")));
        assert!(page_of(command(), words("-h")).is_none());
    }
}
