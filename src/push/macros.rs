//! Macro pushes: all places that one box can be pushed to while the others stand still.
//!
//! Computed from a position and a box, by pushes or by pulls, with the single pushes of each macro. Other boxes are
//! walls here; the sides of the box that the player can reach are read off the biconnected components of the rest,
//! computed once for each box.
//!
//! ```text
//!   #######        With the box gone from b the free squares are searched depth first from there. A neighbour of a
//!   #  b  #        square is on the far side of it when it lies in a subtree that reaches nothing above the square.
//!   # ### #
//! ```

use super::{BoxSet, Push};
use crate::level::{Board, Direction, Square};
use crate::maze::Maze;

pub(super) const UNSEEN: u32 = u32::MAX;
const ROOT: u8 = 4;
const NO_MASKS: [u8; 4] = [u8::MAX; 4];

/// One place that a box can reach, and the last push on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Macro {
    /// The box's square before.
    pub from: Square,
    /// The box's square after.
    pub to: Square,
    /// The direction of the last push (or pull).
    pub direction: Direction,
    /// The change in the number of the player's regions: the box divides its surroundings differently there.
    pub regions: i8,
    before: u32,
}

impl Macro {
    /// Returns the player's square after: behind the box after a push, one further after a pull.
    pub fn player(&self, board: &Board, pulled: bool) -> Square {
        let direction = if pulled { self.direction } else { self.direction.opposite() };
        board.next(self.to, direction).unwrap_or(self.to)
    }
}

/// The direction of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// Pushes; places from which a lone box reaches no goal are left out.
    Push,
    /// Pushes to any place: for people, who may want that.
    PushAnywhere,
    /// Pulls.
    Pull,
}

/// The search for macros, with its working memory.
#[derive(Clone, Debug)]
pub struct Macros {
    pub(super) entered: Vec<u32>,
    left: Vec<u32>,
    low: Vec<u32>,
    parent: Vec<u8>,
    touched: Vec<Square>,
    stack: Vec<(Square, u8)>,
    /// For each square, the sides on which the player has been with the box there, as a mask.
    sides_seen: Vec<u8>,
    /// For each square, the groups of sides once computed, see [`Macros::masks`].
    masks: Vec<[u8; 4]>,
    /// The number of groups of free sides at the box's first square.
    groups_here: u8,
    found: Vec<Macro>,
    /// The squares that boxes are pushed from and to; `None` for all.
    bounds: Option<BoxSet>,
    /// Whether a push was left out for them since they were set.
    was_bounded: bool,
}

impl Macros {
    /// Allocates for a board of this number of squares.
    pub fn new(squares: usize) -> Self {
        Self {
            entered: vec![UNSEEN; squares],
            left: vec![0; squares],
            low: vec![0; squares],
            parent: vec![ROOT; squares],
            touched: Vec::with_capacity(squares),
            stack: Vec::with_capacity(squares),
            sides_seen: vec![0; squares],
            masks: vec![NO_MASKS; squares],
            groups_here: 0,
            found: Vec::new(),
            bounds: None,
            was_bounded: false,
        }
    }

    /// From now on boxes are pushed from and to these squares only, on the way too; `None` for all squares. The player
    /// walks anywhere.
    pub fn bound(&mut self, bounds: Option<BoxSet>) {
        self.bounds = bounds;
        self.was_bounded = false;
    }

    /// Returns whether a push was left out for the bounds since they were set.
    pub const fn was_bounded(&self) -> bool {
        self.was_bounded
    }

    /// Returns whether a box may stand on a square; notes it where it may not.
    fn is_within(&mut self, square: Square) -> bool {
        let is_within = self.bounds.as_ref().is_none_or(|bounds| bounds.has(square));
        self.was_bounded |= !is_within;
        is_within
    }

    /// Returns all places that the box on `from` can reach. `in_region` holds for the squares that the player reaches
    /// now.
    pub fn of_box(
        &mut self,
        maze: &Maze<'_>,
        boxes: &BoxSet,
        from: Square,
        in_region: impl Fn(Square) -> bool,
        play: Play,
    ) -> &[Macro] {
        self.found.clear();
        let board = maze.board;
        let sides = (0..4u8).filter(|&w| board.next(from, Direction::ALL[usize::from(w)]).is_some_and(&in_region));
        let sides = sides.fold(0, |mask, w| mask | 1 << w);
        // Most boxes in a crowd cannot move at all, which needs no search.
        if !Self::can_move(maze, boxes, from, sides, play) || !self.is_within(from) {
            return &self.found;
        }
        self.depth_first(board, boxes, from);
        self.sides_seen[from.index()] = sides;
        self.groups_here = self.groups(board, boxes, from, from);
        self.follow(maze, boxes, from, from, sides, UNSEEN, play);
        let mut next = 0;
        while let Some(&Macro { to, direction, .. }) = self.found.get(next) {
            let player_side = if play == Play::Pull { direction } else { direction.opposite() };
            let sides = self.side(board, boxes, from, to, player_side);
            self.follow(maze, boxes, from, to, sides, next as u32, play);
            next += 1;
        }
        self.forget();
        &self.found
    }

    /// Returns whether the box can be moved by one square, from one of these sides.
    fn can_move(maze: &Maze<'_>, boxes: &BoxSet, from: Square, sides: u8, play: Play) -> bool {
        let free = |s: Square| !boxes.has(s);
        Direction::ALL.into_iter().filter(|side| sides >> side.index() & 1 != 0).any(|side| match play {
            Play::Push | Play::PushAnywhere => maze.board.next(from, side.opposite()).is_some_and(free),
            Play::Pull => maze.board.next(from, side).and_then(|to| maze.board.next(to, side)).is_some_and(free),
        })
    }

    /// Pushes (or pulls) the box one square in every way that the player's sides allow.
    #[expect(
        clippy::too_many_arguments,
        reason = "the inner loop of the search: a struct of all this would be made anew each time"
    )]
    fn follow(
        &mut self,
        maze: &Maze<'_>,
        boxes: &BoxSet,
        from: Square,
        at: Square,
        sides: u8,
        before: u32,
        play: Play,
    ) {
        let board = maze.board;
        let free = |s: Square| s == from || !boxes.has(s);
        for side in Direction::ALL {
            if sides >> side.index() & 1 == 0 {
                continue;
            }
            let (to, direction, player_side) = match play {
                Play::Push | Play::PushAnywhere => {
                    let direction = side.opposite();
                    let Some(to) = board.next(at, direction).filter(|&t| free(t)) else { continue };
                    let is_dead = play == Play::Push && maze.distances.is_dead_place(maze.place_pushed(to, direction));
                    if is_dead || !self.is_within(to) {
                        continue;
                    }
                    (to, direction, side)
                }
                Play::Pull => {
                    let Some(to) = board.next(at, side) else { continue };
                    if !board.next(to, side).is_some_and(free) {
                        continue;
                    }
                    (to, side, side)
                }
            };
            if self.sides_seen[to.index()] >> player_side.index() & 1 == 0 {
                let group = self.side(board, boxes, from, to, player_side);
                self.sides_seen[to.index()] |= group;
                #[expect(clippy::cast_possible_wrap, reason = "at most four groups")]
                let regions = self.groups(board, boxes, from, to) as i8 - self.groups_here as i8;
                self.found.push(Macro { from, to, direction, regions, before });
            }
        }
    }

    /// Returns the number of groups of the free sides of a box on `at`.
    fn groups(&mut self, board: &Board, boxes: &BoxSet, from: Square, at: Square) -> u8 {
        let masks = self.masks(board, boxes, from, at);
        let is_first =
            |direction: usize| masks[direction] != 0 && masks[direction].trailing_zeros() as usize == direction;
        (0..4).map(|direction| u8::from(is_first(direction))).sum()
    }

    /// Returns the sides of a box on `at` that the player can walk to from one of them, as a mask.
    fn side(&mut self, board: &Board, boxes: &BoxSet, from: Square, at: Square, one: Direction) -> u8 {
        self.masks(board, boxes, from, at)[one.index()].max(1 << one.index())
    }

    /// Returns for each side of a box on `at` all sides of its group, computed once for each square. 0 where a side is
    /// not free.
    pub(super) fn masks(&mut self, board: &Board, boxes: &BoxSet, from: Square, at: Square) -> [u8; 4] {
        let known = self.masks[at.index()];
        if known != NO_MASKS {
            return known;
        }
        let mut keys = [None; 4];
        for direction in Direction::ALL {
            let neighbour = board.next(at, direction).filter(|&s| s == from || !boxes.has(s));
            keys[direction.index()] = neighbour.map(|neighbour| self.cut_off(board, at, neighbour));
        }
        let mut masks = [0; 4];
        for one in (0..4).filter(|&one| keys[one].is_some()) {
            masks[one] = (0..4).filter(|&other| keys[other] == keys[one]).fold(0, |mask, other| mask | 1 << other);
        }
        self.masks[at.index()] = masks;
        masks
    }

    /// Returns the child of `at` whose subtree contains `neighbour`, if a box on `at` cuts that subtree off.
    fn cut_off(&self, board: &Board, at: Square, neighbour: Square) -> Option<Square> {
        let when = self.entered[neighbour.index()];
        let (here, is_root) = (self.entered[at.index()], self.parent[at.index()] == ROOT);
        if when < here {
            return None;
        }
        Direction::ALL.into_iter().find_map(|direction| {
            let child = board.next(at, direction)?;
            let is_child =
                self.parent[child.index()] == direction.opposite() as u8 && self.entered[child.index()] != UNSEEN;
            let holds = is_child && (self.entered[child.index()]..self.left[child.index()]).contains(&when);
            (holds && (is_root || self.low[child.index()] >= here)).then_some(child)
        })
    }

    pub(super) fn depth_first(&mut self, board: &Board, boxes: &BoxSet, root: Square) {
        let mut clock = 0;
        self.enter(root, ROOT, &mut clock);
        while let Some(&mut (at, ref mut tried)) = self.stack.last_mut() {
            if let Some(&direction) = Direction::ALL.get(usize::from(*tried)) {
                *tried += 1;
                let Some(neighbour) = board.next(at, direction) else { continue };
                let seen = self.entered[neighbour.index()];
                if seen != UNSEEN {
                    if self.parent[at.index()] != direction as u8 {
                        self.low[at.index()] = self.low[at.index()].min(seen);
                    }
                } else if !boxes.has(neighbour) {
                    self.enter(neighbour, direction.opposite() as u8, &mut clock);
                }
            } else {
                self.stack.pop();
                self.left[at.index()] = clock;
                if let Some(&(above, _)) = self.stack.last() {
                    self.low[above.index()] = self.low[above.index()].min(self.low[at.index()]);
                }
            }
        }
    }

    fn enter(&mut self, at: Square, parent: u8, clock: &mut u32) {
        self.entered[at.index()] = *clock;
        self.low[at.index()] = *clock;
        self.parent[at.index()] = parent;
        *clock += 1;
        self.touched.push(at);
        self.stack.push((at, 0));
    }

    pub(super) fn forget(&mut self) {
        for s in self.touched.drain(..) {
            self.entered[s.index()] = UNSEEN;
            self.sides_seen[s.index()] = 0;
            self.masks[s.index()] = NO_MASKS;
        }
    }

    /// Returns one macro of the last searched box, by its index in the result.
    pub fn found(&self, index: usize) -> Option<Macro> {
        self.found.get(index).copied()
    }

    /// Returns the index in the result of the macro that one of the last searched box extends by one push; `None` where
    /// it is one push itself.
    pub fn before(&self, index: usize) -> Option<usize> {
        let before = self.found.get(index)?.before as usize;
        (before < self.found.len()).then_some(before)
    }

    /// Returns the number of single pushes of one macro of the last searched box, by its index in the result.
    pub fn length(&self, index: usize) -> usize {
        let before = |m: &&Macro| self.found.get(m.before as usize);
        std::iter::successors(self.found.get(index), before).count()
    }

    /// Returns the single pushes of one macro of the last searched box, by its index in the result.
    pub fn pushes(&self, board: &Board, index: usize) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut at = u32::try_from(index).unwrap_or(UNSEEN);
        while let Some(found) = self.found.get(at as usize) {
            let from = board.next(found.to, found.direction.opposite()).unwrap_or(found.to);
            pushes.push(Push { from, direction: found.direction });
            at = found.before;
        }
        pushes.reverse();
        pushes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Position};
    use crate::push::{Region, State};
    use crate::run::Meter;
    use rustc_hash::FxHashSet;

    /// The states that single pushes of one box lead to, by plain search.
    fn by_single_pushes(maze: &Maze<'_>, start: &State, box_at: Square) -> FxHashSet<(State, Square)> {
        let mut region = Region::new(maze.board.len());
        let mut seen = FxHashSet::default();
        let mut stack = vec![(start.clone(), box_at)];
        while let Some((state, at)) = stack.pop() {
            region.flood(maze.board, state.player, |s| state.boxes.has(s));
            let pushes: Vec<Push> = state.pushes(maze.board, &region).filter(|p| p.from == at).collect();
            for push in pushes {
                let to = maze.board.next(at, push.direction).unwrap();
                if maze.distances.is_dead_place(maze.place_pushed(to, push.direction)) {
                    continue;
                }
                let next = (state.after(maze.board, push, &mut region), to);
                if seen.insert(next.clone()) {
                    stack.push(next);
                }
            }
        }
        seen
    }

    #[test]
    fn macros_lead_where_single_pushes_of_the_box_lead() {
        let drawn = [
            "#########\n#@ $   .#\n#  #$## #\n# .  $  #\n#  ##   #\n#.  #   #\n#########",
            "##########\n#  #  .  #\n# $$ @ # #\n#  #$### #\n# .   .  #\n##########",
        ];
        for text in drawn {
            let level = Level::from_xsb("", text).unwrap();
            let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
            let mut region = Region::new(level.board.len());
            let state = State::of(&level.board, &level.start, &mut region);
            let mut macros = Macros::new(level.board.len());
            for from in state.boxes.iter() {
                region.flood(&level.board, state.player, |s| state.boxes.has(s));
                let found = macros.of_box(&maze, &state.boxes, from, |s| region.has(s), Play::Push).to_vec();
                let mut reached = FxHashSet::default();
                for (index, m) in found.iter().enumerate() {
                    let pushes = macros.pushes(&level.board, index);
                    let (_, end) = crate::push::walk_and_push(&level.board, &level.start, &pushes).unwrap();
                    let end = Position { player: m.player(&level.board, false), ..end };
                    assert!(reached.insert((State::of(&level.board, &end, &mut region), m.to)), "one macro a state");
                }
                let mut expected = by_single_pushes(&maze, &state, from);
                expected.remove(&(state.clone(), from));
                reached.remove(&(state.clone(), from));
                assert_eq!(reached, expected);
            }
        }
    }
}
