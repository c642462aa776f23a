//! The subcommand `sokoplan serve`: levels in a browser.

use super::budget::BudgetArgs;
use super::driver::cores;
use super::interruption::interruptible;
use super::select::{LevelArgs, Selection, base};
use super::{ExitStatus, Failure, message};
use crate::serve::{Setup, ShelfRow, serve};
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

/// Open levels in a browser: play, layers, solutions, an editor
///
/// Only this machine is listened to, unless an address is given; a token is then part of the printed address. Pages and
/// answers come from the program alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  sokoplan serve levels/*.xsb --open
  sokoplan serve set.xsb --port 8080
  sokoplan serve --listen 0.0.0.0 --host lab.example    for others, by a token

Without files the page begins with an empty board; files can be dropped on it. The answers of the
server are described at /api/openapi.json. --time and --nodes hold for each request, --memory
for all together. Ctrl-C ends it.")]
pub(super) struct ServeArgs {
    #[command(flatten)]
    levels: LevelArgs,
    /// Open the page in a browser
    #[arg(help_heading = "Server", long)]
    open: bool,
    /// The port; a free one unless given
    #[arg(help_heading = "Server", long, default_value_t = 0, hide_default_value = true, value_name = "N")]
    port: u16,
    /// The address to listen on; others than 127.0.0.1 and ::1 require a token
    #[arg(help_heading = "Server", long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    listen: IpAddr,
    /// A name under which the server is reached; may be repeated
    #[arg(help_heading = "Server", long, value_name = "NAME", hide_short_help = true)]
    host: Vec<String>,
    /// Searches at once, one for each core unless given
    #[arg(help_heading = "Limits", long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    budget: BudgetArgs,
}

pub(super) fn run(args: &ServeArgs) -> Result<ExitStatus, Failure> {
    let meter = args.budget.reading();
    let selection = if args.levels.is_given() { args.levels.load(&meter)? } else { Selection::default() };
    let rows = selection.entries.iter().map(|picked| ShelfRow::new(base(&picked.file), &picked.entry));
    let listen = SocketAddr::new(args.listen, args.port);
    let setup = Setup {
        listen,
        names: args.host.clone(),
        limits: args.budget.limits(),
        threads: args.threads.map_or_else(cores, usize::from),
        levels: rows.collect(),
    };
    let stop = interruptible()?;
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
            "{listen}: {error}: name another port with --port, or leave it out for a free one"
        )),
        _ => Failure::message(format!("{listen}: {error}")),
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
