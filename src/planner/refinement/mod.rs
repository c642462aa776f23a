//! Refinement of plans on box counts: a plan is made and carried out until a step fails; a nogood then forbids that
//! step in such states, and the next plan respects it.
//!
//! ```text
//!   round 1   plan  A > b, b > C, settle C      b > C is refused      nogood: b > C not while C holds 2
//!   round 2   plan  C > d, A > b, b > C, ..     carried out
//! ```
//! Input: a level with areas, and earlier nogoods. Output: rounds. The task is that of `pddl export --nogoods`, so that
//! other planners can make the plans.
//!
//! Levels solved by round, and the steps of plans that were realised, by `plan FILE --refine 20 --nodes N --node-cap 1k`, with
//! N = 20,000 on the 155 levels of Microban I and 100,000 on XSokoban 1 to 20:
//!
//! | | 1 | 2 | 5 | 20 | realised in rounds 1, 2 to 5, 6 to 20 |
//! |---|---|---|---|---|---|
//! | Microban I, boxes of the step's areas alone | 67 | 81 | 91 | 98 | 33 %, 22 %, 25 % |
//! | the same, `--plain-nogoods` | 67 | 80 | 90 | 99 | 33 %, 21 %, 24 % |
//! | XSokoban, boxes of the step's areas alone | 1 | 1 | 1 | 2 | 5 %, 3 %, 3 % |
//! | the same, `--plain-nogoods` | 1 | 1 | 2 | 3 | 5 %, 3 %, 4 % |
//! | Microban I, those of two rings of neighbours too, as it is | 111 | 124 | 125 | 125 | 71 %, 35 %, 30 % |
//! | the same, `--plain-nogoods` | 111 | 123 | 125 | 126 | 71 %, 31 %, 32 % |
//! | XSokoban, those of neighbours too | 5 | 6 | 7 | 7 | 15 %, 7 %, 2 % |
//!
//! Nogoods are worth 31 levels where steps move only boxes of their own areas, and 14 where neighbours may make way.
//! Making way is worth 44 levels at once: most refusals were of the search of pushes, not of the plan. Generalisation
//! changes nothing: a nogood has 3.0 conditions instead of 6.2, but its nodes are those of a round. Of 94 nogoods 14
//! are proved; others speak of positions after boxes have crossed borders.

mod confined;
mod learn;

use super::pddl::{Broken, FollowError, NOGOODS_DOMAIN, Nogood, export_with, follow_counts, is_clearing};
use super::{EventSetting, PlanningContext, Realiser};
use crate::level::Position;
use crate::push::Push;
use crate::run::{Ended, Meter, Stop};
use crate::strips::pddl::Domain;
use crate::strips::{GroundError, Options, ground, plan};
use learn::Learning;

/// One round of refinement: a plan, and how far it was carried out.
#[derive(Clone, Debug)]
pub struct Round {
    /// Steps of the plan, one line each, as in a plan file.
    pub plan: Vec<String>,
    /// Number of steps of the plan that were carried out.
    pub realised: usize,
    /// Whether the plan was carried out, or at which step it failed.
    pub end: RoundEnd,
}

/// How the attempt to carry out a plan ended.
#[derive(Clone, Debug)]
pub enum RoundEnd {
    /// The whole plan was carried out, by these pushes.
    Solved(Vec<Push>),
    /// A step failed, from which this nogood was derived.
    Refused(Box<Broken>, Nogood),
    /// Each step was carried out in some position, but no single sequence of pushes carries out all steps.
    NoWay,
}

/// Repeats rounds of planning and carrying out on one level, and collects nogoods.
pub struct Refinement<'a> {
    learning: Learning<'a>,
    cap: u64,
    /// Nogoods from all rounds so far.
    pub nogoods: Vec<Nogood>,
}

impl<'a> Refinement<'a> {
    /// Creates the refinement with at most `cap` push nodes per step and position; `generalises` shortens nogoods.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn new(
        context: &'a PlanningContext<'a>,
        start: &'a Position,
        cap: u64,
        generalises: bool,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let realiser = Realiser::new(context, EventSetting::default(), meter)?;
        Ok(Self { learning: Learning { context, start, realiser, cap, generalises }, cap, nogoods: Vec::new() })
    }

    /// Makes the next plan and carries it out as far as possible; `None` if no plan respects all nogoods.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn round(&mut self, meter: &mut Meter) -> Result<Option<Round>, Stop> {
        let Some(plan) = self.plan(meter)? else { return Ok(None) };
        let (context, start) = (self.learning.context, self.learning.start);
        let steps: Vec<&str> = plan.iter().map(String::as_str).collect();
        let followed = follow_counts(context, start, &steps, self.cap, meter);
        let (realised, end) = match followed {
            Ok(pushes) => (plan.len(), RoundEnd::Solved(pushes)),
            Err(FollowError::Stopped(stop)) => return Err(stop),
            Err(FollowError::Refused { broken, .. }) => {
                let nogood = self.learn(&broken, meter)?;
                (broken.before.len(), RoundEnd::Refused(broken, nogood))
            }
            Err(FollowError::NoWay | FollowError::Unknown { .. }) => (plan.len(), RoundEnd::NoWay),
        };
        Ok(Some(Round { plan, realised, end }))
    }

    /// Derives a nogood from a failed step, adds it to [`Self::nogoods`] and returns it.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn learn(&mut self, broken: &Broken, meter: &mut Meter) -> Result<Nogood, Stop> {
        let nogood = self.learning.learn(broken, meter)?;
        self.nogoods.push(nogood.clone());
        Ok(nogood)
    }

    /// Returns the lines of a plan that respects all nogoods; `None` if no plan does.
    fn plan(&self, meter: &mut Meter) -> Result<Option<Vec<String>>, Stop> {
        let exported = export_with(self.learning.context, self.learning.start, &self.nogoods);
        let Ok(domain) = Domain::parse(NOGOODS_DOMAIN) else { return Ok(None) };
        let task = match ground(&domain, &exported.problem, meter) {
            Ok(task) => task,
            Err(GroundError::Stopped(stop)) => return Err(stop),
            Err(_) => return Ok(None),
        };
        match plan(&task, &Options::default(), meter) {
            Ended::Found(plan) => {
                let names = plan.operators.iter().map(|&operator| &task.operators[operator].name);
                Ok(Some(names.filter(|name| !name.is_empty() && !is_clearing(name)).cloned().collect()))
            }
            Ended::Exhausted => Ok(None),
            Ended::Stopped(stop) => Err(stop),
        }
    }
}
