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
        (&["--sort", "as-is"], "wide, one"),
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
