// The reason why a position is lost: a proof from the server, as pictures.

/** The part of the page with the reason of a loss. */
class Why {
  /** @param {() => {board: string, after: string}} position */
  constructor(position) {
    this.position = position;
    this.asking = new AbortController();
    this.button = make("button", { type: "button", hidden: true, onclick: () => this.ask("", "This position has no solution.") }, "Why not?");
    this.words = make("p", { className: "answer", role: "status" });
    this.pictures = make("div", { className: "proof" });
    this.element = make("div", { className: "why" }, this.button, this.words, this.pictures);
  }

  /** Forgets what was asked: the position has changed. */
  clear() {
    this.asking.abort();
    this.asking = new AbortController();
    this.button.hidden = true;
    this.words.textContent = "";
    this.pictures.replaceChildren();
  }

  /** Shows why the position after more moves is lost. @param {string} moves @param {string} words */
  async ask(moves, words) {
    const { signal } = this.asking;
    this.pictures.replaceChildren();
    this.words.textContent = "looking for a proof";
    const { board, after } = this.position();
    const level = { board, after: after + moves };
    const row = await ask("/api/prove", { level }, signal).catch((error) => ({ unproved: wordsOf(error) }));
    if (signal.aborted) return;
    this.words.textContent = row.text ? `${words} Proved by ${counted(row.proof.pictures, "picture")}, checked:` : `No proof was found: ${row.unproved}.`;
    if (row.text) this.pictures.replaceChildren(...proofPictures(row.text));
  }
}
