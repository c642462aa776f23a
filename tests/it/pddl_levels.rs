//! The repository's levels as PDDL: every exported task reads back, is solved, and its plan is carried out to a
//! solution.

use crate::common::any_level::levels as levels_of_any_shape;
use crate::snapshots::own_levels;
use proptest::prelude::*;
use sokoplan::exact::pddl::{LevelProblem, Model, follow};
use sokoplan::level::{Level, Lurd, verify};
use sokoplan::maze::{Areas, Maze};
use sokoplan::planner::PlanningContext;
use sokoplan::run::Meter;
use sokoplan::strips::pddl::{Domain, Problem, TypedName};
use sokoplan::strips::{Task, cheapest_plan, check, first_plan, ground};
use std::collections::BTreeSet;

/// Tasks of more boxes take minutes to plan.
const MOST_BOXES: usize = 6;

fn levels() -> Vec<Level> {
    own_levels().into_iter().map(|(_, level)| level).collect()
}

/// This share of all levels, over the whole list.
fn some(percent: usize) -> impl Iterator<Item = Level> {
    levels().into_iter().step_by(100 / percent)
}

/// The problem of a level, with tables of at most so many local states.
fn exported(model: Model, level: &Level, most: usize) -> LevelProblem {
    with_ground(level, |ground| model.export(ground, &level.start, most, &mut Meter::unlimited()).unwrap())
}

/// The task of a problem, by way of the text.
fn task(model: Model, problem: &Problem) -> Task {
    let domain = Domain::parse(model.text()).unwrap();
    let problem = Problem::parse(&problem.to_string(), &domain).unwrap();
    ground(&domain, &problem, &mut Meter::unlimited()).unwrap()
}

fn with_ground<T>(level: &Level, then: impl FnOnce(&PlanningContext<'_>) -> T) -> T {
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
    let areas = Areas::by_patterns(&level.board);
    then(&PlanningContext::new(&maze, &areas))
}

/// The cost of the first plan of a problem, if it has one, and its pushes, with its moves verified on the board alone.
fn carried_out(model: Model, level: &Level, exported: &LevelProblem) -> Option<(u64, usize)> {
    let (task, meter) = (task(model, &exported.problem), &mut Meter::unlimited());
    let plan = first_plan(&task, meter).found()?;
    check(&task, &plan).unwrap();
    let steps: Vec<&str> = plan.steps(&task).collect();
    let areas = exported.areas.as_ref();
    let lurd = with_ground(level, |ground| follow(model, ground, areas, &level.start, &steps, meter).unwrap());
    let metrics = verify(&level.board, &level.start, &lurd.parse::<Lurd>().unwrap());
    Some((plan.cost, metrics.unwrap_or_else(|broken| panic!("{model}, {}: {broken}", level.title)).pushes))
}

on_few_and_on_all!(names_are_unique_and_problems_read_back_the_same, 20);
fn names_are_unique_and_problems_read_back_the_same(percent: usize) {
    for model in Model::ALL {
        for level in some(percent) {
            let LevelProblem { problem, missing, .. } = exported(model, &level, Model::LOCAL_STATES);
            task(model, &problem);
            let domain = model.domain().unwrap();
            let of = |typed: &[TypedName]| typed.iter().map(|typed| typed.name.clone()).collect::<Vec<_>>();
            let kinds = [
                of(&domain.types),
                of(&domain.constants).into_iter().chain(of(&problem.objects)).collect(),
                domain.predicates.iter().chain(&domain.functions).map(|signature| signature.name.clone()).collect(),
                domain.actions.iter().map(|action| action.name.clone()).collect(),
            ];
            let names: BTreeSet<&String> = kinds.iter().flatten().collect();
            let all = kinds.iter().flatten().count();
            assert_eq!(names.len(), all, "{model}: some parsers refuse one name for two things");
            assert_eq!(Problem::parse(&problem.to_string(), &domain).as_ref(), Ok(&problem), "{model}");
            assert_eq!(Domain::parse(&domain.to_string()).as_ref(), Ok(&domain), "{model}");
            assert!(missing.is_empty(), "{model}, {}: {missing:?}", level.title);
        }
    }
}

#[test]
fn every_super_type_is_declared_since_some_planners_ask_for_it() {
    for model in Model::ALL {
        let domain = model.domain().unwrap();
        for kind in domain.types.iter().flat_map(|t| t.kinds.iter()) {
            assert!(model.text().contains(&format!("{kind} - object")), "{model}: {kind}");
        }
    }
}

on_few_and_on_all!(plans_of_every_model_are_carried_out, 20);
fn plans_of_every_model_are_carried_out(percent: usize) {
    for model in Model::ALL {
        for level in some(percent).filter(|level| level.start.boxes.len() <= MOST_BOXES) {
            let found = carried_out(model, &level, &exported(model, &level, Model::LOCAL_STATES));
            let (cost, pushes) = found.unwrap_or_else(|| panic!("{model} has no plan for {}", level.title));
            // Of rooms only the pushes over borders are counted.
            let is_exact = model != Model::Rooms;
            assert!(if is_exact { pushes as u64 == cost } else { pushes as u64 >= cost }, "{model}");
        }
    }
}

#[test]
fn moves_and_pushes_agree_on_the_fewest_pushes() {
    for level in levels().into_iter().filter(|level| level.board.len() <= 24) {
        let cost = |model| {
            let task = task(model, &exported(model, &level, Model::LOCAL_STATES).problem);
            cheapest_plan(&task, &mut Meter::unlimited()).found().map(|plan| plan.cost)
        };
        let moves = cost(Model::Moves);
        assert_eq!(cost(Model::Pushes), moves, "{}", level.title);
        assert!(cost(Model::Rooms) <= moves, "{}", level.title);
    }
}

#[test]
fn areas_are_cut_until_all_tables_are_whole_and_a_problem_with_cut_ones_is_named_a_restriction() {
    let hall = "##########\n#   .    #\n# $  #   #\n#  @     #\n#  $  #  #\n#    .   #\n##########";
    let level = Level::from_xsb("a hall", hall).unwrap();
    let [cut, small, whole] = [1, 200, Model::LOCAL_STATES].map(|most| exported(Model::Rooms, &level, most));
    assert!(!cut.missing.is_empty() && small.missing.is_empty() && whole.missing.is_empty());
    assert_eq!((cut.problem.name.as_str(), whole.problem.name.as_str()), ("level-restricted", "level"));
    let [small, whole] = [small, whole].map(|exported| exported.areas.map_or(0, |areas| areas.len()));
    assert!(small > whole && whole == Areas::of(&level.board).len(), "{small} {whole}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Areas are cut until their tables are whole, and the tasks remain equivalent to the levels.
    #[test]
    fn small_tables_lose_no_plan_of_random_levels(level in levels_of_any_shape()) {
        prop_assume!(level.start.boxes.len() <= 3 && level.board.len() <= 18);
        let [whole, small] = [Model::LOCAL_STATES, 40].map(|most| exported(Model::Rooms, &level, most));
        prop_assert!(small.missing.is_empty());
        let [by_whole, by_small] = [&whole, &small].map(|exported| carried_out(Model::Rooms, &level, exported).is_some());
        prop_assert_eq!(by_whole, by_small, "{}", level.grid);
    }

    /// Random levels have a plan in all models or in none, and each plan is carried out.
    #[test]
    fn models_agree_on_random_levels(level in levels_of_any_shape()) {
        prop_assume!(level.start.boxes.len() <= 3 && level.board.len() <= 18);
        let plans = Model::ALL.map(|model| {
            let exported = exported(model, &level, Model::LOCAL_STATES);
            assert!(exported.missing.is_empty());
            carried_out(model, &level, &exported).is_some()
        });
        prop_assert!(plans.iter().all(|&found| found == plans[0]), "{:?}\n{}", plans, level.grid);
    }
}
