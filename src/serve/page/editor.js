// The editor: walls, floor, goals, boxes and the player are painted; rooms and dead squares change as they are drawn.

/** What is painted: the letter, its name, and the letters that it makes of each square. */
const TOOLS = [["#", "wall"], [" ", "floor"], [".", "goal"], ["$", "box"], ["@", "player"]];

/** An empty level to begin with. */
const EMPTY = "########\n#      #\n#      #\n#  @   #\n#      #\n########\n";

/** The letter of a square after it was painted: goals stay below boxes and the player. @param {string} before @param {string} tool */
function painted(before, tool) {
  const isGoal = ".*+".includes(before);
  if (tool === "." && "$@*+".includes(before)) return /** @type {Record<string, string>} */ ({ $: "*", "@": "+", "*": "$", "+": "@" })[before];
  if (tool === "." && isGoal) return " ";
  if (tool === "$" && "$*".includes(before)) return isGoal ? "." : " ";
  if (tool === "$") return isGoal ? "*" : "$";
  if (tool === "@") return isGoal ? "+" : "@";
  return tool;
}

/** Rows of letters with at least one row and column of floor around all that is drawn. @param {string} picture */
function padded(picture) {
  const rows = picture.replace(/\n+$/, "").split("\n");
  const used = rows.map((row) => row.trimEnd());
  while (used.length > 1 && used[0] === "") used.shift();
  while (used.length > 1 && used.at(-1) === "") used.pop();
  const left = Math.min(...used.filter((row) => row !== "").map((row) => row.length - row.trimStart().length));
  const cut = used.map((row) => row.slice(Number.isFinite(left) ? left : 0));
  const width = Math.max(4, ...cut.map((row) => row.length)) + 2;
  return ["", ...cut, ""].map((row) => [...` ${row}`.padEnd(width)]);
}

/** Rows of letters without what is around the drawing. @param {string[][]} rows */
function trimmed(rows) {
  const text = padded(rows.map((row) => row.join("")).join("\n"));
  return `${text.slice(1, -1).map((row) => row.slice(1).join("").trimEnd()).join("\n")}\n`;
}

class EditPage {
  /** @param {HTMLElement} main @param {Place} place
   * @param {{play: (place: Place) => void, moved: (place: Place) => void, drawn: (board: string, title: string) => void}} pages */
  constructor(main, place, pages) {
    this.place = place;
    this.pages = pages;
    this.rows = padded(place.board);
    /** Pictures before each change, and those that were taken back. @type {string[][]} */
    this.history = [[], []];
    this.tool = "#";
    /** The letter that a stroke paints. @type {string | null} */
    this.stroke = null;
    this.cursor = [1, 1];
    this.asking = new AbortController();
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {Area[]} */
    this.areas = [];
    /** The square of the fault of the board, counted in the rows of the editor. @type {number[] | null} */
    this.fault = null;
    this.solving = new Solving("Solvable?", () => trimmed(this.rows), ({ lurd }) => { this.lurd = lurd; });
    /** @type {string | null} */
    this.lurd = null;
    this.layout(main);
    this.draw();
    this.ask();
  }

  /** @param {HTMLElement} main */
  layout(main) {
    const button = (/** @type {string} */ label, /** @type {string} */ title, /** @type {() => void} */ act) =>
      make("button", { type: "button", title, onclick: act }, label);
    this.tools = TOOLS.map(([letter, name]) => make("button", { type: "button", "aria-pressed": String(letter === this.tool),
      title: `Key ${letter === " " ? "space" : letter}`, onclick: () => this.choose(letter) }, name));
    this.play = button("Play", "Play this level", () => {
      this.pages.drawn(trimmed(this.rows), this.place.title);
      this.pages.play({ ...this.place, board: trimmed(this.rows), moves: "", isEdited: false });
    });
    this.frame = make("div", { className: "frame" });
    this.words = make("p", { className: "answer", role: "status" });
    const title = make("input", { value: this.place.title, placeholder: "title", "aria-label": "Title",
      oninput: () => { this.place.title = title.value; this.moved(); } });
    main.replaceChildren(make("h2", {}, "Editor"),
      make("div", { className: "level" },
        make("div", {}, make("div", { className: "row controls", role: "group", "aria-label": "Paint" }, ...this.tools), this.frame, this.words),
        make("div", {}, make("div", { className: "row" }, button("Undo", "u, Ctrl+Z", () => this.back(0)), button("Redo", "r", () => this.back(1)),
          button("Clear", "An empty board", () => this.change(() => { this.rows = padded(EMPTY); })),
          this.play),
          make("div", { className: "row" }, title), this.solving.element,
          exporter(() => ({ board: trimmed(this.rows), title: this.place.title, lurd: this.lurd })),
          make("p", { className: "soft" }, "Paint with the mouse, or move the frame by arrows and paint by the keys # . $ @ and space. The board grows at its border."))));
  }

  /** @param {string} letter */
  choose(letter) {
    this.tool = letter;
    this.tools?.forEach((button, index) => button.setAttribute("aria-pressed", String(TOOLS[index][0] === letter)));
  }

  /** Changes the board so that it can be undone. @param {() => void} change */
  change(change) {
    const before = trimmed(this.rows);
    change();
    this.rows = padded(trimmed(this.rows));
    if (trimmed(this.rows) !== before) this.history = [[...this.history[0], before], []];
    this.changed();
  }

  changed() {
    this.lurd = this.fault = null;
    this.draw();
    this.moved();
    clearTimeout(this.timer);
    this.asking.abort();
    this.timer = setTimeout(() => this.ask(), 150);
  }

  moved() {
    this.pages.moved({ ...this.place, board: trimmed(this.rows), moves: "", isEdited: true });
  }

  /** Takes a change back, or makes it again. @param {0 | 1} which */
  back(which) {
    const picture = this.history[which].pop();
    if (picture === undefined) return;
    this.history[1 - which].push(trimmed(this.rows));
    this.rows = padded(picture);
    this.changed();
  }

  /** Paints a square with a letter that is settled. @param {number} row @param {number} column @param {string} letter */
  set(row, column, letter) {
    if ("@+".includes(letter)) {
      this.rows.forEach((line) => line.forEach((old, at) => { if ("@+".includes(old)) line[at] = old === "+" ? "." : " "; }));
    }
    this.rows[row][column] = letter;
  }

  /** Shows the board: walls and pieces as in play, rooms and dead squares where it is a level. */
  draw() {
    const picture = this.rows.map((row) => row.join("")).join("\n");
    const board = readBoard(picture);
    const areas = this.areas.map((area) => ({ ...area, squares: area.squares.map(([row, column]) => [row + 1, column + 1]),
      dead: area.dead.map(([row, column]) => [row + 1, column + 1]) }));
    const all = Array.from({ length: board.width * board.height }, (_, square) => square);
    board.floor = all.filter((square) => !board.walls.has(square) && (areas.length === 0 || board.floor.includes(square)));
    const view = new BoardView(board, areas, "Board of the editor", false);
    view.show(board);
    const [row, column] = this.cursor.map((at, axis) => Math.max(0, Math.min(at, (axis === 0 ? board.height : board.width) - 1)));
    this.cursor = [row, column];
    if (this.fault) view.svg.append(draw("path", { class: "bad", d: framesOf([this.fault]) }));
    view.svg.append(draw("path", { class: "cursor", d: framesOf([[row, column]]) }));
    view.svg.addEventListener("pointerdown", (event) => this.begin(view, event));
    view.svg.addEventListener("pointermove", (event) => this.go(view, event));
    this.frame?.replaceChildren(view.svg);
  }

  /** Begins a stroke. @param {BoardView} view @param {PointerEvent} event */
  begin(view, event) {
    event.preventDefault();
    const square = squareAt(view, event);
    if (square < 0) return;
    const [row, column] = [Math.floor(square / view.board.width), square % view.board.width];
    const before = trimmed(this.rows);
    this.stroke = painted(this.rows[row][column], this.tool);
    this.areas = [];
    this.fault = null;
    this.cursor = [row, column];
    this.set(row, column, this.stroke);
    this.draw();
    addEventListener("pointerup", () => {
      const after = this.rows;
      this.stroke = null;
      this.rows = padded(before);
      this.change(() => { this.rows = after; });
    }, { once: true });
  }

  /** Goes on with a stroke: walls and floor may be drawn across squares. @param {BoardView} view @param {PointerEvent} event */
  go(view, event) {
    const square = squareAt(view, event);
    if (this.stroke === null || square < 0 || event.buttons === 0) return;
    const [row, column] = [Math.floor(square / view.board.width), square % view.board.width];
    if (this.rows[row][column] === this.stroke) return;
    this.set(row, column, this.stroke);
    this.draw();
  }

  /** Asks for rooms and dead squares, or for what is wrong. */
  async ask() {
    this.asking = new AbortController();
    const { signal } = this.asking;
    const picture = trimmed(this.rows);
    const row = await ask("/api/rooms", { level: { board: picture } }, signal).catch((error) => this.faultOf(error));
    if (signal.aborted || !this.words) return;
    this.fault = row.square ?? null;
    this.areas = row.areas ?? [];
    const rooms = this.areas.filter((area) => area.kind === "room").length;
    const dead = this.areas.reduce((sum, area) => sum + area.dead.length, 0);
    this.words.textContent = row.fault ?? row.reason
      ?? `${counted(rooms, "room")}, ${counted(this.areas.length - rooms, "tunnel")}, ${counted(dead, "dead square")}`;
    this.words.classList.toggle("fault", "fault" in row);
    this.solving.button.disabled = "fault" in row;
    if (this.play) this.play.disabled = "fault" in row;
    if (this.stroke === null) this.draw();
  }

  /** What is wrong with the board, with its square as boards name it. @param {unknown} error */
  faultOf(error) {
    const words = wordsOf(error);
    if (!(error instanceof Refusal) || error.line === undefined) return { fault: words };
    const [row, column] = [error.line - 1, (error.column ?? 1) - 1];
    return { fault: `(${row},${column}): ${words.replace(/^\d+:\d+: /, "")}`, square: [row + 1, column + 1] };
  }

  /** What keys do. @param {string} key */
  key(key) {
    const go = (/** @type {number} */ down, /** @type {number} */ right) => () => {
      this.cursor = [this.cursor[0] + down, this.cursor[1] + right];
      this.draw();
    };
    const paint = () => this.change(() => this.set(this.cursor[0], this.cursor[1], painted(this.rows[this.cursor[0]][this.cursor[1]], key)));
    /** @type {Record<string, () => void>} */
    const acts = { ArrowUp: go(-1, 0), ArrowRight: go(0, 1), ArrowDown: go(1, 0), ArrowLeft: go(0, -1), u: () => this.back(0), r: () => this.back(1) };
    return acts[key] ?? (TOOLS.some(([letter]) => letter === key) ? paint : undefined);
  }

  leave() {
    this.asking.abort();
    clearTimeout(this.timer);
    this.solving.stop();
  }
}
