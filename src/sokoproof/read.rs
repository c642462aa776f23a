//! Reads the text of a proof.

use super::board::{Board, Picture, Set};
use super::limits::{Left, Refusal};
use super::proof::{Pattern, Statements, Zone};
use std::fmt;

/// Claim of a proof about the position at the head of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The position has no solution.
    Dead,
    /// The position is the start of a level, and has no solution.
    Unsolvable,
    /// Every solution has at least this number of pushes.
    Bound(u32),
    /// Every solution has at least this number of pushes, and the moves in the proof are a solution with this number.
    Optimal(u32),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dead => write!(f, "dead"),
            Self::Unsolvable => write!(f, "unsolvable"),
            Self::Bound(pushes) => write!(f, "bound {pushes}"),
            Self::Optimal(pushes) => write!(f, "optimal {pushes}"),
        }
    }
}

pub(super) struct Text<'t> {
    pub(super) claim: Claim,
    pub(super) line: usize,
    pub(super) boxes: Set,
    pub(super) player: usize,
    /// Moves of the solution in the text, as LURD.
    pub(super) moves: Option<&'t str>,
    /// Squares of a goal room, after the line of the statement.
    pub(super) room: Option<(usize, Set)>,
    /// Patterns whose pushes are followed, each after the maximum number of patterns that may be added for it.
    pub(super) cores: Vec<(usize, Pattern)>,
    pub(super) proof: Statements<'t>,
}

const CLAIMS: &str = "expected `claim dead`, `claim unsolvable`, `claim bound N` or `claim optimal N`";
const SIDE: &str = "expected no box and no wall on the side of the player";
const STATEMENTS: &str = "expected `dead` or `core N` above boxes and a player, `zone N` above a zone with N goals, `room` above its squares, or `moves LURD`";

/// Number of a line, the words of the line, and the rows of the picture below the line with their line numbers.
type Block<'t> = (usize, Vec<&'t str>, Vec<(usize, &'t str)>);

/// Reads a proof, without checking whether its statements hold.
pub(super) fn read<'t>(text: &'t str, left: Left<'t>) -> Result<Text<'t>, Refusal> {
    let mut blocks = blocks(text)?.into_iter();
    let (line, words, rows) = blocks.next().ok_or_else(|| Refusal::at(2, "expected a claim"))?;
    let claim = claim(&words).ok_or_else(|| Refusal::at(line, CLAIMS))?;
    let picture = Picture::read(line, &rows)?;
    let (board, player) = Board::of(line, &picture)?;
    let boxes = picture.boxes.and(&board.floor);
    if boxes.len() == 0 || boxes.len() > board.goals.len() {
        return Err(Refusal::at(line, "expected at least one box, and no more boxes than goals"));
    }
    let proof = Statements::new(board, boxes.len(), left);
    let mut text = Text { claim, line, boxes, player, moves: None, room: None, cores: Vec::new(), proof };
    blocks.try_for_each(|block| text.add(block))?;
    Ok(text)
}

fn blocks(text: &str) -> Result<Vec<Block<'_>>, Refusal> {
    let mut lines = text.lines().map(str::trim_end).enumerate().map(|(at, line)| (at + 1, line));
    if lines.next().is_none_or(|(_, line)| line != "sokoproof 1") {
        return Err(Refusal::at(1, "expected `sokoproof 1`"));
    }
    let mut blocks: Vec<Block<'_>> = Vec::new();
    for (line, text) in lines.filter(|(_, text)| !text.is_empty() && !text.starts_with(';')) {
        match blocks.last_mut() {
            _ if text.starts_with(|c: char| c.is_ascii_lowercase()) => {
                blocks.push((line, text.splitn(4, ' ').collect(), Vec::new()))
            }
            Some((.., rows)) => rows.push((line, text)),
            None => return Err(Refusal::at(line, "expected a claim before the first picture")),
        }
    }
    Ok(blocks)
}

fn claim(words: &[&str]) -> Option<Claim> {
    match *words {
        ["claim", "dead"] => Some(Claim::Dead),
        ["claim", "unsolvable"] => Some(Claim::Unsolvable),
        ["claim", "bound", pushes] => pushes.parse().ok().map(Claim::Bound),
        ["claim", "optimal", pushes] => pushes.parse().ok().map(Claim::Optimal),
        _ => None,
    }
}

impl<'t> Text<'t> {
    fn add(&mut self, (line, words, rows): Block<'t>) -> Result<(), Refusal> {
        if let (["moves", moves], true) = (&words[..], rows.is_empty()) {
            self.moves = Some(moves);
            return Ok(());
        }
        let (board, left) = (&self.proof.board, &self.proof.left);
        let picture = Picture::read(line, &rows)?;
        board.has(line, &picture)?;
        let Picture { boxes, empty, zone, sides, player, .. } = picture;
        left.spend(2 * board.cells)?;
        let numbers: Vec<Option<usize>> = words[1..].iter().map(|word| word.parse().ok()).collect();
        match (words[0], &numbers[..], player.map(|player| board.region(&boxes, player))) {
            ("dead", [], Some(region)) if zone.len() == 0 => self.proof.add(Pattern { line, boxes, empty, region }),
            ("core", &[Some(most)], Some(region)) if zone.len() == 0 => {
                self.cores.push((most, Pattern { line, boxes, empty, region }));
            }
            ("zone", &[Some(goals)], None) if empty.len() == 0 && zone.and(&board.goals).len() == goals => {
                let side = |(cell, side): (usize, usize)| {
                    let (boxes, player) = (boxes.clone().with(cell), cell.wrapping_add(board.steps()[side]));
                    let is_free = left.spend(board.cells).map(|()| board.floor.has(player) && !boxes.has(player))?;
                    is_free.then(|| (cell, board.region(&boxes, player))).ok_or_else(|| Refusal::at(line, SIDE))
                };
                let only = sides.into_iter().map(side).collect::<Result<_, _>>()?;
                self.proof.zones.push(Zone { line, held: boxes, zone, only, goals });
            }
            ("room", [], None) if boxes.len() + empty.len() + sides.len() == 0 && self.room.is_none() => {
                self.room = Some((line, zone));
            }
            _ => return Err(Refusal::at(line, STATEMENTS)),
        }
        Ok(())
    }
}
