//! Breadth-first search: all states one step away, then all two steps away, and so on. Complete, and the first solution has the
//! fewest steps. States are stored and expanded in the order of their discovery: no queue is needed.

use super::nodes::{Insertion, Nodes};
use super::{Formulation, Setup};
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{NodeId, Push};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use crate::search::Components;

#[derive(Debug)]
pub(super) struct BreadthFirst<'a> {
    formulation: Formulation<'a>,
    nodes: Nodes,
    next: u32,
    progress: Progress,
}

impl<'a> BreadthFirst<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, start: &'a Position, setup: &Setup, meter: &mut Meter) -> Result<Self, Stop> {
        let mut formulation = Formulation::new(maze, start, setup, meter)?;
        let mut nodes = Nodes::new(maze.board.len(), setup.has(Components::TRANSPOSITIONS));
        for root in formulation.roots() {
            nodes.add(&root, None, 0)?;
        }
        Ok(Self { formulation, nodes, next: 0, progress: Progress::default() })
    }
}

impl Search for BreadthFirst<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        // 1. Take the oldest node.
        if self.next as usize >= self.nodes.arena.len() {
            return Ok(Status::Exhausted);
        }
        meter.count(NodeKind::Push);
        let id = NodeId(self.next);
        self.next += 1;
        // 2. Generate its children.
        let cost = self.nodes.cost(id) + 1;
        let children = self.formulation.children(&self.nodes.arena.state(id), self.nodes.last_step(id), meter)?;
        self.progress.expanded(children.len());
        // 3. Store new children; the first solved one is a shortest solution.
        for child in children {
            if let Insertion::New(new) = self.nodes.add(&child.state, Some((id, child.step)), cost)? {
                self.progress.depth = self.progress.depth.max(cost);
                if self.formulation.is_end(&child.state) {
                    return Ok(Status::Found(self.nodes.solution(new, &self.formulation)));
                }
            }
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.arena.len() as u64, pruned: self.formulation.pruned, ..self.progress }
    }
}
