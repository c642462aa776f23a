//! Boxes whose next pushes suffice: a stubborn set of pushes (Valmari 1989; Wehrle and Helmert 2014), if few pushes are to spare.
//!
//! ```text
//!   ##########     Neither box has pushes to spare: A goes right, and B goes up. No square that A comes to is on the way of B,
//!   # A    . #     and A does not close the player's way to B. So what a solution does first with B, it could as well do after
//!   #        #     its first push of A: only pushes of A must be tried. With pushes of B as well, each order of the pushes
//!   #  .     #     of A and B has positions of its own: 16 pairs of places, in place of 8 one after the other.
//!   #        #
//!   #  B  @  #
//!   ##########
//! ```
//!
//! # What a box may still do
//!
//! The value of a place is the least, over all goals, of the pushes of a lone box to the goal minus the goal's dual value in the
//! matching. A push loses 1 plus the value after it minus the value before it, which is not negative. At a goal a box has at most minus
//! the dual value of the goal, so all losses of a solution add up to at most its pushes minus the cost of the matching. What a better
//! solution may have beyond the matching is to spare; pairs of boxes have spent their detours ([`crate::heuristic::Detours`]), so other
//! boxes cannot. So each box has few ways: the losses of its pushes may not add up to more than is left to it.
//!
//! # Why a shortest solution is kept
//!
//! Let some box of a set F be off the goals. Then every solution pushes a box of F, first by a push p of a box from x to t, after
//! pushes s of other boxes. All boxes of F stand still during s, so the ways of others end at F, and the player stays in what F leaves
//! him; boxes without a way then stand still as well. If p can be made now, no box comes to t on its way and the player pushes none
//! from t, then p can be made before s, with as many pushes, if the player comes to all pushes of s with the box on t in place of x.
//! He does if one of these holds, by squares that are free during s (no box is there or comes there), without t and with x:
//! 1. each square that he pushes from is connected with x, or beside such a square: after each push he is beside one;
//! 2. any two neighbours of t that he can reach are connected: what leads over t has another way.
//!
//! So the pushes p of all boxes of F suffice if each push that some box of F can spare fulfils this, or cannot be the first: a box of F
//! is in its way, or where the player cannot come. A box in its way, or around the place where the player must be, joins F, and so does
//! a box whose way leads to t. A box that enters a goal room is pushed on to its goal, where it is in no way ([`super::goal_room`]).
//! If no push is left, no better solution exists.

use super::nodes::Bounds;
use super::runs::Runs;
use crate::level::Direction;
use crate::maze::{Maze, Place, PushDistances};
use crate::push::{CellSet, Grid, Push, Words};
use crate::search::engine::GridProblem;

/// The boxes that can be pushed, by direction.
pub(super) type Pushable<W> = [CellSet<W>; 4];

/// Finds stubborn sets; holds what depends on the board alone, and working memory.
#[derive(Debug)]
pub(super) struct Stubborn<W> {
    /// For each place of a box the place after a push in each direction; [`Stubborn::NONE`] if it is not possible, or dead.
    after: Vec<[u32; 4]>,
    /// Squares of the goal room, and the boxes on its doors that enter, by direction.
    pub(super) inside: CellSet<W>,
    entries: Pushable<W>,
    /// Value of each place.
    values: Vec<i32>,
    movers: Vec<Mover>,
    /// The way of each mover if no box stands still; `None` before it is needed.
    ways: Vec<Option<Way<W>>>,
    losses: Losses,
}

/// A box outside the goal room.
#[derive(Clone, Copy, Debug)]
struct Mover {
    cell: usize,
    place: usize,
    /// Greatest sum of losses of its pushes.
    spare: usize,
}

/// Cells that a box comes to, and cells that the player pushes it from.
#[derive(Clone, Debug)]
struct Way<W> {
    to: CellSet<W>,
    stands: CellSet<W>,
}

/// Least losses with which a box comes to places: places by loss, and for each place the number of the search and the loss.
#[derive(Debug, Default)]
struct Losses {
    open: Vec<Vec<(usize, usize)>>,
    least: Vec<(u32, usize)>,
    search: u32,
}

/// The position that is expanded.
struct Now<'p, W> {
    grid: &'p Grid<W>,
    /// Boxes outside the goal room, and inside it.
    boxes: CellSet<W>,
    packed: CellSet<W>,
    region: &'p CellSet<W>,
}

/// What may happen while some boxes stand still.
struct Meanwhile<W> {
    /// Cells without a box all the time.
    free: CellSet<W>,
    /// Cells that the player pushes boxes from, and cells that he may come to.
    stands: CellSet<W>,
    reach: CellSet<W>,
}

impl<W: Words> Now<'_, W> {
    /// Returns the cells that the player may come to while these boxes stand still.
    fn reach(&self, still: &CellSet<W>) -> CellSet<W> {
        self.grid.flood(self.region, &self.grid.floor().minus(still).minus(&self.packed))
    }
}

impl<W: Words> Stubborn<W> {
    const NONE: u32 = u32::MAX;
    /// Greatest number of pushes to spare: with more, boxes may go nearly everywhere, and no set is found.
    const MOST_SPARE: usize = 8;
    /// Greater than all values, and still far from an overflow.
    const FAR: i32 = 1 << 24;

    pub(super) fn new(maze: &Maze<'_>, grid: &Grid<W>, runs: &Runs) -> Self {
        let room = runs.room.iter();
        let (mut after, mut entries) =
            (vec![[Self::NONE; 4]; maze.distances.all_places()], Direction::ALL.map(|_| grid.none()));
        for (square, direction) in maze.board.squares().flat_map(|square| Direction::ALL.map(|d| (square, d))) {
            let (back, board) = (direction.opposite(), maze.board);
            let (Some(_), Some(to)) = (board.next(square, back), board.next(square, direction)) else { continue };
            let (from, to) =
                (maze.distances.place(square, maze.sides.group(square, back)), maze.place_pushed(to, direction));
            if !maze.distances.is_dead_place(to) {
                after[from.index()][direction.index()] = to.0;
            }
            if room.clone().any(|room| room.is_entry(Push { from: square, direction })) {
                entries[direction.index()].insert(grid.cell(square));
            }
        }
        Self {
            inside: grid.set(room.flat_map(|room| room.squares.iter().copied())),
            losses: Losses { least: vec![(0, 0); after.len()], ..Losses::default() },
            after,
            entries,
            values: Vec::new(),
            movers: Vec::new(),
            ways: Vec::new(),
        }
    }

    /// Returns the fewest pushes found that suffice for a solution with at most `spare` pushes more than the matching of the position,
    /// which was matched last; `None` if none were found.
    pub(super) fn suffice(
        &mut self,
        problem: &GridProblem<'_, W>,
        boxes: &CellSet<W>,
        region: &CellSet<W>,
        pushable: &Pushable<W>,
        bounds: &Bounds<'_>,
        spare: u32,
    ) -> Option<Pushable<W>> {
        let (grid, maze) = (&problem.grid, problem.maze);
        let now = Now { grid, boxes: boxes.minus(&self.inside), packed: boxes.and(&self.inside), region };
        // A push changes the colour of the box's square, so solutions differ by an even number of pushes.
        let spare = spare as usize & !1;
        let player = grid.square(region.first()?);
        self.movers.clear();
        for (row, cell) in boxes.iter().enumerate().filter(|&(_, cell)| now.boxes.has(cell)) {
            let spare = spare.saturating_sub(bounds.spent_by_others(row) as usize);
            self.movers.push(Mover { cell, place: maze.place(grid.square(cell), player).index(), spare });
        }
        if self.movers.iter().map(|mover| mover.spare).min()? > Self::MOST_SPARE {
            return None;
        }
        self.value(&maze.distances, bounds.goal_values());
        self.ways.clear();
        self.ways.resize(self.movers.len(), None);
        let mut best: Option<(usize, Pushable<W>)> = None;
        for cell in now.boxes.minus(&problem.goals).iter() {
            let Some(first) = self.grown(&now, CellSet::one(grid.words(), cell)) else { continue };
            // What rules refuse leads to no solution.
            let first = Direction::ALL.map(|d| first[d.index()].and(&pushable[d.index()]));
            let count = count(&first);
            if best.as_ref().is_none_or(|&(fewest, _)| count < fewest) {
                best = Some((count, first));
            }
            if count == 0 {
                break;
            }
        }
        best.map(|(_, first)| first)
    }

    fn value(&mut self, distances: &PushDistances, goals: &[i32]) {
        self.values.clear();
        self.values.extend((0..distances.all_places()).map(|place| {
            let pushes = distances.to_goals(Place(place as u32)).iter().zip(goals);
            let value = |(&pushes, goal): (&u16, &i32)| {
                (if pushes == PushDistances::NEVER { Self::FAR } else { i32::from(pushes) }) - goal
            };
            pushes.map(value).min().unwrap_or(Self::FAR)
        }));
    }

    /// Returns the place after a push and its loss, unless it is not possible or the place is dead.
    fn pushed(&self, place: usize, direction: Direction) -> Option<(usize, usize)> {
        let to = self.after[place][direction.index()];
        let loss = 1 + self.values.get(to as usize)? - self.values[place];
        Some((to as usize, usize::try_from(loss).unwrap_or(0)))
    }

    /// Returns the first pushes of some boxes that suffice, the given one among them; `None` if all boxes would have to be among them.
    fn grown(&mut self, now: &Now<'_, W>, mut fixed: CellSet<W>) -> Option<Pushable<W>> {
        while fixed != now.boxes {
            let reach = now.reach(&fixed);
            let more = match self.first(now, &fixed, &reach) {
                Ok(first) if first.iter().all(CellSet::is_empty) => return Some(first),
                Ok(first) => match self.meanwhile(now, &fixed, reach, &first) {
                    Ok(meanwhile) => return self.keeps_walks(now, &first, &meanwhile).then_some(first),
                    Err(one) => one,
                },
                Err(more) => more,
            };
            fixed = fixed.or(&more);
        }
        None
    }

    /// Returns the pushes of these boxes that can be made before any other push of them.
    ///
    /// # Errors
    /// Boxes in the way of such a push, not all of these boxes.
    fn first(&self, now: &Now<'_, W>, fixed: &CellSet<W>, reach: &CellSet<W>) -> Result<Pushable<W>, CellSet<W>> {
        let Now { grid, boxes, packed, region } = now;
        let (mut first, blocked) = (Direction::ALL.map(|_| grid.none()), fixed.or(packed));
        for &Mover { cell, place, spare } in self.movers.iter().filter(|mover| fixed.has(mover.cell)) {
            for direction in Direction::ALL {
                let is_spared = self.pushed(place, direction).is_some_and(|(_, loss)| loss <= spare);
                let ends = [grid.step(cell, direction), grid.step(cell, direction.opposite())];
                if !is_spared || ends.iter().any(|&end| blocked.has(end)) {
                    continue;
                }
                let [_, stand] = ends;
                if let Some(&end) = ends.iter().find(|&&end| boxes.has(end)) {
                    return Err(CellSet::one(grid.words(), end));
                }
                if region.has(stand) {
                    first[direction.index()].insert(cell);
                } else if reach.has(stand) {
                    let closed =
                        grid.flood(&CellSet::one(grid.words(), stand), &grid.floor().minus(boxes).minus(packed));
                    return Err(grid.around(&closed).and(boxes));
                }
            }
        }
        Ok(first)
    }

    /// Returns what may happen while these boxes stand still.
    ///
    /// # Errors
    /// A box that may come to where one of the pushes `first` leads, or be pushed from there.
    fn meanwhile(
        &mut self,
        now: &Now<'_, W>,
        fixed: &CellSet<W>,
        mut reach: CellSet<W>,
        first: &Pushable<W>,
    ) -> Result<Meanwhile<W>, CellSet<W>> {
        let grid = now.grid;
        // A box that enters the goal room leaves the others alone.
        let moved = |d: Direction| grid.moved(&first[d.index()].minus(&self.entries[d.index()]), d);
        let targets = Direction::ALL.into_iter().fold(grid.none(), |targets, d| targets.or(&moved(d)));
        let mut still = fixed.clone();
        loop {
            let (mut to, mut stands, mut blocker, before) = (grid.none(), grid.none(), None, still.len());
            for at in 0..self.movers.len() {
                let mover = self.movers[at];
                if still.has(mover.cell) {
                    continue;
                }
                let way = match self.ways[at].take() {
                    Some(way) => way,
                    None => self.way(grid, mover, &grid.none(), grid.floor()),
                };
                let is_whole = !way.to.meets(&still) && way.stands.is_subset(&reach);
                let part = if is_whole { way.clone() } else { self.way(grid, mover, &still, &reach) };
                self.ways[at] = Some(way);
                if part.to.is_empty() {
                    still.insert(mover.cell);
                } else if blocker.is_none() && (part.to.meets(&targets) || part.stands.meets(&targets)) {
                    blocker = Some(mover.cell);
                }
                (to, stands) = (to.or(&part.to), stands.or(&part.stands));
            }
            // More boxes that stand still leave the others fewer ways.
            if still.len() > before {
                reach = now.reach(&still);
            } else if let Some(cell) = blocker {
                return Err(CellSet::one(grid.words(), cell));
            } else {
                let free = grid.floor().minus(&now.boxes).minus(&to).minus(&self.inside);
                return Ok(Meanwhile { free, stands, reach });
            }
        }
    }

    /// Returns the way of a box, while other boxes stand still and the player is within `reach`.
    fn way(&mut self, grid: &Grid<W>, mover: Mover, still: &CellSet<W>, reach: &CellSet<W>) -> Way<W> {
        let mut way = Way { to: grid.none(), stands: grid.none() };
        let mut losses = std::mem::take(&mut self.losses);
        losses.open.resize_with(losses.open.len().max(mover.spare + 1), Vec::new);
        losses.search += 1;
        losses.least[mover.place] = (losses.search, 0);
        losses.open[0].push((mover.place, mover.cell));
        for loss in 0..=mover.spare {
            while let Some((place, cell)) = losses.open[loss].pop() {
                // A box that has entered the goal room is at its goal.
                if losses.least[place].1 < loss || self.inside.has(cell) {
                    continue;
                }
                for direction in Direction::ALL {
                    let Some((after, more)) = self.pushed(place, direction) else { continue };
                    let (sum, to, stand) =
                        (loss + more, grid.step(cell, direction), grid.step(cell, direction.opposite()));
                    if sum > mover.spare || still.has(to) || !reach.has(stand) {
                        continue;
                    }
                    way.to.insert(to);
                    way.stands.insert(stand);
                    let (search, least) = losses.least[after];
                    if search != losses.search || sum < least {
                        losses.least[after] = (losses.search, sum);
                        losses.open[sum].push((after, to));
                    }
                }
            }
        }
        self.losses = losses;
        way
    }

    /// True if the player comes to all that he may push meanwhile, whichever of these pushes is made before.
    fn keeps_walks(&self, now: &Now<'_, W>, first: &Pushable<W>, meanwhile: &Meanwhile<W>) -> bool {
        let grid = now.grid;
        let keeps = |direction: Direction, cell: usize| {
            let to = grid.step(cell, direction);
            let mut free = meanwhile.free.clone();
            free.remove(to);
            free.insert(cell);
            let near = |cell: usize| {
                let mut all = free.clone();
                all.insert(cell);
                let connected = grid.flood(&CellSet::one(grid.words(), cell), &all);
                grid.around(&connected).or(&connected)
            };
            let sides = || {
                let ahead = Direction::ALL.into_iter().filter(|&side| side != direction.opposite());
                ahead.map(|side| grid.step(to, side)).filter(|&side| meanwhile.reach.has(side))
            };
            meanwhile.stands.is_subset(&near(cell))
                || sides().enumerate().all(|(at, one)| {
                    let near = near(one);
                    sides().skip(at + 1).all(|other| near.has(other))
                })
        };
        Direction::ALL.into_iter().all(|direction| {
            first[direction.index()].minus(&self.entries[direction.index()]).iter().all(|cell| keeps(direction, cell))
        })
    }
}

/// Returns the number of pushes.
pub(super) fn count<W: Words>(pushable: &Pushable<W>) -> usize {
    pushable.iter().map(CellSet::len).sum()
}
