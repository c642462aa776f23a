//! The route of the next box to its goal, and the boxes in its way.
//!
//! ```text
//!   #########      The box x can go up to the goal, once the boxes a and b are out of the way: the player must walk
//!   #####.###      where a is, and stand where b is to push. So a and b are the obstacles of this route.
//!   #@ a x  #
//!   #### b  #
//!   ####  ..#
//!   #########
//! ```
//! Input: the boxes, the ones that are packed, and the goals that may be packed next. Output: the route with the fewest
//! obstacles, and the jam. Packed boxes are walls and all others can be passed at a price: a route is advice and no
//! proof.

mod escape;

use super::PackedBoardDistances;
use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxCrossingDistances, BoxSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The price of passing a box, in pushes. Not tuned: trades short routes for those with few obstacles.
const OBSTACLE: u32 = 30;
/// The most that one box adds to the jam, and what it adds where it has no route. Not tuned.
const MOST_PASSED: u32 = 8;
/// The most boxes whose whole route is computed. Not tuned: trades time for routes with fewer obstacles.
const MOST_ROUTES: usize = 4;
/// The most obstacles whose escape is computed. Not tuned: trades time for obstacles of obstacles.
const MOST_ESCAPES: usize = 8;
/// No path.
const FAR: u32 = u32::MAX;

/// A position as a router sees it.
#[derive(Clone, Copy, Debug)]
pub struct RoutingContext<'a> {
    /// The maze.
    pub maze: &'a Maze<'a>,
    /// The packed boxes, as walls.
    pub lanes: &'a PackedBoardDistances,
    /// All boxes.
    pub boxes: &'a BoxSet,
    /// The player.
    pub player: Square,
}

impl RoutingContext<'_> {
    /// The price of coming to a square, in pushes.
    fn price(&self, square: Square) -> u32 {
        if self.boxes.has(square) { OBSTACLE } else { 0 }
    }
}

/// A route of one box.
#[derive(Clone, Debug)]
pub struct Route {
    /// The square of the box.
    pub from: Square,
    /// The squares that it comes to, in order, the goal last.
    pub stations: Vec<Square>,
    /// The squares that must be free: those of the box's path, and of the player's.
    pub squares: BoxSet,
    /// The boxes on these squares.
    pub obstacles: BoxSet,
}

/// The next route, and the jam.
#[derive(Clone, Debug)]
pub struct Routes {
    /// The route with the fewest obstacles, where a box has one.
    pub next: Option<Route>,
    /// The number of boxes that each box that may go next must pass, added up over these boxes. In crowded starts it
    /// falls long before a box is packed.
    pub jam: u32,
}

/// Finds routes; holds working memory.
#[derive(Clone, Debug, Default)]
pub struct Router {
    cost: Vec<u32>,
    /// The push that leads on towards the goal, by the square it ends on.
    onward: Vec<Option<Direction>>,
    heap: BinaryHeap<Reverse<(u32, u32, Square)>>,
    /// For escapes: the place and the push that led to a place.
    before: Vec<Option<(u32, Direction)>>,
    passage: BoxCrossingDistances,
}

impl Router {
    /// The route with the fewest obstacles, and of those the shortest, with the jam. `allows` returns whether the box
    /// on a square may fill a goal.
    pub fn routes(
        &mut self,
        context: RoutingContext<'_>,
        goals: &[Square],
        mut allows: impl FnMut(Square, Square) -> bool,
    ) -> Routes {
        let (mut cheapest, jam) = self.cheapest_of_each(context, goals);
        cheapest.sort_by_key(|&(cost, ..)| cost);
        let pushes = cheapest.iter().filter_map(|&(_, from, side)| {
            let (directions, goal) = self.onward_from(context, from, side);
            allows(from, goal).then_some((from, directions))
        });
        let pushes: Vec<(Square, Vec<Direction>)> = pushes.take(MOST_ROUTES).collect();
        let routes = pushes.iter().map(|(from, directions)| {
            let mut route = self.walked(context, *from, directions);
            self.unblock(context, &mut route);
            route
        });
        Routes { next: routes.min_by_key(|route| (route.obstacles.len(), route.stations.len())), jam }
    }

    /// The jam alone.
    pub fn jam(&mut self, context: RoutingContext<'_>, goals: &[Square]) -> u32 {
        self.cheapest_of_each(context, goals).1
    }

    /// The cheapest route of each box that may go next, by its cost, square and first side, and the jam.
    fn cheapest_of_each(
        &mut self,
        context: RoutingContext<'_>,
        goals: &[Square],
    ) -> (Vec<(u32, Square, Direction)>, u32) {
        let RoutingContext { lanes, boxes, .. } = context;
        self.pull_from(context, goals);
        self.walk_from(context, None);
        let mut found = Vec::new();
        let mut jam = 0;
        for from in boxes.iter().filter(|&b| !lanes.packed.has(b) && lanes.only.is_none_or(|only| b == only)) {
            let cheapest = self.cheapest(context, from);
            jam += cheapest.map_or(MOST_PASSED, |(cost, ..)| (cost / OBSTACLE).min(MOST_PASSED));
            found.extend(cheapest);
        }
        (found, jam)
    }

    /// The least cost of bringing a box to one of the goals, and the side that the player must come to first.
    fn cheapest(&self, context: RoutingContext<'_>, from: Square) -> Option<(u32, Square, Direction)> {
        let costs = Direction::ALL.into_iter().filter_map(|side| {
            let (place, stand) = (context.lanes.place(from, side)?, context.maze.board.next(from, side)?);
            let passed = self.passage.to(stand).filter(|_| self.cost[place] != FAR)?;
            Some((self.cost[place] + OBSTACLE * passed, from, side))
        });
        costs.min_by_key(|&(cost, ..)| cost)
    }

    /// Computes the cheapest paths of a lone box to any of the goals, by pulls from there; other boxes cost extra.
    fn pull_from(&mut self, context: RoutingContext<'_>, goals: &[Square]) {
        let RoutingContext { maze, lanes, .. } = context;
        self.cost.clear();
        self.cost.resize(lanes.len(), FAR);
        self.onward.clear();
        self.onward.resize(lanes.len(), None);
        self.heap.clear();
        for &goal in goals {
            for place in lanes.places(goal) {
                self.cost[place] = 0;
                self.heap.push(Reverse((0, place as u32, goal)));
            }
        }
        while let Some(Reverse((cost, place, to))) = self.heap.pop() {
            if cost > self.cost[place as usize] {
                continue;
            }
            let here = cost + 1 + context.price(to);
            for direction in Direction::ALL {
                let back = direction.opposite();
                // The player stands on the box's old square after the push.
                if lanes.place(to, back) != Some(place as usize) {
                    continue;
                }
                let Some(from) = maze.board.next(to, back) else { continue };
                let (Some(before), Some(stand)) = (lanes.place(from, back), maze.board.next(from, back)) else {
                    continue;
                };
                let cost = here + context.price(stand);
                if !lanes.packed.has(from) && cost < self.cost[before] {
                    self.cost[before] = cost;
                    self.onward[before] = Some(direction);
                    self.heap.push(Reverse((cost, before as u32, from)));
                }
            }
        }
    }

    /// Computes the number of boxes that the player must pass on the way to each square; packed ones are walls.
    fn walk_from(&mut self, context: RoutingContext<'_>, wall: Option<Square>) {
        let RoutingContext { maze, lanes, boxes, player } = context;
        let is_wall = |s| lanes.packed.has(s) || Some(s) == wall;
        self.passage.measure(maze.board, player, is_wall, |s| boxes.has(s));
    }

    /// The pushes from a place along the path that was found, and the square where it ends.
    fn onward_from(&self, context: RoutingContext<'_>, from: Square, side: Direction) -> (Vec<Direction>, Square) {
        let RoutingContext { maze, lanes, .. } = context;
        let (mut at, mut side, mut directions) = (from, side, Vec::new());
        while let Some(place) = lanes.place(at, side).filter(|&place| self.cost[place] > 0) {
            let Some(direction) = self.onward[place] else { break };
            let Some(to) = maze.board.next(at, direction) else { break };
            directions.push(direction);
            (at, side) = (to, direction.opposite());
        }
        (directions, at)
    }

    /// The route by some pushes of a box, with all other boxes in place.
    fn walked(&mut self, context: RoutingContext<'_>, from: Square, directions: &[Direction]) -> Route {
        let board = context.maze.board;
        let mut route = Route {
            from,
            stations: Vec::new(),
            squares: BoxSet::empty(board.len()),
            obstacles: BoxSet::empty(board.len()),
        };
        let mut others = context.boxes.clone();
        others.remove(from);
        let (mut at, mut player) = (from, context.player);
        for &direction in directions {
            let (Some(to), Some(stand)) = (board.next(at, direction), board.next(at, direction.opposite())) else {
                break;
            };
            if player != stand {
                self.walk_from(RoutingContext { boxes: &others, player, ..context }, Some(at));
                self.passage.back(stand).for_each(|at| route.squares.insert(at));
            }
            route.squares.insert(to);
            route.stations.push(to);
            (player, at) = (at, to);
        }
        route.obstacles = BoxSet::of(board.len(), others.iter().filter(|&b| route.squares.has(b)));
        route
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::packing::{Next, PackingProgress};
    use crate::run::Meter;

    const GOAL: (usize, usize) = (1, 5);
    const A: (usize, usize) = (2, 3);
    const X: (usize, usize) = (2, 5);
    const B: (usize, usize) = (3, 5);

    /// The route on the picture, where there is one: where it begins, its stations and its obstacles; and the jam.
    #[expect(clippy::type_complexity, reason = "places on the picture")]
    fn routes(
        boxes: &[(usize, usize)],
        packed: &[(usize, usize)],
        only: Option<(usize, usize)>,
        allows: bool,
    ) -> (Option<((usize, usize), Vec<(usize, usize)>, Vec<(usize, usize)>)>, u32) {
        let text = "#########\n#####.###\n#@ $ $  #\n#### $  #\n####  ..#\n#########\n";
        let level = Level::from_xsb("", text).unwrap();
        let board = &level.board;
        let maze = Maze::new(board, &mut Meter::unlimited()).unwrap();
        let at = |(row, column)| board.square(row, column).unwrap();
        let set = |places: &[(usize, usize)]| BoxSet::of(board.len(), places.iter().map(|&place| at(place)));
        let progress = PackingProgress { done: packed.len(), kept: set(packed), settled: set(packed) };
        let lanes = PackedBoardDistances::new(&maze, &progress, Next { to: vec![at(GOAL)], only: only.map(at) });
        let boxes = set(boxes);
        let context = RoutingContext { maze: &maze, lanes: &lanes, boxes: &boxes, player: level.start.player };
        let Routes { next, jam } = Router::default().routes(context, &lanes.goals, |_, _| allows);
        let places = |squares: &mut dyn Iterator<Item = Square>| squares.map(|s| board.row_column(s)).collect();
        let route = next.map(|found| {
            let (stations, obstacles) = (&mut found.stations.into_iter(), &mut found.obstacles.iter());
            (board.row_column(found.from), places(stations), places(obstacles))
        });
        (route, jam)
    }

    #[test]
    fn the_jam_adds_up_what_every_box_must_pass() {
        // Each needs both others out of the way, and what is in the way of the player's walk and of his stand counts
        // twice.
        assert_eq!(routes(&[A, X, B], &[], None, true).1, 8);
        assert_eq!(routes(&[X], &[], None, true).1, 0);
        // Where there is no route it counts as many.
        assert_eq!(routes(&[A, X], &[A], None, true).1, MOST_PASSED);
    }

    #[test]
    fn obstacles_are_the_boxes_on_the_ways_of_the_box_and_of_the_player() {
        assert_eq!(routes(&[A, X, B], &[], None, true).0, Some((X, vec![GOAL], vec![A, B])));
        assert_eq!(routes(&[X], &[], None, true).0, Some((X, vec![GOAL], vec![])));
    }

    #[test]
    fn a_packed_box_is_a_wall_and_no_obstacle() {
        assert_eq!(routes(&[A, X, B], &[A], None, true).0, None);
    }

    #[test]
    fn only_the_box_that_is_asked_for_goes_and_only_where_it_is_allowed() {
        assert_eq!(routes(&[A, X, B], &[], Some(B), true).0, Some((B, vec![X, GOAL], vec![A, X])));
        assert_eq!(routes(&[A, X, B], &[], None, false).0, None);
    }
}
