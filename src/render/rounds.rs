//! Nogoods as rows of JSON Lines. Areas have the names of PDDL tasks: `a0` is the first area. Squares are row and
//! column, from 0.

use crate::level::Level;
use crate::maze::Areas;
use crate::planner::pddl::{Nogood, read_area, read_step};
use serde::Deserialize;

/// Row and column of a square, from 0.
type Place = (usize, usize);

/// JSON row of a nogood: a step that must not be planned in states of a given description.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NogoodRow {
    /// Key of the task, a level with its areas, outside which the nogood does not apply.
    pub task: String,
    /// Step that the nogood forbids, as in a plan file without the numbers of boxes: `hop a0 a1`.
    pub step: String,
    /// Areas by name, with the number of boxes that each must hold for the nogood to apply.
    pub holds: Vec<(String, u16)>,
    /// Names of the areas whose borders no box may have crossed for the nogood to apply.
    pub untouched: Vec<String>,
    /// Squares of boxes that suffice to make the step fail.
    pub boxes: Vec<Place>,
    /// Whether it is proved that no solution makes the step in a state to which the nogood applies.
    pub is_proved: bool,
}

/// View of one level and its areas of nogoods.
#[derive(Debug)]
pub struct RoundsView<'a> {
    level: &'a Level,
    areas: &'a Areas,
    task: String,
}

impl<'a> RoundsView<'a> {
    /// Creates a view of a level on the areas of its task.
    pub fn new(level: &'a Level, areas: &'a Areas) -> Self {
        Self { level, areas, task: task_key(level, areas) }
    }

    /// Returns whether the nogood of a row was learnt on this level and these areas.
    pub fn is_about(&self, row: &NogoodRow) -> bool {
        row.task == self.task
    }

    /// Returns the nogood that a row of this task describes.
    ///
    /// # Errors
    /// The row names a step, an area or a square that the level does not have.
    pub fn read(&self, row: &NogoodRow) -> Result<Nogood, String> {
        let area = |name: &String| read_area(self.areas, name).ok_or_else(|| format!("there is no area `{name}`"));
        let holds = row.holds.iter().map(|(name, boxes)| Ok((area(name)?, *boxes))).collect::<Result<_, String>>()?;
        let square = |&(line, column): &Place| {
            self.level.board.square(line, column).ok_or_else(|| format!("{line},{column} is not a square of the board"))
        };
        Ok(Nogood {
            step: read_step(self.areas, &row.step)
                .ok_or_else(|| format!("`{}` is no step: expected `hop a0 a1`", row.step))?,
            holds,
            untouched: row.untouched.iter().map(area).collect::<Result<_, _>>()?,
            boxes: row.boxes.iter().map(square).collect::<Result<_, _>>()?,
            is_proved: row.is_proved,
        })
    }
}

/// Returns the key of a task, a hash as text: equal positions on equal boards with equal areas have equal keys.
fn task_key(level: &Level, areas: &Areas) -> String {
    let areas = level.board.squares().flat_map(|square| areas.area_of(square).0.to_le_bytes());
    format!("{:016x}", crate::level::fnv(level.grid.to_string().bytes().chain(areas)))
}
