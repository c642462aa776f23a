//! Shared by tests and benches: levels, positions with their true status, and the binary.

pub(crate) mod any_level;
pub(crate) mod assist_positions;
pub(crate) mod chromium;
pub(crate) mod command;
pub(crate) mod deadlock_positions;
pub(crate) mod exhaustive;
pub(crate) mod judged;
pub(crate) mod room_events;
pub(crate) mod schema;
pub(crate) mod small_levels;
pub(crate) mod stops;
pub(crate) mod views;
