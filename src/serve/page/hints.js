// Hints: where the next box goes, then its way, then the moves. They are the true steps of a plan, which is kept while the
// player follows it.

/** What the button says before each strength of a hint. */
const STRENGTHS = ["Hint", "More: its way", "More: the moves", "Make the moves"];

/** @typedef {{answer: string, why?: string, step: string | null, is_solution: boolean, pushes: PushRow[]}} HintRow
 * @typedef {{box: number, way: number[], moves: string}} Run a box, the squares of its way with the first, and the moves */

/** The time for a hint, in seconds. */
const HINT_TIME = 3;

/** Why there is no next step, in words. @param {HintRow | null} hint */
function answerWords(hint) {
  if (hint?.answer === "solved") return "The level is solved.";
  return `No next step was found within ${HINT_TIME} s.`;
}

class Hints {
  /** @param {{picture: () => string, board: () => Board, position: () => Pieces, advise: (marks: SVGElement[]) => void,
   *   look: (square: number) => void, light: (names: string[]) => void, make: (lurd: string) => void, tellLoss: () => void}} player */
  constructor(player) {
    this.player = player;
    this.asking = new AbortController();
    /** The hint that was asked for last. @type {HintRow | null} */
    this.hint = null;
    /** How many of its pushes are made where the boxes stand so. @type {Map<string, number>} */
    this.places = new Map();
    /** What is told of the next box: nothing, its next square, its way, the moves. */
    this.strength = 0;
    this.button = make("button", { type: "button", className: "hint", title: "h", onclick: () => this.tell() }, STRENGTHS[0]);
    this.words = make("p", { className: "answer", role: "status" });
  }

  /** Forgets what was told: the position has changed. */
  look() {
    this.leave();
    this.show(0);
    this.words.textContent = "";
    this.player.light([]);
    this.player.advise([]);
  }

  leave() {
    this.asking.abort();
    this.asking = new AbortController();
  }

  /** @param {number} strength */
  show(strength) {
    this.strength = strength;
    this.button.textContent = STRENGTHS[strength];
  }

  /** Tells more of the next box than before. */
  async tell() {
    const { signal } = this.asking;
    const run = this.run() ?? await this.ask(signal);
    if (signal.aborted || !run || !this.hint) return;
    if (this.strength === 3) {
      this.player.make(run.moves);
      return;
    }
    this.show(this.strength + 1);
    this.player.advise(hintMarks(this.player.board(), this.player.position().player, run, this.strength));
    this.player.look(run.box);
    const sure = this.hint.is_solution ? "part of a solution" : "the best found so far";
    const pushes = run.way.length - 1;
    if (this.strength === 1) this.words.textContent = `Push this box to the marked square (${sure}).`;
    if (this.strength === 2) this.words.textContent = `Its way: ${counted(pushes, "push", "pushes")}, ${sure}: ${this.hint.step}`;
    if (this.strength === 3) this.words.textContent = `The moves: ${run.moves}`;
  }

  /** What comes next of the plan that is known; nothing where the player has left it. @returns {Run | null} */
  run() {
    const made = this.places.get(keyOf(this.player.position().boxes));
    const pushes = made === undefined ? [] : this.hint?.pushes.slice(made) ?? [];
    return pushes.length === 0 ? null : runOf(this.player.board(), this.player.position(), pushes);
  }

  /** Asks for a plan from here. @param {AbortSignal} signal @returns {Promise<Run | null>} */
  async ask(signal) {
    this.words.textContent = "planning";
    const row = await ask("/api/layers", { level: { board: this.player.picture() }, layers: ["hint"], limits: { seconds: HINT_TIME } }, signal)
      .catch((error) => ({ fault: wordsOf(error) }));
    if (signal.aborted) return null;
    this.hint = row.layers?.hint ?? null;
    this.places = placesOf(this.player.board(), this.player.position().boxes, this.hint?.pushes ?? []);
    const run = this.run();
    if (run) return run;
    const isLost = this.hint?.answer === "lost";
    this.words.textContent = row.fault ?? (isLost ? "" : answerWords(this.hint));
    if (isLost) this.player.tellLoss();
    return null;
  }
}

/** The boxes before each push, and how many are made there. @param {Board} board @param {Set<number>} boxes @param {PushRow[]} pushes */
function placesOf(board, boxes, pushes) {
  const [now, places] = [new Set(boxes), new Map([[keyOf(boxes), 0]])];
  pushes.forEach((push, index) => {
    now.delete(squareAtPlace(board, push.from));
    now.add(squareAtPlace(board, after(push)));
    places.set(keyOf(now), index + 1);
  });
  return places;
}

/** The first pushes that are all of one box; nothing where the player does not come to them.
 * @param {Board} board @param {Pieces} position @param {PushRow[]} pushes @returns {Run | null} */
function runOf(board, position, pushes) {
  const way = [squareAtPlace(board, pushes[0].from)];
  let [moves, { player }, boxes] = ["", position, new Set(position.boxes)];
  for (const push of pushes) {
    const [from, to] = [squareAtPlace(board, push.from), squareAtPlace(board, after(push))];
    if (from !== way.at(-1)) break;
    const walk = walks(board, { boxes, player }).get(2 * from - to);
    if (walk === undefined) return null;
    moves += walk + push.direction[0].toUpperCase();
    boxes.delete(from);
    boxes.add(to);
    way.push(to);
    player = from;
  }
  return { box: way[0], way, moves };
}

/** The marks of a hint: a ghost of the box on its next square, or where it comes to at the end of its way.
 * @param {Board} board @param {number} player @param {Run} run @param {number} strength */
function hintMarks(board, player, { box, way, moves }, strength) {
  const last = strength === 1 ? way[1] : way[way.length - 1];
  const ghost = piece(board, boxName(board, last), last);
  ghost.classList.add("ghost");
  const marks = [draw("path", { class: "advice", d: squares(board, [box], 0.06) }), ghost];
  if (strength > 1) marks.push(draw("path", { class: "advice", d: wayOf(board, way) }));
  if (strength > 2) marks.push(draw("path", { class: "steps-of", d: walkOf(board, player, moves) }));
  return marks;
}
