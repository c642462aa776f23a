//! The subcommand `sokoplan page`: writes the page that `serve` shows as one file.

use crate::cli::io::{ExitStatus, Failure, OutputFile};
use crate::serve::file;
use std::io::Write;

/// Write the page of `serve` as one HTML file with the program inside
///
/// The file needs no server and no network: it opens in any browser of today, from a disk, an e-mail or any host of files, also on a
/// phone. Games and levels are kept by the browser.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan page -o sokoplan.html")]
pub(super) struct PageArgs {
    #[command(flatten)]
    output: OutputFile,
}

pub(super) fn run(args: &PageArgs) -> Result<ExitStatus, Failure> {
    let without =
        "this program was built without the module of the page: .ci/web makes it, and target/web/sokoplan.html";
    let page = file().ok_or_else(|| Failure::message(without))?;
    let mut out = args.output.open_bytes()?;
    out.write_all(page.as_bytes())?;
    out.close()?;
    Ok(ExitStatus::Done)
}
