//! Levels in a browser: a server of pages, and of answers as the rows that subcommands write. Nothing is fetched from
//! elsewhere, and no path of the file system can be requested. Only this machine is listened to. The page is also one file with the
//! program inside, which needs no server.
//!
//! A page of another site can make a browser send requests here, also under a name that it points to this machine (DNS rebinding).
//! So Host must be `localhost` or a loopback address, and Origin, if there is one, the same host.

mod api;

use crate::answers::{Problem, ShelfRow, listed};
use crate::level::Collection;
use crate::render::report::{self as scripts, symbols};
use crate::run::{Limits, StopFlag};
use api::{Api, Workers, forbidden, method_not_allowed};
use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1::{self, Connection};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct Setup {
    /// Port to listen on, of this machine alone; 0 is any free one, `None` the usual one, or if it is in use any free one.
    pub port: Option<u16>,
    /// Limits of each request.
    pub limits: Limits,
    /// Number of threads for searches; short computations have the same number of further threads.
    pub threads: usize,
    /// Levels that the page shows first.
    pub levels: Vec<ShelfRow>,
}

/// The usual port: browsers keep what a page stores by its port.
const USUAL_PORT: u16 = 7656;

const GLANCE: Duration = Duration::from_millis(100);

/// Maximum time for running answers to end after the stop flag was raised.
const GRACE: Duration = Duration::from_secs(3);

/// Maximum time for the head of a request to arrive, after the connection or the last request.
const PATIENCE: Duration = Duration::from_secs(10);

/// Maximum number of connections; further ones wait in the queue of the system. A browser opens six, and most systems
/// allow a process 1,024 open files.
const CONNECTIONS: usize = 1000;

/// Serves until the flag is raised. Calls `ready` with the address to open once the server listens.
pub fn serve(setup: Setup, stop: &StopFlag, ready: impl FnOnce(&str) -> io::Result<()>) -> io::Result<()> {
    // The runtime panics where the system makes no thread.
    std::thread::Builder::new().spawn(|| ())?;
    let mut runtime = Builder::new_multi_thread();
    // Requests themselves take microseconds; their work has threads of its own.
    let runtime = runtime.worker_threads(2).max_blocking_threads(2 * setup.threads).enable_all().build()?;
    let served = runtime.block_on(listen(setup, stop, ready));
    runtime.shutdown_timeout(GRACE);
    served
}

async fn listen(setup: Setup, stop: &StopFlag, ready: impl FnOnce(&str) -> io::Result<()>) -> io::Result<()> {
    let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, setup.port.unwrap_or(USUAL_PORT))).await;
    let listener = match (bound, setup.port) {
        (Err(error), None) if error.kind() == io::ErrorKind::AddrInUse => {
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?
        }
        (bound, _) => bound?,
    };
    ready(&format!("http://{}/", listener.local_addr()?))?;
    // A quarter of the memory in KiB, since a body is read into levels of some times its size.
    let room = setup.limits.memory.map_or(Semaphore::MAX_PERMITS, |bytes| {
        usize::try_from(bytes >> 12).unwrap_or(Semaphore::MAX_PERMITS).clamp(1 << 14, Semaphore::MAX_PERMITS)
    });
    let api = Api {
        long: Workers::new(setup.threads, stop),
        short: Workers::new(setup.threads, stop),
        limits: setup.limits,
        levels: setup.levels,
        room: Arc::new(Semaphore::new(room)),
    };
    let app = api::routes(Arc::new(api)).fallback(asset).layer(from_fn(guard));
    let (open, places) = (GracefulShutdown::new(), Arc::new(Semaphore::new(CONNECTIONS)));
    // The flag is polled, since signal handlers set it without a notification.
    while !stop.is_raised() {
        let next = async { (Arc::clone(&places).acquire_owned().await, listener.accept().await) };
        match timeout(GLANCE, next).await {
            Ok((place, Ok((stream, _)))) => {
                let connection = open.watch(connection(stream, app.clone()));
                tokio::spawn(async move {
                    // A client that has gone is not an error.
                    _ = connection.await;
                    drop(place);
                });
            }
            // The client has gone, or the process has too many open files, until others go.
            Ok((_, Err(_))) => sleep(GLANCE).await,
            Err(_) => {}
        }
    }
    drop(listener);
    // Connections that clients keep open do not delay the end.
    _ = timeout(GRACE, open.shutdown()).await;
    Ok(())
}

fn connection(stream: TcpStream, app: Router) -> Connection<TokioIo<TcpStream>, TowerToHyperService<Router>> {
    // Answers are short, and an event should be sent before others follow.
    _ = stream.set_nodelay(true);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
    http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (CACHE_CONTROL, "no-cache"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Passes a request on if it meets the requirements, else answers with a problem; adds the headers to the answer.
async fn guard(request: Request, next: Next) -> Response {
    let mut response = match check(&request) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn check(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let host = host(headers)?;
    // The target of a request may name a host too, which takes precedence over the header.
    if request.uri().authority().is_some_and(|named| !named.as_str().eq_ignore_ascii_case(host)) {
        return Err(forbidden("the target names another host than the header Host"));
    }
    let is_same = |origin: &str| {
        let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
    };
    if headers.get(ORIGIN).is_some_and(|origin| !origin.to_str().is_ok_and(is_same)) {
        return Err(forbidden("requests from pages of other sites are not answered"));
    }
    Ok(())
}

fn host(headers: &HeaderMap) -> Result<&str, Problem> {
    let mut hosts = headers.get_all(HOST).iter();
    let (Some(host), None) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next()) else {
        return Err(Problem::bad_request("expected one header Host"));
    };
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    if name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback()) {
        Ok(host)
    } else {
        Err(forbidden(format!("{name} is not a name of this server")))
    }
}

const INDEX: &str = include_str!("page/index.html");
const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

const ASSETS: [(&str, &str, &str); 33] = [
    ("/", HTML, INDEX),
    ("/shared.css", CSS, scripts::STYLE),
    ("/style.css", CSS, include_str!("page/style.css")),
    ("/rules.js", SCRIPT, scripts::RULES),
    ("/elements.js", SCRIPT, scripts::ELEMENTS),
    ("/words.js", SCRIPT, scripts::WORDS),
    ("/board.js", SCRIPT, scripts::BOARD),
    ("/steps.js", SCRIPT, scripts::STEPS),
    ("/trace.js", SCRIPT, scripts::TRACE),
    ("/ask.js", SCRIPT, include_str!("page/ask.js")),
    ("/paths.js", SCRIPT, include_str!("page/paths.js")),
    ("/game.js", SCRIPT, include_str!("page/game.js")),
    ("/address.js", SCRIPT, include_str!("page/address.js")),
    ("/looks.js", SCRIPT, include_str!("page/looks.js")),
    ("/records.js", SCRIPT, include_str!("page/records.js")),
    ("/shelf.js", SCRIPT, include_str!("page/shelf.js")),
    ("/pointer.js", SCRIPT, include_str!("page/pointer.js")),
    ("/hints.js", SCRIPT, include_str!("page/hints.js")),
    ("/proof.js", SCRIPT, scripts::PROOF),
    ("/why.js", SCRIPT, include_str!("page/why.js")),
    ("/rescue.js", SCRIPT, include_str!("page/rescue.js")),
    ("/helper.js", SCRIPT, include_str!("page/helper.js")),
    ("/telling.js", SCRIPT, include_str!("page/telling.js")),
    ("/zoom.js", SCRIPT, include_str!("page/zoom.js")),
    ("/keys.js", SCRIPT, include_str!("page/keys.js")),
    ("/planning.js", SCRIPT, include_str!("page/planning.js")),
    ("/solving.js", SCRIPT, include_str!("page/solving.js")),
    ("/shortening.js", SCRIPT, include_str!("page/shortening.js")),
    ("/export.js", SCRIPT, include_str!("page/export.js")),
    ("/cheer.js", SCRIPT, include_str!("page/cheer.js")),
    ("/player.js", SCRIPT, include_str!("page/player.js")),
    ("/editor.js", SCRIPT, include_str!("page/editor.js")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
];

async fn asset(method: Method, uri: Uri) -> Response {
    let Some(&(path, kind, text)) = ASSETS.iter().find(|(path, ..)| *path == uri.path()) else {
        return Problem::not_found(uri.path()).into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        return method_not_allowed().into_response();
    }
    match path {
        "/" => ([(CONTENT_TYPE, kind)], text.replace("{{pieces}}", &symbols())).into_response(),
        _ => ([(CONTENT_TYPE, kind)], text).into_response(),
    }
}

/// Program for WebAssembly, compressed by gzip, in base64; empty if there was none when this program was built.
const MODULE: &str = include_str!(concat!(env!("OUT_DIR"), "/module.txt"));

const WAY: &str = include_str!("page/module.js");

/// Files of levels that the page begins with: name and text.
const LEVELS: [(&str, &str); 3] = [
    ("6-lisa.xsb", include_str!("../../levels/6-lisa.xsb")),
    ("7-orders.xsb", include_str!("../../levels/7-orders.xsb")),
    ("8-signature.xsb", include_str!("../../levels/8-signature.xsb")),
];

/// Scripts and styles are in the file, and workers are made by its script. Nothing is fetched.
const FILE_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; \
                      style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// Returns the page as one HTML file; `None` if this program was built without the module.
pub fn file() -> Option<String> {
    let (head, rest) = INDEX.split_once("<link rel=\"stylesheet\"")?;
    let (_, body) = rest.split_once("</head>")?;
    let of = |kind: &'static str| ASSETS.iter().filter(move |asset| asset.1 == kind).map(|asset| asset.2);
    let mut scripts: Vec<&str> = of(SCRIPT).collect();
    // The last one asks.
    scripts.insert(scripts.len() - 1, WAY);
    let policy =
        format!("<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{FILE_POLICY}\">");
    let parts = [
        &head.replace("<meta charset=\"utf-8\">", &policy),
        "<style>\n",
        &of(CSS).collect::<String>(),
        "</style>\n</head>",
        &body.replace("{{pieces}}", &symbols()).replace("href=\"/\"", "href=\"#\"").replace("</body>\n</html>\n", ""),
        "<script type=\"application/json\" id=\"levels\">",
        &levels()?,
        "</script>\n<script type=\"text/plain\" id=\"module\">",
        MODULE,
        "</script>\n<script>\n\"use strict\";\n",
        &scripts.concat(),
        "</script>\n</body>\n</html>\n",
    ];
    (!MODULE.is_empty()).then(|| parts.concat())
}

/// Returns the answer to the first question of the page, which then need not wait for the module.
fn levels() -> Option<String> {
    let mut rows = Vec::new();
    for (name, text) in LEVELS {
        rows.extend(Collection::parse(text.as_bytes()).entries.iter().map(|entry| ShelfRow::new(name, entry)));
    }
    Some(listed(&rows).ok()?.replace('<', "\\u003c"))
}

#[cfg(test)]
mod tests {
    use super::ASSETS;

    #[test]
    fn pages_ask_for_all_scripts_and_styles_and_for_nothing_else() {
        let is_page = |kind: &str| kind == super::HTML;
        let pages: Vec<&str> = ASSETS.iter().filter(|(_, kind, _)| is_page(kind)).map(|asset| asset.2).collect();
        for (path, kind, _) in &ASSETS {
            assert!(is_page(kind) || pages.iter().any(|page| page.contains(&format!("\"{path}\""))), "{path}");
        }
        for page in pages {
            let loaded = |mark| page.match_indices(mark).map(|(at, mark)| page[at + mark.len()..].split('"').next());
            for path in loaded("<script src=\"").chain(loaded("stylesheet\" href=\"")).flatten() {
                assert!(ASSETS.iter().any(|asset| asset.0 == path), "{path}");
            }
            assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains("onclick"));
        }
        assert!(ASSETS.iter().all(|(_, _, text)| !text.replace("http://www.w3.org/2000/svg", "").contains("http://")));
    }
}
