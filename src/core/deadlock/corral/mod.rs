//! Is a corral lost: can its boxes open it or all reach goals? Input: a position and one or two closed areas ([`Enclosure`]).
//! [`CorralSearch`] searches positions with only the boxes ([`ReducedPosition`]) in the zone around the closed squares ([`zone_of`]);
//! [`CorralProofs`] caches the verdicts. The rule chooses the areas. After Festival (Shoham and Schaeffer 2020).
//!
//! # Why it is sound
//!
//! Take a solution of the whole position and remove the pushes of the boxes that are left out. The remaining pushes can be made
//! with only the kept boxes on the board, and end with all kept boxes on goals. So a reduced position without a solution proves the
//! position lost. Boxes may be left out at any time: after each push the boxes outside the zone, and any that can be pushed out of
//! it.
//!
//! An empty goal in the corral must be filled, maybe by a box that was left out. But no such box is in the corral, and none can
//! enter it while the kept boxes close it: they must be pushed first. These goals are *owed*, and a position that owes a goal is
//! not solved. A goal is no longer owed once the player could have reached it. Between two pushes of one box other boxes may have
//! been pushed, so all squares that the box can be pushed to are tested, not only the last.
//!
//! ```text
//!   #######      With the box on b kept alone, the goal is owed while b closes it. Pushed to the right, b lets the
//!   #.b @ #      player and other boxes in: from then on the goal may have been filled unseen, also if b comes back.
//!   ###   #
//! ```
//! Every solution of a reduced position begins with the longest sequence of pushes of one box: a macro push. The rest of the
//! solution is shorter. So if all reduced positions after macro pushes were expanded, and none was solved or given up as open, no
//! solution exists. This holds for each position on the way, for any zone, so a reduced position is expanded once.

mod proofs;
mod search;
mod zone;

pub(super) use proofs::CorralProofs;
pub(super) use search::{CorralSearch, SearchVerdict};
pub(super) use zone::{Enclosure, ReducedPosition, enclosures, zone_of};
