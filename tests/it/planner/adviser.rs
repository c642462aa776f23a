//! An adviser that is handed to the feature-space search is asked, and its moves are made first.

use sokoplan::feature_space::Score;
use sokoplan::level::{Level, Square};
use sokoplan::maze::Maze;
use sokoplan::packing::{Order, PackingGuide};
use sokoplan::run::{Meter, Search, Status};
use sokoplan::search::{Advice, Adviser, Advisers, Fess, Perimeter, Setting};
use std::cmp::Reverse;
use std::sync::{Arc, Mutex};

/// Each position that the search has asked about: its boxes, and those after the advised move.
type Asked = Vec<(Vec<Square>, Option<Vec<Square>>)>;

/// Passes on the advice of another adviser, and notes it.
#[derive(Debug)]
struct Spy<A> {
    adviser: A,
    asked: Arc<Mutex<Asked>>,
}

impl<A: Adviser> Adviser for Spy<A> {
    fn name(&self) -> &'static str {
        "spy"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        let advised = self.adviser.advise(position);
        let after = advised.map(|place| {
            let by = position.moves[place].by;
            position.state.boxes.shifted(by.from, by.to).iter().collect()
        });
        self.asked.lock().unwrap().push((position.state.boxes.iter().collect(), after));
        advised
    }
}

/// Proposes the move that comes last where the search decides alone.
#[derive(Debug)]
struct Contrary;

impl Adviser for Contrary {
    fn name(&self) -> &'static str {
        "contrary"
    }

    fn advise(&self, position: &Advice<'_>) -> Option<usize> {
        position.best_by(|_| true, |m| Reverse(m.score.tie()))
    }
}

/// Proposes nothing.
#[derive(Debug)]
struct Silent;

impl Adviser for Silent {
    fn name(&self) -> &'static str {
        "silent"
    }

    fn advise(&self, _: &Advice<'_>) -> Option<usize> {
        None
    }
}

/// Two rooms with a tunnel between them: boxes in the left one, goals in the right one.
fn two_rooms() -> Level {
    let text = "###########\n#   ###   #\n# $@   .  #\n# $ ###.  #\n#   ###   #\n###########\n";
    Level::from_xsb("two rooms", text).unwrap()
}

/// What is asked of an adviser while a search of the level makes some steps.
fn asked<A: Adviser + 'static>(level: &Level, adviser: A, steps: usize) -> Asked {
    let meter = &mut Meter::unlimited();
    let maze = Maze::new(&level.board, meter).unwrap();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let setting = Setting {
        advisers: Advisers::default().with(Spy { adviser, asked: Arc::clone(&asked) }),
        ..Setting::default()
    };
    let guide = PackingGuide::new(&maze, &level.start, Order::Backward, meter).unwrap();
    let perimeter = Perimeter::new(level.board.len());
    let mut search = Fess::new(&maze, &level.start, guide.plan().cloned(), setting, perimeter, meter).unwrap();
    for _ in 0..steps {
        if search.step(meter) != Ok(Status::Running) {
            break;
        }
    }
    drop(search);
    Arc::try_unwrap(asked).unwrap_or_default().into_inner().unwrap()
}

#[test]
fn an_adviser_is_asked_about_the_start_and_its_move_is_made_first_whatever_the_others_propose() {
    let level = two_rooms();
    let [alone, advised] = [asked(&level, Silent, 1), asked(&level, Contrary, 1)];
    assert_eq!(advised[0].0, level.start.boxes);
    assert_eq!(advised[0].1.as_ref(), Some(&advised[1].0), "the next position is the one that was advised");
    assert_ne!(alone[1].0, advised[1].0, "the other advisers would have made another move");
}
