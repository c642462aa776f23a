//! Runs strategies in turn: one schedule, for one thread or several.
//!
//! The best strategy differs between levels, and run times are heavy-tailed: so each strategy gets a short turn, then
//! each a longer one, and none runs to the limit before the others had turns. The shortest next turn goes first, to the thread
//! that asks. Under a node limit turns are counted in nodes, so that a run is repeatable on every machine; else by the clock, as
//! nodes of different strategies differ in cost. The shortest turn is chosen by time in both cases.
//!
//! If memory is full, the strategy that holds most of it makes its search drop its least promising states, or the
//! search itself. So no strategy blocks the memory of others for ever.

use super::slot::Slot;
use super::{Observer, Run, RunEnd, SlotEnd, ThreadEnd, ThreadRun};
use crate::push::Push;
use crate::run::{Meter, Status, Stop};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Runs strategies here until one decides the level or all have ended; equal turns in the order of the list.
pub(in crate::solve) fn one_by_one<K: Copy + PartialEq, R: Default>(
    slots: Vec<Slot<'_, K, R>>,
    observer: &Observer<'_, K>,
    meter: &mut Meter,
) -> Run<K, R> {
    let schedule = Schedule::new(slots, observer);
    schedule.work(Order::ByNext, meter);
    schedule.end(Vec::new())
}

/// Strategies that take turns on the threads that work on them.
pub(super) struct Schedule<'s, 'o, K, R> {
    state: Mutex<State<'s, K, R>>,
    /// Tells that a strategy was given back, or that the run has ended.
    changed: Condvar,
    observer: &'o Observer<'o, K>,
}

/// Order in which a thread takes strategies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The shortest next turn first: short turns come before long ones.
    ByNext,
    /// The shortest last turn first, for threads beside one that makes the short turns: long turns begin early.
    ByLast,
}

/// The strategies that no thread has, and how far the run is.
struct State<'s, K, R> {
    /// Strategies in the order of the list; `None` while a thread has the strategy.
    slots: Vec<Option<Slot<'s, K, R>>>,
    count: usize,
    /// Whether states or searches were dropped because memory was full.
    is_out_of_memory: bool,
    /// The first end that a thread has met, or the first that decides the level; `None` before.
    end: Option<RunEnd>,
}

impl<'s, 'o, K: Copy + PartialEq, R: Default> Schedule<'s, 'o, K, R> {
    /// Longest wait for a strategy before the limits are read again.
    const PATIENCE: Duration = Duration::from_millis(100);

    pub(super) fn new(slots: Vec<Slot<'s, K, R>>, observer: &'o Observer<'o, K>) -> Self {
        let slots = slots.into_iter().map(Some).collect();
        let state = State { slots, count: 0, is_out_of_memory: false, end: None };
        Self { state: Mutex::new(state), changed: Condvar::new(), observer }
    }

    pub(super) fn end(self, threads: Vec<ThreadRun<K>>) -> Run<K, R> {
        let State { slots, end, .. } = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Searches without a turn have nothing to report.
        let begun = slots.into_iter().flatten().filter(|slot| slot.counts.last_turn > 0);
        let slots: Vec<SlotEnd<K, R>> = begun.map(Slot::end).collect();
        let last = slots.iter().max_by_key(|slot| slot.last_turn).map(|slot| slot.strategy);
        Run { end: end.unwrap_or(RunEnd::GaveUp), last, slots, threads }
    }

    /// Waits for some time, and returns whether the run still goes on.
    pub(super) fn goes_on_after(&self, time: Duration) -> bool {
        let waited = self.changed.wait_timeout_while(self.lock(), time, |state| state.end.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.end.is_none()
    }

    /// Runs turns on this thread until the level is decided, here or on another thread, all searches have ended, or the limits are
    /// reached. Returns the strategies that had a turn here.
    pub(super) fn work(&self, order: Order, meter: &mut Meter) -> (Vec<K>, ThreadEnd) {
        let mut strategies = Vec::new();
        loop {
            // 1. Take the strategy whose turn it is; stop at the limits.
            let mut taken = match self.take(order, meter) {
                Ok(taken) => taken,
                Err(end) => return (strategies, self.ended(end)),
            };
            let strategy = taken.slot.counts.strategy;
            if !strategies.contains(&strategy) {
                strategies.push(strategy);
            }
            // 2. Run its turn. Stop if the level is decided; drop a search that ended without a decision.
            let end = match self.turn(&mut taken, meter) {
                Ok(Status::Found(pushes)) => Some(RunEnd::Found(pushes)),
                Ok(Status::Exhausted) if taken.slot.is_complete() => Some(RunEnd::Unsolvable),
                // An incomplete search that has tried all it knows proves nothing.
                Ok(Status::Exhausted) => {
                    taken.slot.drop_search();
                    None
                }
                Ok(Status::Running) | Err(Stop::MemoryLimit) => None,
                Err(stop) => Some(RunEnd::Stopped(stop)),
            };
            // 3. Give it back.
            let ended = end.map(|end| self.ended(end));
            if ended == Some(ThreadEnd::First) {
                taken.slot.counts.last_turn = usize::MAX;
            }
            self.give(taken.place, taken.slot);
            if let Some(ended) = ended {
                return (strategies, ended);
            }
        }
    }

    /// Takes the strategy that is first in an order; waits while other threads have all that are left.
    fn take(&self, order: Order, meter: &Meter) -> Result<Taken<'s, K, R>, RunEnd> {
        let mut state = self.lock();
        loop {
            if state.end.as_ref().is_some_and(RunEnd::decides) {
                return Err(RunEnd::Stopped(Stop::Interrupted));
            }
            // If memory is full, room is made in the turn.
            if let Some(stop) = meter.exhausted().err().filter(|&stop| stop != Stop::MemoryLimit) {
                return Err(RunEnd::Stopped(stop));
            }
            if let Some(taken) = state.take_shortest(order) {
                return Ok(taken);
            }
            if state.slots.iter().all(Option::is_some) {
                return Err(if state.is_out_of_memory { RunEnd::Stopped(Stop::MemoryLimit) } else { RunEnd::GaveUp });
            }
            let _spare = meter.spares().rest();
            let waited = self.changed.wait_timeout(state, Self::PATIENCE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Runs a turn. While memory is full, states or searches are dropped, and the turn goes on.
    fn turn(&self, taken: &mut Taken<'s, K, R>, meter: &mut Meter) -> Result<Status<Vec<Push>>, Stop> {
        let Taken { slot, number, .. } = taken;
        let mut status = slot.turn(*number, self.observer, meter);
        (self.observer)(slot.ended_turn());
        while status == Err(Stop::MemoryLimit) {
            self.lock().is_out_of_memory = true;
            // The search was stopped inside a node, so it is over, and has released its memory already.
            if !slot.is_dropped {
                self.make_room(slot);
            }
            if slot.is_dropped {
                break;
            }
            status = slot.go_on(self.observer, meter);
            (self.observer)(slot.ended_turn());
        }
        status
    }

    /// Makes the strategy that holds most memory, of this thread's `own` and those that no thread has, drop states or its search.
    fn make_room(&self, own: &mut Slot<'s, K, R>) {
        // The search that holds most frees most.
        let other = self.lock().take_largest(own.held);
        let Some(Taken { place, mut slot, .. }) = other else { return own.shrink() };
        slot.shrink();
        self.give(place, slot);
    }

    fn give(&self, place: usize, slot: Slot<'s, K, R>) {
        self.lock().slots[place] = Some(slot);
        self.changed.notify_all();
    }

    /// Keeps the end that this thread has met, unless another met one before that decides the level; returns how the thread ended.
    pub(super) fn ended(&self, end: RunEnd) -> ThreadEnd {
        let mut state = self.lock();
        let is_late = state.end.as_ref().is_some_and(RunEnd::decides);
        let own = match end {
            _ if end.decides() && !is_late => ThreadEnd::First,
            RunEnd::Found(_) => ThreadEnd::Late,
            // It was stopped by the thread that decided the level, not by the user.
            RunEnd::Stopped(Stop::Interrupted) if is_late => ThreadEnd::Outrun,
            RunEnd::Stopped(stop) => ThreadEnd::Stopped(stop),
            RunEnd::Unsolvable | RunEnd::Proved | RunEnd::GaveUp => ThreadEnd::Exhausted,
        };
        if own == ThreadEnd::First || state.end.is_none() {
            state.end = Some(end);
        }
        self.changed.notify_all();
        own
    }

    fn lock(&self) -> MutexGuard<'_, State<'s, K, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Taken<'s, K, R> {
    place: usize,
    number: usize,
    slot: Slot<'s, K, R>,
}

impl<'s, K, R> State<'s, K, R> {
    /// Takes the strategy with the shortest next turn, or last turn, the first among equals; `None` if none is left.
    fn take_shortest(&mut self, order: Order) -> Option<Taken<'s, K, R>> {
        let time = |slot: &Slot<'s, K, R>| if order == Order::ByLast { slot.had } else { slot.next_turn.time };
        let shortest = self.left().min_by_key(|(_, slot)| time(slot))?.0;
        self.count += 1;
        self.take(shortest)
    }

    /// Takes the strategy that holds most memory, if that is more than `bytes`.
    fn take_largest(&mut self, bytes: u64) -> Option<Taken<'s, K, R>> {
        let largest = self.left().filter(|(_, slot)| slot.held > bytes).max_by_key(|(_, slot)| slot.held)?.0;
        self.take(largest)
    }

    /// Returns the strategies whose search was not dropped, with their indices.
    fn left(&self) -> impl Iterator<Item = (usize, &Slot<'s, K, R>)> {
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(place, slot)| Some((place, slot.as_ref().filter(|slot| !slot.is_dropped)?)))
    }

    fn take(&mut self, place: usize) -> Option<Taken<'s, K, R>> {
        let slot = self.slots[place].take()?;
        Some(Taken { place, number: self.count, slot })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{ScheduledSearch, Turn, TurnEvent};
    use super::*;
    use crate::level::{Direction, Level};
    use crate::run::{Limits, NodeKind, Progress, Search, StopFlag, measure_memory_by};
    use std::cell::Cell;

    thread_local! {
        static USED: Cell<u64> = const { Cell::new(0) };
    }

    /// A search that holds `bytes` bytes a node, and after `nodes` nodes finds the solution or is exhausted.
    #[derive(Clone, Copy)]
    struct Toy {
        bytes: u64,
        nodes: u64,
        finds: bool,
        proves: bool,
        /// Whether it drops half of its memory when memory is short.
        drops: bool,
        first: u64,
    }

    const DULL: Toy = Toy { bytes: 0, nodes: 100_000, finds: false, proves: false, drops: false, first: 10 };

    struct Begun {
        toy: Toy,
        left: u64,
        held: u64,
    }

    impl Begun {
        fn hold(&mut self, bytes: u64) {
            USED.set(USED.get() + bytes - self.held);
            self.held = bytes;
        }
    }

    impl Drop for Begun {
        fn drop(&mut self) {
            self.hold(0);
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
            meter.count(NodeKind::Push);
            self.hold(self.held + self.toy.bytes);
            self.left -= 1;
            Ok(Status::Running)
        }

        fn is_complete(&self) -> bool {
            self.toy.proves
        }

        fn progress(&self) -> Progress {
            Progress::default()
        }

        fn compact(&mut self) -> bool {
            let half = self.held / 2;
            if self.toy.drops {
                self.hold(self.held - half);
            }
            self.toy.drops && half > 0
        }
    }

    impl ScheduledSearch<()> for Begun {
        fn gains(&self) -> usize {
            0
        }

        fn end(self: Box<Self>, (): ()) {}
    }

    fn level() -> Level {
        Level::from_xsb("toy", "#####\n#@$.#\n#####").unwrap()
    }

    fn result(toys: &[Toy], limits: Limits) -> (RunEnd, Vec<(&'static str, u64)>, u64) {
        measure_memory_by(|| USED.get());
        let turns = Mutex::new(Vec::new());
        let observer = |event| {
            let TurnEvent::Turn { strategy, nodes, .. } = event else { return };
            turns.lock().unwrap().push((strategy, nodes));
        };
        let mut meter = Meter::new(limits, StopFlag::default());
        let slot = |toy: &Toy| {
            let toy = *toy;
            let (word, first) = (if toy.finds { "finds" } else { "dull" }, Turn::new(toy.first, toy.first));
            let start = move |_: &mut Meter| {
                let begun: Box<dyn ScheduledSearch<()> + Send> = Box::new(Begun { toy, left: toy.nodes, held: 0 });
                Ok(Some(begun))
            };
            Slot::new(word, [first, first.doubled()], 1, start)
        };
        let result = one_by_one(toys.iter().map(slot).collect(), &observer, &mut meter);
        assert_eq!(USED.get(), 0, "all searches are dropped");
        (result.end, turns.into_inner().unwrap(), meter.nodes())
    }

    fn memory(bytes: u64) -> Limits {
        Limits { memory: Some(bytes), nodes: Some(1_000_000), ..Limits::default() }
    }

    #[test]
    fn a_search_that_meets_the_memory_limit_is_dropped_and_the_others_go_on() {
        let toys = [Toy { bytes: 10, ..DULL }, Toy { bytes: 1, nodes: 150, finds: true, ..DULL }];
        let (result, turns, _) = result(&toys, memory(200));
        assert!(matches!(result, RunEnd::Found(_)));
        let dull = turns.iter().filter(|(word, _)| *word == "dull").count();
        assert_eq!(dull, 2, "its second turn was its last");
    }

    #[test]
    fn where_memory_is_full_the_search_that_holds_most_drops_states_and_both_go_on() {
        let hog = Toy { bytes: 10, drops: true, ..DULL };
        let toys = [hog, Toy { bytes: 1, nodes: 120, finds: true, ..DULL }];
        let (found, turns, nodes) = result(&toys, memory(500));
        assert!(matches!(found, RunEnd::Found(_)));
        let spent = turns.iter().filter(|(strategy, _)| *strategy == "dull");
        let most = spent.map(|(_, nodes)| *nodes).max().unwrap();
        assert_eq!((most, nodes), (150, 270), "neither loses a turn");
        let dry = [Toy { nodes: 500, ..hog }];
        assert_eq!(result(&dry, memory(500)).0, RunEnd::Stopped(Stop::MemoryLimit));
    }

    #[test]
    fn each_turn_is_twice_as_long_and_only_a_complete_search_proves() {
        let toys = [DULL, Toy { nodes: 25, ..DULL }, Toy { nodes: 35, proves: true, ..DULL }];
        let (result, turns, _) = result(&toys, Limits { nodes: Some(1_000), ..Limits::default() });
        assert_eq!(result, RunEnd::Unsolvable);
        assert_eq!(turns.iter().map(|(_, nodes)| *nodes).collect::<Vec<_>>(), [10, 10, 10, 30, 25, 30, 70, 35]);
    }

    #[test]
    fn it_is_the_turn_of_the_one_whose_next_turn_is_the_shortest_and_of_the_first_among_equals() {
        let toys = [Toy { first: 40, ..DULL }, Toy { nodes: 65, finds: true, ..DULL }];
        let (found, turns, _) = result(&toys, Limits { nodes: Some(1_000), ..Limits::default() });
        assert!(matches!(found, RunEnd::Found(_)));
        assert_eq!(turns, [("finds", 10), ("finds", 30), ("dull", 40), ("finds", 65)]);
        let toys = [Toy { first: 40, ..DULL }, DULL, Toy { first: 20, ..DULL }];
        let (_, turns, _) = result(&toys, Limits { nodes: Some(170), ..Limits::default() });
        let spent: Vec<u64> = turns.iter().map(|&(_, nodes)| nodes).collect();
        assert_eq!(spent, [10, 30, 20, 40, 70, 60], "none comes to twice the share of another");
    }
}
