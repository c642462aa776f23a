//! Solutions of collections, push by push.

use sokoplan::level::{Direction, Level, Position, ReadOptions, read, replay};
use sokoplan::push::Push;
use std::error::Error;
use std::fs;
use std::path::Path;

type Fallible<T> = Result<T, Box<dyn Error>>;

/// A collection by its name: levels with the LURD of a solution.
pub(crate) type Solved = (String, Vec<(Level, String)>);

/// Returns each `best/NAME.lurd` of a folder (lines of NUMBER LURD), with the levels of the `NAME.xsb` or `NAME.sok`
/// beside `best`.
pub(crate) fn collections(folder: &Path) -> Fallible<Vec<Solved>> {
    let mut paths = fs::read_dir(folder.join("best"))?.map(|entry| Ok(entry?.path())).collect::<Fallible<Vec<_>>>()?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "lurd"));
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let levels = [".xsb", ".sok"].map(|ending| folder.join(format!("{stem}{ending}")));
        let Some(file) = levels.iter().find(|file| file.exists()) else { continue };
        let collection = read(&fs::read(file)?, ReadOptions::default());
        let mut solved = Vec::new();
        for line in fs::read_to_string(&path)?.lines() {
            let Some((number, lurd)) = line.split_once(' ') else { continue };
            let number: usize = number.parse()?;
            let entry = collection.entries.iter().find(|entry| entry.number == number);
            if let Some(Ok(level)) = entry.map(|entry| &entry.body) {
                solved.push((level.clone(), lurd.to_owned()));
            }
        }
        found.push((stem, solved));
    }
    Ok(found)
}

/// Returns the pushes of a solution, each with the positions before and after it.
pub(crate) fn pushes(level: &Level, lurd: &str) -> Fallible<Vec<(Position, Push, Position)>> {
    let mut pushes = Vec::new();
    let mut position = level.start.clone();
    for letter in lurd.chars() {
        let direction = Direction::from_letter(letter).ok_or("a letter that is no move")?;
        let from = level.board.next(position.player, direction).ok_or("a wall")?;
        let is_push = position.has_box(from);
        let after = replay(&level.board, &position, &letter.to_string().parse()?)?.end;
        let before = std::mem::replace(&mut position, after);
        if is_push {
            pushes.push((before, Push { from, direction }, position.clone()));
        }
    }
    Ok(pushes)
}
