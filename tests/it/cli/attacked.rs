//! Inputs that cost more than they look: what is read, proved, checked or made from them ends within the limits, or
//! soon after a signal.

use crate::common::command::{Folder, program, rows};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What a run may take beside the memory that it is allowed: see [`Ended::is_within`].
const BESIDE: u64 = 64;
/// What it may take beside its time, on a machine that is busy with other tests.
const LATE: Duration = Duration::from_secs(4);

/// How a run has ended.
#[derive(Debug)]
pub(super) struct Ended {
    pub(super) code: Option<i32>,
    pub(super) taken: Duration,
    /// The most memory in MiB.
    pub(super) peak: u64,
    pub(super) stderr: String,
}

/// Runs the program, and looks at its memory while it runs.
pub(super) fn watched(args: &[&str]) -> Ended {
    let folder = Folder::new("watched");
    let [out, err] = ["out", "err"].map(|name| folder.path(name));
    let file = |path: &str| Stdio::from(fs::File::create(path).expect("a file"));
    let began = Instant::now();
    let mut child =
        program().args(args).stdin(Stdio::null()).stdout(file(&out)).stderr(file(&err)).spawn().expect("it runs");
    let mut peak = 0;
    let code = loop {
        peak = peak.max(peak_of(&child));
        if let Some(status) = child.try_wait().expect("a status") {
            break status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    };
    Ended { code, taken: began.elapsed(), peak, stderr: fs::read_to_string(err).expect("text") }
}

/// The most memory of a running program up to now, in MiB; 0 where the system does not say.
fn peak_of(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) >> 10
}

impl Ended {
    /// Asserts that it ended soon after its time, with at most half as much again as its memory, and 64 MiB.
    pub(super) fn is_within(&self, time: Duration, memory: u64, name: &str) {
        assert!(matches!(self.code, Some(0..=2)), "{name}: {self:?}");
        assert!(self.taken < time + LATE, "{name}: {self:?}");
        assert!(self.peak <= memory.saturating_add(memory / 2).saturating_add(BESIDE), "{name}: {self:?}");
    }
}

pub(super) fn packed(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

fn repeated(part: &str, bytes: usize) -> String {
    part.repeat(bytes / part.len())
}

#[test]
fn text_of_any_shape_is_read_within_memory_and_time() {
    const SIZE: usize = 12 << 20;
    let folder = Folder::new("shapes");
    let shapes = [
        ("walls and blank lines", repeated("#\n\n", SIZE)),
        ("a wide row", repeated("#", SIZE)),
        ("a high board", repeated("#\n", SIZE)),
        ("groups in groups", repeated("(", SIZE) + "2#)"),
        ("many rows in a line", repeated("|", SIZE) + "5#|#"),
        ("short lines", repeated("a\n", SIZE)),
        ("notes of a game", "#####\n#@$.#\n#####\nSolution\nrrRR\n".to_owned() + &repeated("a:b\n", SIZE)),
        ("comments", repeated("Comment:\n", SIZE)),
        ("faults", repeated("#$\n\n", SIZE)),
        ("line ends", repeated("a\r", SIZE)),
        ("no UTF-8", repeated("\u{fffd}\n", SIZE)),
        ("rows of XML", "<SokobanLevels><Level>".to_owned() + &repeated("<L/>", SIZE)),
        ("notes of XML", "<SokobanLevels>".to_owned() + &repeated("<Url>x</Url>", SIZE)),
        ("attributes of XML", "<SokobanLevels><Level ".to_owned() + &repeated("a='' ", SIZE) + "/>"),
        ("values of JSON", "[{\"content\":1}".to_owned() + &repeated(",1", SIZE) + "]"),
        ("cells of JSON", "[{\"content\":[[\"W\"".to_owned() + &repeated(",\"W\"", SIZE) + "]]}]"),
    ];
    for (name, text) in &shapes {
        let file = folder.write("set.gz", packed(text));
        for command in ["list", "solve"] {
            let ended = watched(&[command, &file, "--memory", "20MiB", "--time", "1s"]);
            ended.is_within(Duration::from_secs(1), 20, &format!("{command}: {name}"));
        }
    }
    let file = folder.write("set.gz", packed(&shapes[0].1));
    for command in ["rooms", "verify", "prove"] {
        let ended = watched(&[command, &file, "--memory", "20MiB", "--time", "1s"]);
        ended.is_within(Duration::from_secs(1), 20, command);
        assert!(ended.stderr.contains("memory limit"), "{command}: {ended:?}");
    }
    let level = folder.write("one.xsb", "#####\n#@$.#\n#####\n");
    let heads = folder.write("heads.sokoproof", repeated("sokoproof \n", SIZE / 2));
    let solutions = folder.write("solutions.txt", repeated("1 R\n", SIZE / 2));
    for run in [vec!["verify", &heads], vec!["verify", &level, &heads], vec!["verify", &level, &solutions]] {
        let ended = watched(&[&run[..], &["--memory", "20MiB", "--time", "1s"]].concat());
        ended.is_within(Duration::from_secs(1), 20, run[0]);
    }
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

#[test]
fn a_list_of_positions_is_bounded_by_memory_and_time_and_ended_by_signals() {
    let folder = Folder::new("positions");
    let room = folder.write("room.xsb", ROOM);
    let prove = ["prove", &room, "--bound", "60"];
    let ended = watched(&[&prove[..], &["--memory", "20MiB", "--time", "1m"]].concat());
    ended.is_within(Duration::from_secs(20), 20, "prove");
    assert!(ended.stderr.contains("memory limit"), "{ended:?}");
    let ended = watched(&[&prove[..], &["--time", "300ms"]].concat());
    ended.is_within(Duration::from_millis(300), 2 << 10, "prove");
    let proof = folder.write("bound.proof", format!("sokoproof 1\nclaim bound 60\n{ROOM}"));
    let ended = watched(&["verify", &proof, "--memory", "20MiB"]);
    ended.is_within(Duration::from_secs(20), 20, "verify");
    assert_eq!(ended.code, Some(1));
    let ended = watched(&["verify", &proof, "--time", "300ms"]);
    ended.is_within(Duration::from_millis(300), 2 << 10, "verify");
    for args in [&prove[..], &["verify", &proof], &["verify", &room, &proof]] {
        assert!(after_signal(args) < Duration::from_secs(1), "{args:?}");
    }
}

/// Sends a signal to a run of which it is known that it takes longer; returns how long it goes on.
fn after_signal(args: &[&str]) -> Duration {
    let mut command = program();
    let command = command.args(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("a status").is_none(), "{args:?} has ended");
    send("-INT", &child);
    let sent = Instant::now();
    assert_eq!(child.wait().expect("it ends").code(), Some(130), "{args:?}");
    sent.elapsed()
}

pub(super) fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

#[test]
fn what_was_checked_before_a_signal_is_told() {
    let folder = Folder::new("checked");
    let good = "sokoproof 1\nclaim unsolvable\n######\n#$ @.#\n######\n\nzone 0\n######\n#x>>.#\n######\n";
    let good = folder.write("good.proof", good);
    let huge = folder.write("bound.proof", format!("sokoproof 1\nclaim bound 60\n{ROOM}"));
    let told = folder.path("told");
    let mut command = program();
    let command = command.args(["verify", &good, &huge, "--json", "-o", &told]).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
    std::thread::sleep(Duration::from_secs(1));
    send("-TERM", &child);
    assert_eq!(child.wait().expect("it ends").code(), Some(143));
    let rows = rows(&fs::read_to_string(told).expect("rows"));
    assert_eq!((rows.len(), &rows[0]["holds"], &rows[1]["proofs"]["holds"]), (2, &true.into(), &1.into()), "{rows:?}");
}

#[test]
fn what_is_made_is_bounded_and_hears_signals() {
    let folder = Folder::new("made");
    for (option, number) in [("--rooms", "4294967295"), ("--boxes", "1000000")] {
        let ended = watched(&["generate", option, number]);
        assert!(ended.code == Some(2) && ended.stderr.contains("between 1 and 1000"), "{ended:?}");
    }
    let large = ["generate", "--boxes", "1000", "--rooms", "1", "--size", "120x120"];
    let ended = watched(&[&large[..], &["--time", "1s"]].concat());
    ended.is_within(Duration::from_secs(1), 2 << 10, "generate");
    let ended = watched(&[&large[..], &["--memory", "20MiB"]].concat());
    ended.is_within(Duration::from_secs(20), 20, "generate");
    assert!(after_signal(&large) < Duration::from_secs(1));
    let side = 100;
    let row = format!("#{}#\n", "  $ . ".repeat(side / 6));
    let wall = "#".repeat(row.len() - 1) + "\n";
    let blank = format!("#@{}#\n", " ".repeat(row.len() - 4));
    let rest = (blank.replace('@', " ") + &row).repeat(side / 2);
    let board = folder.write("board.xsb", format!("{wall}{blank}{rest}{wall}"));
    let rated = ["list", &board, "--difficulty", "--solvable"];
    watched(&[&rated[..], &["--time", "1s"]].concat()).is_within(Duration::from_secs(1), 2 << 10, "list");
    let moves = "rl".repeat(20_000);
    let replay = ["replay", &board, "--solution", &moves, "--format", "text"];
    watched(&[&replay[..], &["--time", "300ms"]].concat()).is_within(Duration::from_millis(300), 2 << 10, "replay");
}

#[cfg(feature = "png")]
#[test]
fn a_board_too_large_for_a_gif_is_refused_before_it_is_drawn() {
    let folder = Folder::new("wide");
    let wall = "#".repeat(20_000);
    let board = folder.write("wide.xsb", format!("{wall}\n#@$.{}#\n{wall}\n", " ".repeat(19_995)));
    let ended = watched(&["replay", &board, "--solution", "R", "--format", "gif", "-o", &folder.path("wide.gif")]);
    ended.is_within(Duration::from_secs(1), 20, "replay");
    assert!(ended.stderr.contains("the board is too large"), "{ended:?}");
}

/// What is in a folder.
pub(super) fn names(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_run_that_ends_with_nothing_leaves_the_old_file_and_one_with_something_the_whole_of_it() {
    let folder = Folder::new("old");
    let room = folder.write("room.xsb", ROOM);
    let proof = folder.write("bound.proof", format!("sokoproof 1\nclaim bound 60\n{ROOM}"));
    let walked = folder.write("walked.sok", format!("{ROOM}Solution\n{}\n", "rl".repeat(1_000_000)));
    let runs: [(&[&str], bool); 5] = [
        (&["prove", &room, "--bound", "60"], false),
        (&["generate", "--rooms", "1000", "--min-pushes", "100000"], false),
        (&["replay", &walked, "--format", "text"], false),
        (&["solve", &room, "--optimal", "moves", "--time", "10m"], false),
        (&["verify", &proof], true),
    ];
    for (args, has_something) in runs {
        for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
            let to = Folder::new("to");
            let file = to.write("out", "old");
            let mut command = program();
            let command = command.args([args, &["-o", &file]].concat()).stdin(Stdio::null());
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
            std::thread::sleep(Duration::from_millis(700));
            send(signal, &child);
            // What is still read has written nothing, and is ended by the system.
            let ended = child.wait().expect("it ends").code();
            assert!(ended == Some(code) || ended.is_none() && !has_something, "{args:?}: {ended:?}");
            let text = fs::read_to_string(&file).expect("a file");
            assert_eq!(text == "old", !has_something, "{args:?}: {text}");
            assert!(text == "old" || text.ends_with('\n'), "{args:?}: {text}");
            assert_eq!(names(&to.path(".")), ["out"], "{args:?}");
        }
    }
}
