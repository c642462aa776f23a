//! A port (a bridge seen from the part on one side), and what a part must do at its ports.

use super::{Script, Stuck};
use crate::level::{Board, Direction, Square};
use crate::maze::{Bridge, Parts};
use itertools::Itertools;

/// A bridge, seen from the part on one of its sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Port {
    /// Index of the bridge in [`Parts::bridges`].
    pub(super) bridge: usize,
    /// Square of the bridge in the part.
    pub(super) inside: Square,
    /// Square of the bridge outside the part, next to `inside` in direction `out`.
    pub(super) outside: Square,
    pub(super) out: Direction,
    /// Number of boxes that go out, minus those that come in.
    pub(super) flow: isize,
}

/// A condition on the solution of a part, besides its flows, that a failed joining has shown to be needed. Each
/// condition names the squares of a bridge, the square in the part first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Need {
    /// The player goes out over this bridge before the first box does.
    OpenFirst([Square; 2]),
    /// The first box that comes in over this bridge stands in the door at the start.
    BeginInDoor([Square; 2]),
    /// The player goes out over this bridge, which no box crosses, at the end.
    EndOutside([Square; 2]),
}

impl Need {
    /// Returns the squares of the bridge, the square in the part first.
    pub const fn squares(self) -> [Square; 2] {
        match self {
            Self::OpenFirst(squares) | Self::BeginInDoor(squares) | Self::EndOutside(squares) => squares,
        }
    }

    /// Returns the number of the part whose solution must satisfy the condition.
    pub fn part(self, parts: &Parts) -> usize {
        parts.part_of(self.squares()[0])
    }

    /// Returns the conditions that are tried for a part before any joining has failed.
    pub fn of_part(parts: &Parts, part: usize) -> Vec<Self> {
        let needs = parts.bridges().iter().filter(|bridge| bridge.flow != 0).flat_map(Self::of_crossed);
        needs.filter(|need| need.part(parts) == part).collect()
    }

    /// Returns the conditions at a bridge that boxes cross: of the part that boxes leave, then of the part they enter.
    fn of_crossed(bridge: &Bridge) -> [Self; 2] {
        let [first, second] = bridge.squares;
        let [from, into] = if bridge.flow < 0 { [second, first] } else { [first, second] };
        [Self::OpenFirst([from, into]), Self::BeginInDoor([into, from])]
    }

    /// Returns conditions that may avoid a dead end in which a box waits to cross a bridge, but the next push of the
    /// part that the box would enter is no crossing.
    pub fn where_stuck(parts: &Parts, scripts: &[&Script], stuck: &Stuck) -> Vec<Self> {
        let next = |need: Self| scripts[need.part(parts)].pushes.get(stuck.done[need.part(parts)]);
        let waits = |bridge: &Bridge| {
            let [open, begin] = Self::of_crossed(bridge);
            let squares = ascending(bridge.squares);
            let is_first =
                next(open).is_some_and(|next| next.crosses.is_some_and(|crossing| crossing.bridge == squares));
            let is_busy = next(begin).is_some_and(|next| next.crosses.is_none());
            (is_first && is_busy).then_some([open, begin])
        };
        parts.bridges().iter().filter(|bridge| bridge.flow != 0).filter_map(waits).flatten().collect()
    }

    /// Returns conditions that may avoid a dead end: the player must end outside each finished part that shuts him off
    /// from unfinished ones. For each finished part one bridge is named, first the one towards his start. Conditions
    /// that `is_vain` accepts are left out.
    pub fn to_go_on(
        parts: &Parts,
        scripts: &[&Script],
        stuck: &Stuck,
        player: Square,
        is_vain: impl Fn(&Self) -> bool,
    ) -> Vec<Self> {
        let is_done = |part: usize| stuck.done[part] == scripts[part].pushes.len();
        let sides: Vec<Vec<bool>> = (0..parts.bridges().len()).map(|bridge| parts.first_side(bridge)).collect();
        let way = |part: usize| {
            let is_shut = |&number: &usize| {
                let (bridge, side) = (&parts.bridges()[number], &sides[number]);
                let is_left = |other: usize| side[other] != side[part] && !is_done(other);
                let is_there = bridge.flow == 0 && bridge.parts.contains(&part);
                is_there && !stuck.reached[bridge.inside(part).index()] && (0..scripts.len()).any(is_left)
            };
            let back = |&number: &usize| sides[number][parts.part_of(player)] == sides[number][part];
            let shut = (0..sides.len()).filter(is_shut).sorted_by_key(back).map(|number| &parts.bridges()[number]);
            let needs = shut.map(|bridge| Self::EndOutside([bridge.inside(part), bridge.outside(part)]));
            needs.into_iter().find(|need| !is_vain(need))
        };
        let is_entered = |part: usize| parts.parts()[part].squares.iter().any(|square| stuck.reached[square.index()]);
        let keeps = |&part: &usize| is_done(part) && !scripts[part].pushes.is_empty() && is_entered(part);
        (0..scripts.len()).filter(keeps).filter_map(way).collect()
    }
}

/// Returns the squares of a bridge in ascending order, as in [`super::Crossing::bridge`].
pub(super) fn ascending([one, other]: [Square; 2]) -> [Square; 2] {
    [one.min(other), one.max(other)]
}

/// Returns the bridges of a part, seen from it, in the order of [`Parts::bridges`].
pub(super) fn ports(board: &Board, parts: &Parts, part: usize) -> Vec<Port> {
    let ends = parts.bridges().iter().enumerate().flat_map(|(number, bridge)| {
        let [first, second] = bridge.squares;
        let ends = [(bridge.parts[0], first, second, bridge.flow), (bridge.parts[1], second, first, -bridge.flow)];
        ends.map(|end| (number, end))
    });
    let port = |(bridge, (of, inside, outside, flow)): (usize, (usize, Square, Square, isize))| {
        let out = Direction::ALL.into_iter().find(|&direction| board.next(inside, direction) == Some(outside))?;
        (of == part).then_some(Port { bridge, inside, outside, out, flow })
    };
    ends.filter_map(port).collect()
}
