//! Numbers of the sets of `K` things in the combinatorial number system: the set `{a < b < c}` has the number `C(c, 3)
//! + C(b, 2) + C(a, 1)`, so the numbers run from 0 without gaps.

/// Returns `C(n, k)` for `k` from 1 to 3, saturating.
pub(super) const fn choose(n: usize, k: usize) -> usize {
    match k {
        1 => n,
        2 => n.saturating_mul(n.saturating_sub(1)) / 2,
        _ => n.saturating_mul(n.saturating_sub(1)).saturating_mul(n.saturating_sub(2)) / 6,
    }
}

/// Returns the number of a set, whose members are given in any order.
pub(super) fn rank<const K: usize>(mut set: [u16; K]) -> usize {
    set.sort_unstable();
    set.iter().enumerate().map(|(at, &thing)| choose(usize::from(thing), at + 1)).sum()
}

/// Returns all sets of `K` numbers below `things`, in the order of the numbers of the sets.
pub(super) fn sets<const K: usize>(things: u16) -> impl Iterator<Item = [u16; K]> {
    let first = (usize::from(things) >= K).then(|| std::array::from_fn(|at| u16::try_from(at).unwrap_or(0)));
    std::iter::successors(first, move |&set| following(set, things))
}

/// Returns the set with the next number: the lowest member that can be raised is raised; `None` after the last.
fn following<const K: usize>(mut set: [u16; K], things: u16) -> Option<[u16; K]> {
    for at in 0..K {
        let bound = set.get(at + 1).copied().unwrap_or(things);
        if set[at] + 1 < bound {
            set[at] += 1;
            (0..at).for_each(|below| set[below] = u16::try_from(below).unwrap_or(0));
            return Some(set);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_come_in_the_order_of_their_numbers() {
        assert!(sets::<2>(9).map(rank).eq(0..choose(9, 2)));
        assert!(sets::<3>(9).map(|[a, b, c]| rank([c, a, b])).eq(0..choose(9, 3)));
        assert_eq!((sets::<3>(3).count(), sets::<3>(2).count(), sets::<2>(0).count()), (1, 0, 0));
    }
}
