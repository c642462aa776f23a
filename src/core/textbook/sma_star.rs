//! SMA* (Russell 1992): A* that drops the worst leaves when memory is full. The parent of a dropped leaf keeps its
//! rating, which is restored when the leaf is generated again. Complete if the shallowest solution with all its
//! ancestors fits into memory; otherwise the search ends with the memory limit and proves nothing. With an admissible
//! estimate the first solution has the fewest steps. While memory lasts, every state is stored, and this is A*.

use super::sma_tree::{NEVER, Sprout, Tree};
use super::{Child, Estimate, Formulation, Setup};
use crate::push::{BoxSet, Push};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};

/// A* over the states of a formulation, within a fixed number of nodes once memory is full.
#[derive(Debug)]
pub(super) struct SmaStar<'a> {
    formulation: Formulation<'a>,
    estimate: Estimate<'a>,
    tree: Tree,
    held: Held,
    /// Whether some node was left out because it was too deep for the memory.
    is_cut: bool,
    inertia: bool,
    transpositions: bool,
    progress: Progress,
}

impl<'a> SmaStar<'a> {
    /// Creates the search with the roots of the formulation as open nodes.
    pub(super) fn new(
        formulation: Formulation<'a>,
        estimate: Estimate<'a>,
        setup: &Setup,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let mut search = Self {
            formulation,
            estimate,
            tree: Tree::default(),
            held: Held::default(),
            is_cut: false,
            inertia: setup.ablation.inertia,
            transpositions: setup.ablation.transpositions,
            progress: Progress::default(),
        };
        for state in search.formulation.roots() {
            let Some(rated) = search.estimate.of(&state, meter)? else { continue };
            search.reserve(1, meter)?;
            if search.tree.capacity.is_some() {
                return Err(Stop::MemoryLimit);
            }
            search.place(Sprout { state, step: None, child_of: None, cost: 0, rated, goes_on: false });
        }
        Ok(search)
    }

    /// Claims memory for `sprouts` nodes. The first claim that the meter refuses fixes the capacity of the tree.
    fn reserve(&mut self, sprouts: usize, meter: &Meter) -> Result<(), Stop> {
        let each = Tree::bytes_each(BoxSet::words_for(self.formulation.maze.board.len()));
        for claimed in 0..sprouts {
            if self.tree.capacity.is_some() {
                break;
            }
            match self.held.grow(each, meter) {
                Ok(()) => {}
                Err(Stop::MemoryLimit) => self.tree.capacity = Some(self.tree.len() + claimed),
                Err(stop) => {
                    self.held.shrink(claimed * each);
                    return Err(stop);
                }
            }
        }
        Ok(())
    }

    /// Adds a node to the tree; if the tree is full of better nodes, only adds its rating to its parent.
    fn place(&mut self, sprout: Sprout) {
        self.progress.depth = self.progress.depth.max(sprout.cost);
        self.tree.place(sprout);
        self.progress.kept = self.progress.kept.max(self.tree.len() as u64);
    }

    /// Returns the node of a child. Its rating is the one from before it was dropped, or else at least the rating of
    /// its parent. `None` if the child is proved lost, stored with no higher cost, or too deep for the memory.
    fn sprout(
        &mut self,
        parent: usize,
        number: u32,
        child: Child,
        was_worth: Option<u32>,
        meter: &Meter,
    ) -> Result<Option<Sprout>, Stop> {
        let (cost, above) = (self.tree.node(parent).sprout.cost + 1, self.tree.node(parent).sprout.rated);
        if self.transpositions && self.tree.is_held(&child.state, cost) {
            return Ok(None);
        }
        let Some(estimate) = self.estimate.of(&child.state, meter)? else {
            self.formulation.pruned += 1;
            return Ok(None);
        };
        if self.tree.deepest().is_some_and(|deepest| cost as usize > deepest) {
            self.is_cut = true;
            return Ok(None);
        }
        self.progress.estimated(estimate);
        let rated = was_worth.unwrap_or_else(|| above.max(cost.saturating_add(estimate)).min(NEVER - 1));
        let goes_on = child.goes_on && self.inertia;
        let child_of = Some((parent, number));
        Ok(Some(Sprout { state: child.state, step: Some(child.step), child_of, cost, rated, goes_on }))
    }

    /// Returns the nodes of the children that have to be generated, and claims their memory. After an error only the
    /// count of refused children has changed.
    fn sprouts(&mut self, id: usize, children: Vec<Child>, meter: &mut Meter) -> Result<Vec<Sprout>, Stop> {
        let due = self.tree.due(id);
        let mut sprouts = Vec::new();
        for (number, child) in (0u32..).zip(children) {
            let was_worth = due.as_ref().map(|due| due.iter().find(|&&(of, _)| of == number).map(|&(_, worth)| worth));
            match was_worth {
                Some(None) => {}
                Some(worth) => sprouts.extend(self.sprout(id, number, child, worth, meter)?),
                None => sprouts.extend(self.sprout(id, number, child, None, meter)?),
            }
        }
        meter.tick(NodeKind::Push)?;
        self.reserve(sprouts.len(), meter)?;
        Ok(sprouts)
    }

    fn expand(&mut self, id: usize, meter: &mut Meter) -> Result<(), Stop> {
        let sprout = &self.tree.node(id).sprout;
        let pruned = self.formulation.pruned;
        let children = self.formulation.children(&sprout.state, sprout.step, meter);
        let sprouts = children.and_then(|children| Ok((children.len(), self.sprouts(id, children, meter)?)));
        let (generated, sprouts) = sprouts.inspect_err(|_| self.formulation.pruned = pruned)?;
        self.progress.expanded(generated);
        self.tree.begin(id);
        sprouts.into_iter().for_each(|sprout| self.place(sprout));
        self.tree.end(id);
        Ok(())
    }
}

impl Search for SmaStar<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let Some(best) = self.tree.best() else {
            return if self.is_cut { Err(Stop::MemoryLimit) } else { Ok(Status::Exhausted) };
        };
        let sprout = &self.tree.node(best).sprout;
        if self.formulation.is_end(&sprout.state) {
            return Ok(Status::Found(self.formulation.pushes(self.tree.steps(best))));
        }
        self.expand(best, meter)?;
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { pruned: self.formulation.pruned, ..self.progress }
    }
}
