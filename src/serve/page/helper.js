// What helps a player: layers over the board, a warning of deadlocks and its reason.

/** Layers that the server computes for each position. */
const COMPUTED = ["alert", "pushes", "prevention", "goal-paths", "parking"];

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
      path("bad", framesOf(found.boxes.length > 0 ? found.boxes : found.walls), `${found.kind}: ${found.why}`)),
  ];
}

/** Helps in the position that is shown. */
class Helper {
  /** @param {{picture: () => string, game: () => Game, place: () => {board: string, after: string}, go: (moves: number) => void, mark: (marks: SVGElement[]) => void}} player */
  constructor(player) {
    this.player = player;
    /** The layers that are shown. @type {Set<string>} */
    this.shown = new Set(["alert"]);
    this.asking = new AbortController();
    /** @type {number | undefined} */
    this.timer = undefined;
    this.why = new Why(player.place);
    this.rescue = new Rescue({ place: player.place, go: player.go, told: () => { this.warning.textContent = ""; } });
    this.warning = make("p", { className: "warning", role: "alert" });
    this.losing = make("div", { className: "row losing" });
    /** What is said of a loss, right below the board: one sentence, and the button that takes it back. */
    this.loss = make("div", {}, this.warning, this.rescue.element);
    this.element = make("div", {}, this.losing, this.why.element);
    this.toggles = COMPUTED.map((layer) => make("button", { type: "button", title: LAYERS[layer],
      "aria-pressed": String(this.shown.has(layer)), onclick: (/** @type {MouseEvent} */ event) => {
        if (!this.shown.delete(layer)) this.shown.add(layer);
        /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-pressed", String(this.shown.has(layer)));
        this.look();
      } }, layerName(layer)));
  }

  /** Looks at the position, as it has changed. */
  look() {
    this.leave();
    this.why.clear();
    this.rescue.clear();
    this.losing.replaceChildren();
    this.player.mark([]);
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
    // The page reports faults of the level.
    const row = await ask("/api/layers", question, signal).catch(() => null);
    if (signal.aborted || !row?.layers) return;
    const alert = row.layers.alert ?? [];
    this.warning.textContent = alert.map((/** @type {any} */ { kind, why }) => `Lost: ${why} (${kind}).`).join(" ");
    this.why.button.hidden = alert.length === 0;
    if (alert.length > 0) this.rescue.ask();
    this.player.mark(marksOf(row.layers));
    this.tellLosing(row.layers.prevention ?? []);
  }

  /** Lists the pushes that lose, to ask why of each. @param {{push: PushRow, deadlock: {why: string, kind: string}}[]} prevented */
  tellLosing(prevented) {
    const { board, position } = this.player.game();
    const buttons = prevented.flatMap(({ push, deadlock }) => {
      const run = runOf(board, position, [push]);
      const [row, column] = push.from;
      const name = `(${row},${column}) ${push.direction}`;
      return run ? [make("button", { type: "button", title: deadlock.why,
        onclick: () => this.why.ask(run.moves, `${deadlock.why} (${deadlock.kind}).`) }, name)] : [];
    });
    this.losing.replaceChildren(...(buttons.length > 0 ? ["Why not push", ...buttons] : []));
  }
}

/** The place of a box after a push. @param {PushRow} push */
function after({ from: [row, column], direction }) {
  return [row + DELTAS[direction][0], column + DELTAS[direction][1]];
}
