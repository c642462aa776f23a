//! The graph of abstract states against a plain enumeration of positions, move by move.

use sokoplan::abstraction::{LocalArea, OperatorKind, Rung};
use sokoplan::level::{Board, Direction, Level, Square};
use sokoplan::maze::{AreaId, Areas, Maze};
use sokoplan::planner::{GraphState, PlanningContext, StateGraph, state_graph};
use sokoplan::run::{Limits, Meter, Stop, StopFlag};
use std::collections::{BTreeSet, HashMap, HashSet};

const LEVELS: [&str; 5] = [
    "#########\n#  ###  #\n#@$   . #\n#  ###  #\n#########",
    "#########\n#  ###  #\n# $ $ ..#\n# @###  #\n#########",
    "########\n#@ # . #\n# $  $ #\n#  #. ##\n########",
    "  #####\n###.  #\n#@$ # #\n#   $.#\n###   #\n  #####",
    "#######\n#@$.$.#\n#######",
];

/// Boxes, ascending, and the player's square.
type Place = (Vec<Square>, Square);

/// A move: the player's square, the next one, and where a box on it goes.
type Move = (Square, Square, Option<Square>);

/// The squares from which a lone box can be brought to a goal, by a player who may be anywhere beside it: pulled back.
fn live(board: &Board) -> BTreeSet<Square> {
    let mut live: BTreeSet<Square> = board.goals().iter().copied().collect();
    let mut stack: Vec<Square> = live.iter().copied().collect();
    while let Some(to) = stack.pop() {
        for direction in Direction::ALL {
            let Some(from) = board.next(to, direction) else { continue };
            if board.next(from, direction).is_some() && live.insert(from) {
                stack.push(from);
            }
        }
    }
    live
}

/// The moves of a position that push no box onto a dead square, with the position after each.
fn moves(board: &Board, live: &BTreeSet<Square>, (boxes, player): &Place) -> Vec<(Move, Place)> {
    let mut found = Vec::new();
    for direction in Direction::ALL {
        let Some(next) = board.next(*player, direction) else { continue };
        if !boxes.contains(&next) {
            found.push(((*player, next, None), (boxes.clone(), next)));
            continue;
        }
        let Some(to) = board.next(next, direction).filter(|to| !boxes.contains(to) && live.contains(to)) else {
            continue;
        };
        let mut after: Vec<Square> = boxes.iter().map(|&square| if square == next { to } else { square }).collect();
        after.sort_unstable();
        found.push(((*player, next, Some(to)), (after, next)));
    }
    found
}

/// Returns whether a position lies in a state: in each area, among its boxes and the squares that the player walks to there.
fn is_in(board: &Board, areas: &Areas, graph: &StateGraph, state: &GraphState, (boxes, player): &Place) -> bool {
    let active = areas.area_of(*player);
    state.player == Some(active)
        && areas.areas().iter().all(|area| {
            let here: Vec<Square> = boxes.iter().copied().filter(|&square| areas.area_of(square) == area.id).collect();
            graph.parts[area.id.index()][state.parts[area.id.index()]].iter().any(|&local| {
                let seen = &graph.local_states[area.id.index()][local as usize];
                let is_blocked = |square: Square| boxes.contains(&square) || areas.area_of(square) != area.id;
                let reaches = |from: Square| board.region(from, is_blocked)[player.index()];
                seen.boxes == here
                    && if area.id == active { seen.player.is_some_and(reaches) } else { seen.player.is_none() }
            })
        })
}

/// Runs a test on the graph of each level on a rung.
fn each(rung: Rung, test: impl Fn(&Level, &Maze<'_>, &Areas, &StateGraph)) {
    for text in LEVELS {
        let level = Level::from_xsb("", text).expect("a level");
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let areas = Areas::of(&level.board).cut_to(&level.board, LocalArea::MOST_SQUARES);
        let context = PlanningContext::new(&maze, &areas);
        let graph = state_graph(rung, &context, &level.start, &mut Meter::unlimited()).expect("states");
        assert_eq!((graph.stop, graph.expanded), (None, graph.states.len()), "{text}");
        assert_eq!(
            graph.states.iter().map(|state| format!("{state:?}")).collect::<HashSet<_>>().len(),
            graph.states.len()
        );
        test(&level, &maze, &areas, &graph);
    }
}

/// Each position in a state has each of its moves in the graph, and what moves lead to covers all states and operators.
fn is_quotient(rung: Rung) {
    each(rung, |level, _, areas, graph| {
        let (board, live) = (&level.board, live(&level.board));
        let is_in = |state: usize, place: &Place| is_in(board, areas, graph, &graph.states[state], place);
        let mut out: HashMap<usize, Vec<usize>> = HashMap::new();
        graph.operators.iter().enumerate().for_each(|(number, by)| out.entry(by.from).or_default().push(number));
        let start: Place = (level.start.boxes.clone(), level.start.player);
        assert!(is_in(0, &start), "{level:?}");
        let (mut seen, mut stack) = (HashSet::from([(start.clone(), 0)]), vec![(start, 0)]);
        let (mut used, mut solved) = (HashSet::new(), HashSet::new());
        while let Some((place, state)) = stack.pop() {
            let here = || out.get(&state).into_iter().flatten().copied();
            let mut next: Vec<(Place, usize)> = Vec::new();
            for ((player, to, pushed), after) in moves(board, &live, &place) {
                let squares = [Some(player), Some(to), pushed];
                let touched: HashSet<AreaId> = squares.iter().flatten().map(|&square| areas.area_of(square)).collect();
                let is_by = |kind: OperatorKind| match kind {
                    OperatorKind::SilentStep(_) => false,
                    OperatorKind::Walk(walk) => squares == [Some(walk.from), Some(walk.to), None],
                    OperatorKind::Push(push) => squares == [push.player, push.from, push.to].map(Some),
                };
                let mut by: Vec<usize> = here().filter(|&number| is_by(graph.operators[number].kind)).collect();
                let inside = touched.len() == 1;
                assert!(inside == by.is_empty(), "{level:?}: {squares:?} in state {state}");
                if inside && !is_in(state, &after) {
                    by = here().filter(|&n| matches!(graph.operators[n].kind, OperatorKind::SilentStep(_))).collect();
                }
                by.retain(|&number| is_in(graph.operators[number].to, &after));
                assert!(!by.is_empty() || inside, "{level:?}: what follows {squares:?} is in no state");
                let stays = inside && is_in(state, &after);
                assert!(stays || !by.is_empty(), "{level:?}: a push inside an area leads out of its state");
                next.extend(by.iter().map(|&number| (after.clone(), graph.operators[number].to)));
                next.extend(stays.then(|| (after.clone(), state)));
                used.extend(by);
            }
            solved.extend(place.0.iter().all(|&square| board.is_goal(square)).then_some(state));
            stack.extend(next.into_iter().filter(|pair| seen.insert(pair.clone())));
        }
        assert_eq!(used.len(), graph.operators.len(), "{level:?}: an operator without a position");
        let states: HashSet<usize> = seen.iter().map(|(_, state)| *state).collect();
        assert_eq!(states.len(), graph.states.len(), "{level:?}: a state without a position");
        let said: HashSet<usize> = (0..graph.states.len()).filter(|&number| graph.states[number].is_solved).collect();
        assert_eq!(solved, said, "{level:?}");
        for by in &graph.operators {
            assert!(!by.witness.is_empty(), "{level:?}: {by:?}");
            for witness in &by.witness {
                let part = |state: usize| {
                    let area = witness.area.index();
                    &graph.parts[area][graph.states[state].parts[area]]
                };
                assert!(part(by.from).contains(&witness.before) && part(by.to).contains(&witness.after), "{by:?}");
            }
        }
    });
}

#[test]
fn the_graph_of_sets_is_the_quotient_of_all_positions() {
    is_quotient(Rung::Sets);
}

#[test]
fn the_graph_of_classes_is_the_quotient_of_all_positions() {
    is_quotient(Rung::Classes);
}

/// Each position has a state, and each push over a border that does not lose its box alone has an operator.
fn covers_all_positions(rung: Rung) {
    each(rung, |level, maze, areas, graph| {
        let (board, live) = (&level.board, live(&level.board));
        let count = |boxes: &[Square]| -> Vec<usize> {
            let here = |area: AreaId| boxes.iter().filter(|&&square| areas.area_of(square) == area).count();
            areas.areas().iter().map(|area| here(area.id)).collect()
        };
        let counts = |state: &GraphState| -> Vec<usize> {
            areas.areas().iter().map(|area| usize::from(state.counts.get(area.id))).collect()
        };
        let start: Place = (level.start.boxes.clone(), level.start.player);
        assert_eq!(counts(&graph.states[0]), count(&start.0));
        let (mut seen, mut stack) = (HashSet::from([(start.clone(), 0)]), vec![(start, 0)]);
        while let Some((place, state)) = stack.pop() {
            for ((_, from, pushed), after) in moves(board, &live, &place) {
                let Some(to) = pushed.filter(|&to| areas.area_of(to) != areas.area_of(from)) else {
                    if seen.insert((after.clone(), state)) {
                        stack.push((after, state));
                    }
                    continue;
                };
                let border = (areas.area_of(from), areas.area_of(to));
                let by = graph.operators.iter().find(|by| {
                    let OperatorKind::Push(push) = by.kind else { return false };
                    by.from == state && (areas.area_of(push.from), areas.area_of(push.to)) == border
                });
                let is_lost = maze.distances.is_dead_place(maze.place(to, from));
                assert!(by.is_some() || is_lost, "{level:?}: no operator {border:?} in state {state}");
                let Some(by) = by else { continue };
                assert_eq!(counts(&graph.states[by.to]), count(&after.0), "{level:?}");
                if seen.insert((after.clone(), by.to)) {
                    stack.push((after, by.to));
                }
            }
        }
        assert!(graph.states[0].player.is_none() && graph.parts.is_empty());
        for by in &graph.operators {
            let OperatorKind::Push(push) = by.kind else { panic!("{by:?}") };
            let lone: Place = (vec![push.from], push.player);
            assert!(
                moves(board, &live, &lone).iter().any(|((_, _, to), _)| *to == Some(push.to)),
                "{level:?}: {push:?}"
            );
        }
    });
}

#[test]
fn the_graph_of_counts_has_an_operator_for_each_push_over_a_border() {
    covers_all_positions(Rung::Counts);
}

#[test]
fn the_graph_of_exits_has_an_operator_for_each_push_over_a_border() {
    covers_all_positions(Rung::Exits);
}

#[test]
fn a_graph_that_is_cut_has_all_operators_of_its_first_states_and_says_so() {
    for rung in Rung::ALL {
        each(rung, |level, maze, areas, whole| {
            let context = PlanningContext::new(maze, areas);
            for nodes in 0..whole.states.len().min(5) {
                let limits = Limits { nodes: Some(nodes as u64), ..Limits::default() };
                let mut meter = Meter::new(limits, StopFlag::default());
                let cut = state_graph(rung, &context, &level.start, &mut meter).expect("states");
                // On the exact rungs local states are nodes too.
                assert!(cut.expanded <= nodes && cut.stop == Some(Stop::NodeLimit), "{rung}: {:?}", cut.stop);
                let first: Vec<_> = whole.operators.iter().filter(|by| by.from < cut.expanded).collect();
                let links = |by: &sokoplan::planner::GraphOperator| (by.from, by.to, by.kind, by.label);
                let same = cut.operators.iter().map(links).eq(first.into_iter().map(links));
                assert!(same && cut.operators.iter().all(|by| by.to < cut.states.len()), "{rung}");
            }
        });
    }
}
