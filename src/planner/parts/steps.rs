//! Joined pushes of all parts as plan steps.

use super::JoinedPush;
use crate::abstraction::Label;
use crate::level::Board;
use crate::maze::AreaId;
use crate::planner::{Realised, Step};
use itertools::Itertools;

/// Returns the steps of a solution: a box that goes from part to part in consecutive pushes is a transfer, and pushes
/// between two transfers in one part are an arrangement. `nodes` are the push nodes spent on each part; they are
/// assigned to the first step of the part.
pub fn steps(board: &Board, pushes: &[JoinedPush], nodes: &[u64]) -> Vec<Realised> {
    let mut nodes = nodes.to_vec();
    let mut steps: Vec<Realised> = Vec::new();
    let to = |joined: &JoinedPush| board.next(joined.push.from, joined.push.direction);
    let lines = pushes.chunk_by(|one, next| to(one) == Some(next.push.from));
    for line in lines {
        let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
        let ends = [first.part, last.into.unwrap_or(last.part)];
        let [from, into] = ends.map(AreaId::from_index);
        let step = if from == into { Step::Arrange(from) } else { Step::Transfer(route(line)) };
        let pushes = line.iter().map(|joined| joined.push);
        match steps.last_mut() {
            Some(before) if before.step == step && from == into => before.pushes.extend(pushes),
            _ => {
                let spent = ends.iter().unique().map(|&part| std::mem::take(&mut nodes[part])).sum();
                let realised = Realised::by_parts(step, pushes.collect(), steps.len(), Label::Context, spent);
                steps.push(realised);
            }
        }
    }
    steps
}

/// Returns the parts that a box goes through by consecutive pushes.
fn route(line: &[JoinedPush]) -> Vec<AreaId> {
    let first = line.iter().take(1).map(|joined| joined.part);
    first.chain(line.iter().filter_map(|joined| joined.into)).map(AreaId::from_index).dedup().collect()
}
