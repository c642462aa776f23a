//! Options for the plans to make: how many, which, and borders that boxes must or must not cross.

use crate::maze::AreaId;
use crate::planner::{Abstraction, PlanQuery, PlanSelection, PlanningContext};
use crate::render::area_names;
use std::collections::BTreeSet;

/// Borders as pairs of areas: boxes cross from the first area to the second.
type Borders = BTreeSet<(AreaId, AreaId)>;

/// `-k`, `--top`, `--force`, `--forbid`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct QueryArgs {
    /// At most this number, the best first
    #[arg(help_heading = "Search", short, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    k: u16,
    /// The cheapest plans, alike or not, instead of plans that cross different borders
    ///
    /// They may differ in the order of their steps alone. Otherwise a plan is left out if its boxes cross all the borders of
    /// a better one.
    #[arg(help_heading = "Search", long, hide_short_help = true)]
    top: bool,
    /// What if some box crosses this border, as in 'A > b'
    ///
    /// May be repeated. On transfers and counts the plans are then not carried out.
    #[arg(help_heading = "Search", long, hide_short_help = true, value_name = "BORDER")]
    force: Vec<String>,
    /// What if no box crosses it
    ///
    /// May be repeated. On transfers and counts the plans are then not carried out.
    #[arg(help_heading = "Search", long, hide_short_help = true, value_name = "BORDER")]
    forbid: Vec<String>,
}

impl QueryArgs {
    const MOST: usize = 64;

    pub(super) const fn has_conditions(&self) -> bool {
        !self.force.is_empty() || !self.forbid.is_empty()
    }

    /// Returns a message that an option has no effect on plans of an abstraction; `None` if all options given have one.
    pub(super) fn without_effect(&self, space: Abstraction) -> Option<&'static str> {
        match space {
            _ if space.is_exact() && (self.top || self.has_conditions()) => {
                Some("--top, --force and --forbid have no effect: one plan is found on sets")
            }
            _ => None,
        }
    }

    /// Returns the query for plans of a level, or the reason why a named border is not a border of the level.
    pub(super) fn query(&self, space: Abstraction, context: &PlanningContext<'_>) -> Result<PlanQuery, String> {
        let borders = |option: &str, texts: &[String]| -> Result<Borders, String> {
            let each =
                texts.iter().map(|text| borders(context, text).map_err(|why| format!("{option} '{text}': {why}")));
            let all: Borders = each.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
            if all.len() > Self::MOST {
                return Err(format!("{option}: at most {} borders", Self::MOST));
            }
            Ok(all)
        };
        // The plans under conditions are compared with plans of the same kind.
        let is_top = self.top || space == Abstraction::Transfers && self.has_conditions();
        let selection = if is_top { PlanSelection::Top } else { PlanSelection::Diverse };
        let (forced, forbidden) = (borders("--force", &self.force)?, borders("--forbid", &self.forbid)?);
        Ok(PlanQuery { count: self.k.into(), selection, forced, forbidden })
    }
}

/// Returns the borders that a text names: `A > b > C` names the border from A to b and the border from b to C.
fn borders(context: &PlanningContext<'_>, text: &str) -> Result<Borders, String> {
    let names = area_names(context.areas);
    let area = |name: &str| {
        let index = names.iter().position(|known| known == name.trim());
        index.map(AreaId::from_index).ok_or_else(|| {
            format!("there is no area `{}`: expected two or more of {}, as in 'A > b'", name.trim(), names.join(", "))
        })
    };
    let route: Vec<AreaId> = text.split('>').map(area).collect::<Result<_, _>>()?;
    if route.len() < 2 {
        return Err("expected a border, as in 'A > b'".to_owned());
    }
    let border = |pair: &[AreaId]| {
        let is_crossed = context.crossings.from(pair[0]).iter().any(|(to, _)| *to == pair[1]);
        let name = |area: AreaId| &names[area.index()];
        let none = || format!("no box can be pushed over a border from {} to {}", name(pair[0]), name(pair[1]));
        is_crossed.then_some((pair[0], pair[1])).ok_or_else(none)
    };
    route.windows(2).map(border).collect()
}
