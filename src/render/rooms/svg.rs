//! Rooms as pictures: in SVG, and as a graph in DOT.

use super::{RoomsDump, box_use, passage, shape};
use crate::level::Square;
use crate::maze::{Area, Opening};
use crate::render::picture::pieces::{self, CELL};
use crate::render::picture::{INK, MARGIN, SOFT_INK, at, block, label, sheet, soft, titled};
use crate::render::{counted, wrapped};
use crate::run::{Meter, Stop, safe};
use std::fmt::{self, Write};
use svg::node::element::{Definitions, Group, Line, Path, Pattern, Text};

/// Minimum width of the legend in pixels.
const LEGEND: usize = 400;
/// Width of a letter of the legend in pixels, wider than the average.
const LETTER: usize = 7;
/// Distance of the facts about an area from the left of the legend, in pixels.
const FACTS: usize = 38;
const LINE: usize = 26;
const TUNNEL: &str = "#e5e7eb";

/// Returns the picture of the areas with a drawing over the board and lines below the legend.
pub(crate) fn svg_over(dump: &RoomsDump<'_>, over: Group, notes: &[String]) -> String {
    svg(dump, Some(over), notes, &Meter::unlimited()).unwrap_or_default()
}

pub(super) fn svg(dump: &RoomsDump<'_>, over: Option<Group>, notes: &[String], meter: &Meter) -> Result<String, Stop> {
    let grid = &dump.level.grid;
    let (width, height) = (grid.width() * CELL, grid.height() * CELL);
    let facts = dump.areas.areas().iter().map(|area| facts_words(dump, area).chars().count());
    let legend_width = facts.max().map_or(0, |letters| FACTS + letters * LETTER).max(LEGEND);
    let notes: String = notes.iter().map(|note| wrapped(note, Some(legend_width / LETTER))).collect();
    let notes: Vec<&str> = notes.lines().collect();
    let lines = dump.areas.len() + 1 + notes.len();
    let size = (width + MARGIN + legend_width, height.max(lines * LINE + LINE));
    let board = draw_board(dump, meter)?;
    let board = over.into_iter().fold(board, Group::add);
    let mut areas = dump.areas.areas().iter();
    let board = areas.try_fold(board, |board, area| meter.check().map(|()| board.add(area_name(dump, area))))?;
    let legend = draw_legend(dump, at((width + MARGIN, 0)), meter)?;
    let legend = draw_notes(dump, &notes).into_iter().fold(legend, Group::add);
    let body = Group::new().add(stripes()).add(board).add(legend);
    let count = |tunnels| dump.areas.areas().iter().filter(|a| a.is_tunnel() == tunnels).count();
    let details = format!("{}, {}, by {}", counted(count(false), "room"), counted(count(true), "tunnel"), dump.by);
    let document = sheet(&titled(dump.level), &details, size, body);
    let mut text = MeteredText { text: String::new(), meter };
    match writeln!(text, "{document}") {
        Ok(()) => Ok(text.text),
        Err(_) => meter.check().and(Ok(text.text)),
    }
}

struct MeteredText<'a> {
    text: String,
    meter: &'a Meter,
}

impl Write for MeteredText<'_> {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        self.meter.check().map_err(|_| fmt::Error)?;
        self.text.write_str(more)
    }
}

/// Returns the stripes of tunnels, which differ from rooms without colour too.
fn stripes() -> Definitions {
    let stripe = Line::new().set("x1", 0).set("y1", 0).set("x2", 0).set("y2", 8);
    let pattern = Pattern::new()
        .set("id", "tunnel")
        .set("width", 8)
        .set("height", 8)
        .set("patternUnits", "userSpaceOnUse")
        .set("patternTransform", "rotate(45)")
        .add(block((0, 0), (8, 8), TUNNEL))
        .add(stripe.set("stroke", "#cbd5e1").set("stroke-width", 6));
    Definitions::new().add(pattern)
}

fn draw_board(dump: &RoomsDump<'_>, meter: &Meter) -> Result<Group, Stop> {
    let on_time = || meter.check();
    let (grid, board) = (&dump.level.grid, &dump.level.board);
    let floors = Group::new().set("class", "floor");
    let mut areas = dump.areas.areas().iter();
    let floors = areas.try_fold(floors, |floors, area| on_time().map(|()| floors.add(floor(dump, area))))?;
    let drawn = Group::new().add(pieces::axes(grid)).add(pieces::walls(grid)).add(floors);
    let mut openings = dump.areas.openings().iter();
    let drawn = openings.try_fold(drawn, |drawn, o| on_time().map(|()| drawn.add(border(dump, o))))?;
    let dead = pieces::places(board, board.squares().filter(|s| dump.dead[s.index()]));
    let drawn = drawn.add(pieces::dead(&dead));
    board.squares().try_fold(drawn, |drawn, s| on_time().map(|()| standing(dump, s).fold(drawn, Group::add)))
}

fn fill(dump: &RoomsDump<'_>, area: &Area) -> String {
    if area.is_tunnel() { "url(#tunnel)".to_owned() } else { soft(dump.room_number(area)) }
}

fn floor(dump: &RoomsDump<'_>, area: &Area) -> Path {
    pieces::tiles(&pieces::places(&dump.level.board, area.squares.iter().copied()), 0)
        .set("fill", fill(dump, area))
        .set("stroke", if area.is_tunnel() { "#d1d5db" } else { "#ffffff" })
        .set("stroke-width", 1)
        .set("stroke-opacity", "0.7")
}

/// Returns a dashed line across every step of an opening; a solid bar where two rooms meet.
fn border(dump: &RoomsDump<'_>, opening: &Opening) -> Path {
    let data = opening.steps.iter().map(|&step| across(dump, step)).collect();
    let (width, dashes) = if dump.areas.is_door(opening) { (4, "none") } else { (2, "4 3") };
    pieces::line(data, SOFT_INK, width).set("stroke-dasharray", dashes).set("stroke-linecap", "round")
}

fn across(dump: &RoomsDump<'_>, step: [Square; 2]) -> String {
    let [(row, column), (other_row, other_column)] = step.map(|s| dump.level.board.row_column(s));
    let (x, y) = (column.max(other_column) * CELL, row.max(other_row) * CELL);
    if row == other_row { format!("M{x},{}v{}", y + 3, CELL - 6) } else { format!("M{},{y}h{}", x + 3, CELL - 6) }
}

fn standing(dump: &RoomsDump<'_>, square: Square) -> impl Iterator<Item = Group> {
    let (board, start) = (&dump.level.board, &dump.level.start);
    let standing = pieces::standing(board.is_goal(square), start.has_box(square), start.player == square);
    standing.map(move |piece| pieces::on(board, square).add(piece))
}

/// Returns the name of an area, drawn in the upper left corner of its first empty square, or else of its first square.
fn area_name(dump: &RoomsDump<'_>, area: &Area) -> Text {
    let (start, board) = (&dump.level.start, &dump.level.board);
    let bare = |s: &&Square| !start.has_box(**s) && start.player != **s && !board.is_goal(**s);
    let square = area.squares.iter().find(bare).unwrap_or(&area.squares[0]);
    let (row, column) = board.row_column(*square);
    label((column * CELL + 4, row * CELL + 12), 11, INK, dump.name(area.id))
        .set("class", "ink rim")
        .set("font-weight", 700)
        .set("stroke", "#ffffff")
        .set("stroke-width", 2)
        .set("paint-order", "stroke")
}

fn draw_legend(dump: &RoomsDump<'_>, mut legend: Group, meter: &Meter) -> Result<Group, Stop> {
    for (index, area) in dump.areas.areas().iter().enumerate() {
        meter.check()?;
        legend = legend.add(legend_line(dump, area, index * LINE));
    }
    Ok(legend.add(pieces::key(dump.areas.len() * LINE + 10)))
}

/// Returns the notes below the legend, one line each; `None` without notes.
fn draw_notes(dump: &RoomsDump<'_>, notes: &[&str]) -> Option<Group> {
    let first = dump.areas.len() * LINE + 10 + LINE;
    let line = |(index, note): (usize, &&str)| label((0, first + index * LINE + 14), 12, INK, note);
    (!notes.is_empty()).then(|| notes.iter().enumerate().map(line).fold(Group::new(), Group::add))
}

fn legend_line(dump: &RoomsDump<'_>, area: &Area, y: usize) -> Group {
    let name = dump.name(area.id);
    Group::new()
        .add(block((0, y), (28, 20), &fill(dump, area)).set("class", "floor").set("rx", 4).set("stroke", "#94a3b8"))
        .add(label((14, y + 14), 11, INK, name).set("font-weight", 700).set("text-anchor", "middle"))
        .add(label((FACTS, y + 14), 12, INK, &facts_words(dump, area)))
}

fn facts_words(dump: &RoomsDump<'_>, area: &Area) -> String {
    let facts = &dump.facts[area.id.index()];
    let mut facts_words = vec![counted(facts.size, "square")];
    if facts.dead > 0 {
        facts_words[0] += &format!(" ({} dead)", facts.dead);
    }
    facts_words.extend((facts.goals > 0).then(|| counted(facts.goals, "goal")));
    facts_words.extend((facts.boxes > 0).then(|| counted(facts.boxes, "box")));
    if area.is_tunnel() {
        facts_words.extend([passage(area.passage), shape(area)].map(str::to_owned));
        facts_words.push(match box_use(facts.box_use) {
            "in" => "boxes go in".to_owned(),
            "through" => "boxes go through".to_owned(),
            only => only.to_owned(),
        });
    }
    facts_words.join(", ")
}

/// Width and height of a board square in the layout, in inches: `neato` reads positions in inches.
const PITCH: f64 = 0.6;

pub(super) fn dot(dump: &RoomsDump<'_>) -> String {
    let mut text = format!("graph {} {{\n", quoted(&dump.level.title));
    text += "  layout=neato; notranslate=true; overlap=true; size=\"16,10\";\n";
    text += "  node [fontname=\"sans-serif\", fontsize=9, margin=0.04, style=filled, color=\"#475569\"];\n";
    text += "  edge [color=\"#475569\"];\n";
    dump.areas.areas().iter().for_each(|a| text += &node(dump, a));
    dump.areas.openings().iter().for_each(|o| text += &edge(dump, o));
    text + "}\n"
}

fn node(dump: &RoomsDump<'_>, area: &Area) -> String {
    let (x, y) = middle(dump, area);
    let (outline, fill) = if area.is_room() {
        ("box", soft(dump.room_number(area)))
    } else {
        ("box, style=\"filled,rounded\"", "#e2e8f0".to_owned())
    };
    let name = dump.name(area.id);
    let label = node_label(dump, area);
    format!("  {name} [shape={outline}, fillcolor=\"{fill}\", pos=\"{x:.2},{y:.2}!\", label=\"{label}\"];\n")
}

fn node_label(dump: &RoomsDump<'_>, area: &Area) -> String {
    let facts = &dump.facts[area.id.index()];
    let mut label = format!("{}\\n{} sq", dump.name(area.id), facts.size);
    for (count, what) in [(facts.boxes, "box"), (facts.goals, "goal")].into_iter().filter(|(n, _)| *n > 0) {
        let _ = write!(label, "\\n{}", counted(count, what));
    }
    if area.is_tunnel() {
        let _ = write!(label, "\\n{}, {}", passage(area.passage), shape(area));
    }
    if facts.player { label + "\\nplayer" } else { label }
}

fn edge(dump: &RoomsDump<'_>, opening: &Opening) -> String {
    let [a, b] = opening.areas.map(|area| dump.name(area));
    let style = if dump.areas.is_door(opening) { " [style=bold, label=\"0\"]" } else { "" };
    format!("  {a} -- {b}{style};\n")
}

/// Returns the mean of the squares of an area, in inches; DOT counts rows upwards.
fn middle(dump: &RoomsDump<'_>, area: &Area) -> (f64, f64) {
    let places = || area.squares.iter().map(|&s| dump.level.board.row_column(s));
    let mean = |sum: usize| PITCH * as_f64(sum) / as_f64(area.squares.len());
    let height = as_f64(dump.level.grid.height()) * PITCH;
    (mean(places().map(|(_, column)| column).sum()), height - mean(places().map(|(row, _)| row).sum()))
}

#[expect(clippy::cast_precision_loss, reason = "sums of rows and columns are small")]
const fn as_f64(number: usize) -> f64 {
    number as f64
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", safe(text).replace('\\', "\\\\").replace('"', "\\\""))
}
