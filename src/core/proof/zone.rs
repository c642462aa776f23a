//! Zones: sets of squares that boxes never leave, with more boxes than goals.

use super::pattern_space::PatternSpace;
use crate::heuristic::hall_violator;
use crate::level::{Direction, Square};
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use rustc_hash::{FxHashMap, FxHashSet};

/// Boxes (`held`), and squares that other boxes never leave while these boxes stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Zone {
    pub(super) held: BoxSet,
    /// Squares on which a box counts for any place of the player.
    pub(super) squares: BoxSet,
    /// Squares, ascending, on which a box counts only while the player is on its side in this direction.
    pub(super) sides: Vec<(Square, Direction)>,
    /// Number of goals among the squares of `squares` and `sides`.
    pub(super) goals: usize,
}

/// A square with a box, and the group of sides of the box on which the player is.
type Place = (Square, u8);

impl Zone {
    /// Maximum number of rounds that remove places which cannot be drawn; then the zone is empty. One or two are usual.
    const MOST_ROUNDS: usize = 50;

    pub(super) fn of_dead_places(space: &PatternSpace<'_>) -> Self {
        let maze = space.maze;
        let is_dead = |&(square, group): &Place| maze.distances.is_dead_place(maze.distances.place(square, group));
        let groups = |square: Square| (0..maze.sides.groups(square)).map(move |group| (square, group));
        let mut dead: FxHashSet<Place> = maze.board.squares().flat_map(groups).filter(is_dead).collect();
        for _ in 0..Self::MOST_ROUNDS {
            // Places that cannot be drawn are removed, with all places that lead to these.
            let is_drawn = |place: &Place| {
                let all = groups(place.0).filter(|place| dead.contains(place)).count();
                let leads = |place| dead.contains(&place);
                (all == 1 || all == usize::from(maze.sides.groups(place.0))) && successors(space, *place).all(leads)
            };
            let kept: FxHashSet<Place> = dead.iter().copied().filter(is_drawn).collect();
            if kept.len() == dead.len() {
                let zone = Self::of_places(space, &dead);
                return zone.unwrap_or_else(|| Self::of_squares(space, space.none(), space.none()));
            }
            dead = kept;
        }
        Self::of_squares(space, space.none(), space.none())
    }

    fn of_squares(space: &PatternSpace<'_>, held: BoxSet, squares: BoxSet) -> Self {
        let goals = squares.and(&space.goals).len();
        Self { held, squares, sides: Vec::new(), goals }
    }

    /// Returns a zone of places; `None` if it cannot be drawn: a letter stands for one side of a square, or for all.
    fn of_places(space: &PatternSpace<'_>, places: &FxHashSet<Place>) -> Option<Self> {
        let sides = &space.maze.sides;
        let mut zone = Self::of_squares(space, space.none(), space.none());
        for square in space.maze.board.squares() {
            let mut groups = (0..sides.groups(square)).filter(|&group| places.contains(&(square, group)));
            let (Some(group), count) = (groups.next(), groups.count() + 1) else { continue };
            if count == usize::from(sides.groups(square)) {
                zone.squares.insert(square);
            } else if count == 1 {
                let is_side = |&d: &Direction| space.next(square, d).is_some() && sides.group(square, d) == group;
                zone.sides.push((square, Direction::ALL.into_iter().find(is_side)?));
            } else {
                return None;
            }
            zone.goals += usize::from(space.goals.has(square));
        }
        Some(zone)
    }

    /// True if a box on `square` counts while the player is on `player`.
    pub(super) fn counts(&self, space: &PatternSpace<'_>, square: Square, player: Square) -> bool {
        let sides = &space.maze.sides;
        let is_on = |side| sides.group(square, side) == sides.towards(space.maze.board, square, player);
        self.squares.has(square) || self.side(square).is_some_and(is_on)
    }

    /// Returns the side of `square` on which the player is when a box on it counts; `None` if the side does not matter.
    pub(super) fn side(&self, square: Square) -> Option<Direction> {
        let at = self.sides.binary_search_by_key(&square, |side| side.0).ok()?;
        Some(self.sides[at].1)
    }

    /// True if the zone covers all positions with these boxes and the player on `player`.
    pub(super) fn covers(&self, space: &PatternSpace<'_>, boxes: &BoxSet, player: Square) -> bool {
        self.held.is_subset(boxes)
            && boxes.iter().filter(|&square| self.counts(space, square, player)).count() > self.goals
    }

    /// Returns a zone, for boxes pushed alone on the board, with more of `boxes` than goals; `None` if a matching
    /// brings each box to a goal, or the zone cannot be drawn.
    ///
    /// ```text
    /// #########
    /// #xxXxxx #    three boxes that can only be pushed along the wall, and one goal there
    /// #       #
    /// ```
    pub(super) fn of_matching(space: &PatternSpace<'_>, boxes: &BoxSet, player: Square) -> Option<Self> {
        let maze = space.maze;
        let places: Vec<Place> =
            boxes.iter().map(|square| (square, maze.sides.towards(maze.board, square, player))).collect();
        let reach = |place: Place| maze.distances.to_goals(maze.distances.place(place.0, place.1));
        let fits = |thing: usize, goal: usize| reach(places[thing])[goal] != crate::maze::PushDistances::NEVER;
        let (few, _) = hall_violator(places.len(), maze.board.goals().len(), fits)?;
        let few: Vec<Place> = few.into_iter().map(|thing| places[thing]).collect();
        // By squares alone if they suffice, since these are easier to draw.
        let squares = spread(space, &few, |place| {
            let sides = (0..maze.sides.groups(place.0)).map(move |group| (place.0, group));
            sides.flat_map(|place| successors(space, place)).collect()
        });
        let squares = BoxSet::of(maze.board.len(), squares.into_iter().map(|place| place.0));
        let zone = Self::of_squares(space, space.none(), squares);
        if zone.covers(space, boxes, player) {
            return Some(zone);
        }
        let all = spread(space, &few, |place| successors(space, place).collect());
        let zone = Self::of_places(space, &all).or_else(|| {
            let alive = |place: &Place| !space.dead.has(place.0);
            Self::of_places(space, &spread(space, &few, |p| successors(space, p).filter(alive).collect()))
        })?;
        zone.covers(space, boxes, player).then_some(zone)
    }

    /// Returns a zone with more of `boxes` than goals, with frozen boxes as walls; unneeded walls are removed. `None`
    /// if a matching brings each box to a goal.
    pub(super) fn around(
        space: &PatternSpace<'_>,
        boxes: &BoxSet,
        walls: &Walls,
        meter: &Meter,
    ) -> Result<Option<Self>, Stop> {
        let held = &walls.boxes;
        let free: Vec<Square> = boxes.minus(held).iter().collect();
        let goals: Vec<Square> = space.goals.minus(held).iter().collect();
        let reach: Vec<Option<&BoxSet>> = free.iter().map(|square| walls.reached.get(square)).collect();
        let fits = |thing: usize, goal: usize| reach[thing].is_none_or(|squares| squares.has(goals[goal]));
        let Some((few, _)) = hall_violator(free.len(), goals.len(), fits) else { return Ok(None) };
        let few: Vec<Square> = few.into_iter().map(|thing| free[thing]).collect();
        let zone = |held: BoxSet| {
            let mut squares = space.none();
            for &square in &few {
                meter.check()?;
                squares_from(space, square, &held).iter().for_each(|square| squares.insert(square));
            }
            Ok(Self::of_squares(space, held, squares))
        };
        let mut best = zone(held.clone())?;
        for square in held.iter() {
            if best.held.has(square) {
                let fewer = zone(space.frozen(&best.held.clone().without(square)))?;
                if fewer.covers(space, boxes, few[0]) {
                    best = fewer;
                }
            }
        }
        Ok(Some(best))
    }
}

/// Frozen boxes, and the squares that each other box reaches if only the frozen boxes are in the way.
#[derive(Debug)]
pub(super) struct Walls {
    boxes: BoxSet,
    reached: FxHashMap<Square, BoxSet>,
}

impl Walls {
    pub(super) fn new(space: &PatternSpace<'_>) -> Self {
        Self { boxes: space.none(), reached: FxHashMap::default() }
    }

    /// Sets the frozen boxes, and computes the squares that each other box reaches; known results are kept.
    pub(super) fn stand(&mut self, space: &PatternSpace<'_>, frozen: BoxSet, boxes: &BoxSet) {
        if self.boxes != frozen {
            *self = Self { boxes: frozen, ..Self::new(space) };
        }
        for square in boxes.minus(&self.boxes).iter() {
            self.reached.entry(square).or_insert_with(|| squares_from(space, square, &self.boxes));
        }
    }
}

fn successors<'g>(space: &'g PatternSpace<'_>, (square, group): Place) -> impl Iterator<Item = Place> + 'g {
    let sides = &space.maze.sides;
    Direction::ALL.into_iter().filter_map(move |direction| {
        let to = space.next(square, direction)?;
        let player = direction.opposite();
        space.next(square, player).filter(|_| sides.group(square, player) == group)?;
        Some((to, sides.group(to, player)))
    })
}

/// Returns all places that can be reached from the places `from` by steps of `next`.
fn spread(space: &PatternSpace<'_>, from: &[Place], next: impl Fn(Place) -> Vec<Place>) -> FxHashSet<Place> {
    debug_assert!(from.iter().all(|place| place.0.index() < space.maze.board.len()));
    let mut seen: FxHashSet<Place> = from.iter().copied().collect();
    let mut stack = from.to_vec();
    while let Some(place) = stack.pop() {
        stack.extend(next(place).into_iter().filter(|&next| seen.insert(next)));
    }
    seen
}

/// Returns the live squares that a box can be pushed to among walls, by a player who can be anywhere.
fn squares_from(space: &PatternSpace<'_>, square: Square, walls: &BoxSet) -> BoxSet {
    let pushed = |at: Square| {
        Direction::ALL.into_iter().filter_map(move |direction| {
            let to = space.next(at, direction).filter(|&to| !walls.has(to) && !space.dead.has(to))?;
            space.next(at, direction.opposite()).filter(|&player| !walls.has(player)).map(|_| to)
        })
    };
    let board = space.maze.board;
    BoxSet::of(board.len(), board.spread([square], pushed))
}
