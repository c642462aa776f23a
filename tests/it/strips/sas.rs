//! Tasks in finite-domain variables, read back by a reader that shares nothing with the writer.

use super::domains::grounded;
use super::random;
use sokoplan::run::{Meter, Random};
use sokoplan::strips::{Task, write_sas};
use std::collections::{BTreeMap, BTreeSet};

type Condition = Vec<(usize, usize)>;

struct Effect {
    condition: Condition,
    variable: usize,
    before: Option<usize>,
    after: usize,
}

struct Operator {
    name: String,
    prevail: Condition,
    effects: Vec<Effect>,
    cost: u32,
}

/// A file of Fast Downward's translator, version 3, without mutex groups and axioms.
struct Sas {
    values: Vec<Vec<String>>,
    start: Vec<usize>,
    goal: Condition,
    operators: Vec<Operator>,
}

/// The lines of a file, with what is expected next.
struct Lines<'a>(std::str::Lines<'a>);

impl<'a> Lines<'a> {
    fn line(&mut self) -> &'a str {
        self.0.next().expect("the file ends too early")
    }

    fn word(&mut self, word: &str) {
        assert_eq!(self.line(), word);
    }

    fn number(&mut self) -> usize {
        self.line().parse().unwrap()
    }

    fn pairs(&mut self) -> Condition {
        (0..self.number()).map(|_| pair(self.line())).collect()
    }
}

fn numbers(line: &str) -> Vec<i64> {
    line.split(' ').map(|word| word.parse().unwrap()).collect()
}

fn pair(line: &str) -> (usize, usize) {
    let [variable, value] = numbers(line)[..] else { panic!("no pair: {line}") };
    (variable as usize, value as usize)
}

fn effect(line: &str) -> Effect {
    let all = numbers(line);
    let conditions = all[0] as usize;
    let condition = all[1..=2 * conditions].chunks(2).map(|pair| (pair[0] as usize, pair[1] as usize)).collect();
    let [variable, before, after] = all[2 * conditions + 1..] else { panic!("no effect: {line}") };
    let before = usize::try_from(before).ok();
    Effect { condition, variable: variable as usize, before, after: after as usize }
}

fn read(text: &str) -> Sas {
    let mut lines = Lines(text.lines());
    ["begin_version", "3", "end_version", "begin_metric"].into_iter().for_each(|word| lines.word(word));
    assert!(lines.number() <= 1);
    lines.word("end_metric");
    let mut values = Vec::new();
    for _ in 0..lines.number() {
        lines.word("begin_variable");
        lines.line();
        lines.word("-1");
        values.push((0..lines.number()).map(|_| lines.line().to_owned()).collect());
        lines.word("end_variable");
    }
    lines.word("0");
    lines.word("begin_state");
    let start = values.iter().map(|_| lines.number()).collect();
    lines.word("end_state");
    lines.word("begin_goal");
    let goal = lines.pairs();
    lines.word("end_goal");
    let mut operators = Vec::new();
    for _ in 0..lines.number() {
        lines.word("begin_operator");
        let (name, prevail) = (lines.line().to_owned(), lines.pairs());
        let effects = (0..lines.number()).map(|_| effect(lines.line())).collect();
        operators.push(Operator { name, prevail, effects, cost: lines.number() as u32 });
        lines.word("end_operator");
    }
    lines.word("0");
    assert_eq!(lines.0.next(), None);
    Sas { values, start, goal, operators }
}

impl Sas {
    fn successor(&self, state: &[usize], operator: &Operator) -> Option<Vec<usize>> {
        let holds = |condition: &Condition| condition.iter().all(|&(variable, value)| state[variable] == value);
        let is_before = |effect: &Effect| effect.before.is_none_or(|value| state[effect.variable] == value);
        let is_applicable = holds(&operator.prevail) && operator.effects.iter().all(is_before);
        is_applicable.then(|| {
            let mut next = state.to_vec();
            for effect in operator.effects.iter().filter(|effect| holds(&effect.condition)) {
                assert!(effect.after < self.values[effect.variable].len());
                next[effect.variable] = effect.after;
            }
            next
        })
    }

    /// The facts of a state, by name.
    fn facts(&self, state: &[usize]) -> BTreeSet<String> {
        let names = self.values.iter().zip(state).filter_map(|(values, &value)| values[value].strip_prefix("Atom "));
        let plain =
            |name: &str| name.replace("not-", "not ").replace(['(', ','], " ").replace(')', "").replace("  ", " ");
        names.map(|name| plain(name).trim_end().to_owned()).filter(|name| name != "reachable").collect()
    }
}

/// Walks at random, and compares in every state the facts, the goal, and what each operator does.
fn compare(task: &Task, seed: u64) {
    let sas = read(&write_sas(task, &Meter::unlimited()).unwrap());
    let mut random = Random::new(seed);
    let names = |facts: &random::Facts| facts.iter().map(|fact| task.facts[fact.index()].clone()).collect();
    let (mut state, mut values) = (task.init.iter().copied().collect::<random::Facts>(), sas.start.clone());
    for _ in 0..60 {
        let here: BTreeSet<String> = names(&state);
        assert_eq!(sas.facts(&values), here);
        let is_goal = sas.goal.iter().all(|&(variable, value)| values[variable] == value);
        assert_eq!(is_goal, random::is_goal(task, &state), "{task:?}");
        // Operators by name, cost and the facts after them; those that change nothing may be left out.
        let mut strips: BTreeMap<_, _> = BTreeMap::new();
        for (number, operator) in task.operators.iter().enumerate() {
            if let Some(next) = random::after(task, &state, number).filter(|next| *next != state) {
                let name = if operator.name.is_empty() { "hidden" } else { &operator.name };
                strips.insert((name.to_owned(), operator.cost, names(&next)), next);
            }
        }
        let mut found: BTreeMap<_, _> = BTreeMap::new();
        for operator in &sas.operators {
            if let Some(next) = sas.successor(&values, operator).filter(|next| *next != values) {
                found.insert((operator.name.clone(), operator.cost, sas.facts(&next)), next);
            }
        }
        assert_eq!(found.keys().collect::<Vec<_>>(), strips.keys().collect::<Vec<_>>(), "{task:?}");
        if strips.is_empty() {
            break;
        }
        let key = strips.keys().nth(random.below(strips.len())).unwrap().clone();
        (state, values) = (strips[&key].clone(), found[&key].clone());
    }
}

#[test]
fn operators_do_the_same_in_finite_domain_variables() {
    for (domain, problem) in [
        ("blocks", "p03"),
        ("gripper", "p02"),
        ("logistics", "p01"),
        ("ferry", "p02"),
        ("lift", "p01"),
        ("lamps", "p01"),
    ] {
        (0..10).for_each(|seed| compare(&grounded(domain, problem), seed));
    }
    (0..300).for_each(|seed| compare(&random::task(seed, 7, 12), seed));
}

#[test]
fn facts_of_which_one_holds_are_one_variable() {
    let variables =
        |problem| read(&write_sas(&grounded("gripper", problem), &Meter::unlimited()).unwrap()).values.len();
    // Balls, grippers, the robot, and the one for goals that cannot be reached.
    assert_eq!([variables("p01"), variables("p02")], [2 + 2 + 1 + 1, 5 + 2 + 1 + 1]);
}
