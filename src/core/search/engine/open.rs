//! Open list of one side of a search: three priority queues of positions. Every open position is in all three queues; a position
//! that was taken from another queue is skipped. The first queue is ordered by the estimate, the second by three times the estimate
//! plus the depth. The third has classes of positions with equal numbers of boxes on targets and of regions that boxes cut off; the
//! classes take turns, each in the order of the second queue. Among equals the newest comes first. A queue is an array of linked
//! lists, one for each priority, whose links lie in one array for all positions: adding a position allocates no memory of its own.

use crate::push::NodeId;
use crate::run::count32;

pub(crate) const QUEUES: usize = 3;
const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Rank {
    pub(crate) estimate: u16,
    pub(crate) depth: u16,
    pub(crate) on_targets: u16,
    pub(crate) regions: u8,
}

impl Rank {
    /// Greatest number of regions that classes distinguish; more regions count as this number.
    pub(crate) const MOST_REGIONS: u8 = 6;
    /// Factor of the estimate in the second and third queue: a greater one finds solutions sooner, but longer ones.
    const WEIGHT: usize = 3;
    /// Greatest priority; larger values are capped.
    const LAST: usize = 1 << 16;

    pub(crate) const fn class(self) -> usize {
        self.on_targets as usize * Self::MOST_REGIONS as usize + self.regions as usize - 1
    }

    fn priority(self, queue: usize) -> usize {
        let estimate = usize::from(self.estimate);
        match queue {
            0 => estimate,
            _ => (Self::WEIGHT * estimate + usize::from(self.depth)).min(Self::LAST),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Buckets {
    /// Newest position of each priority, as the number of a node; [`NONE`] if the list is empty.
    heads: Vec<u32>,
    /// Lowest priority whose list may hold a position.
    least: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Next position of the list, in each queue; `next[0]` is the new number while positions are dropped.
    next: [u32; QUEUES],
    rank: Rank,
    standing: EntryState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EntryState {
    Open,
    Closed,
    /// Open, and stays when positions are dropped.
    Chosen,
    /// Closed, and stays when positions are dropped.
    Kept,
}

#[derive(Debug)]
pub(crate) struct Queues {
    entries: Vec<Entry>,
    plain: [Buckets; QUEUES - 1],
    classes: Vec<Buckets>,
    /// Classes that have held a position, in the order of their first positions.
    seen: Vec<u32>,
    is_seen: Vec<bool>,
    /// Index in `seen` of the class of the position taken last.
    class_turn: usize,
    /// Queue of the next position.
    turn: usize,
}

/// A position to be taken, and the value of [`Queues::class_turn`] after that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueueChoice {
    pub(crate) id: NodeId,
    pub(crate) depth: u16,
    class_turn: usize,
}

impl Queues {
    /// Creates empty queues for positions with at most `boxes` boxes on targets.
    pub(crate) fn new(boxes: usize) -> Self {
        let classes = (boxes + 1) * usize::from(Rank::MOST_REGIONS);
        Self {
            entries: Vec::new(),
            plain: Default::default(),
            classes: vec![Buckets::default(); classes],
            seen: Vec::new(),
            is_seen: vec![false; classes],
            class_turn: 0,
            turn: 0,
        }
    }

    /// Adds a position as open. `id` must be the number of positions added so far.
    #[inline]
    pub(crate) fn add(&mut self, id: NodeId, rank: Rank) {
        let next = self.link(id, rank);
        self.entries.push(Entry { next, rank, standing: EntryState::Open });
    }

    /// Inserts a position at the heads of its three lists; returns the former heads.
    #[inline]
    fn link(&mut self, id: NodeId, rank: Rank) -> [u32; QUEUES] {
        let class = rank.class();
        // Most classes never hold a position: turns go over those that have held one.
        if !std::mem::replace(&mut self.is_seen[class], true) {
            self.seen.push(count32(class));
        }
        let [first, second] = &mut self.plain;
        [
            first.put(rank.priority(0), id),
            second.put(rank.priority(1), id),
            self.classes[class].put(rank.priority(2), id),
        ]
    }

    /// Returns the first open position of the queue whose turn it is; `None` if no position is open.
    pub(crate) fn first(&mut self) -> Option<QueueChoice> {
        let (queue, class_turn) = (self.turn, self.class_turn);
        let found = match self.plain.get_mut(queue) {
            Some(buckets) => buckets.first(&self.entries, queue).map(|id| (id, class_turn)),
            None => (1..=self.seen.len()).find_map(|further| {
                let turn = (class_turn + further) % self.seen.len();
                let class = self.seen[turn] as usize;
                self.classes[class].first(&self.entries, queue).map(|id| (id, turn))
            }),
        };
        found.map(|(id, class_turn)| QueueChoice { id, depth: self.entries[id.index()].rank.depth, class_turn })
    }

    pub(crate) fn is_closed(&self, id: NodeId) -> bool {
        matches!(self.entries[id.index()].standing, EntryState::Closed | EntryState::Kept)
    }

    /// Closes a position that [`Queues::first`] returned, and gives the turn to the next queue.
    pub(crate) fn take(&mut self, chosen: QueueChoice) {
        self.end_turn(chosen, EntryState::Closed);
    }

    fn end_turn(&mut self, chosen: QueueChoice, standing: EntryState) {
        self.entries[chosen.id.index()].standing = standing;
        self.class_turn = chosen.class_turn;
        self.turn = (self.turn + 1) % QUEUES;
    }

    /// Marks the first open position to stay when positions are dropped; returns it, `None` if no position is open.
    pub(crate) fn choose(&mut self) -> Option<NodeId> {
        let chosen = self.first()?;
        self.end_turn(chosen, EntryState::Chosen);
        Some(chosen.id)
    }

    /// Marks a position without a parent, open or closed, to stay; returns whether it was not yet marked.
    pub(crate) fn keep_root(&mut self, id: NodeId) -> bool {
        let standing = &mut self.entries[id.index()].standing;
        let is_open = *standing == EntryState::Open;
        if is_open {
            *standing = EntryState::Chosen;
        }
        is_open || self.keep(id)
    }

    /// Marks a closed position to stay when positions are dropped; returns whether it was closed and not yet marked.
    pub(crate) fn keep(&mut self, id: NodeId) -> bool {
        let standing = &mut self.entries[id.index()].standing;
        let is_closed = *standing == EntryState::Closed;
        if is_closed {
            *standing = EntryState::Kept;
        }
        is_closed
    }

    /// Assigns new numbers to the marked positions; [`Queues::renamed`] returns them until [`Queues::drop_others`].
    pub(crate) fn number(&mut self) {
        let mut count = 0;
        for entry in &mut self.entries {
            entry.next[0] = if entry.standing.stays() { count } else { NONE };
            count += u32::from(entry.standing.stays());
        }
    }

    pub(crate) fn renamed(&self, id: NodeId) -> Option<NodeId> {
        Some(self.entries[id.index()].next[0]).filter(|&number| number != NONE).map(NodeId)
    }

    /// Drops all positions that are not marked; the others get their new numbers.
    pub(crate) fn drop_others(&mut self) {
        self.entries.retain(|entry| entry.standing.stays());
        // Positions are dropped where memory is short.
        self.entries.shrink_to_fit();
        // Links are numbers of positions, which have changed.
        self.plain.iter_mut().chain(&mut self.classes).for_each(Buckets::clear);
        for index in 0..self.entries.len() {
            let Entry { rank, standing, .. } = self.entries[index];
            if standing == EntryState::Chosen {
                let id = NodeId(u32::try_from(index).unwrap_or(NONE));
                self.entries[index] = Entry { next: self.link(id, rank), rank, standing: EntryState::Open };
            } else {
                self.entries[index].standing = EntryState::Closed;
            }
        }
    }
}

impl EntryState {
    const fn stays(self) -> bool {
        matches!(self, Self::Chosen | Self::Kept)
    }
}

impl Buckets {
    #[inline]
    fn put(&mut self, priority: usize, id: NodeId) -> u32 {
        if priority >= self.heads.len() {
            self.heads.resize(priority + 1, NONE);
        }
        self.least = self.least.min(priority);
        std::mem::replace(&mut self.heads[priority], id.0)
    }

    fn clear(&mut self) {
        self.heads.fill(NONE);
        self.least = 0;
    }

    /// Returns the first open position, and unlinks the closed positions before it.
    #[inline]
    fn first(&mut self, entries: &[Entry], queue: usize) -> Option<NodeId> {
        while let Some(head) = self.heads.get_mut(self.least) {
            if *head == NONE {
                self.least += 1;
                continue;
            }
            let entry = &entries[*head as usize];
            if entry.standing == EntryState::Open {
                return Some(NodeId(*head));
            }
            // It was taken from another queue.
            *head = entry.next[queue];
        }
        None
    }
}
