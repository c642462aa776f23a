//! Writer of PDDL.
//!
//! A [`Domain`] or [`Problem`] becomes text that other planners read, and that parses to an equal one. Comments are on
//! lines of their own at the top, since some parsers reject them elsewhere.

use super::ast::{Action, Atom, Cost, Derived, Domain, Effect, Formula, Literal, Problem, Signature, Typed};
use itertools::Itertools;
use rustc_hash::FxHashMap;
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

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = |parts: &[Self]| parts.iter().map(|part| format!(" {part}")).collect::<String>();
        match self {
            Self::Atom(atom) => write!(f, "{atom}"),
            Self::Not(inner) => write!(f, "(not {inner})"),
            Self::And(list) => write!(f, "(and{})", parts(list)),
            Self::Or(list) => write!(f, "(or{})", parts(list)),
            Self::ForAll(variables, inner) => write!(f, "(forall ({}) {inner})", typed(variables, " ")),
            Self::Exists(variables, inner) => write!(f, "(exists ({}) {inner})", typed(variables, " ")),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variables, condition, literal } = self;
        let effect = if condition.is_empty() { literal.to_string() } else { format!("(when {condition} {literal})") };
        if variables.is_empty() {
            write!(f, "{effect}")
        } else {
            write!(f, "(forall ({}) {effect})", typed(variables, " "))
        }
    }
}

impl fmt::Display for Derived {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  (:derived {} {})", self.head, self.condition)
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
        self.derived.iter().try_for_each(|rule| write!(f, "{rule}"))?;
        self.actions.iter().try_for_each(|action| write!(f, "{action}"))?;
        writeln!(f, ")")
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  (:action {}", self.name)?;
        writeln!(f, "    :parameters ({})", typed(&self.parameters, " "))?;
        writeln!(f, "    :precondition {}", self.precondition)?;
        let effects = self.effect.iter().map(Effect::to_string).chain(self.cost.iter().map(Cost::to_string));
        writeln!(f, "    :effect (and{}))", effects.map(|part| format!(" {part}")).collect::<String>())
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
        writeln!(f, "  (:goal {})", self.goal)?;
        if self.minimises_cost {
            writeln!(f, "  (:metric minimize (total-cost))")?;
        }
        writeln!(f, ")")
    }
}

/// Writes a section with a keyword, unless its content is empty.
fn section(f: &mut fmt::Formatter<'_>, keyword: &str, content: &str) -> fmt::Result {
    match content {
        "" => Ok(()),
        content if content.contains('\n') => writeln!(f, "  ({keyword}\n    {content}\n  )"),
        content => writeln!(f, "  ({keyword} {content})"),
    }
}

/// Returns a typed list as text, in which adjacent names of equal types share the type.
fn typed(list: &[Typed], between: &str) -> String {
    let groups = list.chunk_by(|a, b| a.kinds == b.kinds).map(|group| {
        let names = group.iter().map(|typed| &typed.name).join(" ");
        match group[0].kinds.as_slice() {
            [] => format!("{names} - object"),
            [kind] => format!("{names} - {kind}"),
            kinds => format!("{names} - (either {})", kinds.join(" ")),
        }
    });
    groups.collect::<Vec<_>>().join(between)
}

impl Domain {
    /// Returns the domain without costs, for planners that do not support costs.
    #[must_use]
    pub fn without_costs(&self) -> Self {
        let mut domain = self.clone();
        domain.requirements.retain(|requirement| requirement != ":action-costs");
        domain.functions.clear();
        domain.actions.iter_mut().for_each(|action| action.cost = None);
        domain
    }

    /// Returns the names that stand for two kinds of things, such as a type and a predicate, in this domain and a
    /// problem of it. This is legal, but rejected by some parsers.
    pub fn clashes(&self, problem: Option<&Problem>) -> Vec<String> {
        let objects = problem.map_or(&[][..], |problem| &problem.objects);
        let kinds: [Vec<&str>; 5] = [
            self.types.iter().map(|t| t.name.as_str()).collect(),
            self.constants.iter().chain(objects).map(|t| t.name.as_str()).collect(),
            self.predicates.iter().map(|s| s.name.as_str()).collect(),
            self.functions.iter().map(|s| s.name.as_str()).collect(),
            self.actions.iter().map(|a| a.name.as_str()).collect(),
        ];
        let mut seen: FxHashMap<&str, usize> = FxHashMap::default();
        let names = kinds.iter().enumerate().flat_map(|(kind, names)| names.iter().map(move |name| (kind, *name)));
        let clashing = names.filter(|&(kind, name)| *seen.entry(name).or_insert(kind) != kind);
        clashing.map(|(_, name)| name.to_owned()).unique().collect()
    }
}

impl Problem {
    /// Returns the problem without costs, for planners that do not support costs.
    #[must_use]
    pub fn without_costs(&self) -> Self {
        Self { values: Vec::new(), minimises_cost: false, ..self.clone() }
    }
}
