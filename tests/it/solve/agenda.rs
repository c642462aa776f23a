//! The agenda of box groups: what its labels promise, by exhaustive search, and what its solutions cost.

use crate::common::exhaustive::{Drawn, State, explore};
use itertools::Itertools;
use sokoplan::generate::Building;
use sokoplan::level::{Level, Position};
use sokoplan::maze::{Areas, Maze};
use sokoplan::planner::agenda::{Agenda, AgendaSetting, Group, groups};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Answer, Limits, Meter, Random, Search, Status, StopFlag};
use sokoplan::solve::{Options, Report, Strategy, solve};

const SIDE: usize = 9;

/// Number of seeds; more than 2,000 of them give solvable levels of several groups.
const SEEDS: u64 = 35_000;

/// Draws two or four rooms with doors, and boxes and goals each in one room.
pub(crate) fn rooms(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut cells = vec![vec!['#'; SIDE]; SIDE];
    cells[1..SIDE - 1].iter_mut().for_each(|row| row[1..SIDE - 1].fill(' '));
    (1..SIDE - 1).for_each(|row| cells[row][4] = '#');
    let is_cross = random.chance(50);
    if is_cross {
        cells[4].fill('#');
    }
    let doors = [(2, 4), (6, 4), (4, 2), (4, 6), (1, 4), (3, 4)];
    doors.iter().take(if is_cross { 6 } else { 2 }).for_each(|&(row, column)| {
        if column == 4 || is_cross {
            cells[row][column] = if random.chance(80) { ' ' } else { '#' };
        }
    });
    cells[2][4] = ' ';
    for _ in 0..random.below(4) {
        cells[1 + random.below(SIDE - 2)][1 + random.below(SIDE - 2)] = '#';
    }
    for left in [1, 5] {
        for _ in 0..=random.below(2) {
            for piece in ['$', '.'] {
                let (row, column) = (1 + random.below(SIDE - 2), left + random.below(3));
                cells[row][column] = if cells[row][column] == ' ' { piece } else { cells[row][column] };
            }
        }
    }
    let player = (1 + random.below(SIDE - 2), 1 + random.below(SIDE - 2));
    cells[player.0][player.1] = '@';
    cells.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

/// Solvable levels of several groups: level, drawing, and for each state whether it can be solved.
fn several(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (Level, Drawn, impl Fn(&State) -> bool)> {
    seeds.filter_map(|seed| {
        let text = rooms(seed);
        let level = Level::from_xsb("", &text).ok().filter(|level| !level.start.boxes.is_empty())?;
        let drawn = Drawn::of_side(SIDE, &text);
        if drawn.boxes.count_ones() as usize != level.start.boxes.len() {
            return None;
        }
        let is_apart = |group: &&Group| !group.is_solved();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        if groups(&maze, &level.start, &meter).unwrap().iter().filter(is_apart).count() < 2 {
            return None;
        }
        let known = explore(&drawn, 15_000)?;
        let solvable = move |state: &State| known[state].is_some();
        let is_solvable = solvable(&drawn.state(drawn.boxes, drawn.player));
        (is_solvable && !level.start.is_solved(&level.board)).then_some((level, drawn, solvable))
    })
}

fn state(level: &Level, drawn: &Drawn, position: &Position) -> State {
    let cell = |square| {
        let (row, column) = level.board.row_column(square);
        row * SIDE + column
    };
    drawn.state(position.boxes.iter().fold(0, |cells, &square| cells | 1 << cell(square)), cell(position.player))
}

/// The commits of an agenda of these groups, each with the position before and after, up to the end of the run or to the first
/// restart; and whether it has solved the level.
fn commits(level: &Level, order: impl Fn(Vec<Group>) -> Vec<Group>) -> (Vec<(bool, Position, Position)>, bool) {
    let mut meter = Meter::unlimited();
    let maze = Maze::new(&level.board, &mut meter).unwrap();
    let areas = Areas::of(&level.board);
    let groups = order(groups(&maze, &level.start, &meter).unwrap());
    let mut agenda = Agenda::new(&maze, &areas, &level.start, groups, AgendaSetting::default());
    let mut commits = Vec::new();
    loop {
        let (before, count) = (agenda.position(), agenda.commits().len());
        let status = agenda.step(&mut meter).unwrap();
        if agenda.commits().len() > count {
            commits.push((agenda.commits()[count].is_safe, before, agenda.position()));
        }
        match status {
            Status::Running => {}
            Status::Found(pushes) => {
                assert!(is_solution(level, &pushes), "{}", level.grid);
                return (commits, true);
            }
            Status::Exhausted => return (commits, false),
        }
    }
}

fn is_solution(level: &Level, pushes: &[Push]) -> bool {
    walk_and_push(&level.board, &level.start, pushes).is_some_and(|(_, end)| end.is_solved(&level.board))
}

on_few_and_on_all!(what_is_committed_as_deterministic_keeps_the_level_solvable_in_any_order, check_committed, 1);

fn check_committed(percent: u64) {
    let (mut deterministic, mut levels, mut orders) = (0, 0, 0);
    for (level, drawn, solvable) in several(0..SEEDS * percent / 100) {
        let leads_on = |position: &Position| solvable(&state(&level, &drawn, position));
        levels += 1;
        let (committed, is_solved) = commits(&level, |groups| groups);
        for (_, before, after) in committed.iter().filter(|(is_safe, ..)| *is_safe) {
            assert!(leads_on(after) || !leads_on(before), "{}", level.grid);
            deterministic += 1;
        }
        let count = committed.len();
        if !is_solved || count < 2 || committed.iter().any(|commit| !commit.0) {
            continue;
        }
        for order in (0..count).permutations(count) {
            let in_order = |groups: Vec<Group>| {
                let (done, open): (Vec<Group>, Vec<Group>) = groups.into_iter().partition(Group::is_solved);
                order.iter().filter_map(|&place| open.get(place).cloned()).chain(done).collect()
            };
            let (committed, is_solved) = commits(&level, in_order);
            assert!(is_solved && committed.iter().all(|commit| leads_on(&commit.2)), "{order:?}\n{}", level.grid);
            orders += 1;
        }
    }
    assert!(levels >= 10 * percent && deterministic >= 5 * percent, "{deterministic} commits on {levels} levels");
    assert!(orders >= percent, "{orders}");
}

/// Eight puzzles side by side, of about a thousand nodes each, with a street below.
fn eight() -> Level {
    let puzzle = ["#######", "#.*.**.", "#.**.*.", "# .*.$ ", "# $.$  ", "#$$$$$$", "#      ", "# #####"];
    let rows = puzzle.map(|row| row.repeat(8) + "#\n");
    Level::from_xsb("", &format!("{}#@{}#\n{}", rows.concat(), " ".repeat(54), "#".repeat(57))).unwrap()
}

#[test]
fn groups_are_searched_side_by_side_and_under_a_node_limit_as_on_one_thread() {
    let level = eight();
    let run = |threads: usize, nodes: Option<u64>| {
        let options = Options::default().with_strategies([Strategy::Agenda]).with_threads(threads);
        let report =
            solve(&level, &options, &mut Meter::new(Limits { nodes, ..Limits::default() }, StopFlag::default()));
        assert_eq!(report.answer(), Answer::Solved, "{threads} threads");
        report
    };
    let [one, three] = [1, 3].map(|threads| run(threads, Some(400_000)));
    let pushes = |report: &Report| report.solution().map(|solution| solution.pushes.clone());
    assert_eq!((one.plan_nodes, one.push_nodes, pushes(&one)), (three.plan_nodes, three.push_nodes, pushes(&three)));
    for threads in [2, 3, 30] {
        let groups = run(threads, None).plan.and_then(|plan| plan.groups).expect("groups");
        assert!(groups.groups.len() == 8 && groups.groups.iter().all(|group| group.nodes > Some(100)), "{groups:?}");
    }
}

on_few_and_on_all!(buildings_are_solved_at_the_cost_of_a_sum_and_equal_runs_take_equal_nodes, check_buildings, 1);

fn check_buildings(percent: u64) {
    let all = [Building::Ring, Building::Tree, Building::Grid, Building::Store, Building::Hub];
    let (seeds, count, sizes) = if percent == 100 { (1..4, 5, [16, 64]) } else { (1..2, 1, [4, 16]) };
    for building in all.into_iter().take(count) {
        let cost = |rooms: usize, seed: u64| {
            let level = building.level(rooms, 1 + rooms / 16 % 2, seed, &Meter::unlimited()).unwrap().unwrap();
            let options = Options::default().with_strategies([Strategy::Agenda]);
            let limits = Limits { nodes: Some(400_000), ..Limits::default() };
            let report = solve(&level, &options, &mut Meter::new(limits, StopFlag::default()));
            assert_eq!(report.answer(), Answer::Solved, "{}", level.title);
            report.plan_nodes + report.push_nodes
        };
        let costs: Vec<[u64; 2]> = seeds.clone().map(|seed| sizes.map(|rooms| cost(rooms, seed))).collect();
        let [few, many] = [0, 1].map(|place| costs.iter().map(|cost| cost[place]).sum::<u64>());
        assert!(many < 12 * few, "{building:?}, four times the rooms: {costs:?} nodes");
        assert_eq!(cost(sizes[0], 9), cost(sizes[0], 9));
    }
}
