//! The contract of [`Search`]: a search that is interrupted at any node, claim or look at the clock and then continued
//! ends with the same result as without interruption.

use super::common::small_levels::level;
use super::common::solution::solution;
use super::strips::random;
use sokoplan::abstraction::Exact;
use sokoplan::deadlock::{AskedBy, RuleSet};
use sokoplan::heuristic::{Bound, Detours};
use sokoplan::level::Level;
use sokoplan::maze::{Areas, Maze};
use sokoplan::packing::{BackwardPacking, Order, PackingGuide, PackingPlans};
use sokoplan::planner::agenda::{Agenda, AgendaSetting, groups};
use sokoplan::planner::{CoarseSearch, EventSearch, EventSetting, ExactSearch, Packed, PlanningContext, RoomGuide};
use sokoplan::run::{Ended, Meter, Progress, Search, Status, Stop};
use sokoplan::search::optimal::{Metric, Optimal, fewest_pushes, vicinity_search};
use sokoplan::search::{
    ByTarget, Fess, Improver, LeanSetting, Measure, Perimeter, Prunings, Reach, Setting, fess_by_sinks, lean,
};
use sokoplan::textbook::{Setup, Strategy};
use sokoplan::{heuristic, strips};
use std::fmt::Debug;

/// Steps after which a search is not followed any further.
const STEPS: usize = 150;

/// Which questions are refused: each in every step of a search; of those while it is made perhaps fewer.
#[derive(Clone, Copy, Debug)]
enum Refused {
    Each,
    /// Each of the first hundred. Of those beyond as many are passed over as a hundredth of those before: what comes before a
    /// refusal is done again each time.
    Many,
}

impl Refused {
    /// Of a check on a share of its levels.
    const fn on(percent: u64) -> Self {
        if percent < 100 { Self::Many } else { Self::Each }
    }

    /// The number of questions passed over after so many were granted.
    const fn passed_over(self, granted: u64) -> u64 {
        match self {
            Self::Each => 0,
            Self::Many => granted / 100,
        }
    }
}

/// Asks again and again, each time with more questions granted before the first that is refused. Counts the refusals.
fn insist<T>(
    refused: Refused,
    meter: &mut Meter,
    cuts: &mut usize,
    mut ask: impl FnMut(&mut Meter) -> Result<T, Stop>,
) -> T {
    let mut patience = 0;
    loop {
        meter.interrupt_after(patience);
        match ask(meter) {
            Ok(answer) => return answer,
            Err(stop) => assert_eq!(stop, Stop::Interrupted),
        }
        (*cuts, patience) = (*cuts + 1, patience + 1 + refused.passed_over(patience));
    }
}

/// What a search comes to, and what it tells of itself; each request may be repeated until it is granted.
fn outcome<S: Search>(
    make: impl Fn(&mut Meter) -> Result<S, Stop>,
    meter: &mut Meter,
    mut made: impl FnMut(&mut Meter, &dyn Fn(&mut Meter) -> Result<S, Stop>) -> S,
    mut stepped: impl FnMut(&mut Meter, &mut S) -> Status<S::Solution>,
) -> (Status<S::Solution>, Progress, bool) {
    let mut search = made(meter, &make);
    for _ in 0..STEPS {
        let status = stepped(meter, &mut search);
        if !matches!(status, Status::Running) {
            return (status, search.progress(), search.is_complete());
        }
    }
    (Status::Running, search.progress(), search.is_complete())
}

/// Compares a search with itself interrupted, while it is `made` and in each step; returns how often it was.
fn compare<S: Search>(made: Refused, what: &str, make: impl Fn(&mut Meter) -> Result<S, Stop>) -> usize
where
    S::Solution: PartialEq + Debug,
{
    let meter = &mut Meter::unlimited();
    let undisturbed =
        outcome(&make, meter, |meter, make| make(meter).unwrap(), |meter, search| search.step(meter).unwrap());
    assert_eq!(meter.bytes(), 0, "{what}: all bytes are given back");
    let cuts = std::cell::Cell::new(0);
    let counted = |cut: usize| cuts.set(cuts.get() + cut);
    let meter = &mut Meter::unlimited();
    let interrupted = outcome(
        &make,
        meter,
        |meter, make| {
            let mut cut = 0;
            let search = insist(made, meter, &mut cut, |meter| make(meter));
            counted(cut);
            search
        },
        |meter, search| {
            let mut cut = 0;
            let status = insist(Refused::Each, meter, &mut cut, |meter| search.step(meter));
            counted(cut);
            status
        },
    );
    assert_eq!(interrupted, undisturbed, "{what}");
    assert_eq!(meter.bytes(), 0, "{what}: all bytes are given back");
    cuts.get()
}

fn levels(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (String, Level)> {
    let levels = seeds.map(|seed| (level(seed), Level::from_xsb("", &level(seed)).unwrap()));
    levels.filter(|(_, level)| !level.start.is_solved(&level.board))
}

fn maze(level: &Level) -> Maze<'_> {
    Maze::new(&level.board, &mut Meter::unlimited()).unwrap()
}

#[test]
fn agendas_interrupted_at_every_question_find_what_they_find_undisturbed() {
    let mut cuts = 0;
    for seed in 0..1_000 {
        let text = super::solve::agenda::rooms(seed);
        let Ok(level) = Level::from_xsb("", &text) else { continue };
        let (maze, areas) = (maze(&level), Areas::of(&level.board));
        let groups = groups(&maze, &level.start, &Meter::unlimited()).unwrap();
        if groups.iter().filter(|group| !group.is_solved()).count() < 2 {
            continue;
        }
        cuts += compare(Refused::Many, &format!("agenda\n{text}"), |_| {
            Ok(Agenda::new(&maze, &areas, &level.start, groups.clone(), AgendaSetting::default()))
        });
    }
    assert!(cuts > 1_000, "{cuts}");
}

on_few_and_on_all!(
    push_searches_interrupted_at_every_question_find_what_they_find_undisturbed,
    push_searches_interrupted_at_every_question_find_what_they_find_undisturbed_on_all,
    check_push_searches_interrupted_at,
    8
);

fn check_push_searches_interrupted_at(percent: u64) {
    let (mut cuts, refused) = (0, Refused::on(percent));
    for (text, level) in levels(70_000..70_000 + percent / 2) {
        let maze = maze(&level);
        let none = || Perimeter::new(level.board.len());
        let tables = LeanSetting { pairs_after: 3, threes_after: 5, ..LeanSetting::default() };
        for setting in [LeanSetting::default(), LeanSetting { reach: Reach::Forward, ..tables }] {
            cuts += compare(refused, &format!("lean\n{text}"), |meter| {
                lean(&maze, &level.start, &Prunings::all(AskedBy::FAST_SEARCHES), setting, meter)
            });
        }
        cuts += compare(refused, &format!("packing plan\n{text}"), |meter| {
            BackwardPacking::new(&maze, &level.start, meter)
        });
        cuts += compare(refused, &format!("feature space, plan in steps\n{text}"), |meter| {
            let packing = BackwardPacking::new(&maze, &level.start, meter)?;
            Ok(fess_by_sinks(packing, Setting::default(), none()))
        });
        cuts += compare(refused, &format!("target\n{text}"), |meter| {
            ByTarget::new(&maze, &level.start, none(), &Prunings::all(AskedBy::THOROUGH_SEARCHES), meter)
        });
        for order in [Order::Backward, Order::One, Order::None] {
            cuts += compare(refused, &format!("feature space, plan {order:?}\n{text}"), |meter| {
                let guide = PackingGuide::new(&maze, &level.start, order, meter)?;
                Fess::new(&maze, &level.start, guide.plan().cloned(), Setting::default(), none(), meter)
            });
        }
        let pairs = heuristic::TwoBoxPatternDatabase::new(&maze, &mut Meter::unlimited()).unwrap();
        cuts += compare(refused, &format!("fewest pushes\n{text}"), |meter| {
            let detours = Detours::new(&maze, pairs.as_ref(), meter)?;
            fewest_pushes(&maze, &level.start, detours, &Prunings::all(AskedBy::SHORTEST), meter)
        });
        let known = solution(&maze, &level.start).unwrap_or_default();
        cuts += compare(refused, &format!("near a solution\n{text}"), |meter| {
            let mut search = vicinity_search(&maze, &level.start, None, &Prunings::all(AskedBy::SHORTEST), meter)?;
            search.begin(&known, 1, meter)?;
            Ok(search)
        });
        cuts += compare(refused, &format!("optimal\n{text}"), |meter| {
            let bound = Bound::new(&maze, pairs.as_ref(), meter)?;
            Optimal::new(&maze, &level.start, Metric::Moves, bound, &RuleSet::of(AskedBy::SHORTEST), meter)
        });
    }
    assert!(cuts > 20 * percent as usize, "only {cuts}");
}

on_few_and_on_all!(
    textbook_searches_interrupted_at_every_question_find_what_they_find_undisturbed,
    textbook_searches_interrupted_at_every_question_find_what_they_find_undisturbed_on_all,
    check_textbook_searches_interrupted_at,
    50
);

fn check_textbook_searches_interrupted_at(percent: u64) {
    let mut cuts = 0;
    for (text, level) in levels(71_000..71_000 + percent / 5) {
        let maze = maze(&level);
        let names = Strategy::ALL.map(|strategy| strategy.word().to_owned());
        let others = ["a-star:pulls", "breadth-first:moves", "ida-star:no-transpositions", "kth:no-tunnels"];
        for name in names.into_iter().chain(others.map(str::to_owned)) {
            let setup: Setup = name.parse().unwrap();
            cuts += compare(Refused::Each, &format!("{name}\n{text}"), |meter| setup.begin(&maze, &level.start, meter));
        }
    }
    assert!(cuts > 20 * percent as usize, "only {cuts}");
}

on_few_and_on_all!(
    planners_interrupted_at_every_question_find_what_they_find_undisturbed,
    planners_interrupted_at_every_question_find_what_they_find_undisturbed_on_all,
    check_planners_interrupted_at_every,
    8
);

fn check_planners_interrupted_at_every(percent: u64) {
    let mut cuts = 0;
    for (text, level) in levels(72_000..72_000 + percent / 4) {
        let maze = maze(&level);
        let areas = Areas::by_patterns(&level.board).cut_to(&level.board, 10);
        let ground = PlanningContext::new(&maze, &areas);
        cuts += compare(Refused::Each, &format!("plans\n{text}"), |meter| {
            CoarseSearch::new(&ground, &level.start, 100, EventSetting::default(), meter)
        });
        for takes_over in [false, true] {
            let setting = || EventSetting { takes_over, most: 20, ..EventSetting::default() };
            cuts += compare(Refused::Each, &format!("events, takeovers {takes_over}\n{text}"), |meter| {
                let packing = BackwardPacking::new(&maze, &level.start, meter)?;
                Ok(EventSearch::by_sinks(&ground, packing, setting()))
            });
            cuts += compare(Refused::Each, &format!("events by starts, takeovers {takes_over}\n{text}"), |_| {
                Ok(EventSearch::by_starts(&ground, &level.start, &PackingPlans::default(), setting()))
            });
        }
        cuts += compare(Refused::Each, &format!("sets\n{text}"), |meter| {
            let rules = RuleSet::of(AskedBy::ONE_AREA);
            let guide = RoomGuide::new(&maze, &areas, &level.start, Some(2), Packed::Consistent, &rules, meter)?;
            let exact = Exact::new(&level.board, &areas, Some(20), Box::new(guide));
            Ok(ExactSearch::new(exact, &level.board, level.start.clone(), 20))
        });
    }
    assert!(cuts > 20 * percent as usize, "only {cuts}");
}

#[test]
fn strips_searches_interrupted_at_every_question_find_what_they_find_undisturbed() {
    let mut cuts = 0;
    for seed in 0..80 {
        let task = random::task(seed, 12, 24);
        let greedy = |_: &mut Meter| strips::GreedySearch::new(&task, &Meter::unlimited());
        cuts += compare(Refused::Each, &format!("greedy {seed}"), greedy);
        let astar = |_: &mut Meter| strips::AStar::new(&task, &Meter::unlimited());
        cuts += compare(Refused::Each, &format!("A* {seed}"), astar);
    }
    assert!(cuts > 700, "only {cuts}");
}

/// Plans that come one after the other are asked for again and again, too.
#[test]
fn streams_of_plans_interrupted_at_every_question_give_the_same_plans() {
    let mut cuts = 0;
    for seed in 0..40 {
        let task = random::task(seed, 8, 12);
        let (mut whole, mut cut_short) = (strips::KBest::new(&task), strips::KBest::new(&task));
        let (mut calm, mut meter) = (Meter::unlimited(), Meter::unlimited());
        for _ in 0..5 {
            let again = insist(Refused::Each, &mut meter, &mut cuts, |meter| match cut_short.next(meter) {
                Ended::Stopped(stop) => Err(stop),
                ended => Ok(ended),
            });
            assert_eq!(again, whole.next(&mut calm), "{task:?}");
        }
        drop((whole, cut_short));
        assert_eq!((calm.bytes(), meter.bytes()), (0, 0));
    }
    assert!(cuts > 250, "only {cuts}");
}

/// An interrupted improver may try its windows in another order, but says only of a shortest solution that it is one.
#[test]
fn what_an_interrupted_improver_proves_to_be_shortest_is_as_short_as_what_it_proves_undisturbed() {
    let (mut cuts, mut proved) = (0, 0);
    for (text, level) in levels(73_000..73_040) {
        let maze = maze(&level);
        let Some(found) = solution(&maze, &level.start) else { continue };
        let improver = || {
            let meter = &mut Meter::unlimited();
            let search = vicinity_search(&maze, &level.start, None, &Prunings::all(AskedBy::SHORTEST), meter).unwrap();
            Improver::new(&level.board, &level.start, found.clone(), Measure::Pushes, Some(search)).unwrap()
        };
        let (mut whole, mut cut_short) = (improver(), improver());
        assert_eq!(whole.run(&mut Meter::unlimited()), Ok(true));
        let patient = &mut Meter::unlimited();
        let mut patience = 0;
        let is_shortest = loop {
            patient.interrupt_after(patience);
            match cut_short.run(patient) {
                Ok(is_shortest) => break is_shortest,
                Err(stop) => assert_eq!(stop, Stop::Interrupted),
            }
            (cuts, patience) = (cuts + 1, patience + 1 + patience / 8);
        };
        assert!(is_shortest);
        assert_eq!(cut_short.pushes().len(), whole.pushes().len(), "{text}");
        proved += 1;
    }
    assert!(cuts > 150 && proved > 5, "{cuts} times, {proved} levels");
}
