//! `/api/layers`: returns layers (deadlocks, pushes, hints ..) of a position.

use super::{Api, Json};
use crate::assist::{Assistant, Layer, Layers};
use crate::deadlock::DeadlockPatterns;
use crate::level::{Level, Square};
use crate::maze::{AreaPatterns, Areas, Maze, RoomsBy};
use crate::render::{LayersRow, LayersView};
use crate::run::{Limits, Meter, Stop, StopFlag};
use crate::serve::problem::Problem;
use crate::serve::request::{LevelAsked, LimitsAsked, json};
use axum::extract::{Request, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    level: LevelAsked,
    #[serde(default)]
    limits: LimitsAsked,
    /// Words of the requested layers.
    layers: Vec<String>,
    /// Row and column of the box for the layer box-reach.
    r#box: Option<(usize, usize)>,
}

/// JSON row of layers, with the words of layers that a limit cut short.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    row: LayersRow,
    /// Layers that a limit cut short; the command line writes these to standard error.
    cut_short: Vec<&'static str>,
}

/// Answers with the row of `sokoplan layers --json`, and the layers that were cut short.
pub(super) async fn ask(State(api): State<Arc<Api>>, request: Request) -> Result<Json, Problem> {
    let asked: Asked = json(request).await?;
    let limits = asked.limits.within(api.short_limits())?;
    let wanted = asked.layers.iter().map(|word| word.parse::<Layer>()).collect::<Result<Vec<_>, _>>();
    let wanted = wanted.map_err(|error| Problem::bad_request(format!("layers: {error}")))?;
    let workers = api.workers(&asked.level);
    let work = move |stop: &StopFlag| {
        let (level, LevelAsked { file, number, .. }) = (asked.level.level()?, &asked.level);
        let of = asked.r#box.map(|place| box_at(&level, place)).transpose()?;
        let mut meter = Meter::new(Limits { nodes: None, ..limits }, stop.clone());
        match shown(&level, &wanted, of, limits.nodes, &mut meter) {
            Ok(row) => Json::row(file, *number, row?),
            Err(stop) => Json::stopped(file, *number, &level.title, stop),
        }
    };
    workers.run(work).await
}

fn shown(
    level: &Level,
    wanted: &[Layer],
    of: Option<Square>,
    nodes: Option<u64>,
    meter: &mut Meter,
) -> Result<Result<Shown, Problem>, Stop> {
    let areas = Areas::within(&level.board, RoomsBy::default(), &AreaPatterns::default(), meter)?;
    let maze = Maze::new(&level.board, meter)?;
    let patterns = DeadlockPatterns::default();
    let mut assistant = Assistant::new(&maze, &areas, &patterns, &level.start);
    let computed = Layers::compute(wanted, &mut assistant, level, of, nodes, meter);
    Ok(computed.map_err(|error| Problem::internal(error.to_string())).map(|(layers, cut_short)| Shown {
        row: LayersView::new(level, &areas, &layers).row(),
        cut_short: cut_short.iter().map(|(layer, _)| layer.word()).collect(),
    }))
}

fn box_at(level: &Level, (row, column): (usize, usize)) -> Result<Square, Problem> {
    let square = level.board.square(row, column).filter(|square| level.start.has_box(*square));
    square.ok_or_else(|| Problem::bad_request(format!("box: there is no box on {row},{column}")))
}
