//! The JSON row of layers, with structs that serve only as its schema.

use super::LayersView;
use crate::assist::Deadlock;
use crate::level::{Direction, Square};
use crate::maze::AreaKind;
use crate::push::{Push, walk_and_push};
use serde::Serialize;

/// Row and column of a square, from 0.
type RowColumn = (usize, usize);

/// JSON row of the layers over one position; layers that were not requested are left out.
#[derive(Debug, Serialize)]
pub struct LayersRow {
    title: String,
    layers: Rows,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Rows {
    #[serde(skip_serializing_if = "Option::is_none")]
    areas: Option<Vec<AreaRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dead_squares: Option<Vec<RowColumn>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<Vec<PushRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prevention: Option<Vec<PreventedRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alert: Option<Vec<DeadlockRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    box_reach: Option<Option<ReachRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    goal_paths: Option<Vec<PathRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    parking: Option<ParkingRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    global: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<Option<HintRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    focus: Option<Option<FocusRow>>,
}

#[derive(Debug, Serialize)]
struct AreaRow {
    name: String,
    kind: AreaKind,
    squares: Vec<RowColumn>,
}

#[derive(Debug, Serialize)]
struct PushRow {
    from: RowColumn,
    direction: Direction,
}

#[derive(Debug, Serialize)]
struct PreventedRow {
    push: PushRow,
    deadlock: DeadlockRow,
}

#[derive(Debug, Serialize)]
struct DeadlockRow {
    kind: &'static str,
    why: String,
    boxes: Vec<RowColumn>,
    walls: Vec<RowColumn>,
}

#[derive(Debug, Serialize)]
struct ReachRow {
    of: RowColumn,
    squares: Vec<ReachedRow>,
}

#[derive(Debug, Serialize)]
struct ReachedRow {
    square: RowColumn,
    pushes: usize,
}

#[derive(Debug, Serialize)]
struct PathRow {
    from: RowColumn,
    to: RowColumn,
    pushes: Vec<PushRow>,
}

#[derive(Debug, Serialize)]
struct ParkingRow {
    squares: Vec<RowColumn>,
    routes: Vec<RowColumn>,
    single: Vec<String>,
}

#[derive(Debug, Serialize)]
struct HintRow {
    step: String,
    is_solution: bool,
    lurd: Option<String>,
    pushes: Vec<PushRow>,
}

#[derive(Debug, Serialize)]
struct FocusRow {
    squares: Vec<RowColumn>,
    boxes: Vec<RowColumn>,
}

pub(super) fn row(view: &LayersView<'_>) -> LayersRow {
    let places = |squares: &[Square]| squares.iter().map(|&s| place(view, s)).collect::<Vec<_>>();
    let layers = view.layers;
    let area = |area: &crate::maze::Area| AreaRow {
        name: view.names[area.id.index()].clone(),
        kind: area.kind,
        squares: places(&area.squares),
    };
    LayersRow {
        title: view.level.title.clone(),
        layers: Rows {
            areas: layers.areas.as_ref().map(|areas| areas.areas().iter().map(area).collect()),
            dead_squares: layers.dead_squares.as_deref().map(places),
            pushes: layers.pushes.as_deref().map(|all| pushes(view, all)),
            prevention: layers.prevention.as_ref().map(|all| {
                let row = |p: &crate::assist::Prevented| PreventedRow {
                    push: push(view, p.push),
                    deadlock: deadlock(view, &p.deadlock),
                };
                all.iter().map(row).collect()
            }),
            alert: layers.alert.as_ref().map(|all| all.iter().map(|found| deadlock(view, found)).collect()),
            box_reach: layers.box_reach.as_ref().map(|reach| {
                reach.as_ref().map(|reach| ReachRow {
                    of: place(view, reach.of),
                    squares: reach
                        .squares
                        .iter()
                        .map(|(s, pushes)| ReachedRow { square: place(view, *s), pushes: pushes.len() })
                        .collect(),
                })
            }),
            goal_paths: layers.goal_paths.as_ref().map(|all| {
                let row = |path: &crate::assist::GoalPath| PathRow {
                    from: place(view, path.from),
                    to: place(view, path.to),
                    pushes: pushes(view, &path.pushes),
                };
                all.iter().map(row).collect()
            }),
            parking: layers.parking.as_ref().map(|parking| ParkingRow {
                squares: places(&parking.squares),
                routes: places(&parking.routes),
                single: parking.single.iter().map(|id| view.names[id.index()].clone()).collect(),
            }),
            global: layers.global.as_ref().map(crate::assist::Global::word),
            hint: layers.hint.as_ref().map(|plan| hint(view, plan.as_ref())),
            focus: layers
                .focus
                .as_ref()
                .map(|focus| focus.as_ref().map(|f| FocusRow { squares: places(&f.squares), boxes: places(&f.boxes) })),
        },
    }
}

fn place(view: &LayersView<'_>, square: Square) -> RowColumn {
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

fn hint(view: &LayersView<'_>, plan: Option<&crate::assist::Plan>) -> Option<HintRow> {
    let plan = plan?;
    let next = plan.steps.first()?;
    let level = view.level;
    let moves = walk_and_push(&level.board, &level.start, &next.pushes).map(|(lurd, _)| lurd);
    Some(HintRow {
        step: view.hint_words(next),
        is_solution: plan.is_solution,
        lurd: moves.filter(|lurd| !lurd.is_empty()),
        pushes: pushes(view, &next.pushes),
    })
}
