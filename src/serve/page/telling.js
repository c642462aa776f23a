// The story of a solution beside its board. It follows the player: sentences that are done are marked, and choosing one makes
// its moves.

/** A solution that is told. @typedef {{lurd: string | null, story?: Story, steps?: HappenedStep[]}} Told */

class Telling {
  /** @param {{view: () => BoardView, position: () => Pieces, foresee: (lurd: string) => void, make: (lurd: string) => void}} player */
  constructor(player) {
    this.player = player;
    /** The moves that are made where boxes stand so, and the player there. @type {Map<string, {at: number, player: number}>} */
    this.places = new Map();
    /** @type {((at: number) => void)[]} */
    this.updates = [];
    this.onLeft = () => {};
    this.element = make("section", { "aria-label": "Story" });
  }

  /** Whether a solution is told. */
  get isShown() {
    return this.places.size > 0;
  }

  /** Tells a solution, with more below it. @param {Told} told @param {Board} board with the position that it is from
   * @param {Node[]} more @param {() => void} onLeft when the player leaves the solution */
  show(told, board, more, onLeft) {
    this.close();
    this.onLeft = onLeft;
    const lurd = told.lurd ?? "";
    const game = new Game(board);
    let key = keyOf(game.position.boxes);
    this.places.set(key, { at: 0, player: board.player });
    for (const letter of lurd) {
      game.move(letter);
      if (letter !== letter.toLowerCase()) key = keyOf(game.position.boxes);
      this.places.set(key, { at: game.at, player: game.position.player });
    }
    const view = this.player.view();
    const steps = realisedSteps(told, { squaresOf: view.squaresOf, board });
    const makeUpTo = (/** @type {number} */ end) => this.make(lurd, end);
    const { list, update } = stepList(steps, view, makeUpTo);
    const story = told.story && steps.length > 0 ? storyList(told.story, steps, view, makeUpTo) : null;
    this.updates = story ? [story.update, update] : [update];
    // A phone shows the story below the board, and other answers far below.
    const answer = lurd === "" ? null : make("p", { className: "answer brief" }, `Solved: ${costWords({ pushes: pushesIn(lurd), moves: lurd.length })}`);
    const stepsBelow = steps.length > 0 ? make("details", {}, make("summary", {}, counted(steps.length, "step")), list) : null;
    this.element.replaceChildren(...[answer, ...(story?.elements ?? []), stepsBelow, ...more].flatMap((part) => part ?? []));
    view.name(true);
    this.element.closest(".level")?.classList.add("planned");
    if (lurd !== "") this.player.foresee(lurd);
    this.follow();
  }

  close() {
    this.places.clear();
    this.updates = [];
    this.element.replaceChildren();
    this.element.closest(".level")?.classList.remove("planned");
    const view = this.player.view();
    view.point([], []);
    view.name(false);
  }

  /** Where the game is in the solution, and the walk of the player to where it goes on; none where it was left. */
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

  /** Follows the player: marks the step with the next push. */
  follow() {
    if (!this.isShown) return;
    const here = this.here();
    if (here) this.updates.forEach((update) => update(here.at + 1));
    else this.onLeft();
  }
}

/** The boxes as text. @param {Set<number>} boxes */
function keyOf(boxes) {
  return [...boxes].sort((one, other) => one - other).join(",");
}
