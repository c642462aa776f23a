//! Common parts of all pictures: the sheet, pieces, arrows and looks; soft colours by index, chosen so that consecutive indices differ
//! clearly.

pub(crate) mod arrows;
pub(crate) mod pieces;
mod sheet;

pub use pieces::Skin;
pub(crate) use sheet::{INK, MARGIN, SOFT_INK, label, sheet};
pub(crate) use sheet::{LINE, at, block, titled};

/// Returns the colour of the room with this index, as `#rrggbb`.
pub(crate) fn soft(index: usize) -> String {
    hex(hue(index), 0.58, 0.84)
}

/// Returns a dark colour with the hue of [`soft`], for backgrounds of letters: red, green and blue from 0 to 255.
pub(crate) fn dark(index: usize) -> (u8, u8, u8) {
    rgb(hue(index), 0.45, 0.16)
}

/// Returns a colour with the hue of [`soft`] that is seen on soft floors, and behind white letters, as `#rrggbb`.
pub(crate) fn strong(index: usize) -> String {
    hex(hue(index), 0.8, 0.36)
}

/// Returns the hue of an index in degrees, by the golden angle.
fn hue(index: usize) -> f64 {
    (f64::from(u32::try_from(index % 360).unwrap_or(0)) * 137.508 + 205.0) % 360.0
}

fn hex(hue: f64, saturation: f64, lightness: f64) -> String {
    let (red, green, blue) = rgb(hue, saturation, lightness);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn rgb(hue: f64, saturation: f64, lightness: f64) -> (u8, u8, u8) {
    let reach = saturation * lightness.min(1.0 - lightness);
    let channel = |offset: f64| {
        let k = (offset + hue / 30.0) % 12.0;
        let value = lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        byte(value)
    };
    (channel(0.0), channel(8.0), channel(4.0))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to a byte first")]
fn byte(value: f64) -> u8 {
    (value * 255.0).round().clamp(0.0, 255.0) as u8
}
