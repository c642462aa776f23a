//! Decoding of the bytes of a file to text.

use crate::level::Encoding;
use std::borrow::Cow;

/// Decodes the bytes of a file to text: in the encoding named in the head of XML, or UTF-8, or UTF-16 by its byte order
/// mark, or else Windows-1252, which accepts every byte. Line ends become line feeds; `CR CR LF` is one line end. A text
/// that needs no change is not copied.
pub fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    let (text, encoding) = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8_or_windows(rest),
        [0xFF, 0xFE, rest @ ..] => (utf16(rest, u16::from_le_bytes).into(), Encoding::Utf16),
        [0xFE, 0xFF, rest @ ..] => (utf16(rest, u16::from_be_bytes).into(), Encoding::Utf16),
        // XML without a mark.
        [b'<', 0, b'?', 0, ..] => (utf16(bytes, u16::from_le_bytes).into(), Encoding::Utf16),
        [0, b'<', 0, b'?', ..] => (utf16(bytes, u16::from_be_bytes).into(), Encoding::Utf16),
        _ => declared(bytes).unwrap_or_else(|| utf8_or_windows(bytes)),
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

/// Returns the greatest number of bytes that copies take during decoding: a copy in UTF-8, of at most three bytes for
/// each byte, and a copy with other line ends.
pub(super) fn most_copied(bytes: &[u8]) -> usize {
    let has_returns = bytes.contains(&b'\r');
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.trim_start().starts_with("<?xml") => usize::from(has_returns) * bytes.len(),
        _ => (3 + usize::from(has_returns)).saturating_mul(bytes.len()),
    }
}

fn with_line_feeds(text: &str) -> Cow<'_, str> {
    if !text.contains('\r') {
        return text.into();
    }
    let mut with = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line.trim_end_matches('\r'), "\n"));
        for (at, part) in line.split('\r').enumerate() {
            with.push_str(if at > 0 { "\n" } else { "" });
            with.push_str(part);
        }
        with.push_str(end);
    }
    with.into()
}

/// Returns decoded XML and the encoding, if the head names another encoding than UTF-8; `None` for other texts.
fn declared(bytes: &[u8]) -> Option<(Cow<'_, str>, Encoding)> {
    let head = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    let head = std::str::from_utf8(head.split(|byte| *byte == b'>').next()?).ok()?;
    let value = head.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let label = value.strip_prefix(['"', '\''])?.split(['"', '\'']).next()?;
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
    // A head that is readable in ASCII is not UTF-16, even if it names that encoding.
    let is_other = encoding != encoding_rs::UTF_8 && encoding.is_ascii_compatible();
    is_other.then(|| (encoding.decode_without_bom_handling(bytes).0, Encoding::Named(encoding.name())))
}

fn utf8_or_windows(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.into(), Encoding::Utf8),
        Err(_) => (encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0, Encoding::Windows1252),
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
        assert_eq!(decode(b"M\xF6we"), ("Möwe".into(), Encoding::Windows1252));
        assert_eq!(decode(b"\xFF\xFE#\0@\0"), ("#@".into(), Encoding::Utf16));
        assert_eq!(decode(b"Rob\x92s \x96 \x80"), ("Rob\u{2019}s \u{2013} \u{20ac}".into(), Encoding::Windows1252));
        for (text, read) in [("\u{feff}a\r\nb\rc\n\x1A", "a\nb\nc\n"), ("a\r\r\nb\r\r\n", "a\nb\n"), ("a\r\r", "a\n\n")]
        {
            assert_eq!(decode(text.as_bytes()).0, read, "{text:?}");
        }
    }

    #[test]
    fn xml_is_read_in_the_encoding_that_its_head_names() {
        let read = |encoding: &str, bytes: &[u8]| {
            let xml = [format!("<?xml version='1.0' encoding='{encoding}'?>").as_bytes(), bytes].concat();
            let (text, encoding) = decode(&xml);
            (text.split_once('>').map(|(_, text)| text.to_owned()), encoding)
        };
        let named = |text: &str, name| (Some(text.to_owned()), Encoding::Named(name));
        assert_eq!(read("ISO-8859-1", b"M\xF6we"), named("M\u{f6}we", "windows-1252"));
        assert_eq!(read("windows-1251", b"\xD1\xEE\xEA"), named("\u{421}\u{43e}\u{43a}", "windows-1251"));
        assert_eq!(read("Shift_JIS", b"\x91\x71"), named("\u{5009}", "Shift_JIS"));
        assert_eq!(read("utf-8", b"M\xF6we"), (Some("M\u{f6}we".to_owned()), Encoding::Windows1252));
        assert_eq!(read("utf-16", "\u{f6}".as_bytes()), (Some("\u{f6}".to_owned()), Encoding::Utf8));
        assert_eq!(read("no-such", "\u{f6}".as_bytes()), (Some("\u{f6}".to_owned()), Encoding::Utf8));
        let wide: Vec<u8> = "<?xml?>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&wide), ("<?xml?>".into(), Encoding::Utf16));
    }
}
