//! Requests of the window for layers and plans. A layer is requested once for each arrangement of the boxes; after a
//! walk only the layer box-reach, which shows the nearest box, is requested again.

use super::aside::{Question, Ready};
use super::hint::Why;
use super::solutions::Tracking;
use super::solving::Solving;
use super::{App, Playback};
use crate::assist::{Layer, Layers};
use crate::render::counted;
use crate::run::Limits;
use crate::solve::Outcome;
use std::time::{Duration, Instant};

/// Layers that usually take no noticeable time.
const QUICK: [Layer; 7] = [
    Layer::Areas,
    Layer::DeadSquares,
    Layer::Pushes,
    Layer::BoxReach,
    Layer::Alert,
    Layer::GoalPaths,
    Layer::Prevention,
];
/// Layers that need a search, each after those that it depends on.
pub(super) const SLOW: [Layer; 4] = [Layer::Hint, Layer::Focus, Layer::Parking, Layer::Global];
/// Limits on the computation of one layer. Tests limit only nodes, so that searches give equal results on any
/// machine.
pub(super) const LIMITS: Limits = Limits {
    time: Some(Duration::from_secs(20)),
    nodes: if cfg!(test) { Some(100_000) } else { None },
    memory: Some(2 << 30),
};

impl App {
    /// Requests shown layers anew after a move: after a push all but `areas` and `dead-squares`, else only box-reach.
    pub(super) fn moved(&mut self) {
        self.selected = None;
        if !self.on.contains(&Layer::BoxReach) {
            self.layers.forget(Layer::BoxReach);
        }
        let boxes = &self.game.position().boxes;
        if self.layers_of.as_ref() != Some(boxes) {
            self.layers_of = Some(boxes.clone());
            self.asked = None;
            for layer in Layer::ALL.into_iter().filter(|layer| !matches!(layer, Layer::Areas | Layer::DeadSquares)) {
                self.layers.forget(layer);
                self.answered.remove(&layer);
            }
            self.slow.cancel();
            self.why = None;
            self.is_planless = false;
            if let Some(tracking) = &mut self.tracking {
                tracking.follow(boxes);
            }
            if let Some(solving) = self.solving.take() {
                drop(solving);
                self.message = "stopped looking for a solution: the boxes have moved".to_owned();
            }
        } else if self.asked.is_none() {
            self.answered.remove(&Layer::BoxReach);
        }
        if self.game.is_solved() && self.game.moves() > 0 {
            self.message = format!("solved: {}. n: next level", costs(self.game.moves(), self.game.pushes()));
            self.keep();
        }
        self.ask();
    }

    /// Returns whether a layer is shown: it is switched on, or is the reach of a selected box.
    pub(super) fn is_on(&self, layer: Layer) -> bool {
        self.on.contains(&layer) || layer == Layer::BoxReach && self.selected.is_some()
    }

    fn is_wanted(&self, layer: Layer) -> bool {
        // A push that loses the level is reported at once, whichever layers are shown.
        let is_on = self.is_on(layer) || layer == Layer::Alert || layer == Layer::Hint && self.shows_plan;
        is_on && !self.answered.contains(&layer)
    }

    pub(super) fn ask(&mut self) {
        let wanted = |all: &[Layer]| all.iter().copied().filter(|layer| self.is_wanted(*layer)).collect::<Vec<_>>();
        let (quick, slow) = (wanted(&QUICK), wanted(&SLOW));
        let known = self.tracking.as_ref().and_then(Tracking::rest);
        let plan = known.map(Some).or_else(|| self.is_planless.then_some(None));
        let question =
            |layers, plan| Question { board: self.at, level: self.game.now(), layers, asked: self.asked, plan };
        if !quick.is_empty() {
            let question = question(quick, None);
            self.quick.ask(question);
        }
        let is_new = slow.iter().any(|layer| !self.slow_asked.contains(layer)) || !self.slow.is_busy();
        if !slow.is_empty() && is_new {
            let question = question(slow.clone(), plan);
            self.slow_asked = slow;
            self.slow.ask(question);
        }
    }

    /// Takes results of background threads, plays the moves that are due, and saves the game if that is due. Waits up to `wait` for quick layers,
    /// which avoids flicker. Returns whether anything changed.
    pub fn tick(&mut self, now: Instant, wait: Duration) -> bool {
        let wait = if self.quick.is_busy() { wait } else { Duration::ZERO };
        let ready = self.quick.ready(wait).into_iter().chain(self.slow.ready(Duration::ZERO)).collect::<Vec<_>>();
        let mut is_changed = self.keep_if_due() | !ready.is_empty();
        for ready in ready {
            self.take(ready);
        }
        is_changed |= self.why.as_mut().is_some_and(Why::tick);
        let report = self.solving.as_ref().and_then(Solving::report);
        if let Some(report) = report {
            self.solving = None;
            is_changed = true;
            match &report.outcome {
                Outcome::Solved(solution) => {
                    self.playback = Some(self.playback(self.game.position(), &solution.lurd));
                    let costs = costs(solution.metrics.moves, solution.metrics.pushes);
                    self.message = format!("found: {costs}. Space runs it");
                }
                Outcome::InternalError(error) => self.message = error.to_string(),
                _ => self.message = report.limits.answer_words(report.answer()),
            }
        }
        let due = self.playback.as_mut().map(|playback| playback.due(now)).unwrap_or_default();
        is_changed |= !due.is_empty();
        self.show_moves(&due);
        is_changed
    }

    fn take(&mut self, ready: Ready) {
        match ready {
            Ready::Layer(layer, layers) => {
                self.answered.insert(layer);
                if layer == Layer::Alert {
                    self.warn(&layers);
                }
                // The panel of the plan requests the hint too, and shows only the plan.
                if self.is_on(layer) {
                    self.layers.take(layer, *layers);
                }
            }
            Ready::Plan(plan) => {
                self.is_planless = plan.is_none();
                self.tracking = plan.map(|plan| Tracking::new(plan, &self.game.now()));
            }
            Ready::Fault(error) => self.message = error.to_string(),
        }
    }

    /// Reports that the last push led to a deadlock, and why, and marks its boxes even if the layer `alert` is off.
    fn warn(&mut self, layers: &Layers) {
        let found = layers.alert.iter().flatten().next();
        let Some(deadlock) = found.filter(|_| self.game.pushes() > 0) else { return };
        self.message =
            format!("lost: {}; u takes it back, y proves it. {}", deadlock.kind.replace('-', " "), deadlock.why);
        self.layers.alert.clone_from(&layers.alert);
    }

    /// Returns whether background work or a playback will change the picture.
    pub fn is_busy(&self) -> bool {
        let is_running = self.playback.as_ref().is_some_and(Playback::is_running);
        let is_proving = self.why.as_ref().is_some_and(Why::is_busy);
        self.solving.is_some() || is_proving || is_running || self.quick.is_busy() || self.slow.is_busy()
    }
}

fn costs(moves: usize, pushes: usize) -> String {
    format!("{}, {}", counted(moves, "move"), counted(pushes, "push"))
}
