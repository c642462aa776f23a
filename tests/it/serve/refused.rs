//! Requests that are refused, each with its reason as JSON, and the server goes on.

use super::Server;
use crate::common::command::LISA;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

fn easy() -> Value {
    json!({"level": {"board": "#####\n#@$.#\n#####\n"}})
}

#[test]
fn other_hosts_other_sites_and_other_types_are_refused() {
    let server = Server::start(&[LISA]);
    let (host, body) = (format!("Host: {}", server.host()), easy().to_string());
    let origin = format!("Origin: http://{}", server.host());
    let json = "Content-Type: application/json";
    let sent = |lines: &[&str]| {
        let head = [&["POST /api/rooms HTTP/1.1"], lines].concat();
        server.send(&head, body.as_bytes()).status
    };
    assert_eq!((sent(&[&host, json]), sent(&[&host, json, &origin])), (200, 200));
    assert_eq!(sent(&[&host, "Content-Type: text/plain"]), 415);
    assert_eq!(sent(&[json]), 400, "no host");
    for origin in
        ["http://evil.example", "http://localhost:81", "null", "http://localhost:80.evil.example", "localhost:80"]
    {
        assert_eq!(sent(&["Host: localhost:80", json, &format!("Origin: {origin}")]), 403, "{origin}");
    }
    let page = |lines: &[&str]| server.send(&[&["GET / HTTP/1.1"], lines].concat(), b"").status;
    for name in ["127.0.0.1:80", "localhost", "LOCALHOST:8080", "[::1]:80"] {
        assert_eq!(page(&[&format!("Host: {name}")]), 200, "{name}");
    }
    for name in ["evil.example:80", "localhost.evil.example", "192.168.0.1", "127.0.0.1.evil", "", ":80"] {
        assert_eq!(page(&[&format!("Host: {name}")]), 403, "{name}");
    }
    assert_eq!(page(&["Host: localhost", "Host: evil.example"]), 400);
}

#[test]
fn only_the_pages_are_files_that_can_be_asked_for() {
    let server = Server::start(&[LISA]);
    for path in
        ["/Cargo.toml", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//etc/passwd", "/levels/6-lisa.xsb", "/page/main.js"]
    {
        assert_eq!(server.get(path).problem(), (404, "not_found".to_owned()), "{path}");
    }
    assert_eq!(server.ask("/api/nothing", &easy()).problem(), (404, "not_found".to_owned()));
    assert_eq!(server.get("/api/rooms").problem(), (405, "method_not_allowed".to_owned()));
    assert_eq!(server.ask("/", &easy()).problem(), (405, "method_not_allowed".to_owned()));
    let page = server.get("/");
    assert!(page.head.contains("content-security-policy: default-src 'none'; script-src 'self'"), "{}", page.head);
    assert!(page.head.contains("x-content-type-options: nosniff"), "{}", page.head);
}

#[test]
fn broken_requests_get_the_place_and_the_reason() {
    let server = Server::start(&[]);
    let asked = |path: &str, question: Value| server.ask(path, &question).problem();
    let bad = |kind: &str, status: u16| (status, kind.to_owned());
    let host = format!("Host: {}", server.host());
    let broken =
        server.send(&["POST /api/rooms HTTP/1.1", &host, "Content-Type: application/json"], b"{\n\"level\": x}");
    assert_eq!((broken.problem(), &broken.json()["error"]["line"]), (bad("bad_json", 400), &2.into()));
    assert_eq!(asked("/api/rooms", json!({"level": {"board": "#"}, "extra": 1})), bad("bad_json", 400));
    assert_eq!(asked("/api/rooms", json!({"level": {"board": "hello"}})), bad("bad_level", 422));
    let two_players = server.ask("/api/rooms", &json!({"level": {"board": "######\n#@$.#\n#@  #\n######\n"}}));
    assert_eq!(two_players.problem(), bad("bad_level", 422));
    assert!(two_players.json()["error"]["line"].as_u64().unwrap() > 0, "{two_players:?}");
    let with = |key: &str, value: Value| {
        let mut question = easy();
        question[key] = value;
        question
    };
    assert_eq!(asked("/api/rooms", with("rooms_by", "walls".into())), bad("bad_request", 400));
    assert_eq!(asked("/api/solve", with("optimal", "beauty".into())), bad("bad_request", 400));
    for word in ["luck", "dfs"] {
        assert_eq!(asked("/api/solve", with("strategy", word.into())), bad("bad_request", 400), "{word}");
    }
    assert_eq!(asked("/api/solve", with("limits", json!({"seconds": -1}))), bad("bad_request", 400));
    assert_eq!(asked("/api/convert", with("format", "png".into())), bad("bad_json", 400));
    assert_eq!(
        asked("/api/rooms", json!({"level": {"board": easy()["level"]["board"], "after": "u"}})),
        bad("bad_moves", 422)
    );
    let large = json!({"level": {"board": "#".repeat(1 << 20)}});
    assert_eq!(asked("/api/rooms", large), bad("too_large", 413));
    assert_eq!(server.ask("/api/rooms", &easy()).status, 200, "the server goes on");
}

#[test]
fn slow_clients_do_not_hold_connections() {
    let server = Server::start(&[LISA]);
    let host = server.host().to_owned();
    let answer = |text: String| {
        let mut stream = TcpStream::connect(&host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(100))).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server closes the connection");
        answer
    };
    let post = "Content-Type: application/json\r\nConnection: close\r\nContent-Length: 1000";
    let (head, body) = thread::scope(|scope| {
        let head = scope.spawn(|| answer(format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: ")));
        let body = scope.spawn(|| answer(format!("POST /api/rooms HTTP/1.1\r\nHost: {host}\r\n{post}\r\n\r\n{{\"le")));
        (head.join().unwrap(), body.join().unwrap())
    });
    assert!(!head.contains("200 OK"), "{head}");
    assert!(body.starts_with("HTTP/1.1 408") && body.contains("too_slow"), "{body}");
    assert_eq!(server.get("/").status, 200, "the server goes on");
}

#[test]
fn connections_that_send_nothing_or_half_a_body_delay_nobody() {
    let server = Server::start(&[]);
    let head = format!("POST /api/solve HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json", server.host());
    let half = format!("{head}\r\nContent-Length: 9\r\n\r\n{{");
    let waiting: Vec<TcpStream> = ["", &half]
        .iter()
        .flat_map(|text| [text; 300])
        .map(|text| {
            let mut stream = TcpStream::connect(server.host()).unwrap();
            stream.write_all(text.as_bytes()).unwrap();
            stream
        })
        .collect();
    for _ in 0..20 {
        assert_eq!(server.ask("/api/rooms", &easy()).status, 200);
    }
    drop(waiting);
}

#[test]
fn bodies_take_room_while_they_arrive_and_give_it_back() {
    // A quarter of the memory, and at least 16 MiB, is for bodies: two halves of files leave no room for a third.
    let server = Server::start(&["--memory", "64MiB"]);
    let (host, file) = (format!("Host: {}", server.host()), vec![b'#'; 7 << 20]);
    let octets = "Content-Type: application/octet-stream";
    let head = format!("POST /api/levels HTTP/1.1\r\n{host}\r\n{octets}\r\nContent-Length: {}\r\n\r\n", 8 << 20);
    let held: Vec<TcpStream> = (0..2)
        .map(|_| {
            let mut stream = TcpStream::connect(server.host()).unwrap();
            stream.write_all(head.as_bytes()).unwrap();
            stream.write_all(&file).unwrap();
            stream
        })
        .collect();
    let status_is = |is_wanted: &dyn Fn(u16) -> bool| {
        (0..100).any(|_| {
            thread::sleep(Duration::from_millis(100));
            is_wanted(server.levels(&file).status)
        })
    };
    assert!(status_is(&|status| status == 503), "there is no room for a third");
    assert_eq!(server.ask("/api/rooms", &easy()).status, 200, "a small body has room");
    drop(held);
    assert!(status_is(&|status| status != 503), "the room is free again");
}

#[test]
fn a_file_of_more_levels_than_are_read_is_refused() {
    let server = Server::start(&[]);
    let board = "#####\n#@$.#\n#####\n\n";
    let most = server.levels(board.repeat(10_000).as_bytes());
    assert_eq!((most.status, most.json()["levels"].as_array().map(Vec::len)), (200, Some(10_000)));
    let more = server.levels(board.repeat(10_001).as_bytes());
    assert_eq!(more.problem(), (413, "too_large".to_owned()));
}

#[test]
fn a_target_that_names_another_host_is_refused_and_levels_name_no_folder() {
    let server = Server::start(&[LISA]);
    let host = format!("Host: {}", server.host());
    let other = server.send(&["GET http://other.example/api/levels HTTP/1.1", &host], b"");
    assert_eq!(other.problem(), (403, "forbidden".to_owned()));
    let own = server.send(&[&format!("GET http://{}/api/levels HTTP/1.1", server.host()), &host], b"");
    assert_eq!(own.status, 200);
    assert_eq!(own.json()["levels"][0]["file"], "6-lisa.xsb");
}
