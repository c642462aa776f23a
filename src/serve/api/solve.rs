//! `/api/solve`: solves a level, and reports the progress of the search if events are requested.

use super::{Api, Json};
use crate::maze::Areas;
use crate::render::{SolveRow, StepsView};
use crate::run::{Limits, Meter, StopFlag};
use crate::search::optimal::Metric;
use crate::serve::problem::Problem;
use crate::serve::request::{LevelRequest, RequestLimits, json};
use crate::serve::workers::Client;
use crate::solve::{Explanation, Options, SolveProgress, Solver, Strategy, propose_plan, tidy};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use hyper::body::Frame;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::sync::mpsc::{Receiver, Sender, channel};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SolveRequest {
    level: LevelRequest,
    #[serde(default)]
    limits: RequestLimits,
    #[serde(default)]
    who: Who,
    /// Metric that the solution must be proved shortest in; `None` if any solution will do.
    optimal: Option<String>,
}

/// Groups of strategies that search.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Who {
    #[default]
    All,
    Plans,
    Pushes,
}

/// Event on the progress of a search, after a turn of a strategy.
#[derive(Serialize)]
pub(super) struct Progress {
    /// Name of the strategy.
    strategy: &'static str,
    /// Number of nodes that the strategy has expanded in all of its turns so far.
    nodes: u64,
    /// Number of states that the strategy holds in memory.
    kept: Option<u64>,
    /// Lowest estimate of the remaining pushes that the strategy has reached.
    best_estimate: Option<u32>,
    /// Seconds since the search began.
    seconds: f64,
}

/// Maximum number of events that wait for a slow reader; further ones are dropped.
const WAITING: usize = 16;

/// Answers with the row of `sokoplan solve --json`, after events of progress if the header `Accept` requests these.
pub(super) async fn ask(State(api): State<Arc<Api>>, request: Request) -> Result<Response, Problem> {
    let accepted = request.headers().get(ACCEPT).and_then(|value| value.to_str().ok());
    let is_stream = accepted.is_some_and(|accepted| accepted.contains("text/event-stream"));
    let asked: SolveRequest = json(request).await?;
    let limits = asked.limits.within(api.limits)?;
    let options = asked.options()?;
    // A fault of the level is reported before a stream begins.
    let level = asked.level.level()?;
    let solve = move |stop: &StopFlag, on_progress: &(dyn Fn(SolveProgress) + Send + Sync)| {
        let solver = Solver::new(&level).options(options).limits(limits).stop(stop.clone());
        let mut report = solver.on_progress(on_progress).solve();
        // Without a plan the row has no fidelity.
        _ = propose_plan(&level, &mut report, &Meter::new(limits, stop.clone()));
        let areas = Areas::of(&level.board);
        tidy(&level, &areas, &mut report, stop);
        let row = SolveRow::new(&level.title, Some(&report));
        let mut told = Explanation::of_report(&level, &areas, &report);
        if let Some(told) = &mut told {
            // A limit or an interruption leaves steps without labels.
            _ = told.label(&level, &Meter::new(Limits { nodes: None, ..limits }, stop.clone()));
        }
        let row = match &told {
            Some(told) => row.with_steps(&StepsView::new(&level, told), &report),
            None => row,
        };
        Json::row(&asked.level, row)
    };
    if !is_stream {
        return Ok(api.long.run(move |stop| solve(stop, &|_| {})).await?.into_response());
    }
    let (sender, receiver) = channel(WAITING);
    let client = api.long.client();
    let stop = client.stop();
    let body = Events { receiver, _client: client };
    tokio::spawn(async move {
        let events = sender.clone();
        let work = move |stop: &StopFlag| {
            let started = Instant::now();
            solve(stop, &|event| tell(&events, started, event))
        };
        let last = match api.long.run_until(stop, work).await {
            Ok(Json(row)) => event("row", &row),
            Err(problem) => event("problem", &problem.json()),
        };
        _ = sender.send(last).await;
    });
    Ok(([(CONTENT_TYPE, "text/event-stream")], Body::new(body)).into_response())
}

/// Body of an answer: events as they come. Dropping it stops the work, since the client has gone.
struct Events {
    receiver: Receiver<String>,
    _client: Client,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(context).map(|event| event.map(|event| Ok(Frame::data(event.into()))))
    }
}

fn event(name: &str, data: &str) -> String {
    format!("event: {name}\ndata: {data}\n\n")
}

impl SolveRequest {
    fn options(&self) -> Result<Options, Problem> {
        let strategies: Vec<Strategy> = match self.who {
            Who::All => Strategy::of_default().collect(),
            Who::Plans => Strategy::default_plans().collect(),
            Who::Pushes => Strategy::pushes().collect(),
        };
        let optimal = self.optimal.as_deref().map(str::parse::<Metric>).transpose();
        let optimal = optimal.map_err(|error| Problem::bad_request(format!("optimal: {error}")))?;
        Ok(Options::default().with_strategies(strategies).with_optimal(optimal))
    }
}

/// Sends an event, unless too many events wait for the client.
fn tell(events: &Sender<String>, started: Instant, happened: SolveProgress) {
    let (strategy, nodes, progress) = match happened {
        SolveProgress::Turn { strategy, nodes, progress } => (strategy, nodes, progress),
        SolveProgress::Working { strategy, nodes, progress, .. } => (strategy, nodes, Some(progress)),
    };
    let progress = Progress {
        strategy: strategy.word(),
        nodes,
        kept: progress.map(|progress| progress.kept),
        best_estimate: progress.and_then(|progress| progress.best_estimate),
        seconds: started.elapsed().as_secs_f64(),
    };
    if let Ok(data) = serde_json::to_string(&progress) {
        _ = events.try_send(event("progress", &data));
    }
}
