//! Tasks in finite-domain variables (SAS+), for other planners.
//!
//! Facts of which at most one holds become the values of one variable; each other fact becomes a Boolean variable. The
//! text is that of Fast Downward's translator, version 3 (Helmert 2009, section 2; its "translator output format").

mod groups;
mod invariants;
mod variables;
mod write;

pub(super) use invariants::groups;
pub use write::write_sas;
