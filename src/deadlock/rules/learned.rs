//! Boxes that were proved lost elsewhere in the same search; see [`Nogoods`].

use super::Freeze;
use crate::deadlock::allowance::Allowance;
use crate::deadlock::{
    About, CostClass, Known, NogoodMinimizer, Nogoods, Rule, RuleId, RuleInstance, RuleSet, Verdict, View, Witness,
};
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};

/// The rule. It learns groups that other rules prove lost, and small groups from positions that a search gives up.
#[derive(Clone, Copy, Debug)]
pub struct Learned;

impl Learned {
    /// Its identity.
    pub const ID: RuleId = RuleId::built_in(7, "lessons");
}

impl Rule for Learned {
    fn about(&self) -> &'static About {
        &About {
            id: Self::ID,
            word: "lessons",
            deadlock: "nogood",
            sentence: "boxes are known to be lost since they were proved lost elsewhere",
            source: "Junghanns 1999, chapter 6",
            cost: CostClass::Position,
            uses_player: true,
            learns: true,
        }
    }

    fn instance<'a>(&self, known: &Known<'a>) -> Box<dyn RuleInstance + 'a> {
        let (maze, squares) = (known.maze, known.maze.board.len());
        let rules = RuleSet::none().with(Freeze::by_dead_squares());
        let (nogoods, minimizer) = (Nogoods::new(squares), NogoodMinimizer::new(maze, &rules));
        Box::new(Working { maze, nogoods, minimizer, allowance: Allowance::new() })
    }
}

#[derive(Debug)]
struct Working<'a> {
    maze: &'a Maze<'a>,
    nogoods: Nogoods,
    minimizer: NogoodMinimizer<'a>,
    allowance: Allowance,
}

impl RuleInstance for Working<'_> {
    fn judge(&mut self, view: &View<'_>, _: &mut Meter) -> Result<Verdict, Stop> {
        Ok(Verdict::lost_if(self.nogoods.matches(view.boxes, view.player)))
    }

    fn witnesses(&mut self, view: &View<'_>, _: &mut Meter) -> Result<Vec<Witness>, Stop> {
        let group = self.nogoods.matching(view.boxes, view.player);
        Ok(group.map(|group| Witness::of(group.iter().collect(), "")).into_iter().collect())
    }

    fn learn(&mut self, group: &BoxSet, player: crate::level::Square) {
        self.nogoods.insert(self.maze.board, group.clone(), player);
    }

    /// Learns nothing while the allowance is spent. A limit of the meter leaves it as it was.
    fn study(&mut self, view: &View<'_>, meter: &mut Meter) -> Result<(), Stop> {
        let is_known = self.nogoods.matches(view.boxes, view.player);
        if !is_known && self.allowance.allows() {
            let before = self.minimizer.searched();
            let group = self.minimizer.lost_group(view, &self.nogoods, meter)?;
            self.allowance.pay(self.minimizer.searched() - before, group.is_some());
            if let Some(group) = group {
                self.nogoods.insert(self.maze.board, group, view.player);
            }
        }
        self.allowance.ask();
        Ok(())
    }

    fn mark(&mut self) {
        self.nogoods.mark();
        self.allowance.mark();
    }

    fn undo(&mut self) {
        self.nogoods.undo();
        self.allowance.undo();
    }
}
