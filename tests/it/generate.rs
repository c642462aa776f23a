//! Levels that are made: they are solved by their own solutions, fit their recipes, and grow where they must.

use sokoplan::generate::{GeneratedLevel, Generator, Recipe};
use sokoplan::level::{Lurd, verify};

fn made(recipe: &Recipe) -> Vec<GeneratedLevel> {
    let mut generator = Generator::new(recipe.clone());
    (0..5).filter_map(|_| generator.next_within(50)).collect()
}

fn is_solved(made: &GeneratedLevel) -> bool {
    made.lurd.parse::<Lurd>().is_ok_and(|lurd| verify(&made.level.board, &made.level.start, &lurd).is_ok())
}

#[test]
fn what_is_made_is_solved_by_its_own_solution_and_fits_the_recipe() {
    for (seed, rooms, boxes) in [(1, 1, 2), (2, 2, 3), (3, 3, 4), (4, 4, 2)] {
        let recipe = Recipe { seed, rooms, boxes, width: Some(16), ..Recipe::default() };
        let levels = made(&recipe);
        assert!(!levels.is_empty() && levels == made(&recipe), "the same seed gives the same levels");
        for made in levels {
            assert!(is_solved(&made), "{}\n{}", made.level.grid, made.lurd);
            assert_eq!(made.level.start.boxes.len(), boxes);
            assert!(made.pushes >= recipe.min_pushes && made.box_changes >= recipe.min_box_changes);
            let counted = made.lurd.chars().filter(char::is_ascii_uppercase).count();
            assert_eq!(counted, made.pushes as usize);
        }
    }
}

#[test]
fn many_boxes_do_not_start_at_home() {
    let recipe = Recipe { boxes: 20, rooms: 3, ..Recipe::default() };
    let made = Generator::new(recipe).next_within(50).expect("a level");
    let home = made.level.start.boxes.iter().filter(|square| made.level.board.is_goal(**square)).count();
    assert!(home <= 10 && is_solved(&made), "{home}\n{}", made.level.grid);
}

#[test]
fn a_board_without_a_given_size_grows_until_there_is_room() {
    let mut generator = Generator::new(Recipe { min_pushes: 80, ..Recipe::default() });
    while generator.next_within(10).is_none() {
        assert!(generator.grow(), "{:?}", generator.size());
    }
    let mut fixed = Generator::new(Recipe { width: Some(14), height: Some(11), ..Recipe::default() });
    assert!(!fixed.grow());
}
