//! Exports a level as a STRIPS task in PDDL, reads it back, plans and checks: `cargo run --example plan_pddl_task`.

use sokoplan::exact::pddl::Model;
use sokoplan::level::Level;
use sokoplan::maze::{Areas, Maze};
use sokoplan::planner::PlanningContext;
use sokoplan::run::Meter;
use sokoplan::strips::pddl::{Domain, Problem};
use sokoplan::strips::{cheapest_plan, check, ground};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let level = Level::from_xsb("one box", "#######\n#@ $ .#\n#######")?;
    let meter = &mut Meter::unlimited();
    let maze = Maze::new(&level.board, meter)?;
    let areas = Areas::of(&level.board);
    let context = PlanningContext::new(&maze, &areas);

    // To text and back, as any other planner would read it.
    let exported = Model::Pushes.export(&context, &level.start, 10_000, meter)?;
    let domain = Domain::parse(Model::Pushes.text())?;
    let problem = Problem::parse(&exported.problem.to_string(), &domain)?;

    let task = ground(&domain, &problem, meter)?;
    let plan = cheapest_plan(&task, meter).found().ok_or("no plan")?;
    plan.steps(&task).for_each(|step| println!("({step})"));
    println!("; cost {}", check(&task, &plan)?);
    Ok(())
}
