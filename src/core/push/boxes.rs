//! A set of squares with boxes, as one bit for each square; states, and pushes with the player's moves between them. Own code instead
//! of a library, since states are made, hashed and compared by the million: up to 256 squares are stored inline, larger boards on
//! the heap.

use super::Region;
use crate::level::{Board, Course, Direction, Lurd, Position, Square};
use smallvec::SmallVec;

/// Set of the squares with boxes. Sets that are combined or compared must be for one board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoxSet(SmallVec<[u64; 4]>);

impl BoxSet {
    /// Returns the empty set for a board of `squares` squares.
    pub fn empty(squares: usize) -> Self {
        Self(SmallVec::from_elem(0, Self::words_for(squares)))
    }

    /// Returns the set of the squares `boxes`, for a board of `squares` squares.
    pub fn of(squares: usize, boxes: impl IntoIterator<Item = Square>) -> Self {
        let mut set = Self::empty(squares);
        boxes.into_iter().for_each(|square| set.insert(square));
        set
    }

    pub(crate) const fn words_for(squares: usize) -> usize {
        squares.div_ceil(64)
    }

    pub(crate) fn from_words(words: &[u64]) -> Self {
        Self(SmallVec::from_slice(words))
    }

    /// Returns the words of the set: square 0 is the lowest bit of the first word.
    #[inline]
    pub fn words(&self) -> &[u64] {
        self.0.as_slice()
    }

    /// True if a box is on a square.
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.words()[square.index() / 64] >> (square.index() % 64) & 1 != 0
    }

    /// Adds a box on a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0.as_mut_slice()[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Removes the box on a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0.as_mut_slice()[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Moves the box on `from` to `to`.
    #[inline]
    pub fn shift(&mut self, from: Square, to: Square) {
        self.remove(from);
        self.insert(to);
    }

    /// Returns the set with the box on `from` moved to `to`.
    pub fn shifted(&self, from: Square, to: Square) -> Self {
        let mut boxes = self.clone();
        boxes.shift(from, to);
        boxes
    }

    /// Returns the set with a box added on a square.
    #[must_use]
    pub fn with(mut self, square: Square) -> Self {
        self.insert(square);
        self
    }

    /// Returns the set without the box on a square.
    #[must_use]
    pub fn without(mut self, square: Square) -> Self {
        self.remove(square);
        self
    }

    /// Returns the boxes of this set that are not in the other set.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        Self(self.words().iter().zip(other.words()).map(|(word, other)| word & !other).collect())
    }

    /// Returns the boxes that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(self.words().iter().zip(other.words()).map(|(word, other)| word & other).collect())
    }

    /// Returns the number of boxes.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// True if there is no box.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Written without `zip`, like the sets of cells.
    #[inline]
    fn has_word(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> bool {
        let (words, other) = (self.words(), other.words());
        (0..words.len().min(other.len())).any(|at| combine(words[at], other[at]) != 0)
    }

    /// True if all boxes of this set are in the other set.
    #[inline]
    pub fn is_subset(&self, other: &Self) -> bool {
        !self.has_word(other, |word, other| word & !other)
    }

    /// True if some box is in both sets.
    #[inline]
    pub fn meets(&self, other: &Self) -> bool {
        self.has_word(other, |word, other| word & other)
    }

    /// Returns the squares of the boxes, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        CellIterator::new(self.words()).map(Square::from_index)
    }
}

/// Iterator over the cells of a set, ascending.
#[derive(Clone, Debug)]
pub(crate) struct CellIterator<'a> {
    words: &'a [u64],
    at: usize,
    /// Bits of word `at` that were not returned yet.
    rest: u64,
}

impl<'a> CellIterator<'a> {
    /// Creates the iterator over the numbers of the bits that are set in `words`, the lowest first.
    #[inline(always)]
    pub(crate) fn new(words: &'a [u64]) -> Self {
        Self { words, at: 0, rest: words.first().copied().unwrap_or(0) }
    }
}

impl Iterator for CellIterator<'_> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while self.rest == 0 {
            self.at += 1;
            self.rest = *self.words.get(self.at)?;
        }
        let bit = self.rest.trailing_zeros() as usize;
        self.rest &= self.rest - 1;
        Some(self.at * 64 + bit)
    }
}

/// One push: the square of the box before the push, and the direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// Square of the box before the push.
    pub from: Square,
    /// Direction of the push.
    pub direction: Direction,
}

/// Boxes and the player's region. Two positions connected by a walk are one state.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Squares of the boxes.
    pub boxes: BoxSet,
    /// Lowest square of the player's region.
    pub player: Square,
}

impl State {
    /// Returns the state of a position; `region` is set to the player's region.
    pub fn of(board: &Board, position: &Position, region: &mut Region) -> Self {
        let boxes = BoxSet::of(board.len(), position.boxes.iter().copied());
        Self::with(board, boxes, position.player, region)
    }

    /// Returns the state of boxes with the player on a square; `region` is set to the player's region.
    pub fn with(board: &Board, boxes: BoxSet, player: Square, region: &mut Region) -> Self {
        region.flood(board, player, |s| boxes.has(s));
        Self { boxes, player: region.representative() }
    }

    /// Returns all states with these boxes: one for each region that the player can be in.
    pub fn all_with(board: &Board, boxes: &BoxSet, region: &mut Region) -> Vec<Self> {
        let regions = region.each(board, |s| boxes.has(s));
        regions.into_iter().map(|player| Self { boxes: boxes.clone(), player }).collect()
    }

    /// Returns a position of the state, with the player on the lowest square of the region.
    pub fn position(&self) -> Position {
        Position { boxes: self.boxes.iter().collect(), player: self.player }
    }

    /// True if all boxes are on goals.
    pub fn is_solved(&self, board: &Board) -> bool {
        self.boxes.iter().all(|b| board.is_goal(b))
    }

    /// Returns every possible push, in the order of boxes and then directions; `region` must be the player's region.
    pub fn pushes<'a>(&'a self, board: &'a Board, region: &'a Region) -> impl Iterator<Item = Push> + 'a {
        self.boxes.iter().flat_map(move |from| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                board.next(from, direction.opposite()).filter(|&p| region.has(p))?;
                board.next(from, direction).filter(|&to| !self.boxes.has(to))?;
                Some(Push { from, direction })
            })
        })
    }

    /// Returns every possible pull, each as the push that undoes the pull; `region` must be the player's region.
    ///
    /// ```text
    ///    p@$      the player steps back to p and pulls the box to @; pushing the box away from p undoes the pull
    /// ```
    pub fn pulls<'a>(&'a self, board: &'a Board, region: &'a Region) -> impl Iterator<Item = Push> + 'a {
        self.boxes.iter().flat_map(move |b| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                let from = board.next(b, direction.opposite()).filter(|&s| region.has(s))?;
                board.next(from, direction.opposite()).filter(|&s| !self.boxes.has(s))?;
                Some(Push { from, direction })
            })
        })
    }

    /// Returns the boxes after a push, which must be possible.
    pub fn boxes_after(&self, board: &Board, push: Push) -> BoxSet {
        board.next(push.from, push.direction).map_or_else(|| self.boxes.clone(), |to| self.boxes.shifted(push.from, to))
    }

    /// Returns the state after a push, which must be possible; `region` is set to the player's region after it.
    pub fn after(&self, board: &Board, push: Push, region: &mut Region) -> Self {
        Self::with(board, self.boxes_after(board, push), push.from, region)
    }
}

/// Returns moves in LURD that make these pushes with shortest walks, and the final position; `None` if a push is impossible.
pub fn walk_and_push(board: &Board, start: &Position, pushes: &[Push]) -> Option<(String, Position)> {
    let mut taken = vec![false; board.len()];
    start.boxes.iter().for_each(|b| taken[b.index()] = true);
    let mut player = start.player;
    let mut steps = vec![None; board.len()];
    let mut lurd = String::new();
    for push in pushes {
        let free = |square: &Square| !taken[square.index()];
        let to = board.next(push.from, push.direction).filter(free)?;
        let behind = board.next(push.from, push.direction.opposite()).filter(free)?;
        if !taken[push.from.index()] {
            return None;
        }
        lurd.extend(
            walk(board, player, behind, &taken, &mut steps)?.into_iter().map(|direction| direction.letter(false)),
        );
        lurd.push(push.direction.letter(true));
        taken[push.from.index()] = false;
        taken[to.index()] = true;
        player = push.from;
    }
    let boxes = board.squares().filter(|s| taken[s.index()]).collect();
    Some((lurd, Position { boxes, player }))
}

/// Returns a shortest walk over squares that are not `taken`; `None` if none exists. Breadth first from the end: visits no
/// square farther from it than the start. `steps` is working memory, which is left empty where there is a walk.
fn walk(
    board: &Board,
    from: Square,
    to: Square,
    taken: &[bool],
    steps: &mut [Option<Direction>],
) -> Option<Vec<Direction>> {
    let mut seen = vec![to];
    let mut next = 0;
    while let Some(&at) = seen.get(next).filter(|&&at| at != from) {
        next += 1;
        for direction in Direction::ALL {
            let Some(neighbour) = board.next(at, direction) else { continue };
            if neighbour != to && steps[neighbour.index()].is_none() && !taken[neighbour.index()] {
                steps[neighbour.index()] = Some(direction.opposite());
                seen.push(neighbour);
            }
        }
    }
    let mut at = from;
    let mut directions = Vec::new();
    while at != to {
        let direction = steps[at.index()]?;
        directions.push(direction);
        at = board.next(at, direction)?;
    }
    seen.iter().for_each(|square| steps[square.index()] = None);
    Some(directions)
}

/// Returns the pushes among `moves`, up to the first move that cannot be made.
pub fn pushes_of(board: &Board, start: &Position, moves: &Lurd) -> Vec<Push> {
    let mut course = Course::new(board, start);
    let made = moves.0.iter().map_while(|&direction| Some((course.make(direction).ok()?, direction)));
    made.filter_map(|(pushed, direction)| pushed.map(|(from, _)| Push { from, direction })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_push_needs_a_box_a_free_square_ahead_and_one_for_the_player_behind() {
        let level = Level::from_xsb("", "########\n#@ $ $.#\n#   $ .#\n#   .  #\n########\n").unwrap();
        let (board, start) = (&level.board, &level.start);
        let push = |row, column, direction| {
            let from = board.square(row, column).unwrap();
            walk_and_push(board, start, &[Push { from, direction }])
        };
        assert_eq!(push(1, 3, Direction::Right).map(|(lurd, _)| lurd).as_deref(), Some("rR"));
        assert_eq!(push(1, 2, Direction::Right), None, "no box");
        assert_eq!(push(1, 3, Direction::Up), None, "a wall ahead");
        let beside = Level::from_xsb("", "#######\n#@    #\n# $$  #\n#  .. #\n#######\n").unwrap();
        let from = beside.board.square(2, 3).unwrap();
        for (direction, why) in [(Direction::Right, "a box behind"), (Direction::Left, "a box ahead")] {
            assert_eq!(walk_and_push(&beside.board, &beside.start, &[Push { from, direction }]), None, "{why}");
        }
    }
}
