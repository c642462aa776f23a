//! The moves of the search by pulls from the filled goals, with removals of boxes.

use super::measure::{Freedom, Measure, Score};
use super::pulls::Pulls;
use super::removals::{groups, removals, sink};
use super::state::{Pull, State, Step, stuck_boxes};
use crate::feature_space::{Candidate, Domain};
use crate::level::{Position, Square};
use crate::maze::Maze;
use crate::push::{BoxSet, Macros, Region};
use crate::run::{Meter, Stop};

#[derive(Debug)]
pub(super) struct Unpacking<'a> {
    maze: &'a Maze<'a>,
    starts: BoxSet,
    measure: Measure<'a>,
    pulls: Pulls,
    macros: Macros,
    region: Region,
    freedom: Freedom,
    settled: BoxSet,
}

impl<'a> Unpacking<'a> {
    pub(super) fn new(maze: &'a Maze<'a>, start: &Position, freedom: Freedom, meter: &mut Meter) -> Result<Self, Stop> {
        let squares = maze.board.len();
        Ok(Self {
            maze,
            starts: BoxSet::of(squares, start.boxes.iter().copied()),
            measure: Measure::new(maze, start, meter)?,
            pulls: Pulls::new(maze),
            macros: Macros::new(squares),
            region: Region::new(squares),
            freedom,
            settled: freedom.settled(maze.board, start),
        })
    }

    /// Returns the first position, all goals full and the player in no region yet, with its score.
    pub(super) fn root(&mut self) -> (State, Score) {
        let boxes = BoxSet::of(self.maze.board.len(), self.maze.board.goals().iter().copied());
        let root = State { boxes, bases: self.starts.clone(), player: None };
        let score = self.measure.score(&root.boxes, &root.bases);
        (root, score)
    }

    /// Returns the starts that pushes connect with that on which the box is removed.
    pub(super) fn sources(&mut self, state: &State, removal: Pull) -> BoxSet {
        let groups = groups(self.maze, (&state.boxes, &self.starts), &mut self.macros);
        let own = groups.into_iter().find(|group| group.has(removal.to));
        own.unwrap_or_else(|| BoxSet::of(self.maze.board.len(), [removal.to]))
    }

    /// Returns the starts of the removed boxes: played forwards, these boxes wait there for their steps.
    fn taken(&self, state: &State) -> BoxSet {
        let waits = |s: &Square| !state.bases.has(*s);
        BoxSet::of(self.maze.board.len(), self.starts.iter().filter(waits))
    }

    fn sink(&mut self, state: &State) -> BoxSet {
        self.flood(state);
        sink(self.maze, (&state.boxes, &state.bases), &self.region, &mut self.macros)
    }

    fn flood(&mut self, state: &State) {
        if let Some(player) = state.player {
            self.region.flood(self.maze.board, player, |s| state.boxes.has(s));
        }
    }

    fn entries(&mut self, state: &State, score: Score) -> Vec<Candidate<Step, Score>> {
        let players: Vec<Square> = self.region.each(self.maze.board, |s| state.boxes.has(s));
        players.into_iter().map(|player| Candidate::new(Step::Enter { player }, score, 0)).collect()
    }
}

impl Domain for Unpacking<'_> {
    type State = State;
    type Move = Step;
    type Score = Score;

    fn after(&mut self, state: &State, by: Step) -> Option<State> {
        let (boxes, bases, player) = state.after(by);
        self.region.flood(self.maze.board, player, |s| boxes.has(s));
        Some(State { boxes, bases, player: Some(self.region.representative()) })
    }

    fn is_goal(&mut self, state: &State, _: Self::Score) -> bool {
        state.boxes == state.bases
    }

    /// Returns only removals if any is possible, unless the search makes all pulls. A position is lost if a box that
    /// can never be pulled is not on a base.
    fn expand(
        &mut self,
        state: &State,
        _: Option<Step>,
        score: Score,
        meter: &mut Meter,
    ) -> Result<Option<Vec<Candidate<Step, Score>>>, Stop> {
        if !stuck_boxes(self.maze.board, &state.boxes).is_subset(&state.bases) {
            return Ok(None);
        }
        if state.player.is_none() {
            return Ok(Some(self.entries(state, score)));
        }
        let sink = self.sink(state);
        let taken = self.taken(state);
        let movable = state.boxes.minus(&self.settled);
        let tools = (&mut self.macros, &mut self.measure);
        let mut candidates = removals(self.maze, (state, &movable, &self.region, &sink), tools, meter)?;
        if self.freedom != Freedom::All && !candidates.is_empty() {
            return Ok(Some(candidates));
        }
        let tools = (&mut self.macros, &self.measure);
        let within = (&movable, &taken);
        candidates.extend(self.pulls.all(self.maze, (state, score, &self.region), within, tools, meter)?);
        Ok(Some(candidates))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use itertools::Itertools;

    type Place = (usize, usize);

    /// Returns the moves at the full goals: whether a box is removed, from, to, and whether the move is advised.
    fn moves(text: &str) -> Vec<(bool, Place, Place, bool)> {
        moves_with(text, Freedom::Strict)
    }

    fn moves_with(text: &str, freedom: Freedom) -> Vec<(bool, Place, Place, bool)> {
        let level = Level::from_xsb("", text).unwrap();
        let mut meter = Meter::unlimited();
        let maze = Maze::new(&level.board, &mut meter).unwrap();
        let mut domain = Unpacking::new(&maze, &level.start, freedom, &mut meter).unwrap();
        let (root, score) = domain.root();
        let state = domain.after(&root, Step::Enter { player: level.start.player }).unwrap();
        let candidates = domain.expand(&state, None, score, &mut meter).unwrap().unwrap();
        let at = |s: Square| level.board.row_column(s);
        let shown = |c: &Candidate<Step, Score>| match c.by {
            Step::Remove(pull) => Some((true, at(pull.from), at(pull.to), c.priority > 0)),
            Step::Pull(pull) => Some((false, at(pull.from), at(pull.to), c.priority > 0)),
            Step::Enter { .. } => None,
        };
        candidates.iter().filter_map(shown).collect()
    }

    #[test]
    fn boxes_that_are_settled_are_not_pulled() {
        let text = "##############\n#            #\n# * @  $  .  #\n#            #\n##############\n";
        let from =
            |freedom| moves_with(text, freedom).into_iter().map(|(_, from, ..)| from).unique().collect::<Vec<_>>();
        assert_eq!(from(Freedom::Settled), [(2, 10)]);
        assert_eq!(from(Freedom::All), [(2, 2), (2, 10)]);
    }

    #[test]
    fn each_box_that_can_be_taken_out_is_on_the_first_base_and_only_the_best_is_advised() {
        let text = "################\n#     ####    ##\n# $           .#\n# $@  ####  . ##\n#     ####    ##\n################\n";
        assert_eq!(moves(text), [(true, (2, 14), (2, 2), false), (true, (3, 12), (2, 2), true)]);
    }

    #[test]
    fn within_a_room_boxes_are_taken_out_on_bases_far_away_only() {
        let text = "############\n#          #\n# $      $@#\n#          #\n#   ..     #\n############\n";
        let found = moves(text);
        assert_eq!(
            found.iter().map(|&(out, from, to, _)| (out, from, to)).collect::<Vec<_>>(),
            [(true, (4, 4), (2, 9)), (true, (4, 5), (2, 9))]
        );
    }

    #[test]
    fn a_box_is_not_taken_out_where_another_needs_that_base() {
        // The box in the lowest row can only come from the lowest row: the other two bases are for the others.
        let text =
            "###############\n#             #\n# $$       .. #\n#             #\n#      $  .  @#\n###############\n";
        let found = moves(text);
        assert!(found.iter().all(|&(out, ..)| out));
        assert_eq!(found.iter().map(|&(_, from, ..)| from).collect::<Vec<_>>(), [(2, 11), (2, 12)]);
    }

    #[test]
    fn where_none_can_be_taken_out_a_box_pulled_as_far_from_the_goals_as_can_be_is_advised() {
        let found = moves("########\n#      #\n# $ .  #\n#  @   #\n#      #\n########\n");
        assert!(found.len() > 4 && found.iter().all(|&(out, ..)| !out));
        let advised: Vec<Place> =
            found.iter().filter(|&&(.., is_advised)| is_advised).map(|&(_, _, to, _)| to).collect();
        assert_eq!(advised, [(3, 2)]);
    }

    #[test]
    fn a_pull_that_opens_the_way_between_two_regions_is_advised() {
        let found = moves("###########\n#   ##    #\n#  @$.    #\n#   ##    #\n###########\n");
        assert!(found.contains(&(false, (2, 5), (2, 2), true)), "{found:?}");
    }

    #[test]
    fn a_position_with_a_box_that_can_never_leave_is_lost_unless_it_stands_on_a_base() {
        let expanded = |text| {
            let level = Level::from_xsb("", text).unwrap();
            let mut meter = Meter::unlimited();
            let maze = Maze::new(&level.board, &mut meter).unwrap();
            let mut domain = Unpacking::new(&maze, &level.start, Freedom::Strict, &mut meter).unwrap();
            let (root, score) = domain.root();
            domain.expand(&root, None, score, &mut meter).unwrap().is_some()
        };
        assert!(!expanded("########\n#  $ @ #\n##.#####\n########\n"));
        assert!(expanded("########\n#  @   #\n##*#####\n########\n"));
    }
}
