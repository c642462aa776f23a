//! Colours and styles of the screen.

use crate::render::{Ground, Ink};
use ratatui::style::{Color, Modifier, Style};

/// Colours, or boldness and reverse video alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Whether the terminal has colours.
    pub colour: bool,
}

impl Palette {
    /// Dark colours on which letters are readable, among the 256 of colour terminals.
    const ROOMS: [u8; 8] = [17, 52, 22, 53, 23, 58, 54, 94];

    /// Returns the style of a letter on its ground.
    pub(super) fn style(self, ink: Ink, ground: Ground) -> Style {
        if self.colour { coloured(ink, ground) } else { plain(ink, ground) }
    }

    /// Returns the style of titles.
    pub(super) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}

fn coloured(ink: Ink, ground: Ground) -> Style {
    let style = match ink {
        Ink::Plain => Style::new(),
        Ink::Wall => Style::new().fg(Color::DarkGray).bg(Color::DarkGray),
        Ink::Goal => Style::new().fg(Color::LightRed),
        Ink::Box => return piece(Color::Black, 179),
        Ink::Home => return piece(Color::Black, 71),
        Ink::Player => return piece(Color::White, 27),
        Ink::Faint => Style::new().fg(Color::Gray).add_modifier(Modifier::DIM),
        Ink::Can => Style::new().fg(Color::LightBlue),
        Ink::Bad => Style::new().fg(Color::LightRed).add_modifier(Modifier::BOLD),
        Ink::Advice => Style::new().fg(Color::LightMagenta).add_modifier(Modifier::BOLD),
    };
    match ground {
        Ground::Bare => style,
        Ground::Room(number) => style.bg(Color::Indexed(Palette::ROOMS[number % Palette::ROOMS.len()])),
        Ground::Tunnel => style.bg(Color::Indexed(236)),
        Ground::Bad => style.bg(Color::Indexed(88)).fg(Color::White),
        Ground::Focus => style.bg(Color::Indexed(55)),
    }
}

/// A piece hides the colour of the floor.
fn piece(letter: Color, ground: u8) -> Style {
    Style::new().fg(letter).bg(Color::Indexed(ground)).add_modifier(Modifier::BOLD)
}

fn plain(ink: Ink, ground: Ground) -> Style {
    let style = match ink {
        Ink::Box | Ink::Home | Ink::Player | Ink::Advice => Style::new().add_modifier(Modifier::BOLD),
        Ink::Bad => Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED),
        Ink::Faint => Style::new().add_modifier(Modifier::DIM),
        Ink::Plain | Ink::Wall | Ink::Goal | Ink::Can => Style::new(),
    };
    if ground == Ground::Bad { style.add_modifier(Modifier::REVERSED) } else { style }
}
