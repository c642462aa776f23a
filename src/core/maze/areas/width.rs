//! The default definition: rooms are three squares wide or more, and what is narrower between them is tunnel.
//!
//! ```text
//!   1 blocks     ###########      ###########      Blocks of 3x3 squares form one room where they share two squares or
//!                #   ##    #      #AAA##BBBB#      more. A door of one or two squares parts rooms; a wider one does not.
//!                #         #  ->  #AAAaaBBBB#
//!                #         #      #AAAaaBBBB#
//!                #   ##    #      #AAA##BBBB#
//!                ###########      ###########
//!
//!   2 bays       #######          #######          A part two wide that opens into one room over its whole width belongs
//!                #  ####          #AA####          to it, if it is at most two squares deep or leads nowhere else.
//!                #     #      ->  #AAAAA#
//!                #     #          #AAAAA#
//!                #     #          #AAAAA#
//!                #######          #######
//!
//!   3 halls      ###########      ###########      Another part two wide is a room if three ways meet in it, and, if it
//!                #   #######      #AAA#######      opens into no room, if it holds six squares or ends a corridor.
//!                #   #  #  #  ->  #AAA#BB#CC#      Else it is part of a tunnel.
//!                #         #      #AAAaBBbCC#
//!                #   #  #  #      #AAA#BB#CC#
//!                #   ###   #      #AAA###CCC#
//!                ###########      ###########
//!
//!   4 crossings  ###########      ###########      Where three ways of a tunnel meet, each of them ends. The crossing
//!                #   ###   #      #AAA###BBB#      belongs to the largest room beside it, or is a room of its own.
//!                #         #  ->  #AAAaCbBBB#
//!                #   # #   #      #AAA#c#BBB#
//!                ##### #####      #####c#####
//!                ####   ####      ####DDD####
//!                ####   ####      ####DDD####
//!                ####   ####      ####DDD####
//!                ###########      ###########
//!
//!   5 pillars    #######          #######          A way that leaves a room and comes back belongs to the room, if it is
//!                #     #          #AAAAA#          at most three squares away.
//!                #   # #      ->  #AAA#A#
//!                #     #          #AAAAA#
//!                #     #          #AAAAA#
//!                #######          #######
//!
//!   6 niches     #######          #######          A way that leads nowhere belongs to the room or tunnel where it begins.
//!                #   ###          #AAA###
//!                #     #      ->  #AAAAA#
//!                #   ###          #AAA###
//!                #######          #######
//! ```
//!
//! Without a block of 3x3 squares the rooms are halls, and without a hall crossings alone.

use super::graph::{Cut, components, ends};
use crate::level::{Board, Direction, Square};
use itertools::Itertools;
use rustc_hash::FxHashSet;

/// Minimum number of squares of a part two squares wide that is a room wherever it lies: a block of 2x3.
const HALL: usize = 6;
/// Maximum number of squares, diagonals included, from a room to the end of a bay with a way out.
const BAY: usize = 2;
/// Maximum number of squares, diagonals included, from a room to the far side of a way around a pillar.
const AROUND: usize = 3;

/// Divides a board into rooms and tunnels. Linear time, apart from the ends of each part that is two squares wide.
pub(super) fn by_width(board: &Board) -> Cut {
    let mut draft = Draft::of_blocks(board);
    draft.add_bays_and_halls();
    let (ways, niches) = draft.ways();
    draft.add_crossings(&ways);
    draft.add_pillars(&ways);
    // From the open end of a niche on, so that the square before has its room already.
    for (square, from) in niches.into_iter().rev() {
        draft.room[square.index()] = from.and_then(|from| draft.room[from.index()]);
    }
    Cut::of_rooms(draft.room)
}

struct Draft<'a> {
    board: &'a Board,
    /// Number of the room of each square; `None` for squares of no room so far.
    room: Vec<Option<u32>>,
    next: u32,
}

impl<'a> Draft<'a> {
    /// Returns the rooms of 3x3 blocks. A square that blocks of two rooms share belongs to neither.
    ///
    /// ```text
    ///   #AAA###      #AAA###
    ///   #AAAAA#      #AAA###
    ///   #AAAAA#      #AAaBB#      two shared squares join, one does not
    ///   ###AAA#      ###BBB#
    ///   #######      ###BBB#
    /// ```
    fn of_blocks(board: &'a Board) -> Self {
        let is_block: Vec<bool> =
            board.squares().map(|corner| block(board, corner, 3).all(|square| square.is_some())).collect();
        let mut draft = Self { board, room: vec![None; board.len()], next: 0 };
        let (mut seen, mut is_shared) = (vec![false; board.len()], vec![false; board.len()]);
        for start in board.squares().filter(|s| is_block[s.index()]) {
            let mut corners = if seen[start.index()] { Vec::new() } else { vec![start] };
            while let Some(corner) = corners.pop() {
                if std::mem::replace(&mut seen[corner.index()], true) {
                    continue;
                }
                for square in block(board, corner, 3).flatten() {
                    is_shared[square.index()] |= draft.room[square.index()].is_some_and(|room| room != draft.next);
                    draft.room[square.index()] = Some(draft.next);
                }
                let offsets =
                    (-2..=2).cartesian_product(-2..=2).filter(|&(r, c): &(isize, isize)| r.abs() + c.abs() < 4);
                corners.extend(offsets.filter_map(|by| board.offset(corner, by)).filter(|s| is_block[s.index()]));
            }
            draft.next += 1;
        }
        for square in board.squares().filter(|s| is_shared[s.index()]) {
            draft.room[square.index()] = None;
        }
        draft
    }

    fn room(&self, square: Square) -> Option<u32> {
        self.room[square.index()]
    }

    fn add(&mut self, squares: &[Square], room: u32) {
        squares.iter().for_each(|s| self.room[s.index()] = Some(room));
    }

    fn add_new(&mut self, squares: &[Square]) {
        self.add(squares, self.next);
        self.next += 1;
    }

    fn parts(&self) -> Parts {
        let is_wide = |from: Square, direction: Direction, to: Square| {
            let is_block = |side| self.board.next(from, side).and(self.board.next(to, side)).is_some();
            Direction::ALL.into_iter().any(|side| side.index() % 2 != direction.index() % 2 && is_block(side))
        };
        let is_free = |square| self.room(square).is_none();
        Parts::new(self.board, is_free, is_wide)
    }

    /// Adds bays to their rooms, and halls as new rooms; both are judged by the rooms there were before.
    fn add_bays_and_halls(&mut self) {
        let (ways, _) = self.ways();
        let parts = self.parts();
        let wide = parts.iter().filter(|part| part.len() > 1);
        for (room, part) in wide.filter_map(|part| Some((self.judge(&parts, part, &ways)?, part))).collect_vec() {
            match room {
                WidePart::Bay(room) => self.add(part, room),
                WidePart::Hall => self.add_new(part),
            }
        }
    }

    /// Returns what a part two squares wide is; `None` if it belongs to a tunnel.
    fn judge(&self, parts: &Parts, part: &[Square], ways: &[bool]) -> Option<WidePart> {
        let ends = self.ends(parts, part, |s| self.room(s).is_some() || ways[s.index()]);
        let is_wide = |end: &&Vec<(Square, Square)>| {
            end.iter().map(|step| step.0).unique().count() > 1 && end.iter().map(|step| step.1).unique().count() > 1
        };
        let beside = ends.iter().filter_map(|end| self.room(end[0].1)).unique().collect_vec();
        let is_open = ends.iter().filter(is_wide).any(|end| self.room(end[0].1).is_some());
        if let [room] = beside[..]
            && is_open
        {
            let leads_on = ends.iter().any(|end| self.room(end[0].1).is_none());
            if !leads_on || self.is_near(part, room, BAY) {
                return Some(WidePart::Bay(room));
            }
        }
        let is_inside = |s: Square| parts.of(s) == parts.of(part[0]);
        let holds_block = || part.iter().any(|&s| block(self.board, s, 2).all(|s| s.is_some_and(is_inside)));
        let is_hall = ends.len() > 2 || !is_open && (part.len() >= HALL || ends.len() < 2);
        (is_hall && holds_block()).then_some(WidePart::Hall)
    }

    /// True if each square of a part is at most `most` squares from a room, on a way through the part.
    fn is_near(&self, part: &[Square], room: u32, most: usize) -> bool {
        let mut left = part.to_vec();
        let mut reached = FxHashSet::default();
        for _ in 0..most {
            let is_next =
                |s: &Square| self.board.around(*s).any(|n| self.room(n) == Some(room) || reached.contains(&n));
            let (next, rest): (Vec<_>, Vec<_>) = left.iter().copied().partition(is_next);
            reached.extend(next);
            left = rest;
        }
        left.is_empty()
    }

    /// Returns the steps out of a part to squares that count, with adjacent steps to one room in one end.
    fn ends(&self, parts: &Parts, part: &[Square], counts: impl Fn(Square) -> bool) -> Vec<Vec<(Square, Square)>> {
        let is_outside = |s: Square| parts.of(s) != parts.of(part[0]);
        let steps = part.iter().flat_map(|&s| self.board.neighbours(s).map(move |to| (s, to)));
        let by_room = steps.filter(|&(_, to)| is_outside(to) && counts(to)).into_group_map_by(|&(_, to)| self.room(to));
        by_room.into_values().flat_map(|steps| ends(self.board, steps, is_outside)).collect()
    }

    /// Returns which squares outside rooms lie on a way between rooms or on a loop. The second list has the other squares, from the
    /// closed end of each niche on, each with the next square on the way out, if there is one.
    fn ways(&self) -> (Vec<bool>, Vec<(Square, Option<Square>)>) {
        let mut is_way: Vec<bool> = self.room.iter().map(Option::is_none).collect();
        let mut niches = Vec::new();
        let mut stack: Vec<Square> = self.board.squares().collect();
        while let Some(square) = stack.pop() {
            let open = |s: &Square| is_way[s.index()] || self.room(*s).is_some();
            let onward = self.board.neighbours(square).filter(open).collect_vec();
            if is_way[square.index()] && onward.len() < 2 {
                is_way[square.index()] = false;
                niches.push((square, onward.first().copied()));
                // The next square may be the end now.
                stack.extend(onward);
            }
        }
        (is_way, niches)
    }

    /// Adds crossings to the largest room beside them; a crossing without one is a room. Crossings side by side, or with one
    /// square between them, are one.
    ///
    /// ```text
    ///   ##a#b##
    ///   #cAAAd#
    ///   ##e#f##
    /// ```
    fn add_crossings(&mut self, ways: &[bool]) {
        let parts = self.parts();
        let is_way = |s: Square| ways[s.index()] && self.room(s).is_none();
        let ways_out = |part: &[Square]| {
            let rooms = self.ends(&parts, part, |s| self.room(s).is_some()).len();
            let beside = part.iter().flat_map(|&s| self.board.neighbours(s)).filter(|&s| is_way(s));
            rooms + beside.map(|s| parts.of(s)).filter(|&other| other != parts.of(part[0])).unique().count()
        };
        let mut is_crossing = vec![false; self.board.len()];
        for part in parts.iter().filter(|part| is_way(part[0]) && ways_out(part) > 2) {
            part.iter().for_each(|s| is_crossing[s.index()] = true);
        }
        let is_past = |s: Square| is_crossing[s.index()] || !ways[s.index()] && self.room(s).is_none();
        let is_between = |s: &Square| is_way(*s) && self.board.neighbours(*s).all(is_past);
        let between = self.board.squares().filter(|s| !is_crossing[s.index()]).filter(is_between).collect_vec();
        between.into_iter().for_each(|s| is_crossing[s.index()] = true);
        let size = self.room.iter().flatten().copied().counts();
        let crossings = Parts::new(self.board, |s| is_crossing[s.index()], |_, _, _| true);
        for crossing in crossings.iter() {
            let beside = crossing.iter().flat_map(|&s| self.board.neighbours(s)).filter_map(|s| self.room(s)).unique();
            let largest = beside.max_set_by_key(|room| size.get(room).copied());
            match largest[..] {
                [room] if crossing.len() < 4 => self.add(crossing, room),
                _ => self.add_new(crossing),
            }
        }
    }

    fn add_pillars(&mut self, ways: &[bool]) {
        let is_way = |s: Square| ways[s.index()] && self.room(s).is_none();
        let tunnels = Parts::new(self.board, is_way, |_, _, _| true);
        for tunnel in tunnels.iter() {
            let beside = tunnel.iter().flat_map(|&s| self.board.neighbours(s)).filter_map(|s| self.room(s)).unique();
            if let [room] = beside.collect_vec()[..]
                && self.is_near(tunnel, room, AROUND)
            {
                self.add(tunnel, room);
            }
        }
    }
}

struct Parts {
    /// For each square the first square of its part.
    first: Vec<usize>,
    /// The squares, part by part.
    squares: Vec<Square>,
}

impl Parts {
    /// Groups the squares that `has` accepts by the steps that `joins` accepts.
    fn new(board: &Board, has: impl Fn(Square) -> bool, joins: impl Fn(Square, Direction, Square) -> bool) -> Self {
        let first = components(board, |from, direction, to| has(from) && has(to) && joins(from, direction, to));
        let mut squares = board.squares().filter(|&square| has(square)).collect_vec();
        squares.sort_by_key(|square| first[square.index()]);
        Self { first, squares }
    }

    fn of(&self, square: Square) -> usize {
        self.first[square.index()]
    }

    fn iter(&self) -> impl Iterator<Item = &[Square]> {
        self.squares.chunk_by(|&one, &other| self.of(one) == self.of(other))
    }
}

/// Kind of a part two squares wide that belongs to no tunnel.
enum WidePart {
    Bay(u32),
    Hall,
}

/// Returns the squares of the block with this upper left corner and side; `None` for walls.
pub(super) fn block(board: &Board, corner: Square, side: isize) -> impl Iterator<Item = Option<Square>> + '_ {
    (0..side).cartesian_product(0..side).map(move |by| board.offset(corner, by))
}
