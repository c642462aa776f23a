//! The side panel: counts, layers with their keys and texts, and the plan.

use super::App;
use super::command::key_of;
use super::hint::Hint;
use super::ink::Palette;
use crate::assist::Layer;
use crate::level::Metrics;
use crate::render::{area_names, counted, joined_words, names_after, step_words, wrapped};
use itertools::Itertools;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

const DONE_SHOWN: usize = 2;
const PLAN_SHOWN: [usize; 2] = [3, 12];

/// Returns the lines of a panel of `width` columns and `height` rows, the most important first; the last one counts
/// those that do not fit.
pub(super) fn panel(
    app: &App,
    words: Vec<String>,
    palette: Palette,
    (width, height): (usize, usize),
) -> Vec<Line<'static>> {
    let whole = |lines: Vec<Line<'static>>| -> Vec<Line<'static>> {
        lines.into_iter().flat_map(|line| broken(line, width)).collect()
    };
    let mut lines = whole(counts(app).into_iter().chain(legend(app)).collect());
    let texts = whole(layer_texts(app, words, palette));
    let left = height.saturating_sub(lines.len() + texts.len());
    let plan = |shown: usize| whole(plan(app, shown));
    let [least, most] = PLAN_SHOWN;
    let shown = (least..=most).rev().find(|&shown| plan(shown).len() <= left);
    lines.extend(plan(shown.unwrap_or(least)));
    lines.extend(texts);
    if lines.len() > height {
        let more = lines.len() + 1 - height;
        lines.truncate(height.saturating_sub(1));
        lines.push(Line::from(format!("... {}", counted(more, "more line"))));
    }
    lines
}

/// Returns a line as lines of at most `width` columns, broken between words, or within a word that is longer. A line of
/// several styles is returned as it is.
fn broken(line: Line<'static>, width: usize) -> Vec<Line<'static>> {
    let text = line.to_string();
    if text.chars().count() <= width || line.spans.len() > 1 {
        return vec![line];
    }
    let (words, width) = (text.trim_start(), width.max(8));
    let indent = " ".repeat((text.len() - words.len()).min(4));
    let letters: Vec<char> = words.chars().collect();
    let words = match words.contains(' ') {
        true => wrapped(words, Some(width - indent.len())),
        false => letters.chunks(width - indent.len()).map(|part| part.iter().collect::<String>() + "\n").collect(),
    };
    let style = line.spans.first().map_or(line.style, |span| line.style.patch(span.style));
    words.lines().map(|words| Line::styled(format!("{indent}{words}"), style)).collect()
}

fn counts(app: &App) -> Vec<Line<'static>> {
    let position = app.game.position();
    let home = position.boxes.iter().filter(|b| app.game.level().board.is_goal(**b)).count();
    let mut lines = vec![
        Line::from(format!("moves {:5}   pushes {:5}", app.game.moves(), app.game.pushes())),
        Line::from(format!("boxes home {home} of {}", position.boxes.len())),
    ];
    let [pushes, moves] = app.progress.best(app.game.level());
    let costs = |best: Metrics| format!("{}/{}", best.moves, best.pushes);
    if let (Some(pushes), Some(moves)) = (pushes, moves) {
        let both = if pushes == moves { costs(pushes) } else { format!("{} or {}", costs(moves), costs(pushes)) };
        lines.push(Line::from(format!("best {both} (moves/pushes)")));
    }
    lines
}

/// Returns the legend with two layers per line; layers that are on have a star and reverse video.
fn legend(app: &App) -> Vec<Line<'static>> {
    let entry = |layer: Layer| {
        let is_on = app.on.contains(&layer);
        let star = if is_on { '*' } else { ' ' };
        let text = format!("{}{star}{:14}", key_of(layer), marked(layer));
        let style = if is_on { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        Span::styled(text, style)
    };
    let pairs = Layer::ALL.chunks(2).map(|pair| {
        let spans = pair.iter().flat_map(|&layer| [entry(layer), Span::raw(" ")]);
        Line::from(spans.collect::<Vec<_>>())
    });
    std::iter::once(Line::default()).chain(pairs).collect()
}

const fn marked(layer: Layer) -> &'static str {
    match layer {
        Layer::Areas => "areas      A a",
        Layer::DeadSquares => "dead squares x",
        Layer::Pushes => "pushes  arrows",
        Layer::Prevention => "prevention   !",
        Layer::Alert => "alert        !",
        Layer::BoxReach => "box reach    o",
        Layer::GoalPaths => "goal paths   :",
        Layer::Parking => "parking    p ~",
        Layer::Global => "can be solved?",
        Layer::Hint => "hint         >",
        Layer::Focus => "focus",
    }
}

/// Returns the texts of the layers, with the reasons of deadlocks; layers that only count have no text.
fn layer_texts(app: &App, words: Vec<String>, palette: Palette) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    if app.slow.is_busy() {
        lines.push(Line::from("thinking ... (Esc stops)"));
    }
    for line in words.into_iter().map(|line| app.hint.told(line)) {
        let is_news = ["prevention", "alert", "box-reach", "position", "hint", "focus", "  ", "parking"];
        if is_news.iter().any(|news| line.starts_with(news)) {
            let is_bad = (line.starts_with("alert") && !line.contains(" 0 ")) || line.contains("lost, as a search");
            let style = if is_bad && palette.has_colour() {
                Style::new().fg(ratatui::style::Color::LightRed)
            } else {
                Style::new()
            };
            lines.push(Line::styled(line, style));
        }
    }
    lines
}

fn plan(app: &App, shown: usize) -> Vec<Line<'static>> {
    if !app.shows_plan {
        return Vec::new();
    }
    let mut lines = vec![Line::default()];
    let Some(tracking) = &app.tracking else {
        lines.push(Line::from(if app.is_planless { "no plan from here" } else { "planning ..." }));
        return lines;
    };
    let names = names_after(&tracking.plan.areas, &app.areas, &area_names(&app.areas));
    let sure = if tracking.plan.is_solution { "the plan" } else { "a plan, a guess" };
    let place = match tracking.done() {
        None => ", which you have left".to_owned(),
        Some(done) => format!(", {done} of {} done", counted(tracking.plan.steps.len(), "step")),
    };
    lines.push(Line::from(format!("{sure}{place}")));
    let done = tracking.done();
    let first = done.unwrap_or(0).saturating_sub(DONE_SHOWN);
    for (index, step) in tracking.plan.steps.iter().enumerate().skip(first).take(shown) {
        let mark = if done == Some(index) { '>' } else { ' ' };
        let text = format!("{mark}{:3} {}", index + 1, step_words(&step.step, &names));
        let is_past = done.is_none_or(|done| index < done);
        let style = match (done == Some(index), is_past) {
            (true, _) => Style::new().add_modifier(Modifier::BOLD),
            (_, true) => Style::new().add_modifier(Modifier::DIM),
            _ => Style::new(),
        };
        lines.push(Line::styled(text, style));
    }
    // Names of joined areas of the plan, if they occur above.
    let shown = lines.iter().map(Line::to_string).join("\n");
    let joined = joined_words(&tracking.plan.areas, &names, &app.areas, &area_names(&app.areas));
    let is_named =
        |line: &&str| names.iter().any(|name| line.contains(&format!(": {name} is ")) && shown.contains(name));
    lines.extend(joined.lines().filter(is_named).map(|line| Line::from(line.to_owned())));
    if app.hint == Hint::Off {
        lines.push(Line::from("  0 shows where the step goes"));
    }
    lines
}
