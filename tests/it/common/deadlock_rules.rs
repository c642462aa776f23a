//! The pruning rules of the searches, each by itself, asked as the searches ask them: after a push.

use sokoplan::deadlock::{ClusterSearch, CorralSearch, Lessons, Study};
use sokoplan::heuristic::{MinCostMatching, TwoBoxPatternDatabase};
use sokoplan::level::Square;
use sokoplan::maze::{Maze, Place};
use sokoplan::push::{Push, State};
use sokoplan::run::Meter;
use sokoplan::search::Pruner;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    DeadSquares,
    Freeze,
    ClosedDiagonals,
    Pairs,
    Matching,
    FrozenWalls,
    Corral,
    Cluster,
    Lessons,
}

impl Rule {
    /// All, in the order in which a search would ask them.
    pub(crate) const ALL: [Self; 9] = [
        Self::DeadSquares,
        Self::Freeze,
        Self::ClosedDiagonals,
        Self::Pairs,
        Self::Matching,
        Self::FrozenWalls,
        Self::Corral,
        Self::Cluster,
        Self::Lessons,
    ];

    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::DeadSquares => "dead squares",
            Self::Freeze => "freeze",
            Self::ClosedDiagonals => "closed diagonals",
            Self::Pairs => "pairs",
            Self::Matching => "matching",
            Self::FrozenWalls => "frozen walls",
            Self::Corral => "corral",
            Self::Cluster => "cluster",
            Self::Lessons => "lessons",
        }
    }
}

/// A push, the square that its box came to, and what it led to.
#[derive(Clone, Debug)]
pub(crate) struct Pushed {
    pub(crate) push: Push,
    pub(crate) to: Square,
    pub(crate) state: State,
}

/// All rules for one level, with what they remember.
pub(crate) struct Rules<'a> {
    maze: &'a Maze<'a>,
    pruner: Pruner,
    pairs: Option<TwoBoxPatternDatabase>,
    matching: MinCostMatching,
    corral: CorralSearch,
    cluster: ClusterSearch,
    study: Study,
    lessons: Lessons,
    meter: Meter,
}

impl<'a> Rules<'a> {
    pub(crate) fn new(maze: &'a Maze<'a>) -> Self {
        let (squares, mut meter) = (maze.board.len(), Meter::unlimited());
        Self {
            maze,
            pruner: Pruner::new(squares),
            pairs: TwoBoxPatternDatabase::new(maze, &mut meter).expect("no limit"),
            matching: MinCostMatching::default(),
            corral: CorralSearch::new(squares),
            cluster: ClusterSearch::new(squares),
            study: Study::new(squares),
            lessons: Lessons::new(squares),
            meter,
        }
    }

    /// Does a rule call it dead?
    pub(crate) fn tells(&mut self, rule: Rule, &Pushed { push, to, ref state }: &Pushed) -> bool {
        let maze = self.maze;
        match rule {
            Rule::DeadSquares => self.pruner.kills_box(maze, push, to),
            Rule::Freeze => self.pruner.freezes(maze, &state.boxes, to),
            Rule::ClosedDiagonals => self.pruner.closes_diagonal(maze, &state.boxes, state.player, to),
            Rule::Pairs => self.pairs.as_ref().is_some_and(|pairs| pairs.is_dead(&state.boxes, to, push.way)),
            Rule::Matching => {
                let places: Vec<Place> = state.boxes.iter().map(|b| maze.place(b, state.player)).collect();
                self.matching.solve(&maze.distances, &places, &self.meter).expect("no limit").is_none()
            }
            Rule::FrozenWalls => self.pruner.strands(maze, &state.boxes),
            Rule::Corral => self.corral.is_dead(maze, state),
            Rule::Cluster => self.cluster.dead(maze, state, to).is_some(),
            Rule::Lessons => self.lessons.know(state),
        }
    }

    /// Learns which boxes around the pushed one are lost, if that can be proved.
    pub(crate) fn learn(&mut self, Pushed { to, state, .. }: &Pushed) -> bool {
        let group = self.cluster.dead(self.maze, state, *to).filter(|_| !self.lessons.know(state));
        let is_new = group.is_some();
        if let Some(group) = group {
            self.lessons.learn(self.maze.board, group, state.player);
        }
        is_new
    }

    /// Learns which boxes anywhere are lost, if that can be proved.
    pub(crate) fn study(&mut self, Pushed { state, .. }: &Pushed) {
        let group = self.study.lost_group(self.maze, state, &self.lessons, &self.meter).expect("no limit");
        if let Some(group) = group {
            self.lessons.learn(self.maze.board, group, state.player);
        }
    }
}
