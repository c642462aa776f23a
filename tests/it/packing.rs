//! Packing plans of random boards: every step can be pushed, and boxes are parked where they may be.

use sokoplan::level::{Level, Square};
use sokoplan::maze::Maze;
use sokoplan::packing::{BackwardPacking, PackingMove, PackingPlan};
use sokoplan::push::{BoxSet, Macros, Play};
use sokoplan::run::{Meter, Random, drive};

/// A board of random walls, boxes and goals.
fn random_level(random: &mut Random) -> Option<Level> {
    let (rows, columns) = (6 + random.below(3), 7 + random.below(5));
    let mut picture = vec![vec!['#'; columns]; rows];
    for row in &mut picture[1..rows - 1] {
        for tile in &mut row[1..columns - 1] {
            *tile = if random.below(7) == 0 { '#' } else { ' ' };
        }
    }
    for piece in "@$$$...".chars() {
        let (row, column) = (1 + random.below(rows - 2), 1 + random.below(columns - 2));
        picture[row][column] = piece;
    }
    let text: Vec<String> = picture.into_iter().map(|row| row.into_iter().collect()).collect();
    Level::from_xsb("", &text.join("\n")).ok()
}

/// The plan that 60 nodes find.
fn plan_of(maze: &Maze<'_>, level: &Level) -> Option<PackingPlan> {
    let mut meter = Meter::unlimited();
    let mut search = BackwardPacking::new(maze, &level.start, &mut meter).unwrap();
    meter.within(Some(60), None, |meter| drive(&mut search, meter)).found()
}

/// True if a lone box among these can be pushed from one square to the other, from some side.
fn can_push(maze: &Maze<'_>, others: &BoxSet, from: Square, to: Square) -> bool {
    let mut boxes = others.clone();
    boxes.insert(from);
    let mut macros = Macros::new(maze.board.len());
    from == to || macros.of_box(maze, &boxes, from, |s| !others.has(s), Play::Push).iter().any(|m| m.to == to)
}

/// True if each step that takes no parked box can have a start of its own, so that a box is parked on a start only once the box
/// that began there has left it.
fn leaves_starts_alone(plan: &PackingPlan, level: &Level) -> bool {
    fn go(steps: &[(PackingMove, &BoxSet)], waiting: &BoxSet) -> bool {
        let Some(((step, sources), rest)) = steps.split_first() else { return true };
        let fits = |start: Option<Square>| {
            let mut waiting = waiting.clone();
            start.into_iter().for_each(|start| waiting.remove(start));
            !waiting.has(step.to) && go(rest, &waiting)
        };
        match step.from {
            Some(_) => fits(None),
            None => sources.iter().filter(|&s| waiting.has(s)).any(|start| fits(Some(start))),
        }
    }
    let steps: Vec<_> = plan.steps().collect();
    let starts = level.start.boxes.iter().copied().filter(|&b| !plan.set(0).has(b));
    go(&steps, &BoxSet::of(level.board.len(), starts))
}

#[test]
fn on_random_boards_steps_lead_from_starts_to_goals_each_can_be_pushed_and_none_parks_where_others_wait() {
    let mut random = Random::new(7);
    let (mut found, mut parked) = ([0; 2], [0; 2]);
    for level in (0..1_000).filter_map(|_| random_level(&mut random)) {
        let board = &level.board;
        let maze = Maze::new(board, &mut Meter::unlimited()).unwrap();
        let by_starts = PackingPlan::by_starts(&maze, &level.start, &Meter::unlimited()).unwrap();
        for (kind, plan) in [plan_of(&maze, &level), by_starts].into_iter().enumerate() {
            let Some(plan) = plan else { continue };
            assert!(kind == 1 || leaves_starts_alone(&plan, &level), "{}", level.grid);
            let mut boxes = plan.set(0).clone();
            assert!(boxes.iter().all(|b| kind == 0 && level.start.has_box(b)));
            for (done, (step, sources)) in (1..).zip(plan.steps()) {
                step.from.iter().for_each(|&from| assert!(boxes.has(from), "the parked box is there"));
                step.from.into_iter().for_each(|from| boxes.remove(from));
                assert!(step.from.is_some() || sources.iter().all(|s| level.start.has_box(s)), "it comes from a start");
                assert!(sources.iter().any(|from| can_push(&maze, &boxes, from, step.to)), "{}", level.grid);
                assert!(!boxes.has(step.to) && plan.next(done - 1) == Some(step));
                boxes.insert(step.to);
                assert_eq!((plan.set(done), plan.done(&boxes)), (&boxes, done));
                parked[kind] += usize::from(step.from.is_some());
            }
            assert_eq!(boxes, BoxSet::of(board.len(), board.goals().iter().copied()));
            found[kind] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 30), "{found:?} plans");
    assert!(parked[0] > 10 && parked[1] > 1, "{parked:?} steps of parked boxes");
}
