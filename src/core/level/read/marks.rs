//! Marks before lines: of quoted mail (`> `), of comments (`;; `, `// `) and numbers of lines. They are cut from a group
//! of lines if the group draws a board without them.

use super::block::{Block, block};
use super::rows::{self, LEAST, Row};
use super::{Lines, ReadOptions, paced};
use crate::level::InputFormat;
use crate::run::{Meter, Stop};
use std::cell::Cell;

/// Cuts the marks from all lines of each group that draws a board.
pub(super) fn cut<'t>(lines: &mut Lines<'t>, options: ReadOptions, meter: &Meter) -> Result<(), Stop> {
    for first in [Mark::sign, Mark::number] {
        let mut start = 0;
        while let Some(line) = lines.all.get(start) {
            paced(meter, start)?;
            let Some(mark) = first(options.format, line) else {
                start += 1;
                continue;
            };
            let bare = |(step, line): (usize, &&'t str)| Some(&line[mark.width(line, step)?..]);
            let all = lines.all[start..].iter().enumerate().map_while(bare).collect();
            let group = Lines { text: lines.text, all, is_json: lines.is_json, last: Cell::default() };
            let end = start + group.all.len().max(1);
            let is_tile = |letter| options.format.alphabet().tile(letter).is_some();
            let is_row = |line: &&str| line.trim_end().chars().all(is_tile);
            let is_letter = matches!(mark, Mark::Letter(_));
            // Lines that are all rows with the letter are rows.
            let is_board = is_letter && lines.all[start..end].iter().all(is_row);
            if !is_board && draws(&group, options, is_letter, meter)? {
                lines.all[start..end].copy_from_slice(&group.all);
            }
            start = end;
        }
    }
    Ok(())
}

/// True if some of these lines are a board; if `with_text` is set, other lines must be text.
fn draws(group: &Lines<'_>, options: ReadOptions, with_text: bool, meter: &Meter) -> Result<bool, Stop> {
    let (mut at, mut drawn, mut has_board) = (0, 0, false);
    while at < group.all.len() {
        at = match block(group, at, options, meter)? {
            Ok(Block { lines, rows }) => {
                drawn += lines.len();
                // A heading below a board may begin with its wall.
                let is_level = |rows: &[Row]| !with_text || rows::level(group, rows).is_ok();
                has_board |= rows.is_ok_and(|rows| rows.len() >= LEAST && is_level(&rows));
                lines.end
            }
            Err(next) => next,
        };
    }
    let shown = group.all.iter().filter(|line| !line.trim().is_empty()).count();
    Ok(has_board && (drawn < shown || !with_text))
}

/// Mark at the begin of each line of a group.
#[derive(Clone, Copy)]
enum Mark {
    Sign(char),
    /// A letter of boards, e.g. `# ` before comments: a blank follows it in all lines, and some lines are no rows.
    Letter(char),
    /// Number of the first line.
    Number(usize),
}

impl Mark {
    /// Returns the sign at the begin of a line, if it belongs to no word.
    fn sign(format: InputFormat, line: &str) -> Option<Self> {
        let sign = line.trim_start().chars().next().filter(|sign| !sign.is_alphanumeric() && !sign.is_control())?;
        let is_letter = format.alphabet().tile(sign).is_some();
        let mark = if is_letter { Self::Letter(sign) } else { Self::Sign(sign) };
        mark.width(line, 0).map(|_| mark)
    }

    /// Returns the number at the begin of a line, if digits are no letters of boards.
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

/// Returns the number before a line and the rest, e.g. for `12|# $.#`, `12: ` or `12 `.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = Some(&line[..line.len() - rest.len()]).filter(|digits| digits.len() <= 4)?.parse().ok()?;
    let is_sign = |letter: char| matches!(letter, '|' | ':' | '.' | ')' | ' ' | '\t');
    Some((number, if rest.is_empty() { rest } else { rest.strip_prefix(is_sign)? }))
}
