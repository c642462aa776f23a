//! A rung of the abstraction on a level for pages, as a row of `ladder --json` has it, with the proofs that it is too
//! coarse.

use crate::abstraction::{LabelCounts, label_list};
use serde::{Deserialize, Serialize};

/// Figures of a rung of the abstraction, read from a row; other fields of the row are skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportRung {
    /// Name of the definition of rooms.
    rooms_by: String,
    rung: String,
    /// 1 if a search on this rung solved the level within the limits, else 0.
    solved: usize,
    local_states: usize,
    expanded: u64,
    operators: u64,
    #[serde(with = "label_list")]
    labels: LabelCounts,
    proposed: u64,
    realised: u64,
    transfers: usize,
    outcome_uncertain: usize,
    applicability_uncertain: usize,
    /// 1 if a limit ended the count of uncertain transfers, else 0.
    counts_cut: usize,
    splits: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome_witness: Option<Witness>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    applicability_witness: Option<Witness>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    split_blocks: Vec<SplitBlock>,
}

/// Two states that prove a block (set of states) too coarse: only one allows a step, or both are outcomes of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Witness {
    pictures: [State; 2],
}

/// Block of states that was split: a state in which a step is impossible, and one in which it is possible, if found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SplitBlock {
    position: usize,
    boxes: u16,
    cannot: State,
    can: Option<State>,
}

/// Picture of an area: walls `#`, boxes `$`, player `@`, squares of the area blank, the area that a box goes to `:`,
/// other squares `-`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    rows: String,
    /// Whether the state occurred in the search on the level; else it was found in the area by itself.
    is_met: bool,
}

impl ReportRung {
    /// Maximum number of splits of a rung, so that the page of a hundred levels stays small.
    const MOST: usize = 4;

    /// Returns the rung with only the first splits, as many as a page shows, and with pictures cut to the area.
    #[must_use]
    pub fn shortened(mut self) -> Self {
        self.split_blocks.truncate(Self::MOST);
        for Witness { pictures: [left, right] } in
            self.outcome_witness.iter_mut().chain(&mut self.applicability_witness)
        {
            crop(&mut [left, right]);
        }
        for SplitBlock { cannot, can, .. } in &mut self.split_blocks {
            let mut both: Vec<&mut State> = can.iter_mut().chain([cannot]).collect();
            crop(&mut both);
        }
        self
    }
}

/// Cuts pictures of one board to the area that any of them shows, with one square around it.
///
/// ```text
///   ########
///   #  $:--#        ######
///   #@  ####   >    #  $:-
///   #-------        #@  ##
///   ########        #-----
/// ```
fn crop(states: &mut [&mut State]) {
    let is_shown = |letter: char| !"#-".contains(letter);
    let lines = || states.iter().flat_map(|state| state.rows.lines().enumerate());
    let rows: Vec<usize> = lines().filter(|(_, line)| line.contains(is_shown)).map(|(row, _)| row).collect();
    let columns: Vec<usize> = lines()
        .flat_map(|(_, line)| {
            line.chars().enumerate().filter(|(_, letter)| is_shown(*letter)).map(|(column, _)| column)
        })
        .collect();
    let range = |places: &[usize]| Some((places.iter().min()?.saturating_sub(1), places.iter().max()? + 1));
    let (Some((top, bottom)), Some((left, right))) = (range(&rows), range(&columns)) else { return };
    for state in states {
        let lines = state.rows.lines().skip(top).take(bottom + 1 - top);
        state.rows =
            lines.map(|line| line.chars().skip(left).take(right + 1 - left).collect::<String>() + "\n").collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_of_one_board_are_cut_alike_to_what_they_show() {
        let state = |rows: &str| State { rows: rows.to_owned(), is_met: true };
        let mut one = state("#######\n#-----#\n#--@ :#\n#-----#\n#######\n");
        let mut other = state("#######\n#-----#\n#--$ :#\n#--@--#\n#######\n");
        crop(&mut [&mut one, &mut other]);
        assert_eq!(one.rows, "----#\n-@ :#\n----#\n#####\n");
        assert_eq!(other.rows, "----#\n-$ :#\n-@--#\n#####\n");
        let mut empty = state("###\n#-#\n###\n");
        crop(&mut [&mut empty]);
        assert_eq!(empty.rows, "###\n#-#\n###\n");
    }
}
