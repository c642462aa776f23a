//! The finite table of one area: its possible contents, and their changes by crossings. Input: the tables of local
//! states. Output: the sets of local states that the area may hold, and the effect of each crossing. Entries of a table
//! that was cut are real; further ones are missing.

use super::problem::{direction_name, place_name};
use crate::abstraction::{AreaEffect, Borders};
use crate::exact::table::PartId;
use crate::exact::task::{Exact, OperatorKind};
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas};
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};
use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A walk or push whose squares lie in more than one area.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    pub(super) operator: OperatorKind,
    /// Name in PDDL, e.g. `walk-3-4-right` or `push-3-4-right`.
    pub(super) name: String,
    /// Type in PDDL, by the areas of the squares: `step`, `outward`, `inward` or `through`.
    pub(super) kind: &'static str,
}

impl Crossing {
    /// Returns all crossings of a board, walks first, without pushes that make a lone box dead.
    pub(super) fn all(context: &PlanningContext<'_>, areas: &Areas) -> Vec<Self> {
        let (board, borders) = (context.maze.board, Borders::new(context.maze.board, areas));
        let area = |s| areas.area_of(s);
        let walks = areas.areas().iter().flat_map(|area| borders.walks(area.id));
        let mut steps: Vec<(Square, Self)> = walks
            .map(|&walk| {
                let name = name(board, "walk", walk.from, walk.to);
                (walk.from, Self { operator: OperatorKind::Walk(walk), name, kind: "step" })
            })
            .collect();
        let mut pushes: Vec<(Square, Self)> = Vec::new();
        for push in borders.all_pushes() {
            let Some(direction) = board.direction(push.from, push.to) else { continue };
            if context.maze.distances.is_dead_place(context.maze.place_pushed(push.to, direction)) {
                continue;
            }
            let kind = match (area(push.player), area(push.from), area(push.to)) {
                (from, next, _) if from == next => "outward",
                (from, next, to) if to == next || to == from => "inward",
                _ => "through",
            };
            let name = name(board, "push", push.player, push.from);
            pushes.push((push.player, Self { operator: OperatorKind::Push(push), name, kind }));
        }
        steps.sort_by_key(|(square, _)| *square);
        pushes.sort_by_key(|(square, _)| *square);
        steps.into_iter().chain(pushes).map(|(_, crossing)| crossing).collect()
    }
}

fn name(board: &Board, kind: &str, stand: Square, next: Square) -> String {
    let direction = board.direction(stand, next).map_or("", direction_name);
    format!("{kind}-{}-{direction}", place_name(board, stand))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Holding {
    pub(super) part: PartId,
    pub(super) is_active: bool,
    /// Whether one of the local states has boxes exactly on the goals.
    pub(super) is_home: bool,
}

/// A change of what an area holds: from one holding to another, as indices into [`Table::holdings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableStep {
    pub(super) from: usize,
    pub(super) crossing: usize,
    pub(super) to: usize,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    /// Holdings in the order of discovery, beginning with the holding of the start.
    pub(super) holdings: Vec<Holding>,
    /// Steps, ascending; at most one from a holding by a crossing.
    pub(super) steps: Vec<TableStep>,
    /// Whether the budget of local states ended the computation.
    pub(super) is_cut: bool,
}

impl Table {
    /// Computes the table from what the area holds at the start; it is cut at about `most` local states and holdings.
    pub(super) fn new(
        exact: &mut Exact<'_>,
        area: AreaId,
        first: PartId,
        crossings: &[Crossing],
        most: usize,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let here =
            |crossing: &Crossing| exact.effects(crossing.operator).into_iter().filter(|(other, _)| *other == area);
        let numbered = crossings.iter().enumerate();
        let events: Vec<(usize, AreaEffect)> =
            numbered.flat_map(|(number, crossing)| here(crossing).map(move |(_, event)| (number, event))).collect();
        let mut table = Self::default();
        let mut found: IndexSet<PartId, FxBuildHasher> = IndexSet::from_iter([first]);
        while let Some(&part) = found.get_index(table.holdings.len()) {
            let local = &exact.tables[area.index()];
            let is_active = local.members(part).first().is_none_or(|&state| !local.state(state).is_suspended());
            let from = table.holdings.len();
            table.holdings.push(Holding { part, is_active, is_home: local.solved(part).is_some() });
            for &(crossing, event) in events.iter().filter(|(_, event)| event.is_active_before() == is_active) {
                if found.len() >= most || exact.tables[area.index()].len() >= most {
                    table.is_cut = true;
                    break;
                }
                if let Some(next) = exact.after(area, part, event, meter)?.part {
                    table.steps.push(TableStep { from, crossing, to: found.insert_full(next).0 });
                }
            }
        }
        table.is_cut |= exact.tables[area.index()].is_cut;
        table.steps.sort_unstable();
        table.steps.dedup();
        Ok(table)
    }

    /// Returns the smallest table that allows the same sequences of crossings from the start, which stays first, to home: without
    /// holdings that never lead home, and with one holding in place of equivalent ones (Moore 1956).
    pub(super) fn reduced(&self, meter: &Meter) -> Result<Self, Stop> {
        let leads_home = self.leads_home();
        let mut steps = vec![Vec::new(); self.holdings.len()];
        let living = self.steps.iter().filter(|step| leads_home[step.to]);
        living.for_each(|step| steps[step.from].push((step.crossing, step.to)));
        // Holdings of one block have allowed the same so far; blocks are split until none is.
        let mut block = vec![0; self.holdings.len()];
        let mut count = 0;
        loop {
            meter.check()?;
            let mut blocks = FxHashMap::default();
            let mut next = Vec::with_capacity(block.len());
            for (number, &Holding { is_active, is_home, .. }) in self.holdings.iter().enumerate() {
                let targets: Vec<_> = steps[number].iter().map(|&(crossing, to)| (crossing, block[to])).collect();
                let fresh = blocks.len();
                next.push(*blocks.entry((block[number], is_active, is_home, targets)).or_insert(fresh));
            }
            block = next;
            if std::mem::replace(&mut count, blocks.len()) == blocks.len() {
                break;
            }
        }
        let mut kept: IndexMap<usize, usize, FxBuildHasher> = IndexMap::default();
        let living = (0..self.holdings.len()).filter(|&number| number == 0 || leads_home[number]);
        living.for_each(|number| _ = kept.entry(block[number]).or_insert(number));
        let place = |number: usize| kept.get_index_of(&block[number]);
        let mut reduced = Self { is_cut: self.is_cut, ..Self::default() };
        for (from, &number) in kept.values().enumerate() {
            reduced.holdings.push(self.holdings[number]);
            let targets = steps[number].iter().filter_map(|&(crossing, to)| Some((crossing, place(to)?)));
            reduced.steps.extend(targets.map(|(crossing, to)| TableStep { from, crossing, to }));
        }
        Ok(reduced)
    }

    fn leads_home(&self) -> Vec<bool> {
        let mut origins = vec![Vec::new(); self.holdings.len()];
        self.steps.iter().for_each(|step| origins[step.to].push(step.from));
        let mut stack: Vec<usize> = (0..self.holdings.len()).filter(|&number| self.holdings[number].is_home).collect();
        let mut leads_home = vec![false; self.holdings.len()];
        while let Some(at) = stack.pop() {
            if !std::mem::replace(&mut leads_home[at], true) {
                stack.extend(&origins[at]);
            }
        }
        leads_home
    }
}
