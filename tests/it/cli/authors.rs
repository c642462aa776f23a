//! What authors need: levels in an order, named, without duplicates, with their own solutions.

use crate::common::command::{Folder, err, out, sokoplan};

/// Two levels: the second is smaller and easier. The first has its author's solution, with a detour.
const SET: &str = "\
########\n#@ $  .#\n#      #\n########\nTitle: wide\n\nSolution 6/3\nrlrRRR\n\n#####\n#@$.#\n#####\nTitle: one\n";

#[test]
fn levels_are_ordered_and_named_by_convert() {
    let titles = |args: &[&str]| {
        let run = sokoplan(SET, &[&["convert", "-", "--format", "sok"], args].concat());
        let text = out(&run);
        let titles = text.lines().filter_map(|line| line.strip_prefix("Title: ")).collect::<Vec<_>>().join(", ");
        (titles, text, err(&run))
    };
    for (args, expected) in [
        (&[][..], "wide, one"),
        (&["--level", "2,1"], "one, wide"),
        (&["--sort", "title"], "one, wide"),
        (&["--sort", "boxes,-squares"], "wide, one"),
        (&["--sort", "size"], "one, wide"),
        (&["--sort", "difficulty", "--titles", "Garden {n}: {title}"], "Garden 1: one, Garden 2: wide"),
    ] {
        assert_eq!(titles(args).0, expected, "{args:?}: {}", titles(args).2);
    }
    let (_, named, _) = titles(&["--author", "Ada", "--collection", "Garden"]);
    assert!(named.starts_with("Collection: Garden\n") && named.matches("Author: Ada\n").count() == 2, "{named}");
    assert!(named.contains("rlrRRR"), "solutions are kept: {named}");
    let refused = sokoplan(SET, &["convert", "-", "--collection", "Garden"]);
    assert!(refused.status.code() == Some(2) && err(&refused).contains("--collection has no effect"));
}

#[test]
fn a_duplicate_fails_only_if_levels_must_be_unique() {
    let turned = format!("{SET}\n###\n#.#\n#$#\n#@#\n###\n");
    for (text, args, code) in [
        (&turned[..], &["list", "-"][..], 0),
        (&turned, &["list", "-", "--unique"], 1),
        (SET, &["list", "-", "--unique"], 0),
    ] {
        assert_eq!(sokoplan(text, args).status.code(), Some(code), "{args:?}");
    }
    assert!(out(&sokoplan(&turned, &["list", "-", "--unique", "--format", "github"])).starts_with("::error "));
    for (format, head) in [("csv", "file,level,size,boxes,"), ("markdown", "| file")] {
        let table = out(&sokoplan(&turned, &["list", "-", "--format", format]));
        assert!(table.starts_with(head) && table.contains("wide") && table.contains("duplicate of 2"), "{table}");
    }
    let none = sokoplan(SET, &["rooms", "check", "nowhere", "-"]);
    assert!(
        none.status.code() == Some(2) && err(&none).contains("`sokoplan rooms save nowhere FILE`"),
        "{}",
        err(&none)
    );
}

#[test]
fn a_report_shows_the_solutions_of_the_file_and_of_another() {
    let folder = Folder::new("authors-report");
    let (set, bare) =
        (folder.write("set.sok", SET), folder.write("bare.xsb", SET.replace("Solution 6/3\nrlrRRR\n", "")));
    for (args, own) in
        [(&["report", &set][..], true), (&["report", &bare, "--solution", &set], true), (&["report", &bare], false)]
    {
        let run = sokoplan("", args);
        assert!(run.status.success(), "{args:?}: {}", err(&run));
        assert_eq!(out(&run).contains("rlrRRR"), own, "{args:?}");
    }
}

#[test]
fn a_release_is_checked_ordered_and_written_in_four_files_or_not_at_all() {
    let folder = Folder::new("authors-release");
    let (set, to) = (folder.write("set.sok", SET), folder.path("garden"));
    let read = |ending: &str| std::fs::read_to_string(format!("{to}.{ending}")).unwrap_or_default();
    for (name, text, reason) in [
        ("twin.xsb", format!("{SET}\n###\n#.#\n#$#\n#@#\n###\n"), "duplicate of"),
        ("open.xsb", format!("{SET}\n#####\n#@$.\n#####\n"), "open"),
        ("lost.xsb", "#######\n#@   $#\n#.    #\n#######\n".to_owned(), "no solution"),
        ("wrong.sok", SET.replace("rlrRRR", "rlrRR"), "not a solution"),
    ] {
        let run = sokoplan("", &["release", &folder.write(name, text), "-o", &to]);
        assert_eq!(run.status.code(), Some(1), "{name}: {}", err(&run));
        assert!(err(&run).contains(reason) && err(&run).contains("nothing is written"), "{name}: {}", err(&run));
        assert_eq!(read("sok"), "", "{name}");
    }
    for (args, solution, moves) in [(&["--own"][..], "rlrRRR", "6"), (&[], "rRRR", "4")] {
        let words = [
            "release",
            &set,
            "-o",
            &to,
            "--sort",
            "size",
            "--titles",
            "Garden {n}",
            "--author",
            "Ada",
            "--date",
            "2026-11-28",
        ];
        let run = sokoplan("", &[&words[..], args].concat());
        assert!(run.status.success(), "{}", err(&run));
        assert!(read("sok").contains(&format!("\n{solution}\n")) && read("html").contains(solution), "{}", read("sok"));
        assert!(read("sok").contains("Date of Last Change: 2026-11-28\n"), "{}", read("sok"));
        assert!(read("csv").contains(&format!("2,Garden 2,8x4,1,{moves},3,")), "{}", read("csv"));
        assert!(read("md").starts_with("| level | title ") && read("md").lines().count() == 4, "{}", read("md"));
        assert_eq!(sokoplan("", &["verify", &format!("{to}.sok")]).status.code(), Some(0));
    }
}
