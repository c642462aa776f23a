//! Commands and their keys.

use crate::assist::Layer;
use crate::level::Direction;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A command of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A move.
    Go(Direction),
    /// Undoes a move.
    Undo,
    /// Redoes a move.
    Redo,
    /// Undoes moves up to and including the last push.
    UndoPush,
    /// Redoes moves up to and including the next push.
    RedoPush,
    /// Returns to the start.
    Restart,
    /// Redoes all undone moves.
    RedoAll,
    /// Goes back by a tenth of all moves.
    Back,
    /// Goes on by a tenth of all moves.
    On,
    /// Shows the list of levels.
    List,
    /// Writes the player's solutions.
    Save,
    /// Shows a recorded solution.
    Recorded,
    /// Goes to the next level.
    NextLevel,
    /// Goes to the previous level.
    PreviousLevel,
    /// Shows or hides a layer.
    Toggle(Layer),
    /// Shows or hides the plan.
    TogglePlan,
    /// Selects the next box for the layer box-reach.
    NextBox,
    /// Solves from here, in the background.
    Solve,
    /// Plays the solution, or pauses.
    Run,
    /// Plays one move of the solution.
    StepOn,
    /// Takes back one move of the solution.
    StepBack,
    /// Plays one transfer of the solution.
    TransferOn,
    /// Speeds up.
    Faster,
    /// Slows down.
    Slower,
    /// Shows or hides a proof that the position is lost.
    Why,
    /// Cancels what is in progress.
    Cancel,
    /// Shows or hides the statistics of solved levels and effort.
    Statistics,
    /// Shows or hides the keys.
    Help,
    /// Quits.
    Quit,
}

/// The keys in groups, as the help lists them, and the names of areas.
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
    ("t", "one transfer on"),
    ("Esc", "cancel, stop"),
    ("mouse", "click: walk; on the slider: go"),
    ("", "a box, then its square; drag"),
    ("?  i", "these keys; statistics"),
    ("q", "save and quit"),
    ("", ""),
    ("A  a", "in plans and hints: room, tunnel"),
    ("A+", "A with areas that the plan joins to it"),
    ("A/1", "a piece of A"),
];

impl Command {
    /// Returns the command of a key, if it has one.
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

/// Returns the key that toggles a layer.
pub(super) fn key_of(layer: Layer) -> char {
    let keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'f'];
    Layer::ALL.iter().position(|other| *other == layer).map_or(' ', |at| keys[at])
}
