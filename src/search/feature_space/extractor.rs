//! Extraction of features from positions.
//!
//! For a position these are its [`Features`], and those of each position that one macro push leads to, of which most
//! are updated and not computed anew. The packing guide counts packed boxes, or the steps of a plan where boxes must be
//! parked. Boxes are stranded when, with the settled ones as walls, a largest matching of boxes and goals leaves them
//! over. Obstacles are the boxes on the route of the next one ([`Router`]).

use super::{Components, Features, Layout, PackedBoardDistances, Route, Router, Routes, RoutingContext, Setting};
use crate::heuristic::{GoalReachability, ReachabilityCache};
use crate::level::{Board, Square};
use crate::maze::{AreaId, Areas, Maze};
use crate::packing::{PackingGuide, PackingProgress};
use crate::push::{BoxSet, Macro, Region};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Computes features; holds caches.
#[derive(Debug)]
pub struct FeatureExtractor {
    /// The order of goals.
    pub guide: PackingGuide,
    /// The settings of the search.
    pub setting: Setting,
    area_of: Vec<AreaId>,
    /// For each square, the passages between areas that a box on it closes.
    passages_at: Vec<Vec<u16>>,
    /// The number of boxes on each passage now.
    on_passage: Vec<u16>,
    reach: ReachabilityCache,
    region: Region,
    router: Router,
    lanes: FxHashMap<BoxSet, Arc<PackedBoardDistances>>,
}

/// The features of one position, with what is needed to compute those of its successors.
#[derive(Clone, Debug)]
pub struct FeatureVector {
    /// The features.
    pub features: Features,
    progress: PackingProgress,
    boxes: BoxSet,
    /// The route of the next box to its goal, where one has a route.
    pub route: Option<Route>,
    basins: Arc<GoalReachability>,
    lanes: Arc<PackedBoardDistances>,
    goals: Vec<Square>,
}

impl FeatureExtractor {
    /// The most cached boards with packed boxes as walls. Not tuned: trades memory for repeated computation.
    const MEMORY: usize = 2_000;

    /// For one level.
    pub fn new(maze: &Maze<'_>, areas: &Areas, guide: PackingGuide, setting: Setting) -> Self {
        let passages = if setting.components.contains(Components::ROOMS) { passages(areas) } else { Vec::new() };
        let mut passages_at = vec![Vec::new(); maze.board.len()];
        for (number, passage) in (0..).zip(&passages) {
            for square in passage {
                passages_at[square.index()].push(number);
            }
        }
        Self {
            guide,
            setting,
            area_of: maze.board.squares().map(|s| areas.area_of(s)).collect(),
            passages_at,
            on_passage: vec![0; passages.len()],
            reach: ReachabilityCache::new(maze.board.len()),
            region: Region::new(maze.board.len()),
            router: Router::default(),
            lanes: FxHashMap::default(),
        }
    }

    /// The size of the caches in bytes.
    pub fn bytes(&self) -> usize {
        let lanes: usize = self.lanes.values().next().map_or(0, |lanes| lanes.bytes());
        self.guide.bytes() + self.reach.bytes() + self.lanes.len() * lanes
    }

    const fn has(&self, component: Components) -> bool {
        self.setting.components.contains(component)
    }

    /// The area of a square.
    pub fn area_of(&self, square: Square) -> AreaId {
        self.area_of[square.index()]
    }

    /// The features of a position. Those of its successors must be asked for before the next position.
    pub fn extract(&mut self, maze: &Maze<'_>, boxes: &BoxSet, player: Square) -> FeatureVector {
        self.on_passage.fill(0);
        for b in boxes.iter() {
            for &passage in &self.passages_at[b.index()] {
                self.on_passage[usize::from(passage)] += 1;
            }
        }
        let progress = self.guide.progress(maze, boxes);
        let basins = self.reach.basins(maze, &progress.settled);
        let lanes = self.lanes(maze, &progress);
        let stranded = unmatched(&basins, &progress.settled, boxes);
        let goals = self.open_goals(maze, &progress, &lanes, boxes, stranded);
        let mut router = std::mem::take(&mut self.router);
        let Routes { next: route, jam } =
            router.routes(RoutingContext { maze, lanes: &lanes, boxes, player }, &goals, |from, goal| {
                let (walls, after) = brought(maze.board, &progress.settled, boxes, from, goal);
                self.stranded(maze, &walls, &after) <= stranded
            });
        self.router = router;
        let route = route.filter(|_| self.has(Components::TRANSFER));
        let no_route = if self.has(Components::TRANSFER) { u16::MAX } else { 0 };
        let features = Features {
            jam: if self.has(Components::JAM) { small(jam as usize) } else { 0 },
            obstacles: route.as_ref().map_or(no_route, |r| small(r.obstacles.len())),
            packed: small(progress.done),
            stranded,
            regions: small(self.region.each(maze.board, |s| boxes.has(s)).len()),
            closed: small(self.on_passage.iter().filter(|&&n| n > 0).count()),
        };
        FeatureVector { features, progress, boxes: boxes.clone(), route, basins, lanes, goals }
    }

    fn lanes(&mut self, maze: &Maze<'_>, progress: &PackingProgress) -> Arc<PackedBoardDistances> {
        if let Some(known) = self.lanes.get(&progress.kept) {
            return Arc::clone(known);
        }
        let next = self.guide.next(maze, progress);
        let lanes = Arc::new(PackedBoardDistances::new(maze, progress, next));
        if self.lanes.len() >= Self::MEMORY {
            self.lanes.clear();
        }
        self.lanes.insert(progress.kept.clone(), Arc::clone(&lanes));
        lanes
    }

    /// The goals that come next and that can be filled without stranding other boxes on their squares.
    fn open_goals(
        &mut self,
        maze: &Maze<'_>,
        progress: &PackingProgress,
        lanes: &PackedBoardDistances,
        boxes: &BoxSet,
        stranded: u16,
    ) -> Vec<Square> {
        let mut walls = progress.settled.clone();
        let mut open = lanes.goals.clone();
        if !PackingGuide::suit(maze.board) {
            return open;
        }
        open.retain(|&goal| {
            walls.insert(goal);
            let others = self.stranded(maze, &walls, boxes);
            walls.remove(goal);
            // The box that fills it counts as one without a goal then.
            !maze.board.is_goal(goal) || others <= stranded + u16::from(!boxes.has(goal))
        });
        open
    }

    fn obstacles_after(vector: &FeatureVector, m: &Macro) -> u16 {
        let now = vector.features.obstacles;
        let Some(route) = &vector.route else { return now };
        if route.from == m.from {
            return now;
        }
        (now + u16::from(route.squares.has(m.to))).saturating_sub(u16::from(route.obstacles.has(m.from)))
    }

    /// The features after a macro push from the position that was extracted last.
    pub fn after(&mut self, maze: &Maze<'_>, vector: &FeatureVector, m: &Macro) -> Features {
        let now = vector.features;
        let mut features = Features {
            obstacles: Self::obstacles_after(vector, m),
            regions: now.regions.saturating_add_signed(m.regions.into()),
            closed: self.closed_after(now.closed, m),
            ..now
        };
        let may_change = self.guide.may_change(m.from, m.to);
        if self.setting.layout == Layout::Fine && self.has(Components::JAM) && !may_change {
            features.jam = self.jam_after(maze, vector, m);
        }
        if may_change || !vector.basins.are_alike(m.from, m.to) {
            let boxes = vector.boxes.shifted(m.from, m.to);
            if may_change {
                let progress = self.guide.progress(maze, &boxes);
                features.packed = small(progress.done);
                features.stranded = self.stranded(maze, &progress.settled, &boxes);
            } else {
                features.stranded = unmatched(&vector.basins, &vector.progress.settled, &boxes);
            }
        }
        features
    }

    /// The jam with the goals that are open now.
    fn jam_after(&mut self, maze: &Maze<'_>, vector: &FeatureVector, m: &Macro) -> u16 {
        let boxes = vector.boxes.shifted(m.from, m.to);
        let player = m.player(maze.board, false);
        let context = RoutingContext { maze, lanes: &vector.lanes, boxes: &boxes, player };
        small(self.router.jam(context, &vector.goals) as usize)
    }

    fn stranded(&mut self, maze: &Maze<'_>, walls: &BoxSet, boxes: &BoxSet) -> u16 {
        unmatched(&self.reach.basins(maze, walls), walls, boxes)
    }

    fn closed_after(&self, now: u16, m: &Macro) -> u16 {
        let (here, there) = (&self.passages_at[m.from.index()], &self.passages_at[m.to.index()]);
        let opened = here
            .iter()
            .filter(|&passage| self.on_passage[usize::from(*passage)] == 1 && !there.contains(passage))
            .count();
        let closed = there.iter().filter(|&passage| self.on_passage[usize::from(*passage)] == 0).count();
        now + small(closed) - small(opened)
    }
}

/// The number of boxes, walls apart, that a largest matching with the goals that they reach leaves over.
fn unmatched(basins: &GoalReachability, walls: &BoxSet, boxes: &BoxSet) -> u16 {
    let free: Vec<Square> = boxes.iter().filter(|&b| !walls.has(b)).collect();
    small(basins.unmatched(&free))
}

fn small(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// The settled boxes and all boxes after one has come to a square: on a goal it is settled too.
fn brought(board: &Board, settled: &BoxSet, boxes: &BoxSet, from: Square, to: Square) -> (BoxSet, BoxSet) {
    let mut settled = settled.clone();
    if board.is_goal(to) {
        settled.insert(to);
    }
    (settled, boxes.shifted(from, to))
}

/// The passages between areas, each as the squares on which a box closes it: any of a tunnel, those of the only step of
/// a door.
fn passages(areas: &Areas) -> Vec<Vec<Square>> {
    let tunnels = areas.areas().iter().filter(|a| a.is_tunnel()).map(|a| a.squares.clone());
    let doors = areas.openings().iter().filter(|o| areas.is_door(o) && o.steps.len() == 1).map(|o| o.steps[0].to_vec());
    tunnels.chain(doors).collect()
}
