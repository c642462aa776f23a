//! Exact plans, guides and dead rooms against exhaustive search, on random small levels cut at random.

use crate::common::exhaustive::shortest;
use crate::common::exhaustive::{Drawn, explore as exhaust};
use crate::common::small_levels::{self, SIDE};
use crate::common::views;
use sokoplan::abstraction::{Borders, DeadRoom, LocalArea, Supply};
use sokoplan::deadlock::{Purposes, RuleSet};
use sokoplan::exact::{Exact, ExactSearch, NoPruning, RoomGuide};
use sokoplan::level::{Board, Level};
use sokoplan::maze::{AreaKind, Areas, Maze};
use sokoplan::packing::PackingPlan;
use sokoplan::planner::pushes;
use sokoplan::push::walk_and_push;
use sokoplan::run::Random;
use sokoplan::run::{Meter, Search, SearchEnd, drive};

/// A level of 8 to 20 squares with 2 to 4 boxes, and one label a square; labels form odd areas.
fn random_level(random: &mut Random) -> (Level, Vec<usize>) {
    loop {
        let level = Level::from_xsb("", &small_levels::level(random.below(1 << 30) as u64)).unwrap();
        let is_fit = (8..=20).contains(&level.board.len()) && (2..=4).contains(&level.start.boxes.len());
        if is_fit && !level.start.is_solved(&level.board) {
            let labels = labels(random, &level.board, SIDE - 2);
            return (level, labels);
        }
    }
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

fn maze(level: &Level) -> Maze<'_> {
    Maze::new(&level.board, &mut Meter::unlimited()).unwrap()
}

#[test]
fn a_search_on_sets_is_exact_and_a_guided_one_proves_only_what_is_and_finds_only_real_plans() {
    let mut random = Random::new(3);
    let (mut proved, mut found) = (0, 0);
    for number in 0..400 {
        let (level, label) = random_level(&mut random);
        let (areas, maze) = (Areas::from_labels(&level.board, &label, |_| AreaKind::Room), maze(&level));
        let truth = shortest(&Drawn::new(&level.grid.to_string()), |_| (1, 0)).is_some();
        let exact = Exact::new(&level.board, &areas, None, Box::new(NoPruning));
        let meter = &mut Meter::unlimited();
        let mut search = ExactSearch::new(exact, &level.board, level.start.clone(), meter).unwrap();
        let solution = drive(&mut search, meter).found();
        assert_eq!(solution.is_some(), truth, "level {number}, {label:?}\n{:?}", level.grid);
        assert_eq!(search.attempts(&areas).map(|steps| pushes(&steps)), solution, "its steps make its pushes");
        for (loose, most) in [(None, None), (Some(2), Some(300)), (Some(1), Some(20))] {
            let (rules, meter) = (RuleSet::of(Purposes::ONE_AREA), &mut Meter::unlimited());
            let plan = PackingPlan::by_starts(&maze, &level.start, meter).unwrap();
            let guide = RoomGuide::new(&maze, &areas, &level.start, plan.as_ref(), loose, &rules, meter).unwrap();
            let exact = Exact::new(&level.board, &areas, most, Box::new(guide));
            let mut search = ExactSearch::new(exact, &level.board, level.start.clone(), meter).unwrap();
            match drive(&mut search, &mut Meter::unlimited()) {
                SearchEnd::Found(pushes) => {
                    let (_, end) = walk_and_push(&level.board, &level.start, &pushes).expect("it replays");
                    assert!(end.is_solved(&level.board));
                    found += 1;
                }
                SearchEnd::Exhausted if search.is_complete() => {
                    assert!(!truth, "level {number}, {loose:?}, {label:?}\n{:?}", level.grid);
                    proved += 1;
                }
                SearchEnd::Exhausted => {}
                SearchEnd::Stopped(stop) => panic!("{stop}"),
            }
        }
    }
    assert!(proved > 200 && found > 200, "{proved} proved, {found} found");
}

#[test]
fn no_position_that_can_be_solved_has_a_dead_room() {
    let mut random = Random::new(5);
    let (mut checked, mut dead) = (0, 0);
    for _ in 0..150 {
        let (level, label) = random_level(&mut random);
        let areas = Areas::from_labels(&level.board, &label, |_| AreaKind::Room);
        let borders = Borders::new(&level.board, &areas);
        let most = u32::try_from(level.start.boxes.len()).unwrap();
        let room = |area: &sokoplan::maze::Area| {
            let local = LocalArea::new(&level.board, &areas, area);
            [Supply::None, Supply::Free(most)]
                .map(|supply| DeadRoom::new(&borders, &areas, area, local.clone(), supply))
        };
        let mut rooms: Vec<_> = areas.areas().iter().map(room).collect();
        let all = exhaust(&Drawn::new(&level.grid.to_string()), usize::MAX).unwrap();
        for (&state, rest) in &all {
            let (position, lives) = (views::position(&level.board, state), rest.is_some());
            for (area, dead_rooms) in areas.areas().iter().zip(&mut rooms) {
                let local = LocalArea::new(&level.board, &areas, area);
                let player = (areas.area_of(position.player) == area.id).then(|| local.number(position.player));
                for room in dead_rooms {
                    let state = room.state(local.boxes(position.boxes.iter().copied()), player);
                    let meter = &mut Meter::unlimited();
                    let is_dead = room.is_dead(state, usize::MAX, |_| 0, |_, _| true, meter).unwrap();
                    assert!(!(is_dead && lives), "{position:?}, {label:?}\n{:?}", level.grid);
                    dead += usize::from(is_dead);
                    checked += usize::from(lives);
                }
            }
        }
    }
    assert!(checked > 1000 && dead > 1000, "{checked} of living positions, {dead} dead");
}
