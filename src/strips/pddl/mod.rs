//! PDDL: domains and problems as text and as plain data.
//!
//! The dialect of [`REQUIREMENTS`] (McDermott et al. 1998; Kovacs 2011) is parsed into a [`Domain`] and a [`Problem`];
//! `to_string` writes them. Names are in lower case, conjunctions are flat, order is kept. The parser guarantees that
//! every name is declared and every atom fits its declaration; trees built in code are not checked.

mod lex;
mod read;
mod scope;

pub use lex::{Error, Location, ReadError};
pub(super) use scope::Types;

use itertools::Itertools;
use std::fmt;
use std::sync::Arc;

/// The requirements whose features are read, declared or not. Other requirements may be declared, but not used.
pub const REQUIREMENTS: [&str; 5] = [":strips", ":typing", ":negative-preconditions", ":equality", ":action-costs"];

/// A name with its types, such as a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedName {
    /// Name of a type, object or variable (with its `?`).
    pub name: String,
    /// Types of the name, shared with its neighbours; several are written as `either`, and none as `object`.
    pub kinds: Arc<[String]>,
}

impl TypedName {
    /// Creates a name of one type.
    pub fn new(name: impl Into<String>, kind: impl Into<String>) -> Self {
        Self { name: name.into(), kinds: Arc::new([kind.into()]) }
    }
}

/// A predicate or function with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Name of the predicate or function.
    pub name: String,
    /// Parameters: variables with their types.
    pub parameters: Vec<TypedName>,
}

/// A predicate or function with arguments: objects, or variables with their `?`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// Name of the predicate or function; `=` for equality.
    pub name: String,
    /// Objects, or variables with their `?`.
    pub arguments: Vec<String>,
}

impl Atom {
    /// Creates an atom from its name and arguments.
    pub fn new<S: Into<String>>(name: impl Into<String>, arguments: impl IntoIterator<Item = S>) -> Self {
        Self { name: name.into(), arguments: arguments.into_iter().map(Into::into).collect() }
    }
}

/// An atom or its negation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// Whether the atom is not negated.
    pub positive: bool,
    /// Atom that must hold or, if not `positive`, must not hold.
    pub atom: Atom,
}

/// Amount that an action adds to `(total-cost)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A fixed number.
    Fixed(u32),
    /// The value of a static function.
    Function(Atom),
}

/// An action with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Name of the action.
    pub name: String,
    /// Parameters: variables with their types.
    pub parameters: Vec<TypedName>,
    /// Literals that must hold to apply the action.
    pub precondition: Vec<Literal>,
    /// Literals that become true, in order; an atom that becomes both false and true is true.
    pub effect: Vec<Literal>,
    /// Amount that the action adds to the total cost; one `increase` at the maximum, since some planners count only one.
    pub cost: Option<Cost>,
}

/// A PDDL domain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Domain {
    /// Name of the domain.
    pub name: String,
    /// Requirements as written, with the colon.
    pub requirements: Vec<String>,
    /// Types with their supertypes.
    pub types: Vec<TypedName>,
    /// Constants: objects of every problem of the domain.
    pub constants: Vec<TypedName>,
    /// Predicates with their parameters.
    pub predicates: Vec<Signature>,
    /// Functions with numeric values, used as costs of actions.
    pub functions: Vec<Signature>,
    /// Actions of the domain.
    pub actions: Vec<Action>,
}

/// A PDDL problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// Name of the problem.
    pub name: String,
    /// Name of the problem's domain.
    pub domain: String,
    /// Objects besides the constants of the domain.
    pub objects: Vec<TypedName>,
    /// Atoms that hold at the start.
    pub init: Vec<Atom>,
    /// Values of functions at the start.
    pub values: Vec<(Atom, u32)>,
    /// Literals that must hold in the last state.
    pub goal: Vec<Literal>,
    /// Whether the metric is `(total-cost)`. Otherwise every action costs one.
    pub minimises_cost: bool,
}

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
