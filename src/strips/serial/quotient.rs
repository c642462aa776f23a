//! The quotient of a task by its subjects, grounded once: each subject's projection is this task with the facts of that
//! subject, and all other subjects only in what they make of the shared facts. Readers of tasks get it as a [`Projection`].

use super::subjects::Subjects;
use crate::ground::{Constant, GroundError, ground_with};
use crate::pddl::{Atom, Domain, Problem};
use crate::run::{Meter, Stop};
use crate::state::Rows;
use crate::task::{Fact, Task};
use fixedbitset::FixedBitSet;
use indexmap::IndexSet;
use itertools::Itertools;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// Class of facts and operators without a subject.
pub(super) const SHARED: u32 = u32::MAX;

pub(super) const NO_OPERATOR: u32 = u32::MAX;

/// A subject, or all that is shared.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub name: String,
    pub class: u32,
    /// Facts of its class to reach; for what is shared, the shared goals.
    pub goal: Vec<Fact>,
}

/// A state: the shared facts, and those of each member.
#[derive(Clone, Debug)]
pub(super) struct World {
    pub shared: FixedBitSet,
    pub own: Vec<FixedBitSet>,
}

impl World {
    pub(super) fn of(&self, member: usize) -> FixedBitSet {
        let mut facts = self.shared.clone();
        facts.union_with(&self.own[member]);
        facts
    }
}

#[derive(Debug)]
pub(super) struct Quotient {
    pub task: Task,
    pub class_of_fact: Vec<u32>,
    pub class_of_operator: Vec<u32>,
    pub alone: Vec<Alone>,
    /// The subjects, then what is shared.
    pub members: Vec<Member>,
    pub start: World,
    needed_by: Rows,
    /// Operators by the fact that they are found under.
    pub found_by: Rows,
    /// Operators without preconditions.
    pub always: Vec<u32>,
}

/// A task in which one subject of each class stands for all, at all their places at once.
#[derive(Clone, Debug, Default)]
pub struct Projection {
    /// The grounded task; facts that never change but by their addition are kept.
    pub task: Task,
    /// For each subject the one that stands for it.
    pub stands_in: FxHashMap<String, String>,
}

impl Projection {
    /// Grounds the projection of a problem; without subjects this is the problem itself.
    pub fn new(domain: &Domain, problem: &Problem, meter: &mut Meter) -> Result<Self, GroundError> {
        let Some(subjects) = Subjects::of(domain, problem) else {
            return Ok(Self { task: ground_with(domain, problem, Constant::Kept, meter)?, ..Self::default() });
        };
        let task = ground_with(domain, &subjects.quotient(problem), Constant::Kept, meter)?;
        let members =
            subjects.classes.iter().flat_map(|class| class.iter().map(|name| (name.clone(), class[0].clone())));
        Ok(Self { task, stands_in: members.collect() })
    }
}

/// What a delete relaxation reaches.
pub(super) struct Reached {
    pub facts: FixedBitSet,
    pub operators: FixedBitSet,
    /// For each fact its number in the order of their distance.
    pub rank: Vec<u32>,
    /// For each fact the operator that reached it.
    pub support: Vec<u32>,
}

impl Quotient {
    pub(super) fn new(
        subjects: &Subjects,
        domain: &Domain,
        problem: &Problem,
        meter: &mut Meter,
    ) -> Result<Self, GroundError> {
        let task = ground_with(domain, &subjects.quotient(problem), Constant::Kept, meter)?;
        let class = |text: &String| {
            let mut words = text.split(' ').skip(1 + usize::from(text.starts_with("not ")));
            words.find_map(|word| subjects.class_of.get(word)).map_or(SHARED, |&class| class as u32)
        };
        let class_of_fact: Vec<u32> = task.facts.iter().map(class).collect();
        let class_of_operator: Vec<u32> = task.operators.iter().map(|operator| class(&operator.name)).collect();
        // 1. The members, with their goals.
        let numbers: FxHashMap<&str, Fact> =
            (0..).map(Fact).zip(&task.facts).map(|(fact, name)| (&**name, fact)).collect();
        let number = |atom: &Atom, sign: &str| {
            let text = format!("{sign}{atom}").replace(['(', ')'], "");
            numbers.get(text.as_str()).copied()
        };
        let names =
            subjects.classes.iter().zip(0..).flat_map(|(names, class)| names.iter().map(move |name| (name, class)));
        let mut members: Vec<Member> =
            names.map(|(name, class)| Member { name: name.clone(), class, goal: Vec::new() }).collect();
        members.push(Member { name: String::new(), class: SHARED, goal: Vec::new() });
        let place: FxHashMap<String, usize> =
            members.iter().zip(0..).map(|(m, number)| (m.name.clone(), number)).collect();
        let shared = members.len() - 1;
        for goal in &problem.goal {
            let (subject, atom) = subjects.split(&goal.atom);
            let member = subject.map_or(shared, |name| place[name]);
            members[member].goal.extend(number(&atom, if goal.positive { "" } else { "not " }));
        }
        // 2. The start: complements hold where their facts do not.
        let mut own = vec![FixedBitSet::with_capacity(task.facts.len()); members.len()];
        for atom in &problem.init {
            let (subject, atom) = subjects.split(atom);
            let member = subject.map_or(shared, |name| place[name]);
            own[member].extend(number(&atom, "").map(Fact::index));
        }
        for (name, complement) in task.facts.iter().zip(0..) {
            let Some(fact) = name.strip_prefix("not ").and_then(|name| numbers.get(name)) else { continue };
            let of_class = members.iter().zip(&mut own).filter(|(member, _)| member.class == class_of_fact[complement]);
            of_class.filter(|(_, facts)| !facts.contains(fact.index())).for_each(|(_, facts)| facts.insert(complement));
        }
        // What is shared is kept once: members change it.
        let of_none = std::mem::replace(&mut own[shared], FixedBitSet::with_capacity(task.facts.len()));
        let start = World { shared: of_none, own };
        let alone = |class: u32| {
            let starts = members.iter().zip(&start.own).filter(|(member, _)| member.class == class);
            let operators = class_of_operator.iter().zip(0..).filter(|(of, _)| **of == class);
            let is_own = |fact: Fact| class_of_fact[fact.index()] == class;
            Alone::new(&task, is_own, operators.map(|(_, number)| number), starts.map(|(_, own)| own), meter)
        };
        let alone = (0..subjects.classes.len() as u32).map(alone).collect::<Result<_, Stop>>()?;
        // 3. Operators by their preconditions; found under the one of whose predicate the fewest facts hold.
        let held = start.own.iter().chain([&start.shared]).flat_map(FixedBitSet::ones);
        let crowd = held.map(|fact| predicate(&task.facts[fact])).counts();
        let crowd_of = |name: &String| crowd.get(&predicate(name)).copied().unwrap_or(0);
        let crowds: Vec<usize> = task.facts.iter().map(crowd_of).collect();
        let key = |pre: &[Fact]| pre.iter().copied().min_by_key(|fact| crowds[fact.index()]).map(|fact| fact.0);
        let needed_by = Rows::from_rows(task.operators.iter().map(|o| o.pre.iter().map(|fact| fact.0)));
        Ok(Self {
            needed_by: needed_by.transposed(task.facts.len()),
            found_by: Rows::from_rows(task.operators.iter().map(|o| key(&o.pre))).transposed(task.facts.len()),
            always: (0..).zip(&task.operators).filter(|(_, o)| o.pre.is_empty()).map(|(number, _)| number).collect(),
            task,
            class_of_fact,
            class_of_operator,
            alone,
            members,
            start,
        })
    }

    fn is_of(&self, operator: u32, member: usize) -> bool {
        let class = self.class_of_operator[operator as usize];
        class == SHARED || class == self.members[member].class
    }

    /// Returns the name of an operator as a step of a member.
    pub(super) fn name(&self, member: usize, operator: u32) -> String {
        let name = &self.task.operators[operator as usize].name;
        if self.class_of_operator[operator as usize] == SHARED {
            return name.clone();
        }
        let Member { name: subject, class, .. } = &self.members[member];
        let first = &self.members.iter().find(|other| other.class == *class).unwrap_or(&self.members[member]).name;
        let mut words = name.split(' ');
        let action = words.next().unwrap_or_default().to_owned();
        words.map(|word| if word == first { subject } else { word }).fold(action, |text, word| text + " " + word)
    }

    pub(super) fn is_shared(&self, fact: Fact) -> bool {
        self.class_of_fact[fact.index()] == SHARED
    }

    /// Returns what a member's relaxation reaches; of operators of others only the shared facts count.
    pub(super) fn reached(&self, member: usize, from: &FixedBitSet, others: &[u32]) -> Reached {
        let own = self.task.operators.len();
        let operator = |number: u32| match (number as usize).checked_sub(own) {
            None => number as usize,
            Some(other) => others[other] as usize,
        };
        let mut unmet: Vec<u32> = self.task.operators.iter().map(|operator| operator.pre.len() as u32).collect();
        let mut users: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut facts = FixedBitSet::with_capacity(self.task.facts.len());
        let mut reached = FixedBitSet::with_capacity(own + others.len());
        let mut support = vec![NO_OPERATOR; self.task.facts.len()];
        let mut queue: Vec<u32> = from.ones().map(|fact| fact as u32).collect();
        queue.iter().for_each(|&fact| facts.insert(fact as usize));
        let mut ready = self.always.clone();
        for (&other, number) in others.iter().zip(own as u32..) {
            let shared = self.task.operators[other as usize].pre.iter().filter(|fact| self.is_shared(**fact));
            let needs = shared.inspect(|fact| users.entry(fact.0).or_default().push(number)).count();
            unmet.push(needs as u32);
            ready.extend((needs == 0).then_some(number));
        }
        let mut settled = 0;
        loop {
            for number in ready.drain(..) {
                let is_other = number as usize >= own;
                if !is_other && !self.is_of(number, member) {
                    continue;
                }
                reached.insert(number as usize);
                for &fact in &self.task.operators[operator(number)].add {
                    if (!is_other || self.is_shared(fact)) && !facts.put(fact.index()) {
                        support[fact.index()] = number;
                        queue.push(fact.0);
                    }
                }
            }
            let Some(&fact) = queue.get(settled) else { break };
            settled += 1;
            let more = users.get(&fact).map_or(&[][..], Vec::as_slice);
            for &number in self.needed_by.row(fact as usize).iter().chain(more) {
                unmet[number as usize] -= 1;
                if unmet[number as usize] == 0 {
                    ready.push(number);
                }
            }
        }
        let mut rank = vec![u32::MAX; self.task.facts.len()];
        queue.iter().zip(0..).for_each(|(&fact, number)| rank[fact as usize] = number);
        Reached { facts, operators: reached, rank, support }
    }
}

impl Reached {
    /// Returns the facts of the start from which the goal of a member and some operators follow.
    pub(super) fn leaves(&self, quotient: &Quotient, member: usize, operators: &[u32]) -> Vec<u32> {
        let pre = |operator: u32| &quotient.task.operators[operator as usize].pre;
        let mut stack: Vec<Fact> = operators.iter().flat_map(|operator| pre(*operator)).copied().collect();
        stack.extend(&quotient.members[member].goal);
        let mut seen = FixedBitSet::with_capacity(self.support.len());
        let mut leaves = Vec::new();
        while let Some(fact) = stack.pop() {
            match self.support[fact.index()] {
                _ if seen.put(fact.index()) => {}
                NO_OPERATOR => leaves.push(fact.0),
                operator => stack.extend(pre(operator)),
            }
        }
        leaves
    }
}

fn predicate(fact: &str) -> String {
    let words = if fact.starts_with("not ") { 2 } else { 1 };
    fact.split(' ').take(words).collect()
}

pub(super) type Facts = SmallVec<[u32; 8]>;

pub(super) const FAR: u32 = u32::MAX;

/// More states of one subject are a puzzle of its own.
pub(super) const MOST_STATES: usize = 1 << 18;

/// The states of the subjects of one class alone, whatever all else does, by all operators that change them.
#[derive(Debug, Default)]
pub(super) struct Alone {
    pub states: IndexSet<Facts, FxBuildHasher>,
    /// For each state the operators that change it, ascending, with the next state.
    pub next: Vec<Vec<(u32, u32)>>,
    /// The same backward.
    pub before: Vec<Vec<(u32, u32)>>,
    /// Whether there are too many; then none is stored.
    pub is_cut: bool,
}

impl Alone {
    fn new<'s>(
        task: &Task,
        is_own: impl Fn(Fact) -> bool,
        operators: impl Iterator<Item = u32>,
        starts: impl Iterator<Item = &'s FixedBitSet>,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let own = |facts: &[Fact]| facts.iter().filter(|fact| is_own(**fact)).map(|fact| fact.0).collect::<Facts>();
        // 1. The operators that change the subject, by their first own precondition.
        let mut by_fact: FxHashMap<u32, Vec<(u32, [Facts; 3])>> = FxHashMap::default();
        for number in operators {
            let operator = &task.operators[number as usize];
            let [pre, add, del] = [&operator.pre, &operator.add, &operator.del].map(|facts| own(facts));
            if !add.is_empty() || !del.is_empty() {
                by_fact.entry(pre.first().copied().unwrap_or(FAR)).or_default().push((number, [pre, add, del]));
            }
        }
        // 2. Forward to all states.
        let mut alone = Self { states: starts.map(state_of).collect(), ..Self::default() };
        while let Some(state) = alone.states.get_index(alone.next.len()).cloned() {
            // Thousands of states take a millisecond.
            if alone.next.len().is_multiple_of(1024) {
                meter.check()?;
            }
            let mut steps = Vec::new();
            for (number, [pre, add, del]) in state.iter().chain([&FAR]).filter_map(|fact| by_fact.get(fact)).flatten() {
                if !pre.iter().all(|fact| state.contains(fact)) {
                    continue;
                }
                let mut after: Facts =
                    state.iter().copied().filter(|fact| !del.contains(fact) && !add.contains(fact)).collect();
                after.extend(add.iter().copied());
                after.sort_unstable();
                steps.push((*number, alone.states.insert_full(after).0 as u32));
            }
            if alone.states.len() > MOST_STATES {
                return Ok(Self { is_cut: true, ..Self::default() });
            }
            steps.sort_unstable();
            alone.next.push(steps);
        }
        // 3. Backward.
        alone.before = vec![Vec::new(); alone.next.len()];
        for (steps, from) in alone.next.iter().zip(0..) {
            steps.iter().for_each(|&(operator, to)| alone.before[to as usize].push((operator, from)));
        }
        Ok(alone)
    }

    /// Returns the operators that change a subject in some state.
    pub(super) fn steps(&self, own: &FixedBitSet) -> &[(u32, u32)] {
        self.states.get_index_of(&state_of(own)).map_or(&[], |state| &self.next[state])
    }
}

pub(super) fn state_of(own: &FixedBitSet) -> Facts {
    own.ones().map(|fact| fact as u32).collect()
}
