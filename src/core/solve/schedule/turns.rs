//! Runs strategies in turn on one thread.
//!
//! The best strategy differs between levels, and run times are heavy-tailed: so each strategy gets a short turn, then
//! each a longer one, and none runs to the limit before the others had turns. The shortest next turn goes first. Under
//! a node limit turns are counted in nodes, so that a run is repeatable on every machine; else by the clock, as nodes
//! of different strategies differ in cost. The shortest turn is chosen by time in both cases.
//!
//! If memory is full, the strategy that holds most of it makes its search drop its least promising states, or the
//! search itself. So no strategy blocks the memory of others for ever.

use super::end::{Run, RunEnd, SlotEnd};
use super::slot::Slot;
use super::turn::Observer;
use crate::run::{Meter, Status, Stop};
use std::time::{Duration, Instant};

/// Runs strategies, the shortest turn first, until one decides the level or all have ended. Turns of equal length are in
/// the order of the list. After `time` no turn begins; a turn that has begun is not stopped.
pub(in crate::solve) fn one_by_one<K: Copy, R: Default>(
    slots: Vec<Slot<'_, K, R>>,
    time: Option<Duration>,
    observer: &Observer<'_, K>,
    meter: &mut Meter,
) -> Run<K, R> {
    let end = time.and_then(|time| Instant::now().checked_add(time));
    Schedule { slots, observer, last: None, count: 0, end, is_out_of_memory: false }.run(meter)
}

/// Strategies that take turns, and whose turn was last.
struct Schedule<'s, 'o, K, R> {
    slots: Vec<Slot<'s, K, R>>,
    observer: &'o Observer<'o, K>,
    /// Strategy that had the last turn; `None` before the first turn.
    last: Option<K>,
    /// Number of turns so far.
    count: usize,
    /// Time after which no turn begins; `None` without one.
    end: Option<Instant>,
    /// Whether states or searches were dropped because memory was full.
    is_out_of_memory: bool,
}

impl<K: Copy, R: Default> Schedule<'_, '_, K, R> {
    fn run(mut self, meter: &mut Meter) -> Run<K, R> {
        let end = self.turns(meter);
        // Searches without a turn have nothing to report.
        let begun = self.slots.into_iter().filter(|slot| slot.last_turn > 0);
        let slots: Vec<SlotEnd<K, R>> = begun.map(Slot::end).collect();
        let decisive = 0..slots.len();
        Run { end, last: self.last, slots, decisive, threads: Vec::new() }
    }

    /// Runs turns until a search finds a solution or proves that none exists, all searches have ended, or the limits
    /// are reached.
    fn turns(&mut self, meter: &mut Meter) -> RunEnd {
        // 1. Take the strategy with the shortest next turn; stop at the limits.
        while let Some(place) = self.next() {
            if self.end.is_some_and(|end| Instant::now() >= end) {
                return RunEnd::Stopped(Stop::TimeLimit);
            }
            // If memory is full, room is made in the turn.
            if let Some(stop) = meter.exhausted().err().filter(|&stop| stop != Stop::MemoryLimit) {
                return RunEnd::Stopped(stop);
            }
            // 2. Run its turn.
            let slot = &mut self.slots[place];
            self.count += 1;
            self.last = Some(slot.strategy);
            let mut status = slot.turn(self.count, self.observer, meter);
            (self.observer)(slot.ended_turn());
            // 3. While memory is full, drop states or searches, and go on with the turn.
            while status == Err(Stop::MemoryLimit) {
                self.is_out_of_memory = true;
                // The search was stopped inside a node, so it is over, and has released its memory already.
                if !self.slots[place].is_dropped {
                    self.make_room(place, meter);
                }
                let slot = &mut self.slots[place];
                if slot.is_dropped {
                    break;
                }
                status = slot.go_on(self.observer, meter);
                (self.observer)(slot.ended_turn());
            }
            // 4. Stop if the level is decided; drop a search that ended without a decision.
            let slot = &mut self.slots[place];
            match status {
                Err(Stop::MemoryLimit) => {}
                Ok(Status::Found(pushes)) => return RunEnd::Found(pushes),
                Ok(Status::Exhausted) if slot.is_complete() => return RunEnd::Unsolvable,
                // An incomplete search that has tried all it knows proves nothing.
                Ok(Status::Exhausted) => slot.drop_search(),
                Ok(Status::Running) => {}
                Err(stop) => return RunEnd::Stopped(stop),
            }
        }
        if self.is_out_of_memory { RunEnd::Stopped(Stop::MemoryLimit) } else { RunEnd::GaveUp }
    }

    /// Returns the index of the strategy with the shortest next turn, the first among equals; `None` if all have ended.
    fn next(&self) -> Option<usize> {
        self.left().min_by_key(|&place| self.slots[place].next_turn.time)
    }

    /// Returns the indices of strategies whose search was not dropped.
    fn left(&self) -> impl Iterator<Item = usize> {
        (0..self.slots.len()).filter(|&place| !self.slots[place].is_dropped)
    }

    /// Makes the strategy that holds most memory drop states, or its search; among equals the strategy `asks`.
    fn make_room(&mut self, asks: usize, meter: &Meter) {
        let Some(most) = self.left().max_by_key(|&place| (self.slots[place].held, place == asks)) else { return };
        // The search that holds most frees most; states are dropped before a whole search is.
        if !self.slots[most].compact(meter) {
            self.slots[most].drop_search();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::turn::{ScheduledSearch, Turn, TurnEvent};
    use super::*;
    use crate::level::{Direction, Level};
    use crate::push::Push;
    use crate::run::{Limits, NodeKind, Progress, Search, StopFlag, measure_memory_by};
    use std::cell::Cell;
    use std::sync::Mutex;

    thread_local! {
        /// Bytes that the searches of this thread hold.
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
        /// The length of its first turn.
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
                let begun: Box<dyn ScheduledSearch<()>> = Box::new(Begun { toy, left: toy.nodes, held: 0 });
                Ok(Some(begun))
            };
            Slot::new(word, [first, first.doubled()], 1, start)
        };
        let result = one_by_one(toys.iter().map(slot).collect(), None, &observer, &mut meter);
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
