//! Routes of plans against a lone box and the player, moved step by step.

use sokoplan::level::{Board, Direction, Level, ReadOptions, Square, read};
use sokoplan::maze::{AreaId, Areas, Maze};
use sokoplan::planner::{Abstraction, PlanQuery, PlanningContext, Step, explore};
use sokoplan::run::{Limits, Meter, StopFlag};
use std::collections::{BTreeSet, VecDeque};

const FILES: [&[u8]; 8] = [
    include_bytes!("../../../levels/1-one-room.xsb"),
    include_bytes!("../../../levels/2-two-rooms-and-a-tunnel.xsb"),
    include_bytes!("../../../levels/3-one-way-and-bent-tunnels.xsb"),
    include_bytes!("../../../levels/4-goal-room-with-one-door.xsb"),
    include_bytes!("../../../levels/5-parking-in-a-tunnel.xsb"),
    include_bytes!("../../../levels/6-lisa.xsb"),
    include_bytes!("../../../levels/7-orders.xsb"),
    include_bytes!("../../../levels/8-signature.xsb"),
];

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
    let drawn = "
    #####
    #   #
    #$  #
  ###  $##
  #  $ $ #
### # ## #   ######
#   # ## #####  ..#
# $  $          ..#
##### ### #@##  ..#
    #     #########
    #######
";
    let own = FILES.into_iter().flat_map(|file| read(file, ReadOptions::default()).entries);
    let levels = own.filter_map(|entry| entry.body.ok()).chain([Level::from_xsb("", drawn).unwrap()]);
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
