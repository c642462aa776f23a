//! The choice of windows (stretches of the solution with some boxes free), cheap ones first, until none helps or a
//! limit is met; the best solution so far is always available. One box at a time is free, over the whole solution; once
//! that fails two, or all that move in a short piece. At first only solutions with less of the first number of the
//! measure are searched, which prunes more. A long window that needs more than its node limit is halved; when none
//! helps, all are tried with a higher limit. If the window of the whole solution with all boxes free is exhausted, it
//! is optimal. For fewer pushes, windows take turns with searches near the whole solution ([`Nearby`]).

use super::{Measure, Nearby, Pass, SolutionWindow, Trail};
use crate::level::{Board, Position};
use crate::maze::Areas;
use crate::push::{Push, WalkDistances};
use crate::run::{Meter, Stop};
use crate::search::optimal::VicinitySearch;
use rustc_hash::FxHashMap;

/// Improves a solution in pushes or moves; see the module.
pub struct Improver<'a> {
    board: &'a Board,
    measure: Measure,
    trail: Trail,
    pass: Pass,
    walks: WalkDistances,
    /// Node limit of the last failed search, by pass, first push, end, and free boxes; `u64::MAX` if it was exhausted.
    known: FxHashMap<(Pass, usize, usize, Vec<bool>), u64>,
    /// Areas of the story, if no gain may make it longer; see [`Improver::keeping_story`].
    areas: Option<&'a Areas>,
    /// Searches near the solution; `None` unless pushes are minimised.
    nearby: Option<Nearby<'a>>,
    nodes: u64,
    /// Whether the memory limit ended the search of some window.
    is_full: bool,
    listener: Listener<'a>,
}

/// What hears of each gain: its pushes, and the number of moves.
type Listener<'a> = Box<dyn FnMut(&[Push], u32) + 'a>;

/// Free boxes of a window: each choice of a number of boxes, or all that move in a short piece of the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WindowKind {
    Boxes(usize),
    Pieces,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WindowTrial {
    Gained,
    /// The search found no cheaper pushes with these boxes free; with all boxes free none exist.
    Nothing,
    Cut,
}

impl<'a> Improver<'a> {
    /// Stages of a round in order, cheap windows first; after a gain the first stage follows.
    const STAGES: [(WindowKind, Pass); 5] = [
        (WindowKind::Boxes(1), Pass::First),
        (WindowKind::Boxes(1), Pass::Second),
        (WindowKind::Boxes(2), Pass::First),
        (WindowKind::Pieces, Pass::Second),
        (WindowKind::Boxes(2), Pass::Second),
    ];
    /// Node limit of a window in the first round: a low limit tries many windows, a high one searches each deeply.
    const FIRST: u64 = 10_000;
    /// Number of nodes of windows for each node of the search near the solution, which takes some eight times as long.
    const WINDOWS: u64 = 4;
    const MORE: u64 = 4;
    const SHORTEST: usize = 8;

    /// Creates the improver; `None` if the pushes cannot be made within the limits. `vicinity` is used for pushes only.
    pub fn new(
        board: &'a Board,
        start: &Position,
        pushes: &[Push],
        measure: Measure,
        vicinity: Option<Box<dyn VicinitySearch + 'a>>,
        meter: &Meter,
    ) -> Option<Self> {
        let mut walks = WalkDistances::new(board.len());
        let trail = Trail::new(board, start, pushes, &mut walks, meter)?;
        Some(Self {
            board,
            measure,
            trail,
            pass: Pass::First,
            walks,
            known: FxHashMap::default(),
            areas: None,
            nearby: vicinity.filter(|_| measure == Measure::Pushes).map(Nearby::new),
            nodes: Self::FIRST,
            is_full: false,
            listener: Box::new(|_, _| {}),
        })
    }

    /// Calls `listener` with the pushes and the number of moves of each gain.
    #[must_use]
    pub fn on_gain(self, listener: impl FnMut(&[Push], u32) + 'a) -> Self {
        Self { listener: Box::new(listener), ..self }
    }

    /// Minimises `measure`, by gains of the story alone, without more pushes; `nodes` is the first limit of a window.
    #[must_use]
    pub fn keeping_story(self, areas: &'a Areas, measure: Measure, nodes: u64) -> Self {
        Self { areas: Some(areas), measure, nodes, known: FxHashMap::default(), ..self }
    }

    /// Returns the pushes of the best solution so far.
    pub fn pushes(&self) -> &[Push] {
        &self.trail.pushes
    }

    /// Improves the solution until no pass gains; true if it is proved optimal. After a limit the best is kept.
    pub fn run(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        self.pass = Pass::Second;
        while self.areas.is_some() && self.neighbours(meter)? {}
        loop {
            let before = meter.nodes();
            let turn = self.elsewhere(meter)?.then(|| (meter.nodes() - before).max(Self::FIRST) * Self::WINDOWS);
            match meter.within(turn, None, |meter| self.windows(meter)) {
                Ok(Some(is_optimal)) => return Ok(is_optimal),
                Ok(None) if self.areas.is_some() && self.nodes > Self::FIRST => return Ok(false),
                Ok(None) => self.nodes = self.nodes.saturating_mul(Self::MORE),
                // The end of its turn.
                Err(Stop::NodeLimit) => meter.exhausted()?,
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Runs one round of windows; returns whether the solution is proved optimal, `None` if more nodes may help.
    fn windows(&mut self, meter: &mut Meter) -> Result<Option<bool>, Stop> {
        let everything = vec![true; self.trail.boxes()];
        self.pass = Pass::Second;
        // With all boxes free the search of the whole is exhaustive: if no limit ends it, the solution is the best.
        if self.areas.is_none() && self.try_window((0, self.trail.len()), &everything, meter)? != WindowTrial::Cut {
            return Ok(Some(true));
        }
        let mut stage = 0;
        while let Some(&(kind, pass)) = Self::STAGES.get(stage) {
            self.pass = pass;
            let helped = match kind {
                WindowKind::Boxes(count) => self.freeing(count, meter)?,
                WindowKind::Pieces => self.pieces(meter)?,
            };
            // A gain makes cheap windows worth another try, since the solution is a new one.
            stage = if helped { 0 } else { stage + 1 };
        }
        Ok(self.is_full.then_some(false))
    }

    /// Runs one round of searches near the solution; returns false if `nearby` is `None`.
    fn elsewhere(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        // Taken out, since it updates itself at its own gains.
        let Some(mut nearby) = self.nearby.take() else { return Ok(false) };
        let mut pushes = self.trail.pushes.clone();
        let ended = nearby.round(&mut pushes, meter);
        if pushes.len() < self.trail.len() {
            self.adopt((0, self.trail.len()), &pushes, meter);
        }
        self.nearby = Some(nearby);
        ended.map(|()| true)
    }

    /// Replaces the pushes of a window (first push, end) by `pushes`; false, without a change, if a push is impossible, or the
    /// story must be kept and becomes worse.
    fn adopt(&mut self, window: (usize, usize), pushes: &[Push], meter: &Meter) -> bool {
        let Some(trail) = self.trail.with(self.board, window, pushes, &mut self.walks, meter) else { return false };
        if let Some(areas) = self.areas {
            // Only the runs that the window meets have another story.
            let (start, end) = (self.trail.run_start(window.0), self.trail.run_end(window.1));
            let now = self.trail.story(self.board, areas, start, end);
            let then = trail.story(self.board, areas, start, end + trail.len() - self.trail.len());
            // Fewer sentences are no gain if they cost pushes.
            if then >= now || then.pushes > now.pushes {
                return false;
            }
        }
        self.trail = trail;
        // Windows are known by numbers of pushes, which mean others from here on.
        self.known.clear();
        self.nearby.iter_mut().for_each(Nearby::gained);
        (self.listener)(&self.trail.pushes, self.trail.moves());
        true
    }

    /// Searches windows of two neighbouring runs of one box each, both boxes free; returns whether any helped.
    fn neighbours(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        let (mut helped, mut from) = (false, 0);
        while from < self.trail.len() {
            let middle = self.trail.run_end(from);
            let end = self.trail.run_end(middle);
            let free = self.trail.movers(from, end);
            helped |= self.try_window((from, end), &free, meter)? == WindowTrial::Gained;
            from = self.trail.run_end(from);
        }
        Ok(helped)
    }

    /// Searches windows with one or two free boxes, for each choice with one that moves; true if one helped.
    fn freeing(&mut self, count: usize, meter: &mut Meter) -> Result<bool, Stop> {
        let moves = self.trail.movers(0, self.trail.len());
        let movers: Vec<usize> = (0..moves.len()).filter(|&number| moves[number]).collect();
        let mut helped = false;
        for one in (0..moves.len()).filter(|&one| moves[one] || count > 1) {
            let later = &movers[movers.partition_point(|&mover| mover <= one)..];
            // Two boxes that both stand still cannot make anything cheaper, so one of them moves.
            let others = if moves[one] { (one + 1..moves.len()).collect() } else { later.to_vec() };
            let chosen = if count > 1 { others } else { vec![one] };
            for other in chosen {
                let free: Vec<bool> = (0..moves.len()).map(|number| [one, other].contains(&number)).collect();
                helped |= self.halving((0, self.trail.len()), &free, meter)?;
            }
        }
        Ok(helped)
    }

    /// Searches pieces with all boxes free that move in it, and longer ones while most searches are exhausted.
    fn pieces(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        let mut helped = false;
        let mut length = Self::SHORTEST;
        while length < self.trail.len() {
            let (mut tried, mut cut, mut from) = (0, 0, 0);
            while from < self.trail.len() {
                // Each overlaps half of the one before.
                let window = (from, (from + length).min(self.trail.len()));
                let free = self.trail.movers(window.0, window.1);
                let result = self.try_window(window, &free, meter)?;
                helped |= result == WindowTrial::Gained;
                cut += usize::from(result == WindowTrial::Cut);
                tried += 1;
                from += length / 2;
            }
            // Longer pieces would meet the limit even more often.
            if 2 * cut > tried {
                break;
            }
            length *= 2;
        }
        Ok(helped)
    }

    /// Searches a window, and both halves of it if the node limit is met; returns whether the solution was improved.
    fn halving(&mut self, (from, to): (usize, usize), free: &[bool], meter: &mut Meter) -> Result<bool, Stop> {
        let to = to.min(self.trail.len());
        if from >= to || !self.trail.movers(from, to).iter().zip(free).any(|(moves, free)| *moves && *free) {
            return Ok(false);
        }
        let tried = self.try_window((from, to), free, meter)?;
        if tried != WindowTrial::Cut || to - from <= Self::SHORTEST {
            return Ok(tried == WindowTrial::Gained);
        }
        let middle = usize::midpoint(from, to);
        // The later half comes first: a gain in the earlier one moves all numbers of pushes behind it.
        let late = self.halving((middle, to), free, meter)?;
        Ok(self.halving((from, middle), free, meter)? | late)
    }

    /// Searches a window within the node limit of the round.
    fn try_window(&mut self, window: (usize, usize), free: &[bool], meter: &mut Meter) -> Result<WindowTrial, Stop> {
        // Many windows end without a node.
        meter.check()?;
        let key = (self.pass, window.0, window.1, free.to_vec());
        match self.known.get(&key) {
            Some(&u64::MAX) => return Ok(WindowTrial::Nothing),
            // The last search with as many nodes met its limit.
            Some(&tried) if tried >= self.nodes => return Ok(WindowTrial::Cut),
            _ => {}
        }
        let walks = &mut self.walks;
        let found = meter.within(Some(self.nodes), None, |meter| {
            SolutionWindow::new(self.board, &self.trail, window, (free, self.measure, self.pass), (walks, meter))?
                .search(walks, meter)
        });
        match found {
            Ok(Some(pushes)) => {
                Ok(if self.adopt(window, &pushes, meter) { WindowTrial::Gained } else { WindowTrial::Nothing })
            }
            Ok(None) => {
                self.known.insert(key, u64::MAX);
                Ok(WindowTrial::Nothing)
            }
            Err(stop @ (Stop::TimeLimit | Stop::Interrupted)) => Err(stop),
            Err(stop) => {
                // An inner limit only ends the window.
                meter.exhausted()?;
                self.is_full |= stop == Stop::MemoryLimit;
                self.known.insert(key, self.nodes);
                Ok(WindowTrial::Cut)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::Purposes;
    use crate::level::{Collection, Level, Lurd, Metrics, verify};
    use crate::maze::Maze;
    use crate::push::walk_and_push;
    use crate::run::{Limits, StopFlag, drive};
    use crate::search::{LeanSetting, Prunings, lean};

    fn cost(level: &Level, pushes: &[Push]) -> (usize, usize) {
        let (lurd, _) = walk_and_push(&level.board, &level.start, pushes).unwrap();
        let Metrics { pushes, moves, .. } = verify(&level.board, &level.start, &lurd.parse::<Lurd>().unwrap()).unwrap();
        (pushes, moves)
    }

    /// Fails if a window is not tried or a bound is weaker, since both change the result of a number of nodes.
    #[test]
    fn improvement_comes_as_far_with_its_nodes_as_it_came() {
        let levels = include_bytes!("../../../../levels/8-signature.xsb");
        let levels = Collection::parse(levels);
        let reached = levels.levels().take(4).map(|level| {
            let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
            let (rules, setting) = (Prunings::all(Purposes::FAST_SEARCHES), LeanSetting::default());
            let mut search = lean(&maze, &level.start, &rules, setting, &mut Meter::unlimited()).unwrap();
            let found = drive(&mut search, &mut Meter::unlimited()).found().unwrap();
            [500, 2_000, 8_000].map(|nodes| {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let mut improver =
                    Improver::new(&level.board, &level.start, &found, Measure::Moves, None, &Meter::unlimited())
                        .unwrap();
                improver.nodes = 50;
                assert_eq!(improver.run(&mut Meter::new(limits, StopFlag::default())), Err(Stop::NodeLimit));
                cost(level, improver.pushes())
            })
        });
        let known = [
            [(22, 115), (22, 69), (22, 69)],
            [(33, 88), (33, 81), (35, 79)],
            [(34, 73), (34, 71), (34, 71)],
            [(43, 145), (43, 107), (43, 107)],
        ];
        assert_eq!(
            reached.collect::<Vec<_>>(),
            known,
            "pushes and moves of each level, after 500, 2,000 and 8,000 nodes"
        );
    }
}
