//! Interface of deadlock rules: the purposes for which they are applied, positions as they see them, and their answers.

use super::{DeadlockPatterns, GridForm};
use crate::heuristic::TwoBoxPatternDatabase;
use crate::level::{Board, Direction, Square};
use crate::maze::{Areas, Maze};
use crate::push::{BoxSet, State};
use crate::run::{Meter, Stop};
use bitflags::bitflags;
use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

bitflags! {
    /// Set of purposes for which a deadlock rule is applied, distinguished by the cost of a node. Each rule lists its
    /// purposes in [`super::About::purposes`]; [`super::RuleSet::purposes`] selects the rules for a purpose.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub struct Purposes: u16 {
        /// Searches whose nodes cost a few microseconds: only look-ups and operations on whole sets of squares.
        const FAST_SEARCHES = 1;
        /// Feature-space searches. A node costs 100 times as much; no move ends on a dead square.
        const THOROUGH_SEARCHES = 1 << 1;
        /// Searches that prove a solution to be shortest.
        const SHORTEST = 1 << 2;
        /// The planner of one area: it tests thousands of positions by cheap rules that do not use the player's square.
        const ONE_AREA = 1 << 3;
        /// The assistant of a player: rules that apply to boxes anywhere and give a reason.
        const PLAYER = 1 << 4;
        /// The textbook searches.
        const TEXTBOOK = 1 << 5;

        /// All searches that solve levels, except the textbook searches.
        const SOLVING = Self::FAST_SEARCHES.bits() | Self::THOROUGH_SEARCHES.bits() | Self::SHORTEST.bits()
            | Self::ONE_AREA.bits();
    }
}

impl Purposes {
    /// Each purpose with its word in help texts and documents.
    pub const WORDS: [(Self, &'static str); 6] = [
        (Self::FAST_SEARCHES, "fast"),
        (Self::THOROUGH_SEARCHES, "thorough"),
        (Self::SHORTEST, "shortest"),
        (Self::ONE_AREA, "area"),
        (Self::PLAYER, "player"),
        (Self::TEXTBOOK, "textbook"),
    ];

    /// Returns the word of each purpose in this set, in the order of [`Purposes::WORDS`].
    pub fn words(self) -> impl Iterator<Item = &'static str> {
        Self::WORDS.into_iter().filter(move |&(purpose, _)| self.contains(purpose)).map(|(_, word)| word)
    }
}

/// Identity of a rule: its name, and the order in which reports list it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleId(&'static str);

impl RuleId {
    /// Creates the identity of a rule; reports list rules from outside the crate after the built-in rules.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Returns the place of the rule in reports: ascending for built-in rules, behind them for all other rules.
    pub fn index(self) -> usize {
        REPORTED.split(' ').position(|name| name == self.0).unwrap_or(usize::MAX)
    }

    /// Returns the name of the rule: its word on the command line, in reports and in JSON.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// Names of the built-in rules in the order of reports, which all rows and tables have kept since the rules were made:
/// a new rule is added at the end.
const REPORTED: &str = "dead-squares freeze diagonals matching frozen-walls corral pairs patterns dead-rooms corner line \
                        exact-sets";

/// Moment at which a search applies a rule, by the cost of the test: cheaper rules are applied first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CostClass {
    /// A test of a push, before the boxes after it are computed: [`RuleInstance::refuses`].
    Push,
    /// A test of the boxes after a push, before the position is looked up: [`RuleInstance::is_dead`].
    Child,
    /// A test of a whole position, when a search expands it: [`RuleInstance::judge`].
    Position,
}

/// Description of a rule for searches, reports and help.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// Identity of the rule: the name, and the place in reports.
    pub id: RuleId,
    /// Noun for a deadlock that the rule finds, such as "corral".
    pub deadlock: &'static str,
    /// Fact that the rule proves: one sentence without a full stop.
    pub sentence: &'static str,
    /// Publication or site that describes the rule.
    pub source: &'static str,
    /// Moment at which a search applies the rule.
    pub cost: CostClass,
    /// Whether the proof uses the player's square. If not, the rule can be applied to the boxes of a single area.
    pub uses_player: bool,
    /// Purposes for which the rule is applied.
    pub purposes: Purposes,
}

/// Data for rules besides the position. If a field is `None`, a rule computes the data, unless the field's docs differ.
#[derive(Clone, Copy, Debug)]
pub struct RuleInput<'a> {
    /// Level before the first push, with its push distances.
    pub maze: &'a Maze<'a>,
    /// Rooms and tunnels of the level.
    pub areas: Option<&'a Areas>,
    /// Deadlock patterns that replace the built-in ones.
    pub patterns: Option<&'a DeadlockPatterns>,
    /// Exact number of pushes that any two boxes need to reach goals; without it, the rule `pairs` has no effect.
    pub pairs: Option<&'a TwoBoxPatternDatabase>,
}

impl<'a> RuleInput<'a> {
    /// Creates the data with only the maze; all other fields are `None`.
    pub const fn of(maze: &'a Maze<'a>) -> Self {
        Self { maze, areas: None, patterns: None, pairs: None }
    }
}

/// A deadlock rule. It must be sound: a position that it calls lost has no solution. Rules of the classes
/// [`CostClass::Push`] and [`CostClass::Child`] must also be monotone, since they are applied to subsets of the boxes:
/// a lost position stays lost with more boxes on the board.
///
/// `examples/add_deadlock_rule.rs` adds a rule from outside the crate.
pub trait Rule: Debug + Send + Sync {
    /// Returns the description of the rule.
    fn about(&self) -> &'static About;

    /// Creates the instance of the rule for one search by pushes, with its caches.
    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a>;

    /// Returns another form of the rule, which does not use the player's square; `None` if no other form exists.
    fn without_player(&self) -> Option<Arc<dyn Rule>> {
        None
    }

    /// Returns the operation on sets of squares with the same refusals, for searches with cheap nodes.
    fn on_grid(&self) -> Option<GridForm> {
        None
    }

    /// Creates the instance of the rule for one search by pulls, from the goals back to a start; `None` if the rule is about pushes
    /// only. `dead` marks the squares of boxes that can be pulled to no square of a box at the start.
    fn backward(&self, _dead: &[bool]) -> Option<Box<dyn RuleInstance>> {
        None
    }
}

/// Instance of a rule for one search. The [`CostClass`] selects the method that a search calls; the assistant calls `witnesses`.
pub trait RuleInstance: Debug + Send {
    /// True if a box pushed to `to` in `direction`, or pulled to it in searches by pulls, is lost whatever the other boxes.
    fn refuses(&mut self, _to: Square, _direction: Direction) -> bool {
        false
    }

    /// True if the position after a push is proved lost.
    fn is_dead(&mut self, _view: &View<'_>) -> bool {
        false
    }

    /// Returns the verdict on a position: lost or unknown.
    fn judge(&mut self, view: &View<'_>, _meter: &mut Meter) -> Result<Verdict, Stop> {
        Ok(Verdict::lost_if(self.is_dead(view)))
    }

    /// Returns the proved deadlocks of a position, each with its boxes.
    fn witnesses(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<Vec<Witness>, Stop> {
        Ok(match self.judge(view, meter)? {
            Verdict::Unknown => Vec::new(),
            Verdict::Lost => vec![Witness::of(view.boxes_to_test(), "")],
            Verdict::LostGroup(group) => vec![Witness::of(group.iter().collect(), "")],
        })
    }
}

/// A position, as deadlock rules see it.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    /// All boxes of the position.
    pub boxes: &'v BoxSet,
    /// Any square of the player's region.
    pub player: Square,
    /// Square of the box of the last push, which must have made the deadlock; if `None`, rules search for all deadlocks.
    pub pushed: Option<Square>,
    /// Whether each box can have a goal of its own that the box could reach alone on the board; `None` if not known.
    pub is_matched: Option<bool>,
}

impl<'v> View<'v> {
    /// Creates the view of a whole position, without a last push or a known matching.
    pub const fn of(state: &'v State) -> Self {
        Self { boxes: &state.boxes, player: state.player, pushed: None, is_matched: None }
    }

    /// Returns the boxes to test: the box of the last push, or all boxes if `pushed` is `None`.
    pub fn boxes_to_test(&self) -> Vec<Square> {
        self.pushed.map_or_else(|| self.boxes.iter().collect(), |pushed| vec![pushed])
    }
}

/// Answer of a rule about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is proved.
    Unknown,
    /// The position is lost.
    Lost,
    /// These boxes are lost whatever the squares of the other boxes, as long as the player is in the present region.
    LostGroup(Box<BoxSet>),
}

impl Verdict {
    /// Returns [`Verdict::Lost`] if `is_lost`, else [`Verdict::Unknown`].
    pub const fn lost_if(is_lost: bool) -> Self {
        if is_lost { Self::Lost } else { Self::Unknown }
    }
}

/// One deadlock of a position, for display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Boxes of the deadlock, ascending.
    pub boxes: Vec<Square>,
    /// Walls of the deadlock, each as row and column of the picture, from 0.
    pub walls: Vec<(usize, usize)>,
    /// Reason in words that follow the boxes, e.g. `can reach no goal`; if it is empty, the sentence of the rule is used.
    pub why: String,
}

impl Witness {
    /// Creates the witness with these boxes and no walls.
    pub fn of(boxes: Vec<Square>, why: impl Into<String>) -> Self {
        Self { boxes, walls: Vec::new(), why: why.into() }
    }

    /// Creates the witness with these boxes and the walls beside these boxes.
    pub fn with_walls(board: &Board, boxes: Vec<Square>, why: impl Into<String>) -> Self {
        let beside = |b: &Square| {
            let (row, column) = board.row_column(*b);
            [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
        };
        let is_wall = |&(row, column): &(usize, usize)| board.square(row, column).is_none();
        let mut walls: Vec<_> = boxes.iter().flat_map(beside).filter(is_wall).collect();
        walls.sort_unstable();
        walls.dedup();
        Self { boxes, walls, why: why.into() }
    }
}

/// Set of deadlock rules, in the order of application within each [`super::CostClass`].
///
/// ```
/// use sokoplan_core::RuleSet;
/// use sokoplan_core::deadlock::rules::Freeze;
/// let rules = RuleSet::all().without(Freeze::ID);
/// assert!(RuleSet::all().has(Freeze::ID) && !rules.has(Freeze::ID));
/// for rule in rules.iter() {
///     println!("{}: {}", rule.about().id.name(), rule.about().sentence);
/// }
/// ```
#[derive(Clone, Default)]
pub struct RuleSet(Vec<Arc<dyn Rule>>);

impl RuleSet {
    /// Returns the empty set.
    pub const fn none() -> Self {
        Self(Vec::new())
    }

    /// Returns the set with one more rule, which replaces a rule of equal identity.
    #[must_use]
    pub fn with(self, rule: impl Rule + 'static) -> Self {
        self.with_shared(Arc::new(rule))
    }

    /// Returns the set with a rule that is shared with other sets; it replaces a rule of equal identity.
    #[must_use]
    pub fn with_shared(mut self, rule: Arc<dyn Rule>) -> Self {
        match self.0.iter_mut().find(|known| known.about().id == rule.about().id) {
            Some(known) => *known = rule,
            None => self.0.push(rule),
        }
        self
    }

    /// Returns the set without the rule with this identity.
    #[must_use]
    pub fn without(mut self, id: RuleId) -> Self {
        self.0.retain(|rule| rule.about().id != id);
        self
    }

    /// Returns the rules for a purpose in `purpose`. For one area and for textbook searches they have the form without the player,
    /// if there is one; for one area, others that use the player or are of class [`super::CostClass::Position`] are left out.
    #[must_use]
    pub fn purposes(&self, purpose: Purposes) -> Self {
        let fitting = self.iter().filter(|rule| rule.about().purposes.intersects(purpose));
        Self(fitting.filter_map(|rule| form(rule, purpose)).collect())
    }

    /// True if the rule with this identity is in the set.
    pub fn has(&self, id: RuleId) -> bool {
        self.iter().any(|rule| rule.about().id == id)
    }

    /// Returns the rule with this name; `None` if it is not in the set.
    pub fn named(&self, name: &str) -> Option<&Arc<dyn Rule>> {
        self.0.iter().find(|rule| rule.about().id.name() == name)
    }

    /// Returns the rules in the order of the set.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<dyn Rule>> {
        self.0.iter()
    }

    /// Returns the identities of the rules in the order of the set.
    pub fn ids(&self) -> impl Iterator<Item = RuleId> {
        self.iter().map(|rule| rule.about().id)
    }
}

fn form(rule: &Arc<dyn Rule>, purpose: Purposes) -> Option<Arc<dyn Rule>> {
    let form =
        if Purposes::ONE_AREA.union(Purposes::TEXTBOOK).contains(purpose) { rule.without_player() } else { None };
    let about = rule.about();
    let fits =
        purpose != Purposes::ONE_AREA || (form.is_some() || !about.uses_player) && about.cost != CostClass::Position;
    fits.then(|| form.unwrap_or_else(|| Arc::clone(rule)))
}

impl Debug for RuleSet {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.ids().map(RuleId::name)).finish()
    }
}

impl PartialEq for RuleSet {
    /// Equal sets have rules with equal identities, in any order.
    fn eq(&self, other: &Self) -> bool {
        self.0.len() == other.0.len() && self.ids().all(|id| other.has(id))
    }
}

impl Eq for RuleSet {}
