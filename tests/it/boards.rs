//! Boards in every form of text: dialects, blanks between cells, marks before lines.

use sokoplan::level::{Collection, Entry, InputFormat, ReadOptions, read};

fn read_as(text: &str, format: InputFormat) -> Vec<Result<String, String>> {
    let entries = read(text.as_bytes(), ReadOptions { format, strict: false }).entries;
    let body = |entry: Entry| {
        entry
            .body
            .map(|level| level.grid.to_string())
            .map_err(|fault| format!("{}:{}: {}", fault.line, fault.column, fault.what))
    };
    entries.into_iter().map(body).collect()
}

fn drawn(text: &str) -> Vec<String> {
    read_as(text, InputFormat::Auto).into_iter().map(|grid| grid.expect("a good board")).collect()
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
    let levels =
        drawn("###\n#@#\n###\n\n####\n#@*#\n####\n\n#######\n#@$.  #\n# ### #\n# # # #\n# ### #\n#     #\n#######\n");
    assert_eq!(levels.len(), 3);
    let decorated = "########\n#@$.#* #\n########\n";
    assert_eq!(drawn(decorated), [decorated]);
}

#[test]
fn the_same_letters_mean_other_things_in_other_formats() {
    let letters = read_as("OOOOOO\nO.B* O\nOOOOOO", InputFormat::Letters);
    assert_eq!(letters, [Ok("######\n#+$* #\n######\n".to_owned())]);
    let lisa = read_as("XXXXX\nXO#*X\nXXXXX", InputFormat::Lisa);
    assert_eq!(lisa, [Ok("#####\n#@$.#\n#####\n".to_owned())]);
}

const SPREAD: &str = "#######\n#     #\n# @$ .#\n#     #\n#######\n";

#[test]
fn a_board_with_the_same_blanks_or_a_tab_between_all_cells_is_the_board_of_its_cells() {
    for floor in ["_", "-", " "] {
        for between in [" ", "  ", "   ", "\t", "\u{a0}"] {
            for ends in [["", ""], ["", between], ["    ", ""]] {
                if ends[0] == "    " && between == "\t" {
                    continue;
                }
                let row = |line: &str| {
                    let cells: Vec<String> = line.chars().map(|c| c.to_string().replace(' ', floor)).collect();
                    format!("{}{}{}\n", ends[0], cells.join(between), ends[1])
                };
                let text: String = SPREAD.lines().map(row).collect();
                assert_eq!(read_as(&text, InputFormat::Auto), [Ok(SPREAD.to_owned())], "{text:?}");
                let own = InputFormat::Own("+*?@&X_".parse().expect("letters"));
                let other = text.chars().map(|c| match c {
                    '#' => '+',
                    '@' => '*',
                    '$' => '@',
                    '.' => 'X',
                    other => other,
                });
                if floor != "-" {
                    assert_eq!(read_as(&other.collect::<String>(), own), [Ok(SPREAD.to_owned())], "{text:?}");
                }
            }
        }
    }
}

#[test]
fn blanks_and_tabs_between_some_cells_are_faults() {
    for (text, fault) in [
        ("# # # # #\n#@ $ . #\n# # # # #\n", "3:6: the board is open"),
        ("# #  # #\n# @ $ .#\n# # # #\n", "1:7: the board is open"),
        ("######\n#@\t$.#\n######\n", "2:3: a tab between the letters of a row"),
    ] {
        let read = read_as(text, InputFormat::Auto);
        assert!(matches!(&read[..], [Err(told)] if told.starts_with(fault)), "{text:?}: {read:?}");
    }
    let beside = "# # #\n#####\n#@$.#\n#####\n";
    assert!(matches!(read_as(beside, InputFormat::Auto)[..], [Ok(_)]), "decoration is read as before");
}

const NAMED: &str = "A name\n\n######\n#@ $.#\n######\n\nSolution\nrR";

fn check_named(text: &str) {
    let Collection { entries, .. } = read(text.as_bytes(), ReadOptions::default());
    let [entry] = &entries[..] else { panic!("{text}: {entries:?}") };
    assert_eq!(entry.body.as_ref().map(|level| level.grid.width()), Ok(6), "{text}");
    assert_eq!((entry.title.as_str(), entry.recorded.len()), ("A name", 1), "{text}");
}

#[test]
fn marks_before_all_lines_are_cut() {
    for mark in ["> ", ">", ">> ", "> > ", "; ", ";; ", "// ", "% ", "! ", "| ", ": ", "\u{bb} ", "\u{2502}", "  ' "] {
        let marked = |line: &str| if line.is_empty() { mark.trim_end().to_owned() } else { format!("{mark}{line}") };
        check_named(&NAMED.lines().map(marked).collect::<Vec<_>>().join("\n"));
        check_named(&NAMED.lines().map(|line| format!("{mark}{line}")).collect::<Vec<_>>().join("\n"));
    }
}

#[test]
fn numbers_before_all_lines_are_cut() {
    for (sign, first) in [("|", 1), (": ", 8), (". ", 98), (") ", 0), (" ", 1), ("\t", 997)] {
        let lines = || NAMED.lines().zip(first..);
        check_named(&lines().map(|(line, number)| format!("{number:>4}{sign}{line}\n")).collect::<String>());
        check_named(&lines().map(|(line, number)| format!("{number}{sign}{line}\n")).collect::<String>());
    }
}
