//! Tests of the game without a terminal: effects of keys and clicks, and screens.

use super::draw::draw;
use super::ink::Palette;
use super::{App, Command, Picked, Progress};
use crate::assist::Layer;
use crate::deadlock::DeadlockPatterns;
use crate::level::{Direction, Level, Square};
use crate::push::walk_and_push;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const TWO_ROOMS: &str = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
const ONE_ROOM: &str = "########\n#      #\n# $ .  #\n#   @  #\n#  $ . #\n########";

fn level(title: &str, text: &str) -> Level {
    Level::from_xsb(title, text).unwrap()
}

fn app(progress: Progress) -> App {
    let levels = [level("Two rooms and a tunnel", TWO_ROOMS), level("One room", ONE_ROOM)];
    let levels = (1..).zip(levels).map(|(number, level)| Picked { number, level, solution: None }).collect();
    App::new("test.xsb".to_owned(), levels, progress, DeadlockPatterns::default()).unwrap()
}

fn settle(app: &mut App) {
    let begin = Instant::now();
    while app.is_busy() && begin.elapsed() < Duration::from_secs(60) {
        app.tick(Instant::now(), Duration::from_millis(10));
    }
    assert!(!app.is_busy(), "it takes too long");
}

fn go(app: &mut App, lurd: &str) {
    lurd.chars().filter_map(Direction::from_letter).for_each(|direction| app.command(Command::Go(direction)));
}

fn screen(app: &App, width: u16, height: u16, colour: bool) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| draw(app, if colour { Palette::Many } else { Palette::Plain }, frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y: u16| (0..width).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    (0..height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
}

fn click(app: &mut App, row: usize, column: usize, width: u16, height: u16) {
    let kind = MouseEventKind::Down(MouseButton::Left);
    mouse(app, kind, (row, column), (width, height));
}

fn mouse(app: &mut App, kind: MouseEventKind, (row, column): (usize, usize), (width, height): (u16, u16)) {
    _ = screen(app, width, height, true);
    let placed = app.placed.get();
    let (x, y) = (u16::try_from(column - placed.first.1).unwrap(), u16::try_from(row - placed.first.0).unwrap());
    app.mouse(MouseEvent {
        kind,
        column: placed.origin.0 + x * placed.cell.0,
        row: placed.origin.1 + y * placed.cell.1,
        modifiers: KeyModifiers::NONE,
    });
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(std::env::temp_dir().join(format!("sokoplan-play-{name}-{}", std::process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_click_walks_and_a_box_goes_where_it_is_sent() {
    let mut app = app(Progress::default());
    for (width, height) in [(80, 24), (20, 8), (12, 6)] {
        app.command(Command::Restart);
        click(&mut app, 1, 1, width, height);
        assert_eq!(app.game().lurd(), "ull", "{width}x{height}");
        click(&mut app, 2, 2, width, height);
        settle(&mut app);
        click(&mut app, 2, 8, width, height);
        assert!(app.game().is_solved(), "{}", app.game().lurd());
    }
}

#[test]
fn a_square_out_of_reach_is_reported() {
    let level = level("", "########\n#@$  . #\n########");
    let levels = vec![Picked { number: 1, level, solution: None }];
    let mut app = App::new(String::new(), levels, Progress::default(), DeadlockPatterns::default()).unwrap();
    let [player, taken, far] = [Square(0), Square(1), Square(3)];
    app.click(far);
    assert_eq!(app.message, "the player cannot walk there");
    app.click(taken);
    settle(&mut app);
    app.click(player);
    assert_eq!(app.message, "the box cannot be pushed there while the others stand still");
    app.click(far);
    assert_eq!(app.game().lurd(), "RR");
}

#[test]
fn statistics_are_kept_by_collection_and_count_moves_that_were_taken_back() {
    let folder = Folder::new("statistics");
    let mut first = app(Progress::in_folder(&folder.0));
    go(&mut first, "u");
    first.command(Command::Undo);
    go(&mut first, "ulldRRRRRR");
    first.command(Command::Statistics);
    let text = screen(&first, 80, 24, false);
    let row = |text: &str, name: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.contains(&format!("│ {name}"))).unwrap();
        line.split('│').nth(1).unwrap().split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(row(&text, "collection"), ["collection", "solved", "best", "moves", "pushes", "time"]);
    assert_eq!(row(&text, "test.xsb")[..7], ["test.xsb", "1", "of", "2", "10/6", "11", "6"]);
    first.command(Command::Cancel);
    assert!(!screen(&first, 80, 24, false).contains("statistics"));
    first.command(Command::Quit);

    let other = level("", "#####\n#@$.#\n#####");
    let levels = vec![Picked { number: 1, level: other, solution: None }];
    let progress = Progress::in_folder(&folder.0);
    let mut second = App::new("other.xsb".to_owned(), levels, progress, DeadlockPatterns::default()).unwrap();
    go(&mut second, "r");
    second.command(Command::Statistics);
    let text = screen(&second, 80, 24, false);
    assert_eq!(row(&text, "other.xsb")[..7], ["other.xsb", "1", "of", "1", "1/1", "1", "1"]);
    assert_eq!(row(&text, "test.xsb")[..5], ["test.xsb", "1", "10/6", "11", "6"]);
    assert_eq!(row(&text, "all")[..5], ["all", "2", "11/7", "12", "7"]);
    assert!(screen(&second, 30, 10, false).contains("other.xsb"));
}

#[test]
fn the_best_solutions_are_kept_and_the_game_that_was_left() {
    let folder = Folder::new("kept");
    let mut first = app(Progress::in_folder(&folder.0));
    go(&mut first, "ulldRRRRRR");
    assert!(first.game().is_solved());
    first.command(Command::NextLevel);
    go(&mut first, "lu");
    first.command(Command::Quit);
    assert!(first.is_over());

    let again = Progress::in_folder(&folder.0);
    let level = level("", TWO_ROOMS);
    assert_eq!(again.best(&level).map(|best| best.map(|best| (best.moves, best.pushes))), [Some((10, 6)); 2]);
    let mut second = app(again);
    second.command(Command::NextLevel);
    assert_eq!(second.game().lurd(), "lu");
}

#[test]
fn a_worse_solution_replaces_nothing() {
    let mut progress = Progress::default();
    let level = level("", TWO_ROOMS);
    progress.keep(&level, "ulldRRRRRR");
    progress.keep(&level, "uddullRRRRRR");
    progress.keep(&level, "udulldRRRRRR");
    assert_eq!(progress.best(&level).map(|best| best.map(|best| best.moves)), [Some(10); 2]);
    assert!(progress.of(&level).is_some_and(|record| record.game == "uddullRRRRRR" || record.game.is_empty()));
}

#[test]
fn a_solution_is_looked_for_shown_and_not_called_the_players() {
    let mut app = app(Progress::default());
    app.command(Command::Solve);
    settle(&mut app);
    assert!(app.message.starts_with("found"), "{}", app.message);
    app.command(Command::TransferOn);
    assert!(app.game().pushes() > 0);
    app.command(Command::StepBack);
    app.command(Command::Faster);
    app.command(Command::Run);
    settle(&mut app);
    assert!(app.game().is_solved());
    assert_eq!(app.progress.best(app.game.level()), [None, None]);
}

#[test]
fn a_search_is_stopped_by_escape_and_by_a_push() {
    let mut app = app(Progress::default());
    app.command(Command::Solve);
    assert!(app.solving.is_some());
    app.command(Command::Cancel);
    assert!(app.solving.is_none() && app.message == "stopped");
    app.command(Command::Solve);
    go(&mut app, "ulldR");
    assert!(app.solving.is_none() && app.message.starts_with("stopped"), "{}", app.message);
}

#[test]
fn the_plan_follows_the_player() {
    let mut app = app(Progress::default());
    app.command(Command::TogglePlan);
    settle(&mut app);
    assert_eq!(app.tracking.as_ref().unwrap().done(), Some(0));
    let first = app.tracking.as_ref().unwrap().plan.steps[0].pushes.clone();
    let (moves, _) = walk_and_push(&app.game().level().board, app.game().position(), &first).unwrap();
    go(&mut app, &moves);
    settle(&mut app);
    assert!(app.tracking.as_ref().unwrap().done().is_some_and(|done| done >= 1));
    app.command(Command::Restart);
    settle(&mut app);
    assert_eq!(app.tracking.as_ref().unwrap().done(), Some(0));
    // The move leaves the plan, so that a new one is computed.
    go(&mut app, "dlluU");
    settle(&mut app);
    let plan = &app.tracking.as_ref().unwrap().plan;
    assert!(plan.is_solution && app.tracking.as_ref().unwrap().done() == Some(0));
}

#[test]
fn layers_go_on_and_off_and_say_what_they_know() {
    let mut app = app(Progress::default());
    for layer in Layer::ALL {
        app.command(Command::Toggle(layer));
    }
    app.command(Command::Toggle(Layer::Hint));
    settle(&mut app);
    let text = screen(&app, 120, 40, false);
    for word in ["prevention (!)", "alert (!)", "box-reach (o)", "parking", "has a solution", "hint (>)", "focus"] {
        assert!(text.contains(word), "{word}\n{text}");
    }
    for layer in Layer::ALL {
        app.command(Command::Toggle(layer));
    }
    assert!(!screen(&app, 120, 40, false).contains("prevention (!)"));
}

/// All information in colours is in letters too, so the screens are complete without colours.
#[test]
fn screens_are_as_they_were() {
    let mut app = app(Progress::default());
    let first = screen(&app, 80, 24, true);
    assert_eq!(first, screen(&app, 80, 24, false));
    for layer in [Layer::Areas, Layer::Pushes, Layer::Prevention, Layer::Alert, Layer::BoxReach] {
        app.command(Command::Toggle(layer));
    }
    app.command(Command::TogglePlan);
    settle(&mut app);
    let layers = screen(&app, 80, 24, true);
    let large = screen(&app, 120, 40, true);
    app.command(Command::Help);
    let help = screen(&app, 80, 24, false);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/play");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::assert_snapshot!("first", first);
        insta::assert_snapshot!("layers", layers);
        insta::assert_snapshot!("large", large);
        insta::assert_snapshot!("help", help);
    });
}

#[test]
fn a_small_screen_shows_the_part_around_the_player() {
    let app = app(Progress::default());
    for (width, height) in [(1, 1), (8, 4), (9, 5), (200, 3), (30, 30)] {
        let text = screen(&app, width, height, true);
        assert!(width < 8 || height < 4 || text.contains('@'), "{width}x{height}\n{text}");
    }
}

#[test]
fn the_board_is_as_large_as_there_is_room() {
    let app = app(Progress::default());
    for (width, height, cell) in
        [(120, 40, (6, 3)), (80, 24, (4, 2)), (45, 12, (4, 2)), (30, 8, (2, 1)), (12, 6, (1, 1))]
    {
        let text = screen(&app, width, height, true);
        assert_eq!(app.placed.get().cell, cell, "{width}x{height}\n{text}");
        assert!(text.contains('@') && text.contains('$'), "{text}");
    }
}

#[test]
fn a_level_is_found_in_the_list_by_title_and_number() {
    let mut app = app(Progress::default());
    let mut typed = |keys: &[KeyCode]| {
        app.command(Command::List);
        keys.iter().for_each(|&key| assert!(app.list_key(key.into())));
        let text = screen(&app, 100, 24, true);
        assert!(app.list_key(KeyCode::Enter.into()) && !app.list_key(KeyCode::Enter.into()));
        (app.at, text)
    };
    let (at, text) = typed(&[KeyCode::Char('O'), KeyCode::Char('n'), KeyCode::Char('e'), KeyCode::Char(' ')]);
    assert!(at == 1 && text.contains("search: One _   1 of 2, 0 solved") && text.contains("#  $ . #"), "{text}");
    assert_eq!(typed(&[KeyCode::Char('1')]).0, 0);
    assert_eq!(typed(&[KeyCode::Char('9'), KeyCode::Backspace, KeyCode::Down]).0, 1);
    assert_eq!(typed(&[KeyCode::Char('9')]).0, 1, "nothing is found, nothing changes");
}

#[test]
fn the_slider_goes_to_any_move_and_undone_moves_stay() {
    let mut app = app(Progress::default());
    go(&mut app, "ulldRRRRRR");
    _ = screen(&app, 80, 24, true);
    let line = app.slider.get();
    assert!(app.click_slider(line.x, line.y) && app.game().moves() == 0);
    assert!(app.click_slider(line.right() - 1, line.y) && app.game().is_solved());
    assert!(app.click_slider(line.x + line.width / 2, line.y));
    assert!((4..=6).contains(&app.game().moves()) && app.game().all_moves() == 10);
    let at = app.game().moves();
    app.command(Command::On);
    assert_eq!(app.game().moves(), at + 1);
    assert!(!app.click_slider(line.x, line.y - 1));
}

#[test]
fn a_push_that_loses_is_told_with_its_reason_though_no_layer_is_on() {
    let mut app = app(Progress::default());
    app.command(Command::NextLevel);
    go(&mut app, "lul");
    settle(&mut app);
    assert!(app.message.starts_with("lost: "), "{}", app.message);
    assert!(screen(&app, 120, 40, false).contains("$!"), "the box is marked");
    app.command(Command::Undo);
    settle(&mut app);
    assert!(app.message.is_empty() && !screen(&app, 120, 40, false).contains("$!"), "{}", app.message);
}

#[test]
fn a_lost_position_is_proved_by_pictures_that_scroll_and_close() {
    let mut app = app(Progress::default());
    app.command(Command::NextLevel);
    go(&mut app, "lul");
    app.command(Command::Why);
    settle(&mut app);
    let text = screen(&app, 80, 24, false);
    for words in ["why not?", "no solution: proved by 1 picture, and checked", "no box leaves x", "#x"] {
        assert!(text.contains(words), "{words}\n{text}");
    }
    assert!(screen(&app, 45, 9, false).contains("arrows scroll"));
    let first = screen(&app, 45, 9, false);
    assert!(app.help_key(KeyCode::Down.into()) && screen(&app, 45, 9, false) != first);
    app.command(Command::Cancel);
    assert!(!screen(&app, 80, 24, false).contains("why not?") && !app.help_key(KeyCode::Down.into()));
    app.command(Command::Undo);
    app.command(Command::Why);
    settle(&mut app);
    assert!(screen(&app, 80, 24, false).contains("no proof: it has a solution"));
}

#[test]
fn a_hint_shows_one_push_then_the_way_of_its_box_then_the_moves() {
    let mut app = app(Progress::default());
    let arrows = |app: &App| screen(app, 120, 40, false).chars().filter(|c| "←↑→↓".contains(*c)).count();
    let mut told = Vec::new();
    for _ in 0..4 {
        app.command(Command::Toggle(Layer::Hint));
        settle(&mut app);
        told.push(arrows(&app));
    }
    let [one, way, moves, off] = told[..] else { unreachable!() };
    assert!(one == 1 && way > one && moves >= way && off == 0, "{told:?}");
}

#[test]
fn every_line_of_the_help_can_be_read_on_any_screen() {
    for (width, height) in [(80, 24), (120, 40), (45, 12), (30, 8)] {
        let mut app = app(Progress::default());
        app.command(Command::Help);
        let mut seen = String::new();
        for _ in 0..80 {
            seen += &screen(&app, width, height, false);
            app.help_key(KeyCode::Down.into());
        }
        let words: String =
            seen.split(|c: char| c.is_whitespace() || "│┌┐└┘─".contains(c)).collect::<Vec<_>>().join(" ");
        for (_, what) in super::command::KEYS {
            for word in what.split(' ') {
                assert!(words.contains(word), "{width}x{height}: {what}: {word}");
            }
        }
        app.command(Command::Cancel);
        assert!(!screen(&app, width, height, false).contains(" keys ─"));
    }
}

#[test]
fn a_box_is_dragged_to_a_square() {
    let mut app = app(Progress::default());
    mouse(&mut app, MouseEventKind::Down(MouseButton::Left), (2, 2), (80, 24));
    settle(&mut app);
    mouse(&mut app, MouseEventKind::Up(MouseButton::Left), (2, 8), (80, 24));
    assert!(app.game().is_solved(), "{}", app.game().lurd());
}

#[test]
fn solutions_are_written_as_sok_and_shown_again() {
    let folder = Folder::new("solutions");
    let mut app = app(Progress::in_folder(&folder.0));
    app.command(Command::Recorded);
    assert!(app.message.starts_with("no solution"), "{}", app.message);
    go(&mut app, "ulldRRRRRR");
    app.command(Command::Save);
    let text = std::fs::read_to_string(folder.0.join("solutions/test.sok")).unwrap();
    assert!(text.contains("ulldRRRRRR") && text.contains("Solution 10/6"), "{text}");
    app.command(Command::Recorded);
    assert_eq!(app.game().moves(), 0);
    (0..2).for_each(|_| app.command(Command::TransferOn));
    assert!(app.game().is_solved());
}

#[test]
fn the_panel_of_a_small_terminal_shows_every_text_or_says_how_many_lines_do_not_fit() {
    let mut app = app(Progress::default());
    app.command(Command::TogglePlan);
    for layer in Layer::ALL {
        app.command(Command::Toggle(layer));
    }
    go(&mut app, "dL");
    settle(&mut app);
    let small = screen(&app, 80, 24, false);
    let panel: Vec<&str> = small.lines().skip(1).take(22).collect();
    assert!(panel[21].contains("more line"), "{small}");
    assert!(small.contains("alert (!): "), "{small}");
    let told: usize = panel[21].split("... ").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok()).unwrap();
    let large = screen(&app, 80, 24 + u16::try_from(told).unwrap() + 12, false);
    assert!(!large.contains("more line"), "{large}");
}
