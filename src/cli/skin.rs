//! The option `--skin`, shared by the subcommands that draw boards.

use super::Failure;
use crate::render::Skin;

/// The look of pictures.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct SkinArgs {
    /// The look of pictures, classic unless given
    #[arg(help_heading = "Output", long, value_enum, value_name = "SKIN", hide_short_help = true)]
    skin: Option<Skin>,
}

impl SkinArgs {
    /// Returns the chosen look of pictures.
    pub(super) fn skin(self) -> Skin {
        self.skin.unwrap_or_default()
    }

    /// Returns an SVG picture in the chosen look.
    pub(super) fn dress(self, picture: String) -> String {
        self.skin().dress(picture)
    }

    /// Returns an error if a look is chosen but no picture is drawn.
    pub(super) fn is_for(self, is_picture: bool) -> Result<(), Failure> {
        if self.skin.is_some() && !is_picture {
            return Err(Failure::message("--skin has no effect: it is for pictures, as of --format svg"));
        }
        Ok(())
    }
}
