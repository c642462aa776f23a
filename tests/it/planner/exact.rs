//! The abstraction against exhaustive search, on random small levels cut at random.

use indexmap::IndexSet;
use sokoplan::abstraction::{Exact, NoPruning};
use sokoplan::level::{Board, Grid, Level, Position, Square, Tile};
use sokoplan::maze::Areas;
use sokoplan::planner::ExactSearch;
use sokoplan::push::{Push, Region, State, walk_and_push};
use sokoplan::run::{Ended, Meter, Random, drive};

/// A level of 8 to 20 squares with 2 to 4 boxes, and one label a square; labels form odd areas.
pub(crate) fn random_level(random: &mut Random) -> (Level, Vec<usize>) {
    loop {
        if let Some(made) = try_level(random) {
            return made;
        }
    }
}

fn try_level(random: &mut Random) -> Option<(Level, Vec<usize>)> {
    let (width, height) = random.pick(&[(5, 3), (6, 3), (5, 4), (7, 3), (6, 4), (7, 4)]);
    let holes = random.pick(&[10, 20, 30, 35]);
    let mut grid = Grid::new(&vec![vec![Tile::Wall; width + 2]; height + 2]);
    let mut places = Vec::new();
    for row in 1..=height {
        for column in 1..=width {
            if !random.chance(holes) {
                grid.set(row, column, Tile::Floor);
                places.push((row, column));
            }
        }
    }
    let (row, column) = random.pick(&places);
    grid.set(row, column, Tile::Player);
    let board = Level::from_grid("", grid.clone()).ok()?.board;
    if !(8..=20).contains(&board.len()) {
        return None;
    }
    grid.set(row, column, Tile::Floor);
    let (boxes, goals, player) = position(random, &board)?;
    for s in board.squares() {
        let (row, column) = board.row_column(s);
        grid.set(row, column, Tile::floor_with(goals.contains(&s), boxes.contains(&s), s == player));
    }
    let level = Level::from_grid("", grid).ok()?;
    (level.board.len() == board.len()).then(|| (level, labels(random, &board, width)))
}

/// Boxes, goals where a random walk of pushes ends (half of the time with one goal moved), and the player.
fn position(random: &mut Random, board: &Board) -> Option<(Vec<Square>, Vec<Square>, Square)> {
    let count = if board.len() > 10 { random.pick(&[2, 2, 3, 3, 4]) } else { 2 };
    let mut spots: Vec<Square> = board.squares().collect();
    for index in 0..=count {
        let other = index + random.below(spots.len() - index);
        spots.swap(index, other);
    }
    let (boxes, player) = (spots[..count].to_vec(), spots[count]);
    let start = Position {
        boxes: {
            let mut b = boxes.clone();
            b.sort();
            b
        },
        player,
    };
    let mut region = Region::new(board.len());
    let mut state = State::of(board, &start, &mut region);
    for _ in 0..random.below(23) + 3 {
        region.flood(board, state.player, |s| state.boxes.has(s));
        let pushes: Vec<Push> = state.pushes(board, &region).collect();
        if pushes.is_empty() {
            break;
        }
        state = state.after(board, random.pick(&pushes), &mut region);
    }
    let mut goals: Vec<Square> = state.boxes.iter().collect();
    let other = Square::from_index(random.below(board.len()));
    if random.chance(50) && !goals.contains(&other) {
        let index = random.below(goals.len());
        goals[index] = other;
    }
    goals.sort();
    (goals != start.boxes).then_some((boxes, goals, player))
}

/// Vertical cuts, with a tenth of the squares thrown in anywhere; each connected part is an area.
fn labels(random: &mut Random, board: &Board, width: usize) -> Vec<usize> {
    let cuts = [1 + random.below(width - 1), 1 + random.below(width - 1)];
    let two = random.chance(50);
    let wish: Vec<usize> = board
        .squares()
        .map(|s| {
            let column = board.row_column(s).1 - 1;
            let side = usize::from(column >= cuts[0]) + usize::from(two && column >= cuts[1]);
            if random.chance(90) { side } else { random.below(3) }
        })
        .collect();
    let mut label = vec![usize::MAX; board.len()];
    for start in board.squares() {
        let region = board.region(start, |s| wish[s.index()] != wish[start.index()]);
        for s in board.squares().filter(|s| region[s.index()]) {
            label[s.index()] = label[s.index()].min(start.index());
        }
    }
    label
}

/// Solvable, by breadth-first search over all positions: the judge.
pub(crate) fn exhaustive(level: &Level) -> bool {
    positions(level).iter().any(|(position, _)| position.is_solved(&level.board))
}

/// All positions that can be reached, each with the numbers of those that one push leads to.
pub(crate) fn positions(level: &Level) -> Vec<(Position, Vec<usize>)> {
    let board = &level.board;
    let mut region = Region::new(board.len());
    let mut seen = IndexSet::from([State::of(board, &level.start, &mut region)]);
    let mut found = Vec::new();
    while let Some(state) = seen.get_index(found.len()).cloned() {
        region.flood(board, state.player, |s| state.boxes.has(s));
        let pushes: Vec<Push> = state.pushes(board, &region).collect();
        let next = pushes.into_iter().map(|push| seen.insert_full(state.after(board, push, &mut region)).0);
        let next = next.collect();
        found.push((state.position(), next));
    }
    found
}

/// Solved by a plan that replays, or proved to have none.
fn abstract_answer(level: &Level, areas: &Areas) -> bool {
    let exact = Exact::new(&level.board, areas, None, Box::new(NoPruning));
    let meter = &mut Meter::unlimited();
    let mut search = ExactSearch::new(exact, &level.board, level.start.clone(), meter).expect("no limit");
    match drive(&mut search, meter) {
        Ended::Found(pushes) => {
            let (_, end) = walk_and_push(&level.board, &level.start, &pushes).expect("a plan that replays");
            assert!(end.is_solved(&level.board));
            true
        }
        Ended::Exhausted => false,
        Ended::Stopped(stop) => panic!("{stop}"),
    }
}

#[test]
fn abstract_is_solvable_exactly_where_exhaustive_search_says_so() {
    let mut random = Random::new(1);
    let (mut solvable, mut doors) = (0, 0);
    for number in 0..2400 {
        let (level, label) = random_level(&mut random);
        let areas = Areas::from_cut(&level.board, &label);
        let truth = exhaustive(&level);
        solvable += usize::from(truth);
        doors += usize::from(areas.areas().iter().any(|a| a.squares.len() == 1));
        assert_eq!(abstract_answer(&level, &areas), truth, "level {number}, areas {label:?}\n{:?}", level.grid);
    }
    assert!((800..1800).contains(&solvable) && doors > 400, "{solvable} solvable, {doors} with one-square areas");
}
