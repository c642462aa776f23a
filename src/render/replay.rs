//! Moves shown one after the other: as text, or as animated SVG, where boxes and the player are groups that slide from square to
//! square. At the end the animation pauses and starts again. Programs that do not animate SVG show the start.

use crate::level::{Board, Course, Level, Lurd, ReplayError, Square, Tile, replay};
use crate::render::counted;
use crate::render::picture::pieces::{self, CELL};
use crate::render::picture::{Skin, at, sheet, titled};
use crate::run::{Meter, Stop};
use itertools::Itertools;
use rustc_hash::FxHashMap;
use std::io::{self, Write};
use svg::node::element::{Animate, AnimateTransform, Group};

/// Position of a replay, with the move that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Board of the position in XSB.
    pub picture: String,
    /// Number and letter of the move; for a push also its number among the pushes: `3 of 9: R, push 1`.
    pub caption: String,
}

/// Returns the start, and the position after each move. Boards are drawn on demand, since every move has a board.
pub fn frames(level: &Level, moves: &Lurd) -> Result<impl Iterator<Item = Frame>, ReplayError> {
    replay(&level.board, &level.start, moves)?;
    let (mut course, mut grid, mut pushes) = (Course::new(&level.board, &level.start), level.grid.clone(), 0);
    let first = Frame { picture: grid.to_string(), caption: format!("0 of {}", moves.len()) };
    let others = (1..).zip(&moves.0).map_while(move |(number, &direction)| {
        let left = course.player();
        let pushed = course.make(direction).ok()?;
        for square in [left, course.player()].into_iter().chain(pushed.map(|(_, to)| to)) {
            let (row, column) = level.board.row_column(square);
            let goal = level.board.is_goal(square);
            grid.set(row, column, Tile::floor_with(goal, course.has_box(square), square == course.player()));
        }
        pushes += usize::from(pushed.is_some());
        let push = if pushed.is_some() { format!(", push {pushes}") } else { String::new() };
        let caption = format!("{number} of {}: {}{push}", moves.len(), direction.letter(pushed.is_some()));
        Some(Frame { picture: grid.to_string(), caption })
    });
    Ok(std::iter::once(first).chain(others))
}

/// Speed of a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// Moves per second; pushes per second if walks take no time.
    pub speed: u32,
    /// Whether walks take no time: the player jumps to the square of the next push.
    pub pushes_only: bool,
}

/// Seconds for which the last position is shown.
const REST: f64 = 3.0;

/// Squares of a box, each with its time (moves or pushes made): the start, then those before and after each change.
type Track = Vec<(usize, Square)>;

/// Why an animated SVG was not written.
#[derive(Debug, thiserror::Error)]
pub enum AnimationError {
    /// The rules forbid a move.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A limit of the meter.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The output failed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Stand for the squares of the player and for their times, which are written move by move. No title contains them.
const SQUARES: char = '\u{2}';
const TIMES: char = '\u{3}';

/// Writes the moves as an animated SVG document.
pub fn animation(
    level: &Level,
    moves: &Lurd,
    timing: Timing,
    skin: Skin,
    meter: &Meter,
    mut out: impl Write,
) -> Result<(), AnimationError> {
    let Tracks { boxes, beats, end } = Tracks::new(level, moves, timing.pushes_only, meter)?;
    let reel = Reel { board: &level.board, beats, speed: f64::from(timing.speed.max(1)) };
    let player = at(reel.point(level.start.player));
    let slide = (beats > 0).then(|| reel.sliding(&SQUARES.to_string(), &TIMES.to_string()));
    let player = slide.into_iter().fold(player, Group::add).add(pieces::player());
    let movers = boxes.iter().map(|track| reel.a_box(track)).chain([player]);
    let metrics = replay(&level.board, &level.start, moves)?.metrics;
    let details = format!("{}, {}", counted(metrics.moves, "move"), counted(metrics.pushes, "push"));
    let size = (level.grid.width() * CELL, level.grid.height() * CELL);
    let document = sheet(&titled(level), &details, size, movers.fold(still(level), Group::add)).to_string();
    let document = skin.dress(document);
    let mut rest = document.as_str();
    while let Some(at) = rest.find([SQUARES, TIMES]) {
        out.write_all(&rest.as_bytes()[..at])?;
        let stations = stations(level, moves, timing.pushes_only).chain([(usize::MAX, end)]);
        for (index, (beat, square)) in stations.enumerate() {
            if index % 1024 == 0 {
                meter.check()?;
            }
            let text = if rest[at..].starts_with(TIMES) { reel.when(beat) } else { reel.place(square) };
            write!(out, "{}{text}", if index == 0 { "" } else { ";" })?;
        }
        rest = &rest[at + 1..];
    }
    Ok(writeln!(out, "{rest}")?)
}

fn stations(level: &Level, moves: &Lurd, pushes_only: bool) -> impl Iterator<Item = (usize, Square)> {
    let (mut course, mut beat) = (Course::new(&level.board, &level.start), 0);
    let steps = moves.0.iter().filter_map(move |&direction| {
        let before = course.player();
        let pushed = course.make(direction).ok()?;
        (!pushes_only || pushed.is_some()).then(|| {
            beat += 1;
            [(beat - 1, before), (beat, course.player())]
        })
    });
    std::iter::once((0, level.start.player)).chain(steps.flatten()).dedup()
}

/// Returns the parts that do not move: floor, walls and goals.
fn still(level: &Level) -> Group {
    let ground = Group::new().add(pieces::floors(&level.board)).add(pieces::walls(&level.grid));
    let goals = level.board.goals().iter();
    goals.fold(ground, |ground, &goal| ground.add(pieces::on(&level.board, goal).add(pieces::goal())))
}

/// Tracks of the boxes, in the order of the start. Time is counted in moves, or in pushes if walks take no time.
struct Tracks {
    boxes: Vec<Track>,
    beats: usize,
    end: Square,
}

impl Tracks {
    fn new(level: &Level, moves: &Lurd, pushes_only: bool, meter: &Meter) -> Result<Self, AnimationError> {
        /// Bytes of a push: the squares and times of two entries of a track as text.
        const PUSH: usize = 256;
        let start = &level.start;
        let mut box_at: FxHashMap<Square, usize> = start.boxes.iter().copied().zip(0..).collect();
        let boxes = start.boxes.iter().map(|&square| vec![(0, square)]).collect();
        let mut tracks = Self { boxes, beats: 0, end: start.player };
        let mut course = Course::new(&level.board, start);
        for (number, &direction) in moves.0.iter().enumerate() {
            if number % 1024 == 0 {
                meter.check()?;
            }
            let broken = |why| ReplayError { at: number + 1, direction: Some(direction), why };
            let pushed = course.make(direction).map_err(broken)?;
            if pushes_only && pushed.is_none() {
                continue;
            }
            let beat = tracks.beats;
            if let Some((left, come)) = pushed
                && let Some(moved) = box_at.remove(&left)
            {
                tracks.boxes[moved].extend([(beat, left), (beat + 1, come)]);
                box_at.insert(come, moved);
            }
            (tracks.beats, tracks.end) = (beat + 1, course.player());
        }
        meter.fits(PUSH * tracks.boxes.iter().map(Vec::len).sum::<usize>() / 2)?;
        Ok(tracks)
    }
}

struct Reel<'a> {
    board: &'a Board,
    /// Number of moves, or of pushes if walks take no time.
    beats: usize,
    speed: f64,
}

#[expect(clippy::cast_precision_loss, reason = "moves are few")]
impl Reel<'_> {
    fn seconds(&self) -> f64 {
        self.beats as f64 / self.speed + REST
    }

    /// Returns the time at which this number of moves is done, as a share of the whole animation, from 0 to 1.
    fn when(&self, moves: usize) -> String {
        if moves == usize::MAX {
            return "1".to_owned();
        }
        let share = moves as f64 / self.speed / self.seconds();
        let text = format!("{share:.5}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    fn point(&self, square: Square) -> (usize, usize) {
        let (row, column) = self.board.row_column(square);
        (column * CELL, row * CELL)
    }

    fn slide(&self, track: &Track) -> Group {
        let group = at(self.point(track[0].1));
        if track.len() < 2 {
            return group;
        }
        let mut stations = track.clone();
        stations.dedup();
        stations.extend(track.last().map(|&(_, end)| (usize::MAX, end)));
        let times: Vec<String> = stations.iter().map(|&(moves, _)| self.when(moves)).collect();
        let places: Vec<String> = stations.iter().map(|&(_, at)| self.place(at)).collect();
        group.add(self.sliding(&places.join(";"), &times.join(";")))
    }

    fn sliding(&self, places: &str, times: &str) -> AnimateTransform {
        AnimateTransform::new()
            .set("attributeName", "transform")
            .set("type", "translate")
            .set("values", places)
            .set("keyTimes", times)
            .set("dur", format!("{:.2}s", self.seconds()))
            .set("repeatCount", "indefinite")
    }

    fn place(&self, square: Square) -> String {
        let (x, y) = self.point(square);
        format!("{x},{y}")
    }

    /// Returns both drawings of a box, off and on a goal; one is visible at a time.
    fn a_box(&self, track: &Track) -> Group {
        let face = |is_home: bool| {
            let is_seen = |square: Square| u8::from(self.board.is_goal(square) == is_home);
            let first = is_seen(track[0].1);
            let face = pieces::a_box(is_home).set("opacity", first);
            // Only the squares after pushes matter.
            let arrivals = track.iter().skip(2).step_by(2);
            let mut changes = vec![(0, first)];
            for &(moves, square) in arrivals {
                if changes.last().is_some_and(|&(_, seen)| seen != is_seen(square)) {
                    changes.push((moves, is_seen(square)));
                }
            }
            if changes.len() < 2 {
                return face;
            }
            let times: Vec<String> = changes.iter().map(|&(moves, _)| self.when(moves)).collect();
            let values: Vec<String> = changes.iter().map(|(_, seen)| seen.to_string()).collect();
            face.add(
                Animate::new()
                    .set("attributeName", "opacity")
                    .set("calcMode", "discrete")
                    .set("values", values.join(";"))
                    .set("keyTimes", times.join(";"))
                    .set("dur", format!("{:.2}s", self.seconds()))
                    .set("repeatCount", "indefinite"),
            )
        };
        self.slide(track).add(face(false)).add(face(true))
    }
}
