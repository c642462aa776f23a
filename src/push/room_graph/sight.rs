//! For each room, the rooms that every piece of it sees, updated box by box.
//!
//! Input: the rooms of a board, and the boxes, which cut rooms into pieces. Output: for each room, the rooms that all
//! pieces of the room see through corridors or across a border. A box that is added or removed changes only the
//! surroundings of the square: its corridor, the rooms that this corridor touches, and the rooms beside the square.
//!
//! ```text
//!   ###########      A box on x parts the corridor, so the corridor and the rooms a and b that it touches are
//!   #aa###bb###      recomputed. A box on y parts a; the sight of b does not change. The sight of c is never recomputed.
//!   #ya=x=bb=cc#
//!   #aa###bb#cc#
//!   ############
//! ```

use super::rooms::{CORRIDOR, Rooms};
use crate::level::Square;
use crate::push::BoxSet;

/// Indices of the four directions among the eight squares around a square.
const BESIDE: [usize; 4] = [0, 2, 4, 6];

/// Rooms that the pieces of each room see: to which the player could walk through corridors or across a border.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// Number of the room of each square, or [`CORRIDOR`].
    room: Vec<u32>,
    /// Squares of each room; `corridors` has the squares of all corridors.
    squares_of: Vec<Vec<u16>>,
    corridors: Vec<u16>,
    /// For each square the squares around it, clockwise from the square above; a wall is the number of squares.
    around: Vec<[u16; 8]>,
    /// Number of words of a set of rooms.
    words: usize,
    /// For each square whether it holds a box; the last entry stands for walls.
    is_blocked: Vec<bool>,
    /// For each free square of a corridor the number of its connected part.
    part: Vec<u32>,
    /// For each part of a corridor, the set of rooms that it touches.
    touched: Vec<u64>,
    /// For each room, the set of rooms that all its pieces see.
    all_see: Vec<u64>,
    /// For each square, a stamp; squares visited in the present update have the newest stamp.
    stamps: Vec<u32>,
    now: u32,
    stack: Vec<u16>,
    /// Set of rooms that one piece sees.
    piece: Vec<u64>,
    /// Set of rooms to recompute in the present update.
    affected: Vec<u64>,
    undo: Undo,
}

/// Changes by boxes added or removed since the last [`Sight::set_boxes`].
#[derive(Clone, Debug, Default)]
struct Undo {
    changes: Vec<Change>,
    /// Squares of corridors, each with the number of its part before the change.
    parts: Vec<(u16, u32)>,
    /// Rooms that were recomputed; `seen` holds for each the set of rooms that it saw before.
    rooms: Vec<usize>,
    seen: Vec<u64>,
}

/// A box added or removed: its square, and the lengths of the lists of [`Undo`] before.
#[derive(Clone, Copy, Debug)]
struct Change {
    square: Square,
    touched: usize,
    parts: usize,
    rooms: usize,
}

impl Sight {
    /// Creates the sight for a board without boxes.
    pub(super) fn new(rooms: Rooms, around: Vec<[u16; 8]>) -> Self {
        let Rooms { of: room, count } = rooms;
        let (squares, words) = (room.len(), count.div_ceil(64));
        let mut squares_of = vec![Vec::new(); count];
        let mut corridors = Vec::new();
        for square in (0..squares).map(|s| Square::from_index(s).0) {
            match room[usize::from(square)] {
                CORRIDOR => corridors.push(square),
                room => squares_of[room as usize].push(square),
            }
        }
        let mut sight = Self {
            room,
            squares_of,
            corridors,
            around,
            words,
            is_blocked: vec![false; squares + 1],
            part: vec![0; squares],
            touched: Vec::new(),
            all_see: vec![0; words * count],
            stamps: vec![0; squares],
            now: 0,
            stack: Vec::new(),
            piece: vec![0; words],
            affected: vec![0; words],
            undo: Undo::default(),
        };
        sight.set_boxes(&BoxSet::empty(squares));
        sight
    }

    /// Returns the approximate bytes of the sight.
    pub(super) const fn bytes(&self) -> usize {
        let words = self.touched.capacity() + self.all_see.len() + self.undo.seen.capacity() + 2 * self.words;
        self.room.len() * (4 * size_of::<u32>() + 10 * size_of::<u16>()) + words * size_of::<u64>()
    }

    /// Returns the number of rooms.
    pub(super) const fn rooms(&self) -> usize {
        self.squares_of.len()
    }

    /// Returns the number of the room of a square, or [`CORRIDOR`].
    pub(super) fn room(&self, square: Square) -> u32 {
        self.room[square.index()]
    }

    /// Returns whether all pieces of room `room` see room `other`.
    #[inline]
    pub(super) fn sees(&self, room: usize, other: usize) -> bool {
        self.all_see[room * self.words + other / 64] >> (other % 64) & 1 != 0
    }

    /// Returns whether a further box does not change what rooms see: all free squares beside the box belong to the room
    /// or corridor of its square, and are connected around the box. In a room at least one such square must exist, or a
    /// piece of the room would vanish.
    ///
    /// ```text
    ///   #ab#       The box on x is harmless: a above it and d beside it are joined by way of b. Were b a wall, they might
    ///   #xd#       not be.
    ///   ####
    /// ```
    pub(super) fn is_harmless(&self, rest: &BoxSet, further: Square) -> bool {
        let around = &self.around[further.index()];
        let own = self.room[further.index()];
        let is_free = |s: u16| usize::from(s) < self.room.len() && !rest.has(Square(s));
        let is_own = |s: u16| is_free(s) && self.room[usize::from(s)] == own;
        let (mut beside, mut joined) = (0, 0);
        for turn in BESIDE {
            if is_own(around[turn]) {
                beside += 1;
                joined += u32::from(is_own(around[turn + 1]) && is_own(around[(turn + 2) % 8]));
            } else if is_free(around[turn]) {
                return false;
            }
        }
        beside <= joined + 1 && (beside > 0 || own == CORRIDOR)
    }

    /// Computes what rooms see among these boxes anew; earlier changes can then not be undone. Linear in the squares.
    pub(super) fn set_boxes(&mut self, boxes: &BoxSet) {
        self.is_blocked.fill(false);
        self.is_blocked[self.room.len()] = true;
        for square in boxes.iter() {
            self.is_blocked[square.index()] = true;
        }
        self.touched.clear();
        self.begin();
        for index in 0..self.corridors.len() {
            self.look_along(self.corridors[index]);
        }
        for room in 0..self.rooms() {
            self.look_out_of(room);
        }
        self.undo.clear();
    }

    /// Adds a box on a free square, or removes the box on the square. Linear in the corridors and rooms around it.
    pub(super) fn toggle(&mut self, square: Square) {
        let (touched, parts, rooms) = (self.touched.len(), self.undo.parts.len(), self.undo.rooms.len());
        self.undo.changes.push(Change { square, touched, parts, rooms });
        self.is_blocked[square.index()] ^= true;
        self.begin();
        let around = self.around[square.index()];
        for at in BESIDE.map(|turn| around[turn]).into_iter().chain([square.0]) {
            match self.room.get(usize::from(at)).copied() {
                None => {}
                Some(CORRIDOR) => self.look_along(at),
                Some(room) => add(&mut self.affected, room),
            }
        }
        for room in 0..self.rooms() {
            if self.affected[room / 64] >> (room % 64) & 1 != 0 {
                self.undo.rooms.push(room);
                self.undo.seen.extend_from_slice(&self.all_see[room * self.words..][..self.words]);
                self.look_out_of(room);
            }
        }
    }

    /// Undoes the last [`Sight::toggle`].
    pub(super) fn undo(&mut self) {
        let Some(Change { square, touched, parts, rooms }) = self.undo.changes.pop() else { return };
        self.is_blocked[square.index()] ^= true;
        self.touched.truncate(touched);
        for (square, part) in self.undo.parts.drain(parts..).rev() {
            self.part[usize::from(square)] = part;
        }
        for (at, room) in (rooms..).zip(self.undo.rooms.drain(rooms..)) {
            let seen = &self.undo.seen[at * self.words..][..self.words];
            self.all_see[room * self.words..][..self.words].copy_from_slice(seen);
        }
        self.undo.seen.truncate(rooms * self.words);
    }

    fn begin(&mut self) {
        if self.now == u32::MAX {
            self.stamps.fill(0);
            self.now = 0;
        }
        self.now += 1;
        self.affected.fill(0);
    }

    /// Finds the rooms that the part of a corridor with `first` touches; none if `first` is blocked or visited.
    fn look_along(&mut self, first: u16) {
        if self.is_blocked[usize::from(first)] || self.stamps[usize::from(first)] == self.now {
            return;
        }
        let start = self.touched.len();
        #[expect(
            clippy::cast_possible_truncation,
            reason = "no more parts than squares are looked at before they are undone"
        )]
        let number = (start / self.words.max(1)) as u32;
        self.touched.resize(start + self.words, 0);
        self.visit(first);
        while let Some(at) = self.stack.pop() {
            self.undo.parts.push((at, std::mem::replace(&mut self.part[usize::from(at)], number)));
            for turn in BESIDE {
                let beside = self.around[usize::from(at)][turn];
                if self.is_blocked[usize::from(beside)] {
                    continue;
                }
                let room = self.room[usize::from(beside)];
                if room != CORRIDOR {
                    add(&mut self.touched[start..], room);
                } else if self.stamps[usize::from(beside)] != self.now {
                    self.visit(beside);
                }
            }
        }
        join(&mut self.affected, &self.touched[start..]);
    }

    /// Finds the rooms that all pieces of a room see, through corridors or across a border.
    fn look_out_of(&mut self, room: usize) {
        self.all_see[room * self.words..][..self.words].fill(u64::MAX);
        for index in 0..self.squares_of[room].len() {
            let first = self.squares_of[room][index];
            if self.is_blocked[usize::from(first)] || self.stamps[usize::from(first)] == self.now {
                continue;
            }
            self.piece.fill(0);
            self.visit(first);
            // Most squares of a room lie beside the part of the square before.
            let mut joined = None;
            while let Some(at) = self.stack.pop() {
                for turn in BESIDE {
                    let beside = self.around[usize::from(at)][turn];
                    if self.is_blocked[usize::from(beside)] {
                        continue;
                    }
                    let other = self.room[usize::from(beside)];
                    if other == CORRIDOR {
                        let part = self.part[usize::from(beside)] as usize;
                        if joined.replace(part) != Some(part) {
                            join(&mut self.piece, &self.touched[part * self.words..][..self.words]);
                        }
                    } else if other as usize != room {
                        add(&mut self.piece, other);
                    } else if self.stamps[usize::from(beside)] != self.now {
                        self.visit(beside);
                    }
                }
            }
            for word in 0..self.words {
                self.all_see[room * self.words + word] &= self.piece[word];
            }
        }
    }

    fn visit(&mut self, square: u16) {
        self.stamps[usize::from(square)] = self.now;
        self.stack.push(square);
    }
}

impl Undo {
    fn clear(&mut self) {
        self.changes.clear();
        self.parts.clear();
        self.rooms.clear();
        self.seen.clear();
    }
}

fn add(rooms: &mut [u64], room: u32) {
    rooms[room as usize / 64] |= 1 << (room % 64);
}

/// Adds all rooms of the set `others` to the set `rooms`.
fn join(rooms: &mut [u64], others: &[u64]) {
    for (at, word) in rooms.iter_mut().enumerate() {
        *word |= others[at];
    }
}
