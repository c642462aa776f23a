//! `explain`, and `solve --explain`: any solution as steps, in every form the same.

use crate::common::command::{Folder, LISA, ORDERS, Run, program, rows, sokoplan};
use serde_json::Value;

const TWO_ROOMS: &str = "###########\n#    ##   #\n# $@    . #\n# $  ##  .#\n###########\n";

fn steps(row: &Value) -> &Vec<Value> {
    row["steps"].as_array().expect("steps")
}

/// Asserts that a row with steps agrees with itself: moves, areas, places.
fn assert_agrees(row: &Value) {
    let joined: String = steps(row).iter().map(|step| step["lurd"].as_str().expect("moves")).collect();
    assert_eq!(row["lurd"], joined, "one step after the other, the moves are the solution");
    let pushes: u64 = steps(row).iter().map(|step| step["pushes"].as_u64().expect("pushes")).sum();
    assert_eq!(row["pushes"], pushes);
    let areas = row["areas"].as_array().expect("areas");
    let holds = |name: &Value, place: &Value| {
        let area = areas.iter().find(|area| area["name"] == *name).unwrap_or_else(|| panic!("no area {name}: {row}"));
        area["places"].as_array().expect("places").contains(place)
    };
    for step in steps(row) {
        let route = step["areas"].as_array().expect("areas");
        assert!(holds(&route[0], &step["from"]) && holds(&route[route.len() - 1], &step["to"]), "{step}");
        assert!(step["label"].is_string(), "{step}");
    }
}

#[test]
fn a_solution_that_was_searched_for_and_the_same_read_afterwards_have_the_same_steps() {
    let args = ["--nodes", "2k", "--raw"];
    let solved = sokoplan("", &[&["solve", ORDERS, "--explain", "--json"][..], &args].concat()).out;
    let bare = sokoplan("", &[&["solve", ORDERS, "--json"][..], &args].concat()).out;
    let read = sokoplan(&bare, &["explain", ORDERS, "--solution", "-", "--json"]).ends(0, "");
    let (solved, read) = (rows(&solved), read.rows());
    let solved: Vec<&Value> = solved.iter().filter(|row| row["lurd"].is_string()).collect();
    let read: Vec<&Value> = read.iter().filter(|row| row["type"] == "level").collect();
    assert!(solved.len() > 3 && solved.len() == read.len(), "{} and {}", solved.len(), read.len());
    for (solved, read) in solved.iter().zip(&read) {
        assert_agrees(solved);
        assert_agrees(read);
        assert_eq!((&solved["steps"], &solved["areas"]), (&read["steps"], &read["areas"]));
    }
}

#[test]
fn the_two_boxes_of_lisas_figure_are_told_in_two_sentences() {
    let text = sokoplan("", &["solve", LISA, "--explain"]).out;
    assert_eq!(text.matches("How it is solved: 2 boxes moved, ").count(), 2, "{text}");
    for sentence in [
        "The box at (2,5) goes from A through tunnel a into B, onto the goal (1,10).",
        "The box at (4,4) goes from A through tunnel b into C, onto the goal (8,5).",
        "The box at (2,11) goes from A through tunnel b into C, onto the goal (8,12).",
        "The box at (4,10) goes from A through tunnel a into B, onto the goal (4,2).",
    ] {
        assert!(text.contains(sentence), "{text}");
    }
    assert!(text.matches("The box at").count() == 4 && !text.contains("plan"), "{text}");
}

#[test]
fn a_story_has_all_steps_and_without_details_no_word_of_the_search() {
    let args = ["solve", LISA, ORDERS, "--nodes", "2k", "--explain"];
    let text = sokoplan("", &args).out;
    let details = sokoplan("", &[&args[..], &["-v"]].concat()).out;
    let rows = sokoplan("", &[&args[..], &["--json"]].concat()).rows();
    let mut told = 0;
    for row in rows.iter().filter(|row| row["lurd"].is_string()) {
        assert_agrees(row);
        let sentences = row["story"]["sentences"].as_array().expect("sentences");
        let mut next = 1;
        for sentence in sentences {
            assert_eq!(sentence["first"], next, "{row}");
            next = sentence["last"].as_u64().expect("a number") + 1;
            let words = sentence["words"].as_str().expect("words");
            let first: String = words.split(' ').take(6).collect::<Vec<_>>().join(" ");
            assert!(text.contains(&first) && details.contains(&first), "{words}: {text}");
            assert!(!words.contains(" 1 boxes") && words.ends_with('.'), "{words}");
        }
        assert_eq!(usize::try_from(next).expect("a number"), steps(row).len() + 1, "{row}");
        told += sentences.len();
    }
    assert!(told > 20, "{told}");
    for word in ["events", "lean", "fess", "deterministic", "node", "proposed", "readies", "plan"] {
        assert!(!text.lines().filter(|line| line.starts_with(';')).any(|line| line.contains(word)), "{word}: {text}");
    }
    assert!(details.contains("solved by ") && details.contains("deterministic"), "{details}");
}

#[test]
fn every_letter_of_a_step_is_on_the_map_wherever_boxes_and_goals_stand() {
    let text = sokoplan(TWO_ROOMS, &["explain", "-", "--solution", "ulldRRRRRR"]).out;
    let map: String = text.lines().skip(4).take(5).map(|line| line.split("   ").next().unwrap_or_default()).collect();
    assert!(text.contains("1  The box at (2,2) goes from A through tunnel a into B, onto the goal (2,8)."), "{text}");
    assert!(["A", "a", "B"].iter().all(|letter| map.contains(letter)), "{text}");
    assert!(!map.contains('$') && !map.contains('.'), "boxes and goals are shown beside the letters: {text}");
    let mut narrow = program();
    narrow.args(["explain", "-", "--solution", "ulldRRRRRR"]).env("COLUMNS", "20");
    let narrow = Run::of(&mut narrow, TWO_ROOMS.as_bytes()).out;
    let mut lines = narrow.lines().filter(|line| !line.contains("areas (rooms") && !line.contains("RR"));
    assert!(lines.all(|line| line.chars().count() <= 20), "{narrow}");
    assert!(narrow.contains("\n\n"), "boards are below each other: {narrow}");
}

#[test]
fn moves_are_given_as_they_are_in_a_file_or_by_the_levels_themselves() {
    let folder = Folder::new("explain");
    let level = folder.write("level.xsb", TWO_ROOMS);
    let given = sokoplan("", &["explain", &level, "--solution", "ulldRRRRRR"]).out;
    assert!(given.contains("The moves: 1 box moved, 10 moves, 6 pushes"), "{given}");
    let sok = folder.write("own.sok", format!("{TWO_ROOMS}\nSolution\nulldRRRRRR\n"));
    assert!(sokoplan("", &["explain", &sok, "-v"]).out.contains("step 1, A > a > B: (2,2) to (2,8)"), "its own");
    let svg = sokoplan("", &["explain", &level, "--solution", "ulldRRRRRR", "--format", "svg"]).out;
    assert!(svg.contains("marker-end") && svg.contains("from A through tunnel a into B"), "{svg}");
}

#[test]
fn what_cannot_be_explained_is_told_with_its_place_and_the_rest_still_is() {
    let folder = Folder::new("explain-bad");
    let level = folder.write("level.xsb", TWO_ROOMS);
    sokoplan("", &["explain", &level, "--solution", "ulldRRRRRR"]).ends(1, "level 1").says("off the goals");
    let lines = folder.write("lines.txt", "1 uuuuu\n1 ulldRRRRRR\n");
    let mixed = sokoplan("", &["explain", &level, "--solution", &lines])
        .says("line 1: move 2 (u): the player walks into a wall");
    assert!(mixed.out.contains("from A through tunnel a into B"), "the other one is explained");
    sokoplan("", &["explain", &level]).ends(2, "`sokoplan solve FILE --explain`");
    let two = folder.write("two.xsb", format!("{TWO_ROOMS}\n{TWO_ROOMS}"));
    sokoplan("", &["explain", &two, "--solution", "ulldR"]).ends(2, "--level");
}

#[test]
fn a_level_of_several_groups_tells_which_was_solved_in_which_order() {
    let level = "#############\n#  .#       #\n# $$.#  $$  #\n#  @        #\n#    #  ..  #\n#############\n";
    let text = sokoplan(level, &["solve", "-", "--strategy", "agenda", "--nodes", "2k", "--explain", "-v"]).out;
    assert!(text.contains("groups of boxes, one solved after the other: 2"), "{text}");
    assert!(
        text.contains("Two groups of boxes are solved one after the other: two boxes in A, then two boxes in B."),
        "{text}"
    );
    assert!(text.contains("A: 2 boxes, ") && text.contains("B: 2 boxes, "), "{text}");
}

/// The areas that a sentence names between what goes and where it ends, in order.
fn areas_named<'w>(words: &'w str, names: &[&str]) -> Vec<&'w str> {
    let way = words.split_once(" goes ").or_else(|| words.split_once(" go ")).map_or("", |(_, way)| way);
    let way = way.split(", onto ").next().and_then(|way| way.split(" and waits ").next()).unwrap_or_default();
    way.split(|c: char| !c.is_alphanumeric()).filter(|word| names.contains(word)).collect()
}

#[test]
fn a_sentence_names_areas_in_the_order_in_which_the_box_goes_and_chapters_hold_all_steps() {
    let read = sokoplan("", &[&["solve", "--explain", "--json", "--nodes", "20k"][..], &["levels"]].concat()).out;
    let (mut ways, mut turns, mut chapters) = (0, 0, 0);
    for row in rows(&read).iter().filter(|row| row["story"].is_object()) {
        let names: Vec<&str> = row["areas"].as_array().unwrap().iter().map(|a| a["name"].as_str().unwrap()).collect();
        for sentence in row["story"]["sentences"].as_array().unwrap() {
            let words = sentence["words"].as_str().unwrap();
            let named = areas_named(words, &names);
            let step = &steps(row)[sentence["first"].as_u64().unwrap() as usize - 1];
            let mut route = step["areas"].as_array().unwrap().iter().map(|area| area.as_str().unwrap());
            assert!(named.iter().all(|name| route.any(|area| area == *name)), "{words}\n{step}");
            ways += named.len();
            turns += words.matches("there, ").count();
        }
        let told = row["story"]["chapters"].as_array().cloned().unwrap_or_default();
        let ends: Vec<(u64, u64)> =
            told.iter().map(|one| (one["first"].as_u64().unwrap(), one["last"].as_u64().unwrap())).collect();
        assert!(ends.windows(2).all(|pair| pair[0].1 + 1 == pair[1].0), "{ends:?}");
        assert!(ends.is_empty() || (ends[0].0 == 1 && ends[ends.len() - 1].1 as usize == steps(row).len()), "{ends:?}");
        assert!(ends.len() <= 7 && ends.len() != 1, "{ends:?}");
        chapters += ends.len();
    }
    assert!(ways > 20 && turns > 0 && chapters > 0, "{ways} areas named, {turns} turns, {chapters} chapters");
}
