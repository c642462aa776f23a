//! Decoding of bytes to text.

use crate::level::Encoding;
use std::borrow::Cow;

/// Decodes UTF-8, or UTF-16 by its byte order mark, or else Latin-1, which accepts every byte. Line ends become line
/// feeds. A text that is right as it stands is not copied.
pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    let (text, encoding) = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8_or_latin1(rest),
        [0xFF, 0xFE, rest @ ..] => (utf16(rest, u16::from_le_bytes).into(), Encoding::Utf16),
        [0xFE, 0xFF, rest @ ..] => (utf16(rest, u16::from_be_bytes).into(), Encoding::Utf16),
        _ => utf8_or_latin1(bytes),
    };
    // DOS's end-of-file character, and padding.
    let end = text.trim_end_matches(['\u{1a}', '\0']).len();
    let text = match text {
        Cow::Borrowed(text) => with_line_feeds(&text[..end]),
        Cow::Owned(mut text) => {
            text.truncate(end);
            if text.contains('\r') { with_line_feeds(&text).into_owned().into() } else { text.into() }
        }
    };
    (text, encoding)
}

fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n").into() } else { text.into() }
}

fn utf8_or_latin1(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.into(), Encoding::Utf8),
        Err(_) => (bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(), Encoding::Latin1),
    }
}

fn utf16(bytes: &[u8], unit: impl Fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes.as_chunks::<2>().0.iter().map(|&pair| unit(pair)).collect();
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_that_occurs_is_read_and_told() {
        assert_eq!(decode("Möwe".as_bytes()), (Cow::Borrowed("Möwe"), Encoding::Utf8));
        assert_eq!(decode(b"M\xF6we"), ("Möwe".into(), Encoding::Latin1));
        assert_eq!(decode(b"\xFF\xFE#\0@\0"), ("#@".into(), Encoding::Utf16));
        assert_eq!(decode(b"\xEF\xBB\xBFa\r\nb\rc\n\x1A").0, "a\nb\nc\n");
    }
}
