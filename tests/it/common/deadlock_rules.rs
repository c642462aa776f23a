//! The rules of a set, each by itself, applied at the moment when searches apply them: after a push.

use sokoplan::deadlock::{Detector, RuleId, RuleInput, RuleSet, View};
use sokoplan::heuristic::TwoBoxPatternDatabase;
use sokoplan::level::Square;
use sokoplan::maze::Maze;
use sokoplan::push::{Push, State};
use sokoplan::run::Meter;

/// A push, the square that its box came to, and what it led to.
#[derive(Clone, Debug)]
pub(crate) struct Pushed {
    pub(crate) push: Push,
    pub(crate) to: Square,
    pub(crate) state: State,
}

impl Pushed {
    fn view(&self) -> View<'_> {
        View { pushed: Some(self.to), ..View::of(&self.state) }
    }
}

/// All rules for one level, with what they remember.
pub(crate) struct Rules<'a> {
    each: Vec<(RuleId, Detector<'a>)>,
    meter: Meter,
}

/// The table that the rule about pairs asks.
pub(crate) fn pairs(maze: &Maze<'_>) -> Option<TwoBoxPatternDatabase> {
    TwoBoxPatternDatabase::new(maze, &mut Meter::unlimited()).expect("no limit")
}

impl<'a> Rules<'a> {
    pub(crate) fn new(rules: &RuleSet, maze: &'a Maze<'a>, pairs: Option<&'a TwoBoxPatternDatabase>) -> Self {
        let known = RuleInput { pairs, ..RuleInput::of(maze) };
        let alone = |rule: &_| Detector::new(&RuleSet::none().with_shared(std::sync::Arc::clone(rule)), &known);
        let each = rules.iter().map(|rule| (rule.about().id, alone(rule))).collect();
        Self { each, meter: Meter::unlimited() }
    }

    /// True if a rule proves the position lost.
    pub(crate) fn finds(&mut self, rule: RuleId, pushed: &Pushed) -> bool {
        let view = pushed.view();
        let (_, alone) = self.each.iter_mut().find(|(id, _)| *id == rule).expect("a rule of the set");
        alone.refuses_push(pushed.to, pushed.push.direction)
            || alone.refuses_child(&view)
            || alone.is_lost(&view, &mut self.meter).expect("no limit")
    }
}
