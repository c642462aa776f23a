//! The syntax trees of domains and problems.
//!
//! Plain data between parser, writer and grounder: names are in lower case, conjunctions are flat, order is kept. The
//! parser guarantees consistency; trees built in code are not checked.

/// The [`Domain::requirements`] that the parser accepts.
pub const REQUIREMENTS: [&str; 5] = [":strips", ":typing", ":negative-preconditions", ":equality", ":action-costs"];

/// A name with its types; without a written type it has `object`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The type, object or variable (then with its `?`).
    pub name: String,
    /// More than one is `either`.
    pub kinds: Vec<String>,
}

impl Typed {
    /// A name of one type.
    pub fn new(name: impl Into<String>, kind: impl Into<String>) -> Self {
        Self { name: name.into(), kinds: vec![kind.into()] }
    }
}

/// A predicate or function with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// Variables with their types.
    pub parameters: Vec<Typed>,
}

/// A predicate or function with arguments: objects, or variables with their `?`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// Its name; `=` for equality.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<String>,
}

impl Atom {
    /// Builds an atom of words.
    pub fn new<S: Into<String>>(name: impl Into<String>, arguments: impl IntoIterator<Item = S>) -> Self {
        Self { name: name.into(), arguments: arguments.into_iter().map(Into::into).collect() }
    }
}

/// An atom or its negation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// Whether it is not negated.
    pub positive: bool,
    /// The atom.
    pub atom: Atom,
}

impl Literal {
    /// Returns the positive literal.
    pub const fn positive(atom: Atom) -> Self {
        Self { positive: true, atom }
    }

    /// Returns the negative literal.
    pub const fn negative(atom: Atom) -> Self {
        Self { positive: false, atom }
    }
}

/// The amount by which an action increases `(total-cost)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cost {
    /// By a number.
    Fixed(u32),
    /// By the value of a static function.
    Function(Atom),
}

/// An action with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// Variables with their types.
    pub parameters: Vec<Typed>,
    /// A conjunction.
    pub precondition: Vec<Literal>,
    /// The literals that it makes true or false.
    pub effect: Vec<Literal>,
    /// At most one `increase`: some planners count only one, silently.
    pub cost: Option<Cost>,
}

/// A PDDL domain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Domain {
    /// Its name.
    pub name: String,
    /// As written, with the colon.
    pub requirements: Vec<String>,
    /// Types with their supertypes.
    pub types: Vec<Typed>,
    /// Objects of every problem.
    pub constants: Vec<Typed>,
    /// Predicates.
    pub predicates: Vec<Signature>,
    /// Functions to numbers, for costs.
    pub functions: Vec<Signature>,
    /// Actions.
    pub actions: Vec<Action>,
}

/// A PDDL problem.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// Its name.
    pub name: String,
    /// The name of its domain.
    pub domain: String,
    /// Objects beside the domain's constants.
    pub objects: Vec<Typed>,
    /// The facts that hold at the start.
    pub init: Vec<Atom>,
    /// The values of functions.
    pub values: Vec<(Atom, u32)>,
    /// A conjunction.
    pub goal: Vec<Literal>,
    /// Whether `(total-cost)` is to be minimised. Otherwise every action costs one.
    pub minimises_cost: bool,
}
