//! Files that programs write.
//!
//! A regular file is replaced as a whole or not at all ([`Replacement`]), and an output is recognised as an input by the
//! identity of its file ([`Identity`]). What is written, and where, is left to the programs.

mod identity;
mod replacement;

pub use identity::Identity;
pub use replacement::Replacement;
