//! Best-first search over transfers that are realised at once.
//!
//! In comes a start; out comes a chain of realised transfers that ends with every goal filled. Operators are transfers
//! between areas (and inside one), nodes are the positions they lead to. A realisation moves the one box of its transfer
//! and is one push node. Which transfer is next is read off features of whole positions: how many boxes are packed in an
//! order that leaves the other goals open, what boxes cut off, which ways between areas they close. Incomplete: a
//! transfer has a few outcomes only, so running dry proves nothing.

use super::outcomes::{Outcome, Outcomes};
use super::{Ground, Realised, Solution, Step};
use crate::abstraction::Label;
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::push::{Arena, NodeId, Push, Region, State};
use crate::run::{Kind, Meter, Progress, Search, Status, Stop};
use crate::search::{CellId, Cells, Features, Layout, Order, Setting, Stages};

#[derive(Debug)]
struct Node {
    came: Option<(NodeId, Box<[Push]>)>,
    weight: u32,
    jam: u16,
    cell: CellId,
    /// None where the position is lost.
    outcomes: Box<[Outcome]>,
}

/// The search; see the module.
#[derive(Debug)]
pub struct TransferSearch<'g> {
    ground: &'g Ground<'g>,
    start: Position,
    layout: Layout,
    /// Their numbers are those of the nodes.
    states: Arena,
    nodes: Vec<Node>,
    /// Nodes with the rank of the outcome that is next.
    cells: Cells<(NodeId, u16)>,
    prospects: Outcomes<'g>,
    progress: Progress,
}

impl<'g> TransferSearch<'g> {
    /// Nothing is searched yet; works out the order of packing.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(ground: &'g Ground<'g>, start: Position, setting: Setting, meter: &mut Meter) -> Result<Self, Stop> {
        let stages = Stages::new(ground.maze, &start, setting.components.order(Order::Any), meter)?;
        Ok(Self {
            start,
            layout: setting.layout,
            states: Arena::new(ground.maze.board.len()),
            nodes: Vec::new(),
            cells: Cells::new(),
            prospects: Outcomes::new(ground, stages, setting),
            progress: Progress::default(),
            ground,
        })
    }

    /// Adds a position unless it is known; its first outcome waits then, if it is not proved lost.
    fn add(
        &mut self,
        state: &State,
        came: Option<(NodeId, Box<[Push]>)>,
        weight: u32,
        meter: &mut Meter,
    ) -> Result<Option<NodeId>, Stop> {
        let pushes = came.as_ref().map_or(0, |(_, pushes)| pushes.len());
        let last = came.as_ref().and_then(|(_, pushes)| pushes.last().copied());
        let pushed = last.and_then(|push| self.ground.maze.board.next(push.from, push.way));
        meter.claim((pushes * size_of::<Push>() + size_of::<Node>() + Cells::<(NodeId, u16)>::BYTES) as u64)?;
        let Some(id) = self.states.insert(state, None, meter)? else { return Ok(None) };
        self.nodes.push(Node { came, weight, jam: 0, cell: CellId::default(), outcomes: Box::default() });
        if state.is_solved(self.ground.maze.board) {
            return Ok(Some(id));
        }
        let Some(prospect) = self.prospects.prospect(state, pushed, meter)? else {
            self.progress.pruned += 1;
            return Ok(Some(id));
        };
        meter.claim(size_of_val(&*prospect.outcomes) as u64)?;
        self.progress.generated += prospect.outcomes.len() as u64;
        let to_pack = self.to_pack(prospect.features);
        self.progress.best_estimate = Some(self.progress.best_estimate.map_or(to_pack, |best| best.min(to_pack)));
        let cell = self.cells.cell(self.layout.cell(prospect.features));
        let node = &mut self.nodes[id.index()];
        (node.cell, node.jam, node.outcomes) = (cell, prospect.features.jam, prospect.outcomes);
        self.wait(id, 0);
        Ok(Some(id))
    }

    /// Boxes that are not packed, those that can reach no goal so counting twice.
    fn to_pack(&self, features: Features) -> u32 {
        let goals = self.ground.maze.board.goals().len();
        u32::try_from(goals).unwrap_or(u32::MAX).saturating_sub(features.packed.into()) + u32::from(features.stranded)
    }

    fn wait(&mut self, id: NodeId, rank: u16) {
        let node = &self.nodes[id.index()];
        if let Some(next) = node.outcomes.get(usize::from(rank)) {
            self.cells.push(node.cell, (node.weight + next.weight, node.jam), (id, rank));
        }
    }

    fn step_of(&self, pushes: &[Push]) -> Step {
        let (board, areas) = (self.ground.maze.board, self.ground.areas);
        let ends = pushes.iter().filter_map(|push| board.next(push.from, push.way));
        let squares = pushes.iter().take(1).map(|push| push.from).chain(ends);
        let mut route: Vec<AreaId> = squares.map(|s: Square| areas.area_of(s)).collect();
        route.dedup();
        match route[..] {
            [area] => Step::Arrange(area),
            _ => Step::Transfer(route),
        }
    }

    fn solution(&self, last: NodeId) -> Solution {
        let came = |id: NodeId| self.nodes[id.index()].came.as_ref();
        let mut steps: Solution = std::iter::successors(came(last), |(parent, _)| came(*parent))
            .map(|(parent, pushes)| Realised {
                step: self.step_of(pushes),
                pushes: pushes.to_vec(),
                position: parent.index(),
                label: Label::Context,
            })
            .collect();
        steps.reverse();
        steps
    }
}

impl Search for TransferSearch<'_> {
    type Solution = Solution;

    fn initialise(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let board = self.ground.maze.board;
        let state = State::of(board, &self.start, &mut Region::new(board.len()));
        self.add(&state, None, 0, meter)?;
        Ok(())
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Solution>, Stop> {
        // 1. The lightest outcome of the cell whose turn it is; the one behind it waits for its own turn.
        meter.tick(Kind::Plan)?;
        meter.tick(Kind::Push)?;
        let Some(((weight, _), (id, rank))) = self.cells.pop() else { return Ok(Status::Exhausted) };
        self.wait(id, rank + 1);
        // 2. The position it leads to.
        let outcome = self.nodes[id.index()].outcomes[usize::from(rank)];
        let Some((child, pushes)) = self.prospects.realise(&self.states.state(id), outcome) else {
            return Ok(Status::Running);
        };
        self.progress.expanded += 1;
        let solved = child.is_solved(self.ground.maze.board);
        // 3. It is looked at in its turn.
        let added = self.add(&child, Some((id, pushes)), weight, meter)?;
        Ok(added.filter(|_| solved).map_or(Status::Running, |last| Status::Found(self.solution(last))))
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, ..self.progress }
    }
}
