//! How are files read and replaced? Archives and compressed files are unpacked into their texts ([`unpacked`]). The content of a
//! regular file is replaced completely or not at all ([`Replacement`]). An output that is also an input is recognised by the
//! identity of the file ([`Identity`]).

mod packed;
#[cfg(feature = "cli")]
mod replacement;

pub use packed::{ENDINGS, FileText, Unreadable, may_hold_levels, must_hold_levels, packing, unpacked, up_to};
#[cfg(feature = "cli")]
pub use replacement::{Identity, Replacement, remove_temporaries};
