//! A picture of boxes and walls, turned or mirrored, that contains the pushed box; see [`DeadlockPatterns`].
//!
//! ```text
//!   before        after         picture
//!   ########      ########      $$       With the last box the four form the picture `four in a square`. A picture also
//!   # ...  #      # ...  #      $$       fits with walls in place of its boxes.
//!   # $$.  #      # $$.  #
//!   # $    #      # $$   #
//!   #  $   #      #  @   #
//!   #  @   #      #      #
//!   ########      ########
//! ```
//!
//! # Why it is sound
//!
//! Every picture is proved before it is used: a search over all pushes in and around it shows that a box always remains off goal.
//! If the picture covers goals or the player, the proof takes these into account.
//!
//! Cost: for each picture around a box, the squares up to the first that does not fit. Proofs are made once for a file.
//! Source: Stoeller and Kosteljik 2010, section 4.3.

use crate::deadlock::{
    About, CostClass, DeadlockPatterns, Purposes, Rule, RuleId, RuleInput, RuleInstance, View, Witness,
};
use crate::maze::Maze;
use crate::run::{Meter, Stop};
use std::sync::LazyLock;

/// Built-in patterns, shared by all searches: proving them takes longer than many searches.
static BUILT_IN: LazyLock<DeadlockPatterns> = LazyLock::new(DeadlockPatterns::default);

/// Deadlock rule: boxes and walls of a pattern, one of the built-in patterns or of [`RuleInput::patterns`].
#[derive(Clone, Copy, Debug)]
pub struct Patterns;

impl Patterns {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("patterns");
}

impl Rule for Patterns {
    fn about(&self) -> &'static About {
        const {
            &About {
                id: Self::ID,
                deadlock: "pattern",
                sentence: "boxes and walls form a picture that is proved lost",
                source: "Stoeller and Kosteljik 2010",
                cost: CostClass::Child,
                uses_player: true,
                purposes: Purposes::PLAYER.union(Purposes::TEXTBOOK),
            }
        }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(PatternsInstance { maze: known.maze, patterns: known.patterns.unwrap_or_else(|| &*BUILT_IN) })
    }
}

#[derive(Debug)]
struct PatternsInstance<'a> {
    maze: &'a Maze<'a>,
    patterns: &'a DeadlockPatterns,
}

impl RuleInstance for PatternsInstance<'_> {
    fn is_dead(&mut self, view: &View<'_>) -> bool {
        let find = |at| self.patterns.find(self.maze.board, |s| view.boxes.has(s), at, view.player);
        match view.pushed {
            Some(pushed) => find(pushed).is_some(),
            None => view.boxes.iter().any(|b| find(b).is_some()),
        }
    }

    fn witnesses(&mut self, view: &View<'_>, _: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let mut found: Vec<Witness> = Vec::new();
        for at in view.boxes_to_test() {
            let is_box = |s| view.boxes.has(s);
            let Some(matched) = self.patterns.find(self.maze.board, is_box, at, view.player) else { continue };
            if found.iter().all(|other| other.boxes != matched.boxes) {
                let why = format!("form the pattern '{}', from which they cannot all reach goals", matched.name);
                found.push(Witness { boxes: matched.boxes, walls: matched.walls, why });
            }
        }
        Ok(found)
    }
}
