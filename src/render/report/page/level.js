// The page of a level: its board with layers, a player for the solution, its steps, and what the search did.

/** The player: where it is, and what changes that. */
class Player {
  /** @param {Level} level @param {Board} board @param {BoardView} view @param {(at: number) => void} onMove */
  constructor(level, board, view, onMove) {
    this.level = level;
    this.board = board;
    this.view = view;
    this.onMove = onMove;
    this.at = 0;
    this.speed = 8;
    /** @type {number | null} */
    this.timer = null;
    this.moves = level.runs[0]?.lurd ?? "";
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

  /** Pauses without a word to anybody, as the page goes away. */
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
    const ends = this.level.steps.map((step) => step.last);
    this.go(forwards ? ends.find((end) => end > this.at) ?? this.moves.length
      : Math.max(0, ...ends.filter((end) => end < this.at)));
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

/** The steps of the solution; pointing at one outlines its areas, choosing it goes to its end.
 * @param {Level} level @param {Player} player @param {BoardView} view */
function stepList(level, player, view) {
  const items = level.steps.map((step, index) => {
    const button = make("button", { type: "button", onclick: () => player.go(step.last),
      onmouseenter: () => view.light(step.areas), onmouseleave: () => view.light([]),
      onfocus: () => view.light(step.areas), onblur: () => view.light([]) },
      make("span", { className: "figure" }, String(index + 1)), make("span", { className: "which" }, step.words),
      make("span", { className: "figure" }, [counted(step.pushes, "push", "pushes"), step.label].filter(Boolean).join(", ")));
    return { step, button };
  });
  const update = (/** @type {number} */ at) => items.forEach(({ step, button }) => {
    const isNow = at > step.first && at <= step.last;
    if (isNow && button.getAttribute("aria-current") !== "step") button.scrollIntoView({ block: "nearest" });
    if (isNow) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  });
  return { list: make("ol", { className: "steps" }, ...items.map(({ button }) => make("li", {}, button))), update };
}

/** What the search did: nodes of each part, as bars. @param {Run} run */
function story(run) {
  const parts = Object.entries({ plans: run.plan_nodes, ...run.push_nodes_by }).filter(([, nodes]) => nodes > 0);
  const most = Math.max(1, ...parts.map(([, nodes]) => nodes));
  const bars = parts.flatMap(([name, nodes]) => {
    const bar = make("i");
    bar.style.width = `${(100 * nodes) / most}%`;
    return [make("span", {}, name), make("div", {}, bar), make("span", { className: "soft" }, counted(nodes, "node"))];
  });
  const labels = Object.entries(run.labels ?? {}).filter(([, count]) => count > 0);
  const taken = run.transfers ? `steps by plan: ${run.transfers.transfers_by_plan}, by takeover: ${run.transfers.transfers_by_takeover}` : "";
  return [
    make("h3", {}, "Search"),
    make("p", { className: "soft" }, `${answerOf(run)}${run.solved_by ? ` by ${run.solved_by}` : ""}, ${figure(run.seconds)} s`),
    make("div", { className: "bar" }, ...bars),
    labels.length > 0 ? make("p", { className: "soft" }, `labels of operators: ${labels.map(([label, count]) => `${figure(count)} ${label}`).join(", ")}`) : null,
    taken ? make("p", { className: "soft" }, taken) : null,
  ];
}

/** The page, at a move. Returns its elements and what keys do.
 * @param {Collection} report @param {Level} level @param {Board} board @param {number} at @param {(at: number) => void} onMove */
function levelPage(report, level, board, at, onMove) {
  const title = level.title === "" ? `Level ${level.level}` : `Level ${level.level}: ${level.title}`;
  const view = new BoardView(board, level.areas, `${title}, board`);
  const run = level.runs[0];
  const updates = [onMove];
  const player = new Player(level, board, view, (now) => updates.forEach((update) => update(now)));
  /** @type {{controls: Node | null, list: Node | null}} */
  const parts = { controls: null, list: null };
  if (player.moves !== "") {
    const { row, update } = controls(player);
    const steps = stepList(level, player, view);
    updates.push(update, steps.update);
    Object.assign(parts, { controls: row, list: steps.list });
  }
  const layers = Object.keys(view.layers).map((name) => make("button", { type: "button", "aria-pressed": "true",
    /** @param {MouseEvent} event */
    onclick: ({ currentTarget }) => {
      const button = /** @type {HTMLElement} */ (currentTarget);
      const isShown = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(isShown));
      view.toggle(name, isShown);
    } }, name));
  const before = report.levels.findLast((other) => other.board && other.id < level.id);
  const after = report.levels.find((other) => other.board && other.id > level.id);
  const link = (/** @type {string} */ text, /** @type {Level | undefined} */ other) =>
    other && make("a", { href: `#level=${other.id}` }, text);
  const counts = run?.lurd ? `${counted(run.pushes, "push", "pushes")}, ${counted(run.moves, "move")}` : answerOf(run);
  player.go(at);
  const elements = [
    make("div", { className: "row" }, make("a", { href: "#" }, "All levels"),
      link("previous", before), link("next", after)),
    make("h2", {}, title), make("p", { className: "soft" }, `${level.file.split("/").at(-1)}; ${counts}`),
    make("div", { className: "level" },
      make("div", {}, view.svg, parts.controls, make("div", { className: "row controls" }, "show", ...layers)),
      make("div", {}, parts.list ? make("h3", {}, "Steps of the solution") : null, parts.list, ...(run ? story(run) : []))),
  ];
  /** @type {Record<string, () => void>} */
  const keys = { " ": () => player.toggle(), ArrowLeft: () => player.push(false), ArrowRight: () => player.push(true),
    PageUp: () => player.step(false), PageDown: () => player.step(true), Home: () => player.go(0),
    End: () => player.go(player.moves.length) };
  return { elements, keys: player.moves === "" ? {} : keys, leave: () => player.leave() };
}
