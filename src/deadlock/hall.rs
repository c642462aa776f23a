//! Which boxes want too few goals?
//!
//! In comes, for each box, which goals it can have; out come boxes that together have fewer goals than there are of
//! them (Hall 1935), where there are such. The search for an augmenting path (Kuhn 1955) that fails has seen just them.

use std::collections::VecDeque;

/// Boxes, by their places in the list, and all goals that they can have: one fewer. `None` where each can have its own.
pub fn competitors(boxes: usize, goals: usize, can: impl Fn(usize, usize) -> bool) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut owner: Vec<Option<usize>> = vec![None; goals];
    for first in 0..boxes {
        let mut asked_by: Vec<Option<usize>> = vec![None; goals];
        let mut queue = VecDeque::from([first]);
        let mut seen = vec![first];
        let free = 'search: loop {
            let Some(b) = queue.pop_front() else { break None };
            for goal in 0..goals {
                if asked_by[goal].is_some() || !can(b, goal) {
                    continue;
                }
                asked_by[goal] = Some(b);
                match owner[goal] {
                    None => break 'search Some(goal),
                    Some(other) => {
                        queue.push_back(other);
                        seen.push(other);
                    }
                }
            }
        };
        let Some(mut goal) = free else {
            let wanted = (0..goals).filter(|&goal| asked_by[goal].is_some()).collect();
            seen.sort_unstable();
            return Some((seen, wanted));
        };
        // Back along the path, each box takes the goal it asked for and leaves the one it had.
        while let Some(b) = asked_by[goal] {
            let had = owner.iter().position(|&o| o == Some(b));
            owner[goal] = Some(b);
            match had {
                Some(had) => goal = had,
                None => break,
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::competitors;

    #[test]
    fn competitors_want_fewer_goals_than_they_are() {
        let table = [[true, true, false], [true, true, false], [true, true, false]];
        let (boxes, goals) = competitors(3, 3, |b, g| table[b][g]).unwrap();
        assert_eq!((boxes, goals), (vec![0, 1, 2], vec![0, 1]));
        let table = [[true, true, false], [true, false, false], [true, true, true]];
        assert_eq!(competitors(3, 3, |b, g| table[b][g]), None);
        assert_eq!(competitors(1, 1, |_, _| false), Some((vec![0], Vec::new())));
    }

    #[test]
    fn there_are_competitors_exactly_where_no_matching_is() {
        for bits in 0..1u32 << 9 {
            let can = |b: usize, g: usize| bits >> (3 * b + g) & 1 == 1;
            let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
            let is_matched = orders.iter().any(|order| (0..3).all(|b| can(b, order[b])));
            let found = competitors(3, 3, can);
            assert_eq!(found.is_none(), is_matched, "{bits:b}");
            if let Some((boxes, goals)) = found {
                assert_eq!(boxes.len(), goals.len() + 1);
                assert!(boxes.iter().all(|&b| (0..3).all(|g| !can(b, g) || goals.contains(&g))));
            }
        }
    }
}
