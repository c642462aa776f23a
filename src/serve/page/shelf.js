// The collection: its levels as a list, and where others come from.

/** A level of a collection, or its fault.
 * @typedef {{file: string, level: number, title: string, board: string | null,
 *   fault: {line: number, column: number, what: string, expected: string} | null}} ShelfRow */

/** The most levels that are listed at once; others are found by filtering. */
const MOST_LISTED = 500;

/** The name of a level in lists. @param {ShelfRow} row */
function nameOf(row) {
  return row.title === "" ? `Level ${row.level}` : `${row.level}. ${row.title}`;
}

class Shelf {
  /** @param {HTMLElement} element @param {(row: ShelfRow) => void} onChoose */
  constructor(element, onChoose) {
    this.element = element;
    this.onChoose = onChoose;
    /** @type {ShelfRow[]} */
    this.rows = [];
    this.list = make("ol", { className: "shelf" });
    this.count = make("p", { className: "soft", "aria-live": "polite" });
    this.filter = make("input", { type: "search", placeholder: "filter by title", "aria-label": "Filter by title",
      oninput: () => this.draw() });
    element.append(make("h2", {}, "Levels"), this.filter, this.count, this.list);
  }

  /** Shows other levels. @param {ShelfRow[]} rows */
  show(rows) {
    this.rows = rows;
    this.filter.hidden = rows.length < 10;
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

  /** Marks the level that is played. @param {string} board */
  mark(board) {
    for (const button of this.list.querySelectorAll("button")) {
      const isNow = button.dataset.board === board;
      if (isNow) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  draw() {
    const wanted = this.filter.value.toLowerCase();
    const found = this.rows.filter((row) => nameOf(row).toLowerCase().includes(wanted));
    const several = new Set(this.rows.map((row) => row.file)).size > 1;
    const shown = found.slice(0, MOST_LISTED).flatMap((row, at) => [
      several && row.file !== found[at - 1]?.file ? make("li", { className: "soft" }, row.file) : null, make("li", {}, this.item(row)),
    ]).flatMap((item) => item ?? []);
    const more = found.length > MOST_LISTED ? `, the first ${MOST_LISTED} are listed` : "";
    this.count.textContent = this.rows.length === 0 ? "No levels: drop a file here, open one, or paste its text."
      : `${figure(found.length)} of ${counted(this.rows.length, "level")}${more}`;
    this.list.replaceChildren(...shown);
  }

  /** @param {ShelfRow} row */
  item(row) {
    if (row.fault) {
      const { line, column, what, expected } = row.fault;
      return make("p", { className: "fault" }, `${nameOf(row)}: line ${line}, column ${column}: ${what}: expected ${expected}`);
    }
    const button = make("button", { type: "button", onclick: () => this.onChoose(row) }, nameOf(row));
    button.dataset.board = row.board ?? "";
    return button;
  }
}

/** The most bytes that the server reads. */
const MOST_BYTES = 8 * 1024 * 1024;

/** Asks the server for the levels of a file in any format, packed or not. @param {Blob | string} text @returns {Promise<ShelfRow[]>} */
async function levelsOf(text) {
  const size = text instanceof Blob ? text.size : text.length;
  if (size > MOST_BYTES) throw new Refusal({ message: "The file is too large: at most 8 MiB are read." });
  return (await (await send("/api/levels", text, { type: "application/octet-stream" })).json()).levels;
}

/** The ways to open levels: a file, a drop, a paste. Returns the elements for the menu.
 * @param {(rows: ShelfRow[]) => void} onLevels @param {(words: string) => void} onFault */
function openers(onLevels, onFault) {
  const open = async (/** @type {Blob | string | undefined | null} */ text) => {
    if (text) await levelsOf(text).then(onLevels).catch((error) => onFault(wordsOf(error)));
  };
  const file = make("input", { type: "file", className: "hidden", tabIndex: -1, "aria-hidden": "true",
    onchange: () => { open(file.files?.[0]); file.value = ""; } });
  const area = make("textarea", { rows: 12, cols: 40, spellcheck: false, "aria-label": "Text of levels" });
  const dialog = make("dialog", { "aria-label": "Paste levels" }, make("form", { method: "dialog" },
    make("p", {}, "Levels in any format that sokoplan reads:"), area,
    make("div", { className: "row" },
      make("button", { type: "submit", onclick: () => { open(area.value); } }, "Open"),
      make("button", { type: "submit" }, "Cancel"))));
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    open(event.dataTransfer?.files[0] ?? event.dataTransfer?.getData("text/plain"));
  });
  addEventListener("paste", (event) => {
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    open(event.clipboardData?.files[0] ?? event.clipboardData?.getData("text/plain"));
  });
  return [make("button", { type: "button", onclick: () => file.click() }, "Open a file"), file,
    make("button", { type: "button", onclick: () => { area.value = ""; dialog.showModal(); } }, "Paste"), dialog];
}
