//! Following all pushes of the boxes of a pattern.

use super::lemmas::Lemmas;
use super::pattern_space::{Key, Pattern, Step};
use crate::level::Square;
use crate::push::BoxSet;
use crate::run::{Held, Meter, NodeKind, Stop};
use rustc_hash::FxHashSet;

/// Result of following all pushes of the boxes of a pattern.
#[derive(Debug)]
pub(super) enum Followed {
    /// All positions of the pattern are dead, and lemmas prove this.
    Dead,
    /// These pushes may solve the pattern, if no other box blocks them.
    Solved(Vec<Step>),
    /// The pushes lead to more patterns than the limit allows.
    TooMany,
}

struct Node {
    pattern: Pattern,
    parent: usize,
    step: Option<Step>,
}

impl Lemmas<'_> {
    /// Follows all pushes of some boxes, without the other boxes, through at most `most` patterns; see [`Followed`].
    pub(super) fn follow(
        &mut self,
        boxes: &BoxSet,
        empty: &BoxSet,
        player: Square,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Followed, Stop> {
        let first = self.space.pattern(boxes.clone(), empty.clone(), player);
        if self.space.is_end(&first) {
            return Ok(Followed::Solved(Vec::new()));
        }
        if self.is_cut_by_any(&first, player, meter)? {
            return Ok(Followed::Dead);
        }
        let kept = |lemmas: &Self, after: Pattern, _| (!lemmas.space.is_end(&after)).then_some(after);
        self.close(first, most, kept, meter)
    }

    /// Follows all pushes of the boxes of a pattern through at most `most` patterns. `kept` removes boxes that do not
    /// matter from each pattern, given the player's square; it returns `None` if the pattern may be solved.
    pub(super) fn close(
        &mut self,
        first: Pattern,
        most: usize,
        kept: impl Fn(&Self, Pattern, Square) -> Option<Pattern>,
        meter: &mut Meter,
    ) -> Result<Followed, Stop> {
        let (mut seen, mut held): (FxHashSet<Key>, _) = (FxHashSet::default(), Held::default());
        seen.insert(first.key());
        let mut nodes = vec![Node { pattern: first, parent: 0, step: None }];
        let mut next = 0;
        while next < nodes.len() {
            if next == most {
                return Ok(Followed::TooMany);
            }
            meter.tick(NodeKind::Push)?;
            for step in self.space.steps(&nodes[next].pattern) {
                if self.space.dead.has(step.to) {
                    continue;
                }
                let after = self.space.after(&nodes[next].pattern, step);
                if seen.contains(&after.key()) || self.is_cut(&after, step.from, step.to, meter)? {
                    continue;
                }
                held.grow(2 * after.bytes() + 64, meter)?;
                let Some(after) = kept(self, after, step.from) else {
                    return Ok(Followed::Solved(way(&nodes, next, step)));
                };
                if seen.insert(after.key()) {
                    nodes.push(Node { pattern: after, parent: next, step: Some(step) });
                }
            }
            next += 1;
        }
        self.add(nodes.into_iter().map(|node| node.pattern).collect(), meter)?;
        Ok(Followed::Dead)
    }
}

/// Returns the pushes that lead to the pattern of a node, followed by the push `last`.
fn way(nodes: &[Node], mut at: usize, last: Step) -> Vec<Step> {
    let back = std::iter::from_fn(|| {
        let step = nodes[at].step?;
        at = nodes[at].parent;
        Some(step)
    });
    let mut steps: Vec<Step> = std::iter::once(last).chain(back).collect();
    steps.reverse();
    steps
}
