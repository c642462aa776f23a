//! The domain of the search: macro pushes, their features, and the proofs that positions are lost.

use super::hotspots::Hotspots;
use super::reversals::Reversals;
use super::survey::Survey;
use super::zones::Zones;
use super::{Advice, Advisers, Features, Setting};
use crate::deadlock::{Detector, Known, View};
use crate::feature_space::{Candidate, Domain};
use crate::heuristic::MinCostMatching;
use crate::level::Position;
use crate::maze::{Maze, Place, PushDistances};
use crate::packing::PackingPlan;
use crate::push::{BoxSet, Macro, Macros, Play, Push, Region, RoomGraph, State};
use crate::run::{Meter, Stop};
use crate::search::{Components, Perimeter, PiCorral};

/// Makes moves and counts features; holds working memory.
#[derive(Debug)]
pub(super) struct Pushes<'a> {
    maze: &'a Maze<'a>,
    plan: Option<PackingPlan>,
    zones: Option<Zones>,
    rooms: RoomGraph,
    hotspots: Hotspots,
    reversals: Reversals,
    advisers: Advisers,
    components: Components,
    /// For each square, the fewest pushes from it to a goal.
    nearest: Vec<u32>,
    none: BoxSet,
    perimeter: Perimeter,
    pub(super) rules: Detector<'a>,
    pi_corral: PiCorral,
    macros: Macros,
    region: Region,
    matching: MinCostMatching,
}

impl<'a> Pushes<'a> {
    /// The moves between two checks of the meter. Not tuned: trades the delay of a stop for time.
    const UNWATCHED: usize = 256;

    pub(super) fn new(maze: &'a Maze<'a>, plan: Option<PackingPlan>, setting: Setting, perimeter: Perimeter) -> Self {
        let squares = maze.board.len();
        let nearest = |square| {
            let goals = 0..maze.board.goals().len();
            let pushes = goals.map(|column| maze.distances.minimum(square, column)).min();
            pushes.filter(|&pushes| pushes != PushDistances::NEVER).map_or(0, u32::from)
        };
        Self {
            maze,
            zones: plan.as_ref().map(|plan| Zones::new(maze, plan)),
            plan,
            rooms: setting
                .areas
                .map_or_else(|| RoomGraph::new(maze.board), |areas| RoomGraph::of_areas(maze.board, &areas)),
            hotspots: Hotspots::new(maze),
            reversals: Reversals::new(maze),
            advisers: setting.advisers,
            components: setting.components,
            nearest: maze.board.squares().map(nearest).collect(),
            none: BoxSet::empty(squares),
            perimeter,
            rules: Detector::new(&setting.rules, &Known::of(maze)),
            pi_corral: PiCorral::new(squares),
            macros: Macros::new(squares),
            region: Region::new(squares),
            matching: MinCostMatching::default(),
        }
    }

    /// The features of a position, counted from nothing.
    pub(super) fn features(&mut self, start: &Position) -> Features {
        let board = self.maze.board;
        let boxes = BoxSet::of(board.len(), start.boxes.iter().copied());
        let packed = self.packed(&boxes);
        Features {
            packed,
            regions: small(self.region.each(board, |s| boxes.has(s)).len()),
            edges: if self.counts_rooms() { small(self.rooms.broken(&boxes) as usize) } else { 0 },
            out_of_plan: self.out_of_plan(packed, &boxes),
            hotspots: self.count_hotspots(&boxes),
            distance: boxes.iter().map(|b| self.nearest[b.index()]).sum(),
        }
    }

    fn packed(&self, boxes: &BoxSet) -> u16 {
        let on_goals = || boxes.iter().filter(|&b| self.maze.board.is_goal(b)).count();
        small(self.plan.as_ref().map_or_else(on_goals, |plan| plan.done(boxes)))
    }

    const fn counts_rooms(&self) -> bool {
        self.components.contains(Components::ROOMS)
    }

    fn out_of_plan(&self, packed: u16, boxes: &BoxSet) -> u16 {
        let zones = self.zones.as_ref().filter(|_| self.components.contains(Components::OUT_OF_PLAN));
        let (Some(plan), Some(zones)) = (&self.plan, zones) else { return 0 };
        let (zone, kept) = (zones.at(packed.into()), plan.set(packed.into()));
        small(boxes.iter().filter(|&b| zone.has(b) && !kept.has(b)).count())
    }

    fn count_hotspots(&mut self, boxes: &BoxSet) -> u16 {
        if !self.components.contains(Components::HOTSPOTS) {
            return 0;
        }
        small(self.hotspots.count(self.maze, boxes))
    }

    /// The features after a move, from those before; `edges` are those that are broken after it.
    fn features_after(&mut self, now: Features, m: &Macro, after: &BoxSet, edges: u16) -> Features {
        let is_of_plan = self.plan.as_ref().is_none_or(|plan| plan.matters(m.from) || plan.matters(m.to));
        let packed = if is_of_plan { self.packed(after) } else { now.packed };
        Features {
            packed,
            regions: now.regions.saturating_add_signed(m.regions.into()),
            edges,
            out_of_plan: self.out_of_plan(packed, after),
            hotspots: self.count_hotspots(after),
            distance: now.distance + self.nearest[m.to.index()] - self.nearest[m.from.index()],
        }
    }

    /// Returns whether the rules prove a position lost.
    fn is_lost(&mut self, state: &State, by: Option<Macro>, meter: &mut Meter) -> Result<bool, Stop> {
        let places: Vec<Place> = state.boxes.iter().map(|b| self.maze.place(b, state.player)).collect();
        let is_matched = self.matching.solve(&self.maze.distances, &places, meter)?.is_some();
        let view = View { pushed: by.map(|m| m.to), is_matched: Some(is_matched), ..View::of(state) };
        self.rules.is_lost(&view, meter)
    }

    /// All moves that are not refused at once, with the features that they lead to.
    fn moves(&mut self, state: &State, now: Features, meter: &Meter) -> Result<Vec<Candidate<Macro, Features>>, Stop> {
        let (maze, board) = (self.maze, self.maze.board);
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let is_pruned = self.components.contains(Components::PI_CORRAL);
        let movers = if is_pruned { self.pi_corral.movers(maze, state, &self.region) } else { state.boxes.clone() };
        let mut moves = Vec::new();
        let mut after = state.boxes.clone();
        for from in movers.iter() {
            let region = &self.region;
            let found = self.macros.of_box(maze, &state.boxes, from, |s| region.has(s), Play::Push).to_vec();
            after.remove(from);
            if self.counts_rooms() && !found.is_empty() {
                self.rooms.lift(&after);
            }
            for m in found {
                if moves.len() % Self::UNWATCHED == 0 {
                    meter.check()?;
                }
                let edges = if self.counts_rooms() { small(self.rooms.broken_with(&after, m.to) as usize) } else { 0 };
                after.insert(m.to);
                let player = m.player(board, false);
                let view = View { boxes: &after, player, pushed: Some(m.to), is_matched: None };
                if !self.rules.refuses_push(m.to, m.direction) && !self.rules.refuses_child(&view) {
                    moves.push(Candidate { by: m, score: self.features_after(now, &m, &after, edges), priority: 0 });
                }
                after.remove(m.to);
            }
            after.insert(from);
        }
        Ok(moves)
    }

    /// Marks the moves that advisers propose.
    fn advise(&self, state: &State, features: Features, moves: &mut [Candidate<Macro, Features>]) {
        let done = usize::from(features.packed);
        let survey = Survey {
            maze: self.maze,
            reversals: &self.reversals,
            zone: self.zones.as_ref().map_or(&self.none, |zones| zones.at(done)),
            next: self.plan.as_ref().and_then(|plan| plan.next(done)).map(|step| step.to),
        };
        let position = Advice { state, features, moves, survey };
        for (index, priority) in self.advisers.ask(&position) {
            moves[index].priority = moves[index].priority.max(priority);
        }
    }

    /// The single pushes of a move.
    pub(super) fn pushes(&mut self, state: &State, by: Macro) -> Vec<Push> {
        let board = self.maze.board;
        self.region.flood(board, state.player, |s| state.boxes.has(s));
        let region = &self.region;
        let found = self.macros.of_box(self.maze, &state.boxes, by.from, |s| region.has(s), Play::Push);
        let number = found.iter().position(|&m| m == by);
        number.map_or_else(Vec::new, |number| self.macros.pushes(board, number))
    }
}

impl Domain for Pushes<'_> {
    type State = State;
    type Move = Macro;
    type Score = Features;

    fn after(&mut self, state: &State, by: Macro) -> Option<State> {
        let boxes = state.boxes.shifted(by.from, by.to);
        let player = by.player(self.maze.board, false);
        Some(State::with(self.maze.board, boxes, player, &mut self.region))
    }

    fn is_goal(&mut self, state: &State) -> bool {
        self.perimeter.rest(self.maze.board, state).is_some()
    }

    fn expand(
        &mut self,
        state: &State,
        by: Option<Macro>,
        score: Features,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Candidate<Macro, Features>>>, Stop> {
        self.rules.mark();
        let moves = self.is_lost(state, by, meter).and_then(|is_lost| match is_lost {
            true => Ok(None),
            false => self.moves(state, score, meter).map(Some),
        });
        let Some(mut moves) = moves.inspect_err(|_| self.rules.undo())? else { return Ok(None) };
        self.advise(state, score, &mut moves);
        Ok(Some(moves))
    }

    fn learn(&mut self, state: &State, meter: &mut Meter) -> Result<(), Stop> {
        self.rules.study(&View::of(state), meter)
    }

    fn is_known_lost(&mut self, state: &State, meter: &mut Meter) -> Result<bool, Stop> {
        self.rules.is_known_lost(&View::of(state), meter)
    }

    fn bytes(&self, state: &State) -> usize {
        state.boxes.bytes() - size_of::<BoxSet>()
    }
}

fn small(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deadlock::RuleSet;
    use crate::level::Level;
    use crate::maze::Areas;
    use crate::packing::{Order, PackingGuide};
    use crate::run::Random;

    /// A board of random walls, boxes and goals.
    fn random_level(random: &mut Random) -> Option<Level> {
        let (rows, columns) = (6 + random.below(4), 6 + random.below(6));
        let mut picture = vec![vec!['#'; columns]; rows];
        for row in &mut picture[1..rows - 1] {
            row[1..columns - 1].fill_with(|| if random.below(5) == 0 { '#' } else { ' ' });
        }
        for piece in "@$$$$....".chars() {
            let (row, column) = (1 + random.below(rows - 2), 1 + random.below(columns - 2));
            picture[row][column] = piece;
        }
        let text: Vec<String> = picture.into_iter().map(|row| row.into_iter().collect()).collect();
        Level::from_xsb("", &text.join("\n")).ok()
    }

    /// Compares the features of all moves along a random walk with those counted in the positions after them; returns
    /// how often each feature differed from the one before the move, in the order of [`Features`].
    fn walk(level: &Level, order: Order, random: &mut Random) -> [usize; 6] {
        let meter = &mut Meter::unlimited();
        let maze = Maze::new(&level.board, meter).unwrap();
        let plan = PackingGuide::new(&maze, &level.start, order, meter).unwrap().plan().cloned();
        let [mut domain, mut counting] = [(); 2].map(|()| {
            let areas = (order == Order::One).then(|| Areas::by_patterns(&level.board));
            let setting = Setting { rules: RuleSet::none(), areas, ..Setting::default() };
            Pushes::new(&maze, plan.clone(), setting, Perimeter::new(level.board.len()))
        });
        let mut state = State::of(&level.board, &level.start, &mut Region::new(level.board.len()));
        let mut now = domain.features(&level.start);
        let mut changed = [0; 6];
        for _ in 0..12 {
            let Some(moves) = domain.expand(&state, None, now, meter).unwrap().filter(|moves| !moves.is_empty()) else {
                break;
            };
            for Candidate { by, score, .. } in &moves {
                let after = domain.after(&state, *by).unwrap();
                let position = Position { player: after.player, boxes: after.boxes.iter().collect() };
                assert_eq!(*score, counting.features(&position), "{order:?}, {by:?} after {state:?}\n{}", level.grid);
                let [old, new] = [now, *score].map(|f| {
                    let counts = [f.packed, f.regions, f.edges, f.out_of_plan, f.hotspots].map(u32::from);
                    [&counts[..], &[f.distance]].concat()
                });
                (0..6).for_each(|feature| changed[feature] += usize::from(old[feature] != new[feature]));
            }
            let Candidate { by, score, .. } = moves[random.below(moves.len())];
            (state, now) = (domain.after(&state, by).unwrap(), score);
        }
        changed
    }

    #[test]
    fn the_features_that_a_move_leads_to_are_those_of_the_position_after_it() {
        let mut random = Random::new(11);
        let levels: Vec<Level> = (0..300).filter_map(|_| random_level(&mut random)).collect();
        for order in [Order::Backward, Order::One, Order::None] {
            let mut changed = [0; 6];
            for level in &levels {
                let more = walk(level, order, &mut random);
                (0..6).for_each(|feature| changed[feature] += more[feature]);
            }
            let [packed, regions, edges, out_of_plan, hotspots, distance] = changed;
            assert!(packed > 50 && regions > 50 && hotspots > 50 && distance > 50, "{changed:?}");
            assert!(edges > 50 || order == Order::One, "boards so small have few areas: {changed:?}");
            assert_eq!(out_of_plan > 50, order != Order::None, "{changed:?}");
        }
    }
}
