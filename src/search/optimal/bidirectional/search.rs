//! The search on sets of a certain number of words: which side is next, and what is proved so far.

use super::distances::{Costs, Matchings};
use super::ground::Ground;
use super::pulls::Pulls;
use super::pushes::Pushes;
use super::side::{Child, Mark, Side};
use crate::deadlock::{Refused, RuleSet};
use crate::heuristic::Detours;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{CellSet, GridNode, NodeId, Push, Words};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};

/// Where the two sides meet, and what that solution costs.
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
    pushes: Pushes<'a, W>,
    pulls: Pulls<W>,
    children: Vec<Child<W>>,
    marks: Vec<Mark>,
    /// No solution costs less.
    proven: u32,
    /// The meeting of least cost.
    best: Option<Meeting>,
    /// A solution from elsewhere.
    known: Option<Vec<Push>>,
    /// Forward positions that were expanded since the last backward one.
    turn: u64,
    is_backward: bool,
    /// The position that was taken, which is visited again after a limit, and whether it was counted.
    busy: Option<(NodeId, bool)>,
    progress: Progress,
    /// Of children and marks.
    held: Held,
}

impl<'a, W: Words> Bidirectional<'a, W> {
    /// Forward positions for each backward one. With 1 instead, levels 53, 60, 79 and 81 of XSokoban expand as many
    /// forward positions for each cost that is disproved.
    const FORWARD: u64 = 8;
    /// All solutions have the parity of the matching, since each push changes the colour of its box's square: this is
    /// the least difference between the costs of two.
    const STEP: u32 = 2;

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
            forward: Side::forward(words),
            backward: Side::backward(words),
            pushes: Pushes::new(&ground, &costs, detours, (start, rules), meter)?,
            pulls: Pulls::new(&ground, &costs, meter)?,
            ground,
            costs,
            children: Vec::new(),
            marks: Vec::new(),
            proven: 0,
            best: None,
            known: start.is_solved(maze.board).then(Vec::new),
            turn: 0,
            is_backward: false,
            busy: None,
            progress: Progress::default(),
            held: Held::default(),
        };
        search.open(start, meter)?;
        Ok(search)
    }

    /// Opens the start, and the filled goals once for each region of the player.
    fn open(&mut self, start: &Position, meter: &Meter) -> Result<(), Stop> {
        let Self { ground, costs, forward, backward, .. } = self;
        let grid = &ground.grid;
        let mut matchings = Matchings::new(costs, grid.cells(), meter)?;
        let region = grid.region(grid.cell(start.player), &ground.start);
        let Some(player) = region.first() else { return Ok(()) };
        let position = (&ground.start, grid.square(player));
        let Some(distance) = matchings.solve(ground, costs, position, meter)? else { return Ok(()) };
        forward.open_root(ground, &ground.start, player, Mark::root(distance.to_goals), meter)?;
        self.proven = distance.to_goals;
        let mut rest = grid.floor().minus(&ground.goals);
        while let Some(player) = rest.first() {
            rest = rest.minus(&grid.flood(&CellSet::one(grid.words(), player), &rest));
            let position = (&ground.goals, grid.square(player));
            let Some(distance) = matchings.solve(ground, costs, position, meter)? else { continue };
            backward.open_root(ground, &ground.goals, player, Mark::root(distance.from_start), meter)?;
        }
        Ok(())
    }

    pub(super) const fn lower_bound(&self) -> u32 {
        self.proven
    }

    pub(super) fn refused(&self) -> Refused {
        self.pushes.refused()
    }

    /// Takes a solution: the search is then for one of less cost, or the proof that there is none.
    pub(super) fn offer(&mut self, solution: Vec<Push>) {
        if u32::try_from(solution.len()).is_ok_and(|cost| cost < self.upper()) {
            self.known = Some(solution);
        }
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

    fn path(&self, meeting: Meeting) -> Vec<Push> {
        let mut firsts = self.forward.arena.pushes_to_root(meeting.forward);
        firsts.reverse();
        let runs = firsts.into_iter().flat_map(|first| self.pushes.unfold(&self.ground, first));
        runs.chain(self.backward.arena.pushes_to_root(meeting.backward)).collect()
    }

    /// Raises the proven bound as far as it goes; returns the answer, if there is one.
    fn settle(&mut self, meter: &Meter) -> Result<Option<Status<Vec<Push>>>, Stop> {
        loop {
            self.forward.activate(self.proven, meter)?;
            self.backward.activate(self.proven, meter)?;
            if self.upper() <= self.proven {
                self.proven = self.upper();
                return Ok(Some(self.answer()));
            }
            let shares = self.forward.open.least_share().zip(self.backward.open.least_share());
            if shares.is_some_and(|(forward, backward)| forward + backward <= 2 * self.proven) {
                return Ok(None);
            }
            if self.forward.open.is_empty() || self.backward.open.is_empty() {
                if self.upper() < u32::MAX {
                    self.proven = self.upper();
                }
                return Ok(Some(self.answer()));
            }
            self.proven += Self::STEP;
        }
    }

    /// Takes a position of the side whose turn it is, and notes it as busy; or returns the answer.
    fn choose(&mut self, meter: &Meter) -> Result<Option<Status<Vec<Push>>>, Stop> {
        loop {
            if let Some(answer) = self.settle(meter)? {
                return Ok(Some(answer));
            }
            let (side, other) = match self.is_backward {
                true => (&mut self.backward, &self.forward),
                false => (&mut self.forward, &self.backward),
            };
            let least = other.open.least_share().unwrap_or(0);
            if let Some(id) = side.take(self.proven, least, meter)? {
                self.busy = Some((id, false));
                return Ok(None);
            }
            self.is_backward = !self.is_backward;
        }
    }

    /// Expands a position, unless it is put back or closed. After an error it can be visited again.
    fn visit(&mut self, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        if !self.is_backward {
            let Self { ground, costs, forward, pushes, proven, .. } = self;
            if !pushes.bound(ground, costs, forward, id, *proven, meter)? {
                return Ok(());
            }
        }
        // 1. Look.
        let Self { ground, costs, forward, backward, pushes, pulls, children, .. } = self;
        let made = match self.is_backward {
            true => pulls.expand(ground, costs, backward, id, children, meter)?,
            false => pushes.expand(ground, costs, forward, id, children, meter)?,
        };
        // 2. Claim.
        let upper = self.upper();
        self.children.retain(|child| child.mark.total() < upper);
        self.marks.clear();
        self.held.vec(&mut self.marks, self.children.len(), meter)?;
        self.marks.extend(self.children.iter().map(|child| child.mark));
        let side = if self.is_backward { &mut self.backward } else { &mut self.forward };
        side.reserve(&self.marks, meter)?;
        // 3. Commit.
        side.marks[id.index()].is_open = false;
        self.progress.expanded(made);
        self.commit(id);
        self.turn = if self.is_backward { 0 } else { self.turn + 1 };
        self.is_backward = self.turn >= Self::FORWARD;
        Ok(())
    }

    /// Adds the successors, for which there is room, and notes the best meeting.
    fn commit(&mut self, parent: NodeId) {
        let Self { forward, backward, is_backward, best, children, progress, .. } = self;
        let (side, other) = if *is_backward { (backward, forward) } else { (forward, backward) };
        for Child { boxes, key, player, push, mark } in children.drain(..) {
            let twin = other.arena.find(key, &boxes, player);
            let Some(own) = side.add(key, GridNode::child(boxes, player, parent, push), mark) else { continue };
            progress.estimated(mark.left);
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
        let (id, is_counted) = match self.busy {
            Some(busy) => busy,
            None => {
                self.pushes.prepare(&self.ground, self.progress.expanded, meter)?;
                if let Some(answer) = self.choose(meter)? {
                    return Ok(answer);
                }
                let Some(busy) = self.busy else { return Ok(Status::Running) };
                busy
            }
        };
        if !is_counted {
            meter.tick(NodeKind::Push)?;
            self.busy = Some((id, true));
        }
        self.pushes.mark();
        self.visit(id, meter).inspect_err(|_| self.pushes.undo())?;
        self.busy = None;
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        let kept = (self.forward.arena.len() + self.backward.arena.len()) as u64;
        Progress { kept, pruned: self.refused().by_rule().map(|(_, count)| count).sum(), ..self.progress }
    }
}
