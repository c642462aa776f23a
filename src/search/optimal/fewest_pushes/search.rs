//! The search on sets of a certain number of words: what is proved so far, and one step.

use super::ground::Ground;
use super::nodes::{Child, Mark, Nodes};
use super::pushes::Pushes;
use crate::deadlock::{Refused, RuleSet};
use crate::heuristic::Detours;
use crate::level::Position;
use crate::maze::Maze;
use crate::push::{GridNode, NodeId, Push, Words};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};

/// The search.
#[derive(Debug)]
pub(super) struct AStar<'a, W> {
    ground: Ground<'a, W>,
    nodes: Nodes<W>,
    pushes: Pushes<'a, W>,
    children: Vec<Child<W>>,
    marks: Vec<Mark>,
    /// No solution costs less.
    proven: u32,
    /// The solved position of least cost.
    best: Option<(u32, NodeId)>,
    /// A solution from elsewhere.
    known: Option<Vec<Push>>,
    /// The position that was taken, which is visited again after a limit, and whether it was counted.
    busy: Option<(NodeId, bool)>,
    progress: Progress,
    /// Of children and marks.
    held: Held,
}

impl<'a, W: Words> AStar<'a, W> {
    pub(super) fn new(
        maze: &'a Maze<'a>,
        start: &Position,
        detours: Option<Detours<'a>>,
        rules: &RuleSet,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let ground = Ground::new(maze, start, meter)?;
        let mut search = Self {
            nodes: Nodes::new(ground.grid.words()),
            pushes: Pushes::new(&ground, detours, (start, rules), meter)?,
            ground,
            children: Vec::new(),
            marks: Vec::new(),
            proven: 0,
            best: None,
            known: start.is_solved(maze.board).then(Vec::new),
            busy: None,
            progress: Progress::default(),
            held: Held::default(),
        };
        search.open(start, meter)?;
        Ok(search)
    }

    fn open(&mut self, start: &Position, meter: &Meter) -> Result<(), Stop> {
        let Self { ground, nodes, pushes, .. } = self;
        let grid = &ground.grid;
        let region = grid.region(grid.cell(start.player), &ground.start);
        let Some(player) = region.first() else { return Ok(()) };
        if let Some(left) = pushes.bounds.matched(ground, &ground.start, grid.square(player), meter)? {
            nodes.open_start(ground, player, left, meter)?;
            self.proven = left;
        }
        Ok(())
    }

    pub(super) const fn lower_bound(&self) -> u32 {
        self.proven
    }

    pub(super) fn refused(&self) -> Refused {
        self.pushes.pruning.refused()
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
        self.best.map(|(cost, _)| cost).into_iter().chain(known).min().unwrap_or(u32::MAX)
    }

    /// The best solution, or that there is none.
    fn answer(&self) -> Status<Vec<Push>> {
        match (self.best, &self.known) {
            (Some((cost, id)), known) if known.as_ref().is_none_or(|known| cost as usize <= known.len()) => {
                let mut firsts = self.nodes.arena.pushes_to_root(id);
                firsts.reverse();
                Status::Found(firsts.into_iter().flat_map(|first| self.pushes.unfold(&self.ground, first)).collect())
            }
            (_, Some(known)) => Status::Found(known.clone()),
            _ => Status::Exhausted,
        }
    }

    /// Takes a position, and notes it as busy; or raises what is proved, as long as there is none, and returns the answer
    /// where there is one.
    fn choose(&mut self, meter: &Meter) -> Result<Option<Status<Vec<Push>>>, Stop> {
        loop {
            self.nodes.activate(self.proven, meter)?;
            if self.upper() <= self.proven {
                return Ok(Some(self.answer()));
            }
            if let Some(id) = self.nodes.take() {
                self.busy = Some((id, false));
                return Ok(None);
            }
            match self.nodes.open.next_total() {
                Some(total) => self.proven = total.min(self.upper()),
                None if self.upper() == u32::MAX => return Ok(Some(Status::Exhausted)),
                None => self.proven = self.upper(),
            }
        }
    }

    /// Expands a position, unless it is put back or closed. After an error it can be visited again.
    fn visit(&mut self, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        let upper = self.upper();
        let Self { ground, nodes, pushes, children, marks, held, .. } = self;
        if !pushes.bound(ground, nodes, id, self.proven, meter)? {
            return Ok(());
        }
        // 1. Look, with room for a push of each box in each direction.
        children.clear();
        held.vec(children, 4 * ground.start.len(), meter)?;
        let made = pushes.expand(ground, nodes, id, children, meter)?;
        // 2. Claim.
        children.retain(|child| child.mark.total() < upper);
        marks.clear();
        held.vec(marks, children.len(), meter)?;
        marks.extend(children.iter().map(|child| child.mark));
        nodes.reserve(marks, meter)?;
        // 3. Commit.
        nodes.marks[id.index()].is_open = false;
        self.progress.expanded(made);
        for Child { boxes, key, player, push, mark } in children.drain(..) {
            let is_solved = boxes.is_subset(&ground.goals);
            let added = nodes.add(key, GridNode::child(boxes, player, id, push), mark);
            self.progress.estimated(mark.left);
            if let Some(id) = added.filter(|_| is_solved && self.best.is_none_or(|(cost, _)| mark.made < cost)) {
                self.best = Some((mark.made, id));
            }
        }
        Ok(())
    }
}

impl<W: Words> Search for AStar<'_, W> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        let (id, is_counted) = match self.busy {
            Some(busy) => busy,
            None => {
                self.pushes.pruning.prepare(&self.ground, self.progress.expanded, meter)?;
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
        self.pushes.pruning.mark();
        self.visit(id, meter).inspect_err(|_| self.pushes.pruning.undo())?;
        self.busy = None;
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        true
    }

    fn progress(&self) -> Progress {
        let pruned = self.refused().by_rule().map(|(_, count)| count).sum();
        Progress { kept: self.nodes.arena.len() as u64, pruned, ..self.progress }
    }
}
