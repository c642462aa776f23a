//! The planners and the abstraction against exhaustive search, on small random levels cut into areas at random.

mod events;
mod explore;
mod routes;
