//! Collections as text: boards, and the lines between them.
//!
//! Rows are distinguished from text line by line, and a run of rows is a board; the rest is left to [`super::sections`]
//! and [`super::gap`].

use super::ReadOptions;
use super::rows::{self, FEWER_TILES, Line, MOST_TILES, Row};
use super::{gap, picture, sections};
use crate::level::{Collection, Entry, Fault, Level, Tile};
use std::ops::Range;

/// Reads a collection.
pub(super) fn read(text: &str, options: ReadOptions) -> Collection {
    let lines: Vec<&str> = text.lines().collect();
    let mut collection = Collection::default();
    let mut gaps = Vec::new();
    let mut from = 0;
    for block in blocks(&lines, options) {
        gaps.push(sections::pieces(&lines[from..block.lines.start], from));
        from = block.lines.end;
        let number = collection.entries.len() + 1;
        collection.entries.push(Entry::new(number, block.lines.start + 1, block.body));
    }
    gaps.push(sections::pieces(&lines[from..], from));
    gap::distribute(gaps, &mut collection);
    collection
}

/// A board and its place in the file.
struct Block {
    lines: Range<usize>,
    body: Result<Level, Fault>,
}

fn blocks(lines: &[&str], options: ReadOptions) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let block = block(lines, at, options);
        at = block.as_ref().map_or(at + 1, |block| block.lines.end);
        blocks.extend(block);
    }
    blocks
}

/// Returns the board that begins at a line, if any.
fn block(lines: &[&str], start: usize, options: ReadOptions) -> Option<Block> {
    let mut drawn = Drawn::default();
    while drawn.take(lines, start, options) {}
    while drawn.fault.is_none() && drawn.rows.pop_if(|row| !row.has_wall()).is_some() {}
    let end = drawn.rows.last().filter(|_| drawn.fault.is_none()).map_or(start + drawn.lines, |last| last.line + 1);
    let end = end.max(start + 1);
    let body = match drawn.fault.or_else(|| extension(lines, start..end, options)) {
        Some(fault) => Err(fault),
        None if !is_board(&drawn.rows) => return None,
        None => match drawn.stray {
            Some(_) if !drawn.rows.iter().any(has_things) => return None,
            Some(stray) => Err(stray),
            None => picture::level(lines, &drawn.rows),
        },
    };
    Some(Block { lines: start..end, body })
}

/// The rows of a board read so far.
#[derive(Default)]
struct Drawn {
    rows: Vec<Row>,
    lines: usize,
    tiles: usize,
    /// A fault of the lines, even if they are no board.
    fault: Option<Fault>,
    /// A fault of the lines if they are a board.
    stray: Option<Fault>,
}

impl Drawn {
    /// Adds the rows of one more line, if it has any. After a fault, all lines up to the next blank one are added.
    fn take(&mut self, lines: &[&str], start: usize, options: ReadOptions) -> bool {
        let at = start + self.lines;
        let Some(&text) = lines.get(at) else { return false };
        if self.fault.is_some() {
            self.lines += 1;
            return !text.trim().is_empty();
        }
        let Some(line) = rows::line(options.format, at, text, at > start) else { return false };
        match line {
            // One line with many rows is a whole board: another such line is another board.
            Line::Rows(rows) if rows.len() > 2 && self.rows.len() > 2 => return false,
            Line::Rows(rows) => self.add(lines, at, rows),
            Line::Bad(bad) => self.fault = Some(Fault::at(lines, at, bad.column, bad.what, bad.expected)),
            Line::Stray(row, column) => {
                let fault = || Fault::at(lines, at, column, "a letter that draws nothing", "the letters of the format");
                self.stray.get_or_insert_with(fault);
                self.add(lines, at, vec![row]);
            }
        }
        self.lines += 1;
        true
    }

    fn add(&mut self, lines: &[&str], at: usize, rows: Vec<Row>) {
        self.tiles += rows.iter().map(|row| row.tiles.len()).sum::<usize>();
        if self.tiles > MOST_TILES {
            self.fault = Some(Fault::at(lines, at, 0, "a board that is too large", FEWER_TILES));
        } else {
            self.rows.extend(rows);
        }
    }
}

/// Returns whether rows are a board: three rows, or anything to push or to fill. A frame of walls around a heading is
/// none.
fn is_board(rows: &[Row]) -> bool {
    rows.len() >= 3 || rows.iter().any(has_things)
}

/// Returns whether anything but walls and floor is drawn.
fn has_things(row: &Row) -> bool {
    row.tiles.iter().any(|(tile, _)| !matches!(tile, Tile::Wall | Tile::Floor))
}

/// Returns the first letter of sokoplan's extensions, in strict mode.
fn extension(lines: &[&str], block: Range<usize>, options: ReadOptions) -> Option<Fault> {
    let alphabet = options.format.alphabet();
    block.filter(|_| options.strict).find_map(|line| {
        let column = lines[line].trim_end().chars().position(|letter| alphabet.is_extension(letter))?;
        Some(Fault::at(lines, line, column, "a letter that the format does not have", "its own letters alone"))
    })
}

#[cfg(test)]
mod tests {
    use crate::level::{InputFormat, Level, ReadOptions, read};

    fn entries(text: &str, format: InputFormat) -> Vec<Result<Level, String>> {
        let collection = read(text.as_bytes(), ReadOptions { format, strict: false });
        collection.entries.into_iter().map(|entry| entry.body.map_err(|fault| fault.to_string())).collect()
    }

    fn drawn(text: &str) -> Vec<String> {
        let grid = |level: Result<Level, String>| level.expect("a good board").grid.to_string();
        entries(text, InputFormat::Auto).into_iter().map(grid).collect()
    }

    const PLAIN: &str = "#####\n#@$.#\n##  #\n #  #\n ####\n";

    #[test]
    fn every_dialect_draws_the_same_board() {
        let dialects = [
            "#####\n#@$.#\n##--#\n-#--#\n-####",
            "#####__\n#@$.#__\n##__#__\n_#__#__\n_####__",
            "wwwww\nwpb.w\nww  w\n w  w\n wwww",
            "     #####\r\n     #@$.#\r\n     ##  #   \r\n      #  #\r\n      ####\r\n",
            "\t#####\n\t#@$.#\n\t##  #\n\t #  #\n\t ####",
            "5#|#@$.#|2#--#|-#2-#|-4#",
            "5#|\n#@$.#|\n2#2(-)#|\n-#2-#|\n-4#|",
            "5#\n#@$.#\n2#2-#\n-#2-#\n-4#",
        ];
        for dialect in dialects {
            assert_eq!(drawn(dialect), [PLAIN], "{dialect}");
        }
    }

    #[test]
    fn levels_without_a_box_solved_ones_voids_and_decoration_are_read() {
        let levels = drawn(
            "###\n#@#\n###\n\n####\n#@*#\n####\n\n#######\n#@$.  #\n# ### #\n# # # #\n# ### #\n#     #\n#######\n",
        );
        assert_eq!(levels.len(), 3);
        let decorated = "########\n#@$.#* #\n########\n";
        assert_eq!(drawn(decorated), [decorated]);
    }

    #[test]
    fn the_same_letters_mean_other_things_in_other_formats() {
        let letters = entries("OOOOOO\nO.B* O\nOOOOOO", InputFormat::Letters);
        assert_eq!(letters[0].as_ref().map(|level| level.grid.to_string()), Ok("######\n#+$* #\n######\n".to_owned()));
        let lisa = entries("XXXXX\nXO#*X\nXXXXX", InputFormat::Lisa);
        assert_eq!(lisa[0].as_ref().map(|level| level.grid.to_string()), Ok("#####\n#@$.#\n#####\n".to_owned()));
    }

    #[test]
    fn boards_far_too_large_are_faults_at_no_cost() {
        for text in ["999999999#|#@#|3#".to_owned(), format!("{}\n{}", "#".repeat(200_000), "#\n".repeat(200_000))] {
            assert!(matches!(&entries(&text, InputFormat::Auto)[..], [Err(_)]));
        }
    }
}
