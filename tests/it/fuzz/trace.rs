//! A trace: a level, and calls that are made one after the other. Every answer is judged by exhaustive search; if there are too
//! many states for it, by earlier answers.
//!
//! As text, which is how traces are kept in `tests/traces/`: the rows of the level, a blank line, and a call a line. Words with `=`
//! are limits of the call: `nodes`, `checks` (of the limits that pass before one fails). Unknown calls are skipped.
//!
//! ```text
//! solve all nodes=50      strategies, by group or by name
//! optimal moves           by a metric
//! alert                   the deadlocks of the position, and the pushes that lead to one
//! look 7                  the same of positions drawn by a number, by one assistant that is stopped now and then
//! hint                    the plan that hints are taken from
//! plans 3                 the first plan, and alternatives to it; `plans exact` an exact plan
//! follow 4                the first moves of the last solution are made
//! walk uurd               moves are made as far as the rules allow
//! turn 3                  the level is turned or mirrored
//! write rle               the level is written and read again
//! command solve ..        the program is run on the level, if there is a program
//! ```

use super::truth::Truth;
use crate::common::exhaustive::{Drawn, State, explore as exhaust, has};
use crate::common::small_levels::LARGE_SIDE;
use crate::common::stops;
use sokoplan::assist::{Assistant, Hint};
use sokoplan::deadlock::DeadlockPatterns;
use sokoplan::level::{
    Collection, Entry, Format, Level, Lurd, Position, ReadOptions, Square, Symmetry, WriteOptions, read, write,
};
use sokoplan::maze::{Areas, Maze};
use sokoplan::push::{Push, walk_and_push};
use sokoplan::run::{Answer, Limits, Meter, Random, StopFlag};
use sokoplan::search::optimal::Metric;
use sokoplan::solve::{Options, Planning, Strategy, solve};
use std::collections::HashMap;
use std::fmt;

/// States above which a level is not searched exhaustively.
const MOST_STATES: usize = 20_000;

/// Nodes of a search without another limit, for a level of more states than this.
const MOST_NODES: u64 = 2_000;

/// Positions that an assistant looks at.
const LOOKS: usize = 20;

/// Runs the program on a level with these words; returns what breaks a promise.
pub(crate) type Shell<'a> = &'a dyn Fn(&Level, &[String], Truth) -> Result<(), String>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trace {
    pub(crate) rows: Vec<String>,
    pub(crate) calls: Vec<Vec<String>>,
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.iter().try_for_each(|row| writeln!(f, "{row}"))?;
        writeln!(f)?;
        self.calls.iter().try_for_each(|call| writeln!(f, "{}", call.join(" ")))
    }
}

impl Trace {
    /// Reads a trace; lines that begin with `;` are remarks.
    pub(crate) fn parse(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with(';'));
        let rows = lines.by_ref().take_while(|line| !line.is_empty()).map(str::to_owned).collect();
        let calls = lines.map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        Self { rows, calls: calls.filter(|call| !call.is_empty()).collect() }
    }

    /// Makes all calls, and returns whether exhaustive search has judged the answers about the level as it is drawn; or the
    /// first promise that is broken. Panics where the crate does.
    pub(crate) fn run(&self, shell: Option<Shell<'_>>) -> Result<bool, String> {
        let Some(mut bench) = Bench::new(&self.rows.join("\n")) else { return Ok(false) };
        let is_exhausted = bench.rest.is_some();
        for call in &self.calls {
            bench.call(call, shell).map_err(|why| format!("`{}`: {why}\n{}", call.join(" "), bench.level.grid))?;
        }
        Ok(is_exhausted)
    }
}

/// The level in its present form, and the known facts about it.
struct Bench {
    level: Level,
    plain: Drawn,
    /// The states, each with the fewest pushes to a solution; `None` where there are too many.
    rest: Option<HashMap<State, Option<usize>>>,
    truth: Truth,
    /// The last solution of this level.
    lurd: String,
}

/// The limits of a call.
struct Words<'a> {
    plain: Vec<&'a str>,
    limits: HashMap<&'a str, u64>,
}

impl<'a> Words<'a> {
    fn new(call: &'a [String]) -> Self {
        let (limits, plain): (Vec<&str>, Vec<&str>) =
            call.iter().map(String::as_str).partition(|word| word.contains('='));
        let limit = |word: &'a str| word.split_once('=').and_then(|(name, number)| Some((name, number.parse().ok()?)));
        Self { plain, limits: limits.into_iter().filter_map(limit).collect() }
    }

    fn word(&self, index: usize) -> &'a str {
        self.plain.get(index).copied().unwrap_or_default()
    }

    /// The meter of a call, with this limit of nodes if the call has none of its own.
    fn meter(&self, nodes: Option<u64>) -> Meter {
        let of = |name: &str| self.limits.get(name).copied();
        let limits = of("checks").map_or(Limits::default(), stops::after);
        Meter::new(Limits { nodes: of("nodes").or(nodes), ..limits }, StopFlag::default())
    }

    fn is_free(&self) -> bool {
        self.limits.is_empty()
    }
}

/// A level that is as wide as it is high, for exhaustive search.
pub(crate) fn plain(level: &Level) -> Drawn {
    let side = level.grid.height();
    let text: String = level.grid.to_string().lines().map(|line| format!("{line:side$}\n")).collect();
    Drawn::of_side(side, &text)
}

fn check(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

impl Bench {
    fn new(text: &str) -> Option<Self> {
        let side = text.lines().count();
        let fits = side <= LARGE_SIDE && text.lines().all(|line| line.chars().count() == side);
        let level = Level::from_xsb("traced", text).ok().filter(|_| fits)?;
        Self::of(side, level)
    }

    /// `None` where the level has another size.
    fn of(side: usize, level: Level) -> Option<Self> {
        if level.grid.width() != side || level.grid.height() != side {
            return None;
        }
        let plain = plain(&level);
        let rest = exhaust(&plain, MOST_STATES);
        let truth = rest.as_ref().map_or(Truth::Open, |rest| Truth::of(rest[&plain.state(plain.boxes, plain.player)]));
        Some(Self { level, plain, rest, truth, lurd: String::new() })
    }

    /// Nodes of a search for a call without a limit: unlimited, if it cannot need too many.
    fn nodes(&self) -> Option<u64> {
        self.rest.is_none().then_some(MOST_NODES)
    }

    fn call(&mut self, call: &[String], shell: Option<Shell<'_>>) -> Result<(), String> {
        let words = Words::new(call);
        match words.word(0) {
            "solve" => self.solve(&words),
            "optimal" => self.optimal(&words),
            "alert" => self.alert(&words),
            "look" => self.look(&words),
            "hint" => self.hint(&words),
            "plans" => self.plans(&words),
            "follow" => self.go(&self.lurd.chars().take(words.word(1).parse().unwrap_or(0)).collect::<String>()),
            "walk" => self.go(words.word(1)),
            "turn" => self.turn(words.word(1).parse().unwrap_or(0)),
            "write" => self.write(words.word(1)),
            "command" => shell.map_or(Ok(()), |shell| shell(&self.level, &call[1..], self.truth)),
            _ => Ok(()),
        }
    }

    /// Judges an answer; one without limits must be decided.
    fn judge(&mut self, answer: Answer, lurd: Option<&str>, must_decide: bool) -> Result<(), String> {
        match answer {
            Answer::Solved => {
                let lurd = lurd.unwrap_or_default();
                check(self.plain.is_solved_by(lurd), || format!("{lurd} is no solution"))?;
                check(self.truth != Truth::Unsolvable, || format!("called unsolvable, and {lurd} is a solution"))?;
                self.truth = self.truth.with(lurd.matches(|letter: char| letter.is_ascii_uppercase()).count());
                lurd.clone_into(&mut self.lurd);
                Ok(())
            }
            Answer::Unsolvable => {
                check(!self.truth.is_solvable(), || "called unsolvable, and it is not".to_owned())?;
                self.truth = Truth::Unsolvable;
                Ok(())
            }
            Answer::InternalError => Err("an internal error".to_owned()),
            other => check(!must_decide || self.rest.is_none(), || format!("{other:?}, without a limit")),
        }
    }

    fn solve(&mut self, words: &Words<'_>) -> Result<(), String> {
        let word = words.word(1);
        let Some(strategies) = Strategy::named(word) else { return Ok(()) };
        let (options, is_complete) = (Options::default().with_strategies(strategies), matches!(word, "all" | "pushes"));
        let mut meter = words.meter(self.nodes());
        let report = solve(&self.level, &options, &mut meter);
        let nodes = words.limits.get("nodes").copied().unwrap_or(u64::MAX);
        check(meter.nodes() <= nodes, || format!("{} nodes of {nodes}", meter.nodes()))?;
        let lurd = report.solution().map(|solution| solution.lurd.clone());
        self.judge(report.answer(), lurd.as_deref(), is_complete && words.is_free())
    }

    fn optimal(&mut self, words: &Words<'_>) -> Result<(), String> {
        let Ok(metric) = words.word(1).parse::<Metric>() else { return Ok(()) };
        let options = Options { optimal: Some(metric), ..Options::default() };
        let report = solve(&self.level, &options, &mut words.meter(self.nodes()));
        let lurd = report.solution().map(|solution| solution.lurd.clone());
        self.judge(report.answer(), lurd.as_deref(), words.is_free())?;
        if !matches!(metric, Metric::Pushes | Metric::PushesMoves) {
            return Ok(());
        }
        if let Some(bound) = report.lower_bound {
            check(self.truth.allows_bound(bound as usize), || format!("at least {bound} pushes: {:?}", self.truth))?;
        }
        if let Some(solution) = report.solution().filter(|_| report.is_optimal()) {
            let found = solution.metrics.pushes;
            check(self.truth.allows_least(found), || format!("{found} pushes are fewest: {:?}", self.truth))?;
            self.truth = Truth::Least(found);
        }
        Ok(())
    }

    fn cell(&self, square: Square) -> usize {
        let (row, column) = self.level.board.row_column(square);
        row * self.plain.side + column
    }

    fn alert(&self, words: &Words<'_>) -> Result<(), String> {
        let mut meter = words.meter(self.nodes());
        let Ok(maze) = Maze::new(&self.level.board, &mut meter) else { return Ok(()) };
        let (areas, patterns) = (Areas::of(&self.level.board), DeadlockPatterns::default());
        let mut assistant = Assistant::new(&maze, &areas, &patterns, &self.level.start);
        let state = self.plain.state(self.plain.boxes, self.plain.player);
        self.judge_assistant(&mut assistant, state, &mut meter)
    }

    /// One assistant looks at many positions, and is stopped at some: its memory makes no answer wrong.
    fn look(&self, words: &Words<'_>) -> Result<(), String> {
        let mut random = Random::new(words.word(1).parse().unwrap_or(0));
        let maze = Maze::new(&self.level.board, &mut Meter::unlimited()).expect("no limit");
        let (areas, patterns) = (Areas::of(&self.level.board), DeadlockPatterns::default());
        let mut assistant = Assistant::new(&maze, &areas, &patterns, &self.level.start);
        let Some(rest) = &self.rest else { return Ok(()) };
        let mut states: Vec<State> = rest.keys().copied().collect();
        states.sort_unstable();
        for _ in 0..LOOKS {
            let state = random.pick(&states);
            assistant.look(&self.position(state));
            let limits = if random.chance(30) { stops::after(random.below(300) as u64) } else { Limits::default() };
            let mut meter = Meter::new(limits, StopFlag::default());
            self.judge_assistant(&mut assistant, state, &mut meter)?;
        }
        Ok(())
    }

    fn position(&self, (boxes, player): State) -> Position {
        let side = self.plain.side;
        let square = |cell: usize| self.level.board.square(cell / side, cell % side).expect("a square");
        Position {
            boxes: (0..side * side).filter(|&cell| has(boxes, cell)).map(square).collect(),
            player: square(player),
        }
    }

    /// No alarm about a state that can be solved, and none about a push to one.
    fn judge_assistant(&self, assistant: &mut Assistant<'_>, state: State, meter: &mut Meter) -> Result<(), String> {
        let own = self.plain.state(self.plain.boxes, self.plain.player);
        let is_solvable = |state: &State| match &self.rest {
            Some(rest) => rest.get(state).is_some_and(Option::is_some),
            None => *state == own && self.truth.is_solvable(),
        };
        let alert = assistant.alert(meter).unwrap_or_default();
        check(alert.is_empty() || !is_solvable(&state), || format!("a false alarm: {state:?} {alert:?}"))?;
        for prevented in assistant.prevention(meter).unwrap_or_default() {
            let Some(to) = self.level.board.next(prevented.push.from, prevented.push.direction) else { continue };
            let (from, to) = (self.cell(prevented.push.from), self.cell(to));
            let after = self.plain.state(state.0 & !(1 << from) | 1 << to, from);
            check(!is_solvable(&after), || format!("a false alarm: {state:?} {prevented:?}"))?;
        }
        Ok(())
    }

    fn hint(&mut self, words: &Words<'_>) -> Result<(), String> {
        let mut meter = words.meter(self.nodes());
        let level = self.level.clone();
        let Ok(maze) = Maze::new(&level.board, &mut meter) else { return Ok(()) };
        let (areas, patterns) = (Areas::of(&level.board), DeadlockPatterns::default());
        let mut assistant = Assistant::new(&maze, &areas, &patterns, &level.start);
        let Ok(hint) = Hint::make(&level, &mut assistant, &mut meter) else { return Ok(()) };
        let is_lost = matches!(hint, Hint::Lost(_));
        check(!is_lost || !self.truth.is_solvable(), || "called lost, and there is a solution".to_owned())?;
        let Some(plan) = hint.steps() else { return Ok(()) };
        check(self.truth != Truth::Unsolvable || !words.is_free(), || "a hint, and no solution".to_owned())?;
        let pushes: Vec<Push> = plan.steps.iter().flat_map(|step| step.pushes.iter().copied()).collect();
        if plan.is_solution {
            let lurd = walk_and_push(&self.level.board, &self.level.start, &pushes).map(|(lurd, _)| lurd);
            return self.judge(Answer::Solved, lurd.as_deref(), true);
        }
        let first = plan.steps.first().map(|step| step.pushes.as_slice()).unwrap_or_default();
        let end = walk_and_push(&self.level.board, &self.level.start, first);
        check(end.is_some(), || "a hint whose pushes cannot be made".to_owned())
    }

    fn plans(&mut self, words: &Words<'_>) -> Result<(), String> {
        let mut meter = words.meter(self.nodes());
        let strategies: Vec<Strategy> = match words.word(1) {
            "exact" => vec![Strategy::ExactPlans],
            _ => Strategy::plans().collect(),
        };
        let options = Options::default().with_strategies(strategies);
        let planning = Planning { options, count: words.word(1).parse().unwrap_or(1) };
        let plans = meter.within(Some(2_000), None, |meter| planning.plan(&self.level, meter));
        for plan in &plans {
            let answer = plan.report.answer();
            check(answer != Answer::Unsolvable || !self.truth.is_solvable(), || "no plan, and a solution".to_owned())?;
            let Some(solution) = plan.report.solution() else { continue };
            self.judge(Answer::Solved, Some(&solution.lurd), true)?;
        }
        Ok(())
    }

    /// Makes moves, as far as the rules allow.
    fn go(&mut self, moves: &str) -> Result<(), String> {
        let Ok(lurd) = moves.parse::<Lurd>() else { return Ok(()) };
        let most = (0..=lurd.len()).rev().find_map(|end| self.level.after(&Lurd(lurd.0[..end].to_vec())).ok());
        self.set(most)
    }

    fn set(&mut self, level: Option<Level>) -> Result<(), String> {
        if let Some(bench) = level.and_then(|level| Self::of(self.plain.side, level)) {
            *self = bench;
        }
        Ok(())
    }

    /// True if the level is the same as before; if exhaustive search cannot decide it, its truth is taken over.
    fn is_still(&mut self, before: Truth) -> bool {
        if self.rest.is_none() {
            self.truth = before;
        }
        self.truth == before
    }

    /// A turned level has the same truth.
    fn turn(&mut self, number: usize) -> Result<(), String> {
        let symmetry = Symmetry::all().nth(number % 8).unwrap_or_default();
        let before = self.truth;
        self.set(Some(self.level.turned(symmetry)))?;
        check(self.is_still(before), || format!("{symmetry:?} changes the level"))
    }

    /// A written level reads back the same.
    fn write(&mut self, word: &str) -> Result<(), String> {
        const FORMATS: [(&str, Format); 6] = [
            ("xsb", Format::Xsb),
            ("sok", Format::Sok),
            ("rle", Format::Rle),
            ("sokobot", Format::Sokobot),
            ("letters", Format::Letters),
            ("lisa", Format::Lisa),
        ];
        let Some((_, format)) = FORMATS.into_iter().find(|(name, _)| *name == word) else { return Ok(()) };
        let entry = Entry::new(1, 1, Ok(self.level.clone()));
        let collection = Collection { entries: vec![entry], ..Collection::default() };
        let text = write(&collection, WriteOptions { format, strict: false });
        let text = text.map_err(|error| error.to_string())?;
        let mut again = read(text.as_bytes(), ReadOptions { format: format.input(), strict: false }).entries;
        let level = again.pop().ok_or("no level is read")?.body.map_err(|fault| fault.to_string())?;
        let before = self.truth;
        check(level.start == self.level.start || level.board != self.level.board, || format!("another start\n{text}"))?;
        self.set(Some(level))?;
        check(self.is_still(before), || format!("{word} changes the level"))
    }
}
