//! Limits hold on every subcommand, preparation included. The tests assert that no run exceeds its limit by far, not how fast the
//! machine is. No level ends the run: faults, limits and refusals are answers about it, and the others go on.

use super::attacked::watched;
use super::kinds::hall;
use crate::common::command::{Folder, Run, easy_hall, program, rows, sokoplan};
use sokoplan::run::Random;
use std::process::Command;
use std::time::Duration;

const ASKED: &str = "200ms";
/// Memory in MiB of runs that are not asked to spare it.
const UNLIMITED: u64 = u64::MAX / 2;

/// A board of narrow ways with few boxes: thousands of areas.
fn narrow() -> String {
    let side = 201;
    let letter = |row: usize, column: usize| match (row, column) {
        _ if row == 0 || row == side - 1 || column == 0 || column == side - 1 => '#',
        (1, 1) => '@',
        (3, 5) | (5, 9) | (101, 101) => '$',
        (3, 9) | (9, 5) | (151, 151) => '.',
        _ if row.is_multiple_of(2) && column.is_multiple_of(2) => '#',
        _ if (row * 7 + column * 13).is_multiple_of(11) && row % 2 + column % 2 == 1 => '#',
        _ => ' ',
    };
    (0..side).map(|row| (0..side).map(|column| letter(row, column)).collect::<String>() + "\n").collect()
}

/// Runs commands on a board in a time.
fn hold(asked: &str, board: &str, commands: &str) {
    let folder = Folder::new("limits");
    let set = folder.write("set.xsb", board);
    for command in commands.split(", ") {
        let words: Vec<&str> = command.split(' ').chain([set.as_str(), "--time", asked]).collect();
        let ended = watched(&words);
        assert!(matches!(ended.code, Some(0 | 1)), "{words:?}: {ended:?}");
        ended.is_within(Duration::ZERO, UNLIMITED, &words.join(" "));
    }
}

const SOLVING: &str = "solve, solve --threads 2, solve --strategy plans, \
    solve --strategy lean, solve --strategy fess, solve --strategy fess-by-starts, solve --strategy target, \
    solve --strategy a-star, solve --optimal pushes, bench";

const TEXTBOOKS: &str = "solve --strategy kth, solve --strategy breadth-first, solve --strategy ida-star, solve --strategy backward, \
    solve --strategy bidirectional, solve --optimal moves";

type Picture = Vec<Vec<char>>;

/// Rooms in rows, with or without a door in the middle of each wall, and random walls; and the free squares.
fn random_rooms(random: &mut Random, rows: usize, columns: usize) -> (Picture, Vec<(usize, usize)>) {
    let (each, strewn) = ([6, 8, 11, 300][random.below(4)], [0, 0, 8, 25][random.below(4)]);
    let is_wall = |row: usize, column: usize| {
        let (across, down) = (row.is_multiple_of(each), column.is_multiple_of(each));
        across && column % each != each / 2 || down && row % each != each / 2
    };
    let mut picture = vec![vec!['#'; columns]; rows];
    let mut free = Vec::new();
    for (row, column) in (1..rows - 1).flat_map(|row| (1..columns - 1).map(move |column| (row, column))) {
        if !is_wall(row, column) && random.below(100) >= strewn {
            picture[row][column] = ' ';
            free.push((row, column));
        }
    }
    (picture, free)
}

/// Rooms with goals anywhere, and boxes apart from walls and each other, so that none is lost at the start.
fn random_board(random: &mut Random, rows: usize, columns: usize, boxes: usize) -> String {
    let (mut picture, mut free) = random_rooms(random, rows, columns);
    let boxes = boxes.min(free.len() / 4);
    let mut place = |piece| {
        let (row, column) = free.swap_remove(random.below(free.len()));
        let is_apart = picture[row - 1..=row + 1].iter().all(|row| row[column - 1..=column + 1] == [' '; 3]);
        let is_fit = piece != '$' || is_apart;
        if is_fit {
            picture[row][column] = piece;
        }
        is_fit
    };
    place('@');
    let boxes = (0..boxes).filter(|_| place('$')).count();
    (0..boxes).for_each(|_| _ = place('.'));
    picture.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

pub(super) fn random_boards(seed: u64, number: usize) -> impl Iterator<Item = String> {
    let mut random = Random::new(seed);
    std::iter::repeat_with(move || {
        let (rows, columns) = [(12, 12), (30, 40), (60, 60), (12, 250), (100, 150), (250, 250)][random.below(6)];
        let boxes = [3, 20, 80, 300, 3_000][random.below(5)];
        random_board(&mut random, rows, columns, boxes)
    })
    .take(number)
}

#[test]
fn solving_a_large_board_ends_in_time() {
    hold(ASKED, &hall(280), SOLVING);
    hold(ASKED, &narrow(), "solve, solve --threads 2, solve --strategy plans, solve --strategy lean");
    let rooms = |rows, columns, boxes| random_board(&mut Random::new(1), rows, columns, boxes);
    hold(ASKED, &rooms(100, 150, 1_000), TEXTBOOKS);
    hold(ASKED, &rooms(250, 250, 20), "plan, solve --strategy target");
    hold("3s", &rooms(250, 250, 3_000), "solve --strategy agenda");
}

/// Where memory is short the searches come to positions with many moves: without a look at the clock between them, one
/// position took 40 seconds.
#[test]
fn solving_with_little_memory_ends_in_time() {
    let searches = ["target", "fess", "plans,takeover"].map(|word| format!("solve --memory 50MiB --strategy {word}"));
    hold("1s", &hall(90), &searches.join(", "));
}

/// Reading, grounding and the tables of heuristics included.
#[test]
fn solving_a_large_pddl_task_keeps_time_and_memory() {
    let folder = Folder::new("task");
    let set = folder.write("set.xsb", narrow());
    sokoplan("", &["pddl", "export", "--domain", "sokoban-pushes", &set, "-o", &folder.path("out")]).ends(0, "");
    let [domain, problem] = ["out/sokoban-pushes.pddl", "out/set-001.pddl"].map(|name| folder.path(name));
    let choices: [&[&str]; 3] = [&["solve"], &["solve", "--optimal"], &["solve", "-k", "2"]];
    for choice in choices {
        for (time, memory) in [("1ms", 1_000), (ASKED, 1_000), ("2s", 100)] {
            let limits = ["--time", time, "--memory", &format!("{memory}MiB")];
            let ended = watched(&[&["pddl"], choice, &[&domain, &problem], &limits].concat());
            ended.is_within(Duration::from_secs(2), memory, &format!("{choice:?} {limits:?}"));
        }
    }
}

/// The table of distances of the first level takes 190 MB.
#[test]
fn memory_that_the_system_refuses_is_a_limit_of_the_level_and_the_others_run() {
    let folder = Folder::new("refused");
    let set = folder.write("set.xsb", hall(280) + "\n" + "#####\n#@$.#\n#####\n");
    let program = program().get_program().to_string_lossy().into_owned();
    let line = format!("ulimit -v 250000; exec {program} solve {set} --threads 1 --time 20s --json");
    let ended = Run::of(Command::new("sh").args(["-c", &line]), b"");
    let answers: Vec<String> = ended.rows().iter().map(|row| row["answer"].to_string()).take(2).collect();
    assert_eq!(answers, ["\"memory_limit\"", "\"solved\""], "{ended}");
}

#[test]
fn limits_hold_while_pddl_is_read() {
    let join = |count: usize, part: &dyn Fn(usize) -> String| (0..count).map(part).collect::<Vec<_>>().join(" ");
    let action = "(:action a :parameters (?x) :precondition (p ?x) :effect (r))";
    let types = join(20_000, &|i| format!("t{i} - t{}", i + 1));
    let typed = format!("(define (domain d) (:types {types}) (:predicates (p ?x) (r)) {action})");
    let declared = join(5_001, &|i| format!("(d{i})"));
    let conjuncts = format!("(:action b :precondition (and {declared}) :effect (and {declared}))");
    let long = format!("(define (domain d) (:predicates (p ?x) (r) {declared}) {conjuncts} {action})");
    let folder = Folder::new("limits-pddl");
    let problem = "(define (problem p) (:domain d) (:objects o) (:init (p o)) (:goal (r)))";
    let (problem, plan) = (folder.write("p.pddl", problem), folder.write("plan", "(a o)"));
    for domain in [typed, long] {
        let domain = folder.write("d.pddl", domain);
        for command in [vec!["solve", &domain, &problem], vec!["check", &domain, &problem, &plan]] {
            let ended = watched(&[&["pddl"], &command[..], &["--time", "1s"]].concat());
            ended.is_within(Duration::from_secs(1), UNLIMITED, &command.join(" "));
        }
    }
}

/// 4,000 pictures of 22 kB are 90 MB; and of moves that a run length expands to millions, no list is made.
#[test]
fn a_replay_takes_the_memory_of_one_picture() {
    let folder = Folder::new("replay");
    let large = folder.write("large.xsb", easy_hall(150).replacen("@$. ", "@ $.", 1));
    let small = folder.write("small.xsb", "#######\n#@ $. #\n#     #\n#######\n");
    let (moves, many) = ("rl".repeat(2_000), folder.write("moves.lurd", "1 r2000000(du)R\n"));
    for (set, moves, to) in [(&large, &moves, "out.txt"), (&large, &moves, "out.svg"), (&small, &many, "many.svg")] {
        let format = if to == "out.txt" { "text" } else { "svg" };
        let ended = watched(&["replay", set, "--solution", moves, "--format", format, "-o", &folder.path(to)]);
        assert!(ended.peak < 70, "{to}: {ended:?}");
    }
    let text = std::fs::read_to_string(folder.path("out.txt")).unwrap();
    assert_eq!((text.matches('@').count(), text.matches(" of 4000").count()), (4_001, 4_001));
    let svg = std::fs::read_to_string(folder.path("many.svg")).unwrap();
    assert!(svg.ends_with("</svg>\n") && svg.matches(';').count() > 8_000_000, "{} bytes", svg.len());
    let args = ["replay", &small, "--solution", &many, "--format", "svg", "-o", &folder.path("many.svg")];
    let stopped = watched(&[&args[..], &["--time", "100ms"]].concat());
    stopped.is_within(Duration::from_millis(100), 70, "replay");
    assert_eq!(stopped.code, Some(2), "{stopped:?}");
}

/// A box in a corner never leaves it: a proof is found at once, and its pictures are large.
#[test]
fn making_a_proof_on_a_large_board_ends_in_time() {
    let folder = Folder::new("large-proof");
    let set = folder.write("set.xsb", easy_hall(250).replacen("@$.", "$@.", 1));
    let to = folder.path("proofs");
    for args in [&["prove"][..], &["list", "--solvable"], &["solve", "--proof", &to], &["layers", "--proof", &to]] {
        let ended = watched(&[args, &[set.as_str(), "--time", "1s"]].concat());
        ended.is_within(Duration::from_secs(1), UNLIMITED, args[0]);
    }
}

#[test]
fn a_large_board_that_is_nearly_all_wall_is_solved_without_the_search_that_pays_for_walls() {
    let made = sokoplan("", &["generate", "--building", "shunting", "--rooms", "60", "--seed", "1"]).out;
    let searches = |args: &[&str]| {
        let solved = sokoplan(&made, &[&["solve", "-", "--json", "--nodes", "500"], args].concat()).out;
        rows(&solved)[0]["push_nodes_by"].as_object().expect("searches").keys().cloned().collect::<Vec<String>>()
    };
    let all = searches(&["--strategy", "pushes"]);
    assert!(!all.contains(&"lean".to_owned()) && all.contains(&"fess".to_owned()), "{all:?}");
    assert_eq!(searches(&["--strategy", "lean"]), ["lean"]);
}

/// A time that nobody asked for ended runs limited by nodes at another node on each machine.
#[test]
fn a_limit_of_nodes_alone_is_no_limit_of_time() {
    let folder = Folder::new("nodes-alone");
    let made = folder.path("rows.jsonl");
    let setting = |limits: &[&str]| {
        sokoplan("#####\n#@$.#\n#####\n", &[&["bench", "-", "-o", &made], limits].concat());
        rows(&std::fs::read_to_string(&made).expect("rows"))[0]["time"].as_f64()
    };
    assert_eq!([setting(&[]), setting(&["--nodes", "9"])], [Some(60.0), None]);
    assert_eq!(setting(&["--nodes", "9", "--time", "2s"]), Some(2.0));
}

/// A hall with 10,000 boxes in rows, each beside its goal.
fn crowd() -> String {
    let row = |inside: &str| format!("#{}#\n", inside.repeat(100));
    let rows = row("$. ") + &row("   ");
    let wall = "#".repeat(302) + "\n";
    wall.clone() + &row("   ").replacen("# ", "#@", 1) + &rows.repeat(100) + &wall
}

/// One position of a closure, or of a search, has 40,000 pushes here, each with a flood of 60,000 squares.
#[test]
fn every_command_keeps_its_time_on_a_board_of_ten_thousand_boxes() {
    hold(
        "1s",
        &crowd(),
        "solve, plan, explain --after dr --solution rrR, rooms, list --solvable, prove, layers, \
        layers --after dr --layer hint,rescue, solve --strategy fess, solve --strategy lean, plan --exact",
    );
}

/// A whole position was kept for each push: 1.2 GiB.
#[test]
fn the_push_that_lost_a_level_is_found_without_a_list_of_positions() {
    let folder = Folder::new("rescue");
    let hall = |inside: &str| format!("#{inside:<149}#\n");
    let wall = "#".repeat(151) + "\n";
    let boxes = hall(&" $ . ".repeat(29)) + &hall("");
    let board = wall.clone() + &hall("") + &hall("@ $") + &hall("") + &hall(".") + &boxes.repeat(30) + &wall;
    let set = folder.write("set.xsb", board);
    let moves = folder.write("moves.txt", "1 r100000(RurrdLulld)\n");
    for args in [&["verify"][..], &["layers", "--layer", "rescue"]] {
        let ended = watched(&[args, &[&set, "--solution", &moves, "--time", "1s", "--memory", "100MiB"]].concat());
        ended.is_within(Duration::from_secs(1), 100, args[0]);
    }
}

const EASY: &str = "#####\n#@$.#\n#####\n";

/// A fault, a level where a move of `--after` is forbidden, and one where it is not.
const MIXED: &str =
    "; open\n#####\n#@$. \n#####\n\n; narrow\n####\n#@##\n#$ #\n# .#\n####\n\n; easy\n#####\n#@$.#\n#####\n";

#[test]
fn every_level_has_its_row_whatever_the_others_are() {
    for args in [&["solve"][..], &["plan"], &["plan", "--exact"], &["layers"], &["rooms"]] {
        let rows = sokoplan(MIXED, &[args, &["--json", "--after", "R", "--time", "20s"]].concat())
            .ends(1, "level 2: --after: move 1 (r)")
            .rows();
        let answer = |number: usize| &rows.iter().find(|row| row["level"] == number).expect("a row")["answer"];
        assert_eq!((answer(1), answer(2)), (&"invalid".into(), &"invalid".into()), "{args:?}");
        assert!(rows.iter().any(|row| row["level"] == 3 && row["answer"] != "invalid"), "{args:?}");
        assert_eq!(rows.last().expect("rows")["type"], "summary", "{args:?}");
    }
}

#[test]
fn a_limit_that_one_level_meets_leaves_the_others_their_answers() {
    for args in [&["plan"][..], &["layers"], &["rooms"], &["list", "--solvable"]] {
        let run =
            sokoplan(format!("{}\n{EASY}", easy_hall(80)), &[args, &["--time", "0s", "--json"]].concat()).ends(1, "");
        let rows = run.rows();
        let numbers: Vec<_> = rows.iter().filter_map(|row| row["level"].as_u64()).collect();
        assert!(numbers.contains(&1) && numbers.contains(&2), "{args:?}: {rows:?}");
    }
}

#[test]
fn a_problem_that_cannot_be_exported_leaves_the_others() {
    let folder = Folder::new("export-limits");
    let set = folder.write("set.xsb", format!("{}\n{EASY}", easy_hall(80)));
    let to = folder.path("out");
    let limits = ["--memory", "1MiB", "--level", "1-2"];
    sokoplan("", &[&["pddl", "export", &set, "--domain", "sokoban-moves", "-o", &to], &limits[..]].concat())
        .ends(1, "level 1: memory limit")
        .prints("set-002.pddl");
}
