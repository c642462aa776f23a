//! The positions of a replay as XSB text.

use crate::level::{Level, Lurd, ReplayError, replay};

/// One position, and the move that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// As XSB.
    pub picture: String,
    /// The move, in words.
    pub caption: String,
}

/// The start, and the position after each move.
///
/// # Errors
/// The first move that the rules forbid.
pub fn frames(level: &Level, moves: &Lurd) -> Result<Vec<Frame>, ReplayError> {
    let done = replay(&level.board, &level.start, moves)?;
    let mut now = level.clone();
    let mut frames = vec![Frame { picture: now.grid.to_string(), caption: format!("0 of {}", moves.len()) }];
    let mut pushes = 0;
    for (number, letter) in (1..).zip(done.lurd.chars()) {
        now = now.after(&Lurd(moves.0[number - 1..number].to_vec()))?;
        pushes += usize::from(letter.is_uppercase());
        let push = if letter.is_uppercase() { format!(", push {pushes}") } else { String::new() };
        let caption = format!("{number} of {}: {letter}{push}", moves.len());
        frames.push(Frame { picture: now.grid.to_string(), caption });
    }
    Ok(frames)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_a_frame_for_each_move_and_one_before() {
        let level = Level::from_xsb("", "#######\n#@ $ .#\n#######").unwrap();
        let shown: Vec<Frame> = frames(&level, &"rrr".parse().unwrap()).unwrap();
        let captions: Vec<&str> = shown.iter().map(|frame| frame.caption.as_str()).collect();
        assert_eq!(captions, ["0 of 3", "1 of 3: r", "2 of 3: R, push 1", "3 of 3: R, push 2"]);
        assert_eq!(shown[3].picture, "#######\n#   @*#\n#######\n");
        assert!(frames(&level, &"u".parse().unwrap()).is_err());
    }
}
