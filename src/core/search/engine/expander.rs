//! Successors of a position between their generation and storage; and images of positions under symmetries.

use super::open::Rank;
use super::problem::GridProblem;
use crate::heuristic::{Costs, MinCostMatching};
use crate::level::{Board, Position, Square, Symmetry};
use crate::maze::Place;
use crate::push::{CellSet, Grid, GridArena, NodeId, Push, Words};
use crate::run::{Meter, Stop};

/// A generated position, not yet looked up in the store.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<W> {
    pub(crate) boxes: CellSet<W>,
    pub(crate) region: CellSet<W>,
    pub(crate) key: u32,
    pub(crate) player: Square,
    /// Cell of the moved box before the move; `to` is its cell after the move.
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Push between the position and its parent; on the side of pulls it leads from the position to the parent.
    pub(crate) push: Push,
}

/// A generated position that is neither stored nor refused.
#[derive(Clone, Debug)]
pub(crate) struct Successor<W> {
    pub(crate) boxes: CellSet<W>,
    pub(crate) key: u32,
    pub(crate) player: Square,
    /// Push between the position and its parent; on the side of pulls it leads from the position to the parent.
    pub(crate) push: Push,
    pub(crate) rank: Rank,
}

/// Successors of one position: all generated ones in `candidates`, new ones in `kept`.
#[derive(Debug)]
pub(crate) struct Successors<W> {
    pub(crate) candidates: Vec<Candidate<W>>,
    pub(crate) kept: Vec<Successor<W>>,
    /// Number of generated positions, refused ones included.
    pub(crate) generated: usize,
    /// Number of positions refused because their boxes cannot be matched to targets.
    pub(crate) unmatched: u64,
}

impl<W> Successors<W> {
    pub(crate) fn new() -> Self {
        Self { candidates: Vec::new(), kept: Vec::new(), generated: 0, unmatched: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.candidates.clear();
        self.kept.clear();
        (self.generated, self.unmatched) = (0, 0);
    }
}

/// Estimate of a position whose boxes cannot be matched to targets, on a side that does not refuse these positions.
const UNMATCHED: u16 = u16::MAX;

/// Minimum-cost matching of the boxes of a position; holds working memory.
#[derive(Debug)]
pub(crate) struct BoxMatching {
    pub(crate) matching: MinCostMatching,
    /// For each cell with a box, the row of the box in the matching.
    row: Vec<u32>,
}

impl BoxMatching {
    pub(crate) fn new(cells: usize) -> Self {
        Self { matching: MinCostMatching::default(), row: vec![0; cells] }
    }

    #[inline(always)]
    pub(crate) fn solve<W: Words>(
        &mut self,
        costs: &impl Costs,
        boxes: &CellSet<W>,
        place: impl Fn(usize) -> Place,
        meter: &Meter,
    ) -> Result<Option<u32>, Stop> {
        for (row, cell) in (0..).zip(boxes.iter()) {
            self.row[cell] = row;
        }
        self.matching.solve(costs, boxes.iter().map(place), meter)
    }

    /// Returns the cost after `pushes` pushes of the box on cell `from` to a place, if the last position has a matching.
    #[inline(always)]
    pub(crate) fn moved(&mut self, costs: &impl Costs, from: usize, to: Place, pushes: u32) -> Option<u32> {
        self.matching.moved(costs, self.row[from] as usize, to, Some(pushes))
    }
}

/// Generates the successors of positions on one side of a search: pushes from the start, or pulls from the goals.
pub(crate) trait Expander<W> {
    /// True if a position may be skipped once its image under this symmetry was expanded.
    fn is_like(image: &Image) -> bool;

    /// Makes the deadlock tables that are due after `expanded` expanded positions. True if the search should start again, since
    /// positions stored before are not tested against the new tables.
    fn prepare(&mut self, problem: &GridProblem<'_, W>, expanded: u64, meter: &Meter) -> Result<bool, Stop>;

    /// Writes to `successors.kept` the successors of a position that are neither stored nor refused.
    fn expand(
        &mut self,
        problem: &GridProblem<'_, W>,
        arena: &GridArena<W>,
        id: NodeId,
        successors: &mut Successors<W>,
        meter: &mut Meter,
    ) -> Result<(), Stop>;
}

/// Moves the candidates that are not stored to `successors.kept`; if `needs_estimate`, only candidates with an estimate. `matching`
/// is asked for the first of them: it matches the boxes of the position before, and returns the estimates of candidates.
#[inline(always)]
pub(crate) fn keep_new<W: Words, E: FnMut(&Candidate<W>) -> Option<u32>>(
    problem: &GridProblem<'_, W>,
    arena: &GridArena<W>,
    targets: &CellSet<W>,
    successors: &mut Successors<W>,
    needs_estimate: bool,
    matching: impl FnOnce() -> Result<E, Stop>,
) -> Result<(), Stop> {
    let Successors { candidates, kept, unmatched, .. } = successors;
    arena.touch(candidates.iter().map(|candidate| candidate.key));
    candidates.retain(|candidate| arena.find(candidate.key, &candidate.boxes, candidate.player).is_none());
    // Many positions have no new successor, and then need no matching.
    if candidates.is_empty() {
        return Ok(());
    }
    let mut estimate = matching()?;
    for candidate in candidates.drain(..) {
        let estimate = estimate(&candidate);
        if needs_estimate && estimate.is_none() {
            *unmatched += 1;
            continue;
        }
        let rank = rank(problem, &candidate.boxes, &candidate.region, targets, estimate.map_or(UNMATCHED, stored));
        let Candidate { boxes, key, player, push, .. } = candidate;
        kept.push(Successor { boxes, key, player, push, rank });
    }
    Ok(())
}

fn stored(estimate: u32) -> u16 {
    u16::try_from(estimate).unwrap_or(UNMATCHED)
}

/// Returns the rank of a position: its estimate, the number of boxes on `targets`, and the number of regions that boxes divide the
/// floor into, including the player's `region`.
#[inline(never)]
pub(crate) fn rank<W: Words>(
    problem: &GridProblem<'_, W>,
    boxes: &CellSet<W>,
    region: &CellSet<W>,
    targets: &CellSet<W>,
    estimate: u16,
) -> Rank {
    let grid = &problem.grid;
    let mut rest = grid.floor().minus(boxes).minus(region);
    let mut regions = 1;
    while regions < Rank::MOST_REGIONS
        && let Some(cell) = rest.first()
    {
        rest = rest.minus(&grid.flood(&CellSet::one(grid.words(), cell), &rest));
        regions += 1;
    }
    let on_targets = u16::try_from(boxes.and(targets).len()).unwrap_or(u16::MAX);
    Rank { estimate, depth: 0, on_targets, regions }
}

/// The images of positions under the symmetries of a level.
///
/// ```text
///   #######
///   #.$ $.#      Left and right can change places. Whether a position has a solution is known
///   # $@$ #      once it is known of its image, with the pushes mirrored.
///   #.   .#
///   #######
/// ```
/// A symmetry of a level maps its floor and its goals onto themselves; the boxes may be on any squares.
#[derive(Debug, Default)]
pub(crate) struct Images {
    list: Vec<Image>,
}

/// A symmetry of a level, with its effect on squares.
#[derive(Debug)]
pub(crate) struct Image {
    pub(crate) symmetry: Symmetry,
    squares: Vec<Square>,
    /// Whether the start is its own image, so that pushes reach the image of every position that they reach.
    pub(crate) keeps_start: bool,
}

impl Images {
    pub(crate) fn new(board: &Board, start: &Position) -> Self {
        let image = |symmetry: Symmetry| Some(Image::new(symmetry, symmetry.of_board(board)?, board, start));
        Self { list: Symmetry::all().filter(|&symmetry| symmetry != Symmetry::IDENTITY).filter_map(image).collect() }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Image> {
        self.list.iter()
    }

    /// Returns the images of pushes under a symmetry of the level; `pushes` itself for the identity.
    pub(crate) fn of_pushes(&self, symmetry: Symmetry, pushes: Vec<Push>) -> Vec<Push> {
        match self.list.iter().find(|image| image.symmetry == symmetry) {
            Some(image) => pushes.into_iter().map(|push| image.of_push(push)).collect(),
            None => pushes,
        }
    }
}

impl Image {
    fn new(symmetry: Symmetry, squares: Vec<Square>, board: &Board, start: &Position) -> Self {
        let is_box = |square: &Square| start.boxes.contains(square);
        let region = board.region(start.player, |square| is_box(&square));
        let keeps_boxes = start.boxes.iter().all(|square| is_box(&squares[square.index()]));
        let keeps_start = keeps_boxes && region[squares[start.player.index()].index()];
        Self { symmetry, squares, keeps_start }
    }

    /// Returns the image of a position: its boxes, and the lowest square of the player's region.
    pub(crate) fn of<W: Words>(
        &self,
        grid: &Grid<W>,
        boxes: &CellSet<W>,
        player: Square,
    ) -> Option<(CellSet<W>, Square)> {
        let boxes = grid.set(boxes.iter().map(|cell| self.squares[grid.square(cell).index()]));
        let region = grid.region(grid.cell(self.squares[player.index()]), &boxes);
        let first = region.first()?;
        Some((boxes, grid.square(first)))
    }

    fn of_push(&self, Push { from, direction }: Push) -> Push {
        Push { from: self.squares[from.index()], direction: self.symmetry.of_direction(direction) }
    }
}
