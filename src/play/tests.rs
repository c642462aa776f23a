//! Playing without a terminal.
