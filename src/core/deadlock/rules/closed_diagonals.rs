//! Diagonal lines of squares, each closed in on all four sides by boxes and walls. No part of the line can occur in a solved
//! position.
//!
//! ```text
//!   before         after
//!   ##             ##          The three empty squares form a diagonal line, each closed in on all four sides. Two boxes or
//!   #1 $@          #1$@        walls between one square of the line and the next are a link: each box of it has a square of
//!    $2$            $2$        the line beside it both along its row and along its column. So while the player is not
//!     $3#            $3#       inside, it can only be pushed onto the line.
//!      ##             ##       A line ends at a wall, at a box (which its link holds), or at a link whose boxes cannot go
//!                              that way.
//! ```
//!
//! # Why it is sound
//!
//! Push the box above 2 down: the links from 2 on are unchanged, and their line now begins with that box. Push it to the left: the
//! line before it stays, and ends with that box. After any push onto the line a part of the line is still closed in this way, with
//! the player outside, on the old square of the box. So a closed part remains for ever, also in a solved position: then all links
//! and ends of this part are goals and walls. If an end of the part is empty now, a box of the link beyond must have been pushed
//! onto it from a square outside. If no part of the line can satisfy this, the position is dead. (The shortest line, with no empty
//! square, is the block of 2 x 2, which is frozen.)
//!
//! Cost: only lines beside the box of the last push are examined, and only their squares and links.
//! Source: the Sokoban wiki, How to detect deadlocks.

use crate::deadlock::{About, CostClass, Purposes, Rule, RuleId, RuleInput, RuleInstance, View};
use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::BoxSet;

/// Vertical and horizontal direction from a square of a line to the two boxes or walls before its next square.
type Link = [Direction; 2];

/// Both diagonal directions of a line, each as the link onwards and the link back.
const LINES: [(Link, Link); 2] = [
    ([Direction::Down, Direction::Right], [Direction::Up, Direction::Left]),
    ([Direction::Down, Direction::Left], [Direction::Up, Direction::Right]),
];

/// Deadlock rule: diagonals of closed squares that can never be filled; see the module.
#[derive(Clone, Copy, Debug)]
pub struct ClosedDiagonals;

impl ClosedDiagonals {
    /// Identity of the rule, with its name.
    pub const ID: RuleId = RuleId::new("diagonals");
}

impl Rule for ClosedDiagonals {
    fn about(&self) -> &'static About {
        &About {
            id: Self::ID,
            deadlock: "diagonal",
            sentence: "boxes and walls close a diagonal that can never be filled",
            source: "Sokoban wiki",
            cost: CostClass::Child,
            uses_player: true,
            purposes: Purposes::THOROUGH_SEARCHES,
        }
    }

    fn instance<'a>(&self, known: &RuleInput<'a>) -> Box<dyn RuleInstance + 'a> {
        Box::new(DiagonalsInstance(known.maze))
    }
}

#[derive(Debug)]
struct DiagonalsInstance<'a>(&'a Maze<'a>);

impl RuleInstance for DiagonalsInstance<'_> {
    #[inline]
    fn is_dead(&mut self, view: &View<'_>) -> bool {
        match view.pushed {
            // Only the last push can have closed a diagonal that was open before.
            Some(pushed) => closes_diagonal(self.0, view.boxes, view.player, pushed),
            None => view.boxes.iter().any(|b| closes_diagonal(self.0, view.boxes, view.player, b)),
        }
    }
}

fn closes_diagonal(maze: &Maze<'_>, boxes: &BoxSet, player: Square, pushed: Square) -> bool {
    let scene = Scene { maze, boxes, player };
    let mut holes = maze.board.around(pushed).filter(|&s| scene.is_hole(s));
    holes.any(|hole| LINES.into_iter().any(|(on, back)| scene.is_dead(hole, on, back)))
}

#[derive(Clone, Copy, Debug)]
struct Scene<'a> {
    maze: &'a Maze<'a>,
    boxes: &'a BoxSet,
    player: Square,
}

/// The part of a line on one side of its first hole: an empty square, closed in on all four sides.
#[derive(Clone, Debug)]
struct Ray {
    /// Empty squares of the line after the first hole.
    holes: Vec<Square>,
    /// Whether the end of the line may stay unchanged in a solved position.
    is_good: bool,
}

impl Scene<'_> {
    /// True if the line through a hole is closed, and no part of the line can occur in a solved position.
    fn is_dead(self, hole: Square, on: Link, back: Link) -> bool {
        let (Some(before), Some(after)) = (self.walk(hole, back), self.walk(hole, on)) else { return false };
        let line: Vec<Square> = before.holes.into_iter().rev().chain([hole]).chain(after.holes).collect();
        // Whether a part that may occur in a solved position can have begun, with only good links since.
        let mut begun = before.is_good && self.is_good_link(line[0], back);
        for square in line {
            let is_goal = self.maze.board.is_goal(square);
            if begun && is_goal && self.can_fill(square, on) {
                return false;
            }
            begun |= is_goal && self.can_fill(square, back);
            begun &= self.is_good_link(square, on);
        }
        !(begun && after.is_good)
    }

    /// Returns the part of the line from a hole in the direction of `link`; `None` if this part is not closed.
    fn walk(self, hole: Square, link: Link) -> Option<Ray> {
        let (mut holes, mut last) = (Vec::new(), hole);
        loop {
            let next = self.next(last, link).filter(|_| !self.holds(last, link));
            match next {
                None => return Some(Ray { holes, is_good: true }),
                Some(end) if self.boxes.has(end) => return Some(Ray { holes, is_good: self.maze.board.is_goal(end) }),
                Some(free) if self.is_hole(free) => holes.push(free),
                Some(_) => return None,
            }
            last = next?;
        }
    }

    /// A hole is empty, and boxes and walls close it in on all four sides.
    fn is_hole(self, square: Square) -> bool {
        !self.boxes.has(square)
            && square != self.player
            && self.maze.board.neighbours(square).all(|neighbour| self.boxes.has(neighbour))
    }

    /// Returns the next square of the line, beyond a link; `None` for a wall.
    fn next(self, square: Square, [vertical, horizontal]: Link) -> Option<Square> {
        self.maze.board.offset(square, (vertical.delta().0, horizontal.delta().1))
    }

    /// True if each box of the link can only stay or be pushed onto the line.
    fn holds(self, square: Square, [vertical, horizontal]: Link) -> bool {
        let (board, dead) = (self.maze.board, self.maze.distances.dead_squares());
        [(vertical, horizontal), (horizontal, vertical)].into_iter().all(|(direction, across)| {
            let Some(b) = board.next(square, direction) else { return true };
            match (board.next(b, across), board.next(b, across.opposite())) {
                (Some(beyond), Some(outside)) => dead[beyond.index()] && dead[outside.index()],
                _ => true,
            }
        })
    }

    /// True if a link may stay unchanged in a solved position: all its boxes are on goals.
    fn is_good_link(self, square: Square, link: Link) -> bool {
        let board = self.maze.board;
        link.into_iter().filter_map(|direction| board.next(square, direction)).all(|b| board.is_goal(b))
    }

    /// True if a box of a link could have been pushed onto the square from outside.
    fn can_fill(self, square: Square, link: Link) -> bool {
        let board = self.maze.board;
        link.into_iter()
            .any(|direction| board.next(square, direction).is_some_and(|b| board.next(b, direction).is_some()))
    }
}
