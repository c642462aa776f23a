//! The real binary, run as users run it.

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::fmt::{self, Display};
use std::io::{Cursor, Write, stderr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// What a run has written, its exit code, and its arguments.
pub(crate) struct Run {
    args: String,
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// Starts a command with any bytes as its standard input, and waits for its end.
    pub(crate) fn of(command: &mut Command, input: impl AsRef<[u8]>) -> Self {
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the binary runs");
        let (mut stdin, input) = (child.stdin.take().expect("a pipe"), input.as_ref());
        let Output { status, stdout, stderr } = std::thread::scope(|scope| {
            // A program that ends before it has read everything breaks the pipe.
            scope.spawn(move || stdin.write_all(input).ok());
            child.wait_with_output().expect("its output")
        });
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Self { args: format!("{command:?}"), code: status.code(), out: text(stdout), err: text(stderr) }
    }

    /// Asserts that it has ended with this exit code, and that the messages have these words.
    #[track_caller]
    pub(crate) fn ends(self, code: i32, words: impl AsRef<str>) -> Self {
        assert!(self.code == Some(code), "not {code}: {self}");
        self.says(words)
    }

    /// Asserts that the messages have these words.
    #[track_caller]
    pub(crate) fn says(self, words: impl AsRef<str>) -> Self {
        assert!(self.err.contains(words.as_ref()), "no {:?}: {self}", words.as_ref());
        self
    }

    /// Asserts that standard output has these words.
    #[track_caller]
    pub(crate) fn prints(self, words: impl AsRef<str>) -> Self {
        assert!(self.out.contains(words.as_ref()), "no {:?}: {self}", words.as_ref());
        self
    }

    pub(crate) fn rows(&self) -> Vec<Value> {
        rows(&self.out)
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ends with {:?}\n{}\n{}", self.args, self.code, self.out, self.err)
    }
}

/// Runs `sokoplan` with a text or other bytes as its standard input.
pub(crate) fn sokoplan(input: impl AsRef<[u8]>, args: &[&str]) -> Run {
    Run::of(program().args(args), input)
}

/// The program, as it was built for these tests.
pub(crate) fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_sokoplan"))
}

/// The rows of JSON Lines.
pub(crate) fn rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON row")).collect()
}

/// A folder that goes away with its value.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let prefix = format!("sokoplan-{name}-");
        Self(tempfile::Builder::new().prefix(&prefix).tempdir().expect("a folder"))
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain name").to_owned()
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), text).expect("a file");
        self.path(name)
    }
}

/// A file or folder of the repository.
pub(crate) fn root(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The data of a page of `report`.
pub(crate) fn data(page: &str) -> Value {
    let (_, data) = page.split_once("id=\"data\">").expect("data");
    serde_json::from_str(data.split("</script>").next().unwrap_or_default()).expect("JSON")
}

/// A file of the levels of the repository.
pub(crate) fn own(name: &str) -> String {
    format!("{}/levels/{name}.xsb", env!("CARGO_MANIFEST_DIR"))
}

pub(crate) const LISA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/6-lisa.xsb");

/// Levels whose boxes get in each other's way.
pub(crate) const ORDERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/7-orders.xsb");

/// A level that takes searches longer than a test may take, but for the agenda.
pub(crate) fn hall() -> String {
    let rows = "# $ .  $ .  $ . $. #\n#                  #\n".repeat(14);
    format!("; hall\n####################\n#@                 #\n{rows}####################\n")
}

/// A hall of any size where one box comes home in no time.
pub(crate) fn easy_hall(side: usize) -> String {
    let row = |inside: &str| format!("#{inside:<0$}#\n", side - 2);
    "#".repeat(side) + "\n" + &row("@$.") + &row("").repeat(side - 3) + &"#".repeat(side) + "\n"
}

/// Begins a run without standard input, whose messages are not kept.
pub(crate) fn begun(args: &[&str]) -> Child {
    let mut command = program();
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs")
}

/// The processor time of a running program, whatever else the machine does; zero if the system does not report it.
pub(crate) fn worked(child: &Child) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // The name ends at the last bracket; the system counts hundredths of a second.
    let ticks = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    Duration::from_millis(10 * ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>())
}

/// The most memory of a process up to now, in MiB, if the system reports it.
pub(crate) fn most_memory(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().ok()? >> 10)
}

/// Waits until a program has worked for a time, or has ended.
pub(crate) fn wait_for_work(child: &mut Child, time: Duration) {
    while worked(child) < time && child.try_wait().expect("a status").is_none() {
        std::thread::sleep(Duration::from_millis(5));
        if !cfg!(target_os = "linux") {
            return std::thread::sleep(time);
        }
    }
}

/// Sends a signal, and returns the exit code. Fails if the program works on as if it had not heard the signal.
pub(crate) fn ended_by(signal: &str, child: &mut Child) -> Option<i32> {
    // A process that has ended by itself is not there any more.
    if let Some(status) = child.try_wait().expect("a status") {
        return status.code();
    }
    send(signal, child);
    let before = worked(child);
    loop {
        if let Some(status) = child.try_wait().expect("a status") {
            return status.code();
        }
        assert!(worked(child) < before + Duration::from_secs(5), "{signal} is not heard");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Signals that end a program, and their exit codes; without signals that programs ignore where the tests run under `nohup` or in
/// the background of a script.
pub(crate) fn signals() -> Vec<(&'static str, i32)> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).map(str::trim);
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask, 16).ok()).unwrap_or(0);
    let all = [("-INT", 130), ("-TERM", 143), ("-HUP", 129)];
    all.into_iter().filter(|(_, code)| ignored >> (code - 129) & 1 == 0).collect()
}

/// Sends a signal, as `-INT`.
pub(crate) fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

/// Contents of a folder, in order.
pub(crate) fn names(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A row without what differs from run to run: seconds and memory.
pub(crate) fn timeless(mut row: Value) -> Value {
    if let Value::Object(fields) = &mut row {
        fields.retain(|name, _| !name.ends_with("seconds") && name != "peak_bytes");
        fields.values_mut().for_each(|value| *value = timeless(value.take()));
    } else if let Value::Array(values) = &mut row {
        values.iter_mut().for_each(|value| *value = timeless(value.take()));
    }
    row
}

pub(crate) fn gz(text: &str) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("memory");
    encoder.finish().expect("memory")
}

/// An archive of files, by name and text.
pub(crate) fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in members {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).expect("a member");
        archive.write_all(text.as_bytes()).expect("memory");
    }
    archive.finish().expect("memory").into_inner()
}

/// Says why a test is left out: past the capture of test output, so that it is seen, and in a line that `.ci/run` and
/// `.ci/long` repeat at their ends.
pub(crate) fn skipped(why: impl Display) {
    _ = writeln!(stderr(), "skipped: {why}");
}
