//! Obstacles of obstacles.
//!
//! Adds to the obstacles of a route those of their escapes: the boxes that must move before an obstacle can leave the
//! route.

use super::{FAR, MOST_ESCAPES, OBSTACLE, Route, Router, RoutingContext};
use crate::level::{Direction, Square};
use crate::push::BoxSet;
use std::cmp::Reverse;
use std::collections::VecDeque;

impl Router {
    /// Adds the obstacles of the escapes of obstacles, breadth first, and the squares of these escapes.
    pub(in crate::search) fn unblock(&mut self, context: RoutingContext<'_>, route: &mut Route) {
        let mut open: VecDeque<Square> = route.obstacles.iter().collect();
        let mut tried = 0;
        while let Some(b) = open.pop_front().filter(|_| tried < MOST_ESCAPES) {
            tried += 1;
            let Some(directions) = self.escape(context, b, &route.squares) else { continue };
            let escape = self.walked(context, b, &directions);
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
    fn escape(&mut self, context: RoutingContext<'_>, from: Square, avoid: &BoxSet) -> Option<Vec<Direction>> {
        let RoutingContext { maze, lanes, boxes, .. } = context;
        let board = maze.board;
        self.walk_from(context, Some(from));
        self.cost.clear();
        self.cost.resize(lanes.len(), FAR);
        self.before.clear();
        self.before.resize(lanes.len(), None);
        self.heap.clear();
        for side in Direction::ALL {
            let (Some(place), Some(stand)) = (lanes.place(from, side), board.next(from, side)) else { continue };
            let Some(passed) = self.passage.to(stand) else { continue };
            if OBSTACLE * passed < self.cost[place] {
                self.cost[place] = OBSTACLE * passed;
                self.heap.push(Reverse((self.cost[place], place as u32, from)));
            }
        }
        let price = |s: Square| if s == from { 0 } else { context.price(s) };
        while let Some(Reverse((cost, place, at))) = self.heap.pop() {
            if cost > self.cost[place as usize] {
                continue;
            }
            if at != from && !avoid.has(at) && !boxes.has(at) {
                return Some(self.path_to(place));
            }
            for side in Direction::ALL.into_iter().filter(|&side| lanes.place(at, side) == Some(place as usize)) {
                let direction = side.opposite();
                let (Some(to), Some(stand)) = (board.next(at, direction), board.next(at, side)) else { continue };
                let Some(after) = lanes.place(to, side) else { continue };
                if lanes.packed.has(to) || maze.distances.is_dead_place(maze.place_pushed(to, direction)) {
                    continue;
                }
                let cost = cost + 1 + price(to) + price(stand);
                if cost < self.cost[after] {
                    self.cost[after] = cost;
                    self.before[after] = Some((place, direction));
                    self.heap.push(Reverse((cost, after as u32, to)));
                }
            }
        }
        None
    }

    fn path_to(&self, place: u32) -> Vec<Direction> {
        let last = self.before[place as usize];
        let line = std::iter::successors(last, |&(before, _)| self.before[before as usize]);
        let mut directions: Vec<Direction> = line.map(|(_, direction)| direction).collect();
        directions.reverse();
        directions
    }
}
