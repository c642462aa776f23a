//! One side of the search: its positions, its queues, and one step.

use crate::level::Square;
use crate::push::{CellSet, GridArena, GridNode, NodeId, Words};
use crate::run::{Meter, NodeKind, Progress, Stop};
use crate::search::engine::children::{Child, Children};
use crate::search::engine::expander::Expander;
use crate::search::engine::ground::Ground;
use crate::search::engine::open::{Queues, Rank};

/// The result of a step.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stepped {
    /// A position was expanded.
    Expanded,
    /// No position is open.
    Dry,
    /// A position of this side, and the same position of the other.
    Met(NodeId, NodeId),
}

/// The side.
#[derive(Debug)]
pub(super) struct Side<W, E> {
    pub(super) arena: GridArena<W>,
    pub(super) expander: E,
    pub(super) queues: Queues,
    children: Children<W>,
    /// The positions that were refused for want of a matching.
    pub(super) unmatched: u64,
    pub(super) progress: Progress,
    /// Whether positions were dropped: to have none open proves nothing then.
    pub(super) has_gaps: bool,
}

impl<W: Words, E: Expander<W>> Side<W, E> {
    pub(super) fn new(ground: &Ground<'_, W>, expander: E, meter: &Meter) -> Result<Self, Stop> {
        Ok(Self {
            arena: GridArena::new(ground.grid.words()),
            expander,
            queues: Queues::new(ground.goals.len(), meter)?,
            children: Children::new(),
            unmatched: 0,
            progress: Progress::default(),
            has_gaps: false,
        })
    }

    /// Opens a position without a parent.
    pub(super) fn open(
        &mut self,
        ground: &Ground<'_, W>,
        boxes: &CellSet<W>,
        player: Square,
        meter: &Meter,
    ) -> Result<(), Stop> {
        open(&mut self.arena, &mut self.queues, ground, (boxes, player), meter)
    }

    /// Forgets all positions but the first. After an error nothing has changed.
    pub(super) fn restart(&mut self, ground: &Ground<'_, W>, meter: &Meter) -> Result<(), Stop> {
        let (mut arena, mut queues) = (GridArena::new(ground.grid.words()), Queues::new(ground.goals.len(), meter)?);
        let first = self.arena.node(NodeId(0));
        open(&mut arena, &mut queues, ground, (&first.boxes, first.player), meter)?;
        (self.arena, self.queues, self.has_gaps) = (arena, queues, false);
        Ok(())
    }

    /// The bytes of its positions.
    pub(super) const fn bytes(&self) -> u64 {
        self.arena.bytes() + self.queues.bytes()
    }

    /// Returns whether no position is open.
    pub(super) fn is_dry(&mut self) -> bool {
        self.queues.first().is_none()
    }

    /// Expands the first open position. After an error nothing has changed that a further step could notice.
    pub(super) fn step(
        &mut self,
        ground: &Ground<'_, W>,
        other: &GridArena<W>,
        meter: &mut Meter,
    ) -> Result<Stepped, Stop> {
        // 1. Look.
        let Some(chosen) = self.queues.first() else { return Ok(Stepped::Dry) };
        let looked = self.expander.expand(ground, &self.arena, chosen.id, &mut self.children, meter);
        // 2. Claim.
        for child in &mut self.children.list {
            child.rank.made = chosen.made.saturating_add(1);
        }
        let claimed = looked.and_then(|()| self.claim(meter));
        claimed.inspect_err(|_| self.expander.undo())?;
        // 3. Commit.
        self.queues.take(chosen);
        self.progress.expanded(self.children.generated);
        self.unmatched += self.children.unmatched;
        let mut met = Stepped::Expanded;
        other.touch(self.children.list.iter().map(|child| child.key));
        for Child { boxes, key, player, push, rank } in self.children.list.drain(..) {
            let twin = other.find(key, &boxes, player);
            let Some(id) = self.arena.insert(key, GridNode::child(boxes, player, chosen.id, push)) else { continue };
            self.queues.add(id, rank);
            self.progress.estimated(u32::from(rank.estimate));
            if let Some(twin) = twin {
                met = Stepped::Met(id, twin);
                break;
            }
        }
        Ok(met)
    }

    fn claim(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        self.queues.reserve(self.children.list.iter().map(|child| child.rank), meter)?;
        self.arena.reserve(self.children.list.len(), meter)?;
        meter.tick(NodeKind::Push)
    }
}

fn open<W: Words>(
    arena: &mut GridArena<W>,
    queues: &mut Queues,
    ground: &Ground<'_, W>,
    (boxes, player): (&CellSet<W>, Square),
    meter: &Meter,
) -> Result<(), Stop> {
    // The only position that is open, or one of few: its rank does not matter.
    let rank = Rank { estimate: 0, made: 0, on_targets: 0, regions: 1 };
    queues.reserve([rank].into_iter(), meter)?;
    arena.reserve(1, meter)?;
    let key = ground.key(boxes, player);
    if let Some(id) = arena.insert(key, GridNode::root(boxes.clone(), player)) {
        queues.add(id, rank);
    }
    Ok(())
}
