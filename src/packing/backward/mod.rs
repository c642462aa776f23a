//! The packing plan by a feature-space search from the end: all goals are full, and boxes are pulled off and taken out.
//!
//! ```text
//!   #############     The goals are g, the boxes start on the bases b, which are the sink: pushes lead from each to the
//!   #gg#     bb #     other. A box that is pulled from a goal to one of them is taken out, and the base with it. If none
//!   #gg      bb #     can be, one is pulled elsewhere. Played forwards, a box that is taken out comes from the sink to
//!   #  #        #     its goal, and one that is pulled elsewhere is parked there until its turn.
//!   #############
//! ```
//! Input: a maze with a start. Output: a [`PackingPlan`], parking included. It is advice, and proves nothing: boxes
//! outside the plan are ignored, and so is where the player stands at the start. After Festival (Shoham and Schaeffer,
//! "The FESS Algorithm", IEEE CoG 2020).

mod bases;
mod domain;
mod freedom;
mod measure;
mod pulls;
mod removals;
mod score;
mod search;
mod sink;
mod state;
mod stuck;
mod waiting;

pub use search::BackwardPacking;
pub use waiting::Waiting;

use super::PackingPlan;
use crate::level::Position;
use crate::maze::Maze;
use crate::run::{Ended, Meter, Stop, drive};

/// A plan, if [`BackwardPacking`] finds one. Counts push nodes.
///
/// # Errors
/// A limit of the meter.
pub(super) fn backward_plan(maze: &Maze<'_>, start: &Position, meter: &mut Meter) -> Result<Option<PackingPlan>, Stop> {
    match drive(&mut BackwardPacking::new(maze, start, Waiting::AtStarts, meter)?, meter) {
        Ended::Found(plan) => Ok(Some(plan)),
        Ended::Exhausted => Ok(None),
        Ended::Stopped(stop) => Err(stop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Square};
    use crate::packing::PackingMove;
    use crate::push::{BoxSet, Macros, Play};
    use crate::run::{Limits, Random, StopFlag};

    fn plan_of(level: &Level, meter: &mut Meter) -> Result<Option<PackingPlan>, Stop> {
        backward_plan(&Maze::new(&level.board, meter)?, &level.start, meter)
    }

    type Place = (usize, usize);

    /// The steps of a plan: where the box was parked, if it was, and where it goes.
    fn steps(text: &str) -> Option<Vec<(Option<Place>, Place)>> {
        let level = Level::from_xsb("", text).unwrap();
        let plan = plan_of(&level, &mut Meter::unlimited()).unwrap()?;
        let at = |s: Square| level.board.row_column(s);
        Some(plan.steps().map(|(step, _)| (step.from.map(at), at(step.to))).collect())
    }

    #[test]
    fn the_far_end_of_a_corridor_is_filled_first() {
        let text = "##############\n#     ########\n# $        ..#\n# $@  ########\n#     ########\n##############\n";
        assert_eq!(steps(text).unwrap(), [(None, (2, 12)), (None, (2, 11))]);
    }

    #[test]
    fn a_goal_in_a_dead_end_is_filled_before_others() {
        let text = "################\n#     ####    ##\n# $           .#\n# $@  ####  . ##\n#     ####    ##\n################\n";
        assert_eq!(steps(text).unwrap(), [(None, (2, 14)), (None, (3, 12))]);
    }

    #[test]
    fn boxes_that_cannot_go_far_end_on_their_starts_and_are_in_the_plan_from_the_first() {
        let text = "######\n#    #\n# $. #\n# @  #\n######\n";
        assert_eq!(steps(text).unwrap(), [(Some((2, 2)), (2, 3))], "too near for a removal");
        assert_eq!(steps("#####\n#@* #\n#####\n").unwrap(), [], "all boxes stand there");
    }

    #[test]
    fn where_taking_out_whatever_can_be_taken_out_fails_a_box_is_parked_all_the_same() {
        let text = "######\n#@   ##\n# $#. ####\n#  #..   #\n#     #  #\n#### $#$ #\n   #  #  #\n   #######\n";
        assert!(steps(text).unwrap().iter().any(|(parked, _)| parked.is_some()));
    }

    #[test]
    fn where_no_box_can_leave_its_goal_there_is_no_plan() {
        assert_eq!(steps("####\n#+$#\n####\n"), None);
    }

    #[test]
    fn a_limit_of_the_meter_ends_the_search_with_its_reason() {
        let level = Level::from_xsb("", "######\n#    #\n# $. #\n# @  #\n######\n").unwrap();
        let mut meter = Meter::new(Limits { nodes: Some(0), ..Limits::default() }, StopFlag::default());
        assert_eq!(plan_of(&level, &mut meter).map(|plan| plan.is_some()), Err(Stop::NodeLimit));
        let mut meter = Meter::unlimited();
        assert!(plan_of(&level, &mut meter).unwrap().is_some() && meter.push_nodes() > 0);
    }

    /// A board of random walls, boxes and goals.
    fn random_level(random: &mut Random) -> Option<Level> {
        let (rows, columns) = (6 + random.below(3), 7 + random.below(5));
        let mut picture = vec![vec!['#'; columns]; rows];
        for row in &mut picture[1..rows - 1] {
            for tile in &mut row[1..columns - 1] {
                *tile = if random.below(7) == 0 { '#' } else { ' ' };
            }
        }
        for piece in "@$$$...".chars() {
            let (row, column) = (1 + random.below(rows - 2), 1 + random.below(columns - 2));
            picture[row][column] = piece;
        }
        let text: Vec<String> = picture.into_iter().map(|row| row.into_iter().collect()).collect();
        Level::from_xsb("", &text.join("\n")).ok()
    }

    /// Returns whether a lone box among these can be pushed from one square to the other, from some side.
    fn can_push(maze: &Maze<'_>, others: &BoxSet, from: Square, to: Square) -> bool {
        let mut boxes = others.clone();
        boxes.insert(from);
        let mut macros = Macros::new(maze.board.len());
        from == to || macros.of_box(maze, &boxes, from, |s| !others.has(s), Play::Push).iter().any(|m| m.to == to)
    }

    /// Returns whether each step that takes no parked box can have a start of its own, so that a box is parked on a start
    /// only once the box that began there has left it.
    fn leaves_starts_alone(plan: &PackingPlan, level: &Level) -> bool {
        fn go(steps: &[(PackingMove, &BoxSet)], waiting: &BoxSet) -> bool {
            let Some(((step, sources), rest)) = steps.split_first() else { return true };
            let fits = |start: Option<Square>| {
                let mut waiting = waiting.clone();
                start.into_iter().for_each(|start| waiting.remove(start));
                !waiting.has(step.to) && go(rest, &waiting)
            };
            match step.from {
                Some(_) => fits(None),
                None => sources.iter().filter(|&s| waiting.has(s)).any(|start| fits(Some(start))),
            }
        }
        let steps: Vec<_> = plan.steps().collect();
        let starts = level.start.boxes.iter().copied().filter(|&b| !plan.set(0).has(b));
        go(&steps, &BoxSet::of(level.board.len(), starts))
    }

    #[test]
    fn boxes_are_parked_where_others_wait_for_their_turn_only_if_these_wait_anywhere() {
        let mut random = Random::new(7);
        let mut found = [[0; 2]; 2];
        for level in (0..2_000).filter_map(|_| random_level(&mut random)) {
            let mut meter = Meter::unlimited();
            let maze = Maze::new(&level.board, &mut meter).unwrap();
            for (kind, waiting) in [Waiting::AtStarts, Waiting::Anywhere].into_iter().enumerate() {
                let mut search = BackwardPacking::new(&maze, &level.start, waiting, &mut meter).unwrap();
                let limited = meter.within(Some(60), None, |meter| match drive(&mut search, meter) {
                    Ended::Found(plan) => Ok(Some(plan)),
                    Ended::Exhausted => Ok(None),
                    Ended::Stopped(stop) => Err(stop),
                });
                let Ok(Some(plan)) = limited else { continue };
                found[kind][usize::from(leaves_starts_alone(&plan, &level))] += 1;
            }
        }
        let [[wrong, right], [loose, _]] = found;
        assert!(wrong == 0 && right > 60 && loose > 0, "{found:?}");
    }

    #[test]
    fn on_random_boards_the_steps_lead_from_starts_to_goals_and_each_can_be_pushed() {
        let mut random = Random::new(7);
        let (mut found, mut parked) = (0, 0);
        for level in (0..1_000).filter_map(|_| random_level(&mut random)) {
            let board = &level.board;
            let mut meter = Meter::unlimited();
            let maze = Maze::new(board, &mut meter).unwrap();
            let limited = meter.within(Some(60), None, |meter| backward_plan(&maze, &level.start, meter));
            let Ok(Some(plan)) = limited else { continue };
            let mut boxes = plan.set(0).clone();
            assert!(boxes.iter().all(|b| level.start.has_box(b)));
            for (done, (step, sources)) in (1..).zip(plan.steps()) {
                step.from.iter().for_each(|&from| assert!(boxes.has(from), "what was parked stands there"));
                step.from.into_iter().for_each(|from| boxes.remove(from));
                assert!(step.from.is_some() || sources.iter().all(|s| level.start.has_box(s)), "it comes from a start");
                assert!(sources.iter().any(|from| can_push(&maze, &boxes, from, step.to)), "{}", level.grid);
                boxes.insert(step.to);
                assert_eq!(plan.set(done), &boxes);
                parked += usize::from(step.from.is_some());
            }
            assert_eq!(boxes, BoxSet::of(board.len(), board.goals().iter().copied()));
            found += 1;
        }
        assert!(found > 30 && parked > 10, "{found} plans, {parked} steps of parked boxes");
    }
}
