//! A port: a bridge as it is seen from the part on one side of it.

use super::Script;
use crate::level::{Board, Direction, Square};
use crate::maze::{Bridge, Parts};

/// A bridge from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Port {
    /// Its number in [`Parts::bridges`].
    pub(super) bridge: usize,
    pub(super) part: usize,
    /// Its square in the part.
    pub(super) inside: Square,
    /// Its square outside, which is the next in this direction.
    pub(super) outside: Square,
    pub(super) out: Direction,
    /// Boxes that go out, less those that come in.
    pub(super) flow: isize,
}

/// What else is asked of a part, beside its flows: what a failure to join has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Need {
    /// The player goes out by this bridge before the first box does.
    OpenFirst(usize),
    /// The first box that comes in by this bridge is in the door from the start.
    BeginInDoor(usize),
    /// The player goes out by this bridge, of flow 0, at the end, from this part.
    EndOutside(usize, usize),
}

impl Need {
    /// The bridge that it is about.
    pub const fn bridge(self) -> usize {
        match self {
            Self::OpenFirst(bridge) | Self::BeginInDoor(bridge) | Self::EndOutside(bridge, _) => bridge,
        }
    }

    /// The same without the numbers of bridge and part, which differ between cuts.
    #[must_use]
    pub const fn nameless(self) -> Self {
        match self {
            Self::OpenFirst(_) => Self::OpenFirst(0),
            Self::BeginInDoor(_) => Self::BeginInDoor(0),
            Self::EndOutside(..) => Self::EndOutside(0, 0),
        }
    }

    /// The part of which it is asked.
    pub fn part(self, parts: &Parts) -> usize {
        let Bridge { parts: [first, second], flow, .. } = parts.bridges()[self.bridge()];
        let [from, into] = if flow < 0 { [second, first] } else { [first, second] };
        match self {
            Self::OpenFirst(_) => from,
            Self::BeginInDoor(_) => into,
            Self::EndOutside(_, part) => part,
        }
    }

    /// What may be asked of a part beside its flows, before anything has failed.
    pub fn of_part(parts: &Parts, part: usize) -> Vec<Self> {
        let needs = crossed(parts).flat_map(|bridge| [Self::OpenFirst(bridge), Self::BeginInDoor(bridge)]);
        needs.filter(|need| need.part(parts) == part).collect()
    }

    /// What may help where joining was stuck with `done` pushes of each script: a box waits to cross, and the part that it
    /// goes into has something else to push before.
    pub fn where_stuck(parts: &Parts, scripts: &[&Script], done: &[usize]) -> Vec<Self> {
        let next = |part: usize| scripts[part].pushes.get(done[part]);
        let waits = |bridge: usize| {
            let [from, into] = [Self::OpenFirst(bridge).part(parts), Self::BeginInDoor(bridge).part(parts)];
            let squares = ascending(parts.bridges()[bridge].squares);
            let is_first =
                next(from).is_some_and(|next| next.crosses.is_some_and(|crossing| crossing.bridge == squares));
            let is_busy = next(into).is_some_and(|next| next.crosses.is_none());
            (is_first && is_busy).then_some([Self::OpenFirst(bridge), Self::BeginInDoor(bridge)])
        };
        crossed(parts).filter_map(waits).flatten().collect()
    }

    /// That the player ends outside each part in which he would be shut in: by the bridge to where he began.
    pub fn to_get_out(parts: &Parts, scripts: &[&Script], player: Square) -> Vec<Self> {
        let way = |part: usize| {
            let is_it = |bridge: &usize| {
                let Bridge { parts: ends, flow, .. } = parts.bridges()[*bridge];
                flow == 0 && ends.contains(&part) && parts.is_beyond(*bridge, part, player)
            };
            let bridge = (0..parts.bridges().len()).find(is_it)?;
            let outside = parts.bridges()[bridge].outside(part);
            (!scripts[part].ways_out.contains(&outside)).then_some(Self::EndOutside(bridge, part))
        };
        (0..scripts.len()).filter_map(way).collect()
    }
}

/// The numbers of the bridges that boxes cross.
fn crossed(parts: &Parts) -> impl Iterator<Item = usize> {
    parts.bridges().iter().enumerate().filter(|(_, bridge)| bridge.flow != 0).map(|(number, _)| number)
}

/// The squares of a bridge in the order in which crossings name them.
pub(super) fn ascending([one, other]: [Square; 2]) -> [Square; 2] {
    [one.min(other), one.max(other)]
}

/// The ports of a part, in the order of their bridges.
pub(super) fn ports(board: &Board, parts: &Parts, part: usize) -> Vec<Port> {
    let ends = parts.bridges().iter().enumerate().flat_map(|(number, bridge)| {
        let [first, second] = bridge.squares;
        let ends = [(bridge.parts[0], first, second, bridge.flow), (bridge.parts[1], second, first, -bridge.flow)];
        ends.map(|end| (number, end))
    });
    let port = |(bridge, (of, inside, outside, flow)): (usize, (usize, Square, Square, isize))| {
        let out = Direction::ALL.into_iter().find(|&direction| board.next(inside, direction) == Some(outside))?;
        (of == part).then_some(Port { bridge, part, inside, outside, out, flow })
    };
    ends.filter_map(port).collect()
}
