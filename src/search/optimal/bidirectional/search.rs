//! The search on sets of a certain number of words.

use super::distances::Costs;
use super::ground::Ground;
use super::pulls::Pulls;
use super::pushes::Pushes;
use super::side::{Child, Mark, Side};
use crate::search::lean::outside::Outside;
use crate::deadlock::rules::{DeadSquares, Freeze, Matching, Pairs};
use crate::deadlock::{Refused, RuleSet};
use crate::heuristic::Detours;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{CellSet, GridNode, NodeId, Push, Words};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};

/// A solution: where the two sides meet, and its cost.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    cost: u32,
    forward: NodeId,
    backward: NodeId,
}

/// Both sides.
#[derive(Debug)]
pub(super) struct Bidirectional<'a, W> {
    ground: Ground<'a, W>,
    costs: Costs,
    forward: Side<W>,
    backward: Side<W>,
    pushes: Pushes<W>,
    pulls: Pulls<W>,
    outside: Outside<'a>,
    detours: Option<Detours<'a>>,
    children: Vec<Child<W>>,
    marks: Vec<Mark>,
    /// All solutions cost at least this.
    proven: u32,
    /// The least cost of a solution that was found.
    best: Option<Meeting>,
    /// A solution from elsewhere.
    known: Option<Vec<Push>>,
    is_backward: bool,
    /// The position that was taken.
    busy: Option<NodeId>,
    progress: Progress,
    expanded: [u64; 2],
}

impl<'a, W: Words> Bidirectional<'a, W> {
    pub(super) fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        detours: Option<Detours<'a>>,
        rules: &RuleSet,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let ground = Ground::new(maze, start, meter)?;
        let costs = Costs::new(maze, start, meter)?;
        let words = ground.grid.words();
        let mut search = Self {
            forward: Side::new(words, true),
            backward: Side::new(words, std::env::var("OPT_BACK").as_deref() == Ok("left")),
            pushes: Pushes::new(&ground, &costs, rules, meter)?,
            pulls: Pulls::new(&ground, &costs, meter)?,
            outside: Outside::new(
                &[DeadSquares::ID, Freeze::ID, Pairs::ID, Matching::ID]
                    .into_iter()
                    .fold(rules.clone(), RuleSet::without),
                maze,
            ),
            ground,
            costs,
            detours,
            children: Vec::new(),
            marks: Vec::new(),
            proven: 0,
            best: None,
            known: None,
            is_backward: false,
            busy: None,
            progress: Progress::default(),
            expanded: [0; 2],
        };
        search.open(start, meter)?;
        Ok(search)
    }

    /// Opens the start, and the filled goals once for each region of the player.
    fn open(&mut self, start: &Position, meter: &Meter) -> Result<(), Stop> {
        let Self { ground, costs, forward, backward, .. } = self;
        let grid = &ground.grid;
        let mut matchings = super::distances::Matchings::new(costs, grid.cells(), meter)?;
        let root = |left, behind| Mark { made: 0, left, behind, extra: 0, cell: 0, is_open: true, is_full: false };
        let add = |side: &mut Side<W>, boxes: &CellSet<W>, player: usize, mark: Mark| {
            side.reserve(&[mark], meter)?;
            let key = ground.keys.of(boxes) ^ ground.keys.player(player);
            side.add(key, GridNode::root(boxes.clone(), grid.square(player)), mark);
            Ok::<(), Stop>(())
        };
        let region = grid.region(grid.cell(start.player), &ground.start);
        let Some(player) = region.first() else { return Ok(()) };
        let distance = matchings.solve(ground, costs, (&ground.start, grid.square(player)), meter)?;
        let Some(distance) = distance else { return Ok(()) };
        add(forward, &ground.start, player, root(distance.to_goals, 0))?;
        self.proven = distance.to_goals;
        let mut rest = grid.floor().minus(&ground.goals);
        while let Some(player) = rest.first() {
            rest = rest.minus(&grid.flood(&CellSet::one(grid.words(), player), &rest));
            let distance = matchings.solve(ground, costs, (&ground.goals, grid.square(player)), meter)?;
            let Some(distance) = distance else { continue };
            add(backward, &ground.goals, player, Mark { is_full: true, ..root(distance.from_start, 0) })?;
        }
        Ok(())
    }

    pub(super) const fn lower_bound(&self) -> u32 {
        self.proven
    }

    pub(super) fn refused(&self) -> Refused {
        let counts = self.pushes.counts;
        Refused::of([
            (Pairs::ID, counts.by_tables),
            (Freeze::ID, counts.by_freeze),
            (Matching::ID, counts.by_matching),
            (DeadSquares::ID, 0),
        ])
    }

    /// The pushes of a solution.
    fn path(&self, meeting: Meeting) -> Vec<Push> {
        let mut firsts = self.forward.arena.pushes_to_root(meeting.forward);
        firsts.reverse();
        let runs = firsts.into_iter().flat_map(|first| self.pushes.unfold(&self.ground, first));
        runs.chain(self.backward.arena.pushes_to_root(meeting.backward)).collect()
    }

    /// The least cost of the solutions found so far, `u32::MAX` where there is none.
    fn upper(&self) -> u32 {
        let known = self.known.as_ref().and_then(|known| u32::try_from(known.len()).ok());
        self.best.map(|best| best.cost).into_iter().chain(known).min().unwrap_or(u32::MAX)
    }

    /// The best solution, or that there is none.
    fn answer(&self) -> Status<Vec<Push>> {
        match (self.best, &self.known) {
            (Some(best), known) if known.as_ref().is_none_or(|known| best.cost as usize <= known.len()) => {
                Status::Found(self.path(best))
            }
            (_, Some(known)) => Status::Found(known.clone()),
            _ => Status::Exhausted,
        }
    }

    /// Takes a solution: the search is for one of less cost then, or the proof that there is none.
    pub(super) fn offer(&mut self, solution: Vec<Push>) {
        if (solution.len() as u64) < u64::from(self.upper()) {
            self.known = Some(solution);
        }
    }

    /// Raises the proven bound as far as it goes; returns the answer, if there is one.
    fn settle(&mut self, meter: &Meter) -> Result<Option<Status<Vec<Push>>>, Stop> {
        loop {
            self.forward.activate(self.proven, meter)?;
            self.backward.activate(self.proven, meter)?;
            if self.upper() <= self.proven {
                return Ok(Some(self.answer()));
            }
            let least = self.forward.open.least_share().zip(self.backward.open.least_share());
            if least.is_some_and(|(forward, backward)| forward + backward <= 2 * self.proven) {
                return Ok(None);
            }
            if self.forward.open.is_empty() || self.backward.open.is_empty() {
                self.proven = self.upper();
            } else {
                self.proven += 2;
                if std::env::var("OPT_TRACE").is_ok() {
                    eprintln!(
                        "proven {} after {:?} kept {} {} best {:?}",
                        self.proven,
                        self.expanded,
                        self.forward.arena.len(),
                        self.backward.arena.len(),
                        self.best.map(|b| b.cost)
                    );
                }
            }
        }
    }

    /// Takes a position of the side whose turn it is; `None` where it has none.
    fn take(&mut self, meter: &Meter) -> Result<Option<NodeId>, Stop> {
        let other = if self.is_backward { &self.forward } else { &self.backward };
        let Some(least) = other.open.least_share() else { return Ok(None) };
        let side = if self.is_backward { &mut self.backward } else { &mut self.forward };
        while let Some(id) = side.open.pop() {
            let mark = side.marks[id.index()];
            if !mark.is_open {
                continue;
            }
            if mark.total() > self.proven || mark.share() + least > 2 * self.proven {
                side.defer(id, meter)?;
                continue;
            }
            return Ok(Some(id));
        }
        Ok(None)
    }

    /// Computes the full bound of a position of the forward side; returns whether it is to be expanded.
    fn bound(&mut self, id: NodeId, meter: &mut Meter) -> Result<bool, Stop> {
        let Self { ground, costs, forward, pushes, detours, outside, .. } = self;
        let node = forward.arena.node(id);
        let player = node.player;
        let matched = pushes.matchings.solve_to_goals(ground, costs, (&node.boxes, player), meter)?;
        if matched.is_none() || outside.is_lost(ground, node, meter)? {
            forward.marks[id.index()].is_open = false;
            return Ok(false);
        }
        let mut mark = forward.marks[id.index()];
        if mark.is_full {
            return Ok(true);
        }
        let more = detours.as_mut().map_or(0, |detours| pushes.matchings.detours(costs, player, detours));
        mark.extra = mark.extra.max(u16::try_from(more).unwrap_or(u16::MAX));
        mark.is_full = true;
        let goes_back = mark.total() > self.proven;
        if goes_back {
            forward.reserve(&[mark], meter)?;
            forward.open.add(id, forward.key(&mark));
        }
        forward.marks[id.index()] = mark;
        Ok(!goes_back)
    }

    /// Expands a position, unless it is put back or closed. After an error it can be visited again.
    fn visit(&mut self, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        if !self.is_backward && !self.bound(id, meter)? {
            return Ok(());
        }
        // 1. Look.
        let made = self.look(id, meter)?;
        // 2. Claim.
        let upper = self.upper();
        self.children.retain(|child| child.mark.total() < upper);
        self.marks.clear();
        self.marks.extend(self.children.iter().map(|child| child.mark));
        let side = if self.is_backward { &mut self.backward } else { &mut self.forward };
        side.reserve(&self.marks, meter)?;
        // 3. Commit.
        side.marks[id.index()].is_open = false;
        self.expanded[usize::from(self.is_backward)] += 1;
        self.progress.expanded += 1;
        self.progress.generated += made;
        self.commit(id);
        Ok(())
    }

    fn look(&mut self, id: NodeId, meter: &Meter) -> Result<u64, Stop> {
        let Self { ground, costs, forward, backward, pushes, pulls, children, .. } = self;
        if self.is_backward {
            pulls.expand(ground, costs, backward, id, children, meter)
        } else {
            pushes.expand(ground, costs, forward, id, children, meter)
        }
    }

    /// Adds the successors, for which there is room, and notes the best meeting.
    fn commit(&mut self, parent: NodeId) {
        let Self { forward, backward, is_backward, best, children, .. } = self;
        let (side, other) = if *is_backward { (backward, forward) } else { (forward, backward) };
        for Child { boxes, key, player, push, mark } in children.drain(..) {
            let twin = other.arena.find(key, &boxes, player);
            let Some(own) = side.add(key, GridNode::child(boxes, player, parent, push), mark) else { continue };
            let Some(twin) = twin else { continue };
            let cost = mark.made + other.marks[twin.index()].made;
            if best.is_none_or(|best| cost < best.cost) {
                let (forward, backward) = if *is_backward { (twin, own) } else { (own, twin) };
                *best = Some(Meeting { cost, forward, backward });
            }
        }
    }
}

impl<W: Words> Search for Bidirectional<'_, W> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let id = match self.busy {
            Some(id) => id,
            None => {
                if let Some(answer) = self.settle(meter)? {
                    return Ok(answer);
                }
                self.pushes.prepare(&self.ground, self.expanded[0], meter)?;
                meter.tick(NodeKind::Push)?;
                let Some(id) = self.take(meter)? else {
                    self.is_backward = !self.is_backward;
                    return Ok(Status::Running);
                };
                *self.busy.insert(id)
            }
        };
        self.visit(id, meter)?;
        self.busy = None;
        self.is_backward = match std::env::var("OPT_SIDE").as_deref() {
            Ok("f") => false,
            Ok("q") => !self.is_backward && self.expanded[0] % 8 == 0,
            _ => !self.is_backward,
        };
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        Progress { kept: (self.forward.arena.len() + self.backward.arena.len()) as u64, ..self.progress }
    }
}
