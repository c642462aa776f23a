//! Which pictures of boxes and walls are lost, and does a box belong to one? Pictures are read from `domains/deadlocks.txt` or a
//! file of the user. Each is proved before it is used, also for goals and a player inside, and matched in its eight
//! symmetries, centred on each of its boxes (Stoeller and Kosteljik 2010, section 4.3).

mod proof;
mod set;

pub use proof::{Picture, PictureProof, ProofCase};
pub use set::{DeadlockPattern, DeadlockPatterns, Match};
