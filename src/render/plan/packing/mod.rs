//! The packing orders of a level (the order in which goals are filled, and the boxes parked meanwhile) as text, JSON
//! and SVG. Goals are named by numbers in the order in which they are filled, parking squares by letters.

#[cfg(feature = "svg")]
mod svg;

use crate::level::{Level, Square, Tile};
use crate::maze::Areas;
use crate::packing::{PackingOrder, PackingStep, Sink};
use crate::render::area_names;
use crate::render::rooms::letters;
use crate::render::words::place;
use itertools::Itertools;
use rustc_hash::FxHashMap;
use serde::Serialize;
use std::fmt::Write;

/// Two packing orders of one level and where they differ, as text, JSON or SVG.
pub struct PackingComparison<'a> {
    any: PackingView<'a>,
    backward: PackingView<'a>,
    /// Index of the first step at which the orders differ; `None` if they are equal.
    difference: Option<usize>,
}

impl<'a> PackingComparison<'a> {
    /// Creates a view of the order `any` and the order of the backward search, with squares named by `areas`.
    pub fn new(level: &'a Level, areas: &'a Areas, any: &'a PackingOrder, backward: &'a PackingOrder) -> Self {
        Self {
            any: PackingView::new(level, areas, any),
            backward: PackingView::new(level, areas, backward),
            difference: any.first_difference(backward),
        }
    }

    /// Returns both orders as text; most boards fit into 80 columns.
    pub fn text(&self) -> String {
        let any = text(&self.any, "packing order");
        format!("{any}\n{}", self.second())
    }

    /// Returns the backward order and the first difference as text; one line without such an order or a difference.
    fn second(&self) -> String {
        const HEADING: &str = "backward packing order";
        match self.difference {
            _ if self.backward.order.sink == Sink::None => format!("{HEADING}: none was found\n"),
            None => format!("{HEADING}: the same\n"),
            Some(place) => {
                let step = |view: &PackingView<'_>| match view.order.steps.get(place) {
                    Some(step) if step.was_parked => {
                        let from: Vec<String> = step.from.iter().map(|&s| view.place(s)).collect();
                        format!("{} at {} from {}", view.deed(step), view.place(step.to), from.join(" "))
                    }
                    Some(step) => format!("{} at {}", view.deed(step), view.place(step.to)),
                    None => "no step".to_owned(),
                };
                let (any, backward) = (step(&self.any), step(&self.backward));
                let difference = format!("first difference: step {}: {any}; backward: {backward}", place + 1);
                format!("{}\n{difference}\n", text(&self.backward, HEADING))
            }
        }
    }

    /// Returns the JSON row of both orders.
    pub fn row(&self) -> PackingRow {
        row(&self.any, &self.backward, self.difference)
    }

    /// Returns the order `any` as SVG over the picture of the rooms. `dead` holds for each square whether it is dead.
    #[cfg(feature = "svg")]
    pub fn svg(&self, by: crate::maze::RoomsBy, dead: &[bool]) -> String {
        svg::svg(&self.any, by, dead)
    }
}

struct PackingView<'a> {
    level: &'a Level,
    areas: &'a Areas,
    order: &'a PackingOrder,
    area_names: Vec<String>,
    called: FxHashMap<Square, String>,
}

impl<'a> PackingView<'a> {
    /// Creates a view of an order, with goals and parking squares named in the order of their first use.
    fn new(level: &'a Level, areas: &'a Areas, order: &'a PackingOrder) -> Self {
        let parked = order.parked().into_iter().zip((1..).map(|count| letters(count, b'a')));
        let home = order.steps.iter().filter(|step| step.until.is_none()).map(|step| step.to);
        // A goal on which a box is parked for a while keeps its number.
        let called = parked.chain(home.zip((1..).map(|number: usize| number.to_string()))).collect();
        Self { level, areas, order, area_names: area_names(areas), called }
    }

    /// Returns one line that says whether an order was found, and how its goals and parking squares are named.
    fn kind(&self) -> &'static str {
        match self.order.sink {
            Sink::None => "none was found: every filled goal counts as packed",
            Sink::AnyFloor => "found only for boxes that may come from any floor",
            Sink::Starts if self.order.steps.iter().any(|step| step.until.is_some()) => {
                "goals 1, 2, 3 .. in turn, boxes parked at a, b, c .."
            }
            Sink::Starts => "goals 1, 2, 3 .. in turn, straight from the starts",
        }
    }

    fn called(&self, square: Square) -> &str {
        self.called.get(&square).map_or("", String::as_str)
    }

    fn area(&self, square: Square) -> &str {
        &self.area_names[self.areas.area_of(square).index()]
    }

    fn place(&self, square: Square) -> String {
        place(&self.level.board, square)
    }

    /// Returns a step in words: `fill 3`, `park at a`.
    fn deed(&self, step: &PackingStep) -> String {
        let verb = if step.until.is_some() { "park at" } else { "fill" };
        format!("{verb} {}", self.called(step.to))
    }

    /// Returns the number of `squares` in each area: `A 3`, `b 1`.
    fn by_area(&self, squares: &[Square]) -> Vec<String> {
        let counts = squares.iter().counts_by(|&s| self.areas.area_of(s));
        let parts = counts.into_iter().sorted().map(|(area, n)| format!("{} {n}", self.area_names[area.index()]));
        parts.collect()
    }
}

/// JSON row of a level with its packing orders. Squares are row and column, from 0. The caller that writes the row adds
/// type, schema, file and level.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct PackingRow {
    /// Title of the level.
    title: String,
    #[serde(flatten)]
    any: OrderRow,
    /// Order of the backward search.
    backward: OrderRow,
    /// Number of the first step at which the orders differ, from 1; `null` if they are equal.
    differ_from: Option<usize>,
}

/// JSON object of a packing order.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct OrderRow {
    /// Where boxes are assumed to come from: `starts`, `any_floor`, or `none` if there is no order.
    sink: &'static str,
    /// Steps in order.
    steps: Vec<PackingStepRow>,
    /// Squares where boxes are parked, in the order of their first use.
    parking: Vec<SquareRow>,
    /// Squares of boxes that stay where they are.
    in_place: Vec<(usize, usize)>,
    /// Squares of boxes that must be moved away before their turn.
    out_of_plan: Vec<(usize, usize)>,
}

/// JSON object of a step of a packing order.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct PackingStepRow {
    /// What the step does with its box: `fill` (a goal) or `park`.
    deed: &'static str,
    /// Square to which the box goes.
    to: SquareRow,
    /// Squares from which the box may come.
    from: Vec<(usize, usize)>,
    /// Whether an earlier step parked the box.
    was_parked: bool,
    /// Number of the later step that moves the parked box, from 1; `null` if the step fills a goal.
    until: Option<usize>,
}

/// JSON object of a square with its name.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct SquareRow {
    /// Square in words.
    name: String,
    /// Row and column of the square.
    square: (usize, usize),
    /// Name of the area of the square.
    area: String,
}

fn row(any: &PackingView<'_>, backward: &PackingView<'_>, difference: Option<usize>) -> PackingRow {
    PackingRow {
        title: any.level.title.clone(),
        any: order(any),
        backward: order(backward),
        differ_from: difference.map(|place| place + 1),
    }
}

fn order(view: &PackingView<'_>) -> OrderRow {
    let order = view.order;
    let places = |squares: &[Square]| squares.iter().map(|&s| view.level.board.row_column(s)).collect();
    let square = |s: Square| SquareRow {
        name: view.called(s).to_owned(),
        square: view.level.board.row_column(s),
        area: view.area(s).to_owned(),
    };
    let step = |step: &PackingStep| PackingStepRow {
        deed: if step.until.is_some() { "park" } else { "fill" },
        to: square(step.to),
        from: places(&step.from),
        was_parked: step.was_parked,
        until: step.until.map(|later| later + 1),
    };
    OrderRow {
        sink: match order.sink {
            Sink::Starts => "starts",
            Sink::AnyFloor => "any_floor",
            Sink::None => "none",
        },
        steps: order.steps.iter().map(step).collect(),
        parking: order.parked().into_iter().map(square).collect(),
        in_place: places(&order.in_place),
        out_of_plan: places(&order.out_of_plan),
    }
}

const WIDTH: usize = 80;
/// Maximum number of squares named one by one; more are counted by area.
const NAMED: usize = 4;
const AREAS: usize = 5;

/// Returns a packing order as text below a heading, which is given without its colon.
fn text(view: &PackingView<'_>, heading: &str) -> String {
    let order = view.order;
    let mut text = format!("{heading}: {}\n\n{}\n", view.kind(), board(view));
    let mut list = |what: &str, squares: &[Square]| {
        if !squares.is_empty() {
            _ = writeln!(text, "{what:17}{}", view.by_area(squares).join(", "));
        }
    };
    list("boxes come from", &view.level.start.boxes);
    list("goals are in", view.level.board.goals());
    list("parking is in", &order.parked());
    for (what, squares) in [("in place", &order.in_place), ("out of plan", &order.out_of_plan)] {
        if !squares.is_empty() {
            _ = writeln!(text, "{what:17}{}", squares.iter().map(|&s| view.place(s)).join(" "));
        }
    }
    if order.sink != Sink::None {
        text += "\nplaces are row,column from 0; `A 3`: three boxes in area A, see `rooms`\n";
    }
    let has_parking = order.steps.iter().any(|step| step.until.is_some());
    for (number, step) in (1..).zip(&order.steps) {
        let to = format!("{} in {}", view.place(step.to), view.area(step.to));
        let until = step.until.map_or(String::new(), |later| format!("until {}", later + 1));
        let width = if has_parking { 11 } else { 0 };
        _ = writeln!(text, "{number:4}  {:12}{to:13}{until:width$}from {}", view.deed(step), from(view, step));
    }
    text
}

/// Returns the squares that the box of a step may come from: few by row and column, many by their areas.
fn from(view: &PackingView<'_>, step: &PackingStep) -> String {
    let is_floor = view.order.sink == Sink::AnyFloor;
    match &step.from[..] {
        [parked] if step.was_parked => view.called(*parked).to_owned(),
        all if all == view.level.start.boxes => "any start".to_owned(),
        few if few.len() <= NAMED && !is_floor => {
            let by_area = few.iter().into_group_map_by(|&&s| view.areas.area_of(s));
            let parts = by_area.into_iter().sorted_by_key(|(area, _)| *area).map(|(area, squares)| {
                let places = squares.into_iter().map(|&s| view.place(s)).join(" ");
                format!("{}: {places}", view.area_names[area.index()])
            });
            parts.collect::<Vec<_>>().join(", ")
        }
        many => {
            let areas = view.by_area(many);
            let (shown, more) = (areas.iter().take(AREAS).join(", "), areas.len().saturating_sub(AREAS));
            if more > 0 { format!("{shown}, ..") } else { shown }
        }
    }
}

/// Returns the rows of the board, with the names of goals and parking squares.
///
/// ```text
///   # # # # # #        A cell is the letter of XSB and a name beside it, each name as wide as the widest. If that
///   #   @ $ .2#        exceeds 80 columns, the name alone stands in its square.
///   #   $ .1a #
///   # # # # # #
/// ```
fn board(view: &PackingView<'_>) -> String {
    let (board, grid) = (&view.level.board, &view.level.grid);
    let widest = view.called.values().map(String::len).max().unwrap_or(0);
    let is_roomy = grid.width() * (widest + 1) <= WIDTH;
    let cell = |row, column| {
        let tile = grid.at(row, column);
        let name = board.square(row, column).map_or("", |square| view.called(square));
        match (tile, is_roomy) {
            (Tile::Wall, true) => "#".repeat(widest + 1),
            (Tile::Wall, false) => "#".repeat(widest.max(1)),
            (_, true) => format!("{}{name:widest$}", tile.xsb()),
            (_, false) if name.is_empty() => format!("{:width$}", tile.xsb(), width = widest.max(1)),
            (_, false) => format!("{name:widest$}"),
        }
    };
    let line = |row| {
        let cells: String = (0..grid.width()).map(|column| cell(row, column)).collect();
        format!("{}\n", cells.trim_end())
    };
    (0..grid.height()).map(line).collect()
}
