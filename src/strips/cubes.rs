//! Disjunctive normal form of conditions.
//!
//! A condition becomes a list of cubes, which are conjunctions of literals: the condition holds exactly if one cube
//! holds. Contradictory cubes, and cubes that contain another cube, are dropped.

use super::expand::Residual;
use crate::run::{Meter, Stop};

/// Most cubes of one action with its arguments: n facts make up to 2^n operators, too many for any search.
pub(super) const MOST_CUBES: usize = 4096;

/// Conjunction of literals: facts that hold (true) or do not hold, in ascending order, each once.
pub(super) type Cube = Vec<(u32, bool)>;

/// Reason why a condition has no normal form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excess {
    /// The condition has more than [`MOST_CUBES`] cubes.
    TooMany,
    Stopped(Stop),
}

impl From<Stop> for Excess {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Returns whether a cube requires a fact to hold; `None` if the cube does not contain the fact.
fn sign(cube: &Cube, fact: u32) -> Option<bool> {
    cube.binary_search_by_key(&fact, |literal| literal.0).ok().map(|place| cube[place].1)
}

/// Returns a cube with one more literal; `None` if it contains the opposite.
fn with(cube: &Cube, fact: u32, positive: bool) -> Option<Cube> {
    match cube.binary_search_by_key(&fact, |literal| literal.0) {
        Ok(place) => (cube[place].1 == positive).then(|| cube.clone()),
        Err(place) => {
            let mut longer = Vec::with_capacity(cube.len() + 1);
            longer.extend_from_slice(&cube[..place]);
            longer.push((fact, positive));
            longer.extend_from_slice(&cube[place..]);
            Some(longer)
        }
    }
}

/// Returns the cubes of the conjunction of a cube and a condition.
pub(super) fn conjoined(cube: &Cube, condition: &Residual, meter: &Meter) -> Result<Vec<Cube>, Excess> {
    meter.check()?;
    match condition {
        Residual::Fact(positive, fact) => Ok(with(cube, *fact, *positive).into_iter().collect()),
        Residual::All(parts) => {
            let mut cubes = vec![cube.clone()];
            // Literals first: they decide parts of the others.
            let (literals, others): (Vec<_>, Vec<_>) =
                parts.iter().partition(|part| matches!(part, Residual::Fact(..)));
            for part in literals.into_iter().chain(others) {
                let mut longer = Vec::new();
                for cube in &cubes {
                    longer.extend(conjoined(cube, part, meter)?);
                    if longer.len() > MOST_CUBES {
                        return Err(Excess::TooMany);
                    }
                }
                cubes = absorbed(longer, meter)?;
            }
            Ok(cubes)
        }
        Residual::Any(parts) => {
            let holds = |part: &Residual| matches!(part, Residual::Fact(s, fact) if sign(cube, *fact) == Some(*s));
            if parts.iter().any(holds) {
                return Ok(vec![cube.clone()]);
            }
            let mut cubes = Vec::new();
            for part in parts {
                cubes.extend(conjoined(cube, part, meter)?);
                if cubes.len() > MOST_CUBES {
                    return Err(Excess::TooMany);
                }
            }
            Ok(absorbed(cubes, meter)?)
        }
    }
}

/// Returns the cubes that contain no other cube, the shortest first.
fn absorbed(mut cubes: Vec<Cube>, meter: &Meter) -> Result<Vec<Cube>, Stop> {
    cubes.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let mut kept: Vec<Cube> = Vec::with_capacity(cubes.len());
    for cube in cubes {
        meter.check()?;
        let is_within = |shorter: &Cube| shorter.iter().all(|&(fact, positive)| sign(&cube, fact) == Some(positive));
        if !kept.iter().any(is_within) {
            kept.push(cube);
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(fact: u32) -> Residual {
        Residual::Fact(true, fact)
    }

    fn cubes(condition: &Residual) -> Result<Vec<Cube>, Excess> {
        conjoined(&Cube::new(), condition, &Meter::unlimited())
    }

    #[test]
    fn contradictions_and_superfluous_cubes_are_dropped() {
        let both = Residual::All(vec![Residual::Any(vec![fact(1), fact(2)]), Residual::Any(vec![fact(1), fact(3)])]);
        assert_eq!(cubes(&both).unwrap(), [vec![(1, true)], vec![(2, true), (3, true)]]);
        let never = Residual::All(vec![both.clone(), both.negated()]);
        assert_eq!(cubes(&never).unwrap(), Vec::<Cube>::new());
        assert_eq!(cubes(&Residual::TRUE).unwrap(), [Cube::new()]);
        assert_eq!(cubes(&Residual::FALSE).unwrap(), Vec::<Cube>::new());
    }

    #[test]
    fn growth_ends_at_the_limit() {
        let pairs =
            |count: u32| Residual::All((0..count).map(|i| Residual::Any(vec![fact(2 * i), fact(2 * i + 1)])).collect());
        assert_eq!(cubes(&pairs(10)).unwrap().len(), 1024);
        assert_eq!(cubes(&pairs(13)).unwrap_err(), Excess::TooMany);
    }
}
