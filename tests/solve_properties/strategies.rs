//! Each push search by itself: what runs dry says unsolvable, and it had better be right.

use crate::known;
use sokoplan::level::Level;
use sokoplan::maze::{Areas, Maze};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Ended, Meter, Search, drive};
use sokoplan::search::{FeatureSpace, Greedy, Layout, Order, Stages, Surveyor};

fn ended<S: Search<Solution = Vec<Push>>>(mut search: S) -> Ended<Vec<Push>> {
    assert!(search.is_complete());
    drive(&mut search, &mut Meter::unlimited())
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
        let surveyor = |layout, order| {
            let stages = Stages::new(&maze, &level.start, order, &mut Meter::unlimited()).expect("no limit");
            Surveyor::new(&maze, &areas, stages, layout)
        };
        let features = |layout, order| ended(FeatureSpace::new(&maze, &level.start, surveyor(layout, order), layout));
        let all = [
            ("greedy", ended(Greedy::new(&maze, &level.start))),
            ("coarse features", features(Layout::Coarse, Order::Any)),
            ("fine features", features(Layout::Fine, Order::One)),
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
