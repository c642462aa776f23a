//! `events`: each row is true of the picture that it draws, and levels that are turned have equal rows.

use crate::common::command::{Folder, err, out, rows, sokoplan};
use serde_json::Value;
use sokoplan::abstraction::EventForm;
use sokoplan::level::{Collection, Entry, Grid, Level, Symmetry, Tile};
use sokoplan::maze::Areas;
use sokoplan::push::{Push, pushes_of};
use sokoplan::run::Meter;
use sokoplan::steps::{EventSet, LevelEvents, MetEvent};
use std::collections::{BTreeMap, BTreeSet};

const ORDERS: &str = "levels/7-orders.xsb";
const SIGNATURE: &str = "levels/8-signature.xsb";

type Place = (usize, usize);
/// The boxes of an area, and what the player reaches: squares and doors.
type Seen = (BTreeSet<Place>, BTreeSet<Place>);

/// The rows of a file whose levels are solved within some nodes.
fn events(file: &str) -> (Vec<Value>, Value) {
    let mut all = rows(&out(&sokoplan("", &["events", file, "--nodes", "20k", "--json"])));
    let summary = all.pop().expect("a summary");
    all.retain(|row| row["type"] == "event");
    (all, summary)
}

fn place(value: &Value) -> Place {
    let at = |index: usize| value[index].as_u64().and_then(|number| usize::try_from(number).ok()).expect("a number");
    (at(0), at(1))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// A room as a row draws it, and nothing else.
struct Drawn {
    squares: BTreeSet<Place>,
    /// Doors without a box, by their parts.
    doors: BTreeMap<Place, u64>,
    crossed: BTreeSet<Place>,
    dead: BTreeSet<(Place, String)>,
    start: Seen,
}

impl Drawn {
    fn of(row: &Value) -> Self {
        let cells = || {
            list(&row["picture"]).iter().enumerate().flat_map(|(at, line)| {
                line.as_str().expect("a line").chars().enumerate().map(move |(column, letter)| ((at, column), letter))
            })
        };
        let inside = |letter: &char| " .$*@+".contains(*letter);
        let door = |door: &Value| Some((place(&door["place"]), door["part"].as_u64()?));
        let mut drawn = Self {
            squares: cells().filter(|(_, letter)| inside(letter)).map(|(place, _)| place).collect(),
            doors: list(&row["doors"]).iter().filter_map(door).collect(),
            crossed: list(&row["doors"])
                .iter()
                .filter(|door| door["is_crossed"] == true)
                .map(|door| place(&door["place"]))
                .collect(),
            dead: list(&row["dead"])
                .iter()
                .map(|push| (place(&push["from"]), push["direction"].as_str().expect("a word").to_owned()))
                .collect(),
            start: Seen::default(),
        };
        let boxes: BTreeSet<Place> = cells().filter(|(_, letter)| "$*".contains(*letter)).map(|(at, _)| at).collect();
        let reached =
            if row["player"].is_null() { BTreeSet::new() } else { drawn.reached(&boxes, place(&row["player"])) };
        drawn.start = (boxes, reached);
        drawn
    }

    /// The squares and doors that the player reaches, the doors by walks outside too.
    fn reached(&self, boxes: &BTreeSet<Place>, from: Place) -> BTreeSet<Place> {
        let (mut seen, mut stack) = (BTreeSet::from([from]), vec![from]);
        while let Some(at) = stack.pop() {
            let part = self.doors.get(&at);
            let outside = self.doors.iter().filter(|(_, other)| Some(*other) == part).map(|(door, _)| *door);
            // From door to door he walks outside.
            let beside = WAYS.iter().filter_map(|(way, _)| step(at, *way)).filter(|to| {
                self.squares.contains(to) && !boxes.contains(to) || part.is_none() && self.doors.contains_key(to)
            });
            stack.extend(beside.chain(outside).filter(|to| seen.insert(*to)));
        }
        seen
    }

    /// The positions after a push of a box; crossings over the border in question too.
    fn pushed(&self, (boxes, reached): &Seen, from: Place, word: &str) -> Option<(bool, Seen)> {
        let way = WAYS.iter().find(|(_, name)| *name == word)?.0;
        let (to, behind) = (step(from, way)?, step(from, (-way.0, -way.1))?);
        let crosses = self.crossed.contains(&to) && self.doors.contains_key(&to);
        let is_free = self.squares.contains(&to) && !boxes.contains(&to) || crosses;
        let can = boxes.contains(&from)
            && is_free
            && reached.contains(&behind)
            && !self.dead.contains(&(from, word.to_owned()));
        can.then(|| {
            let mut after = boxes.clone();
            after.remove(&from);
            after.extend((!crosses).then_some(to));
            let reached = self.reached(&after, from);
            (crosses, (after, reached))
        })
    }

    fn all_pushed<'a>(&'a self, seen: &'a Seen) -> impl Iterator<Item = (bool, Seen)> + 'a {
        seen.0.iter().flat_map(move |&at| WAYS.iter().filter_map(move |(_, word)| self.pushed(seen, at, word)))
    }

    /// All positions that silent pushes lead to.
    fn closure(&self, from: &Seen) -> BTreeSet<Seen> {
        let (mut seen, mut stack) = (BTreeSet::from([from.clone()]), vec![from.clone()]);
        while let Some(at) = stack.pop() {
            let silent: Vec<Seen> =
                self.all_pushed(&at).filter(|(crosses, _)| !crosses).map(|(_, after)| after).collect();
            stack.extend(silent.into_iter().filter(|after| seen.insert(after.clone())));
        }
        seen
    }

    /// The undominated outcomes, in classes that lead to each other.
    fn classes(&self) -> Vec<BTreeSet<Seen>> {
        let found: BTreeSet<Seen> = self
            .closure(&self.start)
            .iter()
            .flat_map(|at| {
                self.all_pushed(at).filter(|(crosses, _)| *crosses).map(|(_, after)| after).collect::<Vec<_>>()
            })
            .collect();
        let leads: BTreeMap<&Seen, BTreeSet<Seen>> = found.iter().map(|one| (one, self.closure(one))).collect();
        let is_first =
            |one: &&Seen| found.iter().all(|other| !leads[other].contains(*one) || leads[*one].contains(other));
        let mut classes: Vec<BTreeSet<Seen>> = Vec::new();
        for one in found.iter().filter(is_first) {
            match classes.iter_mut().find(|class| class.iter().any(|other| leads[other].contains(one))) {
                Some(class) => _ = class.insert(one.clone()),
                None => classes.push(BTreeSet::from([one.clone()])),
            }
        }
        classes
    }
}

const WAYS: [((isize, isize), &str); 4] = [((-1, 0), "up"), ((0, -1), "left"), ((1, 0), "down"), ((0, 1), "right")];

fn step((row, column): Place, (rows, columns): (isize, isize)) -> Option<Place> {
    Some((row.checked_add_signed(rows)?, column.checked_add_signed(columns)?))
}

#[test]
fn each_outcome_is_led_to_by_its_pushes_in_the_picture_alone_and_they_are_the_undominated_ones() {
    let (mut crossings, mut choices) = (0, 0);
    for file in ["levels/6-lisa.xsb", ORDERS, SIGNATURE] {
        for row in events(file).0 {
            let drawn = Drawn::of(&row);
            let mut classes = BTreeSet::new();
            let is_crossing = row["kind"] == "crossing";
            let of_room = (row["label"] != "unknown" && drawn.squares.len() < 24).then(|| drawn.classes());
            for outcome in list(&row["outcomes"]) {
                let (mut at, mut has_crossed) = (drawn.start.clone(), false);
                for push in list(&outcome["pushes"]) {
                    assert!(!has_crossed, "nothing is pushed after a crossing: {row}");
                    let (from, word) = (place(&push["from"]), push["direction"].as_str().expect("a word"));
                    (has_crossed, at) = drawn.pushed(&at, from, word).unwrap_or_else(|| panic!("{push} of {row}"));
                }
                assert_eq!(has_crossed, is_crossing, "{row}");
                assert_eq!(at.0, list(&outcome["boxes"]).iter().map(place).collect(), "{row}");
                let player = &outcome["player"];
                assert!(if player.is_null() { at.1.is_empty() } else { at.1.contains(&place(player)) }, "{row}");
                let class = |all: &Vec<BTreeSet<Seen>>| all.iter().position(|class| class.contains(&at));
                if let Some(all) = of_room.as_ref().filter(|_| is_crossing) {
                    classes.insert(class(all).unwrap_or_else(|| panic!("a dominated outcome: {outcome} of {row}")));
                }
            }
            let Some(all) = of_room.filter(|_| is_crossing) else { continue };
            assert_eq!(classes.len(), all.len(), "{row}");
            let label = if all.len() > 1 { "choice" } else { "deterministic" };
            assert_eq!((row["label"].as_str(), &row["is_complete"]), (Some(label), &true.into()), "{row}");
            crossings += 1;
            choices += usize::from(all.len() > 1);
        }
    }
    assert!(crossings > 30 && choices > 0, "{crossings} {choices}");
}

/// The levels of a file with solutions, as pushes.
fn solved(file: &str) -> Vec<(Level, String)> {
    let text = std::fs::read_to_string(format!("{}/{file}", env!("CARGO_MANIFEST_DIR"))).expect("a file");
    let collection = Collection::parse(text.as_bytes());
    let levels: Vec<Level> = collection.entries.into_iter().filter_map(|Entry { body, .. }| body.ok()).collect();
    let solved = rows(&out(&sokoplan("", &["solve", file, "--nodes", "20k", "--json"])));
    let lurd = |row: &Value| Some((row["level"].as_u64()?, row["lurd"].as_str()?.to_owned()));
    let known: BTreeMap<u64, String> = solved.iter().filter_map(lurd).collect();
    (1..).zip(levels).filter_map(|(number, level)| Some((level, known.get(&number)?.clone()))).collect()
}

#[test]
fn levels_that_are_turned_or_mirrored_have_equal_events() {
    let mut distinct = 0;
    for (level, lurd) in solved(SIGNATURE).into_iter().chain(solved(ORDERS)) {
        let of = |symmetry: Symmetry| {
            let turned = Level::from_grid("", symmetry.of_grid(&level.grid)).expect("a level");
            let moves = symmetry.of_lurd(&lurd.parse().expect("moves"));
            let pushes: Vec<Push> = pushes_of(&turned.board, &turned.start, &moves);
            // The areas of the level itself: which definition cuts it does not matter here.
            let areas = Areas::of(&level.board);
            let image = |row: usize, column: usize| {
                let mut marked = Grid::new(&vec![vec![Tile::Floor; level.grid.width()]; level.grid.height()]);
                marked.set(row, column, Tile::Wall);
                let marked = symmetry.of_grid(&marked);
                let at = marked.rows().flatten().position(|tile| *tile == Tile::Wall).expect("one wall");
                (at / marked.width(), at % marked.width())
            };
            let mut label = vec![0; turned.board.len()];
            for square in level.board.squares() {
                let (row, column) = level.board.row_column(square);
                let (row, column) = image(row, column);
                let square_there = turned.board.square(row, column).expect("a square");
                label[square_there.index()] = areas.area_of(square).index();
            }
            let areas = Areas::from_cut(&turned.board, &label);
            let mut set = EventSet::default();
            let mut meter = Meter::unlimited();
            let events = LevelEvents::of(&turned, &areas, &[pushes], &mut meter).expect("no limit");
            set.add("", 1, events, &meter).expect("no limit");
            let row = |(form, event): &(&EventForm, &MetEvent)| ((*form).clone(), event.met, event.outcomes.clone());
            set.ranked().iter().map(row).collect::<Vec<_>>()
        };
        let plain = of(Symmetry::IDENTITY);
        distinct += plain.len();
        for symmetry in Symmetry::all() {
            assert_eq!(plain, of(symmetry), "{symmetry:?}\n{}", level.grid);
        }
    }
    assert!(distinct > 100, "{distinct}");
}

/// The number of events along moves: the longest sequences of pushes of boxes of one area, each ended by a crossing.
fn counted(level: &Level, lurd: &str) -> u64 {
    let areas = Areas::of(&level.board);
    let pushes = pushes_of(&level.board, &level.start, &lurd.parse().expect("moves"));
    let (mut count, mut open) = (0, None);
    for push in pushes {
        let from = areas.area_of(push.from);
        count += u64::from(open != Some(from));
        let to = level.board.next(push.from, push.direction).map(|to| areas.area_of(to));
        open = (to == Some(from)).then_some(from);
    }
    count
}

#[test]
fn counts_agree_with_the_solutions_and_with_each_other() {
    for file in [ORDERS, SIGNATURE] {
        let (all, summary) = events(file);
        let solved = solved(file);
        let met: u64 = solved.iter().map(|(level, lurd)| counted(level, lurd)).sum();
        let sum = |key: &str| all.iter().map(|row| row[key].as_u64().expect("a number")).sum::<u64>();
        assert_eq!((summary["met"].as_u64(), sum("met")), (Some(met), met), "{file}");
        let count = |is: &dyn Fn(&Value) -> bool| all.iter().filter(|row| is(row)).count();
        assert_eq!(summary["events"], all.len());
        assert_eq!(summary["crossings"], count(&|row| row["kind"] == "crossing"));
        assert_eq!(summary["arrangements"], count(&|row| row["kind"] == "arrangement"));
        assert_eq!(summary["recurring"], count(&|row| row["levels"].as_u64() > Some(1)));
        assert_eq!(summary["solutions"], solved.len());
        assert!(all.is_sorted_by(|one, other| one["met"].as_u64() >= other["met"].as_u64()), "{file}");
        assert!(all.iter().all(|row| row["met"].as_u64() >= row["levels"].as_u64()), "{file}");
        // Text says as much.
        let text = out(&sokoplan("", &["events", file, "--nodes", "20k", "--top", "3"]));
        assert!(
            text.starts_with(&format!("{met} events along {} solutions: {} distinct", solved.len(), all.len())),
            "{text}"
        );
        assert!(text.contains("\n    3") && !text.contains("\n    4"), "{text}");
    }
}

#[test]
fn solutions_are_given_or_held_by_the_file_or_else_found() {
    let folder = Folder::new("events");
    let level = folder.write("one.xsb", "#######\n#@ $ .#\n#######\n");
    let found = out(&sokoplan("", &["events", &level, "--json"]));
    let given = out(&sokoplan("", &["events", &level, "--solution", "rRR", "--json"]));
    let file = folder.write("moves", "1 rRR\n");
    assert_eq!(given, out(&sokoplan("", &["events", &level, "--solution", &file, "--json"])));
    assert_eq!(rows(&found)[0]["met"], 1);
    assert_eq!(found, given);
    // Two solutions of one level are both walked.
    let twice = folder.write("twice", "1 rRR\n1 rRlrR\n");
    let summary =
        rows(&out(&sokoplan("", &["events", &level, "--solution", &twice, "--json"]))).pop().expect("a summary");
    assert_eq!((&summary["levels"], &summary["solutions"], &summary["met"]), (&1.into(), &2.into(), &2.into()));
    let bad = sokoplan("", &["events", &level, "--solution", "rR", "--json"]);
    assert_eq!(bad.status.code(), Some(1), "{}", err(&bad));
    assert_eq!(rows(&out(&bad))[0]["answer"], "invalid");
    assert!(err(&bad).contains("level 1: line 1: "), "{}", err(&bad));
    let unsolved = sokoplan("", &["events", SIGNATURE, "--level", "1", "--nodes", "1"]);
    assert!(err(&unsolved).contains("level 1: "), "{}", err(&unsolved));
    assert_eq!(out(&unsolved), "0 events along 0 solutions: 0 distinct (0 crossings, 0 arrangements), 0 recurring\n");
}

#[test]
fn pictures_show_goals_before_and_after_an_event() {
    let text = out(&sokoplan("######\n#@$. #\n######\n", &["events", "-"]));
    assert_eq!((text.matches('.').count(), text.matches('*').count()), (1, 1), "{text}");
}
