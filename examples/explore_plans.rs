//! Shows the plans of a level of ours, and what became of them: `cargo run --example explore_plans`.

use sokoplan::Collection;
use sokoplan::render::PlanView;
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Planning, Strategy};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let collection = Collection::parse(include_bytes!("../levels/6-lisa.xsb"));
    let level = collection.levels().next().ok_or("no level")?;
    let limits = Limits { nodes: Some(10_000), ..Limits::default() };
    let options = Options::default().with_strategies(Strategy::plans());
    let plans = Planning { options, count: 3 }.plan(level, &mut Meter::new(limits, StopFlag::default()));
    print!("{}", PlanView::new(level, &plans).text(true, None));
    Ok(())
}
