//! The targets for libFuzzer. Their code is with the tests, which also run them without it.
//!
//! ```sh
//! cargo install cargo-fuzz
//! cargo +nightly fuzz run levels fuzz/corpus/levels fuzz/seeds/levels -- -max_total_time=300
//! ```

#[expect(dead_code, reason = "tests use the rest")]
#[path = "../../tests/it/common/exhaustive.rs"]
mod exhaustive;
#[expect(dead_code, reason = "tests use the rest")]
#[path = "../../tests/it/common/judged.rs"]
mod judged;
#[expect(dead_code, reason = "tests use the rest")]
#[path = "../../tests/it/common/small_levels.rs"]
mod small_levels;
#[path = "../../tests/it/common/stops.rs"]
mod stops;

/// The folder in which the targets find their common code.
mod common {
    pub(crate) use super::{exhaustive, judged, small_levels, stops};
}

#[path = "../../tests/it/fuzz/targets.rs"]
mod targets;
#[path = "../../tests/it/fuzz/trace.rs"]
mod trace;
#[expect(dead_code, reason = "tests use the rest")]
#[path = "../../tests/it/fuzz/truth.rs"]
mod truth;

/// Runs a target, which panics if a promise is broken.
pub fn run(name: &str, bytes: &[u8]) {
    let target = targets::ALL.iter().find(|target| target.0 == name).expect("a target of that name");
    (target.1)(bytes);
}
