// Pictures of boards, in units of squares.

/** An area as in the rows of `rooms --json`; places are row and column.
 * @typedef {{name: string, kind: string, squares: number[][], dead: number[][]}} Area */

/** One path of unit squares, shrunk by a margin. @param {Board} board @param {Iterable<number>} list */
function squares(board, list, margin = 0) {
  const side = 1 - 2 * margin;
  return [...list].map((square) => {
    const [x, y] = [(square % board.width) + margin, Math.floor(square / board.width) + margin];
    return `M${x} ${y}h${side}v${side}h${-side}z`;
  }).join("");
}

/** One path of circles around the middles of squares.
 * @param {Board} board @param {Iterable<number>} list @param {number} radius */
function circles(board, list, radius) {
  return [...list].map((square) => {
    const [x, y] = [(square % board.width) + 0.5 - radius, Math.floor(square / board.width) + 0.5];
    return `M${x} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  }).join("");
}

/** One path of the edges of an area to squares of a kind. @param {Board} board @param {number[]} area @param {(square: number) => boolean} isBeyond */
function edges(board, area, isBeyond) {
  return area.map((square) => {
    const [x, y] = [square % board.width, Math.floor(square / board.width)];
    return (isBeyond(square - board.width) ? `M${x} ${y}h1` : "") + (isBeyond(square + board.width) ? `M${x} ${y + 1}h1` : "")
      + (isBeyond(square - 1) ? `M${x} ${y}v1` : "") + (isBeyond(square + 1) ? `M${x + 1} ${y}v1` : "");
  }).join("");
}

/** The outline of an area. @param {Board} board @param {number[]} area */
function outline(board, area) {
  const inside = new Set(area);
  return edges(board, area, (square) => !inside.has(square));
}

/** The edges between two areas. @param {Board} board @param {number[]} one @param {number[]} other */
function border(board, one, other) {
  const beyond = new Set(other);
  return edges(board, one, (square) => beyond.has(square));
}

/** One path of the way of a box: a frame where it begins, a line, and a ring where it ends.
 * @param {Board} board @param {number[]} way */
function wayOf(board, way) {
  const middle = (/** @type {number} */ square) => `${(square % board.width) + 0.5} ${Math.floor(square / board.width) + 0.5}`;
  const line = way.length > 1 ? `M${way.map(middle).join("L")}${circles(board, way.slice(-1), 0.2)}` : "";
  return squares(board, way.slice(0, 1), 0.1) + line;
}

/** Floor and walls. @param {Board} board */
function ground(board) {
  return [draw("path", { class: "floor", d: squares(board, board.floor) }),
    draw("path", { class: "wall", d: squares(board, board.walls) })];
}

/** A piece on a square: `goal`, `box`, `home` (a box on a goal) or `player`.
 * @param {Board} board @param {string} name @param {number} square */
function piece(board, name, square) {
  const use = draw("use", { width: 1, height: 1 });
  place(board, use, name, square);
  return use;
}

/** Moves a piece to a square, and changes its look. @param {Board} board @param {SVGElement} use @param {string} name @param {number} square */
function place(board, use, name, square) {
  use.setAttribute("href", `#piece-${name}`);
  use.setAttribute("class", `piece ${name}`);
  use.style.transform = `translate(${square % board.width}px, ${Math.floor(square / board.width)}px)`;
}

/** The goals. @param {Board} board */
function goals(board) {
  return draw("g", {}, ...[...board.goals].map((goal) => piece(board, "goal", goal)));
}

/** The name of a box on a square. @param {Board} board @param {number} square */
function boxName(board, square) {
  return board.goals.has(square) ? "home" : "box";
}

/** Goals, boxes and player in few shapes, for very small pictures. @param {Board} board @param {Pieces} position */
function specks(board, position) {
  const home = [...position.boxes].filter((box) => board.goals.has(box));
  const away = [...position.boxes].filter((box) => !board.goals.has(box));
  return [
    draw("path", { class: "goal", d: circles(board, board.goals, 0.22) }),
    draw("path", { class: "box", d: squares(board, away, 0.12) }),
    draw("path", { class: "box home", d: squares(board, home, 0.12) }),
    draw("path", { class: "player", d: circles(board, [position.player], 0.3) }),
  ];
}

/** A picture of the start, for lists. @param {Board} board @param {string} name */
function thumbnail(board, name) {
  return draw("svg", { viewBox: `0 0 ${board.width} ${board.height}`, width: board.width * 6, height: board.height * 6,
    role: "img", "aria-label": name },
    ...ground(board), ...specks(board, board));
}

/** The colour of the n-th area: hues by the golden angle, so that neighbours differ. @param {number} index */
function colourOf(index) {
  return `hsl(${hueOf(index)} 60% 60%)`;
}

/** The n-th hue. @param {number} index */
function hueOf(index) {
  return (index * 137.508 + 205) % 360;
}

/** The square for the name of an area, as row and column: one near its middle, without a cross, a goal or a box.
 * @param {Board} board @param {Area} area */
function placeOfName(board, area) {
  const middle = [0, 1].map((axis) => area.squares.reduce((sum, square) => sum + square[axis], 0) / area.squares.length);
  const isDead = new Set(area.dead.map(([row, column]) => row * board.width + column));
  const isTaken = (/** @type {number[]} */ [row, column]) => [isDead, board.goals, board.boxes].some((set) => set.has(row * board.width + column));
  const distance = (/** @type {number[]} */ square) => Math.abs(square[0] - middle[0]) + Math.abs(square[1] - middle[1]) + (isTaken(square) ? 100 : 0);
  return area.squares.reduce((best, square) => (distance(square) < distance(best) ? square : best));
}

/** The least room for numbers, in squares. */
const LEAST_RIM = 0.9;

/** The room for numbers left of a board and above it, in squares. @param {Board} board */
function rimOf({ width, height }) {
  return Math.max(LEAST_RIM, Math.max(width, height) / 26);
}

/** The room on the other two sides, so that no wall touches the frame. */
const MARGIN = 0.25;

/** The largest numbers of rows and columns, in pixels. */
const LARGEST_NUMBER = 14;

/** The numbers of rows and columns, from 0; every fifth where there are many, as in all pictures.
 * @param {Board} board @param {number} rim */
function axes({ width, height }, rim) {
  const shown = (/** @type {number} */ count) => Array.from({ length: count }, (_, at) => at).filter((at) => count <= 25 || at % 5 === 0);
  const number = (/** @type {number} */ at, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ anchor) => {
    const label = draw("text", { x, y, "text-anchor": anchor, "dominant-baseline": "middle" });
    label.textContent = String(at);
    return label;
  };
  return [...shown(width).map((column) => number(column, column + 0.5, -rim / 2, "middle")),
    ...shown(height).map((row) => number(row, -rim / 6, row + 0.5, "end"))];
}

/** A board that can be redrawn: layers that are switched, boxes that move, areas that are lit. */
class BoardView {
  /** @param {Board} board @param {Area[]} areas @param {string} name @param {boolean} isNumbered whether steps beside it name squares */
  constructor(board, areas, name, isNumbered = true) {
    this.board = board;
    this.areas = areas;
    /** The room of the numbers, in squares. */
    this.rim = 0;
    const at = (/** @type {number[]} */ [row, column]) => row * board.width + column;
    this.squaresOf = new Map(areas.map((area) => [area.name, area.squares.map(at)]));
    const tint = areas.map((area, index) =>
      draw("path", { class: "area", fill: colourOf(index), d: squares(board, area.squares.map(at)) }));
    const names = areas.map((area) => {
      const middle = placeOfName(board, area);
      const label = draw("text", { class: "name", x: middle[1] + 0.5, y: middle[0] + 0.7 });
      label.textContent = area.name;
      return label;
    });
    const dead = areas.flatMap((area) => area.dead).map(([row, column]) =>
      `M${column + 0.35} ${row + 0.35}l.3 .3m0 -.3l-.3 .3`).join("");
    /** @type {Record<string, SVGElement>} */
    this.layers = {
      areas: draw("g", {}, ...tint),
      "dead-squares": draw("path", { class: "dead", d: dead }),
    };
    this.letters = draw("g", {}, ...names);
    this.hasAreas = true;
    this.isNamed = false;
    this.lit = draw("path", { class: "lit", d: "" });
    this.borders = draw("path", { class: "border", d: "" });
    this.ways = draw("path", { class: "goes", d: "" });
    /** The position that is shown. @type {Pieces} */
    this.shown = board;
    /** The boxes that are shown, by their squares. @type {Map<number, SVGElement>} */
    this.boxes = new Map();
    this.player = piece(board, "player", board.player);
    this.standing = draw("g");
    this.moving = draw("g", { class: "moving" }, this.standing, this.player);
    this.axes = draw("g", { class: "axes", "aria-hidden": "true" });
    /** The size of the picture, in squares. */
    this.size = [0, 0];
    this.svg = draw("svg", { class: "board", role: "img", "aria-label": name },
      this.axes, ...ground(board), ...Object.values(this.layers), this.letters, goals(board), this.moving, this.lit, this.borders, this.ways);
    this.frame(isNumbered ? rimOf(board) : 0);
    new ResizeObserver(() => requestAnimationFrame(() => this.fit())).observe(this.svg);
  }

  /** Where a point of the window is on the picture, in squares, and the side of a square in pixels: the picture stands in the
   * middle, as large as fits. @param {{clientX: number, clientY: number}} point */
  at({ clientX, clientY }) {
    const { left, top, width, height } = this.svg.getBoundingClientRect();
    const side = Math.min(width / this.size[0], height / this.size[1]);
    const along = (/** @type {number} */ from, /** @type {number} */ axis, /** @type {number} */ length) => (from - (length - side * this.size[axis]) / 2) / side - this.rim;
    return { x: along(clientX - left, 0, width), y: along(clientY - top, 1, height), side };
  }

  /** Leaves room for the numbers of rows and columns. @param {number} rim */
  frame(rim) {
    this.rim = rim;
    this.size = [this.board.width, this.board.height].map((side) => side + rim + MARGIN);
    this.svg.setAttribute("viewBox", [-rim, -rim, ...this.size].join(" "));
    this.axes.setAttribute("font-size", String(rim / 2));
    this.axes.replaceChildren(...(rim > 0 ? axes(this.board, rim) : []));
  }

  /** Keeps the numbers of rows and columns, and their room, from growing with the board. */
  fit() {
    const { side } = this.at({ clientX: 0, clientY: 0 });
    if (side <= 0 || this.rim === 0) return;
    const rim = Math.max(LEAST_RIM, Math.min(rimOf(this.board), 2 * LARGEST_NUMBER / side));
    if (Math.abs(rim - this.rim) > 0.05 * rim) this.frame(rim);
    this.axes.setAttribute("font-size", String(Math.min(rim / 2, LARGEST_NUMBER / side)));
  }

  /** Shows a position: boxes that have moved are those that are seen to move. @param {Pieces} position */
  show(position) {
    const { board } = this;
    this.shown = { boxes: new Set(position.boxes), player: position.player };
    const moved = [...this.boxes].filter(([square]) => !position.boxes.has(square));
    for (const [square] of moved) this.boxes.delete(square);
    for (const square of position.boxes) {
      if (this.boxes.has(square)) continue;
      const box = moved.pop()?.[1] ?? piece(board, "box", square);
      place(board, box, boxName(board, square), square);
      if (!box.parentNode) this.standing.append(box);
      this.boxes.set(square, box);
    }
    for (const [, box] of moved) box.remove();
    place(board, this.player, "player", position.player);
  }

  /** Outlines areas, by their names. @param {string[]} names */
  light(names) {
    this.point(names.map((name) => this.squaresOf.get(name) ?? []), []);
  }

  /** Outlines areas, the borders between those that follow each other, and the ways of boxes.
   * @param {number[][]} areas the squares of each @param {number[][]} ways the squares of each way; one square for a box that stays */
  point(areas, ways) {
    this.lit.setAttribute("d", areas.map((area) => outline(this.board, area)).join(""));
    this.borders.setAttribute("d", areas.slice(1).map((area, index) => border(this.board, areas[index], area)).join(""));
    this.ways.setAttribute("d", ways.map((way) => wayOf(this.board, way)).join(""));
  }

  /** Shows or hides a layer. @param {string} layer @param {boolean} isShown */
  toggle(layer, isShown) {
    this.layers[layer].setAttribute("visibility", isShown ? "visible" : "hidden");
    if (layer === "areas") this.hasAreas = isShown;
    this.name(this.isNamed);
  }

  /** Shows the letters of areas where the areas are hidden too, since a plan names them. @param {boolean} isNeeded */
  name(isNeeded) {
    this.isNamed = isNeeded;
    this.letters.setAttribute("visibility", this.hasAreas || isNeeded ? "visible" : "hidden");
  }
}
