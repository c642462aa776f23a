//! The description of the API: its examples are asked, and the answers are as it says.

use super::Server;
use crate::common::command::LISA;
use crate::common::schema::faults;
use serde_json::Value;

#[test]
fn the_examples_of_the_description_are_answered_as_it_says() {
    let server = Server::start(&[LISA]);
    let description = server.get("/api/openapi.json").json();
    let paths = description["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 8);
    for (path, methods) in paths {
        let post = &methods["post"];
        let schema = |status: &str| &post["responses"][status]["content"]["application/json"]["schema"];
        let host = format!("Host: {}", server.host());
        let content = &post["requestBody"]["content"];
        let answer = match content.get("application/json") {
            Some(json) => {
                assert_eq!(faults(&description, &json["schema"], &json["example"], path), [""; 0]);
                let wrong = server.ask(path, &Value::Null);
                assert_eq!(faults(&description, schema("default"), &wrong.json(), path), [""; 0]);
                server.ask(path, &json["example"])
            }
            None => {
                let head = [&format!("POST {path} HTTP/1.1"), &host, "Content-Type: application/octet-stream"];
                server.send(&head, content["application/octet-stream"]["example"].as_str().unwrap().as_bytes())
            }
        };
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        assert_eq!(faults(&description, schema("200"), &answer.json(), path), [""; 0]);
        assert!(answer.json().get("answer").is_none_or(|answer| answer == "solved"), "{answer:?}");
        if methods.get("get").is_some() {
            assert_eq!(faults(&description, schema("200"), &server.get(path).json(), path), [""; 0]);
        }
    }
}

#[test]
fn answers_that_a_limit_cut_short_and_events_are_as_described_too() {
    let server = Server::start(&[]);
    let description = server.get("/api/openapi.json").json();
    let example = |path: &str| {
        description["paths"][path]["post"]["requestBody"]["content"]["application/json"]["example"].clone()
    };
    for path in ["/api/rooms", "/api/plan", "/api/layers", "/api/solve"] {
        let mut question = example(path);
        question["limits"] = serde_json::json!({"seconds": 0});
        let schema = &description["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["schema"];
        let answer = server.ask(path, &question);
        assert_eq!(answer.status, 200, "{answer:?}");
        assert_eq!(faults(&description, schema, &answer.json(), path), [""; 0]);
    }
    let host = format!("Host: {}", server.host());
    let head = ["POST /api/solve HTTP/1.1", &host, "Content-Type: application/json", "Accept: text/event-stream"];
    let answer = server.send(&head, example("/api/solve").to_string().as_bytes());
    let data = answer.body.lines().filter_map(|line| line.strip_prefix("data: "));
    let events: Vec<Value> = data.map(|data| serde_json::from_str(data).unwrap()).collect();
    let schemas = &description["components"]["schemas"];
    let (row, progress) = events.split_last().unwrap();
    assert_eq!(faults(&description, &schemas["SolveRow"], row, "row"), [""; 0]);
    for event in progress {
        assert_eq!(faults(&description, &schemas["Progress"], event, "progress"), [""; 0]);
    }
}
