//! Plan files: plans as text, in the format of the International Planning Competition. Lines `(action argument ...)`,
//! in the variants of planners and validators, are read as steps, which are then resolved to operators of a task.
//! Validity is left to [`super::check()`].

use super::task::{Fact, Operator, Plan, Task};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use thiserror::Error;

/// Plan as read, not yet matched with a task.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanFile {
    /// Steps, each with its line, counted from 1: words in lower case separated by one blank.
    pub steps: Vec<(u32, String)>,
    /// Cost in the last comment `; cost = N`; `None` without one.
    pub cost: Option<u64>,
}

/// Fault of a plan file, with the number of the line at fault.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanFileError {
    /// A line is not a step.
    #[error("{line}: `{text}` is not a step; expected `(action argument ...)`")]
    NoStep {
        /// Number of the line, from 1.
        line: u32,
        /// Text of the line.
        text: String,
    },
    /// A step names no operator of the task.
    #[error("{line}: the task has no `({step})`: it is not declared, or can never be applied")]
    NoSuchOperator {
        /// Number of the line, from 1.
        line: u32,
        /// The step, in lower case.
        step: String,
    },
}

impl PlanFile {
    /// Reads steps, one a line, in the forms `(a b)`, `(A B)`, `0: (a b)` and `0.000: (a b) [1.0]`; `;` begins a
    /// comment.
    ///
    /// # Errors
    /// The first line that is neither empty nor a step.
    pub fn parse(text: &str) -> Result<Self, PlanFileError> {
        let mut plan = Self::default();
        for (line, number) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
            let (content, comment) = line.split_once(';').unwrap_or((line, ""));
            plan.cost = cost(comment).or(plan.cost);
            if content.trim().is_empty() {
                continue;
            }
            let no_step = || PlanFileError::NoStep { line: number, text: line.trim().to_owned() };
            plan.steps.push((number, step(content).ok_or_else(no_step)?));
        }
        Ok(plan)
    }

    /// Returns the plan of the operators that the steps name, with the hidden operators after each step. Of several
    /// operators with one name, an applicable one is chosen if possible.
    ///
    /// # Errors
    /// The first step that names no operator of the task.
    pub fn resolve(&self, task: &Task) -> Result<Plan, PlanFileError> {
        let mut numbers: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        let (hidden, shown) = (0..task.operators.len()).partition::<Vec<_>, _>(|&o| task.operators[o].is_hidden());
        for operator in shown {
            numbers.entry(task.operators[operator].name.to_lowercase()).or_default().push(operator);
        }
        let mut state = FixedBitSet::with_capacity(task.facts.len());
        state.extend(task.init.iter().map(|fact| fact.index()));
        let holds = |state: &FixedBitSet, facts: &[Fact]| facts.iter().all(|fact| state.contains(fact.index()));
        let mut operators = Vec::with_capacity(self.steps.len());
        let mut apply = |state: &mut FixedBitSet, number: usize| {
            let operator: &Operator = &task.operators[number];
            operator.del.iter().for_each(|fact| state.set(fact.index(), false));
            operator.add.iter().for_each(|fact| state.insert(fact.index()));
            operators.push(number);
        };
        // The links of chains, and an operator for each alternative goal fact, in the order of the task.
        let go_on = |state: &mut FixedBitSet, apply: &mut dyn FnMut(&mut FixedBitSet, usize)| {
            for &number in &hidden {
                let Operator { pre, add, .. } = &task.operators[number];
                if holds(state, pre) && !holds(state, add) {
                    apply(state, number);
                }
            }
        };
        for (line, step) in &self.steps {
            let missing = || PlanFileError::NoSuchOperator { line: *line, step: step.clone() };
            let named = numbers.get(step).ok_or_else(missing)?;
            let applicable = named.iter().find(|&&number| holds(&state, &task.operators[number].pre));
            apply(&mut state, *applicable.unwrap_or(&named[0]));
            go_on(&mut state, &mut apply);
        }
        go_on(&mut state, &mut apply);
        Ok(Plan::new(task, operators))
    }
}

/// Returns the cost in a comment, given without its `;`, like ` cost = 12 (general cost)`; `None` for other comments.
fn cost(comment: &str) -> Option<u64> {
    let rest = comment.trim().strip_prefix("cost")?.trim_start().strip_prefix('=')?;
    rest.split_whitespace().next()?.parse().ok()
}

/// Returns the words between the parentheses of a line; a time may precede and a duration follow. `None` if the line is
/// no step.
fn step(content: &str) -> Option<String> {
    let (before, rest) = content.split_once('(')?;
    let (inside, after) = rest.split_once(')')?;
    let number = |text: &str| text.trim().parse::<f64>().is_ok();
    let time = before.trim();
    let duration = after.trim();
    let is_timed = time.is_empty() || time.strip_suffix(':').is_some_and(number);
    let is_lasting =
        duration.is_empty() || duration.strip_prefix('[').and_then(|d| d.strip_suffix(']')).is_some_and(number);
    let words: Vec<&str> = inside.split_whitespace().collect();
    (is_timed && is_lasting && !words.is_empty() && !inside.contains('(')).then(|| words.join(" ").to_lowercase())
}

/// Returns the text of a plan in the format of Fast Downward.
///
/// # Panics
/// If the plan is not of this task.
pub fn write_plan(task: &Task, plan: &Plan) -> String {
    let mut text: String = plan.steps(task).map(|step| format!("({step})\n")).collect();
    let kind = if task.is_unit_cost() { "unit cost" } else { "general cost" };
    writeln!(text, "; cost = {} ({kind})", plan.cost).expect("strings take everything");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_that_planners_write_are_read() {
        let text =
            "\u{feff};;!domain: d\n(a b)\r\n0: (A  B)\n0.000: (a b) [1.0] ; here\n\n(a)\n; cost = 12 (general cost)\n";
        let plan = PlanFile::parse(text).unwrap();
        let steps = [(2, "a b"), (3, "a b"), (4, "a b"), (6, "a")];
        assert_eq!(plan.steps, steps.map(|(line, step)| (line, step.to_owned())));
        assert_eq!(plan.cost, Some(12));
    }

    #[test]
    fn other_lines_are_refused() {
        for text in ["a b", "()", "(a", "x: (a)", "(a) b", "(a (b))", "(a) [x]", "(a) (b)"] {
            let message = PlanFile::parse(text).unwrap_err().to_string();
            assert_eq!(message, format!("1: `{text}` is not a step; expected `(action argument ...)`"));
        }
    }
}
