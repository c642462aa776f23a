//! Groups of boxes: boxes whose paths to their goals touch. Computed from a matching of boxes and goals.
//!
//! ```text
//!   ###########      The paths of the two boxes on the left touch, so both are one group. The path of the box on the
//!   #$..#  #  #      right touches no other: it is a group by itself.
//!   #$@    $ .#
//!   ###########
//! ```

use crate::heuristic::MinCostMatching;
use crate::level::{Board, Direction, Position, Square};
use crate::maze::{Areas, Maze};
use crate::planner::Plan;
use crate::run::{Meter, Random, Stop};
use indexmap::IndexMap;
use itertools::Itertools;
use petgraph::unionfind::UnionFind;
use std::iter::repeat_n;

/// Boxes and an equal number of goals, to be solved together while all other boxes stay in place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// Squares of the boxes at the start, ascending.
    pub boxes: Vec<Square>,
    /// Goals of the boxes, ascending.
    pub goals: Vec<Square>,
    /// Squares on and beside the paths of lone boxes to their goals, ascending.
    pub near: Vec<Square>,
}

impl Group {
    /// True if every box of the group is on a goal of the group at the start.
    pub fn is_solved(&self) -> bool {
        self.boxes == self.goals
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.boxes.extend(&other.boxes);
        self.goals.extend(&other.goals);
        self.near.extend(&other.near);
        self.sort();
    }

    fn sort(&mut self) {
        [&mut self.boxes, &mut self.goals, &mut self.near].into_iter().for_each(|squares| squares.sort_unstable());
        self.near.dedup();
    }
}

fn joined(board: &Board, paths: &[Path]) -> Vec<usize> {
    // Which box came first to each square of a path.
    let mut first: Vec<Option<usize>> = vec![None; board.len()];
    let mut joined = UnionFind::<usize>::new(paths.len());
    for (number, (_, path)) in paths.iter().enumerate() {
        for &square in path {
            for beside in board.neighbours(square).chain([square]) {
                if let Some(other) = first[beside.index()] {
                    joined.union(number, other);
                }
            }
        }
        path.iter().for_each(|square| first[square.index()] = Some(number));
    }
    joined.into_labeling()
}

/// Division of boxes into groups: by their paths, or for comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupsBy {
    /// Boxes whose paths touch are one group.
    #[default]
    Paths,
    /// All boxes are one group.
    One,
    /// Random groups of boxes, equal in number and sizes to the groups by paths. Equal seeds give equal groups.
    Random(u64),
}

impl GroupsBy {
    /// Returns the groups of a position, in the order of their first boxes; none if no matching gives each box a goal.
    pub fn groups(self, maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<Vec<Group>, Stop> {
        Ok(self.along(maze, start, &paths(maze, start, meter)?))
    }

    fn along(self, maze: &Maze<'_>, start: &Position, paths: &[Path]) -> Vec<Group> {
        let mut order: Vec<usize> = (0..paths.len()).collect();
        let labels = match self {
            Self::Paths => joined(maze.board, paths),
            Self::One => vec![0; paths.len()],
            Self::Random(seed) => {
                // In the order of their first boxes.
                let mut sizes: IndexMap<usize, usize> = IndexMap::new();
                joined(maze.board, paths).into_iter().for_each(|label| *sizes.entry(label).or_default() += 1);
                Random::new(seed).shuffle(&mut order);
                sizes.into_iter().flat_map(|(label, size)| repeat_n(label, size)).collect()
            }
        };
        grouped(maze.board, start, paths, &order, &labels)
    }
}

/// Number of the goal of a box, and the squares of the path on which it goes there alone.
type Path = (usize, Vec<Square>);

/// Returns the path of each box; an empty list if no matching gives each box a goal.
fn paths(maze: &Maze<'_>, start: &Position, meter: &Meter) -> Result<Vec<Path>, Stop> {
    let places = start.boxes.iter().map(|&square| maze.place(square, start.player));
    let mut matching = MinCostMatching::default();
    if matching.solve(&maze.distances, places, meter)?.is_none() {
        return Ok(Vec::new());
    }
    let path = |(number, &from)| {
        let column = matching.column_of(number).unwrap_or(0);
        (column, lone_path(maze, from, start.player, column))
    };
    Ok(start.boxes.iter().enumerate().map(path).collect())
}

/// Returns a plan: each box goes the path that assigned it to its group, one group after the other; boxes on their goals stay.
pub fn propose(maze: &Maze<'_>, areas: &Areas, start: &Position, by: GroupsBy, meter: &Meter) -> Result<Plan, Stop> {
    let paths = paths(maze, start, meter)?;
    let groups = by.along(maze, start, &paths);
    let number = |square: &Square| groups.iter().position(|group| group.boxes.binary_search(square).is_ok());
    let way = |(&from, (column, path)): (&Square, &Path)| {
        let route = path.iter().map(|&square| areas.area_of(square)).dedup().collect();
        (from, maze.board.goals()[*column], route)
    };
    let far = start.boxes.iter().zip(&paths).filter(|(_, (_, path))| path.len() > 1);
    let far = far.sorted_by_key(|(from, (_, path))| (number(from), path.len()));
    Ok(Plan::without_order(far.map(way)))
}

/// Returns one group for each label; `labels` has the labels of the boxes in the given order.
fn grouped(board: &Board, start: &Position, paths: &[Path], order: &[usize], labels: &[usize]) -> Vec<Group> {
    let mut groups: IndexMap<usize, Group> = IndexMap::new();
    for (&number, &label) in order.iter().zip(labels) {
        let (group, (column, path)) = (groups.entry(label).or_default(), &paths[number]);
        group.boxes.push(start.boxes[number]);
        group.goals.push(board.goals()[*column]);
        group.near.extend(path.iter().flat_map(|&square| board.neighbours(square).chain([square])));
    }
    groups.values_mut().for_each(Group::sort);
    groups.into_values().collect()
}

fn lone_path(maze: &Maze<'_>, from: Square, player: Square, column: usize) -> Vec<Square> {
    let (board, sides, distances) = (maze.board, &maze.sides, &maze.distances);
    let mut path = vec![from];
    let mut group = sides.towards(board, from, player);
    let mut last = from;
    loop {
        let left = distances.to_goals(distances.place(last, group))[column];
        let next = Direction::ALL.into_iter().find_map(|direction| {
            board.next(last, direction.opposite())?;
            let to = board.next(last, direction).filter(|_| sides.group(last, direction.opposite()) == group)?;
            let pushes = distances.to_goals(maze.place_pushed(to, direction))[column];
            (pushes < left).then(|| (to, sides.group(to, direction.opposite())))
        });
        let Some((to, side)) = next else { return path };
        path.push(to);
        (last, group) = (to, side);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn each_box_and_each_goal_is_in_one_group() {
        let text = "##########\n#  . #   #\n# $    $ #\n#@   #. *#\n##########";
        let (level, meter) = (Level::from_xsb("", text).unwrap(), &mut Meter::unlimited());
        let maze = Maze::new(&level.board, meter).unwrap();
        let groups = GroupsBy::Paths.groups(&maze, &level.start, meter).unwrap();
        let count = |of: fn(&Group) -> usize| groups.iter().map(of).sum::<usize>();
        assert_eq!((count(|group| group.boxes.len()), count(|group| group.goals.len())), (3, 3));
    }
}
