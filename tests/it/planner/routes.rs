//! Routes of plans against a lone box and the player, moved step by step.

use crate::snapshots::own_levels;
use sokoplan::level::{Board, Direction, Square};
use sokoplan::maze::{AreaId, Areas, Maze};
use sokoplan::planner::{Abstraction, PlanQuery, PlanningContext, Step, explore};
use sokoplan::run::{Limits, Meter, StopFlag};
use std::collections::{BTreeSet, VecDeque};

/// Returns whether a lone box can come from the first area of a route through all others to the last.
fn is_walked(board: &Board, areas: &Areas, route: &[AreaId]) -> bool {
    let starts = board.squares().filter(|&b| areas.area_of(b) == route[0]);
    let starts = starts.flat_map(|b| board.squares().filter(move |&p| p != b).map(move |p| (b, p, 0)));
    let mut queue: VecDeque<(Square, Square, usize)> = starts.collect();
    let mut seen: BTreeSet<_> = queue.iter().copied().collect();
    while let Some((box_at, player, index)) = queue.pop_front() {
        if index + 1 == route.len() {
            return true;
        }
        let after = |direction: Direction| {
            let step = board.next(player, direction)?;
            let to = if step == box_at { board.next(step, direction)? } else { box_at };
            let index = (index..=index + 1).find(|&index| areas.area_of(to) == route[index])?;
            Some((to, step, index))
        };
        queue.extend(Direction::ALL.into_iter().filter_map(after).filter(|&after| seen.insert(after)));
    }
    false
}

#[test]
fn a_lone_box_can_take_every_planned_route() {
    let mut routes = 0;
    for (_, level) in own_levels() {
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let areas = Areas::of(&level.board);
        let context = PlanningContext::new(&maze, &areas);
        let mut meter = Meter::new(Limits { nodes: Some(5_000), ..Limits::default() }, StopFlag::default());
        let explored = explore(Abstraction::Transfers, &context, &level.start, &PlanQuery::diverse(3), &mut meter);
        for step in explored.plans.iter().flat_map(|plan| &plan.steps) {
            let Step::Transfer(route) = &step.step else { continue };
            routes += 1;
            assert!(is_walked(&level.board, &areas, route), "{}: {}\n{}", level.title, step.step, level.grid);
        }
    }
    assert!(routes > 100, "{routes} routes");
}
