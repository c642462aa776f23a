//! The work of every subcommand grows no faster than `help limits` says: on inputs of size n, 2n, 4n and 8n. Work is counted
//! in instructions, by valgrind, which leaves nothing out and is the same on every machine but for compilers.

use crate::common::command::{Folder, err, out, sokoplan};
use crate::common::skipped::skipped;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The files of an input of size n.
type Files = Vec<(&'static str, String)>;

/// Inputs of any size: the column of `help limits` that bounds them, the files, and the first size.
type Family = (&'static str, fn(usize) -> Files, usize);

/// Subcommands that need no row, and why.
const WITHOUT: [(&str, &str); 6] = [
    ("play", "it makes moves as they are asked for"),
    ("serve", "each answer is the row of another subcommand"),
    ("completions", "reads nothing"),
    ("help", "reads nothing"),
    ("man", "reads nothing"),
];

const BOARDS: &[Family] = &[("items", levels, 8), ("squares", hall, 100), ("squares", rooms, 104), ("boxes", boxes, 3)];

/// The same, where each level takes long.
const FEW_BOARDS: &[Family] =
    &[("items", levels, 2), ("squares", hall, 100), ("squares", rooms, 104), ("boxes", boxes, 3)];

/// The words of each line of `help limits`, and its inputs.
const ROWS: [(&str, &str, &[Family]); 22] = [
    ("bench", "bench set.xsb -q --time 1h --nodes 50", BOARDS),
    ("check", "check all.sokoproof -q", &[("items", proofs, 20)]),
    ("compare", "compare set.xsb -q --time 1h --nodes 50", FEW_BOARDS),
    ("convert", "convert set.xsb -q --to sok", BOARDS),
    ("explain", "explain set.sok -q", &[("items", solved_levels, 10), ("moves", solved_level, 500)]),
    ("generate", "generate -q --seed 1 --count COUNT", &[("items", nothing, 10)]),
    ("ladder", "ladder set.xsb -q --time 1h --nodes 50", FEW_BOARDS),
    ("layers", "layers set.xsb -q --time 1h --nodes 50", FEW_BOARDS),
    ("list", "list set.xsb -q", BOARDS),
    ("list --similar", "list set.xsb -q --similar", &[("items", levels, 32)]),
    ("patterns check", "patterns check all.txt", &[("items", patterns, 10)]),
    ("pddl check", "pddl check domain.pddl problem.pddl plan", &[("items", task, 50)]),
    ("pddl export", "pddl export set.xsb --domain sokoban-pushes -o out", BOARDS),
    ("pddl solve", "pddl solve domain.pddl problem.pddl --time 1h --nodes 10", &[("items", task, 50)]),
    ("pddl translate", "pddl translate domain.pddl problem.pddl -o out", &[("items", task, 50)]),
    ("plan", "plan set.xsb -q --time 1h --nodes 50", BOARDS),
    ("prove", "prove set.xsb -q --time 1h --nodes 50", FEW_BOARDS),
    ("replay", "replay set.xsb moves -q --format text -o out", &[("moves", solved_level, 500)]),
    ("report", "report set.xsb -q --time 1h --nodes 50 -o out.html", BOARDS),
    ("rooms", "rooms set.xsb -q", BOARDS),
    ("solve", "solve set.xsb -q --time 1h --nodes 50", BOARDS),
    ("verify", "verify set.xsb moves -q", &[("items", solutions, 50), ("moves", solved_level, 1000)]),
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

/// The table of `help limits`: for each line the power in each column.
fn stated() -> BTreeMap<String, BTreeMap<&'static str, u32>> {
    let text = out(&sokoplan("", &["help", "limits"]));
    let columns = ["items", "squares", "boxes", "moves"];
    let mut lines = text.lines().skip_while(|line| !columns.iter().all(|column| line.contains(column)));
    assert_eq!(lines.next().map(|head| head.split_whitespace().collect()), Some(columns.to_vec()));
    let row = |line: &str| {
        let (name, powers) = line.trim().split_once("  ")?;
        let powers = powers.split_whitespace().map(|power| power.parse().ok());
        Some((
            name.to_owned(),
            columns.into_iter().zip(powers).filter_map(|(one, power)| Some((one, power?))).collect(),
        ))
    };
    lines.map_while(row).collect()
}

/// All subcommands, as clap knows them: those with a manual page, and the one that writes these.
pub(crate) fn subcommands() -> BTreeSet<String> {
    let folder = Folder::new("growth");
    let to = folder.path("man");
    assert_eq!(sokoplan("", &["man", &to]).status.code(), Some(0));
    let pages = fs::read_dir(&to).unwrap().map(|page| page.unwrap().file_name().into_string().unwrap());
    let names =
        pages.filter_map(|page| page.strip_prefix("sokoplan-")?.strip_suffix(".1").map(|name| name.replace('-', " ")));
    let names: BTreeSet<String> = names.chain(["man".to_owned()]).collect();
    let is_group = |name: &String| names.iter().any(|other| other.starts_with(&format!("{name} ")));
    names.iter().filter(|name| !is_group(name)).cloned().collect()
}

#[test]
fn every_subcommand_has_a_line_in_the_table_and_inputs_for_each_of_its_numbers() {
    let stated = stated();
    let rows: Vec<&str> = ROWS.iter().map(|(name, ..)| *name).collect();
    assert_eq!(stated.keys().map(String::as_str).collect::<Vec<_>>(), rows);
    for (name, _, families) in ROWS {
        let columns: BTreeSet<&str> = families.iter().map(|family| family.0).collect();
        assert_eq!(columns, stated[name].keys().copied().collect(), "{name}");
    }
    let known = rows.into_iter().chain(WITHOUT.map(|(name, _)| name));
    let missing: Vec<String> =
        subcommands().into_iter().filter(|name| known.clone().all(|known| known != name)).collect();
    assert!(missing.is_empty(), "{missing:?}: no line in `help limits`");
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
fn counts(words: &str, (_, files, first): Family) -> [i64; 4] {
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
    let (stated, mut faster) = (stated(), Vec::new());
    for (name, words, families) in ROWS {
        for &family in families {
            let counts = counts(words, family);
            let [.., first, second, third] = counts;
            let power = stated[name][family.0];
            // What every run does is in none of the differences. A quarter more, and a million, is for what is done once
            // a size is reached.
            let most = (second - first) * 2_i64.pow(power) * 5 / 4 + 1_000_000;
            println!(
                "{name}, {} {:?}: {counts:?}, {:.2}",
                family.0,
                family.2,
                (third - second) as f64 / (second - first) as f64
            );
            if third - second > most {
                faster.push(format!("{name}, {}: {counts:?} is more than n^{power}", family.0));
            }
        }
    }
    assert!(faster.is_empty(), "{}", faster.join("\n"));
}
