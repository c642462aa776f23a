//! Snapshots: text dumps in a folder, written once and compared later. Each has the name of its file and the level's
//! title, or, without a unique title, of a hash of the board up to symmetry; numbers would change with every new
//! level. A level is recognised by that name, then by its board up to symmetry, then by a board with mostly equal
//! rows. A renamed or turned level is dumped under its old title, in its old orientation, and compared line by line.

use crate::cli::io::files::with_ending;
use crate::cli::io::{Failure, NamedContent, PickedLevel, Result, Selection, stem};
use crate::level::{Canonical, Level, Symmetry};
use crate::render::{SavedRooms, changes};
use crate::run::safe;
use similar::TextDiff;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::{fs, io};

const LONGEST: usize = 60;

/// Returns the name of the snapshot of each level, without ending, by file and number.
pub(super) fn names(selection: &Selection) -> BTreeMap<(String, usize), String> {
    let slug = |picked: &PickedLevel| (stem(&picked.file), slug(&picked.entry.title));
    let mut sharing: BTreeMap<(String, String), usize> = BTreeMap::new();
    selection.levels().for_each(|(picked, _)| *sharing.entry(slug(picked)).or_default() += 1);
    let mut twins: BTreeMap<String, usize> = BTreeMap::new();
    let mut name = |(picked, level): (&PickedLevel, &Level)| {
        let (stem, title) = slug(picked);
        let is_alone = !title.is_empty() && sharing[&(stem.clone(), title.clone())] == 1;
        let hash = format!("{:08x}", Canonical::of(level).digest() >> 32);
        let parts = [stem.as_str(), &title, if is_alone { "" } else { &hash }];
        let name = parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("-");
        // Twins in one file are counted; equal names from two files are an error when they are written.
        let twin = twins.entry(format!("{}\0{name}", picked.file)).or_default();
        *twin += 1;
        let name = if *twin > 1 { format!("{name}-{twin}") } else { name };
        (picked.key(), name)
    };
    selection.levels().map(&mut name).collect()
}

/// Returns the letters and digits of a title in lower case, with one `-` for each run of other characters between them.
fn slug(title: &str) -> String {
    let lower = title.to_lowercase();
    let words = lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let slug = words.collect::<Vec<_>>().join("-");
    slug.chars().take(LONGEST).collect::<String>().trim_end_matches('-').to_owned()
}

/// Minimum [`alike`] of a board and a snapshot that counts as its earlier version: an edit changes few rows.
const ALIKE: f32 = 0.6;

/// Maximum number of pairs of a new level and a left-over snapshot that are compared row by row; beyond it, levels are new.
const MOST_PAIRS: usize = 1 << 18;

#[derive(Clone, Debug)]
pub(super) struct Current<'a> {
    /// Name of the level's snapshot, without ending.
    pub(super) name: String,
    pub(super) level: &'a Level,
    pub(super) text: String,
}

#[derive(Clone, Debug)]
struct Old {
    path: PathBuf,
    text: String,
    rooms: Option<SavedRooms>,
}

impl Old {
    fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) snapshot: Option<PathBuf>,
    /// Earlier number of the level in its file; `None` if its place among the other levels is unchanged.
    pub(super) was_number: Option<usize>,
    /// Earlier title of the level; `None` if the title is unchanged.
    pub(super) was_titled: Option<String>,
    pub(super) is_turned: bool,
    /// Changes of the dump, in words and as a unified diff of lines; `None` if the dump is unchanged.
    pub(super) difference: Option<(Vec<String>, String)>,
}

/// Returns the result for each level, and the paths of the snapshots that match no level and belong to the collections
/// `stems` (file names without ending). `dump` makes the dump of a level.
pub(super) fn compare(
    folder: &Path,
    stems: &BTreeSet<String>,
    current: &[Current<'_>],
    mut dump: impl FnMut(&Level) -> Result<String>,
) -> Result<(Vec<Finding>, Vec<PathBuf>)> {
    if !folder.exists() {
        let to = safe(&folder.to_string_lossy()).into_owned();
        return Err(Failure::message(format!(
            "{to}: no rooms are saved there: `sokoplan rooms save {to} FILE` saves them"
        )));
    }
    let olds = read(folder)?;
    let matched = matches(current, &olds);
    let orders = orders(folder, stems)?;
    let moved = moved(&orders, &olds, &matched);
    let mut findings = Vec::new();
    for ((one, old), was_number) in current.iter().zip(&matched).zip(moved) {
        let finding = old.map(|old| finding(one, &olds[old], &mut dump)).transpose()?.unwrap_or_default();
        findings.push(Finding { was_number, ..finding });
    }
    let known: BTreeSet<usize> = matched.into_iter().flatten().collect();
    let ours: BTreeSet<&String> = orders.iter().flatten().collect();
    let is_ours = |old: &Old| orders.is_empty() || ours.contains(&old.name());
    let surplus = olds.iter().enumerate().filter(|(index, old)| !known.contains(index) && is_ours(old));
    Ok((findings, surplus.map(|(_, old)| old.path.clone()).collect()))
}

fn finding(one: &Current<'_>, old: &Old, dump: &mut impl FnMut(&Level) -> Result<String>) -> Result<Finding> {
    let mut finding = Finding { snapshot: Some(old.path.clone()), ..Finding::default() };
    let mut now = one.text.clone();
    if let Some(rooms) = old.rooms.as_ref().filter(|_| one.text != old.text) {
        let symmetry = Symmetry::all().find(|symmetry| one.level.turned(*symmetry).grid == rooms.level.grid);
        let mut then = one.level.turned(symmetry.unwrap_or_default());
        finding.is_turned = symmetry.is_some_and(|symmetry| symmetry != Symmetry::IDENTITY);
        if safe(&one.level.title) != rooms.level.title {
            then.title.clone_from(&rooms.level.title);
            finding.was_titled = Some(rooms.level.title.clone());
        }
        now = dump(&then)?;
    }
    if now != old.text {
        let words = old.rooms.as_ref().zip(SavedRooms::read(&now)).map(|(old, new)| changes(old, &new));
        let (before, after) = (old.path.display().to_string(), format!("{} (now)", old.path.display()));
        let lines = TextDiff::from_lines(&old.text, &now).unified_diff().header(&before, &after).to_string();
        finding.difference = Some((words.unwrap_or_default(), lines));
    }
    Ok(finding)
}

fn read(folder: &Path) -> Result<Vec<Old>> {
    let mut olds = Vec::new();
    for path in with_ending(folder, "txt")? {
        // Git may have converted line ends.
        let text = fs::read_to_string(&path).map_err(|error| Failure::io(&path, &error))?.replace("\r\n", "\n");
        if SavedRooms::is_dump(&text) {
            olds.push(Old { rooms: SavedRooms::read(&text), path, text });
        }
    }
    Ok(olds)
}

fn matches(current: &[Current<'_>], olds: &[Old]) -> Vec<Option<usize>> {
    let by_name: BTreeMap<String, usize> = olds.iter().enumerate().map(|(index, old)| (old.name(), index)).collect();
    let mut matched: Vec<Option<usize>> = current.iter().map(|one| by_name.get(&one.name).copied()).collect();
    let named: BTreeSet<usize> = matched.iter().copied().flatten().collect();
    let mut free: BTreeSet<usize> = (0..olds.len()).filter(|index| !named.contains(index)).collect();
    let mut by_board: BTreeMap<u64, VecDeque<usize>> = BTreeMap::new();
    for &index in &free {
        if let Some(board) = hash(&olds[index]) {
            by_board.entry(board).or_default().push_back(index);
        }
    }
    for (one, found) in current.iter().zip(&mut matched).filter(|(_, found)| found.is_none()) {
        *found = by_board.get_mut(&Canonical::of(one.level).digest()).and_then(VecDeque::pop_front);
        found.iter().for_each(|index| _ = free.remove(index));
    }
    let unmatched = matched.iter().filter(|found| found.is_none()).count();
    let is_few = unmatched.saturating_mul(free.len()) <= MOST_PAIRS;
    for (one, found) in current.iter().zip(&mut matched).filter(|(_, found)| is_few && found.is_none()) {
        let alike = |index: &usize| olds[*index].rooms.as_ref().map_or(0.0, |rooms| alike(&rooms.level, one.level));
        let best = free.iter().copied().max_by(|a, b| alike(a).total_cmp(&alike(b)).then(b.cmp(a)));
        *found = best.filter(|index| alike(index) >= ALIKE);
        found.iter().for_each(|index| _ = free.remove(index));
    }
    matched
}

fn hash(old: &Old) -> Option<u64> {
    Some(Canonical::of(&old.rooms.as_ref()?.level).digest())
}

/// Returns the share of equal rows of two boards, from 0 to 1.
fn alike(one: &Level, other: &Level) -> f32 {
    TextDiff::from_lines(&one.grid.to_string(), &other.grid.to_string()).ratio()
}

/// Returns for each level its earlier number if the level was moved, else `None`. Moved are the levels outside a
/// longest sequence of levels whose order is unchanged.
fn moved(orders: &[Vec<String>], olds: &[Old], matched: &[Option<usize>]) -> Vec<Option<usize>> {
    let mut moved = vec![None; matched.len()];
    let mut places_in: Vec<Vec<(usize, usize)>> = vec![Vec::new(); orders.len()];
    let mut listed: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
    for (order, names) in orders.iter().enumerate() {
        let mut seen = BTreeSet::new();
        for (place, name) in names.iter().enumerate().filter(|(_, name)| seen.insert(*name)) {
            listed.entry(name).or_default().push((order, place));
        }
    }
    for (index, old) in matched.iter().enumerate().filter_map(|(index, old)| Some((index, &olds[(*old)?]))) {
        for (order, place) in listed.get(old.name().as_str()).into_iter().flatten() {
            places_in[*order].push((index, *place));
        }
    }
    for places in places_in {
        let kept = longest_ascending(&places.iter().map(|(_, place)| *place).collect::<Vec<_>>());
        for (position, (index, place)) in places.iter().enumerate() {
            moved[*index] = (!kept.contains(&position)).then_some(place + 1);
        }
    }
    moved
}

fn longest_ascending(numbers: &[usize]) -> BTreeSet<usize> {
    // For each length the index of the least number that ends a sequence of this length, and before each index the
    // index before it in such a sequence.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (position, number) in numbers.iter().enumerate() {
        let length = ends.partition_point(|end| numbers[*end] < *number);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = position,
            None => ends.push(position),
        }
    }
    std::iter::successors(ends.last().copied(), |&position| before[position]).collect()
}

/// Ending of the files that list the snapshots of a collection in its order.
const ORDER: &str = "order";

/// Returns for each collection whose file of order exists the names of its snapshots, in the order of its levels.
fn orders(folder: &Path, stems: &BTreeSet<String>) -> Result<Vec<Vec<String>>> {
    let mut orders = Vec::new();
    for path in stems.iter().map(|stem| folder.join(format!("{stem}.{ORDER}"))) {
        match fs::read_to_string(&path) {
            Ok(text) => orders.push(text.lines().map(str::to_owned).collect()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::io(&path, &error)),
        }
    }
    Ok(orders)
}

pub(super) fn order(stem: &str, names: &[&str]) -> NamedContent {
    NamedContent {
        name: format!("{stem}.{ORDER}"),
        content: names.iter().map(|name| format!("{name}\n")).collect::<String>().into_bytes(),
    }
}

/// Returns the paths of listed snapshots that have the board of a given level but the name of no level.
pub(super) fn renamed(folder: &Path, stems: &BTreeSet<String>, current: &[Current<'_>]) -> Result<Vec<PathBuf>> {
    let listed: BTreeSet<String> = orders(folder, stems)?.into_iter().flatten().collect();
    let olds = if listed.is_empty() { Vec::new() } else { read(folder)? };
    let boards: BTreeSet<u64> = current.iter().map(|one| Canonical::of(one.level).digest()).collect();
    let names: BTreeSet<&str> = current.iter().map(|one| one.name.as_str()).collect();
    let is_named = |old: &Old| names.contains(old.name().as_str());
    let is_renamed = |old: &Old| listed.contains(&old.name()) && hash(old).is_some_and(|board| boards.contains(&board));
    Ok(olds.into_iter().filter(|old| !is_named(old) && is_renamed(old)).map(|old| old.path).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_a_name_that_any_file_system_takes() {
        assert_eq!(slug("  A goal room: four/in a \"square\"  "), "a-goal-room-four-in-a-square");
        assert_eq!(slug("..."), "");
        assert_eq!(slug(&"long ".repeat(30)).len(), 59);
    }

    #[test]
    fn the_fewest_levels_are_called_moved() {
        assert_eq!(longest_ascending(&[0, 1, 2]), BTreeSet::from([0, 1, 2]));
        assert_eq!(longest_ascending(&[3, 0, 1, 2]), BTreeSet::from([1, 2, 3]));
        assert_eq!(longest_ascending(&[1, 2, 3, 0]), BTreeSet::from([0, 1, 2]));
        assert_eq!(longest_ascending(&[]), BTreeSet::new());
        // By definition, on all orders of six.
        for code in 0..6_usize.pow(6) {
            let numbers: Vec<usize> = (0..6).map(|digit| code / 6_usize.pow(digit) % 6).collect();
            if numbers.iter().collect::<BTreeSet<_>>().len() == 6 {
                let ascends = |set: u32| {
                    let picked: Vec<usize> = (0..6).filter(|at| set >> at & 1 == 1).map(|at| numbers[at]).collect();
                    picked.is_sorted().then_some(picked.len())
                };
                let longest = longest_ascending(&numbers);
                let picked = longest.iter().map(|at| numbers[*at]).collect::<Vec<_>>();
                assert!(picked.is_sorted() && Some(picked.len()) == (0..64).filter_map(ascends).max(), "{numbers:?}");
            }
        }
    }
}
