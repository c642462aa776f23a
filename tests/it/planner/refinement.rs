//! Rounds of refinement: what is said to be proved holds in every position, and no plan makes a forbidden step.

use crate::common::small_levels;
use sokoplan::level::Level;
use sokoplan::maze::{AreaId, Areas, Maze};
use sokoplan::planner::pddl::{Nogood, read_step};
use sokoplan::planner::{PlanningContext, Refinement, RoundEnd, Step};
use sokoplan::push::{Region, State};
use sokoplan::run::{Limits, Meter, Random, StopFlag};
use std::collections::HashSet;

/// Asserts that the step of a proved nogood can be made in no position that pushes lead to from the start, unless a box
/// crosses a border of its areas first. Returns whether all positions were visited.
fn assert_proved(maze: &Maze<'_>, areas: &Areas, level: &Level, nogood: &Nogood) -> bool {
    let board = maze.board;
    let mut region = Region::new(board.len());
    let start = State::of(board, &level.start, &mut region);
    let (mut seen, mut stack) = (HashSet::from([start.clone()]), vec![start]);
    while let Some(state) = stack.pop() {
        region.flood(board, state.player, |square| state.boxes.has(square));
        let pushes: Vec<_> = state.pushes(board, &region).collect();
        if let Step::Settle(area) = nogood.step {
            let is_done = state.boxes.iter().filter(|&b| areas.area_of(b) == area).all(|b| board.is_goal(b));
            assert!(!is_done, "{nogood:?}\n{}", level.grid);
        }
        for push in pushes {
            let to = board.next(push.from, push.direction).expect("a push");
            if maze.distances.is_dead_place(maze.place_pushed(to, push.direction)) {
                continue;
            }
            let route: [AreaId; 2] = [push.from, to].map(|square| areas.area_of(square));
            let is_forbidden = nogood.step == Step::Transfer(route.to_vec());
            assert!(!is_forbidden, "{push:?} of {nogood:?}\n{}", level.grid);
            let touches = route[0] != route[1] && route.iter().any(|area| nogood.untouched.contains(area));
            let after = state.after(board, push, &mut region);
            if !touches && seen.insert(after.clone()) {
                stack.push(after);
            }
        }
        if seen.len() > 4_000 {
            return false;
        }
    }
    true
}

/// Returns whether the steps of a plan make a forbidden one, from the numbers of boxes at the start.
fn is_broken(areas: &Areas, level: &Level, plan: &[String], nogood: &Nogood) -> bool {
    let mut counts: Vec<i32> = vec![0; areas.len()];
    level.start.boxes.iter().for_each(|&b| counts[areas.area_of(b).index()] += 1);
    let mut touched: HashSet<AreaId> = HashSet::new();
    plan.iter().any(|step| {
        let step = read_step(areas, step).expect("a step of the level");
        let holds = nogood.holds.iter().all(|(area, boxes)| counts[area.index()] == i32::from(*boxes));
        let applies = holds && nogood.untouched.iter().all(|area| !touched.contains(area));
        if let Step::Transfer(route) = &step {
            counts[route[0].index()] -= 1;
            counts[route[1].index()] += 1;
            touched.extend(route);
        }
        applies && step == nogood.step
    })
}

#[test]
fn proved_nogoods_hold_in_all_positions_and_no_plan_makes_a_forbidden_step() {
    let (mut proved, mut checked, mut guesses, mut solved) = (0, 0, 0, 0);
    for seed in 0..120 {
        let level = Level::from_xsb("", &small_levels::level(seed)).expect("a board");
        let mut random = Random::new(seed);
        // Areas cut at random, so that there is something between areas on small boards.
        let label: Vec<usize> = (0..level.board.len()).map(|_| random.below(3)).collect();
        let areas = if seed % 3 == 0 { Areas::of(&level.board) } else { Areas::from_cut(&level.board, &label) };
        for generalises in [true, false] {
            let limits = Limits { nodes: Some(20_000), ..Limits::default() };
            let mut meter = Meter::new(limits, StopFlag::default());
            let maze = Maze::new(&level.board, &mut meter).expect("no limit");
            let context = PlanningContext::new(&maze, &areas);
            let mut refinement = Refinement::new(&context, &level.start, 300, generalises, &meter).expect("no limit");
            for _ in 0..8 {
                let before = refinement.nogoods.clone();
                let Ok(Some(round)) = refinement.round(&mut meter) else { break };
                for nogood in &before {
                    assert!(!is_broken(&areas, &level, &round.plan, nogood), "{:?} {nogood:?}", round.plan);
                }
                assert!(round.realised <= round.plan.len());
                match round.end {
                    RoundEnd::Solved(pushes) => {
                        let mut region = Region::new(level.board.len());
                        let start = State::of(&level.board, &level.start, &mut region);
                        let end =
                            pushes.iter().fold(start, |state, &push| state.after(&level.board, push, &mut region));
                        assert!(end.is_solved(&level.board), "{}", level.grid);
                        solved += 1;
                        break;
                    }
                    RoundEnd::Refused(broken, nogood) => {
                        assert_eq!(nogood.step, broken.refusal.step);
                        assert!(is_broken(&areas, &level, &round.plan, &nogood), "the plan itself: {nogood:?}");
                        if nogood.is_proved {
                            proved += 1;
                            checked += usize::from(assert_proved(&maze, &areas, &level, &nogood));
                        } else {
                            guesses += 1;
                        }
                    }
                    RoundEnd::NoWay => break,
                }
            }
        }
    }
    assert!(proved > 50 && checked > 30 && guesses > 20 && solved > 20, "{proved} {checked} {guesses} {solved}");
}
