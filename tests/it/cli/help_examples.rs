//! Every example of every help, run in a folder with the files that examples name.

use crate::common::command::{Folder, Run, program, sokoplan};
use std::fs;
use std::process::Command;

/// A level for the moves of the examples: `rruLLL` solves it, `rrdL` does not, a box is on (3,4), and it has rooms A, B, C and
/// tunnels a, b.
const BOARD: &str = "###############\n#.  $  ####   #\n#  @          #\n#   *  ####   #\n## ############\n## ####\n#     #\n#   * #\n#######\n";

/// Files are made by these commands before the examples run.
const BEFORE: [&str; 15] = [
    "cat set.xsb levels/2*.xsb > big.xsb; cp set.xsb one.xsb; cp set.xsb two.xsb; mkdir -p run tasks proofs rooms pictures .zfunc",
    "sokoplan solve set.xsb --sok set.sok --time 2s > solutions.txt",
    "cp set.sok solved.sok",
    "sokoplan bench set.xsb --nodes 2k -o rows.jsonl; cp rows.jsonl old.jsonl; cp rows.jsonl new.jsonl",
    "cp rows.jsonl push.jsonl; cp rows.jsonl run.jsonl; cp rows.jsonl plans.jsonl",
    "sokoplan bench levels/6-lisa.xsb --nodes 2k --shard 3/50 -o run/3.jsonl",
    "sokoplan rooms save rooms levels; sokoplan rooms save rooms set.xsb",
    "sokoplan prove levels/1-one-room.xsb --level 3 --after U -o dead.sokoproof; cp dead.sokoproof proofs",
    "sokoplan pddl export levels/6-lisa.xsb --level 1 --domain rooms -o tasks",
    "sokoplan pddl export levels/6-lisa.xsb --level 1 --domain sokoban-moves -o moves",
    "cp moves/sokoban-moves.pddl domain.pddl; cp moves/6-lisa-001.pddl p01.pddl; cp p01.pddl problem.pddl",
    "sokoplan pddl solve domain.pddl problem.pddl -o plan",
    "sokoplan pddl export set.xsb --level 2 --domain rooms -o tasks",
    "sokoplan convert levels/6-lisa.xsb --level 1 --format sokobot -o level.json",
    "printf 'deadlock corner\\n##\\n#$\\n' > mine.txt",
];

/// Subcommands of subcommands.
const BELOW: &str = "bench compare, bench merge, pddl check, pddl export, pddl solve, plan follow, prove patterns, \
    rooms check, rooms save, rooms stats";

/// Runs a line in a copy of the folder: examples write files that others read.
const COPIED: &str = "rm -rf .copy; mkdir .copy; cp -r * .copy; cd .copy; ";

/// Returns the examples of the help of each command, without their comments.
fn examples() -> Vec<String> {
    let help = |words: &[&str]| sokoplan("", &[words, &["--help"]].concat()).out;
    let page = help(&[]);
    let commands =
        page.lines().filter_map(|line| line.strip_prefix("  ")?.split_once("  ").map(|(command, _)| command));
    let mut texts: Vec<String> = commands.map(|command| help(&[command])).collect();
    texts.extend(BELOW.split(", ").map(|line| help(&line.split(' ').collect::<Vec<_>>())));
    let mut examples: Vec<String> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter_map(|line| line.strip_prefix("  sokoplan "))
        .map(|line| format!("sokoplan {}", line.split("  ").next().unwrap_or_default()))
        .collect();
    examples.sort();
    examples.dedup();
    examples
}

fn shell(folder: &Folder, line: &str) -> Option<i32> {
    let binary = std::path::Path::new(program().get_program()).parent().expect("a folder").to_owned();
    let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("timeout");
    let command = command.args(["120", "bash", "-c", &format!("set -o pipefail; {line}")]).env("PATH", path);
    let output = Run::of(command.current_dir(folder.path("")).env("HOME", folder.path("")), "");
    let code = output.code;
    if !matches!(code, Some(0 | 1)) {
        eprintln!("{line}\n{}", output.err);
    }
    code
}

on_few_and_on_all!(every_example_of_every_help_runs, 10);
fn every_example_of_every_help_runs(percent: u64) {
    let folder = Folder::new("examples");
    fs::create_dir(folder.path("levels")).unwrap();
    for file in ["1-one-room", "2-two-rooms-and-a-tunnel", "6-lisa"] {
        let name = format!("levels/{file}.xsb");
        fs::copy(format!("{}/{name}", env!("CARGO_MANIFEST_DIR")), folder.path(&name)).unwrap();
    }
    folder.write("set.xsb", (1..=7).map(|number| format!("; level {number}\n{BOARD}\n")).collect::<String>());
    folder.write("patterns", "?#?\n#$?\n???\n");
    assert_eq!(BEFORE.iter().filter(|line| !matches!(shell(&folder, line), Some(0 | 1))).count(), 0);
    let examples = examples();
    assert!(examples.len() > 90, "{}", examples.len());
    let is_tried = |(at, line): &(usize, &String)| {
        // The server runs until it is stopped, and other programs or the module of the page may not be here.
        let is_alone = !line.contains("serve")
            && !line.contains("sokoplan page")
            && !line.contains("| jq")
            && !line.contains("| dot");
        is_alone && (percent == 100 || at % 10 == 3 || line.contains("--difficulty"))
    };
    let failed: Vec<&String> = examples
        .iter()
        .enumerate()
        .filter(is_tried)
        .map(|(_, line)| line)
        .filter(|line| !matches!(shell(&folder, &format!("{COPIED}{line}")), Some(0 | 1)))
        .collect();
    assert!(failed.is_empty(), "{failed:#?}");
}
