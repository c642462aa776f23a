//! Lists the best abstract plans of a level of ours on each abstraction: `cargo run --example explore_plans`.

use sokoplan::Collection;
use sokoplan::maze::{Areas, Maze};
use sokoplan::planner::{Abstraction, PlanQuery, PlanningContext, explore};
use sokoplan::render::{area_names, step_words};
use sokoplan::run::{Limits, Meter, StopFlag};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let collection = Collection::parse(include_bytes!("../levels/6-lisa.xsb"));
    let level = collection.levels().next().ok_or("no level")?;
    let areas = Areas::of(&level.board);
    let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
    let (context, names) = (PlanningContext::new(&maze, &areas), area_names(&areas));
    for kind in Abstraction::ALL {
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        let explored =
            explore(kind, &context, &level.start, &PlanQuery::diverse(3), &mut Meter::new(limits, StopFlag::default()));
        println!("{kind}: {} plans", explored.plans.len());
        for plan in &explored.plans {
            let steps: Vec<String> = plan.steps.iter().map(|step| step_words(&step.step, &names)).collect();
            println!("  cost {}: {}", plan.cost, steps.join(", "));
        }
    }
    Ok(())
}
