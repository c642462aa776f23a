//! Small random levels from seed numbers: the same on every machine, about half of them solvable.

use sokoplan::run::Random;

/// A board drawn as XSB, at most 8 x 8, so that a set of cells is one number.
pub(crate) const SIDE: usize = 8;

/// The level of a seed: open or narrow, boxes strewn or pulled from their goals.
pub(crate) fn level(seed: u64) -> String {
    let mut random = Random::new(seed);
    let (floor, mut cells) = loop {
        let floor = if seed.is_multiple_of(2) { open(&mut random) } else { narrow(&mut random) };
        let cells: Vec<usize> = (0..SIDE * SIDE).filter(|&cell| floor[cell]).collect();
        if cells.len() > 10 {
            break (floor, cells);
        }
    };
    let boxes = 1 + random.below(if cells.len() > 20 { 4 } else { 5 });
    for at in (1..cells.len()).rev() {
        cells.swap(at, random.below(at + 1));
    }
    let (goals, rest) = cells.split_at(boxes);
    if random.below(3) == 0 {
        return draw(&floor, goals, &rest[..boxes], rest[boxes]);
    }
    let (boxes, player) = pulled(&mut random, &floor, goals, rest[0]);
    draw(&floor, goals, &boxes, player)
}

/// A room with a few pillars.
fn open(random: &mut Random) -> [bool; SIDE * SIDE] {
    let (height, width) = (4 + random.below(3), 4 + random.below(3));
    let mut floor = [false; SIDE * SIDE];
    for cell in (1..=height).flat_map(|row| (1..=width).map(move |column| row * SIDE + column)) {
        floor[cell] = random.below(7) > 0;
    }
    largest(&floor)
}

/// Corridors of one square, here and there wider.
fn narrow(random: &mut Random) -> [bool; SIDE * SIDE] {
    let mut floor = [false; SIDE * SIDE];
    let (mut row, mut column) = (1 + random.below(6), 1 + random.below(6));
    for _ in 0..10 + random.below(10) {
        let (direction, length) = (random.below(4), 1 + random.below(4));
        for _ in 0..length {
            floor[row * SIDE + column] = true;
            match direction {
                0 => row = row.max(2) - 1,
                1 => row = (row + 1).min(6),
                2 => column = column.max(2) - 1,
                _ => column = (column + 1).min(6),
            }
        }
        floor[row * SIDE + column] = true;
        if random.below(4) == 0 {
            [row.min(5), row.min(5) + 1]
                .iter()
                .for_each(|r| [column.min(5), column.min(5) + 1].iter().for_each(|c| floor[r * SIDE + c] = true));
        }
    }
    largest(&floor)
}

/// The largest connected part.
fn largest(floor: &[bool; SIDE * SIDE]) -> [bool; SIDE * SIDE] {
    let mut best = [false; SIDE * SIDE];
    for start in (0..floor.len()).filter(|&cell| floor[cell]) {
        let mut part = [false; SIDE * SIDE];
        let mut stack = vec![start];
        while let Some(cell) = stack.pop() {
            if floor[cell] && !part[cell] {
                part[cell] = true;
                stack.extend([cell - 1, cell + 1, cell - SIDE, cell + SIDE]);
            }
        }
        if part.iter().filter(|&&is| is).count() > best.iter().filter(|&&is| is).count() {
            best = part;
        }
    }
    best
}

/// Boxes begin on their goals; the player walks about and now and then pulls one.
fn pulled(random: &mut Random, floor: &[bool], goals: &[usize], start: usize) -> (Vec<usize>, usize) {
    let (mut boxes, mut player) = (goals.to_vec(), start);
    for _ in 0..400 {
        let step = random.pick(&[1, SIDE, 1usize.wrapping_neg(), SIDE.wrapping_neg()]);
        let (to, behind) = (player.wrapping_add(step), player.wrapping_sub(step));
        if !floor[to] || boxes.contains(&to) {
            continue;
        }
        if let Some(held) = boxes.iter_mut().find(|b| **b == behind) {
            // Mostly: else one box is pulled back and forth for ever.
            if random.below(3) > 0 {
                *held = player;
            }
        }
        player = to;
    }
    (boxes, player)
}

fn draw(floor: &[bool], goals: &[usize], boxes: &[usize], player: usize) -> String {
    let letter = |cell: usize| match (goals.contains(&cell), boxes.contains(&cell), player == cell) {
        _ if !floor[cell] => '#',
        (false, false, false) => ' ',
        (true, false, false) => '.',
        (false, true, _) => '$',
        (true, true, _) => '*',
        (false, _, true) => '@',
        (true, _, true) => '+',
    };
    (0..SIDE).map(|row| (0..SIDE).map(|column| letter(row * SIDE + column)).collect::<String>() + "\n").collect()
}
