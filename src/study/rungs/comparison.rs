//! The rungs of the abstraction compared on one level by costs and uncertainty: local states, abstract states expanded,
//! operators and their labels, and on the coarse rungs the uncertain transfers, with drawings of examples. If
//! requested, refinement starts with the rung `counts` and splits only the blocks that a refused step proves too
//! coarse. For studies of abstractions only (see [`crate::abstraction::theory`]).

use super::picture::Canvas;
use super::{Drawn, SplitDrawn};
use crate::abstraction::{ClassOf, ClosureBudget, Exact, Judge, LabelCounts, Rung, Uncertain, label_list};
use crate::deadlock::{AskedBy, RuleSet};
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::planner::{
    BorderWatch, CoarseSearch, EventSetting, ExactSearch, Packed, PlanningContext, RoomGuide, SearchWeights, Split,
    TraceEvent, Watching,
};
use crate::run::{Ended, Meter, Progress, Search, Stop, drive};
use serde::Serialize;
use std::collections::BTreeSet;

/// Figures of one rung of the abstraction on one level, or sums over several levels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LadderRow {
    /// Number of levels to which the figures belong.
    pub levels: usize,
    /// Number of levels that the search on this rung solved within the limits.
    pub solved: usize,
    /// Number of local states in the tables; for a coarse rung, those of the rung `classes`, with which it is compared.
    pub local_states: usize,
    /// Number of abstract states expanded.
    pub expanded: u64,
    /// Number of operators generated.
    pub operators: u64,
    /// Number of operators by label (certainty of the outcome).
    #[serde(with = "label_list")]
    pub labels: LabelCounts,
    /// Number of transfers that plans on a coarse rung proposed in a position of the level; 0 on exact rungs.
    pub proposed: u64,
    /// Number of proposed transfers for which pushes were found.
    pub realised: u64,
    /// Number of transfers out of a block (states that the rung does not distinguish), on the coarse rungs.
    pub transfers: usize,
    /// Number of transfers whose outcome is uncertain: they may lead to several blocks.
    pub outcome_uncertain: usize,
    /// Number of transfers that are possible in some states of a block and not in others.
    pub applicability_uncertain: usize,
    /// Number of levels on which a limit ended the count of uncertain transfers early.
    pub counts_cut: usize,
    /// Number of blocks split by refinement.
    pub splits: usize,
}

impl LadderRow {
    /// Adds the figures of another level.
    pub fn add(&mut self, other: &Self) {
        self.levels += other.levels;
        self.solved += other.solved;
        self.local_states += other.local_states;
        self.expanded += other.expanded;
        self.operators += other.operators;
        self.labels += other.labels;
        self.proposed += other.proposed;
        self.realised += other.realised;
        self.transfers += other.transfers;
        self.outcome_uncertain += other.outcome_uncertain;
        self.applicability_uncertain += other.applicability_uncertain;
        self.counts_cut += other.counts_cut;
        self.splits += other.splits;
    }

    fn fill(&mut self, is_solved: bool, local_states: usize, progress: Progress) {
        (self.solved, self.local_states) = (usize::from(is_solved), local_states);
        (self.expanded, self.operators) = (progress.expanded, progress.generated);
    }

    fn open(&mut self, tally: &Uncertain, is_cut: bool) {
        self.transfers = tally.operators;
        self.outcome_uncertain = tally.outcome.len();
        self.applicability_uncertain = tally.applicability.len();
        self.counts_cut = usize::from(is_cut);
    }
}

/// Figures of all rungs on one level, with one division into areas.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ladder {
    /// Figures of each rung, in the order of [`Rung::ALL`].
    pub rows: [LadderRow; 4],
    /// For the rungs `counts` and `exits`, in this order: pictures of transfers with uncertain outcomes, then of
    /// transfers with uncertain applicability.
    pub witnesses: [[Vec<Drawn>; 2]; 2],
    /// Figures of the search with refinement, and the blocks that it split; `None` if refinement was not requested.
    pub refined: Option<(LadderRow, Vec<SplitDrawn>)>,
}

/// Level with the data that all rungs share.
struct RungComparison<'a, M> {
    level: &'a Level,
    maze: &'a Maze<'a>,
    areas: &'a Areas,
    context: PlanningContext<'a>,
    /// Returns a new meter for each part of the work.
    meter: M,
}

impl Ladder {
    /// Solves the level on each rung with a meter of its own, and compares the coarse rungs with the classes found on
    /// the rung `classes`. A limit ends only its part of the work, whose figures so far are kept. The areas must be
    /// small enough for local states.
    pub fn compare(level: &Level, maze: &Maze<'_>, areas: &Areas, refine: bool, meter: impl FnMut() -> Meter) -> Self {
        let mut comparison = RungComparison { level, maze, areas, context: PlanningContext::new(maze, areas), meter };
        let mut ladder = Self::default();
        ladder.rows.iter_mut().for_each(|row| row.levels = 1);
        let [counts, exits, classes, sets] = &mut ladder.rows;
        comparison.propose(None, counts);
        comparison.propose(Some(BorderWatch::of_all), exits);
        if refine {
            let mut row = LadderRow { levels: 1, ..LadderRow::default() };
            let splits = comparison.propose(Some(BorderWatch::of_refused), &mut row);
            let splits: Vec<SplitDrawn> = splits.iter().map(|split| comparison.canvas().split(split)).collect();
            row.splits = splits.len();
            ladder.refined = Some((row, splits));
        }
        comparison.exactly(Rung::Sets, sets);
        ladder.witnesses = comparison.judged(counts, exits, classes);
        ladder
    }
}

impl<'a, M: FnMut() -> Meter> RungComparison<'a, M> {
    /// Maximum number of local states of a class or set: with a larger bound larger rooms are exact, at more time and
    /// memory.
    const MEMBERS: usize = 1000;
    /// Maximum number of push nodes for one step on the coarse rungs: more nodes realise more proposals, at more time.
    const NODE_CAP: u64 = 5_000;

    const fn canvas(&self) -> Canvas<'a> {
        Canvas { board: &self.level.board, areas: self.areas }
    }

    /// Solves the level on a coarse rung, on which plans are proposals; returns the blocks that refinement split.
    fn propose(&mut self, watch: Option<Watching>, row: &mut LadderRow) -> Vec<Split> {
        let mut meter = (self.meter)();
        let start = &self.level.start;
        let setting = EventSetting::default();
        let made = CoarseSearch::new(&self.context, start, watch, Self::NODE_CAP, setting, &meter);
        let Ok(mut search) = made else { return Vec::new() };
        let is_solved = matches!(drive(&mut search, &mut meter), Ended::Found(_));
        row.fill(is_solved, 0, search.progress());
        let (tally, events) = search.finish();
        // Operators are the proposals: only the push search decides on their outcome.
        (row.proposed, row.realised, row.operators) = (tally.proposed, tally.realised, tally.proposed);
        row.labels = tally.labels;
        let split = |event| if let TraceEvent::Refined(split) = event { Some(split) } else { None };
        events.into_iter().filter_map(split).collect()
    }

    fn search(&self, rung: Rung, meter: &Meter) -> Result<ExactSearch<'a>, Stop> {
        let (start, rules) = (&self.level.start, RuleSet::of(AskedBy::ONE_AREA));
        let guide = RoomGuide::new(self.maze, self.areas, start, None, Packed::Prefix, &rules, meter)?;
        let shape = ClosureBudget { rung, most_members: Some(Self::MEMBERS) };
        let exact = Exact::new(&self.level.board, self.areas, shape, Box::new(guide));
        let weights = SearchWeights { weight: 4, revisit_penalty: 20 };
        Ok(ExactSearch::new(exact, &self.level.board, start.clone(), weights))
    }

    /// Solves the level on an exact rung; returns the search, or `None` if it could not begin.
    fn exactly(&mut self, rung: Rung, row: &mut LadderRow) -> Option<ExactSearch<'a>> {
        let mut meter = (self.meter)();
        let mut search = self.search(rung, &meter).ok()?;
        let is_solved = matches!(drive(&mut search, &mut meter), Ended::Found(_));
        row.fill(is_solved, search.exact.local_states(), search.progress());
        row.labels = search.labels;
        Some(search)
    }

    /// Solves the level on the rung `classes`, and counts the transfers of coarse rungs that are uncertain by the
    /// classes found; returns pictures of examples.
    fn judged(
        &mut self,
        counts: &mut LadderRow,
        exits: &mut LadderRow,
        classes: &mut LadderRow,
    ) -> [[Vec<Drawn>; 2]; 2] {
        let Some(mut search) = self.exactly(Rung::Classes, classes) else { return Default::default() };
        let met = search.active_parts();
        let was_met: BTreeSet<ClassOf> = met.iter().copied().collect();
        let tallies = {
            let mut judge = Judge::new(&mut search.exact);
            let mut open = |rung, row: &mut LadderRow| {
                let mut meter = (self.meter)();
                let (tally, stop) = judge.uncertain(rung, &met, &mut meter);
                row.open(&tally, stop.is_some());
                row.local_states = classes.local_states;
                tally
            };
            [open(Rung::Counts, counts), open(Rung::Exits, exits)]
        };
        let draw = |w: &_| self.canvas().witness(&search.exact.tables, &was_met, *w);
        tallies.map(|tally| [tally.outcome, tally.applicability].map(|all| all.iter().map(draw).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abstraction::{BorderEvent, BorderPush};
    use crate::level::{ReadOptions, read};

    fn lisa() -> Level {
        read(include_bytes!("../../../levels/6-lisa.xsb"), ReadOptions::default()).entries[0].body.clone().unwrap()
    }

    #[test]
    fn on_lisas_figure_each_rung_distinguishes_more() {
        let level = lisa();
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let areas = Areas::by_patterns(&level.board);
        let ladder = Ladder::compare(&level, &maze, &areas, true, Meter::unlimited);
        let [counts, exits, classes, sets] = &ladder.rows;
        let room = areas.area_of(level.start.player);
        let [t1, t2] = [(5, 5), (1, 6)].map(|(row, column)| areas.area_of(level.board.square(row, column).unwrap()));
        assert!(counts.applicability_uncertain > 0 && counts.outcome_uncertain == 0, "{counts:?}");
        assert!(exits.outcome_uncertain > 0, "{exits:?}");
        let shown = |drawn: &[Drawn], to| drawn.iter().any(|w| (w.area, w.to) == (room, to));
        assert!(shown(&ladder.witnesses[0][1], t2), "counts cannot say whether a box can still go to T2");
        assert!(shown(&ladder.witnesses[1][0], t1), "exits cannot say what a box out to T1 leads to");
        assert_eq!((classes.solved, sets.solved), (1, 1));
        assert_eq!((outs(&level, &maze, &areas, Rung::Classes), outs(&level, &maze, &areas, Rung::Sets)), (2, 1));
    }

    /// Returns the number of operators "a box out to T1" at the start; on `classes` after slides that bring a box to
    /// the border.
    fn outs(level: &Level, maze: &Maze<'_>, areas: &Areas, rung: Rung) -> usize {
        let context = PlanningContext::new(maze, areas);
        let comparison = RungComparison { level, maze, areas, context, meter: Meter::unlimited };
        let mut search = comparison.search(rung, &Meter::unlimited()).unwrap();
        let meter = &mut Meter::unlimited();
        let start = search.exact.start(&level.start, meter).unwrap().unwrap();
        let [room, t1] = [level.start.player, level.board.square(5, 5).unwrap()].map(|s| areas.area_of(s));
        let local = &search.exact.tables[room.index()].local;
        let pushes = search.exact.borders.pushes(room).iter().filter(|push| areas.area_of(push.to) == t1);
        let event = |push: &BorderPush| BorderEvent::PushOut {
            player: local.number(push.player),
            from: local.number(push.from),
        };
        let events: Vec<BorderEvent> = pushes.filter(|push| areas.area_of(push.from) == room).map(event).collect();
        if rung == Rung::Classes {
            return search.exact.outs(room, start.part(room), &events, meter).unwrap().len();
        }
        let after =
            events.iter().map(|&event| search.exact.after(room, start.part(room), event, meter).unwrap().parts.len());
        after.sum()
    }
}
