//! A part as a level of its own.

use super::annex::{Surroundings, draw};
use super::canvas::{Canvas, Cell, Content};
use super::port::{Port, ports};
use super::Need;
use crate::level::{Board, Level, Position, Square};
use crate::maze::Parts;
use crate::push::{Push, walk_and_push};
use std::collections::BTreeSet;

/// A part with annexes at its doors, as a level: solved where every box of the part, and every one that comes in, is home or
/// has gone out as the flows say.
#[derive(Clone, Debug)]
pub struct PartLevel {
    /// What is searched.
    pub level: Level,
    /// The square of the whole board that a square of the level is; `None` in annexes, but for the squares outside doors.
    square_of: Vec<Option<Square>>,
    part: usize,
    ports: Vec<Port>,
}

/// A push of a part's solution, on the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptPush {
    /// The push.
    pub push: Push,
    /// Where the box crosses a bridge; the part on its other side makes the same push.
    pub crosses: Option<Crossing>,
}

/// The solution of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Its pushes, without those outside the part.
    pub pushes: Vec<ScriptPush>,
    /// The squares outside doors to which the player can go at the end.
    pub ways_out: Vec<Square>,
}

/// A box crosses a bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// The squares of the bridge, ascending.
    pub bridge: [Square; 2],
    /// Whether it goes out of the part.
    pub is_out: bool,
}

impl PartLevel {
    /// Draws a part. `None` where an annex does not fit beside it.
    pub fn new(board: &Board, start: &Position, parts: &Parts, part: usize, needs: &[Need]) -> Option<Self> {
        let cell = |square: Square| -> Cell {
            let (row, column) = board.row_column(square);
            (row.cast_signed(), column.cast_signed())
        };
        // 1. The part as it is.
        let squares = &parts.parts()[part].squares;
        let mut canvas = Canvas::default();
        for &square in squares {
            let content = Content { goal: board.is_goal(square), has_box: start.has_box(square) };
            canvas.set(cell(square), content);
        }
        // 2. What is outside its doors.
        let corners = [(0, 0), (board.height().cast_signed() - 1, board.width().cast_signed() - 1)];
        let others: BTreeSet<Cell> = board.squares().filter(|&s| parts.part_of(s) != part).map(cell).collect();
        let surroundings = Surroundings { corners, others };
        let ports = ports(board, parts, part);
        let is_inside = parts.part_of(start.player) == part;
        let mut player = is_inside.then(|| cell(start.player));
        for port in &ports {
            let waits = draw(&mut canvas, port, cell(port.inside), needs, &surroundings)?;
            let is_there = player.is_none() && parts.is_beyond(port.bridge, part, start.player);
            if is_there || needs.contains(&Need::BeginInDoor(port.bridge)) {
                player = Some(waits);
            }
        }
        // 3. As a level, with the way back.
        let (level, (top, left)) = canvas.level(player?).ok()?;
        let known = squares.iter().copied().chain(ports.iter().map(|port| port.outside));
        let mut square_of = vec![None; level.board.len()];
        for square in known {
            let (row, column) = cell(square);
            let there = level.board.square((row - top).unsigned_abs(), (column - left).unsigned_abs())?;
            square_of[there.index()] = Some(square);
        }
        Some(Self { level, square_of, part, ports })
    }

    /// Returns what a solution is on the whole board. `None` if a box crosses a bridge against its flow.
    pub fn script(&self, parts: &Parts, pushes: &[Push]) -> Option<Script> {
        Some(Script { pushes: self.pushes(parts, pushes)?, ways_out: self.ways_out(pushes) })
    }

    fn pushes(&self, parts: &Parts, pushes: &[Push]) -> Option<Vec<ScriptPush>> {
        let mut script = Vec::new();
        for push in pushes {
            let to = self.level.board.next(push.from, push.direction)?;
            let ends = [push.from, to].map(|square| self.square_of[square.index()]);
            let is_inside = ends.map(|end| end.is_some_and(|square| parts.part_of(square) == self.part));
            let (from, crosses) = match (ends, is_inside) {
                ([Some(from), _], [true, true]) => (from, None),
                ([Some(from), Some(to)], [true, false]) => (from, Some(self.crossing(from, to, true)?)),
                ([Some(from), Some(to)], [false, true]) => (from, Some(self.crossing(to, from, false)?)),
                (_, [false, false]) => continue,
                _ => return None,
            };
            script.push(ScriptPush { push: Push { from, direction: push.direction }, crosses });
        }
        Some(script)
    }

    /// The squares outside doors that the player reaches after these pushes.
    fn ways_out(&self, pushes: &[Push]) -> Vec<Square> {
        let Level { board, start, .. } = &self.level;
        let Some((_, Position { boxes, player })) = walk_and_push(board, start, pushes) else { return Vec::new() };
        let reached = board.region(player, |square| boxes.binary_search(&square).is_ok());
        let is_reached = |port: &&Port| {
            let outside = board.squares().find(|square| self.square_of[square.index()] == Some(port.outside));
            outside.is_some_and(|square| reached[square.index()])
        };
        self.ports.iter().filter(is_reached).map(|port| port.outside).collect()
    }

    /// The crossing between these squares, if boxes go that way.
    fn crossing(&self, inside: Square, outside: Square, is_out: bool) -> Option<Crossing> {
        let sign = if is_out { 1 } else { -1 };
        let is_it = |port: &&Port| port.inside == inside && port.outside == outside && port.flow.signum() == sign;
        let bridge = [inside.min(outside), inside.max(outside)];
        self.ports.iter().any(|port| is_it(&port)).then_some(Crossing { bridge, is_out })
    }
}
