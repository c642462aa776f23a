//! `rooms`, `plan`, `layers`, `prove`: answers about a level without a full search.

use super::request::{LevelRequest, Problem, RequestLimits, Work, of_level, row, short};
use crate::assist::{Assistant, Layer, LayerInput, Layers, Rescue, refutation};
use crate::deadlock::DeadlockPatterns;
use crate::level::{Level, Square};
use crate::maze::{AreaPatterns, Areas, Maze, PlayerSides, PushDistances, RoomsBy};
use crate::render::{LayersRow, LayersView, PlanView, ProofRow, RoomsDump};
use crate::run::{Limits, Meter};
use crate::solve::{Options, Outcome, Planning, Strategy};
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomsRequest {
    level: LevelRequest,
    #[serde(default)]
    limits: RequestLimits,
    rooms_by: Option<String>,
}

pub(super) fn rooms(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let request: RoomsRequest = serde_json::from_slice(body)?;
    let limits = request.limits.within(short(most))?;
    let by = request.rooms_by.as_deref().map_or(Ok(RoomsBy::default()), str::parse::<RoomsBy>);
    let by = by.map_err(|error| Problem::bad_request(format!("rooms_by: {error}")))?;
    let work = move |request: &LevelRequest, level: &Level, meter: &mut Meter| {
        let areas = Areas::within(&level.board, by, &AreaPatterns::default(), meter)?;
        let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
        Ok(row(request, RoomsDump::new(level, by, &areas, &dead).row())?)
    };
    Ok(of_level(request.level, limits, work))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanRequest {
    level: LevelRequest,
    #[serde(default)]
    limits: RequestLimits,
    k: Option<u16>,
    /// Whether the row has the steps that the planner tried.
    #[serde(default)]
    trace: bool,
}

pub(super) fn plan(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let request: PlanRequest = serde_json::from_slice(body)?;
    let limits = request.limits.within(most)?;
    let options = Options { traces: request.trace, ..Options::default() }.with_strategies(Strategy::plans());
    let planning = Planning { options, count: request.k.unwrap_or(1).max(1).into() };
    let work = move |request: &LevelRequest, level: &Level, meter: &mut Meter| {
        let plans = planning.plan(level, meter);
        for plan in &plans {
            if let Outcome::InternalError(error) = &plan.report.outcome {
                return Err(Problem::internal(error.to_string()).into());
            }
        }
        let view = PlanView::new(level, &plans);
        Ok(row(request, view.row().with_trace(view.trace()))?)
    };
    Ok(of_level(request.level, limits, work))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LayersRequest {
    level: LevelRequest,
    #[serde(default)]
    limits: RequestLimits,
    layers: Vec<String>,
    /// Row and column of the box for the layer box-reach.
    r#box: Option<(usize, usize)>,
}

#[derive(Serialize)]
struct LayersAnswer {
    #[serde(flatten)]
    row: LayersRow,
    /// Layers that a limit cut short; the command line writes these to standard error.
    cut_short: Vec<&'static str>,
}

/// Answers with the row of `sokoplan layers --json`, and the layers that were cut short.
pub(super) fn layers(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let request: LayersRequest = serde_json::from_slice(body)?;
    let limits = request.limits.within(short(most))?;
    let wanted = request.layers.iter().map(|word| word.parse::<Layer>()).collect::<Result<Vec<_>, _>>();
    let wanted = wanted.map_err(|error| Problem::bad_request(format!("layers: {error}")))?;
    let of = request.r#box;
    let work = move |request: &LevelRequest, level: &Level, meter: &mut Meter| {
        let of = of.map(|place| box_at(level, place)).transpose()?;
        let areas = Areas::within(&level.board, RoomsBy::default(), &AreaPatterns::default(), meter)?;
        let maze = Maze::new(&level.board, meter)?;
        let patterns = DeadlockPatterns::default();
        let mut assistant = Assistant::new(&maze, &areas, &patterns, &level.start);
        let past = if wanted.contains(&Layer::Rescue) {
            Some(Rescue::new(&request.start()?, &request.moves()?).map_err(Problem::from)?)
        } else {
            None
        };
        let mut input = LayerInput { selected: of, past, ..LayerInput::new(level) };
        let computed = Layers::compute(&wanted, &mut assistant, &mut input, limits.nodes, meter);
        let (layers, cut_short) = computed.map_err(|error| Problem::internal(error.to_string()))?;
        let layers = LayersView::new(level, &areas, &layers).row();
        let cut_short = cut_short.iter().map(|(layer, _)| layer.word()).collect();
        Ok(row(request, LayersAnswer { row: layers, cut_short })?)
    };
    // The limit of nodes holds for each layer.
    Ok(of_level(request.level, Limits { nodes: None, ..limits }, work))
}

fn box_at(level: &Level, (row, column): (usize, usize)) -> Result<Square, Problem> {
    let square = level.board.square(row, column).filter(|square| level.start.has_box(*square));
    square.ok_or_else(|| Problem::bad_request(format!("box: there is no box on ({row},{column})")))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProofRequest {
    level: LevelRequest,
    #[serde(default)]
    limits: RequestLimits,
}

pub(super) fn prove(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let request: ProofRequest = serde_json::from_slice(body)?;
    let limits = request.limits.within(short(most))?;
    let claim = if request.level.after.is_empty() { "unsolvable" } else { "dead" };
    let work = move |request: &LevelRequest, level: &Level, meter: &mut Meter| {
        Ok(row(request, ProofRow::new(&level.title, refutation(level, claim, meter)))?)
    };
    Ok(of_level(request.level, limits, work))
}
