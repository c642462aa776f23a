// Abstract plans of a position, which follow the player: steps that are done are marked, and what leaves the plan is planned
// anew.

/** The time that plans are given, in seconds. */
const PLANNING_TIME = 10;

class Planning {
  /** @param {{view: () => BoardView, picture: () => string, position: () => Pieces, foresee: (lurd: string) => void,
   *   make: (lurd: string) => void}} player */
  constructor(player) {
    this.player = player;
    /** @type {AbortController | null} */
    this.asking = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    /** The moves of the plan that is shown after which boxes stand so, and the player there. @type {Map<string, {at: number, player: number}>} */
    this.places = new Map();
    this.isShown = false;
    /** @type {(at: number) => void} */
    this.update = () => {};
    this.button = make("button", { type: "button", title: "Plans of steps between rooms, from this position", onclick: () => this.toggle() }, "Plan from here");
    this.words = make("p", { className: "answer", role: "status" });
    this.lists = make("div");
    this.element = make("section", { "aria-label": "Plan" }, fold("Plan",
      make("div", { className: "row" }, this.button), this.words, this.lists));
  }

  toggle() {
    if (this.isShown) this.close();
    else this.ask();
  }

  /** Puts the plan away. */
  close() {
    this.leave();
    this.keepBoard(false);
    this.places.clear();
    this.button.textContent = "Plan from here";
    this.words.textContent = "";
    this.lists.replaceChildren();
    this.player.view().point([], []);
    this.player.view().name(false);
  }

  /** Keeps the board above the plan where the window is narrow. @param {boolean} isShown whether a plan is shown */
  keepBoard(isShown) {
    this.isShown = isShown;
    this.element.closest(".level")?.classList.toggle("planned", isShown);
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
    this.keepBoard(true);
    this.places.clear();
    this.button.textContent = "Close the plan";
    this.words.textContent = "planning";
    const picture = this.player.picture();
    const question = { level: { board: picture }, k: 3, limits: { seconds: PLANNING_TIME } };
    const row = await ask("/api/plan", question, asking.signal).catch((error) => ({ reason: wordsOf(error) }));
    if (this.asking !== asking) return;
    this.asking = null;
    if (row.plans) this.show(row, readBoard(picture));
    else this.words.textContent = row.reason;
  }

  /** Shows the plans of a row. @param {Plan} plan @param {Board} board with the position that they are from */
  show(plan, board) {
    const view = this.player.view();
    const steps = realisedSteps(plan, { squaresOf: view.squaresOf, board });
    const lurd = plan.lurd ?? "";
    for (let at = 0; at <= lurd.length; at += 1) {
      const { boxes, player } = positionAfter(board, lurd, at);
      this.places.set(keyOf(boxes), { at, player });
    }
    const { list, update } = stepList(steps, view, (end) => this.make(lurd, end));
    this.update = update;
    const nodes = counted(plan.plan_nodes + plan.push_nodes, "node");
    this.words.textContent = lurd !== "" ? `${counted(steps.length, "step")} to a solution (${nodes})`
      : `no solution was found: this is the plan, and how far it came (${nodes})`;
    view.name(true);
    this.lists.replaceChildren(...storyList(plan.story), ...(steps.length > 0 ? [list] : planLists(plan, view)));
    if (lurd !== "") this.player.foresee(lurd);
    this.follow();
  }

  /** The place in the plan that the game is at, and the walk of the player to where the plan goes on; none where it was left. */
  here() {
    const position = this.player.position();
    const place = this.places.get(keyOf(position.boxes));
    const walk = place && walks(this.player.view().board, position).get(place.player);
    return place && walk !== undefined ? { at: place.at, walk } : null;
  }

  /** Makes the moves up to the end of a step, if it is still to come. @param {string} lurd @param {number} end */
  make(lurd, end) {
    const here = this.here();
    if (here && end > here.at) this.player.make(here.walk + lurd.slice(here.at, end));
  }

  /** Follows the player: marks the step that is being made; away from the plan another is asked for. */
  follow() {
    if (!this.isShown || this.asking || this.places.size === 0) return;
    const here = this.here();
    clearTimeout(this.timer);
    // The step that is next is marked: the one with the next push.
    if (here) this.update(here.at + 1);
    else {
      this.words.textContent = "you have left the plan: planning again";
      this.timer = setTimeout(() => this.ask(), PAUSE);
    }
  }
}

/** The boxes as text. @param {Set<number>} boxes */
function keyOf(boxes) {
  return [...boxes].sort((one, other) => one - other).join(",");
}
