//! Finds proofs, reduces them, and has them checked.

use super::closure::PushOutcome;
use super::draft::{Draft, PartialPosition, of_room};
use super::lemmas::{Lemmas, ProofParts};
use super::pattern_space::Pattern;
use super::{Kind, Proof, ProverAnswer};
use crate::level::{Lurd, Position, Square};
use crate::maze::Maze;
use crate::push::BoxSet;
use crate::run::{Meter, Stop};
use crate::sokoproof::{self, Limits, Proved, Refusal};
use serde::Serialize;
use std::cell::Cell;

/// Result of an attempt to prove a claim, as keys of a row.
#[derive(Clone, Debug, Default, schemars::JsonSchema, Serialize)]
pub struct Attempt {
    /// Claim that was to be proved, in words.
    pub claim: Option<String>,
    /// Name of the deadlock rule that found the first boxes of the attempt; `None` if no rule did.
    pub rule: Option<&'static str>,
    /// Proof of the claim; `None` if none was found.
    pub proof: Option<Proof>,
    /// Reason why no proof was found; `None` if one was found.
    pub unproved: Option<String>,
}

impl Attempt {
    /// Creates the result for a claim from the answer of the prover, or from the limit that stopped the prover.
    pub fn new(claim: String, rule: Option<&'static str>, proving: Result<ProverAnswer, Stop>) -> Self {
        let (proof, unproved) = match proving {
            Ok(ProverAnswer::Proved(proof)) => (Some(proof), None),
            Ok(ProverAnswer::Solvable) => (None, Some("it has a solution".to_owned())),
            Ok(ProverAnswer::Open(why)) => (None, Some(why.to_owned())),
            Err(stop) => (None, Some(stop.to_string())),
        };
        Self { claim: Some(claim), rule, proof, unproved }
    }
}

/// Proves positions of one level dead, and keeps the lemmas for later proofs.
///
/// ```
/// use sokoplan_core::Level;
/// use sokoplan_core::maze::Maze;
/// use sokoplan_core::proof::{Prover, ProverAnswer};
/// use sokoplan_core::run::Meter;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let level = Level::from_xsb("a box in a corner", "######\n#$ @.#\n######")?;
/// let maze = Maze::new(&level.board, &mut Meter::unlimited())?;
/// let found = Prover::new(&maze).dead("unsolvable", &level.start, &[], &mut Meter::unlimited())?;
/// let ProverAnswer::Proved(proof) = found else { panic!("the box never leaves its corner") };
/// let checked = sokoplan_core::sokoproof::check(&proof.text, 1_000_000)?;
/// assert_eq!(sokoplan_core::sokoproof::position(&level.grid.to_string()), Some(checked.position));
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Prover<'a> {
    lemmas: Lemmas<'a>,
}

// Most deadlocks have a few boxes, whose proofs are short: so all seeds are tried with little effort before a few with
// much.
/// Rounds of growing effort, with limits on patterns to follow, boxes of a set, and first boxes (`seeds`).
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

/// Maximum number of patterns that the checker adds to a single core, so that one picture replaces several.
const MOST_OF_ONE_CORE: usize = 256;
// The first drafts are guesses, so a refusal must come fast.
/// Maximum number of steps of the checker for a single core; `STEPS`, some seconds, is the maximum for a proof of statements. A
/// list of positions may take all steps that the checker takes for a file.
const FEW_STEPS: u64 = 1 << 22;
const STEPS: u64 = 1 << 31;
/// Maximum number of pictures of a proof that is tried again with fewer pictures.
const MOST_TO_THIN: usize = 40;

impl<'a> Prover<'a> {
    /// Creates the prover of a level.
    pub fn new(maze: &'a Maze<'a>) -> Self {
        Self { lemmas: Lemmas::new(maze) }
    }

    /// Tries to prove that a position has no solution, for a claim `dead` or `unsolvable`; begins with the boxes
    /// `named`, which a deadlock rule has found.
    pub fn dead(
        &mut self,
        claim: &str,
        position: &Position,
        named: &[Square],
        meter: &mut Meter,
    ) -> Result<ProverAnswer, Stop> {
        let squares = self.lemmas.space.maze.board.len();
        let all = BoxSet::of(squares, position.boxes.iter().copied());
        let named = BoxSet::of(squares, named.iter().copied().filter(|&square| all.has(square)));
        let owed = self.lemmas.space.goals.minus(&all);
        let whole = PartialPosition { boxes: all, empty: self.lemmas.space.none(), player: position.player };
        let owing = PartialPosition { empty: owed, ..whole.clone() };
        // A zone or frozen boxes make the shortest proofs, and cost no search.
        let mut found =
            self.at_a_glance(&whole, meter)?.map(|boxes| (Kind::Boxes, PartialPosition { boxes, ..whole.clone() }));
        for round in ROUNDS {
            // Boxes alone make simpler statements than boxes with goals that must stay empty.
            for part in [&whole, &owing] {
                if found.is_none() {
                    found = self.few_boxes(&round, part, &named, meter)?;
                }
                if let Some((kind, part)) = found.take()
                    && let Some(proof) = self.written(claim, position, &part, kind, meter)?
                {
                    return Ok(ProverAnswer::Proved(proof));
                }
            }
        }
        // All pushes of all boxes come last: the list of positions is the longest proof.
        match self.lemmas.follow(&whole.boxes, &whole.empty, whole.player, usize::MAX, meter)? {
            PushOutcome::Solved(_) => Ok(ProverAnswer::Solvable),
            PushOutcome::TooMany => Ok(ProverAnswer::Open("no proof was found")),
            PushOutcome::Dead => {
                let proof = self.written(claim, position, &whole, Kind::Position, meter)?;
                Ok(proof
                    .map_or(ProverAnswer::Open("the checker refused the proof that was found"), ProverAnswer::Proved))
            }
        }
    }

    /// Returns all boxes of a part if these are proved dead without following a push, else `None`.
    fn at_a_glance(&mut self, part: &PartialPosition, meter: &Meter) -> Result<Option<BoxSet>, Stop> {
        let pattern = self.lemmas.space.pattern(part.boxes.clone(), part.empty.clone(), part.player);
        let is_cut = self.lemmas.is_cut_by_any(&pattern, part.player, meter)?;
        Ok(is_cut.then(|| part.boxes.clone()))
    }

    /// Returns dead boxes and how they were found: as the named boxes, around closed squares, or grown from one box
    /// (see [`Lemmas::grow`]); `None` if none are found within the limits of the round.
    fn few_boxes(
        &mut self,
        round: &Round,
        part: &PartialPosition,
        named: &BoxSet,
        meter: &mut Meter,
    ) -> Result<Option<(Kind, PartialPosition)>, Stop> {
        let PartialPosition { boxes, empty, player } = part;
        let with = |boxes| PartialPosition { boxes, ..part.clone() };
        if !named.is_empty()
            && let PushOutcome::Dead = self.lemmas.follow(named, empty, *player, round.patterns, meter)?
        {
            // The rule may have named more boxes than are needed, and each box less makes the proof shorter.
            let boxes = self.lemmas.fewest(&with(named.clone()), 2 * round.patterns, meter)?;
            return Ok(Some((Kind::Boxes, with(boxes))));
        }
        if let Some(boxes) = self.lemmas.follow_corral(boxes, empty, *player, round.patterns, meter)? {
            let boxes = self.lemmas.fewest(&with(boxes), ROUNDS[0].patterns, meter)?;
            return Ok(Some((Kind::Corral, with(boxes))));
        }
        for seed in self.seeds(boxes, named).into_iter().take(round.seeds) {
            if let Some(boxes) = self.lemmas.grow(part, seed, round.patterns, round.boxes, meter)? {
                let boxes = self.lemmas.fewest(&with(boxes), 2 * round.patterns, meter)?;
                return Ok(Some((Kind::Boxes, with(boxes))));
            }
        }
        Ok(None)
    }

    /// Returns the boxes to begin with: the named boxes, then the others, nearest to a named box first.
    fn seeds(&self, all: &BoxSet, named: &BoxSet) -> Vec<Square> {
        let apart =
            |square: &Square| named.iter().map(|other| self.lemmas.space.maze.board.apart(*square, other)).min();
        let mut seeds: Vec<Square> = all.iter().collect();
        seeds.sort_by_key(|square| (apart(square), *square));
        seeds
    }

    /// Tries to prove that every solution of a position has at least `pushes` pushes, and `moves`, if given, has as many. `room` are
    /// the squares of a goal room ([`crate::search::optimal::goal_room`]), or none.
    pub fn bound(
        &self,
        pushes: usize,
        moves: Option<&Lurd>,
        position: &Position,
        room: &[Square],
        meter: &Meter,
    ) -> Result<ProverAnswer, Stop> {
        let claim = if moves.is_some() { "optimal" } else { "bound" };
        let mut text = Draft::default().text(&self.lemmas.space, &format!("{claim} {pushes}"), position);
        text += &of_room(self.lemmas.space.maze.board, room);
        if let Some(moves) = moves {
            text += &format!("\nmoves {moves}\n");
        }
        let kind = if moves.is_some() { Kind::Optimal } else { Kind::Bound };
        Ok(match checked(&text, Limits::STEPS, meter)? {
            Ok(proved) => ProverAnswer::Proved(Proof::new(kind, Vec::new(), text, &proved)),
            Err(refusal) if refusal.limit.is_some() => ProverAnswer::Open("the list of positions takes too long"),
            Err(refusal) if refusal.what.contains("cells for a bound") => {
                ProverAnswer::Open("the board is too large for a list of positions")
            }
            Err(_) => ProverAnswer::Open("there is a solution with fewer pushes"),
        })
    }

    /// Returns a proof that the boxes of `part` are dead; `None` if the checker refuses it.
    fn written(
        &self,
        claim: &str,
        position: &Position,
        part: &PartialPosition,
        kind: Kind,
        meter: &Meter,
    ) -> Result<Option<Proof>, Stop> {
        let needed = self.lemmas.needed(&part.boxes, &part.empty, part.player, meter)?;
        let Some(needed) = needed else { return Ok(None) };
        let kind = self.kind(kind, &needed.patterns, &needed.zones);
        let text = |draft: &Draft| draft.text(&self.lemmas.space, claim, position);
        let mut accepted = None;
        for (draft, steps) in self.drafts(&needed) {
            let text = text(&draft);
            if let Ok(proved) = checked(&text, steps, meter)? {
                accepted = Some((draft, text, proved));
                break;
            }
        }
        let Some((mut draft, first, proved)) = accepted else { return Ok(None) };
        draft.count(&proved);
        let mut at = draft.len();
        // The checker is asked itself whether a picture is needed: what it adds on its own is not known here.
        while at > 0 && draft.len() <= MOST_TO_THIN && meter.check().is_ok() {
            at -= 1;
            let mut fewer = draft.without(at);
            fewer.allow(MOST_OF_ONE_CORE);
            if let Ok(Ok(proved)) = checked(&text(&fewer), FEW_STEPS, meter) {
                fewer.count(&proved);
                at = at.min(fewer.len());
                draft = fewer;
            }
        }
        let plain = Draft { says_dead: true, ..draft.clone() };
        let last =
            [plain, draft].iter().map(text).find_map(|text| Some((checked(&text, STEPS, meter).ok()?.ok()?, text)));
        // If a limit was met on the way to a shorter proof, the first accepted proof counts.
        let (proved, text) = last.unwrap_or((proved, first));
        Ok(Some(Proof::new(kind, part.boxes.iter().collect(), text, &proved)))
    }

    /// Returns the drafts to try, by number of pictures, each with the maximum number of steps of the checker: one core; one core
    /// with zones; all statements.
    fn drafts(&self, ProofParts { patterns, zones }: &ProofParts) -> Vec<(Draft, u64)> {
        let with_dead = if zones.contains(&0) { zones.clone() } else { [vec![0], zones.clone()].concat() };
        let one = &patterns[patterns.len().saturating_sub(1)..];
        let draft = |zones: &[usize], patterns: &[Pattern], most: usize| Draft {
            zones: zones.iter().map(|&zone| self.lemmas.zones[zone].clone()).collect(),
            cores: patterns.iter().map(|pattern| (pattern.clone(), most)).collect(),
            says_dead: false,
        };
        vec![
            (draft(&[], one, MOST_OF_ONE_CORE), FEW_STEPS),
            (draft(zones, one, MOST_OF_ONE_CORE), FEW_STEPS),
            (draft(&with_dead, one, MOST_OF_ONE_CORE), FEW_STEPS),
            (draft(zones, patterns, usize::MAX), STEPS),
            (draft(&with_dead, patterns, usize::MAX), STEPS),
        ]
    }

    fn kind(&self, kind: Kind, patterns: &[Pattern], zones: &[usize]) -> Kind {
        match (patterns, zones) {
            ([], [0]) => Kind::DeadSquares,
            ([], [zone]) if self.lemmas.zones[*zone].held.is_empty() => Kind::Matching,
            ([], _) => Kind::FrozenWalls,
            ([one], _) if self.lemmas.space.frozen(&one.boxes) == one.boxes => Kind::Freeze,
            _ => kind,
        }
    }
}

/// Returns the answer of the checker about a text, within a number of steps and the limits of the meter.
fn checked(text: &str, steps: u64, meter: &Meter) -> Result<Result<Proved, Refusal>, Stop> {
    meter.check()?;
    let stop = Cell::new(None);
    let goes_on = || meter.check().map_err(|met| stop.set(Some(met))).is_ok();
    let checked = sokoproof::check(text, Limits { steps, goes_on: &goes_on });
    stop.into_inner().map_or(Ok(checked), Err)
}
