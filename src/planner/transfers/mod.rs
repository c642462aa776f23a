//! Single-box transfers that are realised as soon as they are proposed.

mod outcomes;
mod search;

pub use outcomes::TransferOutcomes;
pub use search::TransferSearch;
