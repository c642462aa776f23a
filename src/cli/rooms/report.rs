//! The result of a comparison with snapshots as text, as annotations of GitHub, or as JUnit. A level that is new,
//! changed or gone is a failure; one that was only moved, renamed or turned is not.

use super::snapshots::Finding;
use crate::cli::io::files::name;
use crate::cli::io::{PickedLevel, message};
use crate::run::safe;
use std::fmt::Write;
use std::path::PathBuf;

pub(crate) struct RoomsCheck<'a> {
    pub(super) levels: Vec<(&'a PickedLevel, Finding)>,
    pub(super) removed: Vec<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Different,
    Added,
    Renamed,
    Turned,
    Moved,
    Same,
}

impl Finding {
    const fn change(&self) -> Change {
        match self {
            Self { snapshot: None, .. } => Change::Added,
            Self { difference: Some(_), .. } => Change::Different,
            Self { was_titled: Some(_), .. } => Change::Renamed,
            Self { is_turned: true, .. } => Change::Turned,
            Self { was_number: Some(_), .. } => Change::Moved,
            _ => Change::Same,
        }
    }

    const fn is_failure(&self) -> bool {
        matches!(self.change(), Change::Different | Change::Added)
    }

    fn words(&self) -> String {
        let mut words = Vec::new();
        if self.snapshot.is_none() {
            words.push("added, there is no snapshot of it".to_owned());
        }
        words.extend(self.was_titled.as_ref().map(|title| format!("renamed, was \"{}\"", safe(title))));
        words.extend(self.is_turned.then(|| "turned or mirrored".to_owned()));
        words.extend(self.was_number.map(|number| format!("moved, was level {number}")));
        if let Some((changes, _)) = &self.difference {
            words.push(if changes.is_empty() { "different".to_owned() } else { changes.join("; ") });
        }
        words.join("; ")
    }
}

impl RoomsCheck<'_> {
    pub(crate) fn is_fine(&self) -> bool {
        self.removed.is_empty() && !self.levels.iter().any(|(_, finding)| finding.is_failure())
    }

    /// Returns what became of the rooms of a level, in words; `None` if they are the same.
    pub(crate) fn of(&self, level: &PickedLevel) -> Option<String> {
        let is_level = |picked: &PickedLevel| picked.entry.number == level.entry.number && picked.file == level.file;
        let (_, finding) = self.levels.iter().find(|(picked, _)| is_level(picked))?;
        (finding.change() != Change::Same).then(|| finding.words())
    }

    /// Returns how many levels have each result, in words: `1 added, 1 moved, 29 the same`.
    fn summary(&self) -> String {
        let count = |fate| self.levels.iter().filter(|(_, finding)| finding.change() == fate).count();
        let counts = [
            (count(Change::Different), "different"),
            (count(Change::Added), "added"),
            (self.removed.len(), "removed"),
            (count(Change::Renamed), "renamed"),
            (count(Change::Turned), "turned"),
            (count(Change::Moved), "moved"),
        ];
        let shown = counts.into_iter().filter(|(count, _)| *count > 0).chain([(count(Change::Same), "the same")]);
        shown.map(|(count, word)| format!("{count} {word}")).collect::<Vec<_>>().join(", ")
    }

    /// Returns text for people: for each level its result in words and the changed lines of its dump, then the summary.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for (picked, finding) in self.levels.iter().filter(|(_, finding)| finding.change() != Change::Same) {
            let _ = writeln!(text, "{}: {}", picked.heading(), finding.words());
            text += finding.difference.as_ref().map_or("", |(_, lines)| lines);
        }
        for path in &self.removed {
            let _ = writeln!(text, "{}: removed, no level matches this snapshot", name(path));
        }
        text + &self.summary() + "\n"
    }

    pub(crate) fn github(&self) -> String {
        let mut text = String::new();
        for (picked, finding) in self.levels.iter().filter(|(_, finding)| finding.change() != Change::Same) {
            let kind = if finding.is_failure() { "error" } else { "notice" };
            text += &picked.annotation(kind, &finding.words());
        }
        for path in &self.removed {
            text += &message::file_annotation(&name(path), "rooms", "removed, no level matches this snapshot");
        }
        text + &self.summary() + "\n"
    }

    pub(super) fn junit(&self) -> String {
        let failures = self.levels.iter().filter(|(_, finding)| finding.is_failure()).count() + self.removed.len();
        let tests = self.levels.len() + self.removed.len();
        let mut text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"sokoplan rooms\" tests=\"{tests}\" \
             failures=\"{failures}\">\n"
        );
        for (picked, finding) in &self.levels {
            let name = format!("{:03} {}", picked.entry.number, safe(&picked.entry.title));
            let lines = finding.difference.as_ref().map_or("", |(_, lines)| lines);
            let failure = finding.is_failure().then(|| (finding.words(), lines));
            text += &case(&picked.file, &name, failure);
        }
        for path in &self.removed {
            let why = ("removed, no level matches this snapshot".to_owned(), "");
            text += &case("snapshots", &name(path), Some(why));
        }
        text + "</testsuite>\n"
    }
}

fn case(class: &str, name: &str, failure: Option<(String, &str)>) -> String {
    let head = format!("  <testcase classname=\"{}\" name=\"{}\"", xml(class), xml(name.trim_end()));
    match failure {
        None => head + "/>\n",
        Some((why, lines)) => {
            format!("{head}>\n    <failure message=\"{}\">{}</failure>\n  </testcase>\n", xml(&why), xml(lines))
        }
    }
}

fn xml(text: &str) -> String {
    let letters = text.chars().filter(|letter| !letter.is_control() || *letter == '\n');
    letters
        .map(|letter| match letter {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '"' => "&quot;".to_owned(),
            other => other.to_string(),
        })
        .collect()
}
