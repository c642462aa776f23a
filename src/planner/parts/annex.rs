//! Annexes: cells drawn outside the doors of a part, which make box flows over its bridges goals and boxes of a level.
//!
//! `a` is the port's square inside the part, `o` its square outside. The part lies on the left.
//!
//! ```text
//!  a closed door, of flow 0:   a sink, 3 boxes go out:    a sink that the player opens first:
//!
//!    ###                         ######                     ########
//!    ao#                         ao...#                     ao$....#
//!    ###                         ######                     ########
//!
//!  a source, 2 boxes come in:  the same, the first in the door:    an exit, the player ends outside:
//!
//!    ####                        ####                         #####
//!    ao #                        a$ #                         ao. #
//!    ## ##                       ## ##                        ##$ #
//!     #  #                        #  #                         #  #
//!     #$ #                        #$ #                         ####
//!     #  #                        #  #
//!     #$ #                        ####
//!     #  #
//!     ####
//! ```
//! The boxes of a source come along the left of its two lanes, turn at the foot of the door, and cannot come back. The box of
//! an exit shuts the door, and can be pushed only from outside.

use super::canvas::{BOX, Canvas, Cell, Content, FLOOR, GOAL, beside, steps};
use super::{Need, port::Port};
use crate::level::Square;
use std::collections::BTreeSet;

/// Maximum number of cells between a door and the lanes of a source (an annex from which boxes come in), plus 1.
const LONGEST_NECK: isize = 40;

/// Where annexes (cells outside the doors of a part) may be drawn.
pub(super) struct Surroundings {
    /// Upper left and lower right cell of the whole board.
    pub(super) corners: [Cell; 2],
    /// Cells of the squares in other parts.
    pub(super) others: BTreeSet<Cell>,
}

/// Draws the annex of a port (a bridge seen from the part). Returns the cell outside the door, where the player begins
/// if he starts beyond the bridge; `None` if the annex does not fit.
pub(super) fn draw(
    canvas: &mut Canvas,
    port: &Port,
    door: Cell,
    needs: &[Need],
    surroundings: &Surroundings,
) -> Option<Cell> {
    let has = |need: fn([Square; 2]) -> Need| needs.contains(&need([port.inside, port.outside]));
    let by = port.out.delta();
    let sides = [(by.1, by.0), (-by.1, -by.0)];
    match port.flow {
        0 if has(Need::EndOutside) => exit(canvas, door, by, sides),
        0 => put(canvas, door, vec![(steps(door, by, 1), FLOOR)]).then(|| steps(door, by, 1)),
        1.. => {
            let opens = has(Need::OpenFirst);
            let boxes = port.flow + isize::from(opens);
            let is_drawn =
                tunnel(canvas, door, by, boxes, opens) || !opens && hall(canvas, door, by, boxes, surroundings);
            is_drawn.then(|| steps(door, by, 1))
        }
        _ => source(canvas, door, by, sides, -port.flow, has(Need::BeginInDoor)),
    }
}

/// Draws cells if all fit, and returns whether they do; the first is the cell outside the door.
fn put(canvas: &mut Canvas, door: Cell, cells: Vec<(Cell, Content)>) -> bool {
    let all: Vec<Cell> = cells.iter().map(|&(cell, _)| cell).collect();
    let fits = canvas.fits(&all, door);
    if fits {
        cells.into_iter().for_each(|(cell, content)| canvas.set(cell, content));
    }
    fits
}

/// Draws a dead end with a goal for each box, behind a cell without a goal. Returns whether it fits.
fn tunnel(canvas: &mut Canvas, door: Cell, by: Cell, boxes: isize, opens: bool) -> bool {
    let goal = |step: isize| (steps(door, by, step + 1), Content { goal: true, has_box: opens && step == 1 });
    let cells = std::iter::once((steps(door, by, 1), FLOOR)).chain((1..=boxes).map(goal)).collect();
    put(canvas, door, cells)
}

/// Draws a hall where no tunnel fits: the space of the other parts without their walls, with the goals farthest from
/// the door. Returns whether it fits.
fn hall(canvas: &mut Canvas, door: Cell, by: Cell, boxes: isize, surroundings: &Surroundings) -> bool {
    let first = steps(door, by, 1);
    if !canvas.fits(&[first], door) {
        return false;
    }
    let free = canvas.free_from(first, surroundings.corners);
    let cells: BTreeSet<Cell> = free.iter().map(|&(_, cell)| cell).collect();
    let is_inner =
        |cell: &Cell| surroundings.others.contains(cell) || beside(*cell).iter().all(|near| cells.contains(near));
    let mut goals: Vec<(usize, Cell)> =
        free.iter().copied().filter(|(distance, cell)| *distance > 0 && is_inner(cell)).collect();
    goals.sort_by_key(|&(distance, cell)| (std::cmp::Reverse(distance), cell));
    goals.truncate(boxes.unsigned_abs());
    if goals.len() < boxes.unsigned_abs() {
        return false;
    }
    free.iter().for_each(|&(_, cell)| canvas.set(cell, FLOOR));
    goals.iter().for_each(|&(_, cell)| canvas.set(cell, GOAL));
    true
}

/// Draws a corridor to the door with two lanes behind it, one lane with boxes. Returns where the player begins; `None`
/// if no lanes fit.
fn source(canvas: &mut Canvas, door: Cell, by: Cell, sides: [Cell; 2], boxes: isize, in_door: bool) -> Option<Cell> {
    let in_lane = if in_door { boxes - 1 } else { boxes };
    for neck in 1..LONGEST_NECK {
        for side in sides {
            let foot = steps(door, by, neck + 1);
            // The lanes are one cell longer, so that the player gets behind the last box.
            let lane = |from: Cell| (0..=2 * in_lane.max(1) + 1).map(move |step| (step, steps(from, side, step)));
            let with_box = |step: isize| step > 0 && step % 2 == 0 && step <= 2 * in_lane;
            let content = |is_box: bool| if is_box { BOX } else { FLOOR };
            let necks = (1..=neck).map(|step| (steps(door, by, step), content(in_door && step == 1)));
            let boxes = lane(foot).map(|(step, cell)| (cell, content(with_box(step))));
            let beyond = steps(foot, by, 1);
            let walks = lane(beyond).map(|(_, cell)| (cell, FLOOR));
            if put(canvas, door, necks.chain(boxes).chain(walks).collect()) {
                return Some(steps(beyond, side, 1));
            }
        }
    }
    None
}

/// Draws a loop whose box shuts the door and then ends on a goal. Returns the cell outside the door if the loop fits.
fn exit(canvas: &mut Canvas, door: Cell, by: Cell, sides: [Cell; 2]) -> Option<Cell> {
    sides.into_iter().find_map(|side| {
        let at = |out: isize, aside: isize| steps(steps(door, by, out), side, aside);
        let floor = [at(3, 0), at(3, 1), at(3, 2), at(2, 2)].map(|cell| (cell, FLOOR));
        let cells = [(at(1, 0), FLOOR), (at(2, 0), GOAL), (at(2, 1), BOX)].into_iter().chain(floor).collect();
        put(canvas, door, cells).then(|| at(1, 0))
    })
}
