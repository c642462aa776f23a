//! A server of the real binary, and a client that sends what browsers never would.

use crate::common::command::{program, send};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ExitStatus, Stdio};

/// A running server, which ends with its value.
pub(super) struct Server {
    child: Child,
    /// As it was printed: `http://127.0.0.1:4242/`.
    pub(super) address: String,
}

#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    /// The status line and headers, in lower case.
    pub(super) head: String,
    pub(super) body: String,
}

impl Answer {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(super) fn problem(&self) -> (u16, String) {
        (self.status, self.json()["error"]["kind"].as_str().unwrap_or_default().to_owned())
    }
}

impl Server {
    pub(super) fn start(args: &[&str]) -> Self {
        let mut command = program();
        command.arg("serve").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let mut address = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Self { child, address: address.trim().to_owned() }
    }

    /// `127.0.0.1:4242`.
    pub(super) fn host(&self) -> &str {
        self.address.strip_prefix("http://").and_then(|rest| rest.split('/').next()).unwrap()
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal, and waits for the end.
    pub(super) fn end(&mut self, signal: &str) -> ExitStatus {
        send(signal, &self.child);
        self.child.wait().unwrap()
    }

    /// Opens a connection and sends a request with these lines as its head.
    pub(super) fn begin(&self, head: &[&str], body: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.host()).unwrap();
        let head = format!("{}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", head.join("\r\n"), body.len());
        stream.write_all(head.as_bytes()).unwrap();
        // A refusal may come before the body was read, which is then no longer wanted.
        _ = stream.write_all(body);
        stream
    }

    pub(super) fn send(&self, head: &[&str], body: &[u8]) -> Answer {
        let (mut stream, mut bytes) = (self.begin(head, body), Vec::new());
        _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_lowercase(), body: body.to_owned() }
    }

    /// Sends a file, whose levels are asked for.
    pub(super) fn levels(&self, file: &[u8]) -> Answer {
        let host = format!("Host: {}", self.host());
        self.send(&["POST /api/levels HTTP/1.1", &host, "Content-Type: application/octet-stream"], file)
    }

    /// Begins a search, for an answer of this type.
    pub(super) fn search(&self, question: &Value, accept: &str) -> TcpStream {
        let (host, accept) = (format!("Host: {}", self.host()), format!("Accept: {accept}"));
        let head = ["POST /api/solve HTTP/1.1", &host, "Content-Type: application/json", &accept];
        self.begin(&head, question.to_string().as_bytes())
    }

    pub(super) fn get(&self, path: &str) -> Answer {
        self.send(&[&format!("GET {path} HTTP/1.1"), &format!("Host: {}", self.host())], b"")
    }

    /// Asks as the pages do.
    pub(super) fn ask(&self, path: &str, question: &Value) -> Answer {
        let (first, host) = (format!("POST {path} HTTP/1.1"), format!("Host: {}", self.host()));
        self.send(&[&first, &host, "Content-Type: application/json"], question.to_string().as_bytes())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
