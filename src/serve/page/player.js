// The page of a level that is played: by mouse and keys, with undo, help, solutions.

/** The time of a move that is shown, in milliseconds. */
const PACE = 45;

class PlayPage {
  /** @param {HTMLElement} main @param {Place} place
   * @param {{name: () => string, hasNext: () => boolean, next: (by: number) => void, edit: (place: Place) => void, moved: (place: Place) => void,
   *   solved: (costs: Costs) => string}} pages */
  constructor(main, place, pages) {
    this.place = place;
    this.pages = pages;
    this.games = new Games();
    const kept = this.games.of(place.board);
    this.game = new Game(readBoard(place.board), place.moves || kept?.moves);
    this.heading = make("h2");
    this.view = new BoardView(this.game.board, [], pages.name());
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
    this.helper = new Helper({ picture: () => this.picture(), game: () => this.game, go: (moves) => this.act(() => this.game.go(moves)), mark: (marks) => this.marks.replaceChildren(...marks),
      place: () => ({ board: this.place.board, after: this.game.made }) });
    this.hints = new Hints({ picture: () => this.picture(), board: () => this.game.board, position: () => this.game.position,
      advise: (marks) => this.advice.replaceChildren(...marks), look: (square) => this.zoom?.follow(square), light: (names) => this.view.light(names), make: (lurd) => this.makeAll(lurd),
      tellLoss: () => this.helper.rescue.tell() });
    this.cheer = new Cheer({ next: () => pages.next(1), again: () => this.restart() });
    this.keyList = keyList();
    /** Whether the game was solved when it was drawn last: a level is cheered once. */
    this.wasSolved = this.game.isSolved;
    /** Whether moves of the program were made, so that a solution is not the player's. */
    this.isHelped = kept?.moves === this.game.made && kept.isHelped;
    const view = () => this.view;
    this.telling = new Telling({ view, position: () => this.game.position, foresee: (lurd) => this.foresee(lurd), make: (lurd) => this.makeAll(lurd) });
    this.planning = new Planning(this.telling, { view, picture: () => this.picture() });
    this.solving = new Solving("Solve from here", () => this.picture(), (row, picture) => {
      this.planning.close();
      this.telling.show(row, readBoard(picture), [], () => {});
    });
    this.shortening = new Shortening({ board: () => this.place.board, solution: () => this.game.moves, take: (lurd) => this.act(() => {
      this.game.go(0);
      this.isHelped = true;
      this.game.foresee(lurd);
    }) });
    this.layout(main);
    this.draw();
    this.look();
    this.rooms();
  }

  /** Looks for help anew. */
  look() {
    this.helper.look();
    this.hints.look();
  }

  /** Keeps moves for later. @param {string} lurd */
  foresee(lurd) {
    this.isHelped = true;
    this.game.foresee(lurd);
    this.draw();
  }

  /** Writes the name of the level over it: it is known when its list is. */
  name() {
    this.heading.textContent = this.pages.name();
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
    this.zoom = new Zoom(this.frame, () => this.view);
    this.layers = make("div", { className: "row controls" });
    const edit = (/** @type {string} */ board) => this.pages.edit({ ...this.place, board, moves: "", isEdited: true });
    main.replaceChildren(
      this.heading,
      make("div", { className: "level" },
        make("div", {}, make("div", { className: "stage" }, this.frame), this.cheer.element, this.status, this.helper.loss,
          make("div", { className: "row controls played" }, button("Undo", "u, Backspace", () => this.act(() => this.game.undo())),
            button("Redo", "r", () => this.act(() => this.game.redo())), button("Restart", "Home", () => this.restart()),
            this.play, this.hints.button, this.helper.rescue.button, this.zoom.element, this.slider),
          this.hints.words, this.helper.element),
        make("div", {},
          make("div", { className: "row" }, button("Previous", "p", () => this.pages.next(-1)), button("Next", "n", () => this.pages.next(1)), sharer(() => ({ ...this.place, moves: this.game.made })),
            button("Edit level", "Open the level in the editor", () => edit(this.place.board)),
            button("Edit this position", "Open this position in the editor", () => edit(this.picture())),
            button("Keys", "?", () => this.keyList.showModal())),
          fold("Layers", this.layers), fold("Solve", this.solving.element, this.planning.element, this.shortening.element), this.telling.element,
          exporter(() => ({ board: this.place.board, title: this.place.title, lurd: this.game.isSolved ? this.game.made : null, moves: this.game.made })))),
      this.keyList);
    this.name();
    this.listen();
    this.zoom.widen();
  }

  /** Asks for rooms and dead squares once: they belong to the board. */
  async rooms() {
    const row = await ask("/api/rooms", { level: { board: this.place.board } }, this.leaving.signal)
      .catch((error) => ({ fault: wordsOf(error) }));
    if (row.fault) this.helper.warning.textContent = row.fault;
    if (!row.areas) return;
    this.view = new BoardView(this.game.board, row.areas, this.pages.name());
    this.view.name(this.telling.isShown);
    this.frame?.replaceChildren(this.view.svg);
    this.listen();
    const shown = new Set(keptList(localStorage, "layers", (layer) => typeof layer === "string"));
    const toggles = Object.keys(this.view.layers).map((layer) => {
      this.view.toggle(layer, shown.has(layer));
      return make("button", { type: "button", title: LAYERS[layer], "aria-pressed": String(shown.has(layer)), onclick: (/** @type {MouseEvent} */ event) => {
        if (!shown.delete(layer)) shown.add(layer);
        localStorage.setItem("layers", JSON.stringify([...shown]));
        /** @type {HTMLElement} */ (event.currentTarget).setAttribute("aria-pressed", String(shown.has(layer)));
        this.view.toggle(layer, shown.has(layer));
      } }, layerName(layer));
    });
    this.layers?.replaceChildren(...toggles, ...this.helper.toggles);
    this.draw();
  }

  /** Follows the mouse over the board that is shown. */
  listen() {
    this.view.svg.append(this.marks, this.advice, this.chosen);
    listen(this.view, { begin: () => this.finish(), hasBox: (square) => this.game.position.boxes.has(square),
      step: (letter) => this.step(letter), point: (from, to) => this.point(from, to) });
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
    this.look();
  }

  /** Goes to the start. */
  restart() {
    this.isHelped = false;
    this.act(() => this.game.go(0));
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
    if (this.pending === "") this.look();
    else this.timer = setTimeout(() => this.show(), PACE);
  }

  /** Makes all moves that are pending at once. */
  finish() {
    if (this.pending === "") return;
    clearTimeout(this.timer);
    for (const letter of this.pending) this.game.move(letter);
    this.pending = "";
    this.draw();
    this.look();
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
    const costs = costWords({ pushes: pushesIn(made), moves: game.at });
    const later = game.moves.length - game.at;
    if (this.status) this.status.textContent = `${costs}${later > 0 ? `, ${counted(later, "move")} to redo` : ""}${game.isSolved ? ": solved" : ""}`;
    if (this.slider) Object.assign(this.slider, { max: game.moves.length, value: game.at });
    if (this.play) Object.assign(this.play, { textContent: this.pending === "" ? "Play" : "Pause", disabled: this.pending === "" && later === 0 });
    this.frame?.classList.toggle("solved", game.isSolved);
    this.celebrate();
    if (this.pending === "") {
      this.pages.moved({ ...this.place, moves: made });
      this.games.keep(this.place.board, { moves: made, isHelped: this.isHelped });
      this.shortening.offer(game.isSolvedAtEnd);
    }
    this.zoom?.follow(game.position.player);
    this.telling.follow();
  }

  /** Cheers where the level has just been solved, and keeps the solution of the player. */
  celebrate() {
    const { game, wasSolved } = this;
    this.wasSolved = game.isSolved;
    if (!game.isSolved) this.cheer.hide();
    if (!game.isSolved || wasSolved) return;
    const costs = { pushes: pushesIn(game.made), moves: game.at };
    this.cheer.show(`${costWords(costs)}: ${this.isHelped ? "with help" : this.pages.solved(costs)}`, this.pages.hasNext());
  }

  /** What keys do. @param {string} key */
  key(key) {
    /** @type {Record<string, () => void>} */
    const acts = { ArrowUp: () => this.step("u"), ArrowRight: () => this.step("r"), ArrowDown: () => this.step("d"), ArrowLeft: () => this.step("l"),
      u: () => this.act(() => this.game.undo()), Backspace: () => this.act(() => this.game.undo()), r: () => this.act(() => this.game.redo()),
      Home: () => this.restart(), End: () => this.act(() => this.game.go(this.game.moves.length)),
      " ": () => this.toggle(), Escape: () => this.choose(null), h: () => this.hints.button.click(), n: () => this.pages.next(1), p: () => this.pages.next(-1),
      b: () => this.helper.rescue.key(), s: () => this.solving.button.click(), "+": () => this.zoom?.by(ZOOM_STEP), "-": () => this.zoom?.by(1 / ZOOM_STEP), "?": () => this.keyList.showModal() };
    const layer = /^[1-9]$/.test(key) ? this.layers?.querySelectorAll("button")[Number(key) - 1] : undefined;
    if (layer) return () => layer.click();
    if (key === "Enter" && this.game.isSolved) return acts.n;
    return acts[key];
  }

  /** Makes moves that were pasted, from the start or else from here, and returns what is wrong with them. @param {string} moves */
  paste(moves) {
    const fromStart = new Game(this.game.board, moves);
    const fromHere = new Game(this.game.board, this.game.made + moves);
    const game = [fromStart, fromHere].find((game) => game.at >= moves.length && game.made.toLowerCase().endsWith(moves.toLowerCase()));
    if (!game) return `Move ${fromStart.at + 1} (${moves[fromStart.at]}) cannot be made, nor can the moves be made from here.`;
    this.isHelped = false;
    this.act(() => { this.game = game; });
    return "";
  }

  leave() {
    this.stop();
    this.solving.stop();
    this.shortening.stop();
    this.helper.leave();
    this.hints.leave();
    this.planning.leave();
    this.leaving.abort();
  }
}
