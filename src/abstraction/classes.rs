//! Classes of local states: the strongly connected components of silent steps (pushes inside one area). Members of a
//! class lead to each other, so all of them lead to the outcomes of any one (see [`super::theory`]; Botea et al. 2002,
//! 4.1).

use super::table::StateId;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

/// The strongly connected components of some local states, and which components lead to which.
#[derive(Debug)]
pub(super) struct Classes {
    /// States of each class; a class comes after all classes to which it leads.
    classes: Vec<Vec<StateId>>,
    /// For each class, the classes to which one silent step leads.
    leads_to: Vec<Vec<usize>>,
    class_of: FxHashMap<StateId, usize>,
}

impl Classes {
    /// Computes the components of `members` in linear time. Steps to other states are ignored.
    pub(super) fn new<'s>(members: &[StateId], steps: impl Fn(StateId) -> &'s [StateId]) -> Self {
        let mut graph: DiGraph<StateId, ()> = DiGraph::with_capacity(members.len(), members.len() * 3);
        let node: FxHashMap<StateId, NodeIndex> = members.iter().map(|&m| (m, graph.add_node(m))).collect();
        for m in members {
            for next in steps(*m).iter().filter_map(|next| node.get(next)) {
                graph.add_edge(node[m], *next, ());
            }
        }
        // Kosaraju's: petgraph's Tarjan recurses, and overflows the stack on a long chain of steps.
        let classes: Vec<Vec<StateId>> =
            kosaraju_scc(&graph).iter().map(|class| class.iter().map(|&n| graph[n]).collect()).collect();
        let class_of: FxHashMap<StateId, usize> =
            classes.iter().enumerate().flat_map(|(index, class)| class.iter().map(move |&m| (m, index))).collect();
        let leads_to = classes.iter().enumerate().map(|(index, class)| {
            let mut next: Vec<usize> =
                class.iter().flat_map(|&m| steps(m)).filter_map(|s| class_of.get(s).copied()).collect();
            next.sort_unstable();
            next.dedup();
            next.retain(|&n| n != index);
            next
        });
        Self { leads_to: leads_to.collect(), classes, class_of }
    }

    /// Returns the classes of the seeds, without those to which the class of another seed leads.
    pub(super) fn undominated(&self, seeds: &[StateId]) -> Vec<Vec<StateId>> {
        let mut is_seed = vec![false; self.classes.len()];
        for class in seeds.iter().filter_map(|seed| self.class_of.get(seed)) {
            is_seed[*class] = true;
        }
        let mut is_reached = vec![false; self.classes.len()];
        // In reverse, each class comes before all to which it leads.
        for class in (0..self.classes.len()).rev() {
            if is_seed[class] || is_reached[class] {
                self.leads_to[class].iter().for_each(|&next| is_reached[next] = true);
            }
        }
        let kept = (0..self.classes.len()).filter(|&class| is_seed[class] && !is_reached[class]);
        kept.map(|class| self.classes[class].clone()).collect()
    }
}
