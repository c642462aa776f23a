//! Lower bound on the pushes that boxes need from area to area. Input: the number of boxes in each area. Output: the
//! least sum of distances of all boxes to goals of their own, each distance measured from the best square of the area.
//! This is a minimum-cost flow from areas to areas, found along cheapest augmenting paths (Ahuja, Magnanti and Orlin
//! 1993, 9.7). Without a flow the boxes are lost.

use crate::abstraction::AreaCounts;
use crate::maze::{AreaId, Areas, Maze, PushDistances};
use crate::run::{Meter, Stop};

/// Stands for the distance where no path exists; sums of a few of these do not overflow.
const NEVER: i64 = i64::MAX / 4;

/// Distances between areas, and the number of goals of each area.
#[derive(Debug)]
pub struct Flow {
    /// Fewest pushes of a lone box from each area (outer index) to a goal of each area (inner index).
    pushes: Vec<Vec<i64>>,
    /// Fewest pushes of a lone box from the best square of each area to any goal.
    nearest: Vec<i64>,
    goals: Vec<u16>,
}

impl Flow {
    /// Computes the distances, in time linear in the squares times the goals.
    pub fn new(maze: &Maze<'_>, areas: &Areas, meter: &Meter) -> Result<Self, Stop> {
        let mut pushes = vec![vec![NEVER; areas.len()]; areas.len()];
        let mut goals = vec![0; areas.len()];
        for (column, &goal) in maze.board.goals().iter().enumerate() {
            meter.check()?;
            let to = areas.area_of(goal).index();
            goals[to] += 1;
            for square in maze.board.squares() {
                let least = maze.distances.minimum(square, column);
                let path = &mut pushes[areas.area_of(square).index()][to];
                if least != PushDistances::NEVER {
                    *path = (*path).min(i64::from(least));
                }
            }
        }
        let nearest = pushes.iter().map(|ways| ways.iter().copied().min().unwrap_or(NEVER)).collect();
        Ok(Self { pushes, nearest, goals })
    }

    /// Returns how many pushes boxes need for goals of their own beyond the pushes to the nearest goals; `None` if some
    /// box cannot have one.
    ///
    /// ```text
    ///   boxes  2   1   0       the nearest goals of all three boxes are in the second area, which has room
    ///   goals  0   2   1       for two: one goes on
    /// ```
    pub fn detour(&self, counts: &AreaCounts) -> Option<u32> {
        let areas = self.goals.len();
        let mut flow = vec![vec![0_u16; areas]; areas];
        let mut left: Vec<u16> = (0..areas).map(|area| counts.get(AreaId::from_index(area))).collect();
        let mut room = self.goals.clone();
        let mut detour = 0;
        while left.iter().any(|&n| n > 0) {
            let (length, path) = self.cheapest(&flow, &left, &room)?;
            // The boxes sent at once are the capacity of the path: the boxes at its start, the room at its end, the
            // flow that it undoes.
            let (start, end) = (path[0].0, path[path.len() - 1].1);
            let back = path.windows(2).map(|pair| flow[pair[1].0][pair[0].1]);
            let capacity = back.min().unwrap_or(u16::MAX).min(left[start]).min(room[end]);
            for pair in path.windows(2) {
                flow[pair[1].0][pair[0].1] -= capacity;
            }
            path.iter().for_each(|&(from, to)| flow[from][to] += capacity);
            left[start] -= capacity;
            room[end] -= capacity;
            detour += (length - self.nearest[start]) * i64::from(capacity);
        }
        u32::try_from(detour).ok()
    }

    /// Returns a lower bound on all pushes that the boxes need; `None` if not all boxes can have a goal.
    pub fn pushes(&self, counts: &AreaCounts) -> Option<u32> {
        let nearest = (0..self.goals.len()).map(|area| match counts.get(AreaId::from_index(area)) {
            0 => 0,
            boxes => i64::from(boxes).saturating_mul(self.nearest[area]),
        });
        let nearest = u32::try_from(nearest.fold(0, i64::saturating_add)).ok()?;
        self.detour(counts)?.checked_add(nearest)
    }

    /// Returns the length of the cheapest augmenting path from an area with boxes `left` to an area with `room` for
    /// boxes, and the path as pairs of a sending and a receiving area; between two pairs, the receiving area returns
    /// boxes to the next sender.
    fn cheapest(&self, flow: &[Vec<u16>], left: &[u16], room: &[u16]) -> Option<(i64, Vec<(usize, usize)>)> {
        let all = 0..left.len();
        let mut send: Vec<i64> = left.iter().map(|&n| if n > 0 { 0 } else { NEVER }).collect();
        let mut take = vec![(NEVER, 0); left.len()];
        let mut sent_by: Vec<Option<usize>> = vec![None; left.len()];
        let mut changed = true;
        // Bellman and Ford: undone flow has negative cost, but no cycle has.
        while changed {
            changed = false;
            for from in all.clone().filter(|&from| send[from] < NEVER) {
                for to in all.clone().filter(|&to| self.pushes[from][to] < NEVER) {
                    let length = send[from] + self.pushes[from][to];
                    if length < take[to].0 {
                        (take[to], changed) = ((length, from), true);
                    }
                }
            }
            for to in all.clone().filter(|&to| take[to].0 < NEVER) {
                for from in all.clone().filter(|&from| flow[from][to] > 0) {
                    let length = take[to].0 - self.pushes[from][to];
                    if length < send[from] {
                        (send[from], sent_by[from], changed) = (length, Some(to), true);
                    }
                }
            }
        }
        let end = all.filter(|&to| room[to] > 0 && take[to].0 < NEVER).min_by_key(|&to| take[to].0)?;
        let mut path = vec![(take[end].1, end)];
        while let Some(to) = sent_by[path[path.len() - 1].0] {
            path.push((take[to].1, to));
        }
        path.reverse();
        Some((take[end].0, path))
    }
}
