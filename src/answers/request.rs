//! What requests state (levels and limits), what is done for them, and the forms of answers, errors included.

use crate::level::{Fault, Level, LevelText, Lurd, LurdError, ReadOptions, ReplayError};
use crate::render::{NoAnswerRow, OfLevel, Row, write_json};
use crate::run::{Limits, Meter, Stop, StopFlag};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Maximum time to read a level.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelRequest {
    /// Text of one board, in any format that is detected by the content.
    board: String,
    /// Title of the level if the text does not name it.
    #[serde(default)]
    title: String,
    /// Name of the level's file, as the row of the answer states it.
    #[serde(default = "unnamed")]
    pub(super) file: String,
    /// Number of the level in its file, as the row of the answer states it.
    #[serde(default = "first")]
    pub(super) number: usize,
    /// Moves in LURD that lead from the start to the position in question.
    #[serde(default)]
    pub(super) after: String,
}

fn unnamed() -> String {
    "<request>".to_owned()
}

const fn first() -> usize {
    1
}

impl LevelRequest {
    /// Returns the level at the position after the moves; a problem unless the text holds exactly one board.
    pub(super) fn level(&self) -> Result<Level, Problem> {
        let level = self.start()?;
        if self.after.is_empty() { Ok(level) } else { Ok(level.after(&self.moves()?)?) }
    }

    pub(super) fn moves(&self) -> Result<Lurd, Problem> {
        Ok(self.after.parse()?)
    }

    /// Returns the level before the moves; a problem unless the text holds exactly one board.
    pub(super) fn start(&self) -> Result<Level, Problem> {
        let meter = Meter::new(Limits { time: Some(PATIENCE), ..Limits::default() }, StopFlag::default());
        let text = LevelText::new(self.board.as_bytes(), ReadOptions::default(), &meter)?;
        let mut entries = text.entries(&meter)?;
        let (Some(entry), None) = (entries.next(), entries.next()) else {
            return Err(Problem::no_level("expected one board"));
        };
        let mut entry = entry?;
        if entry.title.is_empty() {
            entry.set_title(&self.title);
        }
        entry.body.map_err(|fault| Problem::from(&fault))
    }
}

/// Limits in a request; the limits of the server hold as well.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RequestLimits {
    seconds: Option<f64>,
    /// Limit on nodes, the one that is repeatable.
    nodes: Option<u64>,
}

impl RequestLimits {
    /// Returns for each limit the smaller one of the request and the server (`most`); the server sets the memory.
    pub(super) fn within(self, most: Limits) -> Result<Limits, Problem> {
        let time = self.seconds.map(Duration::try_from_secs_f64).transpose();
        let time = time.map_err(|_| Problem::bad_request("seconds: expected a duration"))?;
        Ok(most.narrowed(Limits { time, nodes: self.nodes, memory: None }))
    }
}

/// Function called with each event of progress, as JSON.
pub type OnProgress<'a> = dyn Fn(String) + Send + Sync + 'a;

/// What is still to be done for a request. Returns the answer as JSON in one line.
pub type Work = Box<dyn FnOnce(&StopFlag, &OnProgress<'_>) -> Result<String, Problem> + Send>;

/// Returns the limits of a short computation, which a page requests after every move: large boards take a second.
pub(super) fn short(most: Limits) -> Limits {
    most.narrowed(Limits { time: Some(Duration::from_secs(10)), ..Limits::default() })
}

#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub(super) enum EarlyEnd {
    /// A limit was met; the answer is a row with this limit.
    Stopped(#[from] Stop),
    Problem(#[from] Problem),
}

pub(super) fn json(body: &impl Serialize) -> Result<String, Problem> {
    let mut text = Vec::new();
    write_json(&mut text, body)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

pub(super) fn row(request: &LevelRequest, body: impl Serialize) -> Result<String, Problem> {
    json(&Row::new("level", OfLevel { file: &request.file, level: request.number, body }))
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

/// Kinds of problems; the server has a status for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A value that cannot be.
    BadRequest,
    /// A body that is not JSON, or has other keys.
    BadJson,
    /// No level, or a fault in it.
    BadLevel,
    /// Moves that cannot be made.
    BadMoves,
    /// A request that is not answered to this client.
    Forbidden,
    /// A name that nothing has.
    NotFound,
    /// A method that the path does not accept.
    MethodNotAllowed,
    /// More bytes or levels than are read.
    TooLarge,
    /// A body that did not arrive in time.
    TooSlow,
    /// A body of another content type.
    Unsupported,
    /// A fault of this program.
    InternalError,
    /// Too many requests wait, or their bodies take too much memory.
    Busy,
}

/// Error of a request, sent as JSON in answer to the request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// Kind, in one word.
    pub kind: Kind,
    message: String,
    /// Line of the fault in the level, or in the JSON of the request, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Column of the fault, from 1; of moves, the number of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    /// Text that was expected at this line and column.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<String>,
}

impl Problem {
    pub(crate) fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), line: None, column: None, expected: None }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(Kind::BadRequest, message)
    }

    pub(crate) fn not_found(path: &str) -> Self {
        Self::new(Kind::NotFound, format!("there is no page at {path}"))
    }

    /// Returns the problem of more than `most` units.
    pub fn too_large(most: usize, unit: &str) -> Self {
        Self::new(Kind::TooLarge, format!("at most {most} {unit} are read"))
    }

    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Self::new(Kind::InternalError, message)
    }

    /// Returns the problem as JSON.
    pub fn json(&self) -> String {
        serde_json::json!({ "error": self }).to_string()
    }

    pub(crate) fn no_level(message: impl Into<String>) -> Self {
        Self::new(Kind::BadLevel, message)
    }
}

impl From<Stop> for Problem {
    fn from(stop: Stop) -> Self {
        Self::new(Kind::TooLarge, format!("{stop}: the file is too large"))
    }
}

impl From<&Fault> for Problem {
    fn from(fault: &Fault) -> Self {
        Self {
            line: Some(fault.line),
            column: Some(fault.column),
            expected: Some(fault.expected.clone()),
            ..Self::no_level(fault.to_string())
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        let (line, column) = (Some(error.line()), Some(error.column()));
        Self { line, column, ..Self::new(Kind::BadJson, error.to_string()) }
    }
}

impl From<LurdError> for Problem {
    fn from(error: LurdError) -> Self {
        Self::new(Kind::BadMoves, error.to_string())
    }
}

impl From<ReplayError> for Problem {
    fn from(error: ReplayError) -> Self {
        let column = Some(error.at);
        Self { column, ..Self::new(Kind::BadMoves, error.to_string()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_of_no_level_or_several_and_impossible_moves_are_refused() {
        const GOOD: &str = "#####\n#@$.#\n#####\n";
        for request in [
            json!({"board": ""}),
            json!({"board": "hello"}),
            json!({"board": format!("{GOOD}\n{GOOD}")}),
            json!({"board": "#####\n#@$ #\n#####"}),
            json!({"board": format!("{GOOD}Game: Trioban\n")}),
            json!({"board": GOOD, "after": "u"}),
            json!({"board": GOOD, "after": "x"}),
        ] {
            assert!(
                serde_json::from_value::<LevelRequest>(request.clone()).expect("JSON").level().is_err(),
                "{request}"
            );
        }
        assert!(serde_json::from_value::<LevelRequest>(json!({"board": GOOD, "bord": ""})).is_err());
    }

    #[test]
    fn a_request_may_ask_for_less_than_the_server_allows_and_not_for_more() {
        let most = Limits { time: Some(Duration::from_secs(10)), nodes: None, memory: Some(100) };
        let request = RequestLimits { seconds: Some(60.0), nodes: Some(5) };
        let limits = request.within(most).expect("limits");
        assert_eq!(limits, Limits { nodes: Some(5), ..most });
        assert!(RequestLimits { seconds: Some(-1.0), ..request }.within(most).is_err());
    }
}
