//! The subcommands `sokoplan serve` (levels in a browser) and `sokoplan page` (its page as one file).

use crate::answers::ShelfRow;
use crate::cli::io::files::base;
use crate::cli::io::{
    BudgetArgs, ExitStatus, Failure, LevelArgs, OutputFile, Result, Selection, cores, interruptible, message,
};
use crate::serve::{Setup, file, serve};
use std::io::{self, Write};
use std::process::{Command, Stdio};

/// Open levels in a browser: play, layers, solutions, an editor
///
/// Only this machine can reach the page. Pages and answers come from the program alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan serve levels/*.xsb --open
  sokoplan serve set.xsb --port 8080
  ssh -L 8080:localhost:8080 lab sokoplan serve set.xsb --port 8080

The last example runs the server on another machine. Without files the page begins with an empty board; files can be dropped on it. --time and --nodes
limit each request, --memory all requests together. Ctrl-C ends the server.

Programs ask by POST /api/NAME with a JSON object; all but levels have the key level
({board, title, after}), most may have limits ({seconds, nodes}). Answers are rows of `help json`.
  levels   the bytes of a file of levels    levels, each with board or fault
  solve    strategy, optimal                row of solve --explain
  improve  lurd, by                         row of improve
  rooms    rooms_by                         row of rooms
  plan     k                                row of plan
  layers   layers, box                      row of layers
  prove                                     row of prove
  verify   lurd                             row of verify
  convert  format, lurd                     text")]
pub(super) struct ServeArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Open the page in a browser
    #[arg(help_heading = "Server", long)]
    open: bool,
    /// Port of the server [default: 7656, or a free port if that is in use]
    ///
    /// The browser keeps games and solutions by the port.
    #[arg(help_heading = "Server", long, value_name = "N")]
    port: Option<u16>,
    /// Number of searches at a time [default: number of cores]
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    budget: BudgetArgs,
}

pub(super) fn run(args: &ServeArgs) -> Result<ExitStatus> {
    let meter = args.budget.reading();
    let selection = if args.levels.is_given() { args.levels.load(&meter)? } else { Selection::default() };
    let rows = selection.entries.iter().map(|picked| ShelfRow::new(base(&picked.file), &picked.entry));
    let setup = Setup {
        port: args.port,
        limits: args.budget.limits(),
        threads: args.threads.map_or_else(cores, usize::from),
        levels: rows.collect(),
    };
    let (port, stop) = (args.port.unwrap_or_default(), interruptible()?);
    let ready = |address: &str| {
        let mut out = io::stdout();
        writeln!(out, "{address}")?;
        out.flush()?;
        if args.open {
            open(address);
        }
        Ok(())
    };
    serve(setup, &stop, ready).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
        io::ErrorKind::AddrInUse => Failure::message(format!(
            "port {port}: {error}: name another port with --port, or leave it out for a free one"
        )),
        _ => Failure::message(format!("port {port}: {error}")),
    })?;
    Ok(selection.exit.and(ExitStatus::Interrupted))
}

fn open(address: &str) {
    let words: &[&str] = match std::env::consts::OS {
        "macos" => &["open"],
        "windows" => &["rundll32", "url.dll,FileProtocolHandler"],
        _ => &["xdg-open"],
    };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        message::error(&format!("{}: {error}: open the address yourself", words[0]));
    }
}

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

pub(super) fn page(args: &PageArgs) -> Result<ExitStatus> {
    let without =
        "this program was built without the module of the page: .ci/web makes it, and target/web/sokoplan.html";
    let page = file().ok_or_else(|| Failure::message(without))?;
    let mut out = args.output.open_bytes()?;
    out.write_all(page.as_bytes())?;
    out.close()?;
    Ok(ExitStatus::Done)
}
