//! The picture of layers: the board as group `board`, and each layer as a group that can be switched on and off by its
//! name, as `layer-areas`. The reason of a deadlock is the title of its drawing, which browsers show under the mouse.

use super::LayersView;
use crate::assist::{Deadlock, Layer, LayerData};
use crate::level::{Direction, Square};
use crate::push::Push;
use crate::render::picture::pieces::{self, CELL};
use crate::render::picture::{INK, LINE, SOFT_INK, at, block, label, sheet, soft, titled};
use crate::render::rooms::room_numbers;
use crate::render::wrapped;
use svg::node::element::{Circle, Group, Path, Rectangle, Title};

/// Estimated width of a letter in the legend, in pixels, wider than the average.
const LETTER: usize = 7;
/// Minimum width of the picture in pixels, so that reasons are not broken at every word.
const MIN_WIDTH: usize = 420;
/// Distance from the left edge to the words of the legend, in pixels; samples of the layers fill it.
const SAMPLES: usize = 28;

const SAMPLE: &[(usize, usize)] = &[(0, 0)];

const fn ink(layer: Layer) -> &'static str {
    match layer {
        Layer::Pushes => "#0369a1",
        Layer::Prevention => "#ea580c",
        Layer::Alert => "#dc2626",
        Layer::BoxReach => "#0d9488",
        Layer::GoalPaths => "#4d7c0f",
        Layer::Parking => "#a16207",
        Layer::Hint => "#9333ea",
        Layer::Focus => "#c084fc",
        Layer::Areas | Layer::DeadSquares | Layer::Global | Layer::Rescue => SOFT_INK,
    }
}

impl LayersView<'_> {
    /// Returns the board as SVG, with each layer as a named group.
    pub fn svg(&self) -> String {
        let grid = &self.level.grid;
        let width = (grid.width() * CELL).max(MIN_WIDTH);
        let board_height = grid.height() * CELL;
        let (words, lines) = legend(self, (width - SAMPLES) / LETTER);
        let lower = group(&[Layer::Areas, Layer::Focus, Layer::DeadSquares, Layer::Parking], self);
        let upper = [Layer::BoxReach, Layer::GoalPaths, Layer::Pushes, Layer::Hint, Layer::Prevention, Layer::Alert];
        let ground = Group::new().add(pieces::axes(grid)).add(pieces::floors(&self.level.board));
        let board = ground.add(lower).add(standing(self)).add(group(&upper, self));
        let body = Group::new().add(board).add(at((0, board_height + LINE)).add(words));
        let document = sheet(&titled(self.level), "", (width, board_height + LINE + lines * LINE), body);
        format!("{document}\n")
    }
}

/// Returns the legend (for each layer a sample and words, wrapped at `letters` letters) and its number of lines.
fn legend(view: &LayersView<'_>, letters: usize) -> (Group, usize) {
    let mut legend = Group::new();
    let mut count = 0;
    for words in view.words() {
        // Reasons are indented, with their continuation lines.
        let indent = if words.starts_with(' ') { "\u{a0}\u{a0}\u{a0}" } else { "" };
        let word = words.split([' ', ':']).next().unwrap_or_default();
        if let Some(sample) = word.parse().ok().and_then(sample) {
            legend = legend.add(at((0, count * LINE)).add(Group::new().set("transform", "scale(0.5)").add(sample)));
        }
        for line in wrapped(&without_letter(words.trim()), Some(letters)).lines() {
            legend = legend.add(label((SAMPLES, count * LINE + 13), 12, INK, &format!("{indent}{line}")));
            count += 1;
        }
    }
    (legend, count)
}

/// Returns the words of a layer without the letter of the text form: `alert: 1 deadlock` for `alert (!): 1 deadlock`.
fn without_letter(words: &str) -> String {
    match (words.find(" ("), words.find("): ")) {
        (Some(open), Some(close)) if open < close && !words[..open].contains(':') => {
            format!("{}{}", &words[..open], &words[close + 1..])
        }
        _ => words.to_owned(),
    }
}

/// Returns the drawing of a layer on one square, for the legend; `None` for a layer without marks on squares.
fn sample(layer: Layer) -> Option<Group> {
    let of = |drawing: Path| Group::new().add(drawing);
    Some(match layer {
        Layer::Areas => of(tint(SAMPLE, &soft(0), "1")).set("class", "floor"),
        Layer::DeadSquares => pieces::dead(SAMPLE),
        Layer::Pushes | Layer::Hint => {
            at((0, 0)).add(of(arrow(Direction::Right, ink(layer))).set("transform", "translate(-14,0)"))
        }
        Layer::Prevention => barred(Direction::Right, "").set("transform", "translate(-10,0)"),
        Layer::Alert => Group::new().add(frame(ink(layer))),
        Layer::BoxReach => of(dots(SAMPLE, ink(layer))),
        Layer::GoalPaths => of(dashes(format!("M2,{0}H{1}", CELL / 2, CELL - 2))),
        Layer::Parking => parked(),
        Layer::Focus => of(tint(SAMPLE, ink(layer), "0.35")),
        Layer::Global | Layer::Rescue => return None,
    })
}

fn group(layers: &[Layer], view: &LayersView<'_>) -> Group {
    let drawn = layers.iter().filter_map(|&layer| Some((layer, draw(layer, view)?)));
    drawn.fold(Group::new(), |all, (layer, group)| all.add(group.set("id", format!("layer-{}", layer.word()))))
}

fn draw(layer: Layer, view: &LayersView<'_>) -> Option<Group> {
    let colour = ink(layer);
    let shows = |square: Square| view.layers.shows(square);
    let places = |squares: &[Square]| pieces::places(&view.level.board, squares.iter().copied());
    Some(match view.layers.get(layer)? {
        LayerData::Areas(all) => areas(view, all),
        LayerData::Squares(dead) => pieces::dead(&places(dead)),
        LayerData::Pushes(pushes) => {
            let shown = pushes.iter().filter(|push| shows(push.from));
            shown.fold(Group::new(), |group, &push| group.add(from_box(view, push, colour)))
        }
        LayerData::LosingPushes(pushes) => {
            let shown = pushes.iter().filter(|losing| shows(losing.push.from));
            shown.fold(Group::new(), |group, losing| {
                group.add(on(view, losing.push.from).add(barred(losing.push.direction, &losing.deadlock.why)))
            })
        }
        LayerData::Deadlocks(all) => all.iter().fold(Group::new(), |group, found| group.add(alarm(view, found))),
        LayerData::Reach(reach) => {
            let reach = reach.as_ref()?;
            let squares: Vec<Square> = reach.squares.iter().map(|(square, _)| *square).collect();
            Group::new().add(dots(&places(&squares), colour)).add(on(view, reach.of).add(frame(colour)))
        }
        LayerData::Paths(paths) => {
            let shown = paths.iter().filter(|path| shows(path.from));
            shown.fold(Group::new(), |group, path| group.add(line(view, path.from, &path.pushes)))
        }
        LayerData::Parking(parking) => {
            let routes = Group::new().add(tint(&places(&parking.routes), "#fbbf24", "0.25"));
            parking.squares.iter().fold(routes, |group, &s| group.add(on(view, s).add(parked())))
        }
        LayerData::Hint(hint) => {
            let pushes = &hint.steps()?.steps.first()?.pushes;
            pushes.iter().fold(Group::new(), |group, &push| group.add(from_box(view, push, colour)))
        }
        LayerData::Focus(focus) => Group::new().add(tint(&places(&focus.as_ref()?.squares), colour, "0.35")),
        LayerData::Global(_) | LayerData::Rescue(_) => return None,
    })
}

fn on(view: &LayersView<'_>, square: Square) -> Group {
    pieces::on(&view.level.board, square)
}

fn standing(view: &LayersView<'_>) -> Group {
    let (board, start) = (&view.level.board, &view.level.start);
    let group = Group::new().set("id", "board").add(pieces::walls(&view.level.grid));
    board.squares().fold(group, |group, s| {
        let standing = pieces::standing(board.is_goal(s), start.has_box(s), start.player == s);
        standing.fold(group, |group, piece| group.add(on(view, s).add(piece)))
    })
}

fn tint(places: &[(usize, usize)], colour: &str, opacity: &str) -> Path {
    pieces::tiles(places, 0).set("fill", colour).set("fill-opacity", opacity)
}

fn areas(view: &LayersView<'_>, areas: &crate::maze::Areas) -> Group {
    let (mut floors, mut names) = (Group::new().set("class", "floor"), Group::new());
    for (area, number) in areas.areas().iter().zip(room_numbers(areas)) {
        let colour = if area.is_room() { soft(number) } else { "#d4d4d8".to_owned() };
        floors = floors.add(tint(&pieces::places(&view.level.board, area.squares.iter().copied()), &colour, "1"));
        names = names.add(on(view, area.squares[0]).add(label((3, 11), 10, SOFT_INK, &view.names[area.id.index()])));
    }
    Group::new().add(floors).add(names)
}

/// Returns a point that lies `by` pixels from the middle of a square in a direction.
const fn towards(direction: Direction, by: isize) -> (isize, isize) {
    let (down, right) = direction.delta();
    (CELL.cast_signed() / 2 + right * by, CELL.cast_signed() / 2 + down * by)
}

fn from_box(view: &LayersView<'_>, push: Push, colour: &str) -> Group {
    on(view, push.from).add(arrow(push.direction, colour))
}

fn arrow(direction: Direction, colour: &str) -> Path {
    let (down, right) = direction.delta();
    let (x, y) = towards(direction, 30);
    let (from_x, from_y) = towards(direction, 12);
    let (back_x, back_y) = (x - right * 8, y - down * 8);
    // The two wings of the head lie across the direction.
    let wings =
        format!("M{},{}L{x},{y}L{},{}", back_x - down * 6, back_y - right * 6, back_x + down * 6, back_y + right * 6);
    pieces::line(format!("M{from_x},{from_y}L{x},{y}{wings}"), colour, 3).set("stroke-linecap", "round")
}

/// Returns a barred sign over the edge of a box, as the program LISA drew it, with a reason as title.
fn barred(direction: Direction, why: &str) -> Group {
    let colour = ink(Layer::Prevention);
    let (x, y) = towards(direction, 26);
    let disc = Circle::new().set("cx", x).set("cy", y).set("r", 7).set("fill", "#ffffff").set("stroke", colour);
    let bar = Path::new().set("d", format!("M{},{}l8,8", x - 4, y - 4)).set("stroke", colour).set("stroke-width", 3);
    let title = (!why.is_empty()).then(|| Title::new(why));
    title.into_iter().fold(Group::new(), Group::add).add(disc.set("stroke-width", 3)).add(bar)
}

fn alarm(view: &LayersView<'_>, deadlock: &Deadlock) -> Group {
    let group = Group::new().add(Title::new(format!("{}: {}", deadlock.kind, deadlock.why)));
    let boxes = deadlock.boxes.iter().fold(group, |group, &b| group.add(on(view, b).add(frame(ink(Layer::Alert)))));
    boxes.add(tint(&deadlock.walls, ink(Layer::Alert), "0.45"))
}

fn frame(colour: &str) -> Rectangle {
    block((2, 2), (CELL - 4, CELL - 4), colour)
        .set("fill-opacity", "0.15")
        .set("stroke", colour)
        .set("stroke-width", 3)
        .set("rx", 4)
}

/// Returns a dot in the middle of each square at rows and columns: a line without length, with round ends.
fn dots(places: &[(usize, usize)], colour: &str) -> Path {
    let middle = |&(row, column): &(usize, usize)| format!("M{},{}h0", column * CELL + CELL / 2, row * CELL + CELL / 2);
    Path::new()
        .set("d", places.iter().map(middle).collect::<String>())
        .set("stroke", colour)
        .set("stroke-width", 10)
        .set("stroke-linecap", "round")
}

fn parked() -> Group {
    let letter = label((CELL / 2, CELL / 2 + 5), 15, ink(Layer::Parking), "P").set("text-anchor", "middle");
    Group::new().add(letter.set("font-weight", 700))
}

/// Returns a line along the squares that `pushes` bring the box from `from` to.
fn line(view: &LayersView<'_>, from: Square, pushes: &[Push]) -> Path {
    let board = &view.level.board;
    let to = pushes.iter().filter_map(|push| board.next(push.from, push.direction));
    let point = |s| {
        let (row, column) = board.row_column(s);
        format!("{},{}", column * CELL + CELL / 2, row * CELL + CELL / 2)
    };
    let points: Vec<String> = std::iter::once(from).chain(to).map(point).collect();
    dashes(format!("M{}", points.join("L")))
}

fn dashes(data: String) -> Path {
    let line = pieces::line(data, ink(Layer::GoalPaths), 4);
    line.set("stroke-opacity", "0.7").set("stroke-dasharray", "6 4")
}
