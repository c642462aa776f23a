//! Game on a level: the moves made, and the moves undone.

use crate::level::{Board, Direction, Level, Position, Square};
use std::collections::VecDeque;

/// Game on a level: all its moves, of which the last ones may be undone, and the current position.
#[derive(Clone, Debug)]
pub struct Game {
    level: Level,
    moves: Vec<Move>,
    done: usize,
    pushes: usize,
    position: Position,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move {
    direction: Direction,
    is_push: bool,
}

impl Game {
    /// Creates a game without moves.
    pub fn new(level: Level) -> Self {
        let position = level.start.clone();
        Self { level, moves: Vec::new(), done: 0, pushes: 0, position }
    }

    /// Returns the level at its start.
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// Returns the current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the level with the current position as its start.
    pub fn now(&self) -> Level {
        self.level.at(self.position.clone())
    }

    const fn board(&self) -> &Board {
        &self.level.board
    }

    /// Returns whether every box is on a goal.
    pub fn is_solved(&self) -> bool {
        self.position.is_solved(self.board())
    }

    /// Returns the number of moves so far, undone ones excluded.
    pub const fn moves(&self) -> usize {
        self.done
    }

    /// Returns the number of all moves, undone ones included.
    pub const fn all_moves(&self) -> usize {
        self.moves.len()
    }

    /// Goes to the position after this number of moves, at most all moves; returns whether the number of moves changed.
    pub fn go_to(&mut self, move_number: usize) -> bool {
        let before = self.done;
        while self.done > move_number && self.undo() {}
        while self.done < move_number && self.redo() {}
        self.done != before
    }

    /// Returns the number of pushes so far, undone ones excluded.
    pub const fn pushes(&self) -> usize {
        self.pushes
    }

    /// Returns the moves so far in LURD, pushes in upper case.
    pub fn lurd(&self) -> String {
        self.moves[..self.done].iter().map(|made| made.direction.letter(made.is_push)).collect()
    }

    /// Makes a move if it is legal; returns whether it is. Any move but the next undone one drops all undone moves.
    pub fn step(&mut self, direction: Direction) -> bool {
        let Some(is_push) = self.try_step(direction) else { return false };
        let made = Move { direction, is_push };
        if self.moves.get(self.done) != Some(&made) {
            self.moves.truncate(self.done);
            self.moves.push(made);
        }
        self.done += 1;
        self.pushes += usize::from(is_push);
        true
    }

    /// Makes a move without adding it to the list of moves; returns whether it was a push, `None` if it is illegal.
    fn try_step(&mut self, direction: Direction) -> Option<bool> {
        let to = self.board().next(self.position.player, direction)?;
        let is_push = self.position.has_box(to);
        if is_push {
            let beyond = self.board().next(to, direction).filter(|s| !self.position.has_box(*s))?;
            self.move_box(to, beyond);
        }
        self.position.player = to;
        Some(is_push)
    }

    fn move_box(&mut self, from: Square, to: Square) {
        if let Ok(at) = self.position.boxes.binary_search(&from) {
            self.position.boxes[at] = to;
            self.position.boxes.sort_unstable();
        }
    }

    /// Undoes the last move; returns whether a move was undone.
    pub fn undo(&mut self) -> bool {
        let Some(&Move { direction, is_push }) = self.done.checked_sub(1).and_then(|last| self.moves.get(last)) else {
            return false;
        };
        let player = self.position.player;
        if let (true, Some(ahead)) = (is_push, self.board().next(player, direction)) {
            self.move_box(ahead, player);
        }
        self.position.player = self.board().next(player, direction.opposite()).unwrap_or(player);
        self.done -= 1;
        self.pushes -= usize::from(is_push);
        true
    }

    /// Redoes the next undone move; returns whether a move was redone.
    pub fn redo(&mut self) -> bool {
        self.moves.get(self.done).copied().is_some_and(|made| self.step(made.direction))
    }

    /// Undoes moves up to and including the last push, or all moves without one; returns whether there were any moves.
    pub fn undo_push(&mut self) -> bool {
        let is_any = self.done > 0;
        while self.done > 0 {
            let is_push = self.moves[self.done - 1].is_push;
            self.undo();
            if is_push {
                break;
            }
        }
        is_any
    }

    /// Redoes moves up to and including the next push, or all undone moves without one; returns whether there were any.
    pub fn redo_push(&mut self) -> bool {
        let is_any = self.done < self.moves.len();
        while let Some(made) = self.moves.get(self.done).copied() {
            self.step(made.direction);
            if made.is_push {
                break;
            }
        }
        is_any
    }

    /// Undoes all moves.
    pub fn restart(&mut self) {
        while self.undo() {}
    }

    /// Returns a shortest walk of the player to a square; `None` if boxes or walls are in the way.
    pub fn walk_to(&self, to: Square) -> Option<Vec<Direction>> {
        let board = self.board();
        let mut step: Vec<Option<Direction>> = vec![None; board.len()];
        let mut queue = VecDeque::from([self.position.player]);
        while let Some(at) = queue.pop_front().filter(|at| *at != to) {
            for direction in Direction::ALL {
                let Some(neighbour) = board.next(at, direction).filter(|s| !self.position.has_box(*s)) else {
                    continue;
                };
                if neighbour != self.position.player && step[neighbour.index()].is_none() {
                    step[neighbour.index()] = Some(direction);
                    queue.push_back(neighbour);
                }
            }
        }
        let mut directions = Vec::new();
        let mut at = to;
        while at != self.position.player {
            let direction = step[at.index()]?;
            directions.push(direction);
            at = board.next(at, direction.opposite())?;
        }
        directions.reverse();
        Some(directions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_room() -> Level {
        let text = "########\n#      #\n# $ .  #\n#   @  #\n#  $ . #\n########";
        Level::from_xsb("", text).unwrap()
    }

    #[test]
    fn every_move_can_be_taken_back_and_made_again() {
        let mut game = Game::new(one_room());
        for direction in "lulRRdluuurrrdddl".chars().filter_map(Direction::from_letter) {
            game.step(direction);
        }
        let (lurd, end) = (game.lurd(), game.position().clone());
        assert!(game.pushes() > 0 && lurd.len() == game.moves());
        game.restart();
        assert_eq!((game.moves(), game.position()), (0, &game.level().start));
        while game.redo() {}
        assert_eq!((game.lurd(), game.position()), (lurd, &end));
        while game.undo_push() {}
        assert_eq!(game.position(), &game.level().start);
        assert!(game.redo_push() && game.pushes() == 1);
    }

    #[test]
    fn another_move_drops_what_was_taken_back_and_the_same_does_not() {
        let mut game = Game::new(one_room());
        assert!(game.step(Direction::Left) && game.step(Direction::Left));
        game.restart();
        assert!(game.step(Direction::Left) && game.redo() && !game.redo());
        game.restart();
        assert!(game.step(Direction::Right) && !game.redo());
        assert!(!game.step(Direction::Down) || game.moves() == 2);
    }
}
