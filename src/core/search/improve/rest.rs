//! Lower bounds on the pushes and moves left in a window: free boxes need at least the pushes of each box alone, a few boxes each
//! to an end of its own, many each to the nearest end; the player must make all kept pushes in order, and walks at least the
//! distance without boxes. Rounds of searches near a solution: first one box may be outside its positions, then two and more; the
//! next search begins from the shorter solution, and a round without a gain is followed by one with a higher node limit.

use crate::heuristic::Targets;
use crate::level::{Board, Square};
use crate::maze::PushDistances;
use crate::push::{Push, WalkDistances, steps_from};
use crate::run::{Meter, SearchEnd, Stop, count32, drive};
use crate::search::optimal::VicinitySearch;
use rustc_hash::FxHashMap;

/// Lower bounds for one window; see the module.
#[derive(Debug)]
pub(super) struct Rest {
    kept: u32,
    /// Tables with the number of pushes of a lone box from each square: one table for each end if there are at most
    /// [`Rest::FEW`] ends, else one table to the nearest end.
    pushes: Vec<Vec<u32>>,
    /// By the number of kept pushes made: the square that the player must reach next, and the moves needed from there on.
    next: Vec<(Square, u32)>,
    /// For each square that the player must reach, the steps to it from every square, computed on first use.
    steps: FxHashMap<Square, Vec<u32>>,
}

impl Rest {
    /// Stands for an unreachable end: larger than any number of pushes. Sums of a few hundred do not overflow.
    pub(super) const NEVER: u32 = 1 << 24;
    /// Greatest number of free boxes for which all assignments to ends are tried.
    const FEW: usize = 3;

    /// Computes the bounds of a window with the kept pushes `kept`, whose free boxes end on `ends`; the player ends on
    /// `player`, or anywhere if `None`.
    pub(super) fn new(
        board: &Board,
        kept: &[Push],
        player: Option<Square>,
        ends: &[Square],
        walks: &mut WalkDistances,
        meter: &Meter,
    ) -> Result<Self, Stop> {
        let stand = |push: &Push| board.next(push.from, push.direction.opposite()).unwrap_or(push.from);
        let stops: Vec<Square> = kept.iter().map(stand).chain(player).collect();
        let mut next = vec![(Square(0), 0); stops.len()];
        let mut after = 0;
        for (place, &stop) in stops.iter().enumerate().rev() {
            if let Some(push) = kept.get(place) {
                meter.check()?;
                let walk = stops.get(place + 1).and_then(|&stop| walks.between(board, push.from, stop, |_| false));
                after += 1 + walk.unwrap_or(0);
            }
            next[place] = (stop, after);
        }
        let kept = count32(kept.len());
        let targets = Targets::to_squares(board, ends, meter)?;
        let pushes = |entry: u16| if entry == PushDistances::NEVER { Self::NEVER } else { u32::from(entry) };
        let pushes = match ends.len() {
            // With few boxes each assignment is tried: that is exact, and six at most.
            few @ ..=Self::FEW => {
                (0..few).map(|end| board.squares().map(|square| pushes(targets.row(square)[end])).collect()).collect()
            }
            _ => {
                let nearest = |square| targets.row(square).iter().copied().min().map_or(Self::NEVER, pushes);
                vec![board.squares().map(nearest).collect()]
            }
        };
        Ok(Self { kept, pushes, next, steps: FxHashMap::default() })
    }

    /// Returns a lower bound on the pushes of free boxes; [`Rest::NEVER`] or more if a box can reach no end.
    pub(super) fn of_boxes(&self, boxes: &[Square]) -> u32 {
        if boxes.len() <= Self::FEW {
            return self.paired(boxes, 0);
        }
        boxes.iter().fold(0, |sum, b| sum.saturating_add(self.pushes[0][b.index()]))
    }

    /// Returns the least sum of pushes for an assignment of `boxes` to the ends whose bits in `taken` are not set.
    fn paired(&self, boxes: &[Square], taken: u32) -> u32 {
        let Some((first, others)) = boxes.split_first() else { return 0 };
        let free = (0..boxes.len() + taken.count_ones() as usize).filter(|end| taken >> end & 1 == 0);
        let sums =
            free.map(|end| self.pushes[end][first.index()].saturating_add(self.paired(others, taken | 1 << end)));
        sums.min().unwrap_or(0)
    }

    /// Returns lower bounds on pushes and moves once `done` kept pushes are made, if the free boxes need `free` pushes.
    pub(super) fn least(&mut self, board: &Board, done: usize, player: Square, free: u32) -> (u32, u32) {
        let pushes = self.kept - u32::try_from(done).unwrap_or(0) + free;
        let walk = self.next.get(done).map_or(0, |&(stop, after)| {
            let steps = self.steps.entry(stop).or_insert_with(|| steps_from(board, [stop]))[player.index()];
            after + if steps == u32::MAX { 0 } else { steps }
        });
        (pushes, walk.max(pushes))
    }
}

/// Maximum number of boxes that may be on other squares than in the positions of the solution.
const MOST: usize = 6;

/// Searches near a solution; see the module.
#[derive(Debug)]
pub(super) struct Nearby<'a> {
    search: Box<dyn VicinitySearch + 'a>,
    /// For each number of boxes elsewhere from 1 on, the node limit of the last search that failed since the last gain:
    /// 0 if none failed, `u64::MAX` if the search was exhausted.
    tried: [u64; MOST],
    nodes: u64,
    has_gained: bool,
}

impl<'a> Nearby<'a> {
    const FIRST: u64 = 10_000;
    const MORE: u64 = 4;

    pub(super) const fn new(search: Box<dyn VicinitySearch + 'a>) -> Self {
        Self { search, tried: [0; MOST], nodes: Self::FIRST, has_gained: false }
    }

    /// Records that the solution was shortened, so that all searches are due again.
    pub(super) const fn gained(&mut self) {
        (self.tried, self.has_gained) = ([0; MOST], true);
    }

    /// Runs one round of searches; replaces `solution` by each shorter solution found.
    ///
    /// # Errors
    /// A limit of the meter; gains are kept.
    pub(super) fn round(&mut self, solution: &mut Vec<Push>, meter: &mut Meter) -> Result<(), Stop> {
        let mut most = 1;
        while let Some(&tried) = self.tried.get(most - 1) {
            // As many nodes have failed since the last gain.
            if tried >= self.nodes {
                most += 1;
                continue;
            }
            let search = &mut self.search;
            let found = meter.within(Some(self.nodes), None, |meter| {
                search.begin(solution, most, meter).map_or_else(SearchEnd::Stopped, |()| drive(search, meter))
            });
            match found {
                SearchEnd::Found(shorter) => {
                    *solution = shorter;
                    self.gained();
                }
                SearchEnd::Exhausted => self.tried[most - 1] = u64::MAX,
                SearchEnd::Stopped(stop @ (Stop::TimeLimit | Stop::Interrupted)) => return Err(stop),
                SearchEnd::Stopped(_) => {
                    // An inner limit only ends the search.
                    search.clear();
                    meter.exhausted()?;
                    self.tried[most - 1] = self.nodes;
                }
            }
        }
        // Around a new solution short searches may succeed again.
        self.nodes = if self.has_gained { Self::FIRST } else { self.nodes.saturating_mul(Self::MORE) };
        self.has_gained = false;
        Ok(())
    }
}
