//! The state space of a level: states, steps, roots, ends, estimates; and stored states with parent and cost.
//!
//! ```text
//!   by pushes: boxes, and the player's region        by moves: boxes, and the player's square
//!   a step is a push, after any walk                 a step is a step of the player, with or without a push
//! ```
//! Forwards a search leads from the start to all boxes on goals; by pulls from the solved board, with the player in any
//! region, to the start. If pushes are counted, positions that a walk connects are one state; if moves are counted,
//! only equal positions are. A step is always given as the forward push or move: the square that the player enters, and
//! the direction.

use super::{Metric, Setup};
use crate::deadlock::{Detector, RuleInput, View};
use crate::heuristic::estimates::BuiltIn;
use crate::heuristic::{Heuristic, HeuristicInstance, Problem, Targets};
use crate::level::{Direction, Position, Square};
use crate::maze::Maze;
use crate::push::{Arena, BoxSet, NodeId, Push, Region, State};
use crate::run::{Meter, Stop, memory_used};
use crate::search::Components;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Child {
    pub(super) state: State,
    /// Step to the state; by pulls, the forward step that undoes it.
    pub(super) step: Push,
    /// Whether the step moves the box that the step before moved; false without inertia.
    pub(super) goes_on: bool,
}

#[derive(Debug)]
pub(super) struct Formulation<'a> {
    pub(super) maze: &'a Maze<'a>,
    start: &'a Position,
    metric: Metric,
    by_pulls: bool,
    /// Number of children refused by deadlock rules or proved lost by the estimate.
    pub(super) pruned: u64,
    inertia: bool,
    start_state: State,
    rules: Detector<'a>,
    heuristic: Box<dyn HeuristicInstance + 'a>,
    region: Region,
}

impl<'a> Formulation<'a> {
    /// Creates the state space of a setup. By pulls, a heuristic that cannot estimate pulls is replaced by 0.
    pub(super) fn new(maze: &'a Maze<'a>, start: &'a Position, setup: &Setup, meter: &mut Meter) -> Result<Self, Stop> {
        let (board, rules) = (maze.board, setup.working_rules());
        let rules = if setup.by_pulls {
            Detector::backward(&rules, &Targets::by_pulls(board, start, meter)?.dead_squares())
        } else {
            Detector::new(&rules, &RuleInput::of(maze))
        };
        let heuristic = setup.working_heuristic();
        let problem = Problem { by_pulls: setup.by_pulls, ..Problem::new(maze, start) };
        let is_served = !setup.by_pulls || heuristic.about().serves_pulls;
        let heuristic =
            if is_served { heuristic.instance(&problem, meter)? } else { BuiltIn::Zero.instance(&problem, meter)? };
        let mut region = Region::new(board.len());
        let mut start_state = State::of(board, start, &mut region);
        if setup.metric == Metric::Moves {
            start_state.player = start.player;
        }
        Ok(Self {
            maze,
            start,
            metric: setup.metric,
            by_pulls: setup.by_pulls,
            pruned: 0,
            inertia: setup.has(Components::INERTIA),
            start_state,
            rules,
            heuristic,
            region,
        })
    }

    /// Returns the start; by pulls the solved board for each region of the player, or each square if moves count.
    pub(super) fn roots(&mut self) -> Vec<State> {
        if !self.by_pulls {
            return vec![self.start_state.clone()];
        }
        let board = self.maze.board;
        let boxes = BoxSet::of(board.len(), board.goals().iter().copied());
        if self.metric == Metric::Pushes {
            return State::all_with(board, &boxes, &mut self.region);
        }
        let players = board.squares().filter(|&s| !board.is_goal(s));
        players.map(|player| State { boxes: boxes.clone(), player }).collect()
    }

    pub(super) fn is_end(&self, state: &State) -> bool {
        if self.by_pulls { *state == self.start_state } else { state.is_solved(self.maze.board) }
    }

    /// Returns the successors that no rule refuses; with inertia, successors that move the box of the step `last` come first.
    pub(super) fn children(&mut self, state: &State, last: Option<Push>, meter: &Meter) -> Result<Vec<Child>, Stop> {
        let held = last.and_then(|last| if self.by_pulls { Some(last.from) } else { self.target(last) });
        let mut children = Vec::new();
        match self.metric {
            Metric::Pushes => self.by_pushes(state, &mut children, meter)?,
            Metric::Moves => self.by_moves(state, &mut children),
        }
        for child in &mut children {
            let moved = if self.by_pulls { self.target(child.step) } else { Some(child.step.from) };
            child.goes_on = self.inertia && held.is_some() && moved == held;
        }
        children.sort_by_key(|child| !child.goes_on);
        Ok(children)
    }

    /// Returns the estimated number of steps left from a state; `None` if the state is proved lost.
    pub(super) fn estimate(&mut self, state: &State, meter: &Meter) -> Result<Option<u32>, Stop> {
        meter.check()?;
        self.heuristic.estimate(state, meter)
    }

    /// Returns the pushes of a path of steps from a root to an end, in forward order.
    pub(super) fn pushes(&self, mut steps: Vec<Push>) -> Vec<Push> {
        if self.by_pulls {
            steps.reverse();
        }
        let mut boxes = BoxSet::of(self.maze.board.len(), self.start.boxes.iter().copied());
        steps.retain(|&step| {
            let is_push = boxes.has(step.from);
            if let Some(to) = self.target(step).filter(|_| is_push) {
                boxes.shift(step.from, to);
            }
            is_push
        });
        steps
    }

    fn target(&self, step: Push) -> Option<Square> {
        self.maze.board.next(step.from, step.direction)
    }

    /// Returns the square of the player in a state: `player` if moves are counted, else the lowest of the region.
    fn stand(&mut self, boxes: &BoxSet, player: Square) -> Square {
        if self.metric == Metric::Moves {
            return player;
        }
        self.region.flood(self.maze.board, player, |s| boxes.has(s));
        self.region.representative()
    }

    fn by_pushes(&mut self, state: &State, children: &mut Vec<Child>, meter: &Meter) -> Result<(), Stop> {
        let board = self.maze.board;
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let steps: Vec<Push> = if self.by_pulls {
            state.pulls(board, &self.region).collect()
        } else {
            state.pushes(board, &self.region).collect()
        };
        for step in steps {
            meter.check()?;
            self.add(state, step, true, children);
        }
        Ok(())
    }

    /// ```text
    ///   forwards: @ goes to t, and pushes the box       by pulls: @ goes back to q, and a box at b may come along
    ///             there to u                                      to his old square, which is the step from q to @
    ///     @tu                                             q@b
    /// ```
    fn by_moves(&mut self, state: &State, children: &mut Vec<Child>) {
        let board = self.maze.board;
        for direction in Direction::ALL {
            let (from, is_free) = (state.player, |s: &Square| !state.boxes.has(*s));
            if !self.by_pulls {
                let Some(to) = board.next(from, direction) else { continue };
                if is_free(&to) || board.next(to, direction).is_some_and(|beyond| is_free(&beyond)) {
                    self.add(state, Push { from: to, direction }, !is_free(&to), children);
                }
            } else if board.next(from, direction.opposite()).is_some_and(|back| is_free(&back)) {
                self.add(state, Push { from, direction }, false, children);
                if board.next(from, direction).is_some_and(|b| !is_free(&b)) {
                    self.add(state, Push { from, direction }, true, children);
                }
            }
        }
    }

    /// Adds the successor after a possible step, unless a rule refuses the step.
    fn add(&mut self, state: &State, step: Push, moves_box: bool, children: &mut Vec<Child>) {
        let board = self.maze.board;
        let back = board.next(step.from, step.direction.opposite()).unwrap_or(step.from);
        let player = if self.by_pulls { back } else { step.from };
        let mut boxes = state.boxes.clone();
        if moves_box {
            let Some(target) = self.target(step) else { return };
            let (from, to) = if self.by_pulls { (target, step.from) } else { (step.from, target) };
            boxes.shift(from, to);
            let direction = if self.by_pulls { step.direction.opposite() } else { step.direction };
            let view = View { boxes: &boxes, player, pushed: Some(to), is_matched: None };
            if self.rules.refuses_push(to, direction) || self.rules.refuses_child(&view) {
                self.pruned += 1;
                return;
            }
        }
        let player = self.stand(&boxes, player);
        children.push(Child { state: State { boxes, player }, step, goes_on: false });
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insertion {
    New(NodeId),
    /// The state was stored with a higher cost, which was now lowered.
    Cheaper(NodeId),
    /// The state was stored before with this cost or a lower cost.
    Known,
}

#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) arena: Arena,
    costs: Vec<u32>,
    /// Whether a state that is reached once more is recognised as stored.
    transpositions: bool,
}

impl Nodes {
    pub(super) fn new(squares: usize, transpositions: bool) -> Self {
        Self { arena: Arena::new(squares), costs: Vec::new(), transpositions }
    }

    /// Adds a state that is reached by `cost` steps; if it is stored with a higher cost, lowers the cost.
    pub(super) fn add(&mut self, state: &State, parent: Option<(NodeId, Push)>, cost: u32) -> Result<Insertion, Stop> {
        if !self.transpositions {
            let id = self.arena.insert_copy(state, parent)?;
            self.costs.push(cost);
            return Ok(Insertion::New(id));
        }
        if let Some(id) = self.arena.insert(state, parent)? {
            self.costs.push(cost);
            return Ok(Insertion::New(id));
        }
        match self.arena.find(state) {
            Some(id) if cost < self.costs[id.index()] => {
                self.costs[id.index()] = cost;
                self.arena.reroute(id, parent);
                Ok(Insertion::Cheaper(id))
            }
            _ => Ok(Insertion::Known),
        }
    }

    pub(super) fn find(&self, state: &State) -> Option<NodeId> {
        if self.transpositions { self.arena.find(state) } else { None }
    }

    pub(super) fn cost(&self, id: NodeId) -> u32 {
        self.costs[id.index()]
    }

    pub(super) fn last_step(&self, id: NodeId) -> Option<Push> {
        self.arena.parent(id).map(|(_, step)| step)
    }

    pub(super) fn solution(&self, id: NodeId, formulation: &Formulation<'_>) -> Vec<Push> {
        formulation.pushes(self.arena.path(id))
    }
}

/// True if half of the memory limit is in use: tables that grow to twice their size may then exceed it.
pub(super) fn is_memory_short(meter: &Meter) -> bool {
    meter.limits().memory.is_some_and(|most| memory_used() > most / 2)
}
