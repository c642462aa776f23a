//! The steps of a solution as arrows over the picture of the rooms.

use super::StepsView;
use crate::maze::RoomsBy;
use crate::render::SentenceRow;
use crate::render::picture::arrows::{Way, arrows};
use crate::render::rooms::{RoomsDump, svg_over};
use crate::steps::StepKind;

impl StepsView<'_> {
    /// Returns the picture of the rooms as SVG, with an arrow for each transfer and a broken line for each
    /// arrangement. `dead` holds for each square whether it is dead.
    pub fn svg(&self, by: RoomsBy, dead: &[bool]) -> String {
        let dump = RoomsDump::new(self.level, by, &self.explained.areas, dead);
        let steps: Vec<Way> = self.ways().collect();
        let notes: Vec<String> = std::iter::once(self.headline()).chain(self.notes()).collect();
        svg_over(&dump, Some(arrows(&self.level.board, &steps)), &notes)
    }

    pub(in crate::render) fn ways(&self) -> impl Iterator<Item = Way> + '_ {
        self.explained
            .steps
            .iter()
            .map(|step| Way { squares: step.way.clone(), is_transfer: step.kind() == StepKind::Transfer })
    }

    /// Returns the sentences of the story as lines, each after the numbers of its steps.
    pub(in crate::render) fn notes(&self) -> impl Iterator<Item = String> + '_ {
        let note = |sentence: SentenceRow| format!("{}  {}", sentence.numbers(), sentence.words);
        self.story_row().sentences.into_iter().map(note)
    }
}
