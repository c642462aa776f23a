//! What a position looks like from afar.

use super::{Lanes, Route, Router, Stage, Stages};
use crate::deadlock::{Basins, Reach};
use crate::level::{Board, Square};
use crate::maze::{Areas, Maze};
use crate::push::{BoxSet, Macro, Region};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The features by which positions fall into cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Features {
    /// Boxes on goals in an order that lets all others be filled.
    pub packed: u16,
    /// Regions that boxes cut the player's space into.
    pub regions: u16,
    /// Ways between areas that boxes close.
    pub closed: u16,
    /// Boxes that can reach no goal any more while the packed ones stay where they are.
    pub stranded: u16,
    /// Boxes in the way of the next one to be packed.
    pub obstacles: u16,
}

/// Which features make a cell, and how coarse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Packed and stranded boxes, and up to three regions.
    Coarse,
    /// Packed and stranded boxes, and regions.
    Fine,
}

impl Layout {
    /// The cell of a position with these features.
    pub fn cell(self, features: Features) -> Features {
        match self {
            Self::Coarse => Features { regions: features.regions.min(3), closed: 0, obstacles: features.obstacles, ..features },
            Self::Fine => Features { closed: 0, obstacles: features.obstacles, ..features },
        }
    }
}

/// Works out features.
#[derive(Debug)]
pub struct Surveyor {
    /// The order of goals.
    pub stages: Stages,
    /// For each square, the ways between areas that a box on it closes.
    ways_at: Vec<Vec<u16>>,
    /// How many boxes stand on each way now.
    on_way: Vec<u16>,
    reach: Reach,
    router: Router,
    lanes: FxHashMap<BoxSet, Rc<Lanes>>,
}

/// The features of one position, with what is needed to tell those of its successors.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The features.
    pub features: Features,
    stage: Stage,
    boxes: BoxSet,
    /// How the next box could be packed.
    pub route: Option<Route>,
    basins: Rc<Basins>,
}

impl Surveyor {
    /// For one level.
    pub fn new(maze: &Maze<'_>, areas: &Areas, stages: Stages) -> Self {
        let ways = ways(areas);
        let mut ways_at = vec![Vec::new(); maze.board.len()];
        for (number, way) in (0..).zip(&ways) {
            for square in way {
                ways_at[square.index()].push(number);
            }
        }
        Self { stages, ways_at, on_way: vec![0; ways.len()], reach: Reach::new(maze.board.len()), router: Router::default(), lanes: FxHashMap::default() }
    }

    /// The features of a position, the player apart. Successors must be asked about before the next survey.
    pub fn survey(&mut self, maze: &Maze<'_>, boxes: &BoxSet, player: Square) -> Survey {
        self.on_way.fill(0);
        for b in boxes.iter() {
            for &way in &self.ways_at[b.index()] {
                self.on_way[usize::from(way)] += 1;
            }
        }
        let stage = self.stages.stage(maze, boxes);
        let basins = self.reach.basins(maze, &stage.settled);
        let lanes = self.lanes(maze, &stage);
        let stranded = self.stranded(maze, &stage.settled, boxes);
        let goals = self.open_goals(maze, &stage, &lanes, boxes, stranded);
        let mut router = std::mem::take(&mut self.router);
        let allows = |from, goal| self.strands_none(maze, &stage, boxes, from, goal, stranded);
        let route = router.route(maze, &lanes, &goals, boxes, player, allows);
        self.router = router;
        let features = Features {
            obstacles: route.as_ref().map_or(u16::MAX, |r| small(r.obstacles.len())),
            packed: small(stage.done),
            stranded,
            regions: small(regions(maze.board, boxes)),
            closed: small(self.on_way.iter().filter(|&&n| n > 0).count()),
        };
        Survey { features, stage, boxes: boxes.clone(), route, basins }
    }

    fn lanes(&mut self, maze: &Maze<'_>, stage: &Stage) -> Rc<Lanes> {
        if let Some(known) = self.lanes.get(&stage.kept) {
            return Rc::clone(known);
        }
        let next = self.stages.next(maze, stage);
        let lanes = Rc::new(Lanes::new(maze, stage, next));
        if self.lanes.len() >= 2000 {
            self.lanes.clear();
        }
        self.lanes.insert(stage.kept.clone(), Rc::clone(&lanes));
        lanes
    }

    /// The goals that come next and that can be filled without stranding other boxes where they stand now.
    fn open_goals(
        &mut self,
        maze: &Maze<'_>,
        stage: &Stage,
        lanes: &Lanes,
        boxes: &BoxSet,
        stranded: u16,
    ) -> Vec<Square> {
        let mut walls = stage.settled.clone();
        let mut open = lanes.goals.clone();
        open.retain(|&goal| {
            walls.insert(goal);
            let others = self.stranded(maze, &walls, boxes);
            walls.remove(goal);
            // The box that fills it has no goal then, and that is well.
            !maze.board.is_goal(goal) || others <= stranded + u16::from(!boxes.has(goal))
        });
        open
    }

    /// Does a box that goes to that square leave goals for all others?
    fn strands_none(
        &mut self,
        maze: &Maze<'_>,
        stage: &Stage,
        boxes: &BoxSet,
        from: Square,
        goal: Square,
        stranded: u16,
    ) -> bool {
        let (mut walls, mut after) = (stage.settled.clone(), boxes.clone());
        after.remove(from);
        after.insert(goal);
        if maze.board.is_goal(goal) {
            walls.insert(goal);
        }
        self.stranded(maze, &walls, &after) <= stranded
    }

    fn obstacles_after(survey: &Survey, m: &Macro) -> u16 {
        let Some(route) = &survey.route else { return u16::MAX };
        if route.from == m.from { return survey.features.obstacles }
        (survey.features.obstacles + u16::from(route.squares.has(m.to))).saturating_sub(u16::from(route.obstacles.has(m.from)))
    }

    /// The features after a macro push from the position that was surveyed last.
    pub fn after(&mut self, maze: &Maze<'_>, survey: &Survey, m: &Macro) -> Features {
        let now = survey.features;
        let mut features = Features {
            obstacles: Self::obstacles_after(survey, m),
            regions: now.regions.saturating_add_signed(m.regions.into()),
            closed: self.closed_after(now.closed, m),
            ..now
        };
        let may_change = self.stages.may_change(m.from, m.to);
        if may_change || !survey.basins.are_alike(m.from, m.to) {
            let mut boxes = survey.boxes.clone();
            boxes.remove(m.from);
            boxes.insert(m.to);
            let stage = if may_change { self.stages.stage(maze, &boxes) } else { survey.stage.clone() };
            features.packed = small(stage.done);
            features.stranded = self.stranded(maze, &stage.settled, &boxes);
        }
        features
    }

    fn stranded(&mut self, maze: &Maze<'_>, walls: &BoxSet, boxes: &BoxSet) -> u16 {
        let free: Vec<Square> = boxes.iter().filter(|&b| !walls.has(b)).collect();
        small(self.reach.basins(maze, walls).unmatched(&free))
    }

    fn closed_after(&self, now: u16, m: &Macro) -> u16 {
        let (here, there) = (&self.ways_at[m.from.index()], &self.ways_at[m.to.index()]);
        let opened = here.iter().filter(|&way| self.on_way[usize::from(*way)] == 1 && !there.contains(way)).count();
        let closed = there.iter().filter(|&way| self.on_way[usize::from(*way)] == 0).count();
        now + small(closed) - small(opened)
    }
}

fn small(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// How many regions the squares without boxes fall into.
pub fn regions(board: &Board, boxes: &BoxSet) -> usize {
    let mut region = Region::new(board.len());
    let mut seen = BoxSet::empty(board.len());
    let mut regions = 0;
    for square in board.squares() {
        if !boxes.has(square) && !seen.has(square) {
            regions += 1;
            region.flood(board, square, |s| boxes.has(s));
            board.squares().filter(|&s| region.has(s)).for_each(|s| seen.insert(s));
        }
    }
    regions
}

/// A tunnel is closed by a box anywhere in it; a door by a box on its only step.
fn ways(areas: &Areas) -> Vec<Vec<Square>> {
    let tunnels = areas.areas().iter().filter(|a| a.is_tunnel()).map(|a| a.squares.clone());
    let doors = areas.openings().iter().filter(|o| areas.is_door(o) && o.steps.len() == 1).map(|o| o.steps[0].to_vec());
    tunnels.chain(doors).collect()
}
