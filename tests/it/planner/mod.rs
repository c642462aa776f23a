//! The planners and the abstraction against exhaustive search, on small random levels cut into areas at random.

mod adviser;
mod events;
mod exact;
mod explore;
mod relaxation;
mod routes;
