//! `graph`: what it says in each format, of whole graphs and of those that are cut.

use crate::common::command::{Folder, err, out, rows, sokoplan};
use crate::common::skipped::skipped;
use std::process::Command;

const LISA: &str = "levels/6-lisa.xsb";

const READ: &str = "
import json, sys, networkx
graph = networkx.read_graphml(sys.argv[1], force_multigraph=True)
contents = json.loads(graph.graph['contents']) if 'contents' in graph.graph else {}
print(json.dumps({
    'states': [[node, data['is_start'], data['is_solved'], json.loads(data['counts'])] for node, data in graph.nodes(data=True)],
    'operators': sorted([a, b, data['label'], data['cost']] for a, b, data in graph.edges(data=True)),
    'whole': graph.graph['is_whole'], 'expanded': graph.graph['expanded'], 'parts': contents.get('parts'),
}))
";

#[test]
fn graphml_is_read_by_networkx_as_the_row_says() {
    let folder = Folder::new("graphml");
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has = Command::new(&python).args(["-c", "import networkx"]).output().is_ok_and(|run| run.status.success());
    if !has {
        skipped(format_args!("no python3 with networkx"));
        return;
    }
    for rung in ["parts", "counts", "exits", "classes", "sets"] {
        let graph = |more: &[&str]| {
            out(&sokoplan("", &[&["graph", LISA, "--level", "1", "--abstraction", rung], more].concat()))
        };
        let file = folder.write("graph.graphml", graph(&["--format", "graphml"]));
        let row = rows(&graph(&["--json"])).remove(0);
        let read = Command::new(&python).args(["-c", READ, &file]).output().expect("python runs");
        assert!(read.status.success(), "{rung}: {}", err(&read));
        let read = rows(&out(&read)).remove(0);
        let list = |of: &str| row[of].as_array().expect("a list").clone();
        let state = |state: serde_json::Value| {
            let number = state["number"].as_u64().expect("a number");
            serde_json::json!([format!("s{number}"), number == 0, state["is_solved"], state["counts"]])
        };
        assert_eq!(read["states"], list("states").into_iter().map(state).collect::<serde_json::Value>(), "{rung}");
        let operator = |by: &serde_json::Value| {
            (format!("s{}", by["from"]), format!("s{}", by["to"]), by["label"].to_string(), by["cost"].to_string())
        };
        let mut operators: Vec<_> = list("operators").iter().map(operator).collect();
        operators.sort();
        let known = read["operators"].as_array().expect("a list").iter().map(|by| {
            let word = |place: usize| by[place].as_str().expect("a word").to_owned();
            (word(0), word(1), by[2].to_string(), by[3].to_string())
        });
        assert_eq!(known.collect::<Vec<_>>(), operators, "{rung}");
        assert_eq!((&read["whole"], &read["expanded"]), (&true.into(), &row["expanded"]), "{rung}");
        assert_eq!(read["parts"], row["parts"], "{rung}");
    }
}

#[test]
fn a_cut_graph_says_so_in_every_format_and_the_exit_code_is_1() {
    let cut = |more: &[&str]| {
        let run = sokoplan("", &[&["graph", LISA, "--level", "1", "--nodes", "3"], more].concat());
        assert_eq!(run.status.code(), Some(1), "{more:?}: {}", err(&run));
        assert!(err(&run).contains("level 1: the graph is cut"), "{more:?}: {}", err(&run));
        out(&run)
    };
    assert!(cut(&[]).contains("cut: node limit"), "{}", cut(&[]));
    assert!(cut(&["--format", "dot"]).contains("label=\"cut: node limit"));
    let graphml = cut(&["--format", "graphml"]);
    assert!(graphml.contains("<data key=\"graph-is_whole\">false</data>"), "{graphml}");
    let rows = rows(&cut(&["--json"]));
    assert_eq!(
        (&rows[0]["is_whole"], &rows[0]["stop"], &rows[0]["expanded"]),
        (&false.into(), &"node_limit".into(), &3.into())
    );
    assert_eq!((&rows[1]["levels"], &rows[1]["whole"]), (&1.into(), &0.into()));
    assert_eq!(cut(&["--json"]), cut(&["--json"]));
}

#[test]
fn transfers_have_no_states_and_graphs_of_several_levels_are_rows() {
    let transfers = sokoplan("", &["graph", LISA, "--abstraction", "transfers"]);
    assert_eq!(transfers.status.code(), Some(2));
    assert!(err(&transfers).contains("transfers have no states: expected parts, counts, exits, classes or sets"));
    for format in ["graphml", "dot"] {
        let several = sokoplan("", &["graph", LISA, "--format", format]);
        assert!(several.status.code() == Some(2) && err(&several).contains("pick one with --level"), "{format}");
    }
    let all = rows(&out(&sokoplan("", &["graph", LISA, "--json"])));
    let (summary, levels) = all.split_last().expect("rows");
    assert_eq!(summary["levels"], levels.len());
    let sum: usize = levels.iter().map(|row| row["states"].as_array().expect("a list").len()).sum();
    assert_eq!(summary["states"], sum);
}
