//! All integration tests, in one binary, which is linked once.

#![expect(clippy::unwrap_used, reason = "clippy only knows test functions, not their helpers")]

/// The promise of the function of this name, tested on a share of its levels in percent, and on all of them by an ignored test:
/// `cargo test -- --ignored`.
macro_rules! on_few_and_on_all {
    ($promise:ident, $percent:expr) => {
        mod $promise {
            #[test]
            fn on_few() {
                super::$promise($percent);
            }

            #[test]
            #[ignore = "takes long; .ci/long runs it"]
            fn on_all() {
                super::$promise(100);
            }
        }
    };
}

mod architecture;
mod areas;
mod assist;
mod browser;
mod cli;
mod common;
mod deadlock_rules;
mod documents;
mod formats;
mod fuzz;
mod generate;
mod json_rows;
#[cfg(unix)]
mod lab;
mod metamorphic;
mod packing;
mod pddl_levels;
mod planner;
mod proofs;
mod python;
mod reading;
mod readme;
#[cfg(feature = "serve")]
mod serve;
mod signature;
mod snapshots;
mod solve;
mod steps;
mod strips;
mod tasks;
mod textbook;
