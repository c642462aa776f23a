//! The operators of a position as moves of a feature-space search: closure, events, label, take or take over.

use super::{Closures, EventSetting, EventTally, Fallback, Operator};
use crate::abstraction::{Label, Room, RoomView};
use crate::feature_space::{Candidate, Domain};
use crate::level::Square;
use crate::maze::{AreaId, Areas, Maze};
use crate::planner::{Act, Conditions, Plan, Slot, Step};
use crate::push::{BoxSet, Macro, Push, Region, State};
use crate::run::{Meter, NodeKind, Random, Stop};
use crate::search::{Features, Pushes};
use rustc_hash::FxHashSet;

#[derive(Debug)]
pub(super) struct Events<'a> {
    maze: &'a Maze<'a>,
    pub(super) areas: &'a Areas,
    pub(super) pushes: Pushes<'a>,
    rooms: Vec<Room>,
    fallback: Fallback,
    most: usize,
    view: RoomView,
    closures: Closures,
    /// Random number for each square; the hash of a set of boxes is the exclusive or of the numbers of their squares.
    keys: Vec<u64>,
    conditions: Conditions,
    plan: Option<Plan>,
    region: Region,
    pub(super) tally: EventTally,
}

struct MadeOperators {
    operators: Vec<(Operator, Features)>,
    /// Positions that operators lead to already, each as the hash of its boxes and the square of the player.
    seen: FxHashSet<(u64, Square)>,
    cut: Vec<AreaId>,
}

impl<'a> Events<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, areas: &'a Areas, pushes: Pushes<'a>, setting: &EventSetting) -> Self {
        // The same numbers in each run, so that runs repeat.
        let mut random = Random::new(1);
        Self {
            maze,
            areas,
            pushes,
            rooms: areas.areas().iter().map(|area| Room::new(maze, areas, area.id)).collect(),
            fallback: setting.fallback,
            most: setting.most,
            view: RoomView::new(maze.board.len()),
            closures: Closures::default(),
            keys: maze.board.squares().map(|_| random.bits()).collect(),
            conditions: setting.conditions.clone(),
            plan: setting.plan.clone(),
            region: Region::new(maze.board.len()),
            tally: EventTally::default(),
        }
    }

    pub(super) fn tally(&self) -> EventTally {
        EventTally { closures: self.closures.len() as u64, ..self.tally.clone() }
    }

    /// Checks that an operator crosses no forbidden border; also returns the forced borders that it crosses, a bit for each.
    fn crossed(&mut self, state: &State, by: Operator) -> (bool, u64) {
        let (_, pushes) = self.pushes_of(state, by);
        let route = Step::of(self.maze.board, self.areas, &pushes).route;
        let Conditions { forced, .. } = &self.conditions;
        let is_crossed = |border: &(AreaId, AreaId)| route.windows(2).any(|pair| (pair[0], pair[1]) == *border);
        let bits =
            forced.iter().zip(0..64).filter(|(border, _)| is_crossed(border)).fold(0, |bits, (_, bit)| bits | 1 << bit);
        (!self.conditions.forbids(&route), bits)
    }

    fn moved(&self, key: u64, by: Macro) -> u64 {
        key ^ self.keys[by.from.index()] ^ self.keys[by.to.index()]
    }

    /// Returns the position before the last box of an operator is moved; for an arrangement, that after all its pushes.
    fn base(&self, state: &State, by: Operator) -> State {
        // Member 0 is the position itself.
        if by.act == Act::Push || by.member == 0 {
            return state.clone();
        }
        let room = &self.rooms[by.area.index()];
        let mut boxes = state.boxes.minus(&room.set);
        let placed = self.closures.get(by.closure).and_then(|closure| closure.place(by.member, room, &mut boxes));
        placed.map_or_else(|| state.clone(), |player| State { boxes, player })
    }

    /// Returns the pushes of an operator: inside the area before the last box is moved, and those of the last box.
    pub(super) fn pushes_of(&mut self, state: &State, by: Operator) -> (Vec<Push>, Vec<Push>) {
        let silent = self.closures.get(by.closure).filter(|_| by.act != Act::Push);
        let mut silent = silent.map_or_else(Vec::new, |closure| closure.pushes_to(by.member));
        let base = self.base(state, by);
        let mut last = if by.act == Act::Arrangement { Vec::new() } else { self.pushes.moves.pushes(&base, by.by) };
        if by.act == Act::Event {
            // The unbroken sequence of pushes of the box that crosses is part of the crossing.
            let mut at = by.by.from;
            let before = silent.iter().rev().take_while(|push| {
                let is_same = self.maze.board.next(push.from, push.direction) == Some(at);
                at = if is_same { push.from } else { at };
                is_same
            });
            let own = silent.split_off(silent.len() - before.count());
            last.splice(0..0, own);
        }
        (silent, last)
    }

    fn area(
        &mut self,
        state: &State,
        score: Features,
        area: AreaId,
        made: &mut MadeOperators,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let Self { maze, pushes, rooms, view, closures, most, .. } = self;
        let (board, room) = (maze.board, &rooms[area.index()]);
        // 1. The closure.
        let read = view.read(board, room, state);
        let number = closures.number(board, room, read, *most, pushes.moves.detector(), meter)?;
        let Some(closure) = self.closures.get(number) else { return Ok(()) };
        let is_complete = closure.is_complete();
        if !is_complete {
            // A cut closure lacks pushes, which the fallback adds.
            made.cut.push(area);
        }
        if closure.is_empty() && closure.crossings().is_empty() {
            return Ok(());
        }
        // 2. The features of the positions of the closure.
        let scores = self.scores(state, score, number, meter)?;
        // 3. Events: from a position of the closure a box crosses a border, and goes on.
        self.events(state, area, number, &scores, made, meter)?;
        // 4. Arrangements: all positions of the closure, or only positions with better features if it was cut.
        self.arrangements(state, area, number, score, &scores, made);
        Ok(())
    }

    fn scores(&mut self, state: &State, score: Features, number: u32, meter: &Meter) -> Result<Vec<Features>, Stop> {
        let Some(closure) = self.closures.get(number) else { return Ok(Vec::new()) };
        let (board, room) = (self.maze.board, &self.rooms[closure.area().index()]);
        let outside = state.boxes.minus(&room.set);
        let moves: Vec<(u32, u32, Macro)> = closure
            .by_moves()
            .iter()
            .filter_map(|&member| closure.last_move(member, board).map(|(run, by)| (member, run, by)))
            .collect();
        let mut scores = vec![score; closure.len()];
        // Moves of one run start from one position, whose features are known by then: they are updated.
        for of_run in moves.chunk_by(|one, other| one.1 == other.1) {
            let run = of_run[0].1;
            let mut boxes = outside.clone();
            _ = closure.place(run, room, &mut boxes);
            let by: Vec<Macro> = of_run.iter().map(|&(.., by)| by).collect();
            let scored = self.pushes.scored(&boxes, scores[run as usize], &by, meter)?;
            for (&(member, ..), candidate) in of_run.iter().zip(scored) {
                scores[member as usize] = candidate.score;
            }
        }
        Ok(scores)
    }

    fn events(
        &mut self,
        state: &State,
        area: AreaId,
        number: u32,
        scores: &[Features],
        made: &mut MadeOperators,
        meter: &Meter,
    ) -> Result<(), Stop> {
        let Self { maze, areas, pushes, closures, rooms, keys, .. } = self;
        let Some(closure) = closures.get(number) else { return Ok(()) };
        let (board, room) = (maze.board, &rooms[area.index()]);
        let outside = state.boxes.minus(&room.set);
        for of_member in closure.crossings().chunk_by(|one, other| one.member == other.member) {
            meter.check()?;
            let member = of_member[0].member;
            let mut boxes = outside.clone();
            let Some(player) = closure.place(member, room, &mut boxes) else { continue };
            let player = if member == 0 { state.player } else { player };
            let key = key(keys, &boxes);
            let base = State { boxes, player };
            let mut found: Vec<(Macro, AreaId)> = Vec::new();
            for crossing in of_member {
                // For each move, the area that the box enters first; `None` while it is inside.
                let mut entered: Vec<Option<AreaId>> = Vec::new();
                pushes.moves.each_of(&base, crossing.from, |_, by, before| {
                    let of = before.and_then(|before| entered[before]);
                    let into = areas.area_of(by.to);
                    let first = of.or_else(|| (into != area).then_some(into));
                    entered.push(first);
                    let moved = key ^ keys[by.from.index()] ^ keys[by.to.index()];
                    if let Some(to) = first
                        // Areas beside each other lead to equal positions; the first operator is enough.
                        && made.seen.insert((moved, by.player(board, false)))
                    {
                        found.push((by, to));
                    }
                });
            }
            let mut after = base.boxes.clone();
            found.retain(|&(by, _)| {
                after.shift(by.from, by.to);
                let is_refused = pushes.moves.refuses(&after, by);
                after.shift(by.to, by.from);
                !is_refused
            });
            let moves: Vec<Macro> = found.iter().map(|&(by, _)| by).collect();
            let scored = pushes.scored(&base.boxes, scores[member as usize], &moves, meter)?;
            for (candidate, (by, to)) in scored.iter().zip(found) {
                let label = closure.label(to).map_or(Label::Unknown, |(label, _)| label);
                let operator = Operator { act: Act::Event, label, area, closure: number, member, by };
                made.operators.push((operator, candidate.score));
            }
        }
        Ok(())
    }

    fn arrangements(
        &mut self,
        state: &State,
        area: AreaId,
        number: u32,
        score: Features,
        scores: &[Features],
        made: &mut MadeOperators,
    ) {
        let Some(closure) = self.closures.get(number) else { return };
        let (board, room) = (self.maze.board, &self.rooms[area.index()]);
        let outside = state.boxes.minus(&room.set);
        let is_complete = closure.is_complete();
        let label = Label::of(1, !is_complete);
        let mut counted: FxHashSet<Features> = FxHashSet::default();
        for (member, &after) in (0..).zip(scores).skip(1) {
            // The distance changes with nearly every push, and would make each position a new one.
            let is_new = counted.insert(Features { distance: 0, ..after });
            let is_move = is_complete || is_new && gains(score, after);
            if !is_move {
                continue;
            }
            let Some((_, by)) = closure.last_move(member, board) else { continue };
            let mut boxes = outside.clone();
            _ = closure.place(member, room, &mut boxes);
            if self.pushes.moves.refuses(&boxes, by) {
                continue;
            }
            let operator = Operator { act: Act::Arrangement, label, area, closure: number, member, by };
            made.operators.push((operator, after));
        }
    }

    fn plain(&mut self, state: &State, score: Features, made: &mut MadeOperators, meter: &Meter) -> Result<(), Stop> {
        let (board, key) = (self.maze.board, key(&self.keys, &state.boxes));
        let mut moves = self.pushes.moves.moves(state, meter)?;
        // If a closure is complete, its positions and events cover all pushes of its boxes.
        let is_open = |by: &Macro| self.fallback == Fallback::Always || made.cut.contains(&self.areas.area_of(by.from));
        moves.retain(is_open);
        moves.retain(|&by| made.seen.insert((self.moved(key, by), by.player(board, false))));
        let scored = self.pushes.scored(&state.boxes, score, &moves, meter)?;
        for candidate in scored {
            let area = self.areas.area_of(candidate.by.from);
            let (act, label) = (Act::Push, Label::Unknown);
            let operator = Operator { act, label, area, closure: 0, member: 0, by: candidate.by };
            made.operators.push((operator, candidate.score));
        }
        Ok(())
    }

    fn operators(
        &mut self,
        state: &State,
        score: Features,
        meter: &Meter,
    ) -> Result<Vec<Candidate<Operator, Features>>, Stop> {
        // 1. The areas with a box that may be pushed.
        let movers = self.pushes.moves.movers(state);
        let mut of_areas: Vec<AreaId> = movers.iter().map(|b| self.areas.area_of(b)).collect();
        of_areas.sort_unstable();
        of_areas.dedup();
        // 2. The events and arrangements of these areas.
        let mut made = MadeOperators { operators: Vec::new(), seen: FxHashSet::default(), cut: Vec::new() };
        for area in of_areas {
            self.area(state, score, area, &mut made, meter)?;
        }
        // 3. The pushes of the full push search, if a closure was cut.
        self.tally.cut += u64::from(!made.cut.is_empty());
        let falls_back = match self.fallback {
            Fallback::ByLabel => !made.cut.is_empty(),
            Fallback::Always => true,
            Fallback::Never => false,
        };
        if falls_back {
            self.plain(state, score, &mut made, meter)?;
        }
        // 4. Advice.
        let operators = made.operators;
        let is_first: Vec<bool> = operators.iter().map(|(operator, _)| operator.is_direct()).collect();
        let mut moves: Vec<Candidate<Macro, Features>> =
            operators.iter().map(|(operator, score)| Candidate::new(operator.by, *score, 0)).collect();
        self.pushes.advise(state, score, &mut moves, Some(&is_first), meter)?;
        let due = self.plan.as_ref().map_or(&[][..], |plan| plan.due(score.packed.into()));
        // Which box of its preferred area fills a slot is seen only when the slot is due.
        let fills = |slot: &Slot, by: Macro| by.to == slot.to && self.areas.area_of(by.from) == slot.first().area();
        let candidates = operators.into_iter().zip(moves).map(|((operator, after), advised)| {
            let mut candidate = Candidate::new(operator, after, advised.priority);
            // It may still prepare a crossing, so it is put off and not left out.
            candidate.delay = u32::from(operator.act == Act::Arrangement && !gains(score, after));
            // What the plan has next comes before all advice.
            if due.iter().any(|slot| fills(slot, operator.by)) {
                candidate.priority = u32::MAX;
            }
            candidate
        });
        Ok(candidates.collect())
    }
}

fn key(keys: &[u64], boxes: &BoxSet) -> u64 {
    boxes.iter().fold(0, |key, b| key ^ keys[b.index()])
}

fn gains(before: Features, after: Features) -> bool {
    // Nearly every push changes the distance: on its own that is no gain.
    Features { distance: before.distance, ..after } > before
}

impl Domain for Events<'_> {
    /// A position, and the forced borders that boxes have crossed on the way, a bit for each.
    type State = (State, u64);
    type Move = Operator;
    type Score = Features;

    const NODE: NodeKind = NodeKind::Plan;

    fn after(&mut self, (state, crossed): &(State, u64), by: Operator) -> Option<(State, u64)> {
        let base = self.base(state, by);
        let after = match by.act {
            Act::Arrangement => State::with(self.maze.board, base.boxes, base.player, &mut self.region),
            _ => self.pushes.moves.after(&base, by.by),
        };
        let more = if self.conditions.forced.is_empty() { 0 } else { self.crossed(state, by).1 };
        Some((after, crossed | more))
    }

    fn is_goal(&mut self, (state, crossed): &(State, u64), _: Features) -> bool {
        crossed.count_ones() as usize == self.conditions.forced.len() && state.is_solved(self.maze.board)
    }

    fn expand(
        &mut self,
        (state, crossed): &(State, u64),
        by: Option<Operator>,
        score: Features,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Candidate<Operator, Features>>>, Stop> {
        // Rules may look at the last push alone only if no other box was moved before it.
        let last = by.filter(Operator::is_direct).map(|by| by.by);
        if self.pushes.moves.is_lost(state, last, meter)? {
            self.tally.lost += 1;
            return Ok(None);
        }
        self.tally.positions += 1;
        let mut candidates = self.operators(state, score, meter)?;
        if !self.conditions.is_empty() {
            // No box may cross a forbidden border. A forced border that no box has crossed yet is tried first.
            candidates.retain_mut(|candidate| {
                let (is_allowed, bits) = self.crossed(state, candidate.by);
                candidate.priority = candidate.priority.max(u32::from(bits & !crossed != 0));
                is_allowed
            });
        }
        Ok(Some(candidates))
    }

    fn made(&mut self, by: Operator, is_new: bool) {
        self.tally.tried(by.act, by.label);
        self.tally.known += u64::from(!is_new);
    }
}
