//! Files that programs read and write: archives and compressed files are read as the texts in them ([`unpacked`]), a
//! regular file is replaced as a whole or not at all ([`Replacement`]), and an output is recognised as an input by the
//! identity of its file ([`Identity`]).

mod identity;
mod packed;
mod replacement;

pub use identity::Identity;
pub use packed::{ENDINGS, Unpacked, Unreadable, may_hold_levels, must_hold_levels, unpacked, up_to};
pub use replacement::{Replacement, remove_temporaries};
