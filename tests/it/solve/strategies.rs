//! Each push search by itself: what runs dry says unsolvable, and it had better be right.

use super::known;
use sokoplan::level::Level;
use sokoplan::maze::{Areas, Maze};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Ended, Meter, Search, Status, Stop, drive};
use sokoplan::search::{FeatureSpace, Greedy, Layout, Order, Parts, Perimeter, Pulls, Setting, Stages, Surveyor};

fn ended<S: Search<Solution = Vec<Push>>>(make: impl FnOnce(&mut Meter) -> Result<S, Stop>) -> Ended<Vec<Push>> {
    let meter = &mut Meter::unlimited();
    let mut search = make(meter).expect("no limit");
    assert!(search.is_complete());
    drive(&mut search, meter)
}

/// Lets pulls make so many steps, and hands over what they have reached.
fn pulled(maze: &Maze<'_>, level: &Level, steps: usize) -> Perimeter {
    let meter = &mut Meter::unlimited();
    let perimeter = Perimeter::new(level.board.len());
    let mut pulls = Pulls::new(maze, &level.start, perimeter.clone(), meter).expect("no limit");
    for _ in 0..steps {
        if pulls.step(meter) != Ok(Status::Running) {
            break;
        }
    }
    perimeter
}

#[test]
fn each_push_search_agrees_with_exhaustive_search() {
    for (text, drawn, solvable) in known(8000..9000) {
        let level = Level::from_xsb("", &text).expect("a level");
        if level.start.is_solved(&level.board) {
            continue;
        }
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let areas = Areas::by_patterns(&level.board);
        let surveyor = |layout, order, parts: Parts| {
            let stages =
                Stages::new(&maze, &level.start, parts.order(order), &mut Meter::unlimited()).expect("no limit");
            Surveyor::new(&maze, &areas, stages, Setting { layout, parts })
        };
        let none = || Perimeter::new(level.board.len());
        let features = |layout, order, parts| {
            ended(|meter| FeatureSpace::new(&maze, &level.start, surveyor(layout, order, parts), none(), meter))
        };
        let meeting = surveyor(Layout::Fine, Order::One, Parts::all());
        let all = [
            ("greedy", ended(|meter| Greedy::new(&maze, &level.start, none(), meter))),
            ("pulls", ended(|meter| Pulls::new(&maze, &level.start, none(), meter))),
            (
                "greedy to a perimeter",
                ended(|meter| Greedy::new(&maze, &level.start, pulled(&maze, &level, 20), meter)),
            ),
            (
                "features to a perimeter",
                ended(|meter| FeatureSpace::new(&maze, &level.start, meeting, pulled(&maze, &level, 20), meter)),
            ),
            ("coarse features", features(Layout::Coarse, Order::Any, Parts::all())),
            ("bare features", features(Layout::Coarse, Order::Any, Parts::empty())),
            ("fine features", features(Layout::Fine, Order::One, Parts::all())),
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
