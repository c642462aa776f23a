// A player of solutions: by move, by push, by step, by time.

/** The present place in the solution, and its changes. */
class Player {
  /** @param {string} moves the solution @param {number[]} ends the moves after which its steps end
   * @param {Board} board @param {BoardView} view @param {(at: number) => void} onMove */
  constructor(moves, ends, board, view, onMove) {
    this.moves = moves;
    this.ends = ends;
    this.board = board;
    this.view = view;
    this.onMove = onMove;
    this.at = 0;
    this.speed = 8;
    /** @type {number | null} */
    this.timer = null;
  }

  /** Goes to a place of the solution. @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.moves.length));
    this.view.show(positionAfter(this.board, this.moves, this.at));
    this.onMove(this.at);
  }

  /** Plays, or pauses. */
  toggle() {
    if (this.timer !== null) {
      this.pause();
      return;
    }
    if (this.at === this.moves.length) this.go(0);
    const play = () => {
      this.go(this.at + 1);
      this.timer = this.at < this.moves.length ? setTimeout(play, 1000 / this.speed) : null;
      this.onMove(this.at);
    };
    this.timer = setTimeout(play, 0);
    this.onMove(this.at);
  }

  pause() {
    this.leave();
    this.onMove(this.at);
  }

  /** Pauses without a callback, since the page is left. */
  leave() {
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
  }

  /** Goes by one push. @param {boolean} forwards */
  push(forwards) {
    this.go(pushFrom(this.moves, this.at, forwards));
  }

  /** Goes by one step of the plan. @param {boolean} forwards */
  step(forwards) {
    this.go(forwards ? this.ends.find((end) => end > this.at) ?? this.moves.length
      : Math.max(0, ...this.ends.filter((end) => end < this.at)));
  }
}

/** The controls below the board. @param {Player} player */
function controls(player) {
  const button = (/** @type {string} */ label, /** @type {string} */ title, /** @type {() => void} */ onclick) => make("button", { type: "button", title, onclick, "aria-label": title }, label);
  const play = button("play", "Play or pause (space)", () => player.toggle());
  const slider = make("input", { type: "range", min: 0, max: player.moves.length, value: 0, className: "slider",
    "aria-label": "Move of the solution", oninput: () => player.go(Number(slider.value)) });
  const speed = make("select", { "aria-label": "Moves a second", onchange: () => { player.speed = Number(speed.value); } },
    ...[2, 4, 8, 16, 60].map((moves) => make("option", { value: moves, selected: moves === 8 }, `${moves} moves a second`)));
  const place = make("span", { className: "soft" });
  const row = make("div", { className: "row controls" },
    button("|«", "To the start (Home)", () => player.go(0)),
    button("«", "Back by a step of the plan (page up)", () => player.step(false)),
    button("‹", "Back by a push (left)", () => player.push(false)), play,
    button("›", "On by a push (right)", () => player.push(true)),
    button("»", "On by a step of the plan (page down)", () => player.step(true)),
    button("»|", "To the end (End)", () => player.go(player.moves.length)), slider, speed, place);
  const update = (/** @type {number} */ at) => {
    slider.value = String(at);
    play.textContent = player.timer === null ? "play" : "pause";
    place.textContent = `move ${at} of ${player.moves.length}`;
  };
  return { row, update };
}
