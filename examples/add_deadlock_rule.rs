//! Adds a deadlock rule to the solver's searches: `cargo run --example add_deadlock_rule`.
//!
//! The rule: two boxes side by side along a wall, one of them off goal, never move again. The built-in freeze rule finds
//! these too, and is left out here.

use sokoplan::deadlock::rules::Freeze;
use sokoplan::deadlock::{About, CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance, RuleSet, View};
use sokoplan::level::{Board, Direction, Level, Square};
use sokoplan::solve::Options;
use sokoplan::{Outcome, Solver};
use std::error::Error;

#[derive(Debug)]
struct PairAtWall;

static ABOUT: About = About {
    id: RuleId::new("pair-at-wall"),
    deadlock: "pair at a wall",
    sentence: "two boxes are side by side along a wall, and one of them is off goal",
    source: "folklore",
    cost: CostClass::Child,
    uses_player: false,
    purposes: Purposes::all(),
};

impl Rule for PairAtWall {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(Instance { board: known.maze.board })
    }
}

#[derive(Debug)]
struct Instance<'a> {
    board: &'a Board,
}

impl RuleInstance for Instance<'_> {
    fn is_dead(&mut self, view: &View<'_>) -> bool {
        let is_wall = |square: Square, side: Direction| self.board.next(square, side).is_none();
        let stuck = |a: Square, b: Square, side| {
            is_wall(a, side) && is_wall(b, side) && !(self.board.is_goal(a) && self.board.is_goal(b))
        };
        view.boxes_to_test().into_iter().any(|a| {
            let beside = [(Direction::Right, Direction::Up), (Direction::Down, Direction::Left)];
            beside.into_iter().any(|(along, side)| {
                [along, along.opposite()]
                    .into_iter()
                    .filter_map(|d| self.board.next(a, d))
                    .any(|b| view.boxes.has(b) && [side, side.opposite()].into_iter().any(|side| stuck(a, b, side)))
            })
        })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let level = Level::from_xsb("", "########\n#  . . #\n# $$   #\n#  @ $.#\n########")?;
    let options = Options { rules: RuleSet::all().without(Freeze::ID).with(PairAtWall), ..Options::default() };
    let report = Solver::new(&level).options(options).pushes_only().solve();
    if let Outcome::Solved(solution) = &report.outcome {
        println!("{}", solution.lurd);
    }
    for search in &report.searches {
        for (rule, count) in search.refused.by_rule() {
            println!("{} refused {count} pushes", rule.name());
        }
    }
    Ok(())
}
