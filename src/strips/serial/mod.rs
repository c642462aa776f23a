//! Goal by goal: plans for tasks whose goals are about subjects that meet only in what they share, such as named boxes,
//! parcels or keys. One subject at a time is brought to its goal in its own projection, while all others stay.
//!
//! ```text
//!   order ──▶ next subject ──▶ its projection has a plan? ──▶ does it close the way of another? ──▶ keep the steps
//!     ▲             ▲                   │ no                           │ yes: that one first
//!     │             └───────────────────┴──────────────────────────────┘
//!     └── nothing goes: move the subjects in the way together; else begin again, the failed ones first
//! ```

mod quotient;
mod route;
mod subjects;

use crate::ground::GroundError;
use crate::pddl::{Domain, Problem};
use crate::plan_file::{NamedPlan, PlanFault, PlanFile, validate};
use crate::plans::first_plan;
use crate::run::{Meter, SearchEnd, Stop};
use fixedbitset::FixedBitSet;
pub use quotient::Projection;
use quotient::{NO_OPERATOR, Quotient, Reached, World};
use route::{Distances, Joint, Step, route};
use rustc_hash::FxHashSet;
use subjects::Subjects;

/// Nodes of the first search of a projection for each of its facts; a search that found nothing gets eight times more.
const NODES_A_FACT: u64 = 40;

/// Searches of a projection with more nodes than this are given up.
const MOST_NODES: u64 = 4_000_000;

/// Subjects that are moved together at most: with more, the search for all is as good.
const MOST_TOGETHER: usize = 4;

/// A task whose goals are reached one by one.
#[derive(Debug)]
pub struct Serial<'a> {
    domain: &'a Domain,
    problem: &'a Problem,
    quotient: Quotient,
}

impl<'a> Serial<'a> {
    /// Prepares a problem; `None` if no goal is about a subject.
    pub fn new(domain: &'a Domain, problem: &'a Problem, meter: &mut Meter) -> Result<Option<Self>, GroundError> {
        let Some(subjects) = Subjects::of(domain, problem) else { return Ok(None) };
        let quotient = Quotient::new(&subjects, domain, problem, meter)?;
        Ok(Some(Self { domain, problem, quotient }))
    }

    /// Returns the number of facts and of operators of the quotient.
    pub fn size(&self) -> [usize; 2] {
        [self.quotient.task.facts.len(), self.quotient.task.operators.len()]
    }

    /// Searches a plan; `None` if the goals cannot be reached one by one. Then another search has to answer.
    pub fn search(&self, meter: &mut Meter) -> Option<SearchEnd<NamedPlan>> {
        match self.rounds(meter) {
            Ok(None) => None,
            Ok(Some(steps)) => self.checked(&steps, meter),
            Err(stop) => Some(SearchEnd::Stopped(stop)),
        }
    }

    fn rounds(&self, meter: &mut Meter) -> Result<Option<Vec<Step>>, Stop> {
        let quotient = &self.quotient;
        let mut order: Vec<usize> =
            (0..quotient.members.len()).filter(|&m| !quotient.members[m].goal.is_empty()).collect();
        if self.is_lost(&order, meter)? {
            return Ok(None);
        }
        let mut first: FxHashSet<(usize, usize)> = FxHashSet::default();
        let mut urgent = FxHashSet::default();
        let mut least = usize::MAX;
        let mut patience = 0;
        // Rounds without a new least number of failures: a few more orders, but not all.
        while patience < 4 + order.len() / 4 {
            meter.check()?;
            let mut round = Round {
                quotient,
                world: quotient.start.clone(),
                steps: Vec::new(),
                open: order.clone(),
                reachable: FxHashSet::default(),
                proofs: vec![None; quotient.members.len()],
                came_back: FxHashSet::default(),
                urgent: &urgent,
                first: &first,
                blocked: Vec::new(),
                meter,
            };
            if round.run()? {
                return Ok(Some(round.steps));
            }
            let (failed, blocked) = (round.open, round.blocked);
            first.extend(blocked);
            patience = if failed.len() < least { 0 } else { patience + 1 };
            least = least.min(failed.len());
            order.sort_by_key(|member| !failed.contains(member));
            urgent.extend(failed);
        }
        Ok(None)
    }

    /// True if some subject alone cannot reach its goal, whatever the others do.
    fn is_lost(&self, order: &[usize], meter: &Meter) -> Result<bool, Stop> {
        let quotient = &self.quotient;
        // Grounding has left only operators that the quotient reaches.
        let mut all = quotient.start.shared.clone();
        let added = quotient.task.operators.iter().flat_map(|operator| &operator.add);
        added.filter(|fact| quotient.is_shared(**fact)).for_each(|fact| all.insert(fact.index()));
        for &member in order {
            meter.check()?;
            let mut from = all.clone();
            from.union_with(&quotient.start.own[member]);
            if quotient.way(member, &quotient.start.own[member], &from).is_none() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Names the steps, and executes them on the problem itself.
    fn checked(&self, steps: &[Step], meter: &Meter) -> Option<SearchEnd<NamedPlan>> {
        let name = |step: &Step| self.quotient.name(step.member, step.operator);
        let names: Vec<String> = steps.iter().map(name).collect();
        let file = PlanFile { steps: (1..).zip(names.iter().cloned()).collect(), cost: None };
        match validate(self.domain, self.problem, &file, meter) {
            Ok(cost) => Some(SearchEnd::Found(NamedPlan { steps: names, cost })),
            Err(PlanFault::Stopped(stop)) => Some(SearchEnd::Stopped(stop)),
            // Another search has to answer; the steps should have been right.
            Err(PlanFault::Fault { .. }) => {
                debug_assert!(false, "a plan goal by goal is wrong: {names:?}");
                None
            }
        }
    }
}

impl Quotient {
    /// Returns what the delete relaxation of a member's projection reaches from some facts, and the distances of the subject
    /// alone from its `own` facts; `None` if either shows that its goal cannot be reached.
    fn way(&self, member: usize, own: &FixedBitSet, from: &FixedBitSet) -> Option<(Reached, Distances<'_>)> {
        let reached = self.reached(member, from, &[]);
        if !self.members[member].goal.iter().all(|fact| reached.facts.contains(fact.index())) {
            return None;
        }
        let distances = Distances::new(self, member, own, &reached);
        (!distances.is_lost()).then_some((reached, distances))
    }
}

/// One pass over the goals in one order.
struct Round<'r, 'm> {
    quotient: &'r Quotient,
    world: World,
    steps: Vec<Step>,
    /// Members whose goals are not reached yet, in order.
    open: Vec<usize>,
    /// Those of them whose goals seem reachable.
    reachable: FxHashSet<usize>,
    /// For each member facts of a world in which its goal seemed reachable, of which it followed.
    proofs: Vec<Option<Vec<u32>>>,
    /// Members that had to leave their goals.
    came_back: FxHashSet<usize>,
    /// Members that failed in earlier rounds.
    urgent: &'r FxHashSet<usize>,
    /// Pairs of members: the goal of the second closes the way of the first.
    first: &'r FxHashSet<(usize, usize)>,
    blocked: Vec<(usize, usize)>,
    meter: &'m mut Meter,
}

impl Round<'_, '_> {
    /// Reaches goal after goal; false if some goals remain.
    fn run(&mut self) -> Result<bool, Stop> {
        self.reachable = self.seems_reachable(&self.world.clone(), usize::MAX);
        let mut nodes = NODES_A_FACT * self.quotient.task.facts.len() as u64;
        // In the same world the joint searches fail again.
        let mut failed = usize::MAX;
        while !self.open.is_empty() {
            if self.some(nodes, false)? || self.some(nodes, true)? || failed != self.steps.len() && self.together()? {
                continue;
            }
            failed = self.steps.len();
            if nodes >= MOST_NODES {
                for &member in &self.open {
                    let placed = self.blockers(member).into_iter().filter(|other| !self.open.contains(other));
                    self.blocked.extend(placed.map(|other| (member, other)));
                }
                return Ok(false);
            }
            nodes *= 8;
        }
        Ok(true)
    }

    /// Reaches one more goal; closes the way of another only if it must.
    fn some(&mut self, nodes: u64, may_close: bool) -> Result<bool, Stop> {
        let shared = self.quotient.members.len() - 1;
        for member in self.nearest_first() {
            // What is shared changes again while subjects move, so its goals come last.
            let waits = |other: &usize| self.first.contains(&(*other, member)) || member == shared && *other != shared;
            if !may_close && self.open.iter().any(waits) || member == shared && self.open.len() > 1 {
                continue;
            }
            let Some((world, plan)) = self.attempt(member, nodes)? else { continue };
            let reachable = self.seems_reachable(&world, member);
            let mut before = self.reachable.iter().filter(|&&other| other != member);
            if !may_close && before.any(|other| !reachable.contains(other)) {
                continue;
            }
            self.open.retain(|other| *other != member);
            self.steps.extend(plan.into_iter().map(|operator| Step { member, operator }));
            (self.world, self.reachable) = (world, reachable);
            return Ok(true);
        }
        Ok(false)
    }

    /// Returns a plan of one member, and the world after it.
    fn attempt(&mut self, member: usize, nodes: u64) -> Result<Option<(World, Vec<u32>)>, Stop> {
        self.meter.check()?;
        let mut facts = self.world.of(member);
        let quotient = self.quotient;
        let Some((reached, distances)) = quotient.way(member, &self.world.own[member], &facts) else {
            return Ok(None);
        };
        let found = self
            .meter
            .within(Some(nodes), None, |meter| route(quotient, member, &mut facts, &reached, &distances, meter));
        let plan = match found {
            Ok(Some(plan)) => plan,
            Ok(None) => return Ok(None),
            Err(Stop::NodeLimit) => return self.meter.exhausted().map(|()| None),
            Err(stop) => return Err(stop),
        };
        let mut world = self.world.clone();
        plan.iter().for_each(|&operator| world.take(quotient, Step { member, operator }));
        Ok(Some((world, plan)))
    }

    /// Returns the open members, but for one, whose goals seem reachable in a world.
    fn seems_reachable(&mut self, world: &World, but: usize) -> FxHashSet<usize> {
        let quotient = self.quotient;
        // What shared operators reach again and again, as the agent's walks do, counts as true in proofs.
        let shared = quotient.reached(quotient.members.len() - 1, &world.shared, &[]).facts;
        let proofs = &mut self.proofs;
        let is_reachable = |&member: &usize| {
            let own = &world.own[member];
            let holds = |fact: &u32| shared.contains(*fact as usize) || own.contains(*fact as usize);
            if !proofs[member].as_ref().is_some_and(|facts| facts.iter().all(holds)) {
                let found = quotient.way(member, own, &world.of(member));
                proofs[member] =
                    found.map(|(reached, distances)| reached.leaves(quotient, member, &distances.way(&reached)));
            }
            proofs[member].is_some()
        };
        self.open.iter().copied().filter(|member| *member != but).filter(is_reachable).collect()
    }

    /// Returns the open members: those that failed before first, then by how soon shared operators lead to a step of theirs.
    fn nearest_first(&self) -> Vec<usize> {
        let quotient = self.quotient;
        let reached = quotient.reached(quotient.members.len() - 1, &self.world.shared, &[]);
        let far = |member: usize| {
            let alone = quotient.alone.get(quotient.members[member].class as usize);
            let steps = alone.map_or(&[][..], |alone| alone.steps(&self.world.own[member]));
            let far = |&(operator, _): &(u32, u32)| {
                let pre =
                    quotient.task.operators[operator as usize].pre.iter().filter(|fact| quotient.is_shared(**fact));
                pre.map(|fact| reached.rank[fact.index()]).max().unwrap_or(0)
            };
            steps.iter().map(far).min().unwrap_or(u32::MAX)
        };
        let mut open = self.open.clone();
        open.sort_by_cached_key(|&member| (!self.urgent.contains(&member), far(member)));
        open
    }

    /// Moves a subject together with those in its way.
    fn together(&mut self) -> Result<bool, Stop> {
        const WORK: u64 = 40_000_000;
        let nodes = (WORK / self.quotient.task.operators.len().max(1) as u64).clamp(100, 10_000);
        for member in self.open.clone() {
            let blockers = self.blockers(member);
            if blockers.is_empty() || blockers.len() >= MOST_TOGETHER {
                continue;
            }
            let members: Vec<usize> = blockers.into_iter().chain([member]).collect();
            let is_placed = |other: &usize| !self.open.contains(other);
            let placed: Vec<usize> = members.iter().copied().filter(is_placed).collect();
            // If they do not reach all their goals together, those in the way may leave theirs, once, and come back alone.
            let may_come_back = !placed.is_empty() && placed.iter().all(|other| !self.came_back.contains(other));
            for back in [&[][..], &placed].into_iter().take(1 + usize::from(may_come_back)) {
                let mut wanted = vec![member];
                wanted.extend(placed.iter().filter(|other| !back.contains(other)));
                let joint = Joint::new(self.quotient, &self.world, &members, &wanted);
                let ended = self.meter.within(Some(nodes), None, |meter| first_plan(&joint.task, meter));
                match ended {
                    SearchEnd::Found(plan) => {
                        for step in joint.steps(&plan) {
                            self.world.take(self.quotient, step);
                            self.steps.push(step);
                        }
                        self.open.retain(|other| *other != member);
                        self.open.extend(back);
                        self.came_back.extend(back);
                        // Other subjects have moved, too.
                        self.proofs.fill(None);
                        self.reachable = self.seems_reachable(&self.world.clone(), member);
                        return Ok(true);
                    }
                    SearchEnd::Stopped(Stop::NodeLimit) => self.meter.exhausted()?,
                    SearchEnd::Stopped(stop) => return Err(stop),
                    SearchEnd::Exhausted => {}
                }
            }
        }
        Ok(false)
    }

    /// Returns the members whose first steps a relaxed plan for this one takes.
    fn blockers(&self, member: usize) -> Vec<usize> {
        let quotient = self.quotient;
        let others = (0..quotient.members.len() - 1).filter(|&other| other != member);
        let leaves = |&(operator, other): &(u32, usize)| {
            let mut own =
                quotient.task.operators[operator as usize].pre.iter().filter(|fact| !quotient.is_shared(**fact));
            own.all(|fact| self.world.own[other].contains(fact.index()))
        };
        let departures: Vec<(u32, usize)> = others
            .flat_map(|other| {
                let class = quotient.members[other].class;
                let operators = quotient.class_of_operator.iter().zip(0..);
                operators.filter(move |(of, _)| **of == class).map(move |(_, operator)| (operator, other))
            })
            .filter(leaves)
            .collect();
        let operators: Vec<u32> = departures.iter().map(|&(operator, _)| operator).collect();
        let from = self.world.of(member);
        let reached = quotient.reached(member, &from, &operators);
        let mut stack: Vec<usize> = quotient.members[member].goal.iter().map(|fact| fact.index()).collect();
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(fact) = stack.pop() {
            let support = reached.support[fact];
            if !seen.insert(fact) || support == NO_OPERATOR {
                continue;
            }
            let departure =
                (support as usize).checked_sub(quotient.task.operators.len()).map(|place| departures[place]);
            let (operator, mover) = departure.map_or((support, member), |(operator, other)| (operator, other));
            if mover != member && !found.contains(&mover) {
                found.push(mover);
            }
            let needed = quotient.task.operators[operator as usize].pre.iter();
            stack.extend(needed.filter(|fact| mover == member || quotient.is_shared(**fact)).map(|fact| fact.index()));
        }
        found
    }
}
