//! The agenda of box groups: searches side by side, and what its solutions cost.

use sokoplan::generate::Building;
use sokoplan::level::Level;
use sokoplan::run::{Answer, Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Report, Strategy, solve};

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
        let options = Options { threads, ..Options::default() }.with_strategies([Strategy::Agenda]);
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
