//! Searches side by side: the answer is right in any order of finishing, and what the solutions of the agenda cost.

use super::known;
use crate::common::stops;
use sokoplan::generate::Building;
use sokoplan::level::Level;
use sokoplan::run::{Answer, Meter};
use sokoplan::solve::{Options, Report, Source, Strategy, ThreadEnd, solve};
use std::time::Duration;

#[test]
fn a_portfolio_agrees_with_exhaustive_search_on_any_number_of_threads() {
    for judged in known(6000..6150) {
        for (threads, group) in [(2, "all"), (4, "all"), (9, "pushes")] {
            let options = Options { threads, ..Options::default() };
            let options = options.with_strategies(Strategy::named(group).expect("a group"));
            let report = solve(&judged.level, &options, &mut Meter::unlimited());
            judged.assert_true(&report, group);
            assert_eq!(report.answer(), judged.answer(), "{threads} threads, {group}\n{}", judged.text);
            let threads = &report.threads;
            assert!(threads.iter().filter(|thread| thread.end == ThreadEnd::First).count() <= 1);
            let nodes = threads.iter().map(|thread| thread.push_nodes).sum::<u64>();
            assert!(threads.is_empty() || nodes == report.push_nodes);
        }
    }
}

/// Two boxes that hold each other at the wall, and eleven free ones in a hall.
const HELD: &str = "\
##############
#            #
# $ $ $ $ $  #
#          $ #
# $ $ $ $ $ @#
# .......... #
#  .         #
#            #
#.   $$     .#
##############
";

#[test]
fn an_easy_level_is_solved_on_one_thread_and_a_proof_that_the_checker_has_accepted_stops_all() {
    let report = |text: &str, threads, alone| {
        let level = Level::from_xsb("", text).expect("a level");
        let options = Options { threads, alone, ..Options::default() };
        let options = options.with_strategies([Strategy::Fess, Strategy::FessByStarts]);
        solve(&level, &options, &mut Meter::unlimited())
    };
    let easy = report("#######\n#@ $ .#\n#######\n", 4, Duration::from_secs(60));
    assert_eq!((easy.answer(), easy.threads.len()), (Answer::Solved, 0));
    let proved = report(HELD, 2, Duration::ZERO);
    assert_eq!((proved.answer(), proved.source, proved.threads.len()), (Answer::Unsolvable, Source::Proof, 2));
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
        let options = Options { threads, ..Options::default() }.with_strategies([Strategy::Agenda]);
        let report = solve(&level, &options, &mut stops::nodes(nodes));
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

on_few_and_on_all!(buildings_are_solved_at_the_cost_of_a_sum_and_equal_runs_take_equal_nodes, 1);
fn buildings_are_solved_at_the_cost_of_a_sum_and_equal_runs_take_equal_nodes(percent: u64) {
    let all = [Building::Ring, Building::Tree, Building::Grid, Building::Store, Building::Hub];
    let (seeds, count, sizes) = if percent == 100 { (1..4, 5, [16, 64]) } else { (1..2, 1, [4, 16]) };
    for building in all.into_iter().take(count) {
        let cost = |rooms: usize, seed: u64| {
            let level = building.level(rooms, 1 + rooms / 16 % 2, seed, &Meter::unlimited()).unwrap().unwrap();
            let options = Options::default().with_strategies([Strategy::Agenda]);
            let report = solve(&level, &options, &mut stops::nodes(400_000));
            assert_eq!(report.answer(), Answer::Solved, "{}", level.title);
            report.plan_nodes + report.push_nodes
        };
        let costs: Vec<[u64; 2]> = seeds.clone().map(|seed| sizes.map(|rooms| cost(rooms, seed))).collect();
        let [few, many] = [0, 1].map(|place| costs.iter().map(|cost| cost[place]).sum::<u64>());
        assert!(many < 12 * few, "{building:?}, four times the rooms: {costs:?} nodes");
        assert_eq!(cost(sizes[0], 9), cost(sizes[0], 9));
    }
}
