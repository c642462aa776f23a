//! Runs strategies in turn, on one thread.
//!
//! The best strategy differs between levels, and run times are heavy-tailed: so each strategy gets a short turn, then
//! each a longer one, and none is run to the limit before the others had theirs. Turns are counted in nodes, not in
//! time, so a run under a node limit is repeatable on every machine. The memory of a strategy that is dropped is
//! released at once.

use super::slot::Slot;
use super::{Account, Accounts, Group, ScheduleResult, Share};
use crate::level::Level;
use crate::push::Push;
use crate::run::{Ended, Meter, Status, Stop};
use crate::solve::event::Observer;
use crate::solve::judge::decide;
use crate::solve::{Engine, SolveEvent, Takeover};
use std::time::Duration;

/// Runs the groups, one after the other, until one decides the level or nothing is left.
pub(in crate::solve) fn one_by_one(
    level: &Level,
    groups: &[Group<'_>],
    observer: &Observer<'_>,
    meter: &mut Meter,
) -> ScheduleResult {
    let mut turns = Turns { observer, engine: Engine::Start, count: 0, accounts: Vec::new() };
    let mut takeover = None;
    let (mut ended, mut proves) = (Ended::Exhausted, false);
    let mut first = 0;
    for (index, group) in groups.iter().enumerate() {
        let share = group.share.filter(|_| index + 1 < groups.len());
        let mut round = Rounds::new(group, first, share.is_some(), &mut turns);
        first += group.strategies.len();
        (ended, proves) = match share.map(|share| share.of(meter)) {
            Some((nodes, time)) => meter.within(Some(nodes), time, |meter| round.run(meter)),
            None => round.run(meter),
        };
        let why = round.takeover(&ended);
        drop(round);
        if share.is_none() || proves || matches!(ended, Ended::Found(_)) {
            break;
        }
        if let Err(stop) = meter.exhausted() {
            ended = Ended::Stopped(stop);
            break;
        }
        observer(SolveEvent::Takeover(why));
        takeover = Some(why);
    }
    let outcome = decide(level, turns.engine, ended, proves);
    ScheduleResult {
        outcome,
        engine: turns.engine,
        takeover,
        accounts: Accounts::of(turns.accounts),
        threads: Vec::new(),
    }
}

impl Share {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a share")]
    fn of(self, meter: &Meter) -> (u64, Option<Duration>) {
        let part = self.part.clamp(0.0, 1.0);
        let nodes = meter.nodes_left().map_or(self.most_nodes, |nodes| (nodes as f64 * part) as u64);
        (nodes.min(self.most_nodes), meter.time_left().map(|time| time.mul_f64(part)))
    }
}

/// The turns of all groups.
struct Turns<'o> {
    observer: &'o Observer<'o>,
    /// The engine of the last turn.
    engine: Engine,
    /// Number of turns.
    count: usize,
    /// Place in the list, number of the last turn, account.
    accounts: Vec<(usize, usize, Account)>,
}

/// The turns of one group.
struct Rounds<'s, 't, 'o> {
    /// `None` once a strategy is dropped.
    slots: Vec<Option<Slot<'s>>>,
    /// The place of the first one in the list.
    first: usize,
    gives_up: bool,
    was_given_up: bool,
    is_out_of_memory: bool,
    turns: &'t mut Turns<'o>,
}

impl<'s, 't, 'o> Rounds<'s, 't, 'o> {
    fn new(group: &Group<'s>, first: usize, gives_up: bool, turns: &'t mut Turns<'o>) -> Self {
        let slots = group.strategies.iter().map(|&strategy| Some(Slot::new(strategy))).collect();
        Self { slots, first, gives_up, was_given_up: false, is_out_of_memory: false, turns }
    }

    /// Round by round, until one finds something or proves that there is nothing, none is left, or the limits are met.
    fn run(&mut self, meter: &mut Meter) -> (Ended<Vec<Push>>, bool) {
        while self.slots.iter().any(Option::is_some) {
            for place in 0..self.slots.len() {
                let Some(slot) = &mut self.slots[place] else { continue };
                if let Err(stop) = meter.exhausted() {
                    return (Ended::Stopped(stop), false);
                }
                self.turns.count += 1;
                let status = slot.turn(self.turns.count, meter);
                self.turns.engine = slot.strategy.engine();
                (self.turns.observer)(slot.event());
                match status {
                    Ok(Status::Found(pushes)) => return (Ended::Found(pushes), false),
                    Ok(Status::Exhausted) if slot.is_complete() => return (Ended::Exhausted, true),
                    Ok(Status::Exhausted) => self.drop(place),
                    Ok(Status::Running) if !slot.came_nearer() && self.gives_up => {
                        self.was_given_up = true;
                        self.drop(place);
                    }
                    Ok(Status::Running) => {}
                    // Its memory is released, and the others continue.
                    Err(Stop::MemoryLimit) => {
                        self.is_out_of_memory = true;
                        self.drop(place);
                    }
                    Err(stop) => return (Ended::Stopped(stop), false),
                }
            }
        }
        (if self.is_out_of_memory { Ended::Stopped(Stop::MemoryLimit) } else { Ended::Exhausted }, false)
    }

    /// The reason why the next group takes over.
    fn takeover(&self, ended: &Ended<Vec<Push>>) -> Takeover {
        let is_left = self.slots.iter().any(Option::is_some);
        match ended {
            _ if self.was_given_up && !is_left => Takeover::NoNearer,
            Ended::Stopped(_) => Takeover::ShareUsed,
            _ => Takeover::RanDry,
        }
    }

    /// Drops the search of a strategy and keeps its account.
    fn drop(&mut self, place: usize) {
        let Some(mut slot) = self.slots[place].take() else { return };
        if slot.last_turn > 0 {
            self.turns.accounts.push((self.first + place, slot.last_turn, slot.account()));
        }
    }
}

impl Drop for Rounds<'_, '_, '_> {
    fn drop(&mut self) {
        (0..self.slots.len()).for_each(|place| self.drop(place));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Running, Strategy};
    use super::*;
    use crate::level::Direction;
    use crate::run::{Held, Limits, NodeKind, Progress, Search, StopFlag};
    use crate::solve::{Outcome, PushStrategy};
    use std::sync::Mutex;

    /// A search that claims `bytes` bytes a node, and after `nodes` nodes finds the solution or is exhausted.
    #[derive(Clone, Copy)]
    struct Toy {
        bytes: usize,
        nodes: u64,
        finds: bool,
        proves: bool,
        comes_nearer: bool,
    }

    const DULL: Toy = Toy { bytes: 0, nodes: 100_000, finds: false, proves: false, comes_nearer: true };

    struct Begun {
        toy: Toy,
        left: u64,
        held: Held,
    }

    impl Strategy for Toy {
        fn engine(&self) -> Engine {
            Engine::Push(if self.finds { PushStrategy::Fess } else { PushStrategy::Greedy })
        }

        fn first_turn(&self) -> u64 {
            10
        }

        fn begin(&self, _: &mut Meter) -> Result<Box<dyn Running + '_>, Stop> {
            Ok(Box::new(Begun { toy: *self, left: self.nodes, held: Held::default() }))
        }

        fn account(&self) -> Account {
            Account::Other(Progress::default())
        }
    }

    impl Search for Begun {
        type Solution = Vec<Push>;

        fn step(&mut self, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
            if self.left == 0 {
                let from = level().start.boxes[0];
                let found = Status::Found(vec![Push { from, direction: Direction::Right }]);
                return Ok(if self.toy.finds { found } else { Status::Exhausted });
            }
            self.held.grow(self.toy.bytes, meter)?;
            meter.tick(NodeKind::Push)?;
            self.left -= 1;
            Ok(Status::Running)
        }

        fn is_complete(&self) -> bool {
            self.toy.proves
        }

        fn progress(&self) -> Progress {
            let best = u32::try_from(self.left).ok().filter(|_| self.toy.comes_nearer);
            Progress { best_estimate: best, ..Progress::default() }
        }
    }

    impl Running for Begun {
        fn account(&mut self, _: u64) -> Account {
            Account::Other(Progress::default())
        }
    }

    fn level() -> Level {
        Level::from_xsb("toy", "#####\n#@$.#\n#####").unwrap()
    }

    fn group(toys: &[Toy], share: Option<Share>) -> Group<'_> {
        let strategies = toys.iter().map(|toy| toy as &dyn Strategy).collect();
        Group { strategies, share, stays_together: share.is_some() }
    }

    fn result(groups: &[Group<'_>], limits: Limits) -> (ScheduleResult, Vec<(Engine, u64)>, u64) {
        let turns = Mutex::new(Vec::new());
        let observer = |event| {
            if let SolveEvent::Turn { engine, nodes, .. } = event {
                turns.lock().unwrap().push((engine, nodes));
            }
        };
        let mut meter = Meter::new(limits, StopFlag::default());
        let result = one_by_one(&level(), groups, &observer, &mut meter);
        assert_eq!(meter.bytes(), 0, "all searches are dropped");
        (result, turns.into_inner().unwrap(), meter.nodes())
    }

    fn memory(bytes: u64) -> Limits {
        Limits { memory: Some(bytes), ..Limits::default() }
    }

    #[test]
    fn a_search_that_meets_the_memory_limit_is_dropped_and_the_others_go_on() {
        let toys = [Toy { bytes: 10, ..DULL }, Toy { bytes: 1, nodes: 150, finds: true, ..DULL }];
        let (result, turns, _) = result(&[group(&toys, None)], memory(200));
        assert_eq!(result.outcome.solution().map(|solution| solution.lurd.as_str()), Some("R"));
        let greedy = turns.iter().filter(|(engine, _)| *engine == Engine::Push(PushStrategy::Greedy)).count();
        assert_eq!(greedy, 2, "its second turn was its last");
    }

    #[test]
    fn the_answer_is_the_memory_limit_once_nothing_else_is_left() {
        let toys = [Toy { bytes: 10, ..DULL }, Toy { nodes: 500, ..DULL }];
        assert_eq!(result(&[group(&toys, None)], memory(200)).0.outcome, Outcome::Stopped(Stop::MemoryLimit));
        assert_eq!(result(&[group(&toys[1..], None)], memory(200)).0.outcome, Outcome::GaveUp);
    }

    #[test]
    fn each_turn_is_twice_as_long_and_only_a_complete_search_proves() {
        let toys = [DULL, Toy { nodes: 25, ..DULL }, Toy { nodes: 35, proves: true, ..DULL }];
        let (result, turns, _) = result(&[group(&toys, None)], Limits::default());
        assert_eq!(result.outcome, Outcome::Unsolvable);
        assert_eq!(turns.iter().map(|(_, nodes)| *nodes).collect::<Vec<_>>(), [10, 10, 10, 30, 25, 30, 70, 35]);
    }

    #[test]
    fn a_share_ends_a_group_gives_up_what_comes_no_nearer_and_says_which() {
        let share = Some(Share { part: 0.5, most_nodes: 1_000 });
        let finds = [Toy { nodes: 20, finds: true, ..DULL }];
        let limits = Limits { nodes: Some(200), ..Limits::default() };
        for (first, takeover, spent) in [
            (DULL, Takeover::ShareUsed, 100),
            (Toy { comes_nearer: false, ..DULL }, Takeover::NoNearer, 30),
            (Toy { nodes: 5, ..DULL }, Takeover::RanDry, 5),
        ] {
            let first = [first];
            let groups = [group(&first, share), group(&finds, None)];
            let (result, _, nodes) = result(&groups, limits);
            assert_eq!((result.takeover, nodes), (Some(takeover), spent + 20));
            assert!(result.outcome.solution().is_some());
            // No group waits behind it: it has all the nodes.
            let alone = self::result(&groups[..1], limits);
            assert_eq!((alone.0.takeover, alone.2), (None, if takeover == Takeover::RanDry { 5 } else { 200 }));
        }
    }
}
