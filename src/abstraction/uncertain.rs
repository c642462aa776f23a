//! The box transfers whose outcome or applicability coarse rungs leave open: LISA's objection, counted. Input: classes
//! of areas, as a search found them, and a partition of these into blocks. Output: transfers out of a block that are
//! uncertain, with two classes that prove it. Silent steps come first throughout: a class has the transfers of any
//! class to which it leads. Nothing beyond the given classes is searched.

use super::{BorderEvent, Exact, PartId, Rung};
use crate::maze::AreaId;
use crate::run::{Held, Meter, NodeKind, Stop};
use indexmap::IndexMap;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A class of local states: its area, and its number in the table of that area.
pub type ClassOf = (AreaId, PartId);

/// All classes of an area that a coarse rung does not distinguish: area, number of boxes, areas that a box can enter.
type Block = (AreaId, u32, Vec<AreaId>);

/// Two classes that prove a transfer uncertain: of one block, or two outcomes of one event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Witness {
    /// Area that the box leaves by the transfer.
    pub area: AreaId,
    /// Area that the box enters by the transfer.
    pub to: AreaId,
    /// For applicability, the class from which the transfer is possible; for an outcome, one class that can follow.
    pub one: PartId,
    /// For applicability, the class from which it is impossible; for an outcome, another class that can follow.
    pub other: PartId,
}

/// How many transfers a coarse rung leaves open, with witnesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uncertain {
    /// Number of transfers examined, each of a box from a block to a neighbour.
    pub operators: usize,
    /// Witnesses of transfers that may lead to several blocks, in the order in which their classes were found.
    pub outcome: Vec<Witness>,
    /// Witnesses of transfers from block to block that are possible from some classes of the first, but not from all.
    pub applicability: Vec<Witness>,
}

/// Neighbours to which a box can go, each with the classes that can follow.
type Outs = Vec<(AreaId, Vec<PartId>)>;

/// Classes that can follow a transfer, each with its block.
type Targets = Vec<(Block, PartId)>;

/// Finds the transfers that the rungs `counts` and `exits` leave open, with one cache for both rungs.
#[derive(Debug)]
pub struct Judge<'e, 'a> {
    exact: &'e mut Exact<'a>,
    /// For each class the neighbours to which a box can go, each with the classes that can follow.
    outs: FxHashMap<ClassOf, Outs>,
    held: Held,
}

impl<'e, 'a> Judge<'e, 'a> {
    /// Creates the examination of classes in these tables.
    pub fn new(exact: &'e mut Exact<'a>) -> Self {
        Self { exact, outs: FxHashMap::default(), held: Held::default() }
    }

    /// Returns the transfers of these classes that a coarse rung leaves open, in the order of the classes. If a limit
    /// is reached, the transfers of the classes examined until then are returned, with the limit.
    pub fn uncertain(&mut self, rung: Rung, classes: &[ClassOf], meter: &mut Meter) -> (Uncertain, Option<Stop>) {
        let mut by_operator: IndexMap<(Block, AreaId), Vec<(PartId, Targets)>> = IndexMap::new();
        let mut met = None;
        for &class in classes {
            if let Err(stop) = self.collect(rung, class, &mut by_operator, meter) {
                met = Some(stop);
                break;
            }
        }
        let mut tally = Uncertain::default();
        by_operator.iter().for_each(|((block, to), members)| tally.judge(block.0, *to, members));
        (tally, met)
    }

    fn collect(
        &mut self,
        rung: Rung,
        class: ClassOf,
        by_operator: &mut IndexMap<(Block, AreaId), Vec<(PartId, Targets)>>,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        meter.tick(NodeKind::Plan)?;
        let block = self.block(rung, class, meter)?;
        for (to, after) in self.outs(class, meter)? {
            let targets = after.iter().map(|&part| Ok((self.block(rung, (class.0, part), meter)?, part)));
            let targets = targets.collect::<Result<Targets, Stop>>()?;
            self.held.grow(200, meter)?;
            by_operator.entry((block.clone(), to)).or_default().push((class.1, targets));
        }
        Ok(())
    }

    /// Returns the block of a class: number of boxes, and on `exits` the neighbours to which a box can be pushed after
    /// silent steps.
    fn block(&mut self, rung: Rung, (area, class): ClassOf, meter: &mut Meter) -> Result<Block, Stop> {
        let boxes = self.exact.tables[area.index()].boxes(class);
        let mut exits = Vec::new();
        if rung != Rung::Counts {
            let outs = self.outs((area, class), meter)?;
            exits.extend(outs.into_iter().filter(|(_, after)| !after.is_empty()).map(|(to, _)| to));
        }
        Ok((area, boxes, exits))
    }

    fn outs(&mut self, (area, class): ClassOf, meter: &mut Meter) -> Result<Outs, Stop> {
        if let Some(known) = self.outs.get(&(area, class)) {
            return Ok(known.clone());
        }
        let mut outs = Outs::new();
        for (to, events) in exits_to(self.exact, area) {
            outs.push((to, self.exact.outs(area, class, &events, meter)?));
        }
        meter.check()?;
        self.held.grow(100, meter)?;
        self.outs.insert((area, class), outs.clone());
        Ok(outs)
    }
}

impl Uncertain {
    /// Examines one transfer out of a block, given each class of the block with the targets of the transfer from it.
    fn judge(&mut self, area: AreaId, to: AreaId, members: &[(PartId, Targets)]) {
        let targets: BTreeSet<&Block> = members.iter().flat_map(|(_, t)| t.iter().map(|(block, _)| block)).collect();
        if targets.is_empty() {
            return;
        }
        self.operators += 1;
        let witness = |one, other| Witness { area, to, one, other };
        if targets.len() > 1 {
            self.outcome.extend(two_outcomes(members).map(|(one, other)| witness(one, other)));
        }
        let can = |target: &Block, member: &[(Block, PartId)]| member.iter().any(|(block, _)| block == target);
        let split = targets.iter().find_map(|target| {
            let one = members.iter().find(|(_, t)| can(target, t))?;
            let other = members.iter().find(|(_, t)| !can(target, t))?;
            Some((one.0, other.0))
        });
        self.applicability.extend(split.map(|(one, other)| witness(one, other)));
    }
}

fn two_outcomes(members: &[(PartId, Targets)]) -> Option<(PartId, PartId)> {
    let mut all = members.iter().flat_map(|(_, targets)| targets);
    let (first, one) = all.next()?;
    all.find(|(block, _)| block != first).map(|(_, other)| (*one, *other))
}

/// Returns the pushes by which the player takes a box out of an area, by the area that the box enters.
fn exits_to(exact: &Exact<'_>, area: AreaId) -> IndexMap<AreaId, Vec<BorderEvent>> {
    let local = &exact.tables[area.index()].local;
    let mut exits: IndexMap<AreaId, Vec<BorderEvent>> = IndexMap::new();
    for push in exact.borders.pushes(area).iter().filter(|push| exact.areas.area_of(push.from) == area) {
        let event = BorderEvent::PushOut { player: local.number(push.player), from: local.number(push.from) };
        exits.entry(exact.areas.area_of(push.to)).or_default().push(event);
    }
    exits.sort_unstable_keys();
    exits
}
