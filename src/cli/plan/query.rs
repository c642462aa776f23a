//! Options for the plans to make: how many, and borders that boxes must or must not cross.

use crate::maze::AreaId;
use crate::planner::{Conditions, PlanningContext};
use crate::render::area_names;
use std::collections::BTreeSet;

/// Borders as pairs of areas: boxes cross from the first area to the second.
type Borders = BTreeSet<(AreaId, AreaId)>;

/// `-k`, `--force`, `--forbid`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct QueryArgs {
    /// Maximum number of plans per level: the first, and alternatives to it
    #[arg(help_heading = "Search", short, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    k: u16,
    /// Find plans with a box that crosses this border, e.g. 'A > b'
    ///
    /// May be repeated. The pushes cross the border too.
    #[arg(help_heading = "Search", long, hide_short_help = true, value_name = "BORDER")]
    force: Vec<String>,
    /// Find plans without a box that crosses this border, e.g. 'A > b'
    ///
    /// May be repeated. No push crosses the border.
    #[arg(help_heading = "Search", long, hide_short_help = true, value_name = "BORDER")]
    forbid: Vec<String>,
}

impl QueryArgs {
    const MOST: usize = 64;

    pub(super) fn count(&self) -> usize {
        self.k.into()
    }

    /// Returns the conditions on plans of a level, or the reason why a named border is not a border of the level.
    pub(super) fn conditions(&self, context: &PlanningContext<'_>) -> Result<Conditions, String> {
        let borders = |option: &str, texts: &[String]| -> Result<Borders, String> {
            let each =
                texts.iter().map(|text| borders(context, text).map_err(|why| format!("{option} '{text}': {why}")));
            let all: Borders = each.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
            if all.len() > Self::MOST {
                return Err(format!("{option}: at most {} borders", Self::MOST));
            }
            Ok(all)
        };
        Ok(Conditions { forced: borders("--force", &self.force)?, forbidden: borders("--forbid", &self.forbid)? })
    }
}

/// Returns the borders that a text names: `A > b > C` names the border from A to b and the border from b to C.
fn borders(context: &PlanningContext<'_>, text: &str) -> Result<Borders, String> {
    let names = area_names(context.areas);
    let area = |name: &str| {
        let index = names.iter().position(|known| known == name.trim());
        index.map(AreaId::from_index).ok_or_else(|| {
            format!("there is no area `{}`: expected two or more of {}, e.g. 'A > b'", name.trim(), names.join(", "))
        })
    };
    let route: Vec<AreaId> = text.split('>').map(area).collect::<Result<_, _>>()?;
    if route.len() < 2 {
        return Err("expected a border, e.g. 'A > b'".to_owned());
    }
    let crossed = context.crossed();
    let border = |pair: &[AreaId]| {
        let name = |area: AreaId| &names[area.index()];
        let none = || format!("no box can be pushed over a border from {} to {}", name(pair[0]), name(pair[1]));
        Some((pair[0], pair[1])).filter(|border| crossed.contains(border)).ok_or_else(none)
    };
    route.windows(2).map(border).collect()
}
