//! Small random levels from seed numbers, and larger ones: the same on every machine, about half of them solvable.

use sokoplan::run::Random;

/// A board drawn as XSB, at most 8 x 8, so that a set of cells is one number.
pub(crate) const SIDE: usize = 8;

/// The side of larger levels: the most that a set of cells holds.
pub(crate) const LARGE_SIDE: usize = 11;

/// The level of a seed: open or narrow, boxes strewn or pulled from their goals.
pub(crate) fn level(seed: u64) -> String {
    of_side(SIDE, seed)
}

/// The same on a board of any size, with a box more for each row more.
pub(crate) fn of_side(side: usize, seed: u64) -> String {
    let mut random = Random::new(seed);
    let (floor, mut cells) = loop {
        let floor = if seed.is_multiple_of(2) { open(&mut random, side) } else { narrow(&mut random, side) };
        let cells: Vec<usize> = (0..side * side).filter(|&cell| floor[cell]).collect();
        if cells.len() > 2 * (side - 3) {
            break (floor, cells);
        }
    };
    let boxes = 1 + (side - SIDE) + random.below(if cells.len() > 20 { 4 } else { 5 });
    random.shuffle(&mut cells);
    let (goals, rest) = cells.split_at(boxes);
    if random.below(3) == 0 {
        return draw(side, &floor, goals, &rest[..boxes], rest[boxes]);
    }
    let (boxes, player) = pulled(&mut random, side, &floor, goals, rest[0]);
    draw(side, &floor, goals, &boxes, player)
}

/// A level of the larger side with a goal room behind one door or two: all goals are inside, but for one in five levels, and no box is.
pub(crate) fn with_goal_room(seed: u64) -> String {
    const SIDE: usize = LARGE_SIDE;
    let mut random = Random::new(seed);
    let (row, size) = (3 + random.below(2), 2 + random.below(2));
    let door = row * SIDE + 6;
    let mut floor = vec![false; SIDE * SIDE];
    for (rows, columns) in [(1..=6, 1..=5), (row - 1..=row + size - 1, 7..=6 + size)] {
        for cell in rows.flat_map(|row| columns.clone().map(move |column| row * SIDE + column)) {
            floor[cell] = random.below(12) > 0;
        }
    }
    (door - 2..=door + 2).for_each(|cell| floor[cell] = true);
    floor[door + SIDE] = random.below(3) == 0;
    let floor = largest(SIDE, &floor);
    let mut cells: Vec<usize> = (0..SIDE * SIDE).filter(|&cell| floor[cell]).collect();
    random.shuffle(&mut cells);
    let (inside, mut outside): (Vec<usize>, Vec<usize>) = cells.into_iter().partition(|&cell| cell % SIDE > 6);
    let mut goals = inside[..inside.len().min(2 + random.below(2))].to_vec();
    if random.below(5) == 0 {
        goals.extend(outside.pop());
    }
    // Most boxes are not at a wall.
    outside.sort_by_key(|cell| (2..=5).contains(&(cell / SIDE)) && (2..=5).contains(&(cell % SIDE)));
    let boxes: Vec<usize> = (0..goals.len()).filter_map(|_| outside.pop()).collect();
    goals.truncate(boxes.len());
    let others: Vec<usize> = outside.iter().chain(&inside).copied().collect();
    let player = random.pick(&others);
    // The door is on any side of the room.
    let turned = |cell: usize| match seed % 4 {
        0 => cell,
        1 => cell / SIDE * SIDE + SIDE - 1 - cell % SIDE,
        2 => cell % SIDE * SIDE + cell / SIDE,
        _ => (SIDE - 1 - cell % SIDE) * SIDE + cell / SIDE,
    };
    let all = |cells: &[usize]| cells.iter().map(|&cell| turned(cell)).collect::<Vec<_>>();
    let mut turned_floor = vec![false; SIDE * SIDE];
    (0..floor.len()).filter(|&cell| floor[cell]).for_each(|cell| turned_floor[turned(cell)] = true);
    draw(SIDE, &turned_floor, &all(&goals), &all(&boxes), turned(player))
}

/// A room with a few pillars.
fn open(random: &mut Random, side: usize) -> Vec<bool> {
    let (height, width) = (side - 4 + random.below(3), side - 4 + random.below(3));
    let mut floor = vec![false; side * side];
    for cell in (1..=height).flat_map(|row| (1..=width).map(move |column| row * side + column)) {
        floor[cell] = random.below(7) > 0;
    }
    largest(side, &floor)
}

/// Corridors of one square, here and there wider.
fn narrow(random: &mut Random, side: usize) -> Vec<bool> {
    let mut floor = vec![false; side * side];
    let last = side - 2;
    let (mut row, mut column) = (1 + random.below(last), 1 + random.below(last));
    for _ in 0..10 + random.below(10) {
        let (direction, length) = (random.below(4), 1 + random.below(4));
        for _ in 0..length {
            floor[row * side + column] = true;
            match direction {
                0 => row = row.max(2) - 1,
                1 => row = (row + 1).min(last),
                2 => column = column.max(2) - 1,
                _ => column = (column + 1).min(last),
            }
        }
        floor[row * side + column] = true;
        if random.below(4) == 0 {
            [row.min(last - 1), row.min(last - 1) + 1].iter().for_each(|r| {
                [column.min(last - 1), column.min(last - 1) + 1].iter().for_each(|c| floor[r * side + c] = true)
            });
        }
    }
    largest(side, &floor)
}

/// The largest connected part.
fn largest(side: usize, floor: &[bool]) -> Vec<bool> {
    let mut best = vec![false; side * side];
    for start in (0..floor.len()).filter(|&cell| floor[cell]) {
        let mut part = vec![false; side * side];
        let mut stack = vec![start];
        while let Some(cell) = stack.pop() {
            if floor[cell] && !part[cell] {
                part[cell] = true;
                stack.extend([cell - 1, cell + 1, cell - side, cell + side]);
            }
        }
        if part.iter().filter(|&&is| is).count() > best.iter().filter(|&&is| is).count() {
            best = part;
        }
    }
    best
}

/// Boxes begin on their goals; the player walks about and now and then pulls one.
fn pulled(random: &mut Random, side: usize, floor: &[bool], goals: &[usize], start: usize) -> (Vec<usize>, usize) {
    let (mut boxes, mut player) = (goals.to_vec(), start);
    for _ in 0..400 {
        let step = random.pick(&[1, side, 1usize.wrapping_neg(), side.wrapping_neg()]);
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

/// The picture of a position, by its cells.
pub(crate) fn draw(side: usize, floor: &[bool], goals: &[usize], boxes: &[usize], player: usize) -> String {
    let letter = |cell: usize| match (goals.contains(&cell), boxes.contains(&cell), player == cell) {
        _ if !floor[cell] => '#',
        (false, false, false) => ' ',
        (true, false, false) => '.',
        (false, true, _) => '$',
        (true, true, _) => '*',
        (false, _, true) => '@',
        (true, _, true) => '+',
    };
    (0..side).map(|row| (0..side).map(|column| letter(row * side + column)).collect::<String>() + "\n").collect()
}
