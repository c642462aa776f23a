//! The pages in Chromium: a script of the test acts like a user, and reports its findings.
//!
//! Pages take scripts from their server alone. So the browser calls a stand-in, which adds the script to the page, takes its
//! findings, and passes all other requests to the real server. The page without a server is a file with the script in it.

use super::Server;
use crate::common::chromium::chromium;
use crate::common::command::{Folder, skipped, sokoplan};
use serde_json::{Value, json};
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

/// Result of a script on a page of a server, at an address: the value that it returns; there were no errors. The page without a
/// server gives the same, if there is one. `None` without Chromium.
pub(super) fn found(server: &Server, address: &str, script: &str) -> Option<Value> {
    found_as(server, &[], address, script)
}

/// The same in a browser with more options.
pub(super) fn found_as(server: &Server, look: &[&str], address: &str, script: &str) -> Option<Value> {
    let value = seen(&Source::Server(server.host().to_owned()), look, address, script)?;
    if let Some(page) = file_like(server) {
        let (in_file, told) =
            (seen(&Source::Disk(page), look, address, script)?, |value: &Value| untimed(&value.to_string()));
        assert_eq!(told(&in_file), told(&value), "the page without a server");
    }
    Some(value)
}

/// A text without the seconds and nodes in brackets.
fn untimed(text: &str) -> String {
    let part = |part: &str| match part.split_once(')') {
        Some((inside, rest)) if inside.contains("node") => rest.to_owned(),
        _ => part.to_owned(),
    };
    text.split('(').map(part).collect()
}

/// The page as one file; `None` if the program is built without it.
pub(super) fn file() -> Option<String> {
    let output = sokoplan("", &["page"]);
    if output.code != Some(0) {
        skipped(output.err.trim().trim_start_matches("error: "));
        return None;
    }
    Some(output.out)
}

/// The same, with the levels of a server.
fn file_like(server: &Server) -> Option<String> {
    let page = file()?;
    let (head, rest) = page.split_once("id=\"levels\">")?;
    let (_, rest) = rest.split_once("</script>")?;
    let levels = server.get("/api/levels").body.replace('<', "\\u003c");
    Some(format!("{head}id=\"levels\">{levels}</script>{rest}"))
}

/// Where a page comes from.
#[derive(Clone)]
pub(super) enum Source {
    /// The server of this host.
    Server(String),
    /// A file with this text.
    Disk(String),
    /// A host of files, which has this one only.
    Host(String),
    /// A file with this text, in a frame of a phone's size.
    Phone(String),
}

/// Result of a script on a page: the value that it returns. `None` without Chromium.
pub(super) fn seen(source: &Source, look: &[&str], address: &str, script: &str) -> Option<Value> {
    let folder = Folder::new("serve-browser");
    let mut command = chromium(&folder.path("profile"))?;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let host = format!("http://127.0.0.1:{}/", listener.local_addr().unwrap().port());
    // What is found is written into an address that is visited: a page without a server may send nothing.
    let script = format!(
        "{TOOLS} addEventListener('load', async () => {{ let value;\
         try {{ value = await (async () => {{ {script} }})(); }} catch (error) {{ errors.push(String(error)); }}\
         const bytes = new TextEncoder().encode(JSON.stringify({{ value, errors }}));\
         location = '{host}found?' + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''); }});"
    );
    let watched = |page: &str| {
        let page = page.replacen("<head>", &format!("<head><script>{WATCH}</script>"), 1);
        page.replace("</body>", &format!("<script>{script}</script></body>"))
    };
    let opened = match source {
        Source::Server(_) | Source::Host(_) => host.clone(),
        Source::Disk(page) | Source::Phone(page) => format!("file://{}", folder.write("page.html", watched(page))),
    };
    let mut opened = format!("{opened}{address}");
    if matches!(source, Source::Phone(_)) {
        let frame = format!("<iframe width=390 height=844 style='border: 0' src='{opened}'></iframe>");
        opened = format!("file://{}", folder.write("frame.html", frame));
    }
    let source = if let Source::Host(page) = source { Source::Host(watched(page)) } else { source.clone() };
    let (sender, receiver) = channel();
    let stand_in = Arc::new(StandIn { source, script, found: sender });
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let stand_in = Arc::clone(&stand_in);
            thread::spawn(move || stand_in.answer(stream));
        }
    });
    command.args(look).args(["--remote-debugging-port=0", &opened]);
    let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    let told = receiver.recv_timeout(Duration::from_secs(600));
    _ = child.kill();
    _ = child.wait();
    let told: Value = serde_json::from_str(&told.expect("the script ends")).unwrap();
    assert_eq!(told["errors"], json!([]), "errors on the page");
    Some(told["value"].clone())
}

struct StandIn {
    source: Source,
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
        if let Some(hex) = path.strip_prefix("/found?") {
            let bytes = hex.as_bytes().chunks(2).map(|pair| u8::from_str_radix(&String::from_utf8_lossy(pair), 16));
            let bytes: Vec<u8> = bytes.map(Result::unwrap).collect();
            _ = self.found.send(String::from_utf8(bytes).unwrap());
            return send(stream, "text/plain", "");
        }
        match (&self.source, path.as_str()) {
            (Source::Server(_), "/watch.js") => send(stream, "text/javascript", WATCH),
            (Source::Server(_), "/test.js") => send(stream, "text/javascript", &self.script),
            (Source::Server(host), _) => hand_on(stream, host, &head, &body, path == "/"),
            (Source::Host(page), "/") => send(stream, "text/html", page),
            // A page without a server asks for nothing.
            _ => {
                _ = self.found.send(json!({"errors": [head]}).to_string());
                Ok(())
            }
        }
    }
}

/// Calls the real server; if the browser disconnects, so does the call.
fn hand_on(mut stream: TcpStream, host: &str, head: &str, body: &[u8], is_page: bool) -> io::Result<()> {
    let mut server = TcpStream::connect(host)?;
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

fn send(mut stream: TcpStream, kind: &str, text: &str) -> io::Result<()> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n");
    write!(stream, "{head}Content-Length: {}\r\n\r\n{text}", text.len())
}
