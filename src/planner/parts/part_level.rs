//! A part of the floor as a level of its own.

use super::Need;
use super::annex::{Surroundings, draw};
use super::canvas::{Canvas, Cell, Content};
use super::port::{Port, ascending, ports};
use crate::level::{Board, Level, Position, Square};
use crate::maze::Parts;
use crate::push::Push;
use std::collections::BTreeSet;

/// A part of the floor with annexes at its doors, as a level. It is solved when every box of the part, and every box
/// that comes in, stands on a goal or has gone out as the flows require.
#[derive(Clone, Debug)]
pub struct PartLevel {
    /// Level that is to be searched for a solution of the part.
    pub level: Level,
    /// For each square of the level, the square of the whole board; `None` in annexes, except just outside doors.
    square_of: Vec<Option<Square>>,
    /// For each square of the level, whether it is a square of the part.
    is_inside: Vec<bool>,
    ports: Vec<Port>,
}

/// A push in the solution of a part, on the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScriptPush {
    /// Push on the whole board.
    pub push: Push,
    /// Bridge that the box crosses; `None` if it crosses none. The script of the part beyond has the push too.
    pub crosses: Option<Crossing>,
}

/// The solution of a part, as pushes on the whole board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Pushes of the solution in order, without those outside the part.
    pub pushes: Vec<ScriptPush>,
}

/// A push of a box over a bridge, seen from one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Both squares of the bridge that the box crosses, ascending.
    pub bridge: [Square; 2],
    /// Whether the box leaves the part, rather than enters it.
    pub is_out: bool,
}

impl PartLevel {
    /// Draws the level of a part; `None` if an annex does not fit beside it.
    pub fn new(board: &Board, start: &Position, parts: &Parts, part: usize, needs: &[Need]) -> Option<Self> {
        let cell = |square: Square| -> Cell {
            let (row, column) = board.row_column(square);
            (row.cast_signed(), column.cast_signed())
        };
        // 1. The squares of the part.
        let squares = &parts.parts()[part].squares;
        let mut canvas = Canvas::default();
        for &square in squares {
            let content = Content { goal: board.is_goal(square), has_box: start.has_box(square) };
            canvas.set(cell(square), content);
        }
        // 2. The annexes of its doors.
        let corners = [(0, 0), (board.height().cast_signed() - 1, board.width().cast_signed() - 1)];
        let others: BTreeSet<Cell> = board.squares().filter(|&s| parts.part_of(s) != part).map(cell).collect();
        let surroundings = Surroundings { corners, others };
        let ports = ports(board, parts, part);
        let is_inside = parts.part_of(start.player) == part;
        let mut player = is_inside.then(|| cell(start.player));
        for port in &ports {
            let waits = draw(&mut canvas, port, cell(port.inside), needs, &surroundings)?;
            let is_there = player.is_none() && parts.is_beyond(port.bridge, part, start.player);
            if is_there || needs.contains(&Need::BeginInDoor([port.inside, port.outside])) {
                player = Some(waits);
            }
        }
        // 3. The level, with its squares on the whole board.
        let (level, (top, left)) = canvas.level(player?).ok()?;
        let known = squares.iter().copied().chain(ports.iter().map(|port| port.outside));
        let mut square_of = vec![None; level.board.len()];
        let mut inside = vec![false; level.board.len()];
        for square in known {
            let (row, column) = cell(square);
            let there = level.board.square((row - top).unsigned_abs(), (column - left).unsigned_abs())?;
            square_of[there.index()] = Some(square);
            inside[there.index()] = parts.part_of(square) == part;
        }
        Some(Self { level, square_of, is_inside: inside, ports })
    }

    /// Returns a solution of the level as pushes on the whole board; `None` if a box crosses a bridge against its flow,
    /// or fewer boxes cross than the flow requires.
    pub fn script(&self, pushes: &[Push]) -> Option<Script> {
        let script = Script { pushes: self.pushes(pushes)? };
        let crossings = script.pushes.iter().filter(|push| push.crosses.is_some()).count();
        let flows: usize = self.ports.iter().map(|port| port.flow.unsigned_abs()).sum();
        (crossings == flows).then_some(script)
    }

    fn pushes(&self, pushes: &[Push]) -> Option<Vec<ScriptPush>> {
        let mut script = Vec::new();
        for push in pushes {
            let to = self.level.board.next(push.from, push.direction)?;
            let ends = [push.from, to].map(|square| self.square_of[square.index()]);
            let is_inside = [push.from, to].map(|square| self.is_inside[square.index()]);
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

    /// Returns the crossing between two squares; `None` if no bridge with a flow in this direction lies between them.
    fn crossing(&self, inside: Square, outside: Square, is_out: bool) -> Option<Crossing> {
        let sign = if is_out { 1 } else { -1 };
        let is_it = |port: &Port| port.inside == inside && port.outside == outside && port.flow.signum() == sign;
        self.ports.iter().any(is_it).then_some(Crossing { bridge: ascending([inside, outside]), is_out })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_ROOMS: &str = "###########\n#   ###   #\n#$$@    ..#\n#   ###   #\n###########\n";

    /// Returns the picture of a part of a level, without the margin.
    fn picture(text: &str, part: usize, needs: &[Need]) -> String {
        let level = Level::from_xsb("", text).unwrap();
        let parts = Parts::new(&level.board, &level.start);
        let drawn = PartLevel::new(&level.board, &level.start, &parts, part, needs).unwrap();
        let row = |tiles: &[crate::level::Tile]| tiles.iter().map(|tile| tile.xsb()).collect::<String>();
        drawn.level.grid.rows().map(|tiles| row(tiles).trim_end().to_owned() + "\n").collect()
    }

    /// Returns the bridge between the two rooms, its square in this part first.
    fn door(part: usize) -> [Square; 2] {
        let level = Level::from_xsb("", TWO_ROOMS).unwrap();
        let bridge = Parts::new(&level.board, &level.start).bridges()[0];
        [bridge.inside(part), bridge.outside(part)]
    }

    #[test]
    fn boxes_that_go_out_have_goals_in_a_tunnel() {
        let expected = "##########\n#   ######\n#$$@    ..#\n#   ######\n##########\n";
        let drawn = picture(TWO_ROOMS, 0, &[]);
        assert_eq!(drawn.matches('.').count(), 2, "{drawn}");
        assert_eq!(drawn.lines().count(), expected.lines().count(), "one row of it:\n{drawn}");
    }

    #[test]
    fn boxes_that_come_in_stand_in_a_lane_and_the_player_with_them() {
        let drawn = picture(TWO_ROOMS, 1, &[]);
        assert_eq!((drawn.matches('$').count(), drawn.matches('@').count()), (2, 1), "{drawn}");
        let first = picture(TWO_ROOMS, 1, &[Need::BeginInDoor(door(1))]);
        assert_eq!(first.matches('$').count(), 2, "{first}");
        assert!(first.lines().any(|row| row.contains("$ ..")), "one in the door:\n{first}");
    }

    #[test]
    fn a_tunnel_that_the_player_opens_has_a_box_and_a_goal_more() {
        let drawn = picture(TWO_ROOMS, 0, &[Need::OpenFirst(door(0))]);
        let count = |letters: &[char]| drawn.matches(letters).count();
        assert_eq!((count(&['$', '*']), count(&['.', '*'])), (3, 3), "{drawn}");
    }

    #[test]
    fn a_box_that_is_left_in_a_closed_door_is_no_script() {
        let text = "#############\n# . ###   . #\n# $@     $  #\n#   ###     #\n#############\n";
        let level = Level::from_xsb("", text).unwrap();
        let parts = Parts::new(&level.board, &level.start);
        let drawn = PartLevel::new(&level.board, &level.start, &parts, 0, &[]).unwrap();
        let boxes = &drawn.level.start.boxes;
        let push = Push { from: boxes[0], direction: crate::level::Direction::Up };
        assert_eq!(drawn.script(&[push]).map(|script| script.pushes.len()), Some(1));
        let out: Vec<Push> = (0..20)
            .scan(boxes[0], |at, _| {
                let push = Push { from: *at, direction: crate::level::Direction::Right };
                *at = drawn.level.board.next(*at, push.direction)?;
                Some(push)
            })
            .collect();
        assert_eq!(drawn.script(&out), None, "it crosses a bridge that no box need cross");
    }
}
