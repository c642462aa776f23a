// Take me back: the push that lost the level, and the way back to the last position that can be solved.

/** The time for the search, in seconds. */
const RESCUE_TIME = 5;

/** @typedef {{pushes: number, solvable: number | null, lost: number | null, take_back: number | null, moves: number | null, words: string}} RescueRow */

class Rescue {
  /** @param {{place: () => {board: string, after: string}, go: (moves: number) => void, told: () => void}} player told is called once the answer is known */
  constructor(player) {
    this.player = player;
    this.asking = new AbortController();
    this.button = make("button", { type: "button", title: "b", onclick: () => this.ask() }, "Can it be solved?");
    this.back = make("button", { type: "button", className: "on", title: "b", hidden: true });
    this.words = make("p", { className: "answer", role: "status" });
    this.element = make("div", {}, this.words, make("div", { className: "row" }, this.back));
  }

  /** Forgets the answer: the position has changed. */
  clear() {
    this.asking.abort();
    this.asking = new AbortController();
    this.words.textContent = "";
    this.back.hidden = true;
  }

  /** Takes back if that is offered, or else asks. */
  key() {
    if (this.back.hidden) this.ask();
    else this.back.click();
  }

  /** Asks unless the answer is shown. */
  tell() {
    if (this.words.textContent === "") this.ask();
  }

  async ask() {
    const { signal } = this.asking;
    this.words.textContent = "looking for the last position that can be solved";
    const question = { level: this.player.place(), layers: ["rescue"], limits: { seconds: RESCUE_TIME } };
    const row = await ask("/api/layers", question, signal).catch((error) => ({ fault: wordsOf(error) }));
    if (signal.aborted) return;
    /** @type {RescueRow | undefined} */
    const found = row.layers?.rescue;
    if (found) this.player.told();
    this.words.textContent = found ? `${found.words[0].toUpperCase()}${found.words.slice(1)}.` : row.fault ?? "There is no answer within the limits.";
    const { take_back: pushes = null, moves = null } = found ?? {};
    if (pushes === null || moves === null || pushes === 0) return;
    this.back.hidden = false;
    this.back.textContent = `Take back ${counted(pushes, "push", "pushes")}`;
    this.back.onclick = () => this.player.go(moves);
  }
}
