//! Pages: files inside the program, by path; and the page as one file with the program inside, which needs no server.

use super::api::method_not_allowed;
use crate::answers::{Problem, ShelfRow, listed};
use crate::level::Collection;
use crate::render::report::{self as scripts, symbols};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};

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

pub(super) async fn asset(method: Method, uri: Uri) -> Response {
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
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; \
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
        format!("<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">");
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
