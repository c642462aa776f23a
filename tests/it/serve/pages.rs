//! The pages: a level is played, helped, solved, drawn, opened and sent.

use super::Server;
use super::browser::{found, found_as};
use crate::common::chromium::{LOOKS, assert_well_typed, axe, scripts};
use crate::common::command::{LISA, hall, zip};
use serde_json::{Value, json};

/// The script finds this on the page of a server with these arguments.
fn shows(args: &[&str], address: &str, script: &str, told: impl Into<Value>) {
    let Some(found) = found(&Server::start(args), address, script) else { return };
    assert_eq!(found, told.into());
}

/// The address of `######/#@$ .#/######`.
const CORRIDOR: &str = "#board=6w_wpb-ow_6w&title=corridor";

#[test]
fn the_scripts_are_well_typed() {
    let shared = scripts("render/report/page").into_iter();
    let names = ["rules.js", "elements.js", "words.js", "board.js", "steps.js", "trace.js", "proof.js"];
    let shared = shared.filter(|path| names.iter().any(|name| path.ends_with(name)));
    assert_well_typed(&shared.chain(scripts("serve/page")).collect::<Vec<_>>());
}

#[test]
fn a_level_is_played_to_its_end_by_keys_and_taken_back() {
    let script = "await until(() => page); key('ArrowRight'); const once = [page.game.made, location.hash]; key('ArrowRight');\
        const end = [text('.level [role=status]'), find('.frame').className]; key('ArrowRight'); const wall = page.game.made;\
        key('u'); key('u'); const start = page.game.made; key('r'); key('r'); return { once, end, wall, start, again: page.game.made };";
    let Some(found) = found(&Server::start(&[]), CORRIDOR, script) else { return };
    assert_eq!(found["once"], json!(["R", format!("{CORRIDOR}&moves=R")]));
    assert_eq!(found["end"], json!(["2 pushes, 2 moves: solved", "frame solved"]));
    assert_eq!((&found["wall"], &found["start"], &found["again"]), (&json!("RR"), &json!(""), &json!("RR")));
}

#[test]
fn a_level_is_played_by_the_mouse_as_acts_that_are_undone_whole() {
    // The player walks around the box, and pushes it down and to the right.
    let board = "#board=7w_w5-w_w-b2-ow_wp4-w_7w";
    let script = "await until(() => page); click(1, 3); await still(); const walk = page.game.made;\
        click(2, 2); const dots = find('.reach').getAttribute('d').split('a').length; click(2, 4); await still();\
        const pushed = page.game.made; key('z', { ctrlKey: true }); const undone = page.game.made;\
        drag([2, 2], [2, 5]); await still();\
        return { walk, dots, pushed, undone, end: text('.level [role=status]') };";
    let Some(found) = found(&Server::start(&[]), board, script) else { return };
    let pushes = |key: &str| found[key].as_str().unwrap().chars().filter(|c| c.is_uppercase()).count();
    assert_eq!((found["walk"].as_str().unwrap().len(), pushes("walk")), (4, 0), "{found}");
    assert!(found["dots"].as_u64().unwrap() > 4, "{found}");
    assert_eq!((pushes("pushed"), &found["undone"]), (2, &found["walk"]), "{found}");
    assert!(found["end"].as_str().unwrap().contains("3 pushes"), "{found}");
    assert!(found["end"].as_str().unwrap().ends_with(": solved"), "{found}");
}

#[test]
fn ways_of_boxes_and_of_the_player_are_those_of_the_library() {
    let script = "await until(() => page); const wrong = []; let ways = 0;\
        for (const row of shelf.rows) { const board = readBoard(row.board);\
          for (const box of board.boxes) { const place = [Math.floor(box / board.width), box % board.width];\
            const own = pushWays(board, board, box); own.delete(box);\
            const answer = await ask('/api/layers', { level: { board: row.board }, layers: ['box-reach'], box: place });\
            const theirs = answer.layers['box-reach'].squares.map(({ square: [down, right], pushes }) => [down * board.width + right, pushes]);\
            const mine = [...own].map(([square, moves]) => [square, pushesIn(moves)]);\
            const sorted = (list) => JSON.stringify(list.filter(([square]) => square !== box).sort((a, b) => a[0] - b[0]));\
            if (sorted(mine) !== sorted(theirs)) wrong.push([row.level, place, sorted(mine), sorted(theirs)]);\
            for (const moves of own.values()) { ways += 1; const game = new Game(board, moves);\
              const after = await ask('/api/convert', { level: { board: row.board, after: moves }, format: 'xsb' });\
              const same = (picture) => picture.split('\\n').filter((line) => line.includes('#')).map((line) => line.trimEnd()).join('\\n');\
              if (game.made !== moves || same(after.text) !== same(pictureOf(board, game.position))) wrong.push([row.level, moves]); } }\
          for (const [square, moves] of walks(board, board)) if (new Game(board, moves).position.player !== square) wrong.push([row.level, square]); }\
        return { wrong, ways };";
    let Some(found) = found(&Server::start(&[LISA]), "", script) else { return };
    assert_eq!(found["wrong"], json!([]));
    assert!(found["ways"].as_u64().unwrap() > 20, "{found}");
}

#[test]
fn hints_show_the_box_on_its_next_square_then_its_way_then_the_moves_and_make_them_last() {
    let script = "await until(() => page); const hint = page.hints; const told = [];\
        for (const name of [...STRENGTHS].slice(0, 3)) { button(name).click(); await until(() => button(name) === undefined);\
          told.push([document.querySelectorAll('.ghost').length, document.querySelectorAll('.advice').length,\
            document.querySelectorAll('.steps-of').length, page.game.at]); }\
        const { way, moves } = hint.run(); button('Make the moves').click(); await until(() => page.game.at > 0); page.finish();\
        const { boxes } = page.game.position; const asked = []; const plain = ask; ask = (path, ...more) => { asked.push(path); return plain(path, ...more); };\
        key('h'); return { told, made: page.game.made, moves, moved: boxes.has(way.at(-1)) && !boxes.has(way[0]), label: hint.button.textContent,\
          asked };";
    let Some(found) = found(&Server::start(&[LISA]), "", script) else { return };
    assert_eq!(found["told"], json!([[1, 1, 0, 0], [1, 2, 0, 0], [1, 2, 1, 0]]), "{found}");
    assert_eq!((&found["made"], &found["moved"]), (&found["moves"], &json!(true)), "{found}");
    assert!(found["made"].as_str().unwrap().contains(char::is_uppercase), "{found}");
    // A hint shows the way of one box: the way of the next box is requested.
    assert_eq!((&found["label"], &found["asked"]), (&json!("Hint"), &json!(["/api/layers"])), "{found}");
}

#[test]
fn a_lost_position_is_warned_of_and_it_and_a_push_that_loses_are_explained_by_the_pictures_of_a_proof() {
    let board = "#board=7w_wp4-w_w-b-o-w_w5-w_7w";
    let script = "await until(() => page && button('prevention')); button('prevention').click();\
        const losing = await until(() => document.querySelectorAll('.losing button').length); const lines = () => document.querySelectorAll('.proof .zone').length;\
        find('.losing button').click(); const before = await until(lines); const hidden = button('Why not?').hidden;\
        for (const step of 'ArrowDown ArrowDown ArrowRight ArrowUp'.split(' ')) key(step); const warning = await until(() => text('.warning')); const cleared = lines();\
        button('Why not?').click(); const after = await until(lines);\
        return { losing, before, hidden, cleared, after, warning, words: text('.proof figcaption') };";
    let Some(found) = found(&Server::start(&[]), board, script) else { return };
    assert!(found["losing"].as_u64() > Some(0) && found["before"].as_u64() == Some(1), "{found}");
    assert_eq!((&found["hidden"], &found["cleared"], &found["after"]), (&json!(true), &json!(0), &json!(1)), "{found}");
    assert!(found["warning"].as_str().unwrap().starts_with("Lost: the box"), "{found}");
    assert_eq!(found["words"], "No box leaves the marked squares, and no goal is there.");
}

#[test]
fn a_proof_is_read_as_the_checker_reads_it_and_thinned_to_the_boxes_that_matter() {
    let proof = "sokoproof 1\nclaim dead\n########\n#$$  . #\n#$$ @..#\n#    . #\n########\n\nzone 0\n########\n#x  x. #\n#x   ..#\n#xxx . #\n########\n\
        \ndead\n########\n#$$ o. #\n#$$@ ..#\n#    . #\n########\n";
    let script = "await until(() => page); const { board, statements } = readProof(PROOF);\
        const figures = proofPictures(PROOF); const [first, more] = figures;\
        return { height: board.height, boxes: board.boxes.size, kinds: statements.map((one) => one.kind), zone: statements[0].zone.length,\
          empty: statements[1].empty.length, solid: first.querySelectorAll('svg > .box').length, faint: first.querySelectorAll('.faint .box').length,\
          more: more.querySelectorAll('figure').length };";
    let script = format!("const PROOF = {}; {script}", json!(proof));
    let told = json!({"height": 5, "boxes": 4, "kinds": ["zone", "dead"], "zone": 6, "empty": 1, "solid": 2, "faint": 2, "more": 1});
    shows(&[], CORRIDOR, &script, told);
}

#[test]
fn a_solved_level_is_cheered_marked_in_the_list_and_left_by_one_key() {
    let script = "await levelsOf(LEVELS).then(openLevels); key('ArrowRight');\
        const cheer = text('.cheer p'); const shown = !find('.cheer').hidden; const facts = text('.shelf button[data-board]');\
        const ticks = document.querySelectorAll('.tick').length; key('Enter'); const title = text('main h2');\
        page.foresee('R'); key('End'); const helped = text('.cheer p'); const last = button('Next level').hidden;\
        return { cheer, shown, facts, ticks, title, helped, last, marks: document.querySelectorAll('.tick').length };";
    let levels = "; first\n#####\n#@$.#\n#####\n\n; second\n######\n# @$.#\n######\n";
    let script = format!("const LEVELS = {}; {script}", json!(levels));
    let Some(found) = found(&Server::start(&[]), "", &script) else { return };
    assert_eq!((&found["cheer"], &found["shown"]), (&json!("1 push, 1 move: your first solution"), &json!(true)));
    assert_eq!(found["facts"], "✓ 1. first5 × 3, 1 boxbest 1 push, 1 move");
    assert_eq!((&found["ticks"], &found["title"]), (&json!(1), &json!("2. second")), "{found}");
    assert_eq!(
        (&found["helped"], &found["last"], &found["marks"]),
        (&json!("1 push, 1 move: with help"), &json!(true), &json!(1))
    );
}

#[test]
fn a_level_is_found_by_its_title_or_number_and_played_by_one_key() {
    let script = "await until(() => page && shelf.rows.length); key('/'); const focused = document.activeElement === shelf.filter;\
        shelf.filter.value = '2'; shelf.filter.dispatchEvent(new Event('input')); const listed = document.querySelectorAll('.shelf button[data-board]').length;\
        shelf.filter.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' })); const { board } = page.place;\
        return { focused, listed, second: board === shelf.rows[1].board, current: document.querySelectorAll('.shelf [aria-current]').length,\
          thumbs: await until(() => document.querySelectorAll('.thumb svg').length) };";
    shows(&[LISA], "", script, json!({"focused": true, "listed": 1, "second": true, "current": 1, "thumbs": 1}));
}

#[test]
fn a_finger_steps_by_swipes_walks_by_taps_and_pushes_by_slow_drags() {
    let board = "#board=7w_w5-w_w-b2-ow_wp4-w_7w";
    let script = "await until(() => page); const finger = (name, place, time) => { const event = new PointerEvent(name, { ...at(...place), pointerType: 'touch' });\
          Object.defineProperty(event, 'timeStamp', { value: time }); find('.board').dispatchEvent(event); };\
        const swipe = (from, to, time) => { finger('pointerdown', from, 1000); finger('pointerup', to, 1000 + time); };\
        swipe([2, 2], [2, 4], 100); const right = page.game.made; swipe([3, 4], [2, 4], 100); const up = page.game.made;\
        swipe([3, 1], [3, 1], 50); await still(); const tap = page.game.made; key('Home'); swipe([2, 2], [2, 4], 900); await still();\
        return { right, up, tap, boxes: page.game.position.boxes.has(2 * 7 + 4) };";
    shows(&[], board, script, json!({"right": "r", "up": "rU", "tap": "rUdl", "boxes": true}));
}

#[test]
fn edit_level_opens_the_level_and_edit_this_position_what_was_made_of_it() {
    let script = "await until(() => page); key('ArrowRight'); button('Edit level').click(); const level = page.place.board;\
        history.back(); await until(() => page instanceof PlayPage); button('Edit this position').click(); return { level, position: page.place.board };";
    let Some(found) = found(&Server::start(&[]), "#board=7w_wpb2-ow_7w", script) else { return };
    assert_eq!(found["level"], "#######\n#@$  .#\n#######\n");
    assert_eq!(found["position"], "#######\n# @$ .#\n#######\n");
}

#[test]
fn a_skin_and_a_light_are_chosen_and_kept() {
    let script = "await until(() => page); const [skin, light] = ['Skin', 'Light or dark'].map((name) => [...document.querySelectorAll('label')].find((label) => label.textContent.startsWith(name)).control);\
        const colour = () => getComputedStyle(find('#piece-box rect')).fill + getComputedStyle(document.body).backgroundColor; const before = colour();\
        skin.value = 'contrast'; skin.onchange(); light.value = 'dark'; light.onchange(); const after = colour();\
        document.documentElement.dataset.skin = ''; looks(); return { changed: before !== after, skin: document.documentElement.dataset.skin,\
          piece: find('.moving .player').getAttribute('href') };";
    shows(&[], CORRIDOR, script, json!({"changed": true, "skin": "contrast", "piece": "#piece-player"}));
}

#[test]
fn layers_are_switched_and_stay_switched() {
    let script = "await until(() => button('areas')); const state = () => find('.area').parentElement.getAttribute('visibility');\
        const before = state(); button('areas').click(); const after = state(); button('pushes').click();\
        await until(() => find('.can')?.getAttribute('d')); playRow(shelf.rows[1]); await until(() => text('main h2').includes('again') && button('areas'));\
        return { before, after, next: state(), pressed: button('areas').getAttribute('aria-pressed') };";
    shows(&[LISA], "", script, json!({"before": "hidden", "after": "visible", "next": "visible", "pressed": "true"}));
}

#[test]
fn a_level_is_solved_and_the_solution_played() {
    let script = "await until(() => page); button('Solve from here').click();\
        const answer = await until(() => text('[aria-label=Solve] .answer').startsWith('Solved') && text('[aria-label=Solve] .answer'));\
        const later = page.game.moves.length; key('End'); const status = text('.level [role=status]');\
        const checked = await ask('/api/verify', { level: { board: page.place.board }, lurd: page.game.made });\
        const sentence = text('[aria-label=Story] .steps .which'); const solved = document.querySelectorAll('.tick').length;\
        return { answer, later, status: status.endsWith(': solved'), valid: checked.valid, sentence, solved };";
    let Some(found) = found(&Server::start(&[LISA]), "", script) else { return };
    assert_eq!((&found["status"], &found["valid"]), (&json!(true), &json!(true)), "{found}");
    assert!(found["sentence"].as_str().unwrap().starts_with("The box at ("), "{found}");
    assert_eq!(found["solved"], 0, "a solution that was watched is not the player's");
}

#[test]
fn an_answer_stays_however_long_the_search_takes_to_end() {
    let script = "await until(() => page); const plain = way; way = async (...question) => { await plain(...question); await new Promise((done) => setTimeout(done, 700)); };\
        let first; const answer = page.solving.answer.bind(page.solving); page.solving.answer = (...row) => { answer(...row); first = text('[aria-label=Solve] .answer'); };\
        button('Solve from here').click(); await until(() => first); await new Promise((done) => setTimeout(done, 900));\
        return first.startsWith('Solved') && text('[aria-label=Solve] .answer') === first;";
    shows(&[LISA], "", script, json!(true));
}

#[test]
fn a_search_is_stopped_here_and_on_the_server() {
    let script = "await levelsOf(HALL).then(openLevels); const plain = follow; follow = (path, question, ...more) => plain(path, { ...question, optimal: 'moves' }, ...more);\
        button('Solve from here').click(); await until(() => text('[aria-label=Solve] .answer').startsWith('searching, '));\
        button('Stop').click(); const words = await until(() => text('[aria-label=Solve] .answer') === 'stopped' && 'stopped');\
        const free = await ask('/api/solve', { level: { board: '#####\\n#@$.#\\n#####' } });\
        return { words, button: Boolean(button('Solve from here')), free: free.answer };";
    let script = format!("const HALL = {}; {script}", json!(hall()));
    let told = json!({"words": "stopped", "button": true, "free": "solved"});
    shows(&["--threads", "1", "--time", "10m"], "", &script, told);
}

#[test]
fn a_level_is_drawn_checked_solved_and_written() {
    let script = "button('New level').click(); const words = () => text('main .level > div > .answer');\
        await until(() => words().includes('room')); button('box').click(); click(2, 3);\
        await until(() => words().includes('expected')); const fault = words(); button('goal').click(); click(2, 6); await until(() => words().includes('room')); const good = words();\
        button('wall').click(); drag([4, 2], [4, 3]); const walls = page.rows[4].join(''); key('u'); const undone = page.rows[4].join('');\
        button('Solvable?').click(); const answer = await until(() => text('[aria-label=Solve] .answer').startsWith('Solved'));\
        find('.export').open = true; find('.export select').value = 'sok'; find('.export select').dispatchEvent(new Event('change'));\
        const written = await until(() => find('.export textarea').value.includes('Solution') && find('.export textarea').value);\
        button('Play').click(); return { fault, good, walls, undone, answer, written, playing: page instanceof PlayPage, hash: location.hash };";
    let Some(found) = found(&Server::start(&[]), "", script) else { return };
    let text = |key: &str| found[key].as_str().unwrap();
    assert!(text("fault").contains("goal") || text("fault").contains("box"), "{found}");
    assert!(text("good").contains("1 room") && text("good").contains("dead square"), "{found}");
    assert_ne!(text("walls"), text("undone"));
    assert!(text("written").contains('$') && found["playing"] == true, "{found}");
    assert!(text("hash").starts_with("#board=") && !text("hash").contains("edit"), "{found}");
}

/// A script that drops a text on the page.
fn dropping(text: &str, then: &str) -> String {
    let text = json!(text);
    format!(
        "const data = new DataTransfer(); data.items.add(new File([{text}], 'dropped.xsb'));\
         dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true }})); {then}"
    )
}

#[test]
fn a_dropped_file_is_a_collection_and_titles_are_text() {
    let text = "; <img src=x onerror=alert(1)>\n#####\n#@$.#\n#####\n\n; broken\n#####\n#@$ #\n#####\n";
    let then = "await until(() => page); return { title: text('main h2'), images: document.querySelectorAll('img').length,\
        levels: document.querySelectorAll('.shelf button[data-board]').length, fault: text('.shelf .fault') };";
    let Some(found) = found(&Server::start(&[]), "", &dropping(text, then)) else { return };
    assert_eq!((&found["levels"], &found["images"]), (&json!(1), &json!(0)), "{found}");
    assert!(found["fault"].as_str().unwrap().contains("line "), "{found}");
}

#[test]
fn an_opened_file_is_added_to_the_list_and_back_returns_to_the_level_before_it() {
    let text = "; added\n#####\n#@$.#\n#####\n";
    let then = "await until(() => shelf.served.length > 0 && page); const before = text('main h2');\
        const listed = () => [...document.querySelectorAll('.shelf .file span')].map((file) => file.textContent);\
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true })); await until(() => text('main h2').includes('added'));\
        const added = [shelf.rows.length, ...listed()]; history.back(); await until(() => text('main h2') === before);\
        const back = shelf.rows.length; const kept = new Shelf(document.createElement('section'), () => {}).opened.length;\
        button('Remove').click(); return { added, back, kept, removed: shelf.rows.length };";
    let script = dropping(text, then).replacen("dispatchEvent(", "void (", 1);
    shows(&[LISA], "", &script, json!({"added": [3, "dropped.xsb", "6-lisa.xsb"], "back": 3, "kept": 1, "removed": 2}));
}

#[test]
fn the_board_stays_beside_the_steps_with_the_letters_of_areas() {
    let script = "await until(() => button('areas')); for (const part of document.querySelectorAll('details')) part.open = true;\
        const letters = () => page.view.letters.getAttribute('visibility'); const before = letters();\
        button('Plan from here').click(); const step = await until(() => find('[aria-label=Story] .steps button'));\
        const shown = letters(); step.scrollIntoView({ block: 'start' });\
        step.click(); await still(); const { top, height } = find('.board').getBoundingClientRect();\
        button('Close the plan').click(); return { before, shown, after: letters(), isSeen: top > -1 && top + height < innerHeight + 1, at: [top, height, innerHeight] };";
    let Some(found) = found_as(&Server::start(&[LISA]), &["--window-size=900,500"], "", script) else { return };
    let letters = [&found["before"], &found["shown"], &found["after"]];
    assert_eq!(letters, ["hidden", "visible", "hidden"]);
    assert_eq!(found["isSeen"], true, "{found}");
}

#[test]
fn a_phone_shows_the_board_above_every_step_of_the_plan() {
    let script = "await until(() => button('areas')); for (const part of document.querySelectorAll('details')) part.open = true;\
        button('Plan from here').click(); await until(() => find('[aria-label=Story] .steps button'));\
        const seen = [...document.querySelectorAll('[aria-label=Story] > .steps button')].map((step) => { step.scrollIntoView({ block: 'end' });\
          const [board, row] = [find('.board'), step].map((one) => one.getBoundingClientRect());\
          return board.top >= 0 && row.top >= board.bottom && row.bottom <= innerHeight + 1; });\
        button('Close the plan').click(); return { seen, after: find('.planned') };";
    let Some(found) = found_as(&Server::start(&[LISA]), &["--window-size=500,700"], "", script) else { return };
    let seen = found["seen"].as_array().unwrap();
    assert!(seen.len() > 1 && seen.iter().all(|seen| *seen == true) && found["after"].is_null(), "{found}");
}

#[test]
fn what_is_proved_at_once_is_proved_without_figures() {
    let board = "#board=5w_wpbow_5w".replace("pbo", "bpo");
    let script = "await until(() => page); button('Solve from here').click();\
        return await until(() => text('[aria-label=Solve] .answer').startsWith('Proved') && text('[aria-label=Solve] .answer'));";
    shows(&[], &board, script, "Proved: there is no solution from here");
}

#[test]
fn the_numbers_along_a_board_are_those_that_steps_name() {
    let script = "await until(() => page); const numbers = [...document.querySelectorAll('.board .axes text')].map((one) => one.textContent);\
        click(1, 2); return { numbers, player: page.game.position.player, chosen: page.choice?.box };";
    let told = json!({"numbers": ["0", "1", "2", "3", "4", "5", "0", "1", "2"], "player": 7, "chosen": 8});
    shows(&[], CORRIDOR, script, told);
}

#[test]
fn a_broken_file_is_told_of_and_changes_nothing() {
    let then = "await until(() => page); const words = await until(() => text('nav .fault')); return { words, levels: shelf.rows.length };";
    shows(&[LISA], "", &dropping("no level", then), json!({"words": "no level found in this text", "levels": 2}));
}

#[test]
fn an_address_leads_to_the_position_and_nonsense_to_no_error() {
    let server = Server::start(&[]);
    let script = "await until(() => page); return [page.game.made, text('main h2'), page.game.board.boxes.size];";
    let Some(there) = found(&server, &format!("{CORRIDOR}&moves=Rx"), script) else { return };
    assert_eq!(there, json!(["R", "corridor", 1]));
    // The room of the numbers does not grow with a board that is enlarged.
    let script = "await until(() => page); for (let at = 0; at < 6; at += 1) key('+');\
        const rim = () => { const { side } = page.view.at({ clientX: 0, clientY: 0 }); return page.view.rim * side / Math.max(28, side); };\
        await until(() => rim() < 1.1); return rim() > 0.8;";
    let wide = format!("#board=100w_wpbo95-w_{}100w", "w98-w_".repeat(50));
    assert_eq!(found(&server, &wide, script), Some(Value::Bool(true)));
    for nonsense in ["#board=99999999w", "#board=%00%ff&edit"] {
        let told = found(&server, nonsense, "await new Promise((done) => setTimeout(done, 500)); return true;");
        assert_eq!(told, Some(Value::Bool(true)), "{nonsense}");
    }
}

#[test]
fn what_the_browser_keeps_in_another_shape_keeps_no_level_from_being_played() {
    // Each text is kept under a name, or is an address; the page is loaded anew with it.
    let broken = json!([
        ["games", "[5]"],
        ["games", "[{}]"],
        ["games", "\"x\""],
        ["games", "[[\"x\",null],[null,{\"moves\":5}],[\"x\",{\"moves\":\"x\"}]]"],
        ["games", "{"],
        ["best", "[5]"],
        ["best", "\"x\""],
        ["best", "{\"x\":{\"pushes\":null}}"],
        ["layers", "{\"a\":1}"],
        ["opened", "[5,{},{\"title\":\"\",\"file\":\"\",\"fault\":{\"what\":\"x\"}}]"],
        ["opened", "[{\"title\":\"x\",\"file\":\"x\",\"board\":5,\"fault\":{\"what\":\"x\"}}]"],
        ["skin", "{}"],
        ["", "#board=%00"],
        ["", "#board=%"],
        ["", "#board"],
        ["", "#moves=5&board=7"]
    ]);
    let script = format!(
        "const broken = {broken}; const told = JSON.parse(sessionStorage.getItem('told') ?? '[]');\
         await until(() => page && shelf.rows.length && document.querySelectorAll('.board').length); await new Promise((done) => setTimeout(done, 200));\
         const boxes = page.game.board.boxes.size; shelf.draw();\
         told.push([boxes, page.game.at, shelf.served.length, errors.join()]); if (told.length > broken.length) return told;\
         sessionStorage.setItem('told', JSON.stringify(told)); localStorage.clear(); const [name, text] = broken[told.length - 1];\
         if (name) localStorage.setItem(name, text);\
         history.replaceState(null, '', name ? location.pathname + location.search : text); location.reload(); await new Promise(() => {{}});"
    );
    let Some(found) = found(&Server::start(&[LISA]), "", &script) else { return };
    let told = vec![json!([2, 0, 2, ""]); broken.as_array().unwrap().len() + 1];
    assert_eq!(found, json!(told));
}

#[test]
fn a_plan_is_listed_outlined_followed_and_made_anew_where_it_was_left() {
    let script = "await until(() => page); await until(() => button('areas')); button('Plan from here').click();\
        const list = '[aria-label=Story] > .steps'; const steps = await until(() => document.querySelectorAll(`${list} button`).length);\
        const first = find(`${list} button`); first.focus(); const lit = ['.lit', '.goes'].map((name) => find(name).getAttribute('d').length > 0);\
        first.blur(); const out = find('.lit').getAttribute('d'); const tried = document.querySelectorAll('.search .chosen').length; const words = text('[aria-label=Plan] .answer');\
        first.click(); await still(); const done = document.querySelectorAll(`${list} .done`).length;\
        const now = text(`${list} [aria-current=step] .badge`); key('Home'); const back = text(`${list} [aria-current=step] .badge`);\
        const { boxes } = page.game.position; const ways = [...boxes].flatMap((box) => [...pushWays(page.game.board, page.game.position, box)]);\
        const planned = [...page.telling.places.keys()]; const away = ways.map(([, way]) => way).find((way) =>\
            way !== '' && !planned.includes(keyOf(positionAfter(page.game.board, way, way.length).boxes)));\
        page.makeAll(away); page.finish(); const left = text('[aria-label=Plan] .answer');\
        const again = await until(() => text('[aria-label=Plan] .answer') !== left && text('[aria-label=Plan] .answer') !== 'planning' && text('[aria-label=Plan] .answer'));\
        button('Close the plan').click(); return { steps, lit, out, words, done, now, back, left, again: again !== '', closed: find(list) === null, tried };";
    let Some(found) = found(&Server::start(&[LISA]), "", script) else { return };
    assert!(found["steps"].as_u64() > Some(1), "{found}");
    assert_eq!((&found["lit"], &found["out"]), (&json!([true, true]), &json!("")), "{found}");
    assert!(found["tried"].as_u64() > Some(0), "the way of the planner through its search: {found}");
    assert!(found["words"].as_str().unwrap().starts_with("A solution was found"), "{found}");
    assert_eq!((&found["done"], &found["now"], &found["back"]), (&json!(1), &json!("2"), &json!("1")), "{found}");
    assert_eq!(
        (&found["left"], &found["closed"]),
        (&json!("You have left the plan: planning again."), &json!(true)),
        "{found}"
    );
}

#[test]
fn a_dropped_archive_is_a_collection_of_its_files() {
    let bytes = json!(zip(&["one.xsb", "two.xsb", "readme.md"].map(|name| (name, "#####\n#@$.#\n#####\n"))));
    let script = format!(
        "const data = new DataTransfer(); data.items.add(new File([new Uint8Array({bytes})], 'set.zip'));\
         dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true }})); await until(() => page);\
         return {{ files: [...document.querySelectorAll('.shelf .file span')].map((file) => file.textContent), levels: shelf.rows.length }};"
    );
    shows(&[], "", &script, json!({"files": ["one.xsb", "two.xsb"], "levels": 2}));
}

#[test]
fn a_narrow_window_shows_all_of_a_page_and_nothing_beside_it() {
    let script = "await until(() => page); await new Promise((done) => setTimeout(done, 500));\
        const { scrollWidth, clientWidth } = document.documentElement; return [scrollWidth, clientWidth];";
    for address in ["", "#board=6w_wpb-ow_6w&edit"] {
        let Some(found) = found_as(&Server::start(&[LISA]), LOOKS[2], address, script) else { return };
        assert!(found[0].as_u64() <= found[1].as_u64(), "{address}: {found}");
    }
}

#[test]
fn nothing_keeps_people_from_using_a_page_in_any_skin() {
    let Some(axe) = axe() else { return };
    let pages = [
        (
            "",
            "await until(() => button('areas')); button('Plan from here').click(); await until(() => find('[aria-label=Story] .steps'));",
        ),
        ("#board=6w_wpb-ow_6w&edit", "await until(() => text('main .level > div > .answer').includes('room'));"),
        (
            "#board=6w_wpb-ow_6w",
            "key('ArrowRight'); key('ArrowRight'); await new Promise((done) => setTimeout(done, 600));",
        ),
        (
            "#board=7w_wp4-w_w-b-o-w_w5-w_7w",
            "await until(() => button('prevention')); button('prevention').click();\
            (await until(() => find('.losing button'))).click(); await until(() => find('.proof svg'));",
        ),
    ];
    for look in LOOKS {
        for (address, ready) in pages {
            let script = format!(
                "await until(() => page); {ready} for (const part of document.querySelectorAll('details')) part.open = true;\
                 const all = []; for (const [skin] of LOOKS[0][2]) {{ document.documentElement.dataset.skin = skin;\
                 all.push(...await (async () => {{ {axe} }})()); }} return all;"
            );
            let Some(found) = found_as(&Server::start(&[LISA]), look, address, &script) else { return };
            assert_eq!(found, json!([]), "{look:?} {address}");
        }
    }
}

#[test]
fn moves_are_copied_and_pasted_and_a_paste_that_fails_keeps_its_text_and_says_where() {
    let script = "await until(() => page); const paste = async (text) => { const data = new DataTransfer(); data.setData('text/plain', text);\
          const event = new ClipboardEvent('paste', { clipboardData: data, cancelable: true }); dispatchEvent(event); taken.push(event.defaultPrevented);\
          await new Promise((done) => setTimeout(done, 300)); }; const taken = [];\
        await paste('R r\\n'); const pasted = page.game.made; const data = new DataTransfer();\
        document.body.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));\
        key('Home'); await paste('RRR'); const [dialog] = [...document.querySelectorAll('dialog[open]')]; const moves = [dialog?.textContent.includes('Move 3 (R)'), dialog?.querySelector('textarea').value];\
        dialog?.close(); await paste('#####\\n#@$x#\\n#####\\n'); const level = await until(() => find('dialog[open] .fault')?.textContent);\
        const area = find('dialog[open] textarea'); const typed = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });\
        const kept = area.value; area.dispatchEvent(typed); find('dialog[open]').close(); const typing = typed.defaultPrevented; await paste('#####\\n#@$.#\\n#####\\n');\
        return { pasted, copied: data.getData('text/plain'), moves, level, taken, typed: typing, kept, boards: shelf.opened.map((row) => row.board) };";
    let Some(found) = found(&Server::start(&[]), CORRIDOR, script) else { return };
    // The browser pastes nothing itself where the page does, and all where a text is written.
    assert_eq!((&found["taken"], &found["typed"]), (&json!([true, true, true, true]), &json!(false)), "{found}");
    assert_eq!(found["kept"], "#####\n#@$x#\n#####\n", "{found}");
    assert_eq!(found["boards"], json!(["#####\n#@$.#\n#####\n"]), "{found}");
    assert_eq!((&found["pasted"], &found["copied"]), (&json!("RR"), &json!("RR")), "{found}");
    assert_eq!(found["moves"], json!([true, "RRR"]), "{found}");
    assert!(found["level"].as_str().is_some_and(|words| !words.is_empty()), "{found}");
}

#[test]
fn a_game_that_was_left_goes_on_and_its_moves_by_the_program_stay_the_programs() {
    let script = "await until(() => page); page.foresee('RR'); key('r'); key('r'); key('u'); const board = page.place.board;\
        visit({ board: EMPTY, title: 'other', moves: '', isEdited: false }); visit({ board, title: '', moves: '', isEdited: false });\
        const back = page.game.made; key('ArrowRight'); return { back, words: text('.cheer p') };";
    shows(&[], CORRIDOR, script, json!({"back": "R", "words": "2 pushes, 2 moves: with help"}));
}

#[test]
fn every_key_is_listed_by_a_question_mark_and_numbers_along_boards_stay_small() {
    let script = "await until(() => button('areas')); key('?'); const listed = [...document.querySelectorAll('dialog[open] dt')].length; find('dialog[open]').close();\
        const size = await until(() => { const size = Number(find('.axes').getAttribute('font-size')) * page.view.at({ clientX: 0, clientY: 0 }).side; return size < 14.1 && size; });\
        const before = find('.frame').clientWidth; key('+'); const wide = find('.board').clientWidth > 1.4 * before; key('-');\
        const layer = button('areas').getAttribute('aria-pressed'); key('1');\
        return { listed, size, wide, back: find('.board').clientWidth <= before, layer: layer !== button('areas').getAttribute('aria-pressed') };";
    let Some(found) = found(&Server::start(&[]), CORRIDOR, script) else { return };
    assert!(found["listed"].as_u64() > Some(10) && found["size"].as_f64() < Some(14.1), "{found}");
    assert_eq!([&found["wide"], &found["back"], &found["layer"]], [true, true, true], "{found}");
}

#[test]
fn a_lost_level_is_taken_back_to_the_last_position_that_can_be_solved_by_one_button() {
    let script = "await until(() => page); const answer = () => text('.losing').length >= 0 && page.helper.rescue.words.textContent;\
        for (const step of 'LRR'.split('')) page.step(step.toLowerCase()); const words = await until(() => answer().startsWith('Lost since') && answer());\
        const label = page.helper.rescue.back.textContent; key('b'); const back = page.game.made; button('Can it be solved?').click();\
        const start = await until(() => answer().includes('can still be solved') && answer()); return { words, label, back, start };";
    let Some(found) = found(&Server::start(&[]), "#board=8w_w6-w_w-bpb2-w_w6-w_w3-2o-w_8w", script) else { return };
    assert!(found["words"].as_str().unwrap().starts_with("Lost since push 1: the box at (2,1)"), "{found}");
    assert_eq!((&found["label"], &found["back"]), (&json!("Take back 2 pushes"), &json!("")), "{found}");
    assert_eq!(found["start"], "The level can still be solved.", "{found}");
}

#[test]
fn a_solution_is_shortened_and_the_shorter_one_can_be_played() {
    let script = "await until(() => page); const hidden = page.shortening.element.hidden; page.paste('rlrrrD'); page.shortening.by.value = 'moves';\
        button('Shorten').click(); const words = await until(() => text('[aria-label=Shorten] .answer').endsWith('.') && text('[aria-label=Shorten] .answer'));\
        return { hidden, words, made: page.game.made, moves: page.game.moves };";
    let Some(found) = found(&Server::start(&[]), "#board=8w_wp5-w_w3-b2-w_w3-o2-w_8w", script) else { return };
    let words = "1 push, 6 moves; now 1 push, 4 moves.";
    assert_eq!(found, json!({"hidden": true, "words": words, "made": "", "moves": "rrrD"}));
}
