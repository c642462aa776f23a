//! The table of a study: a line for each file or each run, and below it one for each stratum of its levels.

use super::comparison::{Interval, count, probability};
use super::{Comparison, Row, Stratum, Tally};
use crate::abstraction::{Label, LabelCounts};
use crate::render::{AgreementRow, Column, Look, Table, TableCell, counted, cut_to, wrapped};
use indexmap::IndexMap;
use indicatif::{BinaryBytes, HumanCount};
use itertools::Itertools;
use serde::Serialize;
use std::hash::Hash;

/// Summary of the rows of a file, of a run, or of all rows.
#[derive(Clone, Debug, Default, PartialEq, schemars::JsonSchema, Serialize)]
pub struct Group {
    /// Name of the file as the user gave it; left out unless the rows are of one file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Name of the run, or common name of several draws; left out unless all rows are of this run or these draws.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// Figures of all rows of the group.
    #[serde(flatten)]
    pub figures: Figures,
    /// Figures by stratum, without empty ones.
    pub strata: Vec<ByStratum>,
}

/// Figures of the levels of one stratum.
#[derive(Clone, Debug, PartialEq, schemars::JsonSchema, Serialize)]
pub struct ByStratum {
    /// Stratum of the levels.
    pub stratum: Stratum,
    /// Figures of the levels in the stratum.
    #[serde(flatten)]
    pub figures: Figures,
}

/// Sums over rows, and the comparison with the first of several runs.
#[derive(Clone, Debug, Default, PartialEq, schemars::JsonSchema, Serialize)]
pub struct Figures {
    /// Sums over the rows.
    #[serde(flatten)]
    pub tally: Tally,
    /// Comparison with the first run; `None` for a single run and for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Comparison>,
}

/// Text between the common name of several draws and the number of the draw, in the name of a run.
pub const DRAW: &str = ", draw ";

fn grouped<'r, K: Hash + Eq>(rows: &'r [Row], key: impl Fn(&'r Row) -> K) -> IndexMap<K, Vec<&'r Row>> {
    let mut groups: IndexMap<K, Vec<&Row>> = IndexMap::new();
    rows.iter().for_each(|row| groups.entry(key(row)).or_default().push(row));
    groups
}

impl Group {
    /// Returns one group for each file, in the order of their first rows.
    pub fn by_file(rows: &[Row]) -> Vec<Self> {
        let group = |(file, rows): (&String, Vec<&Row>)| Self { file: Some(file.clone()), ..Self::of(&rows, None) };
        grouped(rows, |row| &row.file).into_iter().map(group).collect()
    }

    /// Returns a group for each run, in the order of their first rows, compared with the first; a control's draws are one.
    pub fn by_run(rows: &[Row]) -> Vec<Self> {
        let runs =
            grouped(rows, |row| row.run.as_deref().map(|run| run.split_once(DRAW).map_or(run, |(name, _)| name)));
        let whole = runs.first().map(|(_, rows)| rows.as_slice());
        let group = |(place, (run, rows)): (usize, (&Option<&str>, &Vec<&Row>))| Self {
            run: run.map(str::to_owned),
            ..Self::of(rows, whole.filter(|_| place > 0))
        };
        runs.iter().enumerate().map(group).collect()
    }

    /// Returns the group of all rows.
    pub fn all(rows: &[Row]) -> Self {
        Self::of(&rows.iter().collect_vec(), None)
    }

    fn of(rows: &[&Row], whole: Option<&[&Row]>) -> Self {
        let strata = Stratum::ALL.into_iter().map(|stratum| {
            let rows = rows.iter().copied().filter(|row| row.stratum == Some(stratum)).collect_vec();
            ByStratum { stratum, figures: Figures::of(&rows, whole) }
        });
        let strata = strata.filter(|by| by.figures.tally.levels > 0).collect();
        Self { figures: Figures::of(rows, whole), strata, ..Self::default() }
    }

    /// Returns the results of plans as text, without a width also their operators by label; empty if no plan was made.
    fn operators(&self, width: Option<usize>) -> String {
        let row = &self.figures.tally.operators;
        if row.planned == 0 {
            return String::new();
        }
        let [whole, planned] = [row.whole, row.planned].map(HumanCount);
        let share = |part: u64, all: u64| format!("{:.0} %", 100.0 * count(part) / count(all.max(1)));
        let fallback = share(row.fallback_pushes, row.pushes);
        let words = self.figures.tally.fidelity.words_of_goals();
        let mut text = format!(
            "plans: {words}; all slots on {whole} of {planned} levels; {fallback} of the pushes by the fallback"
        );
        if width.is_none() {
            let some = |count: u64, words: &str| (count > 0).then(|| format!("{} {words}", HumanCount(count)));
            let mut add = |kind: &str, counts: &[Option<String>]| {
                let each = counts.iter().flatten().join(", ");
                text += &if each.is_empty() { String::new() } else { format!("; {kind}: {each}") };
            };
            let labels = |counts: &LabelCounts| Label::ALL.map(|label| some(counts.get(label), label.word()));
            let outcomes = [some(row.tried, "tried"), some(row.known, "known"), some(row.lost, "lost")];
            add("operators", &outcomes);
            add("events", &labels(&row.events));
            add("arrangements", &labels(&row.arrangements));
            for (kind, count) in [
                ("plain pushes", row.plain),
                ("takeovers", row.takeovers),
                ("pushes of solutions by takeovers", row.takeover_pushes),
            ] {
                add(kind, &[(count > 0).then(|| HumanCount(count).to_string())]);
            }
        }
        wrapped(&text, width)
    }

    /// Returns the name and figures of the group, and of each stratum if there are several.
    fn lines(&self) -> Vec<(String, &Figures)> {
        let name = self.file.as_ref().or(self.run.as_ref()).map_or("all", String::as_str);
        let name = if self.figures.tally.runs > 1 && self.run.is_some() {
            format!("{name} ({})", counted(self.figures.tally.runs, "draw"))
        } else {
            name.to_owned()
        };
        let strata = if self.strata.len() > 1 { self.strata.as_slice() } else { &[] };
        let strata = strata.iter().map(|by| (format!("  {}", by.stratum.words()), &by.figures));
        std::iter::once((name, &self.figures)).chain(strata).collect()
    }
}

impl Figures {
    fn of(rows: &[&Row], whole: Option<&[&Row]>) -> Self {
        let tally = Tally::of(rows.iter().copied());
        let against = whole.map(|whole| Comparison::with_whole(whole, rows, tally.runs));
        Self { tally, against }
    }

    /// Returns a sum over all runs divided by the number of runs, as text; the sum itself without named runs.
    fn mean(&self, sum: usize) -> String {
        match self.tally.runs {
            0 | 1 => sum.to_string(),
            runs => format!("{:.1}", count(sum as u64) / count(runs as u64)),
        }
    }

    fn compared(&self, cell: impl Fn(&Comparison) -> String) -> String {
        self.against.as_ref().map(cell).unwrap_or_default()
    }
}

/// Column of the table: its head, its rank (columns of higher rank are left out first), and a function that returns a
/// cell, which may be empty. `bench --help` explains the heads.
struct Figure(&'static str, u8, fn(&Figures) -> String);

const FIGURES: [Figure; 21] = [
    Figure("levels", 5, |of| of.mean(of.tally.levels)),
    Figure("solved", 0, |of| of.mean(of.tally.solved)),
    Figure("lost", 2, |of| of.compared(|with| of.mean(with.lost.len()))),
    Figure("gained", 3, |of| of.compared(|with| of.mean(with.gained.len()))),
    Figure("change (95 %)", 1, |of| {
        of.compared(|with| {
            let Comparison { change, interval: Interval { low, high }, .. } = with;
            let digits = usize::from(of.tally.runs > 1);
            format!("{change:+.digits$} ({low:+.0} to {high:+.0})")
        })
    }),
    Figure("p", 4, |of| of.compared(|with| with.p.map(probability).unwrap_or_default())),
    Figure("nodes (95 %)", 6, |of| {
        of.compared(|with| {
            let Interval { low, high } = with.nodes.interval;
            format!("{:.2} ({low:.2} to {high:.2})", with.nodes.mean)
        })
    }),
    Figure("unsolvable", 9, |of| some(of.tally.unsolvable, |count| of.mean(count))),
    Figure("hierarchical", 10, |of| of.mean(of.tally.hierarchical)),
    Figure("trivial", 11, |of| of.mean(of.tally.trivial)),
    Figure("push", 12, |of| of.mean(of.tally.by_push)),
    Figure("order", 7, |of| share(of.tally.fidelity.order)),
    Figure("suppliers", 8, |of| share(of.tally.fidelity.suppliers)),
    Figure("fallback", 10, |of| {
        let row = &of.tally.operators;
        some(row.pushes, |all| format!("{:.2}", count(row.fallback_pushes) / count(all)))
    }),
    Figure("median s", 13, |of| format!("{:.3}", of.tally.median_seconds)),
    Figure("total s", 8, |of| format!("{:.2}", of.tally.total_seconds)),
    Figure("plan nodes", 16, |of| some(of.tally.plan_nodes, |n| HumanCount(n).to_string())),
    Figure("push nodes", 14, |of| some(of.tally.push_nodes, |n| HumanCount(n).to_string())),
    Figure("generated", 18, |of| some(of.tally.generated, |n| HumanCount(n).to_string())),
    Figure("pushes", 17, |of| some(of.tally.pushes, |n| HumanCount(n as u64).to_string())),
    Figure("memory", 15, |of| BinaryBytes(of.tally.peak_bytes).to_string()),
];

fn share(of: AgreementRow) -> String {
    some(of.all, |all| format!("{:.2} ({:.2})", count(of.agree) / count(all), of.chance / count(all)))
}

fn some<N: Default + PartialEq + Copy>(figure: N, shown: impl Fn(N) -> String) -> String {
    if figure == N::default() { String::new() } else { shown(figure) }
}

/// Returns the table of groups, and below it at most four lines: how the seconds were `measured`, the columns that are
/// left out because the width is too small, and the outcomes of the operators of `summed`; all of these outcomes without
/// a width.
pub fn table(groups: &[Group], summed: Option<&Group>, measured: &str, look: Look, width: Option<usize>) -> String {
    let lines = groups.iter().flat_map(Group::lines).collect_vec();
    let cells = |(name, figures): &(String, &Figures)| {
        let figures = FIGURES.iter().map(|Figure(.., cell)| TableCell::plain(cell(figures)));
        std::iter::once(TableCell::plain(name)).chain(figures).collect_vec()
    };
    let rows = lines.iter().map(cells).collect_vec();
    let columns = FIGURES.iter().map(|Figure(head, rank, _)| Column::figure(head, *rank));
    let columns = std::iter::once(Column::words("", 0)).chain(columns).collect_vec();
    let table = Table::measured(columns, rows.iter(), width.filter(|_| look == Look::Text)).with_look(look);
    let mut text = table.head() + &rows.iter().map(|row| table.line(row)).collect::<String>();
    if look == Look::Markdown {
        text.push('\n');
    }
    text += measured;
    if !table.left_out().is_empty() {
        text += &cut_to(&format!("with -v also: {}", table.left_out().join(", ")), width.unwrap_or(usize::MAX));
        text.push('\n');
    }
    text + &summed.map(|group| group.operators(width)).unwrap_or_default()
}
