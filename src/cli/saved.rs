//! Snapshots: text files in a folder, written once and compared later.
//!
//! Writes named texts to files, or prints the differences between the files and the texts.

use super::output::{Output, write_file};
use super::{ExitStatus, Failure};
use similar::TextDiff;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// One snapshot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Saved {
    /// The name of the file in the folder.
    pub(super) name: String,
    /// The content.
    pub(super) text: String,
}

/// Writes all of them, each as a whole. A missing folder is created; other files in it stay.
pub(super) fn save(folder: &Path, saved: &[Saved]) -> Result<ExitStatus, Failure> {
    refuse_twins(saved)?;
    fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    for one in saved {
        let path = folder.join(&one.name);
        write_file(&path, &one.text)?;
    }
    Ok(ExitStatus::Done)
}

/// Prints differences on standard output; [`ExitStatus::No`] if there are any. Text files without a snapshot count only
/// where `whole` means that `saved` is complete.
pub(super) fn check(folder: &Path, saved: &[Saved], whole: bool) -> Result<ExitStatus, Failure> {
    refuse_twins(saved)?;
    let mut out = Output::stdout();
    let mut differing = 0;
    for one in saved {
        if let Some(difference) = difference(folder, one)? {
            differing += 1;
            out.write_all(difference.as_bytes())?;
        }
    }
    let surplus = if whole { surplus(folder, saved)? } else { Vec::new() };
    for name in &surplus {
        writeln!(out, "{}: surplus, no level stands for it", folder.join(name).display())?;
    }
    let fine = differing == 0 && surplus.is_empty();
    let same = saved.len() - differing;
    writeln!(out, "same: {same}, different or missing: {differing}, surplus: {}", surplus.len())?;
    out.close()?;
    Ok(ExitStatus::from(fine))
}

fn refuse_twins(saved: &[Saved]) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    match saved.iter().find(|one| !seen.insert(&one.name)) {
        Some(twin) => Err(Failure::message(format!("two levels would be saved as {}: use a folder a file", twin.name))),
        None => Ok(()),
    }
}

fn difference(folder: &Path, one: &Saved) -> Result<Option<String>, Failure> {
    let path = folder.join(&one.name);
    let shown = path.display();
    let old = match fs::read_to_string(&path) {
        // Git may have converted line ends.
        Ok(old) => old.replace("\r\n", "\n"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Some(format!("{shown}: missing\n"))),
        Err(error) => return Err(Failure::io(&path, &error)),
    };
    let diff = || {
        let (before, now) = (shown.to_string(), format!("{shown} (now)"));
        TextDiff::from_lines(&old, &one.text).unified_diff().header(&before, &now).to_string()
    };
    Ok((old != one.text).then(diff))
}

fn surplus(folder: &Path, saved: &[Saved]) -> Result<Vec<String>, Failure> {
    let known: BTreeSet<&str> = saved.iter().map(|one| one.name.as_str()).collect();
    let mut surplus = Vec::new();
    for file in fs::read_dir(folder).map_err(|error| Failure::io(folder, &error))? {
        let name = file.map_err(|error| Failure::io(folder, &error))?.file_name().to_string_lossy().into_owned();
        let is_text = Path::new(&name).extension().is_some_and(|ending| ending == "txt");
        if is_text && !known.contains(name.as_str()) {
            surplus.push(name);
        }
    }
    surplus.sort();
    Ok(surplus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_saved_is_the_same_until_something_changes() {
        let folder = std::env::temp_dir().join(format!("sokoplan-saved-{}", std::process::id()));
        let saved = |name: &str, text: &str| Saved { name: name.to_owned(), text: text.to_owned() };
        let (one, two) = (saved("one.txt", "a\nb\n"), saved("two.txt", "c\n"));
        save(&folder, &[one.clone(), two.clone()]).unwrap();
        assert_eq!(check(&folder, &[one.clone(), two.clone()], true).unwrap(), ExitStatus::Done);
        let changed = difference(&folder, &saved("one.txt", "a\nx\n")).unwrap().unwrap();
        assert!(changed.contains("-b\n+x\n"), "{changed}");
        assert_eq!(surplus(&folder, std::slice::from_ref(&one)).unwrap(), ["two.txt"]);
        assert_eq!(check(&folder, std::slice::from_ref(&one), true).unwrap(), ExitStatus::No);
        assert_eq!(check(&folder, std::slice::from_ref(&one), false).unwrap(), ExitStatus::Done);
        assert!(difference(&folder, &saved("three.txt", "")).unwrap().unwrap().ends_with("three.txt: missing\n"));
        assert!(save(&folder, &[one.clone(), one]).is_err());
        fs::remove_dir_all(&folder).unwrap();
    }
}
