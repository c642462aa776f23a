//! How could the next box come to its goal, and which boxes stand in its way?
//!
//! ```text
//!   #########      The box x can go up to the goal, once the boxes a and b are out of the way: the player must walk
//!   #####.###      where a is, and stand where b is to push. So a and b are the obstacles of this route.
//!   #@ a x  #
//!   #### b  #
//!   ####  ..#
//!   #########
//! ```
//! In come the boxes, the ones that are packed, and the goals that may be packed next; out comes the route with the
//! fewest obstacles, and how jammed the board is. Packed boxes are walls here and all others can be passed at a price: a route is advice and no
//! proof.

mod escape;

use super::Lanes;
use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Passage};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What it costs to pass a box, in pushes.
const OBSTACLE: u32 = 30;
/// As many boxes are passed at most for the jam, and where there is no way.
const MOST_PASSED: u32 = 8;
/// How many boxes are asked for their whole route.
const MOST_ROUTES: usize = 4;
/// How many obstacles are asked for their way out.
const MOST_ESCAPES: usize = 8;
const FAR: u32 = u32::MAX;

/// A position as a router sees it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What is known of the level.
    pub maze: &'a Maze<'a>,
    /// The packed boxes, as walls.
    pub lanes: &'a Lanes,
    /// All boxes.
    pub boxes: &'a BoxSet,
    /// The player.
    pub player: Square,
}

impl Scene<'_> {
    /// What it costs to come to a square.
    fn price(&self, square: Square) -> u32 {
        if self.boxes.has(square) { OBSTACLE } else { 0 }
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

/// The next route, and how jammed the board is.
#[derive(Clone, Debug)]
pub struct Routes {
    /// The route with the fewest obstacles, where a box has one.
    pub next: Option<Route>,
    /// For each box that may go next, how many boxes must be passed on its way, all added up. Where the start is a
    /// crowd this falls long before a box is packed.
    pub jam: u32,
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
    passage: Passage,
}

impl Router {
    /// The route with the fewest obstacles, and of those the shortest, with the jam. `allows` says whether a box may
    /// fill a goal.
    pub fn routes(
        &mut self,
        scene: Scene<'_>,
        goals: &[Square],
        mut allows: impl FnMut(Square, Square) -> bool,
    ) -> Routes {
        let (mut ways, jam) = self.ways(scene, goals);
        ways.sort_by_key(|&(cost, ..)| cost);
        let pushes = ways.iter().filter_map(|&(_, from, side)| {
            let (ways, goal) = self.onward_from(scene, from, side);
            allows(from, goal).then_some((from, ways))
        });
        let pushes: Vec<(Square, Vec<Direction>)> = pushes.take(MOST_ROUTES).collect();
        let routes = pushes.iter().map(|(from, ways)| {
            let mut route = self.walked(scene, *from, ways);
            self.unblock(scene, &mut route);
            route
        });
        Routes { next: routes.min_by_key(|route| (route.obstacles.len(), route.stations.len())), jam }
    }

    /// The jam alone.
    pub fn jam(&mut self, scene: Scene<'_>, goals: &[Square]) -> u32 {
        self.ways(scene, goals).1
    }

    /// The cheapest way of each box that may go next, where it has one, and the jam.
    fn ways(&mut self, scene: Scene<'_>, goals: &[Square]) -> (Vec<(u32, Square, Direction)>, u32) {
        let Scene { lanes, boxes, .. } = scene;
        self.pull_from(scene, goals);
        self.walk_from(scene, None);
        let mut ways = Vec::new();
        let mut jam = 0;
        for from in boxes.iter().filter(|&b| !lanes.packed.has(b) && lanes.only.is_none_or(|only| b == only)) {
            let way = self.cheapest(scene, from);
            jam += way.map_or(MOST_PASSED, |(cost, ..)| (cost / OBSTACLE).min(MOST_PASSED));
            ways.extend(way);
        }
        (ways, jam)
    }

    /// What it costs at least to bring a box to one of the goals, and the side that the player must come to first.
    fn cheapest(&self, scene: Scene<'_>, from: Square) -> Option<(u32, Square, Direction)> {
        let costs = Direction::ALL.into_iter().filter_map(|side| {
            let (place, stand) = (scene.lanes.place(from, side)?, scene.maze.board.next(from, side)?);
            let passed = self.passage.to(stand).filter(|_| self.cost[place] != FAR)?;
            Some((self.cost[place] + OBSTACLE * passed, from, side))
        });
        costs.min_by_key(|&(cost, ..)| cost)
    }

    /// Cheapest ways of a lone box to any of the goals, by pulls from there; boxes cost extra.
    fn pull_from(&mut self, scene: Scene<'_>, goals: &[Square]) {
        let Scene { maze, lanes, .. } = scene;
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
            let here = cost + 1 + scene.price(to);
            for way in Direction::ALL {
                let back = way.opposite();
                // The player stands on the box's old square after the push.
                if lanes.place(to, back) != Some(place as usize) {
                    continue;
                }
                let Some(from) = maze.board.next(to, back) else { continue };
                let (Some(before), Some(stand)) = (lanes.place(from, back), maze.board.next(from, back)) else {
                    continue;
                };
                let cost = here + scene.price(stand);
                if !lanes.packed.has(from) && cost < self.cost[before] {
                    self.cost[before] = cost;
                    self.onward[before] = Some(way);
                    self.heap.push(Reverse((cost, before as u32, from)));
                }
            }
        }
    }

    /// How many boxes the player must walk through to each square; packed ones are walls.
    fn walk_from(&mut self, scene: Scene<'_>, wall: Option<Square>) {
        let Scene { maze, lanes, boxes, player } = scene;
        let is_wall = |s| lanes.packed.has(s) || Some(s) == wall;
        self.passage.measure(maze.board, player, is_wall, |s| boxes.has(s));
    }

    /// The pushes from a place along the way that was found, and where it ends.
    fn onward_from(&self, scene: Scene<'_>, from: Square, side: Direction) -> (Vec<Direction>, Square) {
        let Scene { maze, lanes, .. } = scene;
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
    fn walked(&mut self, scene: Scene<'_>, from: Square, ways: &[Direction]) -> Route {
        let board = scene.maze.board;
        let mut route = Route {
            from,
            stations: Vec::new(),
            squares: BoxSet::empty(board.len()),
            obstacles: BoxSet::empty(board.len()),
        };
        let mut others = scene.boxes.clone();
        others.remove(from);
        let (mut at, mut player) = (from, scene.player);
        for &way in ways {
            let (Some(to), Some(stand)) = (board.next(at, way), board.next(at, way.opposite())) else { break };
            if player != stand {
                self.walk_from(Scene { boxes: &others, player, ..scene }, Some(at));
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
    use crate::packing::{Next, Stage};
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
        let stage = Stage { done: packed.len(), kept: set(packed), settled: set(packed) };
        let lanes = Lanes::new(&maze, &stage, Next { to: vec![at(GOAL)], only: only.map(at) });
        let boxes = set(boxes);
        let scene = Scene { maze: &maze, lanes: &lanes, boxes: &boxes, player: level.start.player };
        let Routes { next, jam } = Router::default().routes(scene, &lanes.goals, |_, _| allows);
        let places = |squares: &mut dyn Iterator<Item = Square>| squares.map(|s| board.row_column(s)).collect();
        let route = next.map(|found| {
            let (stations, obstacles) = (&mut found.stations.into_iter(), &mut found.obstacles.iter());
            (board.row_column(found.from), places(stations), places(obstacles))
        });
        (route, jam)
    }

    #[test]
    fn the_jam_adds_up_what_every_box_must_pass() {
        // Each needs both others out of the way, and what is in the way of the player's walk and of his stand counts twice.
        assert_eq!(routes(&[A, X, B], &[], None, true).1, 8);
        assert_eq!(routes(&[X], &[], None, true).1, 0);
        // Where there is no way at all it counts as many.
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
