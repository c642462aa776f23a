//! PI-corral pruning: corrals that must be worked on first.
//!
//! ```text
//!   ######      The boxes close the squares on the right to the player. Each of them can only be pushed inwards, and
//!   #  $ #      the player can make every such push now. A solution that begins elsewhere could as well
//!   # @$.#      make its first push into the corral first: other boxes are not in the way of it, and it closes
//!   #  $ #      no path. So only these pushes must be tried; and if there are none, the position is dead.
//!   ######
//! ```
//! Sources: Virkkala 2011, section 4.6; Damgaard's YASS. The rule restricts the pushes and does not prove a position lost; it holds
//! only for searches that fill all goals.

use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Push, Region, State};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Belongs {
    Nowhere,
    /// A square of the corral without a box.
    Inside,
    /// A box of the corral, on its border or inside.
    Box,
}

/// PI-corral pruning of pushes, with working memory.
#[derive(Clone, Debug)]
pub struct PiCorral {
    seen: Vec<bool>,
    belongs: Vec<Belongs>,
    squares: Vec<Square>,
    boxes: Vec<Square>,
}

impl PiCorral {
    /// Creates the pruning, for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self {
            seen: vec![false; squares],
            belongs: vec![Belongs::Nowhere; squares],
            squares: Vec::new(),
            boxes: Vec::new(),
        }
    }

    /// Returns the boxes whose pushes suffice: all boxes that can be pushed, or, if a corral must be worked on first, the boxes
    /// that can be pushed into it. `region` must be the player's region.
    pub fn movers(&mut self, maze: &Maze<'_>, state: &State, region: &Region) -> BoxSet {
        let mut pushes: Vec<Push> = state.pushes(maze.board, region).collect();
        self.prune(maze, &state.boxes, region, &mut pushes);
        BoxSet::of(maze.board.len(), pushes.into_iter().map(|push| push.from))
    }

    /// If a corral must be worked on first, keeps only the possible `pushes` into it; if several must, only pushes into the corral
    /// with the fewest. `region` must be the player's region.
    pub fn prune(&mut self, maze: &Maze<'_>, boxes: &BoxSet, region: &Region, pushes: &mut Vec<Push>) {
        if region.size() + boxes.len() >= maze.board.len() {
            return;
        }
        self.seen.fill(false);
        let mut best: Option<Vec<Push>> = None;
        for start in maze.board.squares() {
            if self.seen[start.index()] || region.has(start) || boxes.has(start) {
                continue;
            }
            self.gather(maze, boxes, region, start);
            if self.has_work(maze) && self.is_pi(maze, region) {
                let inwards: Vec<Push> = pushes.iter().copied().filter(|p| self.is_inward(maze, *p)).collect();
                if best.as_ref().is_none_or(|b| inwards.len() < b.len()) {
                    best = Some(inwards);
                }
            }
            self.forget();
        }
        if let Some(best) = best {
            *pushes = best;
        }
    }

    /// Collects the closed squares connected with `start`, the boxes on their border, and the boxes deeper inside.
    fn gather(&mut self, maze: &Maze<'_>, boxes: &BoxSet, region: &Region, start: Square) {
        self.belongs[start.index()] = Belongs::Inside;
        self.seen[start.index()] = true;
        self.squares.push(start);
        let mut next = 0;
        while let Some(&at) = self.squares.get(next) {
            next += 1;
            let is_border = boxes.has(at) && maze.board.neighbours(at).any(|s| region.has(s));
            if is_border {
                continue;
            }
            for neighbour in maze.board.neighbours(at) {
                if self.belongs[neighbour.index()] == Belongs::Nowhere && !region.has(neighbour) {
                    let is_box = boxes.has(neighbour);
                    self.belongs[neighbour.index()] = if is_box { Belongs::Box } else { Belongs::Inside };
                    if is_box {
                        self.boxes.push(neighbour);
                    } else {
                        self.seen[neighbour.index()] = true;
                    }
                    self.squares.push(neighbour);
                }
            }
        }
    }

    /// True if the corral holds a box off goal or an empty goal.
    fn has_work(&self, maze: &Maze<'_>) -> bool {
        self.squares.iter().any(|&s| (self.belongs[s.index()] == Belongs::Box) != maze.board.is_goal(s))
    }

    /// True if every first push of a box of the corral goes inwards, and is possible once its target is free.
    fn is_pi(&self, maze: &Maze<'_>, region: &Region) -> bool {
        self.boxes.iter().all(|&b| {
            Direction::ALL.into_iter().all(|direction| {
                let (Some(to), Some(behind)) =
                    (maze.board.next(b, direction), maze.board.next(b, direction.opposite()))
                else {
                    return true;
                };
                let from_inside = self.belongs[behind.index()] != Belongs::Nowhere;
                if from_inside || maze.distances.is_dead(to) {
                    return true;
                }
                self.belongs[to.index()] != Belongs::Nowhere && region.has(behind)
            })
        })
    }

    fn is_inward(&self, maze: &Maze<'_>, push: Push) -> bool {
        self.belongs[push.from.index()] == Belongs::Box
            && maze.board.next(push.from, push.direction).is_some_and(|to| self.belongs[to.index()] == Belongs::Inside)
    }

    fn forget(&mut self) {
        for s in self.squares.drain(..) {
            self.belongs[s.index()] = Belongs::Nowhere;
        }
        self.boxes.clear();
    }
}
