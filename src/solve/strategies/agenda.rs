//! The agenda of box groups, on levels that fall into groups.

use crate::abstraction::Label;
use crate::deadlock::AskedBy;
use crate::level::Level;
use crate::maze::{Areas, Maze};
use crate::planner::agenda::{Agenda, AgendaSetting, Group, groups};
use crate::planner::{Abstraction, Realised, Step};
use crate::run::{Meter, Stop};
use crate::solve::registry::{Entry, Make};
use crate::solve::schedule::{Member, Scheduled, Turn};
use crate::solve::{Options, PlanReport, Strategy};

/// Entry of `agenda`, which has the first long turn on levels that fall into groups, and no turn on others.
pub(in crate::solve) static AGENDA: Entry = Entry {
    word: "agenda",
    says: "boxes whose paths to their goals touch are one group, and one group after the other is solved while all other \
           boxes stay in place",
    turns: [Turn::new(20_000, 1), Turn::new(40_000, 4)],
    share: 500,
    make: Make::Agenda,
};

/// The groups of a level, and what their searches need.
pub(in crate::solve) struct Grouping<'a> {
    level: &'a Level,
    maze: &'a Maze<'a>,
    areas: Areas,
    groups: Vec<Group>,
    setting: AgendaSetting,
}

impl<'a> Grouping<'a> {
    /// Divides a level into groups; `None` if the options leave the strategy out, or the level is one group.
    pub(in crate::solve) fn new(
        level: &'a Level,
        maze: &'a Maze<'a>,
        options: &Options,
        meter: &Meter,
    ) -> Result<Option<Self>, Stop> {
        let is_asked = options.choice.has(Strategy::AGENDA) && Strategy::AGENDA.plans_on(options.abstraction);
        if options.textbook.is_some() || !is_asked {
            return Ok(None);
        }
        let groups = groups(maze, &level.start, meter)?;
        let left = groups.iter().filter(|group| !group.is_solved()).count();
        let several = groups.iter().filter(|group| !group.is_solved() && group.boxes.len() > 1).count();
        if several < 2 && left < 4 {
            return Ok(None);
        }
        let areas = Areas::within(&level.board, options.rooms_by, &options.patterns, meter)?;
        let prunings = options.prunings(AskedBy::FAST_SEARCHES);
        let setting = AgendaSetting { prunings, setting: options.setting() };
        Ok(Some(Self { level, maze, areas, groups, setting }))
    }

    /// Returns the strategy for the schedule.
    pub(super) fn member(&self) -> Member<'_> {
        let plan = Some(PlanReport::new(self.areas.clone(), Strategy::AGENDA, Abstraction::Transfers));
        let begin = |_: &mut Meter| {
            let Self { level, maze, areas, groups, setting } = self;
            Ok(Box::new(Agenda::new(maze, areas, &level.start, groups.clone(), setting.clone())) as Box<dyn Scheduled>)
        };
        Member { plan, ..Member::new(Strategy::AGENDA, begin) }
    }
}

impl Scheduled for Agenda<'_> {
    fn report(&mut self, report: &mut PlanReport) {
        if std::env::var("AGENDA_TRACE").is_ok() {
            for (number, group) in self.groups().enumerate() {
                eprintln!("group {number}: {} boxes {:?}", group.boxes.len(), group.boxes);
            }
            for event in self.events() {
                eprintln!("{event:?}");
            }
        }
        let _ = (report, Label::Choice, Step::Takeover, None::<Realised>);
    }
}
