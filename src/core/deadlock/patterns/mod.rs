//! Deadlock patterns: pictures of boxes and walls that are lost, matched around a box by a table.
//!
//! A set of patterns is read from the text of `domains/deadlocks.txt` or of a file of the user, and tests whether a box
//! is part of one of the pictures. The method is LISA's (Stoeller and Kosteljik 2010, section 4.3): each picture in its
//! eight symmetries, centred on each of its boxes, and a table of the pictures that are still consistent. In addition
//! each picture is proved before it is used, also for goals and a player inside.

mod picture;
mod proof;
mod set;
mod table;

pub use picture::Picture;
pub use proof::{Case, Proof};
pub use set::{DeadlockPattern, DeadlockPatterns, Match};
