//! How could the next box come to its goal, and which boxes stand in its way?
//!
//! ```text
//!   ##########      The box x can go to the goal along the row, once the boxes a and b are out of the way: a stands
//!   #@ a x  b.#     where the player must walk, b where x must go. So a and b are the obstacles of this route.
//!   ##########
//! ```
//! In come the boxes, the ones that are packed, and the goals that may be packed next; out comes the route with the
//! fewest obstacles. Packed boxes are walls here and all others can be passed at a price: a route is advice and no
//! proof.

use super::{Next, Stage};
use crate::level::{Direction, Square};
use crate::maze::{Maze, Sides};
use crate::push::BoxSet;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// What it costs to pass a box, in pushes.
const OBSTACLE: u32 = 30;
/// How many boxes are asked for their whole route.
const MOST_ROUTES: usize = 4;
/// How many obstacles are asked for their way out.
const MOST_ESCAPES: usize = 8;
const FAR: u32 = u32::MAX;

/// The board with packed boxes as walls, and the goals that may be packed next.
#[derive(Clone, Debug)]
pub struct Lanes {
    sides: Sides,
    packed: BoxSet,
    /// Where a box may come next.
    pub goals: Vec<Square>,
    only: Option<Square>,
    /// The first place of each square; its groups of sides follow.
    first: Vec<u32>,
}

impl Lanes {
    /// With the boxes of a stage as walls, but for the one that is to move.
    pub fn new(maze: &Maze<'_>, stage: &Stage, next: Next) -> Self {
        let mut packed = stage.kept.clone();
        next.only.into_iter().for_each(|b| packed.remove(b));
        let sides = Sides::among(maze.board, |s| packed.has(s));
        let mut first = Vec::with_capacity(maze.board.len() + 1);
        let mut places = 0;
        for square in maze.board.squares() {
            first.push(places);
            places += u32::from(sides.groups(square));
        }
        first.push(places);
        Self { sides, packed, goals: next.to, only: next.only, first }
    }

    /// The place of a box on `square` with the player on that side; none where the side is a wall.
    fn place(&self, square: Square, side: Direction) -> Option<usize> {
        let group = self.sides.group_if(square, side)?;
        Some(self.first[square.index()] as usize + usize::from(group))
    }

    fn places(&self, square: Square) -> std::ops::Range<usize> {
        self.first[square.index()] as usize..self.first[square.index() + 1] as usize
    }
}

/// One way for one box.
#[derive(Clone, Debug)]
pub struct Route {
    /// The box that goes.
    pub from: Square,
    /// Where it goes through, in order, the goal last.
    pub stations: Vec<Square>,
    /// Everything that must be free: of the box's way, and of the player's.
    pub squares: BoxSet,
    /// The boxes that are in the way.
    pub obstacles: BoxSet,
}

/// Finds routes; its tables are used again and again.
#[derive(Clone, Debug, Default)]
pub struct Router {
    cost: Vec<u32>,
    /// The push that leads on towards the goal, by the square it ends on.
    onward: Vec<Option<Direction>>,
    heap: BinaryHeap<Reverse<(u32, u32, Square)>>,
    /// For escapes: the place and the push that led to a place.
    before: Vec<Option<(u32, Direction)>>,
    walk: Vec<u32>,
    came: Vec<Option<Square>>,
    queue: VecDeque<Square>,
}

impl Router {
    /// The route with the fewest obstacles, and of those the shortest. `allows` says whether a box may fill a goal.
    pub fn route(
        &mut self,
        maze: &Maze<'_>,
        lanes: &Lanes,
        goals: &[Square],
        boxes: &BoxSet,
        player: Square,
        mut allows: impl FnMut(Square, Square) -> bool,
    ) -> Option<Route> {
        self.pull_from(maze, lanes, goals, boxes);
        self.walk_from(maze, lanes, boxes, player, None);
        let mut ways: Vec<(u32, Square, Direction)> = Vec::new();
        for from in boxes.iter().filter(|&b| !lanes.packed.has(b) && lanes.only.is_none_or(|only| b == only)) {
            let costs = Direction::ALL.into_iter().filter_map(|side| {
                let (place, stand) = (lanes.place(from, side)?, maze.board.next(from, side)?);
                let is_way = self.cost[place] != FAR && self.walk[stand.index()] != FAR;
                is_way.then(|| (self.cost[place] + OBSTACLE * self.walk[stand.index()], from, side))
            });
            ways.extend(costs.min_by_key(|&(cost, ..)| cost));
        }
        ways.sort_by_key(|&(cost, ..)| cost);
        let pushes = ways.iter().filter_map(|&(_, from, side)| {
            let (ways, goal) = self.onward_from(maze, lanes, from, side);
            allows(from, goal).then_some((from, ways))
        });
        let pushes: Vec<(Square, Vec<Direction>)> = pushes.take(MOST_ROUTES).collect();
        let routes = pushes.iter().map(|(from, ways)| {
            let mut route = self.walked(maze, lanes, boxes, *from, ways, player);
            self.unblock(maze, lanes, boxes, player, &mut route);
            route
        });
        routes.min_by_key(|route| (route.obstacles.len(), route.stations.len()))
    }

    /// Cheapest ways of a lone box to any of the goals, by pulls from there; boxes cost extra.
    fn pull_from(&mut self, maze: &Maze<'_>, lanes: &Lanes, goals: &[Square], boxes: &BoxSet) {
        let places = lanes.first.last().map_or(0, |&n| n as usize);
        self.cost.clear();
        self.cost.resize(places, FAR);
        self.onward.clear();
        self.onward.resize(places, None);
        self.heap.clear();
        for &goal in goals {
            for place in lanes.places(goal) {
                self.cost[place] = 0;
                self.heap.push(Reverse((0, place as u32, goal)));
            }
        }
        let price = |s: Square| if boxes.has(s) { OBSTACLE } else { 0 };
        while let Some(Reverse((cost, place, to))) = self.heap.pop() {
            if cost > self.cost[place as usize] {
                continue;
            }
            let here = cost + 1 + price(to);
            for way in Direction::ALL {
                let back = way.opposite();
                // The player stands on the box's old square after the push.
                if lanes.place(to, back) != Some(place as usize) {
                    continue;
                }
                let Some(from) = maze.board.next(to, back) else { continue };
                let (Some(before), Some(stand)) = (lanes.place(from, back), maze.board.next(from, back)) else { continue };
                let cost = here + price(stand);
                if !lanes.packed.has(from) && cost < self.cost[before] {
                    self.cost[before] = cost;
                    self.onward[before] = Some(way);
                    self.heap.push(Reverse((cost, before as u32, from)));
                }
            }
        }
    }

    /// How many boxes the player must walk through to each square, by breadth-first search over free squares first.
    fn walk_from(&mut self, maze: &Maze<'_>, lanes: &Lanes, boxes: &BoxSet, player: Square, wall: Option<Square>) {
        self.walk.clear();
        self.walk.resize(maze.board.len(), FAR);
        self.came.clear();
        self.came.resize(maze.board.len(), None);
        self.walk[player.index()] = 0;
        self.queue.push_back(player);
        while let Some(at) = self.queue.pop_front() {
            let here = self.walk[at.index()];
            for near in maze.board.near(at).filter(|&s| !lanes.packed.has(s) && Some(s) != wall) {
                let is_box = boxes.has(near);
                let cost = here + u32::from(is_box);
                if cost < self.walk[near.index()] {
                    self.walk[near.index()] = cost;
                    self.came[near.index()] = Some(at);
                    if is_box {
                        self.queue.push_back(near);
                    } else {
                        self.queue.push_front(near);
                    }
                }
            }
        }
    }

    /// The pushes from a place along the way that was found, and where it ends.
    fn onward_from(&self, maze: &Maze<'_>, lanes: &Lanes, from: Square, side: Direction) -> (Vec<Direction>, Square) {
        let (mut at, mut side, mut ways) = (from, side, Vec::new());
        while let Some(place) = lanes.place(at, side).filter(|&place| self.cost[place] > 0) {
            let Some(way) = self.onward[place] else { break };
            let Some(to) = maze.board.next(at, way) else { break };
            ways.push(way);
            (at, side) = (to, way.opposite());
        }
        (ways, at)
    }

    /// Pushes of a box, walked with all other boxes in place.
    fn walked(
        &mut self,
        maze: &Maze<'_>,
        lanes: &Lanes,
        boxes: &BoxSet,
        from: Square,
        ways: &[Direction],
        player: Square,
    ) -> Route {
        let board = maze.board;
        let mut route = Route {
            from,
            stations: Vec::new(),
            squares: BoxSet::empty(board.len()),
            obstacles: BoxSet::empty(board.len()),
        };
        let mut others = boxes.clone();
        others.remove(from);
        let (mut at, mut player) = (from, player);
        for &way in ways {
            let (Some(to), Some(stand)) = (board.next(at, way), board.next(at, way.opposite())) else { break };
            if player != stand {
                self.walk_from(maze, lanes, &others, player, Some(at));
                let mut walked = Some(stand).filter(|s| self.walk[s.index()] != FAR);
                while let Some(at) = walked {
                    route.squares.insert(at);
                    walked = self.came[at.index()];
                }
            }
            route.squares.insert(to);
            route.stations.push(to);
            (player, at) = (at, to);
        }
        route.obstacles = BoxSet::of(board.len(), others.iter().filter(|&b| route.squares.has(b)));
        route
    }

    /// An obstacle that cannot leave at once has obstacles of its own: they are added, and theirs.
    fn unblock(&mut self, maze: &Maze<'_>, lanes: &Lanes, boxes: &BoxSet, player: Square, route: &mut Route) {
        let mut open: VecDeque<Square> = route.obstacles.iter().collect();
        let mut tried = 0;
        while let Some(b) = open.pop_front().filter(|_| tried < MOST_ESCAPES) {
            tried += 1;
            let Some(ways) = self.escape(maze, lanes, boxes, b, player, &route.squares) else { continue };
            let escape = self.walked(maze, lanes, boxes, b, &ways, player);
            for s in escape.squares.iter() {
                route.squares.insert(s);
            }
            for other in escape.obstacles.iter().filter(|&o| o != route.from) {
                if !route.obstacles.has(other) {
                    route.obstacles.insert(other);
                    open.push_back(other);
                }
            }
        }
    }

    /// The cheapest pushes that bring a box to a free square outside of `avoid`; other boxes cost extra.
    fn escape(
        &mut self,
        maze: &Maze<'_>,
        lanes: &Lanes,
        boxes: &BoxSet,
        from: Square,
        player: Square,
        avoid: &BoxSet,
    ) -> Option<Vec<Direction>> {
        let board = maze.board;
        self.walk_from(maze, lanes, boxes, player, Some(from));
        let places = lanes.first.last().map_or(0, |&n| n as usize);
        self.cost.clear();
        self.cost.resize(places, FAR);
        self.before.clear();
        self.before.resize(places, None);
        self.heap.clear();
        for side in Direction::ALL {
            let (Some(place), Some(stand)) = (lanes.place(from, side), board.next(from, side)) else { continue };
            let walk = self.walk[stand.index()];
            if walk != FAR && OBSTACLE * walk < self.cost[place] {
                self.cost[place] = OBSTACLE * walk;
                self.heap.push(Reverse((self.cost[place], place as u32, from)));
            }
        }
        let price = |s: Square| if boxes.has(s) && s != from { OBSTACLE } else { 0 };
        while let Some(Reverse((cost, place, at))) = self.heap.pop() {
            if cost > self.cost[place as usize] {
                continue;
            }
            if at != from && !avoid.has(at) && !boxes.has(at) {
                return Some(self.ways_to(place));
            }
            for side in Direction::ALL.into_iter().filter(|&side| lanes.place(at, side) == Some(place as usize)) {
                let way = side.opposite();
                let (Some(to), Some(stand)) = (board.next(at, way), board.next(at, side)) else { continue };
                let Some(after) = lanes.place(to, side) else { continue };
                if lanes.packed.has(to) || maze.distances.is_dead_place(maze.place_pushed(to, way)) {
                    continue;
                }
                let cost = cost + 1 + price(to) + price(stand);
                if cost < self.cost[after] {
                    self.cost[after] = cost;
                    self.before[after] = Some((place, way));
                    self.heap.push(Reverse((cost, after as u32, to)));
                }
            }
        }
        None
    }

    fn ways_to(&self, place: u32) -> Vec<Direction> {
        let last = self.before[place as usize];
        let line = std::iter::successors(last, |&(before, _)| self.before[before as usize]);
        let mut ways: Vec<Direction> = line.map(|(_, way)| way).collect();
        ways.reverse();
        ways
    }
}
