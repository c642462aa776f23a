//! The assistant against exhaustive search on small levels.

mod layers;
mod properties;
mod rescue;
