//! Levels as problems of `rooms.pddl`.
//!
//! Input: areas and a position. Output: the problem with the tables of all areas as fixed facts. Tables that met the
//! budget are cut, and named as missing; the problem is then a restriction of the level.

use super::Model;
use super::crossings::Crossing;
use super::draft::{Draft, Exported};
use super::export_pruning::ExportPruning;
use super::tables::{Object, Table};
use crate::abstraction::{ClosureBudget, Exact, LocalArea, Rung};
use crate::level::Position;
use crate::maze::{Area, Areas};
use crate::planner::PlanningContext;
use crate::run::{Meter, Stop};

/// Areas as they are exported: none is too large for local states.
pub(super) fn areas(context: &PlanningContext<'_>) -> Areas {
    context.areas.cut_to(context.maze.board, LocalArea::MOST_SQUARES)
}

pub(super) fn export(
    context: &PlanningContext<'_>,
    start: &Position,
    most: usize,
    meter: &mut Meter,
) -> Result<Exported, Stop> {
    let areas = areas(context);
    let crossings = Crossing::all(context, &areas);
    let mut builder = ProblemBuilder { crossings: &crossings, draft: Draft::new(Model::Rooms), missing: Vec::new() };
    builder.draft.fact("idle", []);
    for crossing in &crossings {
        builder.draft.object(&crossing.name, crossing.kind);
    }
    let guide = ExportPruning::new(context.maze, &areas, start);
    let shape = ClosureBudget { rung: Rung::Classes, most_members: Some(most) };
    let mut exact = Exact::new(context.maze.board, &areas, shape, Box::new(guide));
    // If the start is lost there are no tables, and no plan.
    let first = exact.start(start, meter)?;
    for area in areas.areas() {
        let table = match &first {
            Some(state) => Table::new(&mut exact, (area.id, state.part(area.id)), &crossings, most, meter)?,
            None => Table::default(),
        };
        builder.add_table(area, &table);
    }
    let ProblemBuilder { draft, missing, .. } = builder;
    Ok(if missing.is_empty() { draft.finish(missing) } else { draft.finish_restricted(missing) })
}

struct ProblemBuilder<'a> {
    crossings: &'a [Crossing],
    draft: Draft,
    missing: Vec<String>,
}

impl ProblemBuilder<'_> {
    fn add_table(&mut self, area: &Area, table: &Table) {
        let area_name = format!("a{}", area.id.0);
        let name = |object: Object| match object {
            Object::Class(number) => format!("{area_name}-class-{number}"),
            Object::Options(number) => format!("{area_name}-options-{number}"),
        };
        self.draft.object(&area_name, "area");
        for object in &table.objects {
            self.draft.object(name(*object), if matches!(object, Object::Class(_)) { "class" } else { "options" });
        }
        match table.objects.first() {
            Some(first @ Object::Class(_)) => self.draft.fact("active", [&name(*first)]),
            Some(first @ Object::Options(_)) => self.draft.fact("suspended", [&name(*first)]),
            None => {}
        }
        for (from, to) in &table.slides {
            self.draft.fact("slides", [&name(*from), &name(*to)]);
        }
        for &(from, number, to) in &table.played {
            let crossing = &self.crossings[number].name;
            self.draft.fact(predicate(from, to), [&name(from), crossing, &name(to)]);
        }
        for object in &table.home {
            let predicate = if matches!(object, Object::Class(_)) { "class-home" } else { "options-home" };
            self.draft.fact(predicate, [&name(*object), &area_name]);
        }
        self.draft.goal("finished", [&area_name]);
        if table.is_cut {
            self.missing.push(format!(
                "{area_name} ({} squares): its table was cut at the budget of local states, so that plans may be missing",
                area.squares.len()
            ));
        }
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
