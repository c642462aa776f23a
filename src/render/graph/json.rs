//! The graph of abstract states as a row of JSON Lines.

use super::{GraphView, word};
use crate::abstraction::StateId;
use crate::planner::{GraphOperator, GraphState, Seen};
use crate::render::AreaRow;
use crate::render::steps::area_rows;
use crate::run::Stop;
use serde::Serialize;

/// JSON row of the abstract graph of a level. The caller that writes the row adds type, schema, file and level number.
#[derive(Debug, Serialize)]
pub struct GraphRow {
    title: String,
    /// Rung of the abstraction, or `parts`.
    abstraction: &'static str,
    areas: Vec<AreaRow>,
    #[serde(flatten)]
    contents: Contents,
    states: Vec<StateRow>,
    operators: Vec<OperatorRow>,
    /// Number of expanded states; they are the first ones of `states`, and all their operators are in `operators`.
    expanded: usize,
    is_whole: bool,
    stop: Option<Stop>,
}

/// On exact rungs the local states of each area and its parts (sets of local states); empty on other rungs.
#[derive(Debug, Serialize)]
pub(super) struct Contents {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    local_states: Vec<Vec<LocalRow>>,
    /// For each area its parts; for each part the numbers of its local states, which are indices in `local_states`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<Vec<Vec<StateId>>>,
}

#[derive(Debug, Serialize)]
struct LocalRow {
    boxes: Vec<(usize, usize)>,
    /// First square of the area that the player can walk to; `None` if the player is outside.
    player: Option<(usize, usize)>,
}

#[derive(Debug, Serialize)]
struct StateRow {
    number: usize,
    counts: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    closed: Vec<[String; 2]>,
    is_solved: bool,
}

#[derive(Debug, Serialize)]
struct OperatorRow {
    from: usize,
    to: usize,
    /// Kind of the operator: `slide`, `walk` or `push`.
    operator: &'static str,
    areas: Vec<String>,
    squares: Vec<(usize, usize)>,
    label: &'static str,
    cost: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    witness: Vec<WitnessRow>,
}

#[derive(Debug, Serialize)]
pub(super) struct WitnessRow {
    area: String,
    before: StateId,
    after: StateId,
}

pub(super) fn row(view: &GraphView<'_>) -> GraphRow {
    let graph = view.graph;
    let state = |(number, state): (usize, &GraphState)| StateRow {
        number,
        counts: view.areas.areas().iter().map(|area| state.counts.get(area.id)).collect(),
        player: state.player.map(|area| view.name(area).to_owned()),
        parts: state.parts.clone(),
        closed: state.closed.iter().map(|&(from, to)| [from, to].map(|area| view.name(area).to_owned())).collect(),
        is_solved: state.is_solved,
    };
    let operator = |operator: &GraphOperator| OperatorRow {
        from: operator.from,
        to: operator.to,
        operator: word(operator),
        areas: view.touched(operator).into_iter().map(str::to_owned).collect(),
        squares: view.places(&GraphView::squares(operator)),
        label: operator.label.word(),
        cost: operator.cost,
        witness: witness(view, operator),
    };
    GraphRow {
        title: view.level.title.clone(),
        abstraction: graph.space.word(),
        areas: area_rows(view.level, view.areas, &view.names),
        contents: contents(view),
        states: graph.states.iter().enumerate().map(state).collect(),
        operators: graph.operators.iter().map(operator).collect(),
        expanded: graph.expanded,
        is_whole: graph.stop.is_none(),
        stop: graph.stop,
    }
}

pub(super) fn contents(view: &GraphView<'_>) -> Contents {
    let local = |seen: &Seen| LocalRow {
        boxes: view.places(&seen.boxes),
        player: seen.player.map(|square| view.level.board.row_column(square)),
    };
    let of_area = |states: &Vec<Seen>| states.iter().map(local).collect();
    Contents { local_states: view.graph.local_states.iter().map(of_area).collect(), parts: view.graph.parts.clone() }
}

pub(super) fn witness(view: &GraphView<'_>, operator: &GraphOperator) -> Vec<WitnessRow> {
    let row = |witness: &crate::planner::GraphWitness| WitnessRow {
        area: view.name(witness.area).to_owned(),
        before: witness.before,
        after: witness.after,
    };
    operator.witness.iter().map(row).collect()
}
