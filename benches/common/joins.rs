//! Levels joined to larger ones, to measure searches on boards of several independent levels.

use sokoplan::generate::join;
use sokoplan::level::{Level, ReadOptions, read};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The numbers of levels joined.
pub(crate) const PIECES: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

type Fallible<T> = Result<T, Box<dyn Error>>;

/// Returns the joins of each number of pieces up to `most`, one for each seed.
pub(crate) fn joins(file: Option<&str>, most: usize, seeds: u64) -> Fallible<Vec<(usize, Vec<Level>)>> {
    let pieces = pieces(file)?;
    let joined = |count: usize| {
        (1..=seeds).map(|seed| join(&pieces, count, seed).map(|join| join.level)).collect::<Result<Vec<_>, _>>()
    };
    PIECES.into_iter().filter(|&count| count <= most).map(|count| Ok((count, joined(count)?))).collect()
}

/// Returns the levels of a file, or all levels of the repository.
fn pieces(file: Option<&str>) -> Fallible<Vec<Level>> {
    let mut levels = Vec::new();
    for path in file.map_or_else(own, |file| Ok(vec![PathBuf::from(file)]))? {
        levels.extend(read(&fs::read(path)?, ReadOptions::default()).levels().cloned());
    }
    Ok(levels)
}

fn own() -> Fallible<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Fallible<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
