//! A board of places that are only known by their neighbours: a row and a column for each.

use crate::level::Direction;
use crate::run::{Meter, Stop};
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Places tried before a layout is given up: enough for boards whose names or ways guide it.
const MOST_TRIES: usize = 2_000_000;

/// Places by number: their names, which pairs are neighbours, and which three lie in a line.
#[derive(Default)]
pub(super) struct Neighbours<'t> {
    pub names: IndexSet<&'t str>,
    /// The words of each move besides its two places: its direction, if the task has directions.
    pub moves: BTreeMap<(usize, usize), String>,
    pub lines: FxHashSet<[usize; 3]>,
}

pub(super) type Place = (isize, isize);

impl Neighbours<'_> {
    /// Returns a row and a column for each place that the player reaches from `start`; `None` for other places, or if there is no
    /// board with just these neighbours and lines.
    pub(super) fn layout(&self, start: usize, meter: &Meter) -> Result<Option<Vec<Option<Place>>>, Stop> {
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); self.names.len()];
        self.moves.keys().for_each(|&(from, to)| next[from].push(to));
        let mut lines: Vec<Vec<[usize; 3]>> = vec![Vec::new(); self.names.len()];
        self.lines.iter().for_each(|line| line.iter().for_each(|&place| lines[place].push(*line)));
        // 1. The places in the order of their distance, each with a neighbour that comes before it.
        let mut order = vec![(start, start)];
        let mut seen = FxHashSet::from_iter([start]);
        let mut at = 0;
        while let Some(&(from, _)) = order.get(at) {
            order.extend(next[from].iter().filter(|to| seen.insert(**to)).map(|&to| (to, from)));
            at += 1;
        }
        // 2. Depth first: each place beside that neighbour, on the first side where all known neighbours and lines fit.
        let compass = self.compass();
        let mut map = Map { of: vec![None; self.names.len()], at: FxHashMap::default() };
        let mut sides: Vec<Vec<Place>> = vec![vec![(0, 0)]];
        for tries in 0..MOST_TRIES {
            if tries % 1024 == 0 {
                meter.check()?;
            }
            let depth = sides.len();
            let Some(left) = sides.last_mut() else { return Ok(None) };
            let (place, _) = order[depth - 1];
            map.take_off(place);
            let Some(side) = left.pop() else {
                sides.pop();
                continue;
            };
            map.put(place, side);
            if !self.fits(place, side, &map, &next[place], compass.as_ref())
                || !lines[place].iter().all(|l| map.is_straight(l))
            {
                continue;
            }
            let Some(&(place, from)) = order.get(depth) else { return Ok(Some(map.of)) };
            let Some((row, column)) = map.of[from] else { return Ok(None) };
            let known = compass.as_ref().and_then(|compass| compass.get(self.moves[&(from, place)].as_str()));
            let all = known.map_or(Direction::ALL.to_vec(), |direction| vec![*direction]);
            let mut all: Vec<Place> = all.into_iter().map(Direction::delta).collect();
            // The last side of the list is tried first: that of the row and column at the end of the names, if they have them.
            let named = self.named(from, place);
            all.sort_by_key(|delta| Some(*delta) == named);
            sides.push(all.into_iter().map(|(down, right)| (row + down, column + right)).collect());
        }
        Ok(None)
    }

    /// Returns the direction of each kind of move; `None` if the kinds are not up to four pairs of opposites.
    fn compass(&self) -> Option<FxHashMap<&str, Direction>> {
        let kinds: IndexSet<&str> = self.moves.values().map(String::as_str).collect();
        let mut back: FxHashMap<&str, &str> = FxHashMap::default();
        for (&(from, to), kind) in &self.moves {
            let other = self.moves.get(&(to, from))?.as_str();
            if *back.entry(kind).or_insert(other) != other || other == kind {
                return None;
            }
        }
        // The words for directions only choose which of the turned and mirrored boards is shown.
        let words = [["up", "north"], ["left", "west"], ["down", "south"], ["right", "east"]];
        let said = |kind: &str| {
            let own = |word: &&str| !kinds.iter().all(|other| other.split(' ').any(|one| one == *word));
            let own: Vec<&str> = kind.split(' ').filter(own).collect();
            let is_said = |direction: &Direction| {
                words[direction.index()].iter().any(|word| own.iter().any(|own| own.contains(word)))
            };
            Direction::ALL.into_iter().find(is_said)
        };
        let by_words: Option<FxHashMap<&str, Direction>> =
            kinds.iter().map(|kind| Some((*kind, said(kind)?))).collect();
        let is_good = |compass: &FxHashMap<&str, Direction>| {
            compass.values().collect::<FxHashSet<_>>().len() == compass.len()
                && compass.iter().all(|(kind, direction)| compass[back[kind]] == direction.opposite())
        };
        if let Some(compass) = by_words.filter(is_good) {
            return Some(compass);
        }
        let mut compass = FxHashMap::default();
        let mut free = [Direction::Right, Direction::Down].into_iter();
        for kind in kinds {
            if !compass.contains_key(kind) {
                let direction = free.next()?;
                compass.extend([(kind, direction), (back[kind], direction.opposite())]);
            }
        }
        Some(compass)
    }

    /// True if the places around a side are the neighbours of the place that have one, in their directions.
    fn fits(
        &self,
        place: usize,
        side: Place,
        map: &Map,
        next: &[usize],
        compass: Option<&FxHashMap<&str, Direction>>,
    ) -> bool {
        let mut found = 0;
        for direction in Direction::ALL {
            let (down, right) = direction.delta();
            let Some(&other) = map.at.get(&(side.0 + down, side.1 + right)) else { continue };
            let Some(kind) = self.moves.get(&(place, other)).filter(|_| self.moves.contains_key(&(other, place)))
            else {
                return false;
            };
            if compass.is_some_and(|compass| compass[kind.as_str()] != direction) {
                return false;
            }
            found += 1;
        }
        map.at[&side] == place && found == next.iter().filter(|other| map.of[**other].is_some()).count()
    }

    /// Returns the difference of the last two numbers in the names of two places.
    fn named(&self, from: usize, to: usize) -> Option<Place> {
        let numbers = |place: usize| {
            let name = *self.names.get_index(place)?;
            let mut numbers = name.rsplit(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse::<isize>().ok());
            let column = numbers.next()?;
            Some((numbers.next()?, column))
        };
        let (from, to) = (numbers(from)?, numbers(to)?);
        Some((to.0.checked_sub(from.0)?, to.1.checked_sub(from.1)?))
    }
}

/// Places that have a side so far.
struct Map {
    of: Vec<Option<Place>>,
    at: FxHashMap<Place, usize>,
}

impl Map {
    fn put(&mut self, place: usize, side: Place) {
        // Where another place is, this one does not fit; the caller sees it by the entry that stays.
        self.at.entry(side).or_insert(place);
        self.of[place] = Some(side);
    }

    fn take_off(&mut self, place: usize) {
        if let Some(side) = self.of[place].take()
            && self.at.get(&side) == Some(&place)
        {
            self.at.remove(&side);
        }
    }

    fn is_straight(&self, line: &[usize; 3]) -> bool {
        let [Some(a), Some(b), Some(c)] = line.map(|place| self.of[place]) else { return true };
        (b.0 - a.0, b.1 - a.1) == (c.0 - b.0, c.1 - b.1)
    }
}
