//! An adviser of the planner, handed down to the feature-space search, is asked, and its moves are made first.

use sokoplan::abstraction::Counts;
use sokoplan::feature_space::Score;
use sokoplan::level::{Level, Position, Square};
use sokoplan::maze::{Areas, Maze};
use sokoplan::packing::{Order, PackingGuide};
use sokoplan::planner::{AbstractTask, PlanAdviser, PlanningContext, Step};
use sokoplan::run::{Ended, Meter, Search, Status};
use sokoplan::search::{Advice, Adviser, Fess, Perimeter, Setting};
use sokoplan::strips::{self, Options};
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
    let setting = Setting::default().with_adviser(Spy { adviser, asked: Arc::clone(&asked) });
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

fn plan_on_counts(context: &PlanningContext<'_>, start: &Position) -> Vec<Step> {
    let task = AbstractTask::new(context, start, &[], &[], &Meter::unlimited()).unwrap();
    match strips::plan(&task.task, &Options::default(), &mut Meter::unlimited()) {
        Ended::Found(plan) => task.steps(context, start, &plan),
        other => panic!("no plan: {other:?}"),
    }
}

#[test]
fn an_adviser_is_asked_about_the_start_and_its_move_is_made_first_whatever_the_others_propose() {
    let level = two_rooms();
    let [alone, advised] = [asked(&level, Silent, 1), asked(&level, Contrary, 1)];
    assert_eq!(advised[0].0, level.start.boxes);
    assert_eq!(advised[0].1.as_ref(), Some(&advised[1].0), "the next position is the one that was advised");
    assert_ne!(alone[1].0, advised[1].0, "the other advisers would have made another move");
}

#[test]
fn the_planner_leads_the_search_along_the_counts_of_its_plan() {
    let level = two_rooms();
    let areas = Areas::by_patterns(&level.board);
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
    let context = PlanningContext::new(&maze, &areas);
    let plan = plan_on_counts(&context, &level.start);
    let transfers = plan.iter().filter(|step| matches!(step, Step::Transfer(_))).count();
    assert_eq!(transfers, 2, "both boxes go to the other room: {plan:?}");

    let asked = asked(&level, PlanAdviser::new(&context, &level.start, &plan), 1);
    assert_eq!(asked[0].1.as_ref(), Some(&asked[1].0), "the plan's move is made first");
    let [before, after] = [&asked[0].0, &asked[1].0].map(|boxes| Counts::of(&areas, boxes.iter().copied()));
    let Step::Transfer(route) = &plan[0] else { panic!("{plan:?}") };
    let along = route[1..].iter().any(|&area| after == before.moved(route[0], area));
    assert!(along, "a box has left area {} along the first transfer", route[0].0);
}

#[test]
fn off_its_plan_the_planner_proposes_nothing() {
    let level = two_rooms();
    let areas = Areas::by_patterns(&level.board);
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
    let context = PlanningContext::new(&maze, &areas);
    let without_transfers = PlanAdviser::new(&context, &level.start, &[Step::Settle(areas.area_of(Square(0)))]);
    assert!(asked(&level, without_transfers, 5).iter().all(|(_, after)| after.is_none()));
}
