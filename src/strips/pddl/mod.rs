//! PDDL: domains and problems as text and as plain data.
//!
//! Parses the dialect `:strips :typing :negative-preconditions :equality :action-costs` (McDermott et al. 1998; Kovacs
//! 2011) into a [`Domain`] and a [`Problem`], and writes them with `to_string`. Grounding is left to
//! [`super::ground()`].

mod ast;
mod domain;
mod error;
mod lex;
mod problem;
mod scope;
mod types;
mod write;

pub use ast::{Action, Atom, Cost, Domain, Literal, Problem, REQUIREMENTS, Signature, Typed};
pub use error::{Error, Location};
pub(super) use types::Types;
