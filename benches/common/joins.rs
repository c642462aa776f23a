//! Levels joined to larger ones: how searches fare where a level is several.

use sokoplan::Solver;
use sokoplan::generate::join;
use sokoplan::level::{Level, ReadOptions, read};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The numbers of pieces.
pub(crate) const PIECES: [usize; 7] = [1, 2, 4, 8, 16, 32, 64];

/// The joins of each number of pieces up to `most`, one a seed.
pub(crate) fn joins(file: Option<&str>, most: usize, seeds: u64) -> Result<Vec<(usize, Vec<Level>)>, Box<dyn Error>> {
    let pieces = pieces(file)?;
    let joined = |count: usize| (1..=seeds).map(|seed| join(&pieces, count, seed)).collect::<Result<Vec<_>, _>>();
    PIECES.into_iter().filter(|&count| count <= most).map(|count| Ok((count, joined(count)?))).collect()
}

/// What the default run may take for a piece. Not tuned: the easy levels of a collection are enough.
const SOON: u64 = 20_000;

/// The levels of a file, or of all our own, that the default run solves soon.
fn pieces(file: Option<&str>) -> Result<Vec<Level>, Box<dyn Error>> {
    let mut levels = Vec::new();
    for path in file.map_or_else(own, |file| Ok(vec![PathBuf::from(file)]))? {
        levels.extend(read(&fs::read(path)?, ReadOptions::default()).levels().cloned());
    }
    levels.retain(|level| Solver::new(level).nodes(SOON).solve().solution().is_some());
    Ok(levels)
}

fn own() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels");
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    paths.sort();
    Ok(paths)
}
