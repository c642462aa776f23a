#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sokoplan_fuzz::run("xml", bytes));
