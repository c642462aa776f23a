//! Finds a few boxes of a position that prove that it is lost.
//!
//! A group of boxes is searched with all others taken away: fewer boxes only make more pushes possible, so a group that
//! cannot be solved alone is lost in every position that holds it. The group begins as one box. If it can be solved,
//! its solution is tried in the whole position, and the first box in the way joins the group, or else the nearest that
//! has no goal yet, until the group is proved lost or the budget is spent (after Junghanns 1999, chapter 6). A lost
//! group is then minimised: every box that the proof does not need is removed.

use super::Nogoods;
use crate::deadlock::{Detector, Known, RuleSet, View};
use crate::heuristic::BipartiteMatching;
use crate::level::Square;
use crate::maze::{Maze, Place, PushDistances};
use crate::push::{BoxCrossingDistances, BoxSet, Macro, Macros, Play, Push, Region, State};
use crate::run::{Meter, Stop};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The search, with its working memory.
#[derive(Debug)]
pub struct NogoodMinimizer<'a> {
    maze: &'a Maze<'a>,
    rules: Detector<'a>,
    region: Region,
    macros: Macros,
    passage: BoxCrossingDistances,
    /// Number of positions left in the budget.
    left: usize,
    /// Number of positions searched so far.
    searched: usize,
}

/// The position examined, with the data used for it.
#[derive(Clone, Copy, Debug)]
struct Scene<'a> {
    maze: &'a Maze<'a>,
    view: &'a View<'a>,
    known: &'a Nogoods,
    meter: &'a Meter,
}

/// The result of searching a group.
#[derive(Clone, Debug)]
enum GroupVerdict {
    Lost,
    Solved(Vec<Push>),
    Unknown,
}

/// A position of a group, and the macro push that led to it: from which node, and its number there.
#[derive(Clone, Debug)]
struct Node {
    state: State,
    parent: Option<(usize, Macro, usize)>,
}

impl<'a> NogoodMinimizer<'a> {
    /// At most this number of positions in one search. Not tuned.
    const SEARCH: usize = 400;
    /// At most this number of positions in a study, and again in the minimisation of its group. Not tuned.
    const BUDGET: usize = 4_000;
    /// At most this number of boxes in a group. Not tuned: larger groups match fewer positions.
    const MOST: usize = 14;

    /// For a level. The search for a way out asks these rules.
    pub fn new(maze: &'a Maze<'a>, rules: &RuleSet) -> Self {
        let squares = maze.board.len();
        Self {
            maze,
            rules: Detector::new(rules, &Known::of(maze)),
            region: Region::new(squares),
            macros: Macros::new(squares),
            passage: BoxCrossingDistances::default(),
            left: 0,
            searched: 0,
        }
    }

    /// A small group of boxes that is proved lost with the player where he is.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn lost_group(&mut self, view: &View<'_>, known: &Nogoods, meter: &Meter) -> Result<Option<BoxSet>, Stop> {
        let maze = self.maze;
        let scene = Scene { maze, view, known, meter };
        self.left = Self::BUDGET;
        for seed in view.boxes.iter().filter(|&b| !maze.board.is_goal(b)) {
            if let Some(group) = self.grow(scene, seed)? {
                return self.minimise(scene, group).map(Some);
            }
        }
        Ok(None)
    }

    /// The number of positions searched so far.
    pub const fn searched(&self) -> usize {
        self.searched
    }

    /// A lost group grown from one box.
    fn grow(&mut self, scene: Scene<'_>, seed: Square) -> Result<Option<BoxSet>, Stop> {
        let mut group = BoxSet::of(scene.maze.board.len(), [seed]);
        while group.len() <= Self::MOST {
            match self.search(scene, &group)? {
                GroupVerdict::Lost => return Ok(Some(group)),
                GroupVerdict::Unknown => return Ok(None),
                GroupVerdict::Solved(pushes) => {
                    match self.in_the_way(scene, &group, &pushes).or_else(|| next(scene, &group, seed)) {
                        Some(other) => group.insert(other),
                        None => return Ok(None),
                    }
                }
            }
        }
        Ok(None)
    }

    /// Removes every box that the proof does not need.
    fn minimise(&mut self, scene: Scene<'_>, mut group: BoxSet) -> Result<BoxSet, Stop> {
        self.left = Self::BUDGET;
        let boxes: Vec<Square> = group.iter().collect();
        for b in boxes {
            group.remove(b);
            if !matches!(self.search(scene, &group)?, GroupVerdict::Lost) {
                group.insert(b);
            }
        }
        Ok(group)
    }

    /// Best-first over the group alone, those nearest to goals first.
    fn search(&mut self, scene: Scene<'_>, group: &BoxSet) -> Result<GroupVerdict, Stop> {
        let Scene { maze, known, meter, .. } = scene;
        let board = maze.board;
        let start = State::with(board, group.clone(), scene.view.player, &mut self.region);
        let Some(minimum) = estimate(maze, &start) else { return Ok(GroupVerdict::Lost) };
        let mut seen = FxHashSet::from_iter([start.clone()]);
        let mut nodes = vec![Node { state: start, parent: None }];
        let mut open = BinaryHeap::from([(Reverse(minimum), 0)]);
        let mut looked_at = 0;
        while let Some((_, index)) = open.pop() {
            // 1. Check the limits and the budget.
            meter.check()?;
            if looked_at >= Self::SEARCH || self.left == 0 {
                return Ok(GroupVerdict::Unknown);
            }
            looked_at += 1;
            self.left -= 1;
            self.searched += 1;
            // 2. End if it is solved.
            let state: State = nodes[index].state.clone();
            if state.boxes.iter().all(|b| board.is_goal(b)) {
                return Ok(GroupVerdict::Solved(self.pushes_to(maze, &nodes, index)));
            }
            // 3. Queue the successors that are not lost.
            for (number, m) in self.moves(maze, &state) {
                let Some(child) = self.after(maze, &state, m) else { continue };
                if !seen.insert(child.clone()) || known.matches(&child.boxes, child.player) {
                    continue;
                }
                let Some(minimum) = estimate(maze, &child) else { continue };
                nodes.push(Node { state: child, parent: Some((index, m, number)) });
                open.push((Reverse(minimum), nodes.len() - 1));
            }
        }
        Ok(GroupVerdict::Lost)
    }

    /// All macro pushes, with their numbers among those of their box.
    fn moves(&mut self, maze: &Maze<'_>, state: &State) -> Vec<(usize, Macro)> {
        self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
        let mut moves = Vec::new();
        for from in state.boxes.iter() {
            let region = &self.region;
            let of_box = self.macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push);
            moves.extend(of_box.iter().copied().enumerate());
        }
        moves
    }

    /// The state after a macro push; `None` if it freezes boxes off goals.
    fn after(&mut self, maze: &Maze<'_>, state: &State, m: Macro) -> Option<State> {
        let boxes = state.boxes.shifted(m.from, m.to);
        let player = m.player(maze.board, false);
        let view = View { boxes: &boxes, player, pushed: Some(m.to), is_matched: None };
        if self.rules.refuses_child(&view) {
            return None;
        }
        Some(State::with(maze.board, boxes, player, &mut self.region))
    }

    fn pushes_to(&mut self, maze: &Maze<'_>, nodes: &[Node], last: usize) -> Vec<Push> {
        let line = std::iter::successors(Some(last), |&at| nodes[at].parent.map(|(parent, ..)| parent));
        let mut line: Vec<usize> = line.collect();
        line.reverse();
        let mut pushes = Vec::new();
        for (parent, m, number) in line.into_iter().filter_map(|at| nodes[at].parent) {
            let state = &nodes[parent].state;
            self.region.flood(maze.board, state.player, |s| state.boxes.has(s));
            let region = &self.region;
            self.macros.of_box(maze, &state.boxes, m.from, |s| region.has(s), Play::Push);
            pushes.extend(self.macros.pushes(maze.board, number));
        }
        pushes
    }

    /// The first box of the position, none of the group, that the group's pushes run into, or that the player must walk
    /// through for them, on a way through the fewest.
    fn in_the_way(&mut self, scene: Scene<'_>, group: &BoxSet, pushes: &[Push]) -> Option<Square> {
        let Scene { maze, view, .. } = scene;
        let mut group = group.clone();
        let mut others = view.boxes.clone();
        group.iter().for_each(|b| others.remove(b));
        let mut player = view.player;
        for push in pushes {
            let (to, stand) =
                (maze.board.next(push.from, push.direction)?, maze.board.next(push.from, push.direction.opposite())?);
            self.passage.measure(maze.board, player, |s| group.has(s), |s| others.has(s));
            let on_walk = self.passage.back(stand).filter(|&s| others.has(s)).last();
            let met = on_walk.or_else(|| others.has(to).then_some(to));
            if met.is_some() {
                return met;
            }
            group.shift(push.from, to);
            player = push.from;
        }
        None
    }
}

/// Lower bound on the pushes: the sum over the boxes of their shortest push distances; `None` if they cannot all
/// have goals of their own. There may be fewer boxes than goals.
fn estimate(maze: &Maze<'_>, state: &State) -> Option<u32> {
    let places: Vec<Place> = state.boxes.iter().map(|b| maze.place(b, state.player)).collect();
    let to_goals = |place: Place| maze.distances.to_goals(place);
    let mut pairing = BipartiteMatching::new(maze.board.goals().len());
    let fits = |b: usize, goal: usize| to_goals(places[b])[goal] != PushDistances::NEVER;
    let all_fit = (0..places.len()).all(|b| pairing.add(b, &fits));
    let minimum = |&place: &Place| u32::from(to_goals(place).iter().copied().min().unwrap_or(0));
    all_fit.then(|| places.iter().map(minimum).sum())
}

/// The box nearest to the seed that is neither on a goal nor in the group.
fn next(scene: Scene<'_>, group: &BoxSet, seed: Square) -> Option<Square> {
    let board = scene.maze.board;
    let (row, column) = board.row_column(seed);
    let away = |b: Square| {
        let (r, c) = board.row_column(b);
        r.abs_diff(row) + c.abs_diff(column)
    };
    scene.view.boxes.iter().filter(|&b| !board.is_goal(b) && !group.has(b)).min_by_key(|&b| away(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    fn group_of(level: &Level) -> Option<BoxSet> {
        let (meter, squares) = (Meter::unlimited(), level.board.len());
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        let state = State::of(&level.board, &level.start, &mut Region::new(squares));
        NogoodMinimizer::new(&maze, &RuleSet::none())
            .lost_group(&View::of(&state), &Nogoods::new(squares), &meter)
            .unwrap()
    }

    #[test]
    fn the_group_holds_the_boxes_that_are_lost_and_no_others() {
        let level = Level::from_xsb("", "######\n#* . #\n# #$@#\n# $. #\n######\n").unwrap();
        let group: Vec<_> = group_of(&level).unwrap().iter().map(|b| level.board.row_column(b)).collect();
        assert_eq!(group, [(2, 3), (3, 2)]);
    }
}
