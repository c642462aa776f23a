//! The work of every subcommand grows no faster than a power of its input: on inputs of size n, 2n, 4n and 8n. Work is counted
//! in instructions, by valgrind, which leaves nothing out and is the same on every machine but for compilers.

use crate::common::command::{Folder, err};
use crate::common::skipped::skipped;
use std::path::Path;
use std::process::Command;

/// The files of an input of size n.
type Files = Vec<(&'static str, String)>;

/// Inputs of any size: what is counted, the power with which the work may grow, the files, and the first size.
type Family = (&'static str, u32, fn(usize) -> Files, usize);

/// Boards, where work grows with these powers of squares and boxes; `few` where each level takes long.
const fn boards(few: bool, squares: u32, in_boxes: u32) -> [Family; 4] {
    [
        ("items", 1, levels, if few { 2 } else { 8 }),
        ("squares", squares, hall, 100),
        ("squares", squares, rooms, 104),
        ("boxes", in_boxes, boxes, 3),
    ]
}

/// Subcommands, each with its inputs. `play` and `serve` answer what other subcommands do.
const ROWS: [(&str, &[Family]); 18] = [
    ("bench set.xsb -q --time 1h --nodes 50", &boards(false, 1, 3)),
    ("convert set.xsb -q --format sok", &boards(false, 1, 1)),
    ("explain set.sok -q", &[("items", 1, solved_levels, 10), ("moves", 1, solved_level, 500)]),
    ("generate -q --seed 1 --count COUNT", &[("items", 1, nothing, 10)]),
    ("layers set.xsb -q --time 1h --nodes 50", &boards(true, 3, 3)),
    ("list set.xsb -q", &boards(false, 1, 1)),
    ("list set.xsb -q --similar", &[("items", 2, levels, 32)]),
    ("pddl check domain.pddl problem.pddl plan", &[("items", 1, task, 50)]),
    ("pddl export set.xsb --domain sokoban-pushes -o out", &boards(false, 1, 1)),
    ("pddl solve domain.pddl problem.pddl --time 1h --nodes 10", &[("items", 2, task, 50)]),
    ("plan set.xsb -q --time 1h --nodes 50", &boards(false, 2, 2)),
    ("prove set.xsb -q --time 1h --nodes 50", &boards(true, 3, 3)),
    ("prove --patterns all.txt", &[("items", 1, patterns, 10)]),
    ("replay set.xsb --solution moves -q --format text -o out", &[("moves", 1, solved_level, 500)]),
    ("report set.xsb -q --time 1h --nodes 50 -o out.html", &boards(false, 1, 3)),
    ("rooms set.xsb -q", &boards(false, 1, 1)),
    ("solve set.xsb -q --time 1h --nodes 50", &boards(false, 1, 3)),
    (
        "verify set.xsb moves all.sokoproof -q",
        &[("items", 1, solutions, 50), ("moves", 1, solved_level, 1000), ("items", 1, proofs, 20)],
    ),
];

/// Different levels of one size.
fn levels(n: usize) -> Files {
    let pillars = |i: usize| (0..12).map(|bit| if i >> bit & 1 == 1 { '#' } else { ' ' }).collect::<String>();
    let level = |i: usize| {
        let (wall, pillars) = ("#".repeat(16), pillars(i));
        format!("; {i}\n\n{wall}\n#{pillars}  #\n#            . #\n#@$            #\n{wall}\n\n")
    };
    vec![("set.xsb", (0..n).map(level).collect())]
}

fn board(mut rows: Vec<Vec<char>>, pieces: &[(usize, usize, char)]) -> Files {
    pieces.iter().for_each(|&(row, column, letter)| rows[row][column] = letter);
    vec![("set.xsb", rows.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect())]
}

/// A square hall of n squares with two boxes.
fn hall(n: usize) -> Files {
    let side = n.isqrt() + 2;
    let is_wall = |row: usize, column: usize| [row, column].iter().any(|&place| place == 0 || place == side - 1);
    let row = |row| (0..side).map(|column| if is_wall(row, column) { '#' } else { ' ' }).collect();
    let pieces = [(1, 1, '@'), (3, 3, '$'), (3, 4, '$'), (side - 4, side - 4, '.'), (side - 4, side - 5, '.')];
    board((0..side).map(row).collect(), &pieces)
}

/// Rooms of 25 squares, one behind the other, n squares in all.
fn rooms(n: usize) -> Files {
    let width = 6 * (n / 26) + 1;
    let is_wall = |row: usize, column: usize| row == 0 || row == 6 || column.is_multiple_of(6) && row != 3;
    let is_end = |column: usize| column == 0 || column == width - 1;
    let letter = |row, column| if is_wall(row, column) || is_end(column) { '#' } else { ' ' };
    let rows = (0..7).map(|row| (0..width).map(|column| letter(row, column)).collect());
    let pieces = [(1, 1, '@'), (2, 2, '$'), (4, 2, '$'), (2, width - 3, '.'), (4, width - 3, '.')];
    board(rows.collect(), &pieces)
}

/// The most boxes of the hall below.
const MOST_BOXES: usize = 24;

/// n boxes, each a push from its goal, in the same hall for all n: so tables of its squares are the same.
fn boxes(n: usize) -> Files {
    let (wall, blank) = ("#".repeat(3 * MOST_BOXES + 2), " ".repeat(3 * MOST_BOXES - 1));
    let row = |piece: &str| format!("{}{}", piece.repeat(n), "   ".repeat(MOST_BOXES - n));
    let (boxes, goals) = (row(" $ "), row(" . "));
    vec![("set.xsb", format!("{wall}\n#@{blank}#\n#{boxes}#\n#{goals}#\n#{blank} #\n{wall}\n"))]
}

const ONE: &str = "#######\n#   $.#\n#@    #\n#######\n";

/// A solution of somewhat more than 2n moves.
fn moves(n: usize) -> String {
    "rl".repeat(n) + "urrR"
}

fn solved_level(n: usize) -> Files {
    vec![
        ("set.xsb", ONE.to_owned()),
        ("set.sok", format!("{ONE}\nSolution\n{}\n", moves(n))),
        ("moves", format!("1 {}\n", moves(n))),
    ]
}

fn solved_levels(n: usize) -> Files {
    vec![("set.sok", format!("{ONE}\nSolution\n{}\n\n", moves(5)).repeat(n))]
}

fn solutions(n: usize) -> Files {
    vec![("set.xsb", ONE.to_owned()), ("moves", format!("1 {}\n", moves(5)).repeat(n))]
}

fn proofs(n: usize) -> Files {
    let board = "####\n#@$#\n#. #\n####\n";
    vec![(
        "all.sokoproof",
        format!("sokoproof 1\nclaim unsolvable\n{board}\nzone 0\n####\n#xx#\n#.x#\n####\n\n").repeat(n),
    )]
}

fn patterns(n: usize) -> Files {
    vec![("all.txt", (0..n).map(|i| format!("deadlock zigzag {i}\n#--\n$$-\n-$$\n--#\n\n")).collect())]
}

/// A way of n steps, and the plan that goes it.
fn task(n: usize) -> Files {
    let all = |part: &dyn Fn(usize) -> String| (0..n).map(part).collect::<Vec<_>>().join(" ");
    let step = "(:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y)) \
                :effect (and (at ?y) (not (at ?x))))";
    let (objects, ways) = (all(&|i| format!("p{i}")), all(&|i| format!("(next p{i} p{})", i + 1)));
    vec![
        ("domain.pddl", format!("(define (domain d) (:predicates (at ?x) (next ?x ?y)) {step})")),
        (
            "problem.pddl",
            format!(
                "(define (problem p) (:domain d) (:objects {objects} p{n}) (:init (at p0) {ways}) (:goal (at p{n})))"
            ),
        ),
        ("plan", (0..n).map(|i| format!("(go p{i} p{})\n", i + 1)).collect()),
    ]
}

fn nothing(_: usize) -> Files {
    Vec::new()
}

/// The instructions of a run in a folder.
fn instructions(folder: &Path, words: &str) -> i64 {
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]);
    valgrind.arg(env!("CARGO_BIN_EXE_sokoplan")).args(words.split(' ')).current_dir(folder);
    let run = valgrind.output().unwrap();
    assert!(matches!(run.status.code(), Some(0 | 1)), "{words}: {}", err(&run));
    let said = err(&run);
    let count =
        said.lines().rev().find_map(|line| line.split_once("refs:")).map(|(_, count)| count.trim().replace(',', ""));
    count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("{words}: {said}"))
}

/// The instructions on inputs of size n, 2n, 4n and 8n.
fn counts(words: &str, (_, _, files, first): Family) -> [i64; 4] {
    [1, 2, 4, 8].map(|times| {
        let (folder, n) = (Folder::new("growth"), times * first);
        files(n).into_iter().for_each(|(name, text)| drop(folder.write(name, text)));
        instructions(Path::new(&folder.path("")), &words.replace("COUNT", &n.to_string()))
    })
}

#[test]
#[ignore = "takes minutes, and valgrind; .ci/long runs it"]
fn work_grows_no_faster_than_the_table_says() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        skipped("no valgrind, which counts instructions");
        return;
    }
    let mut faster = Vec::new();
    for (words, families) in ROWS {
        for &family in families {
            let counts = counts(words, family);
            let [.., first, second, third] = counts;
            let (of, power, ..) = family;
            // What every run does is in none of the differences. A quarter more, and a million, is for what is done once
            // a size is reached.
            let most = (second - first) * 2_i64.pow(power) * 5 / 4 + 1_000_000;
            println!("{words}, {of}: {counts:?}, {:.2}", (third - second) as f64 / (second - first) as f64);
            if third - second > most {
                faster.push(format!("{words}, {of}: {counts:?} is more than n^{power}"));
            }
        }
    }
    assert!(faster.is_empty(), "{}", faster.join("\n"));
}
