//! Reports in a browser; skipped without Chromium, see `common/chromium.rs`.
//!
//! A script of the test is added to the page: it acts as a reader would, and writes down what it finds.

use crate::common::chromium::{LOOKS, assert_well_typed, axe, chromium, scripts};
use crate::common::command::{Folder, LISA, Run, sokoplan};
use serde_json::Value;

/// Result of a script on the report of LISA's levels, opened at an address: the value that it returns, and all errors on the page.
/// `None` without Chromium.
fn found(address: &str, script: &str) -> Option<Value> {
    found_in(&["--nodes", "20k"], address, script)
}

/// The same of a report that is made with these arguments.
fn found_in(args: &[&str], address: &str, script: &str) -> Option<Value> {
    found_as(&[], None, args, address, script)
}

/// The same in a browser with more options, or in a frame of this width, which may be narrower than any window of Chromium.
fn found_as(look: &[&str], width: Option<u32>, args: &[&str], address: &str, script: &str) -> Option<Value> {
    let folder = Folder::new("browser");
    let mut command = chromium(&folder.path("profile"))?;
    let page = sokoplan("", &[&["report", LISA][..], args].concat()).out;
    // All observed elements count as in view at once: frames drive the real observer, and virtual time passes without frames.
    let watch = "<script>IntersectionObserver = class { constructor(told) { this.told = told; } unobserve() {}\
                 observe(target) { queueMicrotask(() => this.told([{ target, isIntersecting: true }], this)); } };\
                 const errors = []; addEventListener('error', (event) => errors.push(event.message));\
                 addEventListener('securitypolicyviolation', (event) => errors.push(event.violatedDirective));</script></head>";
    let act = format!(
        "<script>addEventListener('load', async () => {{\
         const wait = (ms) => new Promise((done) => setTimeout(done, ms));\
         const text = (query) => document.querySelector(query)?.textContent ?? '';\
         const key = (key) => dispatchEvent(new KeyboardEvent('keydown', {{ key }}));\
         let value; try {{ value = await (async () => {{ {script} }})(); }} catch (error) {{ errors.push(String(error)); }}\
         const element = document.createElement('pre'); element.id = 'found';\
         const plain = (sign) => '\\\\u' + sign.charCodeAt().toString(16).padStart(4, 0);\
         element.textContent = JSON.stringify({{ value, errors }}).replace(/[<>&\\u00a0]/g, plain);\
         if (parent === window) document.body.append(element); else parent.postMessage(element.textContent, '*');\
         }});</script></body>"
    );
    let page = page.replace("</head>", watch).replace("</body>", &act);
    let report = format!("file://{}{address}", folder.write("report.html", page));
    command.args(look).args(["--virtual-time-budget=8000", "--dump-dom"]);
    let opened = width.map_or(report.clone(), |width| {
        let hears = "addEventListener('message', ({ data }) => { const element = document.createElement('pre');\
                     element.id = 'found'; element.textContent = data; document.body.append(element); });";
        let frame = format!("<iframe width=\"{width}\" height=\"900\" style=\"border: 0\" src=\"{report}\"></iframe>");
        format!("file://{}", folder.write("frame.html", format!("<body><script>{hears}</script>{frame}</body>")))
    });
    let dom = Run::of(command.arg(opened), "").out;
    let (_, rest) = dom.rsplit_once("id=\"found\">").unwrap_or_else(|| panic!("{dom}"));
    let (text, _) = rest.split_once('<').unwrap();
    let result: Value = serde_json::from_str(text).unwrap();
    assert_eq!(result["errors"], serde_json::json!([]), "errors on the page");
    Some(result["value"].clone())
}

#[test]
fn the_scripts_are_well_typed() {
    assert_well_typed(&scripts("render/report/page"));
}

#[test]
fn the_collection_is_listed_sorted_and_filtered() {
    let script = "const levels = () => [...document.querySelectorAll('tbody tr')].map((row) => row.querySelector('a').textContent);\
        const heading = [...document.querySelectorAll('th button')].find((button) => button.textContent === 'level');\
        const before = levels(); heading.click(); heading.click(); const down = levels();\
        const input = document.querySelector('input'); input.value = 'AGAIN'; input.dispatchEvent(new Event('input'));\
        await wait(200);\
        return { before, down, found: levels(), pictures: document.querySelectorAll('td svg').length,\
        sort: heading.parentElement.getAttribute('aria-sort'), count: text('[aria-live]') };";
    let Some(found) = found("", script) else { return };
    assert_eq!(found["before"], serde_json::json!(["1", "2"]));
    assert_eq!((&found["down"], &found["sort"]), (&serde_json::json!(["2", "1"]), &"descending".into()));
    assert_eq!((&found["found"], &found["pictures"]), (&serde_json::json!(["2"]), &1.into()));
    assert_eq!(found["count"], "1 of 2 levels");
}

#[test]
fn a_level_is_played_to_its_end_and_solved() {
    let script = "const away = () => document.querySelectorAll('.board .piece.box').length;\
        const start = away(); key('End'); const end = away(); const last = location.hash;\
        key('Home'); key('ArrowRight'); const push = text('.controls .soft'); key('PageDown');\
        const step = document.querySelector('[aria-current=step] .badge').textContent;\
        return { start, end, last, push, step };";
    let Some(found) = found("#level=1", script) else { return };
    assert_eq!((&found["start"], &found["end"]), (&2.into(), &0.into()), "boxes away from goals");
    let rows = sokoplan("", &["solve", LISA, "--level", "1", "--nodes", "20k", "--json"]).out;
    let row: Value = serde_json::from_str(rows.lines().next().unwrap()).unwrap();
    assert_eq!(found["last"], format!("#level=1&move={}", row["moves"]));
    let first_push = row["lurd"].as_str().unwrap().find(char::is_uppercase).unwrap() + 1;
    assert_eq!(found["push"], format!("move {first_push} of {}", row["moves"]));
    assert_eq!(found["step"], "1");
}

#[test]
fn an_address_leads_to_a_move_and_playing_goes_on_from_there() {
    let script = "const at = text('.controls .soft'); key(' '); while (text('.controls .soft') === at) await wait(50); key(' ');\
        const later = text('.controls .soft'); await wait(600); return { at, later, paused: text('.controls .soft') };";
    let Some(found) = found("#level=2&move=5", script) else { return };
    let place = |key: &str| -> u32 { found[key].as_str().unwrap().split(' ').nth(1).unwrap().parse().unwrap() };
    assert_eq!(place("at"), 5);
    assert!(place("later") > 5 && place("later") == place("paused"), "{found}");
}

#[test]
fn links_lead_to_the_next_level_and_back_to_the_collection() {
    let script = "const link = (text) => [...document.querySelectorAll('main a')].find((a) => a.textContent === text);\
        key('ArrowRight'); link('next').click(); await wait(200); const next = [location.hash, text('h2')];\
        key(' '); link('All levels').click(); await wait(500);\
        return { next, back: location.hash, rows: document.querySelectorAll('tbody tr').length };";
    let Some(found) = found("#level=1", script) else { return };
    assert_eq!(found["next"][0], "#level=2");
    assert!(found["next"][1].as_str().unwrap().starts_with("Level 2: "));
    assert_eq!((&found["back"], &found["rows"]), (&"".into(), &2.into()));
}

#[test]
fn a_step_of_a_plan_outlines_its_areas_the_borders_between_them_and_the_way_of_its_box() {
    let folder = Folder::new("browser-plan-rows");
    let trace = folder.path("trace.jsonl");
    let plans = sokoplan("", &["plan", LISA, "--level", "1", "--nodes", "5k", "--json", "--trace", &trace]).out;
    let rows = folder.write("plans.jsonl", plans);
    let script = "const d = (name) => document.querySelector(name).getAttribute('d');\
        const lists = [...document.querySelectorAll('.steps')]; for (const part of document.querySelectorAll('details')) part.open = true;\
        const step = (list, words) => [...lists[list].querySelectorAll('button')].find((one) => one.querySelector('.which').textContent === words);\
        const lit = (list, words) => { step(list, words).focus(); const drawn = ['.lit', '.border', '.goes'].map((name) => d(name).split('M').length - 1);\
        step(list, words).blur(); return drawn; };\
        const solution = lit(1, 'A > b > C'); const plan = lit(2, 'fill (8,5) of C from only A, through b');\
        step(1, 'A > b > C').click(); const at = location.hash; const tried = [...document.querySelectorAll('.tree .chosen')];\
        const home = tried.map((one) => { one.click(); return document.querySelectorAll('.search .home').length; });\
        return { solution, plan, out: d('.lit') + d('.border') + d('.goes'), at, home };";
    let Some(found) = found_in(&["--rows", &rows, "--rows", &trace], "#level=1", script) else { return };
    assert_eq!(found["home"], serde_json::json!([1, 2]), "each step that was chosen fills a goal");
    // The edges of rooms of 14 and 8 squares and of a tunnel of 2; a border of one edge on each side of the tunnel; a frame,
    // a line and a ring.
    assert_eq!(found["solution"], serde_json::json!([36, 2, 3]));
    assert_eq!(found["plan"], serde_json::json!([36, 2, 3]));
    assert_eq!(found["out"], "");
    assert!(found["at"].as_str().unwrap().starts_with("#level=1&move="), "{found}");
}

#[test]
fn the_turns_of_a_search_are_a_strip_with_a_lane_a_strategy_and_a_table() {
    let script = "const turns = [['lean', 2000], ['plan', 40], ['lean', 500]].map(([strategy, nodes]) => ({ strategy, nodes }));\
        const strip = turnStrip(turns, true); const table = turnTable(turns, true);\
        const rects = [...strip.querySelectorAll('.turn')];\
        return { label: strip.getAttribute('aria-label'), lanes: [...strip.querySelectorAll('text')].map((text) => text.textContent),\
        heights: rects.map((rect) => rect.getAttribute('y')), last: rects.map((rect) => rect.classList.contains('last')),\
        inOrder: rects.every((rect, at) => at === 0 || Number(rect.getAttribute('x')) > Number(rects[at - 1].getAttribute('x'))),\
        ends: [...table.querySelectorAll('tbody tr')].map((row) => row.cells[3].textContent) };";
    let Some(found) = found("#level=1", script) else { return };
    assert_eq!(found["label"], "Turns in order: lean: 2,000 nodes; plan: 40 nodes; lean: 500 nodes");
    assert_eq!((&found["lanes"], &found["inOrder"]), (&serde_json::json!(["lean", "plan"]), &true.into()));
    assert_eq!(found["last"], serde_json::json!([false, false, true]));
    assert_eq!(found["heights"][0], found["heights"][2]);
    assert_eq!(found["ends"], serde_json::json!(["–", "–", "solved"]));
}

#[test]
fn on_paper_all_pictures_are_drawn_and_all_parts_are_open() {
    let script = "dispatchEvent(new Event('beforeprint'));\
        const pictures = document.querySelectorAll('td svg').length; location.hash = '#level=1'; await wait(300);\
        dispatchEvent(new Event('beforeprint'));\
        return { pictures, shut: document.querySelectorAll('details:not([open])').length };";
    let Some(found) = found("", script) else { return };
    assert_eq!(found, serde_json::json!({"pictures": 2, "shut": 0}));
}

/// Files of rows of all kinds about LISA's levels.
fn all_rows(folder: &Folder) -> [String; 2] {
    ["solve", "plan"].map(|command| {
        let rows = sokoplan("", &[command, LISA, "--nodes", "5k", "--json"]).out;
        folder.write(&format!("{command}.jsonl"), rows)
    })
}

#[test]
fn nothing_keeps_people_from_using_a_report() {
    let Some(script) = axe() else { return };
    let script = format!("for (const details of document.querySelectorAll('details')) details.open = true; {script}");
    let folder = Folder::new("browser-axe-rows");
    let rows = all_rows(&folder);
    let rows = ["--rows", &rows[0], "--rows", &rows[1]];
    for look in LOOKS {
        for address in ["", "#level=1&move=3"] {
            let Some(found) = found_as(look, None, &rows, address, &script) else { return };
            assert_eq!(found, serde_json::json!([]), "{look:?} {address}");
        }
    }
}

/// Words broken over two lines, cells with hidden contents, and elements wider than the window.
const SEEN: &str = "for (const details of document.querySelectorAll('details')) details.open = true;\
    const cells = [...document.querySelectorAll('th, td, .steps button, .steps span')];\
    const clipped = cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1 && getComputedStyle(cell).display !== 'inline').map((cell) => cell.textContent);\
    const broken = cells.filter((cell) => !cell.matches('button, .long')).flatMap((cell) => [...cell.childNodes, ...cell.querySelectorAll('a, button')]\
        .map((node) => node.firstChild ?? node).filter((node) => node.nodeType === 3)).flatMap((node) => [...node.data.matchAll(/[^ –-]+/g)].filter((word) => {\
        const range = document.createRange(); range.setStart(node, word.index); range.setEnd(node, word.index + word[0].length);\
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1; }).map(String));\
    const scrolled = [...document.querySelectorAll('.scroll, .steps')].filter((part) => part.scrollWidth > part.clientWidth + 1)\
        .map((part) => `${part.getAttribute('aria-label') ?? part.className} ${part.scrollWidth} ${part.clientWidth}`);\
    const { scrollWidth, clientWidth } = document.documentElement; const wide = scrollWidth > clientWidth ? [scrollWidth, clientWidth] : [];\
    const seen = { clipped, broken, scrolled, wide };";

#[test]
fn no_cell_is_clipped_and_no_word_broken_on_windows_of_any_width() {
    let folder = Folder::new("browser-widths-rows");
    let rows = all_rows(&folder);
    let rows = ["--rows", &rows[0], "--rows", &rows[1]];
    // An address of no level shows the collection.
    for (width, address) in [(360, ""), (360, "#level=1"), (1024, "#level=99"), (1920, "#level=2")] {
        let script = format!("{SEEN} return {{ ...seen, inner: innerWidth }};");
        let Some(found) = found_as(&[], Some(width), &rows, address, &script) else { return };
        for fault in ["clipped", "broken", "scrolled", "wide"] {
            assert_eq!(found[fault], serde_json::json!([]), "{fault} at {width} {address}: {found}");
        }
        assert_eq!(found["inner"], width, "the window is as wide as it is to be");
    }
}

#[test]
fn counts_are_of_the_levels_that_were_run_and_axes_are_whole() {
    let folder = Folder::new("browser-run-rows");
    let one = sokoplan("", &["solve", LISA, "--level", "1", "--nodes", "20k", "--json"]).out;
    let rows = folder.write("run.jsonl", one);
    let script = "const numbers = [...document.querySelectorAll('.chart text')].map((one) => one.textContent);\
        return { summary: text('#summary'), numbers: numbers.filter((one) => /^[0-9.]+$/.test(one)), label: document.querySelector('.chart').getAttribute('aria-label') };";
    let Some(found) = found_in(&["--rows", &rows], "", script) else { return };
    assert!(found["summary"].as_str().unwrap().ends_with("1 solved of 1 run, of 2 levels"), "{found}");
    assert_eq!(found["numbers"], serde_json::json!(["0", "1"]), "no level is half solved");
    assert!(found["label"].as_str().unwrap().ends_with("1 of 1 level solved"), "{found}");
}

#[test]
fn the_page_of_a_level_without_solution_draws_why() {
    let folder = Folder::new("browser-proof-levels");
    let lost = folder.write("lost.xsb", "; lost\n######\n#   ##\n#+$  #\n# ** #\n# ** #\n#$  .#\n######\n");
    let script = "const drawn = document.querySelector('.proof figure');\
        return [drawn.querySelectorAll('.board .piece.box').length > 0, drawn.querySelector('figcaption').textContent];";
    let Some(found) = found_in(&[&lost, "--nodes", "20k"], "#level=3", script) else { return };
    assert_eq!(found[0], true);
    assert!(found[1].as_str().unwrap().contains("no goal"), "the box in the corner: {found}");
}
