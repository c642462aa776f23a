//! Writer of PDDL: a [`Domain`] or [`Problem`] becomes text that other planners read, and that parses to an equal one.

use super::{Action, Atom, Cost, Domain, Literal, Problem, Signature, TypedName};
use itertools::Itertools;
use std::fmt;

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}", self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))?;
        f.write_str(")")
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.positive { write!(f, "{}", self.atom) } else { write!(f, "(not {})", self.atom) }
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = if self.parameters.is_empty() { "" } else { " " };
        write!(f, "({}{blank}{})", self.name, typed(&self.parameters, " "))
    }
}

impl fmt::Display for Domain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "(define (domain {})", self.name)?;
        section(f, ":requirements", &self.requirements.join(" "))?;
        section(f, ":types", &typed(&self.types, "\n    "))?;
        section(f, ":constants", &typed(&self.constants, "\n    "))?;
        section(f, ":predicates", &self.predicates.iter().join("\n    "))?;
        section(f, ":functions", &self.functions.iter().map(|s| format!("{s} - number")).join("\n    "))?;
        self.actions.iter().try_for_each(|action| write!(f, "{action}"))?;
        writeln!(f, ")")
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  (:action {}", self.name)?;
        writeln!(f, "    :parameters ({})", typed(&self.parameters, " "))?;
        writeln!(f, "    :precondition {}", conjunction(&self.precondition))?;
        let effects = self.effect.iter().map(Literal::to_string).chain(self.cost.iter().map(Cost::to_string));
        writeln!(f, "    :effect {})", conjunction(effects))
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(number) => write!(f, "(increase (total-cost) {number})"),
            Self::Function(atom) => write!(f, "(increase (total-cost) {atom})"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "(define (problem {})", self.name)?;
        writeln!(f, "  (:domain {})", self.domain)?;
        section(f, ":objects", &typed(&self.objects, "\n    "))?;
        let values = self.values.iter().map(|(function, value)| format!("(= {function} {value})"));
        writeln!(f, "  (:init")?;
        values.chain(self.init.iter().map(Atom::to_string)).try_for_each(|line| writeln!(f, "    {line}"))?;
        writeln!(f, "  )")?;
        writeln!(f, "  (:goal {})", conjunction(&self.goal))?;
        if self.minimises_cost {
            writeln!(f, "  (:metric minimize (total-cost))")?;
        }
        writeln!(f, ")")
    }
}

fn conjunction(parts: impl IntoIterator<Item = impl fmt::Display>) -> String {
    format!("(and{})", parts.into_iter().map(|part| format!(" {part}")).collect::<String>())
}

/// Writes a section with a keyword, unless its content is empty.
fn section(f: &mut fmt::Formatter<'_>, keyword: &str, content: &str) -> fmt::Result {
    match content {
        "" => Ok(()),
        content if content.contains('\n') => writeln!(f, "  ({keyword}\n    {content}\n  )"),
        content => writeln!(f, "  ({keyword} {content})"),
    }
}

/// Returns a typed list as text; adjacent names of equal types share the type.
fn typed(list: &[TypedName], between: &str) -> String {
    let groups = list.chunk_by(|a, b| a.kinds == b.kinds).map(|group| {
        let names = group.iter().map(|typed| &typed.name).join(" ");
        match &group[0].kinds[..] {
            [] => format!("{names} - object"),
            [kind] => format!("{names} - {kind}"),
            kinds => format!("{names} - (either {})", kinds.join(" ")),
        }
    });
    groups.collect::<Vec<_>>().join(between)
}
