//! Names of areas, short, unique, and in reading order: upper-case letters for rooms, lower-case letters for tunnels.

use crate::maze::Areas;

/// Returns the name of each area, by number: rooms `A`, `B`, .., tunnels `a`, `b`, ..
pub fn area_names(areas: &Areas) -> Vec<String> {
    let (mut rooms, mut tunnels) = (0, 0);
    let name = |area: &crate::maze::Area| {
        let (count, first) = if area.is_room() { (&mut rooms, b'A') } else { (&mut tunnels, b'a') };
        *count += 1;
        letters(*count, first)
    };
    areas.areas().iter().map(name).collect()
}

/// Returns a number as a column name of spreadsheets: 1 is A, 26 is Z, 27 is AA; `first` is the letter of 1.
pub(in crate::render) fn letters(count: usize, first: u8) -> String {
    let mut name = Vec::new();
    let mut rest = count;
    while rest > 0 {
        rest -= 1;
        #[expect(clippy::cast_possible_truncation, reason = "below 26")]
        name.push(char::from(first + (rest % 26) as u8));
        rest /= 26;
    }
    name.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn names_go_on_after_the_alphabet() {
        let named: Vec<_> = [1, 2, 26, 27, 52, 53, 702, 703].map(|n| letters(n, b'A')).into();
        assert_eq!(named, ["A", "B", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
    }
}
