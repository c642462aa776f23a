//! The module inside `sokoplan.html`: its argument is the name of a question, and standard input its body. Each line of standard
//! output is an event as JSON: `progress` as it comes, then `row` or `problem`.

use cap::Cap;
use sokoplan::answers::{Problem, Question};
use sokoplan::run::{Limits, StopFlag, measure_memory_by};
use std::alloc::System;
use std::io::{self, Read, Write};

/// Counts the memory in use.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// A browser gives a page on a phone about as much.
const MOST_MEMORY: u64 = 1 << 30;

fn main() {
    measure_memory_by(|| MEMORY.allocated() as u64);
    match answer() {
        Ok(row) => tell("row", &row),
        Err(problem) => tell("problem", &problem.json()),
    }
}

fn answer() -> Result<String, Problem> {
    let question = Question::named(&std::env::args().nth(1).unwrap_or_default())?;
    let mut body = Vec::new();
    // What is cut is no JSON, which is the problem then.
    _ = io::stdin().take(question.most as u64 + 1).read_to_end(&mut body);
    if body.len() > question.most {
        return Err(Problem::too_large(question.most >> 10, "KiB"));
    }
    let limits = Limits { memory: Some(MOST_MEMORY), ..Limits::default() };
    (question.read)(&body, limits)?(&StopFlag::default(), &|data| tell("progress", &data))
}

/// Writes an event in one line.
fn tell(name: &str, data: &str) {
    // Nobody reads what the page has closed.
    _ = writeln!(io::stdout(), "{{\"event\":\"{name}\",\"data\":{data}}}");
}
