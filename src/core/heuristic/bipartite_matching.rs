//! Maximum matchings of things to slots, such as boxes to goals. Things are added one at a time, each with the slots
//! that fit it; earlier things may change their slots (augmenting paths: Kuhn 1955). Adding a thing takes time linear
//! in the number of fitting pairs.

/// A matching of things to slots; things are added one at a time.
#[derive(Clone, Debug)]
pub struct BipartiteMatching {
    owner: Vec<Option<usize>>,
    asked: Vec<bool>,
}

impl BipartiteMatching {
    /// Creates an empty matching with `slots` free slots.
    pub fn new(slots: usize) -> Self {
        Self { owner: vec![None; slots], asked: vec![false; slots] }
    }

    /// Assigns a slot to thing number `thing`, changing the slots of other things if needed. Returns false, without a
    /// change, if the thing cannot have a slot. `fits` returns whether a thing fits a slot.
    pub fn add(&mut self, thing: usize, fits: &impl Fn(usize, usize) -> bool) -> bool {
        self.asked.fill(false);
        self.give(thing, fits)
    }

    /// Frees a slot, and removes its thing from the matching.
    pub fn free(&mut self, slot: usize) {
        self.owner[slot] = None;
    }

    /// Returns pairs of a matched thing and the slot of the thing, in the order of slots.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.owner.iter().enumerate().filter_map(|(slot, owner)| Some(((*owner)?, slot)))
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

/// Returns n things that together fit only n - 1 slots, and these slots (Hall 1935); `None` if all can be matched.
pub fn hall_violator(
    things: usize,
    slots: usize,
    fits: impl Fn(usize, usize) -> bool,
) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut pairing = BipartiteMatching::new(slots);
    let last = (0..things).find(|&thing| !pairing.add(thing, &fits))?;
    // Slots visited by the failed augmentation.
    let wanted: Vec<usize> = (0..slots).filter(|&slot| pairing.asked[slot]).collect();
    let mut few: Vec<usize> = wanted.iter().filter_map(|&slot| pairing.owner[slot]).chain([last]).collect();
    few.sort_unstable();
    Some((few, wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_paired_as_any_choice_of_slots_pairs() {
        // All relations of three things to three slots.
        for relation in 0u32..512 {
            let fits = |thing: usize, slot: usize| relation >> (thing * 3 + slot) & 1 != 0;
            let mut pairing = BipartiteMatching::new(3);
            let paired = (0..3).filter(|&thing| pairing.add(thing, &fits)).count();
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let most = orders.iter().map(|order| (0..3).filter(|&thing| fits(thing, order[thing])).count()).max();
            assert_eq!(Some(paired), most, "{relation:b}");
        }
    }

    #[test]
    fn a_hall_violator_wants_fewer_goals_than_they_are() {
        let table = [[true, true, false], [true, true, false], [true, true, false]];
        let (boxes, goals) = hall_violator(3, 3, |b, g| table[b][g]).unwrap();
        assert_eq!((boxes, goals), (vec![0, 1, 2], vec![0, 1]));
        let table = [[true, true, false], [true, false, false], [true, true, true]];
        assert_eq!(hall_violator(3, 3, |b, g| table[b][g]), None);
        assert_eq!(hall_violator(1, 1, |_, _| false), Some((vec![0], Vec::new())));
    }

    #[test]
    fn there_is_a_hall_violator_exactly_where_no_matching_is() {
        for bits in 0..1u32 << 9 {
            let can = |b: usize, g: usize| bits >> (3 * b + g) & 1 == 1;
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let is_matched = orders.iter().any(|order| (0..3).all(|b| can(b, order[b])));
            let found = hall_violator(3, 3, can);
            assert_eq!(found.is_none(), is_matched, "{bits:b}");
            if let Some((boxes, goals)) = found {
                assert_eq!(boxes.len(), goals.len() + 1);
                assert!(boxes.iter().all(|&b| (0..3).all(|g| !can(b, g) || goals.contains(&g))));
            }
        }
    }
}
