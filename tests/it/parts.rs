//! Parts of the floor, in dumps.

use crate::common::command::{out, rows, sokoplan};

const TWO: &str = "################\n#   ###  ###   #\n#$$@     .   . #\n#   ###  ###   #\n################\n";

#[test]
fn rooms_tell_the_parts_of_the_floor_and_the_flow_of_each_bridge() {
    let row = &rows(&out(&sokoplan(TWO, &["rooms", "-", "--json"])))[0];
    let parts = row["parts"].as_array().expect("parts");
    let held: Vec<_> = parts.iter().map(|part| (part["boxes"].as_u64(), part["goals"].as_u64())).collect();
    assert_eq!(held, [(Some(2), Some(0)), (Some(0), Some(1)), (Some(0), Some(1))]);
    let flows: Vec<_> =
        row["bridges"].as_array().expect("bridges").iter().map(|bridge| bridge["flow"].as_i64()).collect();
    assert_eq!(flows, [Some(2), Some(1)]);
    let squares: usize = parts.iter().map(|part| part["squares"].as_array().expect("squares").len()).sum();
    assert_eq!(squares, TWO.chars().filter(|c| " $@.".contains(*c)).count(), "every square is in one part");
    let text = out(&sokoplan(TWO, &["rooms", "-"]));
    assert!(text.contains("bridge    flow") && text.contains("1-2          2  2,0 0,1"), "{text}");
}

#[test]
fn a_level_without_bridges_says_nothing_of_them() {
    let ring = "#######\n#@ $ .#\n# ### #\n#     #\n#######\n";
    assert!(!out(&sokoplan(ring, &["rooms", "-"])).contains("bridge"));
}

#[test]
fn pictures_draw_each_bridge_with_its_flow_and_say_it_in_words() {
    let svg = out(&sokoplan(TWO, &["rooms", "-", "--format", "svg"]));
    let words = [
        "<title>bridge 1-2</title>",
        "part 1 has 2 boxes and 0 goals, part 2 0 boxes and 1 goal; 2 boxes more to part 2 than back to part 1",
        "part 2 has 0 boxes and 1 goal, part 3 0 boxes and 1 goal; 1 box more to part 3 than back to part 2",
    ];
    // The SVG breaks lines around words.
    let text = svg.replace('\n', "");
    assert!(words.iter().all(|word| text.contains(word)), "{svg}");
    assert_eq!(svg.matches("role=\"img\"").count(), 2, "{svg}");
    assert_eq!(svg.matches("rotate(0)").count(), 2, "both to the right\n{svg}");
    // Mirrored, the flow is from the second part to the first.
    let mirrored: String = TWO.lines().map(|line| line.chars().rev().collect::<String>() + "\n").collect();
    let svg = out(&sokoplan(&mirrored, &["rooms", "-", "--format", "svg"]));
    assert_eq!(svg.matches("rotate(180)").count(), 2, "both to the left\n{svg}");
    let still = "###########\n#   ###   #\n#@$.    $.#\n#   ###   #\n###########\n";
    let svg = out(&sokoplan(still, &["rooms", "-", "--format", "svg"]));
    assert!(svg.contains("as many boxes cross it as come back") && !svg.contains("M-12,0H7"), "{svg}");
}

#[test]
fn statistics_count_parts_and_bridges_and_the_boxes_that_must_cross() {
    let stats = |format: &str| out(&sokoplan(TWO, &["rooms", "-", "--stats", "--format", format]));
    let row = &rows(&stats("json"))[0];
    assert_eq!([&row["parts"], &row["bridges"]], [3, 2]);
    assert_eq!(row["bridge_share"], 1.0, "both boxes leave the first part");
    let csv = stats("csv");
    assert!(csv.contains(",parts,bridges,bridge_share\n") && csv.trim_end().ends_with(",3,2,1.00"), "{csv}");
    let table = stats("text");
    assert!(["parts", "bridges", "bridge share"].iter().all(|head| table.contains(head)), "{table}");
}
