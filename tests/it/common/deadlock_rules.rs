//! The rules of a set, each by itself, applied as in the searches: after a push.

use sokoplan::deadlock::rules::Neighbourhood;
use sokoplan::deadlock::{Detector, Known, RuleId, RuleSet, View};
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
    /// Those that learn, with one that they learn from.
    school: Detector<'a>,
    meter: Meter,
}

/// The table that the rule about pairs asks.
pub(crate) fn pairs(maze: &Maze<'_>) -> Option<TwoBoxPatternDatabase> {
    TwoBoxPatternDatabase::new(maze, &mut Meter::unlimited()).expect("no limit")
}

/// The rules of a set that learn.
pub(crate) fn learning(rules: &RuleSet) -> RuleSet {
    let learning = rules.iter().filter(|rule| rule.about().learns);
    learning.fold(RuleSet::none(), |set, rule| set.with_shared(rule.clone()))
}

impl<'a> Rules<'a> {
    pub(crate) fn new(rules: &RuleSet, maze: &'a Maze<'a>, pairs: Option<&'a TwoBoxPatternDatabase>) -> Self {
        let known = Known { pairs, ..Known::of(maze) };
        let alone = |rule: &_| Detector::new(&RuleSet::none().with_shared(std::sync::Arc::clone(rule)), &known);
        let each = rules.iter().map(|rule| (rule.about().id, alone(rule))).collect();
        let school = Detector::new(&learning(rules).with(Neighbourhood), &known);
        Self { each, school, meter: Meter::unlimited() }
    }

    /// Returns whether a rule proves the position lost.
    pub(crate) fn finds(&mut self, rule: RuleId, pushed: &Pushed) -> bool {
        let view = pushed.view();
        if self.school.has(rule) && rule != Neighbourhood::ID {
            return self.school.is_known_lost(&view, &mut self.meter).expect("no limit");
        }
        let (_, alone) = self.each.iter_mut().find(|(id, _)| *id == rule).expect("a rule of the set");
        alone.refuses_push(pushed.to, pushed.push.direction)
            || alone.refuses_child(&view)
            || alone.is_lost(&view, &mut self.meter).expect("no limit")
    }

    /// Learns which boxes around the pushed one are lost, if that can be proved.
    pub(crate) fn learn(&mut self, pushed: &Pushed) -> bool {
        let (school, view, meter) = (&mut self.school, pushed.view(), &mut self.meter);
        !school.is_known_lost(&view, meter).expect("no limit") && school.is_lost(&view, meter).expect("no limit")
    }

    /// Learns which boxes anywhere are lost, if that can be proved.
    pub(crate) fn study(&mut self, pushed: &Pushed) {
        self.school.study(&pushed.view(), &mut self.meter).expect("no limit");
    }
}
