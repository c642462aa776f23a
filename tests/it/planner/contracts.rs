//! What plans promise, by replay with numbered boxes: a step moves the boxes that it names and no others, a takeover is
//! called one, the first plan is the one that is followed, fidelity counts what was made, and conditions hold for pushes.

use crate::common::small_levels::level;
use crate::common::stops;
use crate::snapshots::own_levels;
use itertools::Itertools;
use sokoplan::level::{Direction, Level, Square};
use sokoplan::maze::{AreaId, Areas, Maze};
use sokoplan::planner::{Act, Agreement, Conditions, Fidelity, Plan, PlanningContext, Slot, StepResult, Supplier};
use sokoplan::run::{Meter, Random};
use sokoplan::search::Components;
use sokoplan::solve::{Options, Part, PlanOutcome, PlanReport, Planning, Report, Source, Stages, Strategy};
use sokoplan::steps::StepKind;
use std::collections::BTreeSet;

/// Boxes by number, the areas that each has entered, and the borders that boxes have crossed.
struct Replay<'l> {
    level: &'l Level,
    areas: &'l Areas,
    boxes: Vec<Square>,
    player: Square,
    crossed: BTreeSet<(AreaId, AreaId)>,
}

impl<'l> Replay<'l> {
    fn new(level: &'l Level, areas: &'l Areas) -> Self {
        let (boxes, player) = (level.start.boxes.clone(), level.start.player);
        Self { level, areas, boxes, player, crossed: BTreeSet::new() }
    }

    /// Makes the pushes of a step; returns for each box that was pushed its number, its squares before and after, and the
    /// areas of its squares in order.
    fn make(&mut self, step: &StepResult) -> Vec<(usize, Square, Square, Vec<AreaId>)> {
        let board = &self.level.board;
        let mut moved: Vec<(usize, Square, Square, Vec<AreaId>)> = Vec::new();
        for push in &step.pushes {
            let stand = board.next(push.from, push.direction.opposite()).expect("a square behind the box");
            let reached = board.region(self.player, |square| self.boxes.contains(&square));
            assert!(reached[stand.index()], "the player does not come to {push:?}\n{}", self.level.grid);
            let to = board.next(push.from, push.direction).expect("a square for the box");
            assert!(!self.boxes.contains(&to), "{push:?}\n{}", self.level.grid);
            let number = self.boxes.iter().position(|&square| square == push.from).expect("a box");
            (self.boxes[number], self.player) = (to, push.from);
            let [left, entered] = [push.from, to].map(|square| self.areas.area_of(square));
            if left != entered {
                self.crossed.insert((left, entered));
            }
            match moved.iter_mut().find(|one| one.0 == number) {
                Some((.., at, route)) => {
                    *at = to;
                    route.push(entered);
                }
                None => moved.push((number, push.from, to, vec![left, entered])),
            }
        }
        moved.iter_mut().for_each(|one| one.3.dedup());
        moved
    }
}

/// Asserts that the steps of a report describe their pushes; returns the borders that boxes crossed.
fn assert_true(level: &Level, plan: &PlanReport) -> BTreeSet<(AreaId, AreaId)> {
    let mut replay = Replay::new(level, &plan.areas);
    for attempt in &plan.attempts {
        let context = format!("{}: {attempt:?}\n{}", level.title, level.grid);
        let moved = replay.make(attempt);
        let named: BTreeSet<_> = attempt.step.boxes.iter().copied().collect();
        assert_eq!(moved.iter().map(|one| (one.1, one.2)).collect::<BTreeSet<_>>(), named, "{context}");
        match attempt.step.kind {
            StepKind::Transfer => {
                assert!(moved.len() == 1 && moved[0].3 == attempt.step.route && moved[0].3.len() > 1, "{context}");
            }
            StepKind::Arrangement => {
                assert!(moved.iter().all(|one| one.3 == attempt.step.route && one.3.len() == 1), "{context}");
            }
            StepKind::Takeover => assert!(attempt.step.route.is_empty() && attempt.act == Act::Takeover, "{context}"),
        }
        let has_label = !matches!(attempt.act, Act::Group | Act::Takeover);
        assert!(attempt.label.is_none() || has_label, "{context}");
    }
    replay.crossed
}

fn plans_alone() -> Options {
    Options::default().with_strategies(Strategy::plans())
}

/// Solves a level by plans, and asserts what holds for every report.
fn check(level: &Level, options: &Options, nodes: u64) -> Report {
    let stages = Stages { plan: true, ..Stages::default() };
    let report = stages.run(level, options, &|_| {}, &mut stops::nodes(nodes)).report;
    let Some(plan) = &report.plan else { return report };
    assert_true(level, plan);
    let is_taken_over = plan.attempts.iter().any(|step| step.act == Act::Takeover);
    if let Some(by) = report.solved_by() {
        assert_eq!(by.is_takeover(), is_taken_over && !matches!(by, Source::Search(one) if one.is_push_search()));
        assert!(!by.is_plan() || !is_taken_over);
    }
    let fidelity = plan.fidelity.as_ref().expect("a plan was proposed");
    let proposed = plan.plan.as_ref().expect("a plan, perhaps an empty one");
    assert_plan_holds(level, &plan.areas, proposed, &options.conditions);
    assert_eq!(fidelity.slots, proposed.slots.len());
    let filled = fidelity.made.iter().filter(|made| made.slot.is_some()).count();
    assert_eq!((fidelity.filled(), fidelity.added()), (filled, fidelity.made.len() - filled));
    assert!(fidelity.exact <= filled && filled <= fidelity.slots);
    let Fidelity { order, suppliers, parks_made, parks_proposed, .. } = fidelity;
    for figure in [order, suppliers, parks_made, parks_proposed] {
        assert!(figure.agree <= figure.all && figure.by_chance <= Agreement::DRAWS * figure.all, "{figure:?}");
    }
    report
}

/// Asserts that each slot has a box to be filled with and a free square, that stages are in order, and that conditions hold.
fn assert_plan_holds(level: &Level, areas: &Areas, plan: &Plan, conditions: &Conditions) {
    let mut boxes: BTreeSet<Square> = level.start.boxes.iter().copied().collect();
    let mut stage = 0;
    let mut crossed = BTreeSet::new();
    for slot in &plan.slots {
        let context = || format!("{slot:?}\n{plan:?}\n{}", level.grid);
        let first = slot.first();
        assert!(boxes.remove(&first.from) && boxes.insert(slot.to), "no box there, or no free square: {}", context());
        assert!(!slot.fills || level.board.is_goal(slot.to), "{}", context());
        assert!(slot.stage == stage || slot.stage == stage + 1, "{}", context());
        stage = slot.stage;
        assert!(slot.suppliers.iter().map(Supplier::area).all_unique(), "{}", context());
        assert!(!slot.is_forced || slot.suppliers.len() == 1, "{}", context());
        for supplier in &slot.suppliers {
            assert_eq!(supplier.area(), areas.area_of(supplier.from), "{}", context());
            assert_eq!(supplier.route.last(), Some(&areas.area_of(slot.to)), "{}", context());
            assert!(!conditions.forbids(&supplier.route), "{}", context());
        }
        crossed.extend(first.route.iter().copied().tuple_windows::<(AreaId, AreaId)>());
    }
    assert!(plan.slots.is_empty() || conditions.forced.is_subset(&crossed), "{plan:?}\n{}", level.grid);
}

#[test]
fn a_step_moves_the_boxes_that_it_names_and_a_takeover_is_no_work_of_plans() {
    let (mut by_plan, mut taken_over, mut whole) = (0, 0, 0);
    let drawn = (0..300).map(|seed| Level::from_xsb("drawn", &level(seed)).expect("a level"));
    for level in own_levels().into_iter().map(|(_, level)| level).chain(drawn) {
        // Without the fallback plans stall, and the push search takes over.
        let with_takeover = plans_alone().with_strategies(Strategy::plans().chain([Strategy::Takeover]));
        let mut taking_over = with_takeover;
        taking_over.leave_out(Part::Component(Components::FALLBACK));
        for options in [plans_alone(), taking_over] {
            let report = check(&level, &options, 1_000);
            by_plan += usize::from(report.solved_by().is_some_and(Source::is_plan));
            taken_over += usize::from(report.solved_by().is_some_and(Source::is_takeover));
            let fidelity = report.plan.and_then(|plan| plan.fidelity).filter(|_| by_plan > 0);
            whole += usize::from(fidelity.is_some_and(|of| of.slots > 0 && of.filled() == of.slots));
        }
        let exact = Options::default().with_strategies([Strategy::ExactPlans]);
        let report = check(&level, &exact, 500);
        if let (Some(_), Some(plan)) = (report.solution(), &report.plan) {
            let fidelity = plan.fidelity.as_ref().expect("a plan");
            assert_eq!((fidelity.exact, fidelity.added()), (fidelity.slots, 0), "an exact plan is carried out");
        }
    }
    assert!(
        by_plan > 400 && taken_over > 0 && whole > 350,
        "{by_plan} by plan, {taken_over} taken over, {whole} whole"
    );
}

#[test]
fn the_first_plan_is_the_one_that_plans_follow_and_the_others_differ() {
    let mut alternatives = 0;
    for (_, level) in own_levels() {
        let planning = Planning { options: plans_alone(), count: 3 };
        let plans = planning.plan(&level, &mut stops::nodes(3_000));
        let followed = check(&level, &plans_alone(), 3_000);
        let shown = |report: &Report| {
            let plan = report.plan.as_ref().map(|plan| (plan.plan.clone(), plan.attempts.clone(), plan.strategy));
            (plan, report.solution().map(|solution| solution.lurd.clone()))
        };
        assert_eq!(shown(&plans[0].report), shown(&followed), "{}", level.title);
        // What a person would call another plan: other stages, or another preferred supplier or route.
        let slots = |plan: &PlanOutcome| {
            let plan = plan.report.plan.as_ref()?.plan.as_ref()?;
            let slot = |slot: &Slot| (slot.stage, slot.to, slot.first().route.clone());
            Some(plan.slots.iter().map(slot).collect::<BTreeSet<_>>())
        };
        for (place, plan) in plans.iter().enumerate().skip(1) {
            assert_true(&level, plan.report.plan.as_ref().expect("a plan"));
            assert!(plans[..place].iter().all(|other| slots(other) != slots(plan)), "{}", level.title);
            alternatives += 1;
        }
    }
    assert!(alternatives > 20, "{alternatives}");
}

/// Whether pushes under conditions solve a level; `None` if that takes more positions than can be tried.
fn is_solvable_under(level: &Level, areas: &Areas, conditions: &Conditions) -> Option<bool> {
    type State = (Vec<Square>, Vec<bool>, BTreeSet<(AreaId, AreaId)>);
    let board = &level.board;
    let reached = |player: Square, boxes: &[Square]| board.region(player, |square| boxes.contains(&square));
    let mut start = level.start.boxes.clone();
    start.sort_unstable();
    let mut queue: Vec<State> = vec![(start.clone(), reached(level.start.player, &start), BTreeSet::new())];
    let mut seen: BTreeSet<State> = queue.iter().cloned().collect();
    while let Some((boxes, region, crossed)) = queue.pop() {
        if boxes.iter().all(|&square| board.is_goal(square)) && conditions.forced.is_subset(&crossed) {
            return Some(true);
        }
        if seen.len() > 30_000 {
            return None;
        }
        for (number, direction) in (0..boxes.len()).cartesian_product(Direction::ALL) {
            let stand = board.next(boxes[number], direction.opposite()).filter(|square| region[square.index()]);
            let to = board.next(boxes[number], direction).filter(|square| !boxes.contains(square));
            let (Some(_), Some(to)) = (stand, to) else { continue };
            let border = (areas.area_of(boxes[number]), areas.area_of(to));
            if conditions.forbidden.contains(&border) {
                continue;
            }
            let mut after = boxes.clone();
            after[number] = to;
            after.sort_unstable();
            let region = reached(boxes[number], &after);
            let crossed = crossed.iter().copied().chain(conditions.forced.get(&border).copied()).collect();
            let state = (after, region, crossed);
            if seen.insert(state.clone()) {
                queue.push(state);
            }
        }
    }
    Some(false)
}

on_few_and_on_all!(plans_meet_their_conditions, 12);
/// Drawn boards with drawn conditions: each plan meets them, and pushes solve a level only where exhaustive search does.
fn plans_meet_their_conditions(percent: u64) {
    let (mut with_plan, mut without, mut solved, mut refuted) = (0, 0, 0, 0);
    for seed in 0..20 * percent {
        let level = Level::from_xsb("drawn", &level(seed)).expect("a level");
        let areas = Areas::of(&level.board);
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let borders: Vec<_> = PlanningContext::new(&maze, &areas).crossed().into_iter().collect();
        if borders.is_empty() {
            continue;
        }
        let mut random = Random::new(seed);
        let drawn = [borders[random.below(borders.len())], borders[random.below(borders.len())]];
        let chosen: BTreeSet<_> = drawn[..random.between(1, 2)].iter().copied().collect();
        let conditions = match random.below(3) {
            0 => Conditions { forced: chosen, ..Conditions::default() },
            _ => Conditions { forbidden: chosen, ..Conditions::default() },
        };
        let options = Options { conditions: conditions.clone(), ..plans_alone() };
        let report = check(&level, &options, 300);
        let Some(plan) = report.plan.as_ref().and_then(|plan| plan.plan.as_ref()) else { continue };
        *if plan.slots.is_empty() { &mut without } else { &mut with_plan } += 1;
        for other in (Planning { options, count: 3 }).plan(&level, &mut stops::nodes(300)) {
            let Some(report) = &other.report.plan else { continue };
            report.plan.iter().for_each(|plan| assert_plan_holds(&level, &report.areas, plan, &conditions));
        }
        let is_solvable = is_solvable_under(&level, &areas, &conditions);
        solved += usize::from(report.solution().is_some());
        refuted += usize::from(is_solvable == Some(false));
        assert!(report.solution().is_none() || is_solvable != Some(false), "{conditions:?}\n{}", level.grid);
    }
    let most = usize::try_from(percent).expect("few");
    let counts = [with_plan, without, solved, refuted];
    assert!(counts.into_iter().all(|count| count > most), "{counts:?}");
}

#[test]
fn pushes_cross_every_forced_border_and_no_forbidden_one() {
    let (mut forced, mut forbidden) = (0, 0);
    for (_, level) in own_levels().into_iter().take(12) {
        let areas = Areas::of(&level.board);
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).expect("no limit");
        let context = PlanningContext::new(&maze, &areas);
        for border in context.crossed().into_iter().take(8) {
            let one = BTreeSet::from([border]);
            let force = Conditions { forced: one.clone(), ..Conditions::default() };
            let forbid = Conditions { forbidden: one, ..Conditions::default() };
            for (conditions, count) in [(force, &mut forced), (forbid, &mut forbidden)] {
                let is_forced = !conditions.forced.is_empty();
                let report = check(&level, &Options { conditions, ..plans_alone() }, 300);
                if let (Some(_), Some(plan)) = (report.solution(), &report.plan) {
                    let crossed = assert_true(&level, plan);
                    assert_eq!(crossed.contains(&border), is_forced, "{border:?} {}\n{}", level.title, level.grid);
                    *count += 1;
                }
            }
        }
    }
    assert!(forced > 15 && forbidden > 10, "{forced} forced, {forbidden} forbidden");
}
