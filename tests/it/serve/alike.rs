//! A level has one story: the same areas, sentences, steps, labels and plan from every command and from the server, however many
//! requests come at once.

use super::client::Server;
use crate::common::command::{LISA, ORDERS, data, most_memory, sokoplan, timeless};
use serde_json::{Value, json};
use std::thread;

const SIGNATURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/8-signature.xsb");

/// The level row of a command with JSON output.
fn row(args: &[&str]) -> Value {
    sokoplan("", args).rows().into_iter().find(|row| row["type"] == "level").expect("a row")
}

/// The page of a level, from the data of a report.
fn page(args: &[&str]) -> Value {
    data(&sokoplan("", args).out)["levels"][0].take()
}

/// The names and places of areas, which rows of rooms have too.
fn places(areas: &Value) -> Vec<(&Value, &Value)> {
    areas.as_array().expect("areas").iter().map(|area| (&area["name"], &area["kind"])).collect()
}

#[test]
fn a_level_has_one_story_in_every_command_and_in_the_browser() {
    let (mut labels, mut tidied) = (0, 0);
    for (file, number) in [(LISA, 1), (LISA, 2), (ORDERS, 1), (ORDERS, 4), (ORDERS, 9), (SIGNATURE, 3)] {
        let server = Server::start(&[file]);
        let level = &server.get("/api/levels").json()["levels"][number - 1].take();
        let number = number.to_string();
        let of_level = [file, "--level", &number, "--nodes", "20k"];
        let with = |command: &[&'static str]| [command, &of_level].concat();
        let solved = row(&with(&["solve", "--explain", "--json"]));
        let what = format!("{file} {number}");
        assert_eq!(solved["answer"], "solved", "{what}");
        let lurd = solved["lurd"].as_str().unwrap();
        let explained = row(&["explain", file, "--level", &number, "--solution", lurd, "--json"]);
        let question =
            json!({"level": {"board": level["board"], "title": level["title"]}, "limits": {"nodes": 20_000}});
        let answered = server.ask("/api/solve", &question).json();
        let page = page(&with(&["report"]));
        for key in ["areas", "story", "steps"] {
            assert_eq!(answered[key], solved[key], "server, {key} of {what}");
            assert_eq!(explained[key], solved[key], "explain, {key} of {what}");
        }
        for key in ["story", "steps"] {
            assert_eq!(page[key], solved[key], "report, {key} of {what}");
        }
        assert_eq!(places(&page["rooms"]["areas"]), places(&solved["areas"]), "{what}");
        for key in ["fidelity", "lurd", "solved_by", "labels"] {
            assert_eq!([&answered[key], &page["runs"][0][key]], [&solved[key]; 2], "{key} of {what}");
        }
        // A plan is shown as it was carried out; its moves have the labels that it shows.
        let planned = row(&with(&["plan", "--json"]));
        if let Some(lurd) = planned["lurd"].as_str() {
            let explained = row(&["explain", file, "--level", &number, "--solution", lurd, "--json"]);
            assert_eq!(planned["steps"], explained["steps"], "plan of {what}");
            tidied += usize::from(planned["lurd"] != solved["lurd"]);
        }
        labels += solved["steps"].as_array().unwrap().iter().filter(|step| !step["label"].is_null()).count();
    }
    assert!(labels > 20 && tidied > 1, "{labels} labels, {tidied} tidied plans");
}

#[test]
fn two_hundred_questions_at_once_are_answered_as_one_is() {
    let server = Server::start(&["--threads", "2", LISA]);
    let level = json!({"board": server.get("/api/levels").json()["levels"][0]["board"]});
    let questions =
        [("/api/rooms", json!({"level": level})), ("/api/solve", json!({"level": level, "limits": {"nodes": 2000}}))];
    let alone: Vec<Value> =
        questions.iter().map(|(path, question)| timeless(server.ask(path, question).json())).collect();
    thread::scope(|scope| {
        for at in 0..200 {
            let (server, questions, alone) = (&server, &questions, &alone);
            scope.spawn(move || {
                let (path, question) = &questions[at % 2];
                assert_eq!(timeless(server.ask(path, question).json()), alone[at % 2]);
            });
        }
    });
    assert!(most_memory(server.id()).is_none_or(|mebibytes| mebibytes < 400), "{:?}", most_memory(server.id()));
}
