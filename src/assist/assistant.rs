//! The data from which layers are computed: those of a level, and those of the current position.

use crate::deadlock::{AskedBy, DeadlockPatterns, Detector, Known, RuleSet};
use crate::heuristic::MinCostMatching;
use crate::level::{Position, Square};
use crate::maze::{Areas, Maze};
use crate::push::{BoxSet, Macros, Push, Region, State};

/// Computes layers of positions of one level, and holds the working memory for that.
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
    /// Maze of the level, with its tables.
    pub maze: &'a Maze<'a>,
    /// Rooms and tunnels of the level.
    pub areas: &'a Areas,
    /// Boxes of the current position.
    pub(super) boxes: BoxSet,
    /// Square of the player in the current position.
    pub(super) player: Square,
    /// Squares that the player reaches in the current position.
    pub(super) region: Region,
    pub(super) macros: Macros,
    pub(super) rules: RuleSet,
    pub(super) detector: Detector<'a>,
    pub(super) matching: MinCostMatching,
}

impl<'a> Assistant<'a> {
    /// Returns the default deadlock rules: those that apply to boxes anywhere and give a reason.
    pub fn default_rules() -> RuleSet {
        RuleSet::of(AskedBy::PLAYER)
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

    /// Returns the result of `ask` in the position after a push; the current position is restored.
    pub(super) fn after<T>(&mut self, push: Push, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.boxes.clone(), self.player);
        self.look_at(self.state().boxes_after(self.maze.board, push), push.from);
        let answer = ask(self);
        self.look_at(before.0, before.1);
        answer
    }

    /// Returns the current position as a search state.
    pub(super) fn state(&self) -> State {
        State { boxes: self.boxes.clone(), player: self.region.representative() }
    }
}
