//! One side of the bidirectional search: its positions, its queues, and one step.

use crate::level::{Square, Symmetry};
use crate::push::{CellSet, GridArena, GridNode, NodeId, Words};
use crate::run::{Meter, NodeKind, Progress, Stop};
use crate::search::engine::expander::Expander;
use crate::search::engine::images::Images;
use crate::search::engine::open::{Queues, Rank};
use crate::search::engine::problem::GridProblem;
use crate::search::engine::successors::{Successor, Successors};

/// Result of one step of a side.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stepped {
    /// A position was expanded.
    Expanded,
    /// The side has no open position.
    Dry,
    /// The sides meet: node of this side, node of the other side with an image of the position, symmetry of the image.
    Met(NodeId, NodeId, Symmetry),
}

/// What is known about the images of a position under the symmetries of the level.
enum Known {
    Nothing,
    /// An image was expanded on this side.
    Expanded,
    /// The other side has stored the image under this symmetry, as this node.
    Met(NodeId, Symmetry),
}

/// One side of the search; the expander makes pushes or pulls.
#[derive(Debug)]
pub(super) struct Side<W, E> {
    pub(super) arena: GridArena<W>,
    pub(super) expander: E,
    pub(super) queues: Queues,
    successors: Successors<W>,
    /// Number of positions refused because their boxes cannot be matched to targets.
    pub(super) unmatched: u64,
    pub(super) progress: Progress,
    /// Whether the side must begin anew, since new tables were made.
    is_stale: bool,
    /// Whether positions were dropped: then an exhausted side is no proof.
    pub(super) has_gaps: bool,
}

impl<W: Words, E: Expander<W>> Side<W, E> {
    pub(super) fn new(problem: &GridProblem<'_, W>, expander: E, meter: &Meter) -> Result<Self, Stop> {
        Ok(Self {
            arena: GridArena::new(problem.grid.words()),
            expander,
            queues: Queues::new(problem.goals.len(), meter)?,
            successors: Successors::new(),
            unmatched: 0,
            progress: Progress::default(),
            is_stale: false,
            has_gaps: false,
        })
    }

    /// Stores a position without a parent, and opens it.
    pub(super) fn open(
        &mut self,
        problem: &GridProblem<'_, W>,
        boxes: &CellSet<W>,
        player: Square,
        meter: &Meter,
    ) -> Result<(), Stop> {
        open(&mut self.arena, &mut self.queues, problem, (boxes, player), meter)
    }

    /// Removes all positions but those without a parent, and opens these. After an error nothing has changed.
    fn restart(&mut self, problem: &GridProblem<'_, W>, meter: &Meter) -> Result<(), Stop> {
        let (mut arena, mut queues) = (GridArena::new(problem.grid.words()), Queues::new(problem.goals.len(), meter)?);
        for root in self.arena.roots() {
            let node = self.arena.node(root);
            open(&mut arena, &mut queues, problem, (&node.boxes, node.player), meter)?;
        }
        (self.arena, self.queues, self.has_gaps) = (arena, queues, false);
        Ok(())
    }

    /// Returns the bytes of memory claimed for positions and queues.
    pub(super) const fn bytes(&self) -> u64 {
        self.arena.bytes() + self.queues.bytes()
    }

    /// Returns whether the side has no open position.
    pub(super) fn is_dry(&mut self) -> bool {
        self.queues.first().is_none()
    }

    /// Expands the first open position whose images were not expanded. A step that ended with an error can be repeated.
    pub(super) fn step(
        &mut self,
        problem: &GridProblem<'_, W>,
        images: &Images,
        other: &GridArena<W>,
        meter: &mut Meter,
    ) -> Result<Stepped, Stop> {
        // 1. Begin anew, with new tables.
        self.is_stale |= self.expander.prepare(problem, self.progress.expanded, meter)?;
        if self.is_stale {
            self.restart(problem, meter)?;
            self.is_stale = false;
        }
        // 2. Choose a position whose images were not expanded.
        let Some(mut chosen) = self.queues.first() else { return Ok(Stepped::Dry) };
        loop {
            match self.image(problem, images, other, chosen.id) {
                Known::Nothing => break,
                Known::Met(twin, symmetry) => return Ok(Stepped::Met(chosen.id, twin, symmetry)),
                Known::Expanded => {}
            }
            meter.check()?;
            self.queues.take(chosen);
            let Some(next) = self.queues.first() else { return Ok(Stepped::Dry) };
            chosen = next;
        }
        // 3. Make the successors.
        let looked = self.expander.expand(problem, &self.arena, chosen.id, &mut self.successors, meter);
        // 4. Claim memory.
        for successor in &mut self.successors.kept {
            successor.rank.depth = chosen.depth.saturating_add(1);
        }
        let claimed = looked.and_then(|()| self.claim(meter));
        claimed.inspect_err(|_| self.expander.undo())?;
        // 5. Commit.
        self.queues.take(chosen);
        self.progress.expanded(self.successors.generated);
        self.unmatched += self.successors.unmatched;
        let mut met = Stepped::Expanded;
        other.touch(self.successors.kept.iter().map(|successor| successor.key));
        for Successor { boxes, key, player, push, rank } in self.successors.kept.drain(..) {
            let twin = other.find(key, &boxes, player);
            let Some(id) = self.arena.insert(key, GridNode::child(boxes, player, chosen.id, push)) else { continue };
            self.queues.add(id, rank);
            self.progress.estimated(u32::from(rank.estimate));
            if let Some(twin) = twin {
                met = Stepped::Met(id, twin, Symmetry::IDENTITY);
                break;
            }
        }
        Ok(met)
    }

    /// Returns whether an image of a position was expanded, or is on the other side.
    fn image(&self, problem: &GridProblem<'_, W>, images: &Images, other: &GridArena<W>, id: NodeId) -> Known {
        let node = self.arena.node(id);
        let mut known = Known::Nothing;
        for image in images.iter() {
            let Some((boxes, player)) = image.of(&problem.grid, &node.boxes, node.player) else { continue };
            let key = problem.key(&boxes, player);
            if let Some(twin) = other.find(key, &boxes, player) {
                return Known::Met(twin, image.symmetry);
            }
            let like = if E::is_like(image) { self.arena.find(key, &boxes, player) } else { None };
            if like.is_some_and(|like| like != id && self.queues.is_closed(like)) {
                known = Known::Expanded;
            }
        }
        known
    }

    fn claim(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        self.queues.reserve(self.successors.kept.iter().map(|successor| successor.rank), meter)?;
        self.arena.reserve(self.successors.kept.len(), meter)?;
        meter.tick(NodeKind::Push)
    }
}

fn open<W: Words>(
    arena: &mut GridArena<W>,
    queues: &mut Queues,
    problem: &GridProblem<'_, W>,
    (boxes, player): (&CellSet<W>, Square),
    meter: &Meter,
) -> Result<(), Stop> {
    // A root is one of few open positions, so its rank does not matter.
    let rank = Rank { estimate: 0, depth: 0, on_targets: 0, regions: 1 };
    queues.reserve([rank].into_iter(), meter)?;
    arena.reserve(1, meter)?;
    let key = problem.key(boxes, player);
    if let Some(id) = arena.insert(key, GridNode::root(boxes.clone(), player)) {
        queues.add(id, rank);
    }
    Ok(())
}
