//! Parts of the floor, cut at its bridges.
//!
//! ```text
//!   #########        a bridge is a step whose removal disconnects the floor; what is left is 2-edge-connected. Of a corridor
//!   #AAA#BBB#        every step is a bridge: its squares join the part before it, so that one bridge is left
//!   #AAA--BBB  ->    between A and B. 3 boxes and 1 goal in A: whatever the plan, two boxes more go from A to B
//!   #AAA#BBB#        than from B to A, which is the flow of the bridge.
//!   #########
//! ```
//! The graph of parts and bridges is a tree.

use super::Areas;
use super::rooms_by::graph;
use crate::level::{Board, Position, Square};
use itertools::Itertools;
use petgraph::algo::{bridges, dijkstra};
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::unionfind::UnionFind;
use petgraph::visit::EdgeRef;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// A part of the floor, with its number of boxes and goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Squares of the part, ascending.
    pub squares: Vec<Square>,
    /// Number of boxes in the part.
    pub boxes: usize,
    /// Number of goals in the part.
    pub goals: usize,
}

/// A step between two parts that is the only connection of the floor on its two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bridge {
    /// Both parts, the lower number first.
    pub parts: [usize; 2],
    /// Square in the first part, and square in the second.
    pub squares: [Square; 2],
    /// Number of boxes that go from the side of the first part to that of the second, minus those that come back, in
    /// every solution.
    pub flow: isize,
}

impl Bridge {
    /// Returns whether the bridge is the step between these squares, in either order.
    pub fn is_between(&self, squares: [Square; 2]) -> bool {
        self.squares == squares || self.squares == [squares[1], squares[0]]
    }

    /// Returns the square of the bridge in `part`, which must be one of the two parts at the bridge.
    pub const fn inside(&self, part: usize) -> Square {
        self.squares[if self.parts[0] == part { 0 } else { 1 }]
    }

    /// Returns the square of the bridge outside `part`, which must be one of the two parts at the bridge.
    pub const fn outside(&self, part: usize) -> Square {
        self.squares[if self.parts[0] == part { 1 } else { 0 }]
    }
}

/// The parts of the floor of a board, and the bridges between them.
///
/// ```
/// use sokoplan::Level;
/// use sokoplan::maze::Parts;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "###########\n#   ###   #\n# $@    . #\n#   ###   #\n###########";
/// let level = Level::from_xsb("two rooms and a corridor", text)?;
/// let parts = Parts::new(&level.board, &level.start);
/// assert_eq!((parts.parts().len(), parts.bridges().len()), (2, 1));
/// assert_eq!(parts.bridges()[0].flow, 1, "the box goes from left to right");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    part_of: Vec<usize>,
    parts: Vec<Part>,
    bridges: Vec<Bridge>,
}

impl Parts {
    /// Cuts the floor at its bridges. A piece without boxes, goals and player that has at most two bridges joins a
    /// neighbour, so dead ends and corridors are no parts.
    pub fn new(board: &Board, position: &Position) -> Self {
        let graph = graph(board, |_, _| true);
        let cuts: Vec<[usize; 2]> =
            bridges(&graph).map(|edge| [edge.source().index(), edge.target().index()]).collect();
        let apart: FxHashSet<[usize; 2]> = cuts.iter().flat_map(|&[a, b]| [[a, b], [b, a]]).collect();
        // 1. The pieces without bridges.
        let mut pieces = UnionFind::<usize>::new(board.len());
        for edge in graph.edge_references() {
            let pair = [edge.source().index(), edge.target().index()];
            if !apart.contains(&pair) {
                pieces.union(pair[0], pair[1]);
            }
        }
        // 2. Trivial pieces join a neighbour.
        let mut matters = vec![false; board.len()];
        let all = position.boxes.iter().chain(board.goals()).chain([&position.player]);
        all.for_each(|square| matters[square.index()] = true);
        let joined = joined(&pieces.into_labeling(), &cuts, &matters);
        // 3. Numbers in reading order, and the contents of each part.
        let mut number: FxHashMap<usize, usize> = FxHashMap::default();
        let part_of: Vec<usize> = joined
            .iter()
            .map(|&piece| {
                let next = number.len();
                *number.entry(piece).or_insert(next)
            })
            .collect();
        let none = || Part { squares: Vec::new(), boxes: 0, goals: 0 };
        let mut parts: Vec<Part> = (0..number.len()).map(|_| none()).collect();
        board.squares().for_each(|square| parts[part_of[square.index()]].squares.push(square));
        position.boxes.iter().for_each(|square| parts[part_of[square.index()]].boxes += 1);
        board.goals().iter().for_each(|square| parts[part_of[square.index()]].goals += 1);
        let squares: Vec<Square> = board.squares().collect();
        let pairs = cuts.iter().map(|&[a, b]| if part_of[a] <= part_of[b] { [a, b] } else { [b, a] });
        let between = pairs.filter(|&[a, b]| part_of[a] != part_of[b]).sorted();
        let mut bridges: Vec<Bridge> = between
            .map(|pair| Bridge { parts: pair.map(|at| part_of[at]), squares: pair.map(|at| squares[at]), flow: 0 })
            .collect();
        // 4. The flow of a bridge: the number of boxes on the side of its first part, minus that of goals.
        let flows: Vec<isize> = (0..bridges.len()).map(|bridge| flow(&parts, &bridges, bridge)).collect();
        bridges.iter_mut().zip(flows).for_each(|(bridge, flow)| bridge.flow = flow);
        Self { part_of, parts, bridges }
    }

    /// Returns the number of the part in which a square lies.
    pub fn part_of(&self, square: Square) -> usize {
        self.part_of[square.index()]
    }

    /// Returns all parts, in the reading order of their first squares.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Returns the parts as areas; each area has the number of its part.
    pub fn areas(&self, board: &Board) -> Areas {
        Areas::from_cut(board, &self.part_of)
    }

    /// Returns all bridges, sorted by their squares unless [`Self::cut_at`] kept another order.
    pub fn bridges(&self) -> &[Bridge] {
        &self.bridges
    }

    /// Returns for each part whether it is on the side of the first part of a bridge.
    pub fn first_side(&self, bridge: usize) -> Vec<bool> {
        side(self.parts.len(), &self.bridges, bridge)
    }

    /// Returns whether a square is beyond a bridge, seen from a part.
    pub fn is_beyond(&self, bridge: usize, part: usize, square: Square) -> bool {
        let first = self.first_side(bridge);
        first[part] != first[self.part_of(square)]
    }

    /// Returns for each part the number of bridges between it and the part `from`.
    pub fn depths(&self, from: usize) -> Vec<usize> {
        let mut graph: UnGraph<(), ()> = UnGraph::with_capacity(self.parts.len(), self.bridges.len());
        self.parts.iter().for_each(|_| _ = graph.add_node(()));
        for Bridge { parts: [a, b], .. } in &self.bridges {
            graph.add_edge(NodeIndex::new(*a), NodeIndex::new(*b), ());
        }
        let depths = dijkstra(&graph, NodeIndex::new(from), None, |_| 1);
        (0..self.parts.len()).map(|part| depths.get(&NodeIndex::new(part)).copied().unwrap_or_default()).collect()
    }

    /// Returns the parts of the floor when it is cut only at these bridges, which keep their order.
    #[must_use]
    pub fn cut_at(&self, bridges: &[usize]) -> Self {
        let mut joined = UnionFind::<usize>::new(self.parts.len());
        let others = self.bridges.iter().enumerate().filter(|(number, _)| !bridges.contains(number));
        others.for_each(|(_, Bridge { parts: [a, b], .. })| _ = joined.union(*a, *b));
        let mut number: FxHashMap<usize, usize> = FxHashMap::default();
        let mut parts: Vec<Part> = Vec::new();
        let mut part_of = vec![0; self.part_of.len()];
        for (square, &old) in self.part_of.iter().enumerate() {
            let next = number.len();
            part_of[square] = *number.entry(joined.find(old)).or_insert(next);
            if part_of[square] == parts.len() {
                parts.push(Part { squares: Vec::new(), boxes: 0, goals: 0 });
            }
            parts[part_of[square]].squares.push(Square::from_index(square));
        }
        let mut new = vec![0; self.parts.len()];
        for (old, part) in self.parts.iter().enumerate() {
            let Some(first) = part.squares.first() else { continue };
            new[old] = part_of[first.index()];
            parts[new[old]].boxes += part.boxes;
            parts[new[old]].goals += part.goals;
        }
        let kept = bridges.iter().filter_map(|&number| self.bridges.get(number));
        let renamed = |bridge: &Bridge| match (bridge.parts.map(|part| new[part]), bridge.squares) {
            ([a, b], _) if a <= b => Bridge { parts: [a, b], ..*bridge },
            ([a, b], [s, t]) => Bridge { parts: [b, a], squares: [t, s], flow: -bridge.flow },
        };
        let bridges = kept.map(renamed).collect();
        Self { part_of, parts, bridges }
    }
}

/// Returns for each square a square that represents its piece after trivial pieces have joined others. Pieces are taken
/// in reading order; each joins a neighbour that is not trivial, or else the first.
fn joined(piece_of: &[usize], cuts: &[[usize; 2]], matters: &[bool]) -> Vec<usize> {
    let mut holds = vec![false; piece_of.len()];
    for (&piece, _) in piece_of.iter().zip(matters).filter(|(_, matters)| **matters) {
        holds[piece] = true;
    }
    let mut beside: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); piece_of.len()];
    for pair in cuts {
        let [a, b] = pair.map(|square| piece_of[square]);
        beside[a].insert(b);
        beside[b].insert(a);
    }
    let mut into: Vec<usize> = (0..piece_of.len()).collect();
    let mut waiting: BTreeSet<usize> = piece_of.iter().copied().collect();
    while let Some(piece) = waiting.pop_first() {
        let others = &beside[piece];
        if holds[piece] || others.len() > 2 {
            continue;
        }
        let Some(neighbour) = others.iter().copied().min_by_key(|&other| (!holds[other], other)) else { continue };
        into[piece] = neighbour;
        for other in std::mem::take(&mut beside[piece]) {
            beside[other].remove(&piece);
            if other != neighbour {
                beside[other].insert(neighbour);
                beside[neighbour].insert(other);
            }
        }
        waiting.insert(neighbour);
    }
    let end = |piece: usize| std::iter::successors(Some(piece), |&at| Some(into[at]).filter(|&next| next != at)).last();
    piece_of.iter().map(|&piece| end(piece).unwrap_or(piece)).collect()
}

/// Returns the number of boxes minus that of goals on the side of the first part of a bridge.
fn flow(parts: &[Part], bridges: &[Bridge], bridge: usize) -> isize {
    let here = side(parts.len(), bridges, bridge);
    let here = parts.iter().zip(here).filter(|(_, is_here)| *is_here);
    here.map(|(part, _)| part.boxes.cast_signed() - part.goals.cast_signed()).sum()
}

/// Returns for each part whether it is on the side of the first part of a bridge.
fn side(parts: usize, bridges: &[Bridge], bridge: usize) -> Vec<bool> {
    let mut sides = UnionFind::<usize>::new(parts);
    for (other, Bridge { parts: [a, b], .. }) in bridges.iter().enumerate() {
        if other != bridge {
            sides.union(*a, *b);
        }
    }
    let [first, _] = bridges[bridge].parts;
    (0..parts).map(|part| sides.equiv(part, first)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn parts(text: &str) -> Parts {
        let level = Level::from_xsb("", text).expect("a good board");
        Parts::new(&level.board, &level.start)
    }

    #[test]
    fn corridors_and_dead_ends_are_no_parts() {
        let parts = parts("##############\n#   ####   ###\n# $@       . #\n#   ####   ###\n##############\n");
        assert_eq!(parts.parts().len(), 2, "{parts:?}");
        let Bridge { parts: [a, b], flow, .. } = parts.bridges()[0];
        assert_eq!((a, b, flow), (0, 1, 1));
    }

    #[test]
    fn a_ring_has_no_bridge() {
        let parts = parts("#######\n#@ $ .#\n# ### #\n#     #\n#######\n");
        assert_eq!((parts.parts().len(), parts.bridges().len()), (1, 0));
    }

    #[test]
    fn the_flow_of_a_bridge_is_counted_on_the_whole_side_of_it() {
        // Left two boxes, middle one goal, right one goal.
        let text = "################\n#   ###  ###   #\n#$$@     .   . #\n#   ###  ###   #\n################\n";
        let parts = parts(text);
        let flows: Vec<isize> = parts.bridges().iter().map(|bridge| bridge.flow).collect();
        assert_eq!(flows, [2, 1], "{parts:?}");
    }

    #[test]
    fn every_bridge_parts_the_floor_and_flows_add_up() {
        for seed in 0..200u64 {
            let mut random = crate::run::Random::new(seed);
            let rows: Vec<String> =
                (0..7).map(|_| (0..9).map(|_| if random.below(3) == 0 { '#' } else { ' ' }).collect()).collect();
            let inner = rows.iter().map(|row| format!("#{row}#")).join("\n");
            let mut text = format!("###########\n{inner}\n###########\n");
            let cells: Vec<usize> = text.char_indices().filter(|(_, c)| *c == ' ').map(|(at, _)| at).collect();
            if cells.len() < 8 {
                continue;
            }
            for (index, mark) in ["@", "$", ".", "$", "."].iter().enumerate() {
                let at = cells[(index * 7 + random.below(3)) % cells.len()];
                text.replace_range(at..=at, mark);
            }
            let Ok(level) = Level::from_xsb("", &text) else { continue };
            let board = &level.board;
            let parts = Parts::new(board, &level.start);
            assert_eq!(parts.bridges().len() + 1, parts.parts().len(), "a tree\n{text}");
            for bridge in parts.bridges() {
                // By definition: the squares reached from one end without the step.
                let (mut seen, mut stack) = (vec![false; board.len()], vec![bridge.squares[0]]);
                while let Some(at) = stack.pop() {
                    if !std::mem::replace(&mut seen[at.index()], true) {
                        let is_bridge = |next: Square| at == bridge.squares[0] && next == bridge.squares[1];
                        stack.extend(board.neighbours(at).filter(|&next| !is_bridge(next)));
                    }
                }
                assert!(!seen[bridge.squares[1].index()], "a bridge\n{text}");
                let count = |squares: &[Square]| squares.iter().filter(|s| seen[s.index()]).count().cast_signed();
                assert_eq!(bridge.flow, count(&level.start.boxes) - count(board.goals()), "{text}");
            }
        }
    }
}
