//! Properties of areas on every board, and the areas of some boards.

use itertools::Itertools;
use sokoplan::level::{Board, Grid, Level, Square, Symmetry, Tile};
use sokoplan::maze::{Area, AreaPatterns, Areas, BoxUse, Connectivity, RoomsBy};
use sokoplan::run::Random;
use std::collections::BTreeSet;

fn level(text: &str) -> Level {
    Level::from_xsb("", text).unwrap()
}

/// The map with capitals for rooms and small letters for tunnels.
fn map(level: &Level, areas: &Areas) -> Vec<String> {
    let letter = |row, column| match level.board.square(row, column) {
        Some(s) if areas.area(areas.area_of(s)).is_room() => (b'A' + areas.area_of(s).0 as u8) as char,
        Some(s) => (b'a' + areas.area_of(s).0 as u8) as char,
        None => level.grid.at(row, column).xsb(),
    };
    let row = |row| (0..level.grid.width()).map(|column| letter(row, column)).collect::<String>();
    (0..level.grid.height()).map(|r| row(r).trim_end().to_owned()).collect()
}

/// Pictures of areas, each below the definition of its rooms: rooms in capitals, tunnels in small letters. The fourth is XSokoban's
/// first level, by Thinking Rabbit; XSokoban is distributed in the public domain.
const PICTURES: [&str; 3] = [
    "\
width          lisa           blocks
############   ############   ############
##AAA##BBB##   ##AAA##BBB##   ##AAA##BBB##
#AAAAccBBB##   #CdAAeeBBB##   #CdAAeeBBB##
#AA#d##BBB##   #CC#f##BBB##   #CC#f##BBB##
#AA#d#######   #CC#f#######   #CC#f#######
#AAEE#######   #CCGG#######   #CCGG#######
###EE###FFF#   ###GG###HHH#   ###GG###HHH#
###EEgggFFF#   ###GGiiiHHH#   ###GGiiiHHH#
###EE#####F#   ###GG#####j#   ###GG#####j#
#######F##F#   #######k##j#   #######j##j#
######FFFFF#   ######lMjjj#   ######jjjjj#
############   ############   ############",
    "\
width                 width         width
    #####             ###########   #######
    #AAA#             #AAA##BBBB#   #AA####
    #AAA#             #AAAccBBBB#   #AAAAA#
  ###AAA##            #AAAccBBBB#   #AAAAA#
  #bbAAAc#            #AAA##BBBB#   #AAAAA#
###b#d##c#   ######   ###########   #######
#EEE#d##c#####FFFF#
#EEEgHiiJJkkkkFFFF#
#####l###l#k##FFFF#
    #lllll#########
    #######",
    "\
width         width         width     width
###########   ###########   #######   #######
#AAA#######   #AAA###BBB#   #AAAAA#   #AAA###
#AAA#BB#CC#   #AAAcDeBBB#   #AAA#A#   #AAAAA#
#AAAdBBeCC#   #AAA#f#BBB#   #AAAAA#   #AAA###
#AAA#BB#CC#   #####f#####   #AAAAA#   #######
#AAA###CCC#   ####GGG####   #######
###########   ####GGG####
              ####GGG####
              ###########",
];

/// The pictures, each with the definition of its rooms, and with its level: the picture without the letters.
fn pictures() -> Vec<(RoomsBy, String, Level)> {
    let mut pictures = Vec::new();
    for (heads, rows) in PICTURES.iter().map(|block| block.split_once('\n').unwrap()) {
        let is_start = |&at: &usize| !heads[at..].starts_with(' ') && (at == 0 || heads[..at].ends_with(' '));
        let starts: Vec<usize> = (0..heads.len()).filter(is_start).collect();
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(usize::MAX);
            let by = heads[start..].split_whitespace().next().unwrap().parse().unwrap();
            let cut = |row: &str| row.get(start..row.len().min(end)).unwrap_or_default().trim_end().to_owned();
            let picture = rows.lines().map(cut).filter(|row| !row.is_empty()).join("\n");
            let bare = picture.replacen(char::is_alphabetic, "@", 1).replace(char::is_alphabetic, " ");
            pictures.push((by, picture, level(&bare)));
        }
    }
    pictures
}

/// A squeeze, an offset opening, corridors on a loop, alcoves, crossings, LISA's first level, and rooms of other forms.
#[test]
fn areas_are_as_they_are_drawn() {
    for (by, picture, level) in pictures() {
        let areas = Areas::new(&level.board, by, &AreaPatterns::default());
        assert_eq!(map(&level, &areas).join("\n"), picture, "{by}");
    }
}

#[test]
fn a_tunnel_joins_at_most_two_areas_and_no_block_of_3x3_squares_is_tunnel() {
    for seed in 0..300 {
        let level = random_level(seed);
        let areas = Areas::of(&level.board);
        for tunnel in areas.areas().iter().filter(|area| area.is_tunnel()) {
            assert!(areas.neighbours(tunnel.id).len() <= 2, "{}", map(&level, &areas).join("\n"));
            let is_inside = |row: usize, column: usize| {
                level.board.square(row, column).is_some_and(|square| areas.area_of(square) == tunnel.id)
            };
            for (row, column) in tunnel.squares.iter().map(|&square| level.board.row_column(square)) {
                let mut block = (0..9).map(|number| is_inside(row + number / 3, column + number % 3));
                assert!(!block.all(|inside| inside), "{}", map(&level, &areas).join("\n"));
            }
        }
    }
}

fn random_level(seed: u64) -> Level {
    let mut random = Random::new(seed);
    let mut random = |end| random.below(end);
    let (width, height, walls) = (3 + random(14), 3 + random(12), 10 + random(45));
    let mut grid = Grid::new(&vec![vec![Tile::Wall; width + 2]; height + 2]);
    for row in 1..=height {
        for column in 1..=width {
            grid.set(row, column, if random(100) < walls { Tile::Wall } else { Tile::Floor });
        }
    }
    grid.set(1 + random(height), 1 + random(width), Tile::Player);
    Level::from_grid("", grid).unwrap()
}

fn each_cut(check: impl Fn(&Level, &Areas, RoomsBy)) {
    for seed in 0..300 {
        let level = random_level(seed);
        for by in RoomsBy::ALL {
            let areas = Areas::new(&level.board, by, &AreaPatterns::default());
            check(&level, &areas, by);
        }
    }
}

fn check_partition(board: &Board, areas: &Areas) {
    let mut all: Vec<Square> = areas.areas().iter().flat_map(|a| a.squares.clone()).collect();
    all.sort();
    assert!(all.into_iter().eq(board.squares()));
    assert!(areas.areas().is_sorted_by_key(|a| a.squares[0]));
    for (index, area) in areas.areas().iter().enumerate() {
        assert_eq!(area.id.index(), index);
        let reached = board.region(area.squares[0], |s| !area.squares.contains(&s));
        assert!(area.squares.iter().all(|&s| areas.area_of(s) == area.id && reached[s.index()]));
    }
}

#[test]
fn areas_partition_the_squares_and_are_connected() {
    each_cut(|level, areas, _| {
        check_partition(&level.board, areas);
        check_partition(&level.board, &areas.merged(&level.board));
    });
}

#[test]
fn openings_are_mutual_and_complete() {
    each_cut(|level, areas, _| {
        let mut steps = 0;
        for area in areas.areas() {
            for opening in areas.openings_of(area.id) {
                let other = opening.other(area.id);
                assert!(areas.openings_of(other).contains(&opening));
                assert!(
                    opening.steps_from(area.id).all(|(i, o)| areas.area_of(i) == area.id && areas.area_of(o) == other)
                );
                assert!(opening.steps_from(area.id).all(|(i, o)| opening.steps_from(other).any(|s| s == (o, i))));
            }
            steps += areas.steps_out(area.id).len();
            assert_eq!(areas.ends(&level.board, area.id).concat().len(), areas.steps_out(area.id).len());
        }
        let crossing = |a: Square| level.board.neighbours(a).filter(|&b| areas.area_of(a) != areas.area_of(b)).count();
        assert_eq!(steps, level.board.squares().map(crossing).sum::<usize>());
    });
}

/// The picture of each area by itself, turned.
fn parts(level: &Level, by: RoomsBy, symmetry: Symmetry) -> BTreeSet<(bool, String)> {
    let areas = Areas::new(&level.board, by, &AreaPatterns::default());
    let picture = |area: &Area| {
        let mut grid = Grid::new(&vec![vec![Tile::Wall; level.grid.width()]; level.grid.height()]);
        let places = area.squares.iter().map(|&square| level.board.row_column(square));
        places.for_each(|(row, column)| grid.set(row, column, Tile::Goal));
        (area.is_room(), symmetry.of_grid(&grid).to_string())
    };
    areas.areas().iter().map(picture).collect()
}

#[test]
fn turning_the_board_turns_the_areas() {
    for level in (0..100).map(random_level) {
        for (symmetry, by) in Symmetry::all().cartesian_product(RoomsBy::ALL) {
            let other = Level::from_grid("", symmetry.of_grid(&level.grid)).unwrap();
            let turned = parts(&other, by, Symmetry::IDENTITY);
            assert_eq!(turned, parts(&level, by, symmetry), "{by}, {symmetry:?}\n{}", level.grid);
        }
    }
}

#[test]
fn a_one_way_area_is_one_without_which_the_maze_falls_apart() {
    each_cut(|level, areas, _| {
        for area in areas.areas() {
            let outside = |s: &Square| areas.area_of(*s) != area.id;
            let Some(start) = level.board.squares().find(outside) else { continue };
            let reached = level.board.region(start, |s| !outside(&s));
            let whole = level.board.squares().filter(outside).all(|s| reached[s.index()]);
            assert_eq!(area.passage == Connectivity::OneWay, !whole, "{:?}\n{}", area.squares, level.grid);
        }
    });
}

#[test]
fn a_box_goes_through_a_corridor_into_a_bend_and_not_where_all_is_dead() {
    let level = level("##########\n#   ##   #\n# $@  .  #\n#   ##   #\n##########");
    let areas = Areas::by_patterns(&level.board);
    let facts = |dead: bool| areas.facts(&level.board, &level.start, |_| dead);
    assert_eq!(map(&level, &areas)[2], "#AAAccBBB#");
    let found: Vec<_> = facts(false).iter().map(|f| (f.size, f.goals, f.boxes, f.player, f.box_use)).collect();
    assert_eq!(found[2], (2, 0, 0, false, BoxUse::Through));
    assert_eq!((found[0].2, found[1].1, found[0].3), (1, 1, true));
    assert_eq!(facts(true)[2].box_use, BoxUse::PlayerOnly);

    let bent = self::level("########\n#   ####\n# $@  ##\n#   # ##\n#####  #\n#### . #\n####   #\n########");
    let areas = Areas::by_patterns(&bent.board);
    let tunnel = areas.areas().iter().find(|a| a.is_tunnel()).unwrap();
    assert!(tunnel.bent && tunnel.passage == Connectivity::OneWay);
    assert_eq!(areas.facts(&bent.board, &bent.start, |_| false)[tunnel.id.index()].box_use, BoxUse::Enter);
}

#[test]
fn dead_ends_goal_tunnels_doors_and_tiny_rooms_are_merged() {
    let level = level("##############\n#   #####   ##\n#  @         #\n#   #####   ##\n##############");
    let areas = Areas::by_patterns(&level.board);
    assert_eq!(map(&level, &areas)[2], "#AAAcccccBBBd#");
    assert_eq!(map(&level, &areas.merged(&level.board))[2], "#AAAcccccBBBB#");
    let door = self::level("#########\n#   #   #\n#  @    #\n#   #   #\n#########");
    let areas = Areas::by_patterns(&door.board);
    assert_eq!(map(&door, &areas)[2], "#AAAcBBB#");
    assert_eq!(map(&door, &areas.merged(&door.board))[2], "#AAAABBB#");
}

#[test]
fn random_areas_are_connected_and_have_the_sizes_of_the_rooms_that_they_stand_for() {
    let ((_, _, level), patterns) = (pictures().remove(3), AreaPatterns::default());
    for make in [Areas::new, Areas::joined] {
        let by = |by: RoomsBy| make(&level.board, by, &patterns);
        let rooms = by(RoomsBy::Width);
        let sizes = |areas: &Areas| areas.areas().iter().map(|area| area.squares.len()).sorted().collect::<Vec<_>>();
        let draws: Vec<Areas> = (1..=10).map(|seed| by(RoomsBy::Random(seed))).collect();
        for draw in &draws {
            assert_eq!(sizes(draw), sizes(&rooms));
            check_partition(&level.board, draw);
        }
        let pictures = draws.iter().chain([&rooms]).map(|areas| map(&level, areas));
        assert_eq!(pictures.unique().count(), 11, "each draw differs from the others and from the rooms");
        assert_eq!(map(&level, &draws[0]), map(&level, &by(RoomsBy::Random(1))), "always the same");
    }
    assert_eq!("random:7".parse(), Ok(RoomsBy::Random(7)));
    assert_eq!("random".parse(), Ok(RoomsBy::Random(1)));
}
