//! The shape of a task: which operators are moves and which pushes, found by what they change; and a board of its places, which
//! are only known by their neighbours: a row and a column for each.

use crate::level::Direction;
use crate::run::{Meter, Stop};
use crate::strips::{Fact, Operator, Task};
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Number of a family: facts that differ in one object alone.
type Family = usize;

/// An operator that is a move, or the push of a box whose facts are of a family.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaskStep {
    pub operator: usize,
    pub from: usize,
    pub to: usize,
    pub pushed: Option<(Family, usize)>,
}

pub(super) struct Shape<'t> {
    /// Words of families, with `_` for the object.
    pub families: IndexSet<String>,
    pub player: Family,
    /// Where the player is at the start.
    pub start: usize,
    /// Facts that say of a place that it is free.
    pub clear: Family,
    pub boxes: FxHashSet<Family>,
    pub steps: Vec<TaskStep>,
    /// Facts that say of a box that it is on a goal: for each the places where a push adds it, and where a push deletes it.
    pub marks: FxHashMap<&'t str, [FxHashSet<usize>; 2]>,
    pub neighbours: Neighbours<'t>,
}

/// Returns the families of a fact, each with the object that it leaves open.
pub(super) fn open(fact: &str) -> impl Iterator<Item = (String, &str)> {
    let words: Vec<&str> = fact.split(' ').collect();
    let first = 1 + usize::from(words[0] == "not");
    (first..words.len()).map(move |at| {
        let mut masked = words.clone();
        masked[at] = "_";
        (masked.join(" "), words[at])
    })
}

impl<'t> Shape<'t> {
    /// Finds the shape of a task; the error says what is not Sokoban.
    pub(super) fn of(task: &'t Task) -> Result<Self, String> {
        let mut families = IndexSet::new();
        let mut names: IndexSet<&str> = IndexSet::new();
        let open: Vec<Vec<(Family, usize)>> = task
            .facts
            .iter()
            .map(|fact| open(fact).map(|(f, o)| (families.insert_full(f).0, names.insert_full(o).0)).collect())
            .collect();
        let facts = Facts { task, open };
        // 1. The player: what every operator takes from one place to another, and what is at one place at the start.
        let mut movers: FxHashMap<Family, usize> = FxHashMap::default();
        for operator in &task.operators {
            let moved: FxHashSet<Family> = facts.carried(operator).map(|carried| carried.family).collect();
            moved.into_iter().for_each(|family| *movers.entry(family).or_default() += 1);
        }
        let everywhere = |family: &Family| movers[family] == task.operators.len();
        let places =
            |family: Family| task.init.iter().filter_map(|fact| facts.object(*fact, family)).collect::<Vec<_>>();
        let is_at_one = |family: &Family| places(*family).len() == 1;
        let player = movers.keys().copied().filter(everywhere).filter(is_at_one).min();
        let player = player.ok_or("no object is moved by every action, as the player is")?;
        let start = places(player)[0];
        // 2. Moves and pushes: a push takes something else on from where the player goes.
        let mut steps = Vec::with_capacity(task.operators.len());
        for (number, operator) in task.operators.iter().enumerate() {
            let mut own = facts.carried(operator).filter(|carried| carried.family == player);
            let (Some(Carried { from, to, .. }), None) = (own.next(), own.next()) else {
                return Err(format!("`{}` moves the player twice", operator.name));
            };
            let is_pushed = |carried: &Carried| carried.family != player && carried.from == to && carried.to != from;
            let mut pushed = facts.carried(operator).filter(is_pushed).map(|carried| (carried.family, carried.to));
            let step = TaskStep { operator: number, from, to, pushed: pushed.next() };
            if pushed.next().is_some() {
                return Err(format!("`{}` pushes two objects", operator.name));
            }
            steps.push(step);
        }
        // 3. What a move needs besides the player: that the place is free.
        let needs = |step: &TaskStep| {
            let mut needs = task.operators[step.operator].pre.iter().flat_map(|fact| &facts.open[fact.index()]);
            needs.find(|(family, object)| *family != player && *object == step.to).map(|(family, _)| *family)
        };
        let clear = steps.iter().filter(|step| step.pushed.is_none()).find_map(needs);
        let clear = clear.ok_or("no action moves the player to a free square")?;
        let boxes: FxHashSet<Family> = steps.iter().filter_map(|step| Some(step.pushed?.0)).collect();
        if boxes.is_empty() {
            return Err("no action pushes a box".to_owned());
        }
        let mut shape = Self {
            families,
            player,
            start,
            clear,
            boxes,
            steps,
            marks: FxHashMap::default(),
            neighbours: Neighbours::default(),
        };
        shape.check(&facts)?;
        shape.neighbours.names = names;
        for TaskStep { operator, from, to, pushed } in &shape.steps {
            let places = [*from, *to].map(|place| shape.neighbours.names[place]);
            let mut kind = task.operators[*operator].name.split(' ').map(|w| if places.contains(&w) { "_" } else { w });
            match pushed {
                Some((_, end)) => _ = shape.neighbours.lines.insert([*from, *to, *end]),
                None => _ = shape.neighbours.moves.insert((*from, *to), itertools::join(&mut kind, " ")),
            }
        }
        Ok(shape)
    }

    /// Checks that steps need and change nothing but the player, the box, what is free, and marks of goals.
    fn check(&mut self, facts: &Facts<'t>) -> Result<(), String> {
        let mut counts_player = None;
        let is_negative = self.families[self.clear].starts_with("not ");
        let all = (0..facts.task.facts.len() as u32).map(Fact);
        let known_clear: FxHashSet<usize> = all.filter_map(|fact| facts.object(fact, self.clear)).collect();
        for step in &self.steps {
            let operator = &facts.task.operators[step.operator];
            let named = |fact: &Fact| &*facts.task.facts[fact.index()];
            let end = step.pushed.map_or(step.to, |(_, end)| end);
            let mut needed = vec![(self.player, step.from), (self.clear, end)];
            needed.extend(step.pushed.map(|(family, _)| (family, step.to)));
            let is_in = |fact: &Fact, needed: &(Family, usize)| facts.open[fact.index()].contains(needed);
            if let Some(other) = operator.pre.iter().find(|fact| !needed.iter().any(|needed| is_in(fact, needed))) {
                return Err(format!("`{}` needs `{}`", operator.name, named(other)));
            }
            // What never becomes false is in no condition; only negative ones are left out.
            let is_left_out = is_negative && !known_clear.contains(&end);
            if operator.pre.len() + usize::from(is_left_out) != needed.len() {
                return Err(format!("`{}` does not need a free square before the player or box", operator.name));
            }
            let free =
                |list: &[Fact]| list.iter().filter_map(|fact| facts.object(*fact, self.clear)).collect::<Vec<_>>();
            // The player's own square counts as free in some tasks, and not in others.
            let counts = match (&free(&operator.add)[..], &free(&operator.del)[..], step.pushed) {
                ([], [], None) => Some(false),
                ([place], [gone], Some(_)) if *place == step.to && *gone == end => Some(false),
                ([place], [gone], _) if *place == step.from && *gone == end => Some(true),
                _ => None,
            };
            if !is_negative && (counts.is_none() || *counts_player.get_or_insert(counts) != counts) {
                return Err(format!("`{}` frees other squares than Sokoban's moves do", operator.name));
            }
            let known = |fact: &&Fact| {
                let mut families = facts.open[fact.index()].iter().map(|(family, _)| *family);
                families.any(|family| {
                    family == self.player || family == self.clear || step.pushed.is_some_and(|(own, _)| own == family)
                })
            };
            for (list, side) in [(&operator.add, 0), (&operator.del, 1)] {
                for fact in list.iter().filter(|fact| !known(fact)) {
                    let Some((_, end)) = step.pushed else {
                        return Err(format!("`{}` changes `{}`", operator.name, named(fact)));
                    };
                    self.marks.entry(named(fact)).or_default()[side].insert(end);
                }
            }
        }
        Ok(())
    }
}

/// A fact that an operator replaces by another of its family.
#[derive(Clone, Copy, Debug)]
struct Carried {
    family: Family,
    from: usize,
    to: usize,
}

struct Facts<'t> {
    task: &'t Task,
    /// For each fact its families, each with the object that it leaves open.
    open: Vec<Vec<(Family, usize)>>,
}

impl Facts<'_> {
    fn object(&self, fact: Fact, family: Family) -> Option<usize> {
        self.open[fact.index()].iter().find(|(of, _)| *of == family).map(|(_, object)| *object)
    }

    fn carried<'a>(&'a self, operator: &'a Operator) -> impl Iterator<Item = Carried> + 'a {
        let gone = operator.del.iter().filter(|fact| operator.pre.contains(fact));
        let gone = gone.flat_map(|fact| self.open[fact.index()].iter().copied());
        gone.flat_map(move |(family, from)| {
            let to = operator.add.iter().filter_map(move |fact| self.object(*fact, family));
            to.filter(move |to| *to != from).map(move |to| Carried { family, from, to })
        })
    }
}

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
    /// Returns row and column of each place that the player reaches from `start`, if a board has these neighbours and lines.
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
