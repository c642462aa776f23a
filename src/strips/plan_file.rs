//! Plan files: plans as text, in the format of the International Planning Competition.

use super::task::{Plan, Task};
use thiserror::Error;

/// Text of a plan file, parsed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlanFile {
    /// Steps, each with its line, counted from 1: words in lower case separated by one blank.
    pub steps: Vec<(u32, String)>,
    /// Cost in the last comment `; cost = N`, with its line; `None` without one.
    pub cost: Option<(u32, u64)>,
}

/// A line of a plan file that is not a step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{line}: `{text}` is not a step; expected `(action argument ...)`")]
pub struct PlanFileError {
    /// Number of the line, from 1.
    pub line: u32,
    /// Text of the line.
    pub text: String,
}

impl PlanFile {
    /// Reads steps, one a line, in the forms `(a b)`, `(A B)`, `0: (a b)` and `0.000: (a b) [1.0]`; `;` begins a
    /// comment. The error is the first line that is neither empty nor a step.
    pub fn parse(text: &str) -> Result<Self, PlanFileError> {
        let mut plan = Self::default();
        for (text, line) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
            let (content, comment) = text.split_once(';').unwrap_or((text, ""));
            plan.cost = cost(comment).map(|cost| (line, cost)).or(plan.cost);
            if content.trim().is_empty() {
                continue;
            }
            let step = step(content).ok_or_else(|| PlanFileError { line, text: text.trim().to_owned() })?;
            plan.steps.push((line, step));
        }
        Ok(plan)
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
    let (time, duration) = (before.trim(), after.trim());
    let is_timed = time.is_empty() || time.strip_suffix(':').is_some_and(number);
    let is_lasting =
        duration.is_empty() || duration.strip_prefix('[').and_then(|d| d.strip_suffix(']')).is_some_and(number);
    let words: Vec<&str> = inside.split_whitespace().collect();
    (is_timed && is_lasting && !words.is_empty() && !inside.contains('(')).then(|| words.join(" ").to_lowercase())
}

/// Steps of a plan by their names, and the sum of their costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedPlan {
    /// Names of the steps, as plan files write them.
    pub steps: Vec<String>,
    /// Sum of the costs of the steps.
    pub cost: u64,
}

impl NamedPlan {
    /// Returns the text of a plan in the format of Fast Downward; `is_unit` says that each step costs one.
    pub fn text(&self, is_unit: bool) -> String {
        let steps: String = self.steps.iter().map(|step| format!("({step})\n")).collect();
        let kind = if is_unit { "unit cost" } else { "general cost" };
        format!("{steps}; cost = {} ({kind})\n", self.cost)
    }
}

/// Returns the text of a plan of this task in the format of Fast Downward.
pub fn write_plan(task: &Task, plan: &Plan) -> String {
    plan.named(task).text(task.is_unit_cost())
}

impl Plan {
    /// Returns the plan of this task with the names of its steps.
    pub fn named(&self, task: &Task) -> NamedPlan {
        NamedPlan { steps: self.steps(task).map(str::to_owned).collect(), cost: self.cost }
    }
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
        assert_eq!(plan.cost, Some((7, 12)));
    }
}
