//! The packing plan by a feature-space search from the end: all goals are full, and boxes are pulled off and removed.
//!
//! ```text
//!   #############     The goals are g, the boxes start on the bases b, which are the sink: pushes lead from each to the
//!   #gg#     bb #     other. A box that is pulled from a goal to one of them is taken out, and the base with it. If none
//!   #gg      bb #     can be, one is pulled elsewhere. Played forwards, a box that is taken out comes from the sink to
//!   #  #        #     its goal, and one that is pulled elsewhere is parked there until its turn.
//!   #############
//! ```
//! Input: a maze with a start. Output: a [`PackingPlan`], parking included. The plan is advice and no proof: boxes
//! outside the plan and the player's square at the start are ignored. After Festival (Shoham and Schaeffer, "The FESS
//! Algorithm", IEEE CoG 2020).

mod domain;
mod pulls;
mod search;
mod state;

pub use search::{AlongPacking, BackwardPacking};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Square};
    use crate::maze::Maze;
    use crate::run::{Meter, drive};

    type Place = (usize, usize);

    /// Returns the steps of a plan: the parking square of the box, if it was parked, and its target.
    fn steps(text: &str) -> Option<Vec<(Option<Place>, Place)>> {
        let level = Level::from_xsb("", text).unwrap();
        let meter = &mut Meter::unlimited();
        let maze = Maze::new(&level.board, meter).unwrap();
        let plan = drive(&mut BackwardPacking::new(&maze, &level.start, meter).unwrap(), meter).found()?;
        let at = |s: Square| level.board.row_column(s);
        Some(plan.steps().map(|(step, _)| (step.from.map(at), at(step.to))).collect())
    }

    #[test]
    fn the_far_end_of_a_corridor_is_filled_first() {
        let text = "##############\n#     ########\n# $        ..#\n# $@  ########\n#     ########\n##############\n";
        assert_eq!(steps(text).unwrap(), [(None, (2, 12)), (None, (2, 11))]);
    }

    #[test]
    fn boxes_that_cannot_go_far_end_on_their_starts_and_are_in_the_plan_from_the_first() {
        let text = "######\n#    #\n# $. #\n# @  #\n######\n";
        assert_eq!(steps(text).unwrap(), [(Some((2, 2)), (2, 3))], "too near for a removal");
        assert_eq!(steps("#####\n#@* #\n#####\n").unwrap(), [], "all boxes are in place");
    }

    #[test]
    fn where_no_box_can_leave_its_goal_there_is_no_plan() {
        assert_eq!(steps("####\n#+$#\n####\n"), None);
    }
}
