//! Files of other people over the real binary: games, comments, records of solutions, folders, letters.

use crate::common::command::{Folder, sokoplan};
use std::fs;

const ONE: &str = "######\n#@ $.#\n######\n";
const TRIOBAN: &str = "; other\n#####\n#@$.#\n#####\nGame: Trioban\n\n; ours\n######\n#@ $.#\n######\n";

#[test]
fn a_board_of_another_game_is_never_solved_proved_or_planned() {
    for command in ["solve", "prove", "plan", "rooms", "layers", "list", "bench"] {
        let run = sokoplan(TRIOBAN, &[command, "-", "--json", "--level", "1"])
            .ends(1, "<stdin>:2:1: a board of Trioban; sokoplan reads Sokoban");
        let keys = ["lurd", "proof", "areas", "squares"];
        let is_good =
            |row: &serde_json::Value| keys.iter().any(|key| row.get(key).is_some_and(|value| !value.is_null()));
        assert!(!run.rows().iter().any(is_good), "{run}");
    }
    let both = sokoplan(TRIOBAN, &["solve", "-"]);
    assert_eq!((both.out.as_str(), both.code), ("2 rR\n", Some(1)), "the other is solved");
    let converted = sokoplan(TRIOBAN, &["convert", "-", "--format", "sok"]);
    assert!(!converted.out.contains("Trioban") && converted.out.contains("ours"), "{converted}");
}

#[test]
fn solutions_are_decoded_as_levels_are() {
    let folder = Folder::new("solutions");
    let levels = folder.write("one.xsb", ONE);
    let wide = |text: &str| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    for solutions in [
        b"\xef\xbb\xbf1 rR\r\n".to_vec(),
        b"\xef\xbb\xbf{\"level\":1,\"lurd\":\"rR\"}\n".to_vec(),
        wide("1 rR\r\n"),
        wide("{\"level\":1,\"lurd\":\"rR\"}\n"),
        b"; M\xf6we\n1 rR\n".to_vec(),
        b"; Mac\r1 rR\r".to_vec(),
    ] {
        let file = folder.write("solutions.txt", &solutions);
        sokoplan("", &["verify", &levels, &file]).ends(0, "");
        sokoplan(&solutions, &["replay", &levels, "--solution", "-", "--format", "text"]).ends(0, "");
    }
}

#[test]
fn records_that_nobody_can_replay_are_counted_apart() {
    let verify =
        |records: &str, args: &[&str]| sokoplan(format!("{ONE}\n{records}"), &[&["verify", "-"], args].concat());
    let marked = verify("Solution\nr*R\n\nSavedGame 4/0\nrlrl\n", &[]);
    assert!(marked.out.ends_with("1 valid, 0 invalid, 0 without a solution\n"), "{marked}");
    let reversed = verify("Solution\n[rr]Ll\n\nSolution\nrR\n\nSolution\nl{}\n", &[])
        .ends(1, "")
        .prints("1 not checked: column 1: a record of reverse mode");
    assert!(reversed.out.ends_with("1 valid, 0 invalid, 0 without a solution, 2 not checked\n"), "{reversed}");
    let json = verify("Solution\n[rr]Ll\n", &["--json"]).rows();
    assert_eq!(
        (json[0]["valid"].as_bool(), json[1]["bad"].as_u64(), json[1]["unsupported"].as_u64()),
        (Some(false), Some(0), Some(1))
    );
}

#[test]
fn files_of_a_folder_that_hold_no_level_are_passed_over() {
    let folder = Folder::new("passed");
    fs::create_dir(folder.path("fold")).expect("a folder");
    folder.write("fold/one.xsb", ONE);
    folder.write("fold/readme.txt", "These are levels.\n");
    let root = folder.path("fold");
    for command in ["list", "solve"] {
        let run = sokoplan("", &[command, &root]);
        assert_eq!((run.err.contains("readme.txt"), run.code), (false, Some(0)), "{run}");
        sokoplan("", &[command, &root, "-v"]).ends(0, "readme.txt: no level found: skipped");
    }
    sokoplan("", &["list", &folder.path("fold/readme.txt")]).ends(2, "");
    let empty = folder.write("fold/empty.sok", "; none yet\n");
    sokoplan("", &["list", &root]).ends(0, format!("{empty}: no level found: skipped"));
    fs::remove_file(folder.path("fold/one.xsb")).expect("it was there");
    let none = sokoplan("", &["list", &root]).says("no level found in any of the files");
    assert_eq!((none.out.as_str(), none.code), ("", Some(2)));
}

#[test]
fn boards_in_any_letters_are_read_where_they_are_named() {
    let strange = "+++++\n+*@X+\n+++++\n";
    sokoplan(strange, &["list", "-"]).says("--alphabet");
    for strange in ["#####\n#&$.#\n#####\n", "#######\n#&OOO.#\n#  XX #\n#######\n"] {
        assert!(sokoplan(strange, &["list", "-"]).err.contains("--alphabet"), "{strange}");
    }
    for usual in ["####\n#@$#\n####\n", "no board\n", TRIOBAN] {
        assert!(!sokoplan(usual, &["list", "-"]).err.contains("--alphabet"), "{usual}");
    }
    for command in
        [&["solve"][..], &["list"], &["rooms"], &["layers"], &["plan"], &["prove", "--bound", "1"], &["convert"]]
    {
        sokoplan(strange, &[command, &["-", "--alphabet", "+*?@&X "]].concat()).ends(0, "");
    }
    let converted = sokoplan(strange, &["convert", "-", "--alphabet", "+*?@&X "]);
    assert_eq!(converted.out, "#####\n#@$.#\n#####\n");
    let lisa = sokoplan("XXXXX\nXO#*X\nXXXXX\n", &["convert", "-", "--alphabet", "lisa"]);
    assert_eq!(lisa.out, "#####\n#@$.#\n#####\n");
    let minus = sokoplan("-----\n-@$.-\n-----\n", &["convert", "-", "--alphabet", "-@+$*. "]);
    assert_eq!(minus.out, "#####\n#@$.#\n#####\n");
    for bad in ["#@+$*.", "##+$*. ", "nobody"] {
        let run = sokoplan(strange, &["list", "-", "--alphabet", bad]).ends(2, "");
        let told = run.err.replace('\n', " ").split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("wall, player, player on goal, box, box on goal, goal, floor"), "{bad}: {told}");
    }
}

#[test]
fn json_of_another_kind_is_named_with_what_is_read() {
    for json in [
        "{\n  \"name\": \"First\",\n  \"grid\": [\"#####\", \"#@$.#\", \"#####\"]\n}\n",
        "[[\"#\", \"#\"], [\"@\", \"$\"]]",
        "[\n  \"#####\",\n  \"#@$.#\",\n  \"#####\"\n]\n",
        "{\"map\": \"#####\\n#@$.#\\n#####\"}",
    ] {
        sokoplan(json, &["list", "-"]).ends(2, "JSON of another kind").says("\"content\"");
    }
}

#[test]
fn solutions_that_a_format_cannot_hold_are_counted() {
    let text = format!("{ONE}\nSolution\nrR\n\nSolution\n2(r)\n\nSavegame\nr\n");
    for format in ["xsb", "rle", "slc", "sokobot", "letters", "lisa"] {
        let run = sokoplan(&text, &["convert", "-", "--format", format]);
        let said = run.err;
        assert!(said.contains("2 solutions and 1 saved game not written"), "{format}: {said}");
        assert_eq!(run.code, Some(0), "{format}");
    }
    assert_eq!(sokoplan(&text, &["convert", "-", "--format", "sok"]).err, "");
    assert_eq!(sokoplan(ONE, &["convert", "-"]).err, "");
    let reversed = format!("{ONE}\nSolution\n[rr]Ll\n");
    sokoplan(&reversed, &["convert", "-", "--format", "sok", "--rotate", "90"]).says("1 solution not written");
}

#[test]
fn strict_verification_compares_capitals_with_pushes() {
    for (moves, said) in [
        ("rR", "1 ok"),
        ("rr", "1 invalid: move 2 (R): a push is written as a move"),
        ("RR", "1 invalid: move 1 (r): a move is written as a push"),
        ("2r", "1 invalid: move 2 (R): a push is written as a move"),
    ] {
        let text = format!("{ONE}\nSolution\n{moves}\n");
        let strict = sokoplan(&text, &["verify", "-", "--strict"]).out;
        assert!(strict.starts_with(said), "{moves}: {strict}");
        assert!(sokoplan(&text, &["verify", "-"]).out.starts_with("1 ok"), "{moves}");
    }
}

#[test]
fn text_in_windows_1252_is_read_as_browsers_read_it() {
    sokoplan([b"Rob\x92s \x96 easy\n", ONE.as_bytes()].concat(), &["convert", "-", "--format", "sok"])
        .prints("Title: Rob\u{2019}s \u{2013} easy")
        .says("read as Windows-1252");
}

#[cfg(feature = "serve")]
#[test]
fn a_port_that_is_taken_is_told_with_the_option() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = taken.local_addr().expect("an address").port().to_string();
    sokoplan("", &["serve", "--port", &port]).ends(2, "--port");
}

#[test]
fn solutions_are_read_as_people_write_them_or_named_with_their_place() {
    for text in [
        "Solution\nr,R,R",
        "Solution\n[r, R, R]",
        "Solution\n→→→",
        "Solution:\n➡️ ➡️ ➡️",
        "Solution\n\n`rRR`",
        "## Solution\n\n```text\nrRR\n```",
        "**Solution:** rRR.",
        "Solution\nr. R. R.",
        "Solution\n['r', 'R', 'R'];",
        "Solution\n{r, R, R}",
        "Solution\nｒＲＲ",
        "Solution\nr２Ｒ",
        "Solution\nr、R、R",
        "Lösung：\n\nr；R；R。",
        "Solution\n«rRR»",
        "solution = \"rRR\"",
        "→→→",
        "Solution\n\\begin{verbatim}\nrRR\n\\end{verbatim}",
        "Solution\nr-R-R",
        "; Solution\n\nrRR",
        "Solution\n(r)(R)(R)",
        "Solution\n【r・R・R】",
        "解答：rRR",
        "Moves: rRR",
        "Best solution: rRR",
        "<p>Solution: rRR</p>",
    ] {
        let file = format!("#######\n#@ $ .#\n#######\n\n{text}\n");
        let verified = sokoplan(&file, &["verify", "-"]);
        assert!(verified.out.starts_with("1 ok: 3 moves, 2 pushes"), "{text}: {}{}", verified.out, verified.err);
        assert!(sokoplan(&file, &["list", "-", "--json"]).out.contains("\"title\":\"\""), "{text}");
        let turned = sokoplan(&file, &["convert", "-", "--rotate", "90", "--format", "sok"]).out;
        assert!(turned.ends_with("\ndDD\n"), "{text}: {turned}");
        let kept = sokoplan(&sokoplan(&file, &["convert", "-", "--format", "sok"]).out, &["verify", "-"]);
        assert!(kept.out.starts_with("1 ok"), "{text}");
    }
    for (text, fault) in [
        ("666", "a count at the end"),
        ("1. r 2. R 3. R", "`.`"),
        ("> > >", "is not a move"),
        ("dwdd", "`w`"),
        ("Right, Right, Right", "`i`"),
        ("R3", "column"),
        ("rRR x", "`x`"),
        ("[rr]Ll", "reverse"),
    ] {
        let file = format!("#######\n#@ $ .#\n#######\n\nSolution\n{text}\n");
        let told = sokoplan(&file, &["verify", "-"]).out;
        assert!(told.contains(fault) && told.contains("(line 6)"), "{text}: {told}");
        let kept = sokoplan(&file, &["convert", "-", "--format", "sok"]).out;
        assert!(kept.contains(text), "{text}: {kept}");
        let turned = sokoplan(&file, &["convert", "-", "--mirror", "--format", "sok"]);
        assert!(!turned.out.contains(text) && turned.err.contains("not written"), "{text}: {turned}");
    }
}

#[test]
fn a_file_of_moves_and_nothing_else_is_a_solution_of_the_level_that_is_chosen() {
    let folder = Folder::new("moves-alone");
    let levels = folder.write("two.xsb", format!("{ONE}\n{ONE}"));
    for moves in [
        "rR",
        "r\nR\n",
        "; by hand\nr, R",
        "→→",
        "```\nrR\n```\n",
        "Solution: rR",
        "{\"level\":1,\"solution\":\"rR\"}\n",
    ] {
        let file = folder.write("moves.lurd", moves);
        for command in [
            &["verify"][..],
            &["replay", "--format", "text", "--solution"],
            &["improve", "--solution"],
            &["explain", "--solution"],
            &["layers", "--solution"],
        ] {
            let args = [&command[..1], &[&levels, "--level", "1"], &command[1..], &[&file]].concat();
            sokoplan("", &args).ends(0, "");
        }
    }
    let file = folder.write("moves.lurd", "rR\n");
    assert!(sokoplan("", &["verify", &levels, &file]).err.contains("select their level with --level"));
    let rows = folder.write("rows.jsonl", "{\"level\":1,\"steps\":\"rR\"}\n");
    assert!(sokoplan("", &["verify", &levels, &rows]).err.contains("rows.jsonl:1:1: a row without moves"));
}

#[test]
fn what_is_no_text_is_named_and_what_frames_a_board_is_kept() {
    let folder = Folder::new("packings");
    let tar = [&[b'a'; 100][..], &[0; 157], b"ustar\0", &[0; 250], ONE.as_bytes()].concat();
    for (bytes, kind) in [
        (&tar[..], "a tar archive"),
        (b"\xfd7zXZ\0\0", "compressed by xz"),
        (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
        (b"BZh91AY&SY", "compressed by bzip2"),
    ] {
        sokoplan("", &["list", &folder.write("packed.txt", bytes)])
            .says(format!("{kind}: expected plain text, gzip or zip"));
    }
    for (text, told) in [
        ("######\\n#@$ .#\\n#    #\\n######\n", "`\\n` between rows"),
        (
            "<?xml version=\"1.0\"?><set><r>#####</r><r>#@$.#</r><r>#####</r></set>\n",
            "Sokoban XML of another kind: <set>",
        ),
        ("cells = [\n[\"🧱\", \"🧱\", \"🧱\"],\n[\"🧱\", \"📦\", \"🧱\"],\n[\"🧱\", \"🧱\", \"🧱\"]]\n", "--alphabet"),
    ] {
        assert!(sokoplan(text, &["list", "-"]).err.contains(told), "{text}: {}", sokoplan(text, &["list", "-"]).err);
    }
    for frame in [
        "****\n*######*\n*#@ $.#*\n*######*\n   **\n",
        "*  ######\n   #@ $.#\n*  ######\n",
        "  **\n######\n#@ $.#\n######\n *  *\n",
        "*      *\n ######\n #@ $.#\n ######\n*      *\n",
    ] {
        assert_eq!(sokoplan(frame, &["convert", "-"]).out, frame, "decoration");
    }
    let remarks = "#####\n#@$.#\n#####\n:: a remark\n\n::\n\n#####\n#@$.#\n#####\nTitle: Two\n";
    assert_eq!(sokoplan(remarks, &["convert", "-", "--format", "sok"]).out.matches(":: a remark").count(), 1);
}
