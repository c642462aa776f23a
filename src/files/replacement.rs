//! Replacement of a file as a whole: bytes go to a temporary file in the folder of the target, which is renamed to the target once
//! complete, so that the name always leads to the old or the new content. Links are followed, permissions are kept. Pipes and
//! devices are written directly, since a rename would replace these by a file. Two paths to one file are recognised, so that no
//! output overwrites an input.

use same_file::Handle;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use tempfile::{Builder, NamedTempFile};

static TEMPORARIES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Removes all temporary files of this process, for a process that is about to end without running destructors.
pub fn remove_temporaries() {
    let mut temporaries = TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner);
    std::mem::take(&mut *temporaries).iter().for_each(|path| _ = fs::remove_file(path));
}

/// Adds the path of a temporary file to [`TEMPORARIES`] if `is_there`, else removes the path.
fn listed(path: &Path, is_there: bool) {
    let mut temporaries = TEMPORARIES.lock().unwrap_or_else(PoisonError::into_inner);
    if is_there { _ = temporaries.insert(path.to_owned()) } else { _ = temporaries.remove(path) }
}

/// New content of a file. If this value is dropped before [`Replacement::put`] is called, the file is unchanged.
#[derive(Debug)]
pub struct Replacement {
    written: ReplacementTarget,
    lock: Option<Lock>,
}

/// Lock on the old file at the target, which other processes see as long as this value lives.
#[derive(Debug)]
struct Lock {
    _file: File,
    /// The target, if this process made the locked file, since a missing file cannot be locked.
    made: Option<PathBuf>,
}

#[derive(Debug)]
enum ReplacementTarget {
    /// New content in a temporary file, and the path of the target file.
    Beside(NamedTempFile, PathBuf),
    /// Content that took the place of the target, and the number of bytes up to the last [`Replacement::put`].
    Put(File, u64),
    /// Pipe or device, written directly.
    There(File),
    /// Content took the place of the target, and a later write failed: no bytes can be added.
    Ended,
}

/// Maximum number of links to follow from one to the next; Linux has the same.
const MOST_LINKS: usize = 40;

impl Replacement {
    /// Begins new content for the file at a path.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let target = resolved(path);
        let old = match fs::metadata(&target) {
            Ok(meta) if !meta.is_file() || is_of_system(&target) => {
                return Ok(Self::new(ReplacementTarget::There(File::options().write(true).open(&target)?)));
            }
            Ok(meta) => {
                // A rename needs only permission for the folder, so a file without write permission is an error here.
                File::options().write(true).open(&target)?;
                Some(meta)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let new = beside(&target, old.as_ref())?;
        listed(new.path(), true);
        Ok(Self::new(ReplacementTarget::Beside(new, target)))
    }

    /// Begins new content for a file that one process at a time may write; another one gets
    /// [`io::ErrorKind::ResourceBusy`]. A missing file is created empty, and removed if no content is put. Pipes and
    /// devices are not locked, nor are files where the system has no locks.
    pub fn locked(path: &Path) -> io::Result<Self> {
        let target = resolved(path);
        // On Windows other handles of this process could not read a locked file.
        let is_regular = fs::metadata(&target).map_or(true, |meta| meta.is_file()) && !is_of_system(&target);
        let lock = if is_regular && cfg!(unix) { Some(Lock::on(&target)?) } else { None };
        let mut new = Self::begin(path)?;
        new.lock = lock;
        Ok(new)
    }

    const fn new(written: ReplacementTarget) -> Self {
        Self { written, lock: None }
    }

    /// Replaces the whole content of a file by these bytes; after an error the file is unchanged.
    pub fn whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut new = Self::begin(path)?;
        new.write_all(bytes)?;
        new.put()
    }

    /// Replaces the target by the bytes written so far; bytes written later are appended to it, and taken back if they cannot be
    /// written up to the next `put`. If the rename fails, the target is unchanged, and no further write is allowed.
    pub fn put(&mut self) -> io::Result<()> {
        if let ReplacementTarget::Put(file, whole) = &mut self.written {
            *whole = file.stream_position()?;
        }
        let ReplacementTarget::Beside(new, _) = &self.written else { return Ok(()) };
        // Without this, some file systems store the rename durably, but not the content.
        new.as_file().sync_all()?;
        let mut there = new.as_file().try_clone()?;
        let whole = there.stream_position()?;
        let ReplacementTarget::Beside(new, target) =
            std::mem::replace(&mut self.written, ReplacementTarget::Put(there, whole))
        else {
            return Ok(());
        };
        listed(new.path(), false);
        if let Some(lock) = &self.lock {
            // The lock on the old file is no longer seen once the new one is in its place.
            _ = new.as_file().try_lock();
            lock.made.iter().for_each(|made| listed(made, false));
        }
        new.persist(target).map_err(|error| error.error)?;
        if let Some(lock) = &mut self.lock {
            lock.made = None;
        }
        Ok(())
    }
}

impl Lock {
    fn on(target: &Path) -> io::Result<Self> {
        /// Number of attempts: another process may replace or remove the file between two system calls.
        const ATTEMPTS: usize = 100;
        let busy = || io::Error::new(io::ErrorKind::ResourceBusy, "another run is writing this file");
        for _ in 0..ATTEMPTS {
            let (opened, is_made) = match File::options().write(true).create_new(true).open(target) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    (File::options().write(true).open(target), false)
                }
                made => (made, true),
            };
            let file = match opened {
                Err(error) if error.kind() == io::ErrorKind::NotFound && !is_made => continue,
                opened => opened?,
            };
            if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
                return Err(busy());
            }
            if Handle::from_path(target).ok() == Some(Handle::from_file(file.try_clone()?)?) {
                let made = is_made.then(|| target.to_owned());
                made.iter().for_each(|path| listed(path, true));
                return Ok(Self { _file: file, made });
            }
        }
        Err(busy())
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        if let Some(made) = &self.made {
            listed(made, false);
            _ = fs::remove_file(made);
        }
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if let ReplacementTarget::Beside(new, _) = &self.written {
            listed(new.path(), false);
        }
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.written {
            // Bytes are written to the inner file, whose errors do not contain the temporary path.
            ReplacementTarget::Beside(file, _) => file.as_file().write(bytes),
            ReplacementTarget::Put(file, whole) => {
                let written = file.write(bytes);
                if written.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted) {
                    file.set_len(*whole)?;
                    self.written = ReplacementTarget::Ended;
                }
                written
            }
            ReplacementTarget::Ended => Err(io::ErrorKind::StorageFull.into()),
            ReplacementTarget::There(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the path at the end of a chain of links; no file need exist there.
fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        // A link in `/proc`, as `pipe:[7]`, need not lead to a path.
        if is_of_system(&path) {
            break;
        }
        path = path.parent().map_or(next.clone(), |folder| folder.join(&next));
    }
    path
}

/// True if the path is in `/dev` or `/proc`, e.g. `/dev/stdout`: a rename would replace an open file.
fn is_of_system(path: &Path) -> bool {
    ["/dev", "/proc"].iter().any(|folder| path.starts_with(folder))
}

/// Returns a temporary file in the folder of the target. It has the permissions and owner of the old file, if there is one.
fn beside(target: &Path, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."));
    let mut builder = Builder::new();
    builder.prefix(".sokoplan-");
    #[cfg(unix)]
    let ordinary = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(ordinary);
    // The error must not name the temporary file: the user does not know it.
    let new = builder.tempfile_in(folder).map_err(|error| bare(&error))?;
    if let Some(old) = old {
        own(new.path(), old);
        new.as_file().set_permissions(old.permissions())?;
    }
    Ok(new)
}

/// Returns the error of the system, without the path that was added to the message.
fn bare(error: &io::Error) -> io::Error {
    let words = error.to_string();
    io::Error::new(error.kind(), words.split(" at path ").next().unwrap_or_default())
}

#[cfg(unix)]
fn own(path: &Path, old: &Metadata) {
    use std::os::unix::fs::{MetadataExt, chown};
    _ = chown(path, Some(old.uid()), Some(old.gid()));
}

#[cfg(not(unix))]
fn own(_: &Path, _: &Metadata) {}

/// Identity of a file: equal for all paths that lead to it, also by links. A missing file has a folder and a name.
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

    fn names(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_file_keeps_its_content_until_the_new_one_is_put() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let mut new = Replacement::begin(&path).unwrap();
        new.write_all(b"one").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(folder.path())), ("old", 2));
        new.put().unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(folder.path())), ("one", 1));
        new.write_all(b" and more").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one and more");
        Replacement::begin(&path).unwrap().write_all(b"lost").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), names(folder.path())), ("one and more", 1));
    }

    #[cfg(unix)]
    #[test]
    fn one_writer_at_a_time_has_a_locked_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let is_busy = || Replacement::locked(&path).is_err_and(|error| error.kind() == io::ErrorKind::ResourceBusy);
        let mut new = Replacement::locked(&path).unwrap();
        assert!(is_busy(), "before anything is written");
        new.write_all(b"one").unwrap();
        new.put().unwrap();
        assert!(is_busy(), "once the new file is in its place");
        drop(new);
        drop(Replacement::locked(&path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "one");
        fs::remove_file(&path).unwrap();
        drop(Replacement::locked(&path).unwrap());
        assert_eq!(names(folder.path()), 0, "a file that was created to be locked goes");
        assert!(
            Replacement::locked(Path::new("/dev/null")).is_ok() && Replacement::locked(Path::new("/dev/null")).is_ok()
        );
    }

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
