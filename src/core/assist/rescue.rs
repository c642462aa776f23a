//! Take me back: the push that lost a level, and the last position that can still be solved.
//!
//! A position after which the level is lost stays lost, so that two bisections of the pushes find the push: one raises the
//! number of pushes after which a solution is known, one lowers the number after which the position is proved lost. What
//! neither decides is tried again with more effort, until a limit leaves an interval.

use super::assistant::{AskError, Assistant, subject};
use crate::deadlock::DeadlockPatterns;
use crate::level::{Board, Course, Level, Lurd, Position, ReplayError, Square, replay};
use crate::maze::{Areas, Maze};
use crate::proof::{Prover, ProverAnswer};
use crate::run::{Meter, Stop};
use crate::solve::{Options, Outcome, solve};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// The search for the push of a player that lost a level. Counts of pushes are from the start: after 0 pushes no box was
/// moved.
///
/// ```
/// use sokoplan_core::Level;
/// use sokoplan_core::assist::Rescue;
/// use sokoplan_core::run::Meter;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("a row", "########\n#      #\n#@$    #\n#    . #\n########")?;
/// let mut rescue = Rescue::new(&level, &"RRRRllll".parse()?)?;
/// rescue.search(&mut Meter::unlimited())?;
/// assert_eq!((rescue.solvable(), rescue.take_back()), (Some(3), Some(1)));
/// assert_eq!(rescue.lost().map(|loss| loss.why.as_str()), Some("the box at (2,6) can reach no goal, even alone"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Rescue {
    /// The level before the first move.
    level: Level,
    moves: Lurd,
    pushes: usize,
    solvable: Option<usize>,
    lost: Option<Loss>,
    /// Nodes spent on undecided positions, by the number of pushes before them.
    tried: FxHashMap<usize, u64>,
    /// Nodes for the next attempt at a position.
    effort: u64,
}

/// The first position that is proved lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Number of pushes after which the position is lost.
    pub pushes: usize,
    /// Reason in words: a sentence.
    pub why: String,
    /// Squares of the boxes of the reason, ascending; empty if it is about the whole position.
    pub boxes: Vec<Square>,
}

enum Verdict {
    Solvable,
    Lost(Loss),
    Unknown,
}

impl Rescue {
    /// Nodes for the first attempt at a position, most of which few nodes decide, and the factor of the next.
    const FIRST_EFFORT: u64 = 1_000;
    const MORE_EFFORT: u64 = 8;

    /// Begins the search for a level and its moves; the error is the first that the rules forbid.
    pub fn new(level: &Level, moves: &Lurd) -> Result<Self, ReplayError> {
        let pushes = replay(&level.board, &level.start, moves)?.metrics.pushes;
        Ok(Self { moves: moves.clone(), pushes, ..Self::of_start(level) })
    }

    /// Begins the search for a level before its first move.
    pub fn of_start(level: &Level) -> Self {
        let level = level.clone();
        let moves = Lurd::default();
        let tried = FxHashMap::default();
        Self { level, moves, pushes: 0, solvable: None, lost: None, tried, effort: Self::FIRST_EFFORT }
    }

    /// Returns the position after a number of pushes, by a replay since few are asked for, and the number of moves before it.
    fn after(&self, pushes: usize) -> (Position, usize) {
        let mut course = Course::new(&self.level.board, &self.level.start);
        let mut left = pushes;
        let mut made = 0;
        while left > 0 && made < self.moves.len() {
            left -= usize::from(matches!(course.make(self.moves.0[made]), Ok(Some(_))));
            made += 1;
        }
        (course.position(), made)
    }

    /// Goes on until the losing push is known, the last position is known to be solvable, or no search has more to try.
    /// A search that a limit has stopped keeps its interval, and can go on with another meter.
    pub fn search(&mut self, meter: &mut Meter) -> Result<(), AskError> {
        let level = self.level.clone();
        let maze = Maze::new(&level.board, meter)?;
        let (areas, patterns) = (Areas::of(&level.board), DeadlockPatterns::default());
        let mut assistant = Assistant::new(&maze, &areas, &patterns, &level.start);
        if self.lost.is_none() {
            // The deadlock rules alone take no time to speak of.
            bisect(0..self.pushes + 1, |pushes| {
                let loss = self.loss_by_rules(pushes, &mut assistant, meter)?;
                let is_open = loss.is_none();
                self.lost = loss.or(self.lost.take());
                Ok(is_open)
            })?;
        }
        // With all nodes, what is undecided stays so.
        while !self.is_decided() && self.effort < u64::MAX {
            if self.lost.is_none() {
                self.ask(self.pushes(), &mut assistant, meter)?;
            }
            // What is unknown counts as lost: the last position that is known to be solvable.
            bisect(self.open(), |pushes| Ok(matches!(self.ask(pushes, &mut assistant, meter)?, Verdict::Solvable)))?;
            // What is unknown counts as solvable: the first position that is proved lost.
            bisect(self.open(), |pushes| Ok(!matches!(self.ask(pushes, &mut assistant, meter)?, Verdict::Lost(_))))?;
            self.effort = self.effort.saturating_mul(Self::MORE_EFFORT);
        }
        Ok(())
    }

    fn ask(&mut self, pushes: usize, assistant: &mut Assistant<'_>, meter: &mut Meter) -> Result<Verdict, AskError> {
        if self.tried.get(&pushes).is_some_and(|&spent| spent >= self.effort) {
            return Ok(Verdict::Unknown);
        }
        let verdict = self.verdict(pushes, assistant, meter)?;
        match &verdict {
            Verdict::Solvable => self.solvable = self.solvable.max(Some(pushes)),
            Verdict::Lost(loss) => self.lost = Some(loss.clone()),
            Verdict::Unknown => _ = self.tried.insert(pushes, self.effort),
        }
        Ok(verdict)
    }

    fn verdict(&self, pushes: usize, assistant: &mut Assistant<'_>, meter: &mut Meter) -> Result<Verdict, AskError> {
        if let Some(loss) = self.loss_by_rules(pushes, assistant, meter)? {
            return Ok(Verdict::Lost(loss));
        }
        let level = self.level.at(self.after(pushes).0);
        let effort = Some(self.effort);
        let outcome = meter.within(effort, None, |meter| solve(&level, &Options::default(), meter)).outcome;
        let is_lost = match outcome {
            Outcome::Solved(_) => return Ok(Verdict::Solvable),
            Outcome::InternalError(error) => return Err(error.into()),
            Outcome::Stopped(stop @ (Stop::Interrupted | Stop::MemoryLimit)) => return Err(stop.into()),
            Outcome::Unsolvable => true,
            Outcome::GaveUp | Outcome::Stopped(_) => false,
        };
        // The prover refutes positions that no search exhausts, and names the boxes.
        let proving =
            meter.within(effort, None, |meter| Prover::new(assistant.maze).dead("dead", &level.start, &[], meter));
        meter.exhausted()?;
        Ok(match proving {
            Ok(ProverAnswer::Proved(proof)) => Verdict::Lost(Loss::proved(pushes, &level.board, proof.boxes)),
            _ if is_lost => Verdict::Lost(Loss::proved(pushes, &level.board, Vec::new())),
            _ => Verdict::Unknown,
        })
    }

    fn loss_by_rules(
        &self,
        pushes: usize,
        assistant: &mut Assistant<'_>,
        meter: &mut Meter,
    ) -> Result<Option<Loss>, Stop> {
        meter.check()?;
        assistant.look(&self.after(pushes).0);
        let found = assistant.alert(meter)?.into_iter().next();
        Ok(found.map(|deadlock| Loss { pushes, why: deadlock.why, boxes: deadlock.boxes }))
    }

    fn open(&self) -> Range<usize> {
        self.solvable.map_or(0, |solvable| solvable + 1)..self.lost.as_ref().map_or(self.pushes + 1, |l| l.pushes)
    }

    /// True if each position is known to be solvable or lost.
    pub fn is_decided(&self) -> bool {
        self.open().is_empty()
    }

    /// Returns the number of pushes that were made.
    pub const fn pushes(&self) -> usize {
        self.pushes
    }

    /// Returns the greatest number of pushes after which a solution is known; `None` if none is known.
    pub const fn solvable(&self) -> Option<usize> {
        self.solvable
    }

    /// Returns the first position that is proved lost; `None` if none is.
    pub const fn lost(&self) -> Option<&Loss> {
        self.lost.as_ref()
    }

    /// Returns the number of pushes to take back, to the last position with a known solution; `None` if none is known.
    pub fn take_back(&self) -> Option<usize> {
        self.solvable.map(|solvable| self.pushes - solvable)
    }

    /// Returns the number of moves up to the last position with a known solution; `None` if none is known.
    pub fn moves_to_keep(&self) -> Option<usize> {
        self.solvable.map(|solvable| self.after(solvable).1)
    }
}

/// Narrows a range by halves; `goes_on_after` chooses the half.
fn bisect(
    Range { mut start, mut end }: Range<usize>,
    mut goes_on_after: impl FnMut(usize) -> Result<bool, AskError>,
) -> Result<(), AskError> {
    while start < end {
        let middle = usize::midpoint(start, end);
        if goes_on_after(middle)? { start = middle + 1 } else { end = middle }
    }
    Ok(())
}

impl Loss {
    fn proved(pushes: usize, board: &Board, boxes: Vec<Square>) -> Self {
        let why = if boxes.is_empty() {
            "every sequence of pushes was tried".to_owned()
        } else {
            format!("{} leave no solution", subject(board, &boxes))
        };
        Self { pushes, why, boxes }
    }
}
