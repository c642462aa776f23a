//! The levels that a subcommand about rooms cuts into areas, and their dumps.

use crate::cli::io::{
    BoundArgs, Destination, Driver, ExitStatus, LevelArgs, NoResult, Output, PickedLevel, Result, RunSummary,
    Selection, ThreadArgs, distinct,
};
use crate::cli::strategy::{AreaArgs, Cutter};
use crate::level::Level;
use crate::maze::{PlayerSides, PushDistances};
use crate::render::RoomsDump;
use crate::run::{Limits, Meter, Stop};
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Debug, clap::Args)]
pub(super) struct CutArgs {
    #[command(flatten)]
    pub(super) levels: LevelArgs,
    #[command(flatten)]
    areas: AreaArgs,
    #[command(flatten)]
    limits: BoundArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

#[derive(Default, JsonSchema, Serialize)]
pub(crate) struct Summary {
    /// Number of levels.
    levels: usize,
    /// Number of rooms.
    rooms: usize,
    /// Number of tunnels.
    tunnels: usize,
}

impl CutArgs {
    pub(super) fn distinct(&self, output: &Destination) -> Result<()> {
        distinct(self.levels.paths().chain(self.areas.path()), [output])
    }

    pub(super) fn run(
        &self,
        is_quiet: bool,
        mode: impl FnOnce(&mut Dumper<'_>) -> Result<ExitStatus>,
    ) -> Result<ExitStatus> {
        let selection = self.levels.load(&self.limits.reading())?;
        let driver = Driver::begin(self.threads, "cutting ", selection.entries.len(), is_quiet)?;
        let (cutter, limits) = (self.areas.cutter()?, self.limits.limits());
        let mut dumper = Dumper { cutter, limits, driver: &driver, selection: &selection, ran: RunSummary::default() };
        let done = mode(&mut dumper)?;
        Ok(dumper.ran.exit.and(done))
    }
}

impl Summary {
    pub(super) const fn add(&mut self, rooms: usize, tunnels: usize) {
        self.levels += 1;
        self.rooms += rooms;
        self.tunnels += tunnels;
    }
}

pub(super) struct Dumper<'d> {
    pub(super) cutter: Cutter,
    pub(super) limits: Limits,
    pub(super) driver: &'d Driver,
    pub(super) selection: &'d Selection,
    pub(super) ran: RunSummary,
}

impl<'d> Dumper<'d> {
    /// Whether the selection has all levels of its files, and each has rooms.
    pub(super) fn is_whole(&self) -> bool {
        self.selection.entries.len() == self.selection.count && self.ran.exit == ExitStatus::Done
    }

    pub(super) fn cut<T>(&self, level: &Level, show: impl FnOnce(&RoomsDump<'_>, &Meter) -> T) -> Result<T, Stop> {
        let meter = Meter::new(self.limits, self.driver.stop.clone());
        let areas = self.cutter.areas(&level.board, &meter)?;
        let dead = PushDistances::dead_squares_of(&level.board, &PlayerSides::new(&level.board));
        Ok(show(&RoomsDump::new(level, self.cutter.by, &areas, &dead), &meter))
    }

    /// Cuts each level into areas, applies `show` to its dump within the limits, and passes the result to `done`;
    /// reports faults and met limits, also as rows.
    pub(super) fn each<T: Send>(
        &mut self,
        out: &mut Output,
        has_rows: bool,
        show: impl Fn(&PickedLevel, &RoomsDump<'_>, &Meter) -> Result<T, NoResult> + Sync,
        mut done: impl FnMut(&mut Output, &'d PickedLevel, T) -> Result<()>,
    ) -> Result<()> {
        let work = |picked: &PickedLevel, level: &Level| self.cut(level, |dump, meter| show(picked, dump, meter))?;
        let done =
            |out: &mut Output, picked: &'d PickedLevel, one: T| done(out, picked, one).map(|()| ExitStatus::Done);
        self.ran = self.driver.rows(self.selection, out, has_rows, work, done)?;
        Ok(())
    }
}
