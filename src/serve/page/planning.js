// Abstract plans of a position. If the player leaves the plan, another is requested.

/** The time that plans are given, in seconds. */
const PLANNING_TIME = 10;

class Planning {
  /** @param {Telling} telling @param {{view: () => BoardView, picture: () => string}} player */
  constructor(telling, player) {
    this.telling = telling;
    this.player = player;
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.isShown = false;
    this.button = make("button", { type: "button", title: "Plans of steps between rooms, from this position", onclick: () => this.toggle() }, "Plan from here");
    this.words = make("p", { className: "answer", role: "status" });
    this.element = make("section", { "aria-label": "Plan" }, make("div", { className: "row" }, this.button), this.words);
  }

  toggle() {
    if (this.isShown) this.close();
    else this.ask();
  }

  /** Puts the plan away. */
  close() {
    this.leave();
    this.isShown = false;
    this.telling.close();
    this.button.textContent = "Plan from here";
    this.words.textContent = "";
  }

  /** Withdraws what was asked. */
  leave() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
  }

  async ask() {
    this.leave();
    const asking = new AbortController();
    this.asking = asking;
    this.isShown = true;
    this.telling.close();
    this.button.textContent = "Close the plan";
    this.words.textContent = "planning";
    const picture = this.player.picture();
    const question = { level: { board: picture }, k: 3, trace: true, limits: { seconds: PLANNING_TIME } };
    const row = await ask("/api/plan", question, asking.signal).catch((error) => ({ reason: wordsOf(error) }));
    if (this.asking !== asking) return;
    this.asking = null;
    if (row.plans) this.show(row, readBoard(picture));
    else this.words.textContent = row.reason;
  }

  /** Shows the plans of a row. @param {Plan} plan @param {Board} board with the position that they are from */
  show(plan, board) {
    const nodes = counted(plan.plan_nodes + plan.push_nodes, "node");
    this.words.textContent = plan.lurd ? `A solution was found by a plan (${nodes}).`
      : `No solution was found: this is the plan, and how far it came (${nodes}).`;
    const lists = planLists(plan, this.player.view());
    const more = plan.lurd ? [make("details", {}, make("summary", {}, counted(plan.plans.length, "plan")), ...lists)] : lists;
    const search = plan.trace ? searchTree(plan.trace, board, this.player.view().areas) : null;
    this.telling.show(plan, board, [...more, ...(search ? [search] : [])], () => this.left());
  }

  /** Plans again, as the player has left the plan. */
  left() {
    if (!this.isShown || this.asking) return;
    clearTimeout(this.timer);
    this.words.textContent = "You have left the plan: planning again.";
    this.timer = setTimeout(() => this.ask(), PAUSE);
  }
}
