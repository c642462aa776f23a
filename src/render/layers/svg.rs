//! The picture: the board, and each layer as a group that can be switched on and off by its name.
//!
//! Groups are called `layer-areas`, `layer-dead-squares` and so on; the board is `board`. The reason of a deadlock is
//! the title of its drawing, which browsers show under the mouse.

use super::LayersView;
use crate::assist::{Deadlock, Layer};
use crate::level::{Direction, Square, Tile};
use crate::push::Push;
use crate::render::colour::soft;
use crate::render::pieces::{self, CELL, LINE, SOFT_INK, block, label, wrapped};
use svg::Document;
use svg::node::element::{Circle, Group, Path, Rectangle, Title};

const MARGIN: usize = 24;

/// Estimated width of a letter of the words, in pixels, above the average.
const LETTER: usize = 7;
/// The same of the title.
const TITLE_LETTER: usize = 9;
/// Minimum width in pixels, so that reasons are not broken at every word.
const MIN_WIDTH: usize = 420;
const FLOOR: &str = "#f1f5f9";
const CAN: &str = "#0369a1";
const BAD: &str = "#dc2626";
const ADVICE: &str = "#9333ea";

pub(super) fn svg(view: &LayersView<'_>) -> String {
    let grid = &view.level.grid;
    let width = (2 * MARGIN + grid.width() * CELL).max(MIN_WIDTH);
    let letters = (width - 2 * MARGIN) / LETTER;
    let name = if view.level.title.is_empty() { "untitled" } else { &view.level.title };
    let title = wrapped(name, letters * LETTER / TITLE_LETTER);
    let top = MARGIN + title.len() * LINE;
    // Reasons are indented, with their continuation lines.
    let words = view.words().into_iter().flat_map(|line| {
        let indent = if line.starts_with(' ') { "\u{a0}\u{a0}\u{a0}" } else { "" };
        wrapped(line.trim(), letters).into_iter().map(move |line| format!("{indent}{line}"))
    });
    let words: Vec<String> = words.collect();
    let below = top + MARGIN + grid.height() * CELL;
    let height = below + words.len() * LINE + MARGIN / 2;
    let lower = group("layer", &[Layer::Areas, Layer::Focus, Layer::DeadSquares, Layer::Parking], view);
    let upper = [Layer::BoxReach, Layer::GoalPaths, Layer::Pushes, Layer::Hint, Layer::Prevention, Layer::Alert];
    let board =
        pieces::at((MARGIN, top)).add(floor(view)).add(lower).add(standing(view)).add(group("layer", &upper, view));
    let document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "system-ui, 'DejaVu Sans', sans-serif")
        .add(block((0, 0), (width, height), "#f8fafc"))
        .add(pieces::lines((MARGIN, MARGIN + 4), 15, &title).set("font-weight", 600))
        .add(board)
        .add(pieces::lines((MARGIN, below), 12, &words));
    format!("{document}\n")
}

/// The computed layers of a list, each in a group of its own.
fn group(prefix: &str, layers: &[Layer], view: &LayersView<'_>) -> Group {
    let drawn = layers.iter().filter_map(|&layer| Some((layer, draw(layer, view)?)));
    drawn.fold(Group::new(), |all, (layer, group)| all.add(group.set("id", format!("{prefix}-{}", layer.word()))))
}

fn draw(layer: Layer, view: &LayersView<'_>) -> Option<Group> {
    let layers = view.layers;
    let marks = |squares: &[Square], mark: &dyn Fn() -> Group| {
        squares.iter().fold(Group::new(), |group, &s| group.add(on(view, s).add(mark())))
    };
    Some(match layer {
        Layer::Areas => areas(view, layers.areas.as_ref()?),
        Layer::DeadSquares => marks(layers.dead_squares.as_ref()?, &pieces::dead),
        Layer::Pushes => {
            let shown = layers.pushes.as_ref()?.iter().filter(|push| layers.shows(push.from));
            shown.fold(Group::new(), |group, &push| group.add(arrow(view, push, CAN)))
        }
        Layer::Prevention => {
            let shown = layers.prevention.as_ref()?.iter().filter(|p| layers.shows(p.push.from));
            shown.fold(Group::new(), |group, p| group.add(blocked(view, p.push, &p.deadlock)))
        }
        Layer::Alert => layers.alert.as_ref()?.iter().fold(Group::new(), |group, found| group.add(alarm(view, found))),
        Layer::BoxReach => {
            let reach = layers.box_reach.as_ref()?.as_ref()?;
            let squares: Vec<Square> = reach.squares.iter().map(|(square, _)| *square).collect();
            marks(&squares, &|| dot(CAN)).add(on(view, reach.of).add(frame(ADVICE)))
        }
        Layer::GoalPaths => {
            let shown = layers.goal_paths.as_ref()?.iter().filter(|path| layers.shows(path.from));
            shown.fold(Group::new(), |group, path| group.add(line(view, path.from, &path.pushes)))
        }
        Layer::Parking => {
            let parking = layers.parking.as_ref()?;
            let routes = marks(&parking.routes, &|| Group::new().add(tint("#fde68a", "0.6")));
            routes.add(marks(&parking.squares, &parked))
        }
        Layer::Hint => {
            let plan = layers.hint.as_ref()?.as_ref()?;
            let pushes = plan.steps.first().map_or(&[][..], |next| &next.pushes);
            pushes.iter().fold(Group::new(), |group, &push| group.add(arrow(view, push, ADVICE)))
        }
        Layer::Focus => {
            let focus = layers.focus.as_ref()?.as_ref()?;
            marks(&focus.squares, &|| Group::new().add(tint("#e9d5ff", "0.8")))
        }
        Layer::Global => return None,
    })
}

fn on(view: &LayersView<'_>, square: Square) -> Group {
    let (row, column) = view.level.board.row_column(square);
    pieces::at((column * CELL, row * CELL))
}

fn floor(view: &LayersView<'_>) -> Group {
    let squares = view.level.board.squares();
    squares.fold(Group::new().set("id", "floor"), |group, s| {
        group.add(on(view, s).add(tint(FLOOR, "1").set("stroke", "#e2e8f0")))
    })
}

/// Walls, goals, boxes and the player.
fn standing(view: &LayersView<'_>) -> Group {
    let (grid, board, start) = (&view.level.grid, &view.level.board, &view.level.start);
    let places = (0..grid.height()).flat_map(|row| (0..grid.width()).map(move |column| (row, column)));
    let walls = places.filter(|&(row, column)| grid.at(row, column) == Tile::Wall);
    let group = walls.fold(Group::new().set("id", "board"), |group, place| group.add(pieces::wall(place)));
    board.squares().fold(group, |group, s| {
        let piece = match (start.has_box(s), board.is_goal(s)) {
            (true, is_goal) => Some(pieces::a_box(is_goal)),
            (false, true) => Some(pieces::goal()),
            (false, false) => None,
        };
        let player = (start.player == s).then(pieces::player);
        piece.into_iter().chain(player).fold(group, |group, piece| group.add(on(view, s).add(piece)))
    })
}

fn tint(colour: &str, opacity: &str) -> Rectangle {
    block((0, 0), (CELL, CELL), colour).set("fill-opacity", opacity)
}

fn areas(view: &LayersView<'_>, areas: &crate::maze::Areas) -> Group {
    let mut rooms = 0;
    areas.areas().iter().fold(Group::new(), |group, area| {
        let colour = if area.is_room() { soft(rooms) } else { "#d4d4d8".to_owned() };
        rooms += usize::from(area.is_room());
        let squares = area.squares.iter();
        let group = squares.fold(group, |group, &s| group.add(on(view, s).add(tint(&colour, "1"))));
        group.add(on(view, area.squares[0]).add(label((3, 11), 10, SOFT_INK, &view.names[area.id.index()])))
    })
}

/// Half way to the next square in a direction, from the middle of a square, in pixels.
const fn towards(direction: Direction, by: isize) -> (isize, isize) {
    let (down, right) = direction.delta();
    (CELL.cast_signed() / 2 + right * by, CELL.cast_signed() / 2 + down * by)
}

/// From the box over its edge.
fn arrow(view: &LayersView<'_>, push: Push, colour: &str) -> Group {
    let (down, right) = push.direction.delta();
    let (x, y) = towards(push.direction, 30);
    let (from_x, from_y) = towards(push.direction, 12);
    let (back_x, back_y) = (x - right * 8, y - down * 8);
    // The two wings stand across the way.
    let wings =
        format!("M{},{}L{x},{y}L{},{}", back_x - down * 6, back_y - right * 6, back_x + down * 6, back_y + right * 6);
    let path = Path::new()
        .set("d", format!("M{from_x},{from_y}L{x},{y}{wings}"))
        .set("fill", "none")
        .set("stroke", colour)
        .set("stroke-width", 3)
        .set("stroke-linecap", "round");
    on(view, push.from).add(path)
}

/// A barred arrow, as LISA drew it.
fn blocked(view: &LayersView<'_>, push: Push, deadlock: &Deadlock) -> Group {
    let (x, y) = towards(push.direction, 26);
    let disc = Circle::new().set("cx", x).set("cy", y).set("r", 7).set("fill", "#ffffff").set("stroke", BAD);
    let bar = Path::new().set("d", format!("M{},{}l8,8", x - 4, y - 4)).set("stroke", BAD).set("stroke-width", 3);
    on(view, push.from).add(Title::new(&deadlock.why)).add(disc.set("stroke-width", 3)).add(bar)
}

fn alarm(view: &LayersView<'_>, deadlock: &Deadlock) -> Group {
    let group = Group::new().add(Title::new(format!("{}: {}", deadlock.kind, deadlock.why)));
    let boxes = deadlock.boxes.iter().fold(group, |group, &b| group.add(on(view, b).add(frame(BAD))));
    let wall = |&(row, column): &(usize, usize)| pieces::at((column * CELL, row * CELL)).add(tint(BAD, "0.45"));
    deadlock.walls.iter().map(wall).fold(boxes, Group::add)
}

fn frame(colour: &str) -> Rectangle {
    block((2, 2), (CELL - 4, CELL - 4), colour)
        .set("fill-opacity", "0.15")
        .set("stroke", colour)
        .set("stroke-width", 3)
        .set("rx", 4)
}

fn dot(colour: &str) -> Group {
    Group::new().add(Circle::new().set("cx", CELL / 2).set("cy", CELL / 2).set("r", 5).set("fill", colour))
}

fn parked() -> Group {
    let letter = label((CELL / 2, CELL / 2 + 5), 15, "#15803d", "P").set("text-anchor", "middle");
    Group::new().add(letter.set("font-weight", 700))
}

/// Along the way of a box.
fn line(view: &LayersView<'_>, from: Square, pushes: &[Push]) -> Path {
    let board = &view.level.board;
    let to = pushes.iter().filter_map(|push| board.next(push.from, push.direction));
    let point = |s| {
        let (row, column) = board.row_column(s);
        format!("{},{}", column * CELL + CELL / 2, row * CELL + CELL / 2)
    };
    let points: Vec<String> = std::iter::once(from).chain(to).map(point).collect();
    Path::new()
        .set("d", format!("M{}", points.join("L")))
        .set("fill", "none")
        .set("stroke", ADVICE)
        .set("stroke-width", 4)
        .set("stroke-opacity", "0.6")
        .set("stroke-dasharray", "6 4")
}
