//! Writer of SAS+.

use super::variables::{Move, Variables};
use crate::run::{Held, Meter, Stop};
use crate::task::Task;
use std::fmt::{self, Write};

/// Returns a task as text for planners that read Fast Downward's translator output, version 3. Hidden operators are
/// named `hidden`; a plan of the text without these steps is a plan of the PDDL problem.
///
/// # Errors
/// A limit of the meter.
pub fn write_sas(task: &Task, meter: &Meter) -> Result<String, Stop> {
    let variables = Variables::of(task, meter)?;
    let mut text = Text { text: Vec::new(), held: Held::default(), meter, stopped: Ok(()) };
    // Writing to a text fails only if a limit is met, which the text records.
    _ = Sas { task, variables: &variables }.write(&mut text);
    text.stopped?;
    Ok(String::from_utf8(text.text).unwrap_or_default())
}

/// Text whose bytes are claimed under a meter.
struct Text<'a> {
    text: Vec<u8>,
    held: Held,
    meter: &'a Meter,
    stopped: Result<(), Stop>,
}

impl Write for Text<'_> {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let claimed = self.held.vec(&mut self.text, more.len(), self.meter);
        self.stopped = claimed.and_then(|()| self.meter.check());
        self.stopped.map_err(|_| fmt::Error)?;
        self.text.extend_from_slice(more.as_bytes());
        Ok(())
    }
}

struct Sas<'a> {
    task: &'a Task,
    variables: &'a Variables,
}

impl Sas<'_> {
    fn write(&self, out: &mut Text<'_>) -> fmt::Result {
        let is_metric = self.task.operators.iter().any(|operator| operator.cost != 1);
        writeln!(out, "begin_version\n3\nend_version\nbegin_metric\n{}\nend_metric", u8::from(is_metric))?;
        self.write_variables(out)?;
        writeln!(out, "0")?;
        self.write_state_and_goal(out)?;
        // No plan needs an operator that can never be applied or changes nothing.
        let translated = |operator| Some((operator, self.variables.translated(operator)?));
        let operators = self.task.operators.iter().filter_map(translated);
        let operators: Vec<_> = operators.filter(|(_, translated)| !translated.changes.is_empty()).collect();
        writeln!(out, "{}", operators.len())?;
        for (operator, translated) in &operators {
            let name = if operator.is_hidden() { "hidden" } else { &operator.name };
            writeln!(out, "begin_operator\n{name}")?;
            write_move(out, translated)?;
            writeln!(out, "{}\nend_operator", operator.cost)?;
        }
        writeln!(out, "0")
    }

    /// Writes the variables. The last one says whether the goal can be reached; it replaces a goal without facts, and
    /// one that needs two values of one variable.
    fn write_variables(&self, out: &mut Text<'_>) -> fmt::Result {
        let facts = &self.variables.facts;
        writeln!(out, "{}", facts.len() + 1)?;
        for (number, values) in facts.iter().enumerate() {
            writeln!(out, "begin_variable\nvar{number}\n-1\n{}", values.len() + 1)?;
            let names = values.iter().map(|fact| atom(&self.task.facts[fact.index()])).collect::<Vec<_>>();
            names.iter().try_for_each(|name| writeln!(out, "Atom {name}"))?;
            match &names[..] {
                [name] => writeln!(out, "NegatedAtom {name}\nend_variable")?,
                _ => writeln!(out, "<none of those>\nend_variable")?,
            }
        }
        writeln!(
            out,
            "begin_variable\nvar{}\n-1\n2\nAtom reachable()\nNegatedAtom reachable()\nend_variable",
            facts.len()
        )
    }

    fn write_state_and_goal(&self, out: &mut Text<'_>) -> fmt::Result {
        let (variables, last) = (self.variables, self.variables.facts.len());
        let start = variables.values(&self.task.init).unwrap_or_default();
        let goal = variables.values(&self.task.goal);
        writeln!(out, "begin_state")?;
        for variable in 0..last {
            writeln!(out, "{}", start.get(&variable).copied().unwrap_or_else(|| variables.none(variable)))?;
        }
        writeln!(out, "{}\nend_state", u8::from(goal.is_none()))?;
        let goal = goal.filter(|goal| !goal.is_empty()).unwrap_or_else(|| [(last, 0)].into());
        writeln!(out, "begin_goal\n{}", goal.len())?;
        goal.iter().try_for_each(|(variable, value)| writeln!(out, "{variable} {value}"))?;
        writeln!(out, "end_goal")
    }
}

fn write_move(out: &mut Text<'_>, translated: &Move) -> fmt::Result {
    let Move { prevail, changes } = translated;
    writeln!(out, "{}", prevail.len())?;
    prevail.iter().try_for_each(|(variable, value)| writeln!(out, "{variable} {value}"))?;
    writeln!(out, "{}", changes.len())?;
    for change in changes {
        let variable = change.variable;
        let condition = change.only_from.map_or_else(|| "0".to_owned(), |value| format!("1 {variable} {value}"));
        let before = change.before.map_or_else(|| "-1".to_owned(), |value| value.to_string());
        writeln!(out, "{condition} {variable} {before} {}", change.after)?;
    }
    Ok(())
}

/// Returns a fact such as `at ball room` in the form `at(ball, room)`.
fn atom(name: &str) -> String {
    let (complement, name) = name.strip_prefix("not ").map_or(("", name), |rest| ("not-", rest));
    let (predicate, arguments) = name.split_once(' ').unwrap_or((name, ""));
    format!("{complement}{predicate}({})", arguments.replace(' ', ", "))
}
