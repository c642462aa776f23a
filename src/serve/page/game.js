// A game: the moves made, and the moves taken back.

class Game {
  /** @param {Board} board @param {string} moves made at once, as far as the rules allow */
  constructor(board, moves = "") {
    this.board = board;
    /** All moves; pushes are in upper case. Those from `at` on can be made again. */
    this.moves = "";
    this.at = 0;
    /** Where each act began: undoing goes back to there. @type {number[]} */
    this.acts = [];
    /** @type {Pieces} */
    this.position = { boxes: new Set(board.boxes), player: board.player };
    for (const letter of moves) if (!this.move(letter)) break;
    this.acts = this.moves === "" ? [] : [0];
  }

  /** Makes a move, if the rules allow it; what could be made again is dropped unless it begins so. @param {string} letter */
  move(letter) {
    const step = stepOf(this.board, letter);
    const { boxes, player } = this.position;
    const [to, beyond] = [player + step, player + 2 * step];
    const isPush = boxes.has(to);
    const isFree = !isWall(this.board, to) && !(isPush && (isWall(this.board, beyond) || boxes.has(beyond)));
    if (step === 0 || !isFree) return false;
    if (isPush) {
      boxes.delete(to);
      boxes.add(beyond);
    }
    this.position.player = to;
    const made = isPush ? letter.toUpperCase() : letter.toLowerCase();
    if (this.moves[this.at] !== made) this.moves = this.moves.slice(0, this.at) + made;
    this.at += 1;
    return true;
  }

  /** Says that an act of the player begins: moves up to the next one are undone together. */
  begin() {
    this.acts = [...this.acts.filter((at) => at < this.at), this.at];
  }

  /** Goes to any place of the moves. @param {number} at */
  go(at) {
    this.at = Math.max(0, Math.min(at, this.moves.length));
    this.position = positionAfter(this.board, this.moves, this.at);
  }

  /** Takes back the last act. */
  undo() {
    this.go(this.acts.findLast((at) => at < this.at) ?? this.at - 1);
  }

  /** Makes the next act again: up to where another began, or a move where none did. */
  redo() {
    const next = this.acts.find((at) => at > this.at);
    this.go(next ?? (this.acts.includes(this.at) ? this.moves.length : this.at + 1));
  }

  /** Keeps moves for later: they can be made from here by redoing. @param {string} moves */
  foresee(moves) {
    this.moves = this.moves.slice(0, this.at) + moves;
    this.acts = this.acts.filter((at) => at < this.at);
  }

  /** The moves that were made. */
  get made() {
    return this.moves.slice(0, this.at);
  }

  /** Whether all boxes stand on goals. */
  get isSolved() {
    return this.isSolution(this.position.boxes);
  }

  /** Whether all boxes stand on goals once all moves are made. */
  get isSolvedAtEnd() {
    return this.isSolution(positionAfter(this.board, this.moves, this.moves.length).boxes);
  }

  /** @param {Set<number>} boxes */
  isSolution(boxes) {
    return boxes.size > 0 && [...boxes].every((box) => this.board.goals.has(box));
  }
}
