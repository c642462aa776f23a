//! Heights of the nodes of a directed graph, and its cycles.
//!
//! ```text
//! a -> b -> c      heights 2, 1, 0
//! d <-> e          none: a cycle
//! ```

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Returns for each node the number of edges of the longest path that begins there; paths end where they meet a cycle.
/// `None` for a node on a cycle.
///
/// Time and memory grow with nodes and edges (Kosaraju's components, which come in the order of their heights).
pub(super) fn heights(nodes: usize, edges: &[(usize, usize)]) -> Vec<Option<u32>> {
    let mut graph: DiGraph<(), (), usize> = DiGraph::with_capacity(nodes, edges.len());
    (0..nodes).for_each(|_| _ = graph.add_node(()));
    graph.extend_with_edges(edges.iter().map(|&(from, to)| (NodeIndex::new(from), NodeIndex::new(to))));
    let mut heights: Vec<Option<u32>> = vec![None; nodes];
    for component in kosaraju_scc(&graph) {
        let [node] = component[..] else { continue };
        let mut next = graph.neighbors(node);
        let above = next.try_fold(0, |height: u32, next| match next == node {
            true => None,
            false => Some(height.max(heights[next.index()].map_or(0, |below| below + 1)).max(1)),
        });
        heights[node.index()] = above;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_are_the_longest_ways_and_cycles_have_none() {
        let edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 3), (5, 3), (6, 6)];
        let found = heights(7, &edges);
        assert_eq!(found, [Some(2), Some(1), Some(0), None, None, Some(1), None]);
    }
}
