//! Clients that ask and never read, or say nothing: others are answered all the same.

use super::Server;
use super::client::most_bytes;
use serde_json::json;
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// A board of a side, with little in it.
fn wide(side: usize) -> String {
    let wall = "#".repeat(side);
    let row = format!("#{}#", " ".repeat(side - 2));
    let first = format!("#@$.{}#", " ".repeat(side - 5));
    [&[wall.as_str(), &first][..], &vec![row.as_str(); side - 3], &[&wall]].concat().join("\n")
}

#[test]
fn clients_that_never_read_neither_fill_the_memory_nor_starve_others() {
    let server = Server::start(&["--memory", "64MiB", "--threads", "2", "--rate", "100000"]);
    let body = json!({"level": {"board": wide(250)}}).to_string();
    let request = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.host(),
        body.len()
    );
    let mut hostile = Vec::new();
    for _ in 0..280 {
        let mut stream = TcpStream::connect(server.host()).unwrap();
        stream.set_nonblocking(true).unwrap();
        // As much as the system takes: nobody waits for the rest.
        _ = stream.write(request.repeat(7).as_bytes());
        hostile.push(stream);
    }
    let question = json!({"level": {"board": "######\n#@$. #\n#    #\n######\n"}});
    let (mut answered, mut slowest) = (0, Duration::ZERO);
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(20) && answered < 50 {
        let asked = Instant::now();
        let status = server.ask("/api/rooms", &question).status;
        slowest = slowest.max(asked.elapsed());
        answered += usize::from(status == 200);
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(answered == 50, "{answered} answers, the slowest after {slowest:?}");
    let most = most_bytes(server.id());
    assert!(most.is_none_or(|bytes| bytes < (64 * 3 / 2 + 64) << 20), "{most:?}");
    drop(hostile);
}

#[test]
fn idle_connections_delay_nobody() {
    let server = Server::start(&["--rate", "100000"]);
    let idle: Vec<TcpStream> = (0..600).map(|_| TcpStream::connect(server.host()).unwrap()).collect();
    let began = Instant::now();
    for _ in 0..20 {
        assert_eq!(server.get("/api/levels").status, 200);
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    drop(idle);
}
