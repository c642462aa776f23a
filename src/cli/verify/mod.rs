//! The subcommand `sokoplan verify`: checks solutions and proofs. A file's content shows which it holds.

mod proofs;

use crate::assist::{AskError, Rescue};
use crate::cli::io::claims::{assigned, is_of_solutions, only, own, read, report_others, take};
use crate::cli::io::{
    BoundArgs, Claim, Claims, ExitStatus, LevelFiles, Output, OutputArgs, PickArgs, PickedLevel, Progress, Result,
    Selection, SolutionArgs, TextOrJson, distinct, files, interruptible, message, row,
};
use crate::files::{FileText, Unreadable};
use crate::level::{self, Level, Lurd, Metrics, ReplayError, Why};
use crate::render::{BadSolution, RescueRow, TableCell, VerifyRow, counted, rescue_words};
use crate::run::{Limits, Meter, StopFlag, safe};
pub(crate) use proofs::CheckRow;
use proofs::Proofs;
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Nodes for finding the push that lost the level, for each attempt that does not solve its level.
const RESCUE_NODES: u64 = 10_000;

/// Check solutions and proofs; name the first wrong move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan verify set.sok                  the solutions in the file
  sokoplan verify set.xsb solutions.txt    lines of NUMBER LURD, or rows
  sokoplan verify set.xsb --level 3 --solution rruLLL
  sokoplan verify one.xsb two.xsb rows.jsonl
  sokoplan solve set.xsb | sokoplan verify set.xsb -
  sokoplan verify proofs/*.sokoproof
  sokoplan verify set.xsb dead.sokoproof --level 3 --after rrdL

A file without a board contains solutions. With several files of levels, it must name them: in the
key `file` of its rows, or in a line `; FILE` above its lines, like the output of solve. Levels
without a solution are counted. Every solution is replayed on the board alone. If a record states
numbers (e.g. `Solution 42/17`, or the keys moves and pushes), wrong numbers make it invalid. Records
of reverse mode and of several players are counted, and not checked. With --strict, capitals must be
the pushes. If moves end before the level is solved, the push that lost the level is named.

Files that begin with `sokoproof 1`, after comments, contain proofs. With levels, each proof must be
about the position of one of them. The checker shares no code with any search; `help proof-rules`
has its rules. The exit code is 0 only if there is a solution or a proof, and all of them hold.")]
pub(super) struct VerifyArgs {
    /// Files of levels, solutions and proofs; `-` is standard input
    ///
    /// Without a file of solutions, the solutions in the level files are checked.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    solution: SolutionArgs,
    #[command(flatten)]
    pick: PickArgs,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    output: OutputArgs<TextOrJson>,
}

#[derive(Default, JsonSchema, Serialize)]
pub(crate) struct Summary {
    /// Number of valid solutions.
    valid: usize,
    /// Number of invalid solutions.
    bad: usize,
    /// Number of levels without a solution.
    without: usize,
    /// Number of records of reverse mode or of several players, which are not checked.
    unsupported: usize,
    /// Numbers of proofs; left out without proofs.
    #[serde(skip_serializing_if = "Option::is_none")]
    proofs: Option<proofs::Summary>,
}

pub(super) fn run(args: &VerifyArgs) -> Result<ExitStatus> {
    distinct(args.files.iter().map(PathBuf::as_path).chain(args.solution.file()), [args.output.file.destination()])?;
    let VerifyInput { selection, files, mut claims, proofs, exit } = VerifyInput::read(args)?;
    let faults = selection.report_faults().and(exit);
    let stop = interruptible()?;
    let mut checker = Checker {
        out: args.output.open()?,
        json: args.output.is_json(),
        is_strict: args.pick.strict,
        limits: Limits { nodes: Some(RESCUE_NODES), ..args.limits.limits() },
        stop: &stop,
        files: &files,
        file: String::new(),
        summary: Summary::default(),
    };
    for picked in selection.entries.iter().take_while(|_| !stop.is_raised()) {
        let claims = take(&mut claims, picked);
        checker.summary.without += usize::from(claims.is_empty());
        claims.iter().try_for_each(|claim| checker.check(&picked.file, picked.entry.number, Some(picked), claim))?;
    }
    let counts: FxHashMap<&str, usize> = files.iter().rev().map(|(name, count)| (name.as_str(), *count)).collect();
    for ((file, number), claims) in claims.into_iter().take_while(|_| !stop.is_raised()) {
        let count = counts.get(file.as_str()).copied().unwrap_or(0);
        // Other numbers were not picked.
        if number == 0 || number > count {
            claims.iter().try_for_each(|claim| checker.check(&file, number, None, claim))?;
        }
    }
    if !proofs.are_none() {
        let working = Progress::working("checking proofs", args.output.file.quiet, &stop);
        let levels = (!files.is_empty()).then_some(&selection);
        let checked = proofs.check(&mut checker.out, checker.json, levels, args.limits, &stop, &working)?;
        checker.summary.proofs = Some(checked);
    }
    let ended = ExitStatus::from(&stop);
    Ok(checker.conclude()?.and(faults).and(selection.exit).and(ended))
}

#[derive(Default)]
struct VerifyInput {
    selection: Selection,
    /// Names of the files of levels, with the number of levels in each.
    files: Vec<(String, usize)>,
    claims: Claims,
    proofs: Proofs,
    exit: ExitStatus,
}

impl VerifyInput {
    /// Reads all files, in any order: a file with a board is read as levels; without such a file the first one is.
    fn read(args: &VerifyArgs) -> Result<Self> {
        let (mut given, mut others, meter) = (Self::default(), Vec::new(), args.limits.reading());
        for path in &args.files {
            for input in files::read(path, &meter)? {
                if given.proofs.take(&input, &meter)? {
                    continue;
                }
                let stopped = |stop| Unreadable::Stopped(input.name.clone(), stop);
                let has_board = args.pick.has_board(&input.bytes, &meter).map_err(stopped)?;
                if has_board && !is_of_solutions(&level::decode(&input.bytes).0) {
                    given.levels(&args.pick, input, &meter)?;
                } else {
                    others.push(input);
                }
            }
        }
        if given.files.is_empty() && !others.is_empty() {
            given.levels(&args.pick, others.remove(0), &meter)?;
        }
        let decoded = |input: FileText| (input.name, level::decode(&input.bytes).0.into_owned());
        let mut solutions: Vec<(String, String)> = others.into_iter().map(decoded).collect();
        if let Some(file) = args.solution.existing_file()? {
            solutions.push((files::name(file), files::text(file, &meter)?));
        }
        given.exit = args.pick.untitled(&given.selection);
        if given.proofs.are_none() || !given.files.is_empty() {
            given.selection = given.selection.or_nothing()?;
        }
        if args.solution.is_moves() {
            (given.claims, _) = args.solution.claims(&given.selection, &meter)?;
        } else {
            given.claim(&solutions, &meter)?;
        }
        Ok(given)
    }

    fn levels(&mut self, pick: &PickArgs, input: FileText, meter: &Meter) -> Result<()> {
        let part = pick.read(&input, meter)?;
        self.files.push((input.name, part.count));
        self.selection.join(part);
        Ok(())
    }

    fn claim(&mut self, solutions: &[(String, String)], meter: &Meter) -> Result<()> {
        if solutions.is_empty() {
            self.claims = own(&self.selection.entries, meter)?;
            return Ok(());
        }
        let levels: Vec<String> = self.files.iter().map(|(name, _)| name.clone()).collect();
        let levels = LevelFiles::new(&levels);
        let mut claims = Vec::new();
        for (name, text) in solutions {
            claims.extend(read(name, text, &levels, only(&self.selection.entries), meter)?);
        }
        let others;
        (self.claims, others) = assigned(claims, &levels);
        self.exit = self.exit.and(report_others(&others, "not checked"));
        Ok(())
    }
}

struct Checker<'a> {
    out: Output,
    json: bool,
    /// Whether capitals must be the pushes.
    is_strict: bool,
    /// Limits of the search for the push that lost the level, for each attempt.
    limits: Limits,
    stop: &'a StopFlag,
    /// Names of the files of levels; lines name the file of their level if there are several.
    files: &'a [(String, usize)],
    file: String,
    summary: Summary,
}

impl Checker<'_> {
    fn check(&mut self, file: &str, number: usize, picked: Option<&PickedLevel>, claim: &Claim) -> Result<()> {
        let title = picked.map_or("", |picked| &picked.entry.title);
        let result = verdict(picked, claim, self.is_strict);
        let level = picked.and_then(PickedLevel::level);
        let rescue = self.rescue(level, claim, result.as_ref().err())?;
        let is_unsupported = result.as_ref().is_err_and(BadSolution::is_unsupported);
        *match result {
            Ok(_) => &mut self.summary.valid,
            Err(_) if is_unsupported => &mut self.summary.unsupported,
            Err(_) => &mut self.summary.bad,
        } += 1;
        if !self.json {
            if self.files.len() > 1 && self.file != file {
                writeln!(self.out, "; {file}")?;
                file.clone_into(&mut self.file);
            }
            let verdict = match result {
                Ok(metrics) => format!("{} {}", TableCell::plain("ok:").good().painted(), metrics_words(metrics)),
                Err(bad) => {
                    let word = if is_unsupported { "not checked:" } else { "invalid:" };
                    let word = TableCell::plain(word).bad().painted();
                    format!("{word} {} (line {})", safe(&bad.to_string()), claim.line)
                }
            };
            let lost = rescue.map_or_else(String::new, |rescue| format!("\n  {}", rescue_words(&rescue)));
            return Ok(writeln!(self.out, "{number} {verdict}{lost}")?);
        }
        let rescue = level.zip(rescue).map(|(level, rescue)| RescueRow::new(&level.board, &rescue));
        let mut row = VerifyRow::new(title, claim.line, &result);
        row.rescue = rescue;
        row::of_level(&mut self.out, "level", file, number, row)
    }

    /// Returns what became of the level by moves that can be made and do not solve it; `None` for other results.
    fn rescue(&self, level: Option<&Level>, claim: &Claim, bad: Option<&BadSolution>) -> Result<Option<Rescue>> {
        let Some(BadSolution::Broken(ReplayError { why: Why::NotSolved(_), .. })) = bad else { return Ok(None) };
        let Some((level, moves)) = level.zip(claim.lurd.parse().ok()) else { return Ok(None) };
        let Ok(mut rescue) = Rescue::new(level, &moves) else { return Ok(None) };
        match rescue.search(&mut Meter::new(self.limits, self.stop.clone())) {
            // An open question at a limit is part of the answer.
            Ok(()) | Err(AskError::Stopped(_)) => Ok(Some(rescue)),
            Err(AskError::Internal(error)) => Err(error.into()),
        }
    }

    fn conclude(mut self) -> Result<ExitStatus> {
        let Summary { valid, bad, without, unsupported, proofs } = self.summary;
        if self.json {
            row::summary(&mut self.out, &self.summary)?;
        } else {
            let bad = TableCell::plain(format!("{bad} invalid"));
            let bad = if self.summary.bad > 0 { bad.bad() } else { bad };
            let others = if unsupported == 0 { String::new() } else { format!(", {unsupported} not checked") };
            if proofs.is_none() || valid + self.summary.bad + unsupported > 0 {
                writeln!(self.out, "{valid} valid, {}, {without} without a solution{others}", bad.painted())?;
            }
            proofs.map_or(Ok(()), |proofs| writeln!(self.out, "{proofs}"))?;
        }
        self.out.close()?;
        let is_nothing = valid + self.summary.bad + unsupported == 0 && proofs.is_none();
        if is_nothing {
            message::error(&"the files contain no solution and no proof");
        }
        let holds = self.summary.bad + unsupported == 0 && proofs.is_none_or(|proofs| proofs.bad == 0);
        Ok(ExitStatus::from(holds && !is_nothing))
    }
}

fn metrics_words(metrics: Metrics) -> String {
    let Metrics { moves, pushes, box_lines, box_changes, pushing_sessions } = metrics;
    let numbers = [
        (moves, "move"),
        (pushes, "push"),
        (box_lines, "box line"),
        (box_changes, "box change"),
        (pushing_sessions, "pushing session"),
    ];
    numbers.map(|(number, noun)| counted(number, noun)).join(", ")
}

fn verdict(picked: Option<&PickedLevel>, claim: &Claim, is_strict: bool) -> Result<Metrics, BadSolution> {
    let level = picked.ok_or(BadSolution::NoLevel)?.entry.body.as_ref().map_err(|_| BadSolution::Fault)?;
    let moves = claim.lurd.parse()?;
    let metrics = level::verify(&level.board, &level.start, &moves)?;
    if is_strict {
        let replayed = level::replay(&level.board, &level.start, &moves)?.lurd;
        let pushes = Lurd::capitals(&claim.lurd)?;
        let wrong = replayed.chars().zip(pushes).position(|(letter, push)| letter.is_uppercase() != push);
        if let Some((at, letter)) = wrong.and_then(|at| Some((at, replayed.chars().nth(at)?))) {
            return Err(BadSolution::Case { at: at + 1, letter });
        }
    }
    match claim.counts.differing(metrics) {
        Some((what, claimed, real)) => Err(BadSolution::Miscounted { what, claimed, real }),
        None => Ok(metrics),
    }
}
