//! Outcomes of crossings (the area after the box has gone), and which of them lead to others by silent pushes.

use super::{AWAY, Beside, Flood, Room, can_push};
use crate::level::{Direction, Square};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxBuildHasher;

/// Number of positions, and of outcomes, that one position may add beyond the maximum of a closure: more than
/// the pushes in any area that people play, so that there every push of a position is looked at.
pub(super) const OF_ONE: usize = 1_000;

/// Boxes in the area after each crossing, and the lowest number of a place that the player reaches.
pub(super) type Outcomes = IndexSet<(BoxSet, u16), FxBuildHasher>;

#[derive(Debug)]
pub(super) struct OutcomeOrder {
    /// For each outcome its class; outcomes of one class lead to each other.
    class_of: Vec<usize>,
    /// For each class the set of other classes that it leads to.
    reach: Vec<FixedBitSet>,
    /// Whether all positions that decide which outcomes dominate others were visited.
    pub(super) is_decided: bool,
}

impl OutcomeOrder {
    /// Returns which outcomes lead to which by silent pushes, by a search of `most` positions, or twice the outcomes.
    pub(super) fn new(
        mut all: Outcomes,
        room: &Room,
        parts: &[u16],
        most: usize,
        reached: &mut Flood,
        flood: &mut Flood,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let count = all.len();
        if count <= 1 {
            return Ok(Self { class_of: vec![0; count], reach: vec![FixedBitSet::new()], is_decided: true });
        }
        let most = most.max(2 * count);
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        (0..count).for_each(|_| _ = graph.add_node(()));
        let (mut next, mut is_decided) = (0, true);
        while let Some((boxes, player)) = all.get_index(next).cloned() {
            if all.len() > most {
                is_decided = false;
                break;
            }
            meter.check()?;
            if player != AWAY {
                reached.from(room, parts, &boxes, player);
                let mut after = boxes.clone();
                for b in boxes.iter() {
                    let of = u16::try_from(b.index()).unwrap_or(AWAY);
                    for direction in Direction::ALL {
                        let Beside::Inner(to) = room.beside[b.index()][direction.index()] else { continue };
                        let is_free = !boxes.has(Square(to)) && !room.is_dead[usize::from(to)][direction.index()];
                        if !is_free || !can_push(reached, room, parts, of, direction) {
                            continue;
                        }
                        meter.check_time()?;
                        if all.len() > most + OF_ONE {
                            return Ok(Self::of(&graph, count, false));
                        }
                        after.shift(b, Square(to));
                        let player = flood.from(room, parts, &after, of);
                        let (id, is_new) = all.insert_full((after.clone(), player));
                        after.shift(Square(to), b);
                        if is_new {
                            graph.add_node(());
                        }
                        graph.add_edge(NodeIndex::new(next), NodeIndex::new(id), ());
                    }
                }
            }
            next += 1;
        }
        Ok(Self::of(&graph, count, is_decided))
    }

    /// Computes which outcomes lead to which; they are the first `count` nodes of a graph of silent pushes.
    fn of(graph: &DiGraph<(), ()>, count: usize, is_decided: bool) -> Self {
        // Tarjan's algorithm returns a component after the components that it leads to.
        let components = tarjan_scc(graph);
        let mut component_of = vec![0; graph.node_count()];
        let mut class_of_component = vec![usize::MAX; components.len()];
        let mut classes = 0;
        for (number, component) in components.iter().enumerate() {
            component.iter().for_each(|node| component_of[node.index()] = number);
            if component.iter().any(|node| node.index() < count) {
                class_of_component[number] = classes;
                classes += 1;
            }
        }
        let mut reach: Vec<FixedBitSet> = Vec::with_capacity(components.len());
        let mut of_classes = vec![FixedBitSet::new(); classes];
        for (number, component) in components.iter().enumerate() {
            let mut led_to = FixedBitSet::with_capacity(classes);
            for to in component.iter().flat_map(|&node| graph.neighbors(node)) {
                let other = component_of[to.index()];
                if other != number {
                    led_to.union_with(&reach[other]);
                }
            }
            let class = class_of_component[number];
            if class != usize::MAX {
                of_classes[class] = led_to.clone();
                led_to.insert(class);
            }
            reach.push(led_to);
        }
        let class_of = (0..count).map(|outcome| class_of_component[component_of[outcome]]).collect();
        Self { class_of, reach: of_classes, is_decided }
    }

    pub(super) fn are_equal(&self, one: usize, other: usize) -> bool {
        self.class_of[one] == self.class_of[other]
    }

    /// True if outcome `one` leads to outcome `other`, which does not lead back.
    pub(super) fn dominates(&self, one: usize, other: usize) -> bool {
        let (one, other) = (self.class_of[one], self.class_of[other]);
        one != other && self.reach[one].contains(other)
    }

    pub(super) fn undominated(&self, outcomes: impl Iterator<Item = usize>) -> usize {
        let mut classes: Vec<usize> = outcomes.map(|outcome| self.class_of[outcome]).collect();
        classes.sort_unstable();
        classes.dedup();
        let is_led_to = |class: usize| classes.iter().any(|&one| one != class && self.reach[one].contains(class));
        classes.iter().filter(|&&class| !is_led_to(class)).count()
    }
}
