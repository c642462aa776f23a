//! What requests state: levels and limits.

use super::problem::Problem;
use crate::level::{Level, LevelText, Lurd, ReadOptions};
use crate::run::{Limits, Meter, StopFlag};
use serde::Deserialize;
use std::time::Duration;

/// Maximum time to read a level.
const PATIENCE: Duration = Duration::from_secs(10);

/// Level in a request.
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

    /// Returns the moves that lead to the position in question.
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
        let duration = |seconds| Duration::try_from_secs_f64(seconds);
        let time = self.seconds.map(duration).transpose();
        let time = time.map_err(|_| Problem::bad_request("seconds: expected a duration"))?;
        Ok(most.narrowed(Limits { time, nodes: self.nodes, memory: None }))
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
