// The best solutions of the player, kept by the browser.

/** @typedef {{pushes: number, moves: number}} Costs */

/** What the browser keeps under a name; nothing where it is no JSON. @param {Storage} storage @param {string} name @returns {unknown} */
function kept(storage, name) {
  try {
    return JSON.parse(storage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** The entries of a list that is kept and that have the wanted shape. @template T
 * @param {Storage} storage @param {string} name @param {(entry: any) => boolean} fits @returns {T[]} */
function keptList(storage, name, fits) {
  const list = kept(storage, name);
  return Array.isArray(list) ? list.filter((entry) => entry !== null && fits(entry)) : [];
}

class Records {
  /** The fewest pushes and the fewest moves of each level, by its packed board. @returns {Record<string, Costs>} */
  get all() {
    const fits = (/** @type {any} */ costs) => Number.isFinite(costs?.pushes) && Number.isFinite(costs?.moves);
    return Object.fromEntries(Object.entries(kept(localStorage, "best") ?? {}).filter(([, costs]) => fits(costs)));
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
    try {
      localStorage.setItem("best", JSON.stringify({ ...all, [packed(board)]: better }));
    } catch {
      // The browser has no room: the solution counts until the page is left.
    }
    if (!best) return "your first solution";
    const isBetter = pushes < best.pushes || moves < best.moves;
    return isBetter ? "better than before" : `your best: ${costWords(best)}`;
  }
}

/** The most levels whose games are kept. */
const MOST_GAMES = 200;

/** The games that were left, kept by the browser: the moves that were made, and whether the program made some of them. */
class Games {
  /** @returns {[string, {moves: string, isHelped: boolean}][]} by the packed board, those that were played last at the end */
  get all() {
    return keptList(localStorage, "games", (entry) => Array.isArray(entry) && typeof entry[0] === "string"
      && typeof entry[1]?.moves === "string" && /^[udlr]*$/i.test(entry[1].moves));
  }

  /** @param {string} board */
  of(board) {
    const key = packed(board);
    return this.all.find(([other]) => other === key)?.[1];
  }

  /** Keeps a game; one without moves is forgotten. @param {string} board @param {{moves: string, isHelped: boolean}} game */
  keep(board, game) {
    const key = packed(board);
    const others = this.all.filter(([other]) => other !== key);
    const all = game.moves === "" ? others : [...others, /** @type {[string, {moves: string, isHelped: boolean}]} */ ([key, game])];
    try {
      localStorage.setItem("games", JSON.stringify(all.slice(-MOST_GAMES)));
    } catch {
      localStorage.removeItem("games");
    }
  }
}
