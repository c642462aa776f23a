//! Proofs under construction, and the search for a small set of boxes that are dead without the other boxes.

use super::closure::PushOutcome;
use super::lemmas::Lemmas;
use super::pattern_space::{Pattern, PatternSpace, Step};
use super::zone::Zone;
use crate::level::{Board, Direction, Position, Square, Tile};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use crate::sokoproof::Proved;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::fmt::Write;

#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    pub(super) zones: Vec<Zone>,
    /// Patterns (cores) whose pushes the checker follows, each with the maximum number of patterns that it may add.
    pub(super) cores: Vec<(Pattern, usize)>,
    /// Whether a core is written as `dead` if no further pattern follows from it. A `dead` statement can justify every statement, a
    /// core only later statements. So with `dead` statements the other cores may follow fewer patterns, and miss some that
    /// statements depend on.
    pub(super) says_dead: bool,
}

impl Draft {
    pub(super) const fn len(&self) -> usize {
        self.zones.len() + self.cores.len()
    }

    /// Returns the draft without statement number `at`: zones are numbered first, then cores.
    pub(super) fn without(&self, at: usize) -> Self {
        let mut draft = self.clone();
        if at < draft.zones.len() {
            draft.zones.remove(at);
        } else {
            draft.cores.remove(at - self.zones.len());
        }
        draft
    }

    pub(super) fn allow(&mut self, patterns: usize) {
        self.cores.iter_mut().for_each(|core| core.1 = core.1.max(patterns));
    }

    /// Sets the maximum of each core to the number of patterns that the checker added; removes cores already covered.
    pub(super) fn count(&mut self, proved: &Proved) {
        self.cores.iter_mut().zip(&proved.cores).for_each(|(core, &count)| core.1 = count);
        self.cores.retain(|core| core.1 > 0);
    }

    pub(super) fn text(&self, space: &PatternSpace<'_>, claim: &str, position: &Position) -> String {
        let board = space.maze.board;
        let mut text = format!("sokoproof 1\nclaim {claim}\n{}", drawn(board, position));
        for zone in &self.zones {
            let Zone { held, squares, goals, .. } = zone;
            let letter = |square: Square| {
                let side = zone.side(square).map(of_side);
                side.unwrap_or_else(|| letter(space.goals.has(square), held.has(square), false, squares.has(square)))
            };
            _ = write!(text, "\nzone {goals}\n{}", picture(board, letter));
        }
        for (pattern, most) in &self.cores {
            let is_plain = self.says_dead && *most == 1 && pattern.empty.is_empty();
            let head = if is_plain { "dead".to_owned() } else { format!("core {most}") };
            _ = write!(text, "\n{head}\n{}", of_pattern(space, pattern));
        }
        text
    }
}

/// Returns the picture of a position, in the letters of levels.
pub fn drawn(board: &Board, position: &Position) -> String {
    picture(board, |square| letter(board.is_goal(square), position.has_box(square), square == position.player, false))
}

/// Returns the statement of a goal room; empty without a square.
pub(super) fn of_room(board: &Board, room: &[Square]) -> String {
    let letter = |square| letter(board.is_goal(square), false, false, room.contains(&square));
    if room.is_empty() { String::new() } else { format!("\nroom\n{}", picture(board, letter)) }
}

fn of_pattern(space: &PatternSpace<'_>, pattern: &Pattern) -> String {
    // An empty square of the pattern is drawn as empty, so the player is drawn on another square.
    let player = pattern.region.minus(&pattern.empty).iter().next().unwrap_or_else(|| pattern.player());
    picture(space.maze.board, |square| match (pattern.empty.has(square) && square != player, space.goals.has(square)) {
        (true, true) => 'O',
        (true, false) => 'o',
        (false, is_goal) => letter(is_goal, pattern.boxes.has(square), square == player, false),
    })
}

const fn letter(is_goal: bool, is_box: bool, is_player: bool, is_zone: bool) -> char {
    match (is_zone && !is_box && !is_player, is_goal) {
        (true, false) => 'x',
        (true, true) => 'X',
        (false, _) => Tile::floor_with(is_goal, is_box, is_player).xsb(),
    }
}

const fn of_side(direction: Direction) -> char {
    match direction {
        Direction::Up => '^',
        Direction::Left => '<',
        Direction::Down => 'v',
        Direction::Right => '>',
    }
}

fn picture(board: &Board, letter: impl Fn(Square) -> char) -> String {
    let is_wall = |row: usize, column: usize| {
        (row.saturating_sub(1)..=row + 1)
            .any(|r| (column.saturating_sub(1)..=column + 1).any(|c| board.square(r, c).is_some()))
    };
    let cell = |row, column| match board.square(row, column) {
        Some(square) => letter(square),
        None if is_wall(row, column) => '#',
        None => ' ',
    };
    let left = board.squares().map(|square| board.row_column(square).1).min().unwrap_or(1) - 1;
    let row = |row| (left..board.width()).map(|column| cell(row, column)).collect::<String>().trim_end().to_owned();
    let rows = (0..board.height()).map(row).filter(|row| !row.is_empty());
    rows.fold(String::new(), |text, row| text + &row + "\n")
}

/// Some boxes of a position, goals that are required to be empty, and the square of the player.
#[derive(Clone, Debug)]
pub(super) struct PartialPosition {
    pub(super) boxes: BoxSet,
    pub(super) empty: BoxSet,
    pub(super) player: Square,
}

impl Lemmas<'_> {
    /// Returns dead boxes: begins with the box on `seed`, and adds again and again the first box that blocks the pushes
    /// which would solve the boxes chosen so far, or else the nearest box. `None` if more than `most` boxes are needed.
    pub(super) fn grow(
        &mut self,
        all: &PartialPosition,
        seed: Square,
        patterns: usize,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<BoxSet>, Stop> {
        let mut boxes = self.space.none().with(seed);
        loop {
            let next = match self.follow(&boxes, &all.empty, all.player, patterns, meter)? {
                PushOutcome::Dead => return Ok(Some(boxes)),
                PushOutcome::Solved(steps) => self.in_the_way(all, &boxes, &steps),
                PushOutcome::TooMany => None,
            };
            let nearest = |square: &Square| boxes.iter().map(|other| self.space.maze.board.apart(*square, other)).min();
            let next = next.or_else(|| all.boxes.minus(&boxes).iter().min_by_key(nearest));
            match next.filter(|_| boxes.len() < most) {
                Some(next) => boxes.insert(next),
                None => return Ok(None),
            }
        }
    }

    /// Returns fewer dead boxes of a dead part: one by one, each box is removed if the others are still dead.
    pub(super) fn fewest(
        &mut self,
        part: &PartialPosition,
        patterns: usize,
        meter: &mut Meter,
    ) -> Result<BoxSet, Stop> {
        let mut boxes = part.boxes.clone();
        for square in part.boxes.iter().filter(|_| part.boxes.len() > 1) {
            let fewer = boxes.clone().without(square);
            if let PushOutcome::Dead = self.follow(&fewer, &part.empty, part.player, patterns, meter)? {
                boxes = fewer;
            }
        }
        Ok(boxes)
    }

    /// Returns the first box of a position, not among `chosen`, that blocks the pushes `steps`; `None` if none does.
    fn in_the_way(&self, all: &PartialPosition, chosen: &BoxSet, steps: &[Step]) -> Option<Square> {
        let (mut boxes, mut chosen, mut player) = (all.boxes.clone(), chosen.clone(), all.player);
        for step in steps {
            let stand = self.space.next(step.from, step.direction.opposite())?;
            if !self.space.region(&boxes, player).has(stand) {
                return self.on_the_walk(&boxes, &chosen, player, stand);
            }
            if boxes.has(step.to) {
                return Some(step.to);
            }
            boxes.shift(step.from, step.to);
            chosen.shift(step.from, step.to);
            player = step.from;
        }
        None
    }

    /// Returns the first box on the walk to `to` that passes through the fewest boxes, and through no chosen box;
    /// `None` if it passes through no box.
    fn on_the_walk(&self, boxes: &BoxSet, chosen: &BoxSet, player: Square, to: Square) -> Option<Square> {
        let mut best: FxHashMap<Square, (usize, Option<Square>)> = FxHashMap::default();
        best.insert(player, (0, None));
        let mut queue = VecDeque::from([player]);
        while let Some(at) = queue.pop_front() {
            let (met, _) = best[&at];
            for near in self.space.maze.board.neighbours(at).filter(|&near| !chosen.has(near)) {
                let is_box = boxes.has(near);
                let now = met + usize::from(is_box);
                if best.get(&near).is_none_or(|&(before, _)| before > now) {
                    best.insert(near, (now, Some(at)));
                    if is_box { queue.push_back(near) } else { queue.push_front(near) }
                }
            }
        }
        let back = std::iter::successors(Some(to), |at| best.get(at).and_then(|&(_, before)| before));
        back.filter(|&square| boxes.has(square)).last()
    }
}
