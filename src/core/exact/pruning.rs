//! Which local states of an area are kept, which come first, and what box counts of the areas cost; by deadlock rules, filling orders
//! and push distances in [`RoomGuide`]. Dead squares, frozen boxes and dead rooms are proofs. The rule that a goal room keeps to its
//! filling order with few loose boxes is a heuristic, so a search with this rule is no proof.

use crate::abstraction::{Bits, Borders, DeadRoom, LocalArea, LocalState, Supply, each, has};
use crate::deadlock::{Detector, RuleInput, RuleSet};
use crate::heuristic::{Costs, MinCostMatching};
use crate::level::{Board, Direction, Position, Square};
use crate::maze::{Area, AreaId, AreaPatterns, Areas, Maze, Place, PushDistances, RoomsBy};
use crate::packing::PackingPlan;
use crate::push::{BoxSet, Push};
use crate::run::{Meter, Stop};
use smallvec::SmallVec;
use std::fmt::Debug;
use std::iter::repeat_n;

/// Decides which local states of an area are kept, and which come first.
pub trait LocalPruning: Debug + Send {
    /// True if a local state is kept. `arrived` is the square of a box just pushed, if one was.
    fn admits(&mut self, area: AreaId, state: LocalState, arrived: Option<u8>, meter: &mut Meter)
    -> Result<bool, Stop>;

    /// True if every state refused so far is proved lost.
    fn is_sound(&self) -> bool {
        true
    }

    /// Returns the estimated number of pushes that the boxes of an area still need; 0 is best.
    fn estimate(&mut self, _area: AreaId, _boxes: Bits) -> u32 {
        0
    }

    /// Returns the pushes that box counts cost beyond the estimates; `None` if some boxes provably find no goal.
    fn detour(&self, _counts: &AreaCounts) -> Option<u32> {
        Some(0)
    }
}

/// Pruning that keeps every local state and prefers none.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPruning;

impl LocalPruning for NoPruning {
    fn admits(&mut self, _: AreaId, _: LocalState, _: Option<u8>, _: &mut Meter) -> Result<bool, Stop> {
        Ok(true)
    }
}

/// A number for each area: of boxes, or of goals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AreaCounts(Vec<u16>);

impl AreaCounts {
    /// Creates counts from one number for each area; a number too large for `u16` becomes `u16::MAX`.
    pub fn from_numbers(numbers: impl IntoIterator<Item = u32>) -> Self {
        Self(numbers.into_iter().map(|n| u16::try_from(n).unwrap_or(u16::MAX)).collect())
    }

    /// Returns the number (of boxes, or of goals) of one area.
    pub fn get(&self, area: AreaId) -> u16 {
        self.0[area.index()]
    }
}

/// Lower bound on the pushes that boxes need from area to area: the least sum of distances of all boxes to goals of
/// their own, each distance measured from the best square of the area to the nearest goal of the goal's area.
///
/// ```text
///   boxes  2   1   0       the nearest goals of all three boxes are in the second area, which has room
///   goals  0   2   1       for two: one goes on
/// ```
#[derive(Debug)]
struct AreaMatching {
    areas: usize,
    goals: usize,
    /// Row of each area, with an entry for each goal, padded like the rows of [`PushDistances`].
    rows: Vec<Vec<u16>>,
}

impl Costs for AreaMatching {
    fn padded(&self, area: Place) -> &[u16] {
        &self.rows[area.0 as usize]
    }

    fn targets(&self) -> usize {
        self.goals
    }
}

impl AreaMatching {
    /// Computes the distances, in time linear in the squares times the goals.
    fn new(maze: &Maze<'_>, areas: &Areas, meter: &Meter) -> Result<Self, Stop> {
        let goals = maze.board.goals();
        let mut pushes = vec![vec![PushDistances::NEVER; areas.len()]; areas.len()];
        for (column, &goal) in goals.iter().enumerate() {
            meter.check()?;
            for square in maze.board.squares() {
                let least = &mut pushes[areas.area_of(square).index()][areas.area_of(goal).index()];
                *least = maze.distances.minimum(square, column).min(*least);
            }
        }
        let padding = goals.len().next_multiple_of(PushDistances::LANES) - goals.len();
        let row = |to_areas: Vec<u16>| {
            let to_goals = goals.iter().map(|&goal| to_areas[areas.area_of(goal).index()]);
            to_goals.chain(repeat_n(PushDistances::NEVER, padding)).collect()
        };
        Ok(Self { areas: areas.len(), goals: goals.len(), rows: pushes.into_iter().map(row).collect() })
    }

    /// Returns the pushes for goals of their own beyond the nearest goals; `None` if a box has none. Cubic time.
    fn detour(&self, counts: &AreaCounts) -> Option<u32> {
        let boxes = |area: u16| repeat_n(Place(area.into()), usize::from(counts.get(AreaId(area))));
        let places = || (0..).take(self.areas).flat_map(boxes);
        let nearest = |place| self.padded(place).iter().min().map_or(0, |&pushes| u32::from(pushes));
        let matched = MinCostMatching::default().solve(self, places(), &Meter::unlimited()).ok()??;
        Some(matched - places().map(nearest).sum::<u32>())
    }
}

#[derive(Debug)]
struct Room {
    local: LocalArea,
    most_loose: u32,
    /// For each local square, the set of squares that touch it by sides or corners.
    touching: Vec<Bits>,
    /// Goals of the room in the order of filling: local square, and index of the goal on the board.
    order: Vec<(u8, usize)>,
    /// For each local square, the number of pushes from it to each goal of the level.
    pushes: Vec<Vec<u16>>,
}

/// Size limits of a search for exact plans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableBounds {
    /// Maximum number of local states in one class or set of states of an area.
    pub members: usize,
    /// Maximum number of boxes of a goal room that are not on goals yet; `None` is no limit.
    pub loose: Option<u32>,
    /// Whether the search gives up where its tables grow faster than its plans.
    pub stays_small: bool,
}

impl TableBounds {
    /// Bounds of the search that solves.
    pub const USUAL: Self = Self { members: 300, loose: Some(2), stays_small: false };

    /// Returns the greatest number of local states in all tables after `expanded` abstract states; `None` without one. Plans on
    /// local states win levels where tables are soon complete and then used again and again; see `FIGURES.md`, EXACT_TURNS.
    pub(super) fn most_states(self, expanded: u64) -> Option<u64> {
        const AT_FIRST: u64 = 2_000;
        const EACH: u64 = 5;
        self.stays_small.then(|| AT_FIRST.saturating_add(EACH.saturating_mul(expanded)))
    }

    /// Returns the areas of a board for exact plans: small ones are joined to neighbours, so that few tables are needed, and
    /// none has more than [`LocalArea::MOST_SQUARES`] squares.
    pub fn areas(board: &Board, by: RoomsBy, patterns: &AreaPatterns) -> Areas {
        Areas::joined(board, by, patterns).cut_to(board, LocalArea::MOST_SQUARES)
    }
}

/// Pruning and ranking of the local states of all areas of a level, by filling orders and deadlock rules.
#[derive(Debug)]
pub struct RoomGuide<'m> {
    maze: &'m Maze<'m>,
    rooms: Vec<Room>,
    dead_rooms: Vec<DeadRoom>,
    rules: Detector<'m>,
    matching: AreaMatching,
    refused_loose: bool,
}

impl<'m> RoomGuide<'m> {
    /// Cost of a box that is not packed, in pushes, on top of its push distance: higher values pack earlier.
    const LOOSE: u32 = 6;

    /// Maximum number of boxes around one that arrived, searched for `FEW_CAP` states; see `FIGURES.md`, `FEW`.
    const FEW: usize = 4;
    const FEW_CAP: usize = 300;

    /// Creates the pruning. Goal rooms are filled in the order of the packing plan. A goal room may hold `most_loose` boxes besides
    /// the packed ones, or the number at the start if it is greater. `rules` are applied to the boxes of one area, with the player anywhere.
    pub fn new(
        maze: &'m Maze<'m>,
        areas: &Areas,
        start: &Position,
        plan: Option<&PackingPlan>,
        most_loose: Option<u32>,
        rules: &RuleSet,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let places = plan.into_iter().flat_map(PackingPlan::places);
        let all: Vec<usize> = places.filter_map(|place| maze.board.goals().binary_search(&place).ok()).collect();
        let room = |area| {
            meter.check()?;
            let local = LocalArea::new(maze.board, areas, area);
            let here = |&column: &usize| {
                let goal = maze.board.goals()[column];
                (areas.area_of(goal) == area.id).then(|| (local.number(goal), column))
            };
            let order: Vec<(u8, usize)> = all.iter().filter_map(here).collect();
            let columns = 0..maze.board.goals().len();
            let pushes = |&s: &_| columns.clone().map(|column| maze.distances.minimum(s, column)).collect();
            let touching = |&a: &Square| local.boxes(maze.board.around(a).filter(|&b| b != a));
            let touching = local.squares.iter().map(touching).collect();
            let pushes = local.squares.iter().map(pushes).collect();
            let mut room = Room { touching, order, pushes, local, most_loose: u32::MAX };
            if let Some(most) = most_loose.filter(|_| room.order.len() > 1) {
                room.most_loose = most.max(room.loose(room.local.boxes(start.boxes.iter().copied())));
            }
            Ok(room)
        };
        let rooms: Vec<Room> = areas.areas().iter().map(room).collect::<Result<_, Stop>>()?;
        let borders = Borders::new(maze.board, areas);
        let dead = |area: &Area| {
            let local = rooms[area.id.index()].local.clone();
            DeadRoom::new(&borders, areas, area, local, Supply::None)
        };
        Ok(Self {
            maze,
            dead_rooms: areas.areas().iter().map(dead).collect(),
            rooms,
            rules: Detector::new(rules, &RuleInput::of(maze)),
            matching: AreaMatching::new(maze, areas, meter)?,
            refused_loose: false,
        })
    }

    /// True if the boxes around the box that arrived are lost even alone. More boxes never make a dead room solvable.
    fn is_dead(&mut self, area: AreaId, state: LocalState, arrived: u8, meter: &mut Meter) -> Result<bool, Stop> {
        let Self { maze, rooms, dead_rooms, .. } = self;
        let (room, dead_room) = (&rooms[area.index()], &mut dead_rooms[area.index()]);
        // A table of all boxes of a room takes too long; boxes that touch are most of what a deadlock needs.
        let few = room.around(arrived, state.boxes, Self::FEW);
        let player = (!state.is_suspended()).then_some(state.player);
        let admits = |_, arrived| !maze.distances.is_dead(room.local.square(arrived));
        let rank = |boxes| room.estimate(boxes, maze);
        dead_room.is_dead(dead_room.state(few, player), Self::FEW_CAP, rank, admits, meter)
    }

    /// Asks the deadlock rules, which use neither the square of the player nor the direction of the push.
    fn is_refused(&mut self, area: AreaId, boxes: Bits, arrived: u8) -> bool {
        let local = &self.rooms[area.index()].local;
        let to = local.square(arrived);
        let all = BoxSet::of(self.maze.board.len(), each(boxes).map(|q| local.square(q)));
        // Any direction and player will do, as the rules here use none.
        self.rules.refuses(&all, Push { from: to, direction: Direction::Up }, to)
    }
}

impl Room {
    /// Returns at most `most` boxes: that on `from`, and boxes connected with it by sides or corners.
    fn around(&self, from: u8, boxes: Bits, most: usize) -> Bits {
        let mut found: Bits = 1 << from;
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for neighbour in each(boxes & self.touching[usize::from(at)] & !found) {
                if found.count_ones() as usize >= most {
                    return found;
                }
                found |= 1 << neighbour;
                queue.push_back(neighbour);
            }
        }
        found
    }

    fn packed(&self, boxes: Bits) -> Bits {
        let prefix = self.order.iter().take_while(|&&(goal, _)| has(boxes, goal));
        prefix.fold(0, |all, &(goal, _)| all | 1 << goal)
    }

    fn loose(&self, boxes: Bits) -> u32 {
        (boxes & !self.packed(boxes)).count_ones()
    }

    fn estimate(&self, boxes: Bits, maze: &Maze<'_>) -> u32 {
        let packed = self.packed(boxes);
        let closed = |column| self.order.iter().any(|&(goal, c)| c == column && has(packed, goal));
        let open: SmallVec<[usize; 32]> = (0..maze.board.goals().len()).filter(|&c| !closed(c)).collect();
        let nearest = |b: u8| {
            let pushes = &self.pushes[usize::from(b)];
            open.iter().map(|&column| pushes[column]).min().unwrap_or(PushDistances::NEVER)
        };
        each(boxes & !packed).map(|b| RoomGuide::LOOSE + u32::from(nearest(b).min(1000))).sum()
    }
}

impl LocalPruning for RoomGuide<'_> {
    fn admits(
        &mut self,
        area: AreaId,
        state: LocalState,
        arrived: Option<u8>,
        meter: &mut Meter,
    ) -> Result<bool, Stop> {
        let Some(arrived) = arrived else { return Ok(true) };
        let room = &self.rooms[area.index()];
        // A limit and no rule: what it refuses may be solvable, so it is remembered.
        let is_crowded = room.most_loose < u32::MAX && room.loose(state.boxes) > room.most_loose;
        if self.is_refused(area, state.boxes, arrived) {
            return Ok(false);
        }
        if is_crowded {
            self.refused_loose = true;
            return Ok(false);
        }
        Ok(!self.is_dead(area, state, arrived, meter)?)
    }

    fn is_sound(&self) -> bool {
        !self.refused_loose
    }

    fn estimate(&mut self, area: AreaId, boxes: Bits) -> u32 {
        self.rooms[area.index()].estimate(boxes, self.maze)
    }

    fn detour(&self, counts: &AreaCounts) -> Option<u32> {
        self.matching.detour(counts)
    }
}
