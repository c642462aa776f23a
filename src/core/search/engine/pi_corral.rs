//! PI-corral pruning on sets of cells; see [`crate::search::PiCorral`] for the rule and the proof.

use super::problem::GridProblem;
use crate::level::Direction;
use crate::push::{CellSet, Words};

/// If a corral must be worked on first, keeps in `pushable` (the boxes that can be pushed, by direction) only the pushes into the
/// corral with the fewest such pushes. `region` must be the player's region.
#[inline(never)]
pub(super) fn prune<W: Words>(
    problem: &GridProblem<'_, W>,
    boxes: &CellSet<W>,
    region: &CellSet<W>,
    pushable: &mut [CellSet<W>; 4],
) {
    let grid = &problem.grid;
    let mut rest = grid.floor().minus(boxes).minus(region);
    if rest.is_empty() {
        return;
    }
    let border = boxes.and(&grid.around(region));
    let inner = grid.floor().minus(region).minus(&border);
    let mut best: Option<(usize, [CellSet<W>; 4])> = None;
    while let Some(cell) = rest.first() {
        let inside = grid.flood(&CellSet::one(grid.words(), cell), &inner);
        rest = rest.minus(&inside);
        let corral = inside.or(&grid.around(&inside).and(&border));
        let members = corral.and(boxes);
        let has_work = members != corral.and(&problem.goals);
        if has_work && is_pi(problem, &members, &corral, region) {
            let free = corral.minus(boxes);
            let inwards = Direction::ALL.map(|direction| {
                let into = grid.moved(&free, direction.opposite());
                pushable[direction.index()].and(&members).and(&into)
            });
            let count = inwards.iter().map(CellSet::len).sum();
            if best.as_ref().is_none_or(|&(fewest, _)| count < fewest) {
                best = Some((count, inwards));
            }
        }
    }
    if let Some((_, inwards)) = best {
        *pushable = inwards;
    }
}

/// True if every first push of a box of the corral goes inwards, and is possible once its target is free.
#[inline]
fn is_pi<W: Words>(
    problem: &GridProblem<'_, W>,
    members: &CellSet<W>,
    corral: &CellSet<W>,
    region: &CellSet<W>,
) -> bool {
    let grid = &problem.grid;
    let outside = grid.floor().minus(corral);
    Direction::ALL.into_iter().all(|direction| {
        let back = direction.opposite();
        let to = |targets: &CellSet<W>| grid.moved(targets, back);
        let from = |players: &CellSet<W>| grid.moved(players, direction);
        let first = members.and(&to(&problem.live)).and(&from(&outside));
        first.is_subset(&to(corral).and(&from(region)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Generator, Recipe};
    use crate::level::{Collection, Level};
    use crate::maze::Maze;
    use crate::push::{BoxSet, Push, Region, State};
    use crate::run::{Meter, Random};
    use crate::search::PiCorral;

    /// Levels of a generator, and our own that guard the strength of the searches.
    fn levels() -> Vec<Level> {
        let own = include_bytes!("../../../../levels/8-signature.xsb");
        let recipe = Recipe {
            width: Some(9),
            height: Some(8),
            boxes: 4,
            min_pushes: 5,
            min_box_changes: 1,
            ..Recipe::default()
        };
        let mut generator = Generator::new(recipe);
        let made = (0..20).filter_map(|_| generator.next_within(100, |_| true)).map(|made| made.level);
        Collection::parse(own).levels().cloned().chain(made).collect()
    }

    /// Compares the two forms along a walk of random pushes; returns how often pushes were left out, and all of them.
    fn compare<W: Words>(level: &Level, random: &mut Random) -> (usize, usize) {
        let (board, meter) = (&level.board, &mut Meter::unlimited());
        let maze = Maze::new(board, meter).unwrap();
        let problem = GridProblem::<W>::new(&maze, &level.start);
        let (grid, mut plain) = (&problem.grid, PiCorral::new(board.len()));
        let mut region = Region::new(board.len());
        let mut state = State::of(board, &level.start, &mut region);
        let (mut pruned, mut emptied) = (0, 0);
        for _ in 0..200 {
            region.flood(board, state.player, |square| state.boxes.has(square));
            let all: Vec<Push> = state.pushes(board, &region).collect();
            let mut kept = all.clone();
            plain.prune(&maze, &state.boxes, &region, &mut kept);
            kept.sort_unstable();

            let boxes = grid.set(state.boxes.iter());
            let walked = grid.region(grid.cell(state.player), &boxes);
            let free = grid.floor().minus(&boxes);
            let mut pushable = Direction::ALL.map(|direction| grid.pushable(&boxes, &walked, &free, direction));
            prune(&problem, &boxes, &walked, &mut pushable);
            let mut on_grid: Vec<Push> = Vec::new();
            for (direction, left) in Direction::ALL.into_iter().zip(&pushable) {
                on_grid.extend(left.iter().map(|cell| Push { from: grid.square(cell), direction }));
            }
            on_grid.sort_unstable();
            assert_eq!(on_grid, kept, "{state:?}\n{}", level.grid);

            let movers = plain.movers(&maze, &state, &region);
            let moved = on_grid.iter().map(|push| push.from);
            assert_eq!(BoxSet::of(board.len(), moved), movers, "{state:?}\n{}", level.grid);
            pruned += usize::from(kept.len() < all.len());
            emptied += usize::from(kept.is_empty());
            if all.is_empty() {
                state = State::of(board, &level.start, &mut region);
                continue;
            }
            // From a position with a corral on, mostly into it, so that corrals within corrals are met.
            let anywhere = kept.is_empty() || random.chance(50);
            let push = random.pick(if anywhere { &all } else { &kept });
            let to = board.next(push.from, push.direction).unwrap();
            state = State::with(board, state.boxes.shifted(push.from, to), push.from, &mut region);
        }
        (pruned, emptied)
    }

    #[test]
    fn the_pushes_that_are_left_are_those_of_the_plain_rule() {
        let (mut random, mut all) = (Random::new(7), (0, 0));
        for level in levels() {
            let (pruned, emptied) = crate::for_board!(&level.board, W => compare::<W>(&level, &mut random));
            all = (all.0 + pruned, all.1 + emptied);
        }
        assert!(all.0 > 300 && all.1 > 30, "too few cases: {all:?}");
    }
}
