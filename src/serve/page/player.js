// The page of a level that is played: by mouse and keys, with undo, help, solutions.

/** The time of a move that is shown, in milliseconds. */
const PACE = 45;

class PlayPage {
  /** @param {HTMLElement} main @param {Place} place
   * @param {{next: (by: number) => void, edit: (place: Place) => void, moved: (place: Place) => void}} pages */
  constructor(main, place, pages) {
    this.place = place;
    this.pages = pages;
    this.game = new Game(readBoard(place.board), place.moves);
    this.view = new BoardView(this.game.board, [], this.name);
    this.marks = draw("g");
    this.advice = draw("g");
    this.chosen = draw("path", { class: "reach", d: "" });
    /** The box that is chosen, and its ways. @type {{box: number, ways: Map<number, string>} | null} */
    this.choice = null;
    /** Moves that are still to be shown. */
    this.pending = "";
    /** @type {number | undefined} */
    this.timer = undefined;
    this.leaving = new AbortController();
    this.helper = new Helper({ picture: () => this.picture(), mark: (marks) => this.marks.replaceChildren(...marks),
      advise: (marks) => this.advice.replaceChildren(...marks),
      light: (names) => this.view.light(names), make: (lurd) => this.makeAll(lurd) });
    this.solving = new Solving("Solve from here", () => this.picture(), (lurd) => this.foresee(lurd));
    this.planning = new Planning({ view: () => this.view, picture: () => this.picture(), position: () => this.game.position,
      foresee: (lurd) => this.foresee(lurd), make: (lurd) => this.makeAll(lurd) });
    this.layout(main);
    this.draw();
    this.helper.look();
    this.rooms();
  }

  /** Keeps moves for later. @param {string} lurd */
  foresee(lurd) {
    this.game.foresee(lurd);
    this.draw();
  }

  get name() {
    return this.place.title || "Level";
  }

  picture() {
    return pictureOf(this.game.board, this.game.position);
  }

  /** @param {HTMLElement} main */
  layout(main) {
    const button = (/** @type {string} */ label, /** @type {string} */ title, /** @type {() => void} */ act) =>
      make("button", { type: "button", title, onclick: act }, label);
    this.slider = make("input", { type: "range", min: 0, className: "slider", "aria-label": "Move",
      oninput: () => this.act(() => this.game.go(Number(this.slider?.value))) });
    this.play = button("Play", "Make the moves that were taken back or found (space)", () => this.toggle());
    this.status = make("p", { className: "soft", role: "status" });
    this.frame = make("div", { className: "frame" }, this.view.svg);
    this.layers = make("div", { className: "row controls" });
    const edit = () => this.pages.edit({ ...this.place, board: this.picture(), moves: "", isEdited: true });
    main.replaceChildren(
      make("h2", {}, this.name),
      make("div", { className: "level" },
        make("div", {}, this.frame, this.helper.warning,
          make("div", { className: "row controls" }, button("Undo", "u, Backspace", () => this.act(() => this.game.undo())),
            button("Redo", "r", () => this.act(() => this.game.redo())), button("Restart", "Home", () => this.act(() => this.game.go(0))),
            this.play, this.slider), this.status,
          this.layers),
        make("div", {}, this.solving.element, this.helper.element, this.planning.element, exporter(() => ({ board: this.place.board, title: this.place.title,
          lurd: this.game.isSolved ? this.game.made : null })),
          make("div", { className: "row" }, button("Previous", "p", () => this.pages.next(-1)), button("Next", "n", () => this.pages.next(1)),
            button("Edit", "Change the board from this position", edit)),
          make("p", { className: "soft" }, "Click a square to walk there, a box and then a square to push it there, or use the arrows. u undoes, r redoes, space plays on."))));
    this.listen();
  }

  /** Asks for rooms and dead squares once: they belong to the board. */
  async rooms() {
    const row = await ask("/api/rooms", { level: { board: this.place.board } }, this.leaving.signal)
      .catch((error) => ({ fault: wordsOf(error) }));
    if (row.fault) this.helper.warning.textContent = row.fault;
    if (!row.areas) return;
    this.view = new BoardView(this.game.board, row.areas, this.name);
    this.frame?.replaceChildren(this.view.svg);
    this.listen();
    const shown = new Set(JSON.parse(localStorage.getItem("layers") ?? "[]"));
    const toggles = Object.keys(this.view.layers).map((layer) => {
      this.view.toggle(layer, shown.has(layer));
      return make("button", { type: "button", "aria-pressed": String(shown.has(layer)), onclick: (/** @type {MouseEvent} */ event) => {
        if (!shown.delete(layer)) shown.add(layer);
        localStorage.setItem("layers", JSON.stringify([...shown]));
        /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-pressed", String(shown.has(layer)));
        this.view.toggle(layer, shown.has(layer));
      } }, layer);
    });
    this.layers?.replaceChildren("show", ...toggles, ...this.helper.toggles);
    this.draw();
  }

  /** Follows the mouse over the board that is shown. */
  listen() {
    const { svg } = this.view;
    svg.append(this.marks, this.advice, this.chosen);
    let from = -1;
    svg.addEventListener("pointerdown", (event) => {
      from = squareAt(this.view, event);
      event.preventDefault();
      this.finish();
    });
    svg.addEventListener("pointerup", (event) => this.point(from, squareAt(this.view, event)));
  }

  /** Does what a click, or a drag from one square to another, asks for. @param {number} from @param {number} to */
  point(from, to) {
    const { board, position } = this.game;
    const { choice } = this;
    if (from !== to && position.boxes.has(from)) {
      const way = pushWays(board, position, from).get(to);
      if (way) this.makeAll(way);
      else this.choose(null);
    } else if (position.boxes.has(to)) this.choose(choice?.box === to ? null : to);
    else {
      const way = choice?.ways.get(to) ?? walks(board, position).get(to);
      if (way) this.makeAll(way);
      else this.choose(null);
    }
  }

  /** Chooses a box, whose squares are shown then, or none. @param {number | null} box */
  choose(box) {
    this.choice = box === null ? null : { box, ways: pushWays(this.game.board, this.game.position, box) };
    const dots = [...(this.choice?.ways.keys() ?? [])].filter((square) => square !== box);
    const frame = box === null ? "" : squares(this.game.board, [box], 0.04);
    this.chosen.setAttribute("d", frame + circles(this.game.board, dots, 0.12));
  }

  /** Changes the game, and shows it. @param {() => void} change */
  act(change) {
    this.stop();
    change();
    this.draw();
    this.helper.look();
  }

  /** Makes one move, as an act of its own. @param {string} letter */
  step(letter) {
    this.finish();
    this.act(() => {
      this.game.begin();
      this.game.move(letter);
    });
  }

  /** Makes moves one after the other, as one act. @param {string} lurd */
  makeAll(lurd) {
    this.stop();
    this.game.begin();
    this.pending = lurd;
    this.show();
  }

  /** Shows the next of the moves that are pending. */
  show() {
    const [letter] = this.pending;
    if (!letter || !this.game.move(letter)) this.pending = "";
    else this.pending = this.pending.slice(1);
    this.draw();
    if (this.pending === "") this.helper.look();
    else this.timer = setTimeout(() => this.show(), PACE);
  }

  /** Makes all moves that are pending at once. */
  finish() {
    if (this.pending === "") return;
    clearTimeout(this.timer);
    for (const letter of this.pending) this.game.move(letter);
    this.pending = "";
    this.draw();
    this.helper.look();
  }

  /** Plays what can be redone, or pauses. */
  toggle() {
    const isPlaying = this.pending !== "";
    this.stop();
    if (!isPlaying) this.makeAll(this.game.moves.slice(this.game.at));
    this.draw();
  }

  /** Stops moves that are pending; they can be redone if they were foreseen. */
  stop() {
    clearTimeout(this.timer);
    this.pending = "";
  }

  draw() {
    const { game } = this;
    this.view.show(game.position);
    this.choose(null);
    const made = game.made;
    const costs = `${counted(pushesIn(made), "push", "pushes")}, ${counted(game.at, "move")}`;
    const later = game.moves.length - game.at;
    if (this.status) this.status.textContent = `${costs}${later > 0 ? `, ${figure(later)} more can be made` : ""}${game.isSolved ? ": solved" : ""}`;
    if (this.slider) Object.assign(this.slider, { max: game.moves.length, value: game.at });
    if (this.play) Object.assign(this.play, { textContent: this.pending === "" ? "Play" : "Pause", disabled: this.pending === "" && later === 0 });
    this.frame?.classList.toggle("solved", game.isSolved);
    if (this.pending === "") this.pages.moved({ ...this.place, moves: made });
    this.planning.follow();
  }

  /** What keys do. @param {string} key */
  key(key) {
    /** @type {Record<string, () => void>} */
    const acts = { ArrowUp: () => this.step("u"), ArrowRight: () => this.step("r"), ArrowDown: () => this.step("d"), ArrowLeft: () => this.step("l"),
      u: () => this.act(() => this.game.undo()), Backspace: () => this.act(() => this.game.undo()), r: () => this.act(() => this.game.redo()),
      Home: () => this.act(() => this.game.go(0)), End: () => this.act(() => this.game.go(this.game.moves.length)),
      " ": () => this.toggle(), Escape: () => this.choose(null), n: () => this.pages.next(1), p: () => this.pages.next(-1) };
    return acts[key];
  }

  leave() {
    this.stop();
    this.solving.stop();
    this.helper.leave();
    this.planning.leave();
    this.leaving.abort();
  }
}

/** The square of a board under the mouse, -1 beside it. @param {{svg: SVGElement, board: Board}} view @param {PointerEvent} event */
function squareAt({ svg, board }, event) {
  const box = svg.getBoundingClientRect();
  // The picture stands in the middle, as large as fits.
  const side = Math.min(box.width / board.width, box.height / board.height);
  const column = Math.floor((event.clientX - box.left - (box.width - side * board.width) / 2) / side);
  const row = Math.floor((event.clientY - box.top - (box.height - side * board.height) / 2) / side);
  const isInside = column >= 0 && column < board.width && row >= 0 && row < board.height;
  return isInside ? row * board.width + column : -1;
}
