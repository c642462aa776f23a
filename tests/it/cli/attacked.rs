//! Inputs that cost more than they look: reading, proving, checking and making end within the limits.

use crate::common::command::{Folder, begun, ended_by, gz, most_memory, program, rows, wait_for_work, worked};
use std::fs;
use std::process::Stdio;
use std::time::Duration;

/// Memory that a run may take beyond its limit, in MiB: see [`Ended::is_within`].
const BESIDE: u64 = 64;
/// Processor time that a run may take beyond its limit: unlimited, these runs take from 20 seconds to hours.
const LATE: Duration = Duration::from_secs(10);

#[derive(Debug)]
pub(super) struct Ended {
    pub(super) code: Option<i32>,
    worked: Duration,
    /// The most memory in MiB.
    pub(super) peak: u64,
    pub(super) stderr: String,
}

/// Runs the program, and looks at its memory while it runs.
pub(super) fn watched(args: &[&str]) -> Ended {
    let folder = Folder::new("watched");
    let err = folder.path("err");
    let mut command = program();
    let command = command.args(args).stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(fs::File::create(&err).expect("a file")).spawn().expect("it runs");
    let (mut peak, mut time) = (0, Duration::ZERO);
    let code = loop {
        // The system's peak never falls: the last value is the run's own, the first may be the value of the parent test.
        (peak, time) = (most_memory(child.id()).unwrap_or(peak), worked(&child).max(time));
        if let Some(status) = child.try_wait().expect("a status") {
            break status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Ended { code, worked: time, peak, stderr: fs::read_to_string(err).expect("text") }
}

impl Ended {
    /// Asserts that it worked hardly longer than its time, with at most half as much again as its memory, and 64 MiB.
    pub(super) fn is_within(&self, time: Duration, memory: u64, name: &str) {
        assert!(matches!(self.code, Some(0..=2)), "{name}: {self:?}");
        assert!(self.worked < time + LATE, "{name}: {self:?}");
        assert!(self.peak <= memory.saturating_add(memory / 2).saturating_add(BESIDE), "{name}: {self:?}");
    }
}

/// Runs with 20 MiB and a second, and asserts that these are kept.
fn bounded(args: &[&str], name: &str) -> Ended {
    let ended = watched(&[args, &["--memory", "20MiB", "--time", "1s"]].concat());
    ended.is_within(Duration::from_secs(1), 20, &format!("{args:?} {name}"));
    ended
}

#[test]
fn text_of_any_shape_is_read_within_memory_and_time() {
    const SIZE: usize = 12 << 20;
    let folder = Folder::new("shapes");
    let shapes = [
        ("walls and blank lines", "", "#\n\n", ""),
        ("the largest boards", "", "262144#\n\n", ""),
        ("rows where no board begins", "", "#  #\n# x#\n", ""),
        ("values that are no levels", "[", "{},", "{\"content\":1}]"),
        ("a wide row", "", "#", ""),
        ("a high board", "", "#\n", ""),
        ("groups in groups", "", "(", "2#)"),
        ("many rows in a line", "", "|", "5#|#"),
        ("short lines", "", "a\n", ""),
        ("notes of a game", "#####\n#@$.#\n#####\nSolution\nrrRR\n", "a:b\n", ""),
        ("comments", "", "Comment:\n", ""),
        ("faults", "", "#$\n\n", ""),
        ("line ends", "", "a\r", ""),
        ("no UTF-8", "", "\u{fffd}\n", ""),
        ("rows of XML", "<SokobanLevels><Level>", "<L/>", ""),
        ("notes of XML", "<SokobanLevels>", "<Url>x</Url>", ""),
        ("attributes of XML", "<SokobanLevels><Level ", "a='' ", "/>"),
        ("values of JSON", "[{\"content\":1}", ",1", "]"),
        ("cells of JSON", "[{\"content\":[[\"W\"", ",\"W\"", "]]}]"),
    ];
    for (number, (name, begin, part, end)) in shapes.into_iter().enumerate() {
        let file = folder.write("set.gz", gz(&format!("{begin}{}{end}", part.repeat(SIZE / part.len()))));
        bounded(&[["list", "solve"][number % 2], &file], name);
        if number == 0 {
            for command in ["rooms", "verify", "prove"] {
                assert!(bounded(&[command, &file], name).stderr.contains("memory limit"), "{command}");
            }
        }
    }
    let level = folder.write("one.xsb", "#####\n#@$.#\n#####\n");
    let heads = folder.write("heads.sokoproof", "sokoproof \n".repeat(SIZE / 22));
    let solutions = folder.write("solutions.txt", "1 R\n".repeat(SIZE / 8));
    for run in [&["verify", &heads][..], &["verify", &level, &heads], &["verify", &level, &solutions]] {
        bounded(run, "");
    }
}

/// One box in a row of 60,000 squares, 30,000 boxes and one push, and a hall of boxes that are home.
#[test]
fn the_largest_boards_are_within_memory_and_time() {
    let folder = Folder::new("largest");
    let wall = |width: usize| "#".repeat(width) + "\n";
    let row = format!("{0}#@${1}.#\n{0}", wall(60_000), " ".repeat(59_995));
    let rows = format!("#   {}#\n", ".$".repeat(120)).repeat(250);
    let crowd = format!("{0}{1}{0}", wall(245), rows.replacen("#   .", "#@  .", 1));
    let home = format!("#{}#\n", "*".repeat(240));
    let home = format!("{0}{1}{2}{0}", wall(242), home.replacen('*', "@", 1), home.repeat(240));
    let [row, crowd, home] =
        [("row", row), ("crowd", crowd), ("home", home)].map(|(name, text)| folder.write(name, text));
    let commands =
        "prove, plan, solve, layers --json, list --difficulty, solve --optimal pushes, solve --strategy fess";
    for command in commands.split(", ") {
        for (name, file) in [("row", &row), ("crowd", &crowd), ("home", &home)] {
            bounded(&command.split(' ').chain([file.as_str()]).collect::<Vec<_>>(), name);
        }
    }
    bounded(&["explain", &crowd, "--solution", "r"], "crowd");
    bounded(&["solve", &home, "--explain", "-v"], "home");
    bounded(&["report", &home, "-o", &folder.path("report.html")], "home");
}

/// A room of many positions.
const ROOM: &str = "\
#############
#           #
# $       $ #
#   .   .   #
#     $     #
# .       $ #
#    @      #
# $   .  .  #
#           #
#   .   $   #
#           #
#############
";

/// A claim about it that takes long to check.
fn huge(folder: &Folder) -> String {
    folder.write("bound.proof", format!("sokoproof 1\nclaim bound 60\n{ROOM}"))
}

#[test]
fn a_list_of_positions_is_bounded_by_memory_and_time() {
    let folder = Folder::new("positions");
    let (room, proof) = (folder.write("room.xsb", ROOM), huge(&folder));
    for args in [&["prove", &room, "--bound", "60"][..], &["verify", &proof]] {
        let ended = watched(&[args, &["--memory", "20MiB"]].concat());
        ended.is_within(Duration::from_secs(20), 20, args[0]);
        let is_told = ended.stderr.contains("memory limit") || args[0] == "verify";
        assert!(ended.code == Some(1) && is_told, "{ended:?}");
        let ended = watched(&[args, &["--time", "300ms"]].concat());
        ended.is_within(Duration::from_millis(300), 2 << 10, args[0]);
    }
}

#[test]
fn what_was_checked_before_a_signal_is_told() {
    let folder = Folder::new("checked");
    let good = "sokoproof 1\nclaim unsolvable\n######\n#$ @.#\n######\n\nzone 0\n######\n#x>>.#\n######\n";
    let (good, told) = (folder.write("good.proof", good), folder.path("told"));
    let mut child = begun(&["verify", &good, &huge(&folder), "--json", "-o", &told]);
    wait_for_work(&mut child, Duration::from_secs(1));
    assert_eq!(ended_by("-TERM", &mut child), Some(143));
    let rows = rows(&fs::read_to_string(told).expect("rows"));
    assert_eq!((rows.len(), &rows[0]["holds"], &rows[1]["proofs"]["holds"]), (2, &true.into(), &1.into()), "{rows:?}");
}

#[test]
fn what_is_made_is_bounded() {
    for (option, number) in [("--rooms", "4294967295"), ("--boxes", "1000000")] {
        let ended = watched(&["generate", option, number]);
        assert!(ended.code == Some(2) && ended.stderr.contains("between 1 and 1000"), "{ended:?}");
    }
    bounded(&["generate", "--boxes", "1000", "--rooms", "1", "--size", "120x120"], "");
}
