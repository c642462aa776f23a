//! The page as one file, with the program inside: it needs no server.

use super::page::{ASSETS, CSS, INDEX, SCRIPT};
use crate::answers::{ShelfRow, listed};
use crate::level::Collection;
use crate::render::report::pieces;

/// Program for WebAssembly, compressed by gzip, in base64; empty if there was none when this program was built.
const MODULE: &str = include_str!(concat!(env!("OUT_DIR"), "/module.txt"));

/// Script of the way to the module.
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
        &body.replace("{{pieces}}", &pieces()).replace("href=\"/\"", "href=\"#\"").replace("</body>\n</html>\n", ""),
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
