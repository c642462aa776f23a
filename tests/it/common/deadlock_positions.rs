//! The finds of each rule after pushes in small random levels, against exhaustive search.

use super::exhaustive::{Cells, Drawn, State as Plain};
use super::judged::Judged;
use super::{small_levels, views};
use sokoplan::deadlock::{Detector, RuleId, RuleInput, RuleSet, View};
use sokoplan::heuristic::TwoBoxPatternDatabase;
use sokoplan::level::Square;
use sokoplan::maze::Maze;
use sokoplan::push::{Push, State};
use sokoplan::run::Meter;
use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

/// A push with the truth about it.
struct Case {
    pushed: Pushed,
    /// Nothing leads to a solution any more.
    is_dead: bool,
    /// Before the push something did.
    was_solvable: bool,
    /// It is dead, and with the player elsewhere the same boxes are not.
    is_dead_by_player: bool,
}

/// From which positions of a level pushes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    /// From any, spread evenly.
    Anywhere,
    /// Positions along a shortest solution: a search on a good way meets these.
    Solution,
}

/// Questions to one rule, and its answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    /// Dead positions that it was asked about, and that it found.
    pub(crate) dead: (usize, usize),
    /// The same for positions where the push took the last way to a solution.
    pub(crate) deadly: (usize, usize),
    /// The same for positions that are dead for the player's place alone.
    pub(crate) by_player: (usize, usize),
    /// Those of the dead that no rule before it in the set finds.
    pub(crate) first: usize,
    /// Those of the dead that no other rule finds.
    pub(crate) alone: usize,
    /// Positions that it called dead and that are not, in words.
    pub(crate) false_alarms: Vec<String>,
    pub(crate) questions: u32,
    pub(crate) time: Duration,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) positions: usize,
    pub(crate) dead: usize,
    /// By rule, in the order of the set.
    pub(crate) found: Vec<(RuleId, Found)>,
    /// Dead ones found by any rule.
    pub(crate) by_any: usize,
}

/// A small level with more boxes, on goals: many boxes hold each other more often.
pub(crate) fn crowded(seed: u64) -> String {
    let mut random = sokoplan::run::Random::new(!seed);
    let mut change = |letter| if letter == ' ' && random.below(4) == 0 { '*' } else { letter };
    small_levels::level(seed).chars().map(&mut change).collect()
}

/// Tests positions of levels in turn until their number is reached; a level gives no more dead positions than solvable ones.
pub(crate) fn measure(rules: &RuleSet, levels: impl Iterator<Item = String>, from: From, positions: usize) -> Tally {
    let found = rules.ids().map(|id| (id, Found::default())).collect();
    let mut tally = Tally { found, ..Tally::default() };
    for text in levels {
        if tally.positions >= positions {
            break;
        }
        if let Some(judged) = Judged::of(text, 20_000) {
            tally.level(rules, &judged, from);
        }
    }
    tally
}

/// As many as `most`, spread evenly.
pub(crate) fn spread<T>(all: Vec<T>, most: usize) -> impl Iterator<Item = T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step)
}

impl Tally {
    const STATES: usize = 400;
    const EACH: usize = 40;

    fn level(&mut self, rules: &RuleSet, judged: &Judged, from: From) {
        let maze = Maze::new(&judged.level.board, &mut Meter::unlimited()).expect("no limit");
        let pairs = pairs(&maze);
        let mut rules = Rules::new(rules, &maze, pairs.as_ref());
        let (dead, solvable) = cases(judged, from).into_iter().partition::<Vec<Case>, _>(|case| case.is_dead);
        let solvable: Vec<Case> = spread(solvable, Self::EACH).collect();
        let dead: Vec<Case> = spread(dead, Self::EACH).take(solvable.len()).collect();
        for case in dead.iter().chain(&solvable) {
            self.position(&judged.text, case, &mut rules);
        }
    }

    fn position(&mut self, text: &str, case: &Case, rules: &mut Rules<'_>) {
        let ask = |&(rule, _): &(RuleId, Found)| {
            let begin = Instant::now();
            let refuses = rules.finds(rule, &case.pushed);
            (rule, refuses, begin.elapsed())
        };
        let answers: Vec<(RuleId, bool, Duration)> = self.found.iter().map(ask).collect();
        let by_others = |rule: Option<RuleId>| answers.iter().any(|&(r, refuses, _)| refuses && Some(r) != rule);
        let mut is_found = false;
        self.positions += 1;
        self.dead += usize::from(case.is_dead);
        self.by_any += usize::from(case.is_dead && by_others(None));
        for (&(rule, refuses, time), (_, found)) in answers.iter().zip(&mut self.found) {
            found.questions += 1;
            found.time += time;
            if case.is_dead {
                found.dead.0 += 1;
                found.dead.1 += usize::from(refuses);
                found.deadly.0 += usize::from(case.was_solvable);
                found.deadly.1 += usize::from(refuses && case.was_solvable);
                found.by_player.0 += usize::from(case.is_dead_by_player);
                found.by_player.1 += usize::from(refuses && case.is_dead_by_player);
                found.first += usize::from(refuses && !is_found);
                found.alone += usize::from(refuses && !by_others(Some(rule)));
                is_found |= refuses;
            } else if refuses {
                found.false_alarms.push(format!("{}: {:?} in\n{text}", rule.name(), case.pushed));
            }
        }
    }
}

/// The pushes of positions of a level, with what is true of them.
fn cases(judged: &Judged, from: From) -> Vec<Case> {
    let Judged { level, drawn, rest: all, .. } = judged;
    let board = &level.board;
    let solvable: HashSet<Cells> = all.iter().filter(|(_, rest)| rest.is_some()).map(|(plain, _)| plain.0).collect();
    let solvable = &solvable;
    let states = match from {
        From::Anywhere => sorted(all.keys().copied()),
        From::Solution => along_solution(drawn, all),
    };
    let pushes = spread(states, Tally::STATES).flat_map(|plain| {
        let (state, region) = views::state(board, plain);
        let pushes: Vec<_> = state.pushes(board, &region).collect();
        pushes.into_iter().filter_map(move |push| {
            let after = views::after(board, drawn, plain, push);
            let (state, _) = views::state(board, after);
            let pushed = Pushed { push, to: board.next(push.from, push.direction)?, state };
            let is_dead = all[&after].is_none();
            let is_dead_by_player = is_dead && solvable.contains(&after.0);
            Some(Case { pushed, is_dead, was_solvable: all[&plain].is_some(), is_dead_by_player })
        })
    });
    pushes.collect()
}

pub(crate) fn sorted(states: impl Iterator<Item = Plain>) -> Vec<Plain> {
    let mut states: Vec<Plain> = states.collect();
    states.sort_unstable();
    states
}

/// Returns the positions of a shortest solution; none where there is no solution.
fn along_solution(drawn: &Drawn, all: &HashMap<Plain, Option<usize>>) -> Vec<Plain> {
    let start = drawn.state(drawn.boxes, drawn.player);
    let nearer = |&state: &Plain| {
        sorted(drawn.next(state).into_iter())
            .into_iter()
            .find(|next| all[next].is_some_and(|left| Some(left + 1) == all[&state]))
    };
    std::iter::successors(all[&start].map(|_| start), nearer).collect()
}

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
