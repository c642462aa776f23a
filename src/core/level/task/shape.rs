//! The shape of a task: which operators are moves and which pushes, found by what they change.

use super::layout::Neighbours;
use crate::strips::{Fact, Operator, Task};
use indexmap::IndexSet;
use rustc_hash::{FxHashMap, FxHashSet};

/// Number of a family: facts that differ in one object alone.
pub(super) type Family = usize;

/// An operator that is a move, or the push of a box whose facts are of a family.
#[derive(Clone, Copy, Debug)]
pub(super) struct TaskStep {
    pub operator: usize,
    pub from: usize,
    pub to: usize,
    pub pushed: Option<(Family, usize)>,
}

/// What the operators of a task say.
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
