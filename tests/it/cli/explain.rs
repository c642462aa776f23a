//! `explain`, and `solve --explain`: any solution as steps, in every form the same.

use crate::common::command::{Folder, err, out, program, rows, run, sokoplan};
use serde_json::Value;

const LISA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/6-lisa.xsb");
const ORDERS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/7-orders.xsb");
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
        for moved in step["boxes"].as_array().expect("boxes") {
            let route = moved["areas"].as_array().expect("areas");
            assert!(holds(&route[0], &moved["from"]) && holds(&route[route.len() - 1], &moved["to"]), "{step}");
        }
        assert_eq!(step["kind"] == "transfer", step["label"].is_string(), "{step}");
    }
}

#[test]
fn a_solution_that_was_searched_for_and_the_same_read_afterwards_have_the_same_steps() {
    let args = ["--nodes", "2k", "--strategy", "pushes"];
    let solved = out(&sokoplan("", &[&["solve", ORDERS, "--explain", "--json"][..], &args].concat()));
    let bare = out(&sokoplan("", &[&["solve", ORDERS, "--json"][..], &args].concat()));
    let read = sokoplan(&bare, &["explain", ORDERS, "--solution", "-", "--json"]);
    assert!(read.status.success(), "{}", err(&read));
    let (solved, read) = (rows(&solved), rows(&out(&read)));
    let solved: Vec<&Value> = solved.iter().filter(|row| row["lurd"].is_string()).collect();
    let read: Vec<&Value> = read.iter().filter(|row| row["type"] == "level").collect();
    assert!(solved.len() > 3 && solved.len() == read.len(), "{} and {}", solved.len(), read.len());
    for (solved, read) in solved.iter().zip(&read) {
        assert_agrees(solved);
        assert_agrees(read);
        assert_eq!((&solved["steps"], &solved["areas"]), (&read["steps"], &read["areas"]));
        assert!(steps(solved).iter().all(|step| step["proposed"] == false && step["planned"].is_null()));
    }
}

#[test]
fn text_and_rows_of_a_planned_solution_count_the_same() {
    // Each step is an operator that the planner chose, below the step of the plan that it carries out.
    let args = ["solve", LISA, "--strategy", "events", "--nodes", "2k", "--explain"];
    let text = out(&sokoplan("", &args));
    let rows = rows(&out(&sokoplan("", &[&args[..], &["--json"]].concat())));
    let headings: Vec<&str> = text.lines().filter(|line| line.contains(" as proposed; ")).collect();
    for (row, heading) in rows.iter().filter(|row| row["type"] == "level").zip(&headings) {
        assert_agrees(row);
        let count = |key: &str, value: &str| steps(row).iter().filter(|step| step[key] == value).count();
        let proposed = steps(row).iter().filter(|step| step["proposed"] == true).count();
        assert!(heading.starts_with(&format!("; {} step", steps(row).len())), "{heading}");
        // Every step is below one step of the plan, and the outline has all of them.
        let carried_out = row["carried_out"].as_array().expect("the plan");
        let numbers = carried_out.iter().flat_map(|planned| planned["steps"].as_array().expect("numbers"));
        let all: Vec<Value> = (1..=steps(row).len()).map(Value::from).collect();
        assert_eq!(numbers.cloned().collect::<Vec<_>>(), all, "{row}");
        let stages = row["outline"]["stages"].as_array().expect("stages");
        assert_eq!((&stages[0]["first"], &stages[stages.len() - 1]["last"]), (&all[0], &all[all.len() - 1]));
        for words in carried_out.iter().flat_map(|planned| planned["planned"].as_array().expect("words")) {
            assert!(
                text.contains(words.as_str().expect("words").split(" to ").next().expect("a step")),
                "{words}: {text}"
            );
        }
        for stage in stages {
            assert!(text.contains(stage["words"].as_str().expect("words")), "{stage}: {text}");
        }
        assert!(heading.contains(&format!("{} transfer", count("kind", "transfer"))), "{heading}");
        assert!(heading.contains(&format!("; {proposed} as proposed;")) && proposed > 0, "{heading}");
        let deterministic = count("label", "deterministic");
        assert!(heading.contains(&format!(" {deterministic} deterministic")), "{heading}");
        assert!(
            steps(row).iter().all(|step| ["event", "arrangement"].contains(&step["act"].as_str().expect("an act")))
        );
        // The operators that were tried, by label: the same numbers in both.
        let labels = row["labels"].as_object().expect("labels");
        let tried = text.lines().filter(|line| line.contains("; operators tried: "));
        let all: u64 = labels.values().map(|count| count.as_u64().expect("a count")).sum();
        assert!(tried.clone().any(|line| line.contains(&format!("tried: {all}, "))), "{text}");
    }
    assert_eq!(headings.len(), 2, "{text}");
}

#[test]
fn every_letter_of_a_step_is_on_the_map_wherever_boxes_and_goals_stand() {
    let text = out(&sokoplan(TWO_ROOMS, &["explain", "-", "--solution", "ulldRRRRRR"]));
    let map: String = text.lines().skip(2).take(5).map(|line| line.split("   ").next().unwrap_or_default()).collect();
    let step = text.lines().find(|line| line.starts_with("  1  A > ")).expect("a step");
    assert!(step.contains("A > a > B: 2,2 to 2,8"), "{text}");
    assert!(["A", "a", "B"].iter().all(|letter| map.contains(letter)), "{text}");
    assert!(!map.contains('$') && !map.contains('.'), "boxes and goals stand beside the letters: {text}");
    let mut narrow = program();
    narrow.args(["explain", "-", "--solution", "ulldRRRRRR"]).env("COLUMNS", "20");
    let narrow = run(&mut narrow, TWO_ROOMS.as_bytes());
    assert!(
        out(&narrow)
            .lines()
            .filter(|line| !line.contains("areas (rooms") && !line.contains("RR"))
            .all(|line| line.chars().count() <= 20),
        "{}",
        out(&narrow)
    );
    assert!(out(&narrow).contains("\n\n"), "boards stand below each other: {}", out(&narrow));
}

#[test]
fn moves_are_given_as_they_are_in_a_file_or_by_the_levels_themselves() {
    let folder = Folder::new("explain");
    let level = folder.write("level.xsb", TWO_ROOMS);
    let given = out(&sokoplan("", &["explain", &level, "--solution", "ulldRRRRRR"]));
    assert!(given.contains("1 step: 1 transfer; labels: "), "{given}");
    let lines = folder.write("lines.txt", "1 ulldRRRRRR\n");
    let by_file = out(&sokoplan("", &["explain", &level, "--solution", &lines]));
    assert_eq!(given, by_file);
    let sok = folder.write("own.sok", format!("{TWO_ROOMS}\nSolution\nulldRRRRRR\n"));
    assert!(out(&sokoplan("", &["explain", &sok])).contains("A > a > B"), "its own");
    let svg = out(&sokoplan("", &["explain", &level, "--solution", "ulldRRRRRR", "--format", "svg"]));
    assert!(svg.contains("marker-end") && svg.contains("A &gt; a &gt; B"), "{svg}");
    let csv = out(&sokoplan("", &["explain", &level, "--solution", "ulldRRRRRR", "--format", "csv"]));
    assert!(csv.lines().count() == 2 && csv.contains(",transfer,") && csv.ends_with(",ulldRRRRRR\n"), "{csv}");
}

#[test]
fn what_cannot_be_explained_is_told_with_its_place_and_the_rest_still_is() {
    let folder = Folder::new("explain-bad");
    let level = folder.write("level.xsb", TWO_ROOMS);
    let unsolved = sokoplan("", &["explain", &level, "--solution", "ulldRRRRRR"]);
    assert_eq!(unsolved.status.code(), Some(1));
    assert!(err(&unsolved).contains("level 1") && err(&unsolved).contains("off the goals"), "{}", err(&unsolved));
    let lines = folder.write("lines.txt", "1 uuuuu\n1 ulldRRRRRR\n");
    let mixed = sokoplan("", &["explain", &level, "--solution", &lines]);
    assert!(err(&mixed).contains("line 1: move 2 (u): the player walks into a wall"), "{}", err(&mixed));
    assert!(out(&mixed).contains("A > a > B"), "the other one is explained");
    let without = sokoplan("", &["explain", &level]);
    assert!(err(&without).contains("`sokoplan solve FILE --explain`"), "{}", err(&without));
    assert_eq!(without.status.code(), Some(2));
    let two = folder.write("two.xsb", format!("{TWO_ROOMS}\n{TWO_ROOMS}"));
    let several = sokoplan("", &["explain", &two, "--solution", "ulldR"]);
    assert!(several.status.code() == Some(2) && err(&several).contains("--level"), "{}", err(&several));
}

#[test]
fn after_an_improvement_the_steps_are_those_of_the_shorter_solution() {
    let args = ["solve", LISA, "--level", "1", "--strategy", "exact-plans", "--nodes", "50k", "--improve", "50k"];
    let args = [&args[..], &["--improve-by", "moves", "--explain", "--json"]].concat();
    let rows = rows(&out(&sokoplan("", &args)));
    assert!(rows[0]["improved"].is_object(), "{}", rows[0]);
    assert_agrees(&rows[0]);
}

#[test]
fn a_level_of_several_groups_tells_which_was_solved_in_which_order() {
    let level = "#############\n#  .#       #\n# $$.#  $$  #\n#  @        #\n#    #  ..  #\n#############\n";
    let text = out(&sokoplan(level, &["solve", "-", "--strategy", "agenda", "--nodes", "2k", "--explain"]));
    assert!(text.contains("groups of boxes, one solved after the other: 2"), "{text}");
    // A box of the room on the right can come to the goals of that on the left, and not the other way round.
    assert!(text.contains("A: 2 boxes, choice, ") && text.contains("B: 2 boxes, deterministic, "), "{text}");
}
