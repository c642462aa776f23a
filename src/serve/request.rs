//! Bodies of requests: the bytes, the level and the limits in them.

use super::problem::Problem;
use crate::level::{Level, LevelText, Lurd, ReadOptions};
use crate::run::{Limits, Meter, StopFlag};
use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_TYPE;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::time::timeout;

/// The time within which a body must have come.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads a body of at most this number of bytes, of a type that pages of other sites cannot send unasked.
pub(super) async fn bytes(request: Request, kind: &str, most: usize) -> Result<Vec<u8>, Problem> {
    let header = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !header.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(kind) {
        return Err(Problem::unsupported(kind));
    }
    let body: Body = request.into_body();
    let read = timeout(PATIENCE, to_bytes(body, most)).await.map_err(|_| Problem::too_slow())?;
    Ok(read.map_err(|_| Problem::too_large(most))?.to_vec())
}

/// Reads a body of JSON.
pub(super) async fn json<T: DeserializeOwned>(request: Request) -> Result<T, Problem> {
    /// The most bytes of a request: boards of a thousand by a thousand squares.
    const MOST: usize = 1 << 20;
    Ok(serde_json::from_slice(&bytes(request, "application/json", MOST).await?)?)
}

/// The limits of reading a board, apart from those of the search: the largest boards take some MiB.
const READING: Limits = Limits { time: Some(PATIENCE), nodes: None, memory: Some(64 << 20) };

/// The level of a request.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelAsked {
    /// One board, in any format that is told by its content.
    board: String,
    /// Its title, if the text has none.
    #[serde(default)]
    title: String,
    /// The file in the row.
    #[serde(default = "unnamed")]
    pub(super) file: String,
    /// The number in the row.
    #[serde(default = "first")]
    pub(super) number: usize,
    /// Moves that are made first.
    #[serde(default)]
    pub(super) after: String,
}

fn unnamed() -> String {
    "<request>".to_owned()
}

const fn first() -> usize {
    1
}

impl LevelAsked {
    /// Returns the length of its text.
    pub(super) const fn bytes(&self) -> usize {
        self.board.len()
    }

    /// Reads the level.
    ///
    /// # Errors
    /// The text does not hold exactly one board, or it is not a level, or a move cannot be made, or a limit.
    pub(super) fn level(&self) -> Result<Level, Problem> {
        let meter = Meter::new(READING, StopFlag::default());
        let text = LevelText::within(self.board.as_bytes(), ReadOptions::default(), &meter)?;
        let mut entries = text.entries(&meter)?;
        let (Some(entry), None) = (entries.next(), entries.next()) else {
            return Err(Problem::no_level("expected one board"));
        };
        let mut entry = entry?;
        if entry.title.is_empty() {
            entry.set_title(&self.title);
        }
        let level = entry.body.map_err(|fault| Problem::from(&fault))?;
        if self.after.is_empty() { Ok(level) } else { Ok(level.after(&self.after.parse::<Lurd>()?)?) }
    }
}

/// The limits of a request; those of the server hold too.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LimitsAsked {
    /// Seconds.
    seconds: Option<f64>,
    nodes: Option<u64>,
    /// Bytes.
    memory: Option<u64>,
}

impl LimitsAsked {
    /// Returns the narrower of both limits.
    ///
    /// # Errors
    /// The seconds are no duration.
    pub(super) fn within(self, most: Limits) -> Result<Limits, Problem> {
        let duration = |seconds| Duration::try_from_secs_f64(seconds);
        let time = self.seconds.map(duration).transpose();
        let time = time.map_err(|_| Problem::bad_request("seconds: expected a duration"))?;
        Ok(most.narrowed(Limits { time, nodes: self.nodes, memory: self.memory }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_level_is_read_moved_and_titled() {
        let asked = json!({"board": "######\n#@$ .#\n######", "title": "t", "after": "R"});
        let level = serde_json::from_value::<LevelAsked>(asked).expect("a request").level().expect("a level");
        assert_eq!((level.title.as_str(), level.grid.to_string().as_str()), ("t", "######\n# @$.#\n######\n"));
    }

    #[test]
    fn texts_of_no_level_or_several_and_impossible_moves_are_refused() {
        const GOOD: &str = "#####\n#@$.#\n#####\n";
        for asked in [
            json!({"board": ""}),
            json!({"board": "hello"}),
            json!({"board": format!("{GOOD}\n{GOOD}")}),
            json!({"board": "#####\n#@$ #\n#####"}),
            json!({"board": format!("{GOOD}Game: Trioban\n")}),
            json!({"board": GOOD, "after": "u"}),
            json!({"board": GOOD, "after": "x"}),
        ] {
            assert!(serde_json::from_value::<LevelAsked>(asked.clone()).expect("JSON").level().is_err(), "{asked}");
        }
        assert!(serde_json::from_value::<LevelAsked>(json!({"board": GOOD, "bord": ""})).is_err());
    }

    #[test]
    fn a_request_may_ask_for_less_than_the_server_allows_and_not_for_more() {
        let most = Limits { time: Some(Duration::from_secs(10)), nodes: None, memory: Some(100) };
        let asked = LimitsAsked { seconds: Some(60.0), nodes: Some(5), memory: Some(50) };
        let limits = asked.within(most).expect("limits");
        assert_eq!(limits, Limits { time: most.time, nodes: Some(5), memory: Some(50) });
        assert!(LimitsAsked { seconds: Some(-1.0), ..asked }.within(most).is_err());
    }
}
