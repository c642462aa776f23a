//! The transfers of the first plan between areas: as a graph in DOT (carried out solid, the other proposals dashed, added ones grey),
//! and as arrows over the picture of the rooms (carried out along the way of its box, any other dashed along a way through its areas).

use super::PlanView;
use crate::level::Square;
use crate::maze::{Area, RoomsBy};
use crate::planner::Step;
use crate::render::counted;
use crate::render::picture::arrows::{Way, arrows};
use crate::render::rooms::{RoomsDump, svg_over};
use crate::run::safe;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::collections::hash_map::Entry;
use std::fmt::Write;

impl PlanView<'_> {
    /// Returns the transfers of the first plan between the areas in DOT, the language of Graphviz.
    pub fn dot(&self) -> String {
        let title = safe(&self.level.title).replace(['"', '\\'], "'");
        let mut text = format!(
            "digraph \"{title}\" {{\n  rankdir=LR; size=\"16,10\";\n  node [shape=box style=rounded fontname=sans];\n  edge [fontname=sans];\n"
        );
        let transfers = self.transfers(0);
        let made = self.made(0);
        let added = || made.iter().filter(|made| made.proposal.is_none());
        let is_used = |area: &&Area| {
            let touches = |step: &Step| step.route.first() == Some(&area.id) || step.route.last() == Some(&area.id);
            transfers.iter().any(touches) || added().any(|made| touches(&made.step))
        };
        for area in self.areas.areas().iter().filter(is_used) {
            let here = |squares: &[crate::level::Square]| {
                squares.iter().filter(|&&s| self.areas.area_of(s) == area.id).count()
            };
            let counts = [(here(&self.level.start.boxes), "box"), (here(self.level.board.goals()), "goal")];
            let counts = counts.iter().filter(|(count, _)| *count > 0);
            let counts: String = counts.map(|&(count, noun)| format!("\\n{}", counted(count, noun))).collect();
            let name = self.name(area.id);
            _ = writeln!(text, "  \"{name}\" [label=\"{name}{counts}\"];");
        }
        for (index, step) in transfers.iter().enumerate() {
            let is_made = made.iter().any(|made| made.proposal == Some(index));
            let style = if is_made { "color=\"#15803d\" penwidth=2" } else { "color=\"#dc2626\" style=dashed" };
            text += &edge(self, step, self.fills(0, index), &(index + 1).to_string(), style);
        }
        for made in added() {
            text += &edge(self, &made.step, made.fills, "added", "color=\"#94a3b8\"");
        }
        text + "}\n"
    }

    /// Returns an SVG document with the transfers of the first plan as arrows over the rooms: transfers that were carried out
    /// solid, the rest dashed. `dead` holds for each square whether it is dead.
    pub fn svg(&self, by: RoomsBy, dead: &[bool]) -> String {
        let dump = RoomsDump::new(self.level, by, &self.areas, dead);
        let (transfers, steps) = (self.transfers(0), self.solution_steps(0));
        let way = |(index, step): (usize, &Step)| {
            let Some(made) = self.made(0).iter().find(|made| made.proposal == Some(index)) else {
                return Way { squares: schematic(self, step), is_transfer: false };
            };
            let own = steps[made.steps.clone()].iter().filter(|step| step.number == made.number);
            let mut squares: Vec<Square> = own.flat_map(|step| step.way.iter().copied()).collect();
            squares.dedup();
            Way { squares, is_transfer: true }
        };
        let ways: Vec<Way> = transfers.iter().enumerate().map(way).collect();
        let line = |(index, step): (usize, &Step)| {
            let not = if ways[index].is_transfer { "" } else { ", not carried out" };
            format!("{}  {}{not}", index + 1, self.words(step, self.fills(0, index)))
        };
        let heading = self.fidelity(0).map_or_else(|| "No plan of transfers.".to_owned(), |fidelity| fidelity.words());
        let notes: Vec<String> = std::iter::once(heading).chain(transfers.iter().enumerate().map(line)).collect();
        svg_over(&dump, Some(arrows(&self.level.board, &ways)), &notes)
    }
}

fn edge(view: &PlanView<'_>, step: &Step, fills: bool, number: &str, style: &str) -> String {
    let [Some(&from), Some(&to)] = [step.route.first(), step.route.last()] else { return String::new() };
    let end = step.ends().map_or_else(String::new, |(_, to)| view.place(to));
    let deed = if fills { "fills" } else { "parks at" };
    format!("  \"{}\" -> \"{}\" [label=\"{number}  {deed} {end}\" {style}];\n", view.name(from), view.name(to))
}

/// Returns a shortest way of squares from the beginning to the end of a transfer over the areas of its route.
fn schematic(view: &PlanView<'_>, step: &Step) -> Vec<Square> {
    let Some((from, to)) = step.ends() else { return Vec::new() };
    let board = &view.level.board;
    let mut before: FxHashMap<Square, Square> = FxHashMap::default();
    let mut queue = VecDeque::from([to]);
    while let Some(at) = queue.pop_front() {
        for neighbour in board.neighbours(at).filter(|&s| s != to && step.route.contains(&view.areas.area_of(s))) {
            if let Entry::Vacant(entry) = before.entry(neighbour) {
                entry.insert(at);
                queue.push_back(neighbour);
            }
        }
    }
    std::iter::successors(Some(from), |at| before.get(at).copied()).collect()
}
