//! A level is cut at bridges of its floor, each part is searched as a level of its own, and the pushes are joined. The
//! flows over the bridges are the plan, so parts are searched by push searches first, and by plans if these take long.

use super::{List, Shared};
use crate::level::{Level, Square};
use crate::maze::{Bridge, Maze, Parts};
use crate::planner::parts::{
    Joined, Need, PartLevel, Script, ScriptPush, cuts, has_many_parts, join, join_at, random_cuts, steps,
};
use crate::planner::{Abstraction, Realised};
use crate::push::Push;
use crate::run::{Ended, Meter, Progress, Search, Status, Stop};
use crate::solve::registry::{Entry, Make};
use crate::solve::schedule::{Member, Scheduled, Turn, Turns};
use crate::solve::{Options, PartEnd, PartsReport, PlanReport, Strategy};
use itertools::Itertools;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::rc::Rc;
use std::sync::OnceLock;

/// Entry of `parts`. The first turn comes before that of `lean`: of the 41 levels of XSokoban that are cut, parts alone
/// solve 17 within 70 ms, 30 within 500 ms and 34 within 5 s; five of the other seven, in which boxes must cross a
/// bridge both ways, fail within 100 ms.
pub(in crate::solve) static PARTS: Entry = Entry {
    word: "parts",
    says: "each part of a level that is cut at bridges of its floor is solved as a level of its own, with as many boxes \
           through its doors as counting requires, and the pushes are joined",
    turns: [Turn::new(1_000, 70), Turn::new(2_000, 440)],
    // Some parts need more time than any other search of their level.
    share: 2,
    make: Make::Parts,
};

/// First turn of the strategy `parts` on levels of many parts, before the turns of all other strategies.
const FIRST_OF_MANY: Turn = Turn::new(1_000, 1);
/// Factor by which turns are longer on levels of many parts, where searches of the whole level fail.
const SHARE_OF_MANY: u32 = 32;
/// First slice (a turn within a turn) of the search of one part; each further slice is twice as long.
const SLICE: Turn = Turn::new(500, 20);
/// Number of slices of one part after which other needs (conditions on its solution) are tried as well: the part of
/// XSokoban 50 that takes 34 s is solved with 1,157 nodes by [`Need::OpenFirst`], but further cuttings take time.
const PATIENCE: u32 = 5;
/// For levels of many parts: number of slices for each part before the second way to cut begins.
const HANDICAP: u32 = 4;
/// Maximum number of cuttings: ways to cut a level, with needs of parts that failures have shown.
const MOST_CUTTINGS: usize = 100;

/// The ways to cut a level, and storage for the searches of its parts.
pub(in crate::solve) struct Decomposition<'a> {
    level: &'a Level,
    /// Options for the searches of parts.
    options: Options,
    parts: Parts,
    /// Ways to cut, each as indices of bridges.
    cuts: Vec<Vec<usize>>,
    searched: Vec<Searched<'a>>,
}

/// What the search of a part refers to; each field is computed from those before it.
#[derive(Default)]
struct Searched<'a> {
    level: OnceLock<PartLevel>,
    maze: OnceLock<Maze<'a>>,
    shared: OnceLock<Shared<'a>>,
    list: OnceLock<List<'a>>,
}

impl<'a> Decomposition<'a> {
    /// Finds the ways to cut; `None` if the options leave out the strategy `parts`, or no cut is useful.
    pub(in crate::solve) fn new(level: &'a Level, options: &Options) -> Option<Self> {
        let is_asked = options.choice.has(Strategy::PARTS) && Strategy::PARTS.plans_on(options.abstraction);
        if options.textbook.is_some() || !is_asked {
            return None;
        }
        let parts = Parts::new(&level.board, &level.start);
        let cuts = options.random_cuts.map_or_else(|| cuts(&parts), |seed| random_cuts(&parts, seed));
        if cuts.is_empty() {
            return None;
        }
        let choice = options.choice.within_parts();
        let most = 4 * parts.parts().len() + 2 * MOST_CUTTINGS;
        let searched = (0..most).map(|_| Searched::default()).collect();
        let options = Options { choice, abstraction: None, threads: 1, ..options.clone() };
        Some(Self { level, options, parts, cuts, searched })
    }

    /// Returns the strategy for the schedule, with longer turns if the level has many parts.
    pub(super) fn member<'s>(&'a self) -> Member<'s>
    where
        'a: 's,
    {
        let plan = Some(PlanReport::new(self.parts.areas(&self.level.board), Strategy::PARTS, Abstraction::Parts));
        let member = Member { plan, ..Member::new(Strategy::PARTS, |_| Ok(Box::new(PartsRun::new(self)))) };
        if !self.has_many() {
            return member;
        }
        Member { turns: [FIRST_OF_MANY, FIRST_OF_MANY.doubled()], share: SHARE_OF_MANY, ..member }
    }

    fn has_many(&self) -> bool {
        has_many_parts(&self.parts)
    }
}

/// A way to cut a level, and what the solutions of its parts must satisfy.
#[derive(Clone)]
struct Cutting {
    /// Indices of the bridges at which the level is cut.
    at: Vec<usize>,
    parts: Rc<Parts>,
    needs: Vec<Need>,
    /// Needs that cannot be met, and are not added again.
    vain: Vec<Need>,
    /// Number of slices so far.
    slices: u32,
}

/// What distinguishes a part level: its first square, the squares of its ports, and its needs.
type Key = (Square, Vec<[Square; 2]>, Vec<Need>);

/// A part level with the state of its search.
struct Problem<'a> {
    turns: Option<Turns<'a, 'a>>,
    slice: Turn,
    slices: u32,
    nodes: u64,
    state: State,
}

enum State {
    Open,
    Solved(Script),
    Failed,
}

impl State {
    const fn end(&self) -> PartEnd {
        match self {
            Self::Open => PartEnd::Open,
            Self::Solved(_) => PartEnd::Solved,
            Self::Failed => PartEnd::Failed,
        }
    }
}

struct PartsRun<'a> {
    decomposition: &'a Decomposition<'a>,
    /// Part levels in the order of creation; each has a place of equal index in [`Decomposition::searched`].
    problems: Vec<Problem<'a>>,
    known: FxHashMap<Key, usize>,
    cuttings: Vec<Cutting>,
    /// All cuttings so far, so that none is tried twice.
    tried: FxHashSet<(Vec<usize>, Vec<Need>, Vec<Need>)>,
    /// Cutting that had the last slice.
    last: Option<Cutting>,
    /// Parts and steps of the solution; `None` before it is found.
    solution: Option<(Rc<Parts>, Vec<Realised>)>,
}

impl<'a> PartsRun<'a> {
    fn new(decomposition: &'a Decomposition<'a>) -> Self {
        let (cuttings, known, tried) = (Vec::new(), FxHashMap::default(), FxHashSet::default());
        let problems = Vec::new();
        let mut run = Self { decomposition, problems, known, cuttings, tried, last: None, solution: None };
        let handicap = if decomposition.has_many() { HANDICAP * decomposition.parts.parts().len() as u32 } else { 0 };
        for (number, cut) in (0..).zip(&decomposition.cuts) {
            let parts = Rc::new(decomposition.parts.cut_at(cut));
            let (at, needs, vain) = (cut.clone(), Vec::new(), Vec::new());
            run.add(Cutting { at, parts, needs, vain, slices: number * handicap });
        }
        run
    }

    /// Adds a cutting at these bridges; needs and slices are taken from `like`.
    fn cut(&mut self, at: Vec<usize>, like: &Cutting) {
        let parts = Rc::new(self.decomposition.parts.cut_at(&at));
        let is_left = |need: &&Need| parts.bridges().iter().any(|bridge| bridge.is_between(need.squares()));
        let needs = like.needs.iter().filter(is_left).copied().collect();
        self.add(Cutting { at, needs, parts, ..like.clone() });
    }

    /// Adds a cutting if it is new.
    fn add(&mut self, cutting: Cutting) {
        let is_new = self.tried.insert((cutting.at.clone(), cutting.needs.clone(), cutting.vain.clone()));
        if is_new && self.tried.len() <= MOST_CUTTINGS {
            self.cuttings.push(cutting);
        }
    }

    /// Adds the cutting with more needs. One slice more is counted for it, so that a cut with many failures does not
    /// keep other cuts waiting.
    fn ask(&mut self, cutting: &Cutting, more: impl IntoIterator<Item = Need>) {
        let needs = cutting.needs.iter().copied().chain(more).sorted().dedup();
        let needs = needs.filter(|need| !cutting.vain.contains(need)).collect();
        self.add(Cutting { needs, slices: cutting.slices + 1, ..cutting.clone() });
    }

    /// Returns for each part of a cutting the index of its problem (part level); `None` if there are too many problems.
    fn problems(&mut self, cutting: &Cutting) -> Option<Vec<usize>> {
        (0..cutting.parts.parts().len()).map(|part| self.problem(cutting, part)).collect()
    }

    fn problem(&mut self, cutting: &Cutting, part: usize) -> Option<usize> {
        let Decomposition { level: Level { board, start, .. }, searched, .. } = self.decomposition;
        let parts = &*cutting.parts;
        let needs: Vec<Need> = cutting.needs.iter().copied().filter(|need| need.part(parts) == part).collect();
        let ports = parts.bridges().iter().filter(|bridge| bridge.parts.contains(&part)).map(|bridge| bridge.squares);
        let key = (*parts.parts()[part].squares.first()?, ports.sorted().collect(), needs.clone());
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let place = self.problems.len();
        let room = searched.get(place)?;
        let state = PartLevel::new(board, start, parts, part, &needs).map_or(State::Failed, |part_level| {
            room.level.get_or_init(|| part_level);
            State::Open
        });
        self.problems.push(Problem { turns: None, slice: SLICE, slices: 0, nodes: 0, state });
        self.known.insert(key, place);
        Some(place)
    }

    /// Searches one open part of a cutting, that with the fewest slices so far, or joins all parts if none is open.
    fn advance(&mut self, cutting: &Cutting, meter: &mut Meter) -> Result<Advance, Stop> {
        let Some(problems) = self.problems(cutting) else { return Ok(Advance::Over) };
        // 1. If a part has failed, nothing can be joined.
        let has_failed = |&problem: &usize| matches!(self.problems[problem].state, State::Failed);
        if let Some(part) = problems.iter().position(has_failed) {
            self.mend(cutting, part);
            return Ok(Advance::Over);
        }
        // 2. The next part.
        let is_open = |&(_, problem): &(usize, usize)| matches!(self.problems[problem].state, State::Open);
        let open = problems.iter().copied().enumerate().filter(is_open);
        let Some((part, problem)) = open.min_by_key(|&(_, problem)| self.problems[problem].slices) else {
            return self.join(cutting, &problems, meter);
        };
        self.search(problem, meter)?;
        // 3. If it takes long, other cuttings take turns with it.
        if self.problems[problem].slices == PATIENCE {
            self.mend(cutting, part);
        }
        Ok(Advance::Running)
    }

    /// Adds cuttings for a part without a solution, or without one soon: with other needs, without a way out at the
    /// end, or joined to its neighbours.
    fn mend(&mut self, cutting: &Cutting, part: usize) {
        let parts = &cutting.parts;
        let begun = Cutting { slices: 0, ..cutting.clone() };
        Need::of_part(parts, part).into_iter().for_each(|need| self.ask(&begun, [need]));
        let is_gone = |need: &Need| matches!(need, Need::EndOutside(_)) && need.part(parts) == part;
        let (gone, needs): (Vec<Need>, Vec<Need>) = cutting.needs.iter().partition(|&need| is_gone(need));
        if gone.is_empty() {
            return self.join_parts(cutting, part);
        }
        // 1. The part stays unchanged, and the joining order must work without the way out.
        let vain = cutting.vain.iter().chain(&gone).copied().sorted().dedup().collect();
        self.add(Cutting { needs: needs.clone(), vain, ..cutting.clone() });
        // 2. The part is joined to the one beyond the way out.
        let is_way = |bridge: &Bridge| gone.iter().any(|need| bridge.is_between(need.squares()));
        let kept = cutting.at.iter().zip(parts.bridges()).filter(|(_, bridge)| !is_way(bridge));
        let at: Vec<usize> = kept.map(|(&number, _)| number).collect();
        if !at.is_empty() {
            self.cut(at, &Cutting { needs, ..cutting.clone() });
        }
    }

    /// Returns whether the search of a part has not ended.
    fn is_open(&mut self, cutting: &Cutting, part: usize) -> bool {
        self.problem(cutting, part).is_some_and(|place| matches!(self.problems[place].state, State::Open))
    }

    fn join_parts(&mut self, cutting: &Cutting, part: usize) {
        let is_slow = self.is_open(cutting, part);
        let joined = join_at(&self.decomposition.level.board, &cutting.at, &cutting.parts, part, is_slow);
        joined.into_iter().for_each(|at| self.cut(at, cutting));
    }

    /// Runs the strategies on a part level for one slice.
    fn search(&mut self, place: usize, meter: &mut Meter) -> Result<(), Stop> {
        let decomposition = self.decomposition;
        let Some(part_level) = decomposition.searched[place].level.get() else {
            self.problems[place].state = State::Failed;
            return Ok(());
        };
        // 1. A part with nothing to push needs no search.
        let Level { board, start, .. } = &part_level.level;
        if start.is_solved(board) {
            self.problems[place].state = part_level.script(&[]).map_or(State::Failed, State::Solved);
            return Ok(());
        }
        // 2. The search, at its first slice.
        if self.problems[place].turns.is_none() {
            self.problems[place].turns = begin(decomposition, place, meter)?;
        }
        let Problem { turns, slice, slices, nodes, state } = &mut self.problems[place];
        let Some(turns) = turns else {
            *state = State::Failed;
            return Ok(());
        };
        // 3. A slice.
        let before = meter.nodes();
        let is_counted = meter.nodes_left().is_some();
        let (most, time) = if is_counted { (Some(slice.nodes), None) } else { (None, Some(slice.time)) };
        let (ended, _) = meter.within(most, time, |meter| turns.run(meter));
        *nodes += meter.nodes() - before;
        *state = match ended {
            Ended::Found(pushes) => part_level.script(&pushes).map_or(State::Failed, State::Solved),
            Ended::Exhausted | Ended::Stopped(Stop::MemoryLimit) => State::Failed,
            Ended::Stopped(_) => {
                meter.exhausted()?;
                *slice = slice.doubled();
                *slices += 1;
                return Ok(());
            }
        };
        self.problems[place].turns = None;
        Ok(())
    }

    /// Returns how the searches of the parts of the last cutting ended; `None` before the first slice.
    fn parts_report(&mut self) -> Option<PartsReport> {
        let last = self.last.take()?;
        let ended = self.problems(&last)?.into_iter().map(|problem| {
            let Problem { state, nodes, .. } = &self.problems[problem];
            (state.end(), *nodes)
        });
        Some(PartsReport::new(last.parts.areas(&self.decomposition.level.board), ended.collect()))
    }

    /// Joins the scripts of all parts. If that fails, cuttings with the missing needs are added.
    fn join(&mut self, cutting: &Cutting, problems: &[usize], meter: &mut Meter) -> Result<Advance, Stop> {
        let Level { board, start, .. } = self.decomposition.level;
        let parts = &*cutting.parts;
        let scripts = problems.iter().filter_map(|&problem| match &self.problems[problem].state {
            State::Solved(script) => Some(script),
            _ => None,
        });
        let scripts: Vec<&Script> = scripts.collect();
        let pushes: Vec<&[ScriptPush]> = scripts.iter().map(|script| script.pushes.as_slice()).collect();
        // 1. The farthest part first, so that the player can walk through the others.
        let depths = parts.depths(parts.part_of(start.player));
        let order: Vec<usize> = (0..scripts.len()).sorted_by_key(|&part| Reverse(depths[part])).collect();
        let stuck = match join(board, start, parts, &pushes, &order, meter)? {
            Joined::Whole(pushes) => {
                let nodes: Vec<u64> = problems.iter().map(|&problem| self.problems[problem].nodes).collect();
                self.solution = Some((Rc::clone(&cutting.parts), steps(board, &pushes, &nodes)));
                return Ok(Advance::Found(pushes.into_iter().map(|joined| joined.push).collect()));
            }
            Joined::Stuck(stuck) => stuck,
        };
        // 2. The missing needs: of many parts all at once, of few parts by one dead end after the other.
        let is_vain = |need: &Need| cutting.vain.contains(need) || cutting.needs.contains(need);
        let waits: Vec<Need> = stuck.iter().flat_map(|stuck| Need::where_stuck(parts, &scripts, stuck)).collect();
        let shut = stuck.iter().map(|stuck| Need::to_go_on(parts, &scripts, stuck, start.player, is_vain));
        let mut shut: Vec<Vec<Need>> = shut.collect();
        if self.decomposition.has_many() {
            shut = vec![shut.concat()];
        }
        waits.into_iter().for_each(|need| self.ask(cutting, [need]));
        shut.into_iter().for_each(|needs| self.ask(cutting, needs));
        Ok(Advance::Over)
    }
}

/// Whether a cutting is still searched, has nothing left to try, or has found the pushes of a solution.
enum Advance {
    Running,
    Over,
    Found(Vec<Push>),
}

/// Creates the searches of a part level; `None` if the part cannot be drawn as a level.
fn begin<'a>(
    decomposition: &'a Decomposition<'a>,
    place: usize,
    meter: &mut Meter,
) -> Result<Option<Turns<'a, 'a>>, Stop> {
    let Some(Searched { level, maze, shared, list }) = decomposition.searched.get(place) else { return Ok(None) };
    let Some(part_level) = level.get() else { return Ok(None) };
    let maze = match maze.get() {
        Some(maze) => maze,
        None => {
            let made = Maze::new(&part_level.level.board, meter)?;
            maze.get_or_init(|| made)
        }
    };
    let shared = shared.get_or_init(|| Shared::of_part(&part_level.level, maze, &decomposition.options));
    let list = list.get_or_init(|| shared.list(None, None));
    Ok(Some(Turns::new(list.groups(), &|_| {})))
}

impl Search for PartsRun<'_> {
    type Solution = Vec<Push>;

    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        // 1. The cutting with the fewest slices, the first among equals.
        let next = self.cuttings.iter().position_min_by_key(|cutting| cutting.slices);
        let Some(next) = next else { return Ok(Status::Exhausted) };
        let cutting = self.cuttings[next].clone();
        // 2. A slice of it.
        let advance = self.advance(&cutting, meter);
        self.last = Some(cutting);
        Ok(match advance? {
            Advance::Found(pushes) => Status::Found(pushes),
            Advance::Over => {
                self.cuttings.remove(next);
                Status::Running
            }
            Advance::Running => {
                self.cuttings[next].slices += 1;
                Status::Running
            }
        })
    }

    fn is_complete(&self) -> bool {
        false
    }

    fn progress(&self) -> Progress {
        Progress::default()
    }

    /// Drops the searches of the part on which most nodes were spent. Returns whether any was dropped.
    fn compact(&mut self) -> bool {
        let open = self.problems.iter_mut().filter(|problem| problem.turns.is_some());
        let Some(most) = open.max_by_key(|problem| problem.nodes) else { return false };
        (most.turns, most.state) = (None, State::Failed);
        true
    }
}

impl Scheduled for PartsRun<'_> {
    fn report(&mut self, report: &mut PlanReport) {
        if let Some((parts, steps)) = self.solution.take() {
            (report.areas, report.steps) = (parts.areas(&self.decomposition.level.board), Some(steps));
        } else if let Some(parts) = self.parts_report() {
            (report.areas, report.parts) = (parts.areas.clone(), Some(parts));
        }
    }
}
