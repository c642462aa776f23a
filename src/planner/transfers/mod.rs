//! Plans of transfers, each realised by a push search over the boxes of its areas.
//!
//! ```text
//!   packing plan     goal a, then b, then c ...
//!   plan             bring a box from room A over tunnel b to goal a, then one from room C ...
//!   realisation      pushes of the boxes of A and b alone; of more areas where that fails
//!   takeover         pushes of all boxes, where the smaller searches leave it open what is possible
//! ```
//! Input: a level, its areas, and the order in which goals are filled. Output: transfers with their pushes, up to a
//! solution. The upper level holds positions, and visits them by their features as the push search does; its moves are
//! what plans propose. The push searches themselves are in [`crate::search`].

mod node;
mod proposal;
mod record;
mod search;
mod ways;

pub use proposal::{Effort, Proposal};
pub use record::{Attempted, TransferRecord};
pub use search::TransferSearch;
