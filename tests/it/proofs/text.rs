//! The text of proofs, and single proofs that must or must not be accepted.

use super::both_say;
use sokoplan::sokoproof::{Claim, check};

/// A proof from parts that are indented for reading.
fn proof(text: &str) -> String {
    let lines = text.lines().map(|line| line.strip_prefix("        ").unwrap_or(line));
    lines.filter(|line| !line.is_empty()).fold("sokoproof 1\n".to_owned(), |text, line| text + line + "\n")
}

fn is_accepted(text: &str) -> bool {
    both_say(&[proof(text)])[0]
}

/// The text of the first refusal.
fn refusal(text: &str) -> String {
    check(text, 1 << 20).unwrap_err().to_string()
}

#[test]
fn a_box_in_a_corner_is_dead_by_a_pattern_a_core_or_a_zone() {
    let claim = "        claim dead\n        ######\n        #$ @.#\n        ######\n";
    let pattern = "        ######\n        #$@ .#\n        ######\n";
    assert!(!is_accepted(claim));
    assert!(is_accepted(&format!("{claim}        dead\n{pattern}")));
    assert!(is_accepted(&format!("{claim}        core 1\n{pattern}")));
    assert!(!is_accepted(&format!("{claim}        core 0\n{pattern}")));
    assert!(is_accepted(&format!("{claim}        zone 0\n        ######\n        #x  .#\n        ######\n")));
    // It can leave the middle.
    assert!(!is_accepted(&format!("{claim}        zone 0\n        ######\n        #xx .#\n        ######\n")));
}

#[test]
fn a_pattern_that_wants_a_goal_empty_does_not_cover_itself() {
    // "The goal is empty" is no reason to be dead: after a box enters it, the position is dead by this very pattern. Both readers
    // once took that for a proof.
    let text = "
        claim dead
        #######
        #     #
        # @$ .#
        #     #
        #######
        dead
        #######
        #     #
        # @  O#
        #     #
        #######
    ";
    assert!(!is_accepted(text));
}

#[test]
fn an_optimum_has_moves_of_so_many_pushes() {
    let text = |pushes: usize, moves: &str| {
        format!("sokoproof 1\nclaim optimal {pushes}\n#######\n#@ $ .#\n#######\nmoves {moves}\n")
    };
    let proved = check(&text(2, "rRR"), 1 << 20).unwrap();
    assert_eq!((proved.claim, proved.pictures), (Claim::Optimal(2), 0));
    assert_eq!(both_say(&[text(2, "rrr")]), [true], "case does not count");
    let bad = ["rR", "rRRR", "RRR", "lrRR", "rxR", "uRR"].map(|moves| text(2, moves));
    assert_eq!(both_say(&bad), [false, false, true, false, false, false]);
    assert_eq!(both_say(&[text(1, "rRR"), text(3, "rRR")]), [false, false]);
    assert!(refusal(&text(3, "rRR")).starts_with("2:1: fewer pushes solve it: 2"));
    let without = text(2, "").replace("moves \n", "");
    assert_eq!(both_say(&[without]), [false]);
}

#[test]
fn what_is_wrong_with_a_text_is_told_with_its_line_and_column() {
    let claim = "sokoproof 1\nclaim dead\n######\n#$ @.#\n######\n";
    for (text, said) in [
        (String::new(), "1:1: expected `sokoproof 1`"),
        ("sokoproof 1\n\n; nothing\n".to_owned(), "2:1: expected a claim"),
        ("sokoproof 1\n####\n".to_owned(), "2:1: expected a claim before the first picture"),
        (claim.replace("dead", "alive"), "2:1: expected `claim dead`"),
        (claim.replace('@', "?"), "4:4: expected one of # . $ * @ +"),
        (claim.replace('@', " "), "2:1: expected the picture of a position, with a player"),
        (claim.replace('$', "@"), "4:4: expected one of # . $ * @ +"),
        (claim.replace('$', " "), "2:1: expected at least one box"),
        (format!("{claim}dead\n######\n#$@  #\n######\n"), "6:1: expected the board of the first picture"),
        (format!("{claim}dead\n######\n#$@ .#\n"), "6:1: expected the board of the first picture"),
        (format!("{claim}zone 1\n######\n#x  .#\n######\n"), "6:1: expected `dead` or `core N`"),
        (format!("{claim}zone 0\n######\n#<  .#\n######\n"), "6:1: expected no box and no wall on the side"),
        (format!("{claim}\n; told\ndead\n######\n# $@.#\n######\n"), "8:1: a push of this pattern is open"),
        (claim.to_owned(), "2:1: the claim does not follow"),
    ] {
        assert!(refusal(&text).starts_with(said), "{text}{}", refusal(&text));
    }
}

#[test]
fn no_text_takes_more_steps_than_allowed() {
    let text = "sokoproof 1\nclaim bound 99\n#########\n#@      #\n# $ $ $ #\n#       #\n#    ...#\n#########\n";
    assert!(check(text, 10_000).unwrap_err().what.contains("more steps"));
    let huge = format!("sokoproof 1\nclaim dead\n{}", "#\n".repeat(300_000));
    assert!(check(&huge, 10).unwrap_err().what.contains("cells"));
    let core = format!("{text}core {}\n{}", usize::MAX, text.lines().skip(2).collect::<Vec<_>>().join("\n"));
    assert!(check(&core.replace("bound 99", "dead"), 1 << 20).is_err());
}

/// Alone the boxes need eight pushes, and neither can begin: one must leave the row, and come back into it.
#[test]
fn boxes_in_each_others_way_are_priced_as_a_pair_so_that_the_list_ends_at_once() {
    let picture = "#########\n#       #\n#       #\n#..  $$@#\n#       #\n#       #\n#########\n";
    let lost = picture.replacen("#       #\n", "", 1).replacen("#       #\n#########\n", "#########\n", 1);
    let listed = |picture: &str, pushes: u32| {
        check(&format!("sokoproof 1\nclaim bound {pushes}\n{picture}"), 1 << 20).map(|it| it.positions)
    };
    assert_eq!([8, 10].map(|pushes| listed(picture, pushes)), [Ok(1), Ok(1)]);
    assert!(listed(picture, 11).is_err());
    // In a row beside a wall they cannot step aside and come back.
    assert_eq!(listed(&lost, 1000), Ok(1));
}

#[test]
fn no_changed_bytes_make_the_checker_panic() {
    let good = "sokoproof 1\nclaim optimal 3\n  #####\n###   #\n#.$ * #\n# @ ###\n#####\n\nzone 0\n  #####\n###xx^#\n#.  Xv#\n# <>###\n#####\n\
                core 9\n  #####\n###   #\n#O$ *@#\n#   ###\n#####\nmoves rruLl\n";
    let mut random = sokoplan::run::Random::new(9);
    let mut refusals = std::collections::BTreeSet::new();
    for _ in 0..5_000 {
        let mut bytes = good.as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            let byte = random.pick(b"# .$*@+xXoO<>^v\n\n0189deadcorezn;\xff\xc3");
            match random.below(4) {
                0 => drop(bytes.remove(at)),
                1 => bytes.insert(at, byte),
                2 => bytes.truncate(at + 1),
                _ => bytes[at] = byte,
            }
        }
        let checked = check(&String::from_utf8_lossy(&bytes), 1 << 16);
        refusals.extend(checked.err().map(|refusal| refusal.what.chars().take(20).collect::<String>()));
    }
    assert!(refusals.len() > 8, "{refusals:?}");
}
