//! A level at a position, as layers are computed from it: its pushes, and which deadlocks are there or one push away.

use crate::deadlock::{
    CostClass, DeadlockPatterns, Detector, Purposes, Rule, RuleId, RuleInput, RuleSet, View, Witness,
};
use crate::heuristic::MinCostMatching;
use crate::level::{Board, Level, Position, Square};
use crate::maze::{Areas, Maze};
use crate::proof::{Attempt, Prover};
use crate::push::{BoxSet, Macros, Push, Region, State};
use crate::run::{Meter, Stop, counted};
use crate::solve::InternalError;
use itertools::Itertools;

/// Computes layers of positions of one level, and holds the working memory for that.
///
/// ```
/// use sokoplan_core::{Areas, Assistant, Level};
/// use sokoplan_core::deadlock::DeadlockPatterns;
/// use sokoplan_core::maze::Maze;
/// use sokoplan_core::run::Meter;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("a box in a corner", "######\n#$ @.#\n######")?;
/// let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
/// let (areas, patterns) = (Areas::of(&level.board), DeadlockPatterns::default());
/// let mut assistant = Assistant::new(&maze, &areas, &patterns, &level.start);
/// assert!(!assistant.alert(&mut Meter::unlimited())?.is_empty());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Assistant<'a> {
    /// Maze of the level, with its tables.
    pub maze: &'a Maze<'a>,
    /// Rooms and tunnels of the level.
    pub areas: &'a Areas,
    pub(super) boxes: BoxSet,
    pub(super) player: Square,
    pub(super) region: Region,
    pub(super) macros: Macros,
    rules: RuleSet,
    detector: Detector<'a>,
    matching: MinCostMatching,
}

impl<'a> Assistant<'a> {
    /// Returns the default deadlock rules: rules that apply to boxes anywhere and give a reason.
    pub fn default_rules() -> RuleSet {
        RuleSet::of(Purposes::PLAYER)
    }

    /// Creates the assistant with a first position and the default deadlock rules.
    pub fn new(maze: &'a Maze<'a>, areas: &'a Areas, patterns: &'a DeadlockPatterns, start: &Position) -> Self {
        Self::with_rules(Self::default_rules(), maze, areas, patterns, start)
    }

    /// Creates the assistant with a first position and these deadlock rules.
    pub fn with_rules(
        rules: RuleSet,
        maze: &'a Maze<'a>,
        areas: &'a Areas,
        patterns: &'a DeadlockPatterns,
        start: &Position,
    ) -> Self {
        let squares = maze.board.len();
        let known = RuleInput { areas: Some(areas), patterns: Some(patterns), ..RuleInput::of(maze) };
        let mut assistant = Self {
            maze,
            areas,
            boxes: BoxSet::empty(squares),
            player: start.player,
            region: Region::new(squares),
            macros: Macros::new(squares),
            detector: Detector::new(&rules, &known),
            rules,
            matching: MinCostMatching::default(),
        };
        assistant.look(start);
        assistant
    }

    /// Sets the current position.
    pub fn look(&mut self, position: &Position) {
        self.look_at(BoxSet::of(self.maze.board.len(), position.boxes.iter().copied()), position.player);
    }

    fn look_at(&mut self, boxes: BoxSet, player: Square) {
        self.region.flood(self.maze.board, player, |s| boxes.has(s));
        (self.boxes, self.player) = (boxes, player);
    }

    /// Returns the result of `ask` in the position after a push; the current position is restored.
    fn after<T>(&mut self, push: Push, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.boxes.clone(), self.player);
        self.look_at(self.state().boxes_after(self.maze.board, push), push.from);
        let answer = ask(self);
        self.look_at(before.0, before.1);
        answer
    }

    fn state(&self) -> State {
        State { boxes: self.boxes.clone(), player: self.region.representative() }
    }

    /// Returns the deadlock rules in use, the cheapest first.
    pub fn rules(&self) -> Vec<RuleId> {
        self.rules.ids().collect()
    }

    /// Returns the deadlocks that one rule finds; with `pushed` those that the last push, of a box to this square, can have made.
    /// `is_matched` is whether boxes can be matched to goals; `None` if not known.
    pub fn judge(
        &mut self,
        rule: RuleId,
        pushed: Option<Square>,
        is_matched: Option<bool>,
        meter: &mut Meter,
    ) -> Result<Vec<Deadlock>, Stop> {
        meter.check()?;
        let Some(about) = self.rule(rule).map(Rule::about) else { return Ok(Vec::new()) };
        let (kind, sentence) = (about.deadlock, about.sentence);
        let view = View { boxes: &self.boxes, player: self.player, pushed, is_matched };
        let found = self.detector.witnesses(rule, &view, meter)?;
        let deadlocks = found.into_iter().map(|Witness { boxes, walls, why }| {
            let subject = subject(self.maze.board, &boxes);
            let why = if why.is_empty() { format!("{sentence}: {subject}") } else { format!("{subject} {why}") };
            Deadlock { rule, kind, boxes, walls, why }
        });
        Ok(deadlocks.collect())
    }

    fn rule(&self, id: RuleId) -> Option<&dyn Rule> {
        self.rules.iter().find(|rule| rule.about().id == id).map(|rule| &**rule)
    }

    fn is_matched(&mut self, meter: &Meter) -> Result<bool, Stop> {
        let places = self.boxes.iter().map(|b| self.maze.place(b, self.player));
        Ok(self.matching.solve(&self.maze.distances, places, meter)?.is_some())
    }

    /// Returns the possible pushes, by box and direction, found by one search over the player's squares (LISA 4.2).
    pub fn pushes(&self) -> Vec<Push> {
        self.state().pushes(self.maze.board, &self.region).collect()
    }

    /// Returns the deadlocks by the cost of their rules, without those that include all boxes of an earlier one.
    pub fn alert(&mut self, meter: &mut Meter) -> Result<Vec<Deadlock>, Stop> {
        let mut found: Vec<Deadlock> = Vec::new();
        let is_matched = Some(self.is_matched(meter)?);
        for rule in self.rules() {
            for deadlock in self.judge(rule, None, is_matched, meter)? {
                let is_contained = |earlier: &Deadlock| earlier.boxes.iter().all(|b| deadlock.boxes.contains(b));
                if !found.iter().any(is_contained) {
                    found.push(deadlock);
                }
            }
        }
        Ok(found)
    }

    /// Returns the pushes that make a deadlock; rules about whole positions are applied unless they find one already.
    pub fn prevention(&mut self, meter: &mut Meter) -> Result<Vec<LosingPush>, Stop> {
        let is_matched = self.is_matched(meter)?;
        let mut rules = Vec::new();
        for rule in self.rules() {
            let is_local = self.rule(rule).is_some_and(|rule| rule.about().cost != CostClass::Position);
            if is_local || self.judge(rule, None, Some(is_matched), meter)?.is_empty() {
                rules.push(rule);
            }
        }
        // Matching of the present boxes: a push changes one row of it.
        let before: Vec<Square> = self.boxes.iter().collect();
        let mut matching = std::mem::take(&mut self.matching);
        let mut found = Vec::new();
        for push in self.pushes() {
            let (Some(to), Ok(row)) =
                (self.maze.board.next(push.from, push.direction), before.binary_search(&push.from))
            else {
                continue;
            };
            let place = self.maze.place_pushed(to, push.direction);
            // A push gives a box no more goals; if one augmentation finds no new matching, the rule searches for one
            // itself.
            let is_found = is_matched && matching.moved(&self.maze.distances, row, place, Some(1)).is_some();
            let now = (is_found || !is_matched).then_some(is_matched);
            let first = |assistant: &mut Self| {
                let mut judge = |rule| Ok(assistant.judge(rule, Some(to), now, meter)?.into_iter().next());
                rules.iter().find_map(|&rule| judge(rule).transpose()).transpose()
            };
            let deadlock: Option<Deadlock> = self.after(push, first)?;
            found.extend(deadlock.map(|deadlock| LosingPush { push, deadlock }));
        }
        Ok(found)
    }
}

/// Push that is possible now and leads to a deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LosingPush {
    /// The push itself.
    pub push: Push,
    /// Deadlock in the position after the push.
    pub deadlock: Deadlock,
}

/// Deadlock that a rule has found in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadlock {
    /// Rule that has found the deadlock.
    pub rule: RuleId,
    /// Word for this kind of deadlock in reports; several rules may share it.
    pub kind: &'static str,
    /// Squares of the boxes of the deadlock, ascending.
    pub boxes: Vec<Square>,
    /// Walls of the deadlock, each as row and column from 0.
    pub walls: Vec<(usize, usize)>,
    /// Why the position is lost: a sentence about these boxes, without its full stop.
    pub why: String,
}

/// Returns boxes as the subject of a sentence: `the boxes at (2,3) and (2,4)`. Of many boxes the first are named.
pub(super) fn subject(board: &Board, boxes: &[Square]) -> String {
    const NAMED: usize = 6;
    let places = |squares: &[Square]| squares.iter().map(|&square| board.place_words(square)).join(", ");
    match boxes {
        [] => "the boxes".to_owned(),
        [only] => format!("the box at {}", board.place_words(*only)),
        [named @ .., last] if boxes.len() <= NAMED => {
            format!("the boxes at {} and {}", places(named), board.place_words(*last))
        }
        _ => format!("the boxes at {} and {}", places(&boxes[..NAMED]), counted(boxes.len() - NAMED, "other")),
    }
}

/// Why the assistant has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// A limit was met, or the user asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// This program has a fault.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

/// Returns the attempt to prove that a level has no solution, under the claim `dead` or `unsolvable`. It begins with
/// the boxes of the first deadlock that a rule finds within a quarter of the limits, so that proofs show few boxes.
pub fn refutation(level: &Level, claim: &'static str, meter: &mut Meter) -> Attempt {
    let maze = match Maze::new(&level.board, meter) {
        Ok(maze) => maze,
        Err(stop) => return Attempt::new(claim.to_owned(), None, Err(stop)),
    };
    let (rule, named) = named(level, &maze, meter);
    let proving = Prover::new(&maze).dead(claim, &level.start, &named, meter);
    Attempt::new(claim.to_owned(), rule.filter(|_| proving.is_ok()), proving)
}

fn named(level: &Level, maze: &Maze<'_>, meter: &mut Meter) -> (Option<&'static str>, Vec<Square>) {
    let (areas, patterns) = (Areas::of(&level.board), DeadlockPatterns::default());
    let mut assistant = Assistant::new(maze, &areas, &patterns, &level.start);
    let (nodes, time) = (meter.nodes_left(), meter.time_left());
    let found = meter.within(nodes.map(|nodes| nodes / 4), time.map(|time| time / 4), |meter| assistant.alert(meter));
    let first = found.ok().and_then(|found| found.into_iter().next());
    first.map_or_else(|| (None, Vec::new()), |deadlock| (Some(deadlock.rule.name()), deadlock.boxes))
}
