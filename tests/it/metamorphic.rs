//! Levels that are the same level: turned, mirrored, padded, renamed, written in another format, or compressed.
//! Each has the same answer and the same optimum, in every metric.

use crate::common::command::{Folder, gz, sokoplan, timeless, zip};
use crate::common::small_levels;
use crate::solve::optimal::cost_by;
use serde_json::Value;
use sokoplan::level::{Collection, Entry, Grid, Level, Symmetry, Tile, WriteOptions, write};
use sokoplan::run::{Answer, Meter, Random};
use sokoplan::search::optimal::Metric;
use sokoplan::solve::{Options, solve};

/// The answer, and the cost of a cheapest solution by each metric.
type Truth = (Answer, Vec<Option<(usize, usize)>>);

fn truth(level: &Level) -> Truth {
    let answer = solve(level, &Options::default(), &mut Meter::unlimited()).answer();
    let optima = Metric::ALL.map(|metric| {
        let report = solve(level, &Options { optimal: Some(metric), ..Options::default() }, &mut Meter::unlimited());
        (report.answer(), report.solution().map(|solution| cost_by(metric, solution.metrics)))
    });
    assert!(optima.iter().all(|(other, _)| *other == answer), "{answer:?}, {optima:?}\n{}", level.grid);
    (answer, optima.into_iter().map(|(_, cost)| cost).collect())
}

/// Levels of seeds; half of them can be solved.
fn levels(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Level> {
    seeds.map(|seed| Level::from_xsb("a title", &small_levels::level(seed)).expect("a level"))
}

/// The same picture in a larger frame: walls around it, and outside them decorated floor that the player cannot reach.
///
/// ```text
///                  #######
///   #####          ## *  #
///   #@$.#   --->   #######
///   #####          ##@$.##
///                  #######
/// ```
fn padded(level: &Level, random: &mut Random) -> Level {
    let grid = &level.grid;
    let (above, left) = (3 + random.below(3), 1 + random.below(3));
    let (height, width) = (above + grid.height() + random.between(1, 3), left + grid.width() + random.between(1, 3));
    let mut tiles = vec![vec![Tile::Wall; width]; height];
    for (row, column) in (0..grid.height()).flat_map(|row| (0..grid.width()).map(move |column| (row, column))) {
        let inside = level.board.square(row, column).is_some();
        tiles[above + row][left + column] = if inside { grid.at(row, column) } else { Tile::Wall };
    }
    // A chamber of its own above all.
    (1..width - 1).for_each(|column| tiles[1][column] = if column % 3 == 0 { Tile::BoxOnGoal } else { Tile::Floor });
    Level::from_grid(level.title.clone(), Grid::new(&tiles)).expect("the same level")
}

on_few_and_on_all!(a_level_in_another_shape_has_the_same_answer_and_the_same_optimum, 10);
fn a_level_in_another_shape_has_the_same_answer_and_the_same_optimum(percent: u64) {
    let (mut random, mut solvable) = (Random::new(3), 0);
    for level in levels(70_000..70_000 + 6 * percent) {
        let truth = truth(&level);
        solvable += u64::from(truth.0 == Answer::Solved);
        for symmetry in Symmetry::all() {
            let other = level.turned(symmetry);
            assert_eq!(self::truth(&other), truth, "{symmetry:?}\n{}", level.grid);
        }
        let other = padded(&level, &mut random);
        assert_eq!(self::truth(&other), truth, "padded\n{}\n{}", level.grid, other.grid);
        let other = Level { title: "another".to_owned(), ..level.clone() };
        assert_eq!(self::truth(&other), truth, "renamed\n{}", level.grid);
    }
    assert!(solvable > percent && solvable < 6 * percent - percent / 2, "{solvable} of {} solvable", 6 * percent);
}

#[test]
fn compressed_duplicated_and_renamed_levels_have_the_same_rows() {
    let all: Vec<Level> = levels(74_000..74_008).collect();
    let entries = all.iter().zip(1..).map(|(level, number)| Entry::new(number, 0, Ok(level.clone()))).collect();
    let collection = Collection { entries, ..Collection::default() };
    let text = write(&collection, WriteOptions::default()).expect("a text");
    let folder = Folder::new("metamorphic");
    let plain = folder.write("set.xsb", &text);
    let solve = |file: &str, more: &[&str]| {
        let run = sokoplan("", &[&["solve", file, "--json", "--nodes", "20k"], more].concat());
        let levels = run.rows().into_iter().map(timeless).filter(|row| row["type"] == "level");
        // Without the keys that name the input.
        let without = |mut row: Value| {
            ["file", "level", "title"].into_iter().for_each(|key| row[key] = Value::Null);
            row
        };
        levels.map(without).collect::<Vec<_>>()
    };
    let expected = solve(&plain, &[]);
    assert_eq!(expected.len(), all.len());
    let others = [
        folder.write("set.xsb.gz", gz(&text)),
        folder.write("set.zip", zip(&[("set.xsb", &text)])),
        folder.write("crlf.xsb", text.replace('\n', "\r\n")),
        folder.write("bom.xsb", format!("\u{feff}{text}")),
        folder.write("titles.xsb", text.replace("a title", "another title")),
    ];
    for other in &others {
        assert_eq!(solve(other, &[]), expected, "{other}");
    }
    let twice = folder.write("twice.xsb", format!("{text}\n{text}"));
    assert_eq!(solve(&twice, &[]), [&expected[..], &expected].concat());
    assert_eq!(solve(&twice, &["--threads", "2"]), [&expected[..], &expected].concat());
    for (number, row) in (1..).zip(&expected) {
        assert_eq!(solve(&plain, &["--level", &number.to_string()]), std::slice::from_ref(row));
    }
}
