//! The pages in Chromium: a script of the test acts like a user, and reports its findings.
//!
//! Pages take scripts from their server alone. So the browser calls a stand-in, which adds the script to the page, takes its
//! findings, and passes all other requests to the real server.

use super::Server;
use crate::common::chromium::chromium;
use crate::common::command::Folder;
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// Before all scripts of the page.
const WATCH: &str = "const errors = [];\
    addEventListener('error', (event) => errors.push(event.message));\
    addEventListener('unhandledrejection', (event) => errors.push(String(event.reason)));\
    addEventListener('securitypolicyviolation', (event) => errors.push(event.violatedDirective));";

/// What scripts of tests use.
const TOOLS: &str = "\
    const find = (query) => document.querySelector(query);\
    const text = (query) => find(query)?.textContent ?? '';\
    const button = (name) => [...document.querySelectorAll('button')].find((one) => one.textContent === name);\
    const until = async (holds) => { for (let at = 0; at < 400; at += 1) {\
        const value = await holds(); if (value) return value; await new Promise((done) => setTimeout(done, 50)); }\
        throw new Error(`never: ${holds}`); };\
    const key = (key, more = {}) => dispatchEvent(new KeyboardEvent('keydown', { key, ...more }));\
    const at = (row, column) => { const { left, top, width, height } = find('.board').getBoundingClientRect();\
        const [first, top_row, columns, rows] = find('.board').getAttribute('viewBox').split(' ').map(Number);\
        const side = Math.min(width / columns, height / rows);\
        return { clientX: left + (width - side * columns) / 2 + (column + 0.5 - first) * side,\
            clientY: top + (height - side * rows) / 2 + (row + 0.5 - top_row) * side, bubbles: true, buttons: 1 }; };\
    const drag = (from, to) => { find('.board').dispatchEvent(new PointerEvent('pointerdown', at(...from)));\
        find('.board').dispatchEvent(new PointerEvent('pointermove', at(...to)));\
        find('.board').dispatchEvent(new PointerEvent('pointerup', at(...to))); };\
    const click = (row, column) => drag([row, column], [row, column]);\
    const still = () => until(() => page.pending === '');";

/// Result of a script on a page of a server, at an address: the value that it returns; there were no errors. `None` without
/// Chromium.
pub(super) fn found(server: &Server, address: &str, script: &str) -> Option<Value> {
    found_as(server, &[], address, script)
}

/// The same in a browser with more options.
pub(super) fn found_as(server: &Server, look: &[&str], address: &str, script: &str) -> Option<Value> {
    let folder = Folder::new("serve-browser");
    let mut command = chromium(&folder.path("profile"))?;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let script = format!(
        "{TOOLS} addEventListener('load', async () => {{ let value;\
         try {{ value = await (async () => {{ {script} }})(); }} catch (error) {{ errors.push(String(error)); }}\
         await fetch('/found', {{ method: 'POST', body: JSON.stringify({{ value, errors }}) }}); }});"
    );
    let (sender, receiver) = channel();
    let stand_in = Arc::new(StandIn { host: server.host().to_owned(), script, found: sender });
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let stand_in = Arc::clone(&stand_in);
            thread::spawn(move || stand_in.answer(stream));
        }
    });
    command.args(look).args(["--remote-debugging-port=0", &format!("http://127.0.0.1:{port}/{address}")]);
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    let told = receiver.recv_timeout(Duration::from_secs(600));
    _ = child.kill();
    _ = child.wait();
    let told: Value = serde_json::from_str(&told.expect("the script ends")).unwrap();
    assert_eq!(told["errors"], serde_json::json!([]), "errors on the page");
    Some(told["value"].clone())
}

struct StandIn {
    host: String,
    script: String,
    found: Sender<String>,
}

impl StandIn {
    fn answer(&self, stream: TcpStream) -> io::Result<()> {
        let mut reader = BufReader::new(stream.try_clone()?);
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
            if line == "\r\n" {
                break;
            }
            if !line.to_lowercase().starts_with("connection:") {
                head += &line;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        match path.as_str() {
            "/watch.js" => script(stream, WATCH),
            "/test.js" => script(stream, &self.script),
            "/found" => {
                _ = self.found.send(String::from_utf8_lossy(&body).into_owned());
                script(stream, "")
            }
            _ => self.hand_on(stream, &head, &body, path == "/"),
        }
    }

    /// Calls the real server; if the browser disconnects, so does the call.
    fn hand_on(&self, mut stream: TcpStream, head: &str, body: &[u8], is_page: bool) -> io::Result<()> {
        let mut server = TcpStream::connect(&self.host)?;
        server.write_all(format!("{head}Connection: close\r\n\r\n").as_bytes())?;
        server.write_all(body)?;
        if is_page {
            let mut page = String::new();
            server.read_to_string(&mut page)?;
            let (head, body) = page.split_once("\r\n\r\n").unwrap_or_default();
            let body = body.replace("<head>", "<head><script src=\"/watch.js\"></script>");
            let body = body.replace("</head>", "<script src=\"/test.js\" defer></script></head>");
            let lines = head.lines().filter(|line| !line.to_lowercase().starts_with("content-length:"));
            let head: String = lines.map(|line| format!("{line}\r\n")).collect();
            return write!(stream, "{head}Content-Length: {}\r\n\r\n{body}", body.len());
        }
        let (mut browser, ending) = (stream.try_clone()?, server.try_clone()?);
        thread::spawn(move || {
            _ = io::copy(&mut browser, &mut io::sink());
            _ = ending.shutdown(Shutdown::Both);
        });
        io::copy(&mut server, &mut stream)?;
        stream.shutdown(Shutdown::Both)
    }
}

fn script(mut stream: TcpStream, text: &str) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\nConnection: close\r\n";
    write!(stream, "{head}Content-Length: {}\r\n\r\n{text}", text.len())
}
