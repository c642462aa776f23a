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
