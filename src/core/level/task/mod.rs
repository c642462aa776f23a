//! Sokoban tasks of PDDL as levels. No name of a domain, action or predicate counts: the player is what every action moves, a box is
//! what a push takes on from where the player goes, and squares are laid out by what is beside and behind them.

mod shape;

use super::{Board, Direction, Grid, Level, Lurd, Square, Tile};
use crate::run::{Meter, SearchEnd, Stop};
use crate::strips::pddl::{Atom, Domain, Problem};
use crate::strips::{GroundError, NamedPlan, PlanFile, Projection, Serial, validate};
use rustc_hash::{FxHashMap, FxHashSet};
use shape::{Place, Shape, TaskStep, open};
use std::collections::BTreeMap;

/// A PDDL task of Sokoban, with the meaning of its steps on the board of its level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SokobanTask {
    domain: Domain,
    problem: Problem,
    steps: FxHashMap<StepKey, String>,
    boxes: Vec<TaskBox<Square>>,
    /// Whether each box has a goal of its own.
    pub is_named: bool,
}

/// From where to where the player goes, and the stand-in of the box that is pushed; empty if the boxes have no names.
type StepKey = (Square, Square, Option<String>);

/// A box, and the object that stands for it in the projection.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TaskBox<P> {
    at: P,
    name: String,
    stand_in: String,
}

/// Reason why a task is not read as a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoLevel {
    /// The task is not Sokoban, or has no board.
    #[error("{0}")]
    Other(String),
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl From<String> for NoLevel {
    fn from(why: String) -> Self {
        Self::Other(why)
    }
}

impl SokobanTask {
    /// Reads a task as a level.
    pub fn read(domain: Domain, problem: Problem, meter: &mut Meter) -> Result<(Level, Self), NoLevel> {
        let (level, steps, boxes, is_named) = match Draft::of(&domain, &problem, None, meter)? {
            Ok(read) => read,
            // A second look, without the boxes that never move.
            Err(below) => Draft::of(&domain, &problem, Some(below), meter)?
                .map_err(|_| "a box is on a square that the player cannot reach".to_owned())?,
        };
        Ok((level, Self { domain, problem, steps, boxes, is_named }))
    }

    /// Returns the text of the plan of these moves in the task's own actions; the error says what the task does not allow.
    pub fn plan(&self, level: &Level, moves: &Lurd, meter: &Meter) -> Result<String, String> {
        let mut boxes: BTreeMap<Square, &TaskBox<Square>> = self.boxes.iter().map(|one| (one.at, one)).collect();
        let (mut at, mut names) = (level.start.player, Vec::new());
        for &direction in &moves.0 {
            let to = level.board.next(at, direction).ok_or("a move into a wall")?;
            let pushed = boxes.remove(&to);
            let key = (at, to, pushed.map(|one| one.stand_in.clone()));
            let name =
                self.steps.get(&key).ok_or_else(|| format!("no action of the task is step {}", names.len() + 1))?;
            names.push(pushed.map_or(name.clone(), |one| renamed(name, &one.stand_in, &one.name)));
            if let (Some(one), Some(end)) = (pushed, level.board.next(to, direction)) {
                boxes.insert(end, one);
            }
            at = to;
        }
        let file = PlanFile { steps: (1..).zip(names.iter().cloned()).collect(), cost: None };
        let in_names = self.is_named && boxes.len() > 1;
        match validate(&self.domain, &self.problem, &file, meter) {
            Ok(cost) => Ok(NamedPlan { steps: names, cost }.text(!self.problem.minimises_cost)),
            Err(fault) if in_names => {
                Err(format!("the boxes are not on the goals of their names ({fault}): see --named"))
            }
            Err(fault) => Err(fault.to_string()),
        }
    }

    /// Searches moves that take each box to the goal of its name, one goal after the other; `None` if that does not suffice.
    pub fn by_name(&self, level: &Level, meter: &mut Meter) -> Result<Option<Lurd>, Stop> {
        let serial = match Serial::new(&self.domain, &self.problem, meter) {
            Ok(Some(serial)) => serial,
            Ok(None) | Err(GroundError::NoValue { .. }) => return Ok(None),
            Err(GroundError::Stopped(stop)) => return Err(stop),
        };
        let plan = match serial.search(meter) {
            Some(SearchEnd::Found(plan)) => plan,
            Some(SearchEnd::Stopped(stop)) => return Err(stop),
            Some(SearchEnd::Exhausted) | None => return Ok(None),
        };
        let directions: FxHashMap<&str, Direction> = self
            .steps
            .iter()
            .filter_map(|((from, to, _), name)| Some((&**name, level.board.direction(*from, *to)?)))
            .collect();
        let direction = |step: &String| {
            let own = self.boxes.iter().find(|one| step.split(' ').any(|word| word == one.name));
            let name = own.map_or(step.clone(), |one| renamed(step, &one.name, &one.stand_in));
            directions.get(&*name).copied()
        };
        Ok(plan.steps.iter().map(direction).collect::<Option<Vec<_>>>().map(Lurd))
    }
}

fn renamed(step: &str, from: &str, to: &str) -> String {
    itertools::join(step.split(' ').map(|word| if word == from { to } else { word }), " ")
}

/// Boxes that never move, and so hide their squares: the facts to add so that these are free, and the facts to leave out.
struct Hidden {
    freed: Vec<Atom>,
    boxes: FxHashSet<Atom>,
}

type Read = (Level, FxHashMap<StepKey, String>, Vec<TaskBox<Square>>, bool);

struct Draft<'t> {
    problem: &'t Problem,
    projection: &'t Projection,
    shape: Shape<'t>,
    places: Vec<Option<Place>>,
}

impl Draft<'_> {
    /// Reads a task, without what hides squares; the inner error is what does.
    fn of(
        domain: &Domain,
        problem: &Problem,
        freed: Option<Hidden>,
        meter: &mut Meter,
    ) -> Result<Result<Read, Hidden>, NoLevel> {
        let mut relaxed = problem.clone();
        if let Some(hidden) = &freed {
            relaxed.init.retain(|atom| !hidden.boxes.contains(atom));
            relaxed.init.extend(hidden.freed.iter().cloned());
        }
        let projection = match Projection::new(domain, &relaxed, meter) {
            Ok(projection) => projection,
            Err(GroundError::Stopped(stop)) => return Err(stop.into()),
            Err(fault) => return Err(fault.to_string().into()),
        };
        let shape = Shape::of(&projection.task)?;
        let mut draft = Draft { problem, projection: &projection, shape, places: Vec::new() };
        let start = draft.shape.start;
        let boxes = draft.boxes();
        let clear = &draft.shape.families[draft.shape.clear];
        let is_reached = |one: &&TaskBox<usize>| draft.shape.neighbours.moves.keys().any(|(_, to)| *to == one.at);
        if freed.is_none() && !boxes.iter().all(|one| is_reached(&one)) {
            let free = |one: &TaskBox<usize>| clear.replace('_', draft.shape.neighbours.names[one.at]);
            let atom = |fact: String| {
                let mut words = fact.split(' ');
                Atom::new(words.next().unwrap_or_default(), words)
            };
            // A condition that is negative is free as soon as the box is gone.
            let freed = boxes.iter().filter(|_| !clear.starts_with("not ")).map(free).map(atom).collect();
            let is_hidden = |atom: &&Atom| draft.located(atom).is_some_and(|one| !is_reached(&&one));
            return Ok(Err(Hidden { freed, boxes: problem.init.iter().filter(is_hidden).cloned().collect() }));
        }
        draft.places = draft
            .shape
            .neighbours
            .layout(start, meter)?
            .ok_or_else(|| "its squares are not those of a board".to_owned())?;
        let (goals, is_named) = draft.goals()?;
        let (level, square_of) = draft.level(start, &boxes, &goals)?;
        draft.check_lines(&level, &square_of)?;
        let square =
            |place: usize| square_of[place].ok_or_else(|| "a box is where the player cannot reach it".to_owned());
        let mut steps = FxHashMap::default();
        for TaskStep { operator, from, to, pushed } in &draft.shape.steps {
            let pushed = pushed.map(|(family, _)| draft.stand_in(&draft.shape.families[family]));
            let key = (square(*from)?, square(*to)?, pushed);
            steps.insert(key, projection.task.operators[*operator].name.clone());
        }
        let boxes = boxes.into_iter().filter(|one| square_of[one.at].is_some());
        let placed = |one: TaskBox<usize>| Ok(TaskBox { at: square(one.at)?, name: one.name, stand_in: one.stand_in });
        let boxes = boxes.map(placed).collect::<Result<_, String>>()?;
        Ok(Ok((level, steps, boxes, is_named)))
    }

    /// Returns the object of a family of boxes that stands for its boxes; empty if the boxes have no names.
    fn stand_in(&self, family: &str) -> String {
        let is_subject = |word: &&str| self.projection.stands_in.contains_key(*word);
        let own = family.split(' ').find(is_subject).or_else(|| {
            let mut words = family.split(' ').skip(1).filter(|word| *word != "_");
            words.next().filter(|_| words.next().is_none())
        });
        own.unwrap_or_default().to_owned()
    }

    fn stands_in<'a>(&'a self, name: &'a String) -> &'a String {
        self.projection.stands_in.get(name).unwrap_or(name)
    }

    fn words(&self, atom: &Atom) -> String {
        itertools::join([&atom.name].into_iter().chain(atom.arguments.iter().map(|name| self.stands_in(name))), " ")
    }

    /// Returns the box that a fact is about; `None` for other facts.
    fn located(&self, atom: &Atom) -> Option<TaskBox<usize>> {
        let words = self.words(atom);
        let is_box = |family: &str| {
            self.shape.families.get_index_of(family).is_some_and(|family| self.shape.boxes.contains(&family))
        };
        let (family, object) = open(&words).find(|(family, _)| is_box(family))?;
        let at = self.shape.neighbours.names.get_index_of(object)?;
        let stand_in = self.stand_in(&family);
        let name = atom.arguments.iter().find(|name| *self.stands_in(name) == stand_in).cloned().unwrap_or_default();
        Some(TaskBox { at, name, stand_in })
    }

    fn boxes(&self) -> Vec<TaskBox<usize>> {
        self.problem.init.iter().filter_map(|atom| self.located(atom)).collect()
    }

    /// Returns the places of the goals, and whether each is the goal of one named box.
    fn goals(&self) -> Result<(FxHashSet<usize>, bool), String> {
        let (mut goals, mut is_named) = (FxHashSet::default(), false);
        for literal in self.problem.goal.iter().filter(|literal| literal.atom.name != "=") {
            let atom = &literal.atom;
            match (self.located(atom), self.shape.marks.get(&*self.words(atom))) {
                (Some(found), _) if literal.positive => {
                    goals.insert(found.at);
                    is_named |= !found.name.is_empty();
                }
                (None, Some([on, off])) if literal.positive => goals.extend(self.marked(on, off)?),
                _ => return Err(format!("its goal `{atom}` is not about where boxes are")),
            }
        }
        Ok((goals, is_named))
    }

    /// Returns the goals of a mark: where pushes add it, and where boxes have it at the start.
    fn marked(&self, on: &FxHashSet<usize>, off: &FxHashSet<usize>) -> Result<FxHashSet<usize>, String> {
        let tells = |step: &TaskStep| step.pushed.is_none_or(|(_, end)| on.contains(&end) != off.contains(&end));
        if !self.shape.steps.iter().all(tells) {
            return Err("pushes do not tell goals from other squares".to_owned());
        }
        let marked = self.problem.init.iter().filter(|atom| self.shape.marks.contains_key(&*self.words(atom)));
        let names: FxHashSet<&String> = marked.flat_map(|atom| &atom.arguments).collect();
        let at_start = self.boxes().into_iter().filter(|one| names.contains(&one.name)).map(|one| one.at);
        Ok(on.iter().copied().chain(at_start).collect())
    }

    /// Draws the board, with a wall around its squares; also returns the square of each place.
    fn level(
        &self,
        start: usize,
        boxes: &[TaskBox<usize>],
        goals: &FxHashSet<usize>,
    ) -> Result<(Level, Vec<Option<Square>>), String> {
        let known = || self.places.iter().flatten();
        let (top, left) =
            (known().map(|at| at.0).min().unwrap_or(0) - 1, known().map(|at| at.1).min().unwrap_or(0) - 1);
        let place = |at: Place| ((at.0 - top) as usize, (at.1 - left) as usize);
        let height = known().map(|at| place(*at).0 + 2).max().unwrap_or(0);
        let width = known().map(|at| place(*at).1 + 2).max().unwrap_or(0);
        if height.saturating_mul(width) > 16 * Board::MOST_SQUARES {
            return Err("its board is too large".to_owned());
        }
        let mut grid = Grid::new(&vec![vec![Tile::Floor; width]; height]);
        let cells: FxHashSet<(usize, usize)> = known().map(|at| place(*at)).collect();
        for &(row, column) in &cells {
            let around = (row - 1..=row + 1).flat_map(|row| (column - 1..=column + 1).map(move |column| (row, column)));
            around.filter(|at| !cells.contains(at)).for_each(|(row, column)| grid.set(row, column, Tile::Wall));
        }
        let has_box: FxHashSet<usize> = boxes.iter().map(|one| one.at).collect();
        for (number, at) in self.places.iter().enumerate() {
            match at {
                Some(at) => {
                    let tile = Tile::floor_with(goals.contains(&number), has_box.contains(&number), number == start);
                    grid.set(place(*at).0, place(*at).1, tile);
                }
                // A box that stays where it has to be is a wall.
                None if has_box.contains(&number) != goals.contains(&number) => {
                    return Err("a box or goal is where the player cannot come".to_owned());
                }
                None => {}
            }
        }
        let level = Level::from_grid(&*self.problem.name, grid).map_err(|fault| fault.to_string())?;
        let square = |at: &Option<Place>| at.map(place).and_then(|(row, column)| level.board.square(row, column));
        let squares = self.places.iter().map(square).collect();
        Ok((level, squares))
    }

    /// Checks that the task has each push of the board that a box alone could make on its way to a goal.
    fn check_lines(&self, level: &Level, square_of: &[Option<Square>]) -> Result<(), String> {
        let board = &level.board;
        let lines: FxHashSet<[Option<Square>; 3]> =
            self.shape.neighbours.lines.iter().map(|line| line.map(|place| square_of[place])).collect();
        let pushes = |at: Square| {
            Direction::ALL.into_iter().filter_map(move |direction| {
                Some([board.next(at, direction.opposite())?, at, board.next(at, direction)?])
            })
        };
        let has = |line: &[Square; 3]| lines.contains(&line.map(Some));
        let reached = board.spread(level.start.boxes.iter().copied(), |at| pushes(at).filter(has).map(|[.., to]| to));
        // Boxes and players from where the box reaches no goal, with the squares beside the box that the player reaches.
        let mut dead: FxHashSet<(Square, [bool; 4])> = FxHashSet::default();
        for [_, at, to] in reached.into_iter().flat_map(pushes).filter(|line| !has(line)) {
            let mut stack = vec![(to, at)];
            while let Some((at, player)) = stack.pop() {
                let region = board.region(player, |square| square == at);
                let sides = Direction::ALL.map(|side| board.next(at, side).is_some_and(|side| region[side.index()]));
                if board.is_goal(at) {
                    return Err("it leaves out pushes that Sokoban has".to_owned());
                }
                if dead.insert((at, sides)) {
                    stack.extend(pushes(at).filter(|[behind, ..]| region[behind.index()]).map(|[_, at, to]| (to, at)));
                }
            }
        }
        Ok(())
    }
}
