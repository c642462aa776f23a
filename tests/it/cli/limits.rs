//! Limits hold on every subcommand, preparation included. The margin is wide: what is asserted is that nothing runs on
//! for as long as it likes, not how fast the machine is.

use crate::common::command::{Folder, err, sokoplan};
use crate::common::skipped::skipped;
use sokoplan::run::Random;
use std::time::{Duration, Instant};

const ASKED: &str = "200ms";
/// What a run may take that is asked for 200 ms, on a machine that is busy with other tests; unlimited, the boards below
/// take from 20 seconds to hours.
const MARGIN: Duration = Duration::from_secs(4);

/// A large open board with many boxes.
fn open() -> String {
    let side = 200;
    let mut text = "#".repeat(side) + "\n";
    for row in 1..side - 1 {
        let inside: String = (1..side - 1)
            .map(|column| match (row, column) {
                (1, 1) => '@',
                _ if row % 4 == 2 && column % 4 == 2 => '$',
                _ if row % 4 == 3 && column % 4 == 3 && column > 3 => '.',
                _ if row % 4 == 3 && column == 1 => '.',
                _ => ' ',
            })
            .collect();
        text += &format!("#{inside}#\n");
    }
    balanced(&(text + &"#".repeat(side) + "\n"))
}

/// A board of narrow ways with few boxes: thousands of areas.
fn narrow() -> String {
    let side = 201;
    let mut text = String::new();
    for row in 0..side {
        let letter = |column: usize| match (row, column) {
            _ if row == 0 || row == side - 1 || column == 0 || column == side - 1 => '#',
            (1, 1) => '@',
            (3, 5) | (5, 9) | (101, 101) => '$',
            (3, 9) | (9, 5) | (151, 151) => '.',
            _ if row.is_multiple_of(2) && column.is_multiple_of(2) => '#',
            _ if (row * 7 + column * 13).is_multiple_of(11) && row % 2 + column % 2 == 1 => '#',
            _ => ' ',
        };
        text.extend((0..side).map(letter));
        text.push('\n');
    }
    text
}

/// The same with as many goals as boxes.
fn balanced(text: &str) -> String {
    let count = |letter: char| text.matches(letter).count();
    let (boxes, goals) = (count('$'), count('.'));
    if boxes > goals { text.replacen('$', " ", boxes - goals) } else { text.replacen('.', " ", goals - boxes) }
}

/// A command with the path of the folder that it writes to.
fn named<'a>(command: &[&'a str], to: &'a str) -> Vec<&'a str> {
    command.iter().map(|word| if *word == "OUT" { to } else { *word }).collect()
}

fn hold(board: &str, commands: &[&[&str]]) {
    hold_for(ASKED, board, commands);
}

fn hold_for(asked: &str, board: &str, commands: &[&[&str]]) {
    let folder = Folder::new("limits");
    let (set, to) = (folder.write("set.xsb", board), folder.path("out"));
    let mut late = Vec::new();
    for command in commands {
        let command = named(command, &to);
        let began = Instant::now();
        let run = sokoplan("", &[&command[..], &[&set, "--time", asked]].concat());
        let taken = began.elapsed();
        assert!(matches!(run.status.code(), Some(0 | 1)), "{command:?}: {:?} {}", run.status.code(), err(&run));
        if taken > MARGIN {
            late.push(format!("{command:?}: {taken:?}"));
        }
    }
    assert!(late.is_empty(), "{}", late.join("\n"));
}

const SOLVING: &[&[&str]] = &[
    &["solve"],
    &["solve", "--threads", "2"],
    &["solve", "--strategy", "plans"],
    &["solve", "--strategy", "plans", "--abstraction", "counts"],
    &["solve", "--strategy", "lean"],
    &["solve", "--strategy", "fess"],
    &["solve", "--strategy", "fess-by-starts"],
    &["solve", "--strategy", "target"],
    &["solve", "--strategy", "a-star"],
    &["solve", "--optimal", "pushes"],
    &["bench"],
];

const SHOWING: &[&[&str]] = &[
    &["plan"],
    &["plan", "--abstraction", "counts"],
    &["plan", "--packing"],
    &["layers"],
    &["prove"],
    &["prove", "--bound", "1000"],
    &["rooms"],
    &["rooms", "--format", "svg"],
    &["pddl", "export", "--domain", "rooms", "-o", "OUT"],
    &["pddl", "export", "--domain", "sokoban-moves", "-o", "OUT"],
    &["pddl", "export", "--domain", "sokoban-pushes", "-o", "OUT"],
];

/// An open board where most boxes can be pushed to most squares.
fn loose() -> String {
    let side = 62;
    let letter = |row: usize, column: usize| match (row, column) {
        _ if row == 0 || row == side - 1 || column == 0 || column == side - 1 => '#',
        (1, 1) => '@',
        _ if row % 4 == 2 && column % 4 == 2 && row.max(column) < side - 4 => '$',
        _ if row.is_multiple_of(4) && column.is_multiple_of(4) && row.max(column) < side - 2 => '.',
        _ => ' ',
    };
    let rows: Vec<String> = (0..side).map(|row| (0..side).map(|column| letter(row, column)).collect()).collect();
    balanced(&(rows.join("\n") + "\n"))
}

const TEXTBOOKS: [&[&str]; 6] = [
    &["solve", "--strategy", "kth"],
    &["solve", "--strategy", "breadth-first"],
    &["solve", "--strategy", "ida-star"],
    &["solve", "--strategy", "backward"],
    &["solve", "--strategy", "bidirectional"],
    &["solve", "--optimal", "moves"],
];

type Picture = Vec<Vec<char>>;

/// Rooms in rows, with a door in the middle of each wall, or none, and random walls; and the free squares.
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

#[test]
fn solving_a_large_board_of_rooms_ends_in_time() {
    let board = random_board(&mut Random::new(1), 100, 150, 1_000);
    hold(&board, &TEXTBOOKS);
    let board = random_board(&mut Random::new(1), 250, 250, 20);
    hold(&board, &[&["plan"], &["solve", "--strategy", "target"]]);
    let board = random_board(&mut Random::new(1), 250, 250, 3_000);
    hold_for("3s", &board, &[&["solve", "--strategy", "agenda"]]);
}

/// Random boards of all sizes.
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
#[ignore = "takes minutes"]
fn every_command_ends_in_time_on_random_boards() {
    for board in random_boards(2, 20) {
        hold(&board, &[SOLVING, SHOWING, &TEXTBOOKS].concat());
    }
}

/// Where memory is short the searches come to positions with many moves: without a look at the clock between them, one
/// position took 40 seconds.
#[test]
fn solving_with_little_memory_ends_in_time() {
    let little = ["--memory", "50MiB"];
    let commands =
        ["target", "fess", "takeovers"].map(|strategy| [&["solve", "--strategy", strategy][..], &little].concat());
    hold_for("1s", &loose(), &commands.each_ref().map(Vec::as_slice));
}

#[test]
fn solving_a_large_board_ends_in_time() {
    hold(&open(), SOLVING);
    hold(&narrow(), SOLVING);
}

#[test]
fn showing_a_large_board_ends_in_time() {
    hold(&open(), SHOWING);
    hold(&narrow(), SHOWING);
}

/// The task of a large board as PDDL: the folder, and the paths of the domain and the problem.
fn large_task() -> (Folder, [String; 2]) {
    let folder = Folder::new("task");
    let set = folder.write("set.xsb", narrow());
    let run = sokoplan("", &["pddl", "export", "--domain", "sokoban-pushes", &set, "-o", &folder.path("out")]);
    assert!(run.status.success(), "{}", err(&run));
    let paths = ["out/sokoban-pushes.pddl", "out/set-001.pddl"].map(|name| folder.path(name));
    (folder, paths)
}

/// Reading, grounding and the tables of heuristics included.
#[test]
fn solving_a_large_pddl_task_ends_in_time() {
    let (_folder, [domain, problem]) = large_task();
    let choices: [&[&str]; 3] = [&["solve"], &["solve", "--optimal"], &["solve", "-k", "2"]];
    for choice in choices {
        for asked in ["1ms", ASKED] {
            let began = Instant::now();
            let run = sokoplan("", &[&["pddl"], choice, &[&domain, &problem, "--time", asked]].concat());
            assert!(matches!(run.status.code(), Some(0..=2)), "{choice:?}: {}", err(&run));
            assert!(began.elapsed() < MARGIN + Duration::from_secs(1), "{choice:?} --time {asked}");
        }
    }
}

/// The most memory of a run in KiB, as the system counts it.
#[cfg(target_os = "linux")]
fn peak(args: &[&str]) -> u64 {
    // The shell's own line of /proc would be gone with the process, so the program is asked by its parent.
    let program = env!("CARGO_BIN_EXE_sokoplan");
    let script = "import os,subprocess,sys\np=subprocess.Popen(sys.argv[1:],stdout=subprocess.DEVNULL,\
                  stderr=subprocess.DEVNULL)\nprint(os.wait4(p.pid,0)[2].ru_maxrss)";
    let run = std::process::Command::new("python3").args(["-c", script]).arg(program).args(args).output();
    let text = run.map(|run| String::from_utf8_lossy(&run.stdout).into_owned()).unwrap_or_default();
    text.trim().parse().unwrap_or(0)
}

/// Runs with `--memory` of this many MiB, and asserts that they take a tenth more, and 32 MiB, at most; the program
/// itself, which takes some without work, is not counted.
#[cfg(target_os = "linux")]
fn keep_memory(allowed: u64, runs: &[Vec<&str>]) {
    let empty = peak(&["completions", "bash"]);
    if empty == 0 {
        skipped("no python3 to ask for the memory of a run");
        return;
    }
    let memory = format!("{allowed}MiB");
    let taken = |run: &Vec<&str>| peak(&[&run[..], &["--memory", &memory]].concat()).saturating_sub(empty) >> 10;
    let over = runs.iter().map(|run| (run, taken(run))).filter(|(_, taken)| *taken > allowed + allowed / 10 + 32);
    let over: Vec<String> = over.map(|(run, taken)| format!("{}: {taken} MiB", run.join(" "))).collect();
    assert!(over.is_empty(), "{}", over.join("\n"));
}

/// The same for commands on one board.
#[cfg(target_os = "linux")]
fn keep_memory_on(board: &str, allowed: u64, commands: &[&[&str]]) {
    let folder = Folder::new("memory");
    let (set, to) = (folder.write("set.xsb", board), folder.path("out"));
    let limited = ["--time", "1s"];
    let runs = commands.iter().map(|command| [&named(command, &to)[..], &[&set], &limited].concat());
    keep_memory(allowed, &runs.collect::<Vec<_>>());
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_near_what_is_allowed() {
    // What one thread has released is kept for it by the allocator, and others take their own.
    let commands: [&[&str]; 5] =
        [&["solve", "--threads", "1"], &["layers"], &["plan"], &["rooms"], &["solve", "--strategy", "fess"]];
    for board in [open(), narrow()] {
        keep_memory_on(&board, 20, &commands);
    }
    let many = random_board(&mut Random::new(1), 50, 250, 1_000);
    keep_memory_on(&many, 60, &[&["solve", "--strategy", "kth"], &["plan", "--packing"]]);
    let wide = random_board(&mut Random::new(1), 200, 200, 100);
    keep_memory_on(&wide, 60, &[&["plan", "--packing"], &["layers", "--format", "svg"]]);
    let small = random_board(&mut Random::new(1), 12, 31, 12);
    keep_memory_on(&small, 60, &[&["pddl", "export", "--domain", "rooms", "-o", "OUT"]]);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes"]
fn every_command_keeps_its_memory_on_random_boards() {
    // On one thread: what a thread has released is kept for it by the allocator, and the next takes its own.
    let solving: Vec<_> = SOLVING.iter().map(|run| [*run, &["--threads", "1"][..]].concat()).collect();
    let solving: Vec<&[&str]> = solving.iter().map(Vec::as_slice).filter(|run| !run.contains(&"2")).collect();
    for board in random_boards(3, 12) {
        keep_memory_on(&board, 60, &[solving.as_slice(), SHOWING, &TEXTBOOKS].concat());
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_near_what_is_allowed_on_a_large_pddl_task() {
    let (_folder, [domain, problem]) = large_task();
    let run = ["pddl", "solve", &domain, &problem, "--time", "5s"];
    keep_memory(100, &[run.to_vec(), [&run[..], &["--optimal"]].concat()]);
}

#[cfg(target_os = "linux")]
#[test]
fn levels_that_are_kept_are_paid_for_from_the_memory_of_the_run() {
    // 18 kB that stand for 400,000 levels, which would hold 514 MiB.
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let level = "#####\n#@$.#\n#####\n\n";
    std::io::Write::write_all(&mut packed, level.repeat(400_000).as_bytes()).unwrap();
    let folder = Folder::new("kept");
    let many = folder.write("many.gz", packed.finish().unwrap());
    let first = vec!["solve", &many, "--level", "400000"];
    let all = vec!["solve", &many, "--nodes", "0"];
    keep_memory(64, &[first, all, vec!["rooms", &many, "--level", "-100"]]);
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
            let began = Instant::now();
            let run = sokoplan("", &[&["pddl"], &command[..], &["--time", "1s"]].concat());
            assert!(matches!(run.status.code(), Some(0..=2)), "{command:?} {}", err(&run));
            assert!(began.elapsed() < MARGIN, "{command:?}: {:?}", began.elapsed());
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_replay_of_many_moves_on_a_large_board_takes_the_memory_of_one_picture() {
    let folder = Folder::new("replay");
    let side = 150;
    let row = |letters: String| format!("#{letters}#\n");
    let mut board = "#".repeat(side) + "\n" + &row(format!("@ $.{}", " ".repeat(side - 6)));
    (0..side - 3).for_each(|_| board += &row(" ".repeat(side - 2)));
    let set = folder.write("set.xsb", board + &"#".repeat(side) + "\n");
    let moves = "rl".repeat(2_000);
    // 4,000 pictures of 22 kB are 90 MB.
    for format in ["text", "svg"] {
        let to = folder.path(format);
        let taken = peak(&["replay", &set, "--solution", &moves, "--format", format, "-o", &to]) >> 10;
        assert!(taken < 70, "{format}: {taken} MiB");
    }
    let text = std::fs::read_to_string(folder.path("text")).unwrap();
    assert_eq!((text.matches('@').count(), text.matches(" of 4000").count()), (4_001, 4_001));
}

/// Each of these files of some 100 kB was read for a minute or more.
#[test]
fn no_file_of_levels_is_read_for_long() {
    let folder = Folder::new("long");
    let texts = [
        "262144#\n\n".repeat(10_000),
        "#  #\n# x#\n".repeat(10_000),
        format!("[{}{{\"content\":1}}]", "{},".repeat(30_000)),
    ];
    for text in texts {
        let set = folder.write("set.xsb", text);
        let began = Instant::now();
        let run = sokoplan("", &["list", &set, "--json", "-o", &folder.path("rows")]);
        assert!(matches!(run.status.code(), Some(1 | 2)));
        assert!(began.elapsed() < MARGIN, "{:?}", began.elapsed());
    }
}

/// Of moves that a run length expands to millions, no list is made.
#[test]
fn a_moving_picture_of_millions_of_moves_is_written_in_pieces() {
    let folder = Folder::new("replay-pieces");
    let set = folder.write("set.xsb", "#######\n#@ $. #\n#     #\n#######\n");
    let moves = folder.write("moves.lurd", "1 r2000000(du)R\n");
    let to = folder.path("out.svg");
    let args = ["replay", &set, "--solution", &moves, "--format", "svg", "-o", &to];
    let taken = peak(&[&args[..], &["--memory", "50MiB"]].concat()) >> 10;
    assert!(taken < 70, "{taken} MiB");
    let text = std::fs::read_to_string(&to).unwrap();
    assert!(text.ends_with("</svg>\n") && text.matches(';').count() > 8_000_000, "{} bytes", text.len());
    let begun = std::time::Instant::now();
    let stopped = sokoplan("", &[&args[..], &["--time", "100ms"]].concat());
    assert_eq!(stopped.status.code(), Some(2), "{}", crate::common::command::err(&stopped));
    assert!(begun.elapsed() < Duration::from_secs(2), "{:?}", begun.elapsed());
}

/// A few boxes on a large board: a proof is found at once, and its pictures are large.
#[test]
fn making_a_proof_on_a_large_board_ends_in_time() {
    let folder = Folder::new("large-proof");
    let (side, mut random) = (250, Random::new(7));
    let mut rows = vec![vec!['#'; side]; side];
    rows[1..side - 1].iter_mut().for_each(|row| row[1..side - 1].fill(' '));
    let mut put = |letter: char, rows: &mut Vec<Vec<char>>| {
        let at = |random: &mut Random| 1 + random.below(side - 2);
        let (row, column) = (at(&mut random), at(&mut random));
        rows[row][column] = letter;
    };
    put('@', &mut rows);
    (0..30).for_each(|_| ['$', '.'].into_iter().for_each(|letter| put(letter, &mut rows)));
    // A box in a corner never leaves it.
    (rows[1][1], rows[1][2], rows[2][1], rows[2][2]) = ('$', ' ', ' ', ' ');
    let lines: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let text = lines.join("\n");
    let (boxes, goals) = (text.matches('$').count(), text.matches('.').count());
    let text =
        if boxes > goals { text.replacen(' ', ".", boxes - goals) } else { text.replacen('.', " ", goals - boxes) };
    let set = folder.write("set.xsb", text);
    let to = folder.path("proofs");
    for args in [&["prove"][..], &["list", "--solvable"], &["solve", "--proof", &to], &["layers", "--proof", &to]] {
        let begun = Instant::now();
        let run = sokoplan("", &[args, &[set.as_str(), "--time", "1s"]].concat());
        assert!(begun.elapsed() < MARGIN, "{args:?}: {:?}: {}", begun.elapsed(), err(&run));
    }
}
