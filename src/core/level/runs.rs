//! Run lengths, of boards and LURD: `3#2(-$)` stands for `###-$-$`.

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}")]
pub(super) struct BadRuns {
    /// Column of the fault in the text, from 0.
    pub(super) column: usize,
    pub(super) what: &'static str,
    pub(super) expected: &'static str,
}

/// Expands counts and groups to at most `most` items, each made of a letter and its column in the text, from 0; `fewer`
/// is [`BadRuns::expected`] of the error for more items.
pub(super) fn expand<T: Clone>(
    text: &str,
    most: usize,
    fewer: &'static str,
    item: impl Fn(char, usize) -> T,
) -> Result<Vec<T>, BadRuns> {
    let mut expander = Expander { most, fewer, out: Vec::new(), open: Vec::new(), count: None, column: 0 };
    for (column, letter) in text.chars().enumerate() {
        expander.letter(column, letter, &item)?;
    }
    expander.finish()
}

struct Expander<T> {
    most: usize,
    fewer: &'static str,
    out: Vec<T>,
    /// Open groups: index of the first letter, and count. A list, so that deep nesting cannot overflow the stack.
    open: Vec<(usize, usize)>,
    count: Option<usize>,
    column: usize,
}

impl<T: Clone> Expander<T> {
    fn letter(&mut self, column: usize, letter: char, item: impl Fn(char, usize) -> T) -> Result<(), BadRuns> {
        self.column = column;
        if let Some(digit) = letter.to_digit(10) {
            let count = self.count.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
            self.count = Some(count);
            return Ok(());
        }
        let times = self.count.take().unwrap_or(1);
        if times == 0 {
            let zero = BadRuns { column: column - 1, what: "a count of zero", expected: "a count of one or more" };
            return Err(zero);
        }
        match letter {
            '(' if self.open.len() == self.most => return Err(self.bad("groups nested too deeply", self.fewer)),
            '(' => self.open.push((self.out.len(), times)),
            ')' => {
                let (start, times) = self.open.pop().ok_or_else(|| self.bad("a `)` without its `(`", GROUPS))?;
                self.repeat(start, times)?;
            }
            _ => {
                self.out.push(item(letter, column));
                self.repeat(self.out.len() - 1, times)?;
            }
        }
        Ok(())
    }

    /// Repeats the letters from index `start` on, so that they occur `times` times.
    fn repeat(&mut self, start: usize, times: usize) -> Result<(), BadRuns> {
        let length = self.out.len() - start;
        if length.saturating_mul(times).saturating_add(start) > self.most {
            return Err(self.bad("a run that is too long", self.fewer));
        }
        if length > 0 {
            (1..times).for_each(|_| self.out.extend_from_within(start..start + length));
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<T>, BadRuns> {
        if self.count.is_some() {
            return Err(self.bad("a count at the end", "a letter after a count"));
        }
        if !self.open.is_empty() {
            return Err(self.bad("a `(` without its `)`", GROUPS));
        }
        Ok(self.out)
    }

    const fn bad(&self, what: &'static str, expected: &'static str) -> BadRuns {
        BadRuns { column: self.column, what, expected }
    }
}

const GROUPS: &str = "groups, e.g. 2(3#-)";

/// Returns the letters as run lengths: a count before each repeated letter, no groups.
pub(super) fn compress(letters: impl Iterator<Item = char>) -> String {
    let mut out = String::new();
    let mut letters = letters.peekable();
    while let Some(letter) = letters.next() {
        let mut count = 1;
        while letters.next_if_eq(&letter).is_some() {
            count += 1;
        }
        if count > 1 {
            out.push_str(&count.to_string());
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Result<String, BadRuns> {
        expand(text, 1000, "at most 1,000", |letter, _| letter).map(|letters| letters.into_iter().collect())
    }

    #[test]
    fn counts_and_groups_are_expanded() {
        assert_eq!(expanded("3#2(-$)2(2(ab)c)"), Ok("###-$-$ababcababc".to_owned()));
        assert!(expanded("0#a").is_err() && expanded("2(0#a)").is_err());
        assert_eq!(expanded("999999999()a"), Ok("a".to_owned()));
    }

    #[test]
    fn huge_counts_and_deep_groups_are_refused_not_carried_out() {
        assert!(expanded("999999999#").is_err());
        assert!(expanded("99999999999999999999999999#").is_err());
        assert!(expanded("999(999(999(#)))").is_err());
        assert!(expanded(&"(".repeat(100_000)).is_err());
        assert!(expanded(&format!("{}#{}", "9(".repeat(50_000), ")".repeat(50_000))).is_err());
        assert!(expanded("#)").is_err() && expanded("#3").is_err());
    }
}
