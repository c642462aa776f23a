//! The finite table of one area: what it can hold, and how crossings change that. Input: the local tables of
//! `abstraction`. Output: the classes and options of one area (what it may hold with and without the player inside)
//! with the effect of each crossing. Entries of a table that was cut are real; further ones are missing.

use super::crossings::Crossing;
use crate::abstraction::{AreaEffect, Exact, PartId};
use crate::maze::AreaId;
use crate::run::{Meter, Stop};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// What an area may hold, as the number of a set of local states in its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Object {
    /// Set of local states with the player inside the area.
    Class(PartId),
    /// Set of local states with the player outside the area.
    Options(PartId),
}

impl Object {
    /// Returns whether the player is in the area.
    pub(super) const fn is_class(self) -> bool {
        matches!(self, Self::Class(_))
    }
}

/// A change of what an area holds: from one object to another, as indices into [`Table::objects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableStep {
    pub(super) from: usize,
    /// Index of the crossing; `None` for silent pushes, which lead from class to class.
    pub(super) crossing: Option<usize>,
    pub(super) to: usize,
}

/// Objects: what one area may hold; and the steps by which crossings and silent pushes lead from object to object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    /// Objects in the order of discovery; the first is that of the start.
    pub(super) objects: Vec<Object>,
    /// Steps between objects, each once, ascending.
    pub(super) steps: Vec<TableStep>,
    /// For each object, whether one of its local states has boxes exactly on the goals.
    pub(super) home: Vec<bool>,
    /// Number of local states from which the objects are made.
    pub(super) local_states: usize,
    /// Whether the budget of local states ended the computation.
    pub(super) is_cut: bool,
}

impl Table {
    /// Computes the table from what the area holds at the start; it is cut at about `most` local states and objects.
    pub(super) fn new(
        exact: &mut Exact<'_>,
        (area, first): (AreaId, PartId),
        crossings: &[Crossing],
        most: usize,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let events = crossings.iter().enumerate().flat_map(|(number, crossing)| {
            let here = exact.effects(crossing.operator).into_iter().filter(move |(other, _)| *other == area);
            here.map(move |(_, event)| (Some(number), event))
        });
        let events: Vec<(Option<usize>, AreaEffect)> = events.collect();
        let mut table = Self::default();
        let mut found: IndexSet<PartId, FxBuildHasher> = IndexSet::from_iter([first]);
        let mut done = 0;
        while let Some(&part) = found.get_index(done) {
            done += 1;
            table.home.push(exact.tables[area.index()].solved(part).is_some());
            let is_active = object(exact, area, part).is_class();
            for &(crossing, event) in events.iter().filter(|(_, event)| event.is_active_before() == is_active) {
                if found.len() >= most || exact.tables[area.index()].len() >= most {
                    table.is_cut = true;
                    break;
                }
                if let Some(next) = exact.after(area, part, event, meter)?.part {
                    let (to, _) = found.insert_full(next);
                    table.steps.push(TableStep { from: done - 1, crossing, to });
                }
            }
        }
        table.is_cut |= exact.tables[area.index()].is_cut;
        table.local_states = exact.tables[area.index()].len();
        table.objects = found.into_iter().map(|part| object(exact, area, part)).collect();
        table.steps.sort_unstable();
        table.steps.dedup();
        Ok(table)
    }
}

fn object(exact: &Exact<'_>, area: AreaId, part: PartId) -> Object {
    let table = &exact.tables[area.index()];
    let is_suspended = table.members(part).first().is_some_and(|&m| table.state(m).is_suspended());
    if is_suspended { Object::Options(part) } else { Object::Class(part) }
}
