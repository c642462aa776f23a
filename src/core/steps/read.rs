//! Reads moves from any source as steps: each the way of one box, with its label, and its purpose, which the rest of the solution
//! shows.
//!
//! ```text
//!   pushes of boxes 1 and 2     1: A A    2: A A    1: A b C    2: A b    1: C C    2: b C
//!   steps                       inside A  inside A  A > b > C   A > b     inside C  b > C
//! ```
//! A step is an unbroken sequence of pushes of one box. So a box that waits in a tunnel while another is moved makes two
//! transfers.
//!
//! ```text
//!   #########      Box 1 goes down by one. Without this step the way of box 2 to the goal would be blocked: the step
//!   #@ 1    #      makes way for the step of box 2. Had box 1 stood beside the player's only way to box 2, its step
//!   #2     .#      would let the player through. Box 2 then goes to the goal, and stays there: the step fills it.
//!   #########
//! ```
//! A step that fills no goal is left out, and the later steps are made up to the next one of its box. The first step that cannot be
//! made shows the purpose, unless it could as well be made before.

use crate::abstraction::{Explorer, Label, MEMBERS, Room, RoomPruning, RoomView};
use crate::level::{Board, Course, Direction, Lurd, Position, ReplayError, Square};
use crate::maze::{AreaId, Areas, Maze};
use crate::push::{BoxSet, Push, State, WalkDistances};
use crate::run::{Meter, Stop};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Effect of a step on boxes and areas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StepKind {
    /// A box enters another area, whether or not it comes back.
    Transfer,
    /// A box stays in its area.
    Arrangement,
    /// A push search moved boxes of any areas; no step of [`super::read`] is one.
    Takeover,
}

crate::run::from_word!(pub StepKind { Transfer = "transfer", Arrangement = "arrangement", Takeover = "takeover" });

/// A step of a solution: an unbroken sequence of pushes of one box, with the walks before and between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionStep {
    /// Index of the box among the boxes of the start, in reading order.
    pub number: usize,
    /// Range of moves: the walk to the first push up to the last push; in the last step also the walk after it.
    pub moves: Range<usize>,
    /// Pushes of the step in order; at least one.
    pub pushes: Vec<Push>,
    /// Squares of the box, from the first to the last; at least two.
    pub way: Vec<Square>,
    /// Areas of the squares of the way, with repeats in a row merged.
    pub route: Vec<AreaId>,
    /// Purpose of the step, derived from the later steps; `None` if there is no evidence.
    pub purpose: Option<Purpose>,
    /// Label of the step's closure; `None` before [`super::label_steps`].
    pub label: Option<Label>,
}

impl SolutionStep {
    /// Returns the square of the box before the step.
    pub fn from(&self) -> Square {
        self.way[0]
    }

    /// Returns the square of the box after the step.
    pub fn to(&self) -> Square {
        self.way[self.way.len() - 1]
    }

    /// Returns the first and the last area of the route.
    pub fn ends(&self) -> [AreaId; 2] {
        [self.route[0], self.route[self.route.len() - 1]]
    }

    /// Returns the kind: a transfer if the box enters another area.
    pub fn kind(&self) -> StepKind {
        if self.route.len() > 1 { StepKind::Transfer } else { StepKind::Arrangement }
    }

    /// True if the step brings its box to a goal, and the box stays there.
    pub const fn fills(&self) -> bool {
        matches!(self.purpose, Some(Purpose::Fills(_)))
    }

    /// True if the step brings its box to another area, where it waits for a later step.
    pub fn waits(&self) -> bool {
        self.kind() == StepKind::Transfer && !self.fills()
    }
}

/// Purpose of a step of a solution, seen from the later steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Purpose {
    /// The box is brought to this goal and is not pushed again.
    Fills(Square),
    /// Left where it stood, the box would block the box of the step with this index.
    MakesWay(usize),
    /// Left where it stood, the box would keep the player away from the box of the step with this index.
    LetsThrough(usize),
    /// Left where it stood, the box would keep the player from the side of the box that the step with this index pushes from.
    LetsRound(usize),
}

impl Purpose {
    /// Returns the index of the later step that this step makes possible.
    pub const fn later(self) -> Option<usize> {
        match self {
            Self::Fills(_) => None,
            Self::MakesWay(later) | Self::LetsThrough(later) | Self::LetsRound(later) => Some(later),
        }
    }
}

/// Maximum number of squares and pushes that are visited to find the purposes of one solution: less than a second of work.
const PURPOSE_WORK: usize = 50_000_000;

/// Returns the purpose of each step; `None` where no later step needs the step, and where the work is used up.
fn purposes(board: &Board, start: &Position, steps: &[SolutionStep]) -> Vec<Option<Purpose>> {
    let mut next_of_box: Vec<Option<usize>> = vec![None; start.boxes.len()];
    let mut next = vec![None; steps.len()];
    for (index, step) in steps.iter().enumerate().rev() {
        next[index] = next_of_box[step.number].replace(index);
    }
    let mut course = PurposeCourse { board, walks: WalkDistances::new(board.len()), work: PURPOSE_WORK };
    let mut boxes = BoxSet::of(board.len(), start.boxes.iter().copied());
    let mut player = start.player;
    let mut all = Vec::with_capacity(steps.len());
    for (index, step) in steps.iter().enumerate() {
        let purpose = match next[index] {
            None if board.is_goal(step.to()) => Some(Purpose::Fills(step.to())),
            next => course.without(&boxes, player, index, &steps[..next.unwrap_or(steps.len())]),
        };
        let purpose = match purpose {
            Some(Purpose::LetsThrough(later)) if course.reaches(&boxes, player, steps[later].from()) => {
                Some(Purpose::LetsRound(later))
            }
            purpose => purpose,
        };
        all.push(purpose);
        boxes.shift(step.from(), step.to());
        player = step.pushes[step.pushes.len() - 1].from;
    }
    all
}

/// Later steps, made without an earlier one.
struct PurposeCourse<'a> {
    board: &'a Board,
    walks: WalkDistances,
    work: usize,
}

impl PurposeCourse<'_> {
    /// Leaves out the step with this index, and returns what keeps the first of the steps after it from being made. If that step
    /// can be made at once, before this one, this one does not serve it: then `None`.
    fn without(&mut self, boxes: &BoxSet, player: Square, index: usize, steps: &[SolutionStep]) -> Option<Purpose> {
        let mut course = (boxes.clone(), player);
        for (later, step) in steps.iter().enumerate().skip(index + 1) {
            if let Some(obstacle) = self.make(&mut course, later, step)? {
                let is_there = boxes.has(step.from());
                let is_made = is_there && self.make(&mut (boxes.clone(), player), later, step)?.is_none();
                return (!is_made).then_some(obstacle);
            }
        }
        None
    }

    /// Makes a step, with boxes and player of the course; returns what keeps it from being made. `None` once the work is used up.
    fn make(
        &mut self,
        (boxes, player): &mut (BoxSet, Square),
        later: usize,
        step: &SolutionStep,
    ) -> Option<Option<Purpose>> {
        for push in &step.pushes {
            let stand = self.board.next(push.from, push.direction.opposite())?;
            let to = self.board.next(push.from, push.direction)?;
            let walk = self.walks.between(self.board, *player, stand, |square| boxes.has(square));
            self.work = self.work.checked_sub(self.walks.visited())?;
            if walk.is_none() {
                let is_beside = self.reaches(boxes, *player, push.from);
                return Some(Some(if is_beside { Purpose::LetsRound(later) } else { Purpose::LetsThrough(later) }));
            }
            if boxes.has(to) {
                return Some(Some(Purpose::MakesWay(later)));
            }
            boxes.shift(push.from, to);
            *player = push.from;
        }
        Some(None)
    }

    /// True if the player can walk to a square beside `square`.
    fn reaches(&mut self, boxes: &BoxSet, player: Square, square: Square) -> bool {
        Direction::ALL.into_iter().filter_map(|side| self.board.next(square, side)).any(|beside| {
            let walk = self.walks.between(self.board, player, beside, |square| boxes.has(square));
            self.work = self.work.saturating_sub(self.walks.visited());
            walk.is_some()
        })
    }
}

/// Returns the steps of moves from a position, each with its purpose; moves without a push make none.
pub fn read(board: &Board, start: &Position, moves: &Lurd, areas: &Areas) -> Result<Vec<SolutionStep>, ReplayError> {
    let mut steps = lines(board, start, moves, areas)?;
    let purposes = purposes(board, start, &steps);
    steps.iter_mut().zip(purposes).for_each(|(step, purpose)| step.purpose = purpose);
    Ok(steps)
}

/// Returns the steps of moves from a position, without purposes.
pub fn lines(board: &Board, start: &Position, moves: &Lurd, areas: &Areas) -> Result<Vec<SolutionStep>, ReplayError> {
    let mut numbers: FxHashMap<Square, usize> = start.boxes.iter().copied().zip(0..).collect();
    let (mut course, mut steps) = (Course::new(board, start), Vec::<SolutionStep>::new());
    for (end, &direction) in (1..).zip(&moves.0) {
        let pushed = course.make(direction).map_err(|why| ReplayError { at: end, direction: Some(direction), why })?;
        let Some((from, to)) = pushed else { continue };
        let Some(number) = numbers.remove(&from) else { continue };
        numbers.insert(to, number);
        let last = steps.pop_if(|last| last.number == number);
        let before = steps.last().map_or(0, |before| before.moves.end);
        let mut step = last.unwrap_or_else(|| SolutionStep {
            number,
            moves: before..end,
            pushes: Vec::new(),
            way: vec![from],
            route: vec![areas.area_of(from)],
            purpose: None,
            label: None,
        });
        step.moves.end = end;
        step.pushes.push(Push { from, direction });
        step.way.push(to);
        let area = areas.area_of(to);
        if step.route.last() != Some(&area) {
            step.route.push(area);
        }
        steps.push(step);
    }
    // The walk after the last push belongs to the last step.
    if let Some(last) = steps.last_mut() {
        last.moves.end = moves.len();
    }
    Ok(steps)
}

/// Maximum of positions times squares, summed over all closures of a solution: less than a second of work.
const LABEL_WORK: usize = 40_000_000;

/// Labels the steps that have no label, as the planner of room events does: by the closure of the box's area before the step and
/// the first border that the box crosses. At a limit the first steps are labelled.
pub fn label_steps(
    maze: &Maze<'_>,
    areas: &Areas,
    start: &Position,
    steps: &mut [SolutionStep],
    pruning: &mut RoomPruning<'_>,
    meter: &Meter,
) -> Result<(), Stop> {
    let board = maze.board;
    let (mut view, mut explorer) = (RoomView::new(board.len()), Explorer::default());
    let mut state = State { boxes: BoxSet::of(board.len(), start.boxes.iter().copied()), player: start.player };
    let mut work = LABEL_WORK;
    for step in steps {
        let most = MEMBERS.min(work / board.len());
        if step.label.is_none() && most > 0 {
            let room = Room::new(maze, areas, step.route[0]);
            let read = view.read(board, &room, &state);
            let closure = explorer.explore(board, &room, &read, most, pruning, meter)?;
            work = work.saturating_sub(closure.len() * board.len());
            let crossed = step.route.get(1).and_then(|&to| closure.label(to)).map(|(label, _)| label);
            let inside = (step.route.len() == 1).then(|| Label::of(1, !closure.is_complete()));
            step.label = crossed.or(inside);
        }
        step.label = step.label.or(Some(Label::Unknown));
        for push in &step.pushes {
            state.boxes.shift(push.from, board.next(push.from, push.direction).unwrap_or(push.from));
            state.player = push.from;
        }
    }
    Ok(())
}
