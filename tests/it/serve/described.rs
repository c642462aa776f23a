//! The description of the API: its examples are asked, and the answers are as it says.

use super::{LISA, Server};
use serde_json::Value;

/// What is wrong with a value by a schema: the keywords that the description uses.
fn faults(description: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    if let Some(name) = schema["$ref"].as_str() {
        let pointer = name.strip_prefix('#').unwrap();
        return faults(description, description.pointer(pointer).unwrap(), value, at);
    }
    if let Some(kinds) = schema["oneOf"].as_array() {
        let each: Vec<_> = kinds.iter().map(|kind| faults(description, kind, value, at)).collect();
        let good = each.iter().filter(|faults| faults.is_empty()).count();
        return if good == 1 {
            Vec::new()
        } else {
            each.into_iter().flatten().chain([format!("{at}: {good} fit")]).collect()
        };
    }
    let mut found = Vec::new();
    let is_of = |kind: &Value| match kind.as_str().unwrap() {
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{other}: no type"),
    };
    let fits = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(is_of),
        kind => is_of(kind),
    };
    if !fits {
        found.push(format!("{at}: {value} is no {}", schema["type"]));
    }
    if schema["enum"].as_array().is_some_and(|values| !values.contains(value)) {
        found.push(format!("{at}: {value} is none of {}", schema["enum"]));
    }
    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
        found.extend(faults(description, &schema["items"], item, &format!("{at}/{index}")));
    }
    let Some(object) = value.as_object() else { return found };
    for key in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(key) {
            found.push(format!("{at}: no {key}"));
        }
    }
    for (key, value) in object {
        let at = format!("{at}/{key}");
        match (schema["properties"].get(key), &schema["additionalProperties"]) {
            (Some(schema), _) => found.extend(faults(description, schema, value, &at)),
            (None, Value::Bool(false)) => found.push(format!("{at}: not described")),
            (None, schema @ Value::Object(_)) => found.extend(faults(description, schema, value, &at)),
            _ => {}
        }
    }
    found
}

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
    assert_eq!(faults(&description, &schemas["Solved"], row, "row"), [""; 0]);
    for event in progress {
        assert_eq!(faults(&description, &schemas["Progress"], event, "progress"), [""; 0]);
    }
}
