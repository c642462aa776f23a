//! The game in a terminal: keys, and the resulting screen. Needs tmux; without it the tests are skipped with a message.

use crate::common::command::Folder;
use crate::common::skipped::skipped;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// A terminal of tmux with the game in it, and a data folder of its own.
struct Terminal {
    socket: String,
    data: Folder,
}

impl Terminal {
    /// `None` where there is no tmux.
    fn new(name: &str, (width, height): (u16, u16), environment: &str, arguments: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            skipped(format_args!("no tmux on this machine, {name} was not played"));
            return None;
        }
        let socket = format!("sokoplan-{name}-{}", std::process::id());
        let terminal = Self { socket, data: Folder::new(name) };
        let game = env!("CARGO_BIN_EXE_sokoplan");
        let data = terminal.data.path("");
        let command = format!("env XDG_DATA_HOME='{data}' {environment} '{game}' {arguments}; echo left with $?; cat");
        let (width, height) = (width.to_string(), height.to_string());
        let folder = env!("CARGO_MANIFEST_DIR");
        let made = terminal.tmux(&["new-session", "-d", "-c", folder, "-x", &width, "-y", &height, &command]);
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        Some(terminal)
    }

    fn tmux(&self, arguments: &[&str]) -> Output {
        let mut tmux = Command::new("tmux");
        tmux.args(["-L", &self.socket, "-f", "/dev/null"]).args(arguments);
        tmux.env("TERM", "screen-256color").output().expect("tmux runs")
    }

    fn keys(&self, keys: &[&str]) {
        self.tmux(&[&["send-keys"], keys].concat());
    }

    fn screen(&self, options: &[&str]) -> String {
        String::from_utf8_lossy(&self.tmux(&[&["capture-pane", "-p"], options].concat()).stdout).into_owned()
    }

    /// Waits until the screen shows something.
    fn wait_for(&self, what: &str) -> String {
        let begin = Instant::now();
        loop {
            let screen = self.screen(&[]);
            if screen.contains(what) {
                return screen;
            }
            assert!(begin.elapsed() < Duration::from_secs(60), "no `{what}` on\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

/// Returns whether the screen contains a colour escape.
fn has_colour(screen: &str) -> bool {
    let escapes = screen.split("\x1b[").skip(1).filter_map(|rest| rest.split_once('m'));
    let mut numbers = escapes.flat_map(|(numbers, _)| numbers.split(';')).filter_map(|number| number.parse().ok());
    numbers.any(|number: u32| matches!(number, 30..=38 | 40..=48 | 90..=107))
}

/// Moves as keys.
fn keys(lurd: &str) -> Vec<&'static str> {
    let key = |letter: char| match letter.to_ascii_lowercase() {
        'l' => "Left",
        'u' => "Up",
        'r' => "l",
        _ => "j",
    };
    lurd.chars().map(key).collect()
}

#[test]
fn a_level_is_played_from_the_first_screen_to_the_last_move() {
    let arguments = "play levels/6-lisa.xsb";
    let Some(terminal) = Terminal::new("played", (80, 24), "NO_COLOR=1", arguments) else { return };
    let first = terminal.wait_for("boxes home 0 of 2");
    assert!(first.contains("level 1 (1 of 2)") && first.contains("? keys  q quit"), "{first}");

    terminal.keys(&["?"]);
    terminal.wait_for("save and quit");
    terminal.keys(&["Escape"]);
    // An escape and a key at once would be another key.
    terminal.wait_for("boxes home 0 of 2");
    terminal.keys(&["3", "4"]);
    terminal.wait_for("2 pushes would");
    terminal.keys(&["5"]);
    // A push that prevention warns of: the alert says why it was right.
    terminal.keys(&keys("dL"));
    let lost = terminal.wait_for("alert (!): 1 deadlock");
    assert!(lost.contains("dead-square"), "{lost}");
    let coloured = terminal.screen(&["-e"]);
    assert!(!has_colour(&coloured), "colour, although it was refused\n{coloured:?}");

    terminal.keys(&["Home"]);
    terminal.wait_for("moves     0   pushes     0");
    terminal.keys(&keys("UllddRurD"));
    terminal.wait_for("moves     9   pushes     3");
    terminal.keys(&["u", "u", "r", "r"]);
    terminal.wait_for("moves     9   pushes     3");
    terminal.keys(&keys("luuuRRRRRlllldddDDD"));
    terminal.wait_for("solved: 28 moves, 11 pushes");
    terminal.keys(&["n"]);
    terminal.wait_for("level 2 (2 of 2)");
    terminal.keys(&["N"]);
    terminal.wait_for("best 28/11");
    terminal.keys(&["q"]);
    terminal.wait_for("left with 0");
    let kept = std::fs::read_to_string(terminal.data.path("sokoplan/progress.json")).expect("progress");
    assert!(kept.contains("UllddRurDluuuRRRRRlllldddDDD"), "{kept}");
}

#[test]
fn a_level_is_chosen_from_the_list_and_a_push_that_loses_is_told_at_once() {
    let arguments = "play levels/6-lisa.xsb";
    let Some(terminal) = Terminal::new("listed", (80, 24), "NO_COLOR=1", arguments) else { return };
    terminal.wait_for("boxes home 0 of 2");
    terminal.keys(&["/"]);
    terminal.wait_for("2 of 2, 0 solved");
    terminal.keys(&["a", "g", "a", "i", "n"]);
    terminal.wait_for("search: again_   1 of 2");
    terminal.keys(&["Enter"]);
    terminal.wait_for("level 2 (2 of 2)");
    terminal.keys(&["N"]);
    terminal.wait_for("level 1 (1 of 2)");
    terminal.keys(&keys("dL"));
    terminal.wait_for("lost: dead square");
    terminal.keys(&["u"]);
    let screen = terminal.wait_for("  1 ├");
    assert!(!screen.contains("lost"), "{screen}");
    terminal.keys(&["w"]);
    terminal.wait_for("no level of this file is solved yet");
    terminal.keys(&["q"]);
    terminal.wait_for("left with 0");
}

#[test]
fn a_level_is_solved_aside_and_shown() {
    let arguments = "play levels/6-lisa.xsb --level 2";
    let Some(terminal) = Terminal::new("solved", (120, 40), "COLORTERM=truecolor", arguments) else { return };
    terminal.wait_for("boxes home 0 of 2");
    terminal.keys(&["p"]);
    terminal.wait_for("the plan, 0 of");
    terminal.keys(&["s"]);
    terminal.wait_for("found:");
    terminal.keys(&["t"]);
    terminal.wait_for("1 of");
    terminal.keys(&["+", "+", "+", "Space"]);
    terminal.wait_for("solved:");
    assert!(has_colour(&terminal.screen(&["-e"])), "no colour");
    terminal.keys(&["C-c"]);
    terminal.wait_for("left with 0");
}

#[test]
fn a_solution_is_replayed_in_the_window() {
    let arguments = "replay levels/1-one-room.xsb --level 2 --solution rruLLL --speed 30";
    let Some(terminal) = Terminal::new("replayed", (40, 12), "", arguments) else { return };
    terminal.wait_for("solved: 6 moves");
    terminal.keys(&["q"]);
    terminal.wait_for("left with 0");
}

/// The game runs in the place of a shell that has written its process number.
#[test]
fn a_signal_keeps_the_game_and_gives_the_terminal_back() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let folder = Folder::new("signalled");
        let number = folder.path("number");
        let shell = format!("sh -c 'echo $$ >{number}; exec \"$@\"' sh");
        let arguments = "play levels/6-lisa.xsb";
        let Some(terminal) = Terminal::new(&format!("signal-{signal}"), (80, 24), &shell, arguments) else { return };
        terminal.wait_for("boxes home 0 of 2");
        terminal.keys(&keys("Ull"));
        terminal.wait_for("moves     3   pushes     1");
        let number = std::fs::read_to_string(number).unwrap();
        assert!(Command::new("kill").args([&format!("-{signal}"), number.trim()]).status().unwrap().success());
        let screen = terminal.wait_for(&format!("left with {code}"));
        assert!(!screen.contains("boxes home"), "the game's own screen is left\n{screen}");
        let kept = std::fs::read_to_string(terminal.data.path("sokoplan/progress.json")).expect("progress");
        assert!(kept.contains("Ull"), "{signal}: {kept}");
    }
}

/// A terminal that calls itself as large as one can be: only a part of it is drawn, and it is given back.
#[test]
fn a_terminal_of_any_size_is_drawn_within_bounds_and_given_back() {
    let script = "import os,pty,sys,fcntl,termios,struct,time,signal
pid,fd=pty.fork()
if pid==0:
    time.sleep(0.3)
    os.execv(sys.argv[1],sys.argv[1:])
fcntl.ioctl(fd,termios.TIOCSWINSZ,struct.pack('HHHH',65535,65535,0,0))
end=time.time()+20
said=b''
sent=False
while time.time()<end:
    try: said+=os.read(fd,1<<16)
    except OSError: break
    if not sent and b'quit' in said:
        os.write(fd,b'q'); sent=True
status=os.waitstatus_to_exitcode(os.waitpid(pid,0)[1])
print(status, b'\\x1b[?1049l' in said[-4096:])";
    let folder = Folder::new("any-size");
    let levels = concat!(env!("CARGO_MANIFEST_DIR"), "/levels/6-lisa.xsb");
    let mut python = Command::new("python3");
    python.args(["-c", script, env!("CARGO_BIN_EXE_sokoplan"), "play", levels]).env("XDG_DATA_HOME", folder.path(""));
    let Ok(run) = python.env("TERM", "xterm-256color").output() else {
        skipped("no python3 to make a terminal of any size");
        return;
    };
    assert_eq!(String::from_utf8_lossy(&run.stdout).trim(), "0 True", "{}", String::from_utf8_lossy(&run.stderr));
}
