//! The answers: `levels`, `convert` and `verify` about levels and moves as text; `rooms`, `plan`, `layers` and `prove` about a level
//! without a full search; `solve` and `improve` with events of progress.

use super::request::{LevelRequest, Problem, RequestLimits, Work, json, of_level, row, short};
use crate::assist::{Assistant, Layer, LayerInput, Layers, Rescue, refutation};
use crate::deadlock::DeadlockPatterns;
use crate::files::{FileText, Unreadable, unpacked};
use crate::level::{
    self, Collection, Entry, Fault, Format, Level, LevelText, Lurd, ReadOptions, RecordedMoves, Square, WriteOptions,
};
use crate::maze::{AreaPatterns, Areas, Maze, PlayerSides, PushDistances, RoomsBy};
use crate::render::{BadSolution, LayersRow, LayersView, PlanView, ProofRow, RoomsDump, SolveRow, VerifyRow};
use crate::run::{Limits, Meter, StopFlag};
use crate::search::optimal::Metric;
use crate::solve::{
    Options, Outcome, Planning, Report, SolveProgress, Source, Stages, Steps, Strategy, judge_moves, shorten,
};
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// JSON row of a level of a collection, or of a fault in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShelfRow {
    file: String,
    level: usize,
    title: String,
    /// Board in XSB; `None` for a fault.
    board: Option<String>,
    fault: Option<Fault>,
}

impl ShelfRow {
    /// Creates the row of an entry in a file.
    pub fn new(file: &str, entry: &Entry) -> Self {
        Self {
            file: file.to_owned(),
            level: entry.number,
            title: entry.title.clone(),
            board: entry.body.as_ref().ok().map(|level| level.grid.to_string()),
            fault: entry.body.as_ref().err().cloned(),
        }
    }

    /// Maximum number of levels of a file: the largest known collections have thousands of levels.
    const MOST: usize = 10_000;

    /// Returns the rows of a file or archive in any format that is detected by the content; levels of an archive have
    /// the names of their files in it. Fails on a broken archive, above `most` bytes unpacked, and above
    /// [`Self::MOST`] levels.
    fn of_file(packed: Vec<u8>, most: u64, meter: &Meter) -> Result<Vec<Self>, Problem> {
        let unreadable = |error: Unreadable| match error {
            Unreadable::Broken(what) => Problem::no_level(what.trim_start_matches(": ")),
            Unreadable::Stopped(_, stop) => stop.into(),
        };
        let mut rows = Vec::new();
        let packed = FileText { name: String::new(), bytes: packed, is_named: true };
        for FileText { name, bytes, .. } in unpacked(packed, most, meter).map_err(unreadable)? {
            let name = name.trim_start_matches('/');
            let text = LevelText::new(&bytes, ReadOptions::default(), meter)?;
            for entry in text.entries(meter)? {
                if rows.len() == Self::MOST {
                    return Err(Problem::too_large(Self::MOST, "levels"));
                }
                rows.push(Self::new(name, &entry?));
            }
        }
        Ok(rows)
    }
}

/// Returns levels as the answer to `levels`.
pub fn listed(levels: &[ShelfRow]) -> Result<String, Problem> {
    json(&serde_json::json!({ "levels": levels }))
}

/// Maximum number of bytes of a file, packed and unpacked: collections of thousands of levels.
pub(super) const MOST_OF_FILE: usize = 8 << 20;

/// Answers with the levels of a file in the body: a text in any format that is detected by its content, or an archive.
pub(super) fn read(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let text = body.to_vec();
    Ok(Box::new(move |stop: &StopFlag, _| {
        let levels = ShelfRow::of_file(text, MOST_OF_FILE as u64, &Meter::new(short(most), stop.clone()))?;
        if levels.is_empty() { Err(Problem::no_level("no level found in this text")) } else { listed(&levels) }
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConvertRequest {
    level: LevelRequest,
    format: Format,
    /// Solution of the level, for formats that hold solutions.
    lurd: Option<String>,
}

/// Answers with the text that `sokoplan convert` writes.
pub(super) fn convert(body: &[u8], _: Limits) -> Result<Work, Problem> {
    let request: ConvertRequest = serde_json::from_slice(body)?;
    Ok(Box::new(move |_, _| {
        let level = request.level.level()?;
        let mut recorded = Vec::new();
        if let Some(lurd) = &request.lurd {
            let metrics = level::verify(&level.board, &level.start, &lurd.parse::<Lurd>()?)?;
            recorded.push(RecordedMoves::solution(lurd, metrics));
        }
        let entry = Entry { recorded, ..Entry::new(1, 1, Ok(level)) };
        let collection = Collection { entries: vec![entry], ..Collection::default() };
        let options = WriteOptions { format: request.format, ..WriteOptions::default() };
        let text = level::write(&collection, options).map_err(|error| Problem::bad_request(error.to_string()))?;
        json(&serde_json::json!({ "text": text }))
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyRequest {
    level: LevelRequest,
    lurd: String,
}

/// Answers with the row of `sokoplan verify --json`: moves are replayed on the board, independently of all searches.
pub(super) fn verify(body: &[u8], _: Limits) -> Result<Work, Problem> {
    let request: VerifyRequest = serde_json::from_slice(body)?;
    Ok(Box::new(move |_, _| {
        let level = request.level.level()?;
        let replayed = |moves: Lurd| level::verify(&level.board, &level.start, &moves).map_err(BadSolution::from);
        let checked = request.lurd.parse().map_err(BadSolution::from).and_then(replayed);
        row(&request.level, VerifyRow::new(&level.title, 1, &checked))
    }))
}

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
        let mut input = LayerInput { level, selected: of, past, hint: None };
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SolveRequest {
    level: LevelRequest,
    #[serde(default)]
    limits: RequestLimits,
    /// Word of a strategy, or of a group of strategies; by default the strategies of `solve`.
    strategy: Option<String>,
    /// Metric that the solution must be proved shortest in; `None` if any solution will do.
    optimal: Option<String>,
}

/// Answers with the row of `sokoplan solve --explain --json`, after events of progress.
pub(super) fn solve(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let request: SolveRequest = serde_json::from_slice(body)?;
    let limits = request.limits.within(most)?;
    let options = request.options()?;
    // A fault of the level is reported before a stream begins.
    let level = request.level.level()?;
    Ok(Box::new(move |stop, on_progress| {
        let started = Instant::now();
        let on_event = |event| on_progress(progress(started, event));
        let stages = Stages { plan: true, tidy: true, steps: Steps::Labelled, ..Stages::default() };
        let solved = stages.run(&level, &options, &on_event, &mut Meter::new(limits, stop.clone()));
        row(&request.level, SolveRow::new(&level.title, Some(&solved.report)).explained(&level, &solved))
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ImproveRequest {
    level: LevelRequest,
    #[serde(default)]
    limits: RequestLimits,
    lurd: String,
    by: String,
}

/// Answers with the row of `sokoplan improve --json`, after an event for each gain.
pub(super) fn improve(body: &[u8], most: Limits) -> Result<Work, Problem> {
    let request: ImproveRequest = serde_json::from_slice(body)?;
    let limits = request.limits.within(most)?;
    let by: Metric = request.by.parse().map_err(|error| Problem::bad_request(format!("by: {error}")))?;
    let level = request.level.level()?;
    let claimed = judge_moves(&level, Source::Improve, &request.lurd);
    let solution = claimed.map_err(|error| Problem::bad_request(format!("lurd: not a solution, {}", error.why)))?;
    Ok(Box::new(move |stop, on_progress| {
        let started = Instant::now();
        let mut meter = Meter::new(limits, stop.clone());
        let on_gain = &mut |pushes: usize, moves: u32| {
            let seconds = started.elapsed().as_secs_f64();
            on_progress(serde_json::json!({ "moves": moves, "pushes": pushes, "seconds": seconds }).to_string());
        };
        let shortened = shorten(&level, solution, by.into(), &Options::default(), &mut meter, on_gain);
        let (solution, improved) = shortened.map_err(|error| Problem::internal(error.to_string()))?;
        let report = Report::new(Outcome::Solved(solution), Source::Improve);
        let report = Report { improved, time: meter.elapsed(), peak_bytes: meter.peak_bytes(), ..report };
        row(&request.level, SolveRow::new(&level.title, Some(&report)))
    }))
}

impl SolveRequest {
    fn options(&self) -> Result<Options, Problem> {
        let word = self.strategy.as_deref().unwrap_or("all");
        let strategies = Strategy::named(word)
            .filter(|named| named.iter().all(|strategy| !strategy.is_textbook()))
            .ok_or_else(|| Problem::bad_request(format!("strategy: there is no strategy `{word}`")))?;
        let optimal = self.optimal.as_deref().map(str::parse::<Metric>).transpose();
        let optimal = optimal.map_err(|error| Problem::bad_request(format!("optimal: {error}")))?;
        Ok(Options { optimal, ..Options::default() }.with_strategies(strategies))
    }
}

/// Returns the event after a turn of a strategy: the nodes of all its turns so far, and its lowest estimate of the pushes left.
fn progress(started: Instant, event: SolveProgress) -> String {
    let (strategy, nodes, progress) = match event {
        SolveProgress::Turn { strategy, nodes, progress } => (strategy, nodes, progress),
        SolveProgress::Working { strategy, nodes, progress, .. } => (strategy, nodes, Some(progress)),
    };
    let event = serde_json::json!({
        "strategy": strategy.word(),
        "nodes": nodes,
        "kept": progress.map(|progress| progress.kept),
        "best_estimate": progress.and_then(|progress| progress.best_estimate),
        "seconds": started.elapsed().as_secs_f64(),
    });
    event.to_string()
}
