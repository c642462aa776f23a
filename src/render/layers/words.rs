//! The layers of a position in words.

use super::LayersView;
use super::canvas::{Cell, Ground, Ink, arrow, canvas};
use crate::assist::{Deadlock, Global, Hint};
use crate::level::Square;
use crate::push::Push;
use crate::render::{counted, rescue_words};
use anstyle::{AnsiColor, Color, RgbColor, Style};
use itertools::Itertools;
use std::fmt::Write;

pub(super) fn words(view: &LayersView<'_>) -> Vec<String> {
    let layers = view.layers;
    let mut lines = Vec::new();
    if let Some(areas) = &layers.areas {
        let rooms = areas.areas().iter().filter(|area| area.is_room()).count();
        lines.push(format!("areas: {}, {}", counted(rooms, "room"), counted(areas.len() - rooms, "tunnel")));
    }
    if let Some(dead) = &layers.dead_squares {
        lines.push(format!("dead-squares (x): {}", dead.len()));
    }
    if let Some(pushes) = &layers.pushes {
        lines.push(format!("pushes (arrows): {}", counted(pushes.len(), "push")));
    }
    if let Some(alert) = &layers.alert {
        lines.push(format!("alert (!): {}", counted(alert.len(), "deadlock")));
        lines.extend(alert.iter().map(|found| format!("  {}", deadlock(found))));
    }
    if let Some(prevention) = &layers.prevention {
        lines.push(format!("prevention (!): {} would lead to a deadlock", counted(prevention.len(), "push")));
        for prevented in prevention.iter().filter(|prevented| layers.shows(prevented.push.from)) {
            lines.push(format!("  {}: {}", push(view, prevented.push), deadlock(&prevented.deadlock)));
        }
    }
    lines.extend(of_boxes(view));
    lines.extend(of_plans(view));
    lines
}

fn of_boxes(view: &LayersView<'_>) -> Vec<String> {
    let layers = view.layers;
    let mut lines = Vec::new();
    match &layers.box_reach {
        None => {}
        Some(None) => lines.push("box-reach (o): there is no box".to_owned()),
        Some(Some(reach)) => {
            let squares = counted(reach.squares.len(), "square");
            lines.push(format!("box-reach (o): the box on {} can come to {squares}", place(view, reach.of)));
        }
    }
    if let Some(paths) = &layers.goal_paths {
        let noun = if paths.len() == 1 { "box has" } else { "boxes have" };
        lines.push(format!("goal-paths (:): {} {noun} a free way to a goal", paths.len()));
        for path in paths.iter().filter(|path| layers.shows(path.from)) {
            let pushes = counted(path.pushes.len(), "push");
            lines.push(format!("  {} to {}: {pushes}", place(view, path.from), place(view, path.to)));
        }
    }
    if let Some(parking) = &layers.parking {
        let single = parking.single.iter().map(|id| view.names[id.index()].as_str()).join(" ");
        let single = if single.is_empty() { String::new() } else { format!("; room for one box only: {single}") };
        lines.push(format!("parking (p, routes ~): {}{single}", counted(parking.squares.len(), "square")));
    }
    lines
}

fn of_plans(view: &LayersView<'_>) -> Vec<String> {
    let layers = view.layers;
    let mut lines = Vec::new();
    match &layers.global {
        None => {}
        Some(Global::Alive(lurd)) => {
            lines.push(format!("position: can be solved, a search has found {}", counted(lurd.len(), "move")))
        }
        Some(Global::Dead) => lines.push("position: lost, as a search has proved".to_owned()),
        Some(Global::Unknown) => lines.push("position: not decided by a short search".to_owned()),
    }
    match &layers.hint {
        None => {}
        Some(Hint::Solved) => lines.push("hint: the level is solved".to_owned()),
        Some(Hint::Lost(why)) => lines.push(format!("hint: this position is lost: {why}")),
        Some(Hint::NotFound) => lines.push("hint: no step was found within the limits".to_owned()),
        Some(Hint::Next(next)) => {
            let sure = if next.is_solution { "" } else { " (the best found so far, not a solution)" };
            lines.push(format!("hint (>){sure}: {}", view.hint_sentence(next)));
            lines.extend(layers.hint.as_ref().and_then(|hint| hint.lurd(view.level)).map(|lurd| format!("  {lurd}")));
        }
    }
    match &layers.focus {
        None => {}
        Some(None) => lines.push("focus: there is no next step, so all is shown".to_owned()),
        Some(Some(focus)) => lines.push(format!(
            "focus of the next step: {} of {}",
            focus.boxes.len(),
            counted(view.level.start.boxes.len(), "box"),
        )),
    }
    lines.extend(layers.rescue.as_ref().map(|rescue| format!("rescue: {}", rescue_words(rescue))));
    lines
}

pub(super) fn place(view: &LayersView<'_>, square: Square) -> String {
    view.level.board.place_words(square)
}

fn push(view: &LayersView<'_>, push: Push) -> String {
    format!("{} {}", place(view, push.from), arrow(push.direction))
}

/// Returns a deadlock as its kind and reason: `freeze: the boxes at (3,4) and (3,5) block each other for good, ..`.
fn deadlock(found: &Deadlock) -> String {
    format!("{}: {}", found.kind, found.why)
}

/// Returns the board with marks and the words of the layers, with colour escapes; streams for plain text drop these.
pub(super) fn text(view: &LayersView<'_>) -> String {
    let mut text = String::new();
    for row in canvas(view) {
        let used = row.iter().rposition(|cell| cell.piece != ' ' || cell.mark != ' ').map_or(0, |last| last + 1);
        for cell in &row[..used] {
            letter(&mut text, cell.piece, cell.piece_ink, cell);
            letter(&mut text, cell.mark, cell.mark_ink, cell);
        }
        // Blanks at the end of a line are dropped.
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text.push('\n');
    for line in view.words() {
        text += &line;
        text.push('\n');
    }
    text
}

fn letter(text: &mut String, letter: char, ink: Ink, cell: &Cell) {
    let style = style(ink).bg_color(ground(cell.ground));
    if style == Style::new() {
        text.push(letter);
    } else {
        _ = write!(text, "{style}{letter}{style:#}");
    }
}

fn style(ink: Ink) -> Style {
    let plain = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
    match ink {
        Ink::Plain => Style::new(),
        Ink::Wall => plain(AnsiColor::BrightBlack),
        Ink::Goal => plain(AnsiColor::Red),
        Ink::Box => plain(AnsiColor::Yellow).bold(),
        Ink::Home => plain(AnsiColor::Green).bold(),
        Ink::Player => plain(AnsiColor::BrightBlue).bold(),
        Ink::Faint => Style::new().dimmed(),
        Ink::Can => plain(AnsiColor::Cyan),
        Ink::Bad => plain(AnsiColor::BrightRed).bold(),
        Ink::Advice => plain(AnsiColor::BrightMagenta).bold(),
    }
}

fn ground(ground: Ground) -> Option<Color> {
    let rgb = |(r, g, b)| Some(Color::Rgb(RgbColor(r, g, b)));
    match ground {
        Ground::Bare => None,
        Ground::Room(number) => rgb(crate::render::picture::dark(number)),
        Ground::Tunnel => rgb((50, 50, 50)),
        Ground::Bad => rgb((90, 0, 0)),
        Ground::Focus => rgb((60, 0, 80)),
    }
}
