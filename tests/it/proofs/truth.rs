//! Which positions of a small level have a solution, all of them, and which statements of a proof are true.

use crate::common::exhaustive::{Cells, Drawn, STEPS, State, has};
use crate::common::small_levels::SIDE;
use std::collections::HashSet;

/// All positions of a number of boxes on a board of at most 8 x 8.
pub(super) struct Truth {
    drawn: Drawn,
    solvable: HashSet<State>,
    all: Vec<State>,
}

/// A statement as it is drawn.
#[derive(Debug)]
pub(super) struct Drawing<'t> {
    head: &'t str,
    rows: Vec<&'t str>,
}

/// The claim and the statements of a proof.
pub(super) fn drawings(text: &str) -> Vec<Drawing<'_>> {
    let mut all: Vec<Drawing<'_>> = Vec::new();
    for line in text.lines().skip(1).filter(|line| !line.is_empty()) {
        match all.last_mut() {
            _ if line.starts_with(|c: char| c.is_ascii_lowercase()) => {
                all.push(Drawing { head: line, rows: Vec::new() })
            }
            Some(last) => last.rows.push(line),
            None => {}
        }
    }
    all
}

impl Drawing<'_> {
    fn cells(&self, letters: &str) -> Cells {
        let at = |(row, line): (usize, &&str)| {
            let line = line.chars().enumerate().filter(|(_, letter)| letters.contains(*letter));
            line.fold(0, |set, (column, _)| set | 1 << (row * SIDE + column))
        };
        self.rows.iter().enumerate().map(at).fold(0, |set, cells| set | cells)
    }

    fn letter(&self, cell: usize) -> char {
        self.rows.get(cell / SIDE).and_then(|row| row.chars().nth(cell % SIDE)).unwrap_or(' ')
    }
}

/// The sets of `count` of these cells.
fn choices(cells: &[usize], count: usize) -> Vec<Cells> {
    match (count, cells) {
        (0, _) => vec![0],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let mut all = choices(rest, count);
            all.extend(choices(rest, count - 1).into_iter().map(|set| set | 1 << first));
            all
        }
    }
}

impl Truth {
    /// Of the claim of a proof; `None` if there are too many positions.
    pub(super) fn of(claim: &Drawing<'_>) -> Option<Self> {
        let drawn = Drawn::new(&claim.rows.join("\n"));
        let floor = drawn.reach(0, drawn.player);
        let cells: Vec<usize> = (0..SIDE * SIDE).filter(|&cell| has(floor, cell)).collect();
        let drawn = Drawn { goals: drawn.goals & floor, boxes: drawn.boxes & floor, ..drawn };
        let boxes = drawn.boxes.count_ones() as usize;
        if boxes > 3 && cells.len() > 16 || cells.len() > 24 {
            return None;
        }
        let regions = |boxes: Cells| {
            let states = cells.iter().filter(|&&cell| !has(boxes, cell)).map(|&cell| drawn.state(boxes, cell));
            states.collect::<HashSet<State>>()
        };
        let all: Vec<State> = choices(&cells, boxes).into_iter().flat_map(regions).collect();
        let mut solvable: HashSet<State> = all.iter().copied().filter(|state| state.0 & !drawn.goals == 0).collect();
        let mut stack: Vec<State> = solvable.iter().copied().collect();
        while let Some((boxes, player)) = stack.pop() {
            let reached = drawn.reach(boxes, player);
            for to in (0..SIDE * SIDE).filter(|&cell| has(boxes, cell)) {
                for (_, step) in STEPS {
                    let (from, stood) = (to.wrapping_add_signed(-step), to.wrapping_add_signed(-2 * step));
                    if has(reached, from) && stood < SIDE * SIDE && has(floor & !boxes, stood) {
                        let before = drawn.state(boxes & !(1 << to) | 1 << from, stood);
                        if solvable.insert(before) {
                            stack.push(before);
                        }
                    }
                }
            }
        }
        Some(Self { drawn, solvable, all })
    }

    /// Whether the claimed position has no solution.
    pub(super) fn is_dead(&self) -> bool {
        !self.solvable.contains(&self.drawn.state(self.drawn.boxes, self.drawn.player))
    }

    /// Whether each position that a statement is about has no solution.
    pub(super) fn is_true(&self, statement: &Drawing<'_>) -> bool {
        let (boxes, empty) = (statement.cells("$*"), statement.cells("oO"));
        if !statement.head.starts_with("zone") {
            let player = statement.cells("@+").trailing_zeros() as usize;
            let region = self.drawn.reach(boxes, player);
            let covers = |state: &&State| {
                boxes & !state.0 == 0 && empty & state.0 == 0 && self.drawn.reach(state.0, state.1) & region != 0
            };
            return !self.all.iter().filter(covers).any(|state| self.solvable.contains(state));
        }
        let zone = statement.cells("xX<>^v");
        let goals = (zone & self.drawn.goals).count_ones() as usize;
        let counts = |cell: usize, player: usize| {
            let steps = [('^', 'u'), ('v', 'd'), ('<', 'l'), ('>', 'r')];
            let side = steps.iter().find(|(letter, _)| *letter == statement.letter(cell));
            side.is_none_or(|(_, side)| {
                let step = STEPS.iter().find(|step| step.0 == *side).map_or(0, |step| step.1);
                has(self.drawn.reach(boxes | 1 << cell, cell.wrapping_add_signed(step)), player)
            })
        };
        let covers = |state: &&State| {
            let others = state.0 & !boxes & zone;
            boxes & !state.0 == 0
                && (0..SIDE * SIDE).filter(|&cell| has(others, cell) && counts(cell, state.1)).count() > goals
        };
        !self.all.iter().filter(covers).any(|state| self.solvable.contains(state))
    }

    /// Dead positions spread over all, and solvable ones, each with a player.
    pub(super) fn some(&self, is_dead: bool, most: usize) -> Vec<State> {
        let mut some: Vec<State> =
            self.all.iter().copied().filter(|state| self.solvable.contains(state) != is_dead).collect();
        some.sort_unstable();
        let step = some.len().div_ceil(most).max(1);
        some.into_iter().step_by(step).collect()
    }

    pub(super) fn picture(&self, state: State) -> String {
        self.drawn.picture(state)
    }

    /// A proof that has a pattern for each position that can be reached from a dead one.
    pub(super) fn explicit(&self, state: State) -> String {
        let mut text = format!("sokoproof 1\nclaim dead\n{}", self.picture(state));
        let (mut seen, mut stack) = (HashSet::from([state]), vec![state]);
        while let Some(state) = stack.pop() {
            text += &format!("dead\n{}", self.picture(state));
            stack.extend(self.drawn.next(state).into_iter().filter(|&next| seen.insert(next)));
        }
        text
    }
}
