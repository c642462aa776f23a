// Solving from a position: a button that stops the search, the solution, and the work of the strategies.

/** The time that a search is given, in seconds. */
const TIMES = [5, 10, 30, 60, 300];

class Solving {
  /** @param {string} label of the button that begins
   * @param {() => string} picture the position @param {(row: any, picture: string) => void} onSolved with the row of the solution */
  constructor(label, picture, onSolved) {
    this.label = label;
    this.picture = picture;
    this.onSolved = onSolved;
    /** @type {AbortController | null} */
    this.running = null;
    this.button = make("button", { type: "button", onclick: () => this.toggle() }, label);
    this.time = make("select", { "aria-label": "Time for the search" },
      ...TIMES.map((seconds) => make("option", { value: seconds, selected: seconds === 30 }, `${seconds} s`)));
    this.words = make("p", { className: "answer", role: "status" });
    this.reasons = make("ul");
    this.rows = make("div", { className: "bar" });
    this.details = make("details", { hidden: true }, make("summary", {}, "Details"), this.rows);
    this.element = make("section", { "aria-label": "Solve" }, make("div", { className: "row" }, this.button, this.time), this.words, this.reasons, this.details);
  }

  toggle() {
    if (this.running) this.stop();
    else this.start();
  }

  /** Stops the search, here and on the server. */
  stop() {
    this.running?.abort();
    this.end();
  }

  end() {
    this.running = null;
    this.button.textContent = this.label;
  }

  async start() {
    const running = new AbortController();
    this.running = running;
    this.button.textContent = "Stop";
    this.rows.replaceChildren();
    this.reasons.replaceChildren();
    this.details.hidden = true;
    this.words.textContent = "searching";
    const began = performance.now();
    // The answer comes before the search has ended, and stays.
    const clock = setInterval(() => { if (this.running === running) this.words.textContent = `searching, ${figure((performance.now() - began) / 1000)} s`; }, 250);
    /** @type {Map<string, number>} */
    const nodes = new Map();
    const picture = this.picture();
    const question = { level: { board: picture }, limits: { seconds: Number(this.time.value) } };
    const words = await follow("/api/solve", question, running.signal, (name, data) => {
      if (name === "progress") this.tell(nodes.set(data.strategy, data.nodes));
      if (name === "row") this.answer(data, picture);
    }).then(() => "", (error) => wordsOf(error) || "stopped");
    clearInterval(clock);
    // Another search may have begun since.
    if (this.running !== null && this.running !== running) return;
    if (words !== "") this.words.textContent = words;
    this.end();
  }

  /** @param {Map<string, number>} nodes nodes of each strategy */
  tell(nodes) {
    this.details.hidden = false;
    const most = Math.max(1, ...nodes.values());
    this.rows.replaceChildren(...[...nodes].flatMap(([name, count]) => {
      const bar = make("i");
      bar.style.width = `${(100 * count) / most}%`;
      return [make("span", {}, name), make("div", {}, bar), make("span", { className: "soft" }, counted(count, "node"))];
    }));
  }

  /** @param {any} row the answer @param {string} picture the position that it is about */
  answer(row, picture) {
    this.end();
    const nodes = row.plan_nodes + row.push_nodes;
    const seconds = row.seconds >= 0.01 ? `${figure(row.seconds)} s, ` : "";
    // What the start alone decides took no search, however long the machine took over it.
    const effort = nodes > 0 ? ` (${seconds}${counted(nodes, "node")})` : "";
    const costs = row.lurd === null ? "" : costWords(row);
    const words = { solved: `Solved: ${costs}`, unsolvable: "Proved: there is no solution from here" };
    const answer = words[/** @type {keyof typeof words} */ (row.answer)] ?? answers[row.answer];
    const isHere = picture === this.picture();
    this.words.textContent = `${answer}${effort}${isHere ? "" : ", for an earlier position"}`;
    this.reasons.replaceChildren(...(row.unsolved ?? []).map((/** @type {string} */ reason) => make("li", {}, reason)));
    if (row.lurd === null) return;
    this.rows.append(make("span", {}, "solved by"), make("span", {}, row.solved_by ?? "the start"));
    this.details.hidden = false;
    if (isHere) this.onSolved(row, picture);
  }
}
