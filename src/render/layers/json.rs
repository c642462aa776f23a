//! The JSON row of layers, with structs that serve only as its schema.

use super::{LayersView, rescue_words};
use crate::assist::{BoxReach, Deadlock, Focus, GoalPath, Hint, LayerData, LosingPush, Rescue};
use crate::level::{Board, Direction, Square};
use crate::maze::{Area, AreaKind};
use crate::push::Push;
use crate::render::words::{Place, happened_words};
use serde::Serialize;

/// JSON row of the layers over one position; layers that were not requested are left out.
#[derive(Debug, schemars::JsonSchema, Serialize)]
pub struct LayersRow {
    /// Title of the level.
    title: String,
    /// Layers by the words of `--layer`, as far as they were requested.
    layers: LayerRows,
}

/// JSON object of layers.
#[derive(Debug, Default, schemars::JsonSchema, Serialize)]
#[serde(rename_all = "kebab-case")]
struct LayerRows {
    /// Rooms and tunnels.
    #[serde(skip_serializing_if = "Option::is_none")]
    areas: Option<Vec<LayerAreaRow>>,
    /// Squares where a box reaches no goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    dead_squares: Option<Vec<Place>>,
    /// Pushes that can be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<Vec<PushRow>>,
    /// Pushes that lose, each with the deadlock that it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    prevention: Option<Vec<PreventedRow>>,
    /// Deadlocks of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    alert: Option<Vec<DeadlockRow>>,
    /// Squares that the box can be pushed to; `null` without a box.
    #[serde(skip_serializing_if = "Option::is_none")]
    box_reach: Option<Option<ReachRow>>,
    /// Pushes of boxes that can be brought to a goal at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_paths: Option<Vec<PathRow>>,
    /// Squares where boxes can wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    parking: Option<ParkingRow>,
    /// Whether the position can be solved, as a whole: `alive`, `dead` or `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    global: Option<&'static str>,
    /// Next step; `null` if none was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<HintRow>,
    /// Squares and boxes that matter now; `null` without a hint.
    #[serde(skip_serializing_if = "Option::is_none")]
    focus: Option<Option<FocusRow>>,
    /// Push that lost the level.
    #[serde(skip_serializing_if = "Option::is_none")]
    rescue: Option<RescueRow>,
}

/// JSON object of a room or tunnel.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct LayerAreaRow {
    /// Letter of the area on the map.
    name: String,
    /// Kind of the area.
    kind: AreaKind,
    /// Squares of the area.
    squares: Vec<Place>,
}

/// JSON object of a push.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct PushRow {
    /// Square of the box before the push.
    from: Place,
    /// Direction of the push.
    direction: Direction,
}

/// JSON object of a push that loses.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct PreventedRow {
    /// Push that loses.
    push: PushRow,
    /// Deadlock after the push.
    deadlock: DeadlockRow,
}

/// JSON object of a deadlock.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct DeadlockRow {
    /// Kind of the deadlock: the name of a rule of `help rules`.
    kind: &'static str,
    /// Reason in words.
    why: String,
    /// Boxes that hold each other.
    boxes: Vec<Place>,
    /// Walls that hold these boxes.
    walls: Vec<Place>,
}

/// JSON object of the squares that a box reaches.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct ReachRow {
    /// Square of the box.
    of: Place,
    /// Squares that it reaches.
    squares: Vec<ReachedRow>,
}

/// JSON object of a square that a box reaches.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct ReachedRow {
    /// Square of the box after the pushes.
    square: Place,
    /// Minimum number of pushes.
    pushes: usize,
}

/// JSON object of a way of a box to a goal.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct PathRow {
    /// Square of the box.
    from: Place,
    /// Goal that it reaches.
    to: Place,
    /// Pushes that lead there.
    pushes: Vec<PushRow>,
}

/// JSON object of squares where boxes can wait.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct ParkingRow {
    /// Squares that serve.
    squares: Vec<Place>,
    /// Squares to be kept free.
    routes: Vec<Place>,
    /// Names of rooms where one box can wait, but not two.
    single: Vec<String>,
}

/// JSON object of the next step.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct HintRow {
    /// Answer: `next` (the next step), `solved`, `lost` or `not_found` (within the limits).
    answer: &'static str,
    /// Why the position is lost; left out unless it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// Step in words; `null` without a next step.
    step: Option<String>,
    /// Whether the step is part of a solution; otherwise it leads to the best position found so far.
    is_solution: bool,
    /// Moves of the step in LURD.
    lurd: Option<String>,
    /// Pushes of the step.
    pushes: Vec<PushRow>,
}

/// JSON object of what matters now.
#[derive(Debug, schemars::JsonSchema, Serialize)]
struct FocusRow {
    /// Squares that matter now.
    squares: Vec<Place>,
    /// Boxes that matter now.
    boxes: Vec<Place>,
}

/// JSON object of the push that lost a level. Pushes are counted from the start; where limits leave a gap, `lost` is greater
/// than `solvable` + 1.
#[derive(Clone, Debug, PartialEq, Eq, schemars::JsonSchema, Serialize)]
pub struct RescueRow {
    /// Number of pushes that were made.
    pushes: usize,
    /// Greatest number of pushes after which a solution is known; `null` if none is known.
    solvable: Option<usize>,
    /// Smallest number of pushes after which the position is proved lost; `null` if none is.
    lost: Option<usize>,
    /// Number of pushes to take back, to the last position with a known solution; `null` if none is known.
    take_back: Option<usize>,
    /// Number of moves that remain then; `null` if no solution is known.
    moves: Option<usize>,
    /// Why the position is lost, in words; `null` if none is proved lost.
    why: Option<String>,
    /// Row and column, from 0, of the boxes of the reason.
    boxes: Vec<(usize, usize)>,
    /// All of this in words.
    words: String,
}

impl RescueRow {
    /// Returns the row of a search on this board.
    pub fn new(board: &Board, rescue: &Rescue) -> Self {
        let lost = rescue.lost();
        Self {
            pushes: rescue.pushes(),
            solvable: rescue.solvable(),
            lost: lost.map(|loss| loss.pushes),
            take_back: rescue.take_back(),
            moves: rescue.moves_to_keep(),
            why: lost.map(|loss| loss.why.clone()),
            boxes: lost.iter().flat_map(|loss| &loss.boxes).map(|&square| board.row_column(square)).collect(),
            words: rescue_words(rescue),
        }
    }
}

impl LayersView<'_> {
    /// Returns the JSON row of the layers.
    pub fn row(&self) -> LayersRow {
        let mut layers = LayerRows::default();
        self.layers.iter().for_each(|(_, data)| layers.set(self, data));
        LayersRow { title: self.level.title.clone(), layers }
    }
}

impl LayerRows {
    fn set(&mut self, view: &LayersView<'_>, data: &LayerData) {
        let places = |squares: &[Square]| squares.iter().map(|&s| place(view, s)).collect::<Vec<_>>();
        match data {
            LayerData::Areas(areas) => {
                let row = |area: &Area| LayerAreaRow {
                    name: view.names[area.id.index()].clone(),
                    kind: area.kind,
                    squares: places(&area.squares),
                };
                self.areas = Some(areas.areas().iter().map(row).collect());
            }
            LayerData::Squares(dead) => self.dead_squares = Some(places(dead)),
            LayerData::Pushes(all) => self.pushes = Some(pushes(view, all)),
            LayerData::LosingPushes(all) => {
                let row = |losing: &LosingPush| PreventedRow {
                    push: push(view, losing.push),
                    deadlock: deadlock(view, &losing.deadlock),
                };
                self.prevention = Some(all.iter().map(row).collect());
            }
            LayerData::Deadlocks(all) => self.alert = Some(all.iter().map(|found| deadlock(view, found)).collect()),
            LayerData::Reach(reach) => {
                let reached =
                    |(s, pushes): &(Square, Vec<Push>)| ReachedRow { square: place(view, *s), pushes: pushes.len() };
                let row = |reach: &BoxReach| ReachRow {
                    of: place(view, reach.of),
                    squares: reach.squares.iter().map(reached).collect(),
                };
                self.box_reach = Some(reach.as_ref().map(row));
            }
            LayerData::Paths(paths) => {
                let row = |path: &GoalPath| PathRow {
                    from: place(view, path.from),
                    to: place(view, path.to),
                    pushes: pushes(view, &path.pushes),
                };
                self.goal_paths = Some(paths.iter().map(row).collect());
            }
            LayerData::Parking(parking) => {
                self.parking = Some(ParkingRow {
                    squares: places(&parking.squares),
                    routes: places(&parking.routes),
                    single: parking.single.iter().map(|id| view.names[id.index()].clone()).collect(),
                });
            }
            LayerData::Global(global) => self.global = Some(global.word()),
            LayerData::Hint(next) => self.hint = Some(hint(view, next)),
            LayerData::Focus(focus) => {
                let row = |focus: &Focus| FocusRow { squares: places(&focus.squares), boxes: places(&focus.boxes) };
                self.focus = Some(focus.as_ref().map(row));
            }
            LayerData::Rescue(rescue) => self.rescue = Some(RescueRow::new(&view.level.board, rescue)),
        }
    }
}

fn place(view: &LayersView<'_>, square: Square) -> Place {
    view.level.board.row_column(square)
}

fn push(view: &LayersView<'_>, push: Push) -> PushRow {
    PushRow { from: place(view, push.from), direction: push.direction }
}

fn pushes(view: &LayersView<'_>, all: &[Push]) -> Vec<PushRow> {
    all.iter().map(|&p| push(view, p)).collect()
}

fn deadlock(view: &LayersView<'_>, found: &Deadlock) -> DeadlockRow {
    DeadlockRow {
        kind: found.kind,
        why: found.why.clone(),
        boxes: found.boxes.iter().map(|&b| place(view, b)).collect(),
        walls: found.walls.clone(),
    }
}

fn hint(view: &LayersView<'_>, hint: &Hint) -> HintRow {
    let next = hint.steps();
    let of = next.map_or(&[][..], |next| &next.steps[0].pushes);
    HintRow {
        answer: hint.word(),
        why: if let Hint::Lost(why) = hint { Some(why.clone()) } else { None },
        step: next.map(|next| happened_words(&next.steps[0], &view.names)),
        is_solution: next.is_some_and(|next| next.is_solution),
        lurd: hint.lurd(view.level),
        pushes: pushes(view, of),
    }
}
