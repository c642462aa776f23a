//! The looks of pictures: equal shapes in different colours, light and dark.

use super::pieces::{CLASSIC_BOX, CLASSIC_HOME, DEAD, FLOOR, FLOOR_EDGE, GOAL, PLAYER, WALL};
use super::sheet::{DARK, INK, PAPER, SOFT_INK};

/// Look of the pictures of boards: the colours of floors, boxes and walls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Skin {
    /// Crates with crosses
    #[default]
    Classic,
    /// Plain squares of one colour
    Flat,
    /// Black, white and few strong colours
    Contrast,
}

/// Colours of the classic look, each with the colour that [`Skin::Flat`] has in its place.
const FLAT: [(&str, &str); 5] = [
    (FLOOR, FLOOR_EDGE),
    (CLASSIC_BOX[0], "#b45309"),
    (CLASSIC_BOX[1], "#b45309"),
    (CLASSIC_HOME[0], "#15803d"),
    (CLASSIC_HOME[1], "#15803d"),
];
const CONTRAST: [(&str, &str); 13] = [
    (PAPER, "#ffffff"),
    (INK, "#000000"),
    (SOFT_INK, "#000000"),
    (FLOOR, "#ffffff"),
    (FLOOR_EDGE, "#d0d0d0"),
    (WALL, "#000000"),
    (GOAL, "#c00000"),
    (DEAD, "#606060"),
    (PLAYER, "#0000c0"),
    (CLASSIC_BOX[0], "#ffd400"),
    (CLASSIC_BOX[1], "#000000"),
    (CLASSIC_HOME[0], "#000000"),
    (CLASSIC_HOME[1], "#00a000"),
];
/// Style sheet of [`Skin::Contrast`] for dark screens.
const DARK_CONTRAST: &str = "@media(prefers-color-scheme:dark){\
.paper{fill:#000000}.panel{fill:#000000;stroke:#ffffff}.ink{fill:#ffffff}.soft{fill:#ffffff}\
.rim{stroke:#000000}.wall{fill:#c0c0c0}.grid{stroke:#ffffff}\
.floor{filter:brightness(.2) saturate(3)}.strong{filter:brightness(1.7)}}";

impl Skin {
    /// Returns an SVG document of the classic look in this look. Takes time linear in the length of the text.
    pub fn dress(self, picture: String) -> String {
        match self {
            Self::Classic => picture,
            Self::Flat => coloured(picture, &FLAT),
            Self::Contrast => coloured(picture.replacen(DARK, DARK_CONTRAST, 1), &CONTRAST),
        }
    }
}

/// Returns the document with colours replaced where they are whole values of attributes: titles may contain colours.
fn coloured(picture: String, colours: &[(&str, &str)]) -> String {
    let quoted = |colour: &str| format!("=\"{colour}\"");
    // No new colour is an old one that is replaced later, except the floor colour, whose edge stays.
    colours.iter().fold(picture, |picture, (old, new)| picture.replace(&quoted(old), &quoted(new)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::picture::{pieces, sheet};
    use svg::node::element::Group;

    fn picture() -> String {
        let pieces = [pieces::floor(&[(0, 0)]), pieces::a_box(false), pieces::a_box(true), pieces::player()];
        sheet("#d9a45b", "details", (36, 36), pieces.into_iter().fold(Group::new(), Group::add)).to_string()
    }

    #[test]
    fn another_look_has_none_of_the_colours_that_it_replaces() {
        for (skin, colours) in [(Skin::Flat, &FLAT[..]), (Skin::Contrast, &CONTRAST[..])] {
            let dressed = skin.dress(picture());
            for (old, _) in colours {
                assert!(!dressed.contains(&format!("=\"{old}\"")), "{skin:?} {old}");
            }
            assert!(dressed.contains("#d9a45b") && dressed != picture(), "a title is no colour");
        }
        assert!(Skin::Contrast.dress(picture()).contains(DARK_CONTRAST));
    }
}
