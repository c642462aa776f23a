//! Many requests at once.

use super::Server;
use crate::common::command::{LISA, most_memory, timeless};
use serde_json::{Value, json};
use std::thread;

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
