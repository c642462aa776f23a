//! Fewer runs of pushes: block deordering (Siddiqui and Haslum 2012) of the pushes of one box.
//!
//! ```text
//!   solution    A A  b  A A A  c ..      Capitals are pushes of box a. The run of b is between two runs of a.
//!   earlier     A A A A A  b  c ..       Either the second run is made with the first one,
//!   later       b  A A A A A  c ..       or the first with the second: whichever can be made, and costs less.
//! ```
//! A run is an unbroken sequence of pushes of one box. If the joined pushes cannot be made, the box alone is pushed to
//! the last square by another way. Output: pushes of a solution with a story that is no worse.

use super::StoryCost;
use crate::level::{Position, Square};
use crate::maze::{Areas, Maze};
use crate::push::{BoxSet, Macros, Play, Push, Region, State, WalkDistances};
use crate::run::{Meter, NodeKind, Stop};
use rustc_hash::FxHashMap;

/// Pushes of one box without a break.
#[derive(Clone, Debug)]
struct Run {
    number: usize,
    pushes: Vec<Push>,
}

/// Joins runs of one box; see the module.
pub struct Joiner<'a> {
    maze: &'a Maze<'a>,
    areas: &'a Areas,
    start: &'a Position,
    runs: Vec<Run>,
    walks: WalkDistances,
    region: Region,
    macros: Macros,
}

impl<'a> Joiner<'a> {
    /// Creates the joiner of a solution; `None` if a push cannot be made.
    pub fn new(maze: &'a Maze<'a>, areas: &'a Areas, start: &'a Position, pushes: &[Push]) -> Option<Self> {
        let squares = maze.board.len();
        let mut numbers: FxHashMap<Square, usize> = start.boxes.iter().copied().zip(0..).collect();
        let mut runs: Vec<Run> = Vec::new();
        for &push in pushes {
            let number = numbers.remove(&push.from)?;
            numbers.insert(maze.board.next(push.from, push.direction)?, number);
            match runs.last_mut() {
                Some(run) if run.number == number => run.pushes.push(push),
                _ => runs.push(Run { number, pushes: vec![push] }),
            }
        }
        let (walks, region, macros) = (WalkDistances::new(squares), Region::new(squares), Macros::new(squares));
        Some(Self { maze, areas, start, runs, walks, region, macros })
    }

    /// Returns the pushes of all runs.
    pub fn pushes(&self) -> Vec<Push> {
        self.runs.iter().flat_map(|run| run.pushes.iter().copied()).collect()
    }

    /// Joins runs until no two of them can be joined; after a limit the joined runs are kept.
    pub fn run(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        while self.pass(meter)? {}
        Ok(())
    }

    fn pass(&mut self, meter: &mut Meter) -> Result<bool, Stop> {
        let board = self.maze.board;
        let boxes = BoxSet::of(board.len(), self.start.boxes.iter().copied());
        // The positions before each run, as far as the pass has come.
        let mut places = vec![State { boxes, player: self.start.player }];
        let mut has_joined = false;
        while let Some(at) = Some(places.len() - 1).filter(|&at| at < self.runs.len()) {
            let mut place = places[at].clone();
            if self.join(&place, at, meter)? {
                has_joined = true;
                // The run before may have grown by what was joined.
                places.truncate(at.max(1));
                continue;
            }
            for push in &self.runs[at].pushes {
                board.next(push.from, push.direction).into_iter().for_each(|to| place.boxes.shift(push.from, to));
                place.player = push.from;
            }
            places.push(place);
        }
        Ok(has_joined)
    }

    fn join(&mut self, place: &State, first: usize, meter: &mut Meter) -> Result<bool, Stop> {
        let number = self.runs[first].number;
        let next = self.runs[first + 1..].iter().position(|run| run.number == number);
        let Some(next) = next.map(|next| first + 1 + next) else { return Ok(false) };
        // 1. The cost as it is: of these runs, with the walk to the first push after them.
        let piece = self.runs[first..=next].to_vec();
        let (others, after) = (&piece[1..piece.len() - 1], self.runs.get(next + 1).map(|run| run.pushes[0]));
        let Some((now, _)) = self.cost(place, &piece, after, meter)? else { return Ok(false) };
        // 2. Both runs at the place of the first, or of the second; by their own pushes, else by another way.
        let joined = Run { number, pushes: [&piece[0].pushes[..], &piece[piece.len() - 1].pushes].concat() };
        let mut best: Option<(StoryCost, Vec<Run>)> = None;
        for is_early in [true, false] {
            let arranged = |run: Run| match is_early {
                true => std::iter::once(run).chain(others.iter().cloned()).collect::<Vec<Run>>(),
                false => others.iter().cloned().chain([run]).collect(),
            };
            // The pushes as they are need no search, so they are tried before another way.
            let mut candidate = arranged(joined.clone());
            let mut cost = self.cost(place, &candidate, after, meter)?.map(|(cost, _)| cost);
            if cost.is_none_or(|cost| cost >= now) {
                let before = match is_early {
                    true => Some(place.clone()),
                    false => self.cost(place, others, None, meter)?.map(|(_, end)| end),
                };
                meter.tick(NodeKind::Push)?;
                let other = before.and_then(|before| self.straight(&before, &joined));
                // A way with fewer sentences must not cost pushes.
                if let Some(other) = other.filter(|other| other.pushes.len() <= joined.pushes.len()) {
                    candidate = arranged(other);
                    cost = self.cost(place, &candidate, after, meter)?.map(|(cost, _)| cost);
                }
            }
            if let Some(cost) = cost
                && cost <= now
                && best.as_ref().is_none_or(|(least, _)| cost < *least)
            {
                best = Some((cost, candidate));
            }
        }
        // 3. The better one takes the place of the runs; runs of one box that now meet are one.
        let Some((_, runs)) = best else { return Ok(false) };
        self.runs.splice(first..=next, runs);
        self.unite(first.saturating_sub(1));
        Ok(true)
    }

    fn unite(&mut self, first: usize) {
        let mut united: Vec<Run> = self.runs.drain(first..).collect();
        united.reverse();
        while let Some(run) = united.pop() {
            match self.runs.last_mut() {
                Some(last) if last.number == run.number => last.pushes.extend(run.pushes),
                _ => self.runs.push(run),
            }
        }
    }

    /// Returns the cost of runs made in `place`, with the walk to the push `after`, and the position before that walk;
    /// `None` if a push cannot be made, or the player cannot come to the push `after`.
    fn cost(
        &mut self,
        place: &State,
        runs: &[Run],
        after: Option<Push>,
        meter: &mut Meter,
    ) -> Result<Option<(StoryCost, State)>, Stop> {
        let board = self.maze.board;
        let mut place = place.clone();
        let mut cost = StoryCost::default();
        for run in runs {
            for &push in &run.pushes {
                let Some(to) = board.next(push.from, push.direction).filter(|&to| !place.boxes.has(to)) else {
                    return Ok(None);
                };
                let Some(walk) = self.walk(&place, push, meter)? else { return Ok(None) };
                cost.moves += walk + 1;
                place.boxes.shift(push.from, to);
                place.player = push.from;
            }
            cost += StoryCost::of_run(board, self.areas, &run.pushes);
        }
        if let Some(after) = after {
            let Some(walk) = self.walk(&place, after, meter)? else { return Ok(None) };
            cost.moves += walk;
        }
        Ok(Some((cost, place)))
    }

    fn walk(&mut self, place: &State, push: Push, meter: &mut Meter) -> Result<Option<u32>, Stop> {
        let Some(stand) = self.maze.board.next(push.from, push.direction.opposite()) else { return Ok(None) };
        // Pushes in a row need no walk, and most pushes are in a row.
        if stand == place.player {
            return Ok(Some(0));
        }
        meter.tick(NodeKind::Push)?;
        Ok(self.walks.between(self.maze.board, place.player, stand, |square| place.boxes.has(square)))
    }

    /// Returns fewest pushes that take the box of `run` to its last square, while other boxes stay in the places of `place`.
    fn straight(&mut self, place: &State, run: &Run) -> Option<Run> {
        let board = self.maze.board;
        let (first, last) = run.pushes.first().zip(run.pushes.last())?;
        let to = board.next(last.from, last.direction)?;
        self.region.flood(board, place.player, |square| place.boxes.has(square));
        let region = &self.region;
        let found = self.macros.of_box(self.maze, &place.boxes, first.from, |square| region.has(square), Play::Push);
        let there: Vec<usize> = (0..found.len()).filter(|&index| found[index].to == to).collect();
        let shortest = there.into_iter().min_by_key(|&index| self.macros.length(index))?;
        Some(Run { number: run.number, pushes: self.macros.pushes(board, shortest) })
    }
}
