//! Commands of the player and their keys.

use crate::assist::Layer;
use crate::level::Direction;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Command of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Make a move.
    Go(Direction),
    /// Undo a move.
    Undo,
    /// Redo a move.
    Redo,
    /// Undo moves up to and including the last push.
    UndoPush,
    /// Redo moves up to and including the next push.
    RedoPush,
    /// Go to the start of the level.
    Restart,
    /// Redo all undone moves.
    RedoAll,
    /// Go back by a tenth of all moves.
    Back,
    /// Go on by a tenth of all moves.
    On,
    /// Show the list of levels.
    List,
    /// Write the player's solutions to a file.
    Save,
    /// Show the player's best solution, or else the solution in the level's file.
    Recorded,
    /// Go to the next level of the file.
    NextLevel,
    /// Go to the previous level of the file.
    PreviousLevel,
    /// Show or hide a layer.
    Toggle(Layer),
    /// Show or hide the plan.
    TogglePlan,
    /// Select the next box for the layer box-reach.
    NextBox,
    /// Search for a solution from the current position, in the background.
    Solve,
    /// Play the shown solution, or pause.
    Run,
    /// Play one move of the shown solution.
    StepOn,
    /// Take back one move of the shown solution.
    StepBack,
    /// Play the shown solution up to the end of the current transfer or arrangement.
    TransferOn,
    /// Play faster.
    Faster,
    /// Play more slowly.
    Slower,
    /// Show or hide a proof that the position is lost.
    Why,
    /// Close the help, statistics or proof, or else end a search or playback; unselect the box.
    Cancel,
    /// Show or hide the statistics of solved levels and effort.
    Statistics,
    /// Show or hide the keys.
    Help,
    /// Save the game and quit.
    Quit,
}

/// Lines of the help: keys in groups with their meaning, and the forms of area names.
pub(super) const KEYS: [(&str, &str); 24] = [
    ("arrows, h j k l", "move and push"),
    ("u r  U R", "undo, redo a move; to a push"),
    ("Home End  [ ]", "start, end; 10 % back, ahead"),
    ("n  N  /", "next, previous level; list"),
    ("1 - 9", "layers, see the legend"),
    ("0", "hint: box, way, moves"),
    ("f", "focus on the next step"),
    ("Tab", "next box for box-reach"),
    ("p", "the plan"),
    ("s", "solve from here"),
    ("y", "why is it lost? a proof"),
    ("o  w", "show, write kept solutions"),
    ("Space", "run the solution, wait"),
    (".  ,  +  -", "step on, back; faster, slower"),
    ("t", "on to the end of the step"),
    ("Esc", "cancel, stop"),
    ("mouse", "click: walk; on the slider: go"),
    ("", "a box, then its square; drag"),
    ("?  i", "these keys; statistics"),
    ("q", "save and quit"),
    ("", ""),
    ("A  a", "in plans and hints: room, tunnel"),
    ("A+", "A with areas that the plan joins to it"),
    ("A/1", "part 1 of A, which the plan divides"),
];

impl Command {
    /// Returns the command of a key; `None` if the key has none.
    pub(super) fn of(key: KeyEvent) -> Option<Self> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        Some(match key.code {
            KeyCode::Char('c' | 'q') if is_control => Self::Quit,
            KeyCode::Char('r') if is_control => Self::Redo,
            KeyCode::Char('z') if is_control => Self::Undo,
            KeyCode::Up | KeyCode::Char('k') => Self::Go(Direction::Up),
            KeyCode::Left | KeyCode::Char('h') => Self::Go(Direction::Left),
            KeyCode::Down | KeyCode::Char('j') => Self::Go(Direction::Down),
            KeyCode::Right | KeyCode::Char('l') => Self::Go(Direction::Right),
            KeyCode::Char('u') | KeyCode::Backspace => Self::Undo,
            KeyCode::Char('r') => Self::Redo,
            KeyCode::Char('U') => Self::UndoPush,
            KeyCode::Char('R') => Self::RedoPush,
            KeyCode::Home => Self::Restart,
            KeyCode::End => Self::RedoAll,
            KeyCode::Char('[') => Self::Back,
            KeyCode::Char(']') => Self::On,
            KeyCode::Char('/' | 'g') => Self::List,
            KeyCode::Char('o') => Self::Recorded,
            KeyCode::Char('w') => Self::Save,
            KeyCode::Char('n') | KeyCode::PageDown => Self::NextLevel,
            KeyCode::Char('N') | KeyCode::PageUp => Self::PreviousLevel,
            KeyCode::Char('f') => Self::Toggle(Layer::Focus),
            KeyCode::Char(digit @ '0'..='9') => Self::Toggle(layer(digit)?),
            KeyCode::Tab => Self::NextBox,
            KeyCode::Char('p') => Self::TogglePlan,
            KeyCode::Char('s') => Self::Solve,
            KeyCode::Char(' ') => Self::Run,
            KeyCode::Char('.') => Self::StepOn,
            KeyCode::Char(',') => Self::StepBack,
            KeyCode::Char('t') => Self::TransferOn,
            KeyCode::Char('+' | '=') => Self::Faster,
            KeyCode::Char('-') => Self::Slower,
            KeyCode::Char('y') => Self::Why,
            KeyCode::Esc => Self::Cancel,
            KeyCode::Char('i') => Self::Statistics,
            KeyCode::Char('?') | KeyCode::F(1) => Self::Help,
            KeyCode::Char('q') => Self::Quit,
            _ => return None,
        })
    }
}

/// Returns the layer of a digit: 1 to 9, then 0.
fn layer(digit: char) -> Option<Layer> {
    let at = digit.to_digit(10)?.checked_sub(1).unwrap_or(9);
    Layer::ALL.get(usize::try_from(at).ok()?).copied()
}

pub(super) fn key_of(layer: Layer) -> char {
    let keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'f'];
    Layer::ALL.iter().position(|other| *other == layer).map_or(' ', |at| keys[at])
}
