//! Each push search by itself: an exhausted complete search answers unsolvable, and is right.

use super::known;
use sokoplan::deadlock::RuleSet;
use sokoplan::level::Level;
use sokoplan::maze::{Areas, Maze};
use sokoplan::packing::{Order, PackingGuide};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Ended, Meter, Search, Status, Stop, drive};
use sokoplan::search::{
    BackwardSearch, Components, FeatureExtractor, FeatureSpace, Greedy, Layout, Lean, LeanSetting, Perimeter, Reach,
    RuleSets, Setting,
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
    let mut pulls =
        BackwardSearch::new(maze, &level.start, perimeter.clone(), &RuleSets::backward(), meter).expect("no limit");
    for _ in 0..steps {
        if pulls.step(meter) != Ok(Status::Running) {
            break;
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
        let areas = Areas::by_patterns(&level.board);
        let surveyor = |setting: Setting, order| {
            let stages =
                PackingGuide::new(&maze, &level.start, setting.components.order(order), &mut Meter::unlimited())
                    .expect("no limit");
            FeatureExtractor::new(&maze, &areas, stages, setting)
        };
        let none = || Perimeter::new(level.board.len());
        let features = |setting, order| {
            ended(|meter| FeatureSpace::new(&maze, &level.start, surveyor(setting, order), none(), meter))
        };
        let bare =
            Setting { components: Components::empty(), rules: RuleSet::none(), ..Setting::whole(Layout::Coarse) };
        let meeting = surveyor(Setting::whole(Layout::Fine), Order::One);
        let greedy = |perimeter: Perimeter, rules: RuleSet| {
            ended(|meter| Greedy::new(&maze, &level.start, perimeter, &rules, meter))
        };
        let lean = |rules: RuleSet, setting| ended(|meter| Lean::new(&maze, &level.start, &rules, setting, meter));
        let both_ways = LeanSetting::default();
        let forward = LeanSetting { reach: Reach::Forward, ..both_ways };
        let with_tables = LeanSetting { pairs_after: 0, threes_after: 0, ..forward };
        let all = [
            ("lean", lean(RuleSets::lean(), both_ways)),
            ("lean, forward alone, with tables", lean(RuleSets::lean(), with_tables)),
            ("lean without rules", lean(RuleSet::none(), both_ways)),
            ("lean without rules, forward alone", lean(RuleSet::none(), forward)),
            ("greedy", greedy(none(), RuleSets::greedy())),
            ("greedy without rules", greedy(none(), RuleSet::none())),
            ("pulls", ended(|meter| BackwardSearch::new(&maze, &level.start, none(), &RuleSets::backward(), meter))),
            ("greedy to a perimeter", greedy(pulled(&maze, &level, 20), RuleSets::greedy())),
            (
                "features to a perimeter",
                ended(|meter| FeatureSpace::new(&maze, &level.start, meeting, pulled(&maze, &level, 20), meter)),
            ),
            ("coarse features", features(Setting::whole(Layout::Coarse), Order::Any)),
            ("bare features", features(bare, Order::Any)),
            ("fine features", features(Setting::whole(Layout::Fine), Order::One)),
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
