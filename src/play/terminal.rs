//! The terminal: keys and mouse are read, pictures drawn.

use super::App;
use super::command::Command;
use super::draw::draw;
use super::ink::Palette;
use crate::run::StopFlag;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseEventKind};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{self, EnterAlternateScreen};
use ratatui::layout::Rect;
use ratatui::{DefaultTerminal, TerminalOptions, Viewport};
use std::io::{self, IsTerminal, stdin, stdout};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{panic, thread};

/// Maximum wait for quick layers before a picture is drawn without them: more delays keys, less flickers.
const PATIENCE: Duration = Duration::from_millis(10);
/// Time between two checks for results during background work: 60 per second.
const BEAT: Duration = Duration::from_millis(16);
const REST: Duration = Duration::from_millis(500);
/// Maximum number of columns drawn: the largest boards have 512, and a panel is beside the board.
const MOST_COLUMNS: u16 = 1024;
const MOST_ROWS: u16 = 1024;

/// Plays until the player quits or the flag is raised, then saves the game. The terminal is restored, also after a
/// panic.
pub fn run(app: &mut App, palette: Palette, stop: &StopFlag) -> io::Result<()> {
    let viewport = Viewport::Fixed(screen()?);
    let begun = ratatui::try_init_with_options(TerminalOptions { viewport });
    let begun = begun.and_then(|terminal| execute!(stdout(), EnterAlternateScreen).map(|()| terminal));
    let mut terminal = begun.inspect_err(|_| give_back())?;
    forget_mouse_after_panic();
    // A terminal without a mouse is accepted.
    _ = execute!(stdout(), EnableMouseCapture);
    let played = play(app, palette, &mut terminal, stop);
    if !app.is_over() {
        // A signal came, or the terminal is gone.
        app.keep();
    }
    _ = execute!(stdout(), DisableMouseCapture);
    let restored = ratatui::try_restore();
    if stop.is_raised() { Ok(()) } else { played.and(restored) }
}

fn give_back() {
    _ = execute!(stdout(), DisableMouseCapture);
    _ = ratatui::try_restore();
}

/// Returns the part of the screen that is drawn; it is bounded, since a terminal may report any size, and each cell
/// takes memory.
fn screen() -> io::Result<Rect> {
    let (width, height) = terminal::size()?;
    Ok(Rect::new(0, 0, width.min(MOST_COLUMNS), height.min(MOST_ROWS)))
}

/// Turns the mouse off after a panic; Ratatui restores everything else.
fn forget_mouse_after_panic() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        _ = execute!(stdout(), DisableMouseCapture);
        before(panic);
    }));
}

fn play(app: &mut App, palette: Palette, terminal: &mut DefaultTerminal, stop: &StopFlag) -> io::Result<()> {
    let (mut is_changed, mut shown) = (true, screen()?);
    let mut drawn = Instant::now();
    let events = events();
    while !app.is_over() && !stop.is_raised() {
        if !stdin().is_terminal() {
            return Err(io::Error::other("the terminal is gone"));
        }
        is_changed |= app.tick(Instant::now(), PATIENCE);
        // The spinner must be drawn again.
        let is_due = app.is_busy() && drawn.elapsed() > Duration::from_millis(250);
        if is_changed || is_due {
            if let Some(size) = Some(screen()?).filter(|size| *size != shown) {
                terminal.resize(size)?;
                shown = size;
            }
            terminal.draw(|frame| draw(app, palette, frame))?;
            drawn = Instant::now();
        }
        is_changed = false;
        let mut next = events.recv_timeout(if app.is_busy() { BEAT } else { REST }).ok();
        // Keys that have come are handled before the next picture.
        while let Some(event) = next.filter(|_| !app.is_over()) {
            is_changed |= take(app, event?);
            next = events.try_recv().ok();
        }
    }
    Ok(())
}

/// Returns the events of the terminal. A thread reads them, since reading never returns once the terminal is gone, and
/// the game is to be saved then.
fn events() -> Receiver<io::Result<Event>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        loop {
            let event = event::read();
            let is_last = event.is_err();
            if sender.send(event).is_err() || is_last {
                return;
            }
        }
    });
    receiver
}

/// Handles an event of the terminal; returns whether the state of the game changed.
fn take(app: &mut App, event: Event) -> bool {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            app.list_key(key) || app.help_key(key) || Command::of(key).map(|command| app.command(command)).is_some()
        }
        Event::Mouse(mouse) => {
            app.mouse(mouse);
            !matches!(mouse.kind, MouseEventKind::Moved) || app.is_busy()
        }
        Event::Resize(..) => true,
        _ => false,
    }
}
