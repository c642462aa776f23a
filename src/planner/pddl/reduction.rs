//! Reduces the table of an area to the objects (classes of local states) that plans can distinguish. Output: a table
//! that allows exactly the sequences of crossings of the input from its start to home (boxes exactly on goals). A plan
//! is a sequence of crossings that every area allows, so it has the same plans at equal costs. Objects that never lead
//! home are removed; objects that simulate each other become one; of the steps by one crossing, those to an object that
//! another one simulates are dropped. See [`super::simulation`].

use super::simulation::Simulation;
use super::tables::{Table, TableStep};
use crate::run::{Meter, Stop};

impl Table {
    /// Maximum number of objects of a table that are compared with each other; the memory, 8 MB, grows with its square.
    const MOST_COMPARED: usize = 8_000;

    /// Returns the reduced table; the start stays the first object.
    pub(super) fn reduced(&self, meter: &Meter) -> Result<Self, Stop> {
        let living = self.without_dead_ends();
        if living.objects.len() > Self::MOST_COMPARED {
            return Ok(living);
        }
        let simulation = Simulation::new(&living, meter)?;
        let merged = living.merged(&simulation);
        Ok(merged.kept(&merged.reached()))
    }

    /// Returns the table with only the start and the objects from which steps lead home.
    fn without_dead_ends(&self) -> Self {
        let mut origins = vec![Vec::new(); self.objects.len()];
        self.steps.iter().for_each(|step| origins[step.to].push(step.from));
        let homes = (0..self.objects.len()).filter(|&object| self.home[object]);
        let mut living = flood(&origins, homes);
        living.iter_mut().take(1).for_each(|start| *start = true);
        self.kept(&living)
    }

    /// Returns the table in which objects that simulate each other are one, without steps to objects that the target of
    /// another step by the same crossing simulates.
    fn merged(&self, simulation: &Simulation) -> Self {
        let is_same = |a, b| simulation.is_above(a, b) && simulation.is_above(b, a);
        let first: Vec<usize> =
            (0..self.objects.len()).map(|object| (0..object).find(|&o| is_same(o, object)).unwrap_or(object)).collect();
        let mut table = Self { steps: Vec::new(), ..self.clone() };
        for (object, &is_home) in self.home.iter().enumerate() {
            table.home[first[object]] |= is_home;
        }
        let mut steps: Vec<TableStep> =
            self.steps.iter().map(|step| TableStep { from: first[step.from], to: first[step.to], ..*step }).collect();
        steps.retain(|step| step.crossing.is_some() || step.from != step.to);
        steps.sort_unstable();
        steps.dedup();
        for outcomes in steps.chunk_by(|a, b| (a.from, a.crossing) == (b.from, b.crossing)) {
            let is_needless = |to| outcomes.iter().any(|other| other.to != to && simulation.is_above(other.to, to));
            table.steps.extend(outcomes.iter().filter(|step| !is_needless(step.to)));
        }
        table
    }

    /// Returns for each object whether steps lead from the start to it.
    fn reached(&self) -> Vec<bool> {
        let mut targets = vec![Vec::new(); self.objects.len()];
        self.steps.iter().for_each(|step| targets[step.from].push(step.to));
        flood(&targets, (0..self.objects.len()).take(1))
    }

    /// Returns the table with only the objects marked in `is_kept`, in their order, and the steps between them.
    fn kept(&self, is_kept: &[bool]) -> Self {
        let kept: Vec<usize> = (0..self.objects.len()).filter(|&object| is_kept[object]).collect();
        let mut place = vec![usize::MAX; self.objects.len()];
        kept.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        let steps = self.steps.iter().filter(|step| is_kept[step.from] && is_kept[step.to]);
        Self {
            objects: kept.iter().map(|&object| self.objects[object]).collect(),
            steps: steps.map(|step| TableStep { from: place[step.from], to: place[step.to], ..*step }).collect(),
            home: kept.iter().map(|&object| self.home[object]).collect(),
            local_states: self.local_states,
            is_cut: self.is_cut,
        }
    }
}

/// Returns for each index whether `lists` (targets of each index) lead to it from an index in `from`.
fn flood(lists: &[Vec<usize>], from: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut seen = vec![false; lists.len()];
    let mut stack: Vec<usize> = from.collect();
    stack.iter().for_each(|&at| seen[at] = true);
    while let Some(at) = stack.pop() {
        for &next in &lists[at] {
            if !std::mem::replace(&mut seen[next], true) {
                stack.push(next);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::super::crossings::Crossing;
    use super::super::rooms::tables;
    use super::super::tables::Object;
    use super::*;
    use crate::level::Level;
    use crate::maze::{Areas, Maze};
    use crate::planner::PlanningContext;
    use crate::run::Random;
    use std::collections::BTreeSet;

    fn random_level(random: &mut Random) -> Option<Level> {
        let row = |inner: String| format!("#{inner}#");
        let mut rows: Vec<Vec<char>> = (0..4)
            .map(|_| row((0..6).map(|_| if random.below(5) == 0 { '#' } else { ' ' }).collect()).chars().collect())
            .collect();
        for piece in ['$', '.', '$', '.', '@'] {
            rows[random.below(4)][1 + random.below(6)] = piece;
        }
        let wall = "#".repeat(8);
        let text: Vec<String> = std::iter::once(wall.clone())
            .chain(rows.into_iter().map(|row| row.into_iter().collect()))
            .chain([wall])
            .collect();
        Level::from_xsb("", &text.join("\n")).ok()
    }

    /// Returns the tables of all areas of levels of two boxes, cut into areas of a few squares.
    fn tables_of_random_levels() -> Vec<Table> {
        let mut random = Random::new(1);
        let levels = std::iter::from_fn(|| Some(random_level(&mut random))).flatten().take(60);
        let of_level = |level: Level| {
            let meter = &mut Meter::unlimited();
            let maze = Maze::new(&level.board, meter).unwrap();
            let areas = Areas::of(&level.board).cut_to(&level.board, 7);
            let context = PlanningContext::new(&maze, &areas);
            let crossings = Crossing::all(&context, &areas);
            tables(&context, (&areas, &crossings), &level.start, 2_000, meter).unwrap()
        };
        levels.flat_map(of_level).collect()
    }

    /// Returns the objects after silent pushes.
    fn settled(table: &Table, from: impl Iterator<Item = usize>) -> BTreeSet<usize> {
        let mut slides = vec![Vec::new(); table.objects.len()];
        let silent = table.steps.iter().filter(|step| step.crossing.is_none());
        silent.for_each(|step| slides[step.from].push(step.to));
        let seen = flood(&slides, from);
        (0..seen.len()).filter(|&object| seen[object]).collect()
    }

    fn after(table: &Table, from: &BTreeSet<usize>, crossing: usize) -> BTreeSet<usize> {
        let steps = table.steps.iter().filter(|step| step.crossing == Some(crossing) && from.contains(&step.from));
        settled(table, steps.map(|step| step.to))
    }

    /// Returns whether equal sequences of crossings lead home in both tables, by all sets of objects that they lead to.
    fn agree(one: &Table, other: &Table) -> bool {
        let crossings: BTreeSet<usize> = one.steps.iter().filter_map(|step| step.crossing).collect();
        let start = |table: &Table| settled(table, (0..table.objects.len()).take(1));
        let is_home = |table: &Table, set: &BTreeSet<usize>| set.iter().any(|&object| table.home[object]);
        let mut stack = vec![(start(one), start(other))];
        let mut seen = BTreeSet::from_iter(stack.clone());
        while let Some((a, b)) = stack.pop() {
            if is_home(one, &a) != is_home(other, &b) {
                return false;
            }
            let next = crossings.iter().map(|&c| (after(one, &a, c), after(other, &b, c)));
            stack.extend(next.filter(|pair| seen.insert(pair.clone())).collect::<Vec<_>>());
        }
        other.steps.iter().all(|step| step.crossing.is_none_or(|c| crossings.contains(&c)))
    }

    /// Returns a random table of a few objects, with silent pushes that may form cycles.
    fn random_table(random: &mut Random) -> Table {
        let number = 2 + random.below(7);
        let objects: Vec<Object> = (0..)
            .take(number)
            .map(|n| if random.below(4) > 0 { Object::Class(n) } else { Object::Options(n) })
            .collect();
        let home = (0..number).map(|_| random.below(4) == 0).collect();
        let mut step = || TableStep {
            from: random.below(number),
            crossing: random.below(4).checked_sub(1),
            to: random.below(number),
        };
        let mut steps: Vec<TableStep> = (0..number * 2).map(|_| step()).collect();
        steps.retain(|step| step.crossing.is_some() || objects[step.from].is_class() && objects[step.to].is_class());
        steps.sort_unstable();
        steps.dedup();
        Table { objects, steps, home, local_states: 0, is_cut: false }
    }

    #[test]
    fn a_reduced_table_allows_the_same_sequences_of_crossings() {
        let mut random = Random::new(1);
        let mut smaller = 0;
        for _ in 0..3_000 {
            let table = random_table(&mut random);
            let reduced = table.reduced(&Meter::unlimited()).unwrap();
            assert!(agree(&table, &reduced), "{table:?}\n{reduced:?}");
            smaller += usize::from(1 < reduced.objects.len() && reduced.objects.len() < table.objects.len());
        }
        assert!(smaller > 500, "{smaller}");
    }

    #[test]
    fn so_it_is_for_the_areas_of_random_levels() {
        for table in tables_of_random_levels() {
            let reduced = table.reduced(&Meter::unlimited()).unwrap();
            assert!(agree(&table, &reduced), "{table:?}\n{reduced:?}");
            assert!(reduced.objects.len() <= table.objects.len() && reduced.steps.len() <= table.steps.len());
        }
    }

    #[test]
    fn objects_that_can_do_the_same_become_one() {
        let step = |from, crossing, to| TableStep { from, crossing: Some(crossing), to };
        let table = Table {
            objects: (0..5).map(Object::Class).collect(),
            // 1 and 2 simulate each other, 3 does less, 4 does not come home.
            steps: vec![step(0, 0, 1), step(0, 0, 2), step(0, 0, 3), step(0, 0, 4)]
                .into_iter()
                .chain([step(1, 1, 0), step(1, 2, 0), step(2, 1, 0), step(2, 2, 0), step(3, 1, 0), step(4, 3, 4)])
                .collect(),
            home: vec![true, false, false, false, false],
            local_states: 0,
            is_cut: false,
        };
        let reduced = table.reduced(&Meter::unlimited()).unwrap();
        assert_eq!(reduced.objects, [Object::Class(0), Object::Class(1)]);
        assert_eq!(reduced.steps, [step(0, 0, 1), step(1, 1, 0), step(1, 2, 0)]);
    }
}
