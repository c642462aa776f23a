//! Tasks of PDDL: a text with one domain, and one or more problems of it, in any order. Each problem is an entry.

use super::lines::Source;
use crate::level::{Entry, Fault, Level, NoLevel, SokobanTask};
use crate::run::{Meter, Stop};
use crate::strips::pddl::{Domain, Problem, ReadError};
use std::sync::Arc;

/// A text of PDDL: its domain and its problems, from their `(define`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PddlFile<'t> {
    /// Text of the domain; `None` if it is in another file.
    pub domain: Option<&'t str>,
    /// Text of each problem.
    pub problems: Vec<&'t str>,
}

impl<'t> PddlFile<'t> {
    /// Returns the parts of a text in which nothing but comments is above the first definition; `None` for other texts.
    pub fn of(text: &'t str) -> Option<Self> {
        let begins = |line: &&str| line.trim_start().get(..7).is_some_and(|word| word.eq_ignore_ascii_case("(define"));
        let is_empty = |line: &&str| line.trim_start().is_empty() || line.trim_start().starts_with(';');
        if !text.lines().find(|line| !is_empty(line)).is_some_and(|line| begins(&line)) {
            return None;
        }
        let place = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
        let starts: Vec<usize> = text.lines().filter(begins).map(place).collect();
        let mut file = Self::default();
        for (at, start) in starts.iter().enumerate() {
            let part = &text[*start..starts.get(at + 1).copied().unwrap_or(text.len())];
            // The second parenthesis names the kind.
            let kind = part.splitn(3, '(').nth(2).unwrap_or_default().trim_start();
            let is_domain = kind.get(..6).is_some_and(|word| word.eq_ignore_ascii_case("domain"));
            if is_domain && file.domain.is_none() { file.domain = Some(part) } else { file.problems.push(part) }
        }
        Some(file)
    }

    /// Returns the name of the domain that the first problem asks for; `None` if it names no domain.
    pub fn wanted(&self) -> Option<&'t str> {
        let named = self.problems.first()?.split(":domain").nth(1)?.trim_start();
        named.split(|sign: char| sign.is_whitespace() || sign == ')').next()
    }
}

pub(super) fn source<'t>(text: &'t str, file: PddlFile<'t>, meter: &'t Meter) -> Source<'t> {
    let mut problems = file.problems.into_iter();
    Box::new(move |_| {
        meter.check()?;
        let Some(problem) = problems.next() else { return Ok(None) };
        match read(text, file.domain, problem, meter) {
            Ok((line, level, task)) => Ok(Some(Entry { task: Some(Arc::new(task)), ..Entry::new(0, line, Ok(level)) })),
            Err(Ok(fault)) => Ok(Some(Entry::new(0, fault.line, Err(fault)))),
            Err(Err(stop)) => Err(stop),
        }
    })
}

/// Returns the line, the level and the task of a problem; the error is its fault, or a limit.
fn read(
    text: &str,
    domain: Option<&str>,
    problem: &str,
    meter: &Meter,
) -> Result<(usize, Level, SokobanTask), Result<Fault, Stop>> {
    let above = |part: &str| text[..part.as_ptr() as usize - text.as_ptr() as usize].matches('\n').count();
    let fault = |part: &str, line: usize, column: usize, what: &str, expected: &str| {
        Ok(Fault::at(part.lines().nth(line).unwrap_or_default(), above(part) + line, column, what, expected))
    };
    let located = |part: &str, error| match error {
        ReadError::Stopped(stop) => Err(stop),
        ReadError::Fault(error) => {
            let [line, column] = [error.place.line, error.place.column].map(|number| number as usize - 1);
            fault(part, line, column, &error.problem, &error.expected)
        }
    };
    let beside = "the domain in this text, named before it, or beside it: domain.pddl";
    let domain = domain.ok_or_else(|| fault(problem, 0, 0, "a PDDL problem without its domain", beside))?;
    let of_domain = Domain::read(domain, meter).map_err(|error| located(domain, error))?;
    let of_problem = Problem::read(problem, &of_domain, meter).map_err(|error| located(problem, error))?;
    let mut own = Meter::new(meter.limits(), meter.stop_flag().clone());
    let (level, task) = SokobanTask::read(of_domain, of_problem, &mut own).map_err(|error| match error {
        NoLevel::Stopped(stop) => Err(stop),
        NoLevel::Other(why) => {
            let what = format!("a PDDL task that is no Sokoban level: {why}");
            fault(problem, 0, 0, &what, "steps and pushes on a board; `sokoplan pddl solve` solves other tasks")
        }
    })?;
    Ok((above(problem) + 1, level, task))
}
