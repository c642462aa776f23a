//! The comparisons of strategies in four reports, to be repeated on any levels: the strategies of each report with
//! their settings, and a node limit. Settings that a report leaves open are noted beside the strategy.

use crate::textbook::Setup;

/// Published report whose comparison of strategies a study repeats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Assignment of a course: breadth-first search against A* with three estimates, with and without corner and line
    /// deadlocks.
    Assignment,
    /// Report on Sokobot: blind against informed searches, by moves and by pushes, with and without each improvement.
    Sokobot,
    /// Report on an agent: the agent, with and without its components, against plain searches.
    Kth,
    /// Report on reverse search: forward, backward and bidirectional, by mobility and by the share of boxes on goals.
    Reverse,
}

crate::run::from_word!(pub Preset {
    Assignment = "assignment", Sokobot = "sokobot", Kth = "kth", Reverse = "reverse"
});

impl Preset {
    /// Default node limit for each strategy on each level, which takes seconds per level.
    pub const NODES: u64 = 20_000;

    const fn names(self) -> &'static [&'static str] {
        match self {
            // The third estimate is left to the student; here it is the minimum matching.
            Self::Assignment => &[
                "breadth-first:moves:no-rules",
                "a-star:h1:moves:no-rules",
                "a-star:h2:moves:no-rules",
                "a-star:matching-manhattan:moves:no-rules",
                "a-star:matching-manhattan:moves:no-rules:corner:line",
            ],
            // Its rules are dead squares and a small table of patterns.
            Self::Sokobot => &[
                "breadth-first:moves:no-rules:dead-squares:patterns",
                "breadth-first:no-rules:dead-squares:patterns",
                "breadth-first:no-rules",
                "breadth-first:no-rules:dead-squares:patterns:no-transpositions",
                "iterative-deepening:no-rules:dead-squares:patterns",
                "iterative-deepening:no-rules:dead-squares:patterns:inertia",
                "sma-star:nearest-manhattan:no-rules:dead-squares:patterns:inertia",
                "sma-star:matching-manhattan:no-rules:dead-squares:patterns:inertia",
                "sma-star:matching-manhattan:no-rules:dead-squares:patterns",
                "ida-star:nearest-manhattan:no-rules:dead-squares:patterns:inertia",
                "ida-star:matching-manhattan:no-rules:dead-squares:patterns:inertia",
                "greedy-best-first:matching-manhattan:no-rules:dead-squares:patterns:inertia",
                "backward:matching-manhattan:no-rules:dead-squares:patterns",
            ],
            // Its rules are dead squares and patterns.
            Self::Kth => &[
                "depth-first:no-rules",
                "iterative-deepening:no-rules",
                "a-star:nearest-pushes:no-rules:dead-squares:patterns",
                "kth:no-rules:no-tunnels",
                "kth:no-rules:dead-squares:patterns:no-tunnels",
                "kth:no-rules:dead-squares:patterns",
            ],
            // Its one rule is dead squares. It also tried the distance to the nearest goal, and dropped it.
            Self::Reverse => &[
                "greedy-best-first:mobility-on-goals:no-rules:dead-squares",
                "greedy-best-first:pulls:mobility-on-goals:no-rules:dead-squares",
                "bidirectional:mobility:no-rules:dead-squares",
                "bidirectional:on-goals:no-rules:dead-squares",
                "bidirectional:no-rules:dead-squares",
                "bidirectional:no-rules",
                "bidirectional:nearest-manhattan:no-rules:dead-squares",
            ],
        }
    }

    /// Returns the strategies with their settings, in the order of the report.
    pub fn setups(self) -> Vec<Setup> {
        self.names().iter().filter_map(|name| name.parse().ok()).collect()
    }
}
