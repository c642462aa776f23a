// The collection: its levels as a list, and where others come from.

/** A level of a collection, or its fault.
 * @typedef {{file: string, level: number, title: string, board: string | null,
 *   fault: {line: number, column: number, what: string, expected: string} | null}} ShelfRow */

/** The most levels that are listed at once; others are found by filtering. */
const MOST_LISTED = 500;

/** The name of a file without its folders. @param {string} path */
function baseName(path) {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Which levels are listed. @type {[string, string][]} */
const LISTED = [["all", "all levels"], ["open", "not solved"], ["solved", "solved"]];

/** The name of a level in lists. @param {ShelfRow} row */
function nameOf(row) {
  return ["", String(row.level)].includes(row.title) ? `Level ${row.level}` : `${row.level}. ${row.title}`;
}

/** The name of the list of levels that were drawn here. */
const DRAWN = "my levels";

class Shelf {
  /** @param {HTMLElement} element @param {(row: ShelfRow) => void} onChoose */
  constructor(element, onChoose) {
    this.element = element;
    this.onChoose = onChoose;
    /** The levels, each with the key of its records. @type {(ShelfRow & {key: string})[]} */
    this.rows = [];
    /** The levels that were opened here. @type {ShelfRow[]} */
    this.opened = keptList(localStorage, "opened", (row) => typeof row.title === "string" && typeof row.file === "string"
      && (typeof row.board === "string" || (row.board === null && typeof row.fault?.what === "string")));
    /** The levels of the server. @type {ShelfRow[]} */
    this.served = [];
    this.records = new Records();
    this.list = make("ol", { className: "shelf" });
    this.count = make("p", { className: "soft", "aria-live": "polite" });
    this.filter = make("input", { type: "search", placeholder: "find", "aria-label": "Find levels by title or number", title: "/",
      oninput: () => this.draw(), onkeydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter") this.jump(); } });
    this.kind = make("select", { "aria-label": "Which levels are listed", onchange: () => this.draw() },
      ...LISTED.map(([value, words]) => make("option", { value }, words)));
    /** Draws the pictures of levels when they come into view. */
    this.watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) this.drawIn(/** @type {HTMLElement} */ (target));
    });
    this.part = fold(make("h2", {}, "Levels"), make("div", { className: "row find" }, this.filter, this.kind), this.count, this.list);
    element.append(this.part);
  }

  /** Lists the levels of the server below those that were opened. @param {ShelfRow[]} rows */
  serve(rows) {
    this.served = rows;
    this.fill();
  }

  /** Lists levels that are opened above all others; a file that is opened again is listed once. @param {ShelfRow[]} rows */
  open(rows) {
    this.keep([...rows, ...this.opened.filter((old) => rows.every((row) => row.file !== old.file))]);
  }

  /** Lists a level that was drawn, once. @param {string} board @param {string} title */
  keepDrawn(board, title) {
    const others = this.opened.filter((row) => row.file === DRAWN && row.board !== board);
    this.open([...others, { file: DRAWN, title, board, fault: null, level: 0 }].map((row, at) => ({ ...row, level: at + 1 })));
  }

  /** Saves the levels of an opened file as text. @param {string} file */
  save(file) {
    const texts = this.opened.filter((row) => row.file === file && row.board).map(({ title, board }) => `${title ? `; ${title}\n` : ""}${board}`);
    const address = URL.createObjectURL(new Blob([texts.join("\n")]));
    make("a", { href: address, download: `${baseName(file).replace(/\.\w+$/, "")}.xsb` }).click();
    URL.revokeObjectURL(address);
  }

  /** Takes the levels of an opened file from the list. @param {string} file */
  remove(file) {
    this.keep(this.opened.filter((row) => row.file !== file));
  }

  /** Keeps opened levels, where the browser has room for them. @param {ShelfRow[]} opened */
  keep(opened) {
    this.opened = opened;
    try {
      localStorage.setItem("opened", JSON.stringify(opened));
    } catch {
      localStorage.removeItem("opened");
    }
    this.fill();
  }

  /** Lists all levels anew. */
  fill() {
    const rows = [...this.opened, ...this.served];
    this.rows = rows.map((row) => ({ ...row, key: row.board === null ? "" : packed(row.board) }));
    this.filter.hidden = this.kind.hidden = rows.length < 10;
    this.filter.value = "";
    this.draw();
  }

  /** The level after or before one of the same board, among those that can be played.
   * @param {string} board @param {number} by 1 or -1 */
  next(board, by) {
    const rows = this.rows.filter((row) => row.board !== null);
    const at = rows.findIndex((row) => row.board === board);
    return at < 0 ? undefined : rows[at + by];
  }

  /** The buttons of the levels that are listed. @returns {NodeListOf<HTMLButtonElement>} */
  levelButtons() {
    return this.list.querySelectorAll("button[data-board]");
  }

  /** Marks the level that is played. @param {string} board */
  mark(board) {
    for (const button of this.levelButtons()) {
      const isNow = button.dataset.board === board;
      if (isNow) {
        button.setAttribute("aria-current", "true");
        // Only the list is to move, not the page.
        this.list.scrollTop += button.getBoundingClientRect().top - this.list.getBoundingClientRect().top - this.list.clientHeight / 3;
      }
      else button.removeAttribute("aria-current");
    }
  }

  /** The name of the level of a place. @param {Place} place */
  nameOf({ board, title }) {
    const row = this.rows.find((row) => row.board === board);
    return row && row.title === title ? nameOf(row) : title || "Level";
  }

  /** Keeps a solution of the player, marks its level, and says how good it is. @param {string} board @param {Costs} costs */
  solved(board, costs) {
    const words = this.records.keep(board, costs);
    this.draw();
    this.mark(board);
    return words;
  }

  /** Goes to the search. */
  search() {
    this.part.open = true;
    this.filter.hidden = false;
    this.filter.focus();
  }

  /** Plays the level that is searched: the one of this number, or the first that is found. */
  jump() {
    const found = this.found().filter((row) => row.board !== null);
    const row = found.find((row) => String(row.level) === this.filter.value.trim()) ?? found[0];
    if (!row) return;
    this.filter.blur();
    this.onChoose(row);
  }

  /** The levels that are searched. */
  found() {
    const wanted = this.filter.value.trim().toLowerCase();
    const best = this.records.all;
    return this.rows.filter((row) => {
      const isSolved = row.key in best;
      return (String(row.level).startsWith(wanted) || row.title.toLowerCase().includes(wanted))
        && (this.kind.value === "all" || isSolved === (this.kind.value === "solved"));
    });
  }

  draw() {
    const found = this.found();
    const best = this.records.all;
    const several = new Set(this.rows.map((row) => row.file)).size > 1;
    const shown = found.slice(0, MOST_LISTED).flatMap((row, at) => [
      several && row.file !== found[at - 1]?.file ? this.fileItem(row.file) : null,
      make("li", {}, this.item(row, best[row.key])),
    ]).flatMap((item) => item ?? []);
    const more = found.length > MOST_LISTED ? `, the first ${MOST_LISTED} are listed` : "";
    const solved = this.rows.filter((row) => row.key in best).length;
    this.count.textContent = this.rows.length === 0 ? "No levels: drop a file here, open one, or paste its text."
      : `${figure(found.length)} of ${counted(this.rows.length, "level")}, ${figure(solved)} solved${more}`;
    this.watcher.disconnect();
    this.list.replaceChildren(...shown);
    for (const button of this.levelButtons()) this.watcher.observe(button);
  }

  /** The heading of a file; one that was opened can be removed. @param {string} file */
  fileItem(file) {
    const isOpened = this.opened.some((row) => row.file === file);
    return make("li", { className: "soft file" }, make("span", {}, baseName(file)),
      ...(isOpened ? [make("button", { type: "button", title: `Save ${baseName(file)}`, onclick: () => this.save(file) }, "Save"),
        make("button", { type: "button", title: `Take ${baseName(file)} from the list`, onclick: () => this.remove(file) }, "Remove")] : []));
  }

  /** @param {ShelfRow} row @param {Costs | undefined} best */
  item(row, best) {
    if (row.fault) {
      const { line, column, what, expected } = row.fault;
      return make("p", { className: "fault" }, `${nameOf(row)}: line ${line}, column ${column}: ${what}: expected ${expected}`);
    }
    const { width, height, boxes } = readBoard(row.board ?? "");
    const button = make("button", { type: "button", onclick: () => this.onChoose(row) }, make("span", { className: "thumb" }),
      make("span", {}, best ? make("b", { className: "tick", title: "solved" }, "✓ ") : null, nameOf(row),
        make("span", { className: "facts" }, `${width} × ${height}, ${counted(boxes.size, "box", "boxes")}`),
        best ? make("span", { className: "facts" }, `best ${costWords(best)}`) : null));
    button.dataset.board = row.board ?? "";
    return button;
  }

  /** Draws the picture of a level in its button. @param {HTMLElement} button */
  drawIn(button) {
    this.watcher.unobserve(button);
    const picture = thumbnail(readBoard(button.dataset.board ?? ""), "");
    picture.removeAttribute("role");
    picture.setAttribute("aria-hidden", "true");
    button.firstElementChild?.replaceChildren(picture);
  }
}

/** The most bytes that are read. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Asks for the levels of a file in any format, packed or not. @param {Blob | string} text @returns {Promise<ShelfRow[]>} */
async function levelsOf(text) {
  const size = text instanceof Blob ? text.size : text.length;
  if (size > MOST_BYTES) throw new Refusal({ message: "The file is too large: at most 8 MiB are read." });
  return (await ask("/api/levels", text)).levels;
}

/** The ways to open levels: a file, a drop, a paste. Returns the elements for the menu.
 * @param {(rows: ShelfRow[]) => void} onLevels @param {(words: string) => void} onFault
 * @param {(text: string) => string | null} onMoves takes a text of moves: returns their fault, an empty text if they are right,
 *   and null for another text */
function openers(onLevels, onFault, onMoves) {
  /** Opens levels or moves; returns what is wrong with them. @param {Blob | string | undefined | null} text */
  const read = async (text) => {
    if (!text) return "";
    const moves = typeof text === "string" ? onMoves(text) : null;
    if (moves !== null) return moves;
    // Files of an archive have names of their own.
    const name = text instanceof File && text.name ? text.name : "pasted levels";
    return levelsOf(text).then((rows) => {
      const [{ fault }] = rows;
      if (fault && rows.every((row) => row.fault)) return `Line ${fault.line}, column ${fault.column}: ${fault.what}: expected ${fault.expected}.`;
      onLevels(rows.map((row) => ({ ...row, file: row.file || name })));
      return "";
    }, wordsAndPlaceOf);
  };
  const open = async (/** @type {Iterable<Blob | string>} */ texts) => {
    const faults = [];
    for (const text of texts) faults.push(await read(text));
    onFault(faults.join(" ").trim());
  };
  const file = make("input", { type: "file", multiple: true, className: "hidden", tabIndex: -1, "aria-hidden": "true",
    onchange: () => { open([...file.files ?? []]); file.value = ""; } });
  const area = make("textarea", { rows: 12, cols: 40, spellcheck: false, "aria-label": "Text of levels, or moves" });
  const fault = make("p", { className: "fault", role: "alert" });
  const dialog = make("dialog", { "aria-label": "Paste levels" }, make("form", { method: "dialog",
    onsubmit: async (/** @type {SubmitEvent} */ event) => {
      if (event.submitter?.textContent !== "Open") return;
      // A text that cannot be read stays, to be mended.
      event.preventDefault();
      fault.textContent = area.value.trim() === "" ? "Paste a text first." : await read(area.value);
      if (fault.textContent === "") dialog.close();
    } },
    make("p", {}, "Levels in any format that sokoplan reads, or moves (LURD) of the level that is shown:"), area, fault,
    make("div", { className: "row" }, make("button", { type: "submit" }, "Open"), make("button", { type: "submit" }, "Cancel"))));
  document.body.append(dialog);
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer ?? {};
    open(files?.length ? [...files] : [event.dataTransfer?.getData("text/plain") ?? ""]);
  });
  addEventListener("paste", async (event) => {
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    const { files } = event.clipboardData ?? {};
    const text = event.clipboardData?.getData("text/plain") ?? "";
    // The browser would paste into the dialog as well, which has the focus by then.
    event.preventDefault();
    const words = await read(files?.[0] ?? text);
    if (words === "" || files?.[0]) {
      onFault(words);
      return;
    }
    Object.assign(area, { value: text });
    fault.textContent = words;
    dialog.showModal();
  });
  return [make("button", { type: "button", onclick: () => file.click() }, "Open files"), file,
    make("button", { type: "button", onclick: () => { area.value = fault.textContent = ""; dialog.showModal(); } }, "Paste")];
}

/** What is wrong with a text, with its place. @param {unknown} error */
function wordsAndPlaceOf(error) {
  const place = error instanceof Refusal && error.line !== undefined ? `Line ${error.line}, column ${error.column ?? 1}: ` : "";
  return place + wordsOf(error);
}
