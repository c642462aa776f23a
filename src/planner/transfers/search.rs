//! The search over positions, by transfers.

use super::node::Node;
use super::ways::Ways;
use super::{Attempted, Effort, Proposal, TransferRecord};
use crate::abstraction::Label;
use crate::feature_space::{Cells, Score};
use crate::level::{Position, Square};
use crate::maze::AreaId;
use crate::packing::{BackwardPacking, PackingPlan};
use crate::planner::PlanningContext;
use crate::push::{BoxSet, Push, Region, State};
use crate::run::{Held, Meter, NodeKind, Progress, Search, Status, Stop};
use crate::search::{Features, Perimeter, Reached, Setting, Subgoal, SubgoalSearch, Subgoals};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

type Key = (u32, Reverse<<Features as Score>::Tie>, u32, usize);

/// A realisation in progress.
#[derive(Debug)]
struct Realisation<'a> {
    node: usize,
    proposal: Proposal,
    search: SubgoalSearch<'a>,
    nodes: u64,
    /// It ends after this number of nodes.
    end: u64,
    reached: Vec<Reached>,
}

/// The search.
#[derive(Debug)]
pub struct TransferSearch<'a> {
    context: &'a PlanningContext<'a>,
    start: Position,
    setting: Setting,
    takes_over: bool,
    stage: Stage<'a>,
    held: Held,
    progress: Progress,
}

#[derive(Debug)]
enum Stage<'a> {
    Packing(Box<BackwardPacking<'a>>),
    Packed(Option<PackingPlan>),
    Upper(Box<Upper<'a>>),
}

#[derive(Debug)]
struct Upper<'a> {
    context: &'a PlanningContext<'a>,
    plan: PackingPlan,
    ways: Ways<'a>,
    subgoals: Subgoals<'a>,
    nodes: Vec<Node>,
    seen: FxHashMap<State, usize>,
    cells: Cells<<Features as Score>::Cell, Key>,
    queued: u32,
    realisation: Option<Realisation<'a>>,
    takes_over: bool,
    attempts: Vec<Attempted>,
}

impl<'a> TransferSearch<'a> {
    /// Begins with the search for a packing plan. `takes_over`: where the smaller searches fail, all boxes are moved.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        setting: Setting,
        takes_over: bool,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let stage = Stage::Packing(Box::new(BackwardPacking::new(context.maze, start, meter)?));
        Ok(Self {
            context,
            start: start.clone(),
            setting,
            takes_over,
            stage,
            held: Held::default(),
            progress: Progress::default(),
        })
    }

    /// The attempts so far.
    pub fn attempts(&self) -> &[Attempted] {
        match &self.stage {
            Stage::Upper(upper) => &upper.attempts,
            _ => &[],
        }
    }
}

impl Search for TransferSearch<'_> {
    type Solution = Vec<TransferRecord>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Self::Solution>, Stop> {
        match &mut self.stage {
            Stage::Packing(search) => match search.step(meter)? {
                Status::Running => {}
                Status::Found(plan) => self.stage = Stage::Packed(Some(plan)),
                Status::Exhausted => self.stage = Stage::Packed(None),
            },
            Stage::Packed(None) => return Ok(Status::Exhausted),
            Stage::Packed(Some(plan)) => {
                let upper = Upper::new(self.context, &self.start, plan.clone(), self.setting.clone(), self.takes_over);
                self.stage = Stage::Upper(Box::new(upper));
            }
            Stage::Upper(upper) => return upper.step(meter),
        }
        Ok(Status::Running)
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}

impl<'a> Upper<'a> {
    fn new(
        context: &'a PlanningContext<'a>,
        start: &Position,
        plan: PackingPlan,
        setting: Setting,
        takes_over: bool,
    ) -> Self {
        let maze = context.maze;
        let subgoals = Subgoals::new(maze, Some(plan.clone()), setting, Perimeter::new(maze.board.len()));
        let features = subgoals.features(start);
        let mut upper = Self {
            context,
            ways: Ways::new(maze, &plan),
            plan,
            subgoals,
            nodes: Vec::new(),
            seen: FxHashMap::default(),
            cells: Cells::new(),
            queued: 0,
            realisation: None,
            takes_over,
            attempts: Vec::new(),
        };
        let root = State::of(maze.board, start, &mut Region::new(maze.board.len()));
        upper.add(root, features, 0, None);
        upper
    }

    fn add(&mut self, state: State, features: Features, weight: u32, parent: Option<(usize, TransferRecord)>) {
        if self.seen.contains_key(&state) {
            return;
        }
        let best = parent.as_ref().map_or(features, |(p, _)| self.nodes[*p].best.max(features));
        let cell = self.cells.number(best.cell());
        let id = self.nodes.len();
        self.seen.insert(state.clone(), id);
        self.nodes.push(Node { state, features, best, cell, weight, parent, proposals: None, tries: 0, takeovers: 0 });
        self.enqueue(id);
    }

    fn enqueue(&mut self, id: usize) {
        let node = &self.nodes[id];
        self.queued += 1;
        let weight = node.weight + u32::from(node.tries > 0);
        self.cells.push(node.cell, (weight, Reverse(node.features.tie()), self.queued, id));
    }

    /// The loose boxes that can come to the square of the next step, by area, the nearest first.
    fn sources(&mut self, id: usize) -> Vec<(u32, Square)> {
        let node = &self.nodes[id];
        let step = usize::from(node.features.packed);
        let Some(next) = self.plan.next(step) else { return Vec::new() };
        let kept = self.plan.set(step);
        let boxes: Vec<Square> = match next.from {
            Some(from) => vec![from],
            None => node.state.boxes.iter().filter(|&b| !kept.has(b)).collect(),
        };
        let ways = self.ways.to(&self.plan, step);
        let mut nearest: Vec<(u32, Square)> = boxes.into_iter().map(|b| (ways[b.index()], b)).collect();
        nearest.sort_unstable();
        let mut areas: Vec<AreaId> = Vec::new();
        nearest.retain(|&(pushes, b)| {
            let area = self.context.areas.area_of(b);
            let is_new = pushes != u32::MAX && !areas.contains(&area);
            areas.push(area);
            is_new
        });
        nearest
    }

    fn proposals(&mut self, id: usize) -> Vec<Proposal> {
        let step = usize::from(self.nodes[id].features.packed);
        let sources = self.sources(id);
        let routes: Vec<Vec<AreaId>> = sources
            .iter()
            .take(env("SRC", 3) as usize)
            .map(|&(_, b)| self.ways.route(&self.plan, step, b, self.context.areas))
            .collect();
        let rooms = self.workable(id);
        let mut all = Vec::new();
        for (rings, cap, open) in [
            (0, env("CAP0", 30), env("OPEN0", 30)),
            (1, env("CAP1", 200), env("OPEN1", 100)),
            (2, env("CAP2", 1000), env("OPEN2", 300)),
        ] {
            let effort = Effort::Rings(rings);
            all.extend(routes.iter().map(|route| Proposal {
                route: route.clone(),
                subgoal: Subgoal::Packed,
                effort,
                cap,
            }));
            all.extend(rooms.iter().map(|&room| Proposal {
                route: vec![room],
                subgoal: Subgoal::Opened,
                effort,
                cap: open,
            }));
        }
        all.reverse();
        all
    }

    /// The areas in which the player can push a box now.
    fn workable(&self, id: usize) -> Vec<AreaId> {
        let board = self.context.maze.board;
        let state = &self.nodes[id].state;
        let mut region = Region::new(board.len());
        region.flood(board, state.player, |s| state.boxes.has(s));
        let mut areas = Vec::new();
        for push in state.pushes(board, &region) {
            let is_dead =
                board.next(push.from, push.direction).is_none_or(|to| self.context.maze.distances.is_dead(to));
            let area = self.context.areas.area_of(push.from);
            if !is_dead && !areas.contains(&area) {
                areas.push(area);
            }
        }
        areas
    }

    fn within(&self, proposal: &Proposal) -> Option<BoxSet> {
        let areas = self.context.areas;
        let Effort::Rings(rings) = proposal.effort else { return None };
        let mut ids = proposal.route.clone();
        for _ in 0..rings {
            let more: Vec<AreaId> = ids.iter().flat_map(|&area| areas.neighbours(area)).collect();
            ids.extend(more);
            ids.sort_unstable();
            ids.dedup();
        }
        Some(BoxSet::of(
            self.context.maze.board.len(),
            ids.iter().flat_map(|&area| areas.area(area).squares.iter().copied()),
        ))
    }

    fn next_proposal(&mut self, id: usize) -> Option<Proposal> {
        if self.nodes[id].proposals.is_none() {
            self.nodes[id].proposals = Some(self.proposals(id));
        }
        let node = &mut self.nodes[id];
        if let Some(proposal) = node.proposals.as_mut().and_then(Vec::pop) {
            return Some(proposal);
        }
        if !self.takes_over {
            return None;
        }
        node.takeovers += 1;
        let cap = env("CAPT", 100) * env("GROW", 3).pow(node.takeovers - 1);
        Some(Proposal { route: Vec::new(), subgoal: Subgoal::Packed, effort: Effort::All, cap })
    }

    fn best_cell(&self) -> Option<usize> {
        let live = self.nodes.iter().filter(|n| n.proposals.as_ref().is_none_or(|p| !p.is_empty()) || self.takes_over);
        live.max_by_key(|n| (n.features, Reverse(n.tries))).map(|n| n.cell)
    }

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<TransferRecord>>, Stop> {
        if self.realisation.is_some() {
            return self.realise(meter);
        }
        let best = self.best_cell();
        let Some(cell) = self.cells.turn(best) else { return Ok(Status::Exhausted) };
        let Some((_, _, _, id)) = self.cells.least(cell) else { return Ok(Status::Exhausted) };
        meter.tick(NodeKind::Plan)?;
        let Some(proposal) = self.next_proposal(id) else {
            self.cells.take(cell);
            return Ok(Status::Running);
        };
        let node = &self.nodes[id];
        let begun = self.subgoals.begin(&node.state, node.features, proposal.subgoal, self.within(&proposal), meter);
        let search = match begun {
            Ok(search) => search,
            Err(stop) => {
                self.nodes[id].proposals.iter_mut().for_each(|p| p.push(proposal.clone()));
                return Err(stop);
            }
        };
        self.cells.take(cell);
        self.realisation =
            Some(Realisation { node: id, end: proposal.cap, proposal, search, nodes: 0, reached: Vec::new() });
        Ok(Status::Running)
    }

    fn realise(&mut self, meter: &mut Meter) -> Result<Status<Vec<TransferRecord>>, Stop> {
        let Some(realisation) = &mut self.realisation else { return Ok(Status::Running) };
        let before = meter.push_nodes();
        let status = realisation.search.step(meter)?;
        realisation.nodes += meter.push_nodes() - before;
        let mut is_dry = false;
        match status {
            Status::Running => {}
            Status::Exhausted => is_dry = true,
            Status::Found(reached) => {
                if reached.state.is_solved(self.context.maze.board) || !self.subgoals.is_lost(&reached.state, meter)? {
                    realisation.end = realisation.end.min(realisation.nodes + env("MORE", 5));
                    realisation.reached.push(reached);
                }
            }
        }
        if !is_dry && realisation.nodes < realisation.end {
            return Ok(Status::Running);
        }
        let Some(Realisation { node, proposal, nodes, mut reached, .. }) = self.realisation.take() else {
            return Ok(Status::Running);
        };
        let label = match (reached.len(), is_dry) {
            (1, true) => Label::Deterministic,
            (n, true) if n > 1 => Label::Choice,
            (0, true) if proposal.effort != Effort::All => Label::Context,
            _ => Label::Unknown,
        };
        self.attempts.push(Attempted {
            position: node,
            proposal: proposal.clone(),
            label,
            nodes,
            outcomes: reached.len(),
        });
        if std::env::var("TRACE").is_ok() {
            let n = &self.nodes[node];
            eprintln!(
                "{} w{} {:?} try {} {:?} {:?} {:?} cap {}: {label:?} {nodes} nodes -> {:?}",
                node,
                n.weight,
                n.features,
                n.tries,
                proposal.subgoal,
                proposal.effort,
                proposal.route.iter().map(|a| a.0).collect::<Vec<_>>(),
                proposal.cap,
                reached.iter().map(|r| r.features).collect::<Vec<_>>()
            );
        }
        reached.sort_by_key(|r| Reverse(r.features));
        let weight = self.nodes[node].weight + u32::from(self.nodes[node].tries > 0);
        self.nodes[node].tries += 1;
        for (place, r) in reached.into_iter().take(3).enumerate() {
            let record = TransferRecord { proposal: proposal.clone(), pushes: r.pushes, label };
            if r.state.is_solved(self.context.maze.board) {
                return Ok(Status::Found(self.solution(node, record)));
            }
            self.add(r.state, r.features, weight + u32::from(place > 0), Some((node, record)));
        }
        self.enqueue(node);
        Ok(Status::Running)
    }

    fn solution(&self, node: usize, last: TransferRecord) -> Vec<TransferRecord> {
        let mut records = vec![last];
        let mut at = node;
        while let Some((parent, record)) = &self.nodes[at].parent {
            records.push(record.clone());
            at = *parent;
        }
        records.reverse();
        records
    }
}

fn env(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

#[allow(unused)]
fn pushes(records: &[TransferRecord]) -> Vec<Push> {
    records.iter().flat_map(|r| r.pushes.iter().copied()).collect()
}
