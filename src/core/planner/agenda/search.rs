//! The loop: the cheapest open group is proposed, realised in its window, and committed, or refused.

use super::group::Group;
use super::realise::{AgendaSetting, GroupResult, realise};
use super::window::{Cut, Size, Window, parts, stays_joined};
use super::{AgendaEntry, GroupReport, GroupsReport};
use crate::level::{Board, Position, Square};
use crate::maze::{Areas, Maze};
use crate::planner::{Act, StepResult};
use crate::push::{BoxSet, Push, walk_and_push};
use crate::run::{Meter, NodeKind, Progress, Search, Status, Stop};
use itertools::Itertools;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Number of attempts of a group after which it is merged with the group that is most in its way.
const MOST_ATTEMPTS: u32 = 4;

/// A group that was solved: its pushes were made, and are not looked at again unless a merge needs the group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commit {
    /// Number of the group, as in the report.
    pub group: usize,
    /// Pushes of the group's boxes.
    pub pushes: Vec<Push>,
    /// Number of nodes of the attempt that found the pushes.
    pub nodes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GroupState {
    Open,
    Waits(usize),
    Done,
    /// Merged with another group, or out of attempts.
    Dropped,
}

#[derive(Clone, Debug)]
struct Task {
    group: Group,
    state: GroupState,
    attempts: u32,
    /// Pushes that solved the group before the agenda started again.
    known: Option<Vec<Push>>,
}

/// The agenda of box groups of a level.
#[derive(Debug)]
pub struct Agenda<'a> {
    maze: &'a Maze<'a>,
    areas: &'a Areas,
    start: &'a Position,
    setting: AgendaSetting,
    tasks: Vec<Task>,
    boxes: BoxSet,
    player: Square,
    commits: Vec<Commit>,
    trace: Vec<AgendaEntry>,
    progress: Progress,
}

impl<'a> Agenda<'a> {
    /// Creates the agenda; groups whose boxes are all on their goals are done.
    pub fn new(
        maze: &'a Maze<'a>,
        areas: &'a Areas,
        start: &'a Position,
        groups: Vec<Group>,
        setting: AgendaSetting,
    ) -> Self {
        let state = |group: &Group| if group.is_solved() { GroupState::Done } else { GroupState::Open };
        let task = |group: Group| Task { state: state(&group), group, attempts: 0, known: None };
        let boxes = BoxSet::of(maze.board.len(), start.boxes.iter().copied());
        Self {
            maze,
            areas,
            start,
            setting,
            tasks: groups.into_iter().map(task).collect(),
            boxes,
            player: start.player,
            commits: Vec::new(),
            trace: Vec::new(),
            progress: Progress::default(),
        }
    }

    /// Returns the solved groups, in order, since the agenda last started.
    pub fn commits(&self) -> &[Commit] {
        &self.commits
    }

    /// Returns the groups, and what has happened to them.
    pub fn report(&self) -> GroupsReport {
        let areas = self.areas;
        let group = |(number, group): (usize, &Group)| {
            let own = group.boxes.iter().chain(&group.goals).map(|&square| areas.area_of(square));
            let nodes = self.commits.iter().find(|commit| commit.group == number).map(|commit| commit.nodes);
            GroupReport { areas: own.sorted().dedup().collect(), boxes: group.boxes.clone(), nodes }
        };
        let groups = self.tasks.iter().map(|task| &task.group).enumerate().map(group).collect();
        GroupsReport { areas: areas.clone(), groups, trace: self.trace.clone() }
    }

    /// Returns the pushes of all commits as steps.
    pub fn attempts(&self, board: &Board) -> Vec<StepResult> {
        let of = |commit: &Commit| {
            let pushes: Vec<_> = commit.pushes.iter().map(|&push| (push, None)).collect();
            StepResult::all(board, self.areas, Act::Group, &pushes)
        };
        self.commits.iter().flat_map(of).collect()
    }

    /// Returns the open group with the fewest attempts, the first among equals; groups with known pushes come first.
    fn next(&self) -> Option<usize> {
        let is_open = |&number: &usize| self.tasks[number].state == GroupState::Open;
        (0..self.tasks.len()).filter(is_open).min_by_key(|&number| {
            let task = &self.tasks[number];
            // Known pushes cost nothing to try; then the group that was tried least.
            (task.known.is_none(), task.attempts)
        })
    }

    fn others(&self, number: usize) -> impl Iterator<Item = (usize, &Group)> {
        let is_left = move |&(other, task): &(usize, &Task)| {
            other != number && matches!(task.state, GroupState::Open | GroupState::Waits(_))
        };
        self.tasks.iter().enumerate().filter(is_left).map(|(other, task)| (other, &task.group))
    }

    fn fixed(&self, number: usize) -> BoxSet {
        self.tasks[number].group.boxes.iter().fold(self.boxes.clone(), |boxes, &square| boxes.without(square))
    }

    /// Returns a group that needs squares which the filled goals of this one would cut off, without unsolved boxes.
    fn cut_off(&self, number: usize, fixed: &BoxSet) -> Option<usize> {
        let (board, goals) = (self.maze.board, &self.tasks[number].group.goals);
        let settled = self.others(number).flat_map(|(_, other)| &other.boxes);
        let settled = settled.fold(fixed.clone(), |boxes, &square| boxes.without(square));
        if stays_joined(board, |square| !settled.has(square), goals) {
            return None;
        }
        let before = parts(board, |square| settled.has(square));
        let after = parts(board, |square| settled.has(square) || goals.binary_search(&square).is_ok());
        let cut =
            || self.needed(number).filter_map(|(other, at)| Some((other, before[at.index()]?, after[at.index()]?)));
        let mut counts = vec![0; board.len()];
        cut().for_each(|(_, _, after)| counts[after] += 1);
        let mut largest = vec![(0, 0); board.len()];
        // The part with most squares that others need counts as the one that stays; need outside it is cut off.
        cut().for_each(|(_, before, after)| largest[before] = largest[before].max((counts[after], after)));
        cut().find(|&(_, before, after)| largest[before].1 != after).map(|(other, ..)| other)
    }

    /// Returns a square of the part to end in, with most squares that others need; `None` if nothing depends on it.
    fn end(&self, number: usize, fixed: &BoxSet) -> Option<Square> {
        let (board, goals) = (self.maze.board, &self.tasks[number].group.goals);
        if stays_joined(board, |square| !fixed.has(square), goals) {
            return None;
        }
        let now = parts(board, |square| fixed.has(square) || goals.binary_search(&square).is_ok());
        let here = parts(board, |square| fixed.has(square));
        let is_here = |square: &Square| here[square.index()] == here[self.player.index()];
        let mut counts = vec![0; board.len()];
        let squares = self.needed(number).map(|(_, square)| square).filter(is_here);
        squares.filter_map(|square| now[square.index()]).for_each(|part| counts[part] += 1);
        let most = counts.iter().enumerate().max_by_key(|&(part, &count)| (count, Reverse(part)));
        most.filter(|&(_, &count)| count > 0).map(|(part, _)| Square::from_index(part))
    }

    /// Returns the squares that other groups need, each with the number of the group.
    fn needed(&self, number: usize) -> impl Iterator<Item = (usize, Square)> {
        self.others(number).flat_map(|(other, group)| group.near.iter().map(move |&square| (other, square)))
    }

    /// Returns the position after pushes that fill the group's goals and leave the player in reach of `end`.
    fn result(&self, number: usize, pushes: &[Push], end: Option<Square>) -> Option<(BoxSet, Square)> {
        let board = self.maze.board;
        let position = Position { boxes: self.boxes.iter().collect(), player: self.player };
        let (_, Position { boxes, player }) = walk_and_push(board, &position, pushes)?;
        let boxes = BoxSet::of(board.len(), boxes);
        let filled = self.tasks[number].group.goals.iter().all(|&goal| boxes.has(goal));
        let is_there = |end: Square| board.region(player, |square| boxes.has(square))[end.index()];
        (filled && end.is_none_or(is_there)).then_some((boxes, player))
    }

    fn realise(
        &self,
        number: usize,
        fixed: &BoxSet,
        end: Option<Square>,
        meter: &mut Meter,
    ) -> Result<Realisation, Stop> {
        let (board, areas, task) = (self.maze.board, self.areas, &self.tasks[number]);
        let accept = |pushes: &[Push]| Some((pushes.to_vec(), self.result(number, pushes, end)?));
        if let Some((pushes, after)) = task.known.as_deref().and_then(accept) {
            return Ok(GroupResult::Solved((pushes, after)));
        }
        let cut = Cut { board, areas, fixed, group: &task.group, player: self.player };
        let size = Size::of_attempt(task.attempts);
        let Some(window) = Window::new(&cut, size) else {
            return Ok(GroupResult::Refused { is_final: size.is_whole() });
        };
        // A square of the window in the region that the player must end in.
        let Group { boxes, goals, .. } = &task.group;
        let end = end.and_then(|end| {
            let now = parts(board, |square| fixed.has(square) || goals.binary_search(&square).is_ok());
            let is_end = |square: &Square| now[square.index()] == now[end.index()];
            board.squares().filter(is_end).find_map(|square| window.square(board, square))
        });
        // The level as a whole is left to the push searches.
        let effort = (task.attempts, boxes.len() == self.start.boxes.len());
        let room = |square| window.of_board(board, square).map_or(0, |square| areas.area_of(square).index());
        let accept = |pushes: &[Push]| accept(&window.on_board(board, pushes)?);
        realise((&window, end), effort, room, accept, &self.setting, meter)
    }

    fn commit(&mut self, number: usize, pushes: Vec<Push>, (boxes, player): (BoxSet, Square), nodes: u64) {
        (self.boxes, self.player) = (boxes, player);
        self.tasks[number].known = Some(pushes.clone());
        self.tasks[number].state = GroupState::Done;
        self.commits.push(Commit { group: number, pushes, nodes });
        self.trace.push(AgendaEntry::Committed { group: number });
        self.wake();
    }

    fn wake(&mut self) {
        let waiting = self.tasks.iter_mut().filter(|task| matches!(task.state, GroupState::Waits(_)));
        waiting.for_each(|task| task.state = GroupState::Open);
    }

    /// Counts an attempt, and merges the group with another one where enough was tried.
    fn refuse(&mut self, number: usize, is_final: bool) {
        self.tasks[number].attempts += 1;
        // A larger window or another end does not help any more: a box of another group is in the way.
        if is_final || self.tasks[number].attempts >= MOST_ATTEMPTS {
            match self.blamed(number) {
                Some(other) => self.merge(number, other),
                None => self.tasks[number].state = GroupState::Dropped,
            }
        }
    }

    /// Returns the group with the most boxes on or beside the paths of a group, else the group of the nearest box.
    fn blamed(&self, number: usize) -> Option<usize> {
        let board = self.maze.board;
        let mut owner = vec![None; board.len()];
        for (other, task) in self.tasks.iter().enumerate().filter(|(other, _)| *other != number) {
            let squares = match task.state {
                GroupState::Dropped => &[][..],
                GroupState::Done => &task.group.goals,
                GroupState::Open | GroupState::Waits(_) => &task.group.boxes,
            };
            squares.iter().for_each(|square| owner[square.index()] = Some(other));
        }
        let near = &self.tasks[number].group.near;
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        near.iter().filter_map(|square| owner[square.index()]).for_each(|other| *counts.entry(other).or_default() += 1);
        if let Some((&other, _)) = counts.iter().max_by_key(|&(&other, &count)| (count, Reverse(other))) {
            return Some(other);
        }
        let nearest_first = board.spread(near.iter().copied(), |at| board.neighbours(at));
        nearest_first.into_iter().find_map(|square| owner[square.index()])
    }

    fn merge(&mut self, number: usize, with: usize) {
        let added = self.tasks[with].group.clone();
        let was_done = self.commits.iter().any(|commit| commit.group == with);
        self.tasks[number].group.join(&added);
        self.tasks[with].state = GroupState::Dropped;
        let task = &mut self.tasks[number];
        (task.attempts, task.known, task.state) = (0, None, GroupState::Open);
        self.trace.push(AgendaEntry::Merged { group: number, with });
        self.wake();
        if was_done {
            self.restart();
        }
    }

    fn restart(&mut self) {
        self.commits.clear();
        self.boxes = BoxSet::of(self.maze.board.len(), self.start.boxes.iter().copied());
        self.player = self.start.player;
        let is_undone = |task: &&mut Task| task.state == GroupState::Done && !task.group.is_solved();
        self.tasks.iter_mut().filter(is_undone).for_each(|task| task.state = GroupState::Open);
    }
}

type Realisation = GroupResult<(Vec<Push>, (BoxSet, Square))>;

impl Search for Agenda<'_> {
    type Solution = Vec<Push>;

    /// Expands the agenda by one group; if all open groups wait for each other, two are merged.
    fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let Some(number) = self.next() else {
            let waits = self.tasks.iter().enumerate().find_map(|(number, task)| match task.state {
                GroupState::Waits(other) => Some((number, other)),
                _ => None,
            });
            if let Some((number, other)) = waits {
                self.merge(number, other);
                return Ok(Status::Running);
            }
            let is_solved = self.boxes.iter().all(|square| self.maze.board.is_goal(square));
            let pushes = || self.commits.iter().flat_map(|commit| commit.pushes.iter().copied()).collect();
            return Ok(if is_solved { Status::Found(pushes()) } else { Status::Exhausted });
        };
        let before = meter.nodes();
        meter.count(NodeKind::Plan);
        let fixed = self.fixed(number);
        if let Some(until) = self.cut_off(number, &fixed) {
            self.tasks[number].state = GroupState::Waits(until);
            self.trace.push(AgendaEntry::Waits { group: number, until });
        } else {
            match self.realise(number, &fixed, self.end(number, &fixed), meter)? {
                GroupResult::Solved((pushes, after)) => self.commit(number, pushes, after, meter.nodes() - before),
                GroupResult::Refused { is_final } => self.refuse(number, is_final),
            }
        }
        self.progress.expanded(1);
        Ok(Status::Running)
    }

    fn progress(&self) -> Progress {
        self.progress
    }
}
