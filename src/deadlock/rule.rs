//! The interface of deadlock rules.

use super::{AskedBy, DeadlockPatterns, GridForm, Verdict, View, Witness};
use crate::heuristic::TwoBoxPatternDatabase;
use crate::level::{Direction, Square};
use crate::maze::{Areas, Maze};
use crate::run::{Meter, Stop};
use std::fmt::Debug;
use std::sync::Arc;

/// The identity of a rule: its name, and its place in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId {
    index: u16,
    name: &'static str,
}

impl RuleId {
    /// For a rule from outside the crate: it comes after the built-in ones.
    pub const fn new(name: &'static str) -> Self {
        Self { index: u16::MAX, name }
    }

    /// For a built-in rule. Reports list the smallest index first.
    pub(super) const fn built_in(index: u16, name: &'static str) -> Self {
        Self { index, name }
    }

    /// Its place in reports, in ascending order.
    pub const fn index(self) -> u16 {
        self.index
    }

    /// The name: the word on the command line, in reports and in JSON.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

/// The moment at which a search applies a rule, by the cost of its test. The cheaper ones come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CostClass {
    /// About a push, before the boxes after it are known: [`RuleInstance::refuses`].
    Push,
    /// About the boxes after a push, before the position is looked up: [`RuleInstance::is_dead`].
    Child,
    /// About a whole position, when a search takes it up: [`RuleInstance::judge`].
    Position,
}

/// The description of a rule.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Its identity and its one name.
    pub id: RuleId,
    /// The word for one deadlock that it finds.
    pub deadlock: &'static str,
    /// What it proves, in one sentence without a full stop.
    pub sentence: &'static str,
    /// Its source in the literature.
    pub source: &'static str,
    /// When it is applied.
    pub cost: CostClass,
    /// Whether the proof uses the place of the player. Rules that do not can be applied to the boxes of one area alone.
    pub uses_player: bool,
    /// Who asks it.
    pub asked_by: AskedBy,
}

/// Data for rules beside the position. A rule computes what is missing, unless it states otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The level before the first push.
    pub maze: &'a Maze<'a>,
    /// Rooms and tunnels.
    pub areas: Option<&'a Areas>,
    /// Deadlock patterns in place of the built-in ones.
    pub patterns: Option<&'a DeadlockPatterns>,
    /// The exact pushes of every two boxes.
    pub pairs: Option<&'a TwoBoxPatternDatabase>,
}

impl<'a> Known<'a> {
    /// Nothing but the maze.
    pub const fn of(maze: &'a Maze<'a>) -> Self {
        Self { maze, areas: None, patterns: None, pairs: None }
    }
}

/// A deadlock rule. It must be sound: what it calls lost has no solution. Rules of the classes [`CostClass::Push`] and
/// [`CostClass::Child`] must also be monotone, since they are also applied to a part of the boxes: what is lost stays
/// lost with more boxes on the board.
///
/// ```
/// use sokoplan::deadlock::{About, AskedBy, CostClass, Known, Rule, RuleId, RuleInstance, View};
/// use sokoplan::level::{Board, Square};
/// use sokoplan::push::BoxSet;
///
/// static ABOUT: About = About {
///     id: RuleId::new("four"),
///     deadlock: "four in a square",
///     sentence: "four boxes form a square, and one of them is off goal",
///     source: "folklore",
///     cost: CostClass::Child,
///     uses_player: false,
///     asked_by: AskedBy::all(),
/// };
///
/// /// Four boxes in a square, one of them off goal.
/// #[derive(Debug)]
/// struct FourInASquare;
///
/// impl Rule for FourInASquare {
///     fn about(&self) -> &'static About {
///         &ABOUT
///     }
///
///     fn instance<'a>(&self, known: &Known<'a>) -> Box<dyn RuleInstance + 'a> {
///         Box::new(Instance(known.maze.board))
///     }
/// }
///
/// #[derive(Debug)]
/// struct Instance<'a>(&'a Board);
///
/// impl RuleInstance for Instance<'_> {
///     fn is_dead(&mut self, view: &View<'_>) -> bool {
///         let board = self.0;
///         board.squares().any(|square| {
///             let (row, column) = board.row_column(square);
///             let four = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| board.square(row + r, column + c));
///             four.iter().all(|s| s.is_some_and(|s| view.boxes.has(s)))
///                 && four.iter().flatten().any(|&s| !board.is_goal(s))
///         })
///     }
/// }
///
/// let rules = sokoplan::RuleSet::all().with(FourInASquare);
/// assert!(rules.named("four").is_some());
/// ```
pub trait Rule: Debug + Send + Sync {
    /// Its description.
    fn about(&self) -> &'static About;

    /// The rule at work in one search by pushes, with what it remembers.
    fn instance<'a>(&self, known: &Known<'a>) -> Box<dyn RuleInstance + 'a>;

    /// The same rule in a form that does not use the square of the player, where it has one.
    fn without_player(&self) -> Option<Arc<dyn Rule>> {
        None
    }

    /// The operation on sets of squares that refuses what the rule refuses, where there is one. Searches with cheap nodes
    /// apply it in place of the rule.
    fn on_grid(&self) -> Option<GridForm> {
        None
    }

    /// The rule at work in one search by pulls, from the goals back to a start. `dead` are the squares from which a box
    /// can be pulled to no square of the start. `None` if the rule is about pushes only.
    fn backward(&self, dead: &[bool]) -> Option<Box<dyn RuleInstance>> {
        _ = dead;
        None
    }
}

/// A rule at work. The [`CostClass`] of the rule decides which method a search calls; the assistant calls
/// [`RuleInstance::witnesses`] of every rule.
pub trait RuleInstance: Debug + Send {
    /// Returns whether a box that is pushed to `to` in a direction is lost, for all places of the others. In searches
    /// by pulls `to` is the square that it is pulled to.
    fn refuses(&mut self, to: Square, direction: Direction) -> bool {
        _ = (to, direction);
        false
    }

    /// Returns whether the position that a push has led to is lost.
    fn is_dead(&mut self, view: &View<'_>) -> bool {
        _ = view;
        false
    }

    /// Returns what is proved of a position.
    ///
    /// # Errors
    /// A limit of the meter.
    fn judge(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Verdict, Stop> {
        _ = meter;
        Ok(Verdict::lost_if(self.is_dead(view)))
    }

    /// The deadlocks of a position, each with its boxes; none if nothing is proved.
    ///
    /// # Errors
    /// A limit of the meter.
    fn witnesses(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Vec<Witness>, Stop> {
        Ok(match self.judge(view, meter)? {
            Verdict::Unknown => Vec::new(),
            Verdict::Lost => vec![Witness::of(view.asked(), "")],
            Verdict::LostGroup(group) => vec![Witness::of(group.iter().collect(), "")],
        })
    }

    /// Marks what it remembers, before a step of a search that a limit may cut short.
    fn mark(&mut self) {}

    /// Sets what it remembers back to the last mark, so that the step can be repeated with the same result.
    fn undo(&mut self) {}
}
