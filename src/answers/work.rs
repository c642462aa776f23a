//! What is done for a request, and the forms of answers.

use super::problem::Problem;
use super::request::LevelRequest;
use crate::level::Level;
use crate::render::{NoAnswerRow, Row, write_json};
use crate::run::{Limits, Meter, Stop, StopFlag};
use serde::Serialize;
use std::time::Duration;

/// Function called with each event of progress, as JSON.
pub type OnProgress<'a> = dyn Fn(String) + Send + Sync + 'a;

/// What is still to be done for a request. Returns the answer as JSON in one line.
pub type Work = Box<dyn FnOnce(&StopFlag, &OnProgress<'_>) -> Result<String, Problem> + Send>;

/// Returns the limits of a short computation, which a page requests after every move: large boards take a second.
pub(super) fn short(most: Limits) -> Limits {
    most.narrowed(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() })
}

pub(super) enum EarlyEnd {
    /// A limit was met; the answer is a row with this limit.
    Stopped(Stop),
    Problem(Problem),
}

impl From<Stop> for EarlyEnd {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<Problem> for EarlyEnd {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

pub(super) fn json(body: &impl Serialize) -> Result<String, Problem> {
    let mut text = Vec::new();
    write_json(&mut text, body)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

pub(super) fn row(request: &LevelRequest, body: impl Serialize) -> Result<String, Problem> {
    json(&Row::of_level("level", &request.file, request.number, body))
}

/// Returns work on a level under limits; a limit that is met is the answer.
pub(super) fn of_level(
    request: LevelRequest,
    limits: Limits,
    work: impl FnOnce(&LevelRequest, &Level, &mut Meter) -> Result<String, EarlyEnd> + Send + 'static,
) -> Work {
    Box::new(move |stop, _| {
        let level = request.level()?;
        work(&request, &level, &mut Meter::new(limits, stop.clone())).or_else(|ended| match ended {
            EarlyEnd::Stopped(stop) => row(&request, NoAnswerRow::from(stop).of(&level.title)),
            EarlyEnd::Problem(problem) => Err(problem),
        })
    })
}
