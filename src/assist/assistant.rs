//! The data behind the layers: of a level, and of the current position.

use crate::deadlock::{AskedBy, DeadlockPatterns, Detector, Known, RuleSet};
use crate::heuristic::MinCostMatching;
use crate::level::{Position, Square};
use crate::maze::{Areas, Maze};
use crate::push::{BoxSet, Macros, Push, Region, State};

/// Computes layers of positions of one level; holds working memory.
///
/// ```
/// use sokoplan::{Areas, Assistant, Level};
/// use sokoplan::deadlock::DeadlockPatterns;
/// use sokoplan::maze::Maze;
/// use sokoplan::run::Meter;
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
    /// The maze with its tables.
    pub maze: &'a Maze<'a>,
    /// Rooms and tunnels.
    pub areas: &'a Areas,
    /// The boxes of the current position.
    pub(super) boxes: BoxSet,
    /// The player's square.
    pub(super) player: Square,
    /// The squares that the player reaches.
    pub(super) region: Region,
    pub(super) macros: Macros,
    pub(super) rules: RuleSet,
    pub(super) detector: Detector<'a>,
    pub(super) matching: MinCostMatching,
}

impl<'a> Assistant<'a> {
    /// Returns the default rules: those that apply to boxes anywhere and give a reason.
    pub fn default_rules() -> RuleSet {
        RuleSet::of(AskedBy::PLAYER)
    }

    /// Makes the assistant with a first position and the default rules.
    pub fn new(maze: &'a Maze<'a>, areas: &'a Areas, patterns: &'a DeadlockPatterns, start: &Position) -> Self {
        Self::with_rules(Self::default_rules(), maze, areas, patterns, start)
    }

    /// Makes the assistant with a first position and these deadlock rules.
    pub fn with_rules(
        rules: RuleSet,
        maze: &'a Maze<'a>,
        areas: &'a Areas,
        patterns: &'a DeadlockPatterns,
        start: &Position,
    ) -> Self {
        let squares = maze.board.len();
        let known = Known { areas: Some(areas), patterns: Some(patterns), ..Known::of(maze) };
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

    /// Evaluates `ask` in the position after a push, then restores the current one.
    pub(super) fn after<T>(&mut self, push: Push, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.boxes.clone(), self.player);
        self.look_at(self.state().boxes_after(self.maze.board, push), push.from);
        let answer = ask(self);
        self.look_at(before.0, before.1);
        answer
    }

    /// Returns the position as a search state.
    pub(super) fn state(&self) -> State {
        State { boxes: self.boxes.clone(), player: self.region.representative() }
    }
}
