//! The search on small graphs that are drawn by hand.

use super::{Candidate, Candidates, Domain, FeatureSpace, Score};
use crate::run::{Held, Meter, Search, Status, Stop};
use std::collections::BTreeMap;

/// A number to be made large; its tens are its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Height(u32);

impl Score for Height {
    type Cell = u32;
    type Tie = u32;

    fn cell(self) -> u32 {
        self.0 / 10
    }

    fn tie(self) -> u32 {
        self.0
    }
}

/// A graph without a goal: the nodes after a node, each with its score. A node without an entry is lost.
#[derive(Debug)]
struct Graph(BTreeMap<u32, Vec<(u32, u32)>>);

impl Domain for Graph {
    type State = u32;
    type Move = u32;
    type Score = Height;

    fn after(&mut self, _: &u32, by: u32) -> Option<u32> {
        Some(by)
    }

    fn is_goal(&mut self, _: &u32, _: Height) -> bool {
        false
    }

    fn expand(
        &mut self,
        state: &u32,
        _: Option<u32>,
        _: Height,
        _: &mut Held,
        _: &mut Meter,
    ) -> Result<Option<Candidates<Self>>, Stop> {
        let candidate = |&(to, height): &(u32, u32)| Candidate::new(to, Height(height), 0);
        Ok(self.0.get(state).map(|after| after.iter().map(candidate).collect()))
    }
}

fn search<A: AsRef<[(u32, u32)]>>(graph: &[(u32, A)], meter: &mut Meter) -> FeatureSpace<Graph> {
    let after = graph.iter().map(|(from, to)| (*from, to.as_ref().to_vec())).collect();
    FeatureSpace::new(Graph(after), 0, Height(0), meter).unwrap()
}

/// The nodes in the order in which they are visited, and how it ends.
fn run(search: &mut FeatureSpace<Graph>, meter: &mut Meter) -> (Vec<u32>, Status<u32>) {
    loop {
        let status = search.step(meter).unwrap();
        if status != Status::Running {
            return (search.nodes.keys().copied().collect(), status);
        }
    }
}

/// A binary tree of numbers, whose rows are cells of their own.
fn tree(rows: u32) -> Vec<(u32, Vec<(u32, u32)>)> {
    let score = |node: u32| (node + 1).ilog2() * 10 + node % 10;
    let inner = (1 << (rows - 1)) - 1;
    (0..inner)
        .map(|node| (node, vec![(2 * node + 1, score(2 * node + 1)), (2 * node + 2, score(2 * node + 2))]))
        .collect()
}

#[test]
fn the_best_node_is_the_earlier_one_among_equals_and_the_nearest_is_not_lost() {
    let meter = &mut Meter::unlimited();
    let graph: [(u32, &[(u32, u32)]); 3] = [(0, &[(1, 5), (2, 5), (3, 4), (4, 1)]), (3, &[(5, 0)]), (5, &[(6, 0)])];
    let mut search = search(&graph, meter);
    assert_eq!(search.nearest(), Some(&0));
    while search.nodes.len() < 4 {
        assert_eq!(search.step(meter), Ok(Status::Running));
    }
    assert_eq!(search.state(search.best_node()), Some(&1), "lost, and found before its equal");
    assert_eq!(search.nearest(), Some(&3));
    let (visited, ended) = run(&mut search, meter);
    assert_eq!((visited.len(), ended), (7, Status::Exhausted));
    assert_eq!(search.score(search.best_node()), Some(Height(5)));
}

#[test]
fn a_node_is_lost_once_all_its_moves_are_and_so_on_up() {
    let meter = &mut Meter::unlimited();
    // 1 and what follows is lost; 7 lives on, for its moves go round.
    let graph: [(u32, &[(u32, u32)]); 4] =
        [(0, &[(1, 9), (7, 1)]), (1, &[(2, 8), (3, 8)]), (7, &[(0, 0), (8, 1)]), (8, &[(7, 1)])];
    let mut search = search(&graph, meter);
    let (visited, ended) = run(&mut search, meter);
    assert_eq!((visited.len(), ended), (6, Status::Exhausted));
    let live: Vec<u32> = search.nodes.iter().filter(|(_, node)| node.live > 0).map(|(state, _)| *state).collect();
    assert_eq!(live, [0, 7, 8]);
    assert!(search.is_complete());
    let progress = search.progress();
    assert_eq!((progress.kept, progress.expanded, progress.generated), (6, 3, 7), "lost ones are not expanded");
}

#[test]
fn the_first_of_at_most_two_moves_weighs_nothing_and_of_three_each_weighs_one() {
    let meter = &mut Meter::unlimited();
    // All in one cell: a path of pairs is followed to its end before the second move of any pair.
    let pairs: [(u32, &[(u32, u32)]); 3] = [(0, &[(1, 5), (2, 9)]), (2, &[(3, 1), (4, 2)]), (4, &[(5, 1), (6, 1)])];
    let (visited, _) = run(&mut search(&pairs, meter), meter);
    assert_eq!(visited, [0, 2, 4, 5, 1, 3, 6], "by weight, then by tie, then by age");
    let threes: [(u32, &[(u32, u32)]); 2] = [(0, &[(1, 5), (2, 9), (3, 6)]), (2, &[(4, 8), (5, 8), (6, 8)])];
    let (visited, _) = run(&mut search(&threes, meter), meter);
    assert_eq!(visited, [0, 2, 3, 1, 4, 5, 6], "a step further costs one more");
}

#[test]
fn where_memory_is_short_half_is_released_and_the_search_goes_on_to_its_end() {
    let meter = &mut Meter::unlimited();
    let mut search = search(&tree(10), meter);
    while search.nodes.len() < 300 {
        search.step(meter).unwrap();
    }
    let (held, best) = (meter.bytes(), search.score(search.best_node()));
    assert!(search.is_complete() && search.compact() && !search.is_complete());
    assert!(meter.bytes() <= held * 55 / 100 && meter.bytes() >= held * 40 / 100, "{} of {held}", meter.bytes());
    assert_eq!(search.generated(), 300, "dropped ones are counted");
    assert!((100..200).contains(&search.nodes.len()), "{}", search.nodes.len());
    assert_eq!(search.score(search.best_node()), best, "promising nodes stay");
    for id in 0..u32::try_from(search.nodes.len()).unwrap() {
        let way: Vec<u32> = search.path(id).into_iter().map(|(state, _)| *state).collect();
        assert!(id == 0 || way.first() == Some(&0), "the way to each node stays: {way:?}");
    }
    let open = search.nodes.values().filter(|node| !node.moves.is_empty()).count();
    assert!(open * 4 > search.nodes.len(), "most keep their moves");
    let (visited, ended) = run(&mut search, meter);
    assert_eq!(ended, Status::Exhausted);
    assert!(visited.len() > 300, "and are visited: {}", visited.len());
    drop(search);
    assert_eq!(meter.bytes(), 0);
}
