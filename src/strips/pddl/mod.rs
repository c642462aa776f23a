//! PDDL: domains and problems as text and as plain data.
//!
//! The dialect of [`REQUIREMENTS`] (McDermott et al. 1998; Kovacs 2011), which is `:adl` with action costs and derived
//! predicates without recursion, is parsed into a [`Domain`] and a [`Problem`]; `to_string` writes them. Grounding is
//! left to [`super::ground()`].

mod ast;
mod derived;
mod domain;
mod effect;
mod error;
mod formula;
mod heights;
mod lex;
mod pace;
mod problem;
mod scope;
mod types;
mod write;

pub use ast::{Action, Atom, Cost, Derived, Domain, Effect, Formula, Literal, Problem, REQUIREMENTS, Signature, Typed};
pub(super) use derived::DEEPEST_RULES;
pub use error::{Error, Location, ReadError, place_of};
pub(super) use scope::MOST_VARIABLES;
pub(super) use types::Types;
