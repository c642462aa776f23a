//! Proofs among the files of `verify`: each is checked, and whether it is about one of the given levels.

use crate::cli::io::{BoundArgs, Failure, Output, PickedLevel, Progress, Result, Selection, row};
use crate::files::FileText;
use crate::level::{Level, decode};
use crate::proof::drawn;
use crate::render::{TableCell, counted};
use crate::run::{Meter, StopFlag};
use crate::sokoproof::{self, Claim, Limits, Proved, Refusal, position};
use rustc_hash::FxHashMap;
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use std::io::Write;

type Checked = Result<Proved, Refusal>;

/// Returns the result of checking a proof within limits; `None` if a signal ended the check.
fn checked(text: &str, bounds: BoundArgs, stop: &StopFlag) -> Option<Checked> {
    let meter = Meter::new(bounds.limits(), stop.clone());
    let checked = sokoproof::check(text, Limits { steps: Limits::STEPS, goes_on: &|| meter.check().is_ok() });
    (checked.is_ok() || !stop.is_raised()).then_some(checked)
}

/// Numbers of proofs that were accepted and rejected.
#[derive(Clone, Copy, Default, JsonSchema, Serialize)]
pub(super) struct Summary {
    /// Number of proofs that hold.
    pub(super) holds: usize,
    /// Number of proofs that do not.
    pub(super) bad: usize,
}

/// File and number of the level that a proof is about.
#[derive(JsonSchema, Serialize)]
struct About<'a> {
    /// File of the level.
    file: &'a str,
    /// Number of the level in the file, from 1.
    level: usize,
}

/// JSON row of one checked proof.
#[derive(JsonSchema, Serialize)]
pub(crate) struct CheckRow<'a> {
    /// File of the proof.
    file: &'a str,
    /// Number of the first line of the proof in its file.
    line: usize,
    /// Whether the proof holds, and is about one of the given levels, if any.
    holds: bool,
    /// Claim that the checker accepts: `dead`, `unsolvable`, `bound` or `optimal`; `null` for a proof that does not
    /// hold.
    claim: Option<&'static str>,
    /// Pushes of a bound or an optimum.
    pushes: Option<u32>,
    /// Level that the proof is about.
    about: Option<About<'a>>,
    /// Number of pictures.
    pictures: Option<usize>,
    /// Number of patterns that the checker examined.
    patterns: Option<usize>,
    /// Number of positions that the checker examined.
    positions: Option<usize>,
    /// Reason why the proof does not hold, with line and column; `null` if it holds.
    reason: Option<String>,
}

/// Text of a proof, with the name of its file and the number of its first line.
struct ProofText {
    file: String,
    line: usize,
    text: String,
}

#[derive(Default)]
pub(super) struct Proofs(Vec<ProofText>);

impl Proofs {
    /// Adds the proofs of a text; returns false if the text holds none.
    pub(super) fn take(&mut self, input: &FileText, meter: &Meter) -> Result<bool> {
        /// Estimated bytes that a proof takes in lists besides the bytes of its text.
        const PROOF: usize = 256;
        let (text, _) = decode(&input.bytes);
        let is_proof = is_proof(&text);
        if is_proof {
            let count = text.lines().filter(|line| line.starts_with("sokoproof ")).count();
            let bytes = 2 * text.len() + count * (PROOF + input.name.len());
            meter.fits(bytes).map_err(|stop| Failure::message(format!("{}: {stop}", input.name)))?;
            let proofs = sokoproof::proofs(&text).into_iter();
            self.0.extend(proofs.map(|(line, text)| ProofText { file: input.name.clone(), line, text }));
        }
        Ok(is_proof)
    }

    pub(super) const fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Checks all proofs, and finds the level that each is about, until a signal. Writes each result at once.
    pub(super) fn check(
        &self,
        out: &mut Output,
        is_json: bool,
        levels: Option<&Selection>,
        limits: BoundArgs,
        stop: &StopFlag,
        working: &Progress,
    ) -> Result<Summary> {
        let mut summary = Summary::default();
        // The first of several levels of one position comes last.
        let by_position: FxHashMap<_, &PickedLevel> = levels.map_or_else(FxHashMap::default, |levels| {
            let levels: Vec<(&PickedLevel, &Level)> = levels.levels().collect();
            let levels = levels.into_iter().rev().take_while(|_| !stop.is_raised());
            levels.filter_map(|(picked, level)| Some((position(&drawn(&level.board, &level.start))?, picked))).collect()
        });
        for proof in &self.0 {
            let Some(checked) = checked(&proof.text, limits, stop) else { break };
            let about = checked.as_ref().ok().and_then(|proved| by_position.get(&proved.position).copied());
            let row = proof.row(checked, about, levels.is_some());
            *if row.holds { &mut summary.holds } else { &mut summary.bad } += 1;
            working.aside(|| {
                if is_json {
                    row::row(&mut *out, "proof", &row)?
                } else {
                    row.tell(out)?
                }
                Ok::<_, Failure>(out.flush()?)
            })?;
        }
        Ok(summary)
    }
}

/// True if the first line of a text that is not a comment is the first line of a proof.
fn is_proof(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !line.starts_with(';'));
    lines.next().is_some_and(|line| line.starts_with("sokoproof "))
}

impl ProofText {
    fn row<'a>(&'a self, checked: Checked, about: Option<&'a PickedLevel>, has_levels: bool) -> CheckRow<'a> {
        let reason = match &checked {
            Err(refusal) => {
                let Refusal { line, column, what, .. } = refusal;
                Some(format!("{}:{}:{column}: {what}", self.file, self.line + line - 1))
            }
            Ok(_) if has_levels && about.is_none() => Some("it is about none of these levels".to_owned()),
            Ok(_) => None,
        };
        let proved = checked.ok();
        let (claim, pushes) = match proved.as_ref().map(|proved| proved.claim) {
            None => (None, None),
            Some(Claim::Dead) => (Some("dead"), None),
            Some(Claim::Unsolvable) => (Some("unsolvable"), None),
            Some(Claim::Bound(pushes)) => (Some("bound"), Some(pushes)),
            Some(Claim::Optimal(pushes)) => (Some("optimal"), Some(pushes)),
        };
        CheckRow {
            file: &self.file,
            line: self.line,
            holds: reason.is_none(),
            claim,
            pushes,
            about: about.map(|picked| About { file: &picked.file, level: picked.entry.number }),
            pictures: proved.as_ref().map(|proved| proved.pictures),
            patterns: proved.as_ref().map(|proved| proved.patterns),
            positions: proved.as_ref().map(|proved| proved.positions),
            reason,
        }
    }
}

impl CheckRow<'_> {
    fn tell(&self, out: &mut Output) -> Result<()> {
        let Self { file, line, .. } = self;
        if let Some(reason) = &self.reason {
            let bad = TableCell::plain("refused:").bad().painted();
            return Ok(writeln!(out, "{file}:{line} {bad} {reason}")?);
        }
        let ok = TableCell::plain("ok").good().painted();
        let pushes = self.pushes.map_or_else(String::new, |pushes| format!(" {pushes}"));
        let about =
            self.about.as_ref().map_or_else(String::new, |about| format!(", level {} of {}", about.level, about.file));
        let size = counted(self.pictures.unwrap_or(0), "picture");
        Ok(writeln!(out, "{file}:{line} {ok} {}{pushes}, {size}{about}", self.claim.unwrap_or_default())?)
    }
}

impl Display for Summary {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let cell = TableCell::plain(format!("{} refused", self.bad));
        let cell = if self.bad > 0 { cell.bad() } else { cell };
        write!(f, "{} accepted, {}", counted(self.holds, "proof"), cell.painted())
    }
}
