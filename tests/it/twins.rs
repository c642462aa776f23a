//! Twins: what the searches on sets of squares compute is what the plain form of the same rule computes.
//!
//! Both forms are sound by themselves; here neither knows less than the other. They are asked about random small levels,
//! and about our own, in positions along walks of random pushes.

use super::common::small_levels;
use super::snapshots::own_levels;
use sokoplan::Level;
use sokoplan::deadlock::{FrozenBoxes, GridFreeze, Lost, LostSets};
use sokoplan::for_board;
use sokoplan::heuristic::TwoBoxPatternDatabase;
use sokoplan::level::{Direction, Square};
use sokoplan::maze::Maze;
use sokoplan::push::{BoxSet, CellSet, Grid, Region, State, Words};
use sokoplan::run::{Meter, Random};

/// Calls a test with every position of a walk of random pushes, and with the box that was pushed to it.
fn walk(level: &Level, pushes: usize, random: &mut Random, mut test: impl FnMut(&State, Option<Square>)) {
    let board = &level.board;
    let mut region = Region::new(board.len());
    let mut state = State::of(board, &level.start, &mut region);
    test(&state, None);
    for _ in 0..pushes {
        region.flood(board, state.player, |square| state.boxes.has(square));
        let pushes: Vec<_> = state.pushes(board, &region).collect();
        if pushes.is_empty() {
            state = State::of(board, &level.start, &mut region);
            test(&state, None);
            continue;
        }
        let push = random.pick(&pushes);
        let to = board.next(push.from, push.direction).unwrap();
        state = State::with(board, state.boxes.shifted(push.from, to), push.from, &mut region);
        test(&state, Some(to));
    }
}

/// What the comparison of a level saw: positions with frozen boxes, and pushes that are lost by them.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    frozen: usize,
    lost: usize,
}

fn freeze<W: Words>(level: &Level, random: &mut Random, pushes: usize) -> Seen {
    let (board, meter) = (&level.board, &mut Meter::unlimited());
    let maze = Maze::new(board, meter).unwrap();
    let grid = Grid::<W>::new(board);
    let dead = maze.distances.dead_squares();
    let live = grid.set(board.squares().filter(|square| !dead[square.index()]));
    let on_grid = GridFreeze::new(&grid, &live, &grid.set(board.goals().iter().copied()));
    let mut plain = FrozenBoxes::new(board.len());
    let (mut seen, mut was_lost) = (Seen::default(), false);
    walk(level, pushes, random, |state, pushed| {
        let boxes: CellSet<W> = grid.set(state.boxes.iter());
        let frozen = BoxSet::of(board.len(), plain.frozen(board, dead, &state.boxes));
        let cells = BoxSet::of(board.len(), on_grid.frozen(&grid, &boxes).iter().map(|cell| grid.square(cell)));
        assert_eq!(cells, frozen, "{state:?}\n{}", level.grid);
        seen.frozen += usize::from(!frozen.is_empty());
        // Searches ask about pushes in positions that are not lost themselves.
        if let Some(to) = pushed.filter(|_| !was_lost) {
            let is_lost = plain.is_freeze_deadlock(board, dead, &state.boxes, to);
            assert_eq!(on_grid.is_lost(&grid, &boxes, grid.cell(to)), is_lost, "{state:?} {to:?}\n{}", level.grid);
            seen.lost += usize::from(is_lost);
        }
        was_lost = frozen.iter().any(|square| !board.is_goal(square));
    });
    seen
}

/// Returns the number of pushes that lose a pair.
fn pairs<W: Words>(level: &Level) -> usize {
    let (board, meter) = (&level.board, &mut Meter::unlimited());
    let maze = Maze::new(board, meter).unwrap();
    let grid = Grid::<W>::new(board);
    let live = grid.set(board.squares().filter(|&square| !maze.distances.is_dead(square)));
    let goals = grid.set(board.goals().iter().copied());
    let sets = LostSets::of_pairs(&grid, Lost::ToPushes, &live, &goals, meter).unwrap();
    let Some(database) = TwoBoxPatternDatabase::new(&maze, meter).unwrap() else { return 0 };
    let mut lost = 0;
    for to in board.squares() {
        for direction in Direction::ALL {
            let Some(player) = board.next(to, direction.opposite()) else { continue };
            for other in board.squares().filter(|&other| other != to && other != player) {
                // The database holds no boxes on dead squares; there a push is refused before it is asked.
                if [to, other].iter().any(|&square| maze.distances.is_dead(square)) {
                    continue;
                }
                let is_lost = database.is_dead(&BoxSet::of(board.len(), [other]), to, direction);
                let on_grid = sets.is_lost(grid.cell(to), direction, &grid.set([other]));
                assert_eq!(on_grid, is_lost, "{to:?} {direction:?} {other:?}\n{}", level.grid);
                lost += usize::from(is_lost);
            }
        }
    }
    lost
}

#[test]
fn boxes_of_random_and_own_levels_are_frozen_alike_and_pairs_are_lost_alike() {
    let (mut random, mut all, mut all_pairs) = (Random::new(1), Seen::default(), 0);
    let drawn = (0..150).map(|seed| Level::from_xsb("", &small_levels::level(seed)).unwrap());
    for level in drawn.chain(own_levels().into_iter().map(|(_, level)| level)) {
        let seen = for_board!(&level.board, W => freeze::<W>(&level, &mut random, 60));
        all = Seen { frozen: all.frozen + seen.frozen, lost: all.lost + seen.lost };
        if level.board.len() <= 60 {
            all_pairs += for_board!(&level.board, W => pairs::<W>(&level));
        }
    }
    assert!(all.frozen > 1_000 && all.lost > 100 && all_pairs > 1_000, "too few to tell: {all:?}, {all_pairs} pairs");
}
