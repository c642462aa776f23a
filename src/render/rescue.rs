//! The push that lost a level, in words and as a row.

use super::words::counted;
use crate::assist::Rescue;
use crate::level::Board;
use serde::Serialize;

/// JSON object of the push that lost a level. Pushes are counted from the start; where limits leave a gap, `lost` is greater
/// than `solvable` + 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct RescueRow {
    /// Number of pushes that were made.
    pushes: usize,
    /// Greatest number of pushes after which a solution is known; `null` if none is known.
    solvable: Option<usize>,
    /// Smallest number of pushes after which the position is proved lost; `null` if none is.
    lost: Option<usize>,
    /// Number of pushes to take back, to the last position with a known solution; `null` if none is known.
    take_back: Option<usize>,
    /// Number of moves that remain then; `null` if no solution is known.
    moves: Option<usize>,
    /// Why the position is lost, in words; `null` if none is proved lost.
    why: Option<String>,
    /// Row and column, from 0, of the boxes of the reason.
    boxes: Vec<(usize, usize)>,
    /// All of this in words.
    words: String,
}

impl RescueRow {
    /// Returns the row of a search on this board.
    pub fn new(board: &Board, rescue: &Rescue) -> Self {
        let lost = rescue.lost();
        Self {
            pushes: rescue.pushes(),
            solvable: rescue.solvable(),
            lost: lost.map(|loss| loss.pushes),
            take_back: rescue.take_back(),
            moves: rescue.moves_to_keep(),
            why: lost.map(|loss| loss.why.clone()),
            boxes: lost.iter().flat_map(|loss| &loss.boxes).map(|&square| board.row_column(square)).collect(),
            words: rescue_words(rescue),
        }
    }
}

/// Returns which push lost a level, why, and how many pushes to take back; where limits leave a gap, both its ends.
pub fn rescue_words(rescue: &Rescue) -> String {
    let back = rescue.take_back().map(|pushes| format!("; take back {}", counted(pushes, "push"))).unwrap_or_default();
    match (rescue.solvable(), rescue.lost()) {
        (_, None) if rescue.is_decided() => "the level can still be solved".to_owned(),
        (Some(solvable), None) => format!("solvable up to push {solvable}, unknown after it"),
        (None, None) => "within the limits it is unknown whether the level can still be solved".to_owned(),
        (_, Some(loss)) if loss.pushes == 0 => format!("the level has no solution: {}", loss.why),
        (Some(_), Some(loss)) if rescue.is_decided() => format!("lost since push {}: {}{back}", loss.pushes, loss.why),
        (Some(solvable), Some(loss)) => {
            let gap = format!("solvable up to push {solvable}, lost from push {}, unknown between", loss.pushes);
            format!("{gap}: {}{back}", loss.why)
        }
        (None, Some(loss)) => format!("lost from push {}, unknown before it: {}", loss.pushes, loss.why),
    }
}
