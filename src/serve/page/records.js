// The best solutions of the player, kept by the browser.

/** @typedef {{pushes: number, moves: number}} Costs */

class Records {
  /** The fewest pushes and the fewest moves of each level, by its packed board. @returns {Record<string, Costs>} */
  get all() {
    try {
      return JSON.parse(localStorage.getItem("best") ?? "{}");
    } catch {
      return {};
    }
  }

  /** @param {string} board @returns {Costs | undefined} */
  of(board) {
    return this.all[packed(board)];
  }

  /** Keeps a solution where it is better, and says what it is. @param {string} board @param {Costs} costs */
  keep(board, { pushes, moves }) {
    const all = this.all;
    const best = all[packed(board)];
    const better = { pushes: Math.min(pushes, best?.pushes ?? pushes), moves: Math.min(moves, best?.moves ?? moves) };
    localStorage.setItem("best", JSON.stringify({ ...all, [packed(board)]: better }));
    if (!best) return "your first solution";
    const isBetter = pushes < best.pushes || moves < best.moves;
    return isBetter ? "better than before" : `your best: ${costWords(best)}`;
  }
}
