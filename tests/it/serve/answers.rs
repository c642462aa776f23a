//! The answers are the rows of the subcommands.

use super::{Server, endless};
use crate::common::command::{LISA, gz, hall, sokoplan, zip};
use serde_json::{Value, json};
use std::io::Read;

/// The type of answers that tell progress.
const EVENTS: &str = "text/event-stream";

/// The first row of a subcommand, without keys that the server does not have or that differ from run to run.
fn row(args: &[&str]) -> Value {
    same(sokoplan("", args).rows().swap_remove(0))
}

fn same(mut row: Value) -> Value {
    for key in ["file", "seconds", "peak_bytes", "cut_short", "line"] {
        row.as_object_mut().unwrap().remove(key);
    }
    row
}

/// The first level, as the server hands it to pages.
fn level(server: &Server) -> Value {
    let levels = server.get("/api/levels").json();
    json!({"board": levels["levels"][0]["board"], "title": levels["levels"][0]["title"]})
}

#[test]
fn answers_are_the_rows_that_the_subcommands_write() {
    let server = Server::start(&[LISA]);
    let level = level(&server);
    let one = ["--level", "1", "--json"];
    let answer = |path: &str, question: Value| {
        let answer = server.ask(path, &question);
        assert_eq!(answer.status, 200, "{answer:?}");
        same(answer.json())
    };
    assert_eq!(answer("/api/rooms", json!({"level": level})), row(&[&["rooms", LISA][..], &one].concat()));
    let by_blocks = row(&[&["rooms", LISA, "--rooms-by", "blocks"][..], &one].concat());
    assert_eq!(answer("/api/rooms", json!({"level": level, "rooms_by": "blocks"})), by_blocks);
    let nodes = json!({"nodes": 5000});
    let solved = row(&[&["solve", LISA, "--explain", "--nodes", "5000"][..], &one].concat());
    assert_eq!(solved["answer"], "solved");
    assert_eq!(answer("/api/solve", json!({"level": level, "limits": nodes})), solved);
    let planned = row(&[&["plan", LISA, "--nodes", "5000", "-k", "2"][..], &one].concat());
    assert_eq!(answer("/api/plan", json!({"level": level, "limits": nodes, "k": 2})), planned);
    let layers = row(&[&["layers", LISA, "--nodes", "5000", "--layer", "alert,pushes,hint"][..], &one].concat());
    let asked = json!({"level": level, "limits": nodes, "layers": ["alert", "pushes", "hint"]});
    assert_eq!(answer("/api/layers", asked), layers);
    let board = "#######\n#@    #\n# $ . #\n#     #\n#######\n";
    let proved = sokoplan(board, &["prove", "-", "--after", "ddrU", "--json"]).rows().swap_remove(0);
    assert!(proved["text"].as_str().is_some_and(|text| text.contains("claim dead")), "{proved}");
    assert_eq!(answer("/api/prove", json!({"level": {"board": board, "after": "ddrU"}})), same(proved));
    let lurd = solved["lurd"].as_str().unwrap();
    let verified = sokoplan(format!("1 {lurd}\n"), &[&["verify", LISA, "-"][..], &one].concat()).rows();
    assert_eq!(answer("/api/verify", json!({"level": level, "lurd": lurd})), same(verified[0].clone()));
}

#[test]
fn moves_that_are_no_solution_are_answered_with_the_place_where_they_break() {
    let server = Server::start(&[LISA]);
    let asked = |lurd: &str| server.ask("/api/verify", &json!({"level": level(&server), "lurd": lurd})).json();
    assert_eq!((&asked("")["valid"], &asked("")["broken_at"]), (&false.into(), &0.into()));
    assert_eq!(asked("uuuuuuuuuu")["valid"], false);
    assert!(asked("uuuuuuuuuu")["broken_at"].as_u64().unwrap() > 0);
    assert_eq!(asked("nothing")["broken_at"], Value::Null);
}

#[test]
fn texts_are_read_in_any_format_and_written_in_all() {
    let server = Server::start(&[]);
    assert_eq!(server.get("/api/levels").json()["levels"], json!([]));
    let sok = "; one\n\n#####\n#@$.#\n#####\n\n; broken\n\n#####\n#@$ #\n#####\n";
    let levels = server.levels(sok.as_bytes()).json();
    assert_eq!(levels["levels"][0]["title"], "one");
    let place = |key: &str| levels["levels"][1]["fault"][key].as_u64().unwrap();
    assert!(place("line") >= 9 && place("column") > 0, "{levels}");
    assert_eq!(server.levels(b"5#|#@$.#|5#").json()["levels"][0]["board"], "#####\n#@$.#\n#####\n");
    assert_eq!(server.levels(b"no level at all").problem(), (422, "bad_level".to_owned()));
    let level = json!({"board": "#####\n#@$.#\n#####\n", "title": "one"});
    for format in ["xsb", "sok", "rle", "sokobot", "letters", "lisa"] {
        let answer = server.ask("/api/convert", &json!({"level": level, "format": format}));
        assert!(answer.json()["text"].as_str().unwrap().len() > 10, "{format}: {answer:?}");
    }
    let sok = server.ask("/api/convert", &json!({"level": level, "format": "sok", "lurd": "R"})).json();
    assert!(sok["text"].as_str().unwrap().contains("Solution 1/1"), "{sok}");
}

#[test]
fn packed_files_are_read_as_the_command_line_does_and_not_beyond_their_caps() {
    let server = Server::start(&[]);
    let text = "#####\n#@$.#\n#####\n";
    let zip = zip(&["b.sok", "a/one.xsb", "notes.md"].map(|name| (name, text)));
    let files = |bytes: &[u8]| -> Vec<String> {
        let answer = server.levels(bytes).json();
        answer["levels"].as_array().unwrap().iter().map(|level| level["file"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(files(&gz(text)), [String::new()]);
    assert_eq!(files(&zip), ["a/one.xsb", "b.sok"]);
    let large = gz(&"#".repeat(9 << 20));
    for bad in [&zip[..40], &gz(text)[..12], &large] {
        assert_eq!(server.levels(bad).problem(), (422, "bad_level".to_owned()));
    }
}

#[test]
fn progress_comes_before_the_row() {
    let server = Server::start(&[]);
    let asked = json!({"level": {"board": hall()}, "limits": {"nodes": 20_000}});
    let mut answer = String::new();
    server.search(&asked, EVENTS).read_to_string(&mut answer).unwrap();
    let (progress, row) = (answer.find("event: progress"), answer.find("event: row"));
    assert!(progress.is_some() && progress < row, "{answer}");
    assert!(answer.to_lowercase().contains("content-type: text/event-stream"));
}

#[test]
fn a_closed_connection_ends_its_work() {
    let server = Server::start(&["--threads", "1", "--time", "10m"]);
    for accept in [EVENTS, "application/json"] {
        let mut stream = server.search(&endless(), accept);
        if accept.ends_with("stream") {
            stream.read_exact(&mut [0; 100]).unwrap();
        } else {
            std::thread::sleep(std::time::Duration::from_millis(300));
        }
        drop(stream);
        // The one thread is free again: this waits no longer than requests may wait.
        let easy = json!({"level": {"board": "#####\n#@$.#\n#####\n"}});
        assert_eq!(server.ask("/api/solve", &easy).json()["answer"], "solved", "{accept}");
    }
}

#[test]
fn short_questions_are_answered_beside_long_searches() {
    let server = Server::start(&["--threads", "1", "--time", "10m"]);
    let _searching = server.search(&endless(), EVENTS);
    let rooms = server.ask("/api/rooms", &json!({"level": {"board": hall()}}));
    assert!(rooms.json()["areas"].is_array(), "{rooms:?}");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_and_its_searches() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let mut server = Server::start(&["--time", "10m"]);
        let mut searching = server.search(&endless(), EVENTS);
        searching.read_exact(&mut [0; 20]).unwrap();
        assert_eq!(server.end(signal).code(), Some(code), "{signal}");
        let mut rest = String::new();
        searching.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("\"answer\":\"interrupted\""), "{rest}");
    }
}
