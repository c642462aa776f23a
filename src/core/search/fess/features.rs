//! The features of a position and of the positions after its moves; they are updated if that is cheaper than a new count.

use crate::feature_space::{Candidate, Score};
use crate::level::Square;
use crate::maze::{Maze, PushDistances};
use crate::packing::PackingPlan;
use crate::push::{BoxSet, Macro, Macros, Reach, Region};
use crate::run::{Meter, Stop};
use std::cmp::Ordering;

/// Features of a position, compared in this order: more packed boxes are better, and less of every other feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features {
    /// Number of steps in the longest prefix of the packing plan whose boxes are all in place.
    pub packed: u16,
    /// Number of regions into which boxes divide the free floor.
    pub regions: u16,
    /// Number of boxes on squares that the plan is about to close off.
    pub out_of_plan: u16,
    /// Number of hotspots: boxes that keep another box from some goal.
    pub hotspots: u16,
    /// Sum over all boxes of the fewest pushes to the nearest goal, each box alone on the board.
    pub distance: u32,
}

impl Features {
    /// Returns the features as one number, greater if better, for fast comparison; `last` stands for the distance.
    fn key(self, last: u32) -> u128 {
        let less = |count: u16| u128::from(!count);
        let key = u128::from(self.packed) << 16 | less(self.regions);
        let key = key << 16 | less(self.out_of_plan);
        (key << 16 | less(self.hotspots)) << 32 | u128::from(last)
    }
}

impl Ord for Features {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key(!self.distance).cmp(&other.key(!other.distance))
    }
}

impl PartialOrd for Features {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Score for Features {
    type Cell = [u16; 3];
    /// Key of all features; a greater distance is better, since boxes near a goal can wait.
    type Tie = u128;

    fn cell(self) -> Self::Cell {
        [self.packed, self.regions, self.out_of_plan]
    }

    fn tie(self) -> Self::Tie {
        self.key(self.distance)
    }
}

/// Computes the features of positions of one level; holds working memory.
#[derive(Debug)]
pub(super) struct FeatureCounts<'a> {
    maze: &'a Maze<'a>,
    has_hotspots: bool,
    has_out_of_plan: bool,
    plan: Option<PackingPlan>,
    zones: Option<Vec<BoxSet>>,
    hotspots: Hotspots,
    /// For each square, the fewest pushes of a lone box from it to a goal; 0 if no goal can be reached.
    nearest: Vec<u32>,
    none: BoxSet,
    region: Region,
}

impl<'a> FeatureCounts<'a> {
    /// Number of moves rated between two checks of the meter: a larger number saves time, but delays stops.
    const UNWATCHED: usize = 16;

    pub(super) fn new(
        maze: &'a Maze<'a>,
        plan: Option<PackingPlan>,
        has_hotspots: bool,
        has_out_of_plan: bool,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let board = maze.board;
        let nearest = |square| {
            let pushes = (0..board.goals().len()).map(|column| maze.distances.minimum(square, column)).min();
            pushes.filter(|&pushes| pushes != PushDistances::NEVER).map_or(0, u32::from)
        };
        Ok(Self {
            maze,
            has_hotspots,
            has_out_of_plan,
            zones: plan.as_ref().map(|plan| zones(maze, plan, meter)).transpose()?,
            plan,
            hotspots: Hotspots::new(maze),
            nearest: board.squares().map(nearest).collect(),
            none: BoxSet::empty(board.len()),
            region: Region::new(board.len()),
        })
    }

    /// Returns the squares that the plan is about to close off once `packed` steps are done; empty without a plan.
    fn zone(&self, packed: u16) -> &BoxSet {
        self.zones.as_ref().map_or(&self.none, |zones| &zones[usize::from(packed).min(zones.len() - 1)])
    }

    pub(super) fn next(&self, packed: u16) -> Option<Square> {
        self.plan.as_ref()?.next(packed.into()).map(|step| step.to)
    }

    pub(super) fn prepare(&mut self, squares: impl IntoIterator<Item = Square>, meter: &Meter) -> Result<(), Stop> {
        if self.has_hotspots { self.hotspots.prepare(self.maze, squares, meter) } else { Ok(()) }
    }

    pub(super) fn of(&mut self, boxes: &BoxSet) -> Features {
        let packed = self.packed(boxes);
        Features {
            packed,
            regions: small(self.region.each(self.maze.board, |s| boxes.has(s)).len()),
            out_of_plan: self.out_of_plan(packed, boxes),
            hotspots: if self.has_hotspots { small(self.hotspots.count(boxes)) } else { 0 },
            distance: boxes.iter().map(|b| self.nearest[b.index()]).sum(),
        }
    }

    /// Returns each move with the features after it, computed from those before it; moves of one box must be adjacent.
    pub(super) fn after(
        &mut self,
        boxes: &BoxSet,
        now: Features,
        moves: &[Macro],
        meter: &Meter,
    ) -> Result<Vec<Candidate<Macro, Features>>, Stop> {
        self.prepare(boxes.iter().chain(moves.iter().map(|by| by.to)), meter)?;
        let mut after = boxes.clone();
        let mut candidates = Vec::with_capacity(moves.len());
        for of_box in moves.chunk_by(|one, other| one.from == other.from) {
            meter.check_time()?;
            let from = of_box[0].from;
            after.remove(from);
            if self.has_hotspots {
                self.hotspots.lift(&after);
            }
            for &by in of_box {
                if candidates.len() % Self::UNWATCHED == 0 {
                    meter.check_time()?;
                }
                after.insert(by.to);
                candidates.push(Candidate::new(by, self.after_move(now, by, &after), 0));
                after.remove(by.to);
            }
            after.insert(from);
        }
        Ok(candidates)
    }

    fn after_move(&mut self, now: Features, by: Macro, after: &BoxSet) -> Features {
        // A move that touches no square of the plan leaves the count as it is.
        let may_change = self.plan.as_ref().is_none_or(|plan| plan.may_change(by.from, by.to));
        let packed = if may_change { self.packed(after) } else { now.packed };
        Features {
            packed,
            regions: now.regions.saturating_add_signed(by.regions.into()),
            out_of_plan: self.out_of_plan(packed, after),
            hotspots: if self.has_hotspots { small(self.hotspots.count_with(after, by.to)) } else { 0 },
            distance: now.distance + self.nearest[by.to.index()] - self.nearest[by.from.index()],
        }
    }

    fn packed(&self, boxes: &BoxSet) -> u16 {
        // Without a plan no order of goals is known, so any filled goal is progress.
        let on_goals = || boxes.iter().filter(|&b| self.maze.board.is_goal(b)).count();
        small(self.plan.as_ref().map_or_else(on_goals, |plan| plan.done(boxes)))
    }

    fn out_of_plan(&self, packed: u16, boxes: &BoxSet) -> u16 {
        let Some(plan) = self.plan.as_ref().filter(|_| self.has_out_of_plan) else { return 0 };
        let (zone, kept) = (self.zone(packed), plan.set(packed.into()));
        small(boxes.and(zone).minus(kept).len())
    }
}

/// Returns for each number of steps done the zone that boxes must leave: the squares that the packing plan is about to close off.
/// ```text
///   ########      The plan fills a, then b. With a box on a, a box on x reaches no later target any more: x is in the
///   #x a b @#     zone of the steps before that one. A box there is out of plan: it must leave before a is filled.
///   ########
/// ```
/// A step closes off the squares that reach no later target, with the boxes in place by then as walls. The zone of a step is the
/// next of these sets that differs from the set of the step. Takes, for each step, time linear in the squares times the machine
/// words of a bit set of steps.
fn zones(maze: &Maze<'_>, plan: &PackingPlan, meter: &Meter) -> Result<Vec<BoxSet>, Stop> {
    let targets: Vec<Square> = plan.steps().map(|(step, _)| step.to).collect();
    let mut macros = Macros::new(maze.board.len());
    let mut closed: Vec<BoxSet> = Vec::with_capacity(targets.len() + 1);
    for done in 0..=targets.len() {
        meter.check()?;
        closed.push(closed_off(maze, plan.settled(done), &targets[done..], &mut macros));
    }
    let mut zones = closed.clone();
    for done in (0..targets.len()).rev() {
        // Steps that close nothing off take the zone of the next step that does, so that boxes leave in time.
        let is_same = closed[done] == closed[done + 1];
        zones[done] = if is_same { zones[done + 1].clone() } else { closed[done + 1].clone() };
    }
    Ok(zones)
}

/// Returns the squares that reach no target of `targets` with walls on `walls`; empty if `targets` is empty.
fn closed_off(maze: &Maze<'_>, walls: &BoxSet, targets: &[Square], macros: &mut Macros) -> BoxSet {
    let squares = maze.board.len();
    // After the last step no box need go anywhere.
    if targets.is_empty() {
        return BoxSet::empty(squares);
    }
    let reach = macros.reach(maze.board, walls, targets);
    let is_closed = |&square: &Square| !walls.has(square) && reach.from(square).iter().all(|&word| word == 0);
    BoxSet::of(squares, maze.board.squares().filter(is_closed))
}

fn small(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// Hotspots: boxes that keep other boxes from goals.
///
/// ```text
///   #########      A wall on x would keep the box on p from both goals: a box on x blocks it. A box in the open blocks no
///   #. x  p #      other box.
///   #.###   #
///   #########
/// ```
/// One square blocks another if, with a wall on the first, a box on the second reaches fewer goals; so a goal blocks all squares
/// that reach it. Computed once for each square that holds a box.
#[derive(Debug)]
struct Hotspots {
    blocked: Vec<Option<BoxSet>>,
    macros: Macros,
    reach: Reach,
    /// Number of boxes of the last [`Self::lift`] that block another of them; `open` has the boxes that block none.
    blocking: usize,
    open: Vec<Square>,
}

impl Hotspots {
    fn new(maze: &Maze<'_>) -> Self {
        let mut macros = Macros::new(maze.board.len());
        let reach = macros.reach(maze.board, &BoxSet::empty(maze.board.len()), maze.board.goals());
        Self { blocked: vec![None; maze.board.len()], macros, reach, blocking: 0, open: Vec::new() }
    }

    fn prepare(
        &mut self,
        maze: &Maze<'_>,
        squares: impl IntoIterator<Item = Square>,
        meter: &Meter,
    ) -> Result<(), Stop> {
        for square in squares {
            if self.blocked[square.index()].is_none() {
                meter.check_time()?;
                self.blocked[square.index()] = Some(self.blocked_by(maze, square));
            }
        }
        Ok(())
    }

    /// Returns the squares that a wall on `wall` blocks. The time hardly depends on the number of goals.
    fn blocked_by(&mut self, maze: &Maze<'_>, wall: Square) -> BoxSet {
        let board = maze.board;
        let after = self.macros.reach(board, &BoxSet::of(board.len(), [wall]), board.goals());
        let (before, of_wall) = (&self.reach, self.reach.from(wall));
        let loses_goal = |&square: &Square| {
            let rows = before.from(square).iter().zip(after.from(square)).zip(of_wall);
            square != wall && rows.into_iter().any(|((before, after), of_wall)| before & !after & of_wall != 0)
        };
        BoxSet::of(board.len(), board.squares().filter(loses_goal))
    }

    /// Returns the number of boxes that block another, after [`Hotspots::prepare`] for the squares of the boxes.
    fn count(&self, boxes: &BoxSet) -> usize {
        boxes.iter().filter(|&b| self.blocks(b, boxes)).count()
    }

    /// Prepares [`Hotspots::count_with`] for positions of the boxes `rest` and one more box.
    fn lift(&mut self, rest: &BoxSet) {
        // A box that blocks another counts wherever the lifted box is set down: only the others are asked again.
        let (blocking, open): (Vec<Square>, Vec<Square>) = rest.iter().partition(|&b| self.blocks(b, rest));
        (self.blocking, self.open) = (blocking.len(), open);
    }

    /// Returns the number of hotspots among the boxes `rest` and a box on `square`, in time linear in the boxes.
    fn count_with(&self, rest: &BoxSet, square: Square) -> usize {
        let does_block = |b: &&Square| self.blocked[b.index()].as_ref().is_some_and(|blocked| blocked.has(square));
        let others = self.open.iter().filter(does_block).count();
        self.blocking + others + usize::from(self.blocks(square, rest))
    }

    fn blocks(&self, square: Square, boxes: &BoxSet) -> bool {
        self.blocked[square.index()].as_ref().is_some_and(|blocked| blocked.meets(boxes))
    }
}
