//! The planners and the abstraction against exhaustive search, on small random levels cut into areas at random, and the
//! contracts of plans on our own levels.

mod contracts;
mod events;
mod exact;
