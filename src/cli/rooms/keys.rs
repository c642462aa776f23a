//! Names of snapshots that survive changes of the collection: the file and the level's title. If levels of a file share
//! a title or have none, a hash of the board up to symmetry is used. Numbers are not used, since a new level changes
//! these.

use super::super::saved::stem;
use super::super::select::{Picked, Selection};
use crate::level::{Canonical, Level};
use std::collections::BTreeMap;

/// Maximum number of letters of a title in a name.
const LONGEST: usize = 60;

/// Returns the name of the snapshot of each level, without ending, by file and number.
pub(super) fn names(selection: &Selection) -> BTreeMap<(String, usize), String> {
    let slug = |picked: &Picked| (stem(&picked.file), slug(&picked.entry.title));
    let mut sharing: BTreeMap<(String, String), usize> = BTreeMap::new();
    selection.levels().for_each(|(picked, _)| *sharing.entry(slug(picked)).or_default() += 1);
    let mut twins: BTreeMap<String, usize> = BTreeMap::new();
    let mut name = |(picked, level): (&Picked, &Level)| {
        let (stem, title) = slug(picked);
        let is_alone = !title.is_empty() && sharing[&(stem.clone(), title.clone())] == 1;
        let hash = format!("{:08x}", Canonical::of(level).digest() >> 32);
        let parts = [stem.as_str(), &title, if is_alone { "" } else { &hash }];
        let name = parts.iter().filter(|part| !part.is_empty()).copied().collect::<Vec<_>>().join("-");
        // Twins in one file are counted; equal names from two files are an error when they are written.
        let twin = twins.entry(format!("{}\0{name}", picked.file)).or_default();
        *twin += 1;
        let name = if *twin > 1 { format!("{name}-{twin}") } else { name };
        ((picked.file.clone(), picked.entry.number), name)
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

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn a_title_becomes_a_name_that_any_file_system_takes() {
        assert_eq!(slug("  A goal room: four/in a \"square\"  "), "a-goal-room-four-in-a-square");
        assert_eq!(slug("..."), "");
        assert_eq!(slug(&"long ".repeat(30)).len(), 59);
    }
}
