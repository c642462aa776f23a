//! Decoding of bytes to text.

use crate::level::Encoding;

/// Decodes UTF-8, or UTF-16 by its byte order mark, or else Latin-1, which accepts every byte. Line ends become line
/// feeds.
pub(super) fn decode(bytes: &[u8]) -> (String, Encoding) {
    let (text, encoding) = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8_or_latin1(rest),
        [0xFF, 0xFE, rest @ ..] => (utf16(rest, u16::from_le_bytes), Encoding::Utf16),
        [0xFE, 0xFF, rest @ ..] => (utf16(rest, u16::from_be_bytes), Encoding::Utf16),
        _ => utf8_or_latin1(bytes),
    };
    // DOS's end-of-file character, and padding.
    let text = text.trim_end_matches(['\u{1a}', '\0']);
    (text.replace("\r\n", "\n").replace('\r', "\n"), encoding)
}

fn utf8_or_latin1(bytes: &[u8]) -> (String, Encoding) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), Encoding::Utf8),
        Err(_) => (bytes.iter().map(|&byte| char::from(byte)).collect(), Encoding::Latin1),
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
        assert_eq!(decode("Möwe".as_bytes()), ("Möwe".to_owned(), Encoding::Utf8));
        assert_eq!(decode(b"M\xF6we"), ("Möwe".to_owned(), Encoding::Latin1));
        assert_eq!(decode(b"\xFF\xFE#\0@\0"), ("#@".to_owned(), Encoding::Utf16));
        assert_eq!(decode(b"\xEF\xBB\xBFa\r\nb\rc\n\x1A").0, "a\nb\nc\n");
    }
}
