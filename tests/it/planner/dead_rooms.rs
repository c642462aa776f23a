//! Dead rooms against solutions of the repository's levels, found by the push search.

use sokoplan::abstraction::{Borders, DeadRoom, LocalArea, Supply};
use sokoplan::level::{Level, ReadOptions, read, replay};
use sokoplan::maze::{AreaPatterns, Areas, RoomsBy};
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Strategy, solve};

const FILES: [&[u8]; 7] = [
    include_bytes!("../../../levels/1-one-room.xsb"),
    include_bytes!("../../../levels/2-two-rooms-and-a-tunnel.xsb"),
    include_bytes!("../../../levels/3-one-way-and-bent-tunnels.xsb"),
    include_bytes!("../../../levels/4-goal-room-with-one-door.xsb"),
    include_bytes!("../../../levels/5-parking-in-a-tunnel.xsb"),
    include_bytes!("../../../levels/6-lisa.xsb"),
    include_bytes!("../../../levels/7-orders.xsb"),
];

/// No position on the way has a room that is called dead, in any cut.
#[test]
fn no_position_along_a_solution_has_a_dead_room() {
    let mut positions = 0;
    for file in FILES {
        for entry in &read(file, ReadOptions::default()).entries {
            let Ok(level) = &entry.body else { continue };
            let mut meter = Meter::new(Limits { nodes: Some(300_000), ..Limits::default() }, StopFlag::default());
            let options = Options::default().with_strategies(Strategy::pushes());
            let report = solve(level, &options, &mut meter);
            let Some(solution) = report.solution() else { continue };
            for by in RoomsBy::ALL {
                let areas = Areas::new(&level.board, by, &AreaPatterns::default());
                positions += check_solution(level, &areas, &solution.lurd);
            }
        }
    }
    assert!(positions > 1000, "{positions} positions");
}

fn check_solution(level: &Level, areas: &Areas, lurd: &str) -> usize {
    let (board, meter) = (&level.board, &mut Meter::unlimited());
    let borders = Borders::new(board, areas);
    let most = u32::try_from(level.start.boxes.len()).unwrap();
    let room = |area: &sokoplan::maze::Area| {
        let local = LocalArea::new(board, areas, area);
        let with = |supply| DeadRoom::new(&borders, areas, area, local.clone(), supply);
        (local.clone(), [with(Supply::None), with(Supply::Free(most))])
    };
    let mut rooms: Vec<_> = areas.areas().iter().map(room).collect();
    for end in 0..=lurd.len() {
        let position = replay(board, &level.start, &lurd[..end].parse().unwrap()).unwrap().end;
        for (area, (local, dead_rooms)) in areas.areas().iter().zip(&mut rooms) {
            let inside = areas.area_of(position.player) == area.id;
            for dead_room in dead_rooms {
                let player = inside.then(|| local.number(position.player));
                let state = dead_room.state(local.boxes(position.boxes.iter().copied()), player);
                let is_dead = dead_room.is_dead(state, 20_000, |_| 0, |_, _| true, meter);
                assert_eq!(is_dead, Ok(false), "{} after {}", level.title, &lurd[..end]);
            }
        }
    }
    lurd.len() + 1
}
