//! Positions as problems of `rooms.pddl`. Output: a problem with the tables of all areas as fixed facts, each reduced
//! to objects that differ in the crossings they allow. An area whose table exceeds the budget is divided, which is
//! exact too, until all tables are complete. If that fails, the problem is a restriction of the level, and its name
//! says so.

use super::Model;
use super::crossings::Crossing;
use super::draft::{Draft, Exported};
use super::export_pruning::ExportPruning;
use super::tables::{Object, Table};
use crate::abstraction::{Exact, LocalArea};
use crate::level::{Board, Position};
use crate::maze::{Area, Areas};
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};

pub(super) fn export(
    context: &PlanningContext<'_>,
    start: &Position,
    most: usize,
    meter: &mut Meter,
) -> Result<Exported, Stop> {
    let board = context.maze.board;
    let mut areas = context.areas.cut_to(board, LocalArea::MOST_SQUARES);
    loop {
        let crossings = Crossing::all(context, &areas);
        let tables = tables(context, (&areas, &crossings), start, most, meter)?;
        let Some(finer) = finer(board, &areas, &tables) else {
            return problem(areas, &crossings, &tables, meter);
        };
        areas = finer;
    }
}

/// Returns the areas, those with incomplete tables each divided in two; `None` if none can be divided.
fn finer(board: &Board, areas: &Areas, tables: &[Table]) -> Option<Areas> {
    let is_large = |area: &Area| tables[area.id.index()].is_cut && area.squares.len() > 1;
    let half = |area: &Area| if is_large(area) { area.squares.len().div_ceil(2) } else { area.squares.len() };
    areas.areas().iter().any(is_large).then(|| areas.cut_each_to(board, half))
}

/// Returns the table of each area, with about `most` local states; empty if the start is lost.
pub(super) fn tables(
    context: &PlanningContext<'_>,
    (areas, crossings): (&Areas, &[Crossing]),
    start: &Position,
    most: usize,
    meter: &mut Meter,
) -> Result<Vec<Table>, Stop> {
    let guide = ExportPruning::new(context.maze, areas, start);
    let mut exact = Exact::new(context.maze.board, areas, Some(most), Box::new(guide));
    let Some(state) = exact.start(start, meter)? else { return Ok(vec![Table::default(); areas.len()]) };
    let parts = areas.areas().iter().map(|area| (area.id, state.part(area.id)));
    parts.map(|part| Table::new(&mut exact, part, crossings, most, meter)).collect()
}

fn problem(areas: Areas, crossings: &[Crossing], tables: &[Table], meter: &Meter) -> Result<Exported, Stop> {
    let mut builder = ProblemBuilder { crossings, draft: Draft::new(Model::Rooms), missing: Vec::new() };
    builder.draft.fact("idle", []);
    for crossing in crossings {
        builder.draft.object(&crossing.name, crossing.kind);
    }
    for (area, table) in areas.areas().iter().zip(tables) {
        builder.add_table(area, &table.reduced(meter)?, meter)?;
    }
    let ProblemBuilder { draft, missing, .. } = builder;
    let exported = if missing.is_empty() { draft.finish(missing) } else { draft.finish_restricted(missing) };
    Ok(Exported { areas: Some(areas), ..exported })
}

struct ProblemBuilder<'a> {
    crossings: &'a [Crossing],
    draft: Draft,
    missing: Vec<String>,
}

impl ProblemBuilder<'_> {
    fn add_table(&mut self, area: &Area, table: &Table, meter: &Meter) -> Result<(), Stop> {
        let area_name = super::names::area_name(area.id);
        let name = |object: Object| match object {
            Object::Class(number) => format!("{area_name}-class-{number}"),
            Object::Options(number) => format!("{area_name}-options-{number}"),
        };
        self.draft.object(&area_name, "area");
        for (object, is_home) in table.objects.iter().zip(&table.home) {
            self.draft.object(name(*object), if object.is_class() { "class" } else { "options" });
            if *is_home {
                self.draft.fact("home", [&area_name, &name(*object)]);
            }
            self.draft.pay(meter)?;
        }
        if let Some(first) = table.objects.first() {
            self.draft.fact("in", [&area_name, &name(*first)]);
        }
        for step in &table.steps {
            let (from, to) = (table.objects[step.from], table.objects[step.to]);
            let (from_name, to_name) = (name(from), name(to));
            match step.crossing {
                None => self.draft.fact("slides", [&area_name, &from_name, &to_name]),
                Some(number) => {
                    let crossing = &self.crossings[number].name;
                    self.draft.fact(predicate(from, to), [&area_name, &from_name, crossing, &to_name]);
                }
            }
            self.draft.pay(meter)?;
        }
        self.draft.goal("finished", [&area_name]);
        if table.is_cut {
            self.missing.push(format!(
                "{area_name} ({} squares): its table was cut at the budget of local states, so that plans may be missing",
                area.squares.len()
            ));
        }
        Ok(())
    }
}

const fn predicate(from: Object, to: Object) -> &'static str {
    match (from, to) {
        (Object::Class(_), Object::Options(_)) => "leaves",
        (Object::Class(_), Object::Class(_)) => "gives",
        (Object::Options(_), Object::Class(_)) => "lets-in",
        (Object::Options(_), Object::Options(_)) => "takes",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use crate::maze::Maze;

    #[test]
    fn areas_of_cut_tables_are_cut_until_all_tables_are_whole() {
        let text = "##########\n#   .    #\n# $  #   #\n#  @     #\n#  $  #  #\n#    .   #\n##########";
        let level = Level::from_xsb("a hall", text).unwrap();
        let meter = &mut Meter::unlimited();
        let (maze, areas) = (Maze::new(&level.board, meter).unwrap(), Areas::of(&level.board));
        let context = PlanningContext::new(&maze, &areas);
        let areas_at = |most, meter: &mut Meter| {
            let exported = export(&context, &level.start, most, meter).unwrap();
            (exported.areas.map_or(0, |areas| areas.len()), exported.is_restricted)
        };
        let (whole, cut) = (areas_at(100_000, meter), areas_at(200, meter));
        assert_eq!(whole, (areas.len(), false));
        assert!(cut.0 > whole.0 && !cut.1, "{cut:?}");
    }
}
