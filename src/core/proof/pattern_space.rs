//! The patterns on a board, and their pushes.

use crate::level::{Direction, Square};
use crate::maze::Maze;
use crate::push::BoxSet;

/// All positions with boxes on these squares, no boxes on the `empty` squares, and the player in this region.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    pub(super) boxes: BoxSet,
    pub(super) empty: BoxSet,
    pub(super) region: BoxSet,
}

/// Key that is equal only for equal patterns: boxes, empty squares, and the lowest square of the region.
pub(super) type Key = (BoxSet, BoxSet, Square);

/// A push of a box, with the square on which the box ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) from: Square,
    pub(super) direction: Direction,
    pub(super) to: Square,
}

impl Pattern {
    pub(super) fn player(&self) -> Square {
        self.region.iter().next().unwrap_or(Square(0))
    }

    pub(super) fn key(&self) -> Key {
        (self.boxes.clone(), self.empty.clone(), self.player())
    }

    /// True if the pattern contains all positions with these boxes, no boxes on `empty`, and the player on `player`.
    pub(super) fn covers(&self, boxes: &BoxSet, empty: &BoxSet, player: Square) -> bool {
        self.region.has(player) && self.boxes.is_subset(boxes) && self.empty.is_subset(empty)
    }
}

/// A level without boxes and player, as the board of patterns.
#[derive(Debug)]
pub(super) struct PatternSpace<'a> {
    pub(super) maze: &'a Maze<'a>,
    pub(super) goals: BoxSet,
    /// Squares on which a box is lost for any place of the player.
    pub(super) dead: BoxSet,
}

impl<'a> PatternSpace<'a> {
    /// Creates the board, as yet without dead squares.
    pub(super) fn new(maze: &'a Maze<'a>) -> Self {
        let squares = maze.board.len();
        let goals = BoxSet::of(squares, maze.board.goals().iter().copied());
        Self { maze, goals, dead: BoxSet::empty(squares) }
    }

    pub(super) fn none(&self) -> BoxSet {
        BoxSet::empty(self.maze.board.len())
    }

    pub(super) fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        self.maze.board.next(square, direction)
    }

    pub(super) fn region(&self, boxes: &BoxSet, player: Square) -> BoxSet {
        let board = self.maze.board;
        let reached = board.spread([player], |at| board.neighbours(at).filter(|&near| !boxes.has(near)));
        BoxSet::of(board.len(), reached)
    }

    /// Returns the pattern of these boxes and this player. Squares of `empty` that other boxes may enter are left out.
    pub(super) fn pattern(&self, boxes: BoxSet, mut empty: BoxSet, player: Square) -> Pattern {
        let region = self.region(&boxes, player);
        loop {
            let entered = empty.iter().find(|&square| self.is_entered(&boxes, &empty, &region, square));
            match entered {
                Some(square) => empty.remove(square),
                None => return Pattern { boxes, empty, region },
            }
        }
    }

    /// True if a box that is not in the pattern, nor lost, may be pushed onto a square.
    fn is_entered(&self, boxes: &BoxSet, empty: &BoxSet, region: &BoxSet, square: Square) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let from = self.next(square, direction);
            let from = from.filter(|&from| !boxes.has(from) && !empty.has(from) && !self.dead.has(from));
            from.and_then(|from| self.next(from, direction)).is_some_and(|player| region.has(player))
        })
    }

    /// Returns the pattern after a push; if the box was on a goal, this goal becomes an empty square.
    pub(super) fn after(&self, pattern: &Pattern, step: Step) -> Pattern {
        let mut empty = pattern.empty.clone().without(step.to);
        if self.goals.has(step.from) {
            empty.insert(step.from);
        }
        self.pattern(pattern.boxes.shifted(step.from, step.to), empty, step.from)
    }

    pub(super) fn steps(&self, pattern: &Pattern) -> Vec<Step> {
        let step = |from: Square, direction: Direction| {
            let to = self.next(from, direction).filter(|&to| !pattern.boxes.has(to))?;
            let player = self.next(from, direction.opposite())?;
            pattern.region.has(player).then_some(Step { from, direction, to })
        };
        let all = pattern.boxes.iter().flat_map(|from| Direction::ALL.map(|direction| step(from, direction)));
        all.flatten().collect()
    }

    /// True if a position of a pattern may be solved: all boxes are on goals, and no goal must be empty.
    pub(super) fn is_end(&self, pattern: &Pattern) -> bool {
        pattern.boxes.is_subset(&self.goals) && !pattern.empty.meets(&self.goals)
    }

    /// Returns the frozen boxes: the largest set whose boxes can only be pushed onto dead squares, or not at all.
    ///
    /// ```text
    /// ####
    /// #$$    neither box can be pushed along its row or its column, as the other and the walls are in the way
    /// #
    /// ```
    pub(super) fn frozen(&self, boxes: &BoxSet) -> BoxSet {
        let mut frozen = boxes.clone();
        loop {
            let is_free = |&square: &Square| {
                [Direction::Up, Direction::Left].into_iter().any(|direction| {
                    let sides = [direction, direction.opposite()].map(|side| self.next(square, side));
                    sides.iter().all(|side| side.is_some_and(|side| !frozen.has(side)))
                        && !sides.iter().flatten().all(|&side| self.dead.has(side))
                })
            };
            let free: Vec<Square> = frozen.iter().filter(is_free).collect();
            if free.is_empty() {
                return frozen;
            }
            free.into_iter().for_each(|square| frozen.remove(square));
        }
    }
}
