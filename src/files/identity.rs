//! Identities of files: two paths to one file are recognised, so that no output overwrites an input.

use super::replacement::{is_of_system, resolved};
use same_file::Handle;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Identity of a file: equal for all paths that lead to the file, also by links. A file that does not exist yet is
/// identified by its folder and name.
#[derive(Debug, PartialEq, Eq)]
pub enum Identity {
    /// Handle of a file that exists.
    Existing(Handle),
    /// Handle of the folder, and name in it, of a file that does not exist.
    Missing(Handle, OsString),
}

impl Identity {
    /// Returns the identity of a regular file, existing or not. `None` for folders, pipes and devices, which have no
    /// content to lose, and for paths in folders that do not exist.
    pub fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            _ if is_of_system(path) => None,
            Ok(meta) if meta.is_file() => Handle::from_path(path).ok().map(Self::Existing),
            Ok(_) => None,
            Err(_) => {
                let path = resolved(path);
                let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                let folder = Handle::from_path(folder.unwrap_or_else(|| Path::new("."))).ok()?;
                Some(Self::Missing(folder, path.file_name()?.to_owned()))
            }
        }
    }

    /// Returns the identity of standard output; `None` unless it is a regular file.
    pub fn of_stdout() -> Option<Self> {
        let handle = Handle::stdout().ok()?;
        let is_file = handle.as_file().metadata().is_ok_and(|meta| meta.is_file());
        is_file.then_some(Self::Existing(handle))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_paths_to_one_file_are_one_file_whether_it_exists_or_not() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        let dotted = folder.path().join(".").join("one");
        assert_eq!(Identity::of(&one), Identity::of(&dotted));
        fs::write(&one, "").unwrap();
        assert_eq!(Identity::of(&one), Identity::of(&dotted));
        fs::hard_link(&one, &other).unwrap();
        assert_eq!(Identity::of(&one), Identity::of(&other));
        fs::remove_file(&other).unwrap();
        assert_ne!(Identity::of(&one), Identity::of(&other));
        assert_eq!(Identity::of(folder.path()), None);
    }
}
