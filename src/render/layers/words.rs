//! The layers of a position in words.

use super::{LayersView, arrow, canvas};
use crate::assist::{Deadlock, Global, Hint, Layer, LayerData, Rescue};
use crate::level::Square;
use crate::push::Push;
use crate::render::counted;
use crate::render::rooms::painted;
use itertools::Itertools;

/// Layers in the order of their words: those of squares and pushes, of boxes, and of plans.
const ORDER: [Layer; 12] = [
    Layer::Areas,
    Layer::DeadSquares,
    Layer::Pushes,
    Layer::Alert,
    Layer::Prevention,
    Layer::BoxReach,
    Layer::GoalPaths,
    Layer::Parking,
    Layer::Global,
    Layer::Hint,
    Layer::Focus,
    Layer::Rescue,
];

impl LayersView<'_> {
    /// Returns lines that describe the layers, one or more for each.
    pub fn words(&self) -> Vec<String> {
        ORDER.iter().filter_map(|&layer| self.layers.get(layer)).flat_map(|data| words_of(self, data)).collect()
    }

    /// Returns the board with marks and the words of the layers, with colour escapes; streams for plain text drop these.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for row in canvas(self) {
            let used = row.iter().rposition(|cell| cell.piece != ' ' || cell.mark != ' ').map_or(0, |last| last + 1);
            for cell in &row[..used] {
                for (letter, style) in [(cell.piece, cell.piece_style), (cell.mark, cell.mark_style)] {
                    text += &painted(style.bg_color(cell.ground), &letter.to_string());
                }
            }
            // Blanks at the end of a line are dropped.
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        text.push('\n');
        for line in self.words() {
            text += &line;
            text.push('\n');
        }
        text
    }
}

/// Returns a line about a layer, and a line for each of its items that has a reason or a length.
fn words_of(view: &LayersView<'_>, data: &LayerData) -> Vec<String> {
    let shows = |square: Square| view.layers.shows(square);
    let (line, items) = match data {
        LayerData::Areas(areas) => {
            let rooms = areas.areas().iter().filter(|area| area.is_room()).count();
            let tunnels = counted(areas.len() - rooms, "tunnel");
            (format!("areas: {}, {tunnels}", counted(rooms, "room")), Vec::new())
        }
        LayerData::Squares(dead) => (format!("dead-squares (x): {}", dead.len()), Vec::new()),
        LayerData::Pushes(pushes) => (format!("pushes (arrows): {}", counted(pushes.len(), "push")), Vec::new()),
        LayerData::Deadlocks(found) => {
            (format!("alert (!): {}", counted(found.len(), "deadlock")), found.iter().map(deadlock).collect())
        }
        LayerData::LosingPushes(losing) => {
            let shown = losing.iter().filter(|losing| shows(losing.push.from));
            let items = shown.map(|losing| format!("{}: {}", push(view, losing.push), deadlock(&losing.deadlock)));
            let line = format!("prevention (!): {} would lead to a deadlock", counted(losing.len(), "push"));
            (line, items.collect())
        }
        LayerData::Reach(None) => ("box-reach (o): there is no box".to_owned(), Vec::new()),
        LayerData::Reach(Some(reach)) => {
            let squares = counted(reach.squares.len(), "square");
            (format!("box-reach (o): the box on {} can come to {squares}", place(view, reach.of)), Vec::new())
        }
        LayerData::Paths(paths) => {
            let noun = if paths.len() == 1 { "box has" } else { "boxes have" };
            let items = paths.iter().filter(|path| shows(path.from)).map(|path| {
                let pushes = counted(path.pushes.len(), "push");
                format!("{} to {}: {pushes}", place(view, path.from), place(view, path.to))
            });
            (format!("goal-paths (:): {} {noun} a free way to a goal", paths.len()), items.collect())
        }
        LayerData::Parking(parking) => {
            let single = parking.single.iter().map(|id| view.names[id.index()].as_str()).join(" ");
            let single = if single.is_empty() { String::new() } else { format!("; room for one box only: {single}") };
            let squares = counted(parking.squares.len(), "square");
            (format!("parking (p, routes ~): {squares}{single}"), Vec::new())
        }
        LayerData::Global(global) => (format!("position: {}", global_words(global)), Vec::new()),
        LayerData::Hint(hint) => (hint_words(view, hint), hint.lurd(view.level).into_iter().collect()),
        LayerData::Focus(None) => ("focus: there is no next step, so all is shown".to_owned(), Vec::new()),
        LayerData::Focus(Some(focus)) => {
            let boxes = counted(view.level.start.boxes.len(), "box");
            (format!("focus of the next step: {} of {boxes}", focus.boxes.len()), Vec::new())
        }
        LayerData::Rescue(rescue) => (format!("rescue: {}", rescue_words(rescue)), Vec::new()),
    };
    std::iter::once(line).chain(items.into_iter().map(|item| format!("  {item}"))).collect()
}

fn global_words(global: &Global) -> String {
    match global {
        Global::Alive(lurd) => format!("can be solved, a search has found {}", counted(lurd.len(), "move")),
        Global::Dead => "lost, as a search has proved".to_owned(),
        Global::Unknown => "not decided by a short search".to_owned(),
    }
}

fn hint_words(view: &LayersView<'_>, hint: &Hint) -> String {
    match hint {
        Hint::Solved => "hint: the level is solved".to_owned(),
        Hint::Lost(why) => format!("hint: this position is lost: {why}"),
        Hint::NotFound => "hint: no step was found within the limits".to_owned(),
        Hint::Next(next) => {
            let sure = if next.is_solution { "" } else { " (the best found so far, not a solution)" };
            format!("hint (>){sure}: {}", view.hint_sentence(next))
        }
    }
}

fn place(view: &LayersView<'_>, square: Square) -> String {
    view.level.board.place_words(square)
}

fn push(view: &LayersView<'_>, push: Push) -> String {
    format!("{} {}", place(view, push.from), arrow(push.direction))
}

/// Returns a deadlock as its kind and reason: `freeze: the boxes at (3,4) and (3,5) block each other for good, ..`.
fn deadlock(found: &Deadlock) -> String {
    format!("{}: {}", found.kind, found.why)
}

/// Returns which push lost a level, why, and how many pushes to take back; where limits leave a gap, both its ends.
pub fn rescue_words(rescue: &Rescue) -> String {
    let back = rescue.take_back().map(|pushes| format!("; take back {}", counted(pushes, "push"))).unwrap_or_default();
    match (rescue.solvable(), rescue.lost()) {
        (_, None) if rescue.is_decided() => "the level can still be solved".to_owned(),
        (Some(solvable), None) => format!("solvable up to push {solvable}, unknown after it"),
        (None, None) => "within the limits it is unknown whether the level can still be solved".to_owned(),
        (_, Some(loss)) if loss.pushes == 0 => format!("the level has no solution: {}", loss.why),
        (Some(_), Some(loss)) if rescue.is_decided() => format!("lost since push {}: {}{back}", loss.pushes, loss.why),
        (Some(solvable), Some(loss)) => {
            let gap = format!("solvable up to push {solvable}, lost from push {}, unknown between", loss.pushes);
            format!("{gap}: {}{back}", loss.why)
        }
        (None, Some(loss)) => format!("lost from push {}, unknown before it: {}", loss.pushes, loss.why),
    }
}
