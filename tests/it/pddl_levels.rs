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
use sokoplan::strips::{Plan, Task, cheapest_plan, check, first_plan, ground};
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

/// The exported problem, its missing solutions, and its task, by way of the text.
fn task(model: Model, level: &Level) -> (Problem, Vec<String>, Task) {
    with_ground(level, |level_ground| {
        let meter = &mut Meter::unlimited();
        let exported = model.export(level_ground, &level.start, Model::LOCAL_STATES, meter).unwrap();
        let domain = Domain::parse(model.text()).unwrap();
        let problem = Problem::parse(&exported.problem.to_string(), &domain).unwrap();
        let task = ground(&domain, &problem, meter).unwrap();
        (exported.problem, exported.missing, task)
    })
}

fn with_ground<T>(level: &Level, then: impl FnOnce(&PlanningContext<'_>) -> T) -> T {
    let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
    let areas = Areas::by_patterns(&level.board);
    then(&PlanningContext::new(&maze, &areas))
}

/// The moves of a plan, verified on the board alone; gives the pushes.
fn carried_out(model: Model, level: &Level, task: &Task, plan: &Plan) -> usize {
    let steps: Vec<&str> = plan.steps(task).collect();
    let lurd = with_ground(level, |level_ground| {
        let meter = &mut Meter::unlimited();
        let areas = model.export(level_ground, &level.start, Model::LOCAL_STATES, meter).unwrap().areas;
        follow(model, level_ground, areas.as_ref(), &level.start, &steps, meter).unwrap()
    });
    let metrics = verify(&level.board, &level.start, &lurd.parse::<Lurd>().unwrap());
    metrics.unwrap_or_else(|broken| panic!("{model}, {}: {broken}", level.title)).pushes
}

on_few_and_on_all!(names_are_unique_and_problems_read_back_the_same, 20);
fn names_are_unique_and_problems_read_back_the_same(percent: usize) {
    for model in Model::ALL {
        for level in some(percent) {
            let (problem, missing, _) = task(model, &level);
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
            let (_, _, task) = task(model, &level);
            let found = first_plan(&task, &mut Meter::unlimited()).found();
            let found = found.unwrap_or_else(|| panic!("{model} has no plan for {}", level.title));
            check(&task, &found).unwrap();
            let pushes = carried_out(model, &level, &task, &found);
            // Of rooms only the pushes over borders are counted.
            let is_exact = model != Model::Rooms;
            assert!(if is_exact { pushes as u64 == found.cost } else { pushes as u64 >= found.cost }, "{model}");
        }
    }
}

#[test]
fn moves_and_pushes_agree_on_the_fewest_pushes() {
    for level in levels().into_iter().filter(|level| level.board.len() <= 24) {
        let cost = |model| {
            let (_, _, task) = task(model, &level);
            cheapest_plan(&task, &mut Meter::unlimited()).found().map(|plan| plan.cost)
        };
        let moves = cost(Model::Moves);
        assert_eq!(cost(Model::Pushes), moves, "{}", level.title);
        assert!(cost(Model::Rooms) <= moves, "{}", level.title);
    }
}

#[test]
fn a_problem_with_cut_tables_says_in_its_name_that_it_is_a_restriction() {
    let level = &levels()[0];
    with_ground(level, |level_ground| {
        let export = |most| Model::Rooms.export(level_ground, &level.start, most, &mut Meter::unlimited()).unwrap();
        let (cut, whole) = (export(1), export(Model::LOCAL_STATES));
        assert!(!cut.missing.is_empty());
        assert_eq!(cut.problem.name, "level-restricted");
        assert!(whole.missing.is_empty());
        assert_eq!(whole.problem.name, "level");
    });
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Areas are cut until their tables are whole, and the tasks remain equivalent to the levels.
    #[test]
    fn small_tables_lose_no_plan_of_random_levels(level in levels_of_any_shape()) {
        prop_assume!(level.start.boxes.len() <= 3 && level.board.len() <= 18);
        let exported = |most| with_ground(&level, |level_ground| {
            Model::Rooms.export(level_ground, &level.start, most, &mut Meter::unlimited()).unwrap()
        });
        let solved = |exported: &LevelProblem| {
            let meter = &mut Meter::unlimited();
            let task = ground(&Model::Rooms.domain().unwrap(), &exported.problem, meter).unwrap();
            let found = first_plan(&task, meter).found();
            if let Some(found) = &found {
                let steps: Vec<&str> = found.steps(&task).collect();
                let context_and_areas = |level_ground: &PlanningContext<'_>| {
                    follow(Model::Rooms, level_ground, exported.areas.as_ref(), &level.start, &steps, meter).unwrap()
                };
                let lurd = with_ground(&level, context_and_areas);
                verify(&level.board, &level.start, &lurd.parse::<Lurd>().unwrap()).unwrap();
            }
            found.is_some()
        };
        let (whole, small) = (exported(Model::LOCAL_STATES), exported(40));
        prop_assert!(small.missing.is_empty());
        prop_assert_eq!(solved(&whole), solved(&small), "{}", level.grid);
    }

    /// Random levels have a plan in all models or in none, and each plan is carried out.
    #[test]
    fn models_agree_on_random_levels(level in levels_of_any_shape()) {
        prop_assume!(level.start.boxes.len() <= 3 && level.board.len() <= 18);
        let plans = Model::ALL.map(|model| {
            let (_, missing, task) = task(model, &level);
            assert!(missing.is_empty());
            let found = first_plan(&task, &mut Meter::unlimited()).found();
            found.map(|found| carried_out(model, &level, &task, &found)).is_some()
        });
        prop_assert!(plans.iter().all(|&found| found == plans[0]), "{:?}\n{}", plans, level.grid);
    }
}
