//! Which strategies take part in a solve.

use super::Strategy;

/// A group of strategies that is chosen by one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// All plans and push searches of the default run.
    All,
    /// All plans, without push searches.
    Plans,
    /// All plans, with takeovers by the full push search.
    Takeovers,
    /// All push searches, without plans.
    Pushes,
}

impl Group {
    /// All groups, in the order of help and reports.
    pub const ALL: [Self; 4] = [Self::All, Self::Plans, Self::Takeovers, Self::Pushes];

    /// Returns the name of the group on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Plans => "plans",
            Self::Takeovers => "takeovers",
            Self::Pushes => "pushes",
        }
    }

    /// Returns a description of the group: a sentence without a full stop.
    pub const fn says(self) -> &'static str {
        match self {
            Self::All => "plans first, then plans and push searches in turn; the default",
            Self::Plans => "abstract plans alone, realised step by step",
            Self::Takeovers => {
                "plans, and the full push search from positions in which plans have made no progress for a while"
            }
            Self::Pushes => "all push searches, without plans",
        }
    }

    /// Returns whether the group contains strategies that make plans.
    pub const fn has_plans(self) -> bool {
        !matches!(self, Self::Pushes)
    }
}

crate::run::from_word!(Group);

/// A set of strategies that take part in a solve, in the order of the registry.
///
/// ```
/// use sokoplan_core::solve::{Choice, Group, Strategy};
/// let lean: Strategy = "lean".parse()?;
/// let choice = Choice::from(lean).and(Choice::from(Group::Plans));
/// assert!(choice.has(lean) && choice.has(Strategy::EVENTS));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    strategies: Vec<Strategy>,
    takes_over: bool,
}

impl Choice {
    /// Returns the union of two choices; if it has plans and push searches, push searches also take over from plans.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let among = |strategy: &Strategy| self.has(*strategy) || other.has(*strategy);
        let strategies: Vec<Strategy> = Strategy::all().filter(among).collect();
        let is_mixed = strategies.iter().any(|one| one.is_plan()) && strategies.iter().any(|one| one.is_push_search());
        Self { strategies, takes_over: is_mixed || self.takes_over || other.takes_over }
    }

    /// Removes a strategy from the choice.
    pub fn leave_out(&mut self, strategy: Strategy) {
        self.strategies.retain(|one| *one != strategy);
    }

    /// Returns whether no strategy is chosen.
    pub const fn is_empty(&self) -> bool {
        self.strategies.is_empty()
    }

    /// Returns whether a strategy is chosen.
    pub fn has(&self, strategy: Strategy) -> bool {
        self.strategies.contains(&strategy)
    }

    /// Returns whether the full push search takes over where plans make no progress.
    pub const fn takes_over(&self) -> bool {
        self.takes_over
    }

    /// Returns the chosen push searches.
    pub fn pushes(&self) -> impl Iterator<Item = Strategy> {
        self.strategies.iter().copied().filter(|strategy| strategy.is_push_search())
    }

    /// Returns the chosen strategies that make plans.
    pub fn plans(&self) -> impl Iterator<Item = Strategy> {
        self.strategies.iter().copied().filter(|strategy| strategy.is_plan())
    }
}

impl From<Strategy> for Choice {
    fn from(strategy: Strategy) -> Self {
        Self { strategies: vec![strategy], takes_over: false }
    }
}

impl From<Group> for Choice {
    fn from(group: Group) -> Self {
        let (plans, pushes) = (group.has_plans(), matches!(group, Group::All | Group::Pushes));
        let among = |one: &Strategy| if one.is_plan() { plans } else { pushes };
        let takes_over = matches!(group, Group::All | Group::Takeovers);
        Self { strategies: Strategy::of_default().filter(among).collect(), takes_over }
    }
}

impl Default for Choice {
    fn default() -> Self {
        Self::from(Group::All)
    }
}
