//! `layers`, `patterns` and `replay` as users run them.

use crate::common::command::{Folder, LISA, rows, sokoplan};

const LOST: &str = "#########\n#  $ #  #\n#  $$  ##\n#@ $  .##\n#  . .. #\n#########\n";

#[test]
fn layers_tell_deadlocks_with_their_boxes_and_reasons() {
    let text = sokoplan(LOST, &["layers", "-", "--layer", "alert,prevention,pushes"]).ends(0, "").out;
    assert!(text.contains("alert (!): 1 deadlock"), "{text}");
    assert!(text.contains("dead-square: the box at (1,3) can reach no goal, even alone"), "{text}");
    assert!(text.contains("$!") && !text.contains('\x1b'), "{text}");
    sokoplan("", &["layers", LISA, "--level", "1", "--after", "dL", "--layer", "alert"])
        .prints("alert (!): 1 deadlock");
    sokoplan(LOST, &["layers", "-", "--layer", "alert", "--color", "always"]).prints("\x1b[");
}

#[test]
fn json_has_the_layers_asked_for_and_no_others() {
    let rows = sokoplan(LOST, &["layers", "-", "--layer", "alert,box-reach", "--box", "3,3", "--json"]).rows();
    let layers = rows[0]["layers"].as_object().expect("layers");
    assert_eq!(layers.keys().collect::<Vec<_>>(), ["alert", "box-reach"]);
    assert_eq!(layers["alert"][0]["kind"], "dead-square");
    assert_eq!(layers["alert"][0]["boxes"], serde_json::json!([[1, 3]]));
    assert_eq!(layers["box-reach"]["of"], serde_json::json!([3, 3]));
    assert_eq!((&rows[1]["type"], &rows[1]["deadlocks"]), (&"summary".into(), &1.into()));
}

#[test]
fn the_picture_has_a_group_for_every_layer_that_is_named_and_one_layer_otherwise() {
    let all = ["areas", "dead-squares", "parking", "box-reach", "goal-paths", "pushes", "hint", "prevention", "alert"];
    let picture = ["layers", LISA, "--level", "1", "--format", "svg", "--nodes", "20k"];
    let svg = sokoplan("", &[&picture[..], &["--layer", &all.join(",")]].concat()).out;
    for layer in all {
        assert_eq!(svg.matches(&format!("id=\"layer-{layer}\"")).count(), 1, "{layer}");
    }
    for (more, layer) in
        [(&[][..], "dead-squares"), (&["--box", "4,4"], "box-reach"), (&["--layer", "pushes"], "pushes")]
    {
        let one = sokoplan("", &[&picture[..], more].concat()).out;
        assert!(one.matches("id=\"layer-").count() == 1 && one.contains(&format!("id=\"layer-{layer}\"")), "{layer}");
    }
}

#[test]
fn one_layer_is_drawn_and_the_others_are_listed() {
    let text = sokoplan("", &["layers", LISA, "--level", "1"]).out;
    assert!(text.contains("dead-squares (x): ") && !text.contains("pushes (arrows)"), "{text}");
    let listed = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(listed.contains("other layers, by --layer: areas, pushes, prevention, alert, "), "{text}");
}

#[test]
fn the_built_in_patterns_are_all_proved() {
    let rows = sokoplan("", &["prove", "patterns", "--json"]).ends(0, "").rows();
    let (summary, patterns) = rows.split_last().expect("a summary");
    assert!(patterns.len() >= 10);
    assert_eq!((&summary["sound"], &summary["patterns"]), (&patterns.len().into(), &patterns.len().into()));
    assert!(patterns.iter().any(|pattern| pattern["outside_only"] == true));
}

#[test]
fn a_pattern_that_is_no_deadlock_is_said_to_be_none() {
    let folder = Folder::new("patterns");
    let open = folder.write("open.txt", "deadlock pair\n$$\n\ndeadlock corner\n-#\n#$\n");
    let run = sokoplan("", &["prove", "patterns", &open]).ends(1, "");
    assert!(run.out.starts_with("pair: open"), "{run}");
    let fault = folder.write("fault.txt", "deadlock pair\n$x\n");
    sokoplan("", &["prove", "patterns", &fault]).ends(2, "fault.txt:2:2: `x`: expected #, $ or -");
    sokoplan(LOST, &["layers", "-", "--layer", "alert", "--deadlock-patterns", &open]).ends(0, "");
}

#[test]
fn a_solution_is_replayed_as_text_and_as_a_moving_picture() {
    let solved = sokoplan("", &["solve", LISA, "--level", "1", "--nodes", "5000"]).out;
    let text = sokoplan(&solved, &["replay", LISA, "--solution", "-", "--level", "1", "--format", "text"]).out;
    assert!(text.contains("0 of ") && !text.contains('\x1b'), "{text}");
    let moves = text.matches(" of ").count() - 1;
    assert!(text.contains(&format!("\n{moves} of {moves}: ")), "{text}");
    let svg =
        sokoplan(&solved, &["replay", LISA, "--solution", "-", "--level", "1", "--format", "svg", "--speed", "10"]).out;
    assert_eq!(svg.matches("<animateTransform").count(), 3, "two boxes and the player");
    for times in svg.split("keyTimes=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
        let times: Vec<f64> = times.split(';').map(|time| time.parse().expect("a number")).collect();
        assert!(times[0] == 0.0 && times.is_sorted() && times[times.len() - 1] <= 1.0, "{times:?}");
    }
    // As many values as times, and at the end every box shows the face that it has on goals.
    let faces = svg.split("attributeName=\"opacity\"").skip(1).filter_map(|rest| rest.split("values=\"").nth(1));
    let ends = faces.filter_map(|values| values.split('"').next()).filter(|values| values.ends_with(";1"));
    assert_eq!(ends.filter(|values| values.starts_with('0')).count(), 2, "{svg}");
}

#[test]
fn there_is_no_hint_where_the_position_is_proved_lost() {
    let lost = "#######\n#  $$ #\n#@    #\n#   ..#\n#######\n";
    for layers in ["global,hint", "hint,global", "hint,alert"] {
        sokoplan(lost, &["layers", "-", "--layer", layers]).prints("hint: this position is lost");
    }
}

/// The fourth push brings the box to a wall without a goal.
const ROW: &str = "########\n#      #\n#@$    #\n#    . #\n########\n";

#[test]
fn the_push_that_lost_a_level_is_named_with_the_pushes_to_take_back() {
    let lost = "lost since push 4: the box at (2,6) can reach no goal, even alone; take back 1 push";
    let layers = |args: &[&str]| sokoplan(ROW, &[&["layers", "-", "--layer", "rescue"], args].concat()).out;
    let after = layers(&["--after", "RRRRll"]);
    assert!(after.contains(&format!("rescue: {lost}\n")), "{after}");
    assert!(layers(&["--solution", "RRRRll"]).contains(lost), "moves of --solution count too");
    assert!(layers(&["--after", "RRR"]).contains("rescue: the level can still be solved\n"));
    let row = rows(&layers(&["--after", "RRRR", "--json"])).remove(0);
    let rescue = &row["layers"]["rescue"];
    assert_eq!((&rescue["solvable"], &rescue["lost"], &rescue["moves"]), (&3.into(), &4.into(), &3.into()), "{rescue}");
    let never = sokoplan("#####\n#$@.#\n#####\n", &["layers", "-", "--layer", "rescue"]).out;
    assert!(never.contains("rescue: the level has no solution: the box at (1,1) can reach no goal"), "{never}");
    let folder = Folder::new("attempt");
    let level = folder.write("row.xsb", ROW);
    let checked = sokoplan("", &["verify", &level, "--solution", "RRRRll"]);
    assert!(checked.out.contains(&format!("\n  {lost}\n")), "{checked}");
    let checked = sokoplan("", &["verify", &level, "--solution", "RRRRll", "--json"]).rows();
    assert_eq!(checked[0]["rescue"]["take_back"], 1, "{}", checked[0]);
}
