//! Transfers realised at once, on random small levels cut at random.

use super::exact::random_level;
use sokoplan::level::{Level, Square};
use sokoplan::maze::{Areas, Maze};
use sokoplan::packing::{Order, PackingGuide};
use sokoplan::planner::TransferOutcomes;
use sokoplan::planner::{PlanningContext, Step, TransferSearch};
use sokoplan::push::{Push, Region, State, walk_and_push};
use sokoplan::run::Random;
use sokoplan::run::{Ended, Meter, Search, Status, drive};
use sokoplan::search::{Layout, Setting};
use std::collections::HashMap;

fn levels(seed: u64, count: usize) -> impl Iterator<Item = (Level, Areas)> {
    let mut random = Random::new(seed);
    (0..count).map(move |_| {
        let (level, label) = random_level(&mut random);
        let areas = Areas::from_cut(&level.board, &label);
        (level, areas)
    })
}

/// The squares that the one box of these pushes comes to, the first one included.
fn path(level: &Level, pushes: &[Push]) -> Vec<Square> {
    let mut at = pushes[0].from;
    let mut path = vec![at];
    for push in pushes {
        assert_eq!(push.from, at, "one box, and no other");
        at = level.board.next(at, push.direction).unwrap();
        path.push(at);
    }
    path
}

#[test]
fn a_realisation_moves_one_box_through_the_areas_of_its_transfer_and_ends_where_it_says() {
    let mut made = 0;
    for (level, areas) in levels(5, 600) {
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let context = PlanningContext::new(&maze, &areas);
        let guide = PackingGuide::new(&maze, &level.start, Order::Any, &mut Meter::unlimited()).unwrap();
        let mut outcomes = TransferOutcomes::new(&context, guide, Setting::whole(Layout::Coarse));
        let mut region = Region::new(level.board.len());
        let state = State::of(&level.board, &level.start, &mut region);
        let Some(prospect) = outcomes.prospect(&state, None, &mut Meter::unlimited()).unwrap() else { continue };
        let mut seconds: HashMap<_, Vec<u32>> = HashMap::new();
        for &outcome in &prospect.outcomes {
            let (after, pushes) = outcomes.realise(&state, outcome).unwrap();
            let path = path(&level, &pushes);
            let (_, end) = walk_and_push(&level.board, &level.start, &pushes).expect("pushes that can be made");
            assert_eq!(State::of(&level.board, &end, &mut region), after);
            if outcome.weight > 0 {
                let ends = (areas.area_of(path[0]), areas.area_of(path[path.len() - 1]));
                seconds.entry(ends).or_default().push(outcome.weight);
            }
            made += 1;
        }
        for weights in seconds.values() {
            assert!(
                weights.iter().copied().eq(1..=weights.len() as u32),
                "a transfer's outcomes weigh 1, 2, 3: {weights:?}"
            );
        }
        assert!(prospect.outcomes.is_sorted_by_key(|outcome| outcome.weight));
    }
    assert!(made > 1000, "only {made}");
}

#[test]
fn the_steps_of_a_found_plan_replay_and_name_the_areas_that_the_box_goes_through() {
    let mut found = 0;
    for (level, areas) in levels(6, 200) {
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let context = PlanningContext::new(&maze, &areas);
        let mut meter = Meter::unlimited();
        let mut search =
            TransferSearch::new(&context, &level.start, Setting::whole(Layout::Coarse), &mut meter).unwrap();
        let Ended::Found(steps) = drive(&mut search, &mut meter) else { continue };
        let mut position = level.start.clone();
        for realised in &steps {
            let mut route: Vec<_> = path(&level, &realised.pushes).iter().map(|&s| areas.area_of(s)).collect();
            route.dedup();
            match &realised.step {
                Step::Transfer(areas) => assert_eq!(areas, &route),
                Step::Arrange(area) | Step::Settle(area) => assert_eq!(route, [*area]),
            }
            position = walk_and_push(&level.board, &position, &realised.pushes).expect("a step that replays").1;
        }
        assert!(position.is_solved(&level.board));
        found += 1;
    }
    assert!(found > 100, "only {found}");
}

#[test]
fn a_transfer_is_one_plan_node_and_claims_nothing_where_it_leads_to_a_known_position() {
    let mut known = 0;
    for (level, areas) in levels(6, 200) {
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let context = PlanningContext::new(&maze, &areas);
        let meter = &mut Meter::unlimited();
        let setting = Setting::whole(Layout::Coarse);
        let mut search = TransferSearch::new(&context, &level.start, setting, meter).unwrap();
        for nodes in 1..200 {
            let (kept, bytes) = (search.progress().kept, meter.bytes());
            if search.step(meter) == Ok(Status::Exhausted) {
                break;
            }
            assert_eq!((meter.plan_nodes(), meter.push_nodes()), (nodes, 0));
            if search.progress().kept == kept {
                assert_eq!(meter.bytes(), bytes);
                known += 1;
            }
        }
    }
    assert!(known > 10, "only {known}");
}
