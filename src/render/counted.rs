//! Numbers with their nouns.

/// Returns a number with its noun: `1 push`, `2 pushes`.
pub fn counted(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    match (number, noun.ends_with("sh") || noun.ends_with('x')) {
        (1, _) => format!("1 {noun}"),
        (_, true) => format!("{number} {noun}es"),
        (_, false) => format!("{number} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        let all = [counted(1, "push"), counted(2, "push"), counted(0, "step"), counted(1, "step"), counted(3, "box")];
        assert_eq!(all, ["1 push", "2 pushes", "0 steps", "1 step", "3 boxes"]);
    }
}
