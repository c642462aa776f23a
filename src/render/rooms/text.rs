//! The text dump: the level, its map in letters, and tables whose columns have fixed places, so that a change of one
//! area changes few lines. It is for people and for `diff`; programs read the JSON.

use super::{RoomsDump, box_use, passage, room_numbers, shape, svg};
use crate::level::{Level, Square};
use crate::maze::{Area, Areas, Opening};
use crate::render::picture::{DARK_TUNNEL, dark};
use crate::render::wrapped;
use crate::run::{Meter, Stop, safe};
use anstyle::{AnsiColor, Style};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// Version of the layout; raised at every change, since saved dumps then differ everywhere.
pub(super) const LAYOUT: u32 = 4;

/// Formats of [`RoomsDump::write`]; [`RoomsDump::row`] gives JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomsFormat {
    /// Map of letters, and tables with columns at fixed places.
    Text,
    /// Like `Text`, with rooms in colours, which streams for plain text drop, and lists folded to the terminal.
    Terminal {
        /// Width of the terminal in columns.
        width: Option<usize>,
    },
    /// Graph of the areas in DOT, with each area at its place on the board.
    Dot,
    /// Picture in SVG.
    Svg,
}

impl RoomsDump<'_> {
    /// Returns the dump in a format, ended by a line feed.
    pub fn write(&self, format: RoomsFormat) -> String {
        self.write_within(format, &Meter::unlimited()).unwrap_or_default()
    }

    /// Returns the dump in a format, ended by a line feed, within limits: pictures of thousands of areas take seconds.
    pub fn write_within(&self, format: RoomsFormat, meter: &Meter) -> Result<String, Stop> {
        match format {
            RoomsFormat::Text => Ok(text(self, false, None)),
            RoomsFormat::Terminal { width } => Ok(text(self, true, width)),
            RoomsFormat::Dot => Ok(svg::dot(self)),
            RoomsFormat::Svg => svg::svg(self, None, &[], meter),
        }
    }
}

/// Returns the dump, at most `width` columns wide where possible; without a width every area and opening is one line.
fn text(dump: &RoomsDump<'_>, is_coloured: bool, width: Option<usize>) -> String {
    let mut text = format!("; sokoplan rooms, format {LAYOUT}, by {}\n", dump.by);
    if !dump.level.title.is_empty() {
        let _ = writeln!(text, "; {}", safe(&dump.level.title));
    }
    let _ = write!(text, "\n{}\n{}", dump.level.grid, map(dump, is_coloured));
    for rows in [rooms(dump), tunnels(dump), openings(dump)].into_iter().filter(|rows| rows.len() > 1) {
        let list = LISTS.iter().filter_map(|head| rows[0].find(head)).max().unwrap_or(0);
        let fitted = |row: &String| width.map_or_else(|| row.clone(), |width| folded(row, list, width));
        let _ = write!(text, "\n{}{}", rows[0], rows[1..].iter().map(fitted).collect::<String>());
    }
    text
}

const LISTS: [&str; 2] = ["next to", "steps, as"];

/// Returns a row whose list continues on further lines if the row would be wider than `width`.
///
/// ```text
///   opening  length  boxes go  steps, as row,column
///   A-B      0       both      3,4-3,5 4,4-4,5
///                              5,4-5,5
/// ```
fn folded(row: &str, list: usize, width: usize) -> String {
    /// Minimum number of columns for a list beside the other cells; with fewer columns the list is below the cells.
    const LEAST: usize = 8;
    if row.trim_end().len() <= width || !row.is_char_boundary(list) || list >= row.len() {
        return row.to_owned();
    }
    let indent = if list + LEAST <= width { list } else { LEAST };
    let (mut text, mut column) = (row[..list].to_owned(), list);
    for (place, word) in row[list..].split_whitespace().enumerate() {
        let gap = usize::from(place > 0);
        if column > indent && column + gap + word.len() > width {
            text.truncate(text.trim_end().len());
            let _ = write!(text, "\n{:indent$}{word}", "");
            column = indent + word.len();
        } else {
            let _ = write!(text, "{:gap$}{word}", "");
            column += gap + word.len();
        }
    }
    text + "\n"
}

/// Returns the map; with more than 26 rooms or tunnels, every cell is as wide as the longest name.
///
/// ```text
///   #####        ##########
///   #AaB#        # A a B z#
///   #####        ##AAaaAB##
/// ```
fn map(dump: &RoomsDump<'_>, is_coloured: bool) -> String {
    let width = dump.names.iter().map(String::len).max().unwrap_or(1);
    let areas: FxHashMap<&str, usize> = dump.names.iter().map(String::as_str).zip(0..).collect();
    let cell = |name: &str| {
        let text = if name == "#" { "#".repeat(width) } else { format!("{name:>width$}") };
        let style = if is_coloured { cell_style(dump, areas.get(name).copied(), name) } else { Style::new() };
        painted(style, &text)
    };
    let line = |row: Vec<&str>| row.into_iter().map(cell).collect::<String>().trim_end().to_owned() + "\n";
    dump.map().into_iter().map(line).collect()
}

/// Returns the style of a cell of the map; `area` is the index of the area with this name.
fn cell_style(dump: &RoomsDump<'_>, area: Option<usize>, name: &str) -> Style {
    match area {
        Some(area) => style(dump.areas.areas()[area].is_room().then(|| dump.room_numbers[area])),
        None if name == "#" => Style::new().fg_color(Some(AnsiColor::BrightBlack.into())),
        None => Style::new(),
    }
}

/// Returns the style of an area: a colour for each room, by its number among the rooms; grey for tunnels (`None`).
pub(super) fn style(room: Option<usize>) -> Style {
    let ground = |colour| Style::new().bg_color(Some(colour));
    room.map_or_else(|| ground(DARK_TUNNEL), |room| ground(dark(room)).bold())
}

pub(crate) fn painted(style: Style, text: &str) -> String {
    if style == Style::new() { text.to_owned() } else { format!("{style}{text}{style:#}") }
}

fn rooms(dump: &RoomsDump<'_>) -> Vec<String> {
    let head = row("room", ["squares", "goals", "boxes", "dead"], &format!("{:10}{}", "passage", "next to"));
    let line = |area: &Area| area_row(dump, area, passage(area.passage));
    std::iter::once(head).chain(dump.areas.areas().iter().filter(|a| a.is_room()).map(line)).collect()
}

fn tunnels(dump: &RoomsDump<'_>) -> Vec<String> {
    let rest = format!("{:10}{:10}{:13}{}", "passage", "shape", "boxes go", "next to");
    let head = row("tunnel", ["squares", "goals", "boxes", "dead"], &rest);
    let line = |area: &Area| {
        let use_ = box_use(dump.facts[area.id.index()].box_use);
        area_row(dump, area, &format!("{:10}{:10}{use_:12}", passage(area.passage), shape(area)))
    };
    std::iter::once(head).chain(dump.areas.areas().iter().filter(|a| a.is_tunnel()).map(line)).collect()
}

fn area_row(dump: &RoomsDump<'_>, area: &Area, rest: &str) -> String {
    let facts = &dump.facts[area.id.index()];
    let figures = [facts.size, facts.goals, facts.boxes, facts.dead].map(|n| n.to_string());
    let next_to = dump.next_to(area.id).join(" ");
    row(dump.name(area.id), figures.each_ref().map(String::as_str), &format!("{rest:9} {next_to}"))
}

fn row(name: &str, figures: [&str; 4], rest: &str) -> String {
    let figures: String = figures.iter().map(|f| format!("{f:>7}")).collect();
    format!("{name:7}{figures}  {rest}").trim_end().to_owned() + "\n"
}

fn openings(dump: &RoomsDump<'_>) -> Vec<String> {
    let head = "opening  length  boxes go  steps, as row,column\n".to_owned();
    std::iter::once(head).chain(dump.areas.openings().iter().map(|o| opening(dump, o))).collect()
}

/// Returns the line of an opening; its length is the length of the tunnel, or 0 for a border of two rooms.
fn opening(dump: &RoomsDump<'_>, opening: &Opening) -> String {
    let [a, b] = opening.areas.map(|area| dump.name(area));
    let place = |s| dump.level.board.place_words(s);
    let steps: Vec<String> = opening.steps.iter().map(|&[a, b]| format!("{}-{}", place(a), place(b))).collect();
    let length = if dump.areas.is_door(opening) { "0" } else { "" };
    let pair = format!("{a}-{b}");
    let way = box_way(dump, opening);
    format!("{pair:9}{length:6}  {way:8}  {}\n", steps.join(" "))
}

fn box_way(dump: &RoomsDump<'_>, opening: &Opening) -> String {
    let [a, b] = opening.areas.map(|area| dump.name(area));
    match dump.box_crosses(opening) {
        [true, true] => "both".to_owned(),
        [true, false] => format!("{a}>{b}"),
        [false, true] => format!("{b}>{a}"),
        [false, false] => "none".to_owned(),
    }
}

/// Maximum number of columns for the two pictures side by side, used if the caller gives no width.
const WIDTH: usize = 100;

/// Returns two pictures of a level as text: the board with the name of an area on each square, and the level itself,
/// side by side if they fit into `width` columns, else one above the other. Lines are indented by two spaces. Styles for
/// terminals set areas apart, and the boxes on the squares `moved`.
///
/// ```text
///     0123456   0123456
///   0 #######   #######
///   1 #AAaaB#   #@$ .*#
///   2 #######   #######
/// ```
pub(crate) fn boards(level: &Level, areas: &Areas, names: &[String], moved: &[Square], width: Option<usize>) -> String {
    let (board, grid) = (&level.board, &level.grid);
    let cell = names.iter().map(String::len).max().unwrap_or(1);
    let numbered = areas.areas().iter().zip(room_numbers(areas));
    let styles: Vec<Style> = numbered.map(|(area, number)| style(area.is_room().then_some(number))).collect();
    let letters = |row: usize| {
        let of = |column| match board.square(row, column) {
            Some(square) => {
                let area = areas.area_of(square).index();
                painted(styles[area], &format!("{:cell$}", names[area]))
            }
            None => grid.at(row, column).xsb().to_string().repeat(cell),
        };
        (0..board.width()).map(of).join("")
    };
    let boxes = |row: usize| {
        let of = |column| {
            let letter = grid.at(row, column).xsb().to_string();
            let is_moved = board.square(row, column).is_some_and(|square| moved.contains(&square));
            painted(if is_moved { AnsiColor::BrightYellow.on_default().bold() } else { Style::new() }, &letter)
        };
        (0..board.width()).map(of).join("")
    };
    let digits = board.height().saturating_sub(1).to_string().len();
    let heading = "areas (rooms A.., tunnels a..), and boxes; squares are (row,column)";
    let fits = 3 + digits + board.width() * (cell + 1) + 3 <= width.unwrap_or(WIDTH);
    let line =
        |edge: &str, parts: &[String]| format!("  {edge:>digits$} {}", parts.join("   ")).trim_end().to_owned() + "\n";
    let (wide, narrow) = (columns(board.width(), cell), columns(board.width(), 1));
    let picture = |heads: &[Vec<String>], cells: &[&dyn Fn(usize) -> String]| -> String {
        let heads = (0..heads[0].len()).map(|at| line("", &heads.iter().map(|head| head[at].clone()).collect_vec()));
        let rows = (0..board.height()).map(|row| line(&row.to_string(), &cells.iter().map(|of| of(row)).collect_vec()));
        heads.chain(rows).collect()
    };
    wrapped(heading, width)
        + &if fits {
            picture(&[wide, narrow], &[&letters, &boxes])
        } else {
            picture(&[wide], &[&letters]) + "\n" + &picture(&[narrow], &[&boxes])
        }
}

/// Returns the lines above a board with the numbers of its columns, digit by digit: each column has `cell` letters.
fn columns(width: usize, cell: usize) -> Vec<String> {
    let digit = |column: usize, power: u32| match column / 10_usize.pow(power) {
        0 if power > 0 => " ".to_owned(),
        rest => (rest % 10).to_string(),
    };
    let powers = (0..width.saturating_sub(1).max(1).ilog10() + 1).rev();
    powers.map(|power| (0..width).map(|column| format!("{:cell$}", digit(column, power))).join("")).collect()
}

#[cfg(test)]
mod tests {
    use super::{columns, folded};

    #[test]
    fn a_list_goes_on_below_itself_and_nothing_is_lost() {
        let row = "A-B      0       both      3,4-3,5 4,4-4,5 5,4-5,5\n";
        assert_eq!(folded(row, 27, 60), row);
        let narrow = folded(row, 27, 44);
        assert_eq!(narrow, format!("{}3,4-3,5 4,4-4,5\n{:27}5,4-5,5\n", &row[..27], ""));
        let below = folded(row, 27, 30);
        assert_eq!(below, format!("{}\n{:8}3,4-3,5 4,4-4,5\n{:8}5,4-5,5\n", row[..27].trim_end(), "", ""));
        assert_eq!(
            folded(row, 27, 5).split_whitespace().collect::<String>(),
            row.split_whitespace().collect::<String>()
        );
        assert_eq!(folded("A      14\n", 40, 5), "A      14\n");
    }

    #[test]
    fn columns_are_numbered_digit_by_digit() {
        assert_eq!(columns(4, 1), ["0123"]);
        assert_eq!(columns(12, 1), ["          11", "012345678901"]);
        assert_eq!(columns(3, 2), ["0 1 2 "]);
    }
}
