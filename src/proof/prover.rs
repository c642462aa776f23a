//! Finds proofs, makes them small, and has them checked.

use super::closure::Followed;
use super::draft::Draft;
use super::ground::{Ground, Pattern};
use super::grow::Part;
use super::lemmas::Lemmas;
use super::needed::Needed;
use super::{Kind, Proof, Proving};
use crate::level::{Lurd, Position, Square};
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use crate::sokoproof::{self, Proved};

/// Proves positions of one level dead, and remembers what it has proved.
///
/// ```
/// use sokoplan::Level;
/// use sokoplan::maze::Maze;
/// use sokoplan::proof::{Prover, Proving};
/// use sokoplan::run::Meter;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("a box in a corner", "######\n#$ @.#\n######")?;
/// let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
/// let found = Prover::new(&maze).dead("unsolvable", &level.start, &[], &mut Meter::unlimited())?;
/// let Proving::Proved(proof) = found else { panic!("the box never leaves its corner") };
/// assert!(sokoplan::sokoproof::check(&proof.text, 1_000_000)?.is_about(&level.grid.to_string()));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Prover<'a> {
    lemmas: Lemmas<'a>,
}

/// Patterns that are followed, and boxes that are looked at, in rounds that take more and more: with few boxes most deadlocks
/// are found at once, and few seeds are worth a long search. Not tuned.
const ROUNDS: [Round; 3] = [
    Round { patterns: 300, boxes: 4, seeds: usize::MAX },
    Round { patterns: 3_000, boxes: 7, seeds: 6 },
    Round { patterns: 20_000, boxes: 12, seeds: 2 },
];

struct Round {
    patterns: usize,
    boxes: usize,
    seeds: usize,
}

/// A core that alone takes the checker so many patterns, a fraction of a millisecond, is better than several pictures.
const MOST_OF_ONE_CORE: usize = 256;
/// The steps of the checker for such a core, and for anything: at most some seconds.
const FEW_STEPS: u64 = 1 << 22;
const STEPS: u64 = 1 << 31;
/// How many the checker makes in a second, at least.
const STEPS_A_SECOND: f64 = 3e7;
/// With more pictures than this none is tried to be left out.
const MOST_TO_THIN: usize = 40;

impl<'a> Prover<'a> {
    /// For a level.
    pub fn new(maze: &'a Maze<'a>) -> Self {
        Self { lemmas: Lemmas::new(Ground::new(maze)) }
    }

    /// Proves that a position has no solution, for a claim `dead` or `unsolvable`; best from boxes that a deadlock rule has
    /// named.
    ///
    /// # Errors
    /// A limit of the meter.
    pub fn dead(
        &mut self,
        claim: &str,
        position: &Position,
        named: &[Square],
        meter: &mut Meter,
    ) -> Result<Proving, Stop> {
        let squares = self.lemmas.ground.maze.board.len();
        let all = BoxSet::of(squares, position.boxes.iter().copied());
        let named = BoxSet::of(squares, named.iter().copied().filter(|&square| all.has(square)));
        let owed = self.lemmas.ground.goals.minus(&all);
        let whole = Part { boxes: all, empty: self.lemmas.ground.none(), player: position.player };
        let owing = Part { empty: owed, ..whole.clone() };
        let mut found = self.at_a_glance(&whole, meter)?.map(|boxes| (Kind::Boxes, Part { boxes, ..whole.clone() }));
        for round in ROUNDS {
            for part in [&whole, &owing] {
                if found.is_none() {
                    found = self.few_boxes(&round, part, &named, meter)?;
                }
                if let Some((kind, part)) = found.take()
                    && let Some(proof) = self.written(claim, position, &part, kind, meter)
                {
                    return Ok(Proving::Proved(proof));
                }
            }
        }
        match self.lemmas.follow(&whole.boxes, &whole.empty, whole.player, usize::MAX, meter)? {
            Followed::Solved(_) => Ok(Proving::Solvable),
            Followed::TooMany => Ok(Proving::Open("no proof was found")),
            Followed::Dead => {
                let proof = self.written(claim, position, &whole, Kind::Position, meter);
                Ok(proof.map_or(Proving::Open("the checker does not accept what was found"), Proving::Proved))
            }
        }
    }

    /// All boxes, if they are dead without that a push is followed.
    fn at_a_glance(&mut self, part: &Part, meter: &Meter) -> Result<Option<BoxSet>, Stop> {
        let pattern = self.lemmas.ground.pattern(part.boxes.clone(), part.empty.clone(), part.player);
        for to in part.boxes.iter() {
            if self.lemmas.is_cut(&pattern, part.player, to, meter)? {
                return Ok(Some(part.boxes.clone()));
            }
        }
        Ok(None)
    }

    /// Boxes that are dead among those that are named, or around what is closed off, or that are grown from one box.
    fn few_boxes(
        &mut self,
        round: &Round,
        part: &Part,
        named: &BoxSet,
        meter: &mut Meter,
    ) -> Result<Option<(Kind, Part)>, Stop> {
        let Part { boxes, empty, player } = part;
        let with = |boxes| Part { boxes, ..part.clone() };
        if !named.is_empty()
            && let Followed::Dead = self.lemmas.follow(named, empty, *player, round.patterns, meter)?
        {
            let boxes = self.lemmas.fewest(&with(named.clone()), 2 * round.patterns, meter)?;
            return Ok(Some((Kind::Boxes, with(boxes))));
        }
        if let Some(boxes) = self.lemmas.follow_corral(boxes, empty, *player, round.patterns, meter)? {
            let boxes = self.lemmas.fewest(&with(boxes), ROUNDS[0].patterns, meter)?;
            return Ok(Some((Kind::Corral, with(boxes))));
        }
        for seed in self.seeds(boxes, named).into_iter().take(round.seeds) {
            if let Some(boxes) = self.lemmas.grow(part, seed, (round.patterns, round.boxes), meter)? {
                let boxes = self.lemmas.fewest(&with(boxes), 2 * round.patterns, meter)?;
                return Ok(Some((Kind::Boxes, with(boxes))));
            }
        }
        Ok(None)
    }

    /// The boxes from which to begin: those that are named, then the others, the nearest first.
    fn seeds(&self, all: &BoxSet, named: &BoxSet) -> Vec<Square> {
        let apart = |square: &Square| named.iter().map(|other| self.lemmas.ground.apart(*square, other)).min();
        let mut seeds: Vec<Square> = all.iter().collect();
        seeds.sort_by_key(|square| (apart(square), *square));
        seeds
    }

    /// Proves that every solution of a position has at least this number of pushes, or if moves are given that they are a
    /// solution of so many.
    pub fn bound(&self, pushes: usize, moves: Option<&Lurd>, position: &Position, meter: &Meter) -> Proving {
        let claim = if moves.is_some() { "optimal" } else { "bound" };
        let mut text = Draft::default().text(&self.lemmas.ground, &format!("{claim} {pushes}"), position);
        if let Some(moves) = moves {
            text += &format!("\nmoves {moves}\n");
        }
        let kind = if moves.is_some() { Kind::Optimal } else { Kind::Bound };
        match sokoproof::check(&text, steps(meter)) {
            Ok(proved) => Proving::Proved(Proof::new(kind, text, &proved)),
            Err(refusal) if refusal.is_limit => Proving::Open("the list of positions takes too long"),
            Err(_) => Proving::Open("there is a solution with fewer pushes, or the board is too large"),
        }
    }

    /// Writes what covers a part of a position and what that leans on: one core if that is enough, else all, less what can
    /// be left out. `None` if the checker does not accept it.
    fn written(&self, claim: &str, position: &Position, part: &Part, kind: Kind, meter: &Meter) -> Option<Proof> {
        let Needed { patterns, zones } = self.lemmas.needed(&part.boxes, &part.empty, part.player)?;
        let kind = self.kind(kind, &patterns, &zones);
        let all = |zones: &[usize]| -> Vec<_> { zones.iter().map(|&zone| self.lemmas.zones[zone].clone()).collect() };
        let cores = |most: usize| patterns.iter().map(move |pattern| (pattern.clone(), most));
        let one = cores(MOST_OF_ONE_CORE).next_back().map_or_else(Vec::new, |root| vec![root]);
        let with_dead = if zones.contains(&0) { zones.clone() } else { [vec![0], zones.clone()].concat() };
        let most = steps(meter);
        let drafts = [
            (Draft { zones: Vec::new(), cores: one.clone() }, FEW_STEPS),
            (Draft { zones: all(&zones), cores: one.clone() }, FEW_STEPS),
            (Draft { zones: all(&with_dead), cores: one }, FEW_STEPS),
            (Draft { zones: all(&zones), cores: cores(u32::MAX as usize).collect() }, most),
            (Draft { zones: all(&with_dead), cores: cores(u32::MAX as usize).collect() }, most),
        ];
        let check =
            |draft: &Draft, steps| sokoproof::check(&draft.text(&self.lemmas.ground, claim, position), steps).ok();
        let (mut draft, mut proved) =
            drafts.into_iter().find_map(|(draft, steps)| check(&draft, steps).map(|proved| (draft, proved)))?;
        exact(&mut draft, &proved);
        let mut at = draft.len();
        while at > 0 && draft.len() <= MOST_TO_THIN {
            at -= 1;
            let mut fewer = draft.without(at);
            fewer.cores.iter_mut().for_each(|core| core.1 = core.1.max(MOST_OF_ONE_CORE));
            if let Some(proved) = check(&fewer, FEW_STEPS) {
                exact(&mut fewer, &proved);
                at = at.min(fewer.len());
                draft = fewer;
            }
        }
        proved = check(&draft, most)?;
        Some(Proof::new(kind, draft.text(&self.lemmas.ground, claim, position), &proved))
    }

    fn kind(&self, kind: Kind, patterns: &[Pattern], zones: &[usize]) -> Kind {
        match (patterns, zones) {
            ([], [0]) => Kind::DeadSquares,
            ([], [zone]) if self.lemmas.zones[*zone].held.is_empty() => Kind::Matching,
            ([], _) => Kind::FrozenWalls,
            ([one], _) if self.lemmas.ground.frozen(&one.boxes) == one.boxes => Kind::Freeze,
            _ => kind,
        }
    }
}

/// The steps for which there is time.
fn steps(meter: &Meter) -> u64 {
    let left = meter.time_left().map_or(f64::INFINITY, |left| left.as_secs_f64());
    (left * STEPS_A_SECOND).min(STEPS as f64) as u64
}

/// Writes beside each core how many patterns it takes, and leaves out those that what stands before them covers.
fn exact(draft: &mut Draft, proved: &Proved) {
    let counts = proved.cores.iter();
    // Those of one pattern are no cores for the checker.
    let is_core = |core: &(Pattern, usize)| core.1 != 1 || !core.0.empty.is_empty();
    draft.cores.iter_mut().filter(|core| is_core(core)).zip(counts).for_each(|(core, &count)| core.1 = count);
    draft.cores.retain(|core| core.1 > 0);
}
