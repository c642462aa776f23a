// The message below a solved board: its moves and pushes, and the next level.

class Cheer {
  /** @param {{next: () => void, again: () => void}} ways */
  constructor({ next, again }) {
    this.words = make("p");
    this.next = make("button", { type: "button", className: "on", title: "n, Enter", onclick: next }, "Next level");
    this.element = make("div", { className: "cheer", role: "group", "aria-label": "Solved", hidden: true },
      make("strong", {}, "Solved!"), this.words,
      make("div", { className: "row" }, this.next, make("button", { type: "button", title: "Home", onclick: again }, "Again")));
  }

  /** @param {string} words @param {boolean} hasNext whether a level follows */
  show(words, hasNext) {
    this.words.textContent = words;
    this.next.hidden = !hasNext;
    this.element.hidden = false;
  }

  hide() {
    this.element.hidden = true;
  }
}
