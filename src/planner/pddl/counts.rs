//! Positions as problems of the domain `rooms-counts.pddl`. Input: areas and a position. Output: the task of
//! [`AbstractTask`] on `counts`, as PDDL.

use super::draft::{Draft, Exported};
use super::names::area_name;
use super::{Model, Nogood};
use crate::abstraction::Counts;
use crate::level::Position;
use crate::planner::{AbstractTask, PlanningContext, Step};

/// Returns the PDDL problem of a position; no plan of the problem makes a step that a nogood forbids.
pub(super) fn export(context: &PlanningContext<'_>, start: &Position, nogoods: &[Nogood]) -> Exported {
    let counts = Counts::of(context.areas, start.boxes.iter().copied());
    let mut draft = Draft::new(Model::Counts);
    let number = |n: u16| format!("n{n}");
    let most = |area: &crate::maze::Area| AbstractTask::most(context, &counts, area);
    let highest = context.areas.areas().iter().map(most).max().unwrap_or(0);
    (0..=highest).for_each(|n| draft.object(number(n), "number-of-boxes"));
    (1..=highest).for_each(|n| draft.fact("one-more", [&number(n - 1), &number(n)]));
    for area in context.areas.areas() {
        let (name, goals) = (area_name(area.id), context.goals.get(area.id));
        draft.object(&name, "area");
        draft.fact("holds", [&name, &number(counts.get(area.id))]);
        (0..=most(area)).for_each(|n| draft.fact("room-for", [&name, &number(n)]));
        for (to, _) in context.crossings.from(area.id) {
            draft.fact("borders", [&name, &area_name(*to)]);
        }
        if goals > 0 {
            draft.fact("goals-of", [&name, &number(goals)]);
            draft.goal("settled", [&name]);
        } else {
            draft.goal("holds", [&name, &number(0)]);
        }
        if AbstractTask::is_settled(context, start, area.id) {
            draft.fact("settled", [&name]);
        }
    }
    for (index, nogood) in nogoods.iter().enumerate() {
        add(&mut draft, &format!("k{index}"), nogood);
    }
    draft.finish(vec!["everything except the number of boxes by area: a plan is a proposal".to_owned()]).without_costs()
}

fn add(draft: &mut Draft, name: &str, nogood: &Nogood) {
    draft.object(name, "nogood");
    match &nogood.step {
        Step::Transfer(route) => draft.fact("forbids-hop", [name, &area_name(route[0]), &area_name(route[1])]),
        step => step.areas().iter().for_each(|&at| draft.fact("forbids-settle", [name, &area_name(at)])),
    }
    for &(at, boxes) in &nogood.holds {
        draft.fact("while-holds", [name, &area_name(at), &format!("n{boxes}")]);
    }
    for &at in &nogood.untouched {
        draft.fact("while-untouched", [name, &area_name(at)]);
    }
}
