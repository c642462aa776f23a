//! Numbers of levels as users write them: `5-10,13,15-`.

use std::str::FromStr;

/// Set of level numbers as closed intervals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers(Vec<(usize, usize)>);

impl Numbers {
    /// Returns whether a number is in the set.
    pub(super) fn contains(&self, number: usize) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&number))
    }

    /// Returns a number that the user named and that exceeds `count`; `None` if no named number does.
    pub(super) fn beyond(&self, count: usize) -> Option<usize> {
        let asked = |&(first, last): &(usize, usize)| if last == usize::MAX { first } else { last };
        self.0.iter().map(asked).find(|&number| number > count)
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',').map(range).collect::<Result<_, _>>().map(Self)
    }
}

fn range(text: &str) -> Result<(usize, usize), String> {
    let expected = || "expected numbers as in 5-10,13,15-".to_owned();
    let (first, last) = ends(text).ok_or_else(expected)?;
    if first > last {
        return Err(format!("{first}-{last} is reversed: expected {last}-{first}"));
    }
    Ok((first, last))
}

/// Returns both ends of a range, which may be in the wrong order.
fn ends(text: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
    Some(match text.split_once('-') {
        None => (number(text)?, number(text)?),
        Some((first, "")) => (number(first)?, usize::MAX),
        Some(("", last)) => (1, number(last)?),
        Some((first, last)) => (number(first)?, number(last)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let numbers: Numbers = "5-7,9,12-".parse().expect("good numbers");
        assert_eq!((1..15).filter(|&n| numbers.contains(n)).collect::<Vec<_>>(), [5, 6, 7, 9, 12, 13, 14]);
        assert_eq!(numbers.beyond(11), Some(12));
        assert_eq!("-3".parse(), Ok(Numbers(vec![(1, 3)])));
        for text in ["", "0", "3-1", "a", "1,,2", "-", "1-2-3", "99999999999999999999"] {
            assert!(text.parse::<Numbers>().is_err(), "{text}");
        }
        assert_eq!("1,3-2".parse::<Numbers>(), Err("3-2 is reversed: expected 2-3".to_owned()));
    }
}
