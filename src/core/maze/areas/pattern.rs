//! Wall patterns that mark tunnels and openings, read from text.

use crate::level::{Board, Direction, Square};

/// Mark of a pattern: a square as tunnel, or a step as opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Marks {
    Tunnel,
    Opening,
}

/// Whether a wall or floor is required at some row and column, counted from the first `o` of the pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Demand {
    row: isize,
    column: isize,
    wall: bool,
}

/// One of the rotated and reflected forms of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Form {
    /// Row and column of the second `o`, counted from the first; (0, 0) if there is only one.
    step: (isize, isize),
    demands: Vec<Demand>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct AreaPattern {
    marks: Marks,
    name: String,
    forms: Vec<Form>,
}

/// Why a text is not a set of area patterns. Lines and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column}: {what}: expected {expected}")]
pub struct PatternFault {
    /// Line of the fault in the text.
    pub line: usize,
    /// Column of the fault in the line.
    pub column: usize,
    /// Description of the text that was found here.
    pub what: String,
    /// Description of the text that was expected here.
    pub expected: &'static str,
}

/// A set of wall patterns that mark squares as tunnel and steps as openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaPatterns(Vec<AreaPattern>);

impl AreaPatterns {
    /// Text of the built-in set of patterns.
    pub const BUILT_IN: &str = include_str!("../../../../domains/area-patterns.txt");

    /// Reads a set of patterns; the comments of [`Self::BUILT_IN`] describe the syntax.
    pub fn parse(text: &str) -> Result<Self, PatternFault> {
        let lines: Vec<(usize, &str)> = (1..).zip(text.lines().map(str::trim_end)).collect();
        let entries = lines.split(|(_, line)| line.is_empty() || line.starts_with(';')).filter(|e| !e.is_empty());
        entries.map(AreaPattern::parse).collect::<Result<_, _>>().map(Self)
    }

    /// Returns the name of the first pattern that marks a square as tunnel; `None` if no pattern does.
    pub fn tunnel(&self, board: &Board, square: Square) -> Option<&str> {
        self.named(Marks::Tunnel, |form| form.fits(board, square))
    }

    /// Returns the name of the first pattern that marks a step as an opening; `None` if no pattern does.
    pub fn opening(&self, board: &Board, from: Square, direction: Direction) -> Option<&str> {
        self.named(Marks::Opening, |form| form.step == direction.delta() && form.fits(board, from))
    }

    fn named(&self, marks: Marks, fits: impl Fn(&Form) -> bool) -> Option<&str> {
        self.0.iter().find(|p| p.marks == marks && p.forms.iter().any(&fits)).map(|p| p.name.as_str())
    }
}

impl Default for AreaPatterns {
    fn default() -> Self {
        // An empty set instead would silently turn all tunnels into rooms.
        Self::parse(Self::BUILT_IN)
            .expect("invariant: the built-in area patterns are well formed, as a test reads them")
    }
}

impl AreaPattern {
    fn parse(entry: &[(usize, &str)]) -> Result<Self, PatternFault> {
        let (head, picture) = (entry[0], &entry[1..]);
        let (marks, name) = parse_head(head.0, head.1)?;
        let form = parse_picture(head, picture, if marks == Marks::Tunnel { 1 } else { 2 })?;
        Ok(Self { marks, name, forms: form.symmetric() })
    }
}

fn fault<T>(line: usize, column: usize, what: impl Into<String>, expected: &'static str) -> Result<T, PatternFault> {
    Err(PatternFault { line, column: column + 1, what: what.into(), expected })
}

fn parse_head(line: usize, text: &str) -> Result<(Marks, String), PatternFault> {
    let (kind, name) = text.split_once(' ').unwrap_or((text, ""));
    let marks = match kind {
        "tunnel" => Marks::Tunnel,
        "opening" => Marks::Opening,
        _ => return fault(line, 0, format!("unknown kind `{kind}`"), "`tunnel NAME` or `opening NAME`"),
    };
    if name.trim().is_empty() {
        return fault(line, kind.len(), "no name", "a name after the kind");
    }
    Ok((marks, name.trim().to_owned()))
}

fn parse_picture(head: (usize, &str), picture: &[(usize, &str)], squares: usize) -> Result<Form, PatternFault> {
    let width = picture.first().map_or(0, |(_, row)| row.chars().count());
    let (mut asked, mut demands) = (Vec::new(), Vec::new());
    for (row, &(line, text)) in (0..).zip(picture) {
        if text.chars().count() != width {
            return fault(line, text.chars().count().min(width), "a ragged picture", "rows of one length");
        }
        for (column, letter) in (0..).zip(text.chars()) {
            match letter {
                'o' => asked.push((row, column)),
                '#' | '-' => demands.push(Demand { row, column, wall: letter == '#' }),
                '?' => {}
                _ => {
                    return fault(
                        line,
                        text.chars().take_while(|&c| c != letter).count(),
                        format!("`{letter}`"),
                        "o, #, - or ?",
                    );
                }
            }
        }
    }
    place(head, &asked, demands, squares)
}

/// Returns a picture as a form, with the first `o` as the origin.
fn place(
    head: (usize, &str),
    asked: &[(isize, isize)],
    mut demands: Vec<Demand>,
    squares: usize,
) -> Result<Form, PatternFault> {
    let step = match (asked, squares) {
        ([_], 1) => (0, 0),
        ([a, b], 2) if (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1 => (b.0 - a.0, b.1 - a.1),
        (_, 1) => return fault(head.0, 0, format!("`{}` has {} `o`", head.1, asked.len()), "one `o`"),
        _ => return fault(head.0, 0, format!("`{}` has {} `o`", head.1, asked.len()), "two `o` side by side"),
    };
    for demand in &mut demands {
        demand.row -= asked[0].0;
        demand.column -= asked[0].1;
    }
    Ok(Form { step, demands })
}

impl Form {
    fn fits(&self, board: &Board, square: Square) -> bool {
        self.demands.iter().all(|d| board.offset(square, (d.row, d.column)).is_none() == d.wall)
    }

    fn symmetric(&self) -> Vec<Self> {
        let mut forms: Vec<Self> = (0..8).map(|s| self.turned(s)).collect();
        forms.sort();
        forms.dedup();
        forms
    }

    fn turned(&self, symmetry: u8) -> Self {
        let turn = |(row, column): (isize, isize)| {
            let (row, column) = if symmetry & 1 == 0 { (row, column) } else { (column, row) };
            (if symmetry & 2 == 0 { row } else { -row }, if symmetry & 4 == 0 { column } else { -column })
        };
        let demand = |d: &Demand| {
            let (row, column) = turn((d.row, d.column));
            Demand { row, column, wall: d.wall }
        };
        let mut demands: Vec<Demand> = self.demands.iter().map(demand).collect();
        demands.sort();
        Self { step: turn(self.step), demands }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;

    #[test]
    fn a_fault_is_reported_with_its_line_and_column() {
        let fault = |text| AreaPatterns::parse(text).unwrap_err().to_string();
        assert_eq!(fault("cave x\no"), "1:1: unknown kind `cave`: expected `tunnel NAME` or `opening NAME`");
        assert_eq!(fault("tunnel\no"), "1:7: no name: expected a name after the kind");
        assert_eq!(fault("\n; note\ntunnel x\n#o#\n#x#"), "5:2: `x`: expected o, #, - or ?");
        assert_eq!(fault("tunnel x\n#o#\n##"), "3:3: a ragged picture: expected rows of one length");
        assert_eq!(fault("tunnel x\n#o#\n#o#"), "1:1: `tunnel x` has 2 `o`: expected one `o`");
        assert_eq!(fault("opening x\no#o"), "1:1: `opening x` has 2 `o`: expected two `o` side by side");
    }

    #[test]
    fn each_tunnel_square_has_the_name_of_its_pattern() {
        //  0123456
        let level = Level::from_xsb(
            "patterns",
            "########
             #  #####
             #      #
             #  ### #
             ####   #
             ####@$.#
             ########"
                .replace("             ", "")
                .as_str(),
        )
        .unwrap();
        let set = AreaPatterns::default();
        let name = |row, column| set.tunnel(&level.board, level.board.square(row, column).unwrap());
        assert_eq!(name(1, 1), None);
        assert_eq!(name(2, 2), None);
        assert_eq!(name(2, 3), Some("straight corridor"));
        assert_eq!(name(2, 6), Some("bend"));
        assert_eq!(name(3, 6), Some("straight corridor"));
        assert_eq!(name(4, 6), None);
    }
}
