//! Colours and styles of letters on the screen.

use crate::render::{Cell, Ground, Ink};
use ratatui::style::{Color, Modifier, Style};

/// Colours that the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// No colours: only boldness and reverse video.
    Plain,
    /// Sixteen colours, whose shades the theme of the terminal chooses.
    Sixteen,
    /// 256 colours or more.
    Many,
}

impl Palette {
    /// Dark colours on which letters are readable, as numbers among the 256 colours of terminals.
    const ROOMS: [u8; 8] = [17, 52, 22, 53, 23, 58, 54, 94];
    /// Returns the palette of a terminal with colours, given the environment variables `COLORTERM` and `TERM`.
    pub fn of_terminal(colorterm: &str, term: &str) -> Self {
        // Terminals of Windows have no `TERM`.
        let is_many = term.is_empty()
            || matches!(colorterm, "truecolor" | "24bit")
            || ["256", "direct", "kitty"].iter().any(|word| term.contains(word));
        if is_many { Self::Many } else { Self::Sixteen }
    }

    pub(super) fn has_colour(self) -> bool {
        self != Self::Plain
    }

    pub(super) fn style(self, ink: Ink, ground: Ground) -> Style {
        if self.has_colour() { self.coloured(ink, ground) } else { plain(ink, ground) }
    }

    /// Returns the style of the mark beside a piece, which has the colour of the piece if this is a box or the player.
    pub(super) fn mark(self, cell: &Cell) -> Style {
        let style = self.style(cell.mark_ink, cell.ground);
        match cell.piece_ink {
            Ink::Box | Ink::Home | Ink::Player if self.has_colour() => self.style(cell.piece_ink, cell.ground),
            _ => style,
        }
    }

    pub(super) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    const fn shade(self, many: u8, few: Color) -> Color {
        if matches!(self, Self::Many) { Color::Indexed(many) } else { few }
    }

    /// Returns the colour of a square that is drawn without letters.
    pub(super) const fn spot(self, ink: Ink) -> Color {
        match ink {
            Ink::Wall => Color::DarkGray,
            Ink::Goal => Color::LightRed,
            Ink::Box => self.shade(179, Color::Yellow),
            Ink::Home => self.shade(71, Color::Green),
            Ink::Player => self.shade(27, Color::Blue),
            _ => Color::Reset,
        }
    }

    fn coloured(self, ink: Ink, ground: Ground) -> Style {
        // Red instead of light red: it is visible on dark and on light backgrounds.
        let style = match ink {
            Ink::Plain => Style::new(),
            Ink::Wall => Style::new().fg(Color::DarkGray).bg(Color::DarkGray),
            Ink::Goal => Style::new().fg(self.shade(203, Color::Red)).add_modifier(Modifier::BOLD),
            // A piece covers the colour of the floor.
            Ink::Box | Ink::Home => {
                return Style::new().fg(Color::Black).bg(self.spot(ink)).add_modifier(Modifier::BOLD);
            }
            Ink::Player => return Style::new().fg(Color::White).bg(self.spot(ink)).add_modifier(Modifier::BOLD),
            Ink::Faint => Style::new().fg(self.shade(245, Color::DarkGray)),
            Ink::Can => Style::new().fg(self.shade(75, Color::Cyan)),
            Ink::Bad => Style::new().fg(Color::LightRed).add_modifier(Modifier::BOLD),
            Ink::Advice => Style::new().fg(self.shade(170, Color::Magenta)).add_modifier(Modifier::BOLD),
        };
        // On a coloured background, letters without a colour are light, whatever the theme is.
        let on = |ground: Color| if ink == Ink::Plain { style.fg(Color::White).bg(ground) } else { style.bg(ground) };
        match ground {
            Ground::Bare => style,
            // Backgrounds in sixteen colours would hide pieces, so that areas are shown by letters alone.
            Ground::Room(_) | Ground::Tunnel if self == Self::Sixteen => style,
            Ground::Room(number) => on(Color::Indexed(Self::ROOMS[number % Self::ROOMS.len()])),
            Ground::Tunnel => on(Color::Indexed(236)),
            Ground::Bad => style.bg(self.shade(88, Color::Red)).fg(Color::White),
            Ground::Focus => on(self.shade(55, Color::Magenta)),
        }
    }
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
