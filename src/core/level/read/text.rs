//! Reader of collections as text: a run of rows is a board; the lines between are left to [`super::sections`] and
//! [`super::gap`].

use super::comments::{self, Comments};
use super::game::{is_game, other_game};
use super::gap::{self, Style, Survey};
use super::rows::{self, FEWER_TILES, Line, MOST_TILES, Row, STRAY};
use super::sections::{self, Piece, Pieces, Section};
use super::{Lines, ReadOptions, paced, spread};
use crate::level::{Entry, Fault, Note, Tile};
use crate::run::{Meter, Stop};
use std::ops::Range;

#[derive(Debug)]
pub(super) struct Entries<'t> {
    lines: Vec<&'t str>,
    comments: Comments,
    options: ReadOptions,
    meter: &'t Meter,
    style: Style,
    next: Option<Block>,
    /// Pieces above the next board that belong to that board.
    above: Vec<Piece<'t>>,
    number: usize,
    /// Name of the game that the notes of the file give to boards which do not name a game; `None` for Sokoban.
    game: Option<String>,
    /// Faults outside the boards, of the lines read so far.
    pub(super) warnings: Vec<Fault>,
}

impl<'t> Entries<'t> {
    /// Returns the notes of the file, and the entries. All lines are read once, since the place of names is detected
    /// from the whole file.
    pub(super) fn new(text: &'t str, options: ReadOptions, meter: &'t Meter) -> Result<(Vec<Note>, Self), Stop> {
        let mut lines = Lines::of(text, meter)?.all;
        // They are above and below boards, and no text.
        lines.iter_mut().filter(|line| options.format.alphabet().is_outside(line)).for_each(|line| *line = "");
        let mut entries = Self {
            comments: Comments::of(&lines, meter)?,
            lines,
            options,
            meter,
            style: Style::default(),
            next: None,
            above: Vec::new(),
            number: 0,
            game: None,
            warnings: Vec::new(),
        };
        let survey = entries.survey()?;
        entries.style = survey.style();
        let first = entries.board(0)?;
        let start = first.as_ref().map_or(entries.lines.len(), |first| first.lines.start);
        let mut above = entries.gap(0..start)?;
        let all = if survey.titled_between { &[] } else { &above[..] };
        entries.game = other_game(&gap::notes(all.to_vec()));
        if first.is_some() {
            entries.above = above.split_off(entries.style.split_head(&above));
        }
        entries.next = first;
        let mut notes = gap::notes(above);
        // The game is attached to each board, and not to other boards that are written below these notes.
        entries.game = other_game(&notes).or(entries.game);
        notes.retain(|note| entries.game.is_none() || !is_game(note));
        Ok((notes, entries))
    }

    /// Finds all boards, and returns the statistics of the names in the gaps between boards.
    fn survey(&self) -> Result<Survey, Stop> {
        let (mut survey, mut end) = (Survey::default(), 0);
        while let Some(next) = self.board(end)? {
            let gap = self.pieces(end..next.lines.start)?;
            if end == 0 {
                survey.head(&gap.all)
            } else {
                survey.between(&gap.all)
            }
            end = next.lines.end;
        }
        let tail = self.pieces(end..self.lines.len())?;
        survey.tail(&tail.all);
        Ok(survey)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.next.is_none()
    }

    pub(super) fn next(&mut self) -> Option<Result<Entry, Stop>> {
        // A limit ends the file, since entries left out in between could not be reported.
        self.next.take().map(|board| self.read(board))
    }

    fn read(&mut self, Block { lines: board, rows }: Block) -> Result<Entry, Stop> {
        self.meter.check()?;
        let body = rows.and_then(|rows| {
            rows::level(&self.lines, &rows).map_err(|fault| spread::fault(&self.lines, &rows).unwrap_or(fault))
        });
        self.number += 1;
        let mut entry = Entry::new(self.number, board.start + 1, body);
        self.next = self.board(board.end)?;
        let end = self.next.as_ref().map_or(self.lines.len(), |next| next.lines.start);
        let mut below = self.gap(board.end..end)?;
        let above = std::mem::take(&mut self.above);
        if self.next.is_some() {
            self.above = below.split_off(self.style.split(&below));
        }
        self.style.assign(above, below, &mut entry);
        let named = entry.notes.iter().any(is_game);
        if let Some(game) = if named { other_game(&entry.notes) } else { self.game.clone() } {
            entry.body = Err(Fault::of_game(&self.lines, board.start, &game));
        }
        Ok(entry)
    }

    /// Returns the pieces of some lines; adds a warning for a comment that is not closed.
    fn gap(&mut self, lines: Range<usize>) -> Result<Vec<Piece<'t>>, Stop> {
        let pieces = self.pieces(lines)?;
        if let Some(line) = pieces.unclosed {
            self.warnings.push(Fault::at(&self.lines, line, 0, "a comment that is not closed", COMMENT_END));
        }
        Ok(pieces.all)
    }

    fn pieces(&self, gap: Range<usize>) -> Result<Pieces<'t>, Stop> {
        self.meter.check()?;
        sections::pieces(Section::new(&self.lines, gap, &self.comments), self.meter)
    }

    /// Returns the first board from line `at` on, comments skipped; `None` if none follows.
    fn board(&self, mut at: usize) -> Result<Option<Block>, Stop> {
        for step in 0.. {
            paced(self.meter, step)?;
            if at >= self.lines.len() {
                break;
            }
            if let Some(below) = self.comments.skipped(at) {
                at = below;
                continue;
            }
            let found = block(&self.lines, at, self.options, self.meter)?;
            if let Some(block) = found.block {
                self.meter.check()?;
                return Ok(Some(block));
            }
            at = found.next;
        }
        Ok(None)
    }
}

const COMMENT_END: &str = "a line `Comment-End:`; up to the next board all is read as comment";

struct BoardRows {
    /// The board, with or without a fault; `None` if no board begins at the line.
    block: Option<Block>,
    /// Next line at which a board can begin, if no board begins at this line.
    next: usize,
}

/// A board and its place in the file; its rows are not checked.
#[derive(Debug)]
struct Block {
    lines: Range<usize>,
    rows: Result<Vec<Row>, Fault>,
}

/// Returns the board that begins at line `start`, or the next line at which a board can begin.
fn block(lines: &[&str], start: usize, options: ReadOptions, meter: &Meter) -> Result<BoardRows, Stop> {
    let mut drawn = DrawnBoard::default();
    while drawn.take(lines, start, options) {
        paced(meter, drawn.lines)?;
    }
    while drawn.fault.is_none() && drawn.rows.pop_if(|row| !row.has_wall()).is_some() {}
    let end = drawn.rows.last().filter(|_| drawn.fault.is_none()).map_or(start + drawn.lines, |last| last.line + 1);
    let mut end = end.max(start + 1);
    // No board begins up to the last stray letter either, except for a line of many rows, which ends the board earlier.
    let next = (start + 1).max((drawn.last_stray + 1).saturating_sub(3));
    let none = BoardRows { block: None, next };
    let rows = match drawn.fault.take().or_else(|| extension(lines, start..end, options)) {
        Some(fault) => Err(fault),
        None if !is_board(&drawn.rows) => return Ok(none),
        None if drawn.stray.is_some() && !drawn.rows.iter().any(has_things) => return Ok(none),
        None => match spread::joined(lines, std::mem::take(&mut drawn.rows)) {
            Ok(rows) if drawn.stray.is_some() => match drawn.text_beside(lines, &rows) {
                Some(0) => return Ok(none),
                Some(last) => {
                    end = rows[last].line;
                    Ok(rows[..last].to_vec())
                }
                None => Err(drawn.stray_fault(lines, start..end, &rows, options)),
            },
            joined => joined,
        },
    };
    Ok(BoardRows { block: Some(Block { lines: start..end, rows }), next })
}

#[derive(Default)]
struct DrawnBoard {
    rows: Vec<Row>,
    lines: usize,
    tiles: usize,
    /// A fault that is reported even if the lines are not a board.
    fault: Option<Fault>,
    /// A fault, a letter without a tile, that is reported only if the lines are a board.
    stray: Option<Fault>,
    strays: usize,
    /// Last of these lines.
    last_stray: usize,
}

impl DrawnBoard {
    /// Adds the next line; returns false if the board ends before it. After a fault, lines up to a blank line are
    /// added.
    fn take(&mut self, lines: &[&str], start: usize, options: ReadOptions) -> bool {
        let at = start + self.lines;
        let Some(&text) = lines.get(at) else { return false };
        if self.fault.is_some() {
            let goes_on = comments::opening(text).is_none();
            self.lines += usize::from(goes_on);
            return goes_on && !text.trim().is_empty();
        }
        let Some(line) = rows::line(options.format, at, text, at > start) else { return false };
        match line {
            // A line with many rows is a whole board: the next line with many rows is another board.
            Line::Rows(rows) if rows.len() > 2 && self.rows.len() > 2 => return false,
            Line::Rows(rows) => self.add(lines, at, rows),
            Line::Bad(bad) => self.fault = Some(Fault::at(lines, at, bad.column, bad.what, bad.expected)),
            Line::Widthless(letter, column) => {
                let what = format!("U+{:04X}, a character without width", u32::from(letter));
                self.fault = Some(Fault::at(lines, at, column, &what, "the letters of the format alone"));
            }
            Line::Stray(row, column) => {
                let fault =
                    || Fault::at(lines, at, column, STRAY, "the letters of the format, or others by --alphabet");
                self.stray.get_or_insert_with(fault);
                (self.strays, self.last_stray) = (self.strays + 1, at);
                self.add(lines, at, vec![row]);
            }
        }
        self.lines += 1;
        true
    }

    /// Returns the index of the first or the last row if this row alone has a letter without a tile, and the other rows
    /// are a level: then the row is a line of text.
    fn text_beside(&self, lines: &[&str], rows: &[Row]) -> Option<usize> {
        let last = rows.len().checked_sub(1).filter(|last| self.strays == 1 && *last > 0)?;
        let is_text =
            |at: usize, others: &[Row]| rows[at].line == self.last_stray && rows::level(lines, others).is_ok();
        if is_text(0, &rows[1..]) { Some(0) } else { is_text(last, &rows[..last]).then_some(last) }
    }

    /// Returns the fault of the first letter without a tile; if the rows would be a level with one such letter as the
    /// outside, the fault says so.
    fn stray_fault(&mut self, lines: &[&str], block: Range<usize>, rows: &[Row], options: ReadOptions) -> Fault {
        let alphabet = options.format.alphabet();
        let mut letters = lines[block].iter().flat_map(|line| line.chars()).filter(|c| alphabet.tile(*c).is_none());
        let outside = letters.next().filter(|first| letters.all(|other| other == *first));
        let mut fault = self.stray.take().unwrap_or_else(|| Fault::at(lines, self.last_stray, 0, STRAY, ""));
        if let Some(outside) = outside.filter(|letter| !letter.is_control() && rows::level(lines, rows).is_ok()) {
            fault.expected += &format!(", whose eighth letter is the outside: `{outside}`");
        }
        fault
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

/// Returns whether rows are a board: three rows, or a box or a goal. A frame of walls around a heading is not a board.
fn is_board(rows: &[Row]) -> bool {
    rows.len() >= 3 || rows.iter().any(has_things)
}

fn has_things(row: &Row) -> bool {
    row.tiles.iter().any(|(tile, _)| !matches!(tile, Tile::Wall | Tile::Floor))
}

/// In strict mode, returns the fault of the first letter that is an extension of sokoplan; `None` if no letter is, and
/// in other modes.
fn extension(lines: &[&str], block: Range<usize>, options: ReadOptions) -> Option<Fault> {
    let alphabet = options.format.alphabet();
    block.filter(|_| options.strict).find_map(|line| {
        let column = lines[line].trim_end().chars().position(|letter| alphabet.is_extension(letter))?;
        Some(Fault::at(lines, line, column, "a letter that the format does not have", "letters of the format alone"))
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
