//! Syntax trees of domains and problems.
//!
//! Plain data between parser, writer and grounder: names are in lower case, conjunctions are flat, order is kept. The
//! parser guarantees consistency; trees built in code are not checked.

/// The [`Domain::requirements`] that the parser accepts. All their features may be used without a declaration.
pub const REQUIREMENTS: [&str; 12] = [
    ":strips",
    ":typing",
    ":negative-preconditions",
    ":equality",
    ":action-costs",
    ":disjunctive-preconditions",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":adl",
    ":derived-predicates",
];

/// A name with its types, such as a parameter; the default type is `object`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// Name of a type, object or variable (with its `?`).
    pub name: String,
    /// Types of the name; several are written as `either`.
    pub kinds: Vec<String>,
}

impl Typed {
    /// Creates a name of one type.
    pub fn new(name: impl Into<String>, kind: impl Into<String>) -> Self {
        Self { name: name.into(), kinds: vec![kind.into()] }
    }

    /// Returns the approximate number of bytes of a copy.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.name.len()
            + self.kinds.iter().map(|kind| size_of::<String>() + kind.len()).sum::<usize>()
    }
}

/// A predicate or function with its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Name of the predicate or function.
    pub name: String,
    /// Parameters: variables with their types.
    pub parameters: Vec<Typed>,
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

impl Literal {
    /// Returns the literal that is true if the atom holds.
    pub const fn positive(atom: Atom) -> Self {
        Self { positive: true, atom }
    }

    /// Returns the literal that is true if the atom does not hold.
    pub const fn negative(atom: Atom) -> Self {
        Self { positive: false, atom }
    }
}

/// A condition on states. The parser flattens nested conjunctions, and reads `(imply a b)` as `(or (not a) b)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// An atom holds, or its two arguments are equal.
    Atom(Atom),
    /// The formula does not hold.
    Not(Box<Formula>),
    /// All formulas hold; true for an empty list.
    And(Vec<Formula>),
    /// One of the formulas holds; false for an empty list.
    Or(Vec<Formula>),
    /// The formula holds for all objects of these types.
    ForAll(Vec<Typed>, Box<Formula>),
    /// The formula holds for some objects of these types.
    Exists(Vec<Typed>, Box<Formula>),
}

impl Default for Formula {
    fn default() -> Self {
        Self::And(Vec::new())
    }
}

impl From<Literal> for Formula {
    fn from(literal: Literal) -> Self {
        let atom = Self::Atom(literal.atom);
        if literal.positive { atom } else { Self::Not(Box::new(atom)) }
    }
}

impl FromIterator<Literal> for Formula {
    fn from_iter<T: IntoIterator<Item = Literal>>(literals: T) -> Self {
        Self::And(literals.into_iter().map(Self::from).collect())
    }
}

impl Formula {
    /// Returns whether the formula is the empty conjunction, which always holds.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::And(parts) if parts.is_empty())
    }

    /// Adds a condition to the formula by conjunction; a conjunction is added part by part.
    pub fn push(&mut self, conjunct: impl Into<Self>) {
        let mut parts = std::mem::take(self).into_conjuncts();
        parts.extend(conjunct.into().into_conjuncts());
        *self = Self::And(parts);
    }

    /// Returns the approximate number of bytes of a copy.
    pub(super) fn bytes(&self) -> usize {
        let all = |parts: &[Self]| parts.iter().map(Self::bytes).sum();
        let inside: usize = match self {
            Self::Atom(atom) => {
                atom.name.len() + atom.arguments.iter().map(|name| size_of::<String>() + name.len()).sum::<usize>()
            }
            Self::Not(inner) => inner.bytes(),
            Self::And(parts) | Self::Or(parts) => all(parts),
            Self::ForAll(variables, inner) | Self::Exists(variables, inner) => {
                variables.iter().map(Typed::bytes).sum::<usize>() + inner.bytes()
            }
        };
        size_of::<Self>() + inside
    }

    fn into_conjuncts(self) -> Vec<Self> {
        if let Self::And(parts) = self { parts } else { vec![self] }
    }
}

/// A literal that becomes true for all objects for which the condition held before the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Variables of `forall`; empty for a single literal.
    pub variables: Vec<Typed>,
    /// Condition of `when`; empty for an unconditional effect.
    pub condition: Formula,
    /// Literal that becomes true.
    pub literal: Literal,
}

impl From<Literal> for Effect {
    fn from(literal: Literal) -> Self {
        Self { variables: Vec::new(), condition: Formula::default(), literal }
    }
}

/// Rule of a derived predicate, which holds exactly if the condition of one of its rules does. No rule may need itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// Derived predicate with the variables of the rule.
    pub head: Signature,
    /// Condition under which the predicate holds.
    pub condition: Formula,
}

/// Amount by which an action increases `(total-cost)`.
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
    pub parameters: Vec<Typed>,
    /// Condition for applying the action.
    pub precondition: Formula,
    /// Effects of the action, in order.
    pub effect: Vec<Effect>,
    /// Amount by which the action increases the total cost; at most one `increase`, since some planners count only one.
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
    pub types: Vec<Typed>,
    /// Constants: objects of every problem of the domain.
    pub constants: Vec<Typed>,
    /// Predicates with their parameters, derived ones included.
    pub predicates: Vec<Signature>,
    /// Rules of derived predicates.
    pub derived: Vec<Derived>,
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
    /// Name of the domain to which the problem belongs.
    pub domain: String,
    /// Objects besides the constants of the domain.
    pub objects: Vec<Typed>,
    /// Atoms that hold at the start.
    pub init: Vec<Atom>,
    /// Values of functions at the start.
    pub values: Vec<(Atom, u32)>,
    /// Condition that the last state must satisfy.
    pub goal: Formula,
    /// Whether the metric is `(total-cost)`. Otherwise every action costs one.
    pub minimises_cost: bool,
}
