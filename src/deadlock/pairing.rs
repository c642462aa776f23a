//! Can each of these have one of those of its own?
//!
//! In come things one at a time, each with the slots it could take; out comes whether all so far fit at once. Things
//! that came before may move to other slots (Kuhn's augmenting paths).

/// Which slots are taken, and by whom.
#[derive(Clone, Debug)]
pub struct Pairing {
    owner: Vec<Option<usize>>,
    asked: Vec<bool>,
}

impl Pairing {
    /// So many slots, all free.
    pub fn new(slots: usize) -> Self {
        Self { owner: vec![None; slots], asked: vec![false; slots] }
    }

    /// Gives thing number `thing` a slot, moving others if need be; false, and nothing changed, when it cannot be.
    pub fn add(&mut self, thing: usize, fits: &impl Fn(usize, usize) -> bool) -> bool {
        self.asked.fill(false);
        self.give(thing, fits)
    }

    fn give(&mut self, thing: usize, fits: &impl Fn(usize, usize) -> bool) -> bool {
        for slot in 0..self.owner.len() {
            if self.asked[slot] || !fits(thing, slot) {
                continue;
            }
            self.asked[slot] = true;
            if self.owner[slot].is_none_or(|other| self.give(other, fits)) {
                self.owner[slot] = Some(thing);
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_paired_as_any_choice_of_slots_pairs() {
        // All relations of three things to three slots.
        for relation in 0u32..512 {
            let fits = |thing: usize, slot: usize| relation >> (thing * 3 + slot) & 1 != 0;
            let mut pairing = Pairing::new(3);
            let paired = (0..3).filter(|&thing| pairing.add(thing, &fits)).count();
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let most = orders.iter().map(|order| (0..3).filter(|&thing| fits(thing, order[thing])).count()).max();
            assert_eq!(Some(paired), most, "{relation:b}");
        }
    }
}
