//! The budget of an expensive rule, counted in positions.

/// A balance of positions: every question adds a little, every proof adds more, and searches are paid from it. The rest
/// is carried over, so a rule that proves nothing soon searches little.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    left: i64,
    marked: i64,
}

impl Allowance {
    /// The first balance. Measured on levels 1 to 30 of XSokoban at 1,000 nodes of an earlier feature-space search, on
    /// a busy machine: 500 for both the cluster search and studies, 2,000 and 4,000, and 20,000 and 40,000 all solve
    /// one set of 20 levels with equal numbers of nodes, in 10, 16 and 18 CPU seconds; with studies unlimited, 30.
    const FIRST: i64 = 500;
    /// Chosen in a profile of five levels of XSokoban: with these two constants an equal set of states is kept in a
    /// quarter to a half of the time.
    const EACH_QUESTION: i64 = 3;
    const EACH_PROOF: i64 = 50;

    /// Makes the allowance with the first balance.
    pub(super) const fn new() -> Self {
        Self { left: Self::FIRST, marked: Self::FIRST }
    }

    /// Adds the amount of one question.
    pub(super) const fn ask(&mut self) {
        self.left += Self::EACH_QUESTION;
    }

    /// Returns whether a search may begin. It may overdraw the balance; the next searches then wait.
    pub(super) const fn allows(self) -> bool {
        self.left > 0
    }

    /// Pays for a search of this number of positions.
    pub(super) fn pay(&mut self, positions: usize, has_proved: bool) {
        self.left -= i64::try_from(positions).unwrap_or(i64::MAX);
        self.left += if has_proved { Self::EACH_PROOF } else { 0 };
    }

    /// Saves the balance.
    pub(super) const fn mark(&mut self) {
        self.marked = self.left;
    }

    /// Restores the balance of the last mark.
    pub(super) const fn undo(&mut self) {
        self.left = self.marked;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_allowance_comes_back_with_questions_and_sooner_with_proofs() {
        let questions_after = |has_proved| {
            let (mut allowance, mut questions) = (Allowance::new(), 0);
            allowance.pay(589, has_proved);
            while !allowance.allows() {
                allowance.ask();
                questions += 1;
            }
            questions
        };
        assert_eq!((questions_after(false), questions_after(true)), (30, 14));
    }

    #[test]
    fn undoing_restores_the_balance_of_the_mark() {
        let mut allowance = Allowance::new();
        allowance.mark();
        allowance.pay(1_000, false);
        assert!(!allowance.allows());
        allowance.undo();
        assert!(allowance.allows());
    }
}
