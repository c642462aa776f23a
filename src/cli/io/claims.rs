//! The option `--solution LURD|FILE|-`: moves, or a file of solutions claimed for levels: lines of NUMBER LURD, rows
//! of `solve --json`, or files of levels. Checking them is left to `verify`.

use super::files::{self, text};
use super::message::{self, ExitStatus, Failure, Result};
use super::selection::{PickedLevel, Selection};
use crate::files::Unreadable;
use crate::level::{Collection, Entry, Level, Lurd, LurdError, Metrics, RecordedMoves, moves_alone};
use crate::render::counted;
use crate::run::{Meter, safe};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SolutionArgs {
    /// Moves, or a file of solutions [default: in FILE]
    ///
    /// Without this option, the solutions in the files of levels are used. A file has lines of NUMBER LURD, rows of `solve --json`, moves alone, or levels with solutions (SOK); `-` is standard input. Moves are for one level.
    #[arg(help_heading = "Levels", long, value_name = "LURD|FILE")]
    solution: Option<String>,
}

impl SolutionArgs {
    pub(crate) const fn is_given(&self) -> bool {
        self.solution.is_some()
    }

    pub(crate) fn file(&self) -> Option<&Path> {
        self.solution.as_deref().filter(|text| !is_moves(text)).map(Path::new)
    }

    /// Returns the path of the file of solutions, if the option names one; an error for neither moves nor a file.
    pub(crate) fn existing_file(&self) -> Result<Option<&Path>> {
        let Some(file) = self.file() else { return Ok(None) };
        let text = self.solution.as_deref().unwrap_or_default();
        match text.parse::<Lurd>() {
            Err(error) if !file.exists() && !files::is_stdin(file) => {
                let LurdError { column, what, expected, .. } = error;
                let place = format!("column {}: {what}; expected {expected}", column + 1);
                Err(Failure::message(format!("{}: neither a file nor moves: {place}", safe(text))))
            }
            _ => Ok(Some(file)),
        }
    }

    pub(crate) fn is_moves(&self) -> bool {
        self.is_given() && self.file().is_none()
    }

    /// Returns the solutions by level, from the option or else from the files of levels; `No` if some are for files not given.
    pub(crate) fn claims(&self, selection: &Selection, meter: &Meter) -> Result<(Claims, ExitStatus)> {
        let Some(solution) = &self.solution else {
            return Ok((own(&selection.entries, meter)?, ExitStatus::Done));
        };
        let mut files: Vec<String> = selection.entries.iter().map(|picked| picked.file.clone()).collect();
        files.dedup();
        let Some(file) = self.existing_file()? else {
            let [picked] = selection.entries.as_slice() else {
                return Err(Failure::message("several levels: select the level of these moves with --level"));
            };
            let (name, level) = picked.key();
            let claim = Claim::of_moves(name.clone(), level, solution.clone());
            return Ok((Claims::from([((name, level), vec![claim])]), ExitStatus::Done));
        };
        let levels = LevelFiles::new(&files);
        let text = text(file, meter)?;
        if let Some(claims) = of_levels(&text, selection) {
            return Ok((claims, ExitStatus::Done));
        }
        let claims = read(&files::name(file), &text, &levels, only(&selection.entries), meter)?;
        let (claims, others) = assigned(claims, &levels);
        Ok((claims, report_others(&others, "left out")))
    }
}

/// An argument is moves if it parses as moves, and no file has this name.
fn is_moves(text: &str) -> bool {
    text.parse::<Lurd>().is_ok() && !Path::new(text).exists()
}

#[derive(Debug)]
pub(crate) struct Claim {
    /// Name of the level's file; `None` if the claim names none.
    pub(crate) file: Option<String>,
    pub(crate) level: usize,
    /// Number of the line that states the solution, from 1.
    pub(crate) line: usize,
    /// Moves in LURD, not checked.
    pub(crate) lurd: String,
    pub(crate) counts: StatedCounts,
}

impl Claim {
    pub(crate) fn of_moves(file: String, level: usize, lurd: String) -> Self {
        Self { file: Some(file), level, line: 1, lurd, counts: StatedCounts::default() }
    }
}

/// Counts of moves, pushes etc. that a file states beside a solution; `None` for a count that it does not state.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(crate) struct StatedCounts {
    moves: Option<usize>,
    pushes: Option<usize>,
    box_lines: Option<usize>,
    box_changes: Option<usize>,
    pushing_sessions: Option<usize>,
}

/// Claims by file and number of their level, in the order of their lines.
pub(crate) type Claims = BTreeMap<(String, usize), Vec<Claim>>;

pub(crate) fn take(claims: &mut Claims, picked: &PickedLevel) -> Vec<Claim> {
    claims.remove(&picked.key()).unwrap_or_default()
}

pub(crate) fn own(entries: &[PickedLevel], meter: &Meter) -> Result<Claims, Unreadable> {
    let claims = |picked: &PickedLevel| {
        let PickedLevel { file, entry, .. } = picked;
        meter.check().map_err(|stop| Unreadable::Stopped(file.clone(), stop))?;
        Ok(((file.clone(), entry.number), of_entry(file, entry.number, entry)))
    };
    entries.iter().map(claims).collect()
}

/// Returns the solutions of a text of levels, as SOK, for the levels that equal them; `None` for a text without levels.
fn of_levels(text: &str, selection: &Selection) -> Option<Claims> {
    if is_of_solutions(text) {
        return None;
    }
    let other = Collection::parse(text.as_bytes());
    let levels = || other.entries.iter().filter_map(|entry| Some((entry, entry.body.as_ref().ok()?)));
    levels().next()?;
    let mut claims = Claims::new();
    for (picked, level) in selection.levels() {
        let equal = |(_, other): &(_, &Level)| other.board == level.board && other.start == level.start;
        let known = levels().filter(equal).map(|(entry, _)| entry);
        let known = known.flat_map(|entry| of_entry(&picked.file, picked.entry.number, entry));
        claims.entry(picked.key()).or_default().extend(known);
    }
    Some(claims)
}

fn of_entry(file: &str, level: usize, entry: &Entry) -> Vec<Claim> {
    let claim = |game: &RecordedMoves| Claim {
        file: Some(file.to_owned()),
        level,
        line: game.line,
        lurd: game.lurd.clone(),
        counts: StatedCounts::of_header(&game.header),
    };
    entry.solutions().map(claim).collect()
}

pub(crate) fn only(entries: &[PickedLevel]) -> Option<&PickedLevel> {
    if let [only] = entries { Some(only) } else { None }
}

/// Reads claimed solutions from the text of the file `name`; `levels` are the names of the files of levels. Moves and nothing
/// else are for the `only` level. Fails on the first line that is not a claim.
pub(crate) fn read(
    name: &str,
    text: &str,
    levels: &LevelFiles<'_>,
    only: Option<&PickedLevel>,
    meter: &Meter,
) -> Result<Vec<Claim>> {
    /// Estimated bytes of a claim in the maps that hold it.
    const CLAIM: usize = 4 * size_of::<Claim>();
    let stopped = |stop| Failure::message(format!("{name}: {stop}"));
    let is_claim = |line: &str| matches!(parsed(line), Ok(Line::Claim(_)));
    let is_comment = |line: &str| matches!(parsed(line), Ok(Line::Comment(_)));
    let is_numbered = text.lines().map(str::trim).find(|line| !is_comment(line)).is_some_and(is_claim);
    if let Some((line, lurd)) = moves_alone(text).filter(|_| !is_numbered) {
        let many = || Failure::message(format!("{name}: moves without a number: select their level with --level"));
        let (file, level) = only.ok_or_else(many)?.key();
        return Ok(vec![Claim { line, ..Claim::of_moves(file, level, lurd) }]);
    }
    let (mut claims, mut file) = (Vec::new(), None);
    for (index, line) in text.lines().enumerate() {
        if index % 1024 == 0 {
            meter.check().map_err(stopped)?;
        }
        // `solve` writes names of files in this form; they may begin or end with a blank, or begin as a comment does.
        if let Some(name) = line.strip_prefix("; ").filter(|name| levels.by_name.contains_key(name)) {
            file = Some(name.to_owned());
            continue;
        }
        match parsed(line.trim()).map_err(|fault| Failure::message(format!("{name}:{}:1: {fault}", index + 1)))? {
            Line::Claim(claim) => {
                let named = claim.file.or_else(|| file.clone());
                claims.push(Claim { file: named, line: index + 1, ..claim });
            }
            Line::Comment(text) if is_file(text, levels) => file = Some(text.to_owned()),
            Line::Comment(_) => {}
        }
    }
    meter.fits(CLAIM * claims.len()).map_err(stopped)?;
    Ok(claims)
}

/// True if all lines of a text are solutions or comments. Comments may show boards, e.g. in `solve --explain`.
pub(crate) fn is_of_solutions(text: &str) -> bool {
    let mut count = 0;
    let is_good = |line: &str| match parsed(line.trim()) {
        Ok(Line::Claim(claim)) => {
            count += 1;
            claim.lurd.parse::<Lurd>().is_ok()
        }
        line => line.is_ok(),
    };
    text.lines().all(is_good) && count > 0
}

/// Returns the claims for files in `levels`, grouped by file and level, and the claims for other files.
pub(crate) fn assigned(claims: Vec<Claim>, levels: &LevelFiles<'_>) -> (Claims, Vec<Claim>) {
    let (mut assigned, mut others) = (Claims::new(), Vec::new());
    // If the claims name at most one file, they are about the only given file, even if it was renamed.
    let mut names = claims.iter().map(|claim| &claim.file);
    let is_one = names.next().is_none_or(|first| names.all(|name| name == first)) && levels.only().is_some();
    for claim in claims {
        let file = match &claim.file {
            Some(name) if !is_one => levels.meant(name),
            _ => levels.only(),
        };
        match file {
            Some(file) => assigned.entry((file.to_owned(), claim.level)).or_default().push(claim),
            None => others.push(claim),
        }
    }
    (assigned, others)
}

/// Reports the number of claims for other files; `fate` is the word for their treatment.
pub(crate) fn report_others(others: &[Claim], fate: &str) -> ExitStatus {
    let Some(first) = others.first() else { return ExitStatus::Done };
    let file = first.file.as_deref().unwrap_or("an unnamed file");
    let solutions = counted(others.len(), "solution");
    message::error(&format!("{solutions} {fate}: the first is for {file}, level {}", first.level));
    ExitStatus::No
}

/// Names of the files of levels, to assign claims and rows to files.
pub(crate) struct LevelFiles<'a> {
    names: &'a [String],
    by_name: FxHashMap<&'a str, usize>,
    /// Files by their names without folders; `None` for a name of several files.
    by_end: FxHashMap<&'a OsStr, Option<usize>>,
    /// Files by their paths without links, to look up other paths of the same file.
    by_path: OnceCell<FxHashMap<PathBuf, usize>>,
}

impl<'a> LevelFiles<'a> {
    pub(crate) fn new(names: &'a [String]) -> Self {
        let mut by_end: FxHashMap<&OsStr, Option<usize>> = FxHashMap::default();
        for (at, name) in names.iter().enumerate() {
            if let Some(end) = Path::new(name).file_name() {
                by_end.entry(end).and_modify(|only| *only = None).or_insert(Some(at));
            }
        }
        // Of equal names the first counts.
        let by_name = names.iter().enumerate().rev().map(|(at, name)| (name.as_str(), at)).collect();
        Self { names, by_name, by_end, by_path: OnceCell::new() }
    }

    /// Returns the file of levels that a name means: the file of this name, or the same file by another path, or the
    /// only one with this name in another folder.
    pub(crate) fn meant(&self, name: &str) -> Option<&'a str> {
        let same_file = || {
            let by_path = self.by_path.get_or_init(|| {
                let paths = self.names.iter().enumerate().rev();
                paths.filter_map(|(at, name)| Some((fs::canonicalize(name).ok()?, at))).collect()
            });
            by_path.get(&fs::canonicalize(name).ok()?).copied()
        };
        let same_end = || self.by_end.get(Path::new(name).file_name()?).copied().flatten();
        let at = self.by_name.get(name).copied().or_else(same_file).or_else(same_end)?;
        Some(&self.names[at])
    }

    fn only(&self) -> Option<&'a str> {
        if let [only] = self.names { Some(only) } else { None }
    }
}

fn is_file(text: &str, levels: &LevelFiles<'_>) -> bool {
    text == files::STDIN || levels.meant(text).is_some() || Path::new(text).is_file()
}

enum Line<'t> {
    Claim(Claim),
    /// Comment, or row without a solution.
    Comment(&'t str),
}

/// JSON row that `solve --json` has written.
#[derive(Deserialize)]
struct SolvedRow {
    file: Option<String>,
    level: Option<usize>,
    lurd: Option<String>,
    /// Other programs' word for the moves.
    solution: Option<Value>,
    answer: Option<String>,
    #[serde(flatten)]
    counts: StatedCounts,
}

/// Returns what a line of a file of solutions states, or its fault.
fn parsed(line: &str) -> Result<Line<'_>, &'static str> {
    const EXPECTED: &str = "not a solution: expected NUMBER LURD, or a JSON row";
    if line.is_empty() || line.starts_with(['#', ';']) {
        return Ok(Line::Comment(line.trim_start_matches(['#', ';']).trim()));
    }
    if line.starts_with('{') {
        let other = |_| {
            serde_json::from_str::<Value>(line)
                .map_or(EXPECTED, |_| "a row of another kind: expected the keys level and lurd")
        };
        let row: SolvedRow = serde_json::from_str(line).map_err(other)?;
        let SolvedRow { file, level, lurd, solution, answer, counts } = row;
        let lurd = lurd.or_else(|| Some(solution?.as_str()?.to_owned()));
        return match (answer.as_deref(), level, lurd) {
            (None | Some("solved"), Some(level), Some(lurd)) => {
                Ok(Line::Claim(Claim { file, level, line: 0, lurd, counts }))
            }
            (None, Some(_), None) => Err("a row without moves: expected the key lurd"),
            (None, None, Some(_)) => Err("a row of no level: expected the key level"),
            _ => Ok(Line::Comment("")),
        };
    }
    let (number, lurd) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (level, lurd) = (number.parse().map_err(|_| EXPECTED)?, lurd.to_owned());
    Ok(Line::Claim(Claim { file: None, level, line: 0, lurd, counts: StatedCounts::default() }))
}

impl StatedCounts {
    /// Returns the counts in `Solution 42/17/9/5/4` or `Solution 42/17`; no counts from other headers.
    fn of_header(header: &str) -> Self {
        let numbers = |word: &str| word.split('/').map(|count| count.parse().ok()).collect::<Option<Vec<usize>>>();
        let counts = header.split_whitespace().filter_map(numbers).find(|counts| matches!(counts.len(), 2 | 5));
        let numbers = counts.unwrap_or_default();
        let at = |index: usize| numbers.get(index).copied();
        Self { moves: at(0), pushes: at(1), box_lines: at(2), box_changes: at(3), pushing_sessions: at(4) }
    }

    /// Returns name, stated count and real count of the first stated count that is wrong; `None` if all are right.
    pub(crate) fn differing(self, metrics: Metrics) -> Option<(&'static str, usize, usize)> {
        let counts = [
            ("moves", self.moves, metrics.moves),
            ("pushes", self.pushes, metrics.pushes),
            ("box lines", self.box_lines, metrics.box_lines),
            ("box changes", self.box_changes, metrics.box_changes),
            ("pushing sessions", self.pushing_sessions, metrics.pushing_sessions),
        ];
        counts.into_iter().find_map(|(name, claimed, real)| Some((name, claimed.filter(|c| *c != real)?, real)))
    }
}
