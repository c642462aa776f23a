//! Macro pushes: all places that one box can be pushed (or pulled) to while the other boxes stay in place, as walls. Between which
//! sides of the box the player can walk follows from the connected parts of the board with the box's square blocked: the parts are
//! found once for all boxes, and joined at the square that the box left.
//! ```text
//!   #########      The box from b is on x. While b and x are blocked, m is a part by itself, and r and l are in
//!   #lbmxr  #      another. Both parts are beside b, which is free again: the player can walk from m by way of b and l
//!   # ##### #      to r.
//!   #       #
//!   #########
//! ```

use super::{BoxSet, Push};
use crate::level::{Board, Direction, Square};
use crate::maze::{Cuts, Maze};

/// Index that stands for no macro: the box has not moved yet.
const FIRST: u32 = u32::MAX;
// A mask has four bits, so no square has these.
const NO_MASKS: [u8; 4] = [u8::MAX; 4];

/// A place that a box can reach: the square, and the last push (or pull) of the path to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Macro {
    /// Square of the box before the move.
    pub from: Square,
    /// Square of the box after the move.
    pub to: Square,
    /// Direction of the last push (or pull).
    pub direction: Direction,
    /// Number of the player's regions after the whole move minus the number before.
    pub regions: i8,
    before: u32,
}

impl Macro {
    /// Returns a move with this last direction; `regions` is the change in the number of the player's regions.
    pub fn single(from: Square, to: Square, direction: Direction, regions: i16) -> Self {
        Self { from, to, direction, regions: i8::try_from(regions).unwrap_or(0), before: FIRST }
    }

    /// Returns the player's square after the move: behind the box after a push, one square further after a pull.
    pub fn player(&self, board: &Board, pulled: bool) -> Square {
        let direction = if pulled { self.direction } else { self.direction.opposite() };
        board.next(self.to, direction).unwrap_or(self.to)
    }
}

/// How a box is moved: by pushes or by pulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// By pushes, but not to dead places.
    Push,
    /// By pushes to all places, for display to players.
    PushAnywhere,
    /// By pulls.
    Pull,
}

/// Search for the macros of one box, with working memory.
#[derive(Clone, Debug)]
pub struct Macros {
    cuts: Cuts,
    /// The boxes for which `cuts` was found.
    cut_by: Option<BoxSet>,
    /// Free squares beside the lifted box; empty if there was no box.
    beside: Vec<Square>,
    /// For each square, a mask of the sides at which the player has been while the box stood on the square.
    sides_seen: Vec<u8>,
    /// For each square, the result of [`Macros::masks`], once computed.
    masks: Vec<[u8; 4]>,
    touched: Vec<Square>,
    /// Number of groups of free sides of the box on its first square; the player can walk only within a group.
    groups_here: u8,
    found: Vec<Macro>,
}

impl Macros {
    /// Creates the working memory for a board of `squares` squares.
    pub fn new(squares: usize) -> Self {
        Self {
            cuts: Cuts::default(),
            cut_by: None,
            beside: Vec::new(),
            sides_seen: vec![0; squares],
            masks: vec![NO_MASKS; squares],
            touched: Vec::new(),
            groups_here: 0,
            found: Vec::new(),
        }
    }

    /// Returns a macro for each place that the box on `from` can reach; `in_region` is the player's region.
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
        if !Self::can_move(maze, boxes, from, sides, play) {
            return &self.found;
        }
        self.lift(board, boxes, Some(from));
        self.groups_here = self.groups(board, boxes, from, from);
        self.sides_seen[from.index()] = sides;
        self.follow(maze, boxes, from, from, sides, FIRST, play);
        // What was found is the queue itself, so that the shortest ways come first.
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

    /// True if a box can be moved by one square, with the player on one of the sides in the mask `sides`.
    fn can_move(maze: &Maze<'_>, boxes: &BoxSet, from: Square, sides: u8, play: Play) -> bool {
        let free = |s: Square| !boxes.has(s);
        Direction::ALL.into_iter().filter(|side| sides >> side.index() & 1 != 0).any(|side| match play {
            Play::Push | Play::PushAnywhere => maze.board.next(from, side.opposite()).is_some_and(free),
            Play::Pull => maze.board.next(from, side).and_then(|to| maze.board.next(to, side)).is_some_and(free),
        })
    }

    /// Adds the moves of the box from `at` by one square, in every direction that starts from a side in `sides`.
    #[expect(clippy::too_many_arguments, reason = "a struct of them would be built at each call of this inner loop")]
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
                    if play == Play::Push && maze.distances.is_dead_place(maze.place_pushed(to, direction)) {
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
            // From a square with the player on a side of the same group nothing new follows.
            if self.sides_seen[to.index()] >> player_side.index() & 1 == 0 {
                let group = self.side(board, boxes, from, to, player_side);
                self.sides_seen[to.index()] |= group;
                // Without the box the regions around it are one; set down, it parts them again. No other region
                // changes.
                #[expect(clippy::cast_possible_wrap, reason = "at most four groups")]
                let regions = self.groups(board, boxes, from, to) as i8 - self.groups_here as i8;
                self.found.push(Macro { from, to, direction, regions, before });
            }
        }
    }

    /// Returns the number of groups of free sides of a box on `at`: the player can walk only within a group.
    fn groups(&mut self, board: &Board, boxes: &BoxSet, from: Square, at: Square) -> u8 {
        let masks = self.masks(board, boxes, from, at);
        let is_first =
            |direction: usize| masks[direction] != 0 && masks[direction].trailing_zeros() as usize == direction;
        (0..4).map(|direction| u8::from(is_first(direction))).sum()
    }

    /// Returns a mask of the sides of a box on `at` that the player can walk to from side `one`.
    fn side(&mut self, board: &Board, boxes: &BoxSet, from: Square, at: Square, one: Direction) -> u8 {
        self.masks(board, boxes, from, at)[one.index()].max(1 << one.index())
    }

    /// Prepares [`Macros::masks`] for the box lifted from `lifted`, or for a further box if there is none.
    pub(super) fn lift(&mut self, board: &Board, boxes: &BoxSet, lifted: Option<Square>) {
        // The boxes of a position are lifted one after another, and the same cuts serve all.
        if self.cut_by.as_ref() != Some(boxes) {
            self.cuts.find(board, |s| boxes.has(s));
            self.cut_by = Some(boxes.clone());
        }
        self.beside.clear();
        if let Some(lifted) = lifted.filter(|&square| boxes.has(square)) {
            self.beside.extend(board.neighbours(lifted).filter(|&s| !boxes.has(s)));
        }
    }

    /// Returns for each side of a box on `at` the mask of all sides that the player can walk to from there; 0 if the side is not
    /// free. The box was lifted from `from`. Computed once for each square.
    pub(super) fn masks(&mut self, board: &Board, boxes: &BoxSet, from: Square, at: Square) -> [u8; 4] {
        let known = self.masks[at.index()];
        if known != NO_MASKS {
            return known;
        }
        let is_lifted = boxes.has(from);
        // All parts beside the square that the box has left are one, represented by that square.
        let mut joined = [from; 4];
        for (place, &beside) in self.beside.iter().enumerate().filter(|(_, beside)| **beside != at) {
            joined[place] = self.cuts.part(board, at, beside);
        }
        let mut parts = [None; 4];
        for direction in Direction::ALL {
            let side = board.next(at, direction).filter(|&s| s == from || !boxes.has(s));
            parts[direction.index()] = side.map(|side| match (is_lifted && at == from, is_lifted && side == from) {
                (true, _) => self.cuts.region(side),
                (_, true) => from,
                _ => Some(self.cuts.part(board, at, side)).filter(|part| !joined.contains(part)).unwrap_or(from),
            });
        }
        let mut masks = [0; 4];
        for one in (0..4).filter(|&one| parts[one].is_some()) {
            masks[one] = (0..4).filter(|&other| parts[other] == parts[one]).fold(0, |mask, other| mask | 1 << other);
        }
        self.masks[at.index()] = masks;
        self.touched.push(at);
        masks
    }

    pub(super) fn forget(&mut self) {
        // A box reaches few squares of a large board: only these are cleared.
        for s in self.touched.drain(..) {
            self.sides_seen[s.index()] = 0;
            self.masks[s.index()] = NO_MASKS;
        }
    }

    /// Returns macro number `index` in the last result of [`Macros::of_box`]; `None` past the end.
    pub fn found(&self, index: usize) -> Option<Macro> {
        self.found.get(index).copied()
    }

    /// Returns the macro one push before number `index` of the last [`Macros::of_box`]; `None` for a macro of one push.
    pub fn before(&self, index: usize) -> Option<usize> {
        let before = self.found.get(index)?.before as usize;
        (before < self.found.len()).then_some(before)
    }

    /// Returns the number of single pushes of macro number `index` in the last result of [`Macros::of_box`].
    pub fn length(&self, index: usize) -> usize {
        let before = |m: &&Macro| self.found.get(m.before as usize);
        std::iter::successors(self.found.get(index), before).count()
    }

    /// Returns the single pushes of macro number `index` in the last result of [`Macros::of_box`].
    pub fn pushes(&self, board: &Board, index: usize) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut at = u32::try_from(index).unwrap_or(FIRST);
        while let Some(found) = self.found.get(at as usize) {
            let from = board.next(found.to, found.direction.opposite()).unwrap_or(found.to);
            pushes.push(Push { from, direction: found.direction });
            at = found.before;
        }
        pushes.reverse();
        pushes
    }
}
