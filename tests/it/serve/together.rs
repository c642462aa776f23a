//! Many requests at once.

use super::client::most_bytes;
use super::{Server, endless};
use crate::common::command::{LISA, timeless};
use serde_json::{Value, json};
use std::thread;
use std::time::Duration;

/// Asks until the server is not busy; the answer, and how often it was.
fn patiently(server: &Server, path: &str, question: &Value) -> (Value, usize) {
    for busy in 0..1_000 {
        let answer = server.ask(path, question);
        if answer.status != 503 {
            assert_eq!(answer.status, 200, "{answer:?}");
            return (answer.json(), busy);
        }
        assert!(answer.head.contains("retry-after: 1"), "{answer:?}");
        thread::sleep(Duration::from_millis(100));
    }
    panic!("always busy");
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
                assert_eq!(timeless(patiently(server, path, question).0), alone[at % 2]);
            });
        }
    });
    assert!(most_bytes(server.id()).is_none_or(|bytes| bytes < 400 << 20), "{:?}", most_bytes(server.id()));
}

#[test]
fn more_than_can_wait_are_told_to_come_again() {
    let server = Server::start(&["--threads", "1", "--time", "100ms"]);
    let question = endless();
    let statuses: Vec<u16> = thread::scope(|scope| {
        let ask = || scope.spawn(|| server.ask("/api/solve", &question).status);
        let asked: Vec<_> = (0..80).map(|_| ask()).collect();
        asked.into_iter().map(|one| one.join().unwrap()).collect()
    });
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert!(statuses.contains(&200) && statuses.contains(&503), "{statuses:?}");
}
