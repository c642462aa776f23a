//! The subcommands that read and write levels, over the real binary: output, messages, and the exit code.

use crate::common::command::{Folder, program, sokoplan};
use std::io::Write;
use std::process::Stdio;

const GOOD: &str = "; One\n#####\n#@$.#\n#####\n\n; Two\n######\n#@ $.#\n######\n";

/// SokoBOT's example (seed 002), without its last `}`.
const SOKOBOT: &str = r#"{
  "content" : [
    [ "W", "W", "W", "W", "W", "W", "W", "W", "W", "W", "W", "W" ],
    [ "W", "E", "E", "E", "W", "W", "W", "W", "G", "G", "E", "W" ],
    [ "W", "E", "B", "B", "B", "E", "E", "E", "E", "E", "E", "W" ],
    [ "W", "E", "E", "E", "B", "W", "E", "E", "G", "G", "E", "W" ],
    [ "W", "W", "W", "E", "S", "W", "E", "E", "W", "W", "E", "W" ],
    [ "W", "W", "W", "E", "E", "W", "W", "E", "E", "E", "E", "W" ],
    [ "W", "W", "W", "W", "W", "W", "W", "W", "W", "W", "W", "W" ]
  ],
  "bestSolution" : 106,
  "minPushes" : 36"#;

#[test]
fn every_bad_board_is_a_fault_with_its_place_its_reason_and_its_line() {
    let cases = [
        ("#####\n#@$. \n#####", "<stdin>:4:5", "the board is open", "#@$."),
        ("####\n#$.#\n####", "<stdin>:3:1", "no player", "####"),
        ("#####\n#@ @#\n#####", "<stdin>:4:4", "a second player", "#@ @#"),
        ("######\n#@$$.#\n######", "<stdin>:4:2", "2 boxes but 1 goal", "#@$$.#"),
        ("  ###\n  #@###\n  ###$#\n    ###", "<stdin>:5:6", "never reach", "  ###$#"),
        ("#####\n#@$.#\n#####\n    $\n    #", "<stdin>:6:5", "never reach", "    $"),
        ("#####\n#@$x.#\n#   ##\n#####", "<stdin>:4:4", "a letter without a meaning", "#@$x.#"),
        ("5#|#@$.|5#", "<stdin>:3:8", "open", "5#|#@$.|5#"),
        ("999999999#|#@#|3#", "<stdin>:3:10", "too long", "999999999#|#@#|3#"),
        ("3#|#@)|3#", "<stdin>:3:6", "a `)` without its `(`", "3#|#@)|3#"),
    ];
    for (board, place, reason, line) in cases {
        let output = sokoplan(format!("; bad\n\n{board}\n\n{GOOD}"), &["list", "-"]).ends(1, "");
        for part in [place, reason, line, "expected "] {
            assert!(output.err.contains(part), "{part} in\n{output}");
        }
        assert!(!output.err.contains('\u{1b}'), "no colours in a pipe");
        assert!(sokoplan(board, &["list", "--color", "always"]).err.contains('\u{1b}'), "except on request");
        assert!(output.out.contains("     3     6x3      1  Two\n"), "the others still run\n{output}");
    }
}

#[test]
fn sokobot_faults_point_at_their_cell() {
    let run = |text: &str, args: &[&str]| sokoplan(text, &[&["list", "-", "--input-format", "sokobot"], args].concat());
    let good = run(&format!("{SOKOBOT}\n}}"), &[]);
    assert_eq!((good.code, good.err), (Some(0), String::new()));
    run(&format!("{}\n}}", SOKOBOT.replacen("\"E\"", "\"S\"", 1)), &[]).says("<stdin>:7:27: a second player");
    run(&format!("{}\n}}", SOKOBOT.replacen("\"E\"", "\"Q\"", 1)), &[]).says("<stdin>:4:12: no cell");
    run(&format!("{}\n}}", SOKOBOT.replacen("\"B\"", "\"b\"", 1)), &["--strict"]).says("<stdin>:5:17: no cell");
    assert_eq!(run(SOKOBOT, &[]).code, Some(1), "cut short");
    assert_eq!(run(&"[".repeat(100_000), &[]).code, Some(1), "very deep");
}

#[test]
fn sokobot_keeps_its_best_solution_and_fewest_pushes() {
    let output = sokoplan(format!("{SOKOBOT}\n}}"), &["convert", "--input-format", "sokobot", "--format", "sokobot"]);
    assert_eq!(output.out, format!("{SOKOBOT}\n}}\n"));
    sokoplan(format!("{SOKOBOT}\n}}"), &["convert", "--input-format", "sokobot", "--format", "sok"])
        .prints("bestSolution: 106\nminPushes: 36\n");
}

#[test]
fn formats_that_lack_a_letter_are_extended_and_strict_refuses_that() {
    let on_goals = "######\n#+$* #\n######\n";
    for (format, extended) in [("sokobot", true), ("lisa", true), ("letters", false)] {
        sokoplan(on_goals, &["convert", "--format", format, "--strict"]).ends(if extended { 2 } else { 0 }, "");
        let lax = sokoplan(on_goals, &["convert", "--format", format]).out;
        let back = sokoplan(&lax, &["convert", "--input-format", format]);
        assert!(back.out.ends_with(on_goals), "{format}: {back}");
        sokoplan(&lax, &["list", "--strict", "--input-format", format]).ends(i32::from(extended), "");
    }
}

#[test]
fn levels_are_picked_by_number_and_by_title() {
    let picked = |args: &[&str]| {
        let output = sokoplan(GOOD, &[&["list", "--json", "-"], args].concat());
        let count = output.out.lines().filter(|line| line.contains(r#""type":"level""#)).count();
        (output.code, count)
    };
    assert_eq!(picked(&[]), (Some(0), 2));
    assert_eq!(picked(&["--level", "2-"]), (Some(0), 1));
    assert_eq!(picked(&["--title", "t?o"]), (Some(0), 1));
    let none = picked(&["--level", "1", "--title", "Two"]);
    assert_eq!(none, (Some(2), 0), "no level is picked, and the message says so");
    assert_eq!(picked(&["--level", "2,9"]), (Some(2), 1), "there is no level 9");
}

#[test]
fn after_moves_a_level_is_the_position_that_they_lead_to() {
    let output = sokoplan(GOOD, &["convert", "--level", "2", "--after", "r R"]);
    assert_eq!(output.out, "; Two\n######\n#  @*#\n######\n");
    assert_eq!(sokoplan("#####\n#@$.#\n#####\n", &["convert"]).out, "#####\n#@$.#\n#####\n", "without a title no line");
    sokoplan(GOOD, &["convert", "--level", "2", "--after", "2r2R"])
        .ends(1, "level 2: --after: move 3 (r): a box is pushed into a wall");
}

#[test]
fn verify_says_at_which_move_a_solution_breaks() {
    let sok = |lurd: &str| format!("######\n#@ $.#\n######\n\nSolution\n{lurd}\n");
    let verify = |lurd: &str| sokoplan(sok(lurd), &["verify", "-"]);
    assert_eq!(verify("rR").code, Some(0));
    verify("rrr").ends(1, "").prints("1 invalid: move 3 (r): a box is pushed into a wall (line 6)");
    assert!(verify("r").out.contains("1 invalid: move 1: the end leaves 1 box off the goals"));
    assert_eq!(sokoplan(GOOD, &["verify", "-"]).code, Some(1), "no solution is checked");
}

#[test]
fn verify_reads_lines_and_rows_of_solutions() {
    let folder = Folder::new("verify");
    let levels = folder.write("levels.xsb", GOOD);
    let verify = |solutions: &str| {
        let output = sokoplan(solutions, &["verify", &levels, "-"]);
        (output.code, output.out, output.err)
    };
    assert_eq!(verify("# by hand\n1 R\n2 r R\n").0, Some(0));
    let rows =
        "{\"level\":1,\"lurd\":\"R\",\"answer\":\"solved\"}\n{\"level\":2,\"lurd\":null,\"answer\":\"gave_up\"}\n";
    assert_eq!(
        verify(rows).1,
        "1 ok: 1 move, 1 push, 1 box line, 1 box change, 1 pushing session\n1 valid, 0 invalid, 1 without a solution\n"
    );
    assert!(verify("7 R\n").1.contains("7 invalid: there is no such level"));
    let nonsense = verify("1 R\nhello\n");
    assert_eq!((nonsense.0, nonsense.2.contains("<stdin>:2:1")), (Some(2), true), "{}", nonsense.2);
}

#[test]
fn help_takes_a_topic_or_a_subcommand_and_completions_a_shell() {
    let text = |args: &[&str]| sokoplan("", args).out;
    assert!(text(&["help", "rules"]).contains("freeze") && text(&["help", "formats"]).lines().count() > 10);
    // The help of a screen is a part of the whole help.
    let [whole, screen] = [text(&["help", "solve"]), text(&["solve", "--help"])];
    assert!(screen.lines().count() <= 50 && whole.lines().count() > 100, "{screen}");
    assert!(text(&["help", "json", "solve", "--proof"]).contains("unproved"));
    sokoplan("", &["help", "everything"]).ends(2, "neither a subcommand nor a topic");
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(text(&["completions", shell]).contains("sokoplan"), "{shell}");
    }
}

#[test]
fn a_broken_pipe_ends_quietly() {
    for (command, count) in [("list", 20_000), ("solve", 50)] {
        let mut run = program();
        run.arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = run.spawn().expect("the binary runs");
        drop(child.stdout.take());
        child.stdin.take().expect("a pipe").write_all(GOOD.repeat(count).as_bytes()).expect("all is read");
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{command}");
    }
}
