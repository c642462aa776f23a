//! The recipe of `examples/cluster` with a task that is killed: no row is lost, and none is there twice.

use crate::common::command::{Folder, err, out, rows, sokoplan};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/cluster/array.sh");

/// What is run on each level: some tenths of a second of work.
const LIMITS: [&str; 4] = ["--optimal", "pushes", "--nodes", "20k"];

/// A folder with a collection, where `sokoplan` is found and `run` is made.
struct Site(Folder);

impl Site {
    fn new(name: &str) -> Self {
        let folder = Folder::new(name);
        fs::create_dir(folder.path("run")).unwrap();
        let boxes = "#  $ .  $ .  $ .   #\n#                  #\n";
        for (file, rows) in [("small.xsb", 4), ("large.xsb", 5)] {
            let hall = |dents: usize| {
                let dented = format!("#{}{}\n", " ".repeat(dents), "#".repeat(19 - dents));
                let wall = format!("{}\n", "#".repeat(20));
                format!("; {dents}\n{wall}#@                 #\n{}{dented}{wall}\n", boxes.repeat(rows))
            };
            folder.write(file, (1..10).map(hall).collect::<String>());
        }
        Self(folder)
    }

    /// A command in the folder.
    fn command(&self, program: &str) -> Command {
        let binary = Path::new(env!("CARGO_BIN_EXE_sokoplan")).parent().unwrap();
        let path = format!("{}:{}", binary.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new(program);
        command.current_dir(self.0.path("")).env("PATH", path);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn said(&self, program: &str, args: &[&str]) -> String {
        let output = self.command(program).args(args).stdout(Stdio::piped()).output().unwrap();
        out(&output)
    }

    /// The number of whole lines in the file of a shard.
    fn lines(&self, shard: usize) -> usize {
        let text = fs::read_to_string(self.0.path(&format!("run/{shard}.jsonl"))).unwrap_or_default();
        text.matches('\n').count()
    }

    /// The process that works on a shard; the test kills no other.
    fn process_of(&self, shard: usize) -> Option<u32> {
        let folder = fs::canonicalize(self.0.path("")).unwrap();
        let processes =
            fs::read_dir("/proc").unwrap().filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        let mut own =
            processes.filter(|id: &u32| fs::read_link(format!("/proc/{id}/cwd")).is_ok_and(|cwd| cwd == folder));
        let file = format!("run/{shard}.jsonl");
        own.find(|id| {
            let words = fs::read_to_string(format!("/proc/{id}/cmdline")).unwrap_or_default();
            let words: Vec<&str> = words.split('\0').collect();
            words[0].ends_with("sokoplan") && words.contains(&&*file)
        })
    }

    /// Kills the process that works on a shard, once it has written a row and before it is done.
    fn kill_within(&self, shard: usize) {
        wait("a row", || self.lines(shard) >= 2);
        let id = self.process_of(shard).expect("it is at work");
        assert!(Command::new("kill").args(["-KILL", &id.to_string()]).status().unwrap().success());
        wait("its end", || self.process_of(shard).is_none());
        let text = fs::read_to_string(self.0.path(&format!("run/{shard}.jsonl"))).unwrap();
        assert!(!text.contains("\"summary\""), "it was killed before its end");
    }

    /// The merged rows are those of one run, and nothing is missing, twice or contradictory.
    fn assert_whole(&self) {
        let merged = sokoplan("", &["bench", "--merge", &self.0.path("run"), "--json"]);
        assert_eq!((merged.status.code(), err(&merged)), (Some(0), String::new()));
        let once = self.said("sokoplan", &[&["bench", "small.xsb", "large.xsb", "--json"], &LIMITS[..]].concat());
        let plain = |text: &str| {
            let keys = ["type", "file", "level", "board", "answer", "lurd", "push_nodes", "levels", "solved"];
            rows(text).iter().map(|row| keys.map(|key| row[key].to_string()).join(" ")).collect::<Vec<_>>()
        };
        assert_eq!(plain(&out(&merged)), plain(&once));
        assert_eq!(plain(&once).iter().filter(|row| row.starts_with("\"level\"")).count(), 18);
    }
}

fn wait(what: &str, mut is_done: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_done() {
        assert!(begin.elapsed() < Duration::from_secs(600), "still waiting for {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The array script as Slurm calls it, on a machine without Slurm.
#[test]
fn a_killed_task_of_an_array_goes_on_where_it_was() {
    let site = Site::new("array");
    let task = |number: usize| {
        let mut command = site.command("bash");
        command.args([SCRIPT, "2", "small.xsb", "large.xsb"]).args(LIMITS);
        command.env("SLURM_ARRAY_TASK_ID", number.to_string()).spawn().unwrap()
    };
    let mut first = task(1);
    site.kill_within(1);
    assert!(!first.wait().unwrap().success());
    let kept = site.lines(1);
    for number in [1, 2] {
        assert!(task(number).wait().unwrap().success());
    }
    assert!(site.lines(1) > kept, "it has gone on");
    site.assert_whole();
}
