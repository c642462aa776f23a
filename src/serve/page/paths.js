// Ways of the player and of boxes, for the mouse.

/** The four steps, with their letters. @param {Board} board @returns {[string, number][]} */
function stepsOf(board) {
  return [["u", -board.width], ["r", 1], ["d", board.width], ["l", -1]];
}

/** Whether a square is a wall, or none of the board. @param {Board} board @param {number} square */
function isWall(board, square) {
  return board.walls.has(square) || square < 0 || square >= board.width * board.height;
}

/** The shortest walks of the player: the moves to each square that it reaches.
 * @param {Board} board @param {Pieces} position @returns {Map<number, string>} */
function walks(board, { boxes, player }) {
  const found = new Map([[player, ""]]);
  for (const [square, moves] of found) {
    for (const [letter, step] of stepsOf(board)) {
      const next = square + step;
      if (!isWall(board, next) && !boxes.has(next) && !found.has(next)) found.set(next, moves + letter);
    }
  }
  return found;
}

/** The ways of a box while the others stand still: the moves to each square that it can come to, with fewest pushes.
 * @param {Board} board @param {Pieces} position @param {number} from @returns {Map<number, string>} */
function pushWays(board, { boxes, player }, from) {
  const others = new Set(boxes);
  others.delete(from);
  const isFree = (/** @type {number} */ square) => !isWall(board, square) && !others.has(square);
  const found = new Map([[from, ""]]);
  /** Boxes with the player behind them. @type {Map<string, {box: number, player: number, moves: string}>} */
  const states = new Map([["start", { box: from, player, moves: "" }]]);
  for (const [, state] of states) {
    const reached = walks(board, { boxes: new Set([...others, state.box]), player: state.player });
    for (const [letter, step] of stepsOf(board)) {
      const [walk, to] = [reached.get(state.box - step), state.box + step];
      const key = `${to},${step}`;
      if (walk === undefined || !isFree(to) || states.has(key)) continue;
      const moves = state.moves + walk + letter.toUpperCase();
      states.set(key, { box: to, player: state.box, moves });
      if (!found.has(to)) found.set(to, moves);
    }
  }
  return found;
}

/** One path of the way of the player. @param {Board} board @param {number} from @param {string} moves */
function walkOf(board, from, moves) {
  let square = from;
  const points = [square, ...[...moves].map((letter) => (square += stepOf(board, letter)))];
  return `M${points.map((point) => `${(point % board.width) + 0.5} ${Math.floor(point / board.width) + 0.5}`).join("L")}`;
}

/** The number of pushes in moves. @param {string} moves */
function pushesIn(moves) {
  return [...moves].filter((letter) => letter !== letter.toLowerCase()).length;
}

/** A position as a picture. @param {Board} board @param {Pieces} position */
function pictureOf(board, { boxes, player }) {
  const letter = (/** @type {number} */ square) => {
    if (board.walls.has(square)) return "#";
    const isGoal = board.goals.has(square);
    if (square === player) return isGoal ? "+" : "@";
    if (boxes.has(square)) return isGoal ? "*" : "$";
    return isGoal ? "." : " ";
  };
  const rows = Array.from({ length: board.height }, (_, row) =>
    Array.from({ length: board.width }, (_, column) => letter(row * board.width + column)).join("").trimEnd());
  return `${rows.join("\n")}\n`;
}
