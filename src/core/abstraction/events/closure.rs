//! The closure of an area under silent pushes (pushes inside the area), and the crossings that it allows.

use super::outcomes::{OF_ONE, OutcomeOrder, Outcomes};
use super::{AWAY, BLOCKED, Beside, Flood, Room, RoomState, can_push, player_square};
use crate::abstraction::Label;
use crate::level::{Board, Direction, Square};
use crate::maze::AreaId;
use crate::push::{BoxSet, Macro, Push};
use crate::run::{Meter, Stop, count32};
use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// Refuses a push inside an area after which the area is lost with any boxes elsewhere. Its arguments are the boxes of
/// the area after the push, alone on the board, the push, and the square that its box came to.
pub type RoomPruning<'p> = dyn FnMut(&BoxSet, Push, Square) -> bool + 'p;

/// Maximum number of positions in a closure that a label is computed from.
pub const MEMBERS: usize = 50;

/// Positions of a closure, by the boxes of the area and the lowest number of a place that the player reaches.
type Members = IndexMap<(BoxSet, u16), Member, FxBuildHasher>;

#[derive(Clone, Debug)]
struct Member {
    /// Number of the member before `push`; 0, its own number, for the first member.
    before: u32,
    /// Push from member `before`; `None` for the first member.
    push: Option<Push>,
    /// Square of the last pushed box before its latest pushes in a row.
    from: Square,
    /// Number of the member before the latest pushes in a row of the last pushed box.
    run: u32,
    /// Number of regions of the player here, minus that in the first member.
    regions: i16,
}

/// A box that, from one position of a closure, can be pushed over a border without a push of another box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RoomCrossing {
    /// Number of the position in the closure, below [`RoomClosure::len`].
    pub member: u32,
    /// Square of the box in position `member` of the closure.
    pub from: Square,
}

/// The closure of an area under silent pushes, its undominated crossings, and a label for each border.
#[derive(Clone, Debug)]
pub struct RoomClosure {
    area: AreaId,
    states: Members,
    by_moves: Vec<u32>,
    parts: Vec<u16>,
    crossings: Vec<RoomCrossing>,
    /// Areas that a box can enter, each with the label and the number of its undominated outcomes.
    labels: Vec<(AreaId, Label, usize)>,
    is_complete: bool,
}

impl RoomClosure {
    /// Returns the area whose closure this is.
    pub const fn area(&self) -> AreaId {
        self.area
    }

    /// Returns the number of positions; number 0 is the first.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// True if no box can be pushed inside the area.
    pub fn is_empty(&self) -> bool {
        self.states.len() <= 1
    }

    /// True if the closure has all positions, that is, no budget cut it.
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the undominated crossings, ascending: for each step over a border, one for each undominated class of outcomes, in
    /// the first position that lets the box cross without a push of another box.
    pub fn crossings(&self) -> &[RoomCrossing] {
        &self.crossings
    }

    /// Returns how certain the crossing to an area is, and the number of undominated outcomes; `None` without one.
    pub fn label(&self, to: AreaId) -> Option<(Label, usize)> {
        self.labels.iter().find(|(area, ..)| *area == to).map(|&(_, label, outcomes)| (label, outcomes))
    }

    /// Returns the numbers of all positions but the first. A position follows the position that it is reached from by pushes of a
    /// single box; all positions reached from one position by pushes of one box are adjacent.
    pub fn by_moves(&self) -> &[u32] {
        &self.by_moves
    }

    /// Returns the latest pushes of one box that led to a position: the number of the position before, and a move with
    /// the change in the number of the player's regions. `None` for the first position.
    pub fn last_move(&self, member: u32, board: &Board) -> Option<(u32, Macro)> {
        let &Member { push, from, run, regions, .. } = self.member(member)?;
        let push = push?;
        let to = board.next(push.from, push.direction)?;
        let before = self.member(run)?.regions;
        Some((run, Macro::single(from, to, push.direction, regions - before)))
    }

    fn member(&self, number: u32) -> Option<&Member> {
        self.states.get_index(number as usize).map(|(_, member)| member)
    }

    /// Returns the silent pushes that lead to a position of the closure, in order.
    pub fn pushes_to(&self, member: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut at = member;
        while let Some(&Member { before, push: Some(push), .. }) = self.member(at) {
            pushes.push(push);
            at = before;
        }
        pushes.reverse();
        pushes
    }

    /// Adds the boxes in the area to `boxes`, which has the boxes outside, and returns a square of the player's region; `None` if
    /// no position has this number, or the player reaches no square of the area.
    pub fn place(&self, member: u32, room: &Room, boxes: &mut BoxSet) -> Option<Square> {
        let ((local, player), _) = self.states.get_index(member as usize)?;
        room.add_to(local, boxes);
        player_square(room, &self.parts, *player)
    }
}

struct CrossingOutcome {
    member: u32,
    /// Number of the box's square in the area, and of the port (square outside) that receives the box.
    from: u16,
    port: u16,
    outcome: usize,
}

fn closure(
    board: &Board,
    room: &Room,
    from: &RoomState,
    (states, found, outcomes, is_complete): (Members, Vec<CrossingOutcome>, OutcomeOrder, bool),
) -> RoomClosure {
    // 1. The label of each border.
    let mut labels: Vec<(AreaId, Label, usize)> = Vec::new();
    let mut by_area: IndexMap<AreaId, Vec<usize>, FxBuildHasher> = IndexMap::default();
    for (index, crossing) in found.iter().enumerate() {
        by_area.entry(room.ports[usize::from(crossing.port)].area).or_default().push(index);
    }
    for (to, crossings) in by_area {
        let count = outcomes.undominated(crossings.iter().map(|&crossing| found[crossing].outcome));
        // With one outcome there is nothing to compare, so it does not matter whether the comparison was cut.
        let is_cut = !is_complete || count > 1 && !outcomes.is_decided;
        labels.push((to, Label::of(count, is_cut), count));
    }
    // 2. For each step over a border, one crossing of each undominated class of outcomes.
    let mut by_step: IndexMap<(u16, u16), Vec<usize>, FxBuildHasher> = IndexMap::default();
    for (index, crossing) in found.iter().enumerate() {
        let of_step = by_step.entry((crossing.from, crossing.port)).or_default();
        // Equal outcomes are kept once: the first position found needs the fewest pushes.
        if of_step.iter().all(|&other| !outcomes.are_equal(found[other].outcome, crossing.outcome)) {
            of_step.push(index);
        }
    }
    let mut crossings = Vec::new();
    for of_step in by_step.values() {
        let is_dominated =
            |index: usize| of_step.iter().any(|&other| outcomes.dominates(found[other].outcome, found[index].outcome));
        for &index in of_step.iter().filter(|&&index| !is_dominated(index)) {
            let CrossingOutcome { member, from, .. } = found[index];
            let from = room.squares[usize::from(from)];
            let last = states.get_index(member as usize).map(|(_, member)| member);
            let begun =
                last.filter(|last| last.push.and_then(|push| board.next(push.from, push.direction)) == Some(from));
            crossings.push(match begun {
                // The pushes of this box just before belong to the crossing: it begins where they begin.
                Some(&Member { run, from, .. }) => RoomCrossing { member: run, from },
                None => RoomCrossing { member, from },
            });
        }
    }
    crossings.sort_unstable();
    crossings.dedup();
    let mut by_moves: Vec<u32> = (1..count32(states.len())).collect();
    // Features are updated from the position before the run, for all moves of a box at once.
    by_moves.sort_by_key(|&number| states.get_index(number as usize).map(|(_, member)| (member.run, member.from)));
    RoomClosure { area: room.area, states, by_moves, parts: from.parts.to_vec(), crossings, labels, is_complete }
}

/// Explores closures, with working memory for floods.
#[derive(Debug, Default)]
pub struct Explorer {
    flood: Flood,
    before: Flood,
}

impl Explorer {
    /// Returns the closure of an area from one of its states, with at most `most` positions. A second search with a
    /// similar limit decides which outcomes are dominated.
    pub fn explore(
        &mut self,
        board: &Board,
        room: &Room,
        from: &RoomState,
        most: usize,
        pruning: &mut RoomPruning<'_>,
        meter: &Meter,
    ) -> Result<RoomClosure, Stop> {
        let (states, found, outcomes, is_complete) = self.members(board, room, from, most, pruning, meter)?;
        let outcomes = OutcomeOrder::new(outcomes, room, &from.parts, most, &mut self.before, &mut self.flood, meter)?;
        Ok(closure(board, room, from, (states, found, outcomes, is_complete)))
    }

    fn members(
        &mut self,
        board: &Board,
        room: &Room,
        from: &RoomState,
        most: usize,
        pruning: &mut RoomPruning<'_>,
        meter: &Meter,
    ) -> Result<(Members, Vec<CrossingOutcome>, Outcomes, bool), Stop> {
        let RoomState { boxes, parts, player, .. } = from;
        let first = Member { before: 0, push: None, from: Square(0), run: 0, regions: 0 };
        let mut states: Members = IndexMap::default();
        states.insert((boxes.clone(), *player), first);
        let (mut found, mut outcomes, mut seen) = (Vec::new(), Outcomes::default(), FxHashSet::default());
        let mut regions_before = None;
        let mut next = 0;
        while let Some(((boxes, player), member)) = states.get_index(next) {
            if states.len() > most {
                return Ok((states, found, outcomes, false));
            }
            meter.check()?;
            // A player who reaches no square of the area pushes none of its boxes.
            if *player == AWAY {
                break;
            }
            let (boxes, player, last) = (boxes.clone(), *player, member.clone());
            self.before.from(room, parts, &boxes, player);
            let mut after = boxes.clone();
            for b in boxes.iter() {
                for direction in Direction::ALL {
                    let of = u16::try_from(b.index()).unwrap_or(AWAY);
                    if !can_push(&self.before, room, parts, of, direction) {
                        continue;
                    }
                    // A push floods the area: one member of a hall with thousands of boxes has work for minutes.
                    meter.check_time()?;
                    if states.len().max(outcomes.len()) > most + OF_ONE {
                        return Ok((states, found, outcomes, false));
                    }
                    match room.beside[b.index()][direction.index()] {
                        Beside::Inner(to)
                            if !boxes.has(Square(to)) && !room.is_dead[usize::from(to)][direction.index()] =>
                        {
                            // A silent push.
                            after.shift(b, Square(to));
                            let player = self.flood.from(room, parts, &after, of);
                            let key = (after.clone(), player);
                            after.shift(Square(to), b);
                            let at = room.squares[b.index()];
                            let push = Push { from: at, direction };
                            let target = room.squares[usize::from(to)];
                            // Rules see boxes of this area alone, so that a closure holds for every position with it.
                            if states.contains_key(&key) || pruning(&alone(board, room, &key.0), push, target) {
                                continue;
                            }
                            let number = count32(next);
                            let (begun, run) = match last.push {
                                Some(push) if board.next(push.from, push.direction) == Some(at) => {
                                    (last.from, last.run)
                                }
                                _ => (at, number),
                            };
                            let before =
                                // Most closures have no silent push, and need no count.
                                *regions_before.get_or_insert_with(|| self.flood.regions(room, parts, &from.boxes));
                            let regions = self.flood.regions(room, parts, &key.0) - before;
                            let push = Some(push);
                            states.insert(key, Member { before: number, push, from: begun, run, regions });
                        }
                        Beside::Port(port) if parts[usize::from(port)] != BLOCKED => {
                            // A crossing; the box is removed from the board.
                            if room.ports[usize::from(port)].is_dead[direction.index()] {
                                continue;
                            }
                            after.remove(b);
                            let player = self.flood.from(room, parts, &after, of);
                            let outcome = outcomes.insert_full((after.clone(), player)).0;
                            after.insert(b);
                            if seen.insert((of, port, outcome)) {
                                let member = count32(next);
                                found.push(CrossingOutcome { member, from: of, port, outcome });
                            }
                        }
                        _ => {}
                    }
                }
            }
            next += 1;
        }
        Ok((states, found, outcomes, true))
    }
}

fn alone(board: &Board, room: &Room, local: &BoxSet) -> BoxSet {
    let mut boxes = BoxSet::empty(board.len());
    room.add_to(local, &mut boxes);
    boxes
}
