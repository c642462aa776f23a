//! Dead rooms against exhaustive search of the relaxation that defines them, on random small levels cut at random.
//!
//! The relaxation is written down here a second time, square by square, with the player on a square and not in a
//! component, and nothing of the local tables is used.

use super::exact::random_level;
use sokoplan::abstraction::{Borders, DeadRoom, LocalArea, Supply};
use sokoplan::level::{Direction, Level, Square};
use sokoplan::maze::{Area, Areas};
use sokoplan::run::Meter;
use sokoplan::run::Random;
use std::collections::{BTreeSet, HashMap, HashSet};

/// The boxes of the area, and the player's square where he is in it.
type State = (BTreeSet<Square>, Option<Square>);

/// One area of a level, with all that is outside relaxed.
struct Relaxation<'a> {
    level: &'a Level,
    areas: &'a Areas,
    area: &'a Area,
    supply: Supply,
}

impl Relaxation<'_> {
    fn is_inside(&self, square: Square) -> bool {
        self.areas.area_of(square) == self.area.id
    }

    /// What can follow in one step of the player, one push, or one event outside.
    fn next(&self, state: &State) -> Vec<State> {
        let board = &self.level.board;
        let mut next = Vec::new();
        for at in board.squares() {
            for direction in Direction::ALL {
                let Some(one) = board.next(at, direction) else { continue };
                next.extend(self.walk(state, at, one));
                let Some(two) = board.next(one, direction) else { continue };
                next.extend(self.push(state, [at, one, two]));
            }
        }
        next
    }

    /// The player goes from one square to another. Outside he may be anywhere.
    fn walk(&self, (boxes, player): &State, from: Square, to: Square) -> Option<State> {
        let is_there = if self.is_inside(from) { *player == Some(from) } else { player.is_none() };
        let is_free = !boxes.contains(&to);
        (is_there && is_free).then(|| (boxes.clone(), self.is_inside(to).then_some(to)))
    }

    /// He pushes a box: outside one may stand wherever it is wanted, and find room.
    ///
    /// ```text
    ///   @ b t    each of the three inside or outside
    /// ```
    fn push(&self, (boxes, player): &State, [at, from, to]: [Square; 3]) -> Option<State> {
        let is_there = if self.is_inside(at) { *player == Some(at) } else { player.is_none() };
        let mut after = boxes.clone();
        let is_box = !self.is_inside(from) || after.remove(&from);
        let fits = !self.is_inside(to) || after.insert(to);
        let was_supplied = after.len() > boxes.len();
        let is_supplied = match self.supply {
            Supply::None => !was_supplied,
            Supply::Free(most) => after.len() <= most as usize,
        };
        let can = is_there && is_box && fits && is_supplied;
        can.then(|| (after, self.is_inside(from).then_some(from)))
    }

    fn is_done(&self, (boxes, _): &State) -> bool {
        let is_goal = |s: &Square| self.level.board.is_goal(*s);
        match self.supply {
            Supply::None => boxes.iter().all(is_goal),
            Supply::Free(_) => self.area.squares.iter().all(|s| is_goal(s) == boxes.contains(s)),
        }
    }

    /// All that can follow, and which of that can still be done.
    fn living(&self, start: State) -> HashMap<State, bool> {
        let mut before: HashMap<State, Vec<State>> = HashMap::from([(start.clone(), Vec::new())]);
        let mut stack = vec![start];
        while let Some(state) = stack.pop() {
            for next in self.next(&state) {
                if !before.contains_key(&next) {
                    stack.push(next.clone());
                }
                before.entry(next).or_default().push(state.clone());
            }
        }
        let mut stack: Vec<State> = before.keys().filter(|state| self.is_done(state)).cloned().collect();
        let mut alive: HashSet<State> = stack.iter().cloned().collect();
        while let Some(state) = stack.pop() {
            let newly = before[&state].iter().filter(|&earlier| alive.insert(earlier.clone()));
            stack.extend(newly.cloned().collect::<Vec<_>>());
        }
        before.into_keys().map(|state| (state.clone(), alive.contains(&state))).collect()
    }
}

#[test]
fn dead_is_said_exactly_where_exhaustive_search_of_the_relaxation_says_so() {
    let mut random = Random::new(13);
    let (mut dead, mut alive) = (0, 0);
    for _ in 0..1000 {
        let (level, label) = random_level(&mut random);
        let areas = Areas::from_cut(&level.board, &label);
        let borders = Borders::new(&level.board, &areas);
        let most = u32::try_from(level.start.boxes.len()).unwrap().min(3);
        // With boxes supplied, a large area has more states than it is worth to look at.
        for area in areas.areas().iter().filter(|area| area.squares.len() <= 9) {
            let local = LocalArea::new(&level.board, &areas, area);
            let boxes: BTreeSet<Square> =
                level.start.boxes.iter().copied().filter(|b| area.squares.contains(b)).collect();
            if boxes.len() > most as usize {
                continue;
            }
            for supply in [Supply::None, Supply::Free(most)] {
                let relaxation = Relaxation { level: &level, areas: &areas, area, supply };
                let [mut room, mut all] =
                    [(); 2].map(|()| DeadRoom::new(&borders, &areas, area, local.clone(), supply));
                let player = (areas.area_of(level.start.player) == area.id).then_some(level.start.player);
                let mut states: Vec<(State, bool)> = relaxation.living((boxes.clone(), player)).into_iter().collect();
                // What was asked before is remembered, so the order matters.
                states.sort();
                for ((boxes, player), lives) in states {
                    let state = room.state(local.boxes(boxes.iter().copied()), player.map(|p| local.number(p)));
                    let said = room.is_dead(state, usize::MAX, |_| 0, |_, _| true, &mut Meter::unlimited());
                    let context = || format!("{boxes:?} {player:?}, {supply:?}, {label:?}\n{:?}", level.grid);
                    assert_eq!(said, Ok(!lives), "{}", context());
                    let said = all.is_dead_among_all(state, |_, _| true, &mut Meter::unlimited());
                    assert_eq!(said, Ok(!lives), "among all: {}", context());
                    *if lives { &mut alive } else { &mut dead } += 1;
                }
            }
        }
    }
    assert!(dead > 5000 && alive > 5000, "{dead} dead, {alive} alive");
}
