//! Rows of an earlier run are kept by `bench --resume`, whatever ends it, and by two runs that name one file.

use crate::common::command::{Folder, Run, hall, program, rows, sokoplan};
use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;

const EASY: &str = "#####\n#@$.#\n#####\n\n";

/// Levels whose last one is never solved, and the rows of all others.
fn begun(folder: &Folder, count: usize) -> (String, String) {
    let levels = folder.write("levels.xsb", EASY.repeat(count) + &hall());
    let one = sokoplan("", &["bench", &levels, "--level", "1", "--json"]).out;
    let row = one.lines().next().expect("a row").to_owned() + "\n";
    let rows = (1..=count).map(|level| row.replace("\"level\":1,", &format!("\"level\":{level},"))).collect();
    (levels, rows)
}

/// The numbers of the levels that have a whole row.
fn kept(file: &str) -> BTreeSet<u64> {
    let text = fs::read_to_string(file).expect("rows");
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    rows(whole).iter().filter(|row| row["type"] == "level").filter_map(|row| row["level"].as_u64()).collect()
}

#[test]
fn a_kill_at_any_moment_loses_no_row_of_a_resumed_run() {
    let folder = Folder::new("kept-kills");
    let (levels, rows) = begun(&folder, 400);
    let all: BTreeSet<u64> = (1..=400).collect();
    for ending in ["", "{\"type\":\"lev"] {
        for after in (0..60).step_by(12) {
            let file = folder.write("rows.jsonl", rows.clone() + ending);
            let args = ["bench", &levels, "--resume", &file];
            let mut run = program().args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
            std::thread::sleep(Duration::from_millis(after));
            run.kill().expect("it is ours");
            run.wait().expect("it ends");
            assert!(kept(&file).is_superset(&all), "killed after {after} ms");
        }
    }
}

#[cfg(unix)]
#[test]
fn of_two_runs_on_one_file_the_second_is_refused() {
    let folder = Folder::new("kept-two");
    let (levels, rows) = begun(&folder, 3);
    let merged = folder.path("");
    for (name, old) in [("rows.jsonl", false), ("rows.csv", true)] {
        let file = folder.path(name);
        if old {
            fs::write(&file, &rows).expect("rows");
        }
        let first = ["bench", &levels, "--strategy", "breadth-first", "--time", "10m", "-o", &file];
        let mut first = program().args(first).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        // A missing file is created once it is locked; an existing file gives no such sign.
        std::thread::sleep(Duration::from_millis(1500));
        let others: [&[&str]; 4] = [
            &[&levels, "--resume", &file],
            &[&levels, "-o", &file],
            &[&levels, "--shard", "1/2", "--resume", &file],
            &["merge", &merged, "-o", &file],
        ];
        // Files that are merged may not be written.
        for other in &others[..if old { 4 } else { 3 }] {
            let second = sokoplan("", &[&["bench"], *other].concat());
            let said = second.err;
            assert_eq!(second.code, Some(2), "{other:?}: {said}");
            assert!(said.contains(&format!("{file}: another run is writing this file")), "{other:?}: {said}");
        }
        first.kill().expect("it is ours");
        first.wait().expect("it ends");
    }
}

#[test]
fn a_last_row_that_is_cut_off_is_told_where_runs_are_compared_or_reported() {
    let folder = Folder::new("kept-cut");
    let levels = folder.write("levels.xsb", EASY.repeat(2));
    let whole = folder.path("whole.jsonl");
    assert_eq!(sokoplan("", &["bench", &levels, "-o", &whole]).code, Some(0));
    let text = fs::read_to_string(&whole).expect("rows");
    let second = text.match_indices('\n').nth(2).expect("the setting and two rows").0;
    let cut = folder.write("cut.jsonl", &text[..second - 30]);
    let told = format!("{cut}: the last row is incomplete: skipped");
    sokoplan("", &["bench", "compare", &whole, &cut]).ends(0, &told);
    sokoplan("", &["report", &levels, "--rows", &cut, "-o", &folder.path("page.html")]).says(&told);
    let resumed = sokoplan("", &["bench", &levels, "--resume", &cut]);
    assert!(!resumed.err.contains("incomplete") && kept(&cut).len() == 2, "its level is run again: {resumed}");
}

#[test]
fn files_of_rows_and_solutions_are_counted_in_the_memory_of_a_run() {
    let folder = Folder::new("kept-memory");
    let (levels, rows) = begun(&folder, 1);
    let rows = folder.write("rows.jsonl", rows.repeat(30_000));
    let lurd = folder.write("moves.lurd", "1 R\n".repeat(4 << 20));
    for args in [
        &["bench", &levels, "--resume", &rows, "-o", &folder.path("new.jsonl")][..],
        &["report", &levels, "--rows", &rows, "-o", &folder.path("page.html")],
        &["bench", "compare", &rows, &rows],
        &["replay", &levels, "--level", "1", "--format", "text", "--solution", &lurd],
        &["verify", &levels, "--level", "1", "--solution", &lurd],
    ] {
        sokoplan("", &[args, &["--memory", "50MiB"]].concat()).ends(2, "memory limit");
    }
}

#[test]
fn what_is_neither_moves_nor_a_file_is_told_with_the_place_where_the_moves_break() {
    let folder = Folder::new("kept-moves");
    let levels = folder.write("levels.xsb", EASY);
    for (moves, told) in
        [("Rx", "column 2: `x` is not a move"), ("10000000r", "column 9: too many moves; expected at most 4,194,304")]
    {
        for command in ["verify", "replay", "explain"] {
            sokoplan("", &[command, &levels, "--level", "1", "--solution", moves])
                .ends(2, format!("{moves}: neither a file nor moves: {told}"));
        }
    }
}

#[cfg(unix)]
#[test]
fn names_of_any_bytes_and_of_any_length_are_files_like_others() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("kept-names");
    let path = |name: &[u8]| std::path::Path::new(&folder.path("")).join(std::ffi::OsStr::from_bytes(name));
    let [one, other] = [path(b"a\xff.xsb"), path(b"a\xfe.xsb")];
    fs::write(&one, EASY).expect("a file");
    fs::write(&other, EASY).expect("a file");
    let text = Run::of(program().args(["bench", "--json"]).args([&one, &other]), "").out;
    assert!(text.contains("a\\\\xff.xsb") && text.contains("a\\\\xfe.xsb"), "{text}");
    let long = path(format!("{}.xsb", "n".repeat(250)).as_bytes());
    fs::write(&long, EASY).expect("a file");
    for args in [
        &["rooms", "save"][..],
        &["pddl", "export", "--domain", "sokoban-pushes", "-o"],
        &["rooms", "--format", "svg", "-o"],
    ] {
        let to = folder.path(&format!("to{}", args.len()));
        Run::of(program().args(args).arg(&to).args([&long, &one]), "").ends(0, "");
        assert!(fs::read_dir(&to).expect("a folder").count() >= 2, "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn where_no_thread_can_be_made_the_work_goes_on_with_a_message() {
    let folder = Folder::new("kept-threads");
    let levels = folder.write("levels.xsb", EASY.repeat(3));
    // The limit does not hold for root.
    let nobody = "setpriv --reuid=65534 --clear-groups";
    if !Command::new("sh").args(["-c", &format!("{nobody} true")]).status().is_ok_and(|status| status.success()) {
        return;
    }
    Command::new("chmod").args(["-R", "a+rwX", &folder.path("")]).status().expect("chmod");
    for command in ["solve --threads 4", "solve --level 1 --threads 2", "bench --threads 3", "list --solvable", "prove"]
    {
        let program = env!("CARGO_BIN_EXE_sokoplan");
        let script = format!("exec prlimit --nproc=1 {nobody} '{program}' {command} '{levels}'");
        let run = Run::of(Command::new("sh").args(["-c", &script]), "");
        let said = run.err;
        assert!([Some(0), Some(1)].contains(&run.code), "{command}: {:?}: {said}", run.code);
        assert!(said.contains("thread can be made") || said.contains("threads can be made"), "{command}: {said}");
    }
}
