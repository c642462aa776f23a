//! Pseudo-random numbers that depend only on the seed: numbers, choices and shuffles are equal on all machines and with
//! all versions of libraries, so that generated levels and random tests repeat. Not cryptographically secure.

/// Generator SplitMix64 (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
///
/// ```
/// use sokoplan_run::Random;
/// let mut random = Random::new(42);
/// let die: Vec<usize> = (0..5).map(|_| random.between(1, 6)).collect();
/// assert!(die.iter().all(|&face| (1..=6).contains(&face)));
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Creates the generator of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a random number in `0..end`; 0 if the range is empty. Probabilities differ by less than `end` in 2^32.
    pub const fn below(&mut self, end: usize) -> usize {
        // The upper half, scaled by multiplication: equal on machines of 32 bits.
        ((self.bits() >> 32).wrapping_mul(end as u64) >> 32) as usize
    }

    /// Returns a random number in `first..=last`.
    pub const fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last.saturating_sub(first) + 1)
    }

    /// Returns true with a probability of `percent` percent.
    pub const fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Returns a random item of a list. Panics if the list is empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Shuffles the items of a list (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.between(0, last));
        }
    }
}
