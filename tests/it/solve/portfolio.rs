//! Searches side by side: the answer is right in any order of finishing, and the limits hold for all together.

use super::known;
use sokoplan::level::Level;
use sokoplan::run::{Answer, Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Report, Source, Strategy, ThreadEnd, solve};
use std::time::Duration;

fn race(level: &Level, (threads, group): (usize, &str), limits: Limits) -> Report {
    let options = Options { threads, ..Options::default() };
    let options = options.with_strategies(Strategy::named(group).expect("a group"));
    solve(level, &options, &mut Meter::new(limits, StopFlag::default()))
}

#[test]
fn a_portfolio_agrees_with_exhaustive_search_on_any_number_of_threads() {
    for judged in known(6000..6150) {
        for setting in [(2, "all"), (4, "all"), (9, "pushes")] {
            let report = race(&judged.level, setting, Limits::default());
            judged.assert_true(&report, setting.1);
            assert_eq!(report.answer(), judged.answer(), "{setting:?}\n{}", judged.text);
            let threads = &report.threads;
            assert!(threads.iter().filter(|thread| thread.end == ThreadEnd::First).count() <= 1);
            assert_eq!(threads.iter().map(|thread| thread.push_nodes).sum::<u64>(), report.push_nodes);
        }
    }
}

#[test]
fn all_threads_together_hold_one_limit_of_nodes() {
    for judged in known(6200..6260) {
        for nodes in [0, 7, 1_000] {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let report = race(&judged.level, (4, "all"), limits);
            judged.assert_true(&report, "four threads");
            assert!(report.plan_nodes + report.push_nodes <= nodes, "more than {nodes} nodes\n{}", judged.text);
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
fn a_portfolio_stops_on_a_proof_that_the_checker_has_accepted() {
    let level = Level::from_xsb("", HELD).expect("a level");
    let lean: Strategy = "lean".parse().expect("a strategy");
    let report = |threads| {
        let options = Options { threads, ..Options::default() }.with_strategies([lean]);
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        solve(&level, &options, &mut Meter::new(limits, StopFlag::default()))
    };
    assert_eq!((report(1).answer(), report(1).source), (Answer::Unsolvable, lean.into()), "the search alone");
    let proved = report(2);
    assert_eq!((proved.answer(), proved.source), (Answer::Unsolvable, Source::Proof));
    assert!(proved.searches.is_empty(), "no search was begun");
}

#[test]
fn an_easy_level_is_solved_on_one_thread_before_others_join() {
    let report = |text: &str, alone, nodes| {
        let level = Level::from_xsb("", text).expect("a level");
        let options = Options { threads: 4, alone, ..Options::default() };
        solve(&level, &options, &mut Meter::new(Limits { nodes, ..Limits::default() }, StopFlag::default()))
    };
    let easy = report("#######\n#@ $ .#\n#######\n", Duration::from_secs(60), None);
    assert_eq!((easy.answer(), easy.threads.len()), (Answer::Solved, 0));
    // One group of boxes; a level of several groups has a second more, to search its groups side by side.
    let later = "########\n#      #\n# $$ @ #\n# $  . #\n#   .. #\n########\n";
    let later = report(later, Duration::from_nanos(1), Some(20_000));
    assert!(later.threads.len() > 1, "{:?}", later.answer());
}
