//! Marks before lines: of quoted mail (`> `), of comments (`;; `, `// `) and numbers of lines. They are cut from a group
//! of lines if the group draws a board without them.

use super::rows::{self, LEAST, Line};
use super::{Lines, paced};
use crate::level::InputFormat;
use crate::run::{Meter, Stop};

/// Cuts the marks from all lines of each group that draws a board.
pub(super) fn cut(lines: &mut Lines<'_>, format: InputFormat, meter: &Meter) -> Result<(), Stop> {
    for first in [Mark::sign, Mark::number] {
        let mut at = 0;
        while let Some(line) = lines.all.get(at) {
            paced(meter, at)?;
            let (start, mark) = (at, first(format, line));
            let mut drawing = Drawing::default();
            while let Some((line, mark)) = lines.all.get(at).zip(mark) {
                let Some(width) = mark.width(line, at - start) else { break };
                paced(meter, at)?;
                drawing.add(format, &line[width..]);
                at += 1;
            }
            if drawing.is_board && (drawing.has_text || !matches!(mark, Some(Mark::Letter(_)))) {
                let group = lines.all[start..at].iter_mut().enumerate();
                group.for_each(|(step, line)| {
                    *line = &line[mark.and_then(|mark| mark.width(line, step)).unwrap_or(0)..];
                });
            }
            at = at.max(start + 1);
        }
    }
    Ok(())
}

/// What stands before the lines of a group.
#[derive(Clone, Copy)]
enum Mark {
    Sign(char),
    /// A letter of boards, as in `# ` before comments: a blank follows it in all lines, and some lines are no rows.
    Letter(char),
    /// Number of the first line.
    Number(usize),
}

impl Mark {
    /// Returns the sign with which a line begins, if it belongs to no word.
    fn sign(format: InputFormat, line: &str) -> Option<Self> {
        let sign = line.trim_start().chars().next().filter(|sign| !sign.is_alphanumeric() && !sign.is_control())?;
        let is_letter = format.alphabet().tile(sign).is_some();
        let mark = if is_letter { Self::Letter(sign) } else { Self::Sign(sign) };
        mark.width(line, 0).map(|_| mark)
    }

    /// Returns the number with which a line begins, unless digits are letters of boards.
    fn number(format: InputFormat, line: &str) -> Option<Self> {
        let is_tile = |digit| format.alphabet().tile(digit).is_some();
        numbered(line).filter(|_| !('0'..='9').any(is_tile)).map(|(number, _)| Self::Number(number))
    }

    /// Returns the bytes of the mark before a line, `step` lines below the first; `None` if the group ends before it.
    /// Blanks after a sign stay: some programs add one, others none. An empty line may have no sign.
    fn width(self, line: &str, step: usize) -> Option<usize> {
        let is_empty = line.trim().is_empty();
        match self {
            Self::Letter(sign) => {
                let rest = line.trim_start().trim_start_matches(sign);
                let is_mark = line.trim_start().starts_with(sign) && (rest.is_empty() || rest.starts_with(' '));
                (is_mark || is_empty).then_some(line.len() - rest.len())
            }
            Self::Sign(sign) => {
                let marks = line.len() - line.trim_start_matches([sign, ' ']).len();
                let end = line[..marks].rfind(sign).map(|last| last + sign.len_utf8());
                end.or(is_empty.then_some(0))
            }
            Self::Number(first) => {
                numbered(line).filter(|(number, _)| *number == first + step).map(|(_, rest)| line.len() - rest.len())
            }
        }
    }
}

/// Lines without their marks: a board is a line of run lengths, or three rows with a box, a goal or the player, of which
/// at least one has no text beside it.
#[derive(Default)]
struct Drawing {
    rows: usize,
    has_bare: bool,
    has_things: bool,
    has_text: bool,
    is_board: bool,
}

impl Drawing {
    fn add(&mut self, format: InputFormat, line: &str) {
        let Some(row) = rows::line(format, 0, line, true) else {
            let has_text = self.has_text || !line.trim().is_empty();
            *self = Self { is_board: self.is_board, has_text, ..Self::default() };
            return;
        };
        self.rows += 1;
        self.has_bare |= !matches!(row, Line::Mixed(_));
        self.has_things |= rows::has_things(format.alphabet(), line);
        let is_whole = || line.matches('|').count() + 1 >= LEAST;
        self.is_board |= self.has_bare && (self.rows >= LEAST && self.has_things || is_whole());
    }
}

/// Returns the number before a line and the rest, as in `12|# $.#`, `12: ` or `12 `.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = Some(&line[..line.len() - rest.len()]).filter(|digits| digits.len() <= 4)?.parse().ok()?;
    let is_sign = |letter: char| matches!(letter, '|' | ':' | '.' | ')' | ' ' | '\t');
    Some((number, if rest.is_empty() { rest } else { rest.strip_prefix(is_sign)? }))
}
