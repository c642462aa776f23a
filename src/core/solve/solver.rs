//! The solver: turns a level, options and limits into a report.

use super::optimal::optimal;
use super::options::Options;
use super::outcome::{Outcome, decide, judge};
use super::report::Report;
use super::schedule::{Crew, Observer, TurnEvent, one_by_one, side_by_side};
use super::start::{Context, HEAD_START, PlanAreas, groups};
use super::strategy::{Source, Strategy};
use crate::heuristic::MinCostMatching;
use crate::level::{Level, Position};
use crate::maze::Maze;
use crate::proof::{Prover, ProverAnswer};
use crate::run::{Limits, Meter, SearchEnd, Stop, StopFlag};
use crate::search::optimal::Metric;
use std::fmt;
use std::time::Duration;

/// Progress of the solver, sent from the threads on which the searches run.
///
/// ```
/// use sokoplan_core::{Level, SolveProgress, Solver};
/// use std::sync::atomic::{AtomicUsize, Ordering};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// let turns = AtomicUsize::new(0);
/// let count = |progress| {
///     if let SolveProgress::Turn { .. } = progress {
///         turns.fetch_add(1, Ordering::Relaxed);
///     }
/// };
/// Solver::new(&level).on_progress(count).solve();
/// assert!(turns.load(Ordering::Relaxed) > 0);
/// # Ok(())
/// # }
/// ```
pub type SolveProgress = TurnEvent<Strategy>;

/// Solves a level. Without limits it runs until the level is decided, which may take for ever: set a time.
///
/// ```
/// use sokoplan_core::level::Level;
/// use sokoplan_core::run::Answer;
/// use sokoplan_core::solve::Solver;
/// use std::time::{Duration, Instant};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("one push", "#####\n#@$.#\n#####")?;
/// let report = Solver::new(&level).time(Duration::from_secs(10)).solve();
/// assert_eq!(report.answer(), Answer::Solved);
/// assert_eq!(report.solution().map(|solution| solution.lurd.as_str()), Some("R"));
/// # Ok(())
/// # }
/// ```
#[must_use = "the level is solved when `solve` is called"]
pub struct Solver<'a> {
    level: &'a Level,
    options: Options,
    limits: Limits,
    stop: StopFlag,
    on_progress: Box<dyn Fn(SolveProgress) + Send + Sync + 'a>,
}

impl<'a> Solver<'a> {
    /// Creates a solver with the default options and without limits.
    pub fn new(level: &'a Level) -> Self {
        Self {
            level,
            options: Options::default(),
            limits: Limits::default(),
            stop: StopFlag::default(),
            on_progress: Box::new(|_| {}),
        }
    }

    /// Sets the limit of wall-clock time.
    pub const fn time(mut self, time: Duration) -> Self {
        self.limits.time = Some(time);
        self
    }

    /// Sets all limits at once.
    pub const fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Chooses only plans. Of plans only exact plans can prove that no solution exists.
    pub fn plans_only(mut self) -> Self {
        self.options = self.options.with_strategies(Strategy::plans());
        self
    }

    /// Chooses only push searches, without plans.
    pub fn pushes_only(mut self) -> Self {
        self.options = self.options.with_strategies(Strategy::pushes());
        self
    }

    /// Sets all options at once.
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Sets the callback for progress, which the threads of the searches call.
    pub fn on_progress(mut self, callback: impl Fn(SolveProgress) + Send + Sync + 'a) -> Self {
        self.on_progress = Box::new(callback);
        self
    }

    /// Sets the flag that stops all searches when any thread raises it.
    pub fn stop(mut self, stop: StopFlag) -> Self {
        self.stop = stop;
        self
    }

    /// Solves the level and returns the report.
    pub fn solve(self) -> Report {
        let mut meter = Meter::new(self.limits, self.stop);
        solve_observed(self.level, &mut LevelMaze::default(), &self.options, &*self.on_progress, &mut meter)
    }
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { level, options, limits, .. } = self;
        f.debug_struct("Solver")
            .field("level", &level.title)
            .field("options", options)
            .field("limits", limits)
            .finish_non_exhaustive()
    }
}

impl Level {
    /// Solves the level with the default options; [`Solver`] has more of them.
    pub fn solve(&self, limits: Limits) -> Report {
        Solver::new(self).limits(limits).solve()
    }
}

/// Solves a level under the limits of a meter that the caller goes on using; see [`Solver`].
pub fn solve(level: &Level, options: &Options, meter: &mut Meter) -> Report {
    solve_observed(level, &mut LevelMaze::default(), options, &|_| {}, meter)
}

/// The maze of a level, computed by the first stage that needs it.
#[derive(Default)]
pub(super) struct LevelMaze<'l>(Option<Maze<'l>>);

impl<'l> LevelMaze<'l> {
    pub(super) fn of(&mut self, level: &'l Level, meter: &mut Meter) -> Result<&Maze<'l>, Stop> {
        Ok(match &mut self.0 {
            Some(maze) => maze,
            none => none.insert(Maze::new(&level.board, meter)?),
        })
    }
}

pub(super) fn solve_observed<'l>(
    level: &'l Level,
    maze: &mut LevelMaze<'l>,
    options: &Options,
    observer: &Observer<'_, Strategy>,
    meter: &mut Meter,
) -> Report {
    if level.start.is_solved(&level.board) {
        let outcome = decide(level, Source::Start, SearchEnd::Found(Vec::new()), true);
        let report = Report::new(outcome, Source::Start).counted(meter);
        return Report { metric: options.optimal, lower_bound: options.optimal.map(|_| 0), ..report };
    }
    let report = match options.optimal {
        Some(metric) => shortest(level, metric, options, meter),
        None => {
            let report = search(level, maze, options, observer, meter);
            let report = report.unwrap_or_else(|stop| Report::new(Outcome::Stopped(stop), Source::Start));
            Report { textbook: options.textbook.clone(), ..report }
        }
    };
    report.counted(meter)
}

fn shortest(level: &Level, metric: Metric, options: &Options, meter: &mut Meter) -> Report {
    let proved = optimal(level, metric, options, meter);
    let mut outcome = decide(level, Source::Optimal, proved.ended, true);
    let shortest_known = proved.shortest_known.and_then(|pushes| {
        judge(level, Source::Optimal, &pushes).map_err(|error| outcome = Outcome::InternalError(error)).ok()
    });
    let lower_bound = (outcome != Outcome::Unsolvable).then_some(proved.lower_bound);
    let report = Report::new(outcome, Source::Optimal);
    Report { metric: Some(metric), lower_bound, shortest_known, counts: proved.counts, ..report }
}

fn search<'l>(
    level: &'l Level,
    maze: &mut LevelMaze<'l>,
    options: &Options,
    observer: &Observer<'_, Strategy>,
    meter: &mut Meter,
) -> Result<Report, Stop> {
    let maze = maze.of(level, meter)?;
    if options.textbook.is_none() && is_lost(maze, &level.start, meter)? {
        return Ok(Report::new(Outcome::Unsolvable, Source::Start));
    }
    let divided = PlanAreas::new(level, options, meter)?;
    let groups = groups(level, maze, &divided.rooms, options, meter)?;
    let context = Context::new(level, maze, &divided, groups, options);
    let slots = context.slots();
    // `lean` can use a second thread.
    let threads = options.threads.min(slots.len() + usize::from(options.strategies.contains(&Strategy::Lean)));
    // Under a node limit runs repeat, so the order of turns must not depend on chance.
    if threads <= 1 || options.textbook.is_some() || meter.nodes_left().is_some() {
        return Ok(Report::of_run(level, one_by_one(slots, observer, meter)));
    }
    let head_start = if context.groups.is_some() { HEAD_START } else { Duration::ZERO };
    let crew = Crew { threads, alone: options.alone + head_start };
    let prove = |meter: &mut Meter| is_proved(level, maze, meter);
    Ok(Report::of_run(level, side_by_side(slots, crew, prove, observer, meter)))
}

/// True if a proof that the level has no solution is found and accepted by the checker.
fn is_proved(level: &Level, maze: &Maze<'_>, meter: &mut Meter) -> bool {
    matches!(Prover::new(maze).dead("unsolvable", &level.start, &[], meter), Ok(ProverAnswer::Proved(_)))
}

/// True if no matching takes each box to a goal of its own. Abstract plans treat rooms one by one and do not detect this.
fn is_lost(maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<bool, Stop> {
    let places = start.boxes.iter().map(|&b| maze.place(b, start.player));
    Ok(MinCostMatching::default().solve(&maze.distances, places, meter)?.is_none())
}
