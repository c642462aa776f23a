//! The finite table of one area.
//!
//! Input: the local tables of `abstraction`. Output: the classes and options of one area with the effect of every
//! crossing on them, for at most the budgeted number of local states. What is in the table is real even if it was cut;
//! only what is beyond is missing.

use super::crossings::Crossing;
use crate::abstraction::{BorderEvent, Exact, PartId};
use crate::maze::AreaId;
use crate::run::{Meter, Stop};
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// A class or options, by number within the area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Object {
    /// Of an active area.
    Class(PartId),
    /// Of a suspended area.
    Options(PartId),
}

/// The table of one area.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    /// In the order of discovery; the first is the start of the area.
    pub(super) objects: Vec<Object>,
    /// Class to class.
    pub(super) slides: Vec<(Object, Object)>,
    /// Object, number of a crossing, the object after it.
    pub(super) played: Vec<(Object, usize, Object)>,
    /// With boxes exactly on the goals.
    pub(super) home: Vec<Object>,
    /// Whether the budget was met.
    pub(super) is_cut: bool,
}

impl Table {
    /// Everything reachable from the part that an area begins with; about `most` local states and objects at most.
    pub(super) fn new(
        exact: &mut Exact<'_>,
        (area, first): (AreaId, PartId),
        crossings: &[Crossing],
        most: usize,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let events = crossings.iter().enumerate().flat_map(|(number, crossing)| {
            let here = exact.events(crossing.operator).into_iter().filter(move |(other, _)| *other == area);
            here.map(move |(_, event)| (Some(number), event))
        });
        let events: Vec<(Option<usize>, BorderEvent)> =
            std::iter::once((None, BorderEvent::SilentStep)).chain(events).collect();
        let mut table = Self::default();
        let mut found: IndexSet<PartId, FxBuildHasher> = IndexSet::from_iter([first]);
        let mut done = 0;
        while let Some(&part) = found.get_index(done) {
            done += 1;
            let from = object(exact, area, part);
            if exact.tables[area.index()].solved(part).is_some() {
                table.home.push(from);
            }
            let is_active = matches!(from, Object::Class(_));
            for &(number, event) in events.iter().filter(|(_, event)| event.is_active_before() == is_active) {
                if found.len() >= most || exact.tables[area.index()].len() >= most {
                    table.is_cut = true;
                    break;
                }
                for next in exact.after(area, part, event, meter)?.parts.clone() {
                    found.insert(next);
                    let to = object(exact, area, next);
                    match number {
                        None => table.slides.push((from, to)),
                        Some(number) => table.played.push((from, number, to)),
                    }
                }
            }
        }
        table.is_cut |= exact.tables[area.index()].is_cut;
        table.objects = found.into_iter().map(|part| object(exact, area, part)).collect();
        Ok(table)
    }
}

fn object(exact: &Exact<'_>, area: AreaId, part: PartId) -> Object {
    let table = &exact.tables[area.index()];
    let is_suspended = table.members(part).first().is_some_and(|&m| table.state(m).is_suspended());
    if is_suspended { Object::Options(part) } else { Object::Class(part) }
}
