//! The page without a server: what the module answers, and what the file does from a disk and from a host of files. All other tests
//! of pages are repeated on the file, see `browser.rs`.

use super::browser::{Source, file, seen};
use crate::common::chromium::{LOOKS, axe};
use crate::common::command::{Folder, Run, easy_hall, hall, own, skipped, sokoplan, timeless};
use serde_json::{Value, json};
use std::process::Command;

/// Runs the module of the page in Node for each line of its input, and prints the rows.
const HOST: &str = "\
    const [page, script] = process.argv.slice(1).map((path) => require('fs').readFileSync(path, 'utf8'));\
    const packed = page.match(/id=\"module\">([^<]*)/)[1];\
    const program = require('zlib').gunzipSync(Buffer.from(packed, 'base64'));\
    const runModule = new Function('way', `${script}; return runModule;`)();\
    (async () => { const module = await WebAssembly.compile(program);\
      for (const line of require('fs').readFileSync(0, 'utf8').split('\\n').filter((line) => line !== ''))\
        await runModule(module, 'solve', new TextEncoder().encode(line), (text) => {\
          if (!text.startsWith('{\"event\":\"progress\"')) console.log(text); }); })();";

#[test]
fn the_module_expands_the_nodes_that_the_program_does() {
    let Some(page) = file() else { return };
    if Command::new("node").arg("--version").output().is_err() {
        return skipped("no node");
    }
    let files = ["5-parking-in-a-tunnel", "6-lisa", "7-orders", "8-signature"].map(own);
    let all = |words: &[&str]| {
        let words: Vec<&str> = words.iter().copied().chain(files.iter().map(String::as_str)).collect();
        sokoplan("", &words).rows().into_iter().filter(|row| row["type"] == "level").collect::<Vec<_>>()
    };
    let question = |row: &Value| {
        let board =
            row["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect::<Vec<_>>().join("\n");
        let level = json!({"board": board, "title": row["title"], "file": row["file"], "number": row["level"]});
        json!({"level": level, "limits": {"nodes": 2000}}).to_string()
    };
    let questions: Vec<String> = all(&["list", "--json"]).iter().map(question).collect();
    let folder = Folder::new("module");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve/page/module.js");
    let mut node = Command::new("node");
    let answered =
        Run::of(node.args(["-e", HOST, &folder.write("page.html", page), script]), questions.join("\n").as_bytes());
    let answers: Vec<Value> = answered.rows().into_iter().map(|mut event| timeless(event["data"].take())).collect();
    let solved: Vec<Value> =
        all(&["solve", "--explain", "--nodes", "2000", "--json"]).into_iter().map(timeless).collect();
    assert!(solved.len() >= 30 && solved.iter().any(|row| row["push_nodes"].as_u64() > Some(100)), "{solved:?}");
    for (answer, row) in answers.iter().zip(&solved) {
        assert_eq!(answer, row);
    }
    assert_eq!(answers.len(), solved.len(), "{answered}");
}

/// A collection of this many levels.
fn collection(count: usize) -> String {
    (1..=count).map(|number| format!("; level {number}\n#####\n#@$.#\n#####\n\n")).collect()
}

/// Pastes a text on the page.
const PASTE: &str = "const paste = (text) => { const data = new DataTransfer(); data.setData('text/plain', text);\
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: data })); };";

#[test]
fn a_player_without_a_server_finds_everything_and_nothing_leaves_the_page() {
    let Some(page) = file() else { return };
    let paste = |text: &str| format!("{PASTE} await until(() => page); paste({});", json!(text));
    let answer = "const answer = () => text('[aria-label=Solve] .answer');";
    let table = [
        // A search is cancelled at once, and the next one answers.
        (
            format!(
                "{answer} {} await until(() => shelf.rows.length === 33); const plain = follow;\
                 follow = (path, question, ...more) => plain(path, {{ ...question, optimal: 'moves' }}, ...more);\
                 button('Solve from here').click(); await until(() => answer().startsWith('searching, '));\
                 button('Stop').click(); await until(() => answer() === 'stopped'); follow = plain;\
                 return (await ask('/api/solve', {{ level: {{ board: '#####\\n#@$.#\\n#####' }} }})).answer;",
                paste(&hall())
            ),
            json!("solved"),
        ),
        (
            format!(
                "{answer} {} await until(() => page.game.board.width === 100); button('Solve from here').click();\
                 return await until(() => answer().startsWith('Solved: 1 push, 1 move'));",
                paste(&easy_hall(100))
            ),
            json!(true),
        ),
        (
            format!(
                "{} await until(() => shelf.rows.length > 150); return [shelf.rows.length, text('main h2')];",
                paste(&collection(155))
            ),
            json!([187, "1. level 1"]),
        ),
    ];
    for source in [Source::Disk(page.clone()), Source::Host(page)] {
        for (script, expected) in &table {
            let script = format!(
                "const value = await (async () => {{ {script} }})();\
                 const asked = performance.getEntriesByType('resource').filter(({{ name }}) => !name.startsWith('blob:'));\
                 return [value, asked.length];"
            );
            let Some(found) = seen(&source, &[], "", &script) else { return };
            assert_eq!(found, json!([expected, 0]), "{script}");
        }
    }
}

#[test]
fn a_phone_has_the_board_and_its_buttons_in_view_and_large_enough() {
    let (Some(page), Some(axe)) = (file(), axe()) else { return };
    let script = format!(
        "await until(() => button('areas')); const seen = (query) => [...document.querySelectorAll(query)].filter((one) => one.checkVisibility());\
         const below = [find('.board'), button('Undo'), button('Hint'), button('Can it be solved?')].map((one) => one.getBoundingClientRect().bottom).filter((end) => end > innerHeight);\
         for (const part of document.querySelectorAll('details')) part.open = true;\
         button('Solve from here').click(); await until(() => text('[aria-label=Solve] .answer').startsWith('Solved')).catch(() => errors.push([innerWidth, text('[aria-label=Solve] .answer'), fault.textContent, page.solving.running].join()));\
         const small = seen('button, select, summary, input').filter((one) => one.getBoundingClientRect().height < 43.9 || one.getBoundingClientRect().width < 43.9).map((one) => one.outerHTML.slice(0, 80));\
         const words = seen('body *').filter((one) => !one.closest('svg') && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()));\
         const tiny = words.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 14).map((one) => one.outerHTML.slice(0, 80));\
         const {{ scrollWidth, clientWidth }} = document.documentElement; const faults = await (async () => {{ {axe} }})();\
         return {{ below, small, tiny, wide: scrollWidth > clientWidth, faults }};"
    );
    let sources = [
        (Source::Phone(page.clone()), &[][..]),
        (Source::Phone(page.clone()), LOOKS[1]),
        (Source::Disk(page), LOOKS[2]),
    ];
    for (source, look) in sources {
        let Some(found) = seen(&source, look, "", &script) else { return };
        assert_eq!(found, json!({"below": [], "small": [], "tiny": [], "wide": false, "faults": []}), "{look:?}");
    }
}
