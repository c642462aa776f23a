//! Changed proofs and forged ones, against the truth about all positions.

use super::truth::{Truth, drawings};
use super::{STEPS, both_say};
use crate::common::small_levels;
use sokoplan::Level;
use sokoplan::maze::Maze;
use sokoplan::proof::{Prover, ProverAnswer};
use sokoplan::run::{Meter, Random};
use sokoplan::sokoproof::check;

on_few_and_on_all!(what_is_accepted_of_changed_proofs_is_true_statement_by_statement, 4);
/// Of 10,000 mutants.
fn what_is_accepted_of_changed_proofs_is_true_statement_by_statement(percent: usize) {
    let mut random = Random::new(41);
    let (mut mutants, mut sources) = (Vec::new(), 0);
    for seed in 0.. {
        if mutants.len() >= 100 * percent {
            break;
        }
        for proof in proofs_of(seed) {
            sources += 1;
            mutants.extend((0..6).filter_map(|_| mutant(&proof, &mut random)).filter(|mutant| *mutant != proof));
        }
    }
    let said = both_say(&mutants);
    let mut accepted = 0;
    for (mutant, _) in mutants.iter().zip(said).filter(|(_, is_accepted)| *is_accepted) {
        let drawings = drawings(mutant);
        let Some(truth) = Truth::of(&drawings[0]) else { continue };
        assert!(truth.is_dead(), "{mutant}");
        for statement in &drawings[1..] {
            assert!(truth.is_true(statement), "{statement:?} of\n{mutant}");
        }
        accepted += 1;
    }
    assert!(accepted > 20 * percent && accepted < 80 * percent && sources > 10 * percent, "{accepted} of {sources}");
}

/// Proofs about a small level: of some dead positions what the prover finds, and what lists all positions.
fn proofs_of(seed: u64) -> Vec<String> {
    let text = small_levels::level(seed);
    let claim = format!("\nclaim dead\n{text}");
    let Some(truth) = Truth::of(&drawings(&claim)[0]) else { return Vec::new() };
    let mut proofs = Vec::new();
    for state in truth.some(true, 6) {
        let level = Level::from_xsb("", &truth.picture(state)).unwrap();
        let maze = Maze::new(&level.board, &mut Meter::unlimited()).unwrap();
        match Prover::new(&maze).dead("dead", &level.start, &[], &mut Meter::unlimited()).unwrap() {
            ProverAnswer::Proved(proof) => proofs.push(proof.text),
            other => panic!("{other:?}: {}", level.grid),
        }
        let explicit = truth.explicit(state);
        if explicit.len() < 4_000 {
            assert!(check(&explicit, STEPS).is_ok(), "{explicit}");
            proofs.push(explicit);
        }
    }
    proofs
}

/// A proof with one change; `None` if no change is possible.
fn mutant(proof: &str, random: &mut Random) -> Option<String> {
    let mut lines: Vec<Vec<char>> = proof.lines().map(|line| line.chars().collect()).collect();
    let is_head = |line: &Vec<char>| line.first().is_some_and(char::is_ascii_lowercase);
    let heads: Vec<usize> = (1..lines.len()).filter(|&at| is_head(&lines[at])).collect();
    let which = random.below(heads.len());
    let begin = heads[which];
    let end = heads.get(which + 1).copied().unwrap_or(lines.len());
    let find = |lines: &[Vec<char>], letters: &str| -> Vec<(usize, usize)> {
        let cells = |row: usize| (0..lines[row].len()).map(move |column| (row, column));
        (begin + 1..end).flat_map(cells).filter(|&(row, column)| letters.contains(lines[row][column])).collect()
    };
    let swap = |letter: char, to: &str| {
        let all = [" .", "$*", "@+", "xX", "oO"];
        let is_goal = all.iter().any(|pair| pair.ends_with(letter));
        to.chars().nth(usize::from(is_goal)).unwrap_or(letter)
    };
    let change = |lines: &mut [Vec<char>], from: &str, to: &str, random: &mut Random| {
        let cells = find(lines, from);
        let (row, column) = *cells.get(random.below(cells.len().max(1)))?;
        lines[row][column] = swap(lines[row][column], to);
        Some(())
    };
    match random.below(11) {
        0 if which > 0 => drop(lines.drain(begin..end)),
        1 | 2 => {
            change(&mut lines, "$*", " .", random)?;
            change(&mut lines, " .", "$*", random)?;
        }
        3 | 4 => {
            change(&mut lines, "@+", " .", random)?;
            change(&mut lines, " .", "@+", random)?;
        }
        5 if which > 0 => change(&mut lines, "$*", " .", random)?,
        6 if which > 0 => change(&mut lines, " .", "$*", random)?,
        7 if which > 0 => change(&mut lines, " .", "oO", random)?,
        8 => {
            let cells = find(&lines, "xX .");
            let (row, column) = *cells.get(random.below(cells.len().max(1)))?;
            let letter = lines[row][column];
            lines[row][column] = random.pick(&[swap(letter, " ."), swap(letter, "xX"), '<', '>', '^', 'v']);
        }
        9 => {
            let word: String = lines[begin].iter().collect();
            let other = if word == "dead" { format!("core {}", random.below(9)) } else { "dead".to_owned() };
            lines[begin] = if which == 0 { return None } else { other.chars().collect() };
        }
        _ => {
            // A goal somewhere else, on all pictures.
            let cells = |letters: &str| find(&lines, letters);
            let (goals, others) = (cells(".*+XO"), cells(" $@xo"));
            let goal = *goals.get(random.below(goals.len().max(1)))?;
            let other = *others.get(random.below(others.len().max(1)))?;
            for &head in &heads {
                for (row, column) in [goal, other].map(|(row, column)| (row - begin + head, column)) {
                    let letter = lines.get_mut(row)?.get_mut(column)?;
                    let pair = [" .", "$*", "@+", "xX", "oO"].into_iter().find(|pair| pair.contains(*letter));
                    let turned = pair.and_then(|pair| pair.chars().find(|other| other != letter));
                    *letter = turned.unwrap_or(*letter);
                }
            }
        }
    }
    let text = lines.iter().fold(String::new(), |text, line| text + &line.iter().collect::<String>() + "\n");
    Some(counted(&text))
}

/// The same with the right number of goals beside each zone.
fn counted(proof: &str) -> String {
    let lines: Vec<&str> = proof.lines().collect();
    let heads: Vec<usize> =
        (1..lines.len()).filter(|&at| lines[at].starts_with(|c: char| c.is_ascii_lowercase())).collect();
    let mut text: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
    for (index, &head) in heads.iter().enumerate().filter(|(_, head)| lines[**head].starts_with("zone")) {
        let end = heads.get(index + 1).copied().unwrap_or(lines.len());
        let cells =
            |row: usize| lines[row].chars().enumerate().map(move |(column, letter)| (row - head, column, letter));
        let is_goal = |&(row, column, letter): &(usize, usize, char)| {
            let claimed = lines[heads[0]..].get(row).and_then(|row| row.chars().nth(column));
            "xX<>^v".contains(letter) && claimed.is_some_and(|claimed| ".*+".contains(claimed))
        };
        text[head] = format!("zone {}", (head + 1..end).flat_map(cells).filter(is_goal).count());
    }
    text.join("\n") + "\n"
}

on_few_and_on_all!(no_forged_proof_is_accepted, 4);
/// Of 10,000 about positions with a solution: statements drawn at random, and statements of proofs about other positions.
fn no_forged_proof_is_accepted(percent: usize) {
    let mut random = Random::new(14);
    let mut forged = Vec::new();
    for seed in 0.. {
        if forged.len() >= 100 * percent {
            break;
        }
        let text = small_levels::level(seed);
        let claim = format!("\nclaim dead\n{text}");
        let Some(truth) = Truth::of(&drawings(&claim)[0]) else { continue };
        let proofs = proofs_of(seed);
        for state in truth.some(false, 8) {
            let picture = truth.picture(state);
            for _ in 0..2 {
                let claim = random.pick(&["dead", "unsolvable", "bound 1000"]);
                let mut text = format!("sokoproof 1\nclaim {claim}\n{picture}");
                if !proofs.is_empty() {
                    let other: &String = &proofs[random.below(proofs.len())];
                    let statements: Vec<&str> = other.lines().collect();
                    let first = (2..statements.len())
                        .find(|&at| ["dead", "core", "zone"].iter().any(|word| statements[at].starts_with(word)));
                    text += &(statements[first.unwrap_or(statements.len())..].join("\n") + "\n");
                }
                for _ in 0..random.below(4) {
                    text += &statement(&picture, &mut random);
                }
                forged.push(counted(&text));
            }
        }
    }
    let said = both_say(&forged);
    let accepted = forged.iter().zip(said).find(|(_, is_accepted)| *is_accepted);
    assert!(accepted.is_none(), "{}", accepted.unwrap().0);
}

/// A statement drawn at random on the board of a position.
fn statement(picture: &str, random: &mut Random) -> String {
    let kind = random.below(3);
    let mut text = ["zone 0\n", "dead\n", "core 50\n"][kind].to_owned();
    let mut player = false;
    for letter in picture.chars() {
        let is_goal = ".*+".contains(letter);
        let pair = |pair: &str| pair.chars().nth(usize::from(is_goal)).unwrap_or(letter);
        let drawn = match (letter, kind, random.below(6)) {
            ('#' | '\n', ..) => letter,
            ('$' | '*', _, 0..4) => letter,
            (_, 0, 0..3) => pair("xX"),
            (_, 0, 3) if random.below(8) == 0 => random.pick(&['<', '>', '^', 'v']),
            (_, 1.., 0) => pair("oO"),
            (_, 1.., _) if !player && ("@+".contains(letter) || random.below(9) == 0) => {
                player = true;
                pair("@+")
            }
            _ => pair(" ."),
        };
        text.push(drawn);
    }
    text
}
