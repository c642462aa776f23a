// Shortening of a solution: gains are shown as they are found, and the best is kept when it is stopped.

/** The time that a solution is shortened, in seconds. */
const SHORTENING_TIME = 30;

class Shortening {
  /** @param {{board: () => string, solution: () => string, take: (lurd: string) => void}} player */
  constructor(player) {
    this.player = player;
    /** @type {AbortController | null} */
    this.running = null;
    this.button = make("button", { type: "button", title: "Make the solution shorter", onclick: () => this.toggle() }, "Shorten");
    this.by = make("select", { "aria-label": "What becomes fewer" }, ...["pushes", "moves"].map((value) => make("option", { value }, `by ${value}`)));
    this.words = make("p", { className: "answer", role: "status" });
    this.element = make("section", { "aria-label": "Shorten", hidden: true }, make("div", { className: "row" }, this.button, this.by), this.words);
  }

  /** Offers to shorten a solution, where there is one. @param {boolean} hasSolution */
  offer(hasSolution) {
    if (this.running === null) this.element.hidden = !hasSolution;
  }

  toggle() {
    if (this.running) this.stop();
    else this.start();
  }

  /** Stops the search, here and on the server. */
  stop() {
    this.running?.abort();
    this.running = null;
    this.button.textContent = "Shorten";
  }

  async start() {
    const running = new AbortController();
    this.running = running;
    this.button.textContent = "Stop";
    const lurd = this.player.solution();
    const before = costWords({ pushes: pushesIn(lurd), moves: lurd.length });
    this.words.textContent = `${before}: searching`;
    const question = { level: { board: this.player.board() }, lurd, by: this.by.value, limits: { seconds: SHORTENING_TIME } };
    const fault = await follow("/api/improve", question, running.signal, (name, data) => {
      if (name === "progress") this.words.textContent = `${before}; now ${costWords(data)} after ${figure(data.seconds)} s`;
      if (name === "row") this.answer(before, lurd, data);
    }).then(() => "", wordsOf);
    if (this.running !== running) return;
    if (fault !== "") this.words.textContent = fault;
    this.stop();
  }

  /** @param {string} before @param {string} lurd the solution as it was @param {any} row */
  answer(before, lurd, row) {
    const isShorter = row.lurd !== lurd;
    this.words.textContent = isShorter ? `${before}; now ${costWords(row)}.` : `${before}: no shorter solution was found.`;
    if (isShorter && this.player.solution() === lurd) this.player.take(row.lurd);
  }
}
