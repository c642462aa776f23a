//! Carries out plans of `rooms-counts.pddl` by pushes. Output: pushes that carry out all steps in order, or the first
//! step that fails. Of the ways to carry out a step the most promising are kept: with boxes of its areas alone, or else
//! of neighbours too. Consecutive hops of one box may be carried out as one transfer, as the box need not stop on the
//! way. Other boxes are not moved, so a refusal is no proof.

use super::follow::each;
use super::{Broken, FollowError, names, read_step};
use crate::level::{Board, Position};
use crate::maze::AreaId;
use crate::planner::{AbstractTask, EventSetting, PlanningContext, Realiser, Refusal, Step, Why};
use crate::push::Push;
use crate::run::{Held, Meter, Stop};
use crate::search::Features;
use std::cmp::Reverse;

/// Maximum number of positions kept after each step.
const MOST_POSITIONS: usize = 24;
/// For each round: number of rings of areas around those of a step in which boxes may be moved too, and number of
/// positions tried. On Microban I, with 20,000 nodes a level and 1,000 a step, 111 first plans are carried out; without
/// neighbours 67.
const ROUNDS: [(usize, usize); 2] = [(0, MOST_POSITIONS), (WIDE, 4)];
/// Number of rings of neighbouring areas with which a step is tried last; then it is refused for good.
const WIDE: usize = 2;
/// Maximum number of push nodes for one step in one position.
pub(super) const NODE_CAP: u64 = 10_000;

/// A position in which the plan was carried out up to some step.
struct Reached {
    position: Position,
    features: Features,
    /// Both indices, in [`Follower::reached`], of the position in which the pushes begin; `None` for the start.
    parent: Option<(usize, usize)>,
    pushes: Vec<Push>,
}

struct Follower<'a> {
    context: &'a PlanningContext<'a>,
    steps: Vec<Step>,
    /// Maximum number of push nodes for one step in one position.
    cap: u64,
    realiser: Realiser<'a>,
    /// Positions reached, by the number of steps done.
    reached: Vec<Vec<Reached>>,
    /// For each step, how it failed in the most promising position.
    refusals: Vec<Option<Refusal>>,
    held: Held,
}

pub(super) fn pushes(
    context: &PlanningContext<'_>,
    start: &Position,
    steps: &[&str],
    cap: u64,
    meter: &mut Meter,
) -> Result<Vec<Push>, FollowError> {
    let proposed = each(steps, |words| read_step(context.areas, &words.join(" ")))?;
    let count = proposed.len();
    let mut follower = Follower {
        context,
        steps: proposed,
        cap,
        realiser: Realiser::new(context, EventSetting::default(), meter)?,
        reached: (0..=count).map(|_| Vec::new()).collect(),
        refusals: vec![None; count],
        held: Held::default(),
    };
    follower.reached[0].push(Reached {
        position: start.clone(),
        features: Features::default(),
        parent: None,
        pushes: Vec::new(),
    });
    for done in 0..count {
        follower.go_on(done, meter)?;
    }
    let is_solved = |reached: &Reached| reached.position.is_solved(context.maze.board);
    match follower.reached[count].iter().position(is_solved) {
        Some(last) => Ok(follower.pushes_to(last)),
        None => Err(follower.fault(steps)),
    }
}

impl Follower<'_> {
    /// Carries out step `done` (counted from 0), or a transfer that begins with it, in the most promising positions.
    fn go_on(&mut self, done: usize, meter: &mut Meter) -> Result<(), Stop> {
        let mut here = std::mem::take(&mut self.reached[done]);
        here.sort_by_key(|reached| Reverse(reached.features));
        here.truncate(MOST_POSITIONS);
        let known = |follower: &Self| follower.reached.iter().map(Vec::len).sum::<usize>();
        let before = known(self);
        for (rings, most) in ROUNDS {
            for (number, from) in here.iter().enumerate().take(most) {
                self.go_on_from((done, number), from, rings, meter)?;
            }
            if known(self) > before {
                break;
            }
        }
        self.reached[done] = here;
        Ok(())
    }

    /// Carries out step `done` (counted from 0), or a transfer that begins with it, in one position.
    fn go_on_from(
        &mut self,
        (done, number): (usize, usize),
        from: &Reached,
        rings: usize,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        for (length, step) in proposals(&self.steps[done..]) {
            if let Step::Settle(area) = &step
                && AbstractTask::is_settled(self.context, &from.position, *area)
            {
                self.add(done + 1, (done, number), (from.position.clone(), from.features, Vec::new()), meter)?;
                continue;
            }
            match self.realiser.realise(&from.position, &step, rings, self.cap, meter)? {
                Ok(outcomes) => {
                    for outcome in outcomes {
                        let position = outcome.state.position();
                        if self.keeps_settled(&from.position, &position, &step) {
                            let reached = (position, outcome.features, outcome.pushes);
                            self.add(done + length, (done, number), reached, meter)?;
                        }
                    }
                }
                Err(refusal) if length == 1 && number == 0 => self.refusals[done] = Some(refusal),
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// Returns whether each area that had all its goals filled keeps them filled, except those of the step; a settle
    /// must also have filled its area. The search for a step with neighbours does not ensure this.
    fn keeps_settled(&self, before: &Position, after: &Position, step: &Step) -> bool {
        let others = self.context.areas.areas().iter().map(|area| area.id).filter(|area| !step.areas().contains(area));
        let is_settled = |position, area| AbstractTask::is_settled(self.context, position, area);
        let is_kept = match step {
            Step::Settle(area) => is_settled(after, *area),
            _ => true,
        };
        is_kept && others.into_iter().all(|area| !is_settled(before, area) || is_settled(after, area))
    }

    fn add(
        &mut self,
        done: usize,
        parent: (usize, usize),
        (position, features, pushes): (Position, Features, Vec<Push>),
        meter: &Meter,
    ) -> Result<(), Stop> {
        if self.reached[done].iter().any(|known| known.position == position) {
            return Ok(());
        }
        let bytes = size_of::<Reached>() + size_of_val(&pushes[..]) + size_of_val(&position.boxes[..]);
        self.held.grow(bytes, meter)?;
        self.reached[done].push(Reached { position, features, parent: Some(parent), pushes });
        Ok(())
    }

    fn pushes_to(&self, last: usize) -> Vec<Push> {
        let mut parts = Vec::new();
        let mut at = Some((self.steps.len(), last));
        while let Some((done, number)) = at {
            let reached = &self.reached[done][number];
            parts.push(&reached.pushes);
            at = reached.parent;
        }
        parts.into_iter().rev().flatten().copied().collect()
    }

    /// Returns the error that names the first step that could not be carried out.
    fn fault(&self, steps: &[&str]) -> FollowError {
        let done = self.reached.iter().rposition(|reached| !reached.is_empty()).unwrap_or(0);
        let refusal = self.refusals.get(done).and_then(Option::as_ref);
        match (refusal, self.reached[done].first()) {
            (Some(refusal), Some(reached)) => FollowError::Refused {
                number: done + 1,
                step: steps[done].to_owned(),
                why: why(self.context.maze.board, refusal, self.cap),
                broken: Box::new(Broken {
                    before: self.steps[..done].to_vec(),
                    refusal: refusal.clone(),
                    position: reached.position.clone(),
                }),
            },
            _ => FollowError::NoWay,
        }
    }
}

/// Returns the next step, and transfers of one box that begin with it, each with its number of merged steps.
fn proposals(steps: &[Step]) -> Vec<(usize, Step)> {
    let mut all: Vec<(usize, Step)> = steps.iter().take(1).map(|step| (1, step.clone())).collect();
    let mut route: Vec<AreaId> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let Step::Transfer(hop) = step else { break };
        if index > 0 && (route.last() != hop.first() || route.contains(&hop[1])) {
            break;
        }
        route.extend(&hop[usize::from(index > 0)..]);
        if index > 0 {
            all.push((index + 1, Step::Transfer(route.clone())));
        }
    }
    all
}

fn why(board: &Board, refusal: &Refusal, cap: u64) -> String {
    let boxes: Vec<String> = refusal.in_the_way.iter().map(|&square| names::square(board, square)).collect();
    let boxes = if boxes.is_empty() { String::new() } else { format!("; boxes in the way: {}", boxes.join(", ")) };
    match refusal.why {
        Why::NoWay => format!("no pushes realise it{boxes}"),
        Why::NodeCap => format!("no pushes were found within {cap} push nodes{boxes}"),
    }
}
