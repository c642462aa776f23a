//! Best-first search over transfers that are realised at once.
//!
//! Input: a start. Output: a chain of realised transfers that ends with every goal filled. Operators are transfers
//! between areas (and inside one), nodes are the positions they lead to. A realisation moves the one box of its
//! transfer and needs no search: a node counts as one plan node. The next transfer is chosen by features of whole
//! positions: the number of boxes packed in an order that leaves the other goals open, the squares that boxes cut off,
//! the connections between areas that they close. Incomplete: a transfer has few outcomes, so an exhausted search
//! proves nothing.

use super::outcomes::{Outcome, Prospect, TransferOutcomes};
use crate::abstraction::Label;
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::packing::{Order, PackingGuide};
use crate::planner::{PlanningContext, Realised, Solution, Step};
use crate::push::{Arena, NodeId, Push, Region, State};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};
use crate::search::{CellId, Cells, Features, Layout, Setting};

#[derive(Debug)]
struct Node {
    parent: Option<(NodeId, Box<[Push]>)>,
    weight: u32,
    jam: u16,
    cell: CellId,
    /// Empty if the position is lost.
    outcomes: Box<[Outcome]>,
}

/// The search over positions.
#[derive(Debug)]
pub struct TransferSearch<'g> {
    context: &'g PlanningContext<'g>,
    layout: Layout,
    /// Their numbers are those of the nodes.
    states: Arena,
    nodes: Vec<Node>,
    /// Nodes with the rank of the outcome that is next.
    cells: Cells<(NodeId, u16)>,
    held: Held,
    outcomes: TransferOutcomes<'g>,
    progress: Progress,
}

impl<'g> TransferSearch<'g> {
    /// With the start as its only node; computes the packing order.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        context: &'g PlanningContext<'g>,
        start: &Position,
        setting: Setting,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let board = context.maze.board;
        let guide = PackingGuide::new(context.maze, start, setting.components.order(Order::Any), meter)?;
        let mut search = Self {
            layout: setting.layout,
            states: Arena::new(context.maze.board.len()),
            nodes: Vec::new(),
            cells: Cells::new(),
            held: Held::default(),
            outcomes: TransferOutcomes::new(context, guide, setting),
            progress: Progress::default(),
            context,
        };
        let state = State::of(board, start, &mut Region::new(board.len()));
        let prospect = search.prospect(&state, &[], meter)?;
        search.add(&state, None, 0, prospect, meter)?;
        Ok(search)
    }

    /// The prospect of a new position, to which these pushes lead, and memory for its node, so that adding it cannot
    /// fail. `None` if it is proved lost or solved.
    fn prospect(&mut self, state: &State, pushes: &[Push], meter: &mut Meter) -> Result<Option<Prospect>, Stop> {
        self.states.reserve(1, meter)?;
        self.held.vec(&mut self.nodes, 1, meter)?;
        let is_solved = state.is_solved(self.context.maze.board);
        let pushed = pushes.last().and_then(|push| self.context.maze.board.next(push.from, push.direction));
        let prospect = if is_solved { None } else { self.outcomes.prospect(state, pushed, meter)? };
        let outcomes = prospect.as_ref().map_or(0, |prospect| size_of_val(&*prospect.outcomes));
        self.held.grow(size_of_val(pushes) + outcomes + Cells::<(NodeId, u16)>::BYTES, meter)?;
        Ok(prospect)
    }

    /// Adds a new position and queues its first outcome, if it is not proved lost.
    fn add(
        &mut self,
        state: &State,
        parent: Option<(NodeId, Box<[Push]>)>,
        weight: u32,
        prospect: Option<Prospect>,
        meter: &mut Meter,
    ) -> Result<Option<NodeId>, Stop> {
        let Some(id) = self.states.insert(state, None, meter)? else { return Ok(None) };
        let mut node = Node { parent, weight, jam: 0, cell: CellId::default(), outcomes: Box::default() };
        if let Some(prospect) = prospect {
            self.progress.generated += prospect.outcomes.len() as u64;
            self.progress.estimated(self.to_pack(prospect.features));
            node.cell = self.cells.cell(self.layout.cell(prospect.features));
            (node.jam, node.outcomes) = (prospect.features.jam, prospect.outcomes);
        } else if !state.is_solved(self.context.maze.board) {
            self.progress.pruned += 1;
        }
        self.nodes.push(node);
        self.wait(id, 0);
        Ok(Some(id))
    }

    /// Number of boxes that are not packed; those that can reach no goal count twice.
    fn to_pack(&self, features: Features) -> u32 {
        let goals = self.context.maze.board.goals().len();
        u32::try_from(goals).unwrap_or(u32::MAX).saturating_sub(features.packed.into()) + u32::from(features.stranded)
    }

    fn wait(&mut self, id: NodeId, rank: u16) {
        let node = &self.nodes[id.index()];
        if let Some(next) = node.outcomes.get(usize::from(rank)) {
            self.cells.push(node.cell, (node.weight + next.weight, node.jam), (id, rank));
        }
    }

    fn step_of(&self, pushes: &[Push]) -> Step {
        let (board, areas) = (self.context.maze.board, self.context.areas);
        let ends = pushes.iter().filter_map(|push| board.next(push.from, push.direction));
        let squares = pushes.iter().take(1).map(|push| push.from).chain(ends);
        let mut route: Vec<AreaId> = squares.map(|s: Square| areas.area_of(s)).collect();
        route.dedup();
        match route[..] {
            [area] => Step::Arrange(area),
            _ => Step::Transfer(route),
        }
    }

    fn solution(&self, last: NodeId) -> Solution {
        let parent_of = |id: NodeId| self.nodes[id.index()].parent.as_ref();
        let mut steps: Solution = std::iter::successors(parent_of(last), |(parent, _)| parent_of(*parent))
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

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Solution>, Stop> {
        // 1. The lightest outcome of the current cell.
        let Some(((weight, _), &(id, rank), cell)) = self.cells.peek() else { return Ok(Status::Exhausted) };
        meter.tick(NodeKind::Plan)?;
        // 2. The position it leads to, and its prospect.
        let outcome = self.nodes[id.index()].outcomes[usize::from(rank)];
        let realised = self.outcomes.realise(&self.states.state(id), outcome);
        let prospect = match &realised {
            Some((child, pushes)) if self.states.find(child).is_none() => self.prospect(child, pushes, meter)?,
            _ => None,
        };
        // 3. The outcome behind it is queued.
        self.cells.take(cell);
        self.wait(id, rank + 1);
        let Some((child, pushes)) = realised else { return Ok(Status::Running) };
        self.progress.expanded += 1;
        let solved = child.is_solved(self.context.maze.board);
        // 4. The position is queued.
        let added = self.add(&child, Some((id, pushes)), weight, prospect, meter)?;
        Ok(added.filter(|_| solved).map_or(Status::Running, |last| Status::Found(self.solution(last))))
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        Progress { kept: self.nodes.len() as u64, ..self.progress }
    }
}
