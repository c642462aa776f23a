//! Each push search by itself: an exhausted complete search answers unsolvable, and is right.

use super::known;
use sokoplan::deadlock::{AskedBy, RuleSet};
use sokoplan::level::Level;
use sokoplan::maze::Maze;
use sokoplan::packing::{Order, PackingGuide, Waiting};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Ended, Meter, Search, Status, Stop, drive};
use sokoplan::search::{
    ByTarget, Components, Fess, FessBySinks, Lean, LeanSetting, Perimeter, Prunings, Reach, Setting, TargetSearch,
};

fn ended<S: Search<Solution = Vec<Push>>>(make: impl FnOnce(&mut Meter) -> Result<S, Stop>) -> Ended<Vec<Push>> {
    let meter = &mut Meter::unlimited();
    let mut search = make(meter).expect("no limit");
    assert!(search.is_complete());
    drive(&mut search, meter)
}

/// Lets pulls make this number of steps, and returns what they have reached.
fn pulled(maze: &Maze<'_>, level: &Level, steps: usize) -> Perimeter {
    let meter = &mut Meter::unlimited();
    let perimeter = Perimeter::new(level.board.len());
    let pulls = TargetSearch::new(maze, &level.start, perimeter.clone(), meter).expect("no limit");
    if let Some(mut pulls) = pulls {
        for _ in 0..steps {
            if !matches!(pulls.step(meter), Ok(Status::Running)) {
                break;
            }
        }
    }
    perimeter
}

on_few_and_on_all!(
    each_push_search_agrees_with_exhaustive_search,
    each_push_search_agrees_with_exhaustive_search_on_all,
    check_each_push_search_agrees,
    25
);

fn check_each_push_search_agrees(percent: u64) {
    for (text, drawn, solvable) in known(8000..8000 + 10 * percent) {
        let level = Level::from_xsb("", &text).expect("a level");
        if level.start.is_solved(&level.board) {
            continue;
        }
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let plan = |order| {
            let guide = PackingGuide::new(&maze, &level.start, order, &mut Meter::unlimited()).expect("no limit");
            guide.plan().cloned()
        };
        let none = || Perimeter::new(level.board.len());
        let fess = |order, setting, perimeter| {
            ended(|meter| Fess::new(&maze, &level.start, plan(order), setting, perimeter, meter))
        };
        let by_sinks =
            ended(|meter| FessBySinks::new(&maze, &level.start, Waiting::Anywhere, Setting::default(), none(), meter));
        let target =
            ended(|meter| ByTarget::new(&maze, &level.start, none(), &Prunings::all(AskedBy::DEAR_NODES), meter));
        let without_components = || Setting { components: Components::empty(), ..Setting::default() };
        let without_rules = || Setting { rules: RuleSet::none(), ..Setting::default() };
        let bare = || Setting { rules: RuleSet::none(), ..without_components() };
        let lean =
            |prunings: Prunings, setting| ended(|meter| Lean::new(&maze, &level.start, &prunings, setting, meter));
        let both_ways = LeanSetting::default();
        let forward = LeanSetting { reach: Reach::Forward, ..both_ways };
        let with_tables = LeanSetting { pairs_after: 0, threes_after: 0, ..forward };
        let all = [
            ("lean", lean(Prunings::all(AskedBy::CHEAP_NODES), both_ways)),
            ("lean, forward alone, with tables", lean(Prunings::all(AskedBy::CHEAP_NODES), with_tables)),
            ("lean without rules", lean(Prunings::none(), both_ways)),
            ("lean without rules, forward alone", lean(Prunings::none(), forward)),
            ("features", fess(Order::Backward, Setting::default(), none())),
            ("features, plan in steps", by_sinks),
            ("target", target),
            ("features, plan by starts", fess(Order::One, Setting::default(), none())),
            ("features without a plan", fess(Order::None, Setting::default(), none())),
            ("features without components", fess(Order::Backward, without_components(), none())),
            ("features without rules", fess(Order::Backward, without_rules(), none())),
            ("bare features", fess(Order::None, bare(), none())),
            ("features to a perimeter", fess(Order::Backward, Setting::default(), pulled(&maze, &level, 20))),
        ];
        for (name, ended) in all {
            assert_eq!(matches!(ended, Ended::Found(_)), solvable, "{name}\n{text}");
            if let Ended::Found(pushes) = ended {
                let walked = walk_and_push(&level.board, &level.start, &pushes);
                let (lurd, _) = walked.unwrap_or_else(|| panic!("{name}: no way to make the pushes\n{text}"));
                assert!(drawn.is_solved_by(&lurd), "{name}: {lurd} is no solution of\n{text}");
            }
        }
    }
}
