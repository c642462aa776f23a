//! Pages: files inside the program, by path.

use super::problem::method_not_allowed;
use crate::answers::Problem;
use crate::render::report as scripts;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};

pub(super) const INDEX: &str = include_str!("page/index.html");
const HTML: &str = "text/html; charset=utf-8";
pub(super) const CSS: &str = "text/css; charset=utf-8";
pub(super) const SCRIPT: &str = "text/javascript; charset=utf-8";

/// Files of the pages: path, content type, content.
pub(super) const ASSETS: [(&str, &str, &str); 33] = [
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
        "/" => ([(CONTENT_TYPE, kind)], text.replace("{{pieces}}", &scripts::pieces())).into_response(),
        _ => ([(CONTENT_TYPE, kind)], text).into_response(),
    }
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
