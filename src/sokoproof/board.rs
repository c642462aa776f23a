//! Pictures and boards, read from text, and sets of their cells.

use super::limits::Refusal;

/// Letters for the side of a box on which the player is, in the order of [`Board::steps`].
const SIDES: &[u8] = b">v<^";
/// Letters that show floor, a goal, a box, a square without a box, and a square of a zone.
const LETTERS: [&str; 5] = [" .$*@+xXoO>v<^", ".*+XO", "$*", "oO", "xX>v<^"];
const MOST_CELLS: usize = 1 << 18;

/// A picture read from text; the cells outside it are walls.
pub(super) struct Picture {
    /// Number of cells in a row of the picture, with one more cell on either side; one more row is above and below.
    pub(super) wide: usize,
    cells: usize,
    floor: Set,
    pub(super) goals: Set,
    pub(super) boxes: Set,
    pub(super) empty: Set,
    pub(super) zone: Set,
    /// Cells of the zone that count only with the player on one side, with the index of the side in [`Board::steps`].
    pub(super) sides: Vec<(usize, usize)>,
    pub(super) player: Option<usize>,
}

/// The floor that the player could reach if there were no boxes, and the goals on it.
pub(super) struct Board {
    pub(super) wide: usize,
    /// Number of cells of the picture and its margin.
    pub(super) cells: usize,
    pub(super) floor: Set,
    pub(super) goals: Set,
}

impl Picture {
    /// Reads a picture from rows with line numbers; `line` is the line of the statement above, for faults.
    pub(super) fn read(line: usize, rows: &[(usize, &str)]) -> Result<Self, Refusal> {
        let wide = rows.iter().map(|row| row.1.len()).max().unwrap_or(0) + 2;
        let cells = wide.saturating_mul(rows.len() + 2);
        if cells > MOST_CELLS {
            return Err(Refusal::at(line, format!("expected a picture of at most {MOST_CELLS} cells")));
        }
        let mut sets = LETTERS.map(|_| Set::none(cells));
        let (mut sides, mut player) = (Vec::new(), None);
        for (at, &(line, row)) in rows.iter().enumerate() {
            for (column, letter) in row.bytes().enumerate().filter(|&(_, letter)| letter != b'#') {
                let cell = (at + 1) * wide + column + 1;
                let drawn = sets.iter_mut().zip(LETTERS).filter(|(_, letters)| letters.as_bytes().contains(&letter));
                drawn.for_each(|(set, _)| set.put(cell));
                sides.extend(SIDES.iter().position(|&side| side == letter).map(|side| (cell, side)));
                if !sets[0].has(cell) || b"@+".contains(&letter) && player.replace(cell).is_some() {
                    let what = "expected one of # . $ * @ + x X o O < > ^ v or a space, and one player at most";
                    return Err(Refusal { column: column + 1, ..Refusal::at(line, what) });
                }
            }
        }
        let [floor, goals, boxes, empty, zone] = sets;
        Ok(Self { wide, cells, floor, goals, boxes, empty, zone, sides, player })
    }
}

impl Board {
    /// Returns the board and the player's cell in the picture of a position; `line` is the line above, for faults.
    pub(super) fn of(line: usize, picture: &Picture) -> Result<(Self, usize), Refusal> {
        let Some(player) = picture.player.filter(|_| picture.empty.len() + picture.zone.len() == 0) else {
            return Err(Refusal::at(line, "expected the picture of a position, with a player"));
        };
        let Picture { wide, cells, .. } = *picture;
        let board = Self { wide, cells, floor: picture.floor.clone(), goals: picture.goals.clone() };
        let floor = board.region(&Set::none(cells), player);
        Ok((Self { goals: picture.goals.and(&floor), floor, ..board }, player))
    }

    /// Checks that the picture of a statement shows this board; `line` is the line of the statement, for faults.
    pub(super) fn has(&self, line: usize, picture: &Picture) -> Result<(), Refusal> {
        let is_as_large = (picture.wide, picture.cells) == (self.wide, self.cells);
        let sides = picture.sides.iter().filter(|side| is_as_large && self.goals.has(side.0));
        let goals = sides.fold(picture.goals.clone(), |goals, side| goals.with(side.0));
        let drawn = [&picture.boxes, &picture.empty, &picture.zone];
        let is_same = is_as_large
            && self.floor.is_within(&picture.floor)
            && goals.and(&self.floor) == self.goals
            && drawn.iter().all(|set| set.is_within(&self.floor))
            && picture.player.is_none_or(|player| self.floor.has(player));
        is_same.then_some(()).ok_or_else(|| Refusal::at(line, "expected the board of the first picture"))
    }

    /// Returns the board without floor outside `floor`, and without goals.
    pub(super) fn within(&self, floor: Set) -> Self {
        Self { wide: self.wide, cells: self.cells, floor, goals: Set::none(self.cells) }
    }

    /// Returns what to add to the number of a cell for the cell on the right, below, on the left and above.
    pub(super) fn steps(&self) -> [usize; 4] {
        [1, self.wide, 1_usize.wrapping_neg(), self.wide.wrapping_neg()]
    }

    /// Returns the squares that the player reaches without a push.
    pub(super) fn region(&self, boxes: &Set, player: usize) -> Set {
        let mut region = Set::none(self.cells).with(player);
        let mut stack = vec![player];
        while let Some(cell) = stack.pop() {
            for step in self.steps() {
                let near = cell.wrapping_add(step);
                if self.floor.has(near) && !boxes.has(near) && !region.has(near) {
                    region.put(near);
                    stack.push(near);
                }
            }
        }
        region
    }

    /// Returns the pushes of a box that `boxes` do not block, each as box's square after and player's square before.
    pub(super) fn pushes<'a>(&'a self, from: usize, boxes: &'a Set) -> impl Iterator<Item = (usize, usize)> + 'a {
        let pushes = self.steps().map(|step| (from.wrapping_add(step), from.wrapping_sub(step)));
        let is_free = |cell| self.floor.has(cell) && !boxes.has(cell);
        pushes.into_iter().filter(move |&(to, player)| is_free(to) && is_free(player))
    }

    /// Returns the number of pushes among `moves`; `None` if these break a rule, or do not bring all boxes to goals.
    pub(super) fn pushes_of(&self, mut boxes: Set, mut player: usize, moves: &str) -> Option<u32> {
        let mut pushes = 0;
        for letter in moves.bytes() {
            let step = self.steps()[b"rdlu".iter().position(|&step| step == letter.to_ascii_lowercase())?];
            let to = player.wrapping_add(step);
            if boxes.has(to) {
                let beyond = Some(to.wrapping_add(step)).filter(|&cell| self.floor.has(cell) && !boxes.has(cell))?;
                boxes = boxes.without(to).with(beyond);
                pushes += 1;
            }
            player = Some(to).filter(|&to| self.floor.has(to))?;
        }
        boxes.is_within(&self.goals).then_some(pushes)
    }

    /// Returns each square as row and column, relative to the first row and column with a square, and whether goal, box
    /// and player are on the square.
    pub(super) fn drawn(&self, boxes: &Set, player: usize) -> Vec<(usize, usize, [bool; 3])> {
        let left = self.floor.iter().map(|cell| cell % self.wide).min().unwrap_or(0);
        let top = self.floor.iter().next().unwrap_or(0) / self.wide;
        let what = |cell| [self.goals.has(cell), boxes.has(cell), cell == player];
        self.floor.iter().map(|cell| (cell / self.wide - top, cell % self.wide - left, what(cell))).collect()
    }
}

/// Set of cells of one picture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Set(Box<[u64]>);

impl Set {
    pub(super) fn none(cells: usize) -> Self {
        Self(vec![0; cells.div_ceil(64)].into())
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(super) fn put(&mut self, cell: usize) {
        self.0[cell / 64] |= 1 << (cell % 64);
    }

    pub(super) fn with(mut self, cell: usize) -> Self {
        self.put(cell);
        self
    }

    pub(super) fn without(mut self, cell: usize) -> Self {
        self.0[cell / 64] &= !(1 << (cell % 64));
        self
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one | other).collect())
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| one & !other).collect())
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let rests = |word: u64| std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
        let cells = move |(at, &word)| {
            rests(word).take_while(|&rest| rest != 0).map(move |rest| 64 * at + rest.trailing_zeros() as usize)
        };
        self.0.iter().enumerate().flat_map(cells)
    }
}
