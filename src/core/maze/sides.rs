//! The player's sides of a box: the neighbours of its square, grouped by connection while a box stands there.
//!
//! ```text
//!   #####      A box on B, alone on the board, cuts the maze in two: pushed from the left it is not the
//!   #  B  #    same as pushed from the right. A box on C cuts nothing: all its sides are one group.
//!   # C####
//! ```
//! Computed for every square in linear time (biconnected components, as in Tarjan 1972). Other boxes are ignored, so a
//! box changes its group only when it is pushed itself: the player cannot walk through it.

use crate::level::{Board, Direction, Square};

const NO_GROUP: u8 = u8::MAX;
const UNSEEN: u32 = u32::MAX;

/// For a box on each square, its neighbours in groups: the player can walk between neighbours of one group.
#[derive(Clone, Debug)]
pub struct PlayerSides {
    /// For each square and direction, the number of the group of the neighbour there.
    group: Vec<[u8; 4]>,
    /// For each square, the number of groups: 1 unless the square is an articulation point.
    count: Vec<u8>,
    /// Times at which the depth-first search entered and left each square: a subtree is an interval.
    entered: Vec<u32>,
    left: Vec<u32>,
    /// For each square, the direction back to its depth-first parent; `None` at the root.
    parent: Vec<Option<Direction>>,
}

impl PlayerSides {
    /// Groups the sides of all squares of a board, in two passes without recursion.
    pub fn new(board: &Board) -> Self {
        let n = board.len();
        let mut sides = Self {
            group: vec![[NO_GROUP; 4]; n],
            count: vec![0; n],
            entered: vec![UNSEEN; n],
            left: vec![0; n],
            parent: vec![None; n],
        };
        let low = sides.depth_first(board);
        for square in board.squares() {
            sides.group_neighbours(board, square, &low);
        }
        sides
    }

    /// Fills `entered`, `left` and `parent`. Returns for each subtree the earliest time that its back edges reach.
    fn depth_first(&mut self, board: &Board) -> Vec<u32> {
        let mut low = vec![UNSEEN; board.len()];
        let mut clock = 0;
        let mut stack: Vec<(Square, usize)> = Vec::new();
        for root in board.squares() {
            if self.entered[root.index()] == UNSEEN {
                self.enter(root, None, &mut clock, &mut low, &mut stack);
                self.search_from(board, &mut clock, &mut low, &mut stack);
            }
        }
        low
    }

    fn search_from(&mut self, board: &Board, clock: &mut u32, low: &mut [u32], stack: &mut Vec<(Square, usize)>) {
        while let Some(&mut (at, ref mut turn)) = stack.last_mut() {
            if let Some(&direction) = Direction::ALL.get(*turn) {
                *turn += 1;
                match board.next(at, direction) {
                    Some(neighbour) if self.entered[neighbour.index()] == UNSEEN => {
                        self.enter(neighbour, Some(direction.opposite()), clock, low, stack);
                    }
                    Some(neighbour) if self.parent[at.index()] != Some(direction) => {
                        low[at.index()] = low[at.index()].min(self.entered[neighbour.index()]);
                    }
                    _ => {}
                }
            } else {
                stack.pop();
                self.left[at.index()] = *clock;
                if let Some(&(above, _)) = stack.last() {
                    low[above.index()] = low[above.index()].min(low[at.index()]);
                }
            }
        }
    }

    fn enter(
        &mut self,
        at: Square,
        parent: Option<Direction>,
        clock: &mut u32,
        low: &mut [u32],
        stack: &mut Vec<(Square, usize)>,
    ) {
        self.entered[at.index()] = *clock;
        low[at.index()] = *clock;
        *clock += 1;
        self.parent[at.index()] = parent;
        stack.push((at, 0));
    }

    /// Groups the neighbours of a square: a child whose subtree reaches above `square` is in one group with the side of
    /// the parent; any other child is cut off, together with the neighbours inside its subtree.
    fn group_neighbours(&mut self, board: &Board, square: Square, low: &[u32]) {
        let here = self.entered[square.index()];
        let is_root = self.parent[square.index()].is_none();
        let cuts = |child: Square| is_root || low[child.index()] >= here;
        let mut groups: Vec<Option<Square>> = Vec::with_capacity(4);
        for direction in Direction::ALL {
            let Some(neighbour) = board.next(square, direction).filter(|s| self.entered[s.index()] != UNSEEN) else {
                continue;
            };
            let key = self.child_above(board, square, neighbour).filter(|&child| cuts(child));
            let group = groups.iter().position(|&g| g == key).unwrap_or_else(|| {
                groups.push(key);
                groups.len() - 1
            });
            self.group[square.index()][direction.index()] = u8::try_from(group).unwrap_or(NO_GROUP);
        }
        self.count[square.index()] = u8::try_from(groups.len()).unwrap_or(4);
    }

    /// Returns the depth-first child of `square` whose subtree contains `other`; `None` if no subtree does.
    fn child_above(&self, board: &Board, square: Square, other: Square) -> Option<Square> {
        let when = self.entered[other.index()];
        Direction::ALL.into_iter().find_map(|direction| {
            let child = board.next(square, direction)?;
            let is_child = self.parent[child.index()] == Some(direction.opposite());
            let holds = (self.entered[child.index()]..self.left[child.index()]).contains(&when);
            (is_child && holds).then_some(child)
        })
    }

    /// Returns the number of groups of a square: 1 unless a box there cuts the maze; 0 on a board of one square.
    pub fn groups(&self, square: Square) -> u8 {
        self.count[square.index()]
    }

    /// Returns the group of the neighbour of a square in a direction; the neighbour must not be a wall.
    #[inline]
    pub fn group(&self, square: Square, direction: Direction) -> u8 {
        self.group[square.index()][direction.index()]
    }

    /// Returns the group of sides of a box on `square` that the player reaches from `player`, another square.
    pub fn towards(&self, board: &Board, square: Square, player: Square) -> u8 {
        if self.count[square.index()] <= 1 {
            return 0;
        }
        let child = self.child_above(board, square, player);
        Direction::ALL
            .into_iter()
            .find(|&direction| match child {
                Some(child) => board.next(square, direction) == Some(child),
                None => self.parent[square.index()] == Some(direction),
            })
            .map_or(0, |direction| self.group(square, direction))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    /// Checks the groups by their definition, with one flood for each square.
    fn assert_groups_are_floods(board: &Board) {
        let sides = PlayerSides::new(board);
        for square in board.squares() {
            for one in Direction::ALL {
                let Some(from) = board.next(square, one) else { continue };
                let region = board.region(from, |s| s == square);
                for other in Direction::ALL {
                    let Some(to) = board.next(square, other) else { continue };
                    let same = sides.group(square, one) == sides.group(square, other);
                    assert_eq!(same, region[to.index()], "{square:?} {one:?} {other:?}");
                }
                for player in board.squares().filter(|&p| p != square && region[p.index()]) {
                    assert_eq!(sides.towards(board, square, player), sides.group(square, one));
                }
            }
        }
    }

    #[test]
    fn groups_are_what_floods_around_the_box_say() {
        let drawn = [
            "#######\n#@$ . #\n# #####\n#     #\n### ###\n#     #\n#######",
            "########\n#@ #   #\n#  # # #\n# $  # #\n#  # #.#\n#  # # #\n########",
            "#########\n# # # # #\n#@$.    #\n# # # # #\n#########",
        ];
        for text in drawn {
            assert_groups_are_floods(&Level::from_xsb("", text).unwrap().board);
        }
    }
}
