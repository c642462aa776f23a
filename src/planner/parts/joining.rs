//! Puts the pushes of all parts (their scripts) into one order for the whole level.
//!
//! ```text
//!   A: ab     c d        a run goes on with the script of one part until the player can go elsewhere than before, or until a box
//!   B:   e f ><          crosses a bridge (><), for which both scripts wait. A run after which he still reaches every
//!        ^   ^           door of unfinished parts is never regretted; other runs are tried one after the other.
//! ```

use super::ScriptPush;
use crate::level::{Board, Direction, Position, Square};
use crate::maze::Parts;
use crate::push::Push;
use crate::run::{Held, Meter, NodeKind, Stop};
use itertools::Itertools;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// A push of the whole level, with the part whose script it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinedPush {
    /// Push on the board of the whole level.
    pub push: Push,
    /// Part whose script contains the push; for a push over a bridge, the part that the box leaves.
    pub part: usize,
    /// Part that the box enters; `None` if it crosses no bridge.
    pub into: Option<usize>,
}

/// Whether the scripts of all parts could be put into one order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joined {
    /// All pushes of all parts, in an order in which they can be made.
    Whole(Vec<JoinedPush>),
    /// No order was found, or none exists. The dead ends are sorted by number of pushes, most first; no two have equal
    /// sets of unfinished parts.
    Stuck(Vec<Stuck>),
}

/// A dead end of the joining: no script can go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// For each part, the number of pushes of its script that were made.
    pub done: Vec<usize>,
    /// For each square of the board, whether the player can walk to it in the dead end.
    pub reached: Vec<bool>,
}

/// Maximum number of runs of one joining: this many for each part, plus a constant. Scripts that can be joined seldom
/// need more than five runs for each part.
const MOST_RUNS: (usize, usize) = (10, 500);

/// Maximum number of dead ends that are returned; `MOST_MET` is the maximum number that are visited.
const MOST_TOLD: usize = 8;
const MOST_MET: usize = 200;

/// Returns an order of the pushes of all parts in which each script keeps its order, and the parts at a bridge make its
/// crossings together. Depth first over runs, parts in `order` first. Not complete: an order may exist although none is
/// found.
///
/// # Errors
/// A limit of the meter; each run is a plan node.
pub fn join(
    board: &Board,
    start: &Position,
    parts: &Parts,
    scripts: &[&[ScriptPush]],
    order: &[usize],
    meter: &mut Meter,
) -> Result<Joined, Stop> {
    let all: usize = scripts.iter().map(|script| script.len()).sum();
    let mut join = Join::new(board, start, parts, scripts, order);
    let mut held = Held::default();
    let mut seen: FxHashSet<(Vec<usize>, Option<usize>)> = FxHashSet::default();
    let most = MOST_RUNS.0 * scripts.len() + MOST_RUNS.1;
    let (mut stuck, mut met): (Vec<Stuck>, usize) = (Vec::new(), 0);
    let reached = board.region(start.player, |square| join.taken[square.index()]);
    let runs = join.runs(&reached, None);
    let mut frames = vec![Frame { run: Vec::new(), reached, runs }];
    if all == 0 {
        return Ok(Joined::Whole(Vec::new()));
    }
    while let Some(frame) = frames.last_mut() {
        // 1. The next run, or a step back.
        let Some(run) = frame.runs.pop() else {
            let run = frames.pop().map(|frame| frame.run).unwrap_or_default();
            run.iter().rev().for_each(|pushed| join.undo(pushed));
            continue;
        };
        let mut reached = frame.reached.clone();
        run.pushes.iter().for_each(|pushed| join.go(pushed, &mut reached));
        let Some(last) = run.pushes.last().copied() else { continue };
        if join.is_over() {
            let before = frames.iter_mut().flat_map(|frame| std::mem::take(&mut frame.run));
            return Ok(Joined::Whole(before.chain(run.pushes).collect()));
        }
        // 2. Each position once.
        meter.tick(NodeKind::Plan)?;
        held.grow(scripts.len() * size_of::<usize>() + size_of::<Frame>() + 2 * reached.len(), meter)?;
        if seen.len() >= most || !seen.insert((join.done.clone(), reached.iter().position(|&is_there| is_there))) {
            run.pushes.iter().rev().for_each(|pushed| join.undo(pushed));
            continue;
        }
        // 3. One level deeper.
        let runs = join.runs(&reached, Some(&last));
        if runs.is_empty() {
            met += 1;
            if met == MOST_MET {
                break;
            }
            let left =
                |stuck: &Stuck| (0..scripts.len()).map(|part| stuck.done[part] < scripts[part].len()).collect_vec();
            stuck.push(Stuck { done: join.done.clone(), reached: reached.clone() });
            stuck = stuck
                .into_iter()
                .sorted_by_key(|one| Reverse(one.done.iter().sum::<usize>()))
                .unique_by(left)
                .collect();
            stuck.truncate(MOST_TOLD);
        }
        frames.push(Frame { run: run.pushes, reached, runs });
    }
    Ok(Joined::Stuck(stuck))
}

/// A position of the depth-first search over runs.
struct Frame {
    /// Pushes of the run that led to the position.
    run: Vec<JoinedPush>,
    /// For each square, whether the player can walk to it.
    reached: Vec<bool>,
    /// Runs left to try, the next one last.
    runs: Vec<Run>,
}

/// Pushes of one script that are made in a row.
struct Run {
    pushes: Vec<JoinedPush>,
    /// Number of doors of unfinished parts that the player reached before the run, but not after it.
    lost: usize,
    /// Number of doors of unfinished parts that the player reaches after the run, but not before it.
    won: usize,
}

/// The position of the depth-first search, with its scripts.
struct Join<'a> {
    board: &'a Board,
    scripts: &'a [&'a [ScriptPush]],
    /// Parts in the order in which they are tried.
    order: &'a [usize],
    /// Both squares of every bridge, each with the part in which the square lies.
    doors: Vec<(Square, usize)>,
    /// For each script, the number of pushes made.
    done: Vec<usize>,
    taken: Vec<bool>,
}

impl<'a> Join<'a> {
    fn new(
        board: &'a Board,
        start: &Position,
        parts: &Parts,
        scripts: &'a [&'a [ScriptPush]],
        order: &'a [usize],
    ) -> Self {
        let mut taken = vec![false; board.len()];
        start.boxes.iter().for_each(|square| taken[square.index()] = true);
        let ends = parts.bridges().iter().flat_map(|bridge| bridge.squares);
        let doors = ends.map(|square| (square, parts.part_of(square))).collect();
        Self { board, scripts, order, doors, done: vec![0; scripts.len()], taken }
    }

    fn is_done(&self, part: usize) -> bool {
        self.done[part] == self.scripts[part].len()
    }

    fn is_over(&self) -> bool {
        (0..self.scripts.len()).all(|part| self.is_done(part))
    }

    fn next(&self, part: usize) -> Option<ScriptPush> {
        self.scripts[part].get(self.done[part]).copied()
    }

    /// Makes a push, and updates which squares the player reaches.
    fn go(&mut self, pushed: &JoinedPush, reached: &mut Vec<bool>) {
        self.make(pushed);
        let Push { from, direction } = pushed.push;
        let Some(to) = self.board.next(from, direction) else { return };
        // 1. The region is flooded anew only if the box may cut the player off.
        reached[from.index()] = true;
        if std::mem::take(&mut reached[to.index()]) && self.may_cut(to, reached) {
            *reached = self.board.region(from, |square| self.taken[square.index()]);
            return;
        }
        // 2. Otherwise only from the square that the box has left.
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            for next in self.board.neighbours(at) {
                if !reached[next.index()] && !self.taken[next.index()] {
                    reached[next.index()] = true;
                    stack.push(next);
                }
            }
        }
    }

    /// Returns whether a box on a square may separate the reached squares beside it: not all are joined by corners.
    ///
    /// ```text
    ///   ..#     four squares beside the box, three corners        #.#     two squares, no corner that joins them:
    ///   .$.     that join two of them: one group                  #$#     two groups
    ///   ...                                                       #.#
    /// ```
    fn may_cut(&self, square: Square, reached: &[bool]) -> bool {
        let is_reached = |square: &Square| reached[square.index()];
        let beside = |turn: usize| self.board.next(square, Direction::ALL[turn % 4]).filter(is_reached);
        let count = (0..4).filter(|&turn| beside(turn).is_some()).count();
        let corner = |turn: usize| self.board.next(beside(turn)?, Direction::ALL[(turn + 1) % 4]).filter(is_reached);
        let joins = (0..4).filter(|&turn| beside(turn + 1).is_some() && corner(turn).is_some()).count();
        count > joins + 1
    }

    /// Returns the runs to try, the next one last; only one run if after it the player reaches all doors of unfinished
    /// parts that he reached before. The parts of the last push come first, so that parts are finished one by one.
    fn runs(&mut self, reached: &[bool], last: Option<&JoinedPush>) -> Vec<Run> {
        let begun = last.into_iter().flat_map(|last| last.into.into_iter().chain([last.part]));
        let mut all: Vec<Run> = Vec::new();
        for part in begun.chain(self.order.iter().copied()).unique() {
            let mut runs = self.runs_of(part, reached);
            let safe = (0..runs.len()).filter(|&at| runs[at].lost == 0);
            if let Some(best) = safe.max_by_key(|&at| (runs[at].won, runs[at].pushes.len())) {
                return vec![runs.swap_remove(best)];
            }
            all.extend(runs.into_iter().rev());
        }
        all.sort_by_key(|run| run.lost);
        all.reverse();
        all
    }

    /// Returns runs of one part, shortest first: each ends when the player reaches other doors, or no push can follow.
    fn runs_of(&mut self, part: usize, before: &[bool]) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut pushes: Vec<JoinedPush> = Vec::new();
        let mut reached = before.to_vec();
        while let Some(pushed) = self.push_of(part, &reached) {
            if pushed.into.is_some() && !pushes.is_empty() {
                break;
            }
            let mut after = reached.clone();
            self.go(&pushed, &mut after);
            if !pushes.is_empty() && self.doors.iter().any(|(door, _)| after[door.index()] != reached[door.index()]) {
                self.undo(&pushed);
                self.note(&mut runs, &pushes, before, &reached);
                self.make(&pushed);
            }
            pushes.push(pushed);
            reached = after;
            if pushed.into.is_some() {
                break;
            }
        }
        if !pushes.is_empty() {
            self.note(&mut runs, &pushes, before, &reached);
        }
        pushes.iter().rev().for_each(|pushed| self.undo(pushed));
        runs
    }

    /// Adds a run with these pushes, and counts the doors that the player reaches only before or only after the run.
    fn note(&self, runs: &mut Vec<Run>, pushes: &[JoinedPush], before: &[bool], after: &[bool]) {
        let is_left = |part: usize| !self.is_done(part);
        let doors = || self.doors.iter().filter(|(_, part)| is_left(*part)).map(|(door, _)| door.index());
        let lost = doors().filter(|&door| before[door] && !after[door]).count();
        let won = doors().filter(|&door| after[door] && !before[door]).count();
        runs.push(Run { pushes: pushes.to_vec(), lost, won });
    }

    /// Returns the next push of a script if the player can make it; for a crossing, only if the other part waits for it
    /// too. A crossing is returned for the part that the box leaves, `None` for the other.
    fn push_of(&self, part: usize, reached: &[bool]) -> Option<JoinedPush> {
        let ScriptPush { push, crosses } = self.next(part)?;
        let to = self.board.next(push.from, push.direction)?;
        let behind = self.board.next(push.from, push.direction.opposite())?;
        if !self.taken[push.from.index()] || self.taken[to.index()] || !reached[behind.index()] {
            return None;
        }
        let into = match crosses {
            None => None,
            Some(crossing) if crossing.is_out => {
                let is_same = |next: ScriptPush| next.crosses.is_some_and(|other| other.bridge == crossing.bridge);
                let waits = |&other: &usize| other != part && self.next(other).is_some_and(is_same);
                Some((0..self.scripts.len()).find(waits)?)
            }
            Some(_) => return None,
        };
        Some(JoinedPush { push, part, into })
    }

    fn make(&mut self, pushed: &JoinedPush) {
        pushed.parts().for_each(|part| self.done[part] += 1);
        self.set(pushed.push, true);
    }

    fn undo(&mut self, pushed: &JoinedPush) {
        pushed.parts().for_each(|part| self.done[part] -= 1);
        self.set(pushed.push, false);
    }

    fn set(&mut self, Push { from, direction }: Push, is_made: bool) {
        self.taken[from.index()] = !is_made;
        if let Some(to) = self.board.next(from, direction) {
            self.taken[to.index()] = is_made;
        }
    }
}

impl JoinedPush {
    /// Returns the parts whose scripts contain the push: two if the box crosses a bridge.
    fn parts(self) -> impl Iterator<Item = usize> {
        std::iter::once(self.part).chain(self.into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::run::Random;

    #[test]
    fn what_the_player_reaches_after_a_push_is_what_a_flood_finds() {
        let mut random = Random::new(17);
        let (mut pushes, mut anew) = (0, 0);
        for _ in 0..300 {
            let mut rows = vec![vec!['#'; 11]; 9];
            rows[1..8].iter_mut().for_each(|row| {
                row[1..10].fill_with(|| if random.below(4) == 0 { '#' } else { ' ' });
            });
            for piece in "@$$$$$.....".chars() {
                rows[1 + random.below(7)][1 + random.below(9)] = piece;
            }
            let text: Vec<String> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
            let Ok(level) = Level::from_xsb("", &text.join("\n")) else { continue };
            let (board, parts) = (&level.board, Parts::new(&level.board, &level.start));
            let mut join = Join::new(board, &level.start, &parts, &[], &[]);
            join.done = vec![0];
            let mut reached = board.region(level.start.player, |square| join.taken[square.index()]);
            for _ in 0..20 {
                let all: Vec<Push> = board
                    .squares()
                    .cartesian_product(Direction::ALL)
                    .filter(|&(from, direction)| {
                        let is_free = |to: Square| !join.taken[to.index()];
                        join.taken[from.index()]
                            && board.next(from, direction).is_some_and(is_free)
                            && board.next(from, direction.opposite()).is_some_and(|behind| reached[behind.index()])
                    })
                    .map(|(from, direction)| Push { from, direction })
                    .collect();
                if all.is_empty() {
                    break;
                }
                let push = all[random.below(all.len())];
                let to = board.next(push.from, push.direction).unwrap();
                anew += usize::from(reached[to.index()] && join.may_cut(to, &reached));
                join.go(&JoinedPush { push, part: 0, into: None }, &mut reached);
                assert_eq!(reached, board.region(push.from, |square| join.taken[square.index()]), "{}", level.grid);
                pushes += 1;
            }
        }
        assert!(pushes > 1_000 && anew > 100 && anew < pushes / 2, "{anew} of {pushes} floods anew");
    }
}
