//! A distinct room event (a box crossing a border, or moves of boxes inside an area) as a row of JSON Lines.

use super::picture;
use crate::abstraction::{EventForm, EventOutcome, FormKind, Label, RoomForm};
use crate::level::Direction;
use crate::steps::MetEvent;
use serde::Serialize;

/// Row and column in the picture of the area, from 0.
type Place = (usize, usize);

/// JSON row of one distinct event: its picture, doors and outcomes, and how often it occurred. The caller that writes
/// the row adds type and schema.
#[derive(Debug, Serialize)]
pub struct MetEventRow {
    number: usize,
    /// Kind of the event: `crossing` or `arrangement`.
    kind: &'static str,
    met: u64,
    levels: u64,
    first: FirstRow,
    label: Option<&'static str>,
    is_complete: bool,
    squares: usize,
    goals: usize,
    boxes: usize,
    picture: Vec<String>,
    player: Option<Place>,
    doors: Vec<DoorRow>,
    /// Pushes inside the area after which the pushed box can reach no goal.
    dead: Vec<PushRow>,
    outcomes: Vec<OutcomeRow>,
}

#[derive(Debug, Serialize)]
struct FirstRow {
    file: String,
    level: usize,
    pushes: usize,
}

#[derive(Debug, Serialize)]
struct DoorRow {
    place: Place,
    /// Number of the part of the floor outside the area that is beyond the door; `None` if a box stands on the door.
    part: Option<u16>,
    is_crossed: bool,
}

#[derive(Debug, Serialize)]
struct OutcomeRow {
    boxes: Vec<Place>,
    player: Option<Place>,
    pushes: Vec<PushRow>,
}

#[derive(Debug, Serialize)]
struct PushRow {
    from: Place,
    direction: Direction,
}

impl MetEventRow {
    /// Returns the row of an event with its rank among the events, from 1.
    pub fn new(number: usize, form: &EventForm, event: &MetEvent) -> Self {
        let before = &form.before;
        let inside = |kind| before.cells().filter(|(_, cell)| cell.kind == kind).count();
        let door = |(place, cell): (Place, crate::abstraction::FormCell)| DoorRow {
            place,
            part: (!cell.has_box).then_some(cell.part),
            is_crossed: cell.kind == FormKind::Crossed,
        };
        let dead = before.cells().flat_map(|(to, cell)| {
            let dead = Direction::ALL.into_iter().filter(move |direction| cell.is_dead[direction.index()]);
            dead.map(move |direction| PushRow { from: behind(to, direction), direction })
        });
        Self {
            number,
            kind: kind(form),
            met: event.met,
            levels: event.levels,
            first: FirstRow { file: event.first.file.clone(), level: event.first.level, pushes: event.first.pushes },
            label: event.outcomes.label.map(Label::word),
            is_complete: event.outcomes.is_complete,
            squares: squares(before),
            goals: inside(FormKind::Goal),
            boxes: boxes(before).len(),
            picture: picture(before),
            player: player(before),
            doors: before.cells().filter(|(_, cell)| cell.is_door()).map(door).collect(),
            dead: dead.collect(),
            outcomes: event.outcomes.outcomes.iter().map(outcome).collect(),
        }
    }
}

/// Returns `arrangement` if boxes move only inside the area, else `crossing`.
pub(super) const fn kind(form: &EventForm) -> &'static str {
    if form.after.is_some() { "arrangement" } else { "crossing" }
}

pub(super) fn squares(form: &RoomForm) -> usize {
    form.cells().filter(|(_, cell)| cell.is_inside()).count()
}

/// Returns the squares of the boxes inside the area.
pub(super) fn boxes(form: &RoomForm) -> Vec<Place> {
    form.cells().filter(|(_, cell)| cell.is_inside() && cell.has_box).map(|(place, _)| place).collect()
}

/// Returns the first square of the area that the player reaches, else the first door; `None` if there is neither.
fn player(form: &RoomForm) -> Option<Place> {
    let reached = |is_inside: bool| form.cells().find(|(_, cell)| cell.is_reached && cell.is_inside() == is_inside);
    reached(true).or_else(|| reached(false)).map(|(place, _)| place)
}

fn outcome(outcome: &EventOutcome) -> OutcomeRow {
    OutcomeRow {
        boxes: boxes(&outcome.after),
        player: player(&outcome.after),
        pushes: outcome.pushes.iter().map(|&(from, direction)| PushRow { from, direction }).collect(),
    }
}

/// Returns the square from which a push in `direction` brings a box to the given square.
fn behind((row, column): Place, direction: Direction) -> Place {
    let (rows, columns) = direction.opposite().delta();
    (row.saturating_add_signed(rows), column.saturating_add_signed(columns))
}
