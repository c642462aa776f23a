//! Searches side by side: the answer is right in any order of finishing.

use super::known;
use sokoplan::level::Level;
use sokoplan::run::{Answer, Meter};
use sokoplan::solve::{Options, Report, Source, Strategy, ThreadEnd, solve};
use std::time::Duration;

fn race(level: &Level, (threads, group): (usize, &str)) -> Report {
    let options = Options { threads, ..Options::default() };
    let options = options.with_strategies(Strategy::named(group).expect("a group"));
    solve(level, &options, &mut Meter::unlimited())
}

#[test]
fn a_portfolio_agrees_with_exhaustive_search_on_any_number_of_threads() {
    for judged in known(6000..6150) {
        for setting in [(2, "all"), (4, "all"), (9, "pushes")] {
            let report = race(&judged.level, setting);
            judged.assert_true(&report, setting.1);
            assert_eq!(report.answer(), judged.answer(), "{setting:?}\n{}", judged.text);
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
