//! One side of the bidirectional search: its positions, its queues, and one step; and the settings of the search.

use crate::level::{Square, Symmetry};
use crate::push::{CellSet, GridArena, GridNode, NodeId, Words};
use crate::run::{Meter, NodeKind, Progress, Stop, count32};
use crate::search::engine::{Expander, GridProblem, Images, Queues, Rank, Successor, Successors};
use smallvec::SmallVec;

#[derive(Clone, Copy, Debug)]
pub(super) enum SideStep {
    Expanded,
    Dry,
    /// The sides meet: node of this side, node of the other side with an image of the position, symmetry of the image.
    Met(NodeId, NodeId, Symmetry),
}

enum Meeting {
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
    /// Whether positions were dropped: then an exhausted side is no proof.
    pub(super) has_gaps: bool,
}

impl<W: Words, E: Expander<W>> Side<W, E> {
    pub(super) fn new(problem: &GridProblem<'_, W>, expander: E) -> Self {
        Self {
            arena: GridArena::default(),
            expander,
            queues: Queues::new(problem.goals.len()),
            successors: Successors::new(),
            unmatched: 0,
            progress: Progress::default(),
            has_gaps: false,
        }
    }

    pub(super) fn open(
        &mut self,
        problem: &GridProblem<'_, W>,
        boxes: &CellSet<W>,
        player: Square,
    ) -> Result<(), Stop> {
        // A root is one of few open positions, so its rank does not matter.
        let rank = Rank { estimate: 0, depth: 0, on_targets: 0, regions: 1 };
        self.arena.reserve(1)?;
        let key = problem.key(boxes, player);
        if let Some(id) = self.arena.insert(key, GridNode::root(boxes.clone(), player)) {
            self.queues.add(id, rank);
        }
        Ok(())
    }

    /// Starts again, with new tables, if they are due: stored positions may be lost by them, and all that follows.
    fn renew(&mut self, problem: &GridProblem<'_, W>, meter: &Meter) -> Result<(), Stop> {
        if !self.expander.prepare(problem, self.progress.expanded, meter)? {
            return Ok(());
        }
        let before = std::mem::take(&mut self.arena);
        (self.queues, self.has_gaps) = (Queues::new(problem.goals.len()), false);
        for root in before.roots() {
            let node = before.node(root);
            self.open(problem, &node.boxes, node.player)?;
        }
        Ok(())
    }

    pub(super) fn step(
        &mut self,
        problem: &GridProblem<'_, W>,
        images: &Images,
        other: &GridArena<W>,
        meter: &mut Meter,
    ) -> Result<SideStep, Stop> {
        // 1. Start again if tables are due.
        self.renew(problem, meter)?;
        // 2. Choose a position whose images were not expanded.
        let Some(mut chosen) = self.queues.first() else { return Ok(SideStep::Dry) };
        loop {
            match self.image(problem, images, other, chosen.id) {
                Meeting::Nothing => break,
                Meeting::Met(twin, symmetry) => return Ok(SideStep::Met(chosen.id, twin, symmetry)),
                Meeting::Expanded => {}
            }
            // Thousands of images may be skipped in a row, and none counts as a node.
            meter.check_time()?;
            self.queues.take(chosen);
            let Some(next) = self.queues.first() else { return Ok(SideStep::Dry) };
            chosen = next;
        }
        // 3. Make the successors.
        meter.count(NodeKind::Push);
        self.queues.take(chosen);
        self.expander.expand(problem, &self.arena, chosen.id, &mut self.successors, meter)?;
        // 4. Store them.
        self.arena.reserve(self.successors.kept.len())?;
        self.progress.expanded(self.successors.generated);
        self.unmatched += self.successors.unmatched;
        let mut met = SideStep::Expanded;
        other.touch(self.successors.kept.iter().map(|successor| successor.key));
        for Successor { boxes, key, player, push, rank } in self.successors.kept.drain(..) {
            // The other side is asked before the position moves into the arena.
            let twin = other.find(key, &boxes, player);
            let Some(id) = self.arena.insert(key, GridNode::child(boxes, player, chosen.id, push)) else { continue };
            self.queues.add(id, Rank { depth: chosen.depth.saturating_add(1), ..rank });
            self.progress.estimated(u32::from(rank.estimate));
            if let Some(twin) = twin {
                met = SideStep::Met(id, twin, Symmetry::IDENTITY);
                break;
            }
        }
        Ok(met)
    }

    /// Expands positions without a look at the other side, until tables may be due; fewer under a limit. Returns the number of
    /// positions of the side before each step, and after the last.
    pub(super) fn stretch(&mut self, problem: &GridProblem<'_, W>, meter: &mut Meter) -> Result<Vec<usize>, Stop> {
        self.renew(problem, meter)?;
        let expanded = self.progress.expanded;
        // Tables are due at multiples of the first number, the last of them at the second; longer stretches wait less.
        let steps = if expanded < 20_000 { 1_000 } else { 10_000 };
        let (images, other) = (Images::default(), GridArena::default());
        let mut counts = vec![self.arena.len()];
        for _ in expanded % steps..steps {
            if meter.ready().is_err() || matches!(self.step(problem, &images, &other, meter)?, SideStep::Dry) {
                break;
            }
            counts.push(self.arena.len());
        }
        Ok(counts)
    }

    /// Returns the first step of a stretch that made a position which the other side had made by then, with the number of the position
    /// on this side and on the other. `known` returns the number of positions of the other side at a step.
    pub(super) fn meeting(
        &self,
        problem: &GridProblem<'_, W>,
        counts: &[usize],
        other: &GridArena<W>,
        known: impl Fn(usize) -> usize,
    ) -> Option<(usize, NodeId, NodeId)> {
        const AT_ONCE: usize = 32;
        let made: Vec<NodeId> = (counts[0]..counts[counts.len() - 1]).map(|id| NodeId(count32(id))).collect();
        made.chunks(AT_ONCE).find_map(|ids| {
            let nodes = ids.iter().map(|&id| (id, self.arena.node(id)));
            let keyed: SmallVec<[_; AT_ONCE]> =
                nodes.map(|(id, node)| (id, node, problem.key(&node.boxes, node.player))).collect();
            other.touch(keyed.iter().map(|&(.., key)| key));
            keyed.into_iter().find_map(|(id, node, key)| {
                let twin = other.find(key, &node.boxes, node.player)?;
                let step = counts.partition_point(|&count| count <= id.index()) - 1;
                (twin.index() < known(step)).then_some((step, id, twin))
            })
        })
    }

    fn image(&self, problem: &GridProblem<'_, W>, images: &Images, other: &GridArena<W>, id: NodeId) -> Meeting {
        let node = self.arena.node(id);
        let mut known = Meeting::Nothing;
        for image in images.iter() {
            let Some((boxes, player)) = image.of(&problem.grid, &node.boxes, node.player) else { continue };
            let key = problem.key(&boxes, player);
            if let Some(twin) = other.find(key, &boxes, player) {
                return Meeting::Met(twin, image.symmetry);
            }
            let like = if E::is_like(image) { self.arena.find(key, &boxes, player) } else { None };
            // An image that is still open may be chosen later: only one that was expanded makes this position needless.
            if like.is_some_and(|like| like != id && self.queues.is_closed(like)) {
                known = Meeting::Expanded;
            }
        }
        known
    }
}

/// Sides of the search: pushes from the start, with or without pulls from the goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Pushes and pulls in turn: no count shows early which side solves a level. See `FIGURES.md`, "Sides of lean".
    BothWays,
    /// Pushes from the start alone.
    Forward,
}

/// Settings of a [`super::Lean`]. They change the time to an answer, but no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeanSetting {
    /// Sides of the search that expand positions.
    pub moves: Moves,
    /// Number of expanded positions of a side before it makes the table of lost pairs of boxes and starts again.
    pub pairs_after: u64,
    /// Number of expanded positions before the table of three boxes is made; 20 times this number for pulls.
    pub threes_after: u64,
    /// Square that the player must be able to walk to at the end; `None` for any. Without a symmetry in the prunings.
    pub end: Option<Square>,
}

impl Default for LeanSetting {
    /// Returns the setting of solves: a table of 150,000 sets of three takes about 200 ms.
    fn default() -> Self {
        Self { moves: Moves::BothWays, pairs_after: 1_000, threes_after: 1_000, end: None }
    }
}

/// Number of positions below which none is dropped.
const FEWEST: usize = 16;
/// Percentage of open positions and their ancestors among the positions that stay.
const OPEN: usize = 75;

/// Compaction, when memory is short. Nothing is allocated: arrays are packed in place, and then shortened.
impl<W: Words, E: Expander<W>> Side<W, E> {
    /// Drops the least promising half of the positions; true if any position was dropped. Open ones stay in the order of the queues
    /// with their ancestors, and the newest of the other closed ones with theirs, so that they are not made again. Positions
    /// without a parent always stay: the sides may meet there.
    pub(super) fn compact(&mut self, problem: &GridProblem<'_, W>) -> bool {
        let before = self.arena.len();
        if before < FEWEST {
            return false;
        }
        self.select(before / 2);
        self.queues.number();
        let queues = &self.queues;
        self.arena.retain(|id| queues.renamed(id), |node| problem.key(&node.boxes, node.player));
        self.queues.drop_others();
        let has_dropped = self.arena.len() < before;
        self.has_gaps |= has_dropped;
        has_dropped
    }

    fn select(&mut self, budget: usize) {
        let (arena, queues) = (&self.arena, &mut self.queues);
        let ids = || (0..arena.len()).map(|id| NodeId(count32(id)));
        // Roots stay, whatever the budget: the sides may meet there.
        let mut kept = 0;
        for root in arena.roots() {
            kept += usize::from(queues.keep_root(root));
        }
        while kept < budget * OPEN / 100
            && let Some(chosen) = queues.choose()
        {
            kept += 1 + keep_way(arena, queues, chosen);
        }
        // The newest closed positions are the likeliest to be made again by the open ones.
        for id in ids().rev() {
            if kept >= budget {
                break;
            }
            if queues.keep(id) {
                kept += 1 + keep_way(arena, queues, id);
            }
        }
    }
}

/// Marks the ancestors of a position to stay; returns the number of newly marked positions.
fn keep_way<W: Words>(arena: &GridArena<W>, queues: &mut Queues, id: NodeId) -> usize {
    let parent = |id| arena.node(id).parent().map(|(parent, _)| parent);
    std::iter::successors(parent(id), |&id| parent(id)).take_while(|&id| queues.keep(id)).count()
}
