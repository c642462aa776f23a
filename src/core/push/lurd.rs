//! Conversion between pushes and the player's moves.

use super::Push;
use crate::level::{Board, Course, Direction, Lurd, Position, Square};

/// Returns the moves, in LURD notation, that make these pushes with shortest walks between, and the final position;
/// `None` if a push cannot be made.
pub fn walk_and_push(board: &Board, start: &Position, pushes: &[Push]) -> Option<(String, Position)> {
    let mut taken = vec![false; board.len()];
    for b in &start.boxes {
        taken[b.index()] = true;
    }
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
