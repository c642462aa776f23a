//! The simulation relation on the objects of the table of an area. An object simulates another of its kind if, after
//! silent pushes, it is home whenever the other is, and can follow each step of the other to an object that simulates
//! the target. All crossings that lead from the other home then lead from it home, too. Computed as the greatest fixed
//! point, from all pairs downwards (Henzinger, Henzinger and Kopke: Computing Simulations on Finite and Infinite
//! Graphs, FOCS 1995; Torralba and Hoffmann: Simulation-Based Admissible Dominance Pruning, IJCAI 2015).

use super::tables::{Object, Table};
use crate::run::{Held, Meter, Stop};
use fixedbitset::FixedBitSet;
use std::collections::VecDeque;

/// Largest weak simulation on the objects of one table.
#[derive(Debug)]
pub(super) struct Simulation {
    /// For each object, the set of objects that simulate it.
    above: Vec<FixedBitSet>,
    _held: Held,
}

impl Simulation {
    /// Computes the simulation, with a bit for each pair of objects. Time is at worst cubic, seldom more than
    /// quadratic.
    pub(super) fn new(table: &Table, meter: &Meter) -> Result<Self, Stop> {
        let number = table.objects.len();
        let mut held = Held::default();
        held.grow(number * (number / 8 + 32), meter)?;
        let into = Into::new(table);
        let mut above = first_guess(table, &into);
        let mut waiting: VecDeque<usize> = (0..number).collect();
        let mut is_waiting = vec![true; number];
        while let Some(to) = waiting.pop_front() {
            meter.check()?;
            is_waiting[to] = false;
            for group in into.steps[to].chunk_by(|a, b| a.0 == b.0) {
                let able = into.able(group[0].0, &above[to]);
                for &(_, from) in group.iter().filter(|(_, from)| !above[*from].is_subset(&able)).collect::<Vec<_>>() {
                    above[from].intersect_with(&able);
                    if !std::mem::replace(&mut is_waiting[from], true) {
                        waiting.push_back(from);
                    }
                }
            }
        }
        Ok(Self { above, _held: held })
    }

    /// Returns whether object `one` simulates object `other`.
    pub(super) fn is_above(&self, one: usize, other: usize) -> bool {
        self.above[other].contains(one)
    }
}

/// Returns for each object the objects of its kind that may simulate it at first: if it is home, those that lead home.
fn first_guess(table: &Table, into: &Into) -> Vec<FixedBitSet> {
    let number = table.objects.len();
    let set = |has: &dyn Fn(usize) -> bool| {
        let mut set = FixedBitSet::with_capacity(number);
        (0..number).filter(|&object| has(object)).for_each(|object| set.insert(object));
        set
    };
    let home = into.able(None, &set(&|object| table.home[object]));
    let classes = set(&|object| table.objects[object].is_class());
    let options = set(&|object| !table.objects[object].is_class());
    let one = |(object, is_home): (&Object, &bool)| {
        let mut set = if object.is_class() { classes.clone() } else { options.clone() };
        if *is_home {
            set.intersect_with(&home);
        }
        set
    };
    table.objects.iter().zip(&table.home).map(one).collect()
}

/// For each object the steps that lead to it: crossing and origin, sorted.
struct Into {
    steps: Vec<Vec<(Option<usize>, usize)>>,
}

impl Into {
    fn new(table: &Table) -> Self {
        let mut steps = vec![Vec::new(); table.objects.len()];
        table.steps.iter().for_each(|step| steps[step.to].push((step.crossing, step.from)));
        steps.iter_mut().for_each(|steps| steps.sort_unstable());
        Self { steps }
    }

    /// Returns the objects from which silent pushes, and then `crossing` if it is given, lead into a set of objects.
    fn able(&self, crossing: Option<usize>, set: &FixedBitSet) -> FixedBitSet {
        let mut able = match crossing {
            None => set.clone(),
            Some(_) => FixedBitSet::with_capacity(self.steps.len()),
        };
        if crossing.is_some() {
            set.ones().flat_map(|to| self.origins(to, crossing)).for_each(|from| able.insert(from));
        }
        let mut stack: Vec<usize> = able.ones().collect();
        while let Some(to) = stack.pop() {
            for from in self.origins(to, None) {
                if !able.put(from) {
                    stack.push(from);
                }
            }
        }
        able
    }

    fn origins(&self, to: usize, crossing: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        let steps = &self.steps[to];
        let first = steps.partition_point(|step| step.0 < crossing);
        steps[first..].iter().take_while(move |step| step.0 == crossing).map(|step| step.1)
    }
}
