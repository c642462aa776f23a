// The rules of the game: a board from its picture, and the position after some moves.

/** Squares are row * width + column.
 * @typedef {{width: number, height: number, walls: Set<number>, floor: number[], goals: Set<number>, boxes: Set<number>,
 *   player: number}} Board
 * @typedef {{boxes: Set<number>, player: number}} Pieces */

/** Reads a picture. @param {string} picture as XSB @returns {Board} */
function readBoard(picture) {
  const rows = picture.replace(/\n$/, "").split("\n");
  const width = Math.max(...rows.map((row) => row.length));
  /** @type {Board} */
  const board = { width, height: rows.length, walls: new Set(), floor: [], goals: new Set(), boxes: new Set(), player: -1 };
  rows.forEach((row, at) => [...row].forEach((tile, column) => {
    const square = at * width + column;
    if (tile === "#") board.walls.add(square);
    if (".*+".includes(tile)) board.goals.add(square);
    if ("$*".includes(tile)) board.boxes.add(square);
    if ("@+".includes(tile)) board.player = square;
  }));
  // The floor is every square connected to the player without a wall.
  const seen = new Set([board.player]);
  for (const square of seen) {
    board.floor.push(square);
    for (const step of [-width, 1, width, -1]) {
      const next = square + step;
      if (next >= 0 && next < width * board.height && !board.walls.has(next)) seen.add(next);
    }
  }
  return board;
}

/** The step of a letter of a solution, as a difference of squares. @param {Board} board @param {string} letter */
function stepOf(board, letter) {
  const steps = new Map([["u", -board.width], ["r", 1], ["d", board.width], ["l", -1]]);
  return steps.get(letter.toLowerCase()) ?? 0;
}

/** The boxes and the player after the first moves of a solution.
 * @param {Board} board @param {string} moves @param {number} count @returns {Pieces} */
function positionAfter(board, moves, count) {
  const boxes = new Set(board.boxes);
  let player = board.player;
  for (const letter of moves.slice(0, count)) {
    const step = stepOf(board, letter);
    player += step;
    if (boxes.delete(player)) boxes.add(player + step);
  }
  return { boxes, player };
}

/** The place of the next push after some moves, or of the one before; the end, or 0, if there is none.
 * @param {string} moves @param {number} at @param {boolean} forwards */
function pushFrom(moves, at, forwards) {
  const isPush = (/** @type {number} */ index) => moves[index] !== moves[index].toLowerCase();
  if (forwards) {
    for (let index = at; index < moves.length; index += 1) if (isPush(index)) return index + 1;
    return moves.length;
  }
  for (let index = at - 2; index >= 0; index -= 1) if (isPush(index)) return index + 1;
  return 0;
}

/** The square of a row and a column. @param {Board} board @param {number[]} place */
function squareAtPlace(board, [row, column]) {
  return row * board.width + column;
}

/** The ways of the boxes that are pushed between two moves of a solution: the squares of each, in order.
 * @param {Board} board @param {string} moves @param {number} first @param {number} last @returns {number[][]} */
function waysOf(board, moves, first, last) {
  let { player } = positionAfter(board, moves, first);
  /** @type {number[][]} */
  const ways = [];
  for (const letter of moves.slice(first, last)) {
    const step = stepOf(board, letter);
    player += step;
    if (letter === letter.toLowerCase()) continue;
    const way = ways.find((squares) => squares.at(-1) === player);
    if (way) way.push(player + step);
    else ways.push([player, player + step]);
  }
  return ways;
}
