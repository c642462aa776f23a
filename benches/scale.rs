//! Measures cost against size: levels of 1 to 16 rooms and 2 to 64 boxes, of like density, each push search by itself; and
//! buildings of 4 to 100 rooms, as `generate --building` makes them, in the default run.
//!
//! `cargo bench --bench scale -- 10`: the seconds for each level and search. Prints the medians of each size: nodes, CPU seconds,
//! CPU seconds until the first node, and microseconds a node; then the exponents that fit them against the number of boxes. `cargo
//! bench --bench scale -- buildings 10`: the seconds for each building. Prints for each whether it was solved, CPU seconds, nodes,
//! and nodes a room.

#[path = "common/cpu.rs"]
mod cpu;
#[path = "common/rooms.rs"]
mod rooms;

use rooms::Size;
use sokoplan::generate::Building;
use sokoplan::level::Level;
use sokoplan::run::{Limits, Meter, StopFlag};
use sokoplan::solve::{Options, Report, Strategy, solve};
use std::error::Error;
use std::time::Duration;

/// Rows and columns of rooms, and boxes.
const SIZES: [(usize, usize, usize); 7] =
    [(1, 1, 2), (1, 1, 4), (1, 2, 8), (2, 2, 16), (2, 3, 24), (2, 4, 32), (4, 4, 64)];
/// Numbers of rooms of buildings.
const ROOMS: [usize; 6] = [4, 9, 16, 36, 64, 100];
/// The number of levels of each size.
const SEEDS: usize = 3;

/// The cost of a search on a level.
struct Cost {
    report: Report,
    nodes: f64,
    /// CPU seconds in total, and until the first node.
    seconds: f64,
    first: f64,
}

/// The median cost of a search at a size.
struct Row {
    /// The number of boxes or of pieces.
    size: f64,
    solved: usize,
    nodes: f64,
    seconds: f64,
    first: f64,
    micros: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["buildings", rest @ ..] => of_buildings(seconds(rest.first())?),
        rest => of_rooms(seconds(rest.first())?),
    }
}

fn seconds(word: Option<&&str>) -> Result<Duration, Box<dyn Error>> {
    Ok(Duration::from_secs(word.map_or(Ok(10), |word| word.parse())?))
}

fn of_rooms(limit: Duration) -> Result<(), Box<dyn Error>> {
    let mut rows = Vec::new();
    println!("rooms boxes squares  search          solved    nodes  seconds    first  us/node");
    for (height, width, boxes) in SIZES {
        let size = Size { rows: height, columns: width, boxes };
        let levels = (1..=SEEDS as u64).map(|seed| size.level(seed)).collect::<Result<Vec<_>, _>>()?;
        for strategy in Strategy::pushes() {
            let costs: Vec<Cost> = levels.iter().map(|level| cost(level, &alone(strategy), limit)).collect();
            let row = Row::new(boxes, &costs);
            let Row { solved, nodes, seconds, first, micros, .. } = row;
            let (rooms, squares, word) = (height * width, levels[0].board.len(), strategy.word());
            println!(
                "{rooms:5} {boxes:5} {squares:7}  {word:15} {solved:6} {nodes:8} {seconds:8.3} {first:8.4} {micros:8.1}"
            );
            rows.push((strategy, row));
        }
    }
    for strategy in Strategy::pushes() {
        let own = || rows.iter().filter(|(of, _)| *of == strategy).map(|(_, row)| row);
        let first = exponent(own().map(|row| (row.size, row.first)));
        let micros = exponent(own().map(|row| (row.size, row.micros)));
        let solved = exponent(own().filter(|row| row.solved == SEEDS).map(|row| (row.size, row.seconds)));
        println!("{:15} first node {first:.2}, a node {micros:.2}, all solved {solved:.2}", strategy.word());
    }
    Ok(())
}

fn of_buildings(limit: Duration) -> Result<(), Box<dyn Error>> {
    println!("building  rooms  boxes  solved  seconds     nodes  nodes/room");
    for building in Building::ALL {
        for rooms in ROOMS {
            let Some(level) = building.level(rooms, 1, 1, &Meter::unlimited())? else { continue };
            let Cost { report, nodes, seconds, .. } = cost(&level, &Options::default(), limit);
            let (word, boxes) = (building.word(), level.start.boxes.len());
            let solved = if report.solution().is_some() { "yes" } else { "no" };
            let of_room = nodes / f64::from(u32::try_from(rooms)?);
            println!("{word:8}  {rooms:5}  {boxes:5}  {solved:>6}  {seconds:7.3}  {nodes:8}  {of_room:10.1}");
        }
    }
    Ok(())
}

fn alone(strategy: Strategy) -> Options {
    Options::default().with_strategies([strategy])
}

fn cost(level: &Level, options: &Options, time: Duration) -> Cost {
    let run = |nodes: Option<u64>| {
        let began = cpu::seconds();
        let limits = Limits { nodes, time: Some(time), memory: Some(2 << 30) };
        let report = solve(level, options, &mut Meter::new(limits, StopFlag::default()));
        (cpu::seconds() - began, report)
    };
    let (first, _) = run(Some(1));
    let (seconds, report) = run(None);
    #[expect(clippy::cast_precision_loss, reason = "shown with few digits")]
    let nodes = (report.plan_nodes + report.push_nodes) as f64;
    Cost { report, nodes, seconds, first }
}

impl Row {
    fn new(size: usize, costs: &[Cost]) -> Self {
        let of = |figure: fn(&Cost) -> f64| median(costs.iter().map(figure).collect());
        Self {
            size: f64::from(u32::try_from(size).unwrap_or(u32::MAX)),
            solved: costs.iter().filter(|cost| cost.report.solution().is_some()).count(),
            nodes: of(|cost| cost.nodes),
            seconds: of(|cost| cost.seconds),
            first: of(|cost| cost.first),
            micros: of(|cost| (cost.seconds - cost.first).max(0.0) / cost.nodes.max(1.0) * 1e6),
        }
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Returns the slope of the least-squares line through the logarithms.
fn exponent(points: impl Iterator<Item = (f64, f64)>) -> f64 {
    let points: Vec<(f64, f64)> = points.filter(|&(_, y)| y > 0.0).map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean =
        |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.iter().map(|_| 1.0).sum::<f64>();
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let [both, own] =
        points.iter().fold([0.0, 0.0], |[both, own], p| [both + (p.0 - x) * (p.1 - y), own + (p.0 - x) * (p.0 - x)]);
    both / own
}
