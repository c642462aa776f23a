//! `/api/plan`: returns abstract plans of a level, and the results of their steps.

use super::{Api, Json};
use crate::abstraction::Rung;
use crate::level::Level;
use crate::maze::Maze;
use crate::planner::{Abstraction, PlanQuery, PlanningContext};
use crate::render::{PlanRow, PlanView, Unanswered};
use crate::run::{Meter, StopFlag};
use crate::serve::problem::Problem;
use crate::serve::request::{LevelAsked, LimitsAsked, json};
use crate::solve::{Outcome, Planning};
use axum::extract::{Request, State};
use serde::Deserialize;
use std::sync::Arc;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    level: LevelAsked,
    #[serde(default)]
    limits: LimitsAsked,
    /// Word of the abstraction.
    abstraction: Option<String>,
    /// Maximum number of plans.
    k: Option<u16>,
}

/// Answers with the row of `sokoplan plan --json`.
pub(super) async fn ask(State(api): State<Arc<Api>>, request: Request) -> Result<Json, Problem> {
    let asked: Asked = json(request).await?;
    let limits = asked.limits.within(api.limits)?;
    let usual = Abstraction::Rung(Rung::Counts);
    let space = asked.abstraction.as_deref().map_or(Ok(usual), str::parse::<Abstraction>);
    let space = space.map_err(|error| Problem::bad_request(format!("abstraction: {error}")))?;
    let query = PlanQuery::diverse(asked.k.unwrap_or(5).into());
    let work = move |stop: &StopFlag| {
        let (level, LevelAsked { file, number, .. }) = (asked.level.level()?, &asked.level);
        let mut meter = Meter::new(limits, stop.clone());
        match planned(&level, &Planning::new(space), &query, &mut meter)? {
            Ok(row) => Json::row(file, *number, row),
            Err(unanswered) => Json::row(file, *number, unanswered.of(&level.title)),
        }
    };
    api.long.run(work).await
}

fn planned(
    level: &Level,
    planning: &Planning,
    query: &PlanQuery,
    meter: &mut Meter,
) -> Result<Result<PlanRow, Unanswered>, Problem> {
    let areas = match planning.areas(level, meter) {
        Ok(areas) => areas,
        Err(stop) => return Ok(Err(stop.into())),
    };
    let maze = match Maze::new(&level.board, meter) {
        Ok(maze) => maze,
        Err(stop) => return Ok(Err(stop.into())),
    };
    let context = PlanningContext::new(&maze, &areas);
    let (explored, report) = planning.plan(level, &context, query, meter);
    let shown = planning.shown_areas(level);
    if let Outcome::InternalError(error) = &report.outcome {
        return Err(Problem::internal(error.to_string()));
    }
    Ok(Ok(PlanView::new(level, [&areas, &shown], &explored, &report, &StopFlag::default()).row()))
}
