//! Deadlock rules without a form on sets of cells: rules that users add, and expensive ones.

use super::problem::GridProblem;
use crate::deadlock::{Detector, Known, Refused, RuleSet, View};
use crate::level::Square;
use crate::maze::Maze;
use crate::push::{BoxSet, CellSet, GridNode, Push, Words};
use crate::run::{Meter, Stop};

/// Detector of the rules that have no form on sets of cells; `None` if no active rule lacks a form.
#[derive(Debug)]
pub(in crate::search) struct Others<'a>(Option<Detector<'a>>);

impl<'a> Others<'a> {
    pub(in crate::search) fn new(rules: &RuleSet, maze: &'a Maze<'a>) -> Self {
        Self(rules.iter().next().map(|_| Detector::new(rules, &Known::of(maze))))
    }

    /// Returns whether a rule that is asked for every new position proves the position after a push lost.
    #[inline(always)]
    pub(in crate::search) fn refuses<W: Words>(
        &mut self,
        problem: &GridProblem<'_, W>,
        after: &CellSet<W>,
        push: Push,
    ) -> bool {
        let Some(rules) = &mut self.0 else { return false };
        let Some(to) = problem.maze.board.next(push.from, push.direction) else { return false };
        let boxes = boxes(problem, after);
        let view = View { boxes: &boxes, player: push.from, pushed: Some(to), is_matched: None };
        rules.refuses_push(to, push.direction) || rules.refuses_child(&view)
    }

    /// Returns whether a rule that is asked for expanded positions proves a position lost. `pushed` is the square of
    /// the box of the last push; `None` for the start.
    #[inline(always)]
    pub(in crate::search) fn is_lost<W: Words>(
        &mut self,
        problem: &GridProblem<'_, W>,
        node: &GridNode<W>,
        pushed: Option<Square>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let Some(rules) = &mut self.0 else { return Ok(false) };
        let boxes = boxes(problem, &node.boxes);
        rules.is_lost(&View { boxes: &boxes, player: node.player, pushed, is_matched: None }, meter)
    }

    pub(in crate::search) fn mark(&mut self) {
        self.0.iter_mut().for_each(Detector::mark);
    }

    pub(in crate::search) fn undo(&mut self) {
        self.0.iter_mut().for_each(Detector::undo);
    }

    pub(in crate::search) fn refused(&self) -> Refused {
        self.0.as_ref().map(Detector::refused).unwrap_or_default()
    }
}

fn boxes<W: Words>(problem: &GridProblem<'_, W>, set: &CellSet<W>) -> BoxSet {
    BoxSet::of(problem.maze.board.len(), set.iter().map(|cell| problem.grid.square(cell)))
}
