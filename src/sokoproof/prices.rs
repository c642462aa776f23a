//! Prices of goals, by the Hungarian method. This code need not be trusted, since any prices give a bound.

/// Returns prices of goals at which each box can have a goal of its own that costs it least, pushes and price together;
/// `rows` are the pushes of each box (outer index) to each goal. Boxes are assigned one by one, along cheapest chains
/// of boxes that change goals.
pub(super) fn prices(rows: &[Vec<i64>]) -> Vec<i64> {
    let goals = rows.first().map_or(0, Vec::len);
    // Goal 0 is no goal: a box begins there. Box 0 is no box.
    let (mut of_box, mut of_goal) = (vec![0; rows.len() + 1], vec![0; goals + 1]);
    let (mut box_at, mut came_by) = (vec![0; goals + 1], vec![0; goals + 1]);
    for next in 1..=rows.len() {
        box_at[0] = next;
        let (mut least, mut is_done) = (vec![i64::MAX; goals + 1], vec![false; goals + 1]);
        let mut goal = 0;
        while box_at[goal] != 0 {
            is_done[goal] = true;
            let who = box_at[goal];
            let (mut cheapest, mut then) = (i64::MAX, 0);
            for other in (1..=goals).filter(|&other| !is_done[other]) {
                let cost = rows[who - 1][other - 1] - of_box[who] - of_goal[other];
                if cost < least[other] {
                    (least[other], came_by[other]) = (cost, goal);
                }
                if least[other] < cheapest {
                    (cheapest, then) = (least[other], other);
                }
            }
            for other in 0..=goals {
                if is_done[other] {
                    of_box[box_at[other]] += cheapest;
                    of_goal[other] -= cheapest;
                } else {
                    least[other] = least[other].saturating_sub(cheapest);
                }
            }
            goal = then;
        }
        while goal != 0 {
            (box_at[goal], goal) = (box_at[came_by[goal]], came_by[goal]);
        }
    }
    of_goal[1..].iter().map(|price: &i64| -price).collect()
}
