//! The data of a level and of the current position that layers are computed from.

use super::layers::subject;
use super::{Deadlock, Rescue};
use crate::deadlock::{DeadlockPatterns, Detector, Purposes, Rule, RuleId, RuleInput, RuleSet, View, Witness};
use crate::heuristic::MinCostMatching;
use crate::level::{Level, Position, Square};
use crate::maze::{Areas, Maze};
use crate::proof::{Attempt, Prover, ProverAnswer};
use crate::push::{BoxSet, Macros, Push, Region, State};
use crate::run::{Meter, Stop};

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
    pub(super) rules: RuleSet,
    pub(super) detector: Detector<'a>,
    pub(super) matching: MinCostMatching,
    /// Moves that led to the current position, for the layer of the push that lost the level.
    pub(super) rescue: Option<Rescue>,
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
            rescue: None,
        };
        assistant.look(start);
        assistant
    }

    /// Sets the moves that led to the current position; the layer `rescue` finds the losing push among them.
    pub fn came_by(&mut self, rescue: Rescue) {
        self.rescue = Some(rescue);
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
    pub(super) fn after<T>(&mut self, push: Push, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.boxes.clone(), self.player);
        self.look_at(self.state().boxes_after(self.maze.board, push), push.from);
        let answer = ask(self);
        self.look_at(before.0, before.1);
        answer
    }

    pub(super) fn state(&self) -> State {
        State { boxes: self.boxes.clone(), player: self.region.representative() }
    }
}

impl Assistant<'_> {
    /// Returns the deadlock rules in use, the cheapest first.
    pub fn rules(&self) -> Vec<RuleId> {
        self.rules.ids().collect()
    }

    /// Returns the deadlocks that one rule finds in the current position; with `pushed` only deadlocks that the last push, of a box
    /// to this square, can have made.
    pub fn judge(&mut self, rule: RuleId, pushed: Option<Square>, meter: &mut Meter) -> Result<Vec<Deadlock>, Stop> {
        let is_matched = self.is_matched(meter)?;
        self.judge_with(rule, pushed, Some(is_matched), meter)
    }

    /// Returns the deadlocks that one rule finds; `is_matched` is whether boxes can be matched to goals, `None` if not
    /// known.
    pub(super) fn judge_with(
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

    pub(super) fn rule(&self, id: RuleId) -> Option<&dyn Rule> {
        self.rules.iter().find(|rule| rule.about().id == id).map(|rule| &**rule)
    }

    pub(super) fn is_matched(&mut self, meter: &Meter) -> Result<bool, Stop> {
        let places = self.boxes.iter().map(|b| self.maze.place(b, self.player));
        Ok(self.matching.solve(&self.maze.distances, places, meter)?.is_some())
    }
}

/// Returns the attempt to prove that a level has no solution, under the claim `dead` or `unsolvable`. It begins with
/// the boxes of the first deadlock that a rule finds within a quarter of the limits, so that proofs show few boxes.
pub fn refutation(level: &Level, claim: &'static str, meter: &mut Meter) -> Attempt {
    let (rule, proving) = match proving(level, claim, meter) {
        Ok((rule, proving)) => (rule, Ok(proving)),
        Err(stop) => (None, Err(stop)),
    };
    Attempt::new(claim.to_owned(), rule, proving)
}

fn proving(
    level: &Level,
    claim: &'static str,
    meter: &mut Meter,
) -> Result<(Option<&'static str>, ProverAnswer), Stop> {
    let maze = Maze::new(&level.board, meter)?;
    let (rule, named) = named(level, &maze, meter);
    Ok((rule, Prover::new(&maze).dead(claim, &level.start, &named, meter)?))
}

fn named(level: &Level, maze: &Maze<'_>, meter: &mut Meter) -> (Option<&'static str>, Vec<Square>) {
    let (areas, patterns) = (Areas::of(&level.board), DeadlockPatterns::default());
    let mut assistant = Assistant::new(maze, &areas, &patterns, &level.start);
    let (nodes, time) = (meter.nodes_left(), meter.time_left());
    let found = meter.within(nodes.map(|nodes| nodes / 4), time.map(|time| time / 4), |meter| assistant.alert(meter));
    let first = found.ok().and_then(|found| found.into_iter().next());
    first.map_or_else(|| (None, Vec::new()), |deadlock| (Some(deadlock.rule.name()), deadlock.boxes))
}
