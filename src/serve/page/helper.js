// What helps a player: layers over the board, a warning of deadlocks, and hints in three strengths.

/** Layers that the server computes for each position, and what they are called. */
const LAYERS = [["pushes", "pushes"], ["prevention", "pushes that lose"], ["goal-paths", "ways to goals"], ["parking", "parking"]];

/** The time before the server is asked about a position, in milliseconds: a walk asks once. */
const PAUSE = 120;

/** A push of a row. @typedef {{from: number[], direction: string}} PushRow */

/** Rows and columns of directions. @type {Record<string, number[]>} */
const DELTAS = { up: [-1, 0], right: [0, 1], down: [1, 0], left: [0, -1] };

/** An arrow from the middle of a box over its edge. @param {PushRow} push */
function arrowOf({ from: [row, column], direction }) {
  const [down, right] = DELTAS[direction];
  const [x, y] = [column + 0.5 + right * 0.85, row + 0.5 + down * 0.85];
  return `M${x - right * 0.5} ${y - down * 0.5}L${x} ${y}m${-right * 0.18 - down * 0.14} ${-down * 0.18 - right * 0.14}L${x} ${y}`
    + `l${-right * 0.18 + down * 0.14} ${-down * 0.18 + right * 0.14}`;
}

/** Frames around squares. @param {number[][]} places */
function framesOf(places) {
  return places.map(([row, column]) => `M${column + 0.06} ${row + 0.06}h.88v.88h-.88z`).join("");
}

/** The marks of a row of layers. @param {any} layers @returns {SVGElement[]} */
function marksOf(layers) {
  const path = (/** @type {string} */ name, /** @type {string} */ d, title = "") => {
    const mark = draw("path", { class: name, d });
    if (title) {
      const words = draw("title");
      words.textContent = title;
      mark.append(words);
    }
    return mark;
  };
  const ways = (layers["goal-paths"] ?? []).map((/** @type {any} */ way) => {
    const points = way.pushes.map((/** @type {PushRow} */ { from: [row, column] }) => `${column + 0.5} ${row + 0.5}`);
    return path("way", `M${[...points, `${way.to[1] + 0.5} ${way.to[0] + 0.5}`].join("L")}`);
  });
  return [
    ...ways,
    path("parked", framesOf(layers.parking?.squares ?? [])),
    path("can", (layers.pushes ?? []).map(arrowOf).join("")),
    ...(layers.prevention ?? []).map((/** @type {any} */ { push, deadlock }) => path("bad", arrowOf(push), `${deadlock.kind}: ${deadlock.why}`)),
    ...(layers.alert ?? []).map((/** @type {any} */ found) =>
      path("bad", framesOf([...found.boxes, ...found.walls]), `${found.kind}: ${found.why}`)),
  ];
}

/** Helps in the position that is shown. */
class Helper {
  /** @param {{picture: () => string, mark: (marks: SVGElement[]) => void, advise: (marks: SVGElement[]) => void, light: (names: string[]) => void,
   *   make: (lurd: string) => void}} player */
  constructor(player) {
    this.player = player;
    /** The layers that are shown. @type {Set<string>} */
    this.shown = new Set(["alert"]);
    this.asking = new AbortController();
    /** @type {number | undefined} */
    this.timer = undefined;
    /** The hint of the position, once it was asked for. @type {any} */
    this.hint = undefined;
    this.warning = make("p", { className: "warning", role: "alert" });
    this.words = make("p", { className: "answer", role: "status" });
    const strengths = [["Where", "The areas of the next step"], ["Which box", "The box that moves, and where to"], ["Which moves", "The moves, made on the board"]];
    this.element = make("section", { "aria-label": "Help" }, make("h3", {}, "Hint"),
      make("div", { className: "row" }, ...strengths.map(([name, title], strength) =>
        make("button", { type: "button", title, onclick: () => this.tell(strength) }, name))), this.words);
    this.toggles = [["alert", "deadlocks"], ...LAYERS].map(([layer, name]) => make("button", { type: "button",
      "aria-pressed": String(this.shown.has(layer)), onclick: (/** @type {MouseEvent} */ event) => {
        if (!this.shown.delete(layer)) this.shown.add(layer);
        /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-pressed", String(this.shown.has(layer)));
        this.look();
      } }, name));
  }

  /** Looks at the position, as it has changed. */
  look() {
    this.leave();
    this.hint = undefined;
    this.words.textContent = "";
    this.player.light([]);
    this.player.mark([]);
    this.player.advise([]);
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }

  /** Withdraws what was asked. */
  leave() {
    clearTimeout(this.timer);
    this.asking.abort();
    this.asking = new AbortController();
  }

  async ask() {
    const { signal } = this.asking;
    if (this.shown.size === 0) {
      this.warning.textContent = "";
      return;
    }
    const question = { level: { board: this.player.picture() }, layers: [...this.shown], limits: { seconds: 5 } };
    // What is wrong with a level is told by the page.
    const row = await ask("/api/layers", question, signal).catch(() => null);
    if (signal.aborted || !row?.layers) return;
    const alert = row.layers.alert ?? [];
    this.warning.textContent = alert.map((/** @type {any} */ { kind, why }) => `Lost: ${why} (${kind}).`).join(" ");
    this.player.mark(marksOf(row.layers));
  }

  /** Tells the next step of a plan. @param {number} strength 0: areas, 1: the box, 2: the moves */
  async tell(strength) {
    const { signal } = this.asking;
    if (this.hint === undefined) {
      this.words.textContent = "planning";
      const row = await ask("/api/layers", { level: { board: this.player.picture() }, layers: ["alert", "hint"] }, signal)
        .catch((error) => { this.words.textContent = wordsOf(error); });
      if (signal.aborted || !row) return;
      this.hint = row.layers?.hint ?? null;
    }
    const { hint } = this;
    if (hint === null) {
      this.words.textContent = "No plan was found from here.";
      return;
    }
    this.player.light(areasIn(hint.step));
    const [first] = hint.pushes;
    // The pushes of the first box, up to one of another.
    const others = hint.pushes.findIndex((/** @type {PushRow} */ push, /** @type {number} */ at) => at > 0 && push.from.join() !== after(hint.pushes[at - 1]).join());
    const last = hint.pushes.at(others > 0 ? others - 1 : -1);
    this.words.textContent = `${hint.is_solution ? "Part of a solution" : "A guess"}: ${hint.step}`;
    if (strength === 1 && first) this.player.advise([draw("path", { class: "advice", d: framesOf([first.from, after(last)]) }), draw("path", { class: "advice", d: arrowOf(first) })]);
    if (strength === 2 && hint.lurd) this.player.make(hint.lurd);
  }
}

/** The place of a box after a push. @param {PushRow} push */
function after({ from: [row, column], direction }) {
  return [row + DELTAS[direction][0], column + DELTAS[direction][1]];
}
