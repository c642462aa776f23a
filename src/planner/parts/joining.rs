//! The pushes of all parts, brought into one order.

use super::ScriptPush;
use crate::level::{Board, Position, Square};
use crate::push::Push;
use crate::run::{Held, Meter, NodeKind, Stop};
use rustc_hash::FxHashSet;

/// A push of the whole level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JoinedPush {
    /// The push.
    pub push: Push,
    /// The part whose script it is from; of a crossing, the part that the box leaves.
    pub part: usize,
    /// The part that the box comes into, where it crosses a bridge.
    pub into: Option<usize>,
}

/// What became of joining.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Joined {
    /// All pushes, in order.
    Whole(Vec<JoinedPush>),
    /// There is no order, or none was found. The pushes made of each script where most were made.
    Stuck(Vec<usize>),
}

/// The most positions of one joining, for each push, and beside them. Not tuned: scripts that can be joined seldom need many
/// more positions than they have pushes.
const POSITIONS: (usize, usize) = (4, 10_000);

/// Finds an order of the pushes of all parts: each script keeps its order, and both parts at a bridge make its crossings
/// together. Depth first over the numbers of pushes made of each script: first a part is gone on with as long as it can be, then the
/// first of `order`; where that finds nothing, always the first of `order`. Of 20 boards of 4 to 64 joined levels the one joins
/// ten and the other nine, together eleven.
///
/// # Errors
/// A limit of the meter; each position is a plan node.
pub fn join(
    board: &Board,
    start: &Position,
    scripts: &[&[ScriptPush]],
    order: &[usize],
    meter: &mut Meter,
) -> Result<Joined, Stop> {
    match ordered(Join::new(board, start, scripts, order, true), start.player, meter)? {
        Joined::Stuck(_) => ordered(Join::new(board, start, scripts, order, false), start.player, meter),
        whole => Ok(whole),
    }
}

fn ordered(mut join: Join<'_>, start: Square, meter: &mut Meter) -> Result<Joined, Stop> {
    let scripts = join.scripts;
    let all: usize = scripts.iter().map(|script| script.len()).sum();
    let mut held = Held::default();
    let mut seen: FxHashSet<(Vec<u32>, Square)> = FxHashSet::default();
    let mut best = (join.made, join.done.clone());
    let mut frames = vec![Frame { last: None, moves: join.moves(start, None) }];
    while let Some(frame) = frames.last_mut() {
        // 1. The next push, or back.
        let Some(next) = frame.moves.pop() else {
            let last = frames.pop().and_then(|frame| frame.last);
            last.into_iter().for_each(|last| join.undo(&last));
            continue;
        };
        join.make(&next);
        let player = next.push.from;
        if join.made == all {
            let made = frames.iter().filter_map(|frame| frame.last).chain([next]);
            return Ok(Joined::Whole(made.collect()));
        }
        // 2. Not twice from the same position.
        held.grow(size_of::<(Vec<u32>, Square)>() + size_of::<u32>() * scripts.len() + size_of::<Frame>(), meter)?;
        if !seen.insert((join.done.clone(), player)) {
            join.undo(&next);
            continue;
        }
        // 3. Deeper.
        meter.tick(NodeKind::Plan)?;
        if join.made > best.0 {
            best = (join.made, join.done.clone());
        }
        if seen.len() >= POSITIONS.0 * all + POSITIONS.1 {
            break;
        }
        frames.push(Frame { last: Some(next), moves: join.moves(player, Some(&next)) });
    }
    Ok(Joined::Stuck(best.1.iter().map(|&done| done as usize).collect()))
}

/// A position on the way, with what is left to try.
struct Frame {
    /// The push that led here; `None` at the start.
    last: Option<JoinedPush>,
    /// The last is tried first.
    moves: Vec<JoinedPush>,
}

/// The position on the way.
struct Join<'a> {
    board: &'a Board,
    scripts: &'a [&'a [ScriptPush]],
    /// The parts in the order in which they are tried.
    order: &'a [usize],
    /// Whether a part is gone on with.
    keeps_on: bool,
    /// The pushes made of each script.
    done: Vec<u32>,
    /// Their sum.
    made: usize,
    taken: Vec<bool>,
}

impl<'a> Join<'a> {
    fn new(
        board: &'a Board,
        start: &Position,
        scripts: &'a [&'a [ScriptPush]],
        order: &'a [usize],
        keeps_on: bool,
    ) -> Self {
        let mut taken = vec![false; board.len()];
        start.boxes.iter().for_each(|square| taken[square.index()] = true);
        Self { board, scripts, order, keeps_on, done: vec![0; scripts.len()], made: 0, taken }
    }

    fn next(&self, part: usize) -> Option<ScriptPush> {
        self.scripts[part].get(self.done[part] as usize).copied()
    }

    /// What can be pushed next; the last is tried first.
    fn moves(&self, player: Square, last: Option<&JoinedPush>) -> Vec<JoinedPush> {
        let reached = self.board.region(player, |square| self.taken[square.index()]);
        let mut moves: Vec<JoinedPush> =
            self.order.iter().rev().filter_map(|&part| self.move_of(part, &reached)).collect();
        let goes_on =
            |made: &JoinedPush| last.is_some_and(|last| last.part == made.part || last.into == Some(made.part));
        if self.keeps_on {
            moves.sort_by_key(|made| (goes_on(made), made.into.is_some()));
        }
        moves
    }

    /// The next push of a script, if the player comes to it; of a crossing, if the other part waits for it. The part that the
    /// box leaves stands for both.
    fn move_of(&self, part: usize, reached: &[bool]) -> Option<JoinedPush> {
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
        self.count(pushed, 1);
        self.set(pushed, true);
    }

    fn undo(&mut self, pushed: &JoinedPush) {
        self.count(pushed, -1);
        self.set(pushed, false);
    }

    fn count(&mut self, pushed: &JoinedPush, by: i32) {
        for part in [Some(pushed.part), pushed.into].into_iter().flatten() {
            self.done[part] = self.done[part].wrapping_add_signed(by);
            self.made = self.made.wrapping_add_signed(by as isize);
        }
    }

    fn set(&mut self, pushed: &JoinedPush, is_made: bool) {
        let Push { from, direction } = pushed.push;
        self.taken[from.index()] = !is_made;
        if let Some(to) = self.board.next(from, direction) {
            self.taken[to.index()] = is_made;
        }
    }
}
