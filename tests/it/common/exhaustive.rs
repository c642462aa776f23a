//! Exhaustive search of a small level, as plain as possible. Shares no code with the crate.

use super::small_levels::{SIDE, draw};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// A set of cells, one bit each: boards have at most 11 x 11.
pub(crate) type Cells = u128;

/// Boxes, and the least cell that the player reaches.
pub(crate) type State = (Cells, usize);

/// The four steps on a small board, with their letters.
pub(crate) const STEPS: [(char, isize); 4] = steps(SIDE);

/// The four steps on a board of `side` columns.
pub(crate) const fn steps(side: usize) -> [(char, isize); 4] {
    [('u', -(side as isize)), ('d', side as isize), ('l', -1), ('r', 1)]
}

/// A drawn level, as wide as it is high.
#[derive(Clone, Debug)]
pub(crate) struct Drawn {
    pub(crate) side: usize,
    pub(crate) walls: Cells,
    pub(crate) goals: Cells,
    pub(crate) boxes: Cells,
    pub(crate) player: usize,
}

pub(crate) const fn has(cells: Cells, cell: usize) -> bool {
    cells >> cell & 1 == 1
}

impl Drawn {
    pub(crate) fn new(text: &str) -> Self {
        Self::of_side(SIDE, text)
    }

    pub(crate) fn of_side(side: usize, text: &str) -> Self {
        let cells = |letters: &str| {
            let letters_at = text.lines().enumerate().flat_map(|(row, line)| {
                line.chars().enumerate().map(move |(column, letter)| (row * side + column, letter))
            });
            letters_at.filter(|&(_, letter)| letters.contains(letter)).fold(0, |set, (cell, _)| set | 1 << cell)
        };
        let player = Cells::trailing_zeros(cells("@+")) as usize;
        Self { side, walls: cells("#"), goals: cells(".*+"), boxes: cells("$*"), player }
    }

    pub(crate) fn reach(&self, boxes: Cells, player: usize) -> Cells {
        let (mut reached, mut stack) = (0, vec![player]);
        while let Some(cell) = stack.pop() {
            if !has(reached | boxes | self.walls, cell) {
                reached |= 1 << cell;
                stack.extend(steps(self.side).iter().map(|step| cell.wrapping_add_signed(step.1)));
            }
        }
        reached
    }

    pub(crate) fn state(&self, boxes: Cells, player: usize) -> State {
        (boxes, self.reach(boxes, player).trailing_zeros() as usize)
    }

    pub(crate) fn picture(&self, (boxes, player): State) -> String {
        let all = 0..self.side * self.side;
        let cells = |set: Cells| all.clone().filter(|&cell| has(set, cell)).collect::<Vec<usize>>();
        let floor: Vec<bool> = all.clone().map(|cell| !has(self.walls, cell)).collect();
        draw(self.side, &floor, &cells(self.goals), &cells(boxes), player)
    }

    /// The states one push on.
    pub(crate) fn next(&self, (boxes, player): State) -> Vec<State> {
        let reached = self.reach(boxes, player);
        let mut next = Vec::new();
        for from in (0..self.side * self.side).filter(|&cell| has(boxes, cell)) {
            for (_, step) in steps(self.side) {
                let (to, behind) = (from.wrapping_add_signed(step), from.wrapping_add_signed(-step));
                if has(reached, behind) && !has(boxes | self.walls, to) {
                    next.push(self.state(boxes & !(1 << from) | 1 << to, from));
                }
            }
        }
        next
    }

    /// True if a plain replay accepts a solution.
    pub(crate) fn is_solved_by(&self, lurd: &str) -> bool {
        let (mut boxes, mut player) = (self.boxes, self.player);
        for letter in lurd.chars() {
            let Some(&(_, step)) = steps(self.side).iter().find(|step| step.0 == letter.to_ascii_lowercase()) else {
                return false;
            };
            let (to, beyond) = (player.wrapping_add_signed(step), player.wrapping_add_signed(2 * step));
            let pushes = has(boxes, to);
            if has(self.walls, to) || pushes != letter.is_ascii_uppercase() {
                return false;
            }
            if pushes {
                if has(boxes | self.walls, beyond) {
                    return false;
                }
                boxes = boxes & !(1 << to) | 1 << beyond;
            }
            player = to;
        }
        boxes == self.goals
    }
}

/// All states that can be reached, with the fewest pushes to a solution where there is one.
pub(crate) fn explore(level: &Drawn, most: usize) -> Option<HashMap<State, Option<usize>>> {
    explore_by(level.state(level.boxes, level.player), level.goals, most, |state| level.next(state))
}

/// The same by any steps.
pub(crate) fn explore_by(
    start: State,
    goals: Cells,
    most: usize,
    next: impl Fn(State) -> Vec<State>,
) -> Option<HashMap<State, Option<usize>>> {
    let mut before: HashMap<State, Vec<State>> = HashMap::from([(start, Vec::new())]);
    let mut stack = vec![start];
    while let Some(state) = stack.pop() {
        if before.len() > most {
            return None;
        }
        for next in next(state) {
            let known = before.len();
            before.entry(next).or_default().push(state);
            if before.len() > known {
                stack.push(next);
            }
        }
    }
    let mut layer: Vec<State> = before.keys().copied().filter(|state| state.0 == goals).collect();
    let mut seen: HashSet<State> = layer.iter().copied().collect();
    let mut rest: HashMap<State, Option<usize>> = before.keys().map(|&state| (state, None)).collect();
    for steps in 0.. {
        if layer.is_empty() {
            break;
        }
        let mut next = Vec::new();
        for state in layer {
            rest.insert(state, Some(steps));
            next.extend(before[&state].iter().copied().filter(|&state| seen.insert(state)));
        }
        layer = next;
    }
    Some(rest)
}

/// The positions one step of the player on.
pub(crate) fn walks(level: &Drawn, (boxes, player): State) -> Vec<State> {
    let step = |(_, step): (char, isize)| {
        let (to, beyond) = (player.wrapping_add_signed(step), player.wrapping_add_signed(2 * step));
        let pushes = has(boxes, to);
        let is_shut = has(level.walls, to) || pushes && has(boxes | level.walls, beyond);
        (!is_shut).then(|| (if pushes { boxes & !(1 << to) | 1 << beyond } else { boxes }, to))
    };
    STEPS.into_iter().filter_map(step).collect()
}

/// The least cost of a solution, first number first; `cost` maps whether a step pushes to its cost. Dijkstra's search.
pub(crate) fn shortest(level: &Drawn, cost: impl Fn(bool) -> (usize, usize)) -> Option<(usize, usize)> {
    let mut heap = BinaryHeap::from([Reverse(((0, 0), level.boxes, level.player))]);
    let mut done: HashSet<(Cells, usize)> = HashSet::new();
    while let Some(Reverse(((first, second), boxes, player))) = heap.pop() {
        if !done.insert((boxes, player)) {
            continue;
        }
        if boxes == level.goals {
            return Some((first, second));
        }
        for (after, to) in walks(level, (boxes, player)) {
            let (more, and) = cost(after != boxes);
            if !done.contains(&(after, to)) {
                heap.push(Reverse(((first + more, second + and), after, to)));
            }
        }
    }
    None
}
