//! Routes of plans against a lone box and the player, moved step by step.

use crate::areas::XSOKOBAN_1;
use crate::snapshots::own_levels;
use sokoplan::level::{Board, Direction, Level, Square};
use sokoplan::maze::{AreaId, Areas, Maze};
use sokoplan::planner::{Abstraction, PlanQuery, PlanningContext, Step, explore};
use sokoplan::run::{Limits, Meter, StopFlag};
use std::collections::{BTreeSet, VecDeque};

/// Returns whether a lone box can come from the first area of a route through all others to the last.
fn is_walked(board: &Board, areas: &Areas, route: &[AreaId]) -> bool {
    let everywhere = || board.squares();
    let starts = everywhere().filter(|&b| areas.area_of(b) == route[0]);
    let starts = starts.flat_map(|b| everywhere().filter(move |&p| p != b).map(move |p| (b, p, 0)));
    let mut queue: VecDeque<(Square, Square, usize)> = starts.collect();
    let mut seen: BTreeSet<_> = queue.iter().copied().collect();
    while let Some((box_at, player, index)) = queue.pop_front() {
        if index + 1 == route.len() {
            return true;
        }
        for direction in Direction::ALL {
            let Some(step) = board.next(player, direction) else { continue };
            let after = if step != box_at {
                (box_at, step, index)
            } else if let Some(to) = board.next(step, direction) {
                let area = areas.area_of(to);
                if area == route[index] {
                    (to, step, index)
                } else if area == route[index + 1] {
                    (to, step, index + 1)
                } else {
                    continue;
                }
            } else {
                continue;
            };
            if seen.insert(after) {
                queue.push_back(after);
            }
        }
    }
    false
}

#[test]
fn a_lone_box_can_take_every_planned_route() {
    let mut routes = 0;
    let own = own_levels().into_iter().map(|(_, level)| level);
    let levels = own.chain([Level::from_xsb("", XSOKOBAN_1).unwrap()]);
    for level in levels {
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let areas = Areas::of(&level.board);
        let context = PlanningContext::new(&maze, &areas);
        let mut walked = BTreeSet::new();
        for space in [Abstraction::Transfers, Abstraction::Counts] {
            let mut meter = Meter::new(Limits { nodes: Some(5_000), ..Limits::default() }, StopFlag::default());
            let explored = explore(space, &context, &level.start, &PlanQuery::diverse(3), &mut meter);
            for step in explored.plans.iter().flat_map(|plan| &plan.steps) {
                if let Step::Transfer(route) = &step.step
                    && walked.insert(route.clone())
                {
                    routes += 1;
                    assert!(is_walked(&level.board, &areas, route), "{}: {}\n{}", level.title, step.step, level.grid);
                }
            }
        }
    }
    assert!(routes > 100, "{routes} routes");
}
