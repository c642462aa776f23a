//! Stubborn sets: boxes whose next pushes a solution may make first, if few pushes are to spare.
//!
//! ```text
//!   ##########     Neither box has pushes to spare: A goes right, and B goes up. No square that A comes to is on the way of B,
//!   # A    . #     and A does not close the player's way to B. So what a solution does first with B, it could as well do after
//!   #        #     its first push of A: only pushes of A must be tried.
//!   #  .     #
//!   #        #     A push of a box loses 1 plus the cost of its place after it minus the cost before it, which is not
//!   #  B  @  #     negative. The losses of a solution add up to at most its pushes minus the bound by costs. A pair loses at
//!   ##########     least what it costs more than its two boxes alone. The rest is what the other boxes have to spare.
//! ```
//! Let F be boxes, one of them off goal and none in the goal room. Each solution makes a first push of a box of F, p, after pushes s of
//! other boxes. All of F stand still during s: so each other box stays on *its way*, the squares that it comes to with what it can
//! spare, and the player stays where F lets him; boxes without a way stand still as well. F suffices if for each box of F and each push
//! of it that it can spare, from x to t, with the player behind x, one of these holds:
//!
//! - A box of F, or one in the goal room, is in the way, or the player cannot come behind x: then p is another push.
//! - It is possible now; no way of another box leads to t, or has a push with the player on t; and by squares that are free during s
//!   without t, and x (a) each square that the player pushes from during s is connected with x, or beside such a square, or (b) any two
//!   squares beside t where the player may come, but x, are connected, or beside squares that are.
//! - It is possible now, and goes into the goal room.
//!
//! *Why.* If p is such a push then p can be made before s: t is free, no push of s needs it, and x only becomes free. The player
//! comes to each push of s, and to what follows. By (a): after a push he is beside the square that he pushed from. By (b): he walks as
//! before, and around t where he walked over t. With a push into the room: that box ends on a goal, where it is in no way, and between
//! doors the player can walk however many goals are filled; the order of doors does not change the sum of pushes. So a solution with as
//! many pushes begins with p, and pushes p are enough. If F has no such push, every solution has more pushes.

use super::board::{Board, Set};
use super::costs::Costs;
use super::limits::{Left, Refusal};

/// A box outside the goal room, with the greatest sum of losses of its pushes.
struct Mover {
    cell: usize,
    place: usize,
    spare: i64,
}

/// Cells that a box comes to, and cells that the player pushes it from.
type Way = [Set; 2];

/// A push, as cells of the box before and after.
type Push = (usize, usize);

/// A position.
pub(super) struct Stubborn<'p> {
    board: &'p Board,
    costs: &'p Costs,
    left: &'p Left<'p>,
    /// Boxes outside the goal room, and inside it.
    boxes: Set,
    packed: Set,
    room: &'p Set,
    player: usize,
    region: &'p Set,
    movers: Vec<Mover>,
    /// Way of each mover if all other boxes were gone.
    ways: Vec<Way>,
}

impl<'p> Stubborn<'p> {
    /// With more pushes to spare, boxes may go nearly everywhere.
    const MOST_SPARE: i64 = 8;

    /// Returns the fewest pushes found that suffice; `spare` are the pushes that each box can spare. `None` if none were found.
    pub(super) fn pushes(
        board: &'p Board,
        costs: &'p Costs,
        left: &'p Left<'p>,
        room: &'p Set,
        (boxes, player, region): (&Set, usize, &'p Set),
        spare: &[i64],
    ) -> Result<Option<Vec<Push>>, Refusal> {
        let (outside, packed) = (boxes.minus(room), boxes.and(room));
        let mover = |(cell, &spare): (usize, &i64)| Mover { cell, place: costs.place(cell, player), spare };
        let movers: Vec<Mover> = boxes.iter().zip(spare).map(mover).filter(|mover| outside.has(mover.cell)).collect();
        if movers.iter().all(|mover| mover.spare > Self::MOST_SPARE) {
            return Ok(None);
        }
        let mut all =
            Self { board, costs, left, boxes: outside, packed, room, player, region, movers, ways: Vec::new() };
        let none = Set::none(board.cells);
        all.ways = all.movers.iter().map(|mover| all.way(mover, &none, &board.floor)).collect::<Result<_, _>>()?;
        let mut best: Option<Vec<Push>> = None;
        for cell in all.boxes.minus(&board.goals).iter() {
            let fewest = best.as_ref().map_or(usize::MAX, Vec::len);
            if fewest > 0 {
                best = all.grown(none.clone().with(cell))?.filter(|first| first.len() < fewest).or(best);
            }
        }
        Ok(best)
    }

    /// Returns the first pushes of some boxes that suffice, the given one among them; `None` if all boxes would be among them.
    fn grown(&self, mut fixed: Set) -> Result<Option<Vec<Push>>, Refusal> {
        while fixed != self.boxes {
            let reach = self.reach(&fixed)?;
            match self.first(&fixed, &reach) {
                Ok(first) if first.is_empty() => return Ok(Some(first)),
                Ok(first) => match self.meanwhile(&fixed, reach, &first)? {
                    Ok(meanwhile) => return Ok(self.keeps_walks(&first, &meanwhile)?.then_some(first)),
                    Err(cell) => fixed.put(cell),
                },
                Err(more) => more.iter().for_each(|cell| fixed.put(cell)),
            }
        }
        Ok(None)
    }

    /// Returns where the player may come while these boxes stand still.
    fn reach(&self, still: &Set) -> Result<Set, Refusal> {
        self.left.spend(self.board.cells)?;
        Ok(self.board.region(&still.or(&self.packed), self.player))
    }

    /// Returns the push of a box in a place by a step: the place after it and its loss; `None` if the player is not behind the box.
    fn pushed(&self, place: usize, step: usize) -> Option<(usize, i64)> {
        let cell = place / 4;
        let (to, stand) = (cell.wrapping_add(step), cell.wrapping_sub(step));
        let is_push = self.board.floor.has(stand) && self.costs.live.has(to) && self.costs.place(cell, stand) == place;
        let after = is_push.then(|| self.costs.place(to, cell))?;
        Some((after, 1 + self.costs.values[after] - self.costs.values[place]))
    }

    /// Returns the pushes of these boxes that may be the first of them; an error has boxes that are in the way of one.
    fn first(&self, fixed: &Set, reach: &Set) -> Result<Vec<Push>, Set> {
        let (still, boxes) = (fixed.or(&self.packed), self.boxes.or(&self.packed));
        let mut first = Vec::new();
        for mover in self.movers.iter().filter(|mover| fixed.has(mover.cell)) {
            for step in self.board.steps() {
                let (to, stand) = (mover.cell.wrapping_add(step), mover.cell.wrapping_sub(step));
                let is_spared = self.pushed(mover.place, step).is_some_and(|(_, loss)| loss <= mover.spare);
                if !is_spared || still.has(to) || still.has(stand) {
                    continue;
                }
                if let Some(cell) = [to, stand].into_iter().find(|&cell| boxes.has(cell)) {
                    return Err(Set::none(self.board.cells).with(cell));
                }
                if self.region.has(stand) {
                    first.push((mover.cell, to));
                } else if reach.has(stand) {
                    // Boxes that close off the square behind the box.
                    return Err(self.near(&self.board.region(&boxes, stand)).and(&self.boxes));
                }
            }
        }
        Ok(first)
    }

    /// Returns these cells with all cells beside them.
    fn near(&self, set: &Set) -> Set {
        let beside = set.iter().flat_map(|cell| self.board.steps().map(|step| cell.wrapping_add(step)));
        beside.fold(set.clone(), Set::with)
    }

    /// Returns what may happen while these boxes stand still, as three sets of cells: cells that no box comes to, cells that the player
    /// pushes from, and cells that he may come to. If another box may block one of the pushes `first`, returns its cell as an error.
    fn meanwhile(&self, fixed: &Set, mut reach: Set, first: &[Push]) -> Result<Result<[Set; 3], usize>, Refusal> {
        let targets: Vec<usize> = first.iter().map(|push| push.1).filter(|&to| !self.room.has(to)).collect();
        let mut still = fixed.clone();
        loop {
            let none = || Set::none(self.board.cells);
            let (mut to, mut stands, mut blocker, before) = (none(), none(), None, still.len());
            for (mover, whole) in self.movers.iter().zip(&self.ways) {
                if still.has(mover.cell) {
                    continue;
                }
                let is_whole = whole[0].and(&still).len() == 0 && whole[1].is_within(&reach);
                let part = if is_whole { whole.clone() } else { self.way(mover, &still, &reach)? };
                if part[0].len() == 0 {
                    still.put(mover.cell);
                } else if targets.iter().any(|&target| part.iter().any(|cells| cells.has(target))) {
                    blocker = blocker.or(Some(mover.cell));
                }
                (to, stands) = (to.or(&part[0]), stands.or(&part[1]));
            }
            // More boxes that stand still leave the others fewer ways.
            if still.len() > before {
                reach = self.reach(&still)?;
            } else if let Some(cell) = blocker {
                return Ok(Err(cell));
            } else {
                let free = self.board.floor.minus(&self.boxes).minus(&to).minus(self.room);
                return Ok(Ok([free, stands, reach]));
            }
        }
    }

    /// Returns the way of a box, while other boxes stand still and the player is within `reach`.
    fn way(&self, mover: &Mover, still: &Set, reach: &Set) -> Result<Way, Refusal> {
        let mut way = [Set::none(self.board.cells), Set::none(self.board.cells)];
        let (mut least, mut stack) = (vec![i64::MAX; 4 * self.board.cells], vec![mover.place]);
        least[mover.place] = 0;
        while let Some(place) = stack.pop() {
            self.left.spend(4)?;
            let (cell, lost) = (place / 4, least[place]);
            // A box that has entered the goal room is at its goal.
            if self.room.has(cell) {
                continue;
            }
            for step in self.board.steps() {
                let Some((after, loss)) = self.pushed(place, step) else { continue };
                let (to, stand, sum) = (cell.wrapping_add(step), cell.wrapping_sub(step), lost + loss);
                if sum > mover.spare || still.has(to) || !reach.has(stand) {
                    continue;
                }
                way[0].put(to);
                way[1].put(stand);
                if sum < least[after] {
                    least[after] = sum;
                    stack.push(after);
                }
            }
        }
        Ok(way)
    }

    /// True if the player comes to all that he may push meanwhile, whichever of the pushes `first` is made before.
    fn keeps_walks(&self, first: &[Push], [free, stands, reach]: &[Set; 3]) -> Result<bool, Refusal> {
        for &(from, to) in first.iter().filter(|push| !self.room.has(push.1)) {
            self.left.spend(4 * self.board.cells)?;
            let board = self.board.within(free.clone().without(to).with(from));
            let near = |cell| self.near(&board.region(&Set::none(board.cells), cell));
            let ahead = self.board.steps().map(|step| to.wrapping_add(step)).into_iter();
            let sides: Vec<usize> = ahead.filter(|&side| side != from && reach.has(side)).collect();
            let goes_round = || {
                sides.iter().enumerate().all(|(at, &one)| {
                    let near = near(one);
                    sides[at + 1..].iter().all(|&other| near.has(other))
                })
            };
            if !stands.is_within(&near(from)) && !goes_round() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
